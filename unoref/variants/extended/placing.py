"""What a lasting effect of the extended rules must be like when somebody has written it down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from unoref.cards import UNKNOWN
from unoref.frames import BeginTurn, Turn
from unoref.lasting import Lasting, Seen
from unoref.rules.drawing import Standstill
from unoref.stack import fault_of, fault_of_effects
from unoref.state import State
from unoref.unseen import every_card
from unoref.variants.extended.effects import Confinement, DrawPenalty, OnPlayer, TightBand, Transfer
from unoref.variants.extended.guise import TRANSFERS
from unoref.variants.extended.memory import DrewOnly, Memory, Remembered

__all__ = ["LASTS"]


def _on_player(state: State, effect: OnPlayer | Memory) -> str:
    return f"{state.name(effect.seat)} is out" if effect.seat in state.finished else ""


def _penalty(state: State, effect: DrawPenalty) -> str:
    if not 1 <= effect.count <= state.ruleset.deck.size or effect.most not in (2, 4):
        return "a draw penalty is a number of cards, and its largest card is worth 2 or 4"
    return _alone(state, effect)


def _alone(state: State, effect: OnPlayer) -> str:
    """Penalties on one player, transfers of one kind, and bands with one running limit have come to one."""
    kind = getattr(effect, "kind", None)
    alike = [
        other
        for other in state.lasting
        if type(other) is type(effect)
        and isinstance(other, OnPlayer)
        and other.seat == effect.seat
        and getattr(other, "kind", None) is kind
    ]
    return "" if len(alike) == 1 else "what lies on one player of one kind is one effect"


def _transfer(state: State, effect: Transfer) -> str:
    if effect.kind not in TRANSFERS or len(effect.cards) != len(effect.givers):
        return "a transfer is of one of two kinds and tells for each card who gave it"
    return _alone(state, effect)


def _confinement(state: State, effect: Confinement) -> str:
    return "" if effect.kind in TRANSFERS else "there are two kinds of transfer"


def _band(state: State, effect: TightBand) -> str:
    if not 0 <= effect.limit < len(state.hands[effect.seat]):
        return "a tight band ends on a hand that is down to its limit"
    return "" if state.ruleset.tables.settings["band.separate"] else _alone(state, effect)


def _seen(state: State, effect: Seen) -> str:
    held = Counter(state.hands[effect.of])
    stray = Counter(card for card in effect.cards if card is not UNKNOWN) - held
    if effect.by == effect.of or not 0 < len(effect.cards) <= held.total() or stray.total() > held[UNKNOWN]:
        return "the cards seen are in the hand of another player"
    return ""


def _standstill(state: State, effect: Standstill) -> str:
    return "" if 1 <= effect.passes < len(state.hands) else "so many players cannot have passed"


def _drew(state: State, effect: DrewOnly) -> str:
    return "" if all(kind in TRANSFERS for kind in effect.confined) else "there are two kinds of transfer"


def _one_memory(state: State, effect: Memory) -> str:
    kept = sum(isinstance(other, Memory) for other in state.lasting)
    return _on_player(state, effect) or ("" if kept == 1 else "one thing at most is kept to be undone")


def _remembered(state: State, effect: Remembered) -> str:
    """The position that is kept must be one that could be played on, with the same cards."""
    if len(effect.hands) != len(state.hands) or not effect.frames or abs(effect.direction) != 1:
        return "the position kept has a hand for each player, a direction and something pending"
    if any(isinstance(kept, Memory) for kept in effect.lasting):
        return "the position kept keeps no other"
    if not isinstance(effect.frames[0], Turn | BeginTurn):
        return "the position kept is one in which a card was about to be played"
    then = evolve(
        state,
        hands=effect.hands,
        draw_pile=effect.draw_pile,
        discard=effect.discard,
        in_force=effect.in_force,
        direction=effect.direction,
        frames=effect.frames,
        lasting=effect.lasting,
        called=frozenset(),
    )
    now, before = Counter(every_card(state)), Counter(every_card(then))
    if now.total() != before.total() or any(left < 0 for left in state.ruleset.deck.left_after(before).values()):
        return "the position kept has other cards"
    held = Counter(effect.hands[effect.seat])
    missing = (Counter(effect.cards) - held).total()
    if not 1 <= len(effect.cards) <= 2 or UNKNOWN in effect.cards or missing > held[UNKNOWN]:
        return "the cards played were in the hand"
    wrong = fault_of_effects(then) or fault_of(then)
    return "" if wrong is None else f"the position kept cannot be played on: {wrong[1]}"


#: What is wrong with an effect of each kind, if anything.
LASTS: Mapping[type[Lasting], Callable[[State, Any], str]] = {
    OnPlayer: _on_player,
    DrawPenalty: _penalty,
    Transfer: _transfer,
    Confinement: _confinement,
    TightBand: _band,
    Seen: _seen,
    Standstill: _standstill,
    Memory: _one_memory,
    DrewOnly: _drew,
    Remembered: _remembered,
}
