"""Before the first turn: the first player's choice of direction, and the opening card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.actions import Choose
from unoref.cards import Color, Deck, Face
from unoref.checks import answer, bar
from unoref.rules import opening
from unoref.rules.opening import OpeningFlip
from unoref.ruleset import Module
from unoref.seats import after
from unoref.state import State
from unoref.step import Rule, Step, rule
from unoref.variants.extended.basics import BAN, REVERSE
from unoref.variants.extended.effects import DrawPenalty
from unoref.variants.extended.guise import INFINITY
from unoref.variants.extended.penalty import PLUS_TWO
from unoref.verbs import reverse

__all__ = ["module", "openings", "returns"]

DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}


@bar("start.first-player")
def not_the_first(state: State, frame: OpeningFlip, action: Choose) -> bool:
    """The first player chooses the direction."""
    return action.actor != after(state, state.dealer)


@bar("start.direction")
def no_other_direction(state: State, frame: OpeningFlip, action: Choose) -> bool:
    """Not the other direction: clockwise is play's direction unless the first player turns it."""
    return DIRECTIONS.get(str(action.choice)) != -state.direction


@rule("start.direction")
def choose_direction(step: Step, frame: OpeningFlip, action: Choose) -> None:
    """The direction turns; the same player is first."""
    reverse(step)
    step.dealer = after(step, action.actor, len(step.hands) - 1)


def directions_open(state: State, frame: OpeningFlip) -> tuple[Choose, ...]:
    """The other direction."""
    first = after(state, state.dealer)
    return (Choose(first, "counterclockwise" if state.direction == 1 else "clockwise"),)


@rule("opening.plus-two")
def first_is_penalized(step: Step) -> None:
    """A draw penalty of two lies on the first player."""
    first = step.frames[-1].seat
    step.lasting = (*step.lasting, DrawPenalty(first, 2, 2))
    step.tell("penalized", first, (), 2)


@rule("opening.reverse")
def first_begins_backwards(step: Step) -> None:
    """The direction turns; the first player begins all the same."""
    reverse(step)
    step.tell("begins", step.frames[-1].seat)


def openings(options: Mapping[str, Any]) -> Mapping[Face, Rule[[]]]:
    """What the opening cards do under these options that is more than a plain start."""
    if not options["start-card-acts"]:
        return {}
    return {BAN: opening.first_is_skipped, PLUS_TWO: first_is_penalized, REVERSE: first_begins_backwards}


def returns(options: Mapping[str, Any], deck: Deck) -> Mapping[Face, Rule[[]]]:
    """The cards that cannot open: they go to the bottom and the next is turned."""
    returned = opening.returned("opening.black", "bottom")
    found = {card.face: returned for card in deck.copies if card.color is Color.BLACK}
    if options["start-card"] == "no-infinity":
        found[INFINITY] = returned
    if options["start-card"] == "number":
        found |= {card.face: returned for card in deck.copies if card.face.number is None}
    return found


def module(options: Mapping[str, Any]) -> Module:
    """The choice of direction."""
    return Module(
        name="start",
        answers=(
            answer(
                OpeningFlip,
                Choose,
                choose_direction,
                directions_open,
                not_the_first,
                no_other_direction,
                who="others",
            ),
        ),
    )
