"""What a play brings about, in its order: the cards lie on the field, their spell, their function effect, surcharges."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from unoref.actions import Laying
from unoref.cards import Card
from unoref.lasting import Lasting, TurnTaken
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import in_force
from unoref.step import Step, rule
from unoref.variants.touhouno.colors import remember_color
from unoref.variants.touhouno.functions import FUNCTIONS, Function
from unoref.variants.touhouno.jumps import digit_laid
from unoref.variants.touhouno.lasting import one_of, replaced
from unoref.variants.touhouno.marks import left_hand
from unoref.variants.touhouno.surcharges import due
from unoref.variants.touhouno.triggers import POWER, fire, others_than_power, topmost
from unoref.verbs import announce, last, lay, take_from_discard

__all__ = [
    "OutOfGame",
    "carry_out",
    "count_as_partner",
    "leave_the_game",
    "module",
]


@frozen
class OutOfGame(Lasting):
    """Cards that have left the game."""

    cards: tuple[Card, ...]

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards


def _lay_all(step: Step, action: Laying) -> None:
    """Lay the cards, P under its partner; the color in force stays till another is named."""
    seat, before = action.actor, step.in_force
    remember_color(step)
    powers = [card for card in action.cards if card.face is POWER]
    for card in (*powers, *others_than_power(action.cards)):
        lay(step, seat, card, action.colors[0] if action.colors else None)
        left_hand(step, seat, card)
    if step.in_force.color is None:
        step.in_force = in_force(before.color, step.in_force.face)
    if powers:
        count_as_partner(step, topmost(action.cards))
    leave = step.tables.settings["power.leaves"]
    if powers and leave is not None:
        leave(step, len(others_than_power(action.cards)), len(powers))


@rule("power.under")
def count_as_partner(step: Step, card: Card) -> None:
    """P lies under its partner, which is the field card."""
    step.tell("power-under", None, (card,))


@rule("power.leaves")
def leave_the_game(step: Step, depth: int, count: int) -> None:
    """P leaves the game once it has been played."""
    gone = tuple(take_from_discard(step, depth) for _ in range(count))
    before = one_of(step, OutOfGame)
    if before is None:
        last(step, OutOfGame(gone))
    else:
        replaced(step, before, OutOfGame((*before.cards, *gone)))
    step.tell("left-game", None, gone)


@rule("uno.none")
def idle_call(step: Step, seat: Seat) -> None:
    """Nobody calls UNO at this table: what is said with the card means nothing."""
    step.tell("call-idle", seat)


def carry_out(step: Step, action: Laying) -> None:
    """Lay the cards; then their spell, their function effect and surcharges follow, in this order."""
    seat, settings = action.actor, step.tables.settings
    held, top = len(step.hands[seat]), topmost(action.cards)
    if step.lasting:
        announce(step, TurnTaken(seat, True))
    costs, height = due(step, seat, action.cards), len(step.discard)
    _lay_all(step, action)
    laid = len(step.discard) - height
    call = settings.get("play.call")
    if call is not None:
        call(step, action)
    elif action.saying_uno:
        idle_call(step, seat)
    if not step.hands[seat] and settings["out.at-once"] is not None:
        settings["out.at-once"](step, seat)
        return
    digit_laid(step, seat, top.face)
    step.push(*reversed(costs))
    pair = len(others_than_power(action.cards)) > 1
    if top.face in FUNCTIONS:
        color = action.colors[0] if action.colors else None
        step.push(Function(seat, top, settings["pair.times"] if pair else 1, color))
    fired = settings["spells.triggers"](held, action.cards)
    if top in settings["spells"]:
        fire(step, seat, top, fired, pair, laid)


def module(
    *, power_leaves: bool, pair_function_twice: bool, out_at_once: Callable[[Step, Seat], None] | None
) -> Module:
    """Laying; ``power_leaves``: P leaves the game, ``pair_function_twice``: two cards have their function effect twice.

    ``out_at_once`` ends the game as soon as the last card lies, where the table has it so.
    """
    return Module(
        name="laying",
        settings={
            "power.leaves": leave_the_game if power_leaves else None,
            "pair.times": 2 if pair_function_twice else 1,
            "out.at-once": out_at_once,
        },
        uses=(count_as_partner, leave_the_game, idle_call),
    )
