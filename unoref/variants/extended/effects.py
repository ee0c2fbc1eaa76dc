"""The effects that lie on players: draw penalty, transfer, disarm, stun, weakness, confinement, tight band.

They are lasting effects of the state, in the order in which they arrived. What has to be judged before a player may draw and
play is an :class:`Active` effect.
"""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve, frozen

from unoref.cards import UNKNOWN, Card, Face
from unoref.lasting import Lasting
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step

__all__ = [
    "Active",
    "Confinement",
    "Disarm",
    "DrawPenalty",
    "OnPlayer",
    "Stun",
    "TightBand",
    "Transfer",
    "Weakness",
    "lies_on",
    "move",
    "on",
    "put",
    "replace",
    "tell_moved",
]


@frozen
class OnPlayer(Lasting):
    """An effect that lies on ``seat``."""

    seat: Seat


@frozen
class Active(OnPlayer):
    """An effect that its holder must deal with in the judgement phase."""


@frozen
class DrawPenalty(Active):
    """``count`` cards to draw; only a draw card worth at least ``most`` adds to it."""

    count: int
    most: int


@frozen
class Transfer(Active):
    """Cards handed on face down: ``cards[i]`` was given by ``givers[i]``; ``kind`` is the face of the transfer card."""

    kind: Face
    cards: tuple[Card, ...] = ()
    givers: tuple[Seat, ...] = ()

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    @property
    def attached(self) -> tuple[tuple[Card, Seat], ...]:
        """Each card with who gave it."""
        return tuple(zip(self.cards, self.givers, strict=True))

    def seen_by(self, seat: Seat) -> Lasting:
        return evolve(self, cards=tuple(card if giver == seat else UNKNOWN for card, giver in self.attached))


@frozen
class Disarm(Active):
    """Two function cards to give up, or four cards to draw; ``by`` put it on."""

    by: Seat


@frozen
class Stun(OnPlayer):
    """The turn is skipped."""


@frozen
class Weakness(OnPlayer):
    """No pass and no rebound until the judgement phase has ended."""


@frozen
class Confinement(OnPlayer):
    """No transfer card of this kind until the turn ends."""

    kind: Face


@frozen
class TightBand(OnPlayer):
    """Nothing is drawn from the pile until the hand has no more than ``limit`` cards."""

    limit: int


E = TypeVar("E", bound=OnPlayer)


def on(position: State | Step, seat: Seat, kind: type[E]) -> tuple[E, ...]:
    """The effects of a kind that lie on a seat, in order of arrival."""
    return tuple(effect for effect in position.lasting if isinstance(effect, kind) and effect.seat == seat)


def lies_on(position: State | Step, seat: Seat, kind: type[OnPlayer]) -> bool:
    """Whether an effect of the kind lies on the seat."""
    return any(isinstance(effect, kind) and effect.seat == seat for effect in position.lasting)


def replace(step: Step, old: Lasting, *new: Lasting) -> None:
    """Other effects stand in the place of one, or none."""
    at = step.lasting.index(old)
    step.lasting = (*step.lasting[:at], *new, *step.lasting[at + 1 :])


def put(step: Step, effect: OnPlayer) -> None:
    """An effect comes to lie on a player; a draw penalty, or a transfer of the same kind, that lies there grows by it."""
    for there in step.lasting:
        merged = _merged(there, effect)
        if merged is not None:
            replace(step, there, merged)
            return
    step.lasting = (*step.lasting, effect)


def _merged(there: Lasting, more: OnPlayer) -> OnPlayer | None:
    """What two effects on one player come to, where they come to one."""
    if not isinstance(there, OnPlayer) or there.seat != more.seat:
        return None
    if isinstance(there, DrawPenalty) and isinstance(more, DrawPenalty):
        return DrawPenalty(there.seat, there.count + more.count, max(there.most, more.most))
    if isinstance(there, Transfer) and isinstance(more, Transfer) and there.kind is more.kind:
        return evolve(there, cards=(*there.cards, *more.cards), givers=(*there.givers, *more.givers))
    return None


def move(step: Step, seat: Seat, to: Seat) -> int:
    """Draw penalties and transfers go from one player to another; tell how many did."""
    moving = [effect for effect in on(step, seat, Active) if isinstance(effect, DrawPenalty | Transfer)]
    for effect in moving:
        replace(step, effect)
    for effect in moving:
        put(step, evolve(effect, seat=to))
    return len(moving)


def tell_moved(step: Step, seat: Seat) -> None:
    """What lies on a seat now that something has been moved there, by kind and number of cards."""
    for penalty in on(step, seat, DrawPenalty):
        step.tell("penalized", seat, (), penalty.count)
    for transfer in on(step, seat, Transfer):
        step.tell("transferred", seat, (), len(transfer.cards))
