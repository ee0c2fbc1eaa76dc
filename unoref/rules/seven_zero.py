"""Seven and zero: plain number cards, or cards with which hands change owners."""

from __future__ import annotations

from collections.abc import Iterator

from unoref.actions import Laying, Play
from unoref.cards import FACES, Card
from unoref.checks import bar
from unoref.frames import Frame
from unoref.rules.turns import bare_plays, call_is_choice
from unoref.rules.uno_call import caller_of, new_hands
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.verbs import exchange_hands, rotate_hands

__all__ = ["module", "plain"]

#: Points that the lists of plays leave no room for.
COVERED = ("seven-zero.none", "seven.target", "seven.opponent", "seven.last")

SEVEN = FACES["7"]
ZERO = FACES["0"]


@bar("seven-zero.none", faces=(SEVEN,))
def aims_a_plain_seven(state: State, frame: Frame, action: Laying) -> bool:
    """A seven chooses nobody: hands are not exchanged."""
    return action.target is not None


def plain() -> Module:
    """Seven and zero without effect."""
    return Module(
        name="seven-zero",
        checks=((Frame, Laying, aims_a_plain_seven),),
        settings={("takes-target", SEVEN): True},
    )


def _last_card(state: State, action: Laying) -> bool:
    return len(state.hands[action.actor]) == len(action.cards)


@bar("seven.target", faces=(SEVEN,))
def chooses_nobody(state: State, frame: Frame, action: Laying) -> bool:
    """A seven must exchange hands with somebody, unless it is the last card."""
    return action.target is None and not _last_card(state, action)


@bar("seven.opponent", faces=(SEVEN,))
def no_opponent(state: State, frame: Frame, action: Laying) -> bool:
    """Hands are exchanged with another seat that is in the round."""
    return action.target is not None and (action.target == action.actor or action.target in state.finished)


@bar("seven.last", faces=(SEVEN,))
def exchanges_nothing(state: State, frame: Frame, action: Laying) -> bool:
    """A seven played last ends the round: no hands are exchanged."""
    return action.target is not None and _last_card(state, action)


@rule("seven")
def swap(step: Step, action: Laying, before: InForce) -> None:
    """Exchange hands with the seat chosen; as the last card it only ends the round."""
    if action.target is not None and step.hands[action.actor]:
        caller = caller_of(step, action)
        exchange_hands(step, action.actor, action.target)
        new_hands(step, (action.actor, action.target), caller, False)


@rule("zero")
def rotate(step: Step, action: Laying, before: InForce) -> None:
    """All hands move one seat in the direction of play; as the last card it only ends the round."""
    if step.hands[action.actor]:
        caller = caller_of(step, action)
        rotate_hands(step)
        new_hands(step, turn_order(step, action.actor), caller, False)


def _left_by_seven(state: State, action: Laying) -> int:
    own = len(state.hands[action.actor]) - len(action.cards)
    return own if action.target is None or not own else len(state.hands[action.target])


def _left_by_zero(state: State, action: Laying) -> int:
    own = len(state.hands[action.actor]) - len(action.cards)
    giver = turn_order(state, action.actor)[-2]
    return len(state.hands[giver]) if own else 0


def _sevens(state: State, seat: Seat, card: Card) -> Iterator[Play]:
    if len(state.hands[seat]) == 1:
        yield from bare_plays(seat, card, False)
        return
    for target in turn_order(state, seat):
        if target != seat:
            for call in (False, True) if call_is_choice(state, seat, len(state.hands[target])) else (False,):
                yield Play(seat, (card,), target=target, saying_uno=call)


def _zeros(state: State, seat: Seat, card: Card) -> Iterator[Play]:
    play = Play(seat, (card,))
    yield play
    if call_is_choice(state, seat, _left_by_zero(state, play)):
        yield Play(seat, (card,), saying_uno=True)


def module() -> Module:
    """A seven exchanges two hands, a zero moves all of them."""
    return Module(
        name="seven-zero",
        checks=tuple((Frame, Laying, check) for check in (chooses_nobody, no_opponent, exchanges_nothing)),
        effects={SEVEN: swap, ZERO: rotate},
        settings={
            ("takes-target", SEVEN): True,
            ("form", SEVEN): _sevens,
            ("form", ZERO): _zeros,
            ("left", SEVEN): _left_by_seven,
            ("left", ZERO): _left_by_zero,
        },
    )
