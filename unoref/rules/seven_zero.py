"""Seven and zero: plain number cards, or cards with which hands change owners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Literal

from attrs import frozen

from unoref.actions import ChooseSeat, Laying, Play
from unoref.cards import FACES, Card
from unoref.checks import answer, bar
from unoref.frames import Chance, Frame
from unoref.placing import interrupts
from unoref.rules.turns import call_is_choice
from unoref.rules.uno_call import caller_of, new_hands
from unoref.ruleset import Module
from unoref.seats import Seat, seats_in, turn_order
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.verbs import draw, exchange_hands, resume_after, rotate_hands

__all__ = ["FindSlowest", "Seven", "Zero", "modules"]

#: What a seven does, and what a zero does.
Seven = Literal["plain", "optional", "forced"]
Zero = Literal["plain", "rotate", "slap", "slap-and-rotate"]

#: Points that the lists of plays leave no room for.
COVERED = ("seven-zero.none", "seven.target", "seven.opponent", "seven.last")

SEVEN = FACES["7"]
ZERO = FACES["0"]


@bar("seven-zero.none", faces=(SEVEN,))
def aims_a_plain_seven(state: State, frame: Frame, action: Laying) -> bool:
    """A seven chooses nobody: hands are not exchanged."""
    return action.target is not None


def _last_card(state: State, action: Laying) -> bool:
    return len(state.hands[action.actor]) == len(action.cards)


@bar("seven.target", faces=(SEVEN,))
def chooses_nobody(state: State, frame: Frame, action: Laying) -> bool:
    """A seven must exchange hands with somebody, unless it is the last card."""
    return action.target is None and not _last_card(state, action)


@bar("seven.target", faces=(SEVEN,))
def chooses_nobody_even_last(state: State, frame: Frame, action: Laying) -> bool:
    """A seven must exchange hands with somebody, even as the last card."""
    return action.target is None


@bar("seven.opponent", faces=(SEVEN,))
def no_opponent(state: State, frame: Frame, action: Laying) -> bool:
    """Hands are exchanged with another seat that is in the round."""
    return action.target is not None and (action.target == action.actor or action.target in state.finished)


@bar("seven.last", faces=(SEVEN,))
def exchanges_nothing(state: State, frame: Frame, action: Laying) -> bool:
    """A seven played last ends the round: no hands are exchanged."""
    return action.target is not None and _last_card(state, action)


@rule("seven.declined")
def keep_hands(step: Step, seat: Seat) -> None:
    """The hands are not exchanged."""
    step.tell("swap-declined", seat)


@rule("seven.last")
def last_swaps_nothing(step: Step, seat: Seat) -> None:
    """A last seven or zero wins as it is."""
    step.tell("hands-kept", seat)


@rule("seven.last-swaps")
def last_swaps_first(step: Step, seat: Seat) -> None:
    """A last seven exchanges hands before it is seen who is out."""
    step.tell("swaps-before-out", seat)


@rule("zero")
def rotate(step: Step, action: Laying, before: InForce) -> None:
    """All hands move one seat in the direction of play; as the last card it only ends the round."""
    if not step.hands[action.actor]:
        last_swaps_nothing(step, action.actor)
        return
    caller = caller_of(step, action)
    rotate_hands(step)
    new_hands(step, turn_order(step, action.actor), caller, False)


@frozen
class FindSlowest(Chance):
    """The others slap the zero that ``by`` has laid; the table says whose hand lies on top."""

    by: Seat


@rule("zero.slap")
def slap(step: Step, action: Laying, before: InForce) -> None:
    """The others slap the zero; a last card only ends the round, and with two players there is nobody to be slower than."""
    if not step.hands[action.actor]:
        last_swaps_nothing(step, action.actor)
    elif len(seats_in(step)) > 2:
        step.tell("slapped", action.actor)
        step.push(FindSlowest(action.actor))


@rule("zero.slap")
def rotate_and_slap(step: Step, action: Laying, before: InForce) -> None:
    """At such a table the hands move on first, then the zero is slapped."""
    if step.hands[action.actor]:
        rotate(step, action, before)
        if len(seats_in(step)) > 2:
            step.tell("slapped", action.actor)
            step.push(FindSlowest(action.actor))
    else:
        last_swaps_nothing(step, action.actor)


@rule("zero.slap")
def slowest_draws(step: Step, frame: FindSlowest, action: ChooseSeat) -> None:
    """The slowest draws two; play goes on after that seat."""
    step.pop()
    resume_after(step, action.target)
    step.tell("slowest", action.target)
    draw(step, action.target, 2)


@bar("zero.slowest")
def did_not_slap(state: State, frame: FindSlowest, action: ChooseSeat) -> bool:
    """The player of the zero does not slap it, nor does anybody who is out."""
    return action.target == frame.by or action.target in state.finished


def slowest_open(state: State, frame: FindSlowest) -> tuple[ChooseSeat, ...]:
    """Everybody but the player of the zero."""
    return tuple(ChooseSeat(seat) for seat in turn_order(state, frame.by) if seat != frame.by)


def _find_slowest(state: State, frame: FindSlowest, at: int) -> str:
    return interrupts(state, at, frame.by)


def slowest_at_random(state: State, frame: FindSlowest, rng: Random) -> ChooseSeat:
    """Any of them, each as likely as the next."""
    return rng.choice(slowest_open(state, frame))


def _left_by_seven(state: State, action: Laying) -> int:
    own = len(state.hands[action.actor]) - len(action.cards)
    return own if action.target is None or not own else len(state.hands[action.target])


def _left_by_swapping_seven(state: State, action: Laying) -> int:
    own = len(state.hands[action.actor]) - len(action.cards)
    return own if action.target is None else len(state.hands[action.target])


def _left_by_zero(state: State, action: Laying) -> int:
    own = len(state.hands[action.actor]) - len(action.cards)
    giver = turn_order(state, action.actor)[-2]
    return len(state.hands[giver]) if own else 0


def _with_call(state: State, play: Play, left: int) -> Iterator[Play]:
    yield play
    if call_is_choice(state, play.actor, left):
        yield Play(play.actor, play.cards, play.colors, target=play.target, saying_uno=True)


def _sevens(forced: bool, last_swaps: bool) -> Callable[[State, Play], Iterator[Play]]:
    """The choices with a seven, or a set of them: nobody, or with whom hands are exchanged."""

    def choices(state: State, play: Play) -> Iterator[Play]:
        seat, only = play.actor, not last_swaps and _last_card(state, play)
        if only or not forced:
            yield from _with_call(state, play, len(state.hands[seat]) - len(play.cards))
        for target in () if only else turn_order(state, seat):
            if target != seat:
                aimed = Play(seat, play.cards, play.colors, target=target)
                yield from _with_call(state, aimed, len(state.hands[target]))

    return choices


def _zeros(state: State, play: Play) -> Iterator[Play]:
    return _with_call(state, play, _left_by_zero(state, play))


def _single(choices: Callable[[State, Play], Iterator[Play]]) -> Callable[[State, Seat, Card], Iterator[Play]]:
    return lambda state, seat, card: choices(state, Play(seat, (card,)))


def _seven(way: Seven, last_swaps: bool) -> Module:
    if way == "plain":
        return Module(
            name="seven",
            checks=((Frame, Laying, aims_a_plain_seven),),
            settings={("takes-target", SEVEN): True},
        )
    forced = way == "forced"
    nobody = chooses_nobody_even_last if last_swaps else chooses_nobody
    checks = (*((nobody,) if forced else ()), no_opponent, *(() if last_swaps else (exchanges_nothing,)))
    choices = _sevens(forced, last_swaps)

    @rule("seven")
    def swap(step: Step, action: Laying, before: InForce) -> None:
        """Exchange hands with the seat chosen, or keep them; as the last card it only ends the round."""
        last = not step.hands[action.actor]
        if last and not last_swaps:
            last_swaps_nothing(step, action.actor)
        elif action.target is None:
            keep_hands(step, action.actor)
        else:
            if last:
                last_swaps_first(step, action.actor)
            caller = caller_of(step, action)
            exchange_hands(step, action.actor, action.target)
            new_hands(step, (action.actor, action.target), caller, False)

    return Module(
        name="seven",
        checks=tuple((Frame, Laying, check) for check in checks),
        effects={SEVEN: swap},
        settings={
            ("takes-target", SEVEN): True,
            ("form", SEVEN): _single(choices),
            ("choices", SEVEN): choices,
            ("left", SEVEN): _left_by_swapping_seven if last_swaps else _left_by_seven,
        },
        uses=(last_swaps_first if last_swaps else last_swaps_nothing, *(() if forced else (keep_hands,))),
    )


def _zero(way: Zero) -> Module:
    if way == "plain":
        return Module(name="zero")
    moved: dict[Any, Any] = {("form", ZERO): _single(_zeros), ("choices", ZERO): _zeros, ("left", ZERO): _left_by_zero}
    if way != "rotate":
        moves = way == "slap-and-rotate"
        sound: dict[type[Frame], Callable[[State, FindSlowest, int], str]] = {FindSlowest: _find_slowest}
        finding = answer(
            FindSlowest,
            ChooseSeat,
            slowest_draws,
            slowest_open,
            did_not_slap,
            covers=("zero.slowest",),
            at_random=slowest_at_random,
        )
        return Module(
            name="zero",
            answers=(finding,),
            effects={ZERO: rotate_and_slap if moves else slap},
            settings=moved if moves else {},
            sound=sound,
            uses=(last_swaps_nothing, *((rotate,) if moves else ())),
        )
    return Module(
        name="zero",
        effects={ZERO: rotate},
        settings=moved,
        uses=(last_swaps_nothing,),
    )


def modules(seven: Seven, zero: Zero, last_swaps: bool = False) -> tuple[Module, ...]:
    """What a seven does (an exchange of hands that the player may make or must), and what a zero does (every hand moves on,
    or the slowest to slap it draws); ``last_swaps``: whether a seven exchanges hands as the last card too."""
    return _seven(seven, last_swaps), _zero(zero)
