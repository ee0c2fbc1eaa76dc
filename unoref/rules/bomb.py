"""Bomb: three or more cards of one number in one turn cost every other player a card."""

from __future__ import annotations

from unoref.actions import Laying
from unoref.ruleset import Module
from unoref.seats import turn_order
from unoref.step import Step, rule
from unoref.verbs import draw

__all__ = ["module"]

#: How many cards of one number make a bomb.
FEWEST = 3


@rule("bomb")
def everybody_draws(step: Step, action: Laying) -> None:
    """Every other player draws one card, in the order of play; more than three cards cost no more."""
    step.tell("bomb", action.actor)
    for seat in turn_order(step, action.actor):
        if seat != action.actor:
            draw(step, seat, 1)


def explode(step: Step, action: Laying) -> None:
    """Several cards have been played together: enough of them are a bomb."""
    if len(action.cards) >= FEWEST:
        everybody_draws(step, action)


def module() -> Module:
    """Sets of three and more number cards are bombs."""
    return Module(name="bomb", settings={"play.several": explode}, uses=(everybody_draws,))
