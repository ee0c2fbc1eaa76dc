"""Whether a stack of frames that somebody wrote down can be played on: what may lie where, and what it needs.

States that the engine made are sound by themselves; this is asked only of frames that come from a record.
"""

from __future__ import annotations

from unoref.engine import legal_actions
from unoref.frames import Auto, BeginTurn, Chance, ChooseColor, Draws, Frame, Over, PassTurn, Turn
from unoref.placing import can_shuffle, opens
from unoref.rules.opening import may_lie_open
from unoref.rules.uno_call import Uncalled
from unoref.seats import seats_in
from unoref.state import State

__all__ = ["fault_of", "fault_of_effects"]


def _at_bottom(state: State, frame: Frame) -> bool:
    """Whether the frame is one that others lie on and that lies on none."""
    in_turn = isinstance(frame, Draws) and frame.in_turn
    return in_turn or isinstance(frame, Turn | PassTurn | BeginTurn | Over) or opens(state.ruleset, frame)


def _misplaced(state: State, frame: Frame, at: int) -> str:
    """What is wrong with the place of a frame, whatever it is."""
    top = at == len(state.frames) - 1
    if _at_bottom(state, frame) != (at == 0):
        return "a turn, the opening flip or the end of the round comes first" if at == 0 else "it can only come first"
    if isinstance(frame, Over) and not top:
        return "nothing is pending when the round is over"
    if top and isinstance(frame, Auto):
        return "it goes on by itself; the last one must be somebody's decision"
    if at and opens(state.ruleset, state.frames[0]) and not isinstance(frame, Chance):
        return "before the opening flip nobody but the table acts"
    if not isinstance(frame, PassTurn | Chance | Over) and frame.seat in state.finished:
        return f"{state.name(frame.seat)} is out"
    return ""


def _unplayable(state: State) -> str:
    """What is wrong with the position itself, under this stack."""
    first, top = state.frames[0], state.frames[-1]
    if isinstance(first, Over):
        return ""
    opening = opens(state.ruleset, first)
    if len(seats_in(state)) < 2:
        return "fewer than two players are in the round"
    if isinstance(first, Draws) and not (state.draw_pile or can_shuffle(state)):
        return "there is nothing to draw"
    if state.in_force.color is None and not (
        opening or may_lie_open(state) or any(isinstance(frame, ChooseColor) for frame in state.frames)
    ):
        return "no color is in force"
    if any(isinstance(effect, Uncalled) and effect.seat in state.called for effect in state.lasting):
        return "who has called UNO cannot be caught"
    return "" if not isinstance(top, Chance) or legal_actions(state) else "there is nothing the table can do"


def fault_of_effects(state: State) -> tuple[int, str] | None:
    """The first lasting effect that cannot be as it is told: its place and what is wrong; None if all are sound."""
    lasts = state.ruleset.tables.lasts
    for at, effect in enumerate(state.lasting):
        for kind in type(effect).__mro__:
            text = lasts[kind](state, effect) if kind in lasts else ""
            if text:
                return at, text
    return None


def fault_of(state: State) -> tuple[int, str] | None:
    """The first thing that keeps a state from being played on: the place of the frame and what is wrong; None if it is sound."""
    sound = state.ruleset.tables.sound
    for at, frame in enumerate(state.frames):
        text = _misplaced(state, frame, at)
        for kind in type(frame).__mro__:
            if not text and kind in sound:
                text = sound[kind](state, frame, at)
        if text:
            return at, text
    text = _unplayable(state)
    return (len(state.frames) - 1, text) if text else None
