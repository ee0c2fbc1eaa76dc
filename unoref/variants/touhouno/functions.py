"""The function effects of cards, which follow the spell: S, R, +2, CC, CC+2."""

from __future__ import annotations

from attrs import frozen

from unoref.cards import FACES, Card, Color, Face
from unoref.frames import Auto
from unoref.lasting import Lasting
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State, in_force
from unoref.step import Rule, Step, rule
from unoref.variants.touhouno.casting import Casting
from unoref.variants.touhouno.colors import Recolor
from unoref.variants.touhouno.flow import skipped_over, turned
from unoref.variants.touhouno.lasting import one_of, replaced
from unoref.variants.touhouno.marker import no_turn
from unoref.verbs import last

__all__ = ["CHANGE", "CHANGE_TWO", "DRAW_TWO", "FUNCTIONS", "Function", "Penalty", "module"]

SKIP, REVERSE, DRAW_TWO = FACES["S"], FACES["R"], FACES["+2"]
CHANGE, CHANGE_TWO = FACES["CC"], FACES["CC+2"]

#: How many cards a +2 or CC+2 adds to the penalty.
TWO = 2


@frozen
class Function(Auto):
    """The function effect of ``card``, played by ``seat``, is carried out ``times`` times; ``color`` was named with it."""

    card: Card
    times: int = 1
    color: Color | None = None


@frozen
class Penalty(Lasting):
    """The next player owes ``owed`` cards; ``by`` added to it, one entry for each play."""

    owed: int
    by: tuple[Seat, ...]


@rule("function.skip")
def skip(step: Step, frame: Function) -> None:
    """The next player loses the turn."""
    for _ in range(frame.times):
        skipped_over(step)


@rule("function.reverse")
def reverse(step: Step, frame: Function) -> None:
    """The direction turns round."""
    for _ in range(frame.times):
        turned(step)


@rule("function.draw-two")
def draw_two(step: Step, frame: Function) -> None:
    """The next player owes two more."""
    owed, penalty = TWO * frame.times, one_of(step, Penalty)
    if penalty is None:
        last(step, Penalty(owed, (frame.seat,) * frame.times))
    else:
        owed += penalty.owed
        replaced(step, penalty, Penalty(owed, (*penalty.by, *(frame.seat,) * frame.times)))
    step.tell("penalty", frame.seat, (), owed)


@rule("function.change")
def change(step: Step, frame: Function) -> None:
    """The color named with the card is in force, or is named now."""
    if frame.color is None:
        step.push(Recolor(frame.seat, step.point))
    else:
        step.in_force = in_force(frame.color, step.in_force.face)
        step.tell("color-named", frame.seat, (), None, frame.color)


@rule("function.change-two")
def change_and_two(step: Step, frame: Function) -> None:
    """A color, and the next player owes two more."""
    draw_two(step, frame)
    change(step, frame)


FUNCTIONS: dict[Face, Rule[[Function]]] = {
    SKIP: skip,
    REVERSE: reverse,
    DRAW_TWO: draw_two,
    CHANGE: change,
    CHANGE_TWO: change_and_two,
}


@rule("spell.order")
def carry_out(step: Step, frame: Function) -> None:
    """Everything before has settled: the function effect follows."""
    step.pop()
    FUNCTIONS[frame.card.face](step, frame)


def absorb(step: Step, cast: Casting) -> None:
    """The function effect of the card whose spell is cast is contained in the spell: it falls away."""
    for at in range(len(step.frames) - 1, -1, -1):
        frame = step.frames[at]
        if isinstance(frame, Function) and frame.card is cast.card:
            del step.frames[at]
            return


def keep(step: Step, cast: Casting) -> None:
    """The function effect comes on top of the spell."""


def carry_copied(step: Step, cast: Casting, card: Card) -> None:
    """The function effect of a card whose spell is copied follows that spell."""
    if card.face in FUNCTIONS:
        step.push(Function(cast.seat, card))


def _sound(state: State, frame: Function, at: int) -> str:
    if frame.card.face not in FUNCTIONS:
        return f"{frame.card} has no function effect"
    if not 1 <= frame.times <= 3 or frame.color is Color.BLACK:
        return "a function effect is carried out once or twice"
    return no_turn(state)


def module(blue_skip_absorbs: bool) -> Module:
    """Function effects; ``blue_skip_absorbs``: a spell that skips to the previous player contains the Skip of its card."""
    return Module(
        name="functions",
        autos={Function: carry_out},
        settings={
            "function.absorbed": absorb if blue_skip_absorbs else keep,
            "function.of-copy": carry_copied,
        },
        sound={Function: _sound},
        uses=tuple(FUNCTIONS.values()),
    )
