"""Who moves next: the marker under a turn, reversing, skipping."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from attrs import evolve

from unoref.ruleset import Module
from unoref.seats import Seat, after
from unoref.step import Step, rule
from unoref.variants.touhouno.casting import Casting, Part, note
from unoref.variants.touhouno.draws import order_draws
from unoref.variants.touhouno.marker import marker
from unoref.verbs import reverse

__all__ = [
    "module",
    "reverse_and_skip",
    "skip_next",
    "skip_to_previous",
    "skipped_over",
    "turn_round",
    "turned",
]


def skipped_over(step: Step) -> Seat:
    """Whoever would move next loses the turn; the seat."""
    turning = marker(step)
    victim = after(step, turning.seat)
    step.frames[0] = evolve(turning, seat=victim, skipped=(*turning.skipped, victim))
    step.tell("turn-lost", victim)
    return victim


def turned(step: Step) -> None:
    """The direction turns round; with two players that passes over the other, where the table has it so."""
    reverse(step)
    if len(step.hands) == 2 and step.tables.settings["flow.reverse-skips"]:
        reverse_as_skip(step)


@rule("reverse.two-players")
def reverse_as_skip(step: Step) -> None:
    """With two players a Reverse is a Skip."""
    skipped_over(step)


def turn_round(step: Step, cast: Casting) -> None:
    """The part that turns the direction round."""
    turned(step)


def skip_next(step: Step, cast: Casting) -> None:
    """The part that takes the next turn away."""
    skipped_over(step)


def reverse_and_skip(two_skips: bool, drawing: int = 0) -> Part:
    """The part that turns the direction round and skips the next player in the new one, who draws so many.

    ``two_skips``: with two players the reverse makes a skip of its own.
    """

    def part(step: Step, cast: Casting) -> None:
        reverse(step)
        if two_skips and len(step.hands) == 2:
            reverse_as_skip(step)
        victim = skipped_over(step)
        note(step, seats=(victim,))
        if drawing and victim != cast.seat:
            order_draws(step, [(victim, drawing)])

    return part


def skip_to_previous(step: Step, cast: Casting) -> None:
    """The part that skips everybody up to the player before the caster."""
    last = after(step, cast.seat, len(step.hands) - 1)
    while after(step, marker(step).seat) != last:
        skipped_over(step)
    absorb: Callable[[Step, Casting], Any] = step.tables.settings["function.absorbed"]
    absorb(step, cast)


def module(two_player_reverse: Literal["skip", "none"]) -> Module:
    """Turning round and skipping; ``two_player_reverse``: what a Reverse does in a game for two."""
    return Module(
        name="flow",
        settings={"flow.reverse-skips": two_player_reverse == "skip"},
        uses=(reverse_as_skip,),
    )
