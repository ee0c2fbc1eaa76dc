"""Misplay: a card that may not be played is taken back, and costs cards where a table has it so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from unoref.actions import Laying, Play
from unoref.checks import Check, bar
from unoref.frames import PASS_TURNS, Frame, Turn
from unoref.lasting import TurnKept, TurnTaken
from unoref.state import State
from unoref.step import Rule, Step, rule
from unoref.verbs import announce, draw, show_to_be_held

__all__ = ["price", "priced", "take_back", "withdraw"]


def take_back(step: Step, action: Laying) -> None:
    """What was laid goes back to the hand, where everybody has seen it; the event carries the point of the rule at work."""
    show_to_be_held(step, action.actor, action.cards)
    step.tell("withdrawn-penalized", action.actor)


def withdraw(step: Step, frame: Frame, action: Laying, cards: int, ends_turn: bool = True) -> None:
    """What was laid goes back, a turn of the own is over where ``ends_turn``, and the player draws ``cards``."""
    take_back(step, action)
    if ends_turn and isinstance(frame, Turn) and frame.seat == action.actor:
        step.frames[-1] = PASS_TURNS[action.actor]
        announce(step, TurnTaken(action.actor, False))
        announce(step, TurnKept(action.actor))
    draw(step, action.actor, cards)


def price(cards: int, ends_turn: bool) -> Rule[[Any, Play]]:
    """What an unplayable card costs: so many cards, and the turn where ``ends_turn``."""

    @rule("misplay.penalty")
    def pay(step: Step, frame: Any, action: Play) -> None:
        """The card goes back, and its player draws."""
        withdraw(step, frame, action, cards, ends_turn)

    return pay


def priced(checks: Iterable[Check[Any, Any]], cost: Rule[[Any, Play]] | None) -> tuple[Check[Any, Any], ...]:
    """The bars that say why a card has no ground, with what they cost, and one that says so."""
    if cost is None:
        return tuple(checks)
    dear = tuple(Check(check.kind, check.point, check.test, cost, check.decided_by, check.faces) for check in checks)

    @bar(cost.point, price=cost)
    def costs_cards(state: State, frame: Frame, action: Play) -> bool:
        """One of the others holds."""
        return any(check.test(state, frame, action) for check in dear)

    return (*dear, costs_cards)
