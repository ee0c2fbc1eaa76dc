"""Cards with which some tables let a player slip out of a draw penalty or transfer: ban, reverse, and the retired jump."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.actions import Laying, Play
from unoref.cards import FACES, Face
from unoref.checks import Check, bar, ground
from unoref.frames import Frame, Turn
from unoref.ruleset import Module
from unoref.seats import Seat, after, seats_in
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.variants.extended.basics import BAN, REVERSE
from unoref.variants.extended.duel import targeted
from unoref.variants.extended.effects import Weakness, lies_on, move, tell_moved
from unoref.variants.extended.guise import color_of
from unoref.variants.extended.judging import Judgement, play_on_after
from unoref.variants.extended.penalty import JudgeDraw
from unoref.variants.extended.playing import play_instead_of_judging
from unoref.variants.extended.transfer import JudgeTransfer

__all__ = ["module"]

JUMP = FACES["jump"]


def _move(step: Step, seat: Seat, to: Seat) -> None:
    if to != seat and move(step, seat, to):
        step.tell("moved-on", to, (), None, None, seat)
        tell_moved(step, to)


# ------------------------------------------------------------------------------------------------------- ban and reverse


@ground("escape.matches", faces=(BAN, REVERSE))
def matches(state: State, frame: Judgement, action: Play) -> bool:
    """At such a table a ban or a reverse that matches may be played before judgement."""
    return color_of(action) is state.in_force.color or action.card.face is state.in_force.face


@rule("escape")
def escape(step: Step, frame: Judgement, action: Play) -> None:
    """What lies on the player goes to whoever's turn the card makes begin."""
    play_instead_of_judging(step, frame, action, skipped=True)
    _move(step, frame.seat, after(step, step.frames[0].seat))


# ------------------------------------------------------------------------------------------------------------------ jump


@bar("jump.target", faces=(JUMP,))
def nobody_to_jump_to(state: State, frame: Frame, action: Laying) -> bool:
    """The turn jumps to another player who is still in the game."""
    return action.target is None or action.target == action.actor or action.target in state.finished


@bar("jump.weakness", faces=(JUMP,))
def too_weak(state: State, frame: Frame, action: Laying) -> bool:
    """A weak player does not jump."""
    return lies_on(state, action.actor, Weakness)


@ground("jump.moves", faces=(JUMP,))
def jumps_away(state: State, frame: Judgement, action: Play) -> bool:
    """A draw penalty or transfer goes along with the turn."""
    return True


@rule("jump")
def jump(step: Step, action: Laying, before: InForce) -> None:
    """The turn goes to the player named, and what lies on the user with it; direction and current card stay."""
    assert action.target is not None
    step.tell("jumped", action.target, (), None, None, action.actor)
    _move(step, action.actor, action.target)
    play_on_after(step, after(step, action.target, len(seats_in(step)) - 1))


@rule("jump")
def jump_away(step: Step, frame: Judgement, action: Play) -> None:
    """Jump before judgement: that was the refusal, and the card of the turn."""
    play_instead_of_judging(step, frame, action, skipped=True)


def module(options: Mapping[str, Any]) -> Module:
    """What may be played before judgement at this table besides pass, rebound and regret pill."""
    checks: list[tuple[type[Frame], type[Laying], Check[Any, Any]]] = []
    settings: dict[Any, Any] = {}
    effects: dict[Face, Any] = {}
    if options["pre-judge-cards"] == "ban-and-reverse":
        checks += [(JudgeDraw, Play, matches), (JudgeTransfer, Play, matches)]
        settings |= {("before-judgement", BAN): escape, ("before-judgement", REVERSE): escape}
    if options["jump"]:
        checks += [(Frame, Laying, too_weak), (Turn, Play, nobody_to_jump_to), (Judgement, Play, nobody_to_jump_to)]
        checks += [(JudgeDraw, Play, jumps_away), (JudgeTransfer, Play, jumps_away)]
        settings |= {
            ("before-judgement", JUMP): jump_away,
            ("form", JUMP): targeted,
            ("takes", JUMP): frozenset({"on"}),
        }
        effects[JUMP] = jump
    return Module(name="escapes", checks=tuple(checks), settings=settings, effects=effects)
