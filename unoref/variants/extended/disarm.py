"""Disarm: two function cards given up, or four cards drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from attrs import frozen

from unoref.actions import Accept, Discard, Play, Refuse
from unoref.cards import FACES, UNKNOWN, Card
from unoref.checks import answer, bar
from unoref.frames import Frame
from unoref.ruleset import Module
from unoref.seats import after
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.unseen import can_hold, possible_in_hand
from unoref.variants.extended.effects import Disarm, Stun, lies_on, on, replace
from unoref.variants.extended.guise import INFINITY
from unoref.variants.extended.judging import Judgement, judged_for_the_turn, moved
from unoref.variants.extended.memory import forget
from unoref.variants.extended.penalty import lacks
from unoref.variants.extended.taking import loosen, stay_in, take
from unoref.verbs import discard

__all__ = ["JudgeDisarm", "is_number", "module", "not_held"]

DISARM = FACES["disarm"]
GIVEN_UP = 2
DRAWN = 4


@frozen
class JudgeDisarm(Judgement):
    """``seat`` gives up two function cards or draws four."""


def is_number(position: State | Step, card: Card) -> bool:
    """Whether a card that is not being played is a number card at this table."""
    if card.face is INFINITY:
        return bool(position.ruleset.tables.settings["infinity.is-number"])
    return card.face.number is not None


@rule("disarm")
def disarm(step: Step, action: Play, before: InForce) -> None:
    """The next player is disarmed."""
    victim = after(step, action.actor)
    step.lasting = (*step.lasting, Disarm(victim, action.actor))
    step.tell("disarmed", victim)


@bar("discard.not-held")
def not_held(state: State, frame: Frame, action: Discard) -> bool:
    """The hand cannot hold these cards."""
    return not can_hold(state, action.actor, action.cards)


@bar("disarm.other-card")
def defends(state: State, frame: JudgeDisarm, action: Play) -> bool:
    """No card helps against a disarm but one that undoes it."""
    return ("undoes", action.card.face) not in state.ruleset.tables.settings


@bar("disarm.functions")
def number_given_up(state: State, frame: JudgeDisarm, action: Discard) -> bool:
    """A number card is no function card."""
    return any(is_number(state, card) and card.face is not INFINITY for card in action.cards)


@bar("disarm.infinity")
def infinity_given_up(state: State, frame: JudgeDisarm, action: Discard) -> bool:
    """At such a table an Infinity is a number card in the hand too."""
    return any(is_number(state, card) and card.face is INFINITY for card in action.cards)


@bar("disarm.two")
def other_than_two(state: State, frame: JudgeDisarm, action: Discard) -> bool:
    """Two cards are given up."""
    return len(action.cards) != GIVEN_UP


@bar("disarm.all-there-are")
def fewer_than_held(state: State, frame: JudgeDisarm, action: Discard) -> bool | None:
    """Fewer than two, though the hand holds more function cards."""
    if len(action.cards) >= GIVEN_UP:
        return len(action.cards) > GIVEN_UP
    hand = state.hands[frame.seat]
    known = sum(1 for card in hand if card is not UNKNOWN and not is_number(state, card))
    if known > len(action.cards):
        return True
    maybe = any(not is_number(state, card) for card in possible_in_hand(state, frame.seat))
    return None if maybe and UNKNOWN in hand and len(hand) > len(action.cards) else False


@bar("stun.disarmed")
def stunned(state: State, frame: JudgeDisarm, action: Discard) -> bool:
    """At such a table a stunned player who is disarmed draws four."""
    return lies_on(state, frame.seat, Stun)


def draws_four(state: State, frame: JudgeDisarm) -> str:
    """The words for what is owed at such a table by a stunned player."""
    return "judge-disarm-stunned" if lies_on(state, frame.seat, Stun) else ""


def _resolve(step: Step, frame: JudgeDisarm) -> None:
    moved(step)
    forget(step)
    replace(step, on(step, frame.seat, Disarm)[0])
    judged_for_the_turn(step)


@rule("disarm.accept")
def accept(step: Step, frame: JudgeDisarm, action: Discard) -> None:
    """Give the cards up; the turn is skipped."""
    _resolve(step, frame)
    discard(step, frame.seat, action.cards)
    loosen(step)
    stay_in(step, frame.seat)


@rule("disarm.refuse")
def refuse(step: Step, frame: JudgeDisarm, action: Refuse) -> None:
    """Draw four; the turn is skipped."""
    _resolve(step, frame)
    take(step, frame.seat, DRAWN)


def refuse_open(state: State, frame: Frame) -> tuple[Refuse, ...]:
    """Refusing."""
    return (Refuse(frame.seat),)


def discards_open(state: State, frame: JudgeDisarm) -> Iterator[Discard]:
    """Every pair of function cards; where fewer are enough, also one."""
    hand = state.hands[frame.seat]
    cards = [card for card in hand if card is not UNKNOWN and not is_number(state, card)]
    if UNKNOWN in hand:
        possible = [card for card in possible_in_hand(state, frame.seat) if not is_number(state, card)]
        cards += [card for card in possible for _ in range(min(GIVEN_UP, hand.count(UNKNOWN)))]
        cards.sort(key=lambda card: card.index)
    for size in (1, GIVEN_UP):
        for pair in dict.fromkeys(combinations(cards, size)):
            yield Discard(frame.seat, pair)


def module(options: Mapping[str, Any]) -> Module:
    """Disarm."""
    counts = options["infinity-in-hand-is"] == "number"
    numbers_given_up = (number_given_up, *((infinity_given_up,) if counts else ()))
    enough = other_than_two if options["disarm-too-few"] == "refuse" else fewer_than_held
    return Module(
        name="disarm",
        answers=(
            answer(JudgeDisarm, Discard, accept, discards_open, not_held, *numbers_given_up, enough),
            answer(JudgeDisarm, Refuse, refuse, refuse_open),
        ),
        checks=(
            (JudgeDisarm, Play, defends),
            *(((JudgeDisarm, Discard, stunned),) if options["stun-forces-disarm"] else ()),
        ),
        effects={DISARM: disarm},
        settings={
            **({("owed", JudgeDisarm): draws_four} if options["stun-forces-disarm"] else {}),
            ("judged-by", Disarm): lambda effect: JudgeDisarm(effect.seat),
            ("refused-by", JudgeDisarm): frozenset(FACES.values()),
            "infinity.is-number": counts,
        },
        refusals={(JudgeDisarm, Accept): "disarm.names-two"},
        sound={JudgeDisarm: lacks(Disarm)},
    )
