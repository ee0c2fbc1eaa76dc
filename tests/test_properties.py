"""What must hold in every position of every ruleset, tried on random walks."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import unoref
from tests.tables import table
from tests.walks import GUARD, OPTIONS, RULESETS, Rules, bare, cards_of, on_walks, opened, rotated
from unoref.actions import (
    Accept,
    Answer,
    CallUno,
    Catch,
    Challenge,
    Choose,
    ChooseSeat,
    Draw,
    Find,
    JumpIn,
    Laying,
    Name,
    Pass,
    Play,
    Refuse,
    Shuffle,
)
from unoref.cards import BASE_COLORS, CARDS, UNKNOWN, Color
from unoref.engine import find
from unoref.frames import Auto, Drawn, Draws, Turn
from unoref.grammar import TAKERS
from unoref.referee import Objection, Reason
from unoref.rules.drawing import FindLowest
from unoref.rules.opening import FindFirst
from unoref.rules.several_fours import FindEach
from unoref.rules.wild_draw_four import Contested, FindGuilt
from unoref.seats import Seat
from unoref.state import State
from unoref.variants.extended.sweep import FindSwept
from unoref.walking import anything, walk

#: The extended rules, and for one claim Touhouno, have stronger properties of their own in place of some of these.
UNEXTENDED = tuple(rules for rules in RULESETS if rules[0] != "extended")
PLAIN = tuple(rules for rules in UNEXTENDED if rules[0] != "touhouno")


@on_walks(times=3)
def test_cards_are_conserved(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    start = opened(chosen, count, rng)

    for _, _, after in walk(start, rng, length):
        cards = cards_of(after)
        assert cards.total() == start.ruleset.deck.size
        assert all(cards[card] <= copies for card, copies in start.ruleset.deck.copies.items())
        assert cards.total() - cards[UNKNOWN] == sum(cards[card] for card in start.ruleset.deck.copies)


@on_walks(times=3)
def test_somebody_can_act_or_the_round_is_over(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for _, _, after in walk(opened(chosen, count, rng), rng, length):
        assert after.over != bool(unoref.legal_actions(after))
        assert not isinstance(after.frames[-1], Auto)
        owner = after.to_act
        if owner is not None:
            assert unoref.legal_actions(after, owner)


@on_walks(UNEXTENDED, times=3)
def test_no_turn_is_offered_while_a_hand_is_empty(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for _, _, after in walk(opened(chosen, count, rng), rng, length):
        if isinstance(after.frames[-1], Turn):
            assert () not in [cards for seat, cards in enumerate(after.hands) if seat not in after.finished]


@on_walks()
def test_judge_apply_and_legal_actions_agree(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for state, _, _ in walk(opened(chosen, count, rng), rng, length // 4):
        listed = unoref.legal_actions(state)
        assert len(set(listed)) == len(listed)
        for action in listed:
            assert find(state, action).verdict != "illegal"
        for action in (anything(state, rng) for _ in range(12)):
            agrees(state, action, listed)
        complete(state, listed, rng)


@on_walks()
def test_they_agree_with_unknown_cards_too(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    start = opened(chosen, count, rng)
    for _, _, after in walk(start, rng, length):
        start = after
    start = unoref.observe(start, rng.randrange(-1, len(start.hands)))

    for state, _, after in walk(start, rng, 12):
        listed = unoref.legal_actions(state)
        for action in listed:
            assert find(state, action).verdict != "illegal"
        for action in (anything(state, rng) for _ in range(8)):
            agrees(state, action, listed)
        complete(state, listed, rng)
        assert cards_of(after).total() == start.ruleset.deck.size
        assert all(cards_of(after)[card] <= copies for card, copies in start.ruleset.deck.copies.items())


def complete(state: State, listed: tuple[unoref.Action, ...], rng: Random) -> None:
    """Now and then: what a seat may do that is soon said is in the list, with a card it holds, the twin of the top or another."""
    if rng.random() < 0.6:
        return
    opponents = range(len(state.hands))
    seat = Seat(rng.choice((*opponents, *[max(0, state.frames[-1].seat)] * len(opponents))))
    tried: list[unoref.Action] = [kind(seat) for kind in (Draw, Pass, Accept, Refuse, Challenge, CallUno)]
    tried += [Catch(seat, Seat(other)) for other in opponents]
    tried += [Name(seat, color) for color in Color]
    top = state.discard.top
    others = rng.sample(state.ruleset.deck.cards, 4)
    for card in dict.fromkeys((*state.hands[seat], *others, *(() if top is None else (top,)))):
        if card is not UNKNOWN:
            colors = (rng.choice(BASE_COLORS),) if card.face in TAKERS["naming"] and rng.random() < 0.8 else ()
            targets = [None, *map(Seat, opponents)] if card.face in TAKERS["on"] else [None]
            tried += [kind(seat, (card,), colors, target=at) for kind in (Play, JumpIn, Answer) for at in targets]
    for action in tried:
        if find(state, action).verdict != "illegal":
            assert isinstance(state.frames[-1], FindSwept) or bare(action, state) in listed, action


def agrees(state: State, action: unoref.Action, listed: tuple[unoref.Action, ...]) -> None:
    """The verdict, ``apply`` and the list say the same of an action."""
    ruling = unoref.judge(state, action)
    if ruling.verdict == "illegal":
        with pytest.raises(unoref.IllegalAction):
            unoref.apply(state, action)
        assert action not in listed
    else:
        assert unoref.apply(state, action) == ruling.after
        assert isinstance(state.frames[-1], FindSwept) or bare(action, state) in listed


@on_walks()
def test_the_old_state_is_untouched_and_the_new_one_differs(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    state = opened(chosen, count, rng)

    for _ in range(length // 4):
        if state.over:
            break
        kept, code = pickle.dumps(state), hash(state)
        action = rng.choice(unoref.legal_actions(state))
        after = unoref.apply(state, action)
        copy = pickle.loads(kept)
        assert state == copy and hash(state) == hash(copy) == code
        assert after != state
        state = after


@on_walks(times=3)
def test_sentences_read_back(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for state, action, _ in walk(opened(chosen, count, rng), rng, length):
        assert unoref.parse(unoref.format(action, state), state) == action


@on_walks()
def test_positions_read_back_from_records(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    start = opened(chosen, count, rng)
    state = start

    for number, (_, _, after) in enumerate(walk(start, rng, length)):
        state = after
        if number % 7 == 0 or after.over:
            for kind in ("toml", "json"):
                assert unoref.loads(unoref.dumps(unoref.record(after), kind)).state() == after
    hidden = unoref.observe(state, rng.randrange(-1, len(state.hands)))
    assert unoref.loads(unoref.dumps(unoref.record(hidden), "json")).state() == hidden


@on_walks()
def test_rotating_the_seats_commutes_with_play(chosen: Rules, count: int, seed: int, length: int, by: int) -> None:
    rng = Random(seed)

    for state, action, after in walk(opened(chosen, count, rng), rng, length // 2):
        count = len(state.hands)
        turned, moved = rotated(state, by, count), rotated(action, by, count)
        assert isinstance(turned, State) and isinstance(moved, unoref.Action)
        assert unoref.apply(turned, moved) == rotated(after, by, count)
        listed = {rotated(open_now, by, count) for open_now in unoref.legal_actions(state)}
        assert set(unoref.legal_actions(turned)) == listed


@on_walks(PLAIN)
def test_observing_then_acting_agrees_with_acting_then_observing(
    chosen: Rules, count: int, seed: int, length: int
) -> None:
    rng = Random(seed)
    start = opened(chosen, count, rng)
    viewer = rng.randrange(-1, len(start.hands))

    for state, action, after in walk(start, rng, length // 2):
        seen = unoref.observe(state, viewer)
        said = as_seen(action, state, viewer)
        then = unoref.apply(seen, said)
        while isinstance(frame := then.frames[-1], FindGuilt) and not isinstance(after.frames[-1], FindGuilt):
            happened = [event.event for event in unoref.transition(state, action).events]
            found = [kind == "guilty" for kind in happened if kind in ("guilty", "innocent")]
            guilty = found[len(frame.found) if isinstance(frame, FindEach) else 0]
            then = unoref.apply(then, Find("guilty" if guilty else "innocent"))
        if isinstance(frame, FindLowest) and after.over:
            then = unoref.apply(then, ChooseSeat(after.winners[0]))
        if isinstance(frame, FindFirst) and not isinstance(after.frames[-1], FindFirst):
            then = unoref.apply(then, ChooseSeat(Seat(after.players.index(told(state, action)["highest-hand"] or ""))))
        assert unoref.observe(then, -1) == unoref.observe(after, -1)


def as_seen(action: unoref.Action, state: State, viewer: int) -> unoref.Action:
    """The action as it is known to the viewer."""
    if isinstance(action, Shuffle):
        return Shuffle()
    if isinstance(action, Draw) and (action.actor != viewer or state.ruleset.options.get("blind-draw")):
        return Draw(action.actor)
    if isinstance(action, Accept) and action.actor != viewer:
        return Accept(action.actor)
    return action


def told(state: State, action: unoref.Action) -> dict[str, str | None]:
    """What happens by the action: each kind of event, and whom it concerns."""
    return {event.event: event.seat for event in unoref.transition(state, action).events}


#: Events that concern every hand, and one that makes the whole position what it was before.
OF_ALL_HANDS = {"hands-gathered", "hands-recalled", "hands-rotated"}
OF_EVERYTHING = {"undone"}


@on_walks(times=3)
def test_what_changes_is_told(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for state, action, after in walk(opened(chosen, count, rng), rng, length // 2):
        events = unoref.transition(state, action).events
        kinds = {event.event for event in events}
        concerned = {name for event in events for name in (event.seat, event.other)}
        if kinds & OF_EVERYTHING:
            continue
        if isinstance(action, Choose):
            concerned.add(after.name(action.actor))  # a card chosen to lie aside is told when all of them are chosen
        for seat, name in enumerate(after.players):
            if len(state.hands[seat]) != len(after.hands[seat]) and not kinds & OF_ALL_HANDS:
                assert name in concerned, (name, events)
            if seat in after.finished and seat not in state.finished:
                assert name in concerned or "pile-ends" in kinds, (name, events)
            if seat in after.called and seat not in state.called:
                assert name in concerned, (name, events)
        if state.direction != after.direction:
            assert any("revers" in kind or "direction" in kind for kind in kinds), events
        color = after.in_force.color
        if color is not None and color is not state.in_force.color:
            named = {event.color for event in events} | {card.color for event in events for card in event.cards}
            assert color in named or "taken-back" in kinds, (color, events)
        if type(state.frames[0]) is Turn and type(after.frames[-1]) is Turn and state.frames[0] != after.frames[-1]:
            whose = after.name(after.frames[-1].seat)
            assert ("turn", whose) in {(event.event, event.seat) for event in events}, events


@on_walks(times=3)
def test_what_has_to_be_known_is_asked_as_a_question(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for state, _, _ in walk(opened(chosen, count, rng), rng, length // 8):
        for need in unoref.judge(unoref.observe(state, -1), anything(state, rng)).needs:
            assert need.text("en").endswith("?"), need.point
            assert need.text("zh").endswith("？"), need.point


@on_walks()
def test_every_verdict_and_event_cites_a_clause(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for state, _, _ in walk(opened(chosen, count, rng), rng, length // 8):
        for action in (rng.choice(unoref.legal_actions(state)), anything(state, rng)):
            ruling = unoref.judge(state, action)
            assert ruling.reasons
            said: list[Reason | unoref.Event | Objection] = [*ruling.reasons, *ruling.events, *ruling.objections]
            for cited in said:
                assert state.ruleset.book.cited(cited.clause).text("en")
                assert cited.text("en") and cited.text("zh")
            for need in ruling.needs:
                assert need.if_yes != need.if_no and need.text("en") and need.text("zh")
            assert (ruling.verdict == "undetermined") == bool(ruling.needs)


@pytest.mark.parametrize("chosen", RULESETS, ids=str)
def test_random_rounds_end(chosen: Rules) -> None:
    endless = []
    for seed in range(2 if chosen[0] == "extended" and chosen[1] else 12):  # the longest rounds
        rng = Random(seed)
        state = opened(chosen, (2, 3, 4, 7, 10)[seed % 5], rng)
        for _, _, after in walk(state, rng, GUARD):
            state = after
        if not state.over:
            endless.append(seed)

    assert len(endless) <= 1, f"seeds without an end within {GUARD} actions: {endless}"


@on_walks(UNEXTENDED)
def test_what_is_observed_holds_nothing_hidden(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for _, _, after in walk(opened(chosen, count, rng), rng, length // 2):
        nothing_hidden_is_seen(after, rng.randrange(-1, len(after.hands)))


def nothing_hidden_is_seen(state: State, viewer: int) -> None:
    """What a seat sees is its own hand, what lies open, and of what is pending no more than it may know."""
    seen = unoref.observe(state, viewer)

    face_down = [card for frame in state.frames if frame.seat == viewer for card in frame.face_down]
    if viewer >= 0:
        assert (Counter(seen.hands[viewer]) - Counter(state.hands[viewer])).total() == len(face_down)
    assert set(seen.draw_pile) <= {UNKNOWN}
    lie_open = state.ruleset.tables.settings.get("teams.open-hands", False)
    looking = next((team for team in state.teams if lie_open and viewer in team), (viewer,))
    for seat, cards in enumerate(seen.hands):
        shown = state.public[seat] if state.public else ()
        if seat not in looking:
            lying_open = state.hands[seat] if shown is None else shown
            assert Counter(cards) - Counter({UNKNOWN: len(cards)}) == Counter(lying_open) - Counter(
                {UNKNOWN: len(cards)}
            )
        else:
            assert face_down or cards == state.hands[seat]
    assert unoref.observe(seen, viewer) == seen
    for frame in seen.frames:
        if isinstance(frame, Contested) and frame.offender not in looking:
            assert frame.held is None
        if type(frame) in (Draws, Drawn) and frame.seat not in looking:  # others lie open
            assert getattr(frame, "named", ()) == () and getattr(frame, "card", UNKNOWN) is UNKNOWN


@given(
    st.integers(0, 2**32), st.sampled_from(({}, {"exhausted": "lowest-hand"}, {"stacking": "like", "jump_in": True}))
)
def test_teams_win_together(seed: int, chosen: dict[str, object]) -> None:
    rng = Random(seed)
    rules = unoref.ruleset("official", teams=True, **chosen)
    state = unoref.settle(unoref.deal(rules, ["Ann", "Bo", "Cy", "Di"], rng=rng), rng)
    for _, _, after in walk(state, rng, GUARD):
        state = after

    if state.winners:
        points = unoref.score(state).points
        assert set(state.winners) in ({0, 2}, {1, 3})
        assert points[state.winners[0]] == points[state.winners[1]]
    else:
        assert len(list(walk(state, rng, 1))) == (0 if state.over else 1)


@pytest.mark.parametrize("variant", OPTIONS)
def test_the_walks_try_every_option_away_from_its_default(variant: str) -> None:
    options = unoref.ruleset(variant).book.options
    walked = [unoref.ruleset(variant, **chosen) for chosen in OPTIONS[variant]]
    tried = {name for rules in walked for name, value in rules.options.items() if value != options[name].default}

    assert set(options) - tried == set()


@on_walks(UNEXTENDED, times=3)
def test_a_call_stands_only_for_a_single_card_or_a_play_about_to_be_made(
    chosen: Rules, count: int, seed: int, length: int
) -> None:
    rng = Random(seed)

    for _, _, after in walk(opened(chosen, count, rng), rng, length):
        frame = after.frames[-1]
        if isinstance(frame, Turn):
            for seat in after.called:
                assert len(after.hands[seat]) == 1 or (len(after.hands[seat]) == 2 and frame.seat == seat)


def test_a_play_said_with_a_needless_call_does_what_the_play_does() -> None:
    rng = Random(5)
    state = unoref.settle(opened(("official", {}), 3, rng), rng)
    play = next(action for action in unoref.legal_actions(state) if isinstance(action, Play))

    assert isinstance(play, Laying)
    assert unoref.apply(state, attrs.evolve(play, saying_uno=True)) == unoref.apply(state, play)


def test_one_shuffle_serves_two_draws_that_wait_for_it() -> None:
    rules = unoref.ruleset("official")
    hands = {"Ann": "R+2 R1", "Bo": "B1 B2", "Cy": "Y1 Y2"}
    state = table(rules, hands, "G1 G2 G3 G4 G5 R9", draw_pile="")
    state = unoref.apply(state, unoref.parse("Ann plays R+2", state))
    state = unoref.apply(state, unoref.parse("Bo catches Ann", state))
    state = unoref.apply(state, unoref.parse("table shuffles G1 G2 G3 G4 G5 R9", state))

    assert [len(cards) for cards in state.hands] == [3, 4, 2]
    assert cards_of(state).total() == 12
    assert state.frames == (Turn(Seat(2)),)


def test_a_draw_in_turn_comes_before_the_cards_of_a_later_catch() -> None:
    rules = unoref.ruleset("official", uno_catch_until="next-play")
    state = table(rules, {"Ann": "R1 R2", "Bo": "?3", "Cy": "?3"}, "B5 R5", draw_pile="")
    for sentence in ("Ann plays R1", "Bo draws", "Cy catches Ann", "table shuffles"):
        state = unoref.apply(state, unoref.parse(sentence, state))

    assert (len(state.hands[0]), len(state.hands[1])) == (2, 4)
    assert type(state.frames[-1]) is Drawn


def test_a_contested_card_that_was_shuffled_away_is_not_taken_back() -> None:
    rules = unoref.ruleset("official", reshuffle_top="shuffled", challenge_card="taken-back")
    state = table(rules, {"Ann": "W+4 R1", "Bo": "?3", "Cy": "?3"}, "R5", draw_pile="?")
    for sentence in ("Ann plays W+4 naming blue", "Cy catches Ann", "table shuffles", "Bo challenges"):
        state = unoref.apply(state, unoref.parse(sentence, state))

    assert state.frames[-1].seat == 0
    assert cards_of(state).total() == 10


def test_an_open_card_that_is_played_lies_open_no_longer() -> None:
    rules = unoref.ruleset("official")
    state = attrs.evolve(table(rules, {"Ann": "R1 R2 R3", "Bo": "?3"}, "R5"), public=((CARDS["R1"],), ()))
    state = unoref.apply(state, unoref.parse("Ann plays R1", state))

    assert unoref.observe(state, 1).hands[0] == (UNKNOWN, UNKNOWN)


def test_the_challenger_names_the_color_after_the_shuffle_the_offender_waits_for() -> None:
    rules = unoref.ruleset("official", challenge_card="challenger-names")
    state = table(rules, {"Ann": "W+4 R1", "Bo": "B1 B2", "Cy": "Y1 Y2"}, "G1 G2 G3 G4 G5 G6 R5", draw_pile="B9")
    for sentence in ("Ann plays W+4 naming blue", "Bo challenges", "table shuffles", "Bo names green"):
        state = unoref.apply(state, unoref.parse(sentence, state))

    assert len(state.hands[0]) == 5
    assert cards_of(state).total() == 14
    assert state.frames == (Turn(Seat(1)),)


def played(state: State, *sentences: str) -> State:
    for sentence in sentences:
        state = unoref.apply(state, unoref.parse(sentence, state))
    return state


@pytest.mark.parametrize("seed", range(12))
def test_a_shuffle_by_chance_keeps_what_was_said_to_be_drawn(seed: int) -> None:
    state = table(unoref.ruleset(), {"Ann": "R1 R2", "Bo": "?3"}, "G7 G8 R5", draw_pile="")
    state = unoref.settle(played(state, "Ann draws G8"), Random(seed))

    assert CARDS["G8"] in state.hands[0]


def test_a_catch_in_between_does_not_change_what_was_said_to_be_drawn() -> None:
    rules = unoref.ruleset("official", uno_catch_until="next-play")
    state = table(rules, {"Ann": "W+4 R1", "Bo": "R2 R3", "Cy": "Y1 Y2"}, "G1 G2 G3 G4 G5 G6 R5", draw_pile="")
    state = played(state, "Ann plays W+4 naming blue", "Bo accepts G1 G2 G3 G4", "Cy catches Ann")

    with pytest.raises(unoref.IllegalAction):
        played(state, "table shuffles G5 G6 G1 G2 G3 G4 R5")
    shuffled = unoref.settle(state, Random(1))
    assert {CARDS[code] for code in ("G1", "G2", "G3", "G4")} <= set(shuffled.hands[1])


def test_cards_said_to_be_drawn_stay_hidden_while_the_table_shuffles() -> None:
    state = table(unoref.ruleset(), {"Ann": "R1 R2", "Bo": "?3", "Cy": "?3"}, "G7 G8 R5", draw_pile="")
    state = played(state, "Ann draws G8")
    waiting = [frame for frame in unoref.observe(state, 1).frames if isinstance(frame, Draws)]

    assert [frame.named for frame in waiting] == [()]


def test_an_early_call_lapses_with_the_turn_it_was_made_in() -> None:
    rules = unoref.ruleset("official", jump_in=True)
    state = table(rules, {"Ann": "R5 R6 R7", "Bo": "R1 R2", "Cy": "R5 B1 B2", "Di": "G1 G2"}, "R9")
    state = played(state, "Ann plays R5", "Bo calls uno", "Cy jumps in with R5")

    assert state.called == frozenset()


def test_a_seat_that_is_not_at_the_table_is_no_action() -> None:
    state = table(unoref.ruleset(), {"Ann": "R1 R2", "Bo": "?3"}, "R5")

    for strange in (Catch(Seat(-1), Seat(0)), Catch(Seat(0), Seat(-1)), CallUno(Seat(-1)), Draw(Seat(2))):
        with pytest.raises(ValueError, match="not at a table of 2"):
            unoref.judge(state, strange)
        with pytest.raises(ValueError, match="not at a table of 2"):
            unoref.apply(state, strange)


def test_a_win_without_a_call_is_told_only_where_there_is_a_win() -> None:
    rules = unoref.ruleset("official", edition="shuffle-hands")
    start = table(rules, {"Ann": ":shuffle-hands", "Bo": "R1 R2", "Cy": "R3 R4"}, "R5")
    state = attrs.evolve(start, called=frozenset())
    step = unoref.transition(state, unoref.parse("Ann plays :shuffle-hands naming red", state))

    assert "uncalled" not in [event.event for event in step.events]


def test_a_hand_whose_unknown_cards_fit_nothing_is_stuck_for_certain() -> None:
    rules = unoref.ruleset()
    seen = [card for card in rules.deck.cards if card is not CARDS["Y9"]]
    seen.remove(CARDS["R5"])
    state = table(rules, {"Ann": "?", "Bo": " ".join(card.code for card in seen)}, "R5", draw_pile="")

    assert unoref.judge(state, unoref.parse("Ann passes", state)).verdict == "legal"


def test_the_turn_of_who_takes_a_card_back_is_told() -> None:
    rules = unoref.ruleset("official", challenge_card="taken-back")
    state = table(rules, {"Ann": "W+4 R1 R2", "Bo": "?3", "Cy": "?3"}, "R5")
    state = played(state, "Ann plays W+4 naming blue")
    step = unoref.transition(state, unoref.parse("Bo challenges", state))

    assert (step.events[-1].event, step.events[-1].seat) == ("turn", "Ann")


@pytest.mark.parametrize("strange", [{"dealer": 7}, {"scores": [1]}, {"teams": [[0], [1]]}], ids=str)
def test_a_deal_at_an_impossible_table_is_refused(strange: dict[str, Any]) -> None:
    with pytest.raises(unoref.RecordError):
        unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=Random(1), **strange)


def test_what_has_to_be_known_is_asked_the_right_way_round() -> None:
    state = table(unoref.ruleset(), {"Ann": "R7 G1 G2", "Bo": "?3"}, "R5")
    state = played(state, "Ann draws")
    need = unoref.judge(state, unoref.parse("Ann plays R7", state)).needs[0]

    assert need.text("en") == "Is red 7 the card Ann has just drawn?"
    assert (need.if_yes, need.if_no) == ("legal", "illegal")
