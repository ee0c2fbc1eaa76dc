"""Prohibitions: what may not be played for a while, by anybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from attrs import evolve, frozen

from unoref.actions import Laying, Name
from unoref.cards import BASE_COLORS, FACES, Card, Color
from unoref.checks import Check, answer, bar
from unoref.frames import ChooseColor, Frame
from unoref.lasting import Lasting, TurnBegins
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.touhouno.casting import Ban, Casting, Part, Spell, Spells, spell_point
from unoref.variants.touhouno.lasting import TurnEnds, replaced
from unoref.verbs import last, lift

__all__ = [
    "Banned",
    "Forbid",
    "ForbidColor",
    "NameBanned",
    "broadened",
    "forbids",
    "forbids_color",
    "module",
    "numbers",
    "symbols",
    "two_at_once",
]


POWER = FACES["P"]


@frozen
class Banned(Lasting):
    """The spell of ``card``, cast by ``seat``, forbids what it says: until the caster's next turn begins, or ends.

    ``color`` is the one named, where the spell asks for one; such a ban ends with the turn, once that is ``alive``.
    """

    seat: Seat
    card: Card
    color: Color | None = None
    alive: bool = False


@frozen
class NameBanned(ChooseColor):
    """``seat`` names the color that the spell of ``card`` forbids."""

    card: Card


def symbols(*codes: str) -> Ban:
    """A ban on cards of these faces, whatever their color."""
    faces = frozenset(FACES[code] for code in codes)
    return lambda cards, color: any(card.face in faces for card in cards)


def numbers(number: int) -> Ban:
    """A ban on digit cards of one number."""
    return symbols(str(number))


def broadened(*codes: str) -> tuple[str, ...]:
    """The faces a ban reaches where a name covers longer names: +2 and CC cover CC+2."""
    return tuple(dict.fromkeys((*codes, *(("CC+2",) if {"+2", "CC"} & set(codes) else ()))))


def two_at_once(with_power: bool) -> Ban:
    """A ban on two cards at once; ``with_power``: P and its partner are two cards."""
    return lambda cards, color: len([card for card in cards if with_power or card.face is not POWER]) > 1


def one_color(cards: tuple[Card, ...], color: Color | None) -> bool:
    """A ban on cards of the color named; black cards have none."""
    return any(card.color is color for card in cards)


@frozen
class Forbid:
    """The part that forbids, until the caster's next turn begins; ``begin`` lets the ban last."""

    ban: Ban
    begin: Part

    def __call__(self, step: Step, cast: Casting) -> None:
        """Let the ban last."""
        self.begin(step, cast)


def _begin(step: Step, cast: Casting) -> None:
    last(step, Banned(cast.seat, cast.card))
    step.tell("banned", cast.seat, (cast.card,))


@frozen
class ForbidColor:
    """The part that lets the caster name a color to forbid, until the end of the caster's next turn."""

    ban: Ban = one_color

    def __call__(self, step: Step, cast: Casting) -> None:
        """Ask for the color."""
        step.push(NameBanned(cast.seat, cast.card))


def forbids(ban: Ban) -> Forbid:
    """The part that forbids what ``ban`` reaches, until the caster's next turn begins."""
    return Forbid(ban, _begin)


def forbids_color() -> ForbidColor:
    """The part that forbids a color the caster names, until the end of the caster's next turn."""
    return ForbidColor()


@rule("ban.color")
def name_banned(step: Step, frame: NameBanned, action: Name) -> None:
    """The color is named and may not be played."""
    step.pop()
    step.point = spell_point(frame.card)
    last(step, Banned(frame.seat, frame.card, action.color))
    step.tell("color-banned", frame.seat, (), None, action.color)


@bar("ban.four-colors")
def not_one_of_four(state: State, frame: NameBanned, action: Name) -> bool:
    """One of the four colors is named."""
    return action.color is Color.BLACK


@rule("lasting.until-start")
def begins_to_end(step: Step, effect: Banned, moment: TurnBegins) -> None:
    """The caster's turn begins: the ban is over, or is in its last turn."""
    if effect.seat != moment.seat:
        return
    if effect.color is None:
        lift(step, effect)
        step.tell("ban-over", effect.seat, (effect.card,))
    else:
        replaced(step, effect, evolve(effect, alive=True))


@rule("lasting.until-end")
def ends(step: Step, effect: Banned, moment: TurnEnds) -> None:
    """The caster's turn has ended: the ban on a color is over."""
    if effect.alive and effect.seat == moment.seat:
        lift(step, effect)
        step.tell("color-ban-over", effect.seat, (), None, effect.color)


def _colors(state: State, frame: NameBanned) -> tuple[Name, ...]:
    return tuple(Name(frame.seat, color) for color in BASE_COLORS)


#: Whom a ban binds.
Binding = Literal["everyone", "others"]


def _everyone(caster: Seat, seat: Seat) -> bool:
    return True


def _others(caster: Seat, seat: Seat) -> bool:
    return caster != seat


#: Whether a ban by a caster binds a seat.
BINDS: Mapping[Binding, Callable[[Seat, Seat], bool]] = {"everyone": _everyone, "others": _others}


def _bar(spell: Spell, ban: Ban, binding: Binding) -> Check[Frame, Laying]:
    card, binds = spell.card, BINDS[binding]

    @bar(f"ban.{card.code}")
    def banned(state: State, frame: Frame, action: Laying) -> bool:
        for effect in state.lasting:
            if not isinstance(effect, Banned) or effect.card is not card:
                continue
            if binds(effect.seat, action.actor) and ban(action.cards, effect.color):
                return True
        return False

    return banned


def _partner_bar(binding: Binding) -> Check[Frame, Laying]:
    binds = BINDS[binding]

    @bar("ban.partner")
    def partner_banned(state: State, frame: Frame, action: Laying) -> bool:
        """P has no color of its own: the ban on a color is that of the card it goes with."""
        if len(action.cards) < 2 or all(card.face is not POWER for card in action.cards):
            return False
        return any(
            isinstance(effect, Banned)
            and effect.color is not None
            and binds(effect.seat, action.actor)
            and one_color(action.cards, effect.color)
            for effect in state.lasting
        )

    return partner_banned


def color_banned(state: State, seat: Seat, color: Color) -> bool:
    """Whether a color ban that binds the seat is on this color."""
    binding = state.ruleset.tables.settings["bans.binding"](state, seat)
    return any(named is color for _, named in binding)


def _sound(state: State, frame: NameBanned, at: int) -> str:
    return "" if frame.card in state.ruleset.tables.settings["spells"] else f"{frame.card} has no spell"


def _binding(
    spells: Spells, binding: Binding, color_binding: Binding
) -> Callable[[State, Seat], list[tuple[Ban, Color | None]]]:
    """The bans that bind a seat, each with the color named for it."""
    by_color, by_others = BINDS[color_binding], BINDS[binding]

    def bans(state: State, seat: Seat) -> list[tuple[Ban, Color | None]]:
        found = []
        for effect in state.lasting:
            if isinstance(effect, Banned):
                spell = spells.get(effect.card)
                ban = None if spell is None else spell.ban
                binds = by_color if ban is one_color else by_others
                if ban is not None and binds(effect.seat, seat):
                    found.append((ban, effect.color))
        return found

    return bans


def module(spells: Spells, binding: Binding, color_binding: Binding) -> Module:
    """Bans; ``binding``: whom they bind, ``color_binding``: whom the ban on a color binds."""
    banning: Iterable[Spell] = (spell for spell in spells.values() if spell.ban is not None)
    checks: list[Check[Frame, Laying]] = []
    for spell in banning:
        assert spell.ban is not None
        checks.append(_bar(spell, spell.ban, color_binding if spell.ban is one_color else binding))
        if spell.ban is one_color:
            checks.append(_partner_bar(color_binding))
    return Module(
        name="bans",
        answers=(answer(NameBanned, Name, name_banned, _colors, not_one_of_four, covers=("ban.four-colors",)),),
        checks=tuple((Frame, Laying, check) for check in checks),
        listeners={(Banned, TurnBegins): begins_to_end, (Banned, TurnEnds): ends},
        settings={"bans.binding": _binding(spells, binding, color_binding)},
        sound={NameBanned: _sound},
    )
