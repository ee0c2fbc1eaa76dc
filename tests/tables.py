"""Positions for tests, written out card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from unoref.card_notation import read_cards
from unoref.cards import UNKNOWN, Color, hand
from unoref.frames import Frame, Turn
from unoref.piles import Pile
from unoref.ruleset import Ruleset
from unoref.seats import Seat
from unoref.state import State, in_force

__all__ = ["table"]


def table(
    rules: Ruleset,
    hands: Mapping[str, str],
    discard: str,
    *,
    draw_pile: str = "?20",
    color: Color | None = None,
    direction: int = 1,
    frames: Sequence[Frame] | None = None,
) -> State:
    """A table at the start of the first player's turn; piles are written as in records."""
    cards = tuple(hand(read_cards(held)) for held in hands.values())
    lying = read_cards(discard)
    top = lying[-1]
    return State(
        rules,
        tuple(hands),
        Seat(len(hands) - 1),
        cards,
        Pile.of(reversed(read_cards(draw_pile) if draw_pile else ())),
        Pile.of(lying),
        in_force(color or top.color, top.face),
        direction,
        tuple(frames) if frames else (Turn(Seat(0)),),
        called=frozenset(Seat(seat) for seat, held in enumerate(cards) if len(held) == 1 and held[0] is not UNKNOWN),
    )
