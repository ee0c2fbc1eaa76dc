"""Before the first turn: who deals, the deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from attrs import frozen

from unoref.actions import Deal
from unoref.cards import UNKNOWN, Card, hand
from unoref.checks import answer, bar
from unoref.frames import Chance
from unoref.placing import before_opening
from unoref.rules.drawing import contradicts_pile
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import State
from unoref.step import Cited, Step, cited, rule
from unoref.verbs import deal_hand

__all__ = ["DealHands", "highest_number", "module", "without_a_number"]


@frozen
class DealHands(Chance):
    """The table deals a hand to each of ``to``."""

    to: tuple[Seat, ...]


@cited("setup.dealer")
def highest_number(drawn: Sequence[Card]) -> tuple[int, ...]:
    """The places of the cards with the highest number, symbols counting 0: who deals, or who draws again if several tie."""
    numbers = [card.face.number or 0 for card in drawn]
    return tuple(place for place, number in enumerate(numbers) if number == max(numbers))


@cited("setup.dealer")
def nobody_again(drawn: Sequence[Card]) -> tuple[int, ...]:
    """Whatever card was drawn for the deal counts."""
    return ()


@cited("setup.dealer")
def without_a_number(drawn: Sequence[Card]) -> tuple[int, ...]:
    """The places of the cards without a number: who drew one draws again before the numbers are compared."""
    return tuple(place for place, card in enumerate(drawn) if card.face.number is None)


@bar("deal.again")
def has_a_hand(state: State, frame: DealHands, action: Deal) -> bool:
    """The seat has been dealt its hand."""
    return action.target not in frame.to


@bar("deal.other-number")
def other_number(state: State, frame: DealHands, action: Deal) -> bool:
    """More or fewer cards than a hand has."""
    return bool(action.cards) and len(action.cards) != state.ruleset.tables.settings["hand-size"]


@bar("deal.not-the-top")
def not_the_top(state: State, frame: DealHands, action: Deal) -> bool:
    """Other cards than the next of a known pile, or more copies than the deck has."""
    return len(action.cards) > len(state.draw_pile) or contradicts_pile(state, action.cards)


@rule("deal")
def deal_one_hand(step: Step, frame: DealHands, action: Deal) -> None:
    """Deal one hand from the top of the draw pile."""
    step.pop()
    rest = tuple(seat for seat in frame.to if seat != action.target)
    if rest:
        step.push(DealHands(rest))
    size = step.tables.settings["hand-size"]
    lying = [card for card, _ in zip(step.draw_pile, range(size), strict=False)]
    said = action.cards or lying
    cards = [card if top is UNKNOWN else top for card, top in zip(said, lying, strict=False)]
    deal_hand(step, action.target, hand(cards))


def deals_open(state: State, frame: DealHands) -> Iterator[Deal]:
    """A hand for each seat that has none."""
    return (Deal(seat) for seat in frame.to)


def deal_next(state: State, frame: DealHands, rng: Random) -> Deal:
    """The next hand, to the first seat that has none, beginning left of the dealer."""
    return Deal(next(seat for seat in turn_order(state, state.dealer) if seat in frame.to))


def _deal_hands(state: State, frame: DealHands, at: int) -> str:
    if not before_opening(state, at):
        return "hands are dealt before the opening flip"
    if sorted(frame.to) != [seat for seat, cards in enumerate(state.hands) if not cards]:
        return "each player who holds no cards yet is dealt one hand"
    needed = len(frame.to) * int(state.ruleset.tables.settings["hand-size"]) + 1
    if len(state.draw_pile) < needed:
        return f"the draw pile has {len(state.draw_pile)} cards; the deal and the flip take {needed}"
    return ""


def module(hand_size: int, draws_again: Cited[[Sequence[Card]], tuple[int, ...]] = nobody_again) -> Module:
    """A hand of ``hand_size`` cards to each seat; ``draws_again``: who draws another card for the deal at once."""
    return Module(
        name="setup",
        answers=(
            answer(
                DealHands,
                Deal,
                deal_one_hand,
                deals_open,
                has_a_hand,
                other_number,
                not_the_top,
                covers=("deal.again", "deal.other-number", "deal.not-the-top"),
                at_random=deal_next,
            ),
        ),
        sound={DealHands: _deal_hands},
        settings={"hand-size": hand_size, "setup.draws-again": draws_again},
        uses=(highest_number,),
    )
