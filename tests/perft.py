"""Counts of everything that can be done from fixed positions, kept under tests/counts/ as a check for any implementation.

docs/playthroughs.rst says what is counted. ``python -m tests.playthroughs`` writes the present counts; ``python -m tests.perft
ID DEPTH`` shows how the count of one position is made up, to find where two implementations part.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

import unoref
from unoref.actions import Action
from unoref.engine import weigh
from unoref.record import build
from unoref.state import State

__all__ = ["COUNTS", "Counts", "Position", "count", "divided", "positions", "written"]

#: One file a variant.
COUNTS: Final = Path(__file__).parent / "counts"

#: The keys of a position that are no keys of a record.
_KEYS: Final = ("id", "shows", "sequences", "contestable", "over")


@frozen
class Counts:
    """What there is at each depth, the first of them 1.

    ``sequences`` counts the sequences of so many actions, ``contestable`` those whose last action is contestable, ``over`` those
    whose last action ends the round.
    """

    sequences: tuple[int, ...]
    contestable: tuple[int, ...]
    over: tuple[int, ...]


@frozen
class Position:
    """A position with the counts that are written under it."""

    id: str
    state: State
    counts: Counts

    @property
    def depth(self) -> int:
        """How deep it is counted."""
        return len(self.counts.sequences)


def positions(path: Path) -> Iterator[Position]:
    """The positions of a file, in order; without their own keys they are records."""
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["position"]:
        yield _position(entry, path.stem)


def _position(entry: Mapping[str, Any], variant: str) -> Position:
    told = {"variant": variant, **{key: value for key, value in entry.items() if key not in _KEYS}}
    counts = Counts(*(tuple(entry[key]) for key in ("sequences", "contestable", "over")))
    return Position(f"{variant}/{entry['id']}", build(told, entry["id"]).state(), counts)


def count(state: State, depth: int) -> Counts:
    """The counts down to a depth: every action of every seat and of the table, each once in its barest form."""
    sequences, contestable, over = [0] * depth, [0] * depth, [0] * depth

    def descend(state: State, at: int) -> None:
        for action in unoref.legal_actions(state):
            verdict, after = weigh(state, action)
            assert after is not None
            sequences[at] += 1
            contestable[at] += verdict == "contestable"
            if after.over:
                over[at] += 1
            elif at + 1 < depth:
                descend(after, at + 1)

    descend(state, 0)
    return Counts(tuple(sequences), tuple(contestable), tuple(over))


def divided(state: State, depth: int) -> Iterator[tuple[Action, int]]:
    """Each first action with the number of sequences of ``depth`` actions that begin with it."""
    for action in unoref.legal_actions(state):
        after = unoref.apply(state, action)
        yield action, 1 if depth == 1 else 0 if after.over else count(after, depth - 1).sequences[-1]


def written(path: Path) -> str:
    """The text of a file with the present counts in place of those that are there; all else is kept as it is."""
    found = [count(position.state, position.depth) for position in positions(path)]
    text = path.read_text(encoding="utf-8")
    for key in ("sequences", "contestable", "over"):
        lines = iter(f"{key} = {list(getattr(counts, key))}" for counts in found)
        text = re.sub(rf"^{key} = \[[^]]*\]$", lambda _, lines=lines: next(lines), text, flags=re.MULTILINE)  # type: ignore[misc]
    return text


def main(arguments: Sequence[str]) -> None:
    """Show how a count is made up."""
    variant, _, name = arguments[0].partition("/")
    every = {position.id: position for position in positions(COUNTS / f"{variant}.toml")}
    state, total = every[f"{variant}/{name}"].state, 0
    for action, below in divided(state, int(arguments[1])):
        print(f"{unoref.format(action, state)}: {below}")
        total += below
    print(f"\n{total}")


if __name__ == "__main__":
    main(sys.argv[1:])
