"""Seats and the order in which they follow each other."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Final, NewType, Protocol, SupportsIndex

__all__ = ["MOST_SEATS", "TABLE", "Seat", "Seating", "after", "number_in", "plain_seat", "seats_in", "turn_order"]

#: A place at the table: 0 … n−1, clockwise.
Seat = NewType("Seat", int)

#: No variant has more seats.
MOST_SEATS: Final = 100

#: The pseudo-seat that owns chance.
TABLE: Final = Seat(-1)


def plain_seat(seat: SupportsIndex) -> Seat:
    """The seat as a plain ``int``: what is equal to one (a number of NumPy, a truth value) stays in no action and no position.

    Raises :class:`TypeError` for what is no whole number.

    >>> plain_seat(True)
    1
    """
    return seat if type(seat) is int else Seat(int(index(seat)))  # type: ignore[return-value]


class Seating(Protocol):
    """What the order of turns depends on: a :class:`unoref.State`, or the position being worked out from it."""

    @property
    def hands(self) -> Sequence[tuple[object, ...]]: ...
    @property
    def direction(self) -> int: ...
    @property
    def finished(self) -> tuple[Seat, ...]: ...


def after(position: Seating, seat: Seat, steps: int = 1) -> Seat:
    """The seat ``steps`` places on from ``seat`` in the direction of play; seats that are out are passed over."""
    finished = position.finished
    if not finished:
        return (seat + position.direction * steps) % len(position.hands)  # type: ignore[return-value]
    count, direction = len(position.hands), position.direction
    if len(finished) >= count:
        return seat
    for _ in range(steps):
        seat = Seat((seat + direction) % count)
        while seat in finished:
            seat = Seat((seat + direction) % count)
    return seat


def number_in(position: Seating) -> int:
    """How many seats are still in the round."""
    return len(position.hands) - len(position.finished)


def seats_in(position: Seating) -> tuple[Seat, ...]:
    """The seats still in the round, clockwise."""
    return tuple(Seat(seat) for seat in range(len(position.hands)) if seat not in position.finished)


def turn_order(position: Seating, seat: Seat) -> tuple[Seat, ...]:
    """The seats still in the round in the order of play, beginning after ``seat`` and ending with ``seat`` if it is in."""
    count = len(position.hands)
    order = (Seat((seat + position.direction * step) % count) for step in range(1, count + 1))
    return tuple(place for place in order if place not in position.finished)
