"""Where a frame that somebody wrote down may lie, and what it needs: what the mechanisms say of their own frames.

States that the engine made are sound by themselves; these are asked only of frames that come from a record
(:mod:`unoref.stack`). Each function tells what is wrong, and gives an empty text where nothing is.
"""

from __future__ import annotations

from unoref.frames import BeginTurn, Frame, PassTurn
from unoref.ruleset import Ruleset
from unoref.seats import Seat
from unoref.state import State

__all__ = ["before_opening", "can_shuffle", "debt", "interrupts", "opens"]


def interrupts(state: State, at: int, *seats: Seat) -> str:
    """An interruption of a turn that concerns these seats lies directly on the turn."""
    if at != 1 or not isinstance(state.frames[0], PassTurn | BeginTurn):
        return "it lies directly on the turn it interrupts"
    if len(set(seats)) < len(seats) or any(seat in state.finished for seat in seats):
        return "it concerns different players, none of whom is out"
    return ""


def debt(state: State, owed: int) -> str:
    """Somebody owes at least one card, and no more than the deck has."""
    return "" if 1 <= owed <= state.ruleset.deck.size else f"nobody owes {owed} cards"


def opens(rules: Ruleset, frame: Frame) -> bool:
    """Whether this is the frame that waits for the opening card."""
    opening: Frame = rules.tables.settings["opening.frame"]
    return type(frame) is type(opening)


def before_opening(state: State, at: int) -> bool:
    """Whether the frame lies directly on the one that waits for the opening card."""
    return at == 1 and opens(state.ruleset, state.frames[0])


def can_shuffle(state: State) -> bool:
    """Whether there are discards that could become the draw pile."""
    return len(state.discard) > int(state.ruleset.tables.settings["reshuffle.keeps"])
