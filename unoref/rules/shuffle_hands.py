"""Wild Shuffle Hands: all hands are gathered, shuffled and dealt out again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from attrs import evolve, frozen

from unoref.actions import Laying, Play, Shuffle
from unoref.cards import BASE_COLORS, FACES, UNKNOWN, Card, hand
from unoref.checks import answer, bar
from unoref.frames import Chance, Frame, Turn
from unoref.placing import interrupts
from unoref.rules.matching import on_any_card
from unoref.rules.reshuffle import at_random, bare_shuffle, other_cards
from unoref.rules.turns import call_is_choice
from unoref.rules.uno_call import caller_of, new_hands
from unoref.ruleset import Module
from unoref.seats import Seat, seats_in, turn_order
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.verbs import set_hand

__all__ = ["SHUFFLE_HANDS", "GatheredHands", "module"]

#: Points that the lists of plays leave no room for.
COVERED = ("shuffle-hands.anytime",)

SHUFFLE_HANDS = FACES["shuffle-hands"]


@frozen
class GatheredHands(Chance):
    """The table shuffles the gathered hands; they are dealt to ``order``, one card at a time.

    ``saying_uno``: the player of the card, ``dealt_by``, called UNO with it.
    """

    cards: tuple[Card, ...]
    order: tuple[Seat, ...]
    dealt_by: Seat
    saying_uno: bool

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    def seen_by(self, seat: Seat) -> Frame:
        return evolve(self, cards=(UNKNOWN,) * len(self.cards))


def _left(state: State, action: Laying) -> int:
    """The share of the player, who is dealt to last."""
    seats = [seat for seat in range(len(state.hands)) if seat not in state.finished]
    return (sum(map(len, state.hands)) - len(action.cards)) // len(seats)


@bar("shuffle.other-hands")
def not_the_hands(state: State, frame: GatheredHands, action: Shuffle) -> bool:
    """Other cards than those gathered."""
    return action.cards is not None and other_cards(action.cards, frame.cards)


@rule("shuffle-hands.last")
def not_out_yet(step: Step, seat: Seat) -> None:
    """Played last, the card deals its player in again."""
    step.tell("not-out", seat)


@rule("shuffle-hands.plain")
def plain_wild(step: Step, seat: Seat) -> None:
    """Played last at such a table, the card is a plain Wild."""
    step.tell("plain-wild", seat)


def _gathered_hands(state: State, frame: GatheredHands, at: int) -> str:
    if any(state.hands):
        return "every hand is empty while the hands are gathered"
    if sorted(frame.order) != list(seats_in(state)) or frame.dealt_by not in frame.order:
        return "the cards are dealt to every player who is not out"
    return interrupts(state, at)


def module(last_is_plain: bool, always_left: bool) -> Module:
    """The card; ``last_is_plain``: whether it is a plain Wild as the last card; ``always_left``: dealt to the left whatever
    the direction of play."""

    @rule("shuffle-hands")
    def gather(step: Step, action: Play, before: InForce) -> None:
        """Gather every hand; the table shuffles."""
        seat = action.actor
        step.tell("color-named", seat, (), None, step.in_force.color)
        if last_is_plain and not step.hands[seat]:
            plain_wild(step, seat)
            return
        if not step.hands[seat]:
            not_out_yet(step, seat)
        cards = hand(chain.from_iterable(step.hands))
        order = turn_order(step, seat)
        if always_left and step.direction < 0:
            order = (*order[-2::-1], seat)
        for place in range(len(step.hands)):
            set_hand(step, Seat(place), ())
        step.public = ()
        step.tell("hands-gathered", seat, (), len(cards))
        step.push(GatheredHands(cards, order, seat, caller_of(step, action) is not None))

    @rule("shuffle-hands.deal")
    def deal_out(step: Step, frame: GatheredHands, action: Shuffle) -> None:
        """Deal the shuffled cards out, one at a time."""
        step.pop()
        cards = action.cards or (UNKNOWN,) * len(frame.cards)
        for place, seat in enumerate(frame.order):
            set_hand(step, seat, hand(cards[place :: len(frame.order)]))
            step.tell("dealt", seat, (), len(step.hands[seat]))
        step.called = frozenset()
        new_hands(step, frame.order, frame.dealt_by if frame.saying_uno else None, False)

    def shuffle_gathered(state: State, frame: GatheredHands, rng: Random) -> Shuffle:
        return at_random(frame.cards, rng)

    def left(state: State, action: Laying) -> int:
        only = len(state.hands[action.actor]) == len(action.cards)
        return 0 if only and last_is_plain else _left(state, action)

    def forms(state: State, seat: Seat, card: Card) -> Iterator[Play]:
        for color in BASE_COLORS:
            play = Play(seat, (card,), (color,))
            yield play
            if call_is_choice(state, seat, left(state, play)):
                yield Play(seat, (card,), (color,), saying_uno=True)

    return Module(
        name="shuffle-hands",
        answers=(
            answer(
                GatheredHands,
                Shuffle,
                deal_out,
                bare_shuffle,
                not_the_hands,
                covers=("shuffle.other-hands",),
                at_random=shuffle_gathered,
            ),
        ),
        checks=((Turn, Play, on_any_card("shuffle-hands.anytime", SHUFFLE_HANDS)),),
        effects={SHUFFLE_HANDS: gather},
        sound={GatheredHands: _gathered_hands},
        settings={("form", SHUFFLE_HANDS): forms, ("left", SHUFFLE_HANDS): left},
        uses=(not_out_yet, plain_wild),
    )
