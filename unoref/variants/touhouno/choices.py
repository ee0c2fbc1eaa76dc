"""Spells made of other spells: one of several, or the spell of another card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from unoref.actions import Choose
from unoref.cards import Card
from unoref.checks import answer, bar
from unoref.frames import Frame
from unoref.ruleset import Module
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.touhouno.casting import Casting, Part, Spell, note, skip_rest

__all__ = ["Ask", "ChooseOption", "casts_shown", "module", "one_of_these"]


@frozen
class ChooseOption(Frame):
    """``seat`` chooses one of the effects of the spell of ``card``: 1, 2 …"""

    card: Card
    most: int


@frozen
class Ask:
    """The part that asks which of several effects is carried out; ``starts`` are the parts they begin with."""

    starts: tuple[int, ...]

    def __call__(self, step: Step, cast: Casting) -> None:
        """Ask the caster."""
        step.push(ChooseOption(cast.seat, cast.card, len(self.starts)))


def one_of_these(*options: Sequence[Part | Sequence[Part]]) -> tuple[Part, ...]:
    """The parts of a spell that has several effects, of which the caster chooses one; nothing may stand before them."""
    flat: list[Part] = []
    starts: list[int] = []
    for option in options:
        starts.append(len(flat) + 1)
        for part in option:
            flat += [part] if callable(part) else part
        flat.append(_others_fall_away)
    return (Ask(tuple(starts)), *flat)


def _others_fall_away(step: Step, cast: Casting) -> None:
    """One option is over: the others are not carried out."""
    skip_rest(step)


def casts_shown(worth: int, without: Sequence[str], function_too: bool) -> Part:
    """The part that casts the spell of each card shown that is worth so much and none of these faces.

    ``function_too``: its function effect is carried out as well.
    """

    def part(step: Step, cast: Casting) -> None:
        points: Mapping[object, int] = step.tables.settings["points"]
        copied = [card for card in cast.shown if card.face.code not in without and points[card.face] >= worth]
        for card in copied:
            step.tell("copied", cast.seat, (card,))
        for card in reversed(copied):  # what is pushed last is carried out first
            if function_too:
                carry: Callable[[Step, Casting, Card], None] = step.tables.settings["function.of-copy"]
                carry(step, cast, card)
            step.push(Casting(cast.seat, card, laid=cast.laid))

    return part


def _starts(spell: Spell) -> tuple[int, ...]:
    return next((part.starts for part in spell.parts if isinstance(part, Ask)), ())


@rule("spell.option")
def take_option(step: Step, frame: ChooseOption, action: Choose) -> None:
    """The chosen effect is carried out."""
    step.pop()
    spell: Spell = step.tables.settings["spells"][frame.card]
    starts = _starts(spell)
    assert isinstance(action.choice, int)
    step.point = spell.rule.point
    step.tell("option-chosen", frame.seat, (), action.choice)
    note(step, at=starts[action.choice - 1])


@bar("choice.no-such-option")
def no_such_option(state: State, frame: ChooseOption, action: Choose) -> bool:
    """The spell has no effect of that number."""
    return not isinstance(action.choice, int) or not 1 <= action.choice <= frame.most


def _options(state: State, frame: ChooseOption) -> tuple[Choose, ...]:
    return tuple(Choose(frame.seat, number) for number in range(1, frame.most + 1))


def _sound(state: State, frame: ChooseOption, at: int) -> str:
    spell = state.ruleset.tables.settings["spells"].get(frame.card)
    starts = () if spell is None else _starts(spell)
    under = state.frames[at - 1]
    if not isinstance(under, Casting) or under.card is not frame.card:
        return "no spell that asks for it is being cast"
    return "" if frame.most == len(starts) else "the spell has another number of effects"


def module() -> Module:
    """Choosing one of several effects."""
    return Module(
        name="choices",
        answers=(
            answer(
                ChooseOption,
                Choose,
                take_option,
                _options,
                no_such_option,
                covers=("choice.no-such-option",),
            ),
        ),
        sound={ChooseOption: _sound},
    )
