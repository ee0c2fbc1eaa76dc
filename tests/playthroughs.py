"""Whole games kept as text under tests/games/: a record, and beside it what every play of it brought about and by which clause.

``python -m tests.playthroughs`` replays the records, counts the positions of tests/counts/, judges the rulings for
tests/outcomes/ and writes all of them anew; the change is then reviewed as text. docs/playthroughs.rst tells how to read them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import unoref
from tests import outcomes, perft, torn
from unoref.cli.pages import Line, line, plain
from unoref.cli.replay import Step, page, steps
from unoref.record import Record
from unoref.rulebook import variant_ids
from unoref.state import State

__all__ = ["GAMES", "games", "played", "text_of"]

#: A record a game, named for its variant and for what it shows.
GAMES: Final = Path(__file__).parent / "games"


def games() -> list[Path]:
    """The records, in order."""
    return sorted(GAMES.glob("*.toml"))


def played(path: Path) -> tuple[Record, tuple[Step, ...]]:
    """A game and its steps, the start first."""
    record = unoref.load(path, replay=False)
    return record, tuple(steps(record))


def text_of(path: Path) -> str:
    """The game as text: every play with its verdict where it is not simply legal, its events, the table and what is open then."""
    record, shown = played(path)
    return plain(list(_lines(record, shown)))


def _lines(record: Record, shown: tuple[Step, ...]) -> Iterator[Line]:
    yield from _head(record, shown)
    rules, *_ = page((), record, None, "en")
    yield rules
    for step in shown:
        yield from list(page((step,), record, None, "en"))[1:]
        if step.state is not None:
            yield line(f"    {_open(step.state)}")


def _head(record: Record, shown: tuple[Step, ...]) -> Iterator[Line]:
    """What the game shows, and the clauses it comes to with the number of events each of them brought about."""
    if record.story is not None:
        yield line(record.story["en"])
        yield line()
    clauses = Counter(event.clause for step in shown for event in step.events)
    yield line(f"{len(record.actions)} plays, {len(clauses)} clauses: ", ", ".join(sorted(clauses)))
    yield line()


def _open(state: State) -> str:
    """How many actions each seat has."""
    if state.over:
        return f"over, won by {', '.join(state.name(seat) for seat in state.winners) or 'nobody'}"
    actors = Counter(state.name(action.actor) for action in unoref.legal_actions(state))
    return "open  " + ", ".join(f"{name} {count}" for name, count in actors.items())


def main() -> None:
    """Write the games, the counts and what comes of the rulings anew."""
    for path in games():
        path.with_suffix(".txt").write_text(text_of(path), encoding="utf-8")
    for path in sorted(perft.COUNTS.glob("*.toml")):
        path.write_text(perft.written(path), encoding="utf-8")
    for variant in variant_ids():
        (outcomes.KEPT / f"{variant}.txt").write_text(outcomes.written(variant), encoding="utf-8")
    torn.FILE.write_text(torn.written(), encoding="utf-8")


if __name__ == "__main__":
    main()
