"""Cards of a hand that go elsewhere: under the draw pile, to another player."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from unoref.actions import Choose
from unoref.cards import UNKNOWN, Card
from unoref.checks import answer, bar
from unoref.frames import Frame
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import can_hold
from unoref.variants.touhouno.casting import Casting, Part, skip_rest
from unoref.variants.touhouno.draws import left_to_draw, order_draws, take
from unoref.variants.touhouno.lasting import UntilStart
from unoref.variants.touhouno.marks import (
    came_in,
    open_cards,
    show_card,
    whole_hand_open,
)
from unoref.variants.touhouno.pools import (
    asked,
    hidden_choices,
    of_hand,
    open_choices,
    part_with,
)
from unoref.variants.touhouno.seating import Selector, find_fewest
from unoref.verbs import join_hand, last, put_under_pile

__all__ = [
    "ChooseGift",
    "DiscardOpen",
    "MayDiscard",
    "PutUnder",
    "draw_and_give",
    "draw_and_put_under",
    "may_discard",
    "module",
    "offer_discard",
]


@frozen
class PutUnder(Frame):
    """``seat`` puts a card of its hand under the draw pile, under the point ``cause``."""

    cause: str


@frozen
class ChooseGift(Frame):
    """``seat`` gives a card of its hand to ``to``, where it lies open till the next turn of ``seat``."""

    to: Seat
    cause: str

    @property
    def chosen_openly(self) -> bool:
        return True


@frozen
class DiscardOpen(Frame):
    """``seat`` may put one open card of the hand of ``of`` under the draw pile."""

    of: Seat
    cause: str

    @property
    def chosen_openly(self) -> bool:
        return True


@frozen
class MayDiscard(UntilStart):
    """``seat`` has not yet used its right to put an open card of the hand of ``of`` under the draw pile."""

    over: ClassVar[str] = "discard-over"

    of: Seat
    cause: str


def draw_and_put_under(without_draw: bool) -> tuple[Part, ...]:
    """The parts that let the caster draw a card and put one of its hand under the draw pile.

    ``without_draw``: also where no card could be drawn.
    """

    def put_one(step: Step, cast: Casting) -> None:
        step.push(PutUnder(cast.seat, step.point))

    return (_draw_one(without_draw), put_one)


def draw_and_give(without_draw: bool) -> tuple[Part, ...]:
    """The parts that let the caster draw a card and give one of its hand to the player with the fewest cards."""

    def give_one(step: Step, cast: Casting) -> None:
        for seat in cast.seats[:1]:
            step.push(ChooseGift(cast.seat, seat, step.point))

    return (_draw_one(without_draw), find_fewest, give_one)


def _draw_one(or_go_on: bool) -> Part:
    """The part that lets the caster draw one card; where none is drawn the rest falls away, unless ``or_go_on``."""

    def part(step: Step, cast: Casting) -> None:
        count = left_to_draw(step, cast.seat, 1)
        drawn = bool(count and take(step, cast.seat, count))
        if not (drawn or or_go_on) or not step.hands[cast.seat]:
            skip_rest(step)
            step.tell("spell-stops", cast.seat, (cast.card,))

    return part


@rule("hands.put-under")
def put_card_under(step: Step, frame: PutUnder, action: Choose) -> None:
    """The chosen card goes under the draw pile."""
    step.pop()
    step.point = frame.cause
    assert isinstance(action.choice, Card)
    part_with(step, frame.seat, action.choice)
    put_under_pile(step, (action.choice,))
    step.tell("put-under", frame.seat, (), 1)


@rule("hands.give")
def give_card(step: Step, frame: ChooseGift, action: Choose) -> None:
    """The chosen card changes hands and lies open."""
    step.pop()
    step.point = frame.cause
    assert isinstance(action.choice, Card)
    until, forever = part_with(step, frame.seat, action.choice)
    join_hand(step, frame.to, action.choice)
    step.tell("given", frame.seat, (action.choice,), None, None, frame.to)
    if whole_hand_open(step, frame.to):
        came_in(step, frame.to, (action.choice,))
    show_card(step, frame.to, action.choice, tuple(dict.fromkeys((*until, frame.seat))), forever)


def may_discard(whom: Selector, any_time: bool) -> Part:
    """The part that lets the caster put an open card of a player under the pile; ``any_time``: also later, while it lasts."""

    def part(step: Step, cast: Casting) -> None:
        for seat in whom(step, cast):
            if any_time:
                last(step, MayDiscard(cast.seat, seat, step.point))
            step.push(DiscardOpen(cast.seat, seat, step.point))

    return part


@rule("hands.discard-open")
def discard_open(step: Step, frame: DiscardOpen, action: Choose) -> None:
    """The open card goes under the draw pile and its holder draws one; or nothing happens."""
    step.pop()
    step.point = frame.cause
    if not isinstance(action.choice, Card):
        step.tell("discard-declined", frame.seat, (), None, None, frame.of)
        return
    for effect in [effect for effect in step.lasting if isinstance(effect, MayDiscard)]:
        if effect.seat == frame.seat and effect.of == frame.of:
            step.lasting = tuple(kept for kept in step.lasting if kept is not effect)
    part_with(step, frame.of, action.choice)
    put_under_pile(step, (action.choice,))
    step.tell("discarded-under", frame.of, (action.choice,))
    order_draws(step, [(frame.of, 1)])


def offer_discard(step: Step) -> None:
    """A turn starts: whoever may still put an open card under the pile is asked."""
    for effect in [effect for effect in step.lasting if isinstance(effect, MayDiscard)]:
        if open_cards(step, effect.of):
            step.push(DiscardOpen(effect.seat, effect.of, effect.cause))


@bar("choice.not-in-hand")
def not_of_hand(state: State, frame: PutUnder, action: Choose) -> bool:
    """The hand cannot hold the card; one that nobody tells us may be any unknown one."""
    choice = action.choice
    if choice is UNKNOWN:
        return UNKNOWN not in state.hands[frame.seat]
    return not isinstance(choice, Card) or not can_hold(state, frame.seat, (choice,))


@bar("choice.not-in-hand")
def not_to_give(state: State, frame: ChooseGift, action: Choose) -> bool:
    """The hand cannot hold the card, which everybody will see."""
    choice = action.choice
    return not isinstance(choice, Card) or choice is UNKNOWN or not can_hold(state, frame.seat, (choice,))


@bar("choice.not-open")
def not_open(state: State, frame: DiscardOpen, action: Choose) -> bool:
    """The card does not lie open in that hand, nor is the right left unused."""
    return action.choice != "no" and action.choice not in open_cards(state, frame.of)


def _hand_choices(state: State, frame: PutUnder) -> list[Choose]:
    return hidden_choices(frame.seat, of_hand(state, frame.seat), state.hands[frame.seat])


def _gift_choices(state: State, frame: ChooseGift) -> list[Choose]:
    return open_choices(frame.seat, of_hand(state, frame.seat))


def _open_choices(state: State, frame: DiscardOpen) -> list[Choose]:
    cards = (card for card in open_cards(state, frame.of) if card is not UNKNOWN)
    return [*open_choices(frame.seat, cards), Choose(frame.seat, "no")]


def _sound(state: State, frame: PutUnder | ChooseGift | DiscardOpen, at: int) -> str:
    if isinstance(frame, PutUnder | ChooseGift) and not state.hands[frame.seat]:
        return f"{state.name(frame.seat)} has no card"
    if isinstance(frame, ChooseGift) and frame.to == frame.seat:
        return "a card is given to somebody else"
    return asked(state, frame)


def module() -> Module:
    """Parting with cards."""
    in_hand = ("choice.not-in-hand",)
    return Module(
        name="parting",
        answers=(
            answer(PutUnder, Choose, put_card_under, _hand_choices, not_of_hand, covers=in_hand),
            answer(ChooseGift, Choose, give_card, _gift_choices, not_to_give, covers=in_hand),
            answer(DiscardOpen, Choose, discard_open, _open_choices, not_open, covers=("choice.not-open",)),
        ),
        sound={PutUnder: _sound, ChooseGift: _sound, DiscardOpen: _sound},
    )
