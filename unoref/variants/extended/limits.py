"""What some tables do not allow: unmatched cards outside the play phase, camouflage there, a +4 beside the color in force."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from attrs import evolve, frozen

from unoref.actions import Answer, Challenge, Find, Laying, Play
from unoref.cards import UNKNOWN, Color, without_card
from unoref.checks import Check, answer, bar, breach
from unoref.frames import Chance, Frame, Turn
from unoref.lasting import Lasting
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.unseen import holds, pick_unseen
from unoref.variants.extended.aoe import Aoe
from unoref.variants.extended.effects import DrawPenalty, on, replace
from unoref.variants.extended.guise import color_of, face_of
from unoref.variants.extended.judging import Judgement, judged, judged_for_the_turn
from unoref.variants.extended.memory import Remembered, forget
from unoref.variants.extended.penalty import PLUS_FOUR, JudgeDraw, plus_four
from unoref.variants.extended.swaps import Answering
from unoref.variants.extended.taking import take
from unoref.variants.extended.waiting import interrupts

__all__ = ["FindSuspect", "Suspect", "module"]

#: How many more cards a challenge in vain costs.
MORE = 2


@bar("match.strict")
def matches_nothing(state: State, frame: Frame, action: Laying) -> bool:
    """At such a table a card played outside the play phase must match as well."""
    force, color = state.in_force, color_of(action)
    return color not in (force.color, Color.BLACK) and face_of(action) is not force.face


@bar("camouflage.play-phase")
def disguised_elsewhere(state: State, frame: Frame, action: Laying) -> bool:
    """At such a table a camouflage is played in the play phase only."""
    return len(action.cards) > 1


# ------------------------------------------------------------------------------------------------------ +4 as in official UNO


#: What a +4 costs by itself: a penalty that others have added to is not challenged.
_UNTOUCHED: Final = 4


@frozen
class Suspect(Lasting):
    """``by`` has just played a +4 on ``seat``; ``held``: whether it held ``color``, in force then, besides (None: not known)."""

    seat: Seat
    by: Seat
    held: bool | None
    color: Color | None

    def seen_by(self, seat: Seat) -> Lasting:
        return self if seat == self.by else evolve(self, held=None)


@frozen
class FindSuspect(Chance):
    """The table owes the finding: did the player of the +4 hold the color?"""

    case: Suspect


def _held(state: State, action: Play) -> bool | None:
    hand = state.hands[action.actor]
    color = state.in_force.color
    rest = without_card(hand, action.card) if action.card in hand or UNKNOWN in hand else hand
    return holds(state, action.actor, rest, lambda card: card.color is color)


@bar("plus-four.limited", faces=(PLUS_FOUR,))
def may_not(state: State, frame: Turn, action: Play) -> bool | None:
    """A card of the color in force is held, and such tables limit the +4 to hands without."""
    return _held(state, action)


@breach("plus-four.has-color", faces=(PLUS_FOUR,))
def may_be_challenged(state: State, frame: Turn, action: Play) -> bool | None:
    """A card of the color in force is held: the next player may challenge."""
    return _held(state, action)


@rule("plus-four")
def suspected_four(step: Step, action: Play, before: InForce) -> None:
    """As ever, and what the player held is kept as evidence."""
    plus_four(step, action, before)
    hand = step.hands[action.actor]
    held = holds(step, action.actor, hand, lambda card: card.color is before.color)
    victim = next(effect.seat for effect in reversed(step.lasting) if isinstance(effect, DrawPenalty))
    for old in step.lasting:
        if isinstance(old, Suspect):
            replace(step, old)
    step.lasting = (*step.lasting, Suspect(victim, action.actor, held, before.color))


def suspect(position: State | Step, seat: Seat) -> Suspect | None:
    """The case a seat may bring: the +4 whose penalty lies on it and has not been touched."""
    just = next((effect for effect in position.lasting if isinstance(effect, Remembered)), None)
    if just is None or just.cards[-1].face is not PLUS_FOUR:
        return None
    if [penalty.count for penalty in on(position, seat, DrawPenalty)] != [_UNTOUCHED]:
        return None
    for effect in position.lasting:
        if isinstance(effect, Suspect) and (effect.seat, effect.by) == (seat, just.seat):
            return effect
    return None


@bar("plus-four.no-case")
def nobody_to_challenge(state: State, frame: JudgeDraw, action: Challenge) -> bool:
    """The penalty does not come from a +4 just played in a turn."""
    return suspect(state, frame.seat) is None


@rule("plus-four.challenge")
def challenge(step: Step, frame: JudgeDraw, action: Challenge) -> None:
    """The hand decides, or the table where nobody knows it."""
    case = suspect(step, frame.seat)
    assert case is not None
    step.tell("challenged", frame.seat, (), None, None, case.by)
    if case.held is None:
        step.push(FindSuspect(case))
    else:
        settle(step, case, case.held)


@rule("plus-four.challenge")
def found(step: Step, frame: FindSuspect, action: Find) -> None:
    """The table has found."""
    step.pop()
    settle(step, frame.case, action.outcome == "guilty")


@rule("plus-four.challenge")
def settle(step: Step, case: Suspect, guilty: bool) -> None:
    """Guilty: the offender draws the penalty and the challenger's turn goes on; innocent: the challenger draws two more."""
    penalty = on(step, case.seat, DrawPenalty)[0]
    forget(step)
    replace(step, penalty)
    step.tell("guilty" if guilty else "innocent", case.by)
    if guilty:
        judged(step, skipped=False)
    else:
        judged_for_the_turn(step)
    take(step, case.by if guilty else case.seat, penalty.count + (0 if guilty else MORE))


@bar("plus-four.outcome")
def no_finding(state: State, frame: FindSuspect, action: Find) -> bool:
    """A challenge ends in guilty or innocent."""
    return action.outcome not in ("guilty", "innocent")


def challenge_open(state: State, frame: JudgeDraw) -> tuple[Challenge, ...]:
    """Challenging, where there is a case."""
    return () if suspect(state, frame.seat) is None else (Challenge(frame.seat),)


def findings_open(state: State, frame: FindSuspect) -> tuple[Find, ...]:
    """Guilty or innocent."""
    return (Find("guilty"), Find("innocent"))


def find_at_random(state: State, frame: FindSuspect, rng: Random) -> Find:
    """The finding for a hand filled by chance with cards it may hold."""
    unknown = state.hands[frame.case.by].count(UNKNOWN)
    guilty = any(pick_unseen(state, rng).color is frame.case.color for _ in range(unknown))
    return Find("guilty" if guilty else "innocent")


def _sound(state: State, frame: FindSuspect, at: int) -> str:
    below = state.frames[at - 1]
    if not isinstance(below, JudgeDraw) or below.seat != frame.case.seat:
        return "it is the player who faces the +4 who challenges"
    return interrupts(state, 1, frame.case.seat, frame.case.by)


def module(options: Mapping[str, Any]) -> Module:
    """The limits that are on at this table."""
    checks: list[tuple[type[Frame], type[Laying], Check[Any, Any]]] = []
    if options["strict-matching"]:
        checks += [(Aoe, Play, matches_nothing), (Answering, Answer, matches_nothing)]
    if options["camouflage-scope"] == "play-phase":
        checks += [(Aoe, Play, disguised_elsewhere), (Judgement, Play, disguised_elsewhere)]
    limited, challenged = options["plus-four-limit"], options["plus-four-limit"] and options["plus-four-challenge"]
    if limited:
        checks.append((Turn, Play, may_be_challenged if challenged else may_not))
    if not challenged:
        return Module(name="limits", checks=tuple(checks))
    return Module(
        name="limits",
        answers=(
            answer(JudgeDraw, Challenge, challenge, challenge_open, nobody_to_challenge, objection=True),
            answer(FindSuspect, Find, found, findings_open, no_finding, at_random=find_at_random),
        ),
        checks=tuple(checks),
        effects={PLUS_FOUR: suspected_four},
        replaces={f"effect {PLUS_FOUR.code}"},
        sound={FindSuspect: _sound},
        uses=(settle,),
    )
