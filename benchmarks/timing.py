"""How the benchmarks measure: several runs of each thing, in turns, by processor time; medians are told, with their spread."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from random import Random

import unoref
from unoref import Action, State

__all__ = ["in_turns", "positions", "spread", "told"]

#: A run does something as many times as it returns.
Run = Callable[[], int]


def in_turns(runs: Mapping[str, Run], rounds: int) -> dict[str, list[float]]:
    """Seconds that each does its thing once, in every round; a first round that warms up is not counted.

    The things take turns, so that a machine that is busy with other work is fair to all.
    """
    measured: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds + 1):
        for name, run in runs.items():
            start = time.process_time()
            done = run()
            if number:
                measured[name].append((time.process_time() - start) / done)
    return measured


def spread(values: Iterable[float], form: str) -> str:
    """The median of some figures, and from where to where they go."""
    known = list(values)
    return f"{statistics.median(known):{form}} (from {min(known):{form}} to {max(known):{form}})"


def told(title: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table with its columns flush."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    print(f"\n{title}")
    for first, *rest in lines:
        cells = (cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))
        print("  ".join(("", first.ljust(widths[0]), *cells)))


def _walk(rules: unoref.Ruleset, players: int, seed: int) -> Iterable[tuple[State, Action]]:
    """Positions of random games, each with the action taken there, for ever."""
    rng = Random(seed)
    while True:
        state = unoref.settle(unoref.deal(rules, [f"Player{seat}" for seat in range(players)], rng=rng), rng)
        for _ in range(400):
            if state.over:
                break
            action = rng.choice(unoref.legal_actions(state))
            yield state, action
            state = unoref.settle(unoref.apply(state, action), rng)


def positions(variant: str, players: int, count: int, seed: int = 1) -> list[tuple[State, Action]]:
    """Positions of random games and the actions taken there."""
    return list(islice(_walk(unoref.ruleset(variant), players, seed), count))
