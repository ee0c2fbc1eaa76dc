"""What a play and a list of legal actions cost as hands, tables and the past of a game grow.

Official rules; the same plays, draws and passes are timed in positions that differ in one thing: the number of cards in each
hand, of players, or of cards on the discard pile. ``apply`` must not cost more for a longer past; a hand is copied by a play, and
a table has a hand for each player.

    python -m benchmarks.growth
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from random import Random

import unoref
from benchmarks.timing import Run, in_turns, told
from unoref import State
from unoref.cards import CARDS, Card, hand
from unoref.frames import TURNS
from unoref.piles import Pile
from unoref.seats import Seat
from unoref.state import in_force

ROUNDS, PLACES = 7, 200
HANDS, PLAYERS, DISCARDS = (2, 7, 20, 50), (2, 4, 7, 10), (1, 10, 100, 1_000)

#: Cards that do no more than being laid, so that every position costs the same work.
NUMBERS = tuple(card for card in CARDS.values() if card.face.number is not None)


def position(rng: Random, cards: int = 7, players: int = 4, discards: int = 10) -> State:
    """A turn with so many cards in every hand, players and discards; a card of the hand fits."""

    def some(count: int) -> list[Card]:
        return rng.choices(NUMBERS, k=count)

    top = rng.choice(NUMBERS)
    return State(
        unoref.ruleset("official"),
        tuple(f"Player{seat}" for seat in range(players)),
        Seat(players - 1),
        tuple(hand([*some(cards - 1), top]) for _ in range(players)),
        Pile.of(some(20)),
        Pile.of([*some(discards - 1), top]),
        in_force(top.color, top.face),
        1,
        (TURNS[Seat(0)],),
    )


def _applying(states: Sequence[State]) -> Run:
    """Every kind of action once in each position: the first that is listed of it."""
    taken = []
    for state in states:
        kinds = {type(action): action for action in reversed(unoref.legal_actions(state))}
        taken += [(state, action) for action in kinds.values()]

    def run() -> int:
        for state, action in taken:
            unoref.apply(state, action)
        return len(taken)

    return run


def _listing(batches: Sequence[Sequence[State]]) -> Run:
    fresh = iter(batches)

    def run() -> int:
        states = next(fresh)
        for state in states:
            unoref.legal_actions(state)
        return len(states)

    return run


def rows(what: str, sizes: Sequence[int]) -> list[list[str]]:
    """The microseconds of each call at every size of one thing."""
    runs: dict[str, Run] = {}
    for size in sizes:
        rng = Random(1)
        runs[f"apply {size}"] = _applying([position(rng, **{what: size}) for _ in range(PLACES)])
        runs[f"list {size}"] = _listing(
            [[position(rng, **{what: size}) for _ in range(PLACES)] for _ in range(ROUNDS + 1)]
        )
    found = {name: statistics.median(seconds) * 1e6 for name, seconds in in_turns(runs, ROUNDS).items()}
    return [
        ["apply", *(f"{found[f'apply {size}']:.1f}" for size in sizes)],
        ["legal_actions", *(f"{found[f'list {size}']:.1f}" for size in sizes)],
    ]


def main() -> None:
    """Print a table for each thing that grows."""
    for title, what, sizes in (
        ("cards in each hand", "cards", HANDS),
        ("players", "players", PLAYERS),
        ("cards on the discard pile", "discards", DISCARDS),
    ):
        told(f"Microseconds by number of {title}", ("", *map(str, sizes)), rows(what, sizes))


if __name__ == "__main__":
    main()
