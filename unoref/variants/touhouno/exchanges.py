"""Cards of a hand exchanged with the top of the draw pile."""

from __future__ import annotations

from attrs import evolve, frozen

from unoref.actions import Choose
from unoref.cards import UNKNOWN, Card, hand, with_card, without_card
from unoref.checks import answer, bar
from unoref.frames import Frame
from unoref.lasting import Lasting, TurnBegins
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import can_hold
from unoref.variants.touhouno.casting import Casting, Part, neither_yes_nor_no, yes_or_no
from unoref.variants.touhouno.draws import left_to_draw
from unoref.variants.touhouno.marks import (
    came_in,
    whole_hand_open,
)
from unoref.variants.touhouno.pools import (
    ShuffleUnder,
    asked,
    hidden_choices,
    of_hand,
    of_pool,
    part_with,
    pool_can_hold,
)
from unoref.verbs import join_hand, last, lift, off_top

__all__ = ["MayLook", "Peek", "ReturnCards", "TakeFromTop", "exchange_with_top", "module", "peek_next_turn"]


@frozen
class ReturnCards(Frame):
    """``seat`` chooses the cards that go under the draw pile: ``left`` more of its hand and of the ``fresh`` ones.

    ``fresh`` cards lie aside where the hand lies open, and belong to the hand otherwise. ``back`` are those chosen.
    """

    left: int
    cause: str
    fresh: tuple[Card, ...] = ()
    back: tuple[Card, ...] = ()

    @property
    def aside(self) -> tuple[Card, ...]:
        return (*self.fresh, *self.back)

    def seen_by(self, seat: Seat) -> Frame:
        if seat == self.seat:
            return self
        return evolve(self, fresh=(UNKNOWN,) * len(self.fresh), back=(UNKNOWN,) * len(self.back))


@frozen
class MayLook(Frame):
    """``seat`` says whether it looks at the top ``most`` cards of the draw pile and exchanges its hand for one of them."""

    most: int
    cause: str


@frozen
class TakeFromTop(Frame):
    """``seat`` takes one of ``cards``, which lie aside, and puts the card of its hand among the others."""

    cards: tuple[Card, ...]
    cause: str

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat == self.seat else evolve(self, cards=(UNKNOWN,) * len(self.cards))


@frozen
class Peek(Lasting):
    """``seat`` may look at the top ``most`` cards at the beginning of its next turn, if it has one card then."""

    seat: Seat
    most: int
    cause: str


def exchange_with_top(count: int) -> Part:
    """The part that lets the caster draw so many cards and put as many of the hand, or of these, under the pile."""

    def part(step: Step, cast: Casting) -> None:
        seat = cast.seat
        due = left_to_draw(step, seat, count)
        cards = off_top(step, due)
        if cards:
            step.tell("drew", seat, cards, len(cards))
        if len(cards) < due:
            step.tables.settings["draw.short"](step, seat, due - len(cards))
        if not cards:
            return
        emptied = step.tables.settings.get("pile.emptied")
        if emptied is not None and not step.draw_pile:
            join_hand(step, seat, *cards)
            emptied(step)
            return
        if whole_hand_open(step, seat):
            step.push(ReturnCards(seat, len(cards), step.point, hand(cards)))
        else:
            join_hand(step, seat, *cards)
            step.push(ReturnCards(seat, len(cards), step.point))

    return part


@rule("hands.return")
def return_card(step: Step, frame: ReturnCards, action: Choose) -> None:
    """One more card goes back; after the last one they are shuffled under the pile."""
    step.pop()
    step.point = frame.cause
    card, fresh = action.choice, frame.fresh
    assert isinstance(card, Card)
    if card in step.hands[frame.seat] or (card not in fresh and can_hold(step, frame.seat, (card,))):
        part_with(step, frame.seat, card)
    else:
        fresh = without_card(fresh, card)
    back = with_card(frame.back, card)
    if frame.left > 1:
        step.push(evolve(frame, left=frame.left - 1, fresh=fresh, back=back))
        return
    step.push(ShuffleUnder(back, frame.cause, (frame.seat,)))
    if fresh:
        join_hand(step, frame.seat, *fresh)
        came_in(step, frame.seat, fresh)


def peek_next_turn(most: int) -> Part:
    """The part that lets the caster, at the beginning of its next turn, look at the top of the pile and exchange its one card."""

    def part(step: Step, cast: Casting) -> None:
        last(step, Peek(cast.seat, most, step.point))
        step.tell("waits", cast.seat, (cast.card,))

    return part


def offer_look(step: Step, effect: Peek, moment: TurnBegins) -> None:
    """The turn waited for has begun: with one card in hand the look is offered; it was for this turn only."""
    if effect.seat != moment.seat:
        return
    lift(step, effect)
    if len(step.hands[effect.seat]) == 1 and step.draw_pile:
        step.push(MayLook(effect.seat, effect.most, effect.cause))


@rule("hands.look")
def look_or_not(step: Step, frame: MayLook, action: Choose) -> None:
    """Look at the top of the pile, or leave it."""
    step.pop()
    step.point = frame.cause
    if action.choice == "yes":
        cards = off_top(step, frame.most)
        step.tell("looks", frame.seat, (), len(cards))
        step.push(TakeFromTop(frame.seat, hand(cards), frame.cause))
    else:
        step.tell("look-declined", frame.seat)


@rule("hands.take-from-top")
def take_from_top(step: Step, frame: TakeFromTop, action: Choose) -> None:
    """The chosen card is the hand now; the old card is shuffled under the pile with the others."""
    step.pop()
    step.point = frame.cause
    seat, rest = frame.seat, frame.cards
    if isinstance(action.choice, Card):
        rest = without_card(rest, action.choice)
        (old,) = step.hands[seat]
        part_with(step, seat, old)
        join_hand(step, seat, action.choice)
        step.tell("exchanged", seat)
        step.push(ShuffleUnder(hand((*rest, old)), frame.cause, (seat,)))
        came_in(step, seat, (action.choice,))
    else:
        step.tell("look-declined", seat)
        step.push(ShuffleUnder(rest, frame.cause, (seat,)))


@bar("choice.not-among")
def not_looked_at(state: State, frame: TakeFromTop, action: Choose) -> bool:
    """The card is not among those to choose from."""
    return not isinstance(action.choice, Card) or not pool_can_hold(state, frame.cards, action.choice)


@bar("choice.not-among")
def not_looked_at_or_no(state: State, frame: TakeFromTop, action: Choose) -> bool:
    """The card is not among those looked at, nor is the look left at that."""
    return action.choice != "no" and bool(not_looked_at.test(state, frame, action))


@bar("choice.not-in-hand")
def not_returned(state: State, frame: ReturnCards, action: Choose) -> bool:
    """The card belongs neither to the hand nor to the cards drawn."""
    card = action.choice
    if card is UNKNOWN:
        return UNKNOWN not in (*state.hands[frame.seat], *frame.fresh)
    if not isinstance(card, Card):
        return True
    return not can_hold(state, frame.seat, (card,)) and not pool_can_hold(state, frame.fresh, card)


def _pool_choices(state: State, frame: TakeFromTop) -> list[Choose]:
    return hidden_choices(frame.seat, of_pool(state, frame.cards), frame.cards)


def _pool_choices_or_no(state: State, frame: TakeFromTop) -> list[Choose]:
    return [*_pool_choices(state, frame), Choose(frame.seat, "no")]


def _return_choices(state: State, frame: ReturnCards) -> list[Choose]:
    cards = [*of_hand(state, frame.seat), *of_pool(state, frame.fresh)]
    return hidden_choices(frame.seat, cards, (*state.hands[frame.seat], *frame.fresh))


def _sound(state: State, frame: ReturnCards | MayLook | TakeFromTop, at: int) -> str:
    if isinstance(frame, TakeFromTop | MayLook) and len(state.hands[frame.seat]) != 1:
        return f"{state.name(frame.seat)} does not have exactly one card to exchange"
    if isinstance(frame, TakeFromTop) and not frame.cards:
        return "there is no card to take"
    if isinstance(frame, MayLook) and not (1 <= frame.most <= 1000 and state.draw_pile):
        return "nobody looks at so many cards"
    if isinstance(frame, ReturnCards):
        left = [other for other in state.frames if isinstance(other, ReturnCards) and other.seat == frame.seat]
        held = len(state.hands[frame.seat]) + sum(len(other.fresh) for other in left)
        if frame.left < 1 or sum(other.left for other in left) > held:
            return "there are too few cards to choose from"
    return asked(state, frame)


def module(look_only: bool) -> Module:
    """Exchanging; ``look_only``: whoever has looked at the top of the pile may leave it at that."""
    among = ("choice.not-among",)
    taking = (
        answer(TakeFromTop, Choose, take_from_top, _pool_choices_or_no, not_looked_at_or_no, covers=among)
        if look_only
        else answer(TakeFromTop, Choose, take_from_top, _pool_choices, not_looked_at, covers=among)
    )
    return Module(
        name="exchanges",
        answers=(
            answer(ReturnCards, Choose, return_card, _return_choices, not_returned, covers=("choice.not-in-hand",)),
            answer(MayLook, Choose, look_or_not, yes_or_no, neither_yes_nor_no, covers=("choice.yes-or-no",)),
            taking,
        ),
        listeners={(Peek, TurnBegins): offer_look},
        sound={ReturnCards: _sound, MayLook: _sound, TakeFromTop: _sound},
    )
