"""Cards that may not be the last of a hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from unoref.actions import Laying
from unoref.cards import Card, Face
from unoref.checks import Check, bar
from unoref.frames import Drawn, Frame, Turn
from unoref.lasting import TurnTaken
from unoref.rules.misplay import take_back
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, cited, rule
from unoref.unseen import holds
from unoref.verbs import announce, draw, draw_in_turn

__all__ = ["module"]


def module(barred: Mapping[str, Collection[Face]], penalty: int, as_turn: bool = False) -> Module:
    """Cards of some faces may not empty a hand, under the point that says so; ``penalty`` cards are drawn for trying.

    ``as_turn``: in the own turn the draw is that of the turn, and the card drawn may be played. A hand that is one such card
    counts as one that cannot play.
    """

    @rule("last-card.penalty")
    def pay(step: Step, frame: Frame, action: Laying) -> None:
        """The card goes back, and its player draws."""
        take_back(step, action)
        if as_turn and isinstance(frame, Turn) and not isinstance(frame, Drawn) and frame.seat == action.actor:
            step.frames.pop()
            draw_in_turn(step, action.actor)
            announce(step, TurnTaken(action.actor, False))
        else:
            draw(step, action.actor, penalty)

    faces = {face for some in barred.values() for face in some}

    def goes_last(point: str, some: Collection[Face]) -> Check[Frame, Laying]:
        @bar(point, faces=some, price=pay if penalty else None)
        def empties_hand(state: State, frame: Frame, action: Laying) -> bool:
            return len(state.hands[action.actor]) == len(action.cards)

        return empties_hand

    @cited("match.able")
    def able(position: State | Step, seat: Seat, cards: Sequence[Card]) -> bool | None:
        fits, force, only = position.ruleset.tables.settings["match.fits"], position.in_force, len(cards) == 1
        return holds(position, seat, cards, lambda card: fits(card, force) and not (only and card.face in faces))

    return Module(
        name="last-cards",
        checks=tuple((Frame, Laying, goes_last(point, some)) for point, some in barred.items()),
        settings={"match.able": able},
        replaces={"setting match.able"},
    )
