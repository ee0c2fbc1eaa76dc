"""What happens by itself once what lies above it has settled."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from unoref import placing
from unoref.frames import Auto
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Rule, Step, rule
from unoref.variants.extended.taking import take

__all__ = ["Taking", "Waiting", "interrupts", "taking"]


def interrupts(state: State, at: int, *seats: Seat) -> str:
    """What is wrong with the place of an interruption that concerns these seats; only what runs by itself may lie between."""
    if not all(isinstance(frame, Waiting) for frame in state.frames[1:at]):
        return "it lies directly on the turn it interrupts"
    return placing.interrupts(state, 1, *seats)


@frozen
class Waiting(Auto):
    """Something that will happen by itself once what lies above it has settled."""


@frozen
class Taking(Waiting):
    """``seat`` takes ``count`` cards from the pile, after those above it; each mechanism that makes several draw has its own."""

    count: int


def taking(point: str) -> Rule[Any]:
    """What runs when a :class:`Taking` is on top, under the clause of what made the player draw."""

    @rule(point)
    def take_in_order(step: Step, frame: Taking) -> None:
        step.pop()
        take(step, frame.seat, frame.count)

    return take_in_order
