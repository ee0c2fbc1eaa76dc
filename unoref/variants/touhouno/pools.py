"""Cards to choose from, of hands and of what lies aside, and cards shuffled under the draw pile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Choose, Shuffle
from unoref.cards import UNKNOWN, Card
from unoref.checks import Check, answer, bar, ground
from unoref.frames import Chance, Frame
from unoref.rules.reshuffle import at_random, bare_shuffle, other_cards
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import copies_unseen, possible_cards, possible_in_hand
from unoref.variants.touhouno.casting import Spell, Spells
from unoref.variants.touhouno.marks import left_hand
from unoref.verbs import leave_hand, put_under_pile

__all__ = [
    "ShuffleUnder",
    "asked",
    "hidden_choices",
    "module",
    "of_hand",
    "of_pool",
    "open_choices",
    "other_cards_than_these",
    "part_with",
    "pool_can_hold",
    "shuffle_at_random",
]


@frozen
class ShuffleUnder(Chance):
    """The table shuffles ``cards``, which lie aside, and puts them under the draw pile. ``by``: who knows them."""

    cards: tuple[Card, ...]
    cause: str
    by: tuple[Seat, ...] = ()

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat in self.by else evolve(self, cards=(UNKNOWN,) * len(self.cards))


def part_with(step: Step, seat: Seat, card: Card) -> tuple[tuple[Seat, ...], bool]:
    """A card leaves a hand; how long it would have lain open."""
    leave_hand(step, seat, card)
    mark = left_hand(step, seat, card)
    return ((), False) if mark is None else (mark.until, mark.forever)


@rule("hands.shuffled-under")
def shuffle_under(step: Step, frame: ShuffleUnder, action: Shuffle) -> None:
    """The shuffled cards go under the draw pile."""
    step.pop()
    step.point = frame.cause
    put_under_pile(step, action.cards or (UNKNOWN,) * len(frame.cards))
    step.tell("shuffled-under", None, (), len(frame.cards))


def hidden_choices(seat: Seat, cards: Sequence[Card], pool: Sequence[Card]) -> list[Choose]:
    """A choice that only its maker sees: one of the cards, or one that nobody tells us."""
    return open_choices(seat, (*cards, UNKNOWN) if UNKNOWN in pool else cards)


def open_choices(seat: Seat, cards: Iterable[Card]) -> list[Choose]:
    """A choice that everybody sees: one of the cards."""
    return [Choose(seat, card) for card in dict.fromkeys(cards)]


def of_hand(state: State, seat: Seat) -> list[Card]:
    """The cards of a hand, each once; what an unknown one may be included."""
    cards = [card for card in dict.fromkeys(state.hands[seat]) if card is not UNKNOWN]
    if UNKNOWN in state.hands[seat]:
        cards += [card for card in possible_in_hand(state, seat) if card not in cards]
    return cards


def of_pool(state: State, pool: Sequence[Card]) -> list[Card]:
    """The cards of a pool, each once; what an unknown one may be included."""
    cards = [card for card in dict.fromkeys(pool) if card is not UNKNOWN]
    if UNKNOWN in pool:
        cards += [card for card in possible_cards(state) if card not in cards]
    return cards


def pool_can_hold(state: State, pool: Sequence[Card], card: Card) -> bool:
    """Whether the card is one of those that lie aside, or may be."""
    return card in pool or (UNKNOWN in pool and copies_unseen(state)[card] > 0)


@bar("shuffle.other-cards")
def other_cards_than_these(state: State, frame: ShuffleUnder, action: Shuffle) -> bool:
    """Other cards than those that lie aside."""
    return action.cards is not None and other_cards(action.cards, frame.cards)


def _cause(spell: Spell) -> Check[ShuffleUnder, Shuffle]:
    @ground(spell.rule.point)
    def set_aside(state: State, frame: ShuffleUnder, action: Shuffle) -> bool:
        """The spell has set the cards aside."""
        return frame.cause == spell.rule.point

    return set_aside


def shuffle_at_random(state: State, frame: ShuffleUnder, rng: Random) -> Shuffle:
    """The cards in any order."""
    return at_random(frame.cards, rng)


def asked(state: State, frame: Any) -> str:
    """What is wrong with a choice that no rule asks for."""
    return "" if frame.cause in state.ruleset.tables.points else f"no rule is called {frame.cause!r}"


def _sound(state: State, frame: ShuffleUnder, at: int) -> str:
    return asked(state, frame) if frame.cards else "there are no cards"


def module(spells: Spells) -> Module:
    """Shuffling cards under the draw pile, for one of ``spells``."""
    causes = tuple(_cause(spell) for spell in spells.values())
    return Module(
        name="pools",
        answers=(
            answer(
                ShuffleUnder,
                Shuffle,
                shuffle_under,
                bare_shuffle,
                *causes,
                other_cards_than_these,
                covers=("shuffle.other-cards", *(cause.point for cause in causes)),
                at_random=shuffle_at_random,
            ),
        ),
        sound={ShuffleUnder: _sound},
    )
