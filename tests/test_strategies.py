"""The strategies for users: what they draw keeps to the rules, covers what matters and shrinks to something readable."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import Phase, assume, find, given, settings
from hypothesis import strategies as st

import unoref
from tests.fuzz import refused
from tests.walks import cards_of
from unoref import strategies
from unoref.cards import UNKNOWN
from unoref.frames import Chance, Drawn, Turn
from unoref.rulebook import Value, rulebook, variant_ids
from unoref.rules.wild_draw_four import Contested
from unoref.seats import TABLE
from unoref.state import State

shrinking = settings(max_examples=2000, database=None, derandomize=True)
quick = settings(shrinking, phases=[Phase.generate])


def test_the_library_does_not_import_hypothesis() -> None:
    code = "import sys, unoref; sys.exit('hypothesis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_hypothesis_the_strategies_say_how_to_get_it() -> None:
    code = "import sys; sys.modules['hypothesis'] = None\nimport unoref.strategies"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert ran.stderr.splitlines()[-1] == (
        "ImportError: unoref.strategies needs Hypothesis: pip install 'unoref[strategies]'"
    )


def single_values(variant: str) -> list[tuple[str, Value]]:
    return [
        (name, value)
        for name, option in rulebook(variant).options.items()
        for value in strategies._examples(option)
        if value != option.default
    ]


@pytest.mark.parametrize("variant", variant_ids())
def test_every_value_of_every_option_can_be_drawn(variant: str) -> None:
    missing = [
        (name, value)
        for name, value in single_values(variant)
        if strategies._settled(variant, {name: value}).get(name) != value
    ]

    assert missing == []


def test_options_that_exclude_each_other_are_not_drawn_together() -> None:
    chosen = strategies._settled("official", {"last-standing": True, "teams": True, "jump-in": True})

    assert chosen == {"last-standing": True, "jump-in": True}


@given(st.data())
def test_rules_with_any_changes_are_playable(data: st.DataObject) -> None:
    rules = data.draw(strategies.rulesets(changes=8))
    state = data.draw(strategies.deals(rules))

    assert state.ruleset == rules
    assert unoref.legal_actions(state)


def test_a_variant_there_is_not_is_told_at_once() -> None:
    with pytest.raises(unoref.RulebookError, match="officail"):
        strategies.rulesets("officail")


def test_a_table_the_rules_do_not_know_is_told() -> None:
    with pytest.raises(ValueError, match="seats 4 players, none of \\[3\\]"):
        find(strategies.deals(unoref.ruleset("official", teams=True), players=[3]), lambda state: True)


#: What a position must be able to be.
KINDS: dict[str, Callable[[State], bool]] = {
    "before the opening card": lambda state: not state.discard,
    "in a turn": lambda state: type(state.frames[-1]) is Turn,
    "after drawing": lambda state: isinstance(state.frames[-1], Drawn),
    "with a challenge open": lambda state: any(isinstance(frame, Contested) for frame in state.frames),
    "with chance to answer": lambda state: isinstance(state.frames[-1], Chance) and bool(state.discard),
    "with several things owed": lambda state: len(state.frames) > 2 and bool(state.discard),
    "over": lambda state: state.over,
    "with a lasting effect": lambda state: bool(state.lasting),
    "with ten players": lambda state: len(state.hands) == 10,
    "with teams": lambda state: bool(state.teams),
    "all unknown": lambda state: bool(state.discard) and {card for cards in state.hands for card in cards} == {UNKNOWN},
    "known and unknown": lambda state: (
        UNKNOWN in cards_of(state) and any(cards and UNKNOWN not in cards for cards in state.hands)
    ),
    "an opponent's last card": lambda state: any(len(cards) == 1 for cards in state.hands),
}


@pytest.mark.parametrize("kind", KINDS)
def test_positions_of_every_kind_are_found(kind: str) -> None:
    assert KINDS[kind](find(strategies.states(), KINDS[kind], settings=quick))


@pytest.mark.parametrize("variant", variant_ids())
def test_every_variant_is_drawn(variant: str) -> None:
    find(strategies.states(), lambda state: state.ruleset.variant == variant, settings=quick)


def test_a_failure_shrinks_to_the_usual_rules_and_a_small_table() -> None:
    found = find(strategies.walks(), lambda walk: len(walk.end.discard) > 3, settings=shrinking)

    assert repr(found.end.ruleset) == "<ruleset official>"
    assert found.start.players == ("Ann", "Bo")
    assert len(found.steps) <= 20
    assert UNKNOWN not in cards_of(found.end)


def test_one_option_that_matters_is_all_that_is_left_of_many() -> None:
    found = find(strategies.rulesets(changes=8), lambda rules: bool(rules.options.get("jump-in")), settings=shrinking)

    assert found.changed == {"jump-in": True}


def test_a_long_record_shrinks_to_a_short_one_from_the_deal() -> None:
    found = find(
        strategies.records(named=strategies.names()), lambda record: len(record.actions) > 3, settings=shrinking
    )

    assert len(found.actions) == 4
    assert not found.start.discard


@given(strategies.walks())
def test_a_walk_is_what_it_says(walk: strategies.Walk) -> None:
    state = walk.start
    for before, action, after in walk:
        assert before == state
        assert unoref.judge(before, action).verdict != "illegal"
        state = unoref.apply(before, action)
        assert state == after
    assert state == walk.end
    assert walk.actions == tuple(action for _, action, _ in walk)


@given(strategies.walks(unknown=True))
def test_a_walk_with_unknown_cards_begins_with_what_somebody_knows(walk: strategies.Walk) -> None:
    viewers = range(TABLE, len(walk.start.hands))
    assert any(unoref.observe(walk.start, viewer) == walk.start for viewer in viewers)


@given(strategies.records(named=strategies.names()))
def test_records_read_back_in_both_formats(record: unoref.Record) -> None:
    for format in ("toml", "json"):
        again = unoref.loads(unoref.dumps(record, format), format)
        assert again == record
        assert again.state() == record.state()


@given(st.data())
def test_lawful_actions_are_lawful_and_attempts_are_judged(data: st.DataObject) -> None:
    state = data.draw(strategies.states())
    assert unoref.judge(state, data.draw(strategies.attempts(state))).reasons
    assume(not state.over)
    assert unoref.judge(state, data.draw(strategies.actions(state))).verdict != "illegal"


def test_no_action_is_drawn_where_the_round_is_over() -> None:
    state = find(strategies.states(), lambda state: state.over, settings=quick)

    assert strategies.actions(state).is_empty


@given(st.data())
def test_a_sentence_is_read_or_refused_in_one_line(data: st.DataObject) -> None:
    state = data.draw(strategies.states(named=strategies.names()))
    for sentence in [data.draw(strategies.sentences(state)) for _ in range(6)]:
        try:
            action = unoref.parse(sentence, state)
        except unoref.NotationError as fault:
            refused(fault)
        else:
            assert unoref.format(action, state) == sentence


@given(st.data())
def test_a_hand_has_no_card_more_often_than_the_deck(data: st.DataObject) -> None:
    rules = data.draw(strategies.rulesets(changes=1))
    held = data.draw(strategies.hands(rules, least=2, most=20, unknown=True))

    assert 2 <= len(held) <= 20
    assert all(held.count(card) <= rules.deck.copies[card] for card in held if card is not UNKNOWN)
    assert data.draw(strategies.cards(rules)) in rules.deck


@given(st.lists(strategies.names(), min_size=2, max_size=10, unique=True), st.integers(0, 2**32))
def test_names_can_sit_at_a_table(names: list[str], seed: int) -> None:
    unoref.loads(unoref.dumps(unoref.record(unoref.deal(unoref.ruleset(), names, Random(seed)))))
