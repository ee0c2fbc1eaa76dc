"""Skip, Reverse and Draw Two."""

from __future__ import annotations

from unoref.actions import Play
from unoref.cards import FACES, Card
from unoref.checks import bar
from unoref.frames import Turn
from unoref.rules.matching import same_symbol
from unoref.ruleset import Module
from unoref.seats import Seat, after, seats_in
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.verbs import draw, lose_turn, reverse

__all__ = [
    "DRAW_TWO",
    "REVERSE",
    "SKIP",
    "does_nothing",
    "draw_for_the_last_card",
    "lose_turn_to_the_only_opponent",
    "module",
]

#: Points that the lists of plays leave no room for.
COVERED = ("match.skip", "match.reverse", "match.draw-two", "stacking.none")

SKIP = FACES["S"]
REVERSE = FACES["R"]
DRAW_TWO = FACES["+2"]


@rule("skip")
def skip(step: Step, action: Play, before: InForce) -> None:
    """The next seat loses its turn."""
    rule_for = pass_over_the_only_opponent if len(seats_in(step)) == 2 else pass_over
    rule_for(step, after(step, action.actor))


@rule("skip")
def pass_over(step: Step, victim: Seat) -> None:
    """The seat loses its turn."""
    lose_turn(step, victim)


@rule("skip.two-players")
def pass_over_the_only_opponent(step: Step, victim: Seat) -> None:
    """With two players the one who skips plays again."""
    lose_turn(step, victim)


@rule("reverse")
def turn_round(step: Step, action: Play, before: InForce) -> None:
    """The direction turns round; with two left that passes over the other."""
    reverse(step)
    if len(seats_in(step)) == 2:
        reverse_as_skip(step, after(step, action.actor))


@rule("reverse.two-players")
def reverse_as_skip(step: Step, victim: Seat) -> None:
    """With two players a Reverse is a Skip."""
    lose_turn(step, victim)


@rule("reverse")
def turn_round_unless_two(step: Step, action: Play, before: InForce) -> None:
    """The direction turns round; at a table of two nothing happens."""
    if len(step.hands) == 2:
        does_nothing(step)
    else:
        reverse(step)


@rule("reverse.two-players")
def does_nothing(step: Step) -> None:
    """With two players a Reverse has no effect."""
    step.tell("no-effect", None, (top,) if (top := step.discard.top) else ())


@rule("draw-two")
def draw_two(step: Step, action: Play, before: InForce) -> None:
    """The next seat draws two and loses its turn."""
    victim = after(step, action.actor)
    (draw_for_the_last_card if not step.hands[action.actor] else draw_cards)(step, victim, 2)
    (lose_turn_to_the_only_opponent if len(seats_in(step)) == 2 else lose_turn_for_two)(step, victim)


@rule("draw-two")
def draw_cards(step: Step, victim: Seat, count: int) -> None:
    """The seat draws."""
    draw(step, victim, count)


@rule("out.draw-card")
def draw_for_the_last_card(step: Step, victim: Seat, count: int, named: tuple[Card, ...] = ()) -> None:
    """A draw card played last is still paid."""
    draw(step, victim, count, named)


@rule("draw-two")
def lose_turn_for_two(step: Step, victim: Seat) -> None:
    """The seat that draws two loses its turn."""
    lose_turn(step, victim)


@rule("draw-two.two-players")
def lose_turn_to_the_only_opponent(step: Step, victim: Seat) -> None:
    """With two players the turn comes back at once."""
    lose_turn(step, victim)


@bar("stacking.none", faces=(DRAW_TWO, FACES["W+4"]))
def answers_a_draw_card(state: State, frame: Turn, action: Play) -> bool:
    """A draw card played by the seat that has just lost its turn to one."""
    top = state.discard.top
    if top is None or top.face not in (DRAW_TWO, FACES["W+4"]):
        return False
    return action.actor != frame.seat and after(state, action.actor) == frame.seat


def module(paid_at_once: bool = True, two_reverse_as_skip: bool = True) -> Module:
    """The three colored action cards.

    ``paid_at_once``: a Draw Two cannot be answered (else another module says what it does); ``two_reverse_as_skip``: with two
    players a Reverse is a Skip, else it has no effect.
    """
    unanswerable = ((Turn, Play, answers_a_draw_card),) if paid_at_once else ()
    turns_round = turn_round if two_reverse_as_skip else turn_round_unless_two
    return Module(
        name="action-cards",
        checks=(
            *unanswerable,
            (Turn, Play, same_symbol("match.skip", SKIP)),
            (Turn, Play, same_symbol("match.reverse", REVERSE)),
            (Turn, Play, same_symbol("match.draw-two", DRAW_TWO)),
        ),
        effects={SKIP: skip, REVERSE: turns_round} | ({DRAW_TWO: draw_two} if paid_at_once else {}),
        uses=(
            draw_cards,
            draw_for_the_last_card,
            pass_over,
            pass_over_the_only_opponent,
            reverse_as_skip if two_reverse_as_skip else does_nothing,
            lose_turn_for_two,
            lose_turn_to_the_only_opponent,
        ),
    )
