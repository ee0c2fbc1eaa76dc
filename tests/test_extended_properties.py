"""What must hold in every position of the extended rules besides what holds everywhere, tried on random walks."""

from __future__ import annotations

from collections import Counter
from random import Random

import attrs
from hypothesis import settings

import unoref
from tests.walks import GUARD, RULESETS, Rules, cards_of, on_walks, opened
from unoref.actions import Accept, Action, Draw, Find, Pick, Play, Show, Shuffle
from unoref.cards import UNKNOWN, Card
from unoref.frames import Frame, Turn
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
from unoref.walking import walk

#: Walks under the extended rules are long: fewer of them, at much greater length with ``--hypothesis-profile=prove``.
few = settings(max_examples=max(40, settings().max_examples // 3))

EXTENDED = tuple(rules for rules in RULESETS if rules[0] == "extended")
#: Under these somebody has no card before long, while there is still something to be dealt with.
SHORT = tuple((variant, {**options, "hand_size": 2}) for variant, options in EXTENDED)


@on_walks(SHORT, times=3)
def test_nobody_without_cards_and_with_nothing_pending_is_asked(
    chosen: Rules, count: int, seed: int, length: int
) -> None:
    rng = Random(seed)

    for _, _, after in walk(opened(chosen, count, rng), rng, length):
        top = after.frames[-1]
        if isinstance(top, Turn):
            assert after.hands[top.seat]
        if isinstance(top, Judgement) and not after.hands[top.seat]:
            assert any(isinstance(effect, OnPlayer) and effect.seat == top.seat for effect in after.lasting)


@on_walks(SHORT, times=3)
def test_who_has_to_wait_before_going_out_is_told_once(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for state, action, _ in walk(opened(chosen, count, rng), rng, length):
        events = unoref.transition(state, action).events
        waiting = [event.seat for event in events if event.event == "not-out-yet"]
        assert len(set(waiting)) == len(waiting)


@on_walks(EXTENDED)
def test_nobody_sees_what_is_hidden(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for at, (_, _, after) in enumerate(walk(opened(chosen, count, rng), rng, length)):
        if at % 9 == 0:
            everybody_sees_what_they_may(after)


def everybody_sees_what_they_may(state: State) -> None:
    for viewer in range(-1, len(state.hands)):
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


@few
@on_walks([("extended", {})])
def test_effects_on_the_whole_table_end(count: int, seed: int) -> None:
    rng = Random(seed)
    state = opened(("extended", {}), count, rng)
    lasted = 0

    for _, _, after in walk(state, rng, GUARD):
        going = any(isinstance(frame, Aoe) for frame in after.frames)  # the table may have to shuffle meanwhile
        lasted = lasted + isinstance(after.frames[-1], Aoe) if going else 0
        assert lasted <= state.ruleset.deck.size + 40  # each step spends a card; two players may recast in between


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
        hand.remove(card if card in hand else UNKNOWN)
    for card in seen.hands[action.actor]:
        if card is not UNKNOWN:
            hand.remove(card)  # the table tells of the unknown ones only
    swept = tuple(card for card in hand if is_swept(full, card, frame.color))
    if not swept:
        return unoref.apply(seen, Find("no"))
    last = action.topping or swept[-1]
    order = (*[card for card in swept if card is not last], *[last] * swept.count(last))
    return unoref.apply(seen, Pick((UNKNOWN,) * len(swept) if frame.hidden else order, frame.user))


@on_walks(EXTENDED)
def test_acting_and_then_seeing_agrees_with_seeing_and_then_acting(
    chosen: Rules, count: int, seed: int, length: int
) -> None:
    rng = Random(seed)
    viewer = rng.randrange(-1, count)

    for state, action, after in walk(opened(chosen, count, rng), rng, length // 2):
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
