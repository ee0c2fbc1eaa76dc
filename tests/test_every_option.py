"""What must hold everywhere, under options nobody chose: drawn by the strategies, and a covering array of pairs at length."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unoref
from tests.test_properties import agrees
from tests.walks import cards_of, rotated
from unoref import strategies
from unoref.engine import find
from unoref.frames import Auto, Turn
from unoref.referee import Objection, Reason
from unoref.rulebook import Value, rulebook, variant_ids
from unoref.ruleset import ruleset_of
from unoref.sphinxext.trace import option_sets
from unoref.state import State
from unoref.walking import anything, walk


def holds(state: State) -> None:
    """What is true of any position that can be reached."""
    deck, cards = state.ruleset.deck, cards_of(state)
    listed = unoref.legal_actions(state)
    assert cards.total() == deck.size
    assert all(cards[card] <= copies for card, copies in deck.copies.items())
    assert not isinstance(state.frames[-1], Auto)
    assert state.over != bool(listed)
    assert len(set(listed)) == len(listed)
    if state.to_act is not None:
        assert unoref.legal_actions(state, state.to_act)
    if type(state.frames[-1]) is Turn and state.ruleset.variant != "extended":
        assert () not in [hand for seat, hand in enumerate(state.hands) if seat not in state.finished]


def reads_back(state: State) -> None:
    """A position is the same after it has been written down, and after a pickle."""
    for kind in ("toml", "json"):
        assert unoref.loads(unoref.dumps(unoref.record(state), kind)).state() == state
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state and hash(copy) == hash(state)


def takes(state: State, action: unoref.Action, after: State) -> None:
    """An action that stands: said and read, told with its clause, the same wherever the table begins to count."""
    assert unoref.parse(unoref.format(action, state), state) == action
    assert find(state, action).verdict != "illegal"
    assert after != state
    for event in unoref.transition(state, action).events:
        assert state.ruleset.book.cited(event.clause).text("en")
        assert event.text("en") and event.text("zh")
    turned, moved = (rotated(thing, 1, len(state.hands)) for thing in (state, action))
    assert isinstance(turned, State) and isinstance(moved, unoref.Action)
    assert unoref.apply(turned, moved) == rotated(after, 1, len(state.hands))


@given(strategies.walks(strategies.rulesets(changes=8)))
def test_every_position_of_a_walk_holds(walked: strategies.Walk) -> None:
    holds(walked.start)
    for state, action, after in walked:
        holds(after)
        takes(state, action, after)


@given(st.data())
def test_verdicts_and_lists_agree_wherever_a_walk_ends(data: st.DataObject) -> None:
    state = data.draw(strategies.states(strategies.rulesets(changes=8)))
    listed = unoref.legal_actions(state)
    for _ in range(data.draw(st.integers(1, 6))):
        action = data.draw(strategies.attempts(state))
        agrees(state, action, listed)
        ruling = unoref.judge(state, action)
        said: list[Reason | unoref.Event | Objection] = [*ruling.reasons, *ruling.events, *ruling.objections]
        for cited in said:
            assert state.ruleset.book.cited(cited.clause).text("en") and cited.text("en") and cited.text("zh")


@given(strategies.states(strategies.rulesets(changes=8), named=strategies.names()))
def test_wherever_a_walk_ends_reads_back(state: State) -> None:
    reads_back(state)


@given(strategies.states(strategies.rulesets(changes=8)), st.integers(-1, 9))
def test_what_a_seat_sees_holds_and_is_seen_the_same_again(state: State, seat: int) -> None:
    seen = unoref.observe(state, min(seat, len(state.hands) - 1))
    holds(seen)
    assert unoref.observe(seen, min(seat, len(state.hands) - 1)) == seen


def fits(variant: str, given: Mapping[str, Value]) -> bool:
    try:
        ruleset_of(variant, given)
    except unoref.RulebookError:
        return False
    return True


@cache
def covering(variant: str) -> tuple[Mapping[str, Value], ...]:
    return tuple(
        given for given in option_sets(rulebook(variant), lambda given: fits(variant, given)) if fits(variant, given)
    )


@pytest.mark.long
@pytest.mark.parametrize("variant", variant_ids())
def test_a_walk_under_each_set_of_a_covering_array_holds(variant: str) -> None:
    for number, options in enumerate(covering(variant)):
        rules, rng = ruleset_of(variant, options), Random(number)
        sizes = strategies._sizes(rules)
        assert sizes
        names = [f"P{seat}" for seat in range(sizes[number % len(sizes)])]
        state = unoref.deal(rules, names, rng=rng)
        for at, (before, action, after) in enumerate(walk(state, rng, 150)):
            holds(after)
            state = after
            if at % 10 == 0:
                takes(before, action, after)
                agrees(before, anything(before, rng), unoref.legal_actions(before))
        reads_back(state)
        seen = unoref.observe(state, number % len(names))
        for _, _, after in walk(seen, rng, 20):
            holds(after)
