"""What players know of cards that change hands: whoever gave a card away knows who holds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import evolve

from unoref.cards import UNKNOWN, Card, hand
from unoref.lasting import Seen
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step
from unoref.verbs import exchange_hands, last, lift, receive, set_aside

__all__ = ["exchange_knowingly", "give_knowingly", "knows_of", "leave_unseen", "looked_at"]


def looked_at(position: State | Step, of: Seat) -> Counter[Card]:
    """The cards of a hand that are known because somebody has seen them; they do not lie open."""
    seen: Counter[Card] = Counter()
    for look in _looks(position, of):
        seen |= Counter(card for card in look.cards if card is not UNKNOWN)
    return seen & Counter(position.hands[of])


def leave_unseen(step: Step, seat: Seat, cards: Iterable[Card]) -> None:
    """Cards are about to leave a hand; if nobody tells which they are, those that have been seen there may be among them."""
    if UNKNOWN in cards and (seen := looked_at(step, seat)):
        known = Counter(step.hands[seat])
        step.hands[seat] = hand((*(known - seen).elements(), *[UNKNOWN] * seen.total()))


def knows_of(step: Step, by: Seat, of: Seat, cards: tuple[Card, ...]) -> None:
    """``cards`` have come from ``by`` into the hand of ``of``: ``by`` knows of them, and of what it saw there before."""
    known = Counter(card for card in cards if card is not UNKNOWN)
    if by == of or not known:
        return
    before: Counter[Card] = Counter()
    for look in _looks(step, of):
        if look.by == by:
            before |= Counter(look.cards)
            lift(step, look)
    last(step, Seen(by, of, tuple((before + known).elements())))


def exchange_knowingly(step: Step, one: Seat, other: Seat) -> None:
    """Two hands are exchanged: what others have seen goes with the cards, and each of the two knows what the other got."""
    looks, hands = (*_looks(step, one), *_looks(step, other)), (step.hands[one], step.hands[other])
    exchange_hands(step, one, other)
    for look in looks:
        holder = one if look.of == other else other
        if look.by != holder:
            last(step, evolve(look, of=holder))
    for by, of, cards in ((one, other, hands[0]), (other, one, hands[1])):
        knows_of(step, by, of, cards)


def give_knowingly(step: Step, giver: Seat, taker: Seat, cards: tuple[Card, ...]) -> None:
    """Cards go from a hand into another, seen by these two alone: the giver knows where they are, the taker what is left."""
    looks = [look for look in _looks(step, giver) if look.by == taker]
    leave_unseen(step, giver, cards)
    set_aside(step, giver, cards)
    receive(step, taker, cards)
    for look in looks:
        left = Counter(look.cards) - Counter(cards)
        if UNKNOWN not in (*cards, *look.cards) and left:
            last(step, Seen(taker, giver, tuple(left.elements())))
    knows_of(step, giver, taker, cards)


def _looks(position: State | Step, of: Seat) -> tuple[Seen, ...]:
    """What has been seen of a hand, and by whom."""
    return tuple(effect for effect in position.lasting if isinstance(effect, Seen) and effect.of == of)
