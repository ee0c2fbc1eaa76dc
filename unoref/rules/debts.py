"""Debts: what is owed for a draw card and has not been paid yet.

A Draw Two may be pending (:class:`Owed`), a Wild Draw Four that may be challenged
(:class:`unoref.rules.wild_draw_four.Contested`), and one laid on a debt, which may not (:class:`Stacked`) or only under rules
of its own (:class:`StackedContested`). Whether they are answered is for :mod:`unoref.rules.stacking` to say.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from unoref.actions import Accept, Action, Challenge, JumpIn, Laying, Play
from unoref.checks import Answer, Check, answer, bar, ground, refused
from unoref.frames import Frame
from unoref.lasting import TurnTaken
from unoref.placing import debt
from unoref.rules.action_cards import DRAW_TWO, lose_turn_to_the_only_opponent, pay_for_the_last
from unoref.rules.wild_draw_four import OWED, Contested, lose_turn_of_two, take_the_cards
from unoref.rules.wild_draw_four import answers_open as contested_pays_open
from unoref.rules.wild_draw_four import more_than_owed as contested_more_than_owed
from unoref.ruleset import Module
from unoref.seats import Seat, after, seats_in
from unoref.state import InForce, State
from unoref.step import Rule, Step, rule
from unoref.verbs import announce, draw, lose_turn

__all__ = [
    "TWO",
    "OpeningOwed",
    "Owed",
    "Stacked",
    "StackedContested",
    "accepts",
    "accepts_added",
    "contested_accepts",
    "lose_turn_for",
    "more_than_owed",
    "owe",
    "owes_next",
    "owes_two",
    "pay_two",
    "pays_open",
    "sound",
    "stop_debt",
    "unanswered",
    "whole_debt",
    "whole_debt_at_stake",
]

#: How many cards one Draw Two costs.
TWO = 2


@frozen
class Owed(Frame):
    """``seat`` draws ``owed`` cards or passes the debt on; ``by`` laid the draw card on top."""

    by: Seat
    owed: int


@frozen
class Stacked(Owed):
    """As :class:`Owed`, for a Wild Draw Four that was laid on a debt and cannot be challenged; ``on_two``: on a Draw Two."""

    on_two: bool


@frozen
class StackedContested(Contested):
    """A Wild Draw Four that was laid on a debt and may be challenged."""


@frozen
class OpeningOwed(Owed):
    """The first player draws for the opening card and then plays, or passes the debt on."""


@bar("stacking.too-many")
def more_than_owed(state: State, frame: Owed, action: Accept) -> bool:
    """More cards named than are owed."""
    return len(action.cards) > frame.owed


@ground("owed.accept")
def owes_two(state: State, frame: Owed, action: Accept) -> bool:
    """A Draw Two is taken."""
    return frame.owed == TWO


@ground("stacking.whole")
def owes_added(state: State, frame: Owed, action: Accept) -> bool:
    """A debt that others have added to is taken whole."""
    return frame.owed > TWO


@ground("challenge.none")
def owes_four(state: State, frame: Contested, action: Accept) -> bool:
    """A Wild Draw Four is taken without a challenge."""
    return frame.owed == OWED


def pay_two(step: Step, frame: Owed, action: Accept) -> None:
    """Draw what is owed and lose the turn, under the point of the rule at work."""
    step.pop()
    announce(step, TurnTaken(frame.seat, False))
    draw(step, frame.seat, frame.owed, action.cards)
    lose_turn_for(step, isinstance(frame, Stacked), frame.seat)


def lose_turn_for(step: Step, four: bool, seat: Seat) -> None:
    """The seat that drew for a Draw Two or a Wild Draw Four loses its turn; with two players the turn comes back at once."""
    if len(seats_in(step)) > 2:
        lose_turn(step, seat)
    else:
        (lose_turn_of_two if four else lose_turn_to_the_only_opponent)(step, seat)


def owes_next(point: str) -> Rule[[Play, InForce]]:
    """The effect of a Draw Two that waits, under the point that says so."""

    @rule(point)
    def owe_two(step: Step, action: Play, before: InForce) -> None:
        """The next seat owes two; where a last card ends the round it is paid at once."""
        step.tables.settings[("owe", DRAW_TWO)](step, action.actor, before, TWO)
        if isinstance(step.frames[-1], Owed):
            step.tell("owes", step.frames[-1].seat, (), TWO)

    return owe_two


def owe(
    kind: type[Owed], last_answered: bool, stops: Rule[[Seat]] | None = None
) -> Callable[[Step, Seat, InForce, int], None]:
    """What makes the next seat owe; ``last_answered``: even for a last card, which else is paid at once (``stops`` tells it)."""

    def owe(step: Step, by: Seat, before: InForce, owed: int) -> None:
        """The next seat owes so many cards for the card that ``by`` has laid."""
        victim = after(step, by)
        if step.hands[by] or last_answered:
            step.push(Stacked(victim, by, owed, before.face is DRAW_TWO) if kind is Stacked else kind(victim, by, owed))
            return
        if stops is not None:
            stops(step, victim)
        if not pay_for_the_last(step, victim, owed):
            lose_turn_for(step, kind is Stacked, victim)

    return owe


@rule("stacking.last-card")
def stop_debt(step: Step, victim: Seat) -> None:
    """A draw card played last is paid, not answered."""
    step.tell("unanswerable", victim)


@rule("stacking.whole")
def whole_debt(step: Step, frame: Owed | Contested) -> None:
    """The whole debt is due."""
    step.tell("owes", frame.seat, (), frame.owed)


@rule("stacking.challenge")
def whole_debt_at_stake(step: Step, case: Contested) -> None:
    """A challenge on a debt that has grown is about the last card, and about the whole debt."""
    if case.owed > OWED:
        step.tell("at-stake", case.seat, (), case.owed)


def pays_open(state: State, frame: Owed) -> tuple[Accept, ...]:
    """Drawing the debt."""
    return (Accept(frame.seat),)


def accepts(take: Rule[[Owed, Accept]], *grounds: Check[Owed, Accept]) -> Answer:
    """The row for taking a debt: ``take`` carries it out, each of ``grounds`` is a reason why it may be taken."""
    return answer(
        Owed,
        Accept,
        take,
        pays_open,
        more_than_owed,
        *grounds,
        covers=("draw.not-the-top", "stacking.too-many", *(check.point for check in grounds)),
    )


def contested_accepts(point: str) -> Answer:
    """Taking a Wild Draw Four, or, under the point that says so, the debt that has grown on it."""

    @rule(point)
    def pay_contested(step: Step, frame: Contested, action: Accept) -> None:
        """As where nothing is added; a debt that has grown is drawn whole."""
        if frame.owed > OWED:
            whole_debt(step, frame)
        take_the_cards(step, frame, action)

    @ground(point)
    def owes_more_than_four(state: State, frame: Contested, action: Accept) -> bool:
        """A debt that has grown is taken whole, without a challenge."""
        return frame.owed > OWED

    return answer(
        Contested,
        Accept,
        pay_contested,
        contested_pays_open,
        contested_more_than_owed,
        owes_four,
        owes_more_than_four,
        covers=("draw.not-the-top", "challenge.too-many", "challenge.none", point),
    )


def sound(state: State, frame: Owed, at: int) -> str:
    """What is wrong with a debt at a place of a stack that somebody wrote down; empty where nothing is."""
    if at != 1 or frame.seat in state.finished:
        return "it lies directly on the turn it interrupts, and its player is not out"
    if frame.seat == frame.by and not isinstance(frame, OpeningOwed):
        return "it concerns different players"
    return debt(state, frame.owed)


@rule("owed.accept")
def pay_unanswered(step: Step, frame: Owed, action: Accept) -> None:
    """Draw the debt, whatever others have added to it, and lose the turn."""
    if frame.owed > TWO:
        whole_debt(step, frame)
    pay_two(step, frame, action)


def accepts_added() -> Answer:
    """Taking a debt that only others can have added to."""
    return accepts(pay_unanswered, owes_two, owes_added)


@bar("owed.pending")
def still_owes(state: State, frame: Owed, action: Play) -> bool:
    """Whoever owes cards draws them and plays nothing."""
    return True


@bar("owed.twin")
def adds_the_twin(state: State, frame: Owed | Contested, action: Laying) -> bool:
    """The card identical to the one on top would be stacking, from the player who owes."""
    return action.actor == frame.seat and action.card is state.discard.top


def unanswered(*, last_waits: bool) -> Module:
    """No stacking, yet the debt waits until its victim takes it, since others may add to it.

    ``last_waits``: it does so for a last card too, which else is paid at once.
    """
    refusals: dict[tuple[type[Frame], type[Action]], str] = {
        (Owed, Action): "owed.pending",
        (Owed, Challenge): "challenge.none-due",
        (Owed, JumpIn): "owed.pending",
    }
    return Module(
        name="stacking",
        answers=(accepts_added(), contested_accepts("stacking.whole"), refused(Owed, Play, still_owes)),
        checks=tuple((frame, Laying, adds_the_twin) for frame in (Owed, Contested)),
        effects={DRAW_TWO: owes_next("draw-two")},
        replaces={"answer Contested Accept"},
        refusals=refusals,
        settings={
            "challenge.stacked": whole_debt_at_stake,
            ("owe", DRAW_TWO): owe(Owed, last_waits),
            ("worth", DRAW_TWO): TWO,
        },
        sound={Owed: sound},
    )
