"""Spells: a list of parts each, carried out one after the other, and the frames they go through.

A spell is data: the card it is printed on and its :data:`Part` functions. :class:`Casting` counts through the parts. A part moves
cards, lets an effect last, or pushes frames; what it has found out for later parts it notes in the casting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Choose
from unoref.cards import UNKNOWN, Card, Color, card
from unoref.checks import answer, bar
from unoref.frames import Auto, Frame
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Rule, Step, rule
from unoref.variants.touhouno.marker import no_turn

__all__ = [
    "Ban",
    "Casting",
    "MayCast",
    "Part",
    "Spell",
    "Spells",
    "Tax",
    "declared",
    "module",
    "neither_yes_nor_no",
    "note",
    "note_shown",
    "skip_rest",
    "spell_point",
    "yes_or_no",
]


@frozen
class Casting(Auto):
    """``seat`` casts the spell of ``card``; ``at`` is its next part, ``laid`` how many cards the play put on the field.

    ``seats`` and ``seconds`` are the players that a part has found, ``shown`` the cards it has made public, each in the hand of
    one of ``showing``.
    """

    card: Card
    at: int = 0
    laid: int = 1
    seats: tuple[Seat, ...] = ()
    seconds: tuple[Seat, ...] = ()
    shown: tuple[Card, ...] = ()
    showing: tuple[Seat, ...] = ()

    def shown_by(self, seat: Seat) -> Card | None:
        """The card that a player has been made to show."""
        return next((card for card, by in zip(self.shown, self.showing, strict=True) if by == seat), None)


@frozen
class MayCast(Frame):
    """``seat`` says whether the spell of ``card``, which has fired, is carried out."""

    card: Card
    laid: int


#: One part of a spell.
Part = Callable[[Step, Casting], None]

#: Whether a ban reaches a play: the cards laid, and the color named for the ban.
Ban = Callable[[tuple[Card, ...], Color | None], bool]

#: How many cards a surcharge costs for a card of a play; 0 where it is free.
Tax = Callable[[Card], int]


@frozen(eq=False)
class Spell:
    """The spell printed on ``card``; ``rule`` carries its next part out under the spell's own point.

    ``ban`` and ``tax`` say what its lasting effect forbids or makes dearer, where it has such an effect.
    """

    card: Card
    parts: tuple[Part, ...]
    rule: Rule[...]
    ban: Ban | None = None
    tax: Tax | None = None


Spells = Mapping[Card, Spell]


def spell_point(a_card: Card) -> str:
    """The point of the spell of a card.

    >>> spell_point(card("R+2"))
    'spell.R+2'
    """
    return f"spell.{a_card.code}"


def _spell(a_card: Card, parts: tuple[Part, ...]) -> Spell:
    @rule(spell_point(a_card))
    def cast(step: Step, frame: Casting) -> None:
        parts[frame.at](step, frame)

    ban = next((part.ban for part in parts if hasattr(part, "ban")), None)
    tax = next((part.tax for part in parts if hasattr(part, "tax")), None)
    return Spell(a_card, parts, cast, ban, tax)


def declared(letter: str, spells: Mapping[str, Iterable[Part | Sequence[Part]]]) -> dict[Card, Spell]:
    """The spells of one color, by the face that they are printed on; ``letter`` is that of the color, empty for black.

    A part may be given as several that belong together.
    """
    made = {}
    for code, parts in spells.items():
        flat: list[Part] = []
        for part in parts:
            flat += [part] if callable(part) else part
        made[card(f"{letter}{code}")] = _spell(card(f"{letter}{code}"), tuple(flat))
    return made


def note(step: Step, **found: Any) -> None:
    """Note in the casting under way, if there is one, what later parts of its spell want to know."""
    frames = step.frames
    for at in range(len(frames) - 1, -1, -1):
        frame = frames[at]
        if isinstance(frame, Casting):
            frames[at] = evolve(frame, **found)
            return


def note_shown(step: Step, seat: Seat, card: Card) -> None:
    """Note in the casting under way, if there is one, which card a player has been made to show."""
    casting = next((frame for frame in reversed(step.frames) if isinstance(frame, Casting)), None)
    if casting is not None:
        note(step, shown=(*casting.shown, card), showing=(*casting.showing, seat))


def skip_rest(step: Step) -> None:
    """The rest of the spell under way falls away."""
    frames = step.frames
    for at in range(len(frames) - 1, -1, -1):
        frame = frames[at]
        if isinstance(frame, Casting):
            frames[at] = evolve(frame, at=len(step.tables.settings["spells"][frame.card].parts))
            return


@rule("spell.order")
def go_on(step: Step, frame: Casting) -> None:
    """Carry the next part of the spell out; after the last one it is over."""
    spell: Spell = step.tables.settings["spells"][frame.card]
    if frame.at == len(spell.parts):
        step.pop()
        return
    step.frames[-1] = evolve(frame, at=frame.at + 1)
    spell.rule(step, frame)


@rule("spell.declinable")
def cast_or_not(step: Step, frame: MayCast, action: Choose) -> None:
    """Carry the spell out, or let it go."""
    step.pop()
    if action.choice == "yes":
        step.push(Casting(frame.seat, frame.card, laid=frame.laid))
    else:
        step.tell("spell-declined", frame.seat, (frame.card,))


@bar("choice.yes-or-no")
def neither_yes_nor_no(state: State, frame: Frame, action: Choose) -> bool:
    """The question is answered with yes or no."""
    return action.choice not in ("yes", "no")


def yes_or_no(state: State, frame: Frame) -> tuple[Choose, ...]:
    """Both answers."""
    return (Choose(frame.seat, "yes"), Choose(frame.seat, "no"))


def _sound(state: State, frame: Casting | MayCast, at: int) -> str:
    spell = state.ruleset.tables.settings["spells"].get(frame.card)
    if spell is None:
        return f"{frame.card} has no spell"
    if isinstance(frame, Casting) and not 0 <= frame.at <= len(spell.parts):
        return f"the spell of {frame.card} has {len(spell.parts)} parts"
    if isinstance(frame, Casting) and (len(frame.shown) != len(frame.showing) or UNKNOWN in frame.shown):
        return "each card shown is told with the player who shows it"
    return no_turn(state) if 1 <= frame.laid <= 3 else "one to three cards are laid in a play"


def module(spells: Spells, may_decline: bool) -> Module:
    """The spells; ``may_decline``: whether a spell that fires may be let go."""
    asking = answer(MayCast, Choose, cast_or_not, yes_or_no, neither_yes_nor_no, covers=("choice.yes-or-no",))
    return Module(
        name="casting",
        answers=(asking,) if may_decline else (),
        autos={Casting: go_on},
        settings={"spells": spells, "spells.cast": MayCast if may_decline else Casting},
        sound={Casting: _sound, MayCast: _sound},
        uses=tuple(spell.rule for spell in spells.values()),
    )
