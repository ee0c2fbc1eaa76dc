"""Matching: which card may follow which."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from unoref.actions import Play
from unoref.cards import FACES, NAMING, Card, Face
from unoref.checks import Check, bar, ground
from unoref.frames import Turn
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import InForce, State
from unoref.step import Step, cited
from unoref.unseen import holds

__all__ = ["COVERED", "OTHERWISE", "Fits", "fits", "module", "on_any_card", "same_symbol"]


def _on_black(state: State) -> bool:
    """Whether the color in force was named with a card that has none of its own."""
    return state.in_force.face in NAMING


@ground("match.color")
def same_color(state: State, frame: Turn, action: Play) -> bool:
    """The color of the top card."""
    return action.cards[-1].color is state.in_force.color and not _on_black(state)


@ground("match.named-color")
def named_color(state: State, frame: Turn, action: Play) -> bool:
    """The color named for the black card on top."""
    return action.cards[-1].color is state.in_force.color and _on_black(state)


@ground("match.number", faces=[face for face in FACES.values() if face.number is not None])
def same_number(state: State, frame: Turn, action: Play) -> bool:
    """The number of the top card."""
    return action.cards[-1].face is state.in_force.face


def same_symbol(point: str, face: Face) -> Check[Turn, Play]:
    """The ground of a face that goes on itself in any color, such as a Skip on a Skip."""
    return ground(point, faces=(face,))(lambda state, frame, action: state.in_force.face is face)


@bar("match.none")
def no_match(state: State, frame: Turn, action: Play) -> bool:
    """Neither the color nor the face of the top card."""
    return len(action.cards) == 1 and not _on_black(state)


@bar("match.not-the-named-color")
def not_the_named_color(state: State, frame: Turn, action: Play) -> bool:
    """Not the color named for the black card on top."""
    return len(action.cards) == 1 and _on_black(state)


def on_any_card(point: str, *faces: Face) -> Check[Turn, Play]:
    """The ground of faces that need no match."""
    return ground(point, faces=faces)(lambda state, frame, action: True)


#: Points that the lists of plays leave no room for.
COVERED = ("match.color", "match.named-color", "match.number")


def fits(card: Card, force: InForce) -> bool:
    """Whether a known card may follow what is in force: by color, by face, or because it needs no match."""
    return card in force.fitting


#: Whether a known card may follow what is in force.
Fits = Callable[[Card, InForce], bool]


#: Why a card that has none of these grounds may not be played.
OTHERWISE = (no_match, not_the_named_color)


def _of_one_card(check: Check[Turn, Play]) -> Check[Turn, Play]:
    """The same ground for single cards only."""
    holds_of: Callable[[State, Turn, Play], bool | None] = check.test
    return ground(check.point, faces=check.faces)(
        lambda state, frame, action: len(action.cards) == 1 and holds_of(state, frame, action)
    )


def module(fits: Fits = fits, alone: bool = False) -> Module:
    """Color and number; symbols match by the grounds of their own cards (:func:`same_symbol`).

    ``fits`` tells which cards count as playable, for rules that ask whether a hand can play; ``alone``: these grounds are for
    single cards, sets of cards have their own.
    """

    @cited("match.able")
    def able(position: State | Step, seat: Seat, cards: Sequence[Card]) -> bool | None:
        """Whether one of the cards, which belong to the hand of the seat, could be played; None where unknown cards decide."""
        force = position.in_force
        return holds(position, seat, cards, lambda card: fits(card, force))

    grounds = (same_color, named_color, same_number)
    return Module(
        name="matching",
        checks=tuple((Turn, Play, _of_one_card(check) if alone else check) for check in grounds),
        settings={"match.fits": fits, "match.able": able},
    )
