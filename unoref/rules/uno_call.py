"""Calling UNO, forgetting to, and being caught."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal

from attrs import evolve, frozen

from unoref.actions import Action, CallUno, Catch, Laying, Play
from unoref.checks import Check, answer, bar, breach, ground
from unoref.frames import Frame, Turn
from unoref.lasting import Lasting, Moment, TurnKept, TurnTaken
from unoref.placing import opens
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import State
from unoref.step import Step, rule
from unoref.verbs import draw, last, lift

__all__ = ["COVERED", "Uncalled", "Until", "caller_of", "cards_left", "module", "new_hands", "silent"]

#: Until when an omission may be caught: till anybody's turn begins, till a card is played, or till a card is played or the
#: next turn ends without one.
Until = Literal["turn-begins", "next-play", "turn-ends"]

#: Points that the lists of plays leave no room for.
COVERED = ("uno.false-call",)


@frozen
class Uncalled(Lasting):
    """``seat`` has come down to one card without a call and may be caught until the next turn begins."""

    seat: Seat


def _uncalled(position: State | Step, seat: Seat) -> Uncalled | None:
    for effect in position.lasting:
        if isinstance(effect, Uncalled) and effect.seat == seat:
            return effect
    return None


def cards_left(state: State, action: Laying) -> int:
    """How many cards the player holds when the play and what follows at once from it are over."""
    own = state.ruleset.tables.settings.get(("left", action.card.face))
    left: int = len(state.hands[action.actor]) - len(action.cards) if own is None else own(state, action)
    return left


@breach("uno.not-said")
def not_said(state: State, frame: Frame, action: Laying) -> bool:
    """The play leaves one card and the call is not made; a call made at one card is spent when that card is played."""
    if ("no-call", type(frame)) in state.ruleset.tables.settings:
        return False
    called = action.actor in state.called and len(state.hands[action.actor]) > len(action.cards)
    return not action.saying_uno and not called and cards_left(state, action) == 1


def caller_of(step: Step, action: Laying) -> Seat | None:
    """The player of a card with which hands change owners, if UNO was called with it or just before."""
    just_called = action.actor in step.called and len(step.hands[action.actor]) == 1
    return action.actor if action.saying_uno or just_called else None


@rule("uno.call")
def call_with_play(step: Step, action: Play) -> None:
    """Note the call made with a play, or that it was forgotten."""
    seat = action.actor
    left = len(step.hands[seat])
    if left > 1 and not (step.lasting or step.called or action.saying_uno):
        return
    missed = _uncalled(step, seat) if step.lasting else None
    if missed is not None:  # an older omission has nothing to do with this play
        lift(step, missed)
    if left == 1:
        if action.saying_uno and seat not in step.called:
            step.called |= {seat}
            step.tell("uno-called", seat)
        elif seat not in step.called:
            last(step, Uncalled(seat))
        return
    if seat in step.called and left:
        step.called -= {seat}
    if action.saying_uno and ("left", action.card.face) not in step.tables.settings:
        last_call = step.tables.settings.get("uno.last", no_second_call)
        (last_call if left == 0 else call_in_vain)(step, seat)


@rule("out.without-call")
def win_uncalled(step: Step, seat: Seat) -> None:
    """The seat is out without a call ever having been made, and nobody has caught it."""
    if seat not in step.called:
        step.tell("uncalled", seat)


def forget_idle_calls(step: Step) -> None:
    """A turn passes on: calls, and omissions, of seats that do not hold a single card any more mean nothing."""
    hands = step.hands
    for seat in step.called:
        if len(hands[seat]) != 1:
            step.called -= {seat}
    for effect in step.lasting:
        if type(effect) is Uncalled and len(hands[effect.seat]) != 1:
            lift(step, effect)


@rule("uno.last-card")
def no_second_call(step: Step, seat: Seat) -> None:
    """The last card needs no call."""
    step.tell("call-void", seat)


@rule("uno.false")
def call_in_vain(step: Step, seat: Seat) -> None:
    """The call is not due and means nothing."""
    step.tell("call-void", seat)


@rule("uno.repeat")
def new_hands(step: Step, seats: tuple[Seat, ...], caller: Seat | None, keep: bool) -> None:
    """Hands have changed owners: a seat left with one card must call, unless calls are kept; ``caller`` called with the play."""
    if "uno.none" in step.tables.settings:
        step.called = frozenset(seat for seat in step.called if len(step.hands[seat]) == 1)
        return
    for seat in seats:
        stays = keep and seat in step.called and len(step.hands[seat]) == 1
        if not stays:
            step.called -= {seat}
            for effect in step.lasting:
                if effect == Uncalled(seat):
                    lift(step, effect)
        if not step.hands[seat]:
            step.called |= {seat}  # a hand emptied by others owes no call
        elif len(step.hands[seat]) == 1 and not stays:
            if seat == caller:
                step.called |= {seat}
                step.tell("uno-called", seat)
            else:
                last(step, Uncalled(seat))
                step.tell("must-call", seat)
        elif seat == caller and len(step.hands[seat]) != 1:
            call_in_vain(step, seat)


@rule("uno.call")
def call(step: Step, frame: Frame, action: CallUno) -> None:
    """The call, made apart from a play."""
    effect = _uncalled(step, action.actor)
    if effect is not None and _may_be_caught(step, action.actor):
        call_late(step, effect)
        return
    step.called |= {action.actor}
    step.tell("uno-called", action.actor)


@rule("uno.late-call")
def call_late(step: Step, effect: Uncalled) -> None:
    """The call that was forgotten is made before anybody has caught the player: nothing is paid."""
    lift(step, effect)
    step.called |= {effect.seat}
    step.tell("uno-called", effect.seat)


def _may_be_caught(state: State | Step, seat: Seat) -> bool:
    return len(state.hands[seat]) == 1 and _uncalled(state, seat) is not None


@ground("uno.late-call")
def not_yet_caught(state: State, frame: Frame, action: CallUno) -> bool:
    """The call was forgotten, and nobody has caught the player yet."""
    return _may_be_caught(state, action.actor)


@ground("uno.early-call")
def about_to_play(state: State, frame: Frame, action: CallUno) -> bool:
    """Two cards in hand and the turn to play one of them."""
    return _about_to_play(state, frame, action.actor) and action.actor not in state.called


def _about_to_play(state: State, frame: Frame, seat: Seat) -> bool:
    return isinstance(frame, Turn) and frame.seat == seat and len(state.hands[seat]) == 2


@bar("uno.already-called")
def already_called(state: State, frame: Frame, action: CallUno) -> bool:
    """The call stands already."""
    return action.actor in state.called


@bar("uno.too-late")
def too_late(state: State, frame: Frame, action: CallUno) -> bool:
    """The call was due before the card was played."""
    return _may_be_caught(state, action.actor)


@bar("uno.too-early")
def too_early(state: State, frame: Frame, action: CallUno) -> bool:
    """The call is made at one card, not before."""
    return _about_to_play(state, frame, action.actor)


@bar("uno.call-closed")
def forgiven(state: State, frame: Frame, action: CallUno) -> bool:
    """The call was forgotten, and the next turn has begun: it is too late to matter."""
    alone = len(state.hands[action.actor]) == 1
    return alone and action.actor not in state.called and not _may_be_caught(state, action.actor)


@bar("uno.nothing-to-call")
def not_due(state: State, frame: Frame, action: CallUno) -> bool:
    """More cards than one, and not about to play the next-to-last."""
    return len(state.hands[action.actor]) != 1 and not _about_to_play(state, frame, action.actor)


@bar("uno.nothing-to-call")
def not_begun(state: State, frame: Frame, action: CallUno) -> bool:
    """The round has not begun."""
    return not _begun(state)


@bar("uno.caught-oneself")
def catches_oneself(state: State, frame: Frame, action: Catch) -> bool:
    """Others catch."""
    return action.actor == action.target


@bar("uno.has-called")
def has_called(state: State, frame: Frame, action: Catch) -> bool:
    """The player has called."""
    return action.target in state.called and len(state.hands[action.target]) == 1


@bar("uno.caught-early")
def has_more_cards(state: State, frame: Frame, action: Catch) -> bool:
    """The next-to-last card does not lie on the discard pile."""
    return len(state.hands[action.target]) != 1


@bar("uno.caught-late")
def next_turn_begun(state: State, frame: Frame, action: Catch) -> bool:
    """The next turn has begun, or the catch has been made."""
    target = action.target
    return target not in state.called and len(state.hands[target]) == 1 and _uncalled(state, target) is None


def calls_open(early: bool, late: bool) -> Callable[[State, Frame], list[CallUno]]:
    """The calls that change something."""

    def offers(state: State, frame: Frame) -> list[CallUno]:
        seat = frame.seat
        about = early and len(state.hands[seat]) == 2 and isinstance(frame, Turn) and seat not in state.called
        callers = [seat] if about else []
        if late and state.lasting:
            callers = list(dict.fromkeys([*_to_be_caught(state), *callers]))
        return [_call(caller) for caller in callers]

    return offers


def catches_open(state: State, frame: Frame) -> list[Catch]:
    """Everybody may catch who forgot."""
    return [
        _catch(seat, target) for target in _to_be_caught(state) for seat in turn_order(state, target) if seat != target
    ]


def _to_be_caught(state: State) -> list[Seat]:
    found: list[Seat] = []
    for each in state.lasting:
        if type(each) is Uncalled and len(state.hands[each.seat]) == 1 and each.seat not in found:
            found.append(each.seat)
    return found


_call = cache(CallUno)
_catch = cache(Catch)


def _begun(state: State) -> bool:
    """Whether the opening card has been turned up."""
    return not opens(state.ruleset, state.frames[0])


def _false_calls(cards: int, early: bool) -> tuple[Check[Frame, CallUno], Check[Frame, Laying]]:
    """The bars against calls that are not due, made by themselves and with a play; each costs the caller so many cards."""

    @rule("uno.false-paid")
    def pay(step: Step, frame: Frame, action: Action) -> None:
        """The caller draws."""
        step.tell("called-wrongly", action.actor)
        draw(step, action.actor, cards)

    @rule("uno.false-paid")
    def play_and_pay(step: Step, frame: Frame, action: Laying) -> None:
        """The play is made as it would be without the call, if it may be made at all; then the caller draws."""
        plain = evolve(action, saying_uno=False)
        row = step.tables.row(type(frame), type(action))
        if row is not None and row.admits(step.freeze(), frame, plain):
            row.answer.take(step, frame, plain)
        else:
            step.tell("play-refused", action.actor)
        pay(step, frame, action)

    @bar("uno.false-call", price=pay)
    def wrong_call(state: State, frame: Frame, action: CallUno) -> bool:
        """A call with other than one card in hand, and none that is about to be right."""
        about = early and _about_to_play(state, frame, action.actor)
        return len(state.hands[action.actor]) > 1 and not about and _begun(state)

    @bar("uno.false-call", price=play_and_pay)
    def wrong_call_with_play(state: State, frame: Frame, action: Laying) -> bool:
        """A call made with a play that leaves other than one card; with the last card it comes too late to matter."""
        return action.saying_uno and cards_left(state, action) > 1

    return wrong_call, wrong_call_with_play


def _false_catches(cards: int) -> tuple[Check[Frame, Catch], ...]:
    """The bars against reports of what is no omission; each costs the one who reports so many cards, where there are any."""

    @rule("uno.false-catch")
    def pay(step: Step, frame: Frame, action: Catch) -> None:
        """Who reported wrongly draws."""
        step.tell("caught-wrongly", action.actor, (), None, None, action.target)
        if not opens(step.ruleset, step.frames[0]):  # else the cards are not dealt yet
            draw(step, action.actor, cards)

    checks = (has_called, has_more_cards, next_turn_begun)
    if not cards:
        return checks

    @bar("uno.false-catch", price=pay)
    def wrong_catch(state: State, frame: Frame, action: Catch) -> bool:
        """What is reported is no omission."""
        return action.actor != action.target and any(check.test(state, frame, action) for check in checks)

    return (*checks, wrong_catch)


def _closings(
    until: Until, own_turn_closes: bool
) -> Mapping[tuple[type[Lasting], type[Moment]], Callable[[Any, Any, Any], None]]:
    """What closes the window in which a seat may be caught."""

    def window_closes(step: Step, effect: Uncalled, moment: TurnTaken) -> None:
        if (until != "turn-begins" and not moment.playing) or (moment.seat == effect.seat and not own_turn_closes):
            return
        lift(step, effect)

    def turn_ends(step: Step, effect: Uncalled, moment: TurnKept) -> None:
        lift(step, effect)

    return {(Uncalled, TurnTaken): window_closes} | ({(Uncalled, TurnKept): turn_ends} if until == "turn-ends" else {})


def module(
    *,
    penalty: int,
    early: bool,
    late: bool,
    until: Until,
    own_turn_closes: bool = True,
    false_call: int = 0,
    false_catch: int = 0,
    draws: Callable[[Step, Seat, int], None] = draw,
) -> Module:
    """The call and the catch.

    ``penalty`` cards for being caught. The call may be made by itself ``early``, before the play, and ``late``, after it. The
    window stays open ``until`` a moment; anybody's turn closes it, the offender's own extra turn where ``own_turn_closes``.
    ``false_call`` and ``false_catch`` cards are drawn for a call and a catch that are not due; 0: they mean nothing.
    ``draws`` is how a player draws in this variant.
    """

    @rule("uno.penalty")
    def catch(step: Step, frame: Frame, action: Catch) -> None:
        """The caught player draws; the order of turns is as before."""
        effect = _uncalled(step, action.target)
        assert effect is not None
        lift(step, effect)
        step.tell("caught", action.target, (), None, None, action.actor)
        draws(step, action.target, penalty)

    grounds: tuple[Check[Frame, CallUno], ...] = (
        *((not_yet_caught,) if late else ()),
        *((about_to_play,) if early else ()),
    )
    why: tuple[Check[Frame, CallUno], ...] = (
        already_called,
        *(() if late else (too_late,)),
        *(() if early or false_call else (too_early,)),
        forgiven,
        not_begun if false_call else not_due,
    )
    wrong_call, wrong_call_with_play = _false_calls(false_call, early)
    wrong = (wrong_call,) if false_call else ()
    return Module(
        name="uno-call",
        answers=(
            answer(
                Frame,
                CallUno,
                call,
                calls_open(early, late),
                *(grounds or why),
                *wrong,
                otherwise=why if grounds else (),
                who="anyone",
                covers=(check.point for check in (*grounds, *why, *wrong)),
                offered="out-of-ordinary",
            ),
            answer(
                Frame,
                Catch,
                catch,
                catches_open,
                catches_oneself,
                *_false_catches(false_catch),
                who="anyone",
                covers=(
                    "uno.caught-oneself",
                    "uno.has-called",
                    "uno.caught-early",
                    "uno.caught-late",
                    "uno.false-catch",
                ),
                objection=True,
                offered="out-of-ordinary",
            ),
        ),
        checks=((Frame, Laying, not_said), *(((Frame, Laying, wrong_call_with_play),) if false_call else ())),
        listeners=_closings(until, own_turn_closes),
        settings={"play.call": call_with_play, "turn.passes": forget_idle_calls, "out.uncalled": win_uncalled},
        replaces={"setting turn.passes"},
        uses=(call_in_vain, no_second_call, win_uncalled, new_hands, *((call_late,) if late else ())),
    )


@rule("uno.silent")
def call_in_silence(step: Step, action: Laying) -> None:
    """Nobody calls at this table: a call made all the same means nothing."""
    if action.saying_uno:
        step.tell("call-void", action.actor)


def silent() -> Module:
    """No call, and nobody is caught."""
    return Module(name="uno-call", settings={"uno.none": True, "play.call": call_in_silence}, uses=(call_in_silence,))
