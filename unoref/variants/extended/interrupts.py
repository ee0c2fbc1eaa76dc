"""Cards played out of turn at some tables: the twin of the current card, and the ban."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from unoref.actions import JumpIn, Play
from unoref.cards import UNKNOWN, Card, Color
from unoref.checks import Check, answer, bar, ground
from unoref.frames import Drawn, Turn
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import can_hold, possible_in_hand
from unoref.variants.extended.basics import BAN
from unoref.variants.extended.judging import moved
from unoref.variants.extended.matching import said_wrongly
from unoref.variants.extended.memory import NeverUndone, Remembered
from unoref.variants.extended.playing import formed, play_plainly

__all__ = ["module"]


def _laid_by(state: State) -> Seat | None:
    """Who laid the card on top in the turn before, if nobody has done anything since."""
    for effect in state.lasting:
        if isinstance(effect, Remembered | NeverUndone):
            return effect.seat
    return None


@ground("jump-in.identical")
def identical(state: State, frame: Turn, action: JumpIn) -> bool:
    """The twin of the card on top, which was laid in the turn before."""
    card = action.cards[-1]
    twin = len(action.cards) == 1 and card is state.discard.top and card.color is not Color.BLACK
    return twin and not isinstance(frame, Drawn) and _laid_by(state) not in (None, action.actor)


@ground("ban.out-of-turn", faces=(BAN,))
def ban_matches(state: State, frame: Turn, action: JumpIn) -> bool:
    """A ban that matches, against a player whose turn has just begun."""
    fits = action.card.color is state.in_force.color or state.in_force.face is BAN
    return fits and len(action.cards) == 1 and not isinstance(frame, Drawn)


@bar("jump-in.other-card")
def other_card(state: State, frame: Turn, action: JumpIn) -> bool:
    """Not the twin of a card laid just now by another player."""
    return not twin_of_opening(state, action)


def twin_of_opening(state: State, action: JumpIn) -> bool:
    """The twin of the opening card, which nobody has laid."""
    top = state.discard.top
    return len(action.cards) == 1 and action.cards[0] is top and _laid_by(state) is None and len(state.discard) == 1


@bar("jump-in.opening")
def on_opening_card(state: State, frame: Turn, action: JumpIn) -> bool:
    """The opening card was laid by nobody."""
    return twin_of_opening(state, action)


@bar("ban.not-out-of-turn")
def no_ban(state: State, frame: Turn, action: JumpIn) -> bool:
    """Not a ban that matches, or the turn is under way."""
    return True


@rule("jump-in")
def jump_in(step: Step, frame: Turn, action: JumpIn) -> None:
    """The card is played as if it were its player's turn, and play goes on from there."""
    moved(step)
    play_plainly(step, action)


def cards_open(state: State, frame: Turn) -> Iterator[JumpIn]:
    """The twin of the top card, and every ban, in any other hand that holds or may hold it."""
    top = state.discard.top
    for place, hand in enumerate(state.hands):
        seat = Seat(place)
        if seat == frame.seat or seat in state.finished:
            continue
        cards: list[Card] = [card for card in dict.fromkeys(hand) if card is not UNKNOWN]
        if UNKNOWN in hand:
            cards += [card for card in possible_in_hand(state, seat) if card not in cards]
        for card in cards:
            if (card is top or card.face is BAN) and can_hold(state, seat, (card,)):
                for play in formed(state, Play(seat, (card,))):
                    yield JumpIn(
                        seat,
                        play.cards,
                        play.colors,
                        play.number,
                        play.target,
                        play.attaching,
                        play.adding,
                        play.keeping,
                        play.topping,
                        play.saying_uno,
                    )


def module(options: Mapping[str, Any]) -> Module:
    """What may be played out of turn at this table."""
    grounds: list[Check[Turn, JumpIn]] = []
    why: list[Check[Turn, JumpIn]] = []
    if options["jump-in"]:
        grounds.append(identical)
        why += [other_card, on_opening_card]
    if options["ban-out-of-turn"]:
        grounds.append(ban_matches)
        why.append(no_ban)
    if not grounds:
        return Module(name="interrupts")
    return Module(
        name="interrupts",
        answers=(answer(Turn, JumpIn, jump_in, cards_open, *grounds, otherwise=tuple(why), who="others"),),
        checks=((Turn, JumpIn, said_wrongly),),
        refusals={(Turn, JumpIn): "jump-in.own-turn"},
    )
