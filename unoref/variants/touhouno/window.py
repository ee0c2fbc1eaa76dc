"""The penalty of +2 and CC+2: answered with another, met with B, or taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any, Literal

from attrs import frozen

from unoref.actions import Accept, Action, Laying, Play
from unoref.cards import Card, card
from unoref.checks import Check, answer, bar, ground
from unoref.frames import Auto, BeginTurn, Frame, Over
from unoref.lasting import TurnTaken
from unoref.rules.drawing import not_the_top
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.variants.touhouno.bombs import ShuffleIn
from unoref.variants.touhouno.draws import left_to_draw, order_draws, reduced, take
from unoref.variants.touhouno.forms import with_power
from unoref.variants.touhouno.functions import CHANGE_TWO, DRAW_TWO, Penalty
from unoref.variants.touhouno.laying import carry_out
from unoref.variants.touhouno.listing import cards_open, colored_forms, forms_open
from unoref.variants.touhouno.marker import no_turn
from unoref.variants.touhouno.marks import BOMB, left_hand
from unoref.variants.touhouno.matching import companions, partner_unfit
from unoref.variants.touhouno.triggers import judged
from unoref.verbs import announce, last, leave_hand, put_on_top

__all__ = ["BombReturns", "Window", "module", "open_window"]

B = card("B")

#: What B makes everybody draw who added to the penalty.
FOUR = 4

Stacking = Literal["matching", "like", "off"]


@frozen
class Window(Frame):
    """``seat`` takes ``owed`` cards, or answers with +2, CC+2 or B; ``by`` added to the penalty, one entry for each play."""

    owed: int
    by: tuple[Seat, ...]


@frozen
class BombReturns(Auto):
    """B, played by ``seat``, goes back into the draw pile."""

    @property
    def aside(self) -> tuple[Card, ...]:
        return (B,)


def open_window(step: Step, seat: Seat, penalty: Penalty) -> None:
    """The seat is asked how it meets the penalty."""
    step.push(Window(seat, penalty.owed, penalty.by))
    step.tell("owes", seat, (), penalty.owed)


def _answers(action: Laying) -> bool:
    return judged(action.cards).face in (DRAW_TWO, CHANGE_TWO)


@ground("stacking.color")
def same_color(state: State, frame: Window, action: Play) -> bool:
    """A +2 of the color in force."""
    laid = judged(action.cards)
    return laid.face is DRAW_TWO and laid.color is state.in_force.color


@ground("stacking.symbol")
def same_symbol(state: State, frame: Window, action: Play) -> bool:
    """A +2 on a +2."""
    return judged(action.cards).face is DRAW_TWO and state.in_force.face is DRAW_TWO


@ground("stacking.change")
def change_two(state: State, frame: Window, action: Play) -> bool:
    """CC+2 answers any penalty."""
    return judged(action.cards).face is CHANGE_TWO


@ground("stacking.change")
def change_on_change(state: State, frame: Window, action: Play) -> bool:
    """CC+2 answers CC+2."""
    return judged(action.cards).face is CHANGE_TWO and state.in_force.face is CHANGE_TWO


@ground("bomb.window")
def bomb(state: State, frame: Window, action: Play) -> bool:
    """B may be played while a penalty is pending on its player."""
    return action.cards[0].face is BOMB


@ground("power.free")
def beside_power(state: State, frame: Window, action: Play) -> bool:
    """The partner of P need not match."""
    return with_power(action) and _answers(action)


@bar("penalty.other-card")
def no_answer(state: State, frame: Window, action: Play) -> bool:
    """Another card than +2, CC+2 and B."""
    return judged(action.cards).face not in (DRAW_TWO, CHANGE_TWO)


def _refusal(point: str) -> Check[Window, Play]:
    @bar(point)
    def not_so(state: State, frame: Window, action: Play) -> bool:
        """A +2 or CC+2 that does not answer this penalty."""
        return judged(action.cards).face in (DRAW_TWO, CHANGE_TWO)

    return not_so


#: Why a +2 or CC+2 does not answer a penalty, as the table has it.
REFUSALS: dict[Stacking, Check[Window, Play]] = {
    "matching": _refusal("penalty.no-match"),
    "like": _refusal("stacking.like-only"),
    "off": _refusal("stacking.off"),
}


@bar("bomb.not-threatened")
def not_threatened(state: State, frame: Window, action: Play) -> bool:
    """B by another player than the one whom the penalty threatens."""
    return action.actor != frame.seat and any(card.face is BOMB for card in action.cards)


@bar("bomb.last-card")
def last_bomb(state: State, frame: Window, action: Play) -> bool:
    """B as the last card."""
    return action.cards[0].face is BOMB and len(state.hands[action.actor]) == 1


@bar("penalty.too-many")
def more_than_owed(state: State, frame: Window, action: Accept) -> bool:
    """More cards named than are owed."""
    return len(action.cards) > reduced(state, frame.seat, frame.owed)


@rule("bomb.returns")
def bomb_returns(step: Step, frame: BombReturns) -> None:
    """The fours have been drawn: B goes back and the pile is shuffled."""
    step.pop()
    put_on_top(step, B)
    step.tell("bomb-back", frame.seat, (B,))
    step.push(ShuffleIn(step.point))


def color_symbol_or_change(card: Card, force: InForce) -> bool:
    """A +2 of the color in force or on a +2, and any CC+2."""
    if card.face is DRAW_TWO:
        return card.color is force.color or force.face is DRAW_TWO
    return card.face is CHANGE_TWO


def its_like(card: Card, force: InForce) -> bool:
    """A +2 on a +2, CC+2 on CC+2."""
    return card.face is force.face and card.face in (DRAW_TWO, CHANGE_TWO)


def nothing_answers(card: Card, force: InForce) -> bool:
    """No card."""
    return False


#: Which cards answer a penalty, as the table has it.
ANSWERS: dict[Stacking, Callable[[Card, InForce], bool]] = {
    "matching": color_symbol_or_change,
    "like": its_like,
    "off": nothing_answers,
}


def _plays(stacking: Stacking, power_free: bool, bomb_may_be_last: bool) -> Callable[[State, Window], list[Any]]:
    answers = ANSWERS[stacking]

    def offers(state: State, frame: Window) -> list[Any]:
        seat, force = frame.seat, state.in_force
        hand = state.hands[seat]

        def fits(card: Card) -> bool:
            return answers(card, force)

        def free(card: Card) -> bool:
            return card.face in (DRAW_TWO, CHANGE_TWO) if power_free else fits(card)

        cards = cards_open(state, seat)
        found: list[Any] = list(colored_forms(state, Play, seat, forms_open(state, seat, cards, fits, free)))
        if B in cards and (bomb_may_be_last or len(hand) > 1):
            found += colored_forms(state, Play, seat, ((B,),))
        return found

    return offers


def _accept(state: State, frame: Window) -> tuple[Accept, ...]:
    return (Accept(frame.seat),)


def _sound(state: State, frame: Window, at: int) -> str:
    if no_turn(state) or not all(isinstance(under, Auto) for under in state.frames[:at]):
        return "it lies directly on the turn it is met in"
    return "" if 1 <= frame.owed <= 1000 and frame.by else "nobody owes so many cards"


def _sound_return(state: State, frame: BombReturns, at: int) -> str:
    return no_turn(state) if at == 1 else "it lies directly on the turn it was played in"


def module(
    covered: Collection[str],
    *,
    stacking: Stacking,
    turn_is_lost: bool,
    fours_per_player: bool,
    bomb_may_be_last: bool,
    power_free: bool,
) -> Module:
    """The window; ``covered`` are the points that its list of plays heeds.

    ``stacking``: what answers what; ``turn_is_lost``: by taking the penalty; ``fours_per_player``: not for each play.
    """
    by_kind: dict[Stacking, tuple[Check[Window, Play], ...]] = {
        "matching": (same_color, same_symbol, change_two),
        "like": (same_symbol, change_on_change),
        "off": (),
    }
    answering = (*by_kind[stacking], *((beside_power,) if power_free else ()))

    @rule("bomb.played")
    def throw_bomb(step: Step, frame: Window, action: Play) -> None:
        """Nobody draws the penalty; whoever added to it draws four; B goes back into the pile."""
        seat = frame.seat
        announce(step, TurnTaken(seat, True))
        leave_hand(step, seat, B)
        left_hand(step, seat, B)
        step.tell("played", seat, (B,))
        at_once = step.tables.settings["out.at-once"]
        if at_once is not None and not step.hands[seat]:
            put_on_top(step, B)
            at_once(step, seat)
            return
        step.tell("penalty-void", seat, (), frame.owed)
        plays = Counter(frame.by)
        hit = [other for other in turn_order(step, seat) if other != seat and plays[other]]
        step.push(BombReturns(seat))
        order_draws(step, [(other, FOUR if fours_per_player else FOUR * plays[other]) for other in hit])

    @rule("stacking")
    def answer_penalty(step: Step, frame: Window, action: Play) -> None:
        """The penalty grows and passes on; or B meets it."""
        step.pop()
        if action.cards[0].face is BOMB:
            throw_bomb(step, frame, action)
            return
        last(step, Penalty(frame.owed, frame.by))
        carry_out(step, action)

    @rule("penalty.taken")
    def take_penalty(step: Step, frame: Window, action: Accept) -> None:
        """Draw the whole penalty."""
        step.pop()
        seat = frame.seat
        announce(step, TurnTaken(seat, False))
        if not turn_is_lost:
            step.frames[0] = BeginTurn(seat, True)
        count = left_to_draw(step, seat, frame.owed)
        if count:
            take(step, seat, count, action.cards)
        if turn_is_lost and type(step.frames[-1]) is not Over:
            step.tell("turn-lost", seat)

    refusals: dict[tuple[type[Frame], type[Action]], str] = {(Window, Action): "penalty.pending"}
    return Module(
        name="window",
        answers=(
            answer(
                Window,
                Play,
                answer_penalty,
                _plays(stacking, power_free, bomb_may_be_last),
                *answering,
                bomb,
                *(() if bomb_may_be_last else (last_bomb,)),
                not_threatened,
                *companions(answering),
                otherwise=(no_answer, REFUSALS[stacking], partner_unfit),
                covers=(
                    *covered,
                    "stacking.color",
                    "stacking.symbol",
                    "stacking.change",
                    "bomb.window",
                    "bomb.last-card",
                    "bomb.not-threatened",
                ),
            ),
            answer(
                Window,
                Accept,
                take_penalty,
                _accept,
                more_than_owed,
                not_the_top,
                covers=("penalty.too-many", "draw.not-the-top"),
            ),
        ),
        autos={BombReturns: bomb_returns},
        refusals=refusals,
        sound={Window: _sound, BombReturns: _sound_return},
        uses=(throw_bomb,),
    )
