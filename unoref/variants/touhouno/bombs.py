"""B made public: it goes into the draw pile with the field card, and its holder draws another card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Literal

from attrs import evolve, frozen

from unoref.actions import Flip, Shuffle
from unoref.cards import UNKNOWN, Card, card
from unoref.checks import answer, bar, ground
from unoref.frames import Auto, Chance, Drawn
from unoref.lasting import Lasting
from unoref.rules.drawing import contradicts_pile
from unoref.rules.reshuffle import at_random, bare_shuffle, other_cards
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State, in_force
from unoref.step import Step, rule
from unoref.unseen import pick_unseen, possible_cards
from unoref.variants.touhouno.colors import color_at, field_card, forget_color
from unoref.variants.touhouno.draws import take
from unoref.variants.touhouno.lasting import one_of, replaced
from unoref.variants.touhouno.marker import Turning
from unoref.variants.touhouno.marks import CardShown, ShowHidden, left_hand, show_card, whole_hand_open
from unoref.verbs import last, leave_hand, lift, put_back, put_on_top, shuffle_draw_pile, take_from_discard, turn_up

__all__ = ["BombOpen", "BombsSeen", "NewField", "Redraw", "ShuffleIn", "module"]

#: B as a card.
B = card("B")

After = Literal["redraw", "shown", "field", "off"]


@frozen
class BombOpen(Auto):
    """A B in the hand of ``seat`` has become public."""


@frozen
class BombsSeen(Lasting):
    """How many Bs have gone round in this action: no more than the deck has."""

    count: int


@frozen
class ShuffleIn(Chance):
    """The table shuffles the draw pile, under the point ``cause``."""

    cause: str


@frozen
class Redraw(Auto):
    """``seat`` draws a card for the B that has left its hand; it lies open for ``until``, ``forever`` or not at all."""

    until: tuple[Seat, ...] = ()
    forever: bool = False


@frozen
class NewField(Chance):
    """No card is left on the field: the table turns up a new one."""


def forget_bombs(step: Step) -> None:
    """The action is over: the count of open Bs begins anew."""
    seen = one_of(step, BombsSeen)
    if seen is not None:
        lift(step, seen)


@rule("bomb.stays")
def stays_open(step: Step, seat: Seat) -> None:
    """As many Bs have gone round in this action as there are: this one just lies open."""
    step.tell("bomb-stays", seat)


@rule("bomb.new-field")
def turn_up_field(step: Step, frame: NewField, action: Flip) -> None:
    """A digit card becomes the field card; another goes back, unless the pile holds no digit card."""
    before = step.in_force
    digits = action.card.face.number is not None or not _may_hold_digit(step)
    turn_up(step, action.card, "new-field-card")
    if digits:
        step.pop()
        step.in_force = in_force(step.in_force.color or before.color, action.card.face)
    else:
        put_back(step, 0)
        step.in_force = before
        step.push(ShuffleIn("bomb.new-field"))


def _may_hold_digit(position: State | Step) -> bool:
    """Whether the draw pile holds a digit card, or may."""
    pile = tuple(position.draw_pile)
    if any(card.face.number is not None for card in pile):
        return True
    return UNKNOWN in pile and any(card.face.number is not None for card in possible_cards(position))


@rule("bomb.shuffled")
def shuffle_in(step: Step, frame: ShuffleIn, action: Shuffle) -> None:
    """The pile is shuffled."""
    step.pop()
    step.point = frame.cause
    shuffle_draw_pile(step, action.cards)


@ground("bomb.returns")
def after_fours(state: State, frame: ShuffleIn, action: Shuffle) -> bool:
    """A B that was played has gone back."""
    return frame.cause == "bomb.returns"


@ground("bomb.public")
def after_open_bomb(state: State, frame: ShuffleIn, action: Shuffle) -> bool:
    """A B that was shown has gone back."""
    return frame.cause == "bomb.public"


@ground("bomb.no-digit")
def after_no_digit(state: State, frame: ShuffleIn, action: Shuffle) -> bool:
    """A card that was turned up and is no digit has gone back."""
    return frame.cause not in ("bomb.returns", "bomb.public")


@bar("shuffle.other-pile")
def not_the_draw_pile(state: State, frame: ShuffleIn, action: Shuffle) -> bool:
    """Other cards than the draw pile."""
    return action.cards is not None and other_cards(action.cards, tuple(state.draw_pile))


@ground("bomb.new-field")
def field_is_bare(state: State, frame: NewField, action: Flip) -> bool:
    """No card lies on the field."""
    return field_card(state).top is None


@ground("bomb.field-replaced")
def field_is_replaced(state: State, frame: NewField, action: Flip) -> bool:
    """Cards lie on the field; at this table a new one is turned up on them."""
    return field_card(state).top is not None


@bar("flip.not-the-top")
def not_the_top(state: State, frame: NewField, action: Flip) -> bool:
    """Another card than the top of a known pile, or one that cannot be there."""
    return action.card is UNKNOWN or not state.draw_pile or contradicts_pile(state, (action.card,))


def _flips(state: State, frame: NewField) -> tuple[Flip, ...]:
    top = state.draw_pile.top
    if top is None:
        return ()
    return tuple(Flip(card) for card in possible_cards(state)) if top is UNKNOWN else (Flip(top),)


def _flip_at_random(state: State, frame: NewField, rng: Random) -> Flip:
    top: Card | None = state.draw_pile.top
    return Flip(pick_unseen(state, rng) if top is UNKNOWN or top is None else top)


def _shuffle_at_random(state: State, frame: ShuffleIn, rng: Random) -> Shuffle:
    return at_random(tuple(state.draw_pile), rng)


def _take_field_card(step: Step) -> Card | None:
    """The field card leaves the field; the card beneath, with the color it had in force, takes its place if there is one."""
    field = field_card(step)
    if field.top is None:
        return None
    taken = take_from_discard(step, len(step.discard) - len(field))
    forget_color(step, len(field))
    beneath = field_card(step)
    if beneath.top is not None:
        step.in_force = in_force(color_at(step, beneath) or step.in_force.color, beneath.top.face)
        forget_color(step, len(beneath))
    return taken


@rule("bomb.uncovered")
def uncovered(step: Step) -> None:
    """The card beneath the one that has gone is the field card again, with the color that was in force then."""
    top = field_card(step).top
    assert top is not None
    step.tell("field-card-again", None, (top,), None, step.in_force.color)


@rule("bomb.redraw")
def draw_again(step: Step, frame: Redraw) -> None:
    """The holder of the B draws one card for it, however much draws are reduced."""
    step.pop()
    seat, first = frame.seat, step.frames[0]
    taken = take(step, seat, 1)
    if not taken or step.frames[0] is not first:
        return
    if isinstance(first, Drawn) and first.seat == seat and first.card is B and B not in step.hands[seat]:
        step.frames[0] = evolve(first, card=taken[0])
    if frame.until or frame.forever:
        if taken[0] is UNKNOWN:
            if not whole_hand_open(step, seat):  # else it is turned over already
                step.push(ShowHidden(seat, 1, frame.until))
        else:
            show_card(step, seat, taken[0], frame.until, frame.forever)


def _sound(state: State, frame: ShuffleIn, at: int) -> str:
    return "" if frame.cause in state.ruleset.tables.points else f"no rule is called {frame.cause!r}"


def _draw_for_it(step: Step, redraw: Redraw) -> None:
    step.push(*((NewField(),) if field_card(step).top is None else ()), redraw)


def draw_hidden(step: Step, seat: Seat, mark: CardShown | None) -> None:
    """The holder of the B draws a card that nobody else sees."""
    _draw_for_it(step, Redraw(seat))


def draw_as_it_lay(step: Step, seat: Seat, mark: CardShown | None) -> None:
    """The card that the holder of the B draws lies open as the B did."""
    _draw_for_it(step, Redraw(seat) if mark is None else Redraw(seat, mark.until, mark.forever))


def replace_field(step: Step, seat: Seat, mark: CardShown | None) -> None:
    """Nobody draws; a new field card is turned up."""
    first = step.frames[0]
    if isinstance(first, Drawn) and first.seat == seat and first.card is B:
        step.frames[0] = Turning(seat, seat)  # what was drawn has gone: nothing is left to play
    step.push(NewField())


#: What follows when a B has gone back, as the table has it.
FOLLOWS: Mapping[After, Callable[[Step, Seat, CardShown | None], None]] = {
    "redraw": draw_hidden,
    "shown": draw_as_it_lay,
    "field": replace_field,
}


def module(after: After) -> Module:
    """What becomes of an open B; ``after``: its holder draws a hidden card, or an open one, a new field card is turned up, or
    nothing happens."""
    follows = FOLLOWS.get(after, draw_hidden)

    @rule("bomb.public")
    def goes_back(step: Step, frame: BombOpen) -> None:
        """B and the field card go into the draw pile, which is shuffled, and the holder draws again."""
        step.pop()
        seat = frame.seat
        if B not in step.hands[seat]:
            return
        seen = one_of(step, BombsSeen)
        if seen is not None and seen.count >= step.ruleset.deck.copies[B]:
            stays_open(step, seat)
            return
        if seen is None:
            last(step, BombsSeen(1))
        else:
            replaced(step, seen, BombsSeen(seen.count + 1))
        leave_hand(step, seat, B)
        mark = left_hand(step, seat, B)
        taken = _take_field_card(step)
        put_on_top(step, B, *(() if taken is None else (taken,)))
        follows(step, seat, mark)
        step.tell("bomb-back", seat, (B,))
        if taken is not None:
            step.tell("field-card-back", seat, (taken,))
            if field_card(step).top is not None:
                uncovered(step)
        step.push(ShuffleIn("bomb.public"))

    def open_bomb(step: Step, seat: Seat) -> None:
        step.push(BombOpen(seat))

    return Module(
        name="bombs",
        answers=(
            answer(
                ShuffleIn,
                Shuffle,
                shuffle_in,
                bare_shuffle,
                after_fours,
                after_open_bomb,
                after_no_digit,
                not_the_draw_pile,
                covers=("shuffle.other-pile", "bomb.returns", "bomb.public", "bomb.no-digit"),
                at_random=_shuffle_at_random,
            ),
            answer(
                NewField,
                Flip,
                turn_up_field,
                _flips,
                field_is_bare,
                field_is_replaced,
                not_the_top,
                covers=("flip.not-the-top", "bomb.new-field", "bomb.field-replaced"),
                at_random=_flip_at_random,
            ),
        ),
        autos={BombOpen: goes_back, Redraw: draw_again},
        settings={} if after == "off" else {"bomb.shown": open_bomb},
        sound={ShuffleIn: _sound},
        uses=(stays_open,),
    )
