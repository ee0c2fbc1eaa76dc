"""The turn: its start, the play or the pass, and the checkpoint after each complete action."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random
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
    Find,
    Flip,
    JumpIn,
    Name,
    Pass,
    Play,
    Shuffle,
    TableAction,
)
from unoref.cards import UNKNOWN
from unoref.checks import answer, bar, ground
from unoref.frames import Auto, BeginTurn, Chance, Drawn, Draws, Frame, Over, PassTurn, Turn
from unoref.lasting import Lasting, TurnBegins, TurnTaken
from unoref.rules.drawing import not_the_top
from unoref.ruleset import Module
from unoref.seats import TABLE, Seat, after
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import possible_in_hand
from unoref.variants.touhouno.bombs import forget_bombs
from unoref.variants.touhouno.draws import Drawing, ExtraCard, left_to_draw, order_draws, reduced, take
from unoref.variants.touhouno.forms import without_the_drawn_card
from unoref.variants.touhouno.functions import Penalty
from unoref.variants.touhouno.jumps import open_windows
from unoref.variants.touhouno.lasting import TurnEnds, alive, all_of, in_force_for, one_of, replaced
from unoref.variants.touhouno.laying import carry_out
from unoref.variants.touhouno.listing import cards_open, colored_forms, forms_open, playable
from unoref.variants.touhouno.marker import Turning, no_turn
from unoref.variants.touhouno.marks import whole_hand_open
from unoref.variants.touhouno.matching import OTHERWISE, any_card, fitting
from unoref.variants.touhouno.own_turn import FreePass
from unoref.variants.touhouno.parting import offer_discard
from unoref.variants.touhouno.ranking import empty_hands, end_by_cap, end_by_hand, end_by_pile, pile_is_out
from unoref.variants.touhouno.window import Window, open_window
from unoref.verbs import announce, go_on_drawing, identify, last, lift

__all__ = ["FindPlayable", "OpenDrawn", "TurnCount", "Wake", "module"]


@frozen
class OpenDrawn(Drawn):
    """As :class:`Drawn`, of a seat whose whole hand lies open: everybody sees the card."""

    def seen_by(self, seat: Seat) -> Frame:
        return self


@frozen
class FindPlayable(Chance):
    """The table finds whether the card that ``of`` drew for its pass and nobody knows could have been played."""

    of: Seat


@frozen
class Wake(Auto):
    """The penalty of the turn of ``seat`` has been met: effects that wait for its beginning are woken."""


@frozen
class TurnCount(Lasting):
    """How many turns are over, where the table allows only so many."""

    turns: int


# --- from turn to turn ----------------------------------------------------------------------------------------------------


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
        if step.tables.settings["penalty.after-last-card"] == "drawn":
            draw_last_penalty(step, after(step, frame.seat), penalty)
            return
    elif pile_is_out(step):
        end_by_pile(step)
        return
    if step.lasting:
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
    if step.tables.settings["turn.skipped-counts"]:
        for seat in frame.skipped:
            depth = len(step.frames)
            announce(step, TurnBegins(seat))
            announce(step, TurnEnds(seat))
            del step.frames[depth:]  # what the turn would have offered is spent
    step.tables.settings["turn.passes"](step)


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


# --- playing and passing --------------------------------------------------------------------------------------------------


@rule("play.card")
def play_cards(step: Step, frame: Turn, action: Play) -> None:
    """Lay the cards; everything that follows settles before the turn passes on."""
    step.frames[-1] = Turning(frame.seat, frame.seat)
    carry_out(step, action)


@rule("play.drawn-card")
def play_drawn(step: Step, frame: Drawn, action: Play) -> None:
    """As :func:`play_cards`, with the card just drawn."""
    if frame.card is UNKNOWN and UNKNOWN in step.hands[frame.seat]:
        identify(step, action.actor, action.card)
    play_cards(step, frame, action)


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
    if isinstance(frame, Drawn):
        return False
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


def _sound(state: State, frame: FindPlayable, at: int) -> str:
    return no_turn(state)


@bar("draw.again")
def draws_again(state: State, frame: Drawn, action: Draw) -> bool:
    """One card is drawn for a pass, never a second."""
    return True


@bar("found.yes-or-no")
def no_finding(state: State, frame: FindPlayable, action: Find) -> bool:
    """The question is answered with yes or no."""
    return action.outcome not in ("yes", "no")


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


def _draw(state: State, frame: Turn) -> tuple[Draw, ...]:
    return (Draw(frame.seat),)


def _pass(state: State, frame: Turn) -> tuple[Pass, ...]:
    return (Pass(frame.seat),)


def _findings(state: State, frame: FindPlayable) -> tuple[Find, ...]:
    return (Find("yes"), Find("no"))


def _finding_at_random(state: State, frame: FindPlayable, rng: Random) -> Find:
    return Find(rng.choice(["yes", "no"]))


@rule("draw.rest")
def draw_the_rest(step: Step, frame: Draws) -> None:
    """Cards owed apart from spells, for a call of UNO that was forgotten."""
    go_on_drawing(step, frame)


def module(
    covered: Collection[str],
    *,
    forced_play: bool,
    companions: bool,
    free_pass_must: bool,
    extra_if_declined: bool,
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
        Draws: draw_the_rest,
    }
    return Module(
        name="turns",
        answers=(
            answer(Turn, Play, play_cards, _plays, otherwise=OTHERWISE, covers=covered),
            answer(Drawn, Play, play_drawn, _drawn_plays(companions), otherwise=OTHERWISE, covers=covered),
            answer(
                Turn,
                Draw,
                draw_for_pass,
                _draw,
                not_the_top,
                nothing_is_drawn,
                *((could_play,) if forced_play else ()),
                *((must_not_draw,) if free_pass_must else ()),
                covers=("draw.not-the-top", "draw.nothing"),
            ),
            answer(Drawn, Draw, draw_for_pass, lambda state, frame: (), draws_again),
            answer(
                Turn,
                Pass,
                pass_free,
                _pass,
                need_not_draw,
                *((could_play,) if forced_play else ()),
                otherwise=(has_not_drawn,),
            ),
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
        autos=autos,
        sound={FindPlayable: _sound},
        refusals=refusals,
        settings={
            "turn.passes": nothing_lapses,
            "turn.cap": cap,
            "turn.penalty-first": penalty_first,
            "turn.skipped-counts": skipped_counts,
            "penalty.after-last-card": last_penalty,
            "pass.could-play": _never if extra_if_declined else _could_play,
        },
        uses=(draw_extra, draw_last_penalty),
    )
