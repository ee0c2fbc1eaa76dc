"""What one seat sees."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from unoref.cards import UNKNOWN, Card, Hand, hand
from unoref.lasting import Seen
from unoref.piles import Pile
from unoref.seats import Seat
from unoref.state import State

__all__ = ["observe"]


def observe(state: State, seat: int) -> State:
    """The same state with everything hidden from ``seat`` turned into unknown cards; with ``-1`` what a bystander sees.

    Sizes of hands and piles, the discards, whatever lies open and whose turn it is stay; the evidence of a Wild Draw Four is
    known to its player only. Raises :class:`ValueError` for a seat that is not at the table.

    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7))
    >>> set(unoref.observe(state, 0).hands[1])
    {<card ?>}
    """
    if not -1 <= seat < len(state.hands):
        raise ValueError(f"seat {seat} is not at a table of {len(state.hands)}")
    viewer = Seat(seat)

    def seen(place: int, cards: Hand) -> Hand:
        shown = state.public[place] if state.public else ()
        if place == viewer or shown is None:
            return cards
        shown = _with(shown, *(effect.cards for effect in looks if effect.of == place))
        return hand((*shown, *[UNKNOWN] * (len(cards) - len(shown))))

    looks = [effect for effect in state.lasting if isinstance(effect, Seen) and effect.by == viewer]

    return evolve(
        state,
        hands=tuple(seen(place, cards) for place, cards in enumerate(state.hands)),
        draw_pile=Pile.of([UNKNOWN] * len(state.draw_pile)),
        frames=tuple(frame.seen_by(viewer) for frame in state.frames),
        lasting=tuple(effect.seen_by(viewer) for effect in state.lasting),
    )


def _with(shown: tuple[Card, ...], *looks: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that lie open and those looked at, a card that is among both once."""
    known = Counter(shown)
    for cards in looks:
        known |= Counter(cards)
    return tuple(known.elements())
