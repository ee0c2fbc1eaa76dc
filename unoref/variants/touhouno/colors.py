"""Recoloring: the caster names the color in force, the symbol stays."""

from __future__ import annotations

from attrs import frozen

from unoref.actions import Action, Laying, Name
from unoref.cards import BASE_COLORS, FACES, Card, Color
from unoref.checks import Check, answer, bar
from unoref.frames import ChooseColor, Frame
from unoref.lasting import Lasting
from unoref.piles import Pile
from unoref.ruleset import Module
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.touhouno.bans import color_banned
from unoref.variants.touhouno.casting import Casting
from unoref.variants.touhouno.lasting import one_of, replaced
from unoref.verbs import last, name_color

__all__ = [
    "FieldColors",
    "Recolor",
    "color_at",
    "colored_field",
    "field_card",
    "forget_color",
    "module",
    "recolor",
    "remember_color",
]

POWER = FACES["P"]


@frozen
class Recolor(ChooseColor):
    """``seat`` names the color that comes into force, under the point ``cause``."""

    cause: str


@frozen
class FieldColors(Lasting):
    """The color that was in force when a card of the field was on top, where that is not its own.

    ``heights`` are the places of such cards counted from the bottom of the field, ``colors`` their colors.
    """

    heights: tuple[int, ...]
    colors: tuple[Color, ...]


def recolor(step: Step, cast: Casting) -> None:
    """The part that lets the caster name the color in force."""
    step.push(Recolor(cast.seat, step.point))


def field_card(position: State | Step) -> Pile:
    """The field from the field card down: P on top of it, whose partner has left, is passed over."""
    pile = position.discard
    while pile.below is not None and pile.top is not None and pile.top.face is POWER:
        pile = pile.below
    return pile


def remember_color(step: Step) -> None:
    """A card is about to be laid on the field card: keep the color that was in force, if it is not the card's own."""
    field, color = field_card(step), step.in_force.color
    if field.top is None or color is None or color is field.top.color:
        return
    known = one_of(step, FieldColors)
    height = len(field)
    if known is None:
        last(step, FieldColors((height,), (color,)))
    else:
        replaced(step, known, FieldColors((*known.heights, height), (*known.colors, color)))


def color_at(position: State | Step, pile: Pile) -> Color | None:
    """The color that was in force when the top of ``pile``, the field or its lower part, was the field card."""
    known = one_of(position, FieldColors)
    height = len(pile)
    if known is not None:
        for at, color in zip(known.heights, known.colors, strict=False):
            if at == height:
                return color
    return None if pile.top is None or pile.top.color is Color.BLACK else pile.top.color


def forget_color(step: Step, height: int) -> None:
    """The card at a height has left the field; what lay above it is one lower."""
    known = one_of(step, FieldColors)
    if known is None:
        return
    kept = [(at - (at > height), color) for at, color in zip(known.heights, known.colors, strict=False) if at != height]
    new = FieldColors(tuple(at for at, _ in kept), tuple(color for _, color in kept)) if kept else None
    replaced(step, known, new)


@rule("recolor")
def name_it(step: Step, frame: Recolor, action: Name) -> None:
    """The color named is in force."""
    step.pop()
    step.point = frame.cause
    name_color(step, frame.seat, action.color)


@bar("recolor.four-colors")
def not_one_of_four(state: State, frame: Recolor, action: Name) -> bool:
    """One of the four colors is named."""
    return action.color is Color.BLACK


def _named(action: Name | Laying) -> tuple[Color, ...]:
    return (action.color,) if isinstance(action, Name) else action.colors


@bar("recolor.other-color")
def the_same_color(state: State, frame: Frame, action: Name | Laying) -> bool:
    """The color in force is named again."""
    return state.in_force.color in _named(action)


@bar("recolor.banned-color")
def banned_color(state: State, frame: Frame, action: Name | Laying) -> bool:
    """A color that may not be played is named."""
    return any(color_banned(state, action.actor, color) for color in _named(action))


def _colors(state: State, frame: Recolor) -> tuple[Name, ...]:
    return tuple(Name(frame.seat, color) for color in BASE_COLORS)


def _sound(state: State, frame: Recolor, at: int) -> str:
    return "" if frame.cause in state.ruleset.tables.points else f"no rule is called {frame.cause!r}"


def module(must_differ: bool, banned_may_be_named: bool) -> Module:
    """Recoloring; ``must_differ``: not to the color in force; ``banned_may_be_named``: also a color that is banned."""
    checks: tuple[Check[Frame, Name | Laying], ...] = (
        *((the_same_color,) if must_differ else ()),
        *(() if banned_may_be_named else (banned_color,)),
    )
    naming: tuple[tuple[type[Frame], type[Action]], ...] = ((Recolor, Name), (Frame, Laying))
    return Module(
        name="colors",
        answers=(answer(Recolor, Name, name_it, _colors, not_one_of_four, covers=("recolor.four-colors",)),),
        checks=tuple((frame, action, check) for frame, action in naming for check in checks),
        sound={Recolor: _sound},
    )


def colored_field(position: State | Step) -> list[tuple[Card, Color | None]]:
    """The field from the top down without P, each card with the color that was in force when it was on top."""
    found: list[tuple[Card, Color | None]] = []
    pile = position.discard
    while pile.below is not None:
        assert pile.top is not None
        if pile.top.face is not POWER:
            found.append((pile.top, color_at(position, pile) if found else position.in_force.color))
        pile = pile.below
    return found
