"""Frames: the decisions somebody owes, stacked; the last one is on top.

The frames here are those every variant has. A mechanism that needs another one defines it in its own file, where a frame is
a frozen attrs class whose fields are seats, cards, colors, faces, numbers, truth values, text, or tuples of these, so that
records can hold it (:mod:`unoref.record`).
"""

from __future__ import annotations

from typing import Final

from attrs import evolve, field, frozen

from unoref.cards import UNKNOWN, Card
from unoref.seats import MOST_SEATS, TABLE, Seat

__all__ = [
    "PASS_TURNS",
    "TURNS",
    "Auto",
    "BeginTurn",
    "Chance",
    "ChooseColor",
    "Drawn",
    "Draws",
    "Frame",
    "Over",
    "PassTurn",
    "Turn",
    "drawn",
]


@frozen
class Frame:
    """A decision; ``seat`` owes it."""

    seat: Seat

    @property
    def aside(self) -> tuple[Card, ...]:
        """Cards that lie neither in a hand nor on a pile while the frame waits."""
        return ()

    @property
    def face_down(self) -> tuple[Card, ...]:
        """Cards of the owner's hand that nobody looks at while the frame waits, not even the owner."""
        return ()

    @property
    def chosen_openly(self) -> bool:
        """Whether everybody sees a card that is chosen here; else it is seen by whoever chooses."""
        return False

    def seen_by(self, seat: Seat) -> Frame:
        """The frame with everything hidden from ``seat`` made unknown."""
        return self


@frozen
class Auto(Frame):
    """A step owed by nobody: it runs as soon as it is on top, in the same transition; ``seat`` is the one it concerns."""


@frozen
class Chance(Frame):
    """A decision of the table: chance, or the answer to a question that unknown cards decide."""

    seat: Seat = field(default=TABLE, init=False)


@frozen
class Turn(Frame):
    """The ordinary turn of a seat, nothing done yet."""


@frozen
class Drawn(Turn):
    """The turn of a seat that has drawn ``card`` and may still play it."""

    card: Card = UNKNOWN

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat == self.seat else evolve(self, card=UNKNOWN)


@frozen
class PassTurn(Auto):
    """The turn marker: when everything above has settled, the turn passes on from ``seat``."""


#: The one :class:`Turn` and the one :class:`PassTurn` of each seat: every action of every game needs one.
TURNS: Final = tuple(Turn(Seat(seat)) for seat in range(MOST_SEATS))
PASS_TURNS: Final = tuple(PassTurn(Seat(seat)) for seat in range(MOST_SEATS))

_drawn: Final[dict[Card, dict[Seat, Drawn]]] = {}


def drawn(seat: Seat, card: Card) -> Drawn:
    """The one :class:`Drawn` with these fields."""
    try:
        return _drawn[card][seat]
    except KeyError:
        return _drawn.setdefault(card, {}).setdefault(seat, Drawn(seat, card))


@frozen
class BeginTurn(Auto):
    """The turn of ``seat`` is about to begin; lasting effects are woken first, once."""

    woken: bool = False


@frozen
class Draws(Auto):
    """``seat`` still draws ``count`` cards; ``named`` are those it is said to draw, first drawn first.

    ``in_turn`` says that this is the one card drawn instead of playing, so the seat may play it.
    """

    count: int
    named: tuple[Card, ...] = ()
    in_turn: bool = False

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat == self.seat else evolve(self, named=())


@frozen
class ChooseColor(Frame):
    """``seat`` names the color in force."""


@frozen
class Over(Frame):
    """The round is over; ``winners`` won it (nobody, in a drawn round)."""

    seat: Seat = field(default=TABLE, init=False)
    winners: tuple[Seat, ...]
