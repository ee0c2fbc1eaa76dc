"""What unknown cards may still turn out to be: counts against the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from random import Random

from unoref.cards import UNKNOWN, Card, Color
from unoref.lasting import NotHeld
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step

__all__ = [
    "can_hold",
    "colors_not_held",
    "copies_unseen",
    "every_card",
    "holds",
    "pick_unseen",
    "possible_cards",
    "possible_in_hand",
]


def every_card(state: State | Step) -> Iterator[Card]:
    """Every card of the position wherever it lies, unknown ones included."""
    aside = chain((frame.aside for frame in state.frames), (effect.aside for effect in state.lasting))
    return chain(chain.from_iterable(state.hands), state.draw_pile, state.discard, chain.from_iterable(aside))


def copies_unseen(state: State | Step) -> Counter[Card]:
    """For each card of the deck, how many copies nobody has told us the place of."""
    return state.ruleset.deck.left_after(every_card(state))


def possible_cards(state: State | Step) -> tuple[Card, ...]:
    """The cards an unknown card may be, in canonical order."""
    unseen = copies_unseen(state)
    return tuple(card for card in state.ruleset.deck.copies if unseen[card] > 0)


def can_hold(state: State | Step, seat: Seat, cards: Sequence[Card]) -> bool:
    """Whether the hand of the seat holds these cards, or may as far as its unknown cards go."""
    hand = state.hands[seat]
    if len(cards) == 1 and cards[0] is not UNKNOWN:
        if cards[0] in hand:
            return True
        if UNKNOWN not in hand:
            return False
    wanted, held = Counter(cards), Counter(hand)
    missing = wanted - held
    if wanted[UNKNOWN] or missing.total() > held[UNKNOWN]:
        return False
    if not missing:
        return True
    ruled_out = colors_not_held(state, seat)
    if ruled_out and any(card.color in ruled_out for card in missing):
        return False
    unseen = copies_unseen(state)
    return all(unseen[card] >= count for card, count in missing.items())


def colors_not_held(state: State | Step, seat: Seat) -> frozenset[Color]:
    """The colors that none of the unknown cards of the hand can have, because it has been shown."""
    size = len(state.hands[seat])
    shown = (effect for effect in state.lasting if isinstance(effect, NotHeld) and effect.seat == seat)
    return frozenset(effect.color for effect in shown if effect.among >= size)


def possible_in_hand(state: State | Step, seat: Seat) -> tuple[Card, ...]:
    """The cards an unknown card of the hand may be, in canonical order."""
    ruled_out = colors_not_held(state, seat)
    return tuple(card for card in possible_cards(state) if card.color not in ruled_out)


def holds(state: State | Step, seat: Seat, cards: Iterable[Card], fits: Callable[[Card], bool]) -> bool | None:
    """Whether one of the cards, which belong to the hand of the seat, fits: True, False, or None when unknown cards decide."""
    unknown = False
    for card in cards:
        if card is UNKNOWN:
            unknown = True
        elif fits(card):
            return True
    possible = possible_in_hand(state, seat) if unknown else ()
    if not possible:
        return False
    first, *others = possible
    fit = bool(fits(first))
    return fit if all(bool(fits(card)) is fit for card in others) else None


def pick_unseen(state: State | Step, rng: Random) -> Card:
    """One of the cards an unknown card may be, each copy as likely as the next."""
    unseen = copies_unseen(state)
    cards = [card for card in state.ruleset.deck.copies if unseen[card] > 0]
    return rng.choices(cards, [unseen[card] for card in cards])[0]
