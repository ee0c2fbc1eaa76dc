"""The retired card revive: three cards for oneself, or a player who is out comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Play
from unoref.cards import FACES
from unoref.checks import bar
from unoref.frames import Turn
from unoref.lasting import Lasting
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.variants.extended.effects import Stun
from unoref.variants.extended.taking import take

__all__ = ["Revived", "module"]

REVIVE = FACES["revive"]
DRAWN = 3


@frozen
class Revived(Lasting):
    """``seat`` has been brought back; nobody else is in this game."""

    seat: Seat


@bar("revive.target", faces=(REVIVE,))
def still_in(state: State, frame: Turn, action: Play) -> bool:
    """Only a player who is out is brought back; on oneself the card names nobody."""
    return action.target is not None and action.target not in state.finished


@bar("revive.once", faces=(REVIVE,))
def used_up(state: State, frame: Turn, action: Play) -> bool:
    """Once a game a player is brought back."""
    return action.target is not None and any(isinstance(effect, Revived) for effect in state.lasting)


@rule("revive")
def revive(step: Step, action: Play, before: InForce) -> None:
    """Draw three; or the player named is back in the old seat, draws one card and is stunned."""
    target = action.target
    if target is None:
        take(step, action.actor, DRAWN)
        return
    step.finished = tuple(seat for seat in step.finished if seat != target)
    step.lasting = (*step.lasting, Revived(target), Stun(target))
    step.tell("revived", target, (), None, None, action.actor)
    step.tell("stunned-only", target)
    take(step, target, 1)


def forms(state: State, seat: Seat, play: Play) -> Iterator[Play]:
    """The play on oneself, and on each player who is out."""
    yield play
    for target in state.finished:
        yield evolve(play, target=target)


def module(options: Mapping[str, Any]) -> Module:
    """Revive, where it is in the deck."""
    if not options["revive"]:
        return Module(name="revive")
    return Module(
        name="revive",
        checks=((Turn, Play, still_in), (Turn, Play, used_up)),
        effects={REVIVE: revive},
        settings={("form", REVIVE): forms, ("takes", REVIVE): frozenset({"on"})},
    )
