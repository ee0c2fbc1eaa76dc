"""Which card may follow which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from unoref.actions import Laying, Play
from unoref.cards import Card, Color
from unoref.checks import Check, bar, ground
from unoref.frames import Frame, Turn
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.variants.touhouno.colors import colored_field
from unoref.variants.touhouno.forms import with_power
from unoref.variants.touhouno.lasting import alive
from unoref.variants.touhouno.marks import BOMB
from unoref.variants.touhouno.own_turn import DeepMatch
from unoref.variants.touhouno.triggers import CHANGES, POWER, judged, others_than_power

__all__ = [
    "any_card",
    "beside_power",
    "change",
    "companions",
    "deeper_card",
    "fitting",
    "no_match",
    "partner_unfit",
    "same_color",
    "same_symbol",
    "module",
]

F = TypeVar("F", bound=Frame)
A = TypeVar("A", bound=Laying)

#: Whether a card may be the one of a play that must be legal by itself.
Fits = Callable[[Card], bool]


@ground("match.color")
def same_color(state: State, frame: Frame, action: Laying) -> bool:
    """The color in force."""
    card = judged(action.cards)
    return card.color is state.in_force.color and card.color is not Color.BLACK


@ground("match.symbol")
def same_symbol(state: State, frame: Frame, action: Laying) -> bool:
    """The symbol of the field card."""
    card = judged(action.cards)
    return card.face is state.in_force.face and card.color is not Color.BLACK


@ground("match.black")
def change(state: State, frame: Frame, action: Laying) -> bool:
    """CC and CC+2 need no match."""
    return judged(action.cards).face in CHANGES


@ground("power.free")
def beside_power(state: State, frame: Frame, action: Laying) -> bool:
    """The partner of P need not match."""
    return with_power(action) and bool(others_than_power(action.cards))


@ground("match.deep")
def deeper_card(state: State, frame: Turn, action: Laying) -> bool:
    """The color or symbol of the second or third field card, for whoever may answer these."""
    if not alive(state, DeepMatch, action.actor):
        return False
    card = judged(action.cards)
    if card.color is Color.BLACK:
        return False
    below = colored_field(state)[1:3]
    return any(card.color is color or card.face is lying.face for lying, color in below)


def _not_deep(check: Check[Frame, Laying]) -> Check[Frame, Laying]:
    """The ground, except for a player who answers only deeper cards."""

    @ground(check.point)
    def shallow(state: State, frame: Frame, action: Laying) -> bool:
        return bool(check.test(state, frame, action)) and not alive(state, DeepMatch, action.actor)

    return shallow


@bar("match.none")
def no_match(state: State, frame: Frame, action: Laying) -> bool:
    """Neither the color in force nor the symbol of the field card; of P and B no match is asked."""
    return judged(action.cards).face not in (POWER, BOMB)


@bar("power.no-match")
def partner_unfit(state: State, frame: Frame, action: Laying) -> bool:
    """P with a card that could not be played by itself."""
    return with_power(action) and judged(action.cards).face not in (POWER, BOMB)


def companions(grounds: Sequence[Check[F, A]]) -> tuple[Check[F, A], Check[F, A]]:
    """The grounds of P and its partner, and of two cards at once, where one of ``grounds`` holds for the card that is judged."""

    @ground("power.played")
    def power(state: State, frame: F, action: A) -> bool:
        """P together with a card that may be played."""
        return with_power(action) and any(check.test(state, frame, action) for check in grounds)

    @ground("play.pair")
    def pair(state: State, frame: F, action: A) -> bool:
        """Two cards at once, of which one may be played."""
        two = len(others_than_power(action.cards)) == 2
        return two and any(check.test(state, frame, action) for check in grounds)

    return power, pair


def fitting(state: State, seat: Seat) -> Fits:
    """Which cards answer to what is in force, or to deeper cards of the field for whoever may answer these."""
    color, face = state.in_force.color, state.in_force.face
    answers = [(color, face)]
    if state.lasting and alive(state, DeepMatch, seat):
        deeper = [(other, lying.face) for lying, other in colored_field(state)[1:3]]
        answers = deeper if state.ruleset.tables.settings["match.deep-only"] else answers + deeper

    def fits(card: Card) -> bool:
        if card.color is Color.BLACK:
            return card.face in CHANGES
        return any(card.color is color or card.face is face for color, face in answers)

    return fits


def any_card(card: Card) -> bool:
    """Any card at all."""
    return True


#: Why a card that has none of these grounds may not be played.
OTHERWISE = (no_match, partner_unfit)


def module(*, power_free: bool, deep_only: bool) -> Module:
    """Matching; ``power_free``: the partner of P need not match, ``deep_only``: who may answer deeper cards answers only them."""
    color, symbol = (_not_deep(same_color), _not_deep(same_symbol)) if deep_only else (same_color, same_symbol)
    grounds: tuple[Check[Frame, Laying], ...] = (color, symbol, change, *((beside_power,) if power_free else ()))
    fitting_grounds: tuple[Check[Turn, Laying], ...] = (*grounds, deeper_card)
    return Module(
        name="matching",
        checks=tuple((Turn, Play, check) for check in (*fitting_grounds, *companions(fitting_grounds))),
        settings={"power.free": power_free, "match.deep-only": deep_only},
    )
