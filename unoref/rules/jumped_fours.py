"""A Wild Draw Four that was jumped in with when nothing was pending: it is taken, and never challenged."""

from __future__ import annotations

from attrs import frozen

from unoref.actions import Accept, Challenge
from unoref.checks import answer, bar, ground, refused
from unoref.rules.debts import Stacked, more_than_owed, pay_two, pays_open, whole_debt
from unoref.rules.wild_draw_four import OWED
from unoref.state import State
from unoref.step import Step, rule

__all__ = ["OF_A_JUMPED_FOUR", "JumpedFour", "faulty_jumped_four"]


@frozen
class JumpedFour(Stacked):
    """A Wild Draw Four that was jumped in with when nothing was pending: it cannot be challenged."""


@ground("challenge.none")
def owes_one_four(state: State, frame: JumpedFour, action: Accept) -> bool:
    """A Wild Draw Four is taken."""
    return frame.owed == OWED


@ground("stacking.whole")
def owes_several_fours(state: State, frame: JumpedFour, action: Accept) -> bool:
    """A debt that others have added to is taken whole."""
    return frame.owed > OWED


@rule("challenge.none")
def pay_jumped_four(step: Step, frame: JumpedFour, action: Accept) -> None:
    """Draw the debt, whatever others have added to it, and lose the turn."""
    if frame.owed > OWED:
        whole_debt(step, frame)
    pay_two(step, frame, action)


@bar("jump-in.unchallenged")
def jumped_in_with(state: State, frame: JumpedFour, action: Challenge) -> bool:
    """A Wild Draw Four that was jumped in with is not judged."""
    return True


#: What becomes of a Wild Draw Four jumped in with when nothing was pending.
OF_A_JUMPED_FOUR = (
    answer(
        JumpedFour,
        Accept,
        pay_jumped_four,
        pays_open,
        more_than_owed,
        owes_one_four,
        owes_several_fours,
        covers=("draw.not-the-top", "stacking.too-many", "challenge.none", "stacking.whole"),
    ),
    refused(JumpedFour, Challenge, jumped_in_with, reserved="challenge.only-victim"),
)


def faulty_jumped_four(state: State, frame: JumpedFour, at: int) -> str:
    if frame.on_two:
        return "it was jumped in with, so it was laid on no Draw Two"
    return f"nobody owes {frame.owed} cards for Wild Draw Fours" if frame.owed % OWED else ""
