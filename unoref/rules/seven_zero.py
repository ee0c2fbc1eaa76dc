"""Seven and zero: plain number cards, unless tables exchange hands with them."""

from __future__ import annotations

from unoref.actions import Play
from unoref.cards import FACES
from unoref.checks import bar
from unoref.frames import Turn
from unoref.ruleset import Module
from unoref.state import State

__all__ = ["plain"]

#: Points that the lists of plays leave no room for.
COVERED = ("seven-zero.none",)

SEVEN = FACES["7"]


@bar("seven-zero.none")
def aims_a_plain_seven(state: State, frame: Turn, action: Play) -> bool:
    """A seven chooses nobody: hands are not exchanged."""
    return action.card.face is SEVEN and action.target is not None


def plain() -> Module:
    """Seven and zero without effect."""
    return Module(
        name="seven-zero",
        checks=((Turn, Play, aims_a_plain_seven),),
        settings={("takes-target", SEVEN): True},
    )
