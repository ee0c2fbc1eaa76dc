"""What one seat sees."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from attrs import evolve

from unoref.actions import Accept, Action, Choose, Deal, Draw, Exchange, Laying, Pick, Show, Shuffle
from unoref.cards import UNKNOWN, Card, Hand, hand
from unoref.events import Event
from unoref.frames import Frame
from unoref.lasting import Lasting
from unoref.piles import Pile
from unoref.seats import Seat
from unoref.state import State

__all__ = ["action_seen", "event_seen", "observe"]

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
    viewer = Seat(seat)
    opened = state.ruleset.tables.settings.get("teams.open-hands")
    team = next((team for team in state.teams if opened and viewer in team), ())
    looking = (viewer, *team)

    def seen(place: int, cards: Hand) -> Hand:
        shown = state.public[place] if state.public else ()
        if place in looking or shown is None:
            return cards
        return hand((*shown, *[UNKNOWN] * (len(cards) - len(shown))))

    return evolve(
        state,
        hands=tuple(seen(place, cards) for place, cards in enumerate(state.hands)),
        draw_pile=Pile.of([UNKNOWN] * len(state.draw_pile)),
        frames=tuple(_seen(frame, looking) for frame in state.frames),
        lasting=tuple(_seen(effect, looking) for effect in state.lasting),
    )


def _seen(thing: Thing, looking: tuple[Seat, ...]) -> Thing:
    """A frame or effect as those who look see it: whole where one of them does."""
    views: list[Any] = [thing.seen_by(seat) for seat in looking]
    seen: Thing = next((view for view in views if view == thing), views[0])
    return seen


def action_seen(action: Action, seat: int) -> Action:
    """The action as ``seat`` sees it done: cards drawn, dealt, chosen or passed on to others are not named.

    >>> from unoref.cards import CARDS
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
