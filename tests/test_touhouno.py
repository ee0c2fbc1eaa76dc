"""What must hold in every position of Touhouno besides what holds everywhere, tried on random walks; and its spells as data."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve

import unoref
from tests.tables import table
from tests.walks import RULESETS, Rules, on_walks, opened
from unoref.actions import Accept, Action, Choose, ChooseSeat, Draw, Find, Flip, Reveal, Shuffle
from unoref.cards import CARDS, UNKNOWN, Card
from unoref.frames import BeginTurn, Drawn, Turn
from unoref.piles import Pile
from unoref.ruleset import Ruleset, assemble
from unoref.seats import Seat
from unoref.state import State
from unoref.variants import touhouno
from unoref.variants.touhouno.bans import Banned
from unoref.variants.touhouno.bombs import NewField
from unoref.variants.touhouno.casting import Casting, declared, spell_point
from unoref.variants.touhouno.draws import draws
from unoref.variants.touhouno.exchanges import Peek, ReturnCards, TakeFromTop
from unoref.variants.touhouno.gathering import KeepOne
from unoref.variants.touhouno.lasting import UntilEnd, UntilStart
from unoref.variants.touhouno.marker import Turning
from unoref.variants.touhouno.marks import CardShown, HandShown, ShowHidden, open_cards
from unoref.variants.touhouno.parting import PutUnder
from unoref.variants.touhouno.passing import FindPlayable
from unoref.variants.touhouno.ranking import FindLeader
from unoref.variants.touhouno.reveals import HolderPicks, PickOpen
from unoref.variants.touhouno.seating import fewest, found
from unoref.walking import walk
from unoref.witnessing import action_seen

TOUHOUNO = tuple(rules for rules in RULESETS if rules[0] == "touhouno")
PLAYERS = (2, 3, 4, 7, 10)


def effects_of(state: State) -> list[tuple[Seat, object]]:
    """Every lasting effect that ends with a turn, with the seat whose turn it is."""
    found: list[tuple[Seat, object]] = []
    for effect in state.lasting:
        if isinstance(effect, UntilStart | UntilEnd | Banned | Peek):
            found.append((effect.seat, effect))
        elif isinstance(effect, CardShown):
            found += [(seat, effect) for seat in effect.until]
    return found


@on_walks(TOUHOUNO, PLAYERS, times=3)
def test_a_lasting_effect_never_outlives_its_end(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for _, _, after in walk(opened(chosen, count, rng), rng, length):
        frame = after.frames[-1]
        if type(frame) is not Turn:
            continue
        for seat, effect in effects_of(after):
            if isinstance(effect, UntilEnd) or (isinstance(effect, Banned) and effect.color is not None):
                assert effect.alive == (seat == frame.seat)
            else:
                assert seat != frame.seat


@on_walks(TOUHOUNO, PLAYERS)
def test_what_lies_open_is_held_and_follows_from_the_marks(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for _, _, after in walk(opened(chosen, count, rng), rng, length):
        for seat, cards in enumerate(after.hands):
            marks = [effect.card for effect in after.lasting if isinstance(effect, CardShown) and effect.of == seat]
            whole = any(isinstance(effect, HandShown) and effect.of == seat for effect in after.lasting)
            shown = after.public[seat] if after.public else ()
            assert not Counter(marks) - Counter(cards)
            assert shown is None if whole else Counter(shown) == Counter(marks)


@on_walks(TOUHOUNO, PLAYERS, times=3)
def test_no_card_is_seen_that_does_not_lie_open(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for _, _, after in walk(opened(chosen, count, rng), rng, length // 2):
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
            if [type(below) for below in then.frames] != [type(below) for below in after.frames]:
                return None  # a hand that lies open is still to be told, after what is owed before it
            told = True
            for one, other in zip(then.frames, after.frames, strict=True):
                if isinstance(one, ShowHidden) and one != other:
                    told = False
                    # Its turn may have yet to come; the viewer may know fewer cards of that hand, and nothing else of it.
                    assert isinstance(other, ShowHidden)
                    assert one is frame or evolve(one, count=0) == evolve(other, count=0)
            return then if told else None
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


@on_walks(TOUHOUNO, PLAYERS)
def test_observing_then_acting_agrees_with_acting_then_observing(
    chosen: Rules, count: int, seed: int, length: int
) -> None:
    agrees_with_observing(chosen, count, seed, length)


def test_the_unknown_card_of_a_pair_is_the_one_that_was_drawn() -> None:
    rules = unoref.ruleset("touhouno", drawn_companions=True, pairs="same-symbol", spells="off")
    state = table(rules, {"Ann": "Y6 B1", "Bo": "?4", "Cy": "?2"}, "G8", draw_pile="?9")
    for sentence in ("Ann draws", "Ann plays G6 Y6"):
        state = unoref.apply(state, unoref.parse(sentence, state))

    assert state.hands[0] == (CARDS["B1"],)


def test_observing_two_hands_that_lie_open_and_wait_to_be_told() -> None:
    """The viewer knows less of the lower one."""
    options = {
        "fewest_tie": "all",
        "ban_binds": "others",
        "color_ban": "naming",
        "fewer_draws": "caster",
        "recolor": "other",
    }
    agrees_with_observing(("touhouno", options), 3, 3194, 84)


def agrees_with_observing(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    start = opened(chosen, count, rng)
    viewer = rng.randrange(-1, len(start.hands))

    for state, action, after in walk(start, rng, length // 2):
        seen = unoref.observe(state, viewer)
        if maybe_a_twin(seen, action):
            continue
        then = unoref.apply(seen, as_seen(action, state, viewer))
        aligned = told_by_the_table(then, state, after)
        if aligned is not None:
            assert marks_by_card(unoref.observe(aligned, -1)) == marks_by_card(unoref.observe(after, -1))


def maybe_a_twin(seen: State, action: Action) -> bool:
    """Whether a card is shown that lies open already: it is taken to be that one, though it may be another of its kind."""
    frame = seen.frames[-1]
    if isinstance(frame, PickOpen) and isinstance(action, Reveal):
        seat, card = frame.of[0] if action.target is None else action.target, action.card
    elif isinstance(frame, HolderPicks) and isinstance(action, Choose) and isinstance(action.choice, Card):
        seat, card = frame.seat, action.choice
    else:
        return False
    return card in open_cards(seen, seat) and UNKNOWN in seen.hands[seat]


def marks_by_card(state: State) -> State:
    """The state with the cards shown in order: whoever tells them later tells them in another one, which no rule minds."""
    shown = iter(sorted((effect for effect in state.lasting if isinstance(effect, CardShown)), key=repr))
    return evolve(
        state, lasting=tuple(next(shown) if isinstance(effect, CardShown) else effect for effect in state.lasting)
    )


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


def telling(
    hands: dict[str, str], top: str, *plays: str, lang: str = "en", pile: str = "?20", **options: Any
) -> list[str]:
    """What the last of the plays is told to bring about."""
    state = table(unoref.ruleset("touhouno", **options), hands, top, draw_pile=pile)
    for sentence in plays[:-1]:
        state = unoref.apply(state, unoref.parse(sentence, state))
    return [event.text(lang) for event in unoref.transition(state, unoref.parse(plays[-1], state)).events]


def test_whoever_is_first_by_b_is_not_counted() -> None:
    told = telling({"Ann": "B3 Y2", "Bo": "G9 B", "Cy": "B1"}, "R9", "Ann draws", pile="Y9")

    assert "Ann's hand counts 14." in told
    assert "Cy's hand counts 1." in told
    assert not any(text.startswith("Bo's hand counts") for text in told)


def test_the_field_is_told_after_an_open_b() -> None:
    hands, plays = {"Ann": "RR G9", "Bo": "B B9", "Cy": "?5"}, ("Ann plays RR", "table reveals B of Bo")

    assert telling(hands, "R4", *plays)[1:] == [
        "B goes back into the draw pile.",
        "The field card, red Reverse, goes into the draw pile too.",
        "Red 4 is the field card again; the color in force is red.",
    ]
    assert telling(hands, "R4", *plays, lang="zh")[0] == "Bo 手中的 B 公开。"


@pytest.mark.parametrize(
    ("bo", "cy", "meant"),
    [
        ("?1", "?2", "It is Bo who is meant: nobody else holds fewer cards."),
        ("?2", "?3", "It is Bo who is meant: nobody but the caster, Ann, holds fewer cards."),
        ("?3", "?3", "It is Bo who is meant: the nearest after Ann of the other players with the fewest cards."),
    ],
)
def test_why_somebody_is_meant_is_true(bo: str, cy: str, meant: str) -> None:
    assert meant in telling({"Ann": "R3 R9", "Bo": bo, "Cy": cy}, "R5", "Ann plays R3")


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ("R4", "At this table a new field card is turned up for the one that has gone."),
        ("", "No card lies on the field: a new one is turned up."),
    ],
)
def test_why_a_new_field_card_is_turned_up_is_true(field: str, reason: str) -> None:
    rules = unoref.ruleset("touhouno", bomb_public="field")
    state = table(rules, {"Ann": "G9", "Bo": "B9"}, "R4", frames=(Turning(Seat(0), Seat(0)), NewField()))
    state = evolve(state, discard=Pile.of(CARDS[code] for code in field.split()))

    assert [why.text() for why in unoref.judge(state, Flip(CARDS["G1"])).reasons] == [reason]


def test_whom_the_caster_chooses_is_told_so() -> None:
    hands = {"Ann": "R3 R9", "Bo": "?3", "Cy": "?3"}
    told = telling(hands, "R5", "Ann plays R3", "Ann chooses 2", fewest_tie="caster")

    assert told[0] == "Of the players with the fewest cards, the caster, Ann, chooses Cy."


def test_a_penalty_is_drawn_before_the_turn_is_lost() -> None:
    hands = {"Ann": "R+2 G1 G2", "Bo": "?4", "Cy": "?4"}

    assert telling(hands, "R5", "Ann plays R+2", "Bo accepts")[:2] == ["Bo draws 2 cards.", "Bo loses the turn."]


def test_a_card_dealt_from_the_field_is_told_once() -> None:
    told = telling({"Ann": "G7 R9", "Bo": "B9 B8", "Cy": "R1 R2 Y1"}, "G4", "Ann plays G7")

    assert [text for text in told if "Green 4" in text] == ["Green 4 goes from the field to Bo and lies open."]


def test_the_end_of_an_effect_says_which() -> None:
    hands = {"Ann": "R6 R9", "Bo": "R1 G2 ?2", "Cy": "R2 G3 ?2"}
    told = telling(hands, "R5", "Ann plays R6", "Bo plays R1", "Cy plays R2")

    assert "The ban of red 6 is over." in told


@pytest.mark.parametrize(
    ("count", "cards", "reason"),
    [
        ("before", "P R2 G9", "P is played only by a player who holds at least four cards."),
        ("others", "P R2 G9 G8", "At this table P is played only by a player who holds at least four other cards."),
        ("after", "P R2 G9 G8 G7", "At this table P is played only by a player who has at least four cards left."),
    ],
)
def test_the_four_cards_for_p_are_counted_as_the_table_has_it(count: str, cards: str, reason: str) -> None:
    rules = unoref.ruleset("touhouno", power_count=count)
    state = table(rules, {"Ann": cards, "Bo": "?3", "Cy": "?3"}, "R5")
    ruling = unoref.judge(state, unoref.parse("Ann plays P R2", state))

    assert ruling.verdict == "illegal"
    assert reason in [why.text() for why in ruling.reasons]


def test_no_spell_is_left_half_cast() -> None:
    for seed in range(20):
        rng = Random(seed)
        for _, _, after in walk(opened(("touhouno", {}), 4, rng), rng, 400):
            if isinstance(after.frames[0], Turn | BeginTurn):
                assert not any(isinstance(frame, Casting) for frame in after.frames)


@pytest.mark.clause("touhouno:green.7", "touhouno:i62")
def test_which_field_card_goes_to_whom_is_chosen_before_all_eyes() -> None:
    rules = unoref.ruleset("touhouno", field_cards="caster")
    hands = {"Ann": "G7 B1", "Bo": "?5", "Cy": "R1 R2 R3", "Di": "Y1 Y2 Y3 Y4"}
    state = table(rules, hands, "G5 G2")
    state = unoref.apply(state, unoref.parse("Ann plays G7", state))
    action = unoref.parse("Ann chooses G5", state)

    assert action_seen(action, 1, state, unoref.apply(state, action)) == action


@pytest.mark.clause("touhouno:g9", "touhouno:g18", "touhouno:i24")
def test_a_b_that_was_on_its_way_back_lies_under_the_field_when_the_game_ends() -> None:
    rules = unoref.ruleset("touhouno", pile_end="at-once")
    hands = {"Ann": "R+2 B9 B8", "Bo": "R+2 G1 G2", "Cy": "B Y1 Y2", "Di": "?2"}
    state = table(rules, hands, "R1", draw_pile="Y3 Y4")
    for sentence in ("Ann plays R+2", "Bo plays R+2", "Cy plays B"):
        state = unoref.apply(state, unoref.parse(sentence, state))

    assert isinstance(state.frames[-1], FindLeader)
    assert [card.code for card in state.discard] == ["R+2", "R+2", "R1", "B"]


@pytest.mark.clause("touhouno:g25", "touhouno:yellow.9")
def test_a_card_in_one_of_the_hands_is_refused_only_for_want_of_the_hand() -> None:
    hands = {"Ann": "Y9 Y8", "Bo": "G3 G4", "Cy": "R1 G1 B3"}
    state = table(unoref.ruleset("touhouno"), hands, "Y5")
    state = unoref.apply(state, unoref.parse("Ann plays Y9", state))

    def reasons(sentence: str) -> int:
        return len(unoref.judge(state, unoref.parse(sentence, state)).reasons)

    assert [reasons("table reveals G1"), reasons("table reveals G3"), reasons("table reveals Y1")] == [1, 1, 2]


@pytest.mark.clause("touhouno:green.0")
def test_an_unknown_card_may_be_the_digit_to_be_played_out_of_turn() -> None:
    state = table(unoref.ruleset("touhouno"), {"Ann": "G0 ?", "Bo": "B5 Y1 Y2", "Cy": "?3"}, "G9")
    for sentence in ("Ann plays G0", "Ann names blue", "Bo plays B5"):
        state = unoref.apply(state, unoref.parse(sentence, state))
    open_now = {unoref.format(action, state) for action in unoref.legal_actions(state)}

    assert open_now == {"Ann passes", *(f"Ann jumps in with {code}" for code in ("R5", "B5", "Y5", "G5"))}


@pytest.mark.clause("touhouno:i22", "touhouno:i4")
def test_of_a_known_pile_the_top_card_is_turned_up_and_of_an_unknown_one_any() -> None:
    rules = unoref.ruleset("touhouno", bomb_public="field")
    frames = (Turning(Seat(0), Seat(0)), NewField())

    def open_now(pile: str) -> set[str]:
        state = table(rules, {"Ann": "G9", "Bo": "B9"}, "R4", draw_pile=pile, frames=frames)
        return {unoref.format(action, state) for action in unoref.legal_actions(state)}

    assert open_now("Y3 ?5") == {"table flips Y3"}
    assert open_now("?5") == {f"table flips {card.code}" for card in rules.deck.copies}


@pytest.mark.clause("touhouno:green.7")
@pytest.mark.parametrize("marks", [[], [{"effect": "hand-shown", "of": "Cy", "seat": "Bo"}]])
def test_an_unknown_card_of_the_field_lies_open_till_the_casters_turn_once_it_is_told(marks: list[Any]) -> None:
    hands = {"Ann": "G7 B1", "Bo": "R1 R2", "Cy": "Y1 Y2 Y3"}
    position = {"players": ["Ann", "Bo", "Cy"], "discard": "? G2", "hands": hands, "effects": marks}
    if marks:
        position["public"] = {"Cy": "all"}
    state = unoref.loads(json.dumps({"variant": "touhouno", "table": position})).state()
    for sentence in ("Ann plays G7", "table reveals R5 of Cy"):
        state = unoref.apply(state, unoref.parse(sentence, state))

    assert state.frames == (Turn(Seat(1)),)
    assert state.public == ((), (CARDS["G2"],), (CARDS["R5"],))
    shown = {(effect.of, effect.card, effect.until) for effect in state.lasting if isinstance(effect, CardShown)}
    assert shown == {(1, CARDS["G2"], (0,)), (2, CARDS["R5"], (0,))} and len(state.lasting) == 2


@pytest.mark.clause("touhouno:yellow.S")
def test_an_unknown_card_drawn_openly_into_an_open_hand_lies_open_by_itself_too() -> None:
    hands = {"Ann": "YS Y8", "Bo": "R8 R9 Y7 Y6", "Cy": "R1 G2", "Di": "B8 B9 Y5 G6"}
    marks = [{"effect": "hand-shown", "of": "Cy", "seat": "Bo"}]
    position = {"players": list(hands), "discard": "Y9", "hands": hands, "public": {"Cy": "all"}, "effects": marks}
    state = unoref.loads(json.dumps({"variant": "touhouno", "table": position})).state()
    for sentence in ("Ann plays YS", "table reveals G5 of Cy"):
        state = unoref.apply(state, unoref.parse(sentence, state))

    assert CardShown(Seat(2), CARDS["G5"], (Seat(0),)) in state.lasting
