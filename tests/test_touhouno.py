"""What must hold in every position of Touhouno besides what holds everywhere, tried on random walks; and its spells as data."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unoref
from tests.tables import table
from tests.walks import RULESETS, Rules, opened, steps
from unoref.actions import Accept, Action, Choose, ChooseSeat, Draw, Find, Reveal, Shuffle
from unoref.cards import CARDS, UNKNOWN, Card
from unoref.frames import BeginTurn, Drawn, Turn
from unoref.ruleset import Ruleset, assemble
from unoref.seats import Seat
from unoref.state import State
from unoref.variants import touhouno
from unoref.variants.touhouno.bans import Banned
from unoref.variants.touhouno.casting import Casting, declared, spell_point
from unoref.variants.touhouno.draws import draws
from unoref.variants.touhouno.exchanges import Peek, ReturnCards, TakeFromTop
from unoref.variants.touhouno.gathering import KeepOne
from unoref.variants.touhouno.lasting import UntilEnd, UntilStart
from unoref.variants.touhouno.marks import CardShown, HandShown, ShowHidden
from unoref.variants.touhouno.parting import PutUnder
from unoref.variants.touhouno.passing import FindPlayable
from unoref.variants.touhouno.ranking import FindLeader
from unoref.variants.touhouno.seating import fewest, found

seeds = st.integers(0, 2**32)
rulesets = st.sampled_from([rules for rules in RULESETS if rules[0] == "touhouno"])
players = st.sampled_from((2, 3, 4, 7, 10))
lengths = st.integers(0, 300)


def effects_of(state: State) -> list[tuple[Seat, object]]:
    """Every lasting effect that ends with a turn, with the seat whose turn it is."""
    found: list[tuple[Seat, object]] = []
    for effect in state.lasting:
        if isinstance(effect, UntilStart | UntilEnd | Banned | Peek):
            found.append((effect.seat, effect))
        elif isinstance(effect, CardShown):
            found += [(seat, effect) for seat in effect.until]
    return found


@given(rulesets, players, seeds, lengths)
def test_a_lasting_effect_never_outlives_its_end(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for _, _, after in steps(opened(chosen, count, rng), rng, length):
        frame = after.frames[-1]
        if type(frame) is not Turn:
            continue
        for seat, effect in effects_of(after):
            if isinstance(effect, UntilEnd) or (isinstance(effect, Banned) and effect.color is not None):
                assert effect.alive == (seat == frame.seat)
            else:
                assert seat != frame.seat


@given(rulesets, players, seeds, lengths)
def test_what_lies_open_is_held_and_follows_from_the_marks(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for _, _, after in steps(opened(chosen, count, rng), rng, length):
        for seat, cards in enumerate(after.hands):
            marks = [effect.card for effect in after.lasting if isinstance(effect, CardShown) and effect.of == seat]
            whole = any(isinstance(effect, HandShown) and effect.of == seat for effect in after.lasting)
            shown = after.public[seat] if after.public else ()
            assert not Counter(marks) - Counter(cards)
            assert shown is None if whole else Counter(shown) == Counter(marks)


@given(rulesets, players, seeds, lengths)
def test_no_card_is_seen_that_does_not_lie_open(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for _, _, after in steps(opened(chosen, count, rng), rng, length // 2):
        viewer = rng.randrange(-1, len(after.hands))
        seen = unoref.observe(after, viewer)
        for frame, real in zip(seen.frames, after.frames, strict=True):
            knows = real.seat == viewer or viewer in (*getattr(real, "by", ()), getattr(real, "dealer", None))
            if isinstance(real, ReturnCards | TakeFromTop | KeepOne) or type(real).__name__ in (
                "ShuffleUnder",
                "DealOut",
            ):
                assert knows or set(frame.aside) <= {UNKNOWN}
            if type(real) is Drawn and real.seat != viewer:
                assert isinstance(frame, Drawn) and frame.card is UNKNOWN
        assert unoref.observe(seen, viewer) == seen


def as_seen(action: Action, state: State, viewer: int) -> Action:
    """The action as it is known to the viewer."""
    if isinstance(action, Shuffle):
        return Shuffle()
    if action.actor == viewer:
        return action
    if isinstance(action, Draw):
        return Draw(action.actor)
    if isinstance(action, Accept):
        return Accept(action.actor)
    if isinstance(action, Choose) and isinstance(state.frames[-1], PutUnder | ReturnCards | TakeFromTop | KeepOne):
        seen = unoref.observe(state, viewer)
        known = (*seen.hands[action.actor], *seen.frames[-1].aside)
        return action if action.choice == "no" or action.choice in known else Choose(action.actor, UNKNOWN)
    return action


def told_by_the_table(then: State, before: State, after: State) -> State | None:
    """What the table has to say where the viewer knows too little; None where that does not follow from what came out."""
    for _ in range(200):
        frame = then.frames[-1]
        if type(frame) is type(after.frames[-1]) and len(then.frames) == len(after.frames):
            return then if not isinstance(frame, ShowHidden) or frame == after.frames[-1] else None
        if isinstance(frame, ShowHidden):
            held = Counter(after.hands[frame.of])
            if held[UNKNOWN]:
                return None
            held.subtract(card for card in then.hands[frame.of] if card is not UNKNOWN)
            if min(held.values(), default=0) < 0:
                return None
            cards = list(held.elements())
            gone = then.hands[frame.of].count(UNKNOWN) - len(cards)
            cards += [CARDS["B"]] * gone
            if gone < 0 or frame.count != len(cards):
                return None
            then = unoref.apply(then, Reveal(cards[0], frame.of))
        elif isinstance(frame, FindPlayable):
            extra = len(after.hands[frame.of]) > len(before.hands[frame.of])
            then = unoref.apply(then, Find("no" if extra else "yes"))
        elif isinstance(frame, FindLeader):
            left = [seat for seat in after.winners if seat not in frame.first]
            then = unoref.apply(then, ChooseSeat(left[0]) if left else Find("no"))
        else:
            return None
    return None


@given(rulesets, players, seeds, lengths)
def test_observing_then_acting_agrees_with_acting_then_observing(
    chosen: Rules, count: int, seed: int, length: int
) -> None:
    rng = Random(seed)
    start = opened(chosen, count, rng)
    viewer = rng.randrange(-1, len(start.hands))

    for state, action, after in steps(start, rng, length // 2):
        then = unoref.apply(unoref.observe(state, viewer), as_seen(action, state, viewer))
        aligned = told_by_the_table(then, state, after)
        if aligned is not None:
            assert unoref.observe(aligned, -1) == unoref.observe(after, -1)


@pytest.mark.parametrize(
    ("code", "choices"),
    [("R7", [f"Ann chooses {card}" for card in ("R1", "G1", "G2", "G3", "G4")]), ("B2", ["Ann chooses R1"])],
    ids=["red 7", "blue 2"],
)
def test_an_exchange_leaves_the_number_of_cards_as_it_was(code: str, choices: list[str]) -> None:
    hands = {"Ann": f"{code} R1", "Bo": "Y1 Y2 Y3", "Cy": "Y4 Y6 Y7"}
    state = table(unoref.ruleset("touhouno"), hands, f"{code[0]}9", draw_pile="G1 G2 G3 G4 G6 ?5")
    for sentence in (f"Ann plays {code}", *choices):
        state = unoref.apply(state, unoref.parse(sentence, state))
    state = unoref.settle(state, Random(1))

    assert len(state.hands[0]) == 1
    assert state.hands[0] != (CARDS["R1"],)


def test_every_face_but_p_and_b_has_a_spell() -> None:
    rules = unoref.ruleset("touhouno")

    assert set(rules.tables.settings["spells"]) == set(rules.deck.copies) - {CARDS["P"], CARDS["B"]}
    assert len(rules.deck.copies) == 56


def with_spell(card: Card, rules: Ruleset) -> Any:
    """The spells with another one on a card, and the tables that they make."""
    new = declared(card.color.letter, {card.face.code: [fewest(draws((found, 5)))]})
    modules = touhouno.modules(rules.options, {**touhouno.spells(rules.options), **new})
    return assemble(rules.book.bindings, modules)


def test_a_further_spell_of_a_known_kind_is_one_line() -> None:
    rules = unoref.ruleset("touhouno")
    tables = with_spell(CARDS["R3"], rules)

    assert tables.settings["spells"][CARDS["R3"]].rule.point == spell_point(CARDS["R3"])
    state = table(
        Ruleset("touhouno", rules.options, rules.deck, tables), {"Ann": "R3 B1", "Bo": "?4", "Cy": "?2"}, "R9"
    )
    after = unoref.apply(state, unoref.parse("Ann plays R3", state))
    assert [len(cards) for cards in after.hands] == [1, 4, 7]


def test_a_spell_that_fires_twice_is_cast_twice() -> None:
    rules = unoref.ruleset("touhouno", spell_firings="per-card")
    state = table(rules, {"Ann": "B4 B4 R1", "Bo": "?4", "Cy": "?2"}, "B9")
    after = unoref.apply(state, unoref.parse("Ann plays B4 B4", state))

    assert [len(cards) for cards in after.hands] == [1, 8, 2]


def test_no_spell_is_left_half_cast() -> None:
    for seed in range(20):
        rng = Random(seed)
        for _, _, after in steps(opened(("touhouno", {}), 4, rng), rng, 400):
            if isinstance(after.frames[0], Turn | BeginTurn):
                assert not any(isinstance(frame, Casting) for frame in after.frames)
