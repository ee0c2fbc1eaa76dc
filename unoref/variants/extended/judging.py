"""The judgement phase and the turn marker: what lies on a player is dealt with before the free part of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve, frozen

from unoref.frames import Auto, BeginTurn, Frame, PassTurn, Turn
from unoref.rules.drawing import Standstill
from unoref.seats import Seat, after
from unoref.step import Step, rule
from unoref.variants.extended.effects import Active, Confinement, OnPlayer, Stun, Weakness, lies_on, on, replace
from unoref.variants.extended.leaving import lapse, see_who_is_out
from unoref.variants.extended.memory import UntilTurnEnds, forget

__all__ = [
    "EndTurn",
    "Judgement",
    "JudgementPhase",
    "Settled",
    "StepJudgement",
    "effects_lapse",
    "end_turn",
    "first_to_judge",
    "judge",
    "judge_step",
    "judged",
    "judged_for_the_turn",
    "jump_over",
    "lift_weakness",
    "moved",
    "play_on_after",
    "settle",
    "skip",
    "skip_stunned",
    "spend_stuns",
    "whose_turn",
]


@frozen
class EndTurn(PassTurn):
    """The turn of ``of`` ends; when everything above has settled, play goes on after ``seat``, but not with ``past``."""

    of: Seat
    past: Seat | None = None


@frozen
class JudgementPhase(BeginTurn):
    """The judgement phase of a seat, something having been judged; ``skipped``: it will not draw or play."""

    skipped: bool = False


@frozen
class StepJudgement(Auto):
    """At such a table a player whom a C4 reaches has a judgement phase before feeding it."""

    skipped: bool = False


@frozen
class Judgement(Frame):
    """An active effect that ``seat`` must deal with before it may draw and play."""


@frozen
class Settled(Auto):
    """Something has been settled where no turn passes on: see who is out."""


def whose_turn(step: Step) -> Seat:
    """Whose turn is under way: the marker at the bottom tells."""
    marker = step.frames[0]
    return marker.of if isinstance(marker, EndTurn) else marker.seat


def play_on_after(step: Step, seat: Seat, past: Seat | None = None) -> None:
    """Play goes on after this seat once everything has settled; should ``past`` be next then, it is skipped."""
    marker = step.frames[0]
    assert isinstance(marker, PassTurn | BeginTurn)
    step.frames[0] = EndTurn(seat, whose_turn(step), past)


def moved(step: Step) -> None:
    """Somebody did something: the round does not stand still."""
    for effect in step.lasting:
        if isinstance(effect, Standstill):
            replace(step, effect)


@rule("turn.end")
def end_turn(step: Step, frame: PassTurn) -> None:
    """Everything has settled: confinement ends, see who is out, else the next turn begins."""
    of = frame.of if isinstance(frame, EndTurn) else frame.seat
    for effect in step.lasting:
        if isinstance(effect, Confinement):
            replace(step, effect)
            step.tell("confinement-lifted", effect.seat)
    if step.lasting:
        step.lasting = tuple([effect for effect in step.lasting if not isinstance(effect, UntilTurnEnds)])
    if see_who_is_out(step, of):
        return
    following = after(step, frame.seat)
    if isinstance(frame, EndTurn) and following == frame.past:
        jump_over(step, following)
        following = after(step, following)
    step.frames[-1] = BeginTurn(following)


@rule("turn.judge")
def judge(step: Step, frame: BeginTurn) -> None:
    """Deal with the active effects in order of arrival, a stun last; then the free part of the turn, unless it is skipped."""
    seat = frame.seat
    skipped = isinstance(frame, JudgementPhase) and frame.skipped
    if not isinstance(frame, JudgementPhase):
        step.tell("turn", seat)
    elif see_who_is_out(step, seat):
        return
    if step.lasting:
        passed_over: Callable[[Step, Seat], bool] | None = step.tables.settings.get("turn.passed-over")
        if passed_over is not None and passed_over(step, seat):
            step.frames[-1] = EndTurn(seat, seat)
            return
        if not isinstance(frame, JudgementPhase):
            step.tables.settings["band.due"](step, seat)
        if step.tables.settings["stun.first"] and lies_on(step, seat, Stun):
            end_stun_and_weakness(step, seat)
            step.frames[-1] = EndTurn(seat, seat)
            return
        facing: Callable[[Step, Seat], Frame | None] = step.tables.settings["judge.next"]
        asked = facing(step, seat)
        if asked is not None:
            step.frames[-1] = JudgementPhase(seat, skipped=skipped)
            step.push(asked)
            return
        skipped = end_stun_and_weakness(step, seat, skipped) or skipped
    if skipped or not step.hands[seat]:
        step.frames[-1] = EndTurn(seat, seat)
    else:
        step.frames[-1] = Turn(seat)


def end_stun_and_weakness(step: Step, seat: Seat, lost: bool = False) -> bool:
    """A stun is spent, and weakness ends with the phase; tell whether there was a stun. ``lost``: whether the turn is already."""
    stuns = on(step, seat, Stun)
    spend_stuns(step, stuns, lost)
    for weakness in on(step, seat, Weakness):
        lift_weakness(step, weakness)
    return bool(stuns)


def spend_stuns(step: Step, stuns: Iterable[Stun], lost: bool) -> None:
    """Stuns are spent; together they cost one turn."""
    for stun in stuns:
        skip_stunned(step, stun, lost)
        lost = True


@rule("stun")
def skip_stunned(step: Step, stun: Stun, lost: bool = False) -> None:
    """A stunned player's turn is skipped, if it is not ``lost`` already, and the stun is spent."""
    forget(step)
    replace(step, stun)
    step.tell("stun-spent", stun.seat)
    if not lost:
        skip(step, stun.seat)


def judged_for_the_turn(step: Step) -> None:
    """As :func:`judged`; the turn is skipped, if nothing has cost it yet."""
    lost = step.frames[-2].skipped  # type: ignore[attr-defined]
    judged(step, skipped=True)
    if not lost:
        skip(step, step.frames[-1].seat)


@rule("turn.skip")
def skip(step: Step, seat: Seat) -> None:
    """The turn is skipped: no draw and no play."""
    step.tell("turn-lost", seat)


@rule("weakness.lifted")
def lift_weakness(step: Step, weakness: Weakness) -> None:
    """The judgement phase is over, and weakness with it."""
    replace(step, weakness)
    step.tell("weakness-lifted", weakness.seat)


def jump_over(step: Step, seat: Seat) -> None:
    """The turn of a seat is jumped over without a judgement phase; at some tables what lies on it lapses."""
    if step.tables.settings["skip.lapses"]:
        effects_lapse(step, seat)
    skip(step, seat)


@rule("skip.effects-lapse")
def effects_lapse(step: Step, seat: Seat) -> None:
    """What lies on a player who is jumped over lapses at such a table; attached cards go back to who gave them."""
    lapsing = on(step, seat, OnPlayer)
    if lapsing:
        step.tell("lapsed", seat)
    for effect in lapsing:
        lapse(step, effect)


def judged(step: Step, skipped: bool) -> None:
    """The judgement on top has been dealt with; the phase goes on."""
    step.pop()
    marker = step.frames[-1]
    assert isinstance(marker, JudgementPhase | StepJudgement)
    step.frames[-1] = evolve(marker, skipped=marker.skipped or skipped)


def judge_step(step: Step, frame: StepJudgement) -> bool:
    """Deal with what lies on a player whom a C4 has reached; tell whether that is over and cost the player the turn."""
    facing: Callable[[Step, Seat], Frame | None] = step.tables.settings["judge.next"]
    asked = facing(step, frame.seat)
    if asked is not None:
        step.push(asked)
        return False
    step.pop()
    return end_stun_and_weakness(step, frame.seat, frame.skipped) or frame.skipped


def first_to_judge(step: Step, seat: Seat) -> Frame | None:
    """What a player must judge next: the effect that arrived first."""
    for effect in step.lasting:
        if isinstance(effect, Active) and effect.seat == seat:
            asked: Frame = step.tables.settings["judged-by", type(effect)](effect)
            return asked
    return None


@rule("out.settled")
def settle(step: Step, frame: Settled) -> None:
    """See who is out although no turn passes on."""
    step.pop()
    if see_who_is_out(step, frame.seat):
        return
    top = step.frames[-1]
    if isinstance(top, Turn) and top.seat in step.finished:
        step.frames[-1] = EndTurn(top.seat, top.seat)
