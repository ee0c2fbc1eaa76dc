"""Passing: the card it costs, what may be done with that card, and passing without one."""

from __future__ import annotations

from random import Random

from attrs import frozen

from unoref.actions import (
    Draw,
    Find,
    Pass,
)
from unoref.cards import UNKNOWN
from unoref.checks import Check, answer, bar, ground
from unoref.frames import Chance, Drawn, Frame, Over, Turn
from unoref.lasting import TurnTaken
from unoref.rules.drawing import not_the_top
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import possible_in_hand
from unoref.variants.touhouno.bombs import Redraw
from unoref.variants.touhouno.draws import ExtraCard, left_to_draw, order_draws, reduced, take
from unoref.variants.touhouno.lasting import alive, all_of, in_force_for
from unoref.variants.touhouno.listing import playable
from unoref.variants.touhouno.marker import Turning, no_turn
from unoref.variants.touhouno.marks import whole_hand_open
from unoref.variants.touhouno.own_turn import FreePass
from unoref.variants.touhouno.ranking import pile_is_out
from unoref.verbs import announce

__all__ = [
    "FindPlayable",
    "OpenDrawn",
    "module",
]


@frozen
class OpenDrawn(Drawn):
    """As :class:`unoref.frames.Drawn`, of a seat whose whole hand lies open: everybody sees the card."""

    def seen_by(self, seat: Seat) -> Frame:
        return self


@frozen
class FindPlayable(Chance):
    """The table finds whether the card that ``of`` drew for its pass and nobody knows could have been played."""

    of: Seat


@rule("pass.draw")
def draw_for_pass(step: Step, frame: Turn, action: Draw) -> None:
    """Passing costs one card; it may be played, unless the pile has run out with it."""
    seat = frame.seat
    step.frames[-1] = Turning(seat, seat)
    if step.lasting:
        announce(step, TurnTaken(seat, False))
    count = left_to_draw(step, seat, 1, True)
    if not count:
        return
    taken = take(step, seat, count, () if action.card is None else (action.card,))
    if not taken or isinstance(step.frames[-1], Over) or (len(step.frames) == 1 and pile_is_out(step)):
        return
    step.frames[0] = (OpenDrawn if whole_hand_open(step, seat) else Drawn)(seat, taken[0])


@rule("pass.free")
def pass_free(step: Step, frame: Turn, action: Pass) -> None:
    """Pass without drawing."""
    step.frames[-1] = Turning(frame.seat, frame.seat)
    announce(step, TurnTaken(frame.seat, False))
    step.tell("passed", frame.seat)


@rule("pass.keep")
def keep_drawn(step: Step, frame: Drawn, action: Pass) -> None:
    """Keep the drawn card: the turn is over."""
    seat = frame.seat
    step.frames[-1] = Turning(seat, seat)
    step.tell("passed", seat)
    if in_force_for(step, ExtraCard):
        fits = step.tables.settings["pass.could-play"](step, frame)
        if fits is None:
            step.push(FindPlayable(seat))
        elif not fits:
            draw_extra(step, seat)


@rule("pass.extra")
def draw_extra(step: Step, seat: Seat) -> None:
    """The drawn card could not be played: one more for each effect in force, which cannot be played now."""
    order_draws(step, [(seat, 1) for _ in all_of(step, ExtraCard)])


@rule("pass.extra-found")
def found_playable(step: Step, frame: FindPlayable, action: Find) -> None:
    """The table has found whether the drawn card could have been played."""
    step.pop()
    if action.outcome == "no":
        draw_extra(step, frame.of)


def _could_play(step: Step, frame: Drawn) -> bool | None:
    """Whether the drawn card could have been played by itself; None where unknown cards decide."""
    before = step.freeze()
    if frame.card is not UNKNOWN:
        return playable(before, frame, frame.seat, frame.card)
    found = {playable(before, frame, frame.seat, card) for card in possible_in_hand(before, frame.seat)}
    return found.pop() if len(found) == 1 else None


def _never(step: Step, frame: Drawn) -> bool:
    """A drawn card that is not played counts as one that could not be."""
    return False


@bar("pass.must-play")
def could_play(state: State, frame: Turn, action: Draw | Pass) -> bool | None:
    """A pass, with a card or without, by a player who could play a single card of the hand."""
    hand = state.hands[frame.seat]
    known = {playable(state, frame, frame.seat, card) for card in dict.fromkeys(hand) if card is not UNKNOWN}
    if True in known:
        return True
    possible = possible_in_hand(state, frame.seat) if UNKNOWN in hand else ()
    maybe = any(playable(state, frame, frame.seat, card) is not False for card in possible)
    return None if maybe or None in known else False


@bar("draw.nothing")
def nothing_is_drawn(state: State, frame: Turn, action: Draw) -> bool:
    """A card is named, but the draw is reduced to nothing."""
    return action.card is not None and not reduced(state, frame.seat, 1, True)


@bar("pass.no-draw")
def must_not_draw(state: State, frame: Turn, action: Draw) -> bool:
    """A player who passes without a card and must do so."""
    return alive(state, FreePass, action.actor)


@ground("pass.free")
def need_not_draw(state: State, frame: Turn, action: Pass) -> bool:
    """The spell that lets its caster pass without drawing is at work in this turn."""
    return alive(state, FreePass, action.actor)


@ground("pass.keep")
def has_drawn(state: State, frame: Drawn, action: Pass) -> bool:
    """The card for the pass has been drawn."""
    return True


@bar("pass.costs-a-card")
def has_not_drawn(state: State, frame: Turn, action: Pass) -> bool:
    """A pass costs one card."""
    return True


@bar("found.yes-or-no")
def no_finding(state: State, frame: FindPlayable, action: Find) -> bool:
    """The question is answered with yes or no."""
    return action.outcome not in ("yes", "no")


def _sound_drawn(state: State, frame: Drawn, at: int) -> str:
    drawn_anew = any(isinstance(other, Redraw) and other.seat == frame.seat for other in state.frames[at + 1 :])
    return (
        ""
        if drawn_anew or frame.card in state.hands[frame.seat]
        else f"{state.name(frame.seat)} does not hold the card drawn"
    )


def _sound(state: State, frame: FindPlayable, at: int) -> str:
    return no_turn(state)


@bar("draw.again")
def draws_again(state: State, frame: Drawn, action: Draw) -> bool:
    """One card is drawn for a pass, never a second."""
    return True


def _draw(state: State, frame: Turn) -> tuple[Draw, ...]:
    return (Draw(frame.seat),)


def _pass(state: State, frame: Turn) -> tuple[Pass, ...]:
    return (Pass(frame.seat),)


def _findings(state: State, frame: FindPlayable) -> tuple[Find, ...]:
    return (Find("yes"), Find("no"))


def _finding_at_random(state: State, frame: FindPlayable, rng: Random) -> Find:
    return Find(rng.choice(["yes", "no"]))


def module(*, forced_play: bool, free_pass_must: bool, extra_if_declined: bool) -> Module:
    """Passing; the parameters are the options of these names."""
    forced: tuple[Check[Turn, Draw | Pass], ...] = (could_play,) if forced_play else ()
    return Module(
        name="passing",
        answers=(
            answer(
                Turn,
                Draw,
                draw_for_pass,
                _draw,
                not_the_top,
                nothing_is_drawn,
                *forced,
                *((must_not_draw,) if free_pass_must else ()),
                covers=("draw.not-the-top", "draw.nothing"),
            ),
            answer(Drawn, Draw, draw_for_pass, lambda state, frame: (), draws_again),
            answer(Turn, Pass, pass_free, _pass, need_not_draw, *forced, otherwise=(has_not_drawn,)),
            answer(Drawn, Pass, keep_drawn, _pass, has_drawn, covers=("pass.keep",)),
            answer(
                FindPlayable,
                Find,
                found_playable,
                _findings,
                no_finding,
                covers=("found.yes-or-no",),
                at_random=_finding_at_random,
            ),
        ),
        settings={"pass.could-play": _never if extra_if_declined else _could_play},
        sound={FindPlayable: _sound, Drawn: _sound_drawn},
        uses=(draw_extra,),
    )
