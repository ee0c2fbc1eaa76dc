"""Ban and reverse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.actions import Play
from unoref.cards import FACES
from unoref.ruleset import Module
from unoref.seats import after, seats_in
from unoref.state import InForce
from unoref.step import Step, rule
from unoref.variants.extended.judging import jump_over, play_on_after
from unoref.verbs import reverse

__all__ = ["BAN", "REVERSE", "module", "turn_round"]

BAN = FACES["S"]
REVERSE = FACES["R"]


@rule("reverse")
def turn_round(step: Step, action: Play, before: InForce) -> None:
    """The order of play turns; with two players the other is next all the same."""
    reverse(step)


@rule("reverse.two-players")
def reverse_as_ban(step: Step, action: Play, before: InForce) -> None:
    """With two players left, a reverse gives its player another turn at such a table."""
    turn_round(step, action, before)
    if len(seats_in(step)) == 2:
        other = after(step, action.actor)
        play_on_after(step, other)
        jump_over(step, other)


def module(options: Mapping[str, Any]) -> Module:
    """The two cards that only change whose turn comes next."""

    @rule("ban")
    def ban(step: Step, action: Play, before: InForce) -> None:
        """The next player is jumped over: no judgement, no turn."""
        jumped = after(step, action.actor)
        play_on_after(step, jumped)
        step.tell("jumped-over", jumped)
        jump_over(step, jumped)

    as_ban = options["two-player-reverse"] == "skip"
    return Module(
        name="basics",
        effects={BAN: ban, REVERSE: reverse_as_ban if as_ban else turn_round},
        settings={} if options["priority"] == "ties" else {("regret.exempt", BAN): "regret.priority"},
    )
