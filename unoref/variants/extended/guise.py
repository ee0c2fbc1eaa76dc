"""What laid cards count as: the color and the face that matching, effects and the current card go by."""

from __future__ import annotations

from collections.abc import Iterator

from unoref.actions import Laying
from unoref.cards import BASE_COLORS, FACES, Card, Color, Face

__all__ = ["CAMOUFLAGE", "INFINITY", "NUMBERS", "TRANSFERS", "color_of", "disguises", "face_of", "named_color"]

CAMOUFLAGE = FACES["camouflage"]
INFINITY = FACES["infinity"]

#: The faces of numbers, 0 to 9.
NUMBERS = tuple(FACES[str(number)] for number in range(10))

#: The faces of transfer cards.
TRANSFERS = (FACES["transfer-low"], FACES["transfer-high"])


def color_of(action: Laying) -> Color:
    """The color the card counts as: its own, or the one a camouflage gives it."""
    if len(action.cards) > 1 and action.cards[0].face is CAMOUFLAGE and action.colors:
        return action.colors[0]
    return action.cards[-1].color


def face_of(action: Laying) -> Face:
    """The face the card counts as: its own, or the number an infinity is played as."""
    if action.number is not None:
        return FACES[str(action.number)]
    return action.cards[-1].face


def named_color(action: Laying) -> Color | None:
    """The color named for the card's own purpose, apart from a camouflage."""
    own = action.colors[1:] if action.cards[0].face is CAMOUFLAGE else action.colors
    return next(iter(own), None)


def disguises(card: Card, camouflage: Card | None) -> Iterator[tuple[tuple[Card, ...], tuple[Color, ...]]]:
    """The ways to lay a card: by itself, and in each color with a camouflage where one is held."""
    yield (card,), ()
    if camouflage is not None and card.color is not Color.BLACK:
        for color in BASE_COLORS:
            yield (camouflage, card), (color,)
