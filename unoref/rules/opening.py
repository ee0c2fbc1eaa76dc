"""The opening card: turned up, carried out, or put back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Literal

from attrs import frozen

from unoref.actions import Action, ChoosePlace, ChooseSeat, Flip, Name, Pass, Play, Shuffle
from unoref.cards import UNKNOWN, Card, Face
from unoref.checks import answer, bar, ground
from unoref.frames import BeginTurn, Chance, ChooseColor, Frame, Turn
from unoref.piles import Pile
from unoref.placing import before_opening
from unoref.rules.action_cards import does_nothing
from unoref.rules.drawing import contradicts_pile
from unoref.rules.reshuffle import at_random, bare_shuffle, other_cards
from unoref.rules.scores import hand_value
from unoref.rules.setup import DealHands
from unoref.rules.wild import colors_open, not_a_color
from unoref.ruleset import Module
from unoref.seats import Seat, after, turn_order
from unoref.state import NOTHING_IN_FORCE, State
from unoref.step import Rule, Step, rule
from unoref.unseen import pick_unseen, possible_cards
from unoref.verbs import (
    draw,
    lose_turn,
    name_color,
    put_back,
    resume_after,
    resume_at,
    reverse,
    shuffle_draw_pile,
    turn_up,
)

__all__ = [
    "BY_LOT",
    "COVERED",
    "DEALER",
    "DEALERS_LEFT",
    "HIGHEST_HAND",
    "ChooseDepth",
    "FindFirst",
    "First",
    "NameOpeningColor",
    "OpeningFlip",
    "ShuffleDrawPile",
    "may_lie_open",
    "module",
    "returned",
]

#: Points that the lists of plays leave no room for.
COVERED = ("opening.left-open",)

Return = Literal["shuffle", "bottom", "middle"]


@frozen
class OpeningFlip(Chance):
    """The top card of the draw pile is turned up as the opening card; ``first`` is who is said to begin, if anybody."""

    first: Seat | None = None


@frozen
class FindFirst(Chance):
    """The table finds who begins, which unknown cards or the lot decide."""


@frozen
class ShuffleDrawPile(Chance):
    """The table shuffles the draw pile."""


@frozen
class ChooseDepth(Chance):
    """The table chooses how far below the top of the draw pile a card goes back."""


@frozen
class NameOpeningColor(ChooseColor):
    """``seat`` names the color of the opening card."""


@frozen(eq=False)
class First:
    """Who has the first turn.

    ``of`` tells the seat, None where unknown cards or the lot decide; ``dealer_for`` who must have dealt for a seat to begin
    (None: that does not depend on the dealer); ``may_begin`` whether the table may find for a seat.
    """

    of: Callable[[Step], Seat | None]
    dealer_for: Callable[[Seat, int, int], Seat | None]
    may_begin: Callable[[State, Seat], bool]
    tell: Rule[[Seat]] | None = None


@bar("flip.not-the-top")
def not_the_top(state: State, frame: OpeningFlip, action: Flip) -> bool:
    """Another card than the top of a known pile, or one that cannot be there."""
    return action.card is UNKNOWN or not state.draw_pile or contradicts_pile(state, (action.card,))


@bar("shuffle.other-pile")
def not_the_draw_pile(state: State, frame: ShuffleDrawPile, action: Shuffle) -> bool:
    """Other cards than the draw pile."""
    return action.cards is not None and other_cards(action.cards, tuple(state.draw_pile))


def _left(step: Step) -> Seat:
    return after(step, step.dealer)


def _nobody(*_: object) -> None:
    return None


def _anybody(*_: object) -> bool:
    return True


def _values(position: State | Step) -> list[int | None]:
    worth = position.ruleset.tables.settings["points"]
    return [hand_value(worth, cards) for cards in position.hands]


def _highest(step: Step) -> Seat | None:
    """The hand worth most; of equal ones the first met going round from the dealer's left."""
    values = _values(step)
    if None in values:
        return None
    return max(turn_order(step, step.dealer), key=lambda seat: values[seat] or 0)  # the first of equals


def _may_be_highest(state: State, seat: Seat) -> bool:
    values = _values(state)
    own = values[seat]
    known = [(value, -place) for place, other in enumerate(turn_order(state, state.dealer)) if (value := values[other])]
    return own is None or not known or (own, -turn_order(state, state.dealer).index(seat)) >= max(known)


@rule("opening.first")
def begin_with_highest_hand(step: Step, seat: Seat) -> None:
    """The hand worth most begins."""
    value = hand_value(step.tables.settings["points"], step.hands[seat])
    step.tell("highest-hand", seat, (), value) if value is not None else step.tell("plays-first", seat)


@rule("opening.first")
def begin_by_lot(step: Step, seat: Seat) -> None:
    """The lot has decided who begins."""
    step.tell("plays-first", seat)


#: The seat left of the dealer begins; the dealer; the hand worth most; whoever the lot falls on.
DEALERS_LEFT = First(_left, lambda first, direction, seats: Seat((first - direction) % seats), _anybody)
DEALER = First(lambda step: step.dealer, lambda first, direction, seats: first, _anybody)
HIGHEST_HAND = First(_highest, _nobody, _may_be_highest, begin_with_highest_hand)
BY_LOT = First(_nobody, _nobody, _anybody, begin_by_lot)


@bar("opening.not-first")
def cannot_begin(state: State, frame: FindFirst, action: ChooseSeat) -> bool:
    """A hand that is known to be worth less than another."""
    first: First = state.ruleset.tables.settings["opening.first"]
    return not first.may_begin(state, action.target)


@bar("opening.no-such-place")
def no_such_place(state: State, frame: ChooseDepth, action: ChoosePlace) -> bool:
    """Deeper than the pile."""
    return action.place is not None and not 0 <= action.place <= len(state.draw_pile)


@rule("opening.flip")
def flip(step: Step, frame: OpeningFlip, action: Flip) -> None:
    """Turn the opening card up and carry it out; by itself it does nothing."""
    turn_up(step, action.card)
    if returns(step, action.card.face):
        return
    first: First = step.tables.settings["opening.first"]
    seat = frame.first if frame.first is not None else first.of(step)
    if seat is None:
        step.push(FindFirst())
    else:
        begin(step, seat)


def returns(step: Step, face: Face) -> bool:
    """Carry out the opening of a card that goes back, whoever would begin; tell whether it is one."""
    goes_back = step.tables.settings["opening.returns"].get(face)
    if goes_back is not None:
        goes_back(step)
    return goes_back is not None


@rule("opening.first")
def find_first(step: Step, frame: FindFirst, action: ChooseSeat) -> None:
    """The table has found who begins."""
    step.pop()
    begin(step, action.target)


def begin(step: Step, seat: Seat) -> None:
    """The seat has the first turn, unless the opening card decides otherwise."""
    first: First = step.tables.settings["opening.first"]
    if first.tell is not None:
        first.tell(step, seat)
    step.frames[-1] = BeginTurn(seat)
    opened = step.tables.settings.get("opening.opened")
    if opened is not None:
        opened(step)
    (step.tables.openings.get(step.in_force.face) or number_opens)(step)


def _beginner(step: Step) -> Seat:
    """Who has the first turn as far as it is settled."""
    return step.frames[-1].seat


@rule("opening.number")
def number_opens(step: Step) -> None:
    """The first player begins."""
    step.tell("begins", _beginner(step))


@rule("opening.skip")
def first_is_skipped(step: Step) -> None:
    """The first player loses the turn."""
    lose_turn(step, _beginner(step))


@rule("opening.draw-two")
def first_draws_two(step: Step) -> None:
    """The first player draws two and loses the turn."""
    first = _beginner(step)
    draw(step, first, 2)
    lose_turn(step, first)


@rule("opening.draw-two")
def first_draws_two_and_plays(step: Step) -> None:
    """The first player draws two and has the first turn all the same."""
    first = _beginner(step)
    draw(step, first, 2)
    tell_beginner(step, first)


@rule("opening.draw-two")
def tell_beginner(step: Step, seat: Seat) -> None:
    """The seat begins."""
    step.tell("begins", seat)


@rule("opening.reverse")
def dealer_begins(step: Step) -> None:
    """Counterclockwise; the dealer has the first turn."""
    reverse(step)
    resume_at(step, step.dealer)


@rule("opening.reverse")
def right_begins(step: Step) -> None:
    """Counterclockwise; the seat on the dealer's right has the first turn."""
    reverse(step)
    resume_after(step, step.dealer)


@rule("opening.reverse")
def first_stays(step: Step) -> None:
    """Counterclockwise; the first player begins nevertheless. With two players nothing happens."""
    if len(step.hands) == 2:
        does_nothing(step)
    else:
        reverse(step)
    step.tell("begins", _beginner(step))


@rule("opening.reverse")
def right_begins_dealer_of_two(step: Step) -> None:
    """As :func:`right_begins`, but with two players the dealer begins."""
    (dealer_begins if len(step.hands) == 2 else right_begins)(step)


def names_color(point: str, namer: Callable[[Step], Seat] = _beginner) -> Rule[[]]:
    """The opening that leaves the color to a seat, by default the first player; then the first player has the first turn."""

    @rule(point)
    def asks(step: Step) -> None:
        first, seat = _beginner(step), namer(step)
        step.push(NameOpeningColor(seat))
        if seat == first:
            step.tell("to-name", seat)
        else:
            step.tell("names-for", seat, (), None, None, first)

    return asks


@rule("opening.wild")
def name_opening_color(step: Step, frame: NameOpeningColor, action: Name) -> None:
    """The color is named; the first player has the first turn."""
    step.pop()
    name_color(step, frame.seat, action.color)


@rule("opening.leave-open")
def leave_open(step: Step, frame: NameOpeningColor, action: Pass) -> None:
    """No color is named: the first player may play any card."""
    step.pop()
    step.tell("color-left-open", frame.seat)


@ground("opening.left-open")
def no_color_named(state: State, frame: Turn, action: Play) -> bool:
    """No color was named for the opening card."""
    return state.in_force.left_open


def may_lie_open(state: State) -> bool:
    """Whether the opening card on top has no color because its color may be left open."""
    open_to = "opening.left-open" in state.ruleset.tables.settings
    return open_to and state.in_force.left_open and len(state.discard) == 1


@rule("opening.flip-again")
def shuffle_it_in(step: Step) -> None:
    """The card goes back, the draw pile is shuffled, another card is turned up."""
    put_back(step, 0)
    step.in_force = NOTHING_IN_FORCE
    step.push(ShuffleDrawPile())


@rule("opening.flip-again")
def put_at_bottom(step: Step) -> None:
    """The card goes under the draw pile, the next is turned up."""
    put_back(step, len(step.draw_pile))
    step.in_force = NOTHING_IN_FORCE


@rule("opening.flip-again")
def put_in_the_middle(step: Step) -> None:
    """The table chooses where in the draw pile the card goes; the next is turned up."""
    step.push(ChooseDepth())


@rule("opening.flip-again")
def go_back_there(step: Step, frame: ChooseDepth, action: ChoosePlace) -> None:
    """The card goes back at the place chosen."""
    step.pop()
    put_back(step, action.place or 0)
    if action.place is None:
        step.draw_pile = Pile.of([UNKNOWN] * len(step.draw_pile))
    step.in_force = NOTHING_IN_FORCE


@rule("opening.flip-again")
def shuffle_pile(step: Step, frame: ShuffleDrawPile, action: Shuffle) -> None:
    """Shuffle the draw pile."""
    step.pop()
    shuffle_draw_pile(step, action.cards)


RETURNS: Mapping[Return, Rule[[]]] = {"shuffle": shuffle_it_in, "bottom": put_at_bottom, "middle": put_in_the_middle}


def returned(point: str, way: Return) -> Rule[[]]:
    """The opening that puts the card back under its own clause, in the way the table goes about it."""

    @rule(point)
    def goes_back(step: Step) -> None:
        step.tell("not-an-opener", None, (top,) if (top := step.discard.top) is not None else ())
        RETURNS[way](step)

    return goes_back


def firsts_open(state: State, frame: FindFirst) -> tuple[ChooseSeat, ...]:
    """Every seat that may begin."""
    found = (ChooseSeat(seat) for seat in turn_order(state, state.dealer))
    return tuple(action for action in found if not cannot_begin.test(state, frame, action))


def first_at_random(state: State, frame: FindFirst, rng: Random) -> ChooseSeat:
    """Any seat that may begin."""
    return rng.choice(firsts_open(state, frame))


def passes_open(state: State, frame: NameOpeningColor) -> tuple[Pass, ...]:
    """Naming no color."""
    return (Pass(frame.seat),)


def flips_open(state: State, frame: OpeningFlip) -> tuple[Flip, ...]:
    """The top card, or every card an unknown one may be."""
    top = state.draw_pile.top
    if top is None:
        return ()
    return tuple(Flip(card) for card in possible_cards(state)) if top is UNKNOWN else (Flip(top),)


def depths_open(state: State, frame: ChooseDepth) -> tuple[ChoosePlace, ...]:
    """Every place in the pile, from the top to the bottom."""
    return tuple(ChoosePlace(place) for place in range(len(state.draw_pile) + 1))


def flip_at_random(state: State, frame: OpeningFlip, rng: Random) -> Flip:
    """The top card, or one it may be."""
    top: Card | None = state.draw_pile.top
    return Flip(pick_unseen(state, rng) if top is UNKNOWN or top is None else top)


def shuffle_at_random(state: State, frame: ShuffleDrawPile, rng: Random) -> Shuffle:
    """The draw pile in any order."""
    return at_random(tuple(state.draw_pile), rng)


def depth_at_random(state: State, frame: ChooseDepth, rng: Random) -> ChoosePlace:
    """Any place."""
    return ChoosePlace(rng.randrange(len(state.draw_pile) + 1))


def _opening_flip(state: State, frame: Frame, at: int) -> str:
    top = state.frames[-1]
    if state.finished:
        return "nobody is out before the opening flip"
    opened = isinstance(top, ChooseDepth | FindFirst)
    if state.discard and not opened:
        return "the discard pile is empty before the opening flip"
    if () in state.hands and not isinstance(top, DealHands):
        return "hands are dealt before the opening flip"
    return "" if state.draw_pile or opened else "the draw pile is empty"


def _find_first(state: State, frame: FindFirst, at: int) -> str:
    if not before_opening(state, at):
        return "it comes before the first turn"
    return "" if len(state.discard) == 1 else "one card, and no other, lies on the discard pile"


def _shuffle_draw_pile(state: State, frame: ShuffleDrawPile, at: int) -> str:
    return "" if before_opening(state, at) else "it comes before the opening flip"


def _choose_depth(state: State, frame: ChooseDepth, at: int) -> str:
    if not before_opening(state, at):
        return "it comes before the opening flip"
    return "" if len(state.discard) == 1 else "one card, and no other, lies on the discard pile"


def module(
    openings: Mapping[Face, Rule[[]]],
    returns: Mapping[Face, Rule[[]]],
    first: First = DEALERS_LEFT,
    left_open: bool = False,
) -> Module:
    """The opening card, and who begins.

    ``openings`` tells what each face does that is more than a plain start, ``returns`` how the faces go back that cannot open;
    ``left_open``: whether the color of a black opening card may be left open.
    """
    leaving = answer(NameOpeningColor, Pass, leave_open, passes_open, reserved="opening.wild")
    finding = answer(
        FindFirst,
        ChooseSeat,
        find_first,
        firsts_open,
        cannot_begin,
        covers=("opening.not-first",),
        at_random=first_at_random,
    )
    sound: dict[type[Frame], Callable[[State, Any, int], str]] = {
        OpeningFlip: _opening_flip,
        ShuffleDrawPile: _shuffle_draw_pile,
        ChooseDepth: _choose_depth,
        FindFirst: _find_first,
    }
    refusals: dict[tuple[type[Frame], type[Action]], str] = {(NameOpeningColor, Action): "opening.wild"}
    if returns:
        refusals |= {(ShuffleDrawPile, Action): "opening.flip-again", (ChooseDepth, Action): "opening.flip-again"}
    return Module(
        name="opening",
        answers=(
            answer(
                OpeningFlip, Flip, flip, flips_open, not_the_top, covers=("flip.not-the-top",), at_random=flip_at_random
            ),
            answer(
                NameOpeningColor,
                Name,
                name_opening_color,
                colors_open,
                not_a_color,
                covers=("wild.four-colors",),
                reserved="opening.wild",
            ),
            answer(
                ShuffleDrawPile,
                Shuffle,
                shuffle_pile,
                bare_shuffle,
                not_the_draw_pile,
                covers=("shuffle.other-pile",),
                at_random=shuffle_at_random,
            ),
            answer(
                ChooseDepth,
                ChoosePlace,
                go_back_there,
                depths_open,
                no_such_place,
                covers=("opening.no-such-place",),
                at_random=depth_at_random,
            ),
            *(() if first.tell is None else (finding,)),
            *((leaving,) if left_open else ()),
        ),
        checks=((Turn, Play, no_color_named),) if left_open else (),
        openings=dict(openings),
        refusals=refusals,
        sound=sound,
        settings={
            "opening.frame": OpeningFlip(),
            "opening.first": first,
            "opening.returns": dict(returns),
            **({"opening.left-open": True} if left_open else {}),
        },
        uses=(number_opens, shuffle_it_in, *returns.values(), *((first.tell,) if first.tell else ())),
    )
