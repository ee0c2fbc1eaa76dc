"""Skip, Reverse and Draw Two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unoref.actions import Play
from unoref.cards import FACES, UNKNOWN, Card
from unoref.checks import bar
from unoref.frames import Drawn, Turn
from unoref.rules.matching import fits, on_any_card, same_symbol
from unoref.rules.turns import forms
from unoref.ruleset import Module
from unoref.seats import Seat, after, number_in
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.unseen import possible_cards, possible_in_hand
from unoref.verbs import draw, lose_turn, reverse

__all__ = [
    "DRAW_TWO",
    "REVERSE",
    "SKIP",
    "does_nothing",
    "draw_for_the_last_card",
    "fits_freely",
    "free",
    "lose_turn_to_the_only_opponent",
    "matches_nothing",
    "module",
]

#: Points that the lists of plays leave no room for.
COVERED = ("match.skip", "match.reverse", "match.draw-two", "stacking.none")

SKIP = FACES["S"]
REVERSE = FACES["R"]
DRAW_TWO = FACES["+2"]


def _playing(step: Step, actor: Seat) -> int:
    """How many seats were in the round when the card was laid: one that has gone out with it counts."""
    return number_in(step) + (actor in step.finished)


@rule("skip")
def skip(step: Step, action: Play, before: InForce) -> None:
    """The next seat loses its turn."""
    passes_over = pass_over_the_only_opponent if _playing(step, action.actor) == 2 else lose_turn
    passes_over(step, after(step, action.actor))


@rule("skip.two-players")
def pass_over_the_only_opponent(step: Step, victim: Seat) -> None:
    """With two players the one who skips plays again."""
    lose_turn(step, victim)


@rule("reverse")
def turn_round(step: Step, action: Play, before: InForce) -> None:
    """The direction turns round; with two left that passes over the other."""
    reverse(step)
    if _playing(step, action.actor) == 2:
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
    victim, actor = after(step, action.actor), action.actor
    if step.hands[actor] or actor in step.finished:  # who is out already has left the others to play on
        draw(step, victim, 2)
    elif pay_for_the_last(step, victim, 2):
        return
    (lose_turn_to_the_only_opponent if number_in(step) == 2 else lose_turn)(step, victim)


def pay_for_the_last(step: Step, victim: Seat, count: int) -> bool:
    """What a draw card costs that ends the round; tell whether that is nothing."""
    pays = step.tables.settings["out.draw-card"]
    pays(step, victim, count)
    return pays is draw_nothing


@rule("out.draw-card")
def draw_for_the_last_card(step: Step, victim: Seat, count: int, named: tuple[Card, ...] = ()) -> None:
    """A draw card played last is still paid."""
    draw(step, victim, count, named)


@rule("out.draw-card")
def draw_nothing(step: Step, victim: Seat, count: int, named: tuple[Card, ...] = ()) -> None:
    """A draw card that ends the round costs nobody anything."""
    step.tell("not-paid", victim, (), count)


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


@bar("stacking.skip", faces=(SKIP,))
def passes_a_skip_on(state: State, frame: Turn, action: Play) -> bool:
    """A Skip played by the seat that has just lost its turn to one."""
    top = state.discard.top
    if top is None or top.face is not SKIP:
        return False
    return action.actor != frame.seat and after(state, action.actor) == frame.seat


def skip_stays() -> Module:
    """Under stacking too, a Skip is not passed on with another."""
    return Module(name="skip-stays", checks=((Turn, Play, passes_a_skip_on),))


def module(paid_at_once: bool = True, two_reverse_as_skip: bool = True, last_paid: bool = True) -> Module:
    """The three colored action cards.

    ``paid_at_once``: a Draw Two cannot be answered (else another module says what it does); ``two_reverse_as_skip``: with two
    players a Reverse is a Skip, else it has no effect; ``last_paid``: whether a draw card that ends the round is still paid.
    """
    unanswerable = ((Turn, Play, answers_a_draw_card),) if paid_at_once else ()
    pays_last = draw_for_the_last_card if last_paid else draw_nothing
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
        settings={"out.draw-card": pays_last},
        uses=(
            pays_last,
            pass_over_the_only_opponent,
            reverse_as_skip if two_reverse_as_skip else does_nothing,
            lose_turn_to_the_only_opponent,
        ),
    )


@bar("match.action-card")
def matches_nothing(state: State, frame: Turn, action: Play) -> bool:
    """An action card without the color or the symbol."""
    return len(action.cards) == 1 and action.card.face in (SKIP, REVERSE, DRAW_TWO)


def _any_action_card(state: State, frame: Turn) -> Iterator[Play]:
    """The action cards of the hand, or the one just drawn, that have neither the color nor the symbol in force."""
    seat, force = frame.seat, state.in_force
    cards: Iterable[Card] = state.hands[seat]
    if isinstance(frame, Drawn):
        cards = possible_cards(state) if frame.card is UNKNOWN else (frame.card,)
    elif UNKNOWN in state.hands[seat]:
        cards = (*cards, *possible_in_hand(state, seat))
    for card in dict.fromkeys(cards):
        if card.face in (SKIP, REVERSE, DRAW_TWO) and card.color is not force.color and card.face is not force.face:
            yield from forms(state, seat, card)


def free() -> Module:
    """Skip, Reverse and Draw Two need no match."""
    return Module(
        name="free-action-cards",
        checks=((Turn, Play, on_any_card("match.free-action-card", SKIP, REVERSE, DRAW_TWO)),),
        offers=((Turn, Play, _any_action_card),),
    )


def fits_freely(card: Card, force: InForce) -> bool:
    """As :func:`unoref.rules.matching.fits`, where action cards need no match."""
    return fits(card, force) or card.face in (SKIP, REVERSE, DRAW_TWO)
