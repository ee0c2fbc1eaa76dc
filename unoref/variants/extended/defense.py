"""Pass and rebound: what lies on you goes on to the next player, or back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.actions import Laying, Play
from unoref.cards import FACES
from unoref.checks import Check, bar, ground
from unoref.frames import Frame
from unoref.ruleset import Module
from unoref.seats import after
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.variants.extended.effects import Weakness, lies_on, move, tell_moved
from unoref.variants.extended.judging import Judgement
from unoref.variants.extended.penalty import JudgeDraw
from unoref.variants.extended.playing import play_instead_of_judging
from unoref.variants.extended.transfer import JudgeTransfer
from unoref.verbs import reverse

__all__ = ["PASS", "REBOUND", "module"]

PASS = FACES["pass"]
REBOUND = FACES["rebound"]


@rule("pass")
def move_on(step: Step, action: Laying) -> None:
    """Draw penalty and transfer go to the next player, unchanged."""
    receiver = after(step, action.actor)
    if move(step, action.actor, receiver):
        step.tell("moved-on", receiver, (), None, None, action.actor)
        tell_moved(step, receiver)
    elif action.card.face is PASS:
        step.tell("blank", action.actor)


@rule("pass")
def blank(step: Step, action: Play, before: InForce) -> None:
    """With nothing to move it does nothing."""
    move_on(step, action)


@rule("rebound")
def turn_back(step: Step, action: Play, before: InForce) -> None:
    """First the order of play turns, then what lies on the player goes to the next."""
    reverse(step)
    move_on(step, action)


@bar("weakness", faces=(PASS, REBOUND))
def weak(state: State, frame: Frame, action: Laying) -> bool:
    """A weak player plays neither."""
    return lies_on(state, action.actor, Weakness)


def moves(point: str) -> Check[Judgement, Play]:
    """The ground of both cards: what lies on the player can be moved."""

    @ground(point, faces=(PASS, REBOUND))
    def takes_away(state: State, frame: Judgement, action: Play) -> bool:
        return True

    return takes_away


def module(options: Mapping[str, Any]) -> Module:
    """Pass and rebound."""
    skips = options["pre-judge-ends-turn"]

    @rule("judge.removed")
    def remove(step: Step, frame: Judgement, action: Play) -> None:
        """Play it before judgement: that was the refusal, and the card of the turn."""
        play_instead_of_judging(step, frame, action, skips)

    return Module(
        name="defense",
        checks=(
            (Frame, Laying, weak),
            (JudgeDraw, Play, moves("penalty.remove")),
            (JudgeTransfer, Play, moves("transfer.remove")),
        ),
        effects={PASS: blank, REBOUND: turn_back},
        settings={("before-judgement", PASS): remove, ("before-judgement", REBOUND): remove},
        uses=(move_on,),
    )
