"""Drawing one card instead of playing, and what happens when there is nothing left to draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random

from attrs import frozen

from unoref.actions import Accept, ChooseSeat, Draw, Pass
from unoref.cards import UNKNOWN, Card
from unoref.checks import answer, bar, ground
from unoref.frames import Chance, Drawn, Frame, PassTurn, Turn
from unoref.lasting import Lasting, Moment, TurnTaken
from unoref.rules.going_out import side_of
from unoref.ruleset import Module
from unoref.seats import Seat, seats_in, turn_order
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.unseen import copies_unseen, holds
from unoref.verbs import announce, draw_in_turn, end_round, kept, last, lift

__all__ = ["FindLowest", "Standstill", "can_draw", "contradicts_pile", "module"]


@frozen
class Standstill(Lasting):
    """Seats in a row that could neither play nor draw; a full circle of them ends the round."""

    passes: int


def can_draw(state: State) -> bool:
    """Whether the draw pile, or the discards below those that stay, can supply a card."""
    return bool(state.draw_pile) or len(state.discard) > int(state.ruleset.tables.settings["reshuffle.keeps"])


def contradicts_pile(state: State, cards: Sequence[Card]) -> bool:
    """Whether the cards, first drawn first, cannot be the next: others are known, no copy is left, or there are too few.

    What goes beyond the draw pile comes out of the discards that would be shuffled.
    """
    beyond = cards[len(state.draw_pile) :]
    if beyond and not _among(beyond, state.discard.parted(*kept(state))[1]):
        return True
    unseen = None
    for said, lying in zip(cards, state.draw_pile, strict=False):
        if lying is UNKNOWN and said is not UNKNOWN:
            unseen = copies_unseen(state) if unseen is None else unseen
            unseen[said] -= 1
            if unseen[said] < 0:
                return True
        elif said is not lying and said is not UNKNOWN:
            return True
    return False


def _among(said: Sequence[Card], lying: Sequence[Card]) -> bool:
    """Whether the cards may be some of those that lie there; unknown ones may be any."""
    stray = Counter(said) - Counter(lying)
    return len(said) <= len(lying) and stray.total() - stray[UNKNOWN] <= lying.count(UNKNOWN)


@bar("draw.not-the-top")
def not_the_top(state: State, frame: Frame, action: Draw | Accept) -> bool:
    """The cards said to be drawn cannot be the next of the pile."""
    named = action.cards if isinstance(action, Accept) else () if action.card is None else (action.card,)
    return bool(named) and contradicts_pile(state, named)


@bar("draw.nothing-left")
def nothing_left(state: State, frame: Turn, action: Draw) -> bool:
    """Neither pile can supply a card."""
    return not can_draw(state)


@rule("draw.short")
def forgive(step: Step, seat: Seat, missing: int) -> None:
    """Cards that neither pile can supply are not owed."""
    step.tell("not-drawn", seat, (), missing)


@ground("draw.one")
def draws_one(state: State, frame: Turn, action: Draw) -> bool:
    """A turn may be a draw."""
    return True


@ground("draw.by-choice")
def could_play(state: State, frame: Turn, action: Draw) -> bool:
    """A seat that holds a playable card may draw all the same."""
    fits: Callable[[Card, InForce], bool] = state.ruleset.tables.settings["match.fits"]
    return any(fits(card, state.in_force) for card in state.hands[frame.seat] if card is not UNKNOWN)


@bar("draw.again")
def draws_again(state: State, frame: Drawn, action: Draw) -> bool:
    """One card is drawn, never a second."""
    return action.actor == frame.seat


def _stuck(state: State, seat: Seat) -> bool | None:
    if can_draw(state):
        return False
    fits: Callable[[Card, InForce], bool] = state.ruleset.tables.settings["match.fits"]
    playable = holds(state, seat, state.hands[seat], lambda card: fits(card, state.in_force))
    return None if playable is None else not playable


@ground("pass.stuck")
def stuck(state: State, frame: Turn, action: Pass) -> bool | None:
    """Nothing to draw and nothing to play."""
    return _stuck(state, frame.seat)


@bar("pass.never-free")
def no_free_pass(state: State, frame: Turn, action: Pass) -> bool:
    """A turn is a play or a draw."""
    return True


@rule("draw.one")
def draw_card(step: Step, frame: Turn, action: Draw) -> None:
    """Draw one card; it may be played at once."""
    step.frames.pop()
    draw_in_turn(step, frame.seat, () if action.card is None else (action.card,))
    if step.lasting:
        announce(step, TurnTaken(frame.seat, False))


@rule("pass.stuck")
def stand_still(step: Step, frame: Turn, action: Pass) -> None:
    """Pass for want of anything to do; when a full circle has passed, nobody can move and the round is drawn."""
    passes = 1 + sum(effect.passes for effect in step.lasting if isinstance(effect, Standstill))
    step.tell("passed", frame.seat)
    if passes >= len(seats_in(step)):
        end_round(step, ())
        return
    step.frames[-1] = PassTurn(frame.seat)
    announce(step, TurnTaken(frame.seat, False))
    last(step, Standstill(passes))


@frozen
class FindLowest(Chance):
    """The table finds the lowest hand, which unknown cards decide; ``stuck`` is the seat that could not move."""

    stuck: Seat


@rule("exhausted.lowest-hand")
def give_round_to_lowest(step: Step, frame: Turn, action: Pass) -> None:
    """Nothing to draw and nothing to play: the round ends, the lowest hand wins it; of equal ones the next in turn."""
    step.tell("passed", frame.seat)
    step.frames[-1] = PassTurn(frame.seat)
    if any(UNKNOWN in cards for cards in step.hands):
        step.push(FindLowest(frame.seat))
        return
    order = turn_order(step, frame.seat)
    lowest = min(order, key=lambda seat: _least(step, step.hands[seat]))
    end_round(step, side_of(step, lowest))


@rule("exhausted.lowest-hand")
def give_round(step: Step, frame: FindLowest, action: ChooseSeat) -> None:
    """The table has found the lowest hand."""
    end_round(step, side_of(step, action.target))


def _least(position: State | Step, cards: Iterable[Card]) -> int:
    """What a hand is worth at least."""
    points = position.ruleset.tables.settings["points"]
    return sum(points[card.face] for card in cards)


@bar("exhausted.not-lowest")
def cannot_be_lowest(state: State, frame: FindLowest, action: ChooseSeat) -> bool:
    """A seat that is out, or whose known cards alone are worth more than a hand that is known whole."""
    if action.target in state.finished:
        return True
    known = [_least(state, state.hands[seat]) for seat in seats_in(state) if UNKNOWN not in state.hands[seat]]
    return bool(known) and _least(state, state.hands[action.target]) > min(known)


def lowest_open(state: State, frame: FindLowest) -> tuple[ChooseSeat, ...]:
    """Every seat that may have the lowest hand."""
    found = (ChooseSeat(seat) for seat in turn_order(state, frame.stuck))
    return tuple(action for action in found if not cannot_be_lowest.test(state, frame, action))


def any_seat(state: State, frame: FindLowest, rng: Random) -> ChooseSeat:
    """Any seat still in the round, each as likely as the next."""
    return rng.choice(lowest_open(state, frame))


def moves_again(step: Step, effect: Standstill, moment: Moment) -> None:
    """Somebody did something: the count of idle seats begins anew."""
    lift(step, effect)


@cache
def _one_draw(seat: Seat) -> tuple[Draw, ...]:
    return (Draw(seat),)


def draw_open(state: State, frame: Turn) -> tuple[Draw, ...]:
    """Drawing one card."""
    return _one_draw(frame.seat) if can_draw(state) else ()


def no_draw_open(state: State, frame: Drawn) -> tuple[Draw, ...]:
    """After a draw there is no second one."""
    return ()


def pass_open(state: State, frame: Turn) -> tuple[Pass, ...]:
    """Passing, where nothing else can be done."""
    if state.draw_pile or _stuck(state, frame.seat) is False:
        return ()
    return (Pass(frame.seat),)


_COVERED = ("draw.nothing-left", "draw.not-the-top", "draw.one", "draw.by-choice")


def module(exhausted: str) -> Module:
    """Drawing one card; ``exhausted``: what a seat that can do nothing brings about (``pass`` or ``lowest-hand``)."""
    take = stand_still if exhausted == "pass" else give_round_to_lowest
    finding = answer(
        FindLowest,
        ChooseSeat,
        give_round,
        lowest_open,
        cannot_be_lowest,
        covers=("exhausted.not-lowest",),
        at_random=any_seat,
    )
    return Module(
        name="drawing",
        answers=(
            answer(Turn, Draw, draw_card, draw_open, nothing_left, draws_one, could_play, covers=_COVERED),
            answer(
                Drawn,
                Draw,
                draw_card,
                no_draw_open,
                draws_again,
                covers=(*_COVERED, "draw.again"),
            ),
            answer(Turn, Pass, take, pass_open, stuck, otherwise=(no_free_pass,), covers=("pass.stuck",)),
            *(() if exhausted == "pass" else (finding,)),
        ),
        checks=((Frame, Draw, not_the_top), (Frame, Accept, not_the_top)),
        listeners={(Standstill, TurnTaken): moves_again},
        refusals={(Drawn, Draw): "draw.again"},
        settings={"draw.short": forgive},
    )
