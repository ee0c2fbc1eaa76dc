"""What a spell lets its caster do in the next turn."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from unoref.lasting import Lasting
from unoref.step import Step
from unoref.variants.touhouno.casting import Casting, Part
from unoref.variants.touhouno.lasting import NextTurn, UntilStart
from unoref.verbs import last

__all__ = ["DeepMatch", "FreePass", "lasts", "waits"]


@frozen
class FreePass(NextTurn):
    """``seat`` need not draw when it passes in its next turn."""

    over: ClassVar[str] = "free-pass-over"


@frozen
class DeepMatch(NextTurn):
    """``seat`` may answer field cards below the top one in its next turn."""

    over: ClassVar[str] = "deep-match-over"


def waits(kind: type[NextTurn]) -> Part:
    """The part that lets something wait for the caster's next turn."""

    def part(step: Step, cast: Casting) -> None:
        last(step, kind(cast.seat))
        step.tell("waits", cast.seat, (cast.card,))

    return part


def lasts(kind: type[UntilStart]) -> Part:
    """The part that lets something last until the caster's next turn begins."""

    def part(step: Step, cast: Casting) -> None:
        effect: Lasting = kind(cast.seat)
        last(step, effect)
        step.tell("lasts", cast.seat, (cast.card,))

    return part
