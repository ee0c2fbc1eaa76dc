"""The spells of Touhouno reckoned a second time, by hand and apart from the engine, and held against random games.

What is reckoned of a spell: how many cards everybody holds when it is over, who moves next and in which direction. Of bans: that
nothing they forbid is offered, and that no effect outlives the beginning of its caster's turn. Of penalties: what is owed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest
from attrs import frozen

import unoref
from unoref.actions import Accept, Action, Choose, JumpIn, Laying, Play, Reveal
from unoref.cards import Card
from unoref.state import State

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
SEEDS = range(80)
MOVES = 250

#: An open B would bring other cards into hands; the rulings show what it does.
RULES = unoref.ruleset("touhouno", bomb_public="off")

#: The spells reckoned here; of the others only the bans are.
RECKONED = set(
    "R1 R3 R7 RS RR R+2 B0 B2 B3 B4 B5 B6 B7 B9 BS B+2 Y5 Y7 Y8 Y9 YS YR Y+2 G1 G2 G7 G8 G9 GR G+2 CC CC+2".split()
)

#: Lasting effects that leave hands and turns alone.
QUIET = {"FieldColors", "NotHeld", "Banned", "CardShown", "HandShown", "ExtraCard", "DeepMatch", "FreePass"}


@frozen
class Cast:
    """A spell that fires: how many cards everybody holds once the play has left the hand, and what has come to light since."""

    code: str
    seat: int
    direction: int
    sizes: tuple[int, ...]
    below: int  #: cards on the field under the play
    drawn: Card  #: the next card of the pile
    choice: object = None
    shown: Card | None = None

    @property
    def others(self) -> list[int]:
        """Everybody else, in the order of play."""
        return [(self.seat + self.direction * step) % len(self.sizes) for step in range(1, len(self.sizes))]

    @property
    def by_size(self) -> list[int]:
        """Everybody else, the fewest cards first, the nearest first among equals."""
        others = self.others
        return sorted(others, key=lambda seat: (self.sizes[seat], others.index(seat)))


def tenth(card: Card) -> int:
    """A tenth of the points of a function card."""
    if card.face.number is not None:
        return 0
    return 2 if card.face.code in ("S", "R", "+2") else 5


def drawn_by(cast: Cast) -> dict[int, int] | None:
    """How many cards everybody gains by the spell; None for a spell that is not reckoned here."""
    others, by_size = cast.others, cast.by_size
    following, previous, fewest = others[0], others[-1], by_size[0]
    everybody = dict.fromkeys(others, 1)
    match cast.code:
        case "R1" | "R7" | "B2" | "B3" | "B5" | "B7" | "B9" | "G1" | "G2" | "Y9":
            return {}
        case "R3" | "Y7" | "Y8":
            return {fewest: 1}
        case "RS":
            return {following: 2} if len(others) == 1 else {following: 2, others[1]: 2}
        case "RR":
            assert cast.shown is not None
            return {fewest: cast.shown.face.number or 0}
        case "R+2" | "CC+2":
            return everybody
        case "B0":
            rest = sum(cast.sizes) - 1
            dealt = {seat: len(range(place, rest, len(others))) for place, seat in enumerate(others)}
            return {cast.seat: 1 - cast.sizes[cast.seat]} | {seat: dealt[seat] - cast.sizes[seat] for seat in others}
        case "B4":
            return {following: 2}
        case "B6":
            beside = {(fewest + 1) % len(cast.sizes), (fewest - 1) % len(cast.sizes)} - {cast.seat}
            return {fewest: 1} | dict.fromkeys([seat for seat in by_size if seat in beside][:1], 1)
        case "BS":
            return {following: 2} if len(cast.sizes) < 4 else {}
        case "B+2":
            return {fewest: 3}
        case "Y5":
            return {previous: 2}
        case "YS":
            return {fewest: 1 + tenth(cast.drawn)}
        case "YR":
            return {1: {following: 1}, 2: {fewest: 2}, 3: everybody}[int(str(cast.choice))]
        case "Y+2" | "CC":
            return {following: 4} if cast.code == "Y+2" else {fewest: 4}
        case "G7":
            return dict.fromkeys(by_size[: min(2, cast.below)], 1)
        case "G8":
            return {seat: 2 - place for place, seat in enumerate(by_size[:2])}
        case "G9":
            return {seat: 4 - cast.sizes[seat] for seat in others}
        case "GR":
            return {fewest: max(cast.sizes) - cast.sizes[fewest]}
        case "G+2":
            return dict.fromkeys(others, 2)
    return None


def next_after(cast: Cast) -> tuple[int, int]:
    """Who moves next, and in which direction."""
    count, code = len(cast.sizes), cast.code
    if code == "BS" and count > 3:
        return (cast.seat - cast.direction) % count, cast.direction
    turned = code in ("R1", "G2", "Y5") or code.endswith("R")
    skips = code in ("G1", "G2", "Y5") or code.endswith("S") or (turned and count == 2)
    direction = -cast.direction if turned else cast.direction
    return (cast.seat + direction * (1 + skips)) % count, direction


#: What the bans of spells forbid, of the cards of a play.
FORBIDDEN = {
    "R6": {"CC", "S", "R"},
    "R8": {"CC", "CC+2"},
    "R9": {"4"},
    "R+2": {"+2"},
    "B1": {"S"},
    "BS": {"S"},
    "Y1": {"R"},
    "Y3": {"2"},
    "G3": {"S", "R"},
    "G5": {"+2"},
    "G6": {"3"},
}


def is_forbidden(effect: object, cards: tuple[Card, ...]) -> bool:
    """Whether a ban forbids a play."""
    card: Card = effect.card  # type: ignore[attr-defined]
    if card.code == "BR":
        return any(laid.color is effect.color for laid in cards)  # type: ignore[attr-defined]
    if card.code == "Y2":
        return len(cards) > 1
    return any(laid.face.code in FORBIDDEN[card.code] for laid in cards)


def dealt(seed: int, rng: random.Random) -> State:
    """A game about to begin, with every card known."""
    return unoref.settle(unoref.deal(RULES, NAMES[: 2 + seed % 4], rng=rng), rng)


def moved(state: State, action: Action, rng: random.Random) -> tuple[State, Card | None]:
    """The state after an action and whatever chance brings then; the card that was picked to lie open, if one was."""
    state, picked = unoref.transition(state, action).state, None
    offered = unoref.legal_actions(state)
    if offered and isinstance(offered[0], Reveal):
        reveal = rng.choice(offered)
        assert isinstance(reveal, Reveal)
        state, picked = unoref.transition(state, reveal).state, reveal.card
    return unoref.settle(state, rng), picked


def fires(state: State, action: Action) -> bool:
    """Whether the action is a play whose spell fires and which does not empty the hand."""
    if not isinstance(action, Play):
        return False
    left = len(state.hands[action.actor]) - len(action.cards)
    return left == 1 or (left > 0 and len(action.cards) == 2)


def some_action(state: State, offered: tuple[Action, ...], rng: random.Random) -> Action:
    """One of the actions; for the most part one that makes a spell fire, if there is any."""
    firing = [action for action in offered if fires(state, action)]
    return rng.choice(firing) if firing and rng.random() < 0.7 else rng.choice(offered)


def on_top(state: State) -> str:
    """The kind of decision that is owed."""
    return type(state.frames[-1]).__name__


def is_quiet(state: State) -> bool:
    """An ordinary turn with nothing under way that would change what a spell does."""
    lasting = {type(effect).__name__ for effect in state.lasting}
    return on_top(state) == "Turn" and lasting <= QUIET and len(state.draw_pile) > 40


def casts(seed: int) -> Iterator[tuple[Cast, State]]:
    """Spells cast in a random game, each with the state at the next turn."""
    rng = random.Random(seed)
    state = dealt(seed, rng)
    for _ in range(MOVES):
        offered = unoref.legal_actions(state)
        if not offered:
            return
        action, before = some_action(state, offered, rng), state
        state, shown = moved(state, action, rng)
        if not (is_quiet(before) and fires(before, action)):
            continue
        assert isinstance(action, Play)
        choice: object = None
        while (offered := unoref.legal_actions(state)) and on_top(state) not in ("Turn", "Window", "MayJump"):
            answer = rng.choice(offered)
            choice = answer.choice if isinstance(answer, Choose) else choice
            state, _picked = moved(state, answer, rng)
        if not offered:
            return
        laid = [0] * len(before.hands)
        laid[action.actor] = len(action.cards)
        sizes = tuple(len(hand) - gone for hand, gone in zip(before.hands, laid, strict=True))
        code = next(card.code for card in reversed(action.cards) if card.code != "P")
        drawn = before.draw_pile.top
        assert drawn is not None
        below = len(before.discard)
        yield Cast(code, action.actor, before.direction, sizes, below, drawn, choice, shown), state


@cache
def reckoned(seed: int) -> tuple[tuple[Cast, object, object], ...]:
    """The spells of a random game that are reckoned, each with what came of it and what should have."""
    found = []
    for cast, after in casts(seed):
        gained = drawn_by(cast)
        if gained is not None:
            came = ([len(hand) for hand in after.hands], (after.to_act, after.direction))
            expected = ([size + gained.get(seat, 0) for seat, size in enumerate(cast.sizes)], next_after(cast))
            found.append((cast, came, expected))
    return tuple(found)


@pytest.mark.parametrize("seed", SEEDS)
def test_spells_do_what_a_second_reckoning_says(seed: int) -> None:
    for cast, came, expected in reckoned(seed):
        assert came == expected, cast


def test_every_spell_reckoned_is_cast() -> None:
    assert {cast.code for seed in SEEDS for cast, _, _ in reckoned(seed)} == RECKONED


@pytest.mark.parametrize("seed", SEEDS)
def test_bans_hold_effects_end_and_penalties_add_up(seed: int) -> None:
    rng = random.Random(seed)
    state = dealt(seed, rng)
    for _ in range(MOVES):
        offered = unoref.legal_actions(state)
        if not offered:
            return
        bans = [effect for effect in state.lasting if type(effect).__name__ == "Banned"]
        for action in offered:
            if isinstance(action, Play | JumpIn):
                assert not [ban for ban in bans if is_forbidden(ban, action.cards)], action
                may_be_laid(state, action)
        if on_top(state) in ("Turn", "Drawn", "Window"):
            assert not outlived(state)
        action, before = some_action(state, offered, rng), state
        state, _picked = moved(state, action, rng)
        if isinstance(action, Accept):
            owed = before.frames[-1].owed  # type: ignore[attr-defined]
            assert owed == 2 * len(before.frames[-1].by)  # type: ignore[attr-defined]
            fewer = sum(type(effect).__name__ == "FewerDraws" for effect in before.lasting)
            drawn = len(state.hands[action.actor]) - len(before.hands[action.actor])
            assert drawn == min(max(0, owed - fewer), len(before.draw_pile))


def may_be_laid(state: State, action: Laying) -> None:
    """P has a partner and three more cards in hand; only +2, CC+2 and B meet a penalty, and B nothing else."""
    codes = [card.face.code for card in action.cards if card.face.code != "P"]
    if len(codes) < len(action.cards):
        assert len(state.hands[action.actor]) >= 4
        assert codes
        assert codes[0] not in ("0", "B")
    assert len(set(action.cards)) == 1 or len(codes) < len(action.cards)
    assert (codes[0] in ("+2", "CC+2", "B")) if on_top(state) == "Window" else codes[0] != "B"


def outlived(state: State) -> list[object]:
    """Effects that end as the turn of their caster begins, and still last though it has."""
    kinds = ("FewerDraws", "ExtraCard", "HandShown", "JumpRight", "Taxed", "Banned")
    return [
        effect
        for effect in state.lasting
        if type(effect).__name__ in kinds
        and effect.seat == state.to_act  # type: ignore[attr-defined]
        and getattr(effect, "color", None) is None
    ]
