"""Blind draw: a card drawn in turn is not looked at until it is played or the turn is over."""

from __future__ import annotations

from functools import cache
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Play
from unoref.cards import UNKNOWN, Card
from unoref.frames import Drawn, Frame
from unoref.rules.misplay import withdraw
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.step import Step, rule
from unoref.verbs import identify

__all__ = ["BlindDrawn", "module", "pay_for_the_blind_play"]

#: What a card costs that was played unseen and does not fit.
COST = 1


@frozen
class BlindDrawn(Drawn):
    """As :class:`unoref.frames.Drawn`, with a card that not even its owner has seen."""

    @property
    def face_down(self) -> tuple[Card, ...]:
        return (self.card,)

    def seen_by(self, seat: Seat) -> Frame:
        return evolve(self, card=UNKNOWN)


_blind_drawn = cache(BlindDrawn)


@rule("draw.blind")
def face_down(step: Step, seat: Seat) -> None:
    """The card joins the hand face down."""
    step.tell("face-down", seat)


@rule("draw.blind-penalty")
def pay_for_the_blind_play(step: Step, frame: Any, action: Play) -> None:
    """The card played unseen does not fit: it goes back, its player draws one, and the turn is over."""
    if frame.card is UNKNOWN:
        identify(step, action.actor, action.card)  # it has been seen
    withdraw(step, frame, action, COST)


def module() -> Module:
    """The card drawn in turn lies face down; played unseen where it does not fit, it costs a card."""
    return Module(
        name="blind-draw",
        settings={"drawn.frame": _blind_drawn, "drawn.told": face_down},
        uses=(face_down, pay_for_the_blind_play),
    )
