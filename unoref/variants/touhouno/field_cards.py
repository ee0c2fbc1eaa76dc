"""Cards of the field that go to hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from attrs import frozen

from unoref.actions import Choose
from unoref.cards import UNKNOWN, Card
from unoref.checks import answer, bar
from unoref.frames import Frame
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.touhouno.casting import Casting, Part
from unoref.variants.touhouno.colors import forget_color
from unoref.variants.touhouno.marks import ShowHidden, came_in, show_card
from unoref.variants.touhouno.pools import (
    asked,
    open_choices,
)
from unoref.verbs import join_hand, take_from_discard

__all__ = ["ChooseOut", "field_to_hands", "module"]


@frozen
class ChooseOut(Frame):
    """``seat`` says which of two field cards, ``upper`` or ``lower``, goes to the first of ``to``; the other to the second."""

    upper: Card
    lower: Card
    to: tuple[Seat, ...]
    cause: str

    @property
    def chosen_openly(self) -> bool:
        return True

    @property
    def aside(self) -> tuple[Card, ...]:
        return (self.upper, self.lower)


Which = Literal["beneath", "bottom", "caster"]


def field_to_hands(which: Which) -> Part:
    """The part that deals two field cards, open: the upper to the fewest cards, the lower to the second fewest."""
    deals = {"beneath": _deal_from_beneath, "bottom": _deal_from_bottom, "caster": _let_caster_deal}[which]

    def part(step: Step, cast: Casting) -> None:
        to = (*cast.seats[:1], *cast.seconds[:1])
        count = min(len(step.discard) - cast.laid, len(to))
        if count > 0:
            deals(step, cast, to, count)

    return part


def _deal_from_beneath(step: Step, cast: Casting, to: tuple[Seat, ...], count: int) -> None:
    """The cards right beneath the play are dealt."""
    cards = [_off_field(step, cast.laid) for _ in range(count)]
    _deal_open(step, cast.seat, list(zip(to, cards, strict=False)))


def _deal_from_bottom(step: Step, cast: Casting, to: tuple[Seat, ...], count: int) -> None:
    """The lowest two cards of the field are dealt."""
    depth = len(step.discard) - min(2, len(step.discard) - cast.laid)
    cards = [_off_field(step, depth) for _ in range(count)]
    _deal_open(step, cast.seat, list(zip(to, cards, strict=False)))


def _let_caster_deal(step: Step, cast: Casting, to: tuple[Seat, ...], count: int) -> None:
    """The caster says who gets which of the two cards right beneath the play; a single one leaves no choice."""
    if count < 2:
        _deal_from_beneath(step, cast, to, count)
        return
    upper, lower = _off_field(step, cast.laid), _off_field(step, cast.laid)
    step.push(ChooseOut(cast.seat, upper, lower, to, step.point))


def _off_field(step: Step, depth: int) -> Card:
    forget_color(step, len(step.discard) - depth)
    return take_from_discard(step, depth)


def _deal_open(step: Step, caster: Seat, cards: Iterable[tuple[Seat, Card]]) -> None:
    """Cards go to hands and lie open there till the caster's next turn."""
    given = list(cards)
    for seat, card in given:
        join_hand(step, seat, card)
        step.tell("dealt-open", seat, (card,))
    for seat, card in reversed(given):
        if card is UNKNOWN:
            step.push(ShowHidden(seat, 1, (caster,), apart=True))
        else:
            came_in(step, seat, (card,))
            show_card(step, seat, card, (caster,), told=False)


@rule("hands.choose-out")
def choose_out(step: Step, frame: ChooseOut, action: Choose) -> None:
    """The caster has said who gets which of the two cards."""
    step.pop()
    step.point = frame.cause
    first = frame.upper if action.choice is frame.upper else frame.lower
    second = frame.lower if first is frame.upper else frame.upper
    _deal_open(step, frame.seat, zip(frame.to, (first, second), strict=False))


@bar("choice.not-among")
def neither_card(state: State, frame: ChooseOut, action: Choose) -> bool:
    """The card is none of the two."""
    return action.choice is not frame.upper and action.choice is not frame.lower


def _two_choices(state: State, frame: ChooseOut) -> list[Choose]:
    return open_choices(frame.seat, (frame.upper, frame.lower))


def _sound(state: State, frame: ChooseOut, at: int) -> str:
    return asked(state, frame) if len(frame.to) == 2 else "two cards are dealt to two players"


def module() -> Module:
    """Field cards that the caster deals."""
    return Module(
        name="field-cards",
        answers=(answer(ChooseOut, Choose, choose_out, _two_choices, neither_card, covers=("choice.not-among",)),),
        sound={ChooseOut: _sound},
    )
