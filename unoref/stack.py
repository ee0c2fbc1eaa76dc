"""Whether a stack of frames that somebody wrote down can be played on: what may lie where, and what it needs.

States that the engine made are sound by themselves; this is asked only of frames that come from a record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from unoref.engine import legal_actions
from unoref.frames import Auto, BeginTurn, Chance, ChooseColor, Drawn, Draws, Frame, Over, PassTurn, Turn
from unoref.rules.opening import ChooseDepth, OpeningFlip, ShuffleDrawPile
from unoref.rules.reshuffle import ShuffleDiscards
from unoref.rules.setup import DealHands
from unoref.rules.shuffle_hands import GatheredHands
from unoref.rules.stacking import Owed
from unoref.rules.uno_call import Uncalled
from unoref.rules.wild_draw_four import Contested, FindGuilt
from unoref.seats import Seat, seats_in
from unoref.state import State

__all__ = ["fault_of"]

#: What is wrong with a frame at a place of the stack; an empty text where it is sound.
Fault = Callable[[State, Any, int], str]


def _draws(state: State, frame: Draws, at: int) -> str:
    if not 1 <= frame.count <= state.ruleset.deck.size or len(frame.named) > frame.count:
        return f"nobody draws {frame.count} cards, {len(frame.named)} of them named"
    return "one card is drawn in turn" if frame.in_turn and frame.count != 1 else ""


def _drawn(state: State, frame: Drawn, at: int) -> str:
    return "" if frame.card in state.hands[frame.seat] else f"{state.name(frame.seat)} does not hold the card drawn"


def _interrupts(state: State, at: int, *seats: Seat) -> str:
    """What is wrong with an interruption of a turn that concerns these seats."""
    if at != 1 or not isinstance(state.frames[0], PassTurn | BeginTurn):
        return "it lies directly on the turn it interrupts"
    if len(set(seats)) < len(seats) or any(seat in state.finished for seat in seats):
        return "it concerns different players, none of whom is out"
    return ""


def _contested(state: State, frame: Contested, at: int) -> str:
    kept = int(state.ruleset.tables.settings["reshuffle.keeps"])
    if kept and not state.discard:
        return "the discard pile is empty"
    return _interrupts(state, at, frame.seat, frame.offender) or _debt(state, frame.owed)


def _debt(state: State, owed: int) -> str:
    return "" if 1 <= owed <= state.ruleset.deck.size else f"nobody owes {owed} cards"


def _find_guilt(state: State, frame: FindGuilt, at: int) -> str:
    return _contested(state, frame.contested, at)


def _owed(state: State, frame: Owed, at: int) -> str:
    return _interrupts(state, at, frame.seat, frame.by) or _debt(state, frame.owed)


def _gathered_hands(state: State, frame: GatheredHands, at: int) -> str:
    if any(state.hands):
        return "every hand is empty while the hands are gathered"
    if sorted(frame.order) != list(seats_in(state)) or frame.dealt_by not in frame.order:
        return "the cards are dealt to every player who is not out"
    return _interrupts(state, at)


def _deal_hands(state: State, frame: DealHands, at: int) -> str:
    if at != 1 or not _opens(state, state.frames[0]):
        return "hands are dealt before the opening flip"
    if sorted(frame.to) != [seat for seat, cards in enumerate(state.hands) if not cards]:
        return "each player who holds no cards yet is dealt one hand"
    needed = len(frame.to) * int(state.ruleset.tables.settings["hand-size"]) + 1
    if len(state.draw_pile) < needed:
        return f"the draw pile has {len(state.draw_pile)} cards; the deal and the flip take {needed}"
    return ""


def _opening_flip(state: State, frame: Frame, at: int) -> str:
    top = state.frames[-1]
    if state.finished:
        return "nobody is out before the opening flip"
    if state.discard and not isinstance(top, ChooseDepth):
        return "the discard pile is empty before the opening flip"
    if () in state.hands and not isinstance(top, DealHands):
        return "hands are dealt before the opening flip"
    return "" if state.draw_pile or isinstance(top, ChooseDepth) else "the draw pile is empty"


def _shuffle_draw_pile(state: State, frame: ShuffleDrawPile, at: int) -> str:
    return "" if at == 1 and _opens(state, state.frames[0]) else "it comes before the opening flip"


def _choose_depth(state: State, frame: ChooseDepth, at: int) -> str:
    if at != 1 or not _opens(state, state.frames[0]):
        return "it comes before the opening flip"
    return "" if len(state.discard) == 1 else "one card, and no other, lies on the discard pile"


def _shuffle_discards(state: State, frame: ShuffleDiscards, at: int) -> str:
    if frame is not state.frames[-1] or not isinstance(state.frames[at - 1], Draws):
        return "the discards are shuffled next, for somebody who draws"
    if state.draw_pile:
        return "the draw pile is not empty"
    return "" if _can_shuffle(state) else "there is nothing to shuffle"


_FAULTS: Final[Mapping[type[Frame], Fault]] = {
    Draws: _draws,
    Drawn: _drawn,
    Contested: _contested,
    FindGuilt: _find_guilt,
    Owed: _owed,
    GatheredHands: _gathered_hands,
    DealHands: _deal_hands,
    OpeningFlip: _opening_flip,
    ShuffleDrawPile: _shuffle_draw_pile,
    ChooseDepth: _choose_depth,
    ShuffleDiscards: _shuffle_discards,
}


def _can_shuffle(state: State) -> bool:
    return len(state.discard) > int(state.ruleset.tables.settings["reshuffle.keeps"])


def _opens(state: State, frame: Frame) -> bool:
    opening: Frame = state.ruleset.tables.settings["opening.frame"]
    return frame == opening


def _at_bottom(state: State, frame: Frame) -> bool:
    """Whether the frame is one that others lie on and that lies on none."""
    in_turn = isinstance(frame, Draws) and frame.in_turn
    return in_turn or isinstance(frame, Turn | PassTurn | BeginTurn | Over) or _opens(state, frame)


def _misplaced(state: State, frame: Frame, at: int) -> str:
    """What is wrong with the place of a frame, whatever it is."""
    top = at == len(state.frames) - 1
    if _at_bottom(state, frame) != (at == 0):
        return "a turn, the opening flip or the end of the round comes first" if at == 0 else "it can only come first"
    if isinstance(frame, Over) and not top:
        return "nothing is pending when the round is over"
    if top and isinstance(frame, Auto):
        return "it goes on by itself; the last one must be somebody's decision"
    if at and _opens(state, state.frames[0]) and not isinstance(frame, Chance):
        return "before the opening flip nobody but the table acts"
    if not isinstance(frame, PassTurn | Chance | Over) and frame.seat in state.finished:
        return f"{state.name(frame.seat)} is out"
    return ""


def _unplayable(state: State) -> str:
    """What is wrong with the position itself, under this stack."""
    first, top = state.frames[0], state.frames[-1]
    if isinstance(first, Over):
        return ""
    opens = _opens(state, first)
    if len(seats_in(state)) < 2:
        return "fewer than two players are in the round"
    if isinstance(first, Draws) and not (state.draw_pile or _can_shuffle(state)):
        return "there is nothing to draw"
    if state.in_force.color is None and not (opens or any(isinstance(frame, ChooseColor) for frame in state.frames)):
        return "no color is in force"
    if any(isinstance(effect, Uncalled) and effect.seat in state.called for effect in state.lasting):
        return "who has called UNO cannot be caught"
    return "" if not isinstance(top, Chance) or legal_actions(state) else "there is nothing the table can do"


def fault_of(state: State) -> tuple[int, str] | None:
    """The first thing that keeps a state from being played on: the place of the frame and what is wrong; None if it is sound."""
    for at, frame in enumerate(state.frames):
        text = _misplaced(state, frame, at)
        for kind in type(frame).__mro__:
            if not text and kind in _FAULTS:
                text = _FAULTS[kind](state, frame, at)
        if text:
            return at, text
    text = _unplayable(state)
    return (len(state.frames) - 1, text) if text else None
