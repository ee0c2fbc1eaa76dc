"""What must hold in every position of the extended rules, tried on random walks."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unoref
from tests.extended_walks import any_action, bare, opened, steps
from tests.walks import cards_of, rotated
from unoref.actions import Accept, Action, Draw, Find, Pick, Play, Show, Shuffle
from unoref.cards import UNKNOWN, Card
from unoref.engine import find
from unoref.frames import Auto, Frame, Turn
from unoref.lasting import Lasting, Seen
from unoref.seats import Seat
from unoref.state import State
from unoref.variants.extended.aoe import Aoe
from unoref.variants.extended.effects import OnPlayer, Transfer
from unoref.variants.extended.judging import Judgement
from unoref.variants.extended.limits import FindSuspect, Suspect
from unoref.variants.extended.memory import Memory, Remembered
from unoref.variants.extended.swaps import LookAt, TakeCards
from unoref.variants.extended.sweep import Distribution, FindSwept, is_swept

#: More actions than nearly every random round takes.
GUARD = 4_000

#: Each switch away from its default at least once; what can meet is put together.
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {},
    {"transfer_copies": 2, "black_cards": "older", "hand_size": 5, "start_card": "number"},
    {"revive": True, "jump": True, "blank_card": "plain", "hand_size": 3, "start_card_acts": True},
    {"deck": "basic", "jump_in": True, "ban_out_of_turn": True, "two_player_reverse": "skip"},
    {"hand_cap": 1, "hand_cap_check": "never-above", "must_play_when_no_draw": False, "end": "first-out"},
    {"hand_cap": 2, "hand_cap_check": "per-draw", "start_card": "no-infinity", "scoring": "off"},
    {"hand_cap": 0, "empty_pile": "end", "duel_one_function": False, "infinity_match": "color"},
    {"infinity_in_hand_is": "number", "wild_same_color": False, "plus_four_limit": True, "strict_matching": True},
    {"infinity_in_hand_is": "choice", "plus_four_limit": True, "plus_four_challenge": True, "must_play": True},
    {"draw_then_play": "drawn", "pre_judge_ends_turn": False, "pre_judge_cards": "ban-and-reverse"},
    {"judge_order": "holder", "stun_forces_accept": False, "stun_forces_disarm": True, "pre_judge_ends_turn": False},
    {"summaries": "ignored", "stun_first": True, "jumped_over_effects": "lapse", "hand_size": 4},
    {"priority": "ties", "pill_scope": "pending", "pill_match": False, "pill_after_drawing": True},
    {"pill_under_stun": True, "pill_vs_god_hand": True, "pill_vs_aoe_opening": True, "pill_last": "stays"},
    {"pill_match": False, "pill_after_drawing": True, "pill_turn": "lost", "pill_last": "pill", "priority": "ties"},
    {"pill_as_blank": True, "undone_draw": "shuffled", "pill_match": False, "pill_vs_aoe_opening": True},
    {"transfer_attach": "numbers", "emptied_by_others_goes_out": False, "god_hand_empty": "draws-one"},
    {"recast": "own-turn", "reward_god_hand_with_two": True, "clip_pick": "target", "widow_match": "color"},
    {"recast": "once-a-turn", "widow_sets_last": False, "widow_look": "opponent", "duel_flips": "pile"},
    {"duel_no_number": "draw", "duel_discards": "random", "bomb_order": "round", "bomb_opposite": "twice"},
    {"disarm_too_few": "discard", "grenade_functions_act": True, "grenade_may_decline": False},
    {"argue_may_decline": False, "aoe_empty_hand": "passed-over", "reset_under_band": "none", "hand_size": 2},
    {"band_self": False, "band_timing": "judgement", "band_stacking": "separate", "c4_steps_are_turns": True},
    {"argue_skip_loser": True, "reward_swept_act": True, "camouflage_scope": "play-phase", "win_test": "at-once"},
    {"reward_last": "reward", "reward_color": "printed", "win_test": "after-pill", "pill_match": False},
    {"out_together": "shared", "uno": "call", "uno_causes": "own-plays", "hand_size": 3},
    {"uno": "call", "hand_size": 2},
    {"uno": "off", "out_together": "shared", "revive": True, "hand_size": 2},
)

#: Walks under the extended rules are long: fewer of them, at much greater length with ``--hypothesis-profile=prove``.
few = settings(max_examples=max(40, settings().max_examples // 3))

seeds = st.integers(0, 2**32)
options = st.sampled_from(OPTIONS)
players = st.sampled_from((2, 3, 4, 5, 10))
lengths = st.integers(0, 300)


@given(options, players, seeds, lengths)
def test_cards_are_conserved(chosen: dict[str, object], count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    start = opened(chosen, count, rng)

    for _, _, after in steps(start, rng, length):
        cards = cards_of(after)
        assert cards.total() == start.ruleset.deck.size
        assert all(cards[card] <= copies for card, copies in start.ruleset.deck.copies.items())
        if not cards[UNKNOWN]:
            assert cards == start.ruleset.deck.copies


@given(options, players, seeds, lengths)
def test_somebody_can_act_or_the_round_is_over(chosen: dict[str, object], count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for _, _, after in steps(opened(chosen, count, rng), rng, length):
        assert after.over != bool(unoref.legal_actions(after))
        assert not isinstance(after.frames[-1], Auto)
        owner = after.to_act
        if owner is not None:
            assert unoref.legal_actions(after, owner)


@given(options, players, seeds, lengths)
def test_nobody_without_cards_and_with_nothing_pending_is_asked(
    chosen: dict[str, object], count: int, seed: int, length: int
) -> None:
    rng = Random(seed)

    for _, _, after in steps(opened(chosen, count, rng), rng, length):
        top = after.frames[-1]
        if isinstance(top, Turn):
            assert after.hands[top.seat]
        if isinstance(top, Judgement) and not after.hands[top.seat]:
            assert any(isinstance(effect, OnPlayer) and effect.seat == top.seat for effect in after.lasting)


@given(options, players, seeds, lengths)
@few
def test_judge_apply_and_legal_actions_agree(chosen: dict[str, object], count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for state, _, _ in steps(opened(chosen, count, rng), rng, length // 4):
        listed = unoref.legal_actions(state)
        assert len(set(listed)) == len(listed)
        for action in rng.sample(listed, min(len(listed), 30)):
            assert find(state, action).verdict != "illegal"
        for action in (any_action(state, rng) for _ in range(12)):
            agrees(state, action, listed)


@given(options, players, seeds, lengths)
@few
def test_they_agree_with_unknown_cards_too(chosen: dict[str, object], count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    walk = list(steps(opened(chosen, count, rng), rng, length))
    start = unoref.observe(walk[-1][2], rng.randrange(-1, count)) if walk else opened(chosen, count, rng)

    for state, _, after in steps(start, rng, 12):
        listed = unoref.legal_actions(state)
        for action in rng.sample(listed, min(len(listed), 30)):
            assert find(state, action).verdict != "illegal"
        for action in (any_action(state, rng) for _ in range(8)):
            agrees(state, action, listed)
        assert cards_of(after).total() == start.ruleset.deck.size
        assert all(cards_of(after)[card] <= copies for card, copies in start.ruleset.deck.copies.items())


def agrees(state: State, action: Action, listed: tuple[Action, ...]) -> None:
    """The verdict, ``apply`` and the list say the same of an action."""
    ruling = unoref.judge(state, action)
    if ruling.verdict == "illegal":
        with pytest.raises(unoref.IllegalAction):
            unoref.apply(state, action)
        assert action not in listed
    else:
        assert unoref.apply(state, action) == ruling.after
        assert isinstance(state.frames[-1], FindSwept) or bare(action, state) in listed


@given(options, players, seeds, lengths)
@few
def test_the_old_state_is_untouched_and_the_new_one_differs(
    chosen: dict[str, object], count: int, seed: int, length: int
) -> None:
    rng = Random(seed)
    state = opened(chosen, count, rng)

    for _ in range(length // 6):
        if state.over:
            break
        kept, code = pickle.dumps(state), hash(state)
        after = unoref.apply(state, rng.choice(unoref.legal_actions(state)))
        copy = pickle.loads(kept)
        assert state == copy and hash(state) == hash(copy) == code
        assert after != state
        state = after


@given(options, players, seeds, lengths)
@few
def test_sentences_and_records_read_back(chosen: dict[str, object], count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    state = opened(chosen, count, rng)

    for number, (before, action, after) in enumerate(steps(state, rng, length)):
        assert unoref.parse(unoref.format(action, before), before) == action
        if number % 7 == 0 or after.over:
            for kind in ("toml", "json"):
                assert unoref.loads(unoref.dumps(unoref.record(after), kind)).state() == after
        state = after
    hidden = unoref.observe(state, rng.randrange(-1, count))
    assert unoref.loads(unoref.dumps(unoref.record(hidden), "json")).state() == hidden


@given(options, players, seeds, lengths)
@few
def test_every_event_and_verdict_is_told_and_cites_a_clause(
    chosen: dict[str, object], count: int, seed: int, length: int
) -> None:
    rng = Random(seed)

    for state, action, _ in steps(opened(chosen, count, rng), rng, length // 3):
        events = unoref.transition(state, action).events
        waiting = [event.seat for event in events if event.event == "not-out-yet"]
        assert len(set(waiting)) == len(waiting)
        for event in events:
            assert event.clause.startswith("extended:")
            assert event.text("en") and event.text("zh")
        for some in (action, any_action(state, rng)):
            reasons = unoref.judge(state, some).reasons
            assert reasons
            assert all(reason.text("en") and reason.text("zh") for reason in reasons)


@given(options, players, seeds, lengths)
@few
def test_rotating_the_seats_commutes_with_play(chosen: dict[str, object], count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    by = rng.randrange(count)

    for state, action, after in steps(opened(chosen, count, rng), rng, length // 3):
        turned = rotated(state, by, count)
        moved = rotated(action, by, count)
        assert isinstance(turned, State) and isinstance(moved, Action)
        assert unoref.apply(turned, moved) == rotated(after, by, count)


@given(options, players, seeds, lengths)
@few
def test_nobody_sees_what_is_hidden(chosen: dict[str, object], count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    walk = list(steps(opened(chosen, count, rng), rng, length))
    if not walk:
        return
    state = walk[-1][2]
    for viewer in range(-1, count):
        seen = unoref.observe(state, viewer)
        assert set(seen.draw_pile) <= {UNKNOWN}
        known = Counter(card for card in cards_of(seen).elements() if card is not UNKNOWN)
        allowed = Counter(state.discard)
        if viewer >= 0:
            allowed += Counter(state.hands[viewer])
        for kept in (*state.frames, *state.lasting):
            assert isinstance(kept, Frame | Lasting)
            shown = kept.seen_by(Seat(viewer))
            entitled: tuple[Card, ...] = ()
            if isinstance(kept, Distribution) and kept.user == viewer:
                entitled = kept.cards
            if isinstance(kept, Transfer):
                given = zip(kept.cards, kept.givers, strict=True)
                entitled = tuple(card for card, giver in given if giver == viewer)
            if isinstance(kept, Seen) and kept.by == viewer:
                entitled = kept.cards
            assert not Counter(card for card in shown.aside if card is not UNKNOWN) - Counter(entitled)
            allowed += Counter(entitled)
            if isinstance(shown, Memory):
                hands = getattr(shown, "hands", ())
                assert all(set(cards) <= {UNKNOWN} for place, cards in enumerate(hands) if place != viewer)
                assert set(getattr(shown, "draw_pile", ())) <= {UNKNOWN}
        assert not known - allowed
        assert unoref.observe(seen, viewer) == seen


@given(players, seeds)
@few
def test_effects_on_the_whole_table_end(count: int, seed: int) -> None:
    rng = Random(seed)
    state = opened({}, count, rng)
    lasted = 0

    for _, _, after in steps(state, rng, GUARD):
        lasted = lasted + 1 if isinstance(after.frames[-1], Aoe) else 0
        assert lasted <= state.ruleset.deck.size + 40  # each step spends a card; two players may recast in between


@pytest.mark.parametrize("count", [2, 3, 4, 7])
def test_random_rounds_end(count: int) -> None:
    unfinished = []

    for seed in range(12):
        rng = Random(seed)
        state = opened({}, count, rng)
        for _, _, after in steps(state, rng, GUARD):
            state = after
        if not state.over:
            unfinished.append(seed)
    assert len(unfinished) <= 1, f"rounds that did not end within {GUARD} actions: {unfinished}"


def heard(action: Action, state: State, viewer: int) -> Action:
    """The action as a seat hears it: cards that only others see are unknown."""
    if isinstance(action, Draw) and action.actor != viewer:
        return Draw(action.actor)
    if isinstance(action, Accept) and action.actor != viewer:
        return Accept(action.actor)
    if isinstance(action, Play) and action.attaching and action.actor != viewer:
        return attrs.evolve(action, attaching=(UNKNOWN,) * len(action.attaching))
    frame = state.frames[-1]
    if isinstance(action, Pick) and isinstance(frame, TakeCards) and viewer not in (frame.taker, frame.source):
        return attrs.evolve(action, cards=(UNKNOWN,) * len(action.cards))
    if isinstance(action, Pick) and isinstance(frame, Distribution) and viewer not in (frame.to, frame.user):
        return attrs.evolve(action, cards=(UNKNOWN,))
    if isinstance(action, Show) and isinstance(frame, LookAt) and viewer not in (frame.by, frame.of):
        return attrs.evolve(action, cards=(UNKNOWN,) * len(action.cards))
    if isinstance(action, Shuffle):
        return Shuffle()
    return action


def won_by_what_it_undoes(state: State, action: Play) -> bool:
    """Whether a pill came to its player by the very play that it undoes."""
    kept = next((effect for effect in state.lasting if isinstance(effect, Remembered)), None)
    return kept is not None and any(card not in kept.hands[action.actor] for card in action.cards)


def told_swept(seen: State, action: Play, full: State) -> State:
    """The position once the table has told which unknown cards a reward sweeps."""
    frame = seen.frames[-1]
    if not isinstance(frame, FindSwept):
        return seen
    hand = list(full.hands[action.actor])
    for card in (*action.cards, *(() if action.adding is None else (action.adding,))):
        hand.remove(card)
    for card in seen.hands[action.actor]:
        if card is not UNKNOWN:
            hand.remove(card)  # the table tells of the unknown ones only
    swept = tuple(card for card in hand if is_swept(full, card, frame.color))
    if not swept:
        return unoref.apply(seen, Find("no"))
    last = action.topping or swept[-1]
    order = (*[card for card in swept if card is not last], *[last] * swept.count(last))
    return unoref.apply(seen, Pick((UNKNOWN,) * len(swept) if frame.hidden else order, frame.user))


@few
@given(options, players, seeds, lengths)
def test_acting_and_then_seeing_agrees_with_seeing_and_then_acting(
    chosen: dict[str, object], count: int, seed: int, length: int
) -> None:
    rng = Random(seed)
    viewer = rng.randrange(-1, count)

    for state, action, after in steps(opened(chosen, count, rng), rng, length // 2):
        if isinstance(state.frames[-1], FindSwept):
            continue  # the walk itself has lost sight of cards
        if isinstance(action, Play) and won_by_what_it_undoes(state, action):
            continue  # nobody but its player can know where the pill lay before
        seen = unoref.observe(state, viewer)
        then = unoref.apply(seen, heard(action, state, viewer))
        if isinstance(action, Play):
            then = told_swept(then, action, state)
        if isinstance(then.frames[-1], FindSuspect):
            held = next(effect.held for effect in state.lasting if isinstance(effect, Suspect))
            if held is None:
                continue
            then = unoref.apply(then, Find("guilty" if held else "innocent"))
        wanted = unoref.observe(after, viewer)
        assert [len(cards) for cards in then.hands] == [len(cards) for cards in wanted.hands]
        assert (then.in_force, then.direction, then.finished) == (wanted.in_force, wanted.direction, wanted.finished)
        assert [type(frame) for frame in then.frames] == [type(frame) for frame in wanted.frames]
        assert then.to_act == wanted.to_act
        assert then.discard.top in (wanted.discard.top, UNKNOWN) and len(then.discard) == len(wanted.discard)
        below = Counter(
            card for card in then.discard if card is not UNKNOWN
        )  # a whole hand lies in no order anybody fixed
        assert not below - Counter(wanted.discard)
        kinds = Counter(type(effect) for effect in then.lasting if not isinstance(effect, Seen))
        assert kinds == Counter(type(effect) for effect in wanted.lasting if not isinstance(effect, Seen))
        if viewer >= 0:
            hidden = Counter(wanted.hands[viewer]) - Counter(unoref.observe(then, viewer).hands[viewer])
            assert hidden.total() <= then.hands[viewer].count(UNKNOWN)
