"""Colors, faces, cards and decks.

Faces and cards are interned: there is one object for each, so they are compared with ``is`` and are the same objects again
after pickling. A card does not know what it does; that is for the rules (:mod:`unoref.rules`).
"""

from __future__ import annotations

import enum
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, final

__all__ = [
    "BASE_COLORS",
    "CARDS",
    "FACES",
    "NAMING",
    "UNKNOWN",
    "Card",
    "Color",
    "Deck",
    "Face",
    "Hand",
    "card",
    "face",
    "hand",
    "with_card",
    "without_card",
]


class Color(enum.Enum):
    """A color of cards; ``BLACK`` is the color of cards that have none of the four."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    BLACK = "black"

    if not TYPE_CHECKING:  # members are single objects: the identity hash of object is enough, and quick
        __hash__ = object.__hash__

    @property
    def letter(self) -> str:
        """The letter that stands for the color in front of a card: ``R``, ``Y``, ``G``, ``B``; empty for black."""
        return "" if self is Color.BLACK else self.value[0].upper()

    def __repr__(self) -> str:
        return f"Color.{self.name}"


BASE_COLORS: Final = (Color.RED, Color.YELLOW, Color.GREEN, Color.BLUE)


@final
class Face:
    """What is printed on a card apart from its color: a number, a symbol, a named function.

    ``code`` is its canonical spelling (``7``, ``S``, ``+2``, ``W+4``, ``god-hand``), ``number`` its value if it is a number
    card, ``named`` whether it is written with a colon.
    """

    __slots__ = ("code", "named", "number", "rank")

    def __init__(self, code: str, rank: int, named: bool) -> None:
        self.code: Final = code
        self.rank: Final = rank
        self.named: Final = named
        self.number: Final = int(code) if code.isdigit() else None

    def __reduce__(self) -> tuple[object, ...]:
        return face, (self.code,)

    def __repr__(self) -> str:
        return f"<face {self.code}>"


_SHORT: Final = (*map(str, range(10)), "S", "R", "+2", "W", "W+4", "CC", "CC+2", "P", "B")
_NAMED: Final = tuple(
    "swap-hands shuffle-hands customizable blank "
    "infinity transfer-low transfer-high god-hand clip reward widow color-duel points-duel chosen-one bomb disarm "
    "tight-band regret-pill rebound pass grenade c4 argue camouflage revive jump".split()
)
_NOTHING: Final = "none"  # the face in force when only the color counts

#: Every face by its code, in canonical order; ``none`` and ``?`` are no faces of cards and come last.
FACES: Final[Mapping[str, Face]] = {
    code: Face(code, rank, code in _NAMED) for rank, code in enumerate((*_SHORT, *_NAMED, _NOTHING, "?"))
}


def face(code: str) -> Face:
    """The one face object with this code.

    >>> face("+2")
    <face +2>
    """
    return FACES[code]


@final
class Card:
    """One printed design: a color and a face; interned, so ``card("red", "7") is card("red", "7")``.

    ``code`` is the canonical notation of docs/records.rst, ``index`` the place in canonical order. The unknown card is
    :data:`UNKNOWN`, written ``?``; its color is black and its face ``?``.
    """

    __slots__ = ("code", "color", "face", "index")

    def __init__(self, color: Color, face: Face, index: int) -> None:
        self.color: Final = color
        self.face: Final = face
        self.index: Final = index
        self.code: Final = f"{color.letter}{':' if face.named else ''}{face.code}"

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.code,)

    def __repr__(self) -> str:
        return f"<card {self.code}>"

    def __str__(self) -> str:
        return self.code

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _every_card() -> dict[str, Card]:
    black_only = {"W", "W+4", "CC", "CC+2", "P", "B", "?"}
    cards = []
    for color in Color:
        for a_face in FACES.values():
            may_be = a_face.named or (a_face.code in black_only) == (color is Color.BLACK)
            if may_be and a_face.code != _NOTHING:
                cards.append((color, a_face))
    cards.sort(key=lambda pair: (pair[1].code == "?", list(Color).index(pair[0]), pair[1].rank))
    made = [Card(color, a_face, index) for index, (color, a_face) in enumerate(cards)]
    return {card.code: card for card in made}


#: Every card that any variant may have, by its canonical code. Named faces exist in every color: which of them a game
#: really has is told by its :class:`Deck`.
CARDS: Final[Mapping[str, Card]] = _every_card()


def card(code: str) -> Card:
    """The one card object with this canonical code; ``KeyError`` where there is none.

    >>> card("R+2")
    <card R+2>
    """
    return CARDS[code]


#: The card nobody has told us about.
UNKNOWN: Final = CARDS["?"]

#: Faces of black cards with which a color is named as they are played.
NAMING: Final = frozenset(FACES[code] for code in "W W+4 swap-hands shuffle-hands customizable blank grenade".split())

#: A hand: cards in canonical order, unknown ones last.
Hand = tuple[Card, ...]

_index: Final = attrgetter("index")


def hand(cards: Iterable[Card]) -> Hand:
    """The cards as a hand, in canonical order."""
    return tuple(sorted(cards, key=_index))


def with_card(cards: Hand, card: Card) -> Hand:
    """The hand with one more card, still in canonical order."""
    grown = [*cards]
    grown.insert(bisect_left(cards, card.index, key=_index), card)
    return tuple(grown)


def without_card(cards: Hand, card: Card) -> Hand:
    """The hand without one copy of the card; an unknown card gives way when the card is not among the known ones.

    Raises :class:`ValueError` when the hand has neither.
    """
    left = [*cards]
    try:
        left.remove(card)
    except ValueError:
        left.remove(UNKNOWN)
    return tuple(left)


@final
class Deck:
    """How many copies of each card a game has: a hashable value.

    >>> Deck({CARDS["R7"]: 2, CARDS["W"]: 4}).size
    6
    """

    __slots__ = ("_hash", "cards", "copies", "size")

    def __init__(self, copies: Mapping[Card, int]) -> None:
        kept = {card: copies[card] for card in sorted(copies, key=_index) if copies[card]}
        self.copies: Final[Mapping[Card, int]] = MappingProxyType(kept)
        #: Every card, copies included, in canonical order.
        self.cards: Final[tuple[Card, ...]] = tuple(card for card, count in kept.items() for _ in range(count))
        self.size: Final = len(self.cards)
        self._hash: Final = hash(tuple((card.code, count) for card, count in kept.items()))

    def __contains__(self, card: Card) -> bool:
        return card in self.copies

    def left_after(self, seen: Iterable[Card]) -> Counter[Card]:
        """Copies that are in none of the places seen; a negative count means the position has too many."""
        left = Counter(self.copies)
        left.subtract(card for card in seen if card is not UNKNOWN)
        return left

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and self.copies == other.copies

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return Deck, (dict(self.copies),)

    def __repr__(self) -> str:
        return f"<deck of {self.size}>"
