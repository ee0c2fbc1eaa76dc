"""Wild Draw Fours jumped in with on another: a challenge tests each of them by itself, and whoever jumped in too."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from attrs import frozen

from unoref.actions import Challenge, Find, JumpIn
from unoref.checks import answer
from unoref.frames import PASS_TURNS, Frame, Turn
from unoref.lasting import turn_taken
from unoref.placing import interrupts
from unoref.rules.jump_in import OnContested, add
from unoref.rules.jump_windows import close_window
from unoref.rules.substitute import ReplaceNext
from unoref.rules.wild_draw_four import (
    OWED,
    WILD_DRAW_FOUR,
    Contested,
    FindGuilt,
    challenge_open,
    find_at_random,
    findings_open,
    held_of_color,
    jumped_in_with_the_color,
    lose_turn_for_cards,
    no_finding,
)
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import InForce, State, in_force
from unoref.step import Step, rule
from unoref.verbs import announce, draw, remember_not_held, take_back

__all__ = ["FindEach", "SeveralContested", "joins", "module"]


@frozen
class SeveralContested(Contested):
    """As the frame of one Wild Draw Four, for the card played in turn; ``others`` are the cases of those jumped in with, in the
    order in which they were laid."""

    others: tuple[Contested, ...] = ()

    @property
    def cases(self) -> tuple[Contested, ...]:
        """The case of each Wild Draw Four, first laid first."""
        return (self, *self.others)

    def seen_by(self, seat: Seat) -> Frame:
        seen: Any = Contested.seen_by(self, seat)
        others: Any = tuple(case.seen_by(seat) for case in self.others)
        return SeveralContested(seen.seat, seen.offender, seen.before, seen.held, seen.owed, seen.judged, others)


@frozen
class FindEach(FindGuilt):
    """The table owes the finding about the card of ``of``; ``found`` is what has been found of those before it."""

    contested: SeveralContested
    found: tuple[bool, ...]
    of: Seat


def _case(step: Step, victim: Seat, jumper: Seat, before: InForce) -> Contested:
    """The case of the Wild Draw Four that has just been jumped in with."""
    hand = step.hands[jumper]
    return Contested(victim, jumper, before, held_of_color(step, jumper, hand, before.color), OWED, len(hand))


def _joins_debt(step: Step, frame: Contested, jumper: Seat, before: InForce) -> None:
    """The card is added to those that may be challenged."""
    others = (*(frame.others if isinstance(frame, SeveralContested) else ()), _case(step, frame.seat, jumper, before))
    grown = SeveralContested(frame.seat, frame.offender, frame.before, frame.held, frame.owed, frame.judged, others)
    add(step, grown, OWED)


def _begins_anew(step: Step, victim: Seat, jumper: Seat, before: InForce) -> None:
    """The card is the only one that may be challenged."""
    step.frames[-1] = PASS_TURNS[_preceding(step, victim)]
    step.push(_case(step, victim, jumper, before))


def _preceding(step: Step, seat: Seat) -> Seat:
    """The seat whose next one it is."""
    return turn_order(step, seat)[-2]


#: What a Wild Draw Four that is jumped in with adds to a challenge: to one that is open, or to none.
joins: Final[OnContested] = OnContested(_joins_debt, _begins_anew)


@rule("challenge.jumpers")
def challenge_jumpers(step: Step, case: SeveralContested) -> None:
    """Whoever jumped in is challenged too."""
    for other in case.others:
        step.tell("challenged", case.seat, (), None, None, other.offender)


@rule("challenge.guilty")
def found_guilty(step: Step, case: Contested) -> None:
    """The card was not proper: it goes back."""
    step.tell("guilty", case.offender)
    top = step.discard.top
    if top is not None and top.face is WILD_DRAW_FOUR:  # else it has been shuffled into the draw pile meanwhile
        take_back(step, case.offender)


@rule("challenge.innocent")
def found_innocent(step: Step, case: Contested, laid_since: int) -> None:
    """The card was proper, which tells something about the hand."""
    step.tell("innocent", case.offender)
    judged = min(case.judged - laid_since, len(step.hands[case.offender]))
    if case.before.color is not None and judged > 0:
        remember_not_held(step, case.offender, case.before.color, judged)


@rule("challenge.innocent")
def pay_for_innocent(step: Step, challenger: Seat, proper: int) -> None:
    """The challenger draws six for each that was proper, and loses the turn."""
    draw(step, challenger, proper * (OWED + 2))
    lose_turn_for_cards(step, challenger)


@rule("challenge.guilty")
def draws_nothing(step: Step, challenger: Seat) -> None:
    """Where none was proper the challenger draws nothing."""
    step.tell("draws-nothing", challenger)


def settle_each(step: Step, case: SeveralContested, found: Sequence[bool]) -> None:
    """Each card by itself: those that were not proper go back and are replaced in order, for the others the challenger draws."""
    cases, color = case.cases, step.in_force.color
    assert color is not None, "a color was named for the last of them"
    named = [*(one.before.color for one in case.others), color]
    for at, (one, guilty) in enumerate(zip(cases, found, strict=True)):
        if guilty:
            found_guilty(step, one)
        else:
            found_innocent(step, one, sum(later.offender == one.offender for later in cases[at + 1 :]))
    guilty_ones = [at for at, guilty in enumerate(found) if guilty]
    proper = [at for at, guilty in enumerate(found) if not guilty]
    if guilty_ones:
        close_window(step)
        step.in_force = in_force(named[proper[-1]], WILD_DRAW_FOUR) if proper else case.before
        shown = (
            Contested(one.seat, one.offender, one.before, True, OWED, one.judged)  # as everybody knows now
            for one in (cases[at] for at in guilty_ones)
        )
        step.push(ReplaceNext(case.seat, tuple(shown), (color,) * len(guilty_ones)))
    if proper:
        pay_for_innocent(step, case.seat, len(proper))
    else:
        draws_nothing(step, case.seat)


def _same(case: Contested, other: Contested) -> bool:
    """Whether two cases are about the same hand and color: only Wild Draw Fours have left the hand in between."""
    return case.offender == other.offender and case.before.color is other.before.color


def _sound(state: State, frame: SeveralContested, at: int) -> str:
    if not frame.others or frame.owed != OWED * len(frame.cases):
        return "four cards are owed for each of several Wild Draw Fours"
    for case in frame.others:
        if type(case) is not Contested or case.seat != frame.seat or case.owed != OWED:
            return "each case is about one Wild Draw Four and the same challenger"
        if case.before.color is None:
            return "a Wild Draw Four is jumped in with on a color that was named"
        fault = interrupts(state, at, case.seat, case.offender)
        if fault:
            return fault
    return ""


def _find_each(state: State, frame: FindEach, at: int) -> str:
    if type(frame.contested) is not SeveralContested:
        return "each finding is about one of several Wild Draw Fours"
    if len(frame.found) >= len(frame.contested.cases):
        return "everything has been found"
    if frame.of != frame.contested.cases[len(frame.found)].offender:
        return f"the next finding is not about {state.name(frame.of)}"
    return _sound(state, frame.contested, at)


def find_each_at_random(state: State, frame: FindEach, rng: Random) -> Find:
    """The finding for a hand filled by chance with cards it may hold."""
    return find_at_random(state, FindGuilt(frame.contested.cases[len(frame.found)]), rng)


def module(*, shown_to_all: bool, judged_when_challenged: bool, while_on_top: bool) -> Module:
    """Each of several Wild Draw Fours judged by itself.

    ``shown_to_all``: whether everybody sees the challenged hands; ``judged_when_challenged``: whether they are judged as they
    are then; ``while_on_top``: whether a Wild Draw Four may be jumped in on when it has been paid for.
    """

    @rule("challenge")
    def challenge_each(step: Step, frame: SeveralContested, action: Challenge) -> None:
        """Every hand is shown; of each the evidence decides, or the table where nobody knows."""
        step.pop()
        announce(step, turn_taken(frame.seat, False))
        step.tell("challenged", frame.seat, (), None, None, frame.offender)
        challenge_jumpers(step, frame)
        show_hands(step, frame)
        go_on(step, frame, ())

    @rule("challenge.evidence")
    def show_hands(step: Step, case: SeveralContested) -> None:
        """Each hand is shown to the challenger only, or to everybody."""
        for offender in dict.fromkeys(one.offender for one in case.cases):
            step.tell("hand-shown-to-all" if shown_to_all else "hand-shown", offender, (), None, None, case.seat)

    @rule("challenge.evidence")
    def decide_each(step: Step, frame: FindEach, action: Find) -> None:
        """The table has found about one of them."""
        step.pop()
        go_on(step, frame.contested, (*frame.found, action.outcome == "guilty"))

    def go_on(step: Step, case: SeveralContested, found: tuple[bool, ...]) -> None:
        for at in range(len(found), len(case.cases)):
            one, held = case.cases[at], case.cases[at].held
            if judged_when_challenged:
                held = held_of_color(step, one.offender, step.hands[one.offender], one.before.color)
            if held is None:  # of one hand and one color there is one answer
                held = next((was for was, other in zip(found, case.cases, strict=False) if _same(other, one)), None)
            if held is None:
                step.push(FindEach(case, found, one.offender))
                return
            found = (*found, held)
        settle_each(step, case, found)

    frames: tuple[type[Frame], ...] = (Contested, Turn) if while_on_top else (Contested,)
    return Module(
        name="several-fours",
        answers=(
            answer(
                SeveralContested,
                Challenge,
                challenge_each,
                challenge_open,
                objection=True,
                reserved="challenge.only-victim",
            ),
            answer(
                FindEach,
                Find,
                decide_each,
                findings_open,
                no_finding,
                covers=("challenge.outcome",),
                at_random=find_each_at_random,
            ),
        ),
        checks=tuple((frame, JumpIn, jumped_in_with_the_color) for frame in frames),
        sound={SeveralContested: _sound, FindEach: _find_each},
        uses=(challenge_jumpers, show_hands, found_guilty, found_innocent, pay_for_innocent, draws_nothing),
    )
