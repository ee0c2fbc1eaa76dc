"""The turn: its start, the play, and the checkpoint after each complete action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal

from attrs import frozen

from unoref.actions import (
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Choose,
    Deal,
    Draw,
    Flip,
    JumpIn,
    Name,
    Play,
    Shuffle,
    TableAction,
)
from unoref.cards import UNKNOWN
from unoref.checks import answer
from unoref.frames import Auto, BeginTurn, Drawn, Frame, PassTurn, Turn
from unoref.lasting import TurnBegins
from unoref.ruleset import Module
from unoref.seats import TABLE, Seat, after
from unoref.state import State
from unoref.step import Rule, Step, rule
from unoref.variants.touhouno.bombs import forget_bombs
from unoref.variants.touhouno.draws import Drawing, left_to_draw
from unoref.variants.touhouno.forms import without_the_drawn_card
from unoref.variants.touhouno.functions import Penalty
from unoref.variants.touhouno.jumps import open_windows
from unoref.variants.touhouno.lasting import TurnEnds, one_of, replaced
from unoref.variants.touhouno.laying import carry_out
from unoref.variants.touhouno.listing import cards_open, colored_forms, forms_open
from unoref.variants.touhouno.marker import Turning
from unoref.variants.touhouno.matching import OTHERWISE, any_card, fitting
from unoref.variants.touhouno.parting import offer_discard
from unoref.variants.touhouno.ranking import TurnCount, empty_hands, end_by_cap, end_by_hand, end_by_pile, pile_is_out
from unoref.variants.touhouno.window import Window, open_window
from unoref.verbs import announce, identify, last, lift

__all__ = [
    "Wake",
    "module",
]


@frozen
class Wake(Auto):
    """The penalty of the turn of ``seat`` has been met: effects that wait for its beginning are woken."""


@rule("turn.order")
def first_turn(step: Step, frame: PassTurn) -> None:
    """The field is open: the seat after this one has the first turn."""
    step.frames[-1] = Turning(frame.seat, TABLE)


@rule("turn.checkpoint")
def pass_on(step: Step, frame: Turning) -> None:
    """A complete action is over: see whether the game is, who plays out of turn, and whose turn is next."""
    forget_bombs(step)
    if () in step.hands:
        penalty = one_of(step, Penalty)
        if penalty is None:
            end_by_hand(step, empty_hands(step, frame.seat if frame.of == TABLE else frame.of))
            return
        at_once: Rule[...] | None = step.tables.settings["penalty.after-last-card"]
        if at_once is not None:
            at_once(step, after(step, frame.seat), penalty)
            return
    elif pile_is_out(step):
        end_by_pile(step)
        return
    if step.lasting or step.called:
        if open_windows(step):
            return
        _end_turn(step, frame)
    cap = step.tables.settings["turn.cap"]
    if cap and frame.of != TABLE and _counts_out(step, cap):
        end_by_cap(step)
        return
    step.frames[-1] = BeginTurn(after(step, frame.seat))


@rule("penalty.last-card")
def draw_last_penalty(step: Step, seat: Seat, penalty: Penalty) -> None:
    """The last card was a +2 or CC+2: the next player draws the whole penalty at once."""
    lift(step, penalty)
    step.tell("owes", seat, (), penalty.owed)
    count = left_to_draw(step, seat, penalty.owed)
    if count:
        step.push(Drawing(seat, count, step.point))


def _end_turn(step: Step, frame: Turning) -> None:
    """Effects that end with the turn; with skipped ones too, where the table counts them."""
    if frame.of != TABLE:
        announce(step, TurnEnds(frame.of))
    step.tables.settings["turn.skipped"](step, frame.skipped)
    step.tables.settings["turn.passes"](step)


def wait_on(step: Step, skipped: tuple[Seat, ...]) -> None:
    """A turn that was skipped is none: effects wait or run on."""


def pass_unused(step: Step, skipped: tuple[Seat, ...]) -> None:
    """A turn that was skipped counts: effects end or are spent with it."""
    for seat in skipped:
        depth = len(step.frames)
        announce(step, TurnBegins(seat))
        announce(step, TurnEnds(seat))
        del step.frames[depth:]  # what the turn would have offered is spent


@rule("turn.start")
def begin(step: Step, frame: BeginTurn) -> None:
    """A turn begins: effects end or come alive, then the penalty is met, then the seat plays or passes."""
    seat, settings = frame.seat, step.tables.settings
    if not frame.woken:
        step.frames[-1] = BeginTurn(seat, True)
        penalty = one_of(step, Penalty)
        if penalty is not None and settings["turn.penalty-first"]:
            _meet(step, seat, penalty, Wake(seat))
        elif step.lasting:
            announce(step, TurnBegins(seat))
            offer_discard(step)
        return
    penalty = one_of(step, Penalty)
    if penalty is not None:
        _meet(step, seat, penalty)
    elif () in step.hands:
        end_by_hand(step, empty_hands(step, seat))
    elif pile_is_out(step):
        end_by_pile(step)
    else:
        step.frames[-1] = Turn(seat)
        step.tell("turn", seat)


def _meet(step: Step, seat: Seat, penalty: Penalty, *below: Frame) -> None:
    """The turn of the seat is one of meeting the penalty."""
    lift(step, penalty)
    step.frames[-1] = Turning(seat, seat)
    step.push(*below)
    step.tell("turn", seat)
    open_window(step, seat, penalty)


@rule("turn.start")
def wake(step: Step, frame: Wake) -> None:
    """Wake what waits for the beginning of this turn."""
    step.pop()
    announce(step, TurnBegins(frame.seat))
    offer_discard(step)


def _counts_out(step: Step, cap: int) -> bool:
    """Count the turn; tell whether there have been as many as the table allows."""
    count = one_of(step, TurnCount)
    if count is None:
        last(step, TurnCount(1))
        return cap == 1
    replaced(step, count, TurnCount(count.turns + 1))
    return count.turns + 1 >= cap


def nothing_lapses(step: Step) -> None:
    """What lapses when a turn passes on: nothing, unless UNO is called."""


@rule("play.card")
def play_cards(step: Step, frame: Turn, action: Play) -> None:
    """Lay the cards; everything that follows settles before the turn passes on."""
    step.frames[-1] = Turning(frame.seat, frame.seat)
    carry_out(step, action)


@rule("play.drawn-card")
def play_drawn(step: Step, frame: Drawn, action: Play) -> None:
    """As :func:`play_cards`, with the card just drawn."""
    held = step.hands[frame.seat]
    if frame.card is UNKNOWN and UNKNOWN in held and not Counter(action.cards) - Counter(held):
        identify(step, action.actor, action.card)  # else the card drawn is the one that is not among the known ones
    play_cards(step, frame, action)


def _plays(state: State, frame: Turn) -> list[Any]:
    seat = frame.seat
    fits = fitting(state, seat)
    free = any_card if state.ruleset.tables.settings["power.free"] else fits
    return list(colored_forms(state, Play, seat, forms_open(state, seat, cards_open(state, seat), fits, free)))


def _drawn_plays(companions: bool) -> Callable[[State, Drawn], list[Any]]:
    def offers(state: State, frame: Drawn) -> list[Any]:
        seat, cards = frame.seat, cards_open(state, frame.seat)
        fits = fitting(state, seat)
        free = any_card if state.ruleset.tables.settings["power.free"] else fits
        forms = forms_open(state, seat, cards if companions or frame.card is UNKNOWN else [frame.card], fits, free)
        return [
            action
            for action in colored_forms(state, Play, seat, (form for form in forms if companions or len(form) == 1))
            if without_the_drawn_card.test(state, frame, action) is not True
        ]

    return offers


def module(
    covered: Collection[str],
    *,
    companions: bool,
    skipped_counts: bool,
    penalty_first: bool,
    last_penalty: Literal["drawn", "window"],
    cap: int,
) -> Module:
    """Turns; ``covered`` are the points that the lists of plays heed, the other parameters the options of these names."""
    refusals: dict[tuple[type[Frame], type[Action]], str] = {
        (Frame, Action): "turn.actions",
        (Frame, JumpIn): "jump-in.none",
        (Frame, Challenge): "challenge.none",
        (Window, Challenge): "challenge.none",
        (Frame, Accept): "penalty.none",
        (Frame, CallUno): "uno.none",
        (Frame, Catch): "uno.none",
        (Frame, Choose): "choice.none",
        (Frame, Name): "choice.none",
        (Frame, TableAction): "turn.table",
        (Frame, Deal): "deal.not-due",
        (Frame, Flip): "flip.not-due",
        (Frame, Shuffle): "shuffle.not-due",
        (Drawn, Draw): "draw.again",
    }
    autos: Mapping[type[Auto], Any] = {
        PassTurn: first_turn,
        Turning: pass_on,
        BeginTurn: begin,
        Wake: wake,
    }
    return Module(
        name="turns",
        answers=(
            answer(Turn, Play, play_cards, _plays, otherwise=OTHERWISE, covers=covered),
            answer(Drawn, Play, play_drawn, _drawn_plays(companions), otherwise=OTHERWISE, covers=covered),
        ),
        autos=autos,
        refusals=refusals,
        settings={
            "turn.passes": nothing_lapses,
            "turn.cap": cap,
            "turn.penalty-first": penalty_first,
            "turn.skipped": pass_unused if skipped_counts else wait_on,
            "penalty.after-last-card": draw_last_penalty if last_penalty == "drawn" else None,
        },
        uses=(draw_last_penalty,),
    )
