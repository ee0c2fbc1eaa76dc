"""Several effects on one player, judged in the order the player likes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from unoref.actions import Accept, Action, Discard, Play, Refuse
from unoref.checks import answer, bar
from unoref.frames import Frame
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.extended.effects import Active, on
from unoref.variants.extended.judging import Judgement, first_to_judge
from unoref.variants.extended.penalty import on_phase

__all__ = ["JudgeSeveral", "module"]


@frozen
class JudgeSeveral(Judgement):
    """Several effects lie on ``seat``, who deals with whichever it likes."""


def _each(position: State | Step, seat: Seat) -> list[Judgement]:
    """The judgement of each effect by itself."""
    settings = position.ruleset.tables.settings
    return list(dict.fromkeys(settings["judged-by", type(effect)](effect) for effect in on(position, seat, Active)))


def _meant(state: State, frame: JudgeSeveral, action: Action) -> Judgement | None:
    """The first judgement in which the action may be taken."""
    for each in _each(state, frame.seat):
        row = state.ruleset.tables.row(type(each), type(action))
        if row is not None and row.admits(state, each, action):
            return each
    return None


@bar("judge.none-of-them")
def fits_none(state: State, frame: JudgeSeveral, action: Action) -> bool:
    """It deals with none of the effects."""
    return _meant(state, frame, action) is None


@rule("judge.holder")
def deal_with_one(step: Step, frame: JudgeSeveral, action: Any) -> None:
    """The player deals with one of the effects."""
    meant = _meant(step.freeze(), frame, action)
    assert meant is not None
    row = step.tables.row(type(meant), type(action))
    assert row is not None
    step.frames[-1] = meant
    row.answer.take(step, meant, action)


def _open(kind: type[Action]) -> Any:
    def offers(state: State, frame: JudgeSeveral) -> Iterator[Action]:
        for each in _each(state, frame.seat):
            row = state.ruleset.tables.row(type(each), kind)
            if row is not None:
                yield from row.answer.offers(state, each)

    return offers


def several_to_judge(step: Step, seat: Seat) -> Frame | None:
    """What a player must judge next: anything of several effects, or the only one."""
    return JudgeSeveral(seat) if len(_each(step, seat)) > 1 else first_to_judge(step, seat)


def _sound(state: State, frame: JudgeSeveral, at: int) -> str:
    return on_phase(state, at) if len(_each(state, frame.seat)) > 1 else "several effects lie on that player"


def module(options: Mapping[str, Any]) -> Module:
    """In whose order effects are judged."""
    if options["judge-order"] == "arrival":
        return Module(name="order")
    kinds: tuple[type[Any], ...] = (Accept, Discard, Play, Refuse)
    return Module(
        name="order",
        answers=tuple(answer(JudgeSeveral, kind, deal_with_one, _open(kind), fits_none) for kind in kinds),
        settings={"judge.next": several_to_judge, ("refused-by", JudgeSeveral): frozenset()},
        replaces=frozenset({"setting judge.next"}),
        sound={JudgeSeveral: _sound},
    )
