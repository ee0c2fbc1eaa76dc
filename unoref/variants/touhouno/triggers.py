"""When a spell fires."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from unoref.cards import FACES, Card
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Rule, Step, cited, rule
from unoref.variants.touhouno.casting import Casting, MayCast
from unoref.variants.touhouno.functions import CHANGE, CHANGE_TWO

__all__ = [
    "fires_as_pair",
    "fires_at_one_card",
    "fires_by_power",
    "fire",
    "firing",
    "judged",
    "never",
    "others_than_power",
    "topmost",
    "triggers",
    "module",
]

POWER = FACES["P"]
CHANGES = (CHANGE, CHANGE_TWO)

Firings = Literal["once", "per-trigger", "per-card"]

#: The rule of a trigger, which tells of a seat that a card fires.
Trigger = Rule[...]


def others_than_power(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a play without P."""
    if len(cards) == 1 and cards[0].face is not POWER:
        return tuple(cards)
    return tuple(card for card in cards if card.face is not POWER)


def judged(cards: Sequence[Card]) -> Card:
    """The card of a play that must be legal by itself: the first that is not P."""
    if cards[0].face is not POWER:
        return cards[0]
    return next((card for card in cards if card.face is not POWER), cards[0])


def topmost(cards: Sequence[Card]) -> Card:
    """The card of a play that comes to lie on top: the last that is not P."""
    if cards[-1].face is not POWER:
        return cards[-1]
    return next((card for card in reversed(cards) if card.face is not POWER), cards[-1])


@rule("trigger.one-left")
def fires_at_one_card(step: Step, seat: Seat, card: Card) -> None:
    """Exactly one card is left."""
    step.tell("spell-fires", seat, (card,))


@rule("trigger.pair")
def fires_as_pair(step: Step, seat: Seat, card: Card) -> None:
    """Two identical cards are played together."""
    step.tell("spell-fires", seat, (card,))


@rule("trigger.power")
def fires_by_power(step: Step, seat: Seat, card: Card) -> None:
    """P is played together with the card."""
    step.tell("spell-fires", seat, (card,))


@cited("trigger.none")
def triggers(held: int, cards: Sequence[Card]) -> tuple[Trigger, ...]:
    """What makes the spell fire when these of so many cards are played."""
    found = []
    if held - len(cards) == 1:
        found.append(fires_at_one_card)
    if len(others_than_power(cards)) > 1:
        found.append(fires_as_pair)
    if len(cards) > len(others_than_power(cards)):
        found.append(fires_by_power)
    return tuple(found)


def never(held: int, cards: Sequence[Card]) -> tuple[Trigger, ...]:
    """Spells are not played with."""
    return ()


def firing(state: State, seat: Seat, cards: Sequence[Card]) -> bool:
    """Whether a spell fires with the play, so that a color is named only after it."""
    fired: Callable[[int, Sequence[Card]], tuple[Trigger, ...]] = state.ruleset.tables.settings["spells.triggers"]
    return bool(fired(len(state.hands[seat]), cards))


def fire(step: Step, seat: Seat, card: Card, fired: Sequence[Trigger], pair: bool, laid: int) -> None:
    """The spell fires, as often as the table has it."""
    times: Callable[[int, bool], int] = step.tables.settings["spells.times"]
    kind: type[Casting | MayCast] = step.tables.settings["spells.cast"]
    for trigger in fired:
        trigger(step, seat, card)
    step.push(*(kind(seat, card, laid=laid) for _ in range(times(len(fired), pair) if fired else 0)))


#: How often a spell fires by so many triggers, and by a pair.
TIMES: dict[Firings, Callable[[int, bool], int]] = {
    "once": lambda count, pair: 1,
    "per-trigger": lambda count, pair: count,
    "per-card": lambda count, pair: 1 + pair,
}


def module(*, spells_on: bool, firings: Firings) -> Module:
    """The three triggers; ``spells_on``: whether spells are played with, ``firings``: how often one fires for a play."""
    return Module(
        name="triggers",
        settings={"spells.triggers": triggers if spells_on else never, "spells.times": TIMES[firings]},
        uses=(triggers, fires_at_one_card, fires_as_pair, fires_by_power),
    )
