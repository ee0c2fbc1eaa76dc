"""The plain Wild, and whatever else is played as one."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from unoref.actions import Name, Play
from unoref.cards import BASE_COLORS, Color, Face
from unoref.checks import answer, bar
from unoref.frames import ChooseColor, Turn
from unoref.rules.matching import on_any_card
from unoref.ruleset import Module
from unoref.state import InForce, State
from unoref.step import Rule, Step, rule
from unoref.verbs import name_color

__all__ = ["colors_open", "module", "not_a_color"]

#: Points that the lists of plays leave no room for.
COVERED = ("wild.anytime", "wild.customizable", "wild.blank")


@rule("wild.color")
def color_follows(step: Step, action: Play, before: InForce) -> None:
    """The color named with the card is in force."""
    step.tell("color-named", action.actor, (), None, step.in_force.color)


@rule("wild.color")
def name_the_color(step: Step, frame: ChooseColor, action: Name) -> None:
    """Name the color that was left open."""
    step.pop()
    name_color(step, frame.seat, action.color)


@bar("wild.four-colors")
def not_a_color(state: State, frame: ChooseColor, action: Name) -> bool:
    """Only one of the four colors can be named."""
    return action.color is Color.BLACK


def colors_open(state: State, frame: ChooseColor) -> tuple[Name, ...]:
    """The four colors, the present one too."""
    return tuple(Name(frame.seat, color) for color in BASE_COLORS)


def _effect(point: str) -> Rule[[Play, InForce]]:
    """The effect of a card that is played as a Wild, under the point that makes it one."""

    @rule(point)
    def played_as_wild(step: Step, action: Play, before: InForce) -> None:
        color_follows(step, action, before)

    return played_as_wild


def module(faces: Mapping[str, Face], never_on: Collection[Face] = ()) -> Module:
    """The faces that are played on any card and name a color, by the point that allows it; ``never_on``: but not on these."""

    @bar("wild.never-on", faces=faces.values())
    def barred_there(state: State, frame: Turn, action: Play) -> bool:
        return state.in_force.face in never_on

    return Module(
        name="wild",
        answers=(answer(ChooseColor, Name, name_the_color, colors_open, not_a_color, covers=("wild.four-colors",)),),
        checks=(
            *((Turn, Play, on_any_card(point, face)) for point, face in faces.items()),
            *(((Turn, Play, barred_there),) if never_on else ()),
        ),
        effects={face: _effect(point) for point, face in faces.items()},
        uses=(color_follows,),
    )
