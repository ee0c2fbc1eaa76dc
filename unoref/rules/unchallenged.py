"""Wild Draw Four without a challenge: played at any time, or only by a hand without the color in force."""

from __future__ import annotations

from typing import Any

from unoref.actions import Laying, Play
from unoref.cards import NAMING, Color
from unoref.checks import bar, ground
from unoref.frames import Drawn, Frame, Turn
from unoref.rules.matching import on_any_card, same_symbol
from unoref.rules.wild_draw_four import (
    OWED,
    WILD_DRAW_FOUR,
    drawn_is_kept,
    held_of_color,
    judged_hand,
    lose_turn_for_cards,
)
from unoref.ruleset import Module
from unoref.seats import Seat, after
from unoref.state import InForce, State
from unoref.step import Rule, Step, rule
from unoref.verbs import draw

__all__ = ["barred_elsewhere", "module"]


@bar("wild-four.barred", faces=(WILD_DRAW_FOUR,))
def barred_elsewhere(state: State, frame: Frame, action: Laying) -> bool | None:
    """Laid on a debt or jumped in with by a hand that holds the color in force."""
    held: bool | None = state.ruleset.tables.settings["wild-four.held"](state, action)
    return held


@rule("wild-four.paid")
def pay_at_once(step: Step, victim: Seat, owed: int) -> None:
    """The victim draws, without a choice, and loses the turn."""
    draw(step, victim, owed)
    lose_turn_for_cards(step, victim)


def _owe_at_once(step: Step, by: Seat, before: InForce, owed: int) -> None:
    """The next seat draws for the card that ``by`` has laid; for a last card under the clause about last cards."""
    victim = after(step, by)
    if step.hands[by]:
        pay_at_once(step, victim, owed)
        return
    step.tables.settings["out.draw-card"](step, victim, owed)
    lose_turn_for_cards(step, victim)


def module(
    *, barred: bool, named_color_counts: bool, drawn_may_be_played: bool, price: Rule[[Any, Play]] | None = None
) -> Module:
    """Wild Draw Four that nobody challenges.

    ``barred``: it may be played only by a hand without the color in force, which the referee sees to; ``price``: what it costs
    to try. ``named_color_counts``: whether the color named for a wild below counts; ``drawn_may_be_played``: whether it may be
    played in the turn it was drawn.
    """

    def tested(before: InForce) -> Color | None:
        return before.color if named_color_counts or before.face not in NAMING else None

    def held(state: State, action: Laying) -> bool | None:
        return held_of_color(state, action.actor, judged_hand(state, action), tested(state.in_force))

    @bar("wild-four.barred", faces=(WILD_DRAW_FOUR,), price=price)
    def holds_the_color(state: State, frame: Turn, action: Play) -> bool | None:
        """The hand holds the color in force."""
        return held(state, action)

    @ground("wild-four.innocent", faces=(WILD_DRAW_FOUR,))
    def innocent(state: State, frame: Turn, action: Play) -> bool | None:
        guilty = held(state, action)
        return None if guilty is None else not guilty

    @rule("wild-four")
    def aim(step: Step, action: Play, before: InForce) -> None:
        """The color named is in force; the next seat owes four."""
        step.tell("color-named", action.actor, (), None, step.in_force.color)
        step.tables.settings[("owe", WILD_DRAW_FOUR)](step, action.actor, before, OWED)

    return Module(
        name="wild-draw-four",
        checks=(
            (Turn, Play, on_any_card("wild-four.any-card", WILD_DRAW_FOUR)),
            (Turn, Play, same_symbol("wild-four.on-wild-four", WILD_DRAW_FOUR)),
            *(((Turn, Play, holds_the_color), (Turn, Play, innocent)) if barred else ()),
            *(() if drawn_may_be_played else ((Drawn, Play, drawn_is_kept),)),
        ),
        effects={WILD_DRAW_FOUR: aim},
        settings={("owe", WILD_DRAW_FOUR): _owe_at_once, ("worth", WILD_DRAW_FOUR): OWED, "wild-four.held": held}
        | ({("barred", WILD_DRAW_FOUR): held} if barred else {}),
        uses=(pay_at_once,),
    )
