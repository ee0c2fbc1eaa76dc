"""The draw penalty: +2 and +4, accepting, stacking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from unoref.actions import Accept, Play, Refuse
from unoref.cards import FACES
from unoref.checks import answer, bar, ground
from unoref.frames import Frame
from unoref.rules.drawing import not_the_top
from unoref.ruleset import Module
from unoref.seats import Seat, after
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.variants.extended.effects import DrawPenalty, Stun, lies_on, on, put, replace
from unoref.variants.extended.guise import named_color
from unoref.variants.extended.judging import Judgement, JudgementPhase, StepJudgement, judged_for_the_turn, moved
from unoref.variants.extended.matching import named_plays, recolor
from unoref.variants.extended.memory import forget, remember
from unoref.variants.extended.playing import lay
from unoref.variants.extended.taking import allowance, take

__all__ = ["JudgeDraw", "PLUS_FOUR", "PLUS_TWO", "forced", "lacks", "module", "on_phase"]

PLUS_TWO = FACES["+2"]
PLUS_FOUR = FACES["W+4"]

#: What a draw card is worth.
WORTH = {PLUS_TWO: 2, PLUS_FOUR: 4}


@frozen
class JudgeDraw(Judgement):
    """``seat`` draws its penalty, adds to it for the next player, or plays a card that takes it away."""


def _penalty(position: State | Step, frame: Frame) -> DrawPenalty:
    return on(position, frame.seat, DrawPenalty)[0]


recolor_by_four: Final = recolor("plus-four.color")


def penalize(step: Step, by: Seat, count: int, most: int) -> None:
    """The penalty rests on the next player, on top of what lies there; told under the clause of the card."""
    victim = after(step, by)
    put(step, DrawPenalty(victim, count, most))
    step.tell("penalized", victim, (), on(step, victim, DrawPenalty)[0].count)


@rule("plus-two")
def plus_two(step: Step, action: Play, before: InForce) -> None:
    """Two cards for the next player."""
    penalize(step, action.actor, 2, 2)


@rule("plus-four")
def plus_four(step: Step, action: Play, before: InForce) -> None:
    """A color, and four cards for the next player."""
    name_for_four(step, action)
    penalize(step, action.actor, 4, 4)


def name_for_four(step: Step, action: Play) -> None:
    """The color named with a +4."""
    color = named_color(action)
    assert color is not None
    recolor_by_four(step, action.actor, color)


@rule("penalty.accept")
def accept(step: Step, frame: JudgeDraw, action: Accept) -> None:
    """Draw what is owed; the turn is skipped."""
    moved(step)
    forget(step)
    penalty = _penalty(step, frame)
    replace(step, penalty)
    judged_for_the_turn(step)
    take(step, frame.seat, penalty.count, action.cards)


@bar("penalty.too-many")
def more_than_owed(state: State, frame: JudgeDraw, action: Accept) -> bool:
    """More cards named than will be drawn."""
    return len(action.cards) > allowance(state, frame.seat, _penalty(state, frame).count)


@rule("penalty.refuse")
def refuse(step: Step, frame: JudgeDraw, action: Play) -> None:
    """Add a draw card: the grown penalty passes on, the turn is skipped."""
    penalty, seat = _penalty(step, frame), frame.seat
    remember(step, seat, action.cards)
    replace(step, penalty)
    lay(step, action)
    worth = WORTH[action.card.face]
    if action.card.face is PLUS_FOUR:
        name_for_four(step, action)
    judged_for_the_turn(step)
    pass_total_on(step, seat, penalty.count + worth, max(penalty.most, worth))


@rule("penalty.total")
def pass_total_on(step: Step, by: Seat, count: int, most: int) -> None:
    """Counts add up, and the largest card of the chain is what the next must reach."""
    penalize(step, by, count, most)


@ground("penalty.stacks", faces=tuple(WORTH))
def worth_enough(state: State, frame: JudgeDraw, action: Play) -> bool:
    """A draw card worth at least the largest in the chain."""
    return WORTH[action.card.face] >= _penalty(state, frame).most


@bar("penalty.too-small", faces=tuple(WORTH))
def worth_too_little(state: State, frame: JudgeDraw, action: Play) -> bool:
    """A draw card worth less than the largest in the chain."""
    return not worth_enough.test(state, frame, action)


@bar("stun.forced")
def stunned(state: State, frame: Judgement, action: Play) -> bool:
    """A stunned player cannot refuse, nor have it taken away; a card that undoes it is another matter."""
    undoes = ("undoes", action.card.face) in state.ruleset.tables.settings
    return lies_on(state, frame.seat, Stun) and not undoes


def forced(state: State, frame: Judgement) -> str:
    """The words for what is owed by a stunned player, who cannot refuse."""
    return "judge-stunned" if lies_on(state, frame.seat, Stun) else ""


def accept_open(state: State, frame: Judgement) -> tuple[Accept, ...]:
    """Accepting."""
    return (Accept(frame.seat),)


def module(options: Mapping[str, Any]) -> Module:
    """Draw penalties."""
    return Module(
        name="penalty",
        answers=(answer(JudgeDraw, Accept, accept, accept_open, more_than_owed, not_the_top),),
        checks=(
            (JudgeDraw, Play, worth_enough),
            (JudgeDraw, Play, worth_too_little),
            *(((Judgement, Play, stunned),) if options["stun-forces-accept"] else ()),
        ),
        effects={PLUS_TWO: plus_two, PLUS_FOUR: plus_four},
        settings={
            **({("owed", JudgeDraw): forced} if options["stun-forces-accept"] else {}),
            ("judged-by", DrawPenalty): lambda effect: JudgeDraw(effect.seat),
            ("refused-by", JudgeDraw): frozenset(WORTH),
            ("before-judgement", PLUS_TWO): refuse,
            ("before-judgement", PLUS_FOUR): refuse,
            ("form", PLUS_FOUR): named_plays,
            ("takes", PLUS_FOUR): frozenset({"naming"}),
        },
        refusals={(JudgeDraw, Refuse): "penalty.with-a-card"},
        sound={JudgeDraw: lacks(DrawPenalty)},
        uses=(recolor_by_four, pass_total_on),
    )


def lacks(kind: Any) -> Any:
    """What is wrong with a judgement whose effect does not lie on its player."""

    def fault(state: State, frame: Judgement, at: int) -> str:
        if not on(state, frame.seat, kind):
            return f"nothing of that kind lies on {state.name(frame.seat)}"
        return on_phase(state, at)

    return fault


def on_phase(state: State, at: int) -> str:
    """What is wrong with the place of a judgement."""
    return (
        ""
        if isinstance(state.frames[at - 1], JudgementPhase | StepJudgement)
        else "it lies directly on the judgement phase"
    )
