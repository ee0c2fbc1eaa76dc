"""The opening card: turned up, carried out, or put back."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Literal

from attrs import frozen

from unoref.actions import Action, ChoosePlace, Flip, Name, Shuffle
from unoref.cards import UNKNOWN, Card, Face
from unoref.checks import answer, bar
from unoref.frames import BeginTurn, Chance, ChooseColor, Frame, PassTurn
from unoref.placing import before_opening
from unoref.rules.drawing import contradicts_pile
from unoref.rules.reshuffle import at_random, bare_shuffle, other_cards
from unoref.rules.setup import DealHands
from unoref.rules.wild import colors_open, not_a_color
from unoref.ruleset import Module
from unoref.seats import after
from unoref.state import NOTHING_IN_FORCE, State
from unoref.step import Rule, Step, rule
from unoref.unseen import pick_unseen, possible_cards
from unoref.verbs import draw, lose_turn, name_color, put_back, reverse, shuffle_draw_pile, turn_up

__all__ = ["ChooseDepth", "NameOpeningColor", "OpeningFlip", "ShuffleDrawPile", "module", "returned"]

Return = Literal["shuffle", "bottom", "middle"]


@frozen
class OpeningFlip(Chance):
    """The top card of the draw pile is turned up as the opening card."""


@frozen
class ShuffleDrawPile(Chance):
    """The table shuffles the draw pile."""


@frozen
class ChooseDepth(Chance):
    """The table chooses how far below the top of the draw pile a card goes back."""


@frozen
class NameOpeningColor(ChooseColor):
    """``seat``, the first to play, names the color of the opening card."""


@bar("flip.not-the-top")
def not_the_top(state: State, frame: OpeningFlip, action: Flip) -> bool:
    """Another card than the top of a known pile, or one that cannot be there."""
    return action.card is UNKNOWN or not state.draw_pile or contradicts_pile(state, (action.card,))


@bar("shuffle.other-pile")
def not_the_draw_pile(state: State, frame: ShuffleDrawPile, action: Shuffle) -> bool:
    """Other cards than the draw pile."""
    return action.cards is not None and other_cards(action.cards, tuple(state.draw_pile))


@bar("opening.no-such-place")
def no_such_place(state: State, frame: ChooseDepth, action: ChoosePlace) -> bool:
    """Deeper than the pile."""
    return not 0 <= action.place <= len(state.draw_pile)


@rule("opening.flip")
def flip(step: Step, frame: OpeningFlip, action: Flip) -> None:
    """Turn the opening card up and carry it out; by itself it does nothing and the seat left of the dealer begins."""
    turn_up(step, action.card)
    step.frames[-1] = PassTurn(step.dealer)
    effect = step.tables.openings.get(action.card.face)
    (effect or number_opens)(step)


@rule("opening.number")
def number_opens(step: Step) -> None:
    """The seat left of the dealer begins."""
    step.tell("begins", after(step, step.dealer))


@rule("opening.skip")
def first_is_skipped(step: Step) -> None:
    """The seat left of the dealer loses its turn."""
    lose_turn(step, after(step, step.dealer))


@rule("opening.draw-two")
def first_draws_two(step: Step) -> None:
    """The seat left of the dealer draws two and loses its turn."""
    first = after(step, step.dealer)
    draw(step, first, 2)
    lose_turn(step, first)


@rule("opening.reverse")
def dealer_begins(step: Step) -> None:
    """Counterclockwise; the dealer has the first turn."""
    reverse(step)
    step.frames[-1] = BeginTurn(step.dealer)


@rule("opening.reverse")
def right_begins(step: Step) -> None:
    """Counterclockwise; the seat on the dealer's right has the first turn."""
    reverse(step)


@rule("opening.reverse")
def right_begins_dealer_of_two(step: Step) -> None:
    """As :func:`right_begins`, but with two players the dealer begins."""
    (dealer_begins if len(step.hands) == 2 else right_begins)(step)


def first_names_color(point: str) -> Rule[[]]:
    """The opening that leaves the color to the seat left of the dealer, which then has the first turn."""

    @rule(point)
    def asks(step: Step) -> None:
        first = after(step, step.dealer)
        step.push(NameOpeningColor(first))
        step.tell("to-name", first)

    return asks


@rule("opening.wild")
def name_opening_color(step: Step, frame: NameOpeningColor, action: Name) -> None:
    """The color is named; its namer has the first turn."""
    step.pop()
    name_color(step, frame.seat, action.color)


@rule("opening.flip-again")
def shuffle_it_in(step: Step) -> None:
    """The card goes back, the draw pile is shuffled, another card is turned up."""
    step.frames[-1] = OpeningFlip()
    put_back(step, 0)
    step.in_force = NOTHING_IN_FORCE
    step.push(ShuffleDrawPile())


@rule("opening.flip-again")
def put_at_bottom(step: Step) -> None:
    """The card goes under the draw pile, the next is turned up."""
    step.frames[-1] = OpeningFlip()
    put_back(step, len(step.draw_pile))
    step.in_force = NOTHING_IN_FORCE


@rule("opening.flip-again")
def put_in_the_middle(step: Step) -> None:
    """The table chooses where in the draw pile the card goes; the next is turned up."""
    step.frames[-1] = OpeningFlip()
    step.push(ChooseDepth())


@rule("opening.flip-again")
def go_back_there(step: Step, frame: ChooseDepth, action: ChoosePlace) -> None:
    """The card goes back at the place chosen."""
    step.pop()
    put_back(step, action.place)
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
    if state.discard and not isinstance(top, ChooseDepth):
        return "the discard pile is empty before the opening flip"
    if () in state.hands and not isinstance(top, DealHands):
        return "hands are dealt before the opening flip"
    return "" if state.draw_pile or isinstance(top, ChooseDepth) else "the draw pile is empty"


def _shuffle_draw_pile(state: State, frame: ShuffleDrawPile, at: int) -> str:
    return "" if before_opening(state, at) else "it comes before the opening flip"


def _choose_depth(state: State, frame: ChooseDepth, at: int) -> str:
    if not before_opening(state, at):
        return "it comes before the opening flip"
    return "" if len(state.discard) == 1 else "one card, and no other, lies on the discard pile"


def module(openings: Mapping[Face, Rule[[]]]) -> Module:
    """The opening card; ``openings`` tells what each face does that is more than a plain start."""
    refusals: dict[tuple[type[Frame], type[Action]], str] = {(NameOpeningColor, Action): "opening.wild"}
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
        ),
        openings=dict(openings),
        refusals=refusals,
        sound={OpeningFlip: _opening_flip, ShuffleDrawPile: _shuffle_draw_pile, ChooseDepth: _choose_depth},
        settings={"opening.frame": OpeningFlip()},
        uses=(number_opens, shuffle_it_in),
    )
