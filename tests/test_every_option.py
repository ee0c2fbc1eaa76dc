"""What must hold everywhere, under options nobody chose: drawn by the strategies, and a covering array of pairs at length."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

import pytest
from hypothesis import given

import unoref
from tests.test_properties import agrees, complete
from tests.walks import Rules, cards_of, on_walks, rotated
from unoref import strategies
from unoref.engine import find
from unoref.frames import Auto, Turn
from unoref.referee import Objection, Reason
from unoref.rulebook import Option, Value, rulebook, variant_ids
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


def fits(variant: str, given: Mapping[str, Value]) -> bool:
    try:
        ruleset_of(variant, given)
    except unoref.RulebookError:
        return False
    return True


def value_of(option: Option, rng: Random) -> Value:
    """A value away from the default; of a number mostly a small one, which comes into play sooner."""
    if option.choices:
        return rng.choice([choice.value for choice in option.choices if choice.value != option.default])
    if isinstance(option.default, bool):
        return not option.default
    assert option.minimum is not None and option.maximum is not None
    return rng.randint(option.minimum, rng.choice((option.maximum, min(option.maximum, option.minimum + 12))))


def together(variant: str, wanted: Sequence[tuple[str, Value]]) -> dict[str, Value]:
    """As many of the values as can be had together, earlier ones first."""
    chosen: dict[str, Value] = {}
    parts = [wanted]
    while parts:
        part = parts.pop()
        if fits(variant, chosen | dict(part)):
            chosen |= dict(part)
        elif len(part) > 1:
            half = len(part) // 2
            parts += [part[half:], part[:half]]
    return chosen


def anyhow(rng: Random) -> Rules:
    """Rules that nobody chose: a few or nearly all options away from their defaults, as many as can be had together."""
    variant = rng.choice(variant_ids())
    options = rulebook(variant).options
    names = rng.sample(list(options), rng.randint(1, len(options)))
    return variant, together(variant, [(name, value_of(options[name], rng)) for name in names])


def dealt(chosen: Rules, count: int, rng: Random) -> State:
    """A round by rules with options in kebab-case, and about so many players."""
    rules = ruleset_of(*chosen)
    sizes = strategies._sizes(rules)
    names = [f"P{seat}" for seat in range(min(sizes, key=lambda size: abs(size - count)))]
    return unoref.deal(rules, names, rng=rng, dealer=rng.randrange(len(names)))


@on_walks(anyhow)
def test_every_position_of_a_walk_holds(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    state = dealt(chosen, count, rng)
    holds(state)
    for at, (before, action, after) in enumerate(walk(state, rng, length)):
        holds(after)
        if at % 5 == 0:
            takes(before, action, after)


@on_walks(anyhow, longest=100)
def test_verdicts_and_lists_agree_on_a_walk(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    state = dealt(chosen, count, rng)
    if rng.random() < 0.5:
        for before, _, _ in walk(state, rng, length):
            state = before
        state = unoref.observe(state, rng.randrange(-1, len(state.hands)))
    for before, _, _ in walk(state, rng, length // 2):
        listed = unoref.legal_actions(before)
        complete(before, listed, rng)
        for action in (anything(before, rng) for _ in range(5)):
            agrees(before, action, listed)
        ruling = unoref.judge(before, rng.choice((anything(before, rng), *listed)))
        said: list[Reason | unoref.Event | Objection] = [*ruling.reasons, *ruling.events, *ruling.objections]
        for cited in said:
            assert before.ruleset.book.cited(cited.clause).text("en") and cited.text("en") and cited.text("zh")


@on_walks(anyhow)
def test_every_position_of_a_walk_reads_back(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    for at, (_, _, after) in enumerate(walk(dealt(chosen, count, rng), rng, length)):
        if at % 9 == 0 or after.over:
            reads_back(after)


@given(strategies.states(strategies.rulesets(changes=8), named=strategies.names()))
def test_wherever_a_walk_ends_reads_back_whatever_the_names(state: State) -> None:
    reads_back(state)


@on_walks(anyhow)
def test_what_a_seat_sees_holds_and_is_seen_the_same_again(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    for at, (_, _, after) in enumerate(walk(dealt(chosen, count, rng), rng, length)):
        if at % 40 == 30 or after.over:  # nobody knows the hands: of some rules there are ten thousands of plays then
            viewer = rng.randrange(-1, len(after.hands))
            seen = unoref.observe(after, viewer)
            holds(seen)
            assert unoref.observe(seen, viewer) == seen


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
        state = dealt((variant, options), sizes[number % len(sizes)], rng)
        for at, (before, action, after) in enumerate(walk(state, rng, 150)):
            holds(after)
            state = after
            if at % 10 == 0:
                takes(before, action, after)
                agrees(before, anything(before, rng), unoref.legal_actions(before))
        reads_back(state)
        seen = unoref.observe(state, number % len(state.hands))
        for _, _, after in walk(seen, rng, 20):
            holds(after)
