"""Lasting effects, and the moments that wake them.

A lasting effect is plain data in the state. What it does is a row of the ruleset, ``listeners[(effect, moment)]``, and such a
row only lifts its effect or pushes frames.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Final

from attrs import evolve, frozen

from unoref.cards import UNKNOWN, Card, Color
from unoref.seats import Seat

__all__ = [
    "Buried",
    "Lasting",
    "Moment",
    "NotHeld",
    "Seen",
    "TurnBegins",
    "TurnKept",
    "TurnTaken",
    "turn_kept",
    "turn_taken",
]


@frozen
class Lasting:
    """An effect that outlives the action that made it.

    ``waits``: it may let somebody do something, or wakes at a moment; others are only remembered.
    """

    waits: ClassVar[bool] = True

    @property
    def aside(self) -> tuple[Card, ...]:
        """Cards that lie neither in a hand nor on a pile while the effect lasts."""
        return ()

    @property
    def discards_face_down(self) -> int:
        """How many of the lowest discards lie face down while the effect lasts."""
        return 0

    def seen_by(self, seat: Seat) -> Lasting:
        """The effect with everything hidden from ``seat`` made unknown."""
        return self


@frozen
class Buried(Lasting):
    """So many cards, the hand of a player who is out, lie face down under the discard pile until it is shuffled."""

    waits: ClassVar[bool] = False

    cards: int

    @property
    def discards_face_down(self) -> int:
        return self.cards


@frozen
class NotHeld(Lasting):
    """It has been shown that ``seat`` held no card of ``color``: at least ``among`` of the cards in its hand are none.

    So a card of that color cannot come out of its unknown cards while it has drawn none since.
    """

    waits: ClassVar[bool] = False

    seat: Seat
    color: Color
    among: int


@frozen
class Seen(Lasting):
    """``by`` has seen ``cards`` of the hand of ``of``, and they are still there."""

    waits: ClassVar[bool] = False

    by: Seat
    of: Seat
    cards: tuple[Card, ...]

    def seen_by(self, seat: Seat) -> Lasting:
        return self if seat in (self.by, self.of) else evolve(self, cards=(UNKNOWN,) * len(self.cards))


@frozen
class Moment:
    """Something lasting effects may wait for, and the seat it happens to."""

    seat: Seat


@frozen
class TurnBegins(Moment):
    """The turn of the seat is about to begin; it has done nothing yet."""


@frozen
class TurnTaken(Moment):
    """The seat does something with its turn: it plays (``playing``), draws, takes what is pending, or passes."""

    playing: bool


@frozen
class TurnKept(Moment):
    """The seat ends its turn without a play: it keeps the card it drew, or it had nothing to draw or to play."""


#: The one :class:`TurnTaken` or :class:`TurnKept` with these fields, made once.
turn_taken: Final = cache(TurnTaken)
turn_kept: Final = cache(TurnKept)
