"""The last thing the player before did, kept so that a Regret Pill can undo it."""

from __future__ import annotations

from attrs import evolve, frozen

from unoref.cards import UNKNOWN, Card, Face, Hand
from unoref.frames import BeginTurn, Frame, Turn
from unoref.lasting import Lasting
from unoref.piles import Pile
from unoref.seats import Seat
from unoref.state import InForce
from unoref.step import Step

__all__ = [
    "DrewOnly",
    "Memory",
    "NeverUndone",
    "Remembered",
    "UntilTurnEnds",
    "forget",
    "keep_draw",
    "laid_last",
    "never_undone",
    "remember",
]


@frozen
class UntilTurnEnds(Lasting):
    """Something that holds until the turn under way ends; ``seat`` is whom it concerns."""

    seat: Seat


@frozen
class Memory(Lasting):
    """What ``seat`` did in the turn that came before."""

    seat: Seat


@frozen
class Remembered(Memory):
    """``seat`` played ``cards``; everything else is the position before that."""

    cards: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    draw_pile: Pile
    discard: Pile
    in_force: InForce
    direction: int
    frames: tuple[Frame, ...]
    lasting: tuple[Lasting, ...]

    def seen_by(self, seat: Seat) -> Lasting:
        def seen(place: int, cards: Hand) -> Hand:
            return cards if place == seat else (UNKNOWN,) * len(cards)

        return evolve(
            self,
            hands=tuple(seen(place, cards) for place, cards in enumerate(self.hands)),
            draw_pile=Pile.of([UNKNOWN] * len(self.draw_pile)),
            frames=tuple(frame.seen_by(seat) for frame in self.frames),
            lasting=tuple(effect.seen_by(seat) for effect in self.lasting),
        )


@frozen
class NeverUndone(Memory):
    """``seat`` played a card of a face whose play nothing undoes; ``last``: that card, if its hand was empty then."""

    face: Face
    last: Card | None = None


@frozen
class DrewOnly(Memory):
    """``seat`` drew ``card`` and played nothing; it was ``confined`` as to transfers of these kinds."""

    card: Card
    confined: tuple[Face, ...] = ()

    def seen_by(self, seat: Seat) -> Lasting:
        return self if seat == self.seat else evolve(self, card=UNKNOWN)


def forget(step: Step) -> None:
    """Nothing is kept any more: what was done can no longer be undone."""
    if step.lasting:
        step.lasting = tuple([effect for effect in step.lasting if not isinstance(effect, Memory)])


def remember(step: Step, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Keep the position, in which the seat is about to play these cards.

    What is played where a C4 has reached its player came of the C4, which is not undone.
    """
    if not isinstance(step.frames[0], Turn | BeginTurn):
        never_undone(step, seat, cards)
        return
    forget(step)
    kept = Remembered(
        seat,
        cards,
        tuple(step.hands),
        step.draw_pile,
        step.discard,
        step.in_force,
        step.direction,
        tuple(step.frames),
        step.lasting,
    )
    step.lasting = (*step.lasting, kept)


def never_undone(step: Step, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Keep only that the seat is about to play cards of which nothing undoes the play."""
    forget(step)
    last = cards[-1] if len(cards) == len(step.hands[seat]) else None
    step.lasting = (*step.lasting, NeverUndone(seat, cards[-1].face, last))


def laid_last(step: Step, seat: Seat) -> Card | None:
    """The card with which the seat has just emptied its hand; None where the hand went some other way."""
    for effect in step.lasting:
        if isinstance(effect, NeverUndone) and effect.seat == seat:
            return effect.last
        if isinstance(effect, Remembered) and effect.seat == seat:
            return effect.cards[-1] if len(effect.cards) == len(effect.hands[seat]) else None
    return None


def keep_draw(step: Step, seat: Seat, card: Card, confined: tuple[Face, ...]) -> None:
    """Keep that the seat has only drawn a card in its turn."""
    forget(step)
    step.lasting = (*step.lasting, DrewOnly(seat, card, confined))
