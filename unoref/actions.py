"""The actions every variant shares: one class for each form of sentence in docs/records.rst.

An action says who acts and what is done, never whether it is allowed. Actions are frozen and hashable; seats are numbers,
names come in with :mod:`unoref.notation`.
"""

from __future__ import annotations

from typing import Literal, SupportsIndex

from attrs import field, frozen

from unoref.cards import Card, Color
from unoref.seats import TABLE, Seat, plain_seat

__all__ = [
    "Accept",
    "Action",
    "Answer",
    "CallUno",
    "Catch",
    "Challenge",
    "Choose",
    "ChoosePlace",
    "ChooseSeat",
    "Deal",
    "Discard",
    "Draw",
    "Exchange",
    "Find",
    "Flip",
    "JumpIn",
    "Laying",
    "Name",
    "Pass",
    "Pick",
    "Play",
    "Recast",
    "Refuse",
    "Reveal",
    "Show",
    "Shuffle",
    "TableAction",
]


def _seat_or_none(seat: SupportsIndex | None) -> Seat | None:
    return None if seat is None else plain_seat(seat)


def _some(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if not cards:
        raise ValueError("at least one card is laid")
    return cards


@frozen
class Action:
    """Something a seat does; ``actor`` is the seat, any whole number that is equal to it when the action is made."""

    actor: Seat = field(converter=plain_seat)


@frozen
class Laying(Action):
    """Cards laid from the hand, in the order laid, with everything that may be said with them.

    Raises :class:`ValueError` where there is no card.
    """

    cards: tuple[Card, ...] = field(converter=_some)
    colors: tuple[Color, ...] = ()  #: ``naming blue``; two only where a camouflaged card needs both
    number: int | None = None  #: ``as 7``
    target: Seat | None = field(default=None, converter=_seat_or_none)  #: ``on Cy``
    attaching: tuple[Card, ...] = ()
    adding: Card | None = None
    keeping: Card | None = None
    topping: Card | None = None
    saying_uno: bool = False

    @property
    def card(self) -> Card:
        """The last card laid, which lies on top; the only one where one card is laid."""
        return self.cards[-1]


@frozen
class Play(Laying):
    """``Ann plays R7``: a play in turn."""


@frozen
class JumpIn(Laying):
    """``Ann jumps in with R7``: a play out of turn."""


@frozen
class Answer(Laying):
    """``Bo answers with G:widow``: an answer, in or out of turn, to something aimed at the seat."""


@frozen
class Draw(Action):
    """``Ann draws`` one card; ``card`` is what it was, where that is said."""

    card: Card | None = None


@frozen
class Pass(Action):
    """``Ann passes``."""


@frozen
class Accept(Action):
    """``Bo accepts`` what is pending; ``cards`` are those drawn for it, first drawn first, as far as they are said."""

    cards: tuple[Card, ...] = ()


@frozen
class Refuse(Action):
    """``Bo refuses``."""


@frozen
class Challenge(Action):
    """``Bo challenges`` the Wild Draw Four."""


@frozen
class Name(Action):
    """``Ann names blue``."""

    color: Color


@frozen
class Choose(Action):
    """``Ann chooses 2``, ``R5``, ``yes``, ``no``, ``clockwise``, ``counterclockwise``."""

    choice: int | Card | Literal["yes", "no", "clockwise", "counterclockwise"]


@frozen
class Exchange(Action):
    """``Ann swaps R5 for B2``."""

    given: Card
    taken: Card


@frozen
class Discard(Action):
    """``Ann discards R+2 :pass``."""

    cards: tuple[Card, ...]


@frozen
class Recast(Action):
    """``Ann recasts R:god-hand``."""

    card: Card


@frozen
class CallUno(Action):
    """``Ann calls uno``, apart from a play."""


@frozen
class Catch(Action):
    """``Bo catches Ann``, who did not call."""

    target: Seat = field(converter=plain_seat)


@frozen
class TableAction(Action):
    """Chance: an action of the table."""

    actor: Seat = field(default=TABLE, init=False)


@frozen
class Flip(TableAction):
    """``table flips R+2``."""

    card: Card


@frozen
class Shuffle(TableAction):
    """``table shuffles R5 G2``: the cards shuffled, first drawn first; ``None`` where their order is not known."""

    cards: tuple[Card, ...] | None = None


@frozen
class Deal(TableAction):
    """``table deals Ann R1 R2``; no cards: the hand is dealt unseen, or from the top of a known pile."""

    target: Seat = field(converter=plain_seat)
    cards: tuple[Card, ...] = ()


@frozen
class Reveal(TableAction):
    """``table reveals R5 of Cy``: a card made public."""

    card: Card
    target: Seat | None = field(default=None, converter=_seat_or_none)


@frozen
class Pick(TableAction):
    """``table picks R1 from Bo`` at random, or ``table picks R1 for Bo`` out of a pool."""

    cards: tuple[Card, ...]
    source: Seat | None = field(default=None, converter=_seat_or_none)
    target: Seat | None = field(default=None, converter=_seat_or_none)


@frozen
class Show(TableAction):
    """``table shows Ann R5 B2``: a private look."""

    target: Seat = field(converter=plain_seat)
    cards: tuple[Card, ...]


@frozen
class ChooseSeat(TableAction):
    """``table chooses Cy``."""

    target: Seat = field(converter=plain_seat)


@frozen
class ChoosePlace(TableAction):
    """``table chooses 17``: a place in the pile, 0 on top; ``table chooses ?``, ``None``: one that is not told."""

    place: int | None


@frozen
class Find(TableAction):
    """``table finds guilty``: the outcome of a question that unknown cards decide."""

    outcome: Literal["guilty", "innocent", "yes", "no"]
