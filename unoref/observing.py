"""What one seat sees."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

from attrs import evolve

from unoref.cards import UNKNOWN, Card, Hand, hand, with_card, without_card
from unoref.frames import Frame
from unoref.lasting import Lasting, Seen
from unoref.piles import Pile
from unoref.seats import Seat, plain_seat
from unoref.state import State

__all__ = ["looking", "observe"]

Thing = TypeVar("Thing", Frame, Lasting)


def observe(state: State, seat: int) -> State:
    """The same state with everything hidden from ``seat`` turned into unknown cards; with ``-1`` what a bystander sees.

    Sizes of hands and piles, the discards, whatever lies open and whose turn it is stay, and hands of team-mates where a table
    plays so; the evidence of a Wild Draw Four is
    known to its player only. Raises :class:`ValueError` for a seat that is not at the table.

    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7))
    >>> set(unoref.observe(state, 0).hands[1])
    {<card ?>}
    """
    if not -1 <= seat < len(state.hands):
        raise ValueError(f"seat {seat} is not at a table of {len(state.hands)}")
    together = looking(state, seat)

    def seen(place: int, cards: Hand) -> Hand:
        for frame in state.frames:
            if frame.face_down and frame.seat == place:
                cards = _turned_down(cards, frame.face_down)
        shown = state.public[place] if state.public else ()
        if place in together or shown is None:
            return cards
        shown = _with(shown, *(effect.cards for effect in looks if effect.of == place))
        return hand((*shown, *[UNKNOWN] * (len(cards) - len(shown))))

    looks = [effect for effect in state.lasting if isinstance(effect, Seen) and effect.by in together]

    return evolve(
        state,
        hands=tuple(seen(place, cards) for place, cards in enumerate(state.hands)),
        draw_pile=Pile.of([UNKNOWN] * len(state.draw_pile)),
        discard=_lowest_turned_down(state.discard, sum(effect.discards_face_down for effect in state.lasting)),
        frames=tuple(_seen(frame, together) for frame in state.frames),
        lasting=tuple(_seen(effect, together) for effect in state.lasting),
    )


def looking(state: State, seat: int) -> tuple[Seat, ...]:
    """Whose cards ``seat`` sees: its own, and those of its team where a table plays with open hands."""
    viewer = plain_seat(seat)
    opened = state.ruleset.tables.settings.get("teams.open-hands")
    team = next((team for team in state.teams if opened and viewer in team), ())
    return (viewer, *team)


def _lowest_turned_down(pile: Pile, count: int) -> Pile:
    """The pile with its lowest cards unknown."""
    if not count:
        return pile
    cards = tuple(pile)
    return Pile.of((*[UNKNOWN] * min(count, len(cards)), *reversed(cards[: max(0, len(cards) - count)])))


def _turned_down(cards: Hand, face_down: tuple[Card, ...]) -> Hand:
    """The hand with some of its cards unknown."""
    for card in face_down:
        cards = with_card(without_card(cards, card), UNKNOWN)
    return cards


def _with(shown: tuple[Card, ...], *looks: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that lie open and those looked at, a card that is among both once."""
    known = Counter(shown)
    for cards in looks:
        known |= Counter(card for card in cards if card is not UNKNOWN)
    return tuple(known.elements())


def _seen(thing: Thing, looking: tuple[Seat, ...]) -> Thing:
    """A frame or effect as those who look see it: whole where one of them does."""
    views: list[Any] = [thing.seen_by(seat) for seat in looking]
    seen: Thing = next((view for view in views if view == thing), views[0])
    return seen
