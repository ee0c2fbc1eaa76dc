"""The discards become the new draw pile when it is empty and a card is to be drawn, or at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from operator import attrgetter
from random import Random

from attrs import frozen

from unoref.actions import Action, Shuffle
from unoref.cards import UNKNOWN, Card
from unoref.checks import answer, bar
from unoref.frames import Chance, Draws, Over
from unoref.placing import can_shuffle
from unoref.ruleset import Module
from unoref.state import State
from unoref.step import Step, rule
from unoref.verbs import kept, shuffle_discards, shuffled_when_empty

__all__ = ["ShuffleDiscards", "at_random", "bare_shuffle", "module", "other_cards"]


_index = attrgetter("index")


@frozen
class ShuffleDiscards(Chance):
    """The table shuffles the discards into a new draw pile."""


def other_cards(said: Sequence[Card], lying: Sequence[Card]) -> bool:
    """Whether a shuffle names other cards than those that lie there; unknown ones may be any."""
    if len(said) != len(lying):
        return True
    if sorted(said, key=_index) == sorted(lying, key=_index):
        return False
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
    return state.discard.leaving(*kept(state))


def _said(state: State) -> list[Card]:
    """What those who wait for the shuffle are said to draw, in the order in which they will; unknown where nothing is said."""
    waiting = [frame for frame in reversed(state.frames[:-1]) if isinstance(frame, Draws)]
    waiting.sort(key=lambda frame: not frame.in_turn)  # a draw in turn has waited longest
    return [card for frame in waiting for card in (*frame.named, *[UNKNOWN] * (frame.count - len(frame.named)))]


@bar("shuffle.other-cards")
def not_the_discards(state: State, frame: ShuffleDiscards, action: Shuffle) -> bool:
    """Other cards than the discards, or an order that belies what was said to be drawn next."""
    if action.cards is None:
        return False
    if other_cards(action.cards, _discards(state)):
        return True
    order = zip(_said(state), action.cards, strict=False)
    return any(UNKNOWN not in (said, drawn) and said is not drawn for said, drawn in order)


def discards_at_random(state: State, frame: ShuffleDiscards, rng: Random) -> Shuffle:
    """The discards in any order that gives everybody what was said to be drawn."""
    rest = list(_discards(state))
    said = _said(state)[: len(rest)]
    for card in said:
        if card is not UNKNOWN:
            rest.remove(card if card in rest else UNKNOWN)
    rng.shuffle(rest)
    order = [rest.pop() if card is UNKNOWN else card for card in said]
    return Shuffle((*order, *rest))


@rule("reshuffle")
def reshuffle(step: Step, frame: ShuffleDiscards, action: Shuffle) -> None:
    """Make the discards the draw pile."""
    step.pop()
    shuffle_discards(step, action.cards)


@rule("reshuffle")
def shuffle_when_empty(step: Step, before: State, action: Action) -> None:
    """At such a table the discards are shuffled as soon as the draw pile is empty and there are any, needed or not."""
    used_up = not step.draw_pile and shuffled_when_empty(step)
    if used_up and not any(isinstance(frame, Over | ShuffleDiscards) for frame in step.frames):
        step.push(ShuffleDiscards())


def _sound(at_once: bool) -> Callable[[State, ShuffleDiscards, int], str]:
    def sound(state: State, frame: ShuffleDiscards, at: int) -> str:
        if frame is not state.frames[-1] or not (at_once or isinstance(state.frames[at - 1], Draws | Chance)):
            return "the discards are shuffled next, for somebody who draws or for a card to be turned up"
        if at < 1 or state.draw_pile:
            return "the draw pile is not empty"
        return "" if can_shuffle(state) else "there is nothing to shuffle"

    return sound


def module(keeps: int, at_once: bool = False) -> Module:
    """Reshuffling; ``keeps`` cards stay on the discard pile. ``at_once``: as soon as the draw pile is empty, else when a card is
    needed."""
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
                at_random=discards_at_random,
            ),
        ),
        sound={ShuffleDiscards: _sound(at_once)},
        settings={
            "reshuffle.keeps": keeps,
            "reshuffle.frame": ShuffleDiscards(),
            **({"settled": shuffle_when_empty} if at_once else {}),
        },
    )
