"""The regret pill: what the previous player did is undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from unoref.actions import Draw, Laying, Play
from unoref.cards import FACES, UNKNOWN, Card, Face
from unoref.checks import Check, bar, ground
from unoref.frames import Drawn, Frame, Turn
from unoref.lasting import Lasting
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import copies_unseen
from unoref.variants.extended.effects import replace
from unoref.variants.extended.guise import color_of
from unoref.variants.extended.memory import DrewOnly, NeverUndone, Remembered, forget
from unoref.variants.extended.phases import Judgement, Settled
from unoref.verbs import discard, go_back, sink

__all__ = ["PILL", "Barred", "module"]

PILL = FACES["regret-pill"]


#: Whose play a pill does not undo, by the point that says so.
NEVER_UNDONE: Mapping[str, tuple[Face, ...]] = {
    "regret.priority": (FACES["S"], FACES["bomb"]),
    "regret.god-hand": (FACES["god-hand"],),
    "regret.aoe": (FACES["grenade"], FACES["c4"], FACES["argue"]),
}


@frozen
class Barred(Lasting):
    """Until the turn of ``seat`` ends it may not play these cards, which it took back, or draw the one that went back."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    drawn: bool = False


def undoable(position: State | Step, seat: Seat) -> DrewOnly | Remembered | None:
    """What a pill of this seat would undo: the last thing done, by another player."""
    for effect in position.lasting:
        if isinstance(effect, DrewOnly | Remembered) and effect.seat != seat:
            hand = position.hands[effect.seat]
            gone = isinstance(effect, DrewOnly) and effect.card not in hand and UNKNOWN not in hand
            return None if gone else effect
    return None


@bar("regret.nothing", faces=(PILL,))
def nothing_to_undo(state: State, frame: Frame, action: Play) -> bool:
    """The previous player did nothing that a pill undoes."""
    return undoable(state, action.actor) is None


def beyond(point: str, *faces: Face) -> Check[Frame, Play]:
    """The bar on undoing the play of one of these faces."""

    @bar(point, faces=(PILL,))
    def cannot_be_undone(state: State, frame: Frame, action: Play) -> bool:
        return any(isinstance(effect, NeverUndone) and effect.face in faces for effect in state.lasting)

    return cannot_be_undone


@bar("regret.first", faces=(PILL,))
def not_first(state: State, frame: Drawn, action: Play) -> bool:
    """The pill comes before the draw."""
    return True


@ground("regret.judgement", faces=(PILL,))
def before_judgement(state: State, frame: Judgement, action: Play) -> bool:
    """The pill comes before judgement."""
    return True


@bar("regret.no-match", faces=(PILL,))
def no_match(state: State, frame: Judgement, action: Play) -> bool:
    """The pill does not match the card in force."""
    return color_of(action) is not state.in_force.color and state.in_force.face is not PILL


@ground("regret.needs-no-match", faces=(PILL,))
def anything_goes(state: State, frame: Turn, action: Play) -> bool:
    """A pill that needs no match."""
    return True


@bar("regret.barred")
def taken_back(state: State, frame: Frame, action: Laying) -> bool | None:
    """The card that was taken back is not played in the same turn."""
    for effect in state.lasting:
        if isinstance(effect, Barred) and effect.seat == action.actor:
            hand = state.hands[action.actor]
            for card in action.cards:
                if card in effect.cards and hand.count(card) < 2:
                    other = hand.count(card) + copies_unseen(state)[card] > 1 and UNKNOWN in hand
                    return None if other else True
    return False


def only_barred_left(state: State, seat: Seat) -> bool:
    """Whether the next card of the pile is the one this seat may not draw."""
    barred = any(isinstance(effect, Barred) and effect.seat == seat and effect.drawn for effect in state.lasting)
    return barred and len(state.draw_pile) == 1


@bar("regret.barred-draw")
def put_back_card(state: State, frame: Turn, action: Draw) -> bool:
    """The card that went back is not drawn in the same turn."""
    return only_barred_left(state, frame.seat)


def end_bars(step: Step) -> None:
    """A turn has ended: what was barred in it is barred no longer."""
    for effect in step.lasting:
        if isinstance(effect, Barred):
            replace(step, effect)


@rule("regret.draw")
def undo_draw(step: Step, memory: DrewOnly, by: Seat) -> None:
    """The card that was drawn goes back under the pile."""
    sink(step, memory.seat, memory.card)
    step.lasting = (*step.lasting, Barred(memory.seat, (), True))


@rule("regret.play")
def undo_play(step: Step, memory: Remembered, spent: tuple[Card, ...], by: Seat) -> None:
    """The play is undone with everything that came of it; its player may not play that card in the turn that comes again."""
    step.lasting = memory.lasting
    go_back(
        step,
        memory.hands,
        (memory.draw_pile, memory.discard),
        memory.in_force,
        memory.direction,
        memory.called,
        spent,
    )
    step.frames[:] = memory.frames
    step.lasting = (*step.lasting, Barred(memory.seat, memory.cards))


@rule("regret")
def undo(step: Step, frame: Frame, action: Play) -> None:
    """The previous player takes back what was done, and has the turn again; the pill is spent and does not come into force."""
    seat = action.actor
    memory = undoable(step, seat)
    assert memory is not None
    step.tell("undone", seat, action.cards, None, None, memory.seat)
    if isinstance(memory, Remembered):
        undo_play(step, memory, action.cards, seat)
    else:
        discard(step, seat, action.cards)
        forget(step)
        undo_draw(step, memory, seat)
        step.frames[:] = [Turn(memory.seat)]
    step.tell("turn", memory.seat)
    step.push(Settled(seat))


def module(options: Mapping[str, Any]) -> Module:
    """The regret pill."""
    undoing = (nothing_to_undo, *(beyond(point, *faces) for point, faces in NEVER_UNDONE.items()))
    matching: tuple[tuple[type[Frame], type[Laying], Check[Any, Any]], ...] = (
        ((Judgement, Play, no_match),) if options["pill-match"] else ((Turn, Play, anything_goes),)
    )
    return Module(
        name="regret",
        checks=(
            *((frame, Play, check) for frame in (Turn, Judgement) for check in undoing),
            (Frame, Laying, taken_back),
            (Turn, Draw, put_back_card),
            (Judgement, Play, before_judgement),
            *matching,
            *(() if options["pill-after-drawing"] else ((Drawn, Play, not_first),)),
        ),
        settings={
            ("before-judgement", PILL): undo,
            ("played-as", PILL): undo,
            "draw.barred": only_barred_left,
            "regret.never": frozenset(face for faces in NEVER_UNDONE.values() for face in faces),
            "turn.lapses": end_bars,
        },
        uses=(undo_draw, undo_play),
    )
