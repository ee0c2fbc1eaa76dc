"""What one player sees others do: actions and events without the cards that are hidden from that player."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from unoref.actions import Accept, Action, Choose, Deal, Draw, Exchange, Laying, Pick, Show, Shuffle
from unoref.cards import UNKNOWN, Card
from unoref.events import Event

__all__ = ["action_seen", "event_seen"]


def action_seen(action: Action, seat: int) -> Action:
    """The action as ``seat`` sees it done: cards drawn, dealt, chosen or passed on to others are not named.

    >>> from unoref.cards import CARDS
    >>> from unoref.seats import Seat
    >>> action_seen(Draw(Seat(1), CARDS["R7"]), 0), action_seen(Draw(Seat(1), CARDS["R7"]), 1).card
    (Draw(actor=1, card=None), <card R7>)
    """
    mine = action.actor == seat >= 0
    if isinstance(action, Draw | Accept):
        return action if mine else type(action)(action.actor)
    if isinstance(action, Shuffle):
        return Shuffle()
    if isinstance(action, Deal):
        return action if action.target == seat else Deal(action.target)
    if isinstance(action, Show):
        return action if action.target == seat else evolve(action, cards=_unknown(action.cards))
    if isinstance(action, Pick):
        return action if seat in (action.source, action.target) else evolve(action, cards=_unknown(action.cards))
    if isinstance(action, Laying) and not mine:
        return evolve(
            action,
            attaching=action.attaching if action.target == seat else _unknown(action.attaching),
            adding=action.adding and UNKNOWN,
            keeping=action.keeping and UNKNOWN,
            topping=action.topping and UNKNOWN,
        )
    if isinstance(action, Exchange) and not mine:
        return Exchange(action.actor, UNKNOWN, UNKNOWN)
    if isinstance(action, Choose) and not mine and isinstance(action.choice, Card):
        return Choose(action.actor, UNKNOWN)
    return action


#: Kinds of events whose cards lie open to everybody; those of any other kind are seen by the players it is about.
_OPEN: Final = frozenset("played flipped taken-back put-back not-an-opener last-card counted".split())


def event_seen(event: Event, viewer: str | None) -> Event:
    """The event as a player sees it, by name (None: a bystander): cards that are not shown to that player are unknown."""
    if event.event in _OPEN or (viewer is not None and viewer in (event.seat, event.other)):
        return event
    return evolve(event, cards=_unknown(event.cards))


def _unknown(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)
