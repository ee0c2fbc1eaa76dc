"""What one player sees others do: actions, rulings and events without the cards that are hidden from that player."""

from __future__ import annotations

from collections import Counter
from typing import Final

from attrs import evolve

from unoref.actions import Accept, Action, Choose, ChoosePlace, Deal, Draw, Exchange, Laying, Pick, Show, Shuffle
from unoref.cards import UNKNOWN, Card, Hand
from unoref.engine import Verdict
from unoref.events import Event
from unoref.observing import looking, observe
from unoref.referee import Ruling, judge
from unoref.state import State

__all__ = ["KNOWN_TO_SOME", "OPEN_TO_ALL", "action_seen", "event_seen", "ruling_seen"]


def action_seen(action: Action, seat: int, before: State, after: State | None = None) -> Action:
    """The action as ``seat`` sees it done between two positions: cards that are hidden from it are not named.

    Those are cards drawn, dealt, chosen or passed on to others, unless they lie open; the place at which a card goes back into
    the pile is hidden from everybody. ``after`` is None where the action changes nothing.

    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7))
    >>> draw = unoref.parse("Bo draws R7", state)
    >>> action_seen(draw, 0, state), action_seen(draw, 1, state).card
    (Draw(actor=1, card=None), <card R7>)
    """
    together = looking(before, seat)
    if isinstance(action, ChoosePlace):
        return ChoosePlace(None)
    if isinstance(action, Shuffle):
        return Shuffle()
    if isinstance(action, Deal):
        return action if action.target in together else Deal(action.target)
    if isinstance(action, Show):
        return action if action.target in together else evolve(action, cards=_unknown(action.cards))
    if isinstance(action, Pick):
        known = action.source in together or action.target in together
        return action if known else evolve(action, cards=_unknown(action.cards))
    if action.actor in together:
        return action
    if isinstance(action, Draw | Accept):
        opened = after is not None and _wholly_open(before, action.actor) and _wholly_open(after, action.actor)
        return action if opened else type(action)(action.actor)
    if isinstance(action, Laying):
        return evolve(
            action,
            attaching=action.attaching if action.target in together else _unknown(action.attaching),
            keeping=action.keeping and UNKNOWN,
        )
    if isinstance(action, Exchange):
        return Exchange(action.actor, UNKNOWN, UNKNOWN)
    if isinstance(action, Choose) and isinstance(action.choice, Card):
        opened = before.frames[-1].chosen_openly or _wholly_open(before, action.actor)
        return action if opened else Choose(action.actor, UNKNOWN)
    return action


def ruling_seen(ruling: Ruling, seat: int) -> tuple[Action, Verdict, Ruling]:
    """The action, the verdict and the ruling as ``seat`` sees them (−1: a bystander).

    Everybody sees that an action does not stand, or what it costs. What stands is never illegal: where that lies in cards which
    are hidden from the seat, it is undetermined. The ruling has the reasons that the seat can know, and may have another verdict.
    """
    told = action_seen(ruling.action, seat, ruling.state, ruling.after)
    seen = judge(observe(ruling.state, seat), told)
    verdict = seen.verdict
    if ruling.verdict == "illegal":
        verdict = "illegal"
    elif verdict == "illegal":
        verdict = "undetermined"
    return told, verdict, seen


#: Kinds of events whose cards everybody sees: they lie on the table, or are laid open by what happens.
OPEN_TO_ALL: Final = frozenset(
    """
    acts added ban-over banned bomb-back card-covered card-shown copied counted dealt-open discarded discarded-under disguised
    field-card-again field-card-back flipped given gone-back hand-open jumped-idly last-card lasts left-game new-field-card
    no-effect not-an-opener played power-under spell-declined spell-fires spell-stops surcharge-over taken-back taxed
    turned-aside undone waits
    """.split()
)

#: Kinds of events whose cards are seen by the players they are about, and by others as far as the hands lie open.
KNOWN_TO_SOME: Final = frozenset("drew got left-over looked put-back shuffled taken".split())


def event_seen(event: Event, seat: int, before: State, after: State) -> Event:
    """The event as ``seat`` sees it happen between two positions (−1: a bystander): cards hidden from it are unknown."""
    if not event.cards or event.event in OPEN_TO_ALL:
        return event
    names = [before.players[each] for each in looking(before, seat) if each >= 0]
    if event.seat in names or event.other in names:
        return event
    if event.seat is None:
        return event if event.event == "put-back" else evolve(event, cards=_unknown(event.cards))
    holder = before.players.index(event.seat)
    if _wholly_open(before, holder) and _wholly_open(after, holder):
        return event
    if event.event in ("drew", "got", "looked"):
        return evolve(event, cards=_unknown(event.cards))
    left = Counter(_open(before, holder)) - Counter(
        _open(after, holder)
    )  # of two copies the open one leaves a hand first
    shown = []
    for card in event.cards:
        shown.append(card if left[card] else UNKNOWN)
        left[card] -= 1
    return evolve(event, cards=tuple(shown))


def _open(state: State, seat: int) -> Hand:
    """The cards of a hand that everybody sees."""
    shown = state.public[seat] if state.public else ()
    return state.hands[seat] if shown is None else shown


def _wholly_open(state: State, seat: int) -> bool:
    return bool(state.public) and state.public[seat] is None


def _unknown(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)
