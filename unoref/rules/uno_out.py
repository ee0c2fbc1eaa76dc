"""UNO out: the last card must be announced too."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from unoref.actions import JumpIn, Laying, Play
from unoref.checks import bar
from unoref.frames import Frame
from unoref.rules.misplay import withdraw
from unoref.rules.uno_call import cards_left
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule

__all__ = ["module"]


@rule("uno.out")
def call_last_card(step: Step, seat: Seat) -> None:
    """The last card is announced."""
    step.tell("last-card-called", seat)


def _announced(kind: type[Laying]) -> Callable[[State, Frame], Iterator[Laying]]:
    def offers(state: State, frame: Frame) -> Iterator[Laying]:
        """What would empty a hand, announced."""
        row = state.ruleset.tables.row(type(frame), kind)
        for action in () if row is None else row.offers[0](state, frame):
            if isinstance(action, Laying) and not action.saying_uno and cards_left(state, action) == 0:
                yield evolve(action, saying_uno=True)

    return offers


def module(penalty: int) -> Module:
    """A last card played without a word goes back, its player draws ``penalty`` cards, and a turn of the own is over."""

    @rule("uno.out-penalty")
    def pay(step: Step, frame: Frame, action: Laying) -> None:
        """The card goes back, and its player draws."""
        withdraw(step, frame, action, penalty)

    @bar("uno.out-not-said", price=pay)
    def last_card_in_silence(state: State, frame: Frame, action: Laying) -> bool:
        """The last card is played without being announced."""
        return not action.saying_uno and cards_left(state, action) == 0

    return Module(
        name="uno-out",
        checks=((Frame, Laying, last_card_in_silence),),
        offers=((Frame, Play, _announced(Play)), (Frame, JumpIn, _announced(JumpIn))),
        settings={"uno.last": call_last_card},
    )
