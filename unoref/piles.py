"""Piles: immutable stacks of cards whose top is cheap to change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, final

from unoref.cards import Card

__all__ = ["EMPTY", "Pile"]


@final
class Pile:
    """A pile of cards: putting a card on top or taking one off costs the same however high the pile is.

    Iteration runs from the top down. ``Pile.of`` takes the cards bottom first; every pile is made by it or by ``plus``.

    >>> from unoref.cards import CARDS
    >>> pile = EMPTY.plus(CARDS["R5"]).plus(CARDS["G2"])
    >>> pile.top, len(pile), list(pile)
    (<card G2>, 2, [<card G2>, <card R5>])
    """

    __slots__ = ("_hash", "_size", "below", "top")

    _hash: int

    top: Card | None
    below: Pile | None
    _size: int

    @staticmethod
    def of(cards: Iterable[Card]) -> Pile:
        """The pile with these cards, the first at the bottom and the last on top."""
        pile = EMPTY
        for size, a_card in enumerate(cards, 1):  # as plus() does, without the call
            grown = Pile()
            grown.top = a_card
            grown.below = pile
            grown._size = size
            pile = grown
        return pile

    def plus(self, card: Card) -> Pile:
        """The pile with the card on top."""
        pile = Pile()  # quicker than an __init__
        pile.top = card
        pile.below = self
        pile._size = self._size + 1
        return pile

    def staying(self, keeps: int, kept_at: int | None = None) -> tuple[Card, ...]:
        """The cards that stay in a reshuffle, from the top down: the topmost ``keeps``; or, where ``keeps`` is not 0, the card
        ``kept_at`` places below the top."""
        if kept_at is None or not keeps:
            return tuple(islice(self, keeps))
        return tuple(islice(self, kept_at, kept_at + 1))

    def leaving(self, keeps: int, kept_at: int | None = None) -> tuple[Card, ...]:
        """The cards that are shuffled in a reshuffle, from the top down: all but those :meth:`staying`."""
        cards: list[Card] = []
        pile = self
        while pile.below is not None:  # quicker than iterating
            cards.append(pile.top)  # type: ignore[arg-type]  # only the empty pile has no top
            pile = pile.below
        if kept_at is None or not keeps:
            return tuple(cards[keeps:])
        return (*cards[:kept_at], *cards[kept_at + 1 :])

    def __len__(self) -> int:
        return self._size

    def __bool__(self) -> bool:
        return self._size > 0

    def __iter__(self) -> Iterator[Card]:
        pile = self
        while pile.below is not None:
            assert pile.top is not None
            yield pile.top
            pile = pile.below

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pile) or self._size != other._size:
            return False
        one: Pile | None = self
        two: Pile | None = other
        while one is not two:  # two piles grown from the same one share everything below
            assert one is not None and two is not None
            if one.top is not two.top:
                return False
            one, two = one.below, two.below
        return True

    def __hash__(self) -> int:
        unhashed = []  # few piles are ever hashed, so the slot is filled when somebody asks
        pile: Pile | None = self
        while pile is not None and not hasattr(pile, "_hash"):
            unhashed.append(pile)
            pile = pile.below
        value = 0 if pile is None else pile._hash
        for pile in reversed(unhashed):
            value = pile._hash = hash((pile.top, value))
        return value

    def __reduce__(self) -> tuple[object, ...]:
        return Pile.of, (tuple(self)[::-1],)

    def __copy__(self) -> Pile:
        return self

    def __deepcopy__(self, memo: object) -> Pile:
        return self

    def __repr__(self) -> str:
        return f"<pile of {self._size}>"


#: The empty pile.
EMPTY: Final = Pile()
EMPTY.top = EMPTY.below = None
EMPTY._size = 0
