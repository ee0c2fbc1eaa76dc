"""Sweeping: who plays a 7 may put one more card under the discards."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from unoref.actions import Discard, Pass, Play
from unoref.cards import FACES, UNKNOWN
from unoref.checks import answer, bar
from unoref.frames import Frame
from unoref.placing import interrupts
from unoref.ruleset import Module
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.unseen import can_hold, possible_in_hand
from unoref.verbs import discard

SEVEN = FACES["7"]


@frozen
class Sweep(Frame):
    """``seat`` may sweep a card away."""


@rule("sweep")
def let_sweep(step: Step, action: Play, before: InForce) -> None:
    """A 7 lets its player sweep a card away, unless it was the last card."""
    seat = action.actor
    if step.hands[seat]:
        step.tell("may-sweep", seat, (), None, action.card.color)
        step.push(Sweep(seat))


@rule("sweep.away")
def sweep_away(step: Step, frame: Sweep, action: Discard) -> None:
    """The card goes under the discards."""
    step.pop()
    discard(step, frame.seat, action.cards)  # a verb tells what it did


@rule("sweep.kept")
def sweep_nothing(step: Step, frame: Sweep, action: Pass) -> None:
    """Every card is kept."""
    step.pop()
    step.tell("swept-none", frame.seat)


@bar("sweep.one-card")
def several(state: State, frame: Sweep, action: Discard) -> bool:
    """More than one card."""
    return len(action.cards) > 1


@bar("sweep.not-in-hand")
def not_in_hand(state: State, frame: Sweep, action: Discard) -> bool:
    """A card that the hand cannot hold."""
    return not can_hold(state, frame.seat, action.cards)


@bar("sweep.other-color")
def other_color(state: State, frame: Sweep, action: Discard) -> bool:
    """Not the color of the 7."""
    return any(card.color is not state.in_force.color for card in action.cards)


def cards_open(state: State, frame: Sweep) -> Iterator[Discard]:
    """Each card of the hand, and whatever an unknown card of it may be."""
    held = set(state.hands[frame.seat])
    may_be = possible_in_hand(state, frame.seat) if UNKNOWN in held else ()
    for card in dict.fromkeys((*state.hands[frame.seat], *may_be)):
        if card is not UNKNOWN:
            yield Discard(frame.seat, (card,))


def pass_open(state: State, frame: Sweep) -> tuple[Pass]:
    """Sweeping nothing."""
    return (Pass(frame.seat),)


def lies_well(state: State, frame: Sweep, at: int) -> str:
    """What is wrong with the frame in a position that somebody wrote down."""
    return interrupts(state, at, frame.seat)


def module(any_color: bool) -> Module:
    """Sweeping after a 7; ``any_color``: whether any card may be swept away."""
    bars = (several, not_in_hand) if any_color else (several, not_in_hand, other_color)
    return Module(
        name="sweep",
        answers=(
            answer(Sweep, Discard, sweep_away, cards_open, *bars),
            answer(Sweep, Pass, sweep_nothing, pass_open),
        ),
        effects={SEVEN: let_sweep},
        sound={Sweep: lies_well},
    )
