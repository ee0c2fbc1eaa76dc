"""The discards become the new draw pile when it is empty and a card is to be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from attrs import frozen

from unoref.actions import Shuffle
from unoref.cards import UNKNOWN, Card
from unoref.checks import answer, bar
from unoref.frames import Chance, Draws
from unoref.ruleset import Module
from unoref.state import State
from unoref.step import Step, rule
from unoref.verbs import shuffle_discards

__all__ = ["ShuffleDiscards", "at_random", "bare_shuffle", "module", "other_cards"]


@frozen
class ShuffleDiscards(Chance):
    """The table shuffles the discards into a new draw pile."""


def other_cards(said: Sequence[Card], lying: Sequence[Card]) -> bool:
    """Whether a shuffle names other cards than those that lie there; unknown ones may be any."""
    if len(said) != len(lying):
        return True
    open_said, open_lying = Counter(said), Counter(lying)
    stray = open_said - open_lying
    return stray.total() - stray[UNKNOWN] > open_lying[UNKNOWN]


def at_random(cards: Sequence[Card], rng: Random) -> Shuffle:
    """A shuffle of these cards by chance."""
    order = list(cards)
    rng.shuffle(order)
    return Shuffle(tuple(order))


def bare_shuffle(state: State, frame: Chance) -> tuple[Shuffle, ...]:
    """A shuffle whose order nobody is told."""
    return (Shuffle(),)


def _discards(state: State) -> tuple[Card, ...]:
    return tuple(state.discard)[int(state.ruleset.tables.settings["reshuffle.keeps"]) :]


@bar("shuffle.other-cards")
def not_the_discards(state: State, frame: ShuffleDiscards, action: Shuffle) -> bool:
    """Other cards than the discards, or an order that belies what was said to be drawn next."""
    if action.cards is None:
        return False
    if other_cards(action.cards, _discards(state)):
        return True
    waiting = state.frames[-2] if len(state.frames) > 1 else None
    named = waiting.named if isinstance(waiting, Draws) else ()
    return any(
        UNKNOWN not in (said, drawn) and said is not drawn for said, drawn in zip(named, action.cards, strict=False)
    )


@rule("reshuffle")
def reshuffle(step: Step, frame: ShuffleDiscards, action: Shuffle) -> None:
    """Make the discards the draw pile."""
    step.pop()
    shuffle_discards(step, action.cards)


def module(keeps: int) -> Module:
    """Reshuffling; ``keeps`` cards stay on the discard pile."""
    return Module(
        name="reshuffle",
        answers=(
            answer(
                ShuffleDiscards,
                Shuffle,
                reshuffle,
                bare_shuffle,
                not_the_discards,
                covers=("shuffle.other-cards",),
                at_random=lambda state, frame, rng: at_random(_discards(state), rng),
            ),
        ),
        settings={"reshuffle.keeps": keeps, "reshuffle.frame": ShuffleDiscards()},
    )
