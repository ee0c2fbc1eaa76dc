"""The UNO call: by itself, by the players, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.actions import Action, CallUno, Catch, Laying
from unoref.checks import answer, breach
from unoref.frames import Frame, Over
from unoref.rules.uno_call import (
    Uncalled,
    already_called,
    call,
    calls_open,
    catches_oneself,
    catches_open,
    forgiven,
    has_called,
    has_more_cards,
    next_turn_begun,
    not_due,
    not_yet_caught,
)
from unoref.ruleset import Module
from unoref.seats import TABLE, Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.extended.effects import replace
from unoref.variants.extended.sweep import FindSwept
from unoref.variants.extended.taking import take

__all__ = ["module"]

#: What is drawn for a call that was not made.
FINE = 2


def came_down(step: Step, before: State) -> list[Seat]:
    """The seats whose hands went from more than one card to exactly one."""
    return [Seat(seat) for seat, cards in enumerate(step.hands) if len(cards) == 1 and len(before.hands[seat]) > 1]


def stand(step: Step, before: State, owing: list[Seat]) -> None:
    """A call stands while its player holds one card; who has come to one card without owing a call counts as having called."""
    if step.called or before.called or any(len(cards) == 1 for cards in step.hands):
        single = (Seat(seat) for seat, cards in enumerate(step.hands) if len(cards) == 1)
        step.called = frozenset(
            seat
            for seat in single
            if seat not in owing and (seat in before.called or seat in step.called or len(before.hands[seat]) != 1)
        )


@rule("uno.by-itself")
def call_by_itself(step: Step, before: State, action: Action) -> None:
    """A hand has come down to one card: UNO is called."""
    for seat in came_down(step, before):
        step.tell("uno-called", seat)
    stand(step, before, [])


@rule("uno.off")
def no_calls(step: Step, before: State, action: Action) -> None:
    """Nobody calls."""


@rule("uno.fine")
def catch(step: Step, frame: Frame, action: Catch) -> None:
    """Who did not call draws two cards."""
    replace(step, Uncalled(action.target))
    step.tell("caught", action.target, (), None, None, action.actor)
    take(step, action.target, FINE)


def leaves_one(state: State, action: Laying) -> bool:
    """Whether the play leaves its player one card, having had more."""
    own = state.ruleset.tables.settings.get(("left", action.card.face))
    held = len(state.hands[action.actor])
    left = held - len(action.cards) - len(action.attaching) if own is None else own(state, action)
    return held > 1 and bool(left == 1)


@breach("uno.not-said")
def not_said(state: State, frame: Frame, action: Laying) -> bool:
    """The play leaves one card and UNO is not called with it."""
    return not action.saying_uno and leaves_one(state, action)


def module(options: Mapping[str, Any]) -> Module:
    """The call; ``uno-causes``: whether a hand brought down by others must be called too."""
    way, any_cause = options["uno"], options["uno-causes"] == "any"
    if way != "call":
        return Module(
            name="uno",
            settings={"settled": call_by_itself, "uno.stands": True} if way == "automatic" else {"settled": no_calls},
            refusals={(Frame, CallUno): "uno.by-itself", (Frame, Catch): "uno.by-itself"},
        )

    @rule("uno.call")
    def watch(step: Step, before: State, action: Action) -> None:
        """A hand that comes down to one card is called with the play, or may be caught until somebody else acts."""
        for effect in before.lasting:
            if isinstance(effect, Uncalled) and effect in step.lasting:
                gone = len(step.hands[effect.seat]) != 1
                if gone or action.actor not in (effect.seat, TABLE):
                    replace(step, effect)
        if isinstance(step.frames[-1], Over):
            return
        owing = []
        for seat in came_down(step, before):
            asked = before.frames[-1]
            swept = isinstance(asked, FindSwept) and asked.user == seat  # the table tells what the play has put down
            own = swept or (isinstance(action, Laying) and action.actor == seat)
            if own and (getattr(asked, "called", False) if swept else getattr(action, "saying_uno", False)):
                step.tell("uno-called", seat)
            elif seat not in step.finished and (own or any_cause):
                step.lasting = (*step.lasting, Uncalled(seat))
                owing.append(seat)
        stand(step, before, owing)

    return Module(
        name="uno",
        answers=(
            answer(
                Frame,
                CallUno,
                call,
                calls_open(False, True),
                not_yet_caught,
                otherwise=(already_called, forgiven, not_due),
                who="anyone",
            ),
            answer(
                Frame,
                Catch,
                catch,
                catches_open,
                catches_oneself,
                has_called,
                has_more_cards,
                next_turn_begun,
                who="anyone",
                objection=True,
            ),
        ),
        checks=((Frame, Laying, not_said),),
        settings={"settled": watch, "uno.stands": True, "uno.due": leaves_one},
        uses=(call_by_itself,),
    )
