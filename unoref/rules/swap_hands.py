"""Wild Swap Hands: a wild with which a whole hand may change owners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from unoref.actions import Laying, Play
from unoref.cards import BASE_COLORS, FACES, Card
from unoref.checks import Check, bar
from unoref.frames import Frame, Turn
from unoref.rules.matching import on_any_card
from unoref.rules.turns import call_is_choice
from unoref.rules.uno_call import caller_of, new_hands
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.verbs import exchange_hands

__all__ = ["LastCard", "SWAP_HANDS", "module"]

#: Points that the lists of plays leave no room for.
COVERED = ("swap.anytime", "swap.opponent", "swap.last")

SWAP_HANDS = FACES["swap-hands"]

#: What the card is as the last of a hand: a swap that may be declined, a swap that must be made, a plain Wild.
LastCard = Literal["optional", "must", "plain"]


@bar("swap.opponent", faces=(SWAP_HANDS,))
def no_opponent(state: State, frame: Frame, action: Laying) -> bool:
    """Hands are exchanged with another seat that is in the round."""
    return action.target is not None and (action.target == action.actor or action.target in state.finished)


@bar("swap.last", faces=(SWAP_HANDS,))
def must_swap(state: State, frame: Frame, action: Laying) -> bool:
    """As the last card it must swap."""
    return action.target is None and len(state.hands[action.actor]) == 1


@bar("swap.last", faces=(SWAP_HANDS,))
def nothing_to_swap(state: State, frame: Frame, action: Laying) -> bool:
    """As the last card it is a plain Wild."""
    return action.target is not None and len(state.hands[action.actor]) == 1


@rule("swap.declined")
def keep_hands(step: Step, seat: Seat) -> None:
    """The swap is not made."""
    step.tell("swap-declined", seat)


def _left(state: State, action: Laying) -> int:
    own = len(state.hands[action.actor]) - len(action.cards)
    return own if action.target is None else len(state.hands[action.target])


def module(last_card: LastCard, calls_kept: bool) -> Module:
    """The card; ``calls_kept``: whether UNO calls outlive a swap."""
    swaps_last, must_swap_last = last_card != "plain", last_card == "must"

    @rule("swap")
    def swap(step: Step, action: Play, before: InForce) -> None:
        """Exchange hands with the chosen opponent, or not; the color follows."""
        step.tell("color-named", action.actor, (), None, step.in_force.color)
        if action.target is None:
            keep_hands(step, action.actor)
            return
        caller = caller_of(step, action)
        exchange_hands(step, action.actor, action.target)
        new_hands(step, (action.actor, action.target), caller, calls_kept)

    def forms(state: State, seat: Seat, card: Card) -> Iterator[Play]:
        only = len(state.hands[seat]) == 1
        nobody = [] if only and must_swap_last else [None]
        others = [] if only and not swaps_last else [other for other in turn_order(state, seat) if other != seat]
        targets: list[Seat | None] = [*nobody, *others]
        for color in BASE_COLORS:
            for target in targets:
                play = Play(seat, (card,), (color,), target=target)
                yield play
                if call_is_choice(state, seat, _left(state, play)):
                    yield Play(seat, (card,), (color,), target=target, saying_uno=True)

    last: tuple[Check[Frame, Laying], ...] = {"optional": (), "must": (must_swap,), "plain": (nothing_to_swap,)}[
        last_card
    ]
    return Module(
        name="swap-hands",
        checks=(
            (Turn, Play, on_any_card("swap.anytime", SWAP_HANDS)),
            *((Frame, Laying, check) for check in (no_opponent, *last)),
        ),
        effects={SWAP_HANDS: swap},
        settings={("takes-target", SWAP_HANDS): True, ("form", SWAP_HANDS): forms, ("left", SWAP_HANDS): _left},
        uses=(keep_hands,),
    )
