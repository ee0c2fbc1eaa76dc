"""Events: what happened, and the clause that made it happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from unoref.cards import Card, Color
from unoref.seats import Seat

if TYPE_CHECKING:
    from unoref.state import State

__all__ = ["Event", "RawEvent", "told"]


#: An event as the rules leave it: kind, point, seat, cards, count, color, other seat; or the first three alone where nothing more
#: is to be said. A plain tuple until somebody reads it.
RawEvent = (
    tuple[str, str, Seat | None] | tuple[str, str, Seat | None, tuple[Card, ...], int | None, Color | None, Seat | None]
)


@frozen
class Event:
    """Something that happened: ``event`` is its kind (``played``, ``drew``, ``turn-lost`` …), ``clause`` the rule behind it.

    ``seat`` and ``other`` are names of players or None; ``count`` is a number of cards (``cards`` may name fewer of them);
    ``color`` the color named.
    """

    event: str
    clause: str
    seat: str | None = None
    cards: tuple[Card, ...] = ()
    count: int | None = None
    color: Color | None = None
    other: str | None = None

    def text(self, lang: str = "en") -> str:
        """One sentence, in English (``en``) or Chinese (``zh``)."""
        from unoref.texts import event_text

        return event_text(self, lang)


def told(raw: RawEvent, state: State) -> Event:
    """The event as it is told to people and programs."""
    kind, point, seat, cards, count, color, other = raw if len(raw) == 7 else (*raw, (), None, None, None)
    return Event(
        kind,
        state.ruleset.tables.clause(point),
        None if seat is None else state.name(seat),
        cards,
        count,
        color,
        None if other is None else state.name(other),
    )
