"""Whole hands gathered: dealt out again, or taken back into the draw pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random

from attrs import evolve, frozen

from unoref.actions import Choose, Shuffle
from unoref.cards import UNKNOWN, Card, hand, without_card
from unoref.checks import answer, bar
from unoref.frames import Chance, Frame
from unoref.rules.reshuffle import at_random, bare_shuffle, other_cards
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.touhouno.casting import Casting, Part
from unoref.variants.touhouno.marks import (
    came_in,
    covered_up,
    show_card,
)
from unoref.variants.touhouno.pools import (
    ShuffleUnder,
    asked,
    hidden_choices,
    of_pool,
    pool_can_hold,
)
from unoref.variants.touhouno.seating import Selector
from unoref.verbs import join_hand, set_hand

__all__ = ["DealOut", "KeepOne", "gather_and_deal", "module", "recall_hands"]


@frozen
class KeepOne(Frame):
    """``seat`` has gathered all hands, ``cards``, and keeps one card of them; the others go to ``to``, one each in this order."""

    cards: tuple[Card, ...]
    to: tuple[Seat, ...]
    cause: str
    marked: tuple[Card, ...] = ()

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat == self.seat else evolve(self, cards=(UNKNOWN,) * len(self.cards))


@frozen
class DealOut(Chance):
    """The table shuffles ``cards``, which ``dealer`` has looked through, and deals them, each to the next seat of ``to``."""

    cards: tuple[Card, ...]
    to: tuple[Seat, ...]
    dealer: Seat
    cause: str
    marked: tuple[Card, ...] = ()

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat == self.dealer else evolve(self, cards=(UNKNOWN,) * len(self.cards))


def gather_and_deal(former_sizes: bool, marks_follow: bool) -> Part:
    """The part that gathers all hands: the caster keeps one card, the others are dealt the rest.

    ``former_sizes``: first to those who held more; ``marks_follow``: a card that is open for ever stays so.
    """

    def part(step: Step, cast: Casting) -> None:
        sizes = [len(cards) if former_sizes else 0 for cards in step.hands]
        cards = hand(chain.from_iterable(step.hands))
        marked: list[Card] = []
        for place in range(len(step.hands)):
            marks = covered_up(step, Seat(place))
            marked += [mark.card for mark in marks if mark.forever and marks_follow]
            set_hand(step, Seat(place), ())
        step.tell("hands-gathered", cast.seat, (), len(cards))
        to = _deal_order(turn_order(step, cast.seat)[:-1], sizes, len(cards) - 1)
        step.push(KeepOne(cast.seat, cards, to, step.point, tuple(marked)))

    return part


@rule("hands.keep-one")
def keep_one(step: Step, frame: KeepOne, action: Choose) -> None:
    """The chosen card is the caster's hand; the table shuffles and deals the rest."""
    step.pop()
    step.point = frame.cause
    assert isinstance(action.choice, Card)
    rest = without_card(frame.cards, action.choice)
    kept_open = action.choice in frame.marked
    marked = without_card(frame.marked, action.choice) if kept_open else frame.marked
    step.push(DealOut(rest, frame.to, frame.seat, frame.cause, marked))
    join_hand(step, frame.seat, action.choice)
    step.tell("keeps-one", frame.seat)
    if kept_open:
        show_card(step, frame.seat, action.choice, (), True)
    came_in(step, frame.seat, (action.choice,))


def _deal_order(seats: Sequence[Seat], sizes: Sequence[int], count: int) -> tuple[Seat, ...]:
    """Who gets the first card, the second and so on: one each in turn, first to those who have fewer than before."""
    order: list[Seat] = []
    while len(order) < count:
        wanting = [seat for seat in seats if order.count(seat) < sizes[seat]] or list(seats)
        order += wanting[: count - len(order)]
    return tuple(order)


@rule("hands.deal-out")
def deal_out(step: Step, frame: DealOut, action: Shuffle) -> None:
    """Deal the shuffled cards out; in an open hand they lie open."""
    step.pop()
    step.point = frame.cause
    cards = action.cards or (UNKNOWN,) * len(frame.cards)
    dealt = {seat: tuple(card for card, to in zip(cards, frame.to, strict=True) if to == seat) for seat in frame.to}
    for seat, got in dealt.items():
        set_hand(step, seat, hand(got))
        step.tell("dealt", seat, (), len(got))
    marked = Counter(frame.marked)
    for seat, got in dealt.items():
        for card in got:
            if marked[card]:  # of several copies as many as were open, the first dealt
                marked[card] -= 1
                show_card(step, seat, card, (), True)
    for seat, got in reversed(dealt.items()):
        came_in(step, seat, got)


def recall_hands(whom: Selector) -> Part:
    """The part that takes whole hands, shuffles them together and puts them under the draw pile."""

    def part(step: Step, cast: Casting) -> None:
        seats = tuple(whom(step, cast))
        cards = hand(chain.from_iterable(step.hands[seat] for seat in seats))
        for seat in seats:
            covered_up(step, seat)
            set_hand(step, seat, ())
        step.tell("hands-recalled", cast.seat, (), len(cards))
        if cards:
            step.push(ShuffleUnder(cards, step.point))

    return part


@bar("choice.not-among")
def not_gathered(state: State, frame: KeepOne, action: Choose) -> bool:
    """The card is not among those gathered."""
    return not isinstance(action.choice, Card) or not pool_can_hold(state, frame.cards, action.choice)


@bar("shuffle.other-cards")
def other_cards_than_gathered(state: State, frame: DealOut, action: Shuffle) -> bool:
    """Other cards than those that are dealt out."""
    return action.cards is not None and other_cards(action.cards, frame.cards)


def _gathered_choices(state: State, frame: KeepOne) -> list[Choose]:
    return hidden_choices(frame.seat, of_pool(state, frame.cards), frame.cards)


def _deal_at_random(state: State, frame: DealOut, rng: Random) -> Shuffle:
    return at_random(frame.cards, rng)


def _sound(state: State, frame: KeepOne | DealOut, at: int) -> str:
    if isinstance(frame, KeepOne) and (
        any(state.hands) or len(frame.to) != len(frame.cards) - 1 or frame.seat in frame.to
    ):
        return "every hand is empty while the hands are gathered, and one card is kept"
    if isinstance(frame, DealOut) and (
        len(frame.to) != len(frame.cards) or any(state.hands[seat] for seat in frame.to)
    ):
        return "the cards are dealt to players whose hands were gathered"
    return asked(state, frame)


def module() -> Module:
    """Gathering hands."""
    return Module(
        name="gathering",
        answers=(
            answer(KeepOne, Choose, keep_one, _gathered_choices, not_gathered, covers=("choice.not-among",)),
            answer(
                DealOut,
                Shuffle,
                deal_out,
                bare_shuffle,
                other_cards_than_gathered,
                covers=("shuffle.other-cards",),
                at_random=_deal_at_random,
            ),
        ),
        sound={KeepOne: _sound, DealOut: _sound},
    )
