"""The marker that lies under a turn."""

from __future__ import annotations

from attrs import frozen

from unoref.frames import PassTurn
from unoref.seats import TABLE, Seat
from unoref.state import State
from unoref.step import Step

__all__ = ["Turning", "marker", "no_turn"]


@frozen
class Turning(PassTurn):
    """The marker of a turn under way: when everything above has settled the turn passes on from ``seat``.

    ``of`` has the turn (the table: nobody had one yet), ``skipped`` are those who lose theirs by it.
    """

    of: Seat = TABLE
    skipped: tuple[Seat, ...] = ()


def marker(step: Step) -> Turning:
    """The marker of the turn under way."""
    frame = step.frames[0]
    assert isinstance(frame, Turning)
    return frame


def no_turn(state: State) -> str:
    """What is wrong with a stack for a frame that needs a turn under way."""
    return "" if isinstance(state.frames[0], Turning) else "no turn is under way"
