"""Mercy: a hand that grows too large is out of the round."""

from __future__ import annotations

from attrs import frozen

from unoref.frames import PASS_TURNS, Auto, BeginTurn, Chance, Draws, Frame, PassTurn, Turn
from unoref.lasting import Buried
from unoref.rules.going_out import side_of
from unoref.ruleset import Module
from unoref.seats import Seat, seats_in
from unoref.state import State
from unoref.step import Step, rule
from unoref.verbs import bury_hand, end_round

__all__ = ["KnockOut", "module"]


@frozen
class KnockOut(Auto):
    """``seat`` holds too many cards and is out of the round."""


def _without(frame: Frame, seat: Seat) -> Frame | None:
    """What is left of a frame once the seat is out: its turn passes on, what else it owes lapses."""
    if frame.seat != seat or isinstance(frame, PassTurn | Chance):
        return frame
    return PASS_TURNS[seat] if isinstance(frame, Turn | BeginTurn) else None


@rule("mercy")
def knock_out(step: Step, frame: KnockOut) -> None:
    """The hand goes under the discard pile; the round ends when one side is left."""
    step.pop()
    seat = frame.seat
    step.tell("knocked-out", seat, (), len(step.hands[seat]))
    bury_hand(step, seat)
    step.finished = (*step.finished, seat)
    step.called -= {seat}
    step.frames[:] = [kept for each in step.frames if (kept := _without(each, seat)) is not None]
    left = seats_in(step)
    if all(other in side_of(step, left[0]) for other in left):
        end_round(step, side_of(step, left[0]))


def _never_waits(state: State, frame: KnockOut, at: int) -> str:
    return "it goes on by itself"


def _buried(state: State, effect: Buried) -> str:
    """What is wrong with the cards said to lie under the discards."""
    lie_there = sum(each.discards_face_down for each in state.lasting)
    return "" if effect.cards > 0 and lie_there < len(state.discard) else "fewer cards lie on the discard pile"


def module(limit: int) -> Module:
    """A player whose hand comes to ``limit`` cards or more is out at once."""

    def too_many(step: Step, seat: Seat) -> None:
        waits = any(isinstance(frame, KnockOut | Draws) and frame.seat == seat for frame in step.frames)
        if len(step.hands[seat]) >= limit and not waits and seat not in step.finished:
            step.push(KnockOut(seat))

    return Module(
        name="mercy",
        autos={KnockOut: knock_out},
        settings={"hand.grown": too_many, "out.plays-on": True},
        sound={KnockOut: _never_waits},
        lasts={Buried: _buried},
    )
