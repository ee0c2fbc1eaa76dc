"""The window in which a card that has just been laid may be jumped in on, and from which seat play goes on then."""

from __future__ import annotations

from attrs import evolve, frozen

from unoref.actions import Play
from unoref.cards import UNKNOWN, Card, hand
from unoref.frames import PassTurn
from unoref.lasting import Lasting, Moment, TurnTaken
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Cited, Step, cited, rule
from unoref.verbs import last, lift

__all__ = [
    "JumpWindow",
    "Resumes",
    "SetWindow",
    "after_farthest",
    "after_jumper",
    "close_window",
    "no_set",
    "open_window",
    "open_window_instead",
    "open_window_on_opening",
    "open_window_on_set",
    "order_restored",
    "set_laid",
    "window_closes",
    "window_moves",
    "window_of",
]


@frozen
class JumpWindow(Lasting):
    """``seat`` has laid the top card, and nobody has acted since, or the card may be jumped in on all the same.

    ``anchor`` laid the last card in turn, or has had the last turn since; ``reached`` is the seat from which the turn passes on.
    For an opening card all three are None.
    """

    seat: Seat | None
    anchor: Seat | None
    reached: Seat | None


@frozen
class SetWindow(JumpWindow):
    """As the other, where a set of several cards was laid in turn: the twin of each of its ``cards`` may be played.

    It stays open to the others when somebody has jumped in.
    """

    cards: tuple[Card, ...]


#: From which seat the turn passes on after a jump-in.
Resumes = Cited[[Step, JumpWindow, Seat], Seat | None]


@cited("jump-in.resumes")
def after_jumper(step: Step, window: JumpWindow, jumper: Seat) -> Seat | None:
    """Play goes on after the jumper."""
    return jumper


@cited("jump-in.resumes")
def order_restored(step: Step, window: JumpWindow, jumper: Seat) -> Seat | None:
    """The seat whose turn it was has it still."""
    return window.anchor


@cited("jump-in.resumes")
def after_farthest(step: Step, window: JumpWindow, jumper: Seat) -> Seat | None:
    """Play goes on after the jumper who comes last in the order of play, counted from the card laid in turn."""

    anchor, reached = window.anchor, window.reached
    if anchor is None or reached is None:
        return jumper
    return max(reached, jumper, key=lambda seat: (seat - anchor) * step.direction % len(step.hands))


def window_of(position: State | Step) -> JumpWindow | None:
    return next((effect for effect in position.lasting if isinstance(effect, JumpWindow)), None)


@rule("jump-in")
def open_window(step: Step, action: Play) -> None:
    """A card has been laid: its twin may be played."""
    last(step, JumpWindow(action.actor, action.actor, action.actor))


@rule("jump-in")
def open_window_on_set(step: Step, action: Play) -> None:
    """As the other; of a set of numbers in several colors the twin of each card may be played."""
    seat, cards = action.actor, hand(set(action.cards))
    mixed = len(cards) > 1 and cards[0].face.number is not None
    last(step, SetWindow(seat, seat, seat, cards) if mixed else JumpWindow(seat, seat, seat))


@rule("jump-in")
def open_window_on_opening(step: Step) -> None:
    """The opening card has been turned up: its twin may be played."""
    last(step, JumpWindow(None, None, None))


@rule("jump-in")
def open_window_instead(step: Step, action: Play) -> None:
    """A card has been laid in place of another: its twin may be played; the order of play is that of the turn under way."""
    marker = step.frames[0]
    anchor = marker.seat if isinstance(marker, PassTurn) else None
    last(step, JumpWindow(action.actor, anchor, anchor))


def close_window(step: Step) -> None:
    """The card on top is not the one that was laid."""
    window = window_of(step)
    if window is not None:
        lift(step, window)


def window_closes(step: Step, effect: JumpWindow, moment: Moment) -> None:
    """Somebody acts."""
    lift(step, effect)


def window_moves(step: Step, effect: JumpWindow, moment: TurnTaken) -> None:
    """A card covers the one on top; after anything else that is done with a turn, the order of play counts from there."""
    lift(step, effect)
    if not moment.playing:
        last(step, evolve(effect, anchor=moment.seat, reached=moment.seat))


def set_laid(state: State, effect: SetWindow) -> str:
    """What is wrong with the set said to have been laid, if anything."""
    cards, top = effect.cards, state.discard.top
    numbers = {card.face for card in cards if card.face.number is not None}
    if len(numbers) != 1 or len(cards) != len(set(cards)) or UNKNOWN in cards or top not in cards or len(cards) < 2:
        return "the set has one number in different colors, and one of its cards is on top"
    return "it was laid by somebody" if None in (effect.seat, effect.anchor, effect.reached) else ""


def no_set(state: State, effect: SetWindow) -> str:
    return "only the card on top is jumped in on"
