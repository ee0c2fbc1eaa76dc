"""Hand limit: a hand at the limit draws no more by choice."""

from __future__ import annotations

from collections.abc import Iterator

from unoref.actions import Draw, Pass
from unoref.checks import bar, ground
from unoref.frames import Drawn, Turn
from unoref.rules.drawing import can_draw
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule

__all__ = ["module"]


def _full(state: State | Step, seat: Seat) -> bool:
    return len(state.hands[seat]) >= int(state.ruleset.tables.settings["hand-limit"])


@bar("hand-limit.reached")
def hand_is_full(state: State, frame: Turn, action: Draw) -> bool:
    """The hand is at the limit."""
    return _full(state, frame.seat)


def _stuck(state: State, frame: Turn) -> bool | None:
    """Whether the seat can neither draw, because of the limit, nor play."""
    if isinstance(frame, Drawn) or not _full(state, frame.seat) or not can_draw(state):
        return False
    able: bool | None = state.ruleset.tables.settings["match.able"](state, frame.seat, state.hands[frame.seat])
    return None if able is None else not able


@ground("hand-limit.stuck")
def full_and_unable(state: State, frame: Turn, action: Pass) -> bool | None:
    """At the limit and without a playable card the seat passes."""
    return _stuck(state, frame)


def _passes_open(state: State, frame: Turn) -> Iterator[Pass]:
    if _stuck(state, frame) is not False:
        yield Pass(frame.seat)


@rule("hand-limit.stuck")
def pass_full(step: Step, seat: Seat) -> None:
    """At the limit and without a playable card the seat passes."""
    step.tell("passed", seat)


@rule("hand-limit.capped")
def draw_up_to_limit(step: Step, seat: Seat, count: int, limit: int) -> None:
    """A penalty fills the hand up to the limit and no further."""
    step.tell("not-drawn-beyond", seat, (), count - max(0, limit - len(step.hands[seat])))


def module(limit: int, capped: bool) -> Module:
    """A hand of ``limit`` cards or more draws none by choice; ``capped``: nor does a penalty fill it beyond."""

    def most(step: Step, seat: Seat, count: int) -> int:
        room = max(0, limit - len(step.hands[seat]))
        if count > room:
            draw_up_to_limit(step, seat, count, limit)
        return min(count, room)

    return Module(
        name="hand-limit",
        checks=((Turn, Draw, hand_is_full), (Turn, Pass, full_and_unable)),
        offers=((Turn, Pass, _passes_open),),
        settings={"hand-limit": limit, "pass.full": pass_full, **({"draw.most": most} if capped else {})},
        uses=(draw_up_to_limit,) if capped else (),
    )
