"""Playing out of turn: a card of the number just played, for whoever has the permission."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from attrs import evolve, frozen

from unoref.actions import JumpIn, Pass
from unoref.cards import UNKNOWN, Card, Face
from unoref.checks import answer, bar
from unoref.frames import Frame
from unoref.lasting import Lasting
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import possible_in_hand
from unoref.variants.touhouno.casting import Casting
from unoref.variants.touhouno.lasting import UntilStart, all_of, one_of
from unoref.variants.touhouno.marker import marker, no_turn
from unoref.verbs import last, lift

__all__ = ["DigitLaid", "JumpRight", "MayJump", "digit_laid", "may_jump", "module", "open_windows"]


@frozen
class JumpRight(UntilStart):
    """``seat`` may play, out of turn, a card with the number of the digit card that another player has just played."""

    over: ClassVar[str] = "jumps-over"


@frozen
class DigitLaid(Lasting):
    """``seat`` has just played a digit card of this face; nobody has been asked yet."""

    seat: Seat
    face: Face


@frozen
class MayJump(Frame):
    """``seat`` may play a digit card of this face at once, or let it be."""

    face: Face


def may_jump(step: Step, cast: Casting) -> None:
    """The part that gives the caster the permission until its next turn begins."""
    last(step, JumpRight(cast.seat))
    step.tell("may-jump", cast.seat)


def digit_laid(step: Step, seat: Seat, face: Face) -> None:
    """A digit card has been played: it will be asked who plays another at once."""
    if face.number is not None and one_of(step, JumpRight) is not None:
        last(step, DigitLaid(seat, face))


def open_windows(step: Step) -> bool:
    """Ask everybody who may play out of turn after the card just played; tell whether anybody is asked."""
    laid = one_of(step, DigitLaid)
    if laid is None:
        return False
    lift(step, laid)
    if step.in_force.face is not laid.face:
        return False
    rights = {right.seat for right in all_of(step, JumpRight)} - {laid.seat}
    asked = [MayJump(seat, laid.face) for seat in turn_order(step, marker(step).seat) if seat in rights]
    step.push(*reversed(asked))
    for frame in asked:
        step.tell("asked-to-jump", frame.seat)
    return bool(asked)


@rule("jump-in.declined")
def let_be(step: Step, frame: MayJump, action: Pass) -> None:
    """Nothing is played out of turn."""
    step.pop()
    step.tell("no-jump", frame.seat)


@bar("jump-in.number")
def other_number(state: State, frame: MayJump, action: JumpIn) -> bool:
    """Not a card of the number just played."""
    return any(card.face is not frame.face for card in action.cards)


@bar("jump-in.one-card")
def several_cards(state: State, frame: MayJump, action: JumpIn) -> bool:
    """One card is played out of turn."""
    return len(action.cards) > 1


#: Forms of a play as actions.
Listed = Callable[[State, type[JumpIn], Seat, Iterable[tuple[Card, ...]]], Iterable[Any]]


def _jumps(listed: Listed, pairs: bool) -> Callable[[State, MayJump], list[JumpIn]]:
    def offers(state: State, frame: MayJump) -> list[JumpIn]:
        hand = state.hands[frame.seat]
        cards: list[Card] = [card for card in dict.fromkeys(hand) if card.face is frame.face]
        if UNKNOWN in hand:
            cards += [c for c in possible_in_hand(state, frame.seat) if c.face is frame.face and c not in cards]
        forms = [(card,) for card in cards] + ([(card, card) for card in cards] if pairs else [])
        return list(listed(state, JumpIn, frame.seat, forms))

    return offers


def _pass(state: State, frame: MayJump) -> tuple[Pass, ...]:
    return (Pass(frame.seat),)


def close_windows(step: Step) -> None:
    """A card is played out of turn: the others who were to be asked are asked about that one."""
    step.frames[:] = [frame for frame in step.frames if not isinstance(frame, MayJump)]


def order_from(step: Step, seat: Seat) -> None:
    """The turn passes on from who has played out of turn."""
    step.frames[0] = evolve(marker(step), seat=seat)


def _sound(state: State, frame: MayJump, at: int) -> str:
    return no_turn(state) if frame.face.number is not None else "only digit cards are played out of turn"


def module(play: Callable[[Step, JumpIn], None], listed: Listed, *, from_caster: bool, pairs: bool) -> Module:
    """Playing out of turn.

    ``play`` lays the card and lets everything follow, ``listed`` makes actions of cards; ``from_caster``: the turn goes on
    after who has played, not after whose turn it was; ``pairs``: two identical cards too.
    """

    @rule("jump-in")
    def jump_in(step: Step, frame: MayJump, action: JumpIn) -> None:
        """The card is played; it is no turn."""
        close_windows(step)
        if from_caster:
            order_from(step, frame.seat)
        play(step, action)

    return Module(
        name="jumps",
        answers=(
            answer(
                MayJump,
                JumpIn,
                jump_in,
                _jumps(listed, pairs),
                other_number,
                *(() if pairs else (several_cards,)),
            ),
            answer(MayJump, Pass, let_be, _pass),
        ),
        sound={MayJump: _sound},
    )
