"""Everything that comes of each ruling, kept as text under tests/outcomes/: what the ruling itself does not speak of, too.

A ruling expects what its clause says, and no more. Here is the rest: every event with its clause, all that changes in the
position, what is still pending, and how many actions each seat then has. None of it was worked out by hand; it is there so that
a change is seen, and read as text before it is kept. ``python -m tests.playthroughs`` writes it anew.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import unoref
from unoref.actions import Action
from unoref.events import Event
from unoref.notation import write_cards, write_sentence
from unoref.record import build, table_of
from unoref.referee import Ruling
from unoref.rulebook import rulebook
from unoref.seats import TABLE
from unoref.state import State

__all__ = ["KEPT", "kept", "outcome", "rulings", "short", "written"]

#: One file a variant.
KEPT: Final = Path(__file__).parent / "outcomes"


def rulings(variant: str) -> list[Path]:
    """The rulings of a variant, in order."""
    return sorted((rulebook(variant).folder / "rulings").glob("**/*.toml"))


def kept(variant: str) -> dict[str, str]:
    """What is kept of each ruling, by its name; a paragraph begins with the name."""
    text = (KEPT / f"{variant}.txt").read_text(encoding="utf-8")
    return {paragraph.partition("\n")[0]: paragraph.rstrip("\n") for paragraph in text.split("\n\n")}


def written(variant: str) -> str:
    """The file of a variant as it would be now."""
    return "\n\n".join(outcome(path) for path in rulings(variant)) + "\n"


def outcome(path: Path) -> str:
    """What comes of a ruling: its name, then its plays and its dispute, each with what follows."""
    return "\n  ".join((path.stem, *_lines(tomllib.loads(path.read_text(encoding="utf-8")))))


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    try:
        record = build(data)
        state = record.state()
    except unoref.UnorefError as refusal:
        yield f"refused: {refusal}"
        return
    at = record.start
    for action in record.actions:
        ruling = unoref.judge(at, action)
        yield f"{write_sentence(action, at.players)}: {', '.join(map(_event, ruling.events))}"
        assert ruling.after is not None
        at = ruling.after
    assert at == state
    if record.dispute is not None:
        yield from _judged(state, record.dispute)


def _judged(state: State, action: Action) -> Iterator[str]:
    ruling = unoref.judge(state, action)
    points = ", ".join(f"{reason.clause} for {reason.supports}" for reason in ruling.reasons)
    yield f"{write_sentence(action, state.players)}: {ruling.verdict} ({points})"
    yield from (f"unknown of {need.seat}: {need.if_yes} or {need.if_no} ({need.point})" for need in ruling.needs)
    yield from map(_event, ruling.events)
    if ruling.after is not None:
        yield from _changes(ruling, ruling.after)


def _event(event: Event) -> str:
    """An event in short: kind, seat, cards or count, color, other seat, clause."""
    cards = write_cards(event.cards) if event.cards else ""
    parts = (event.event, event.seat, cards, event.count, event.color and event.color.value, event.other)
    return f"{' '.join(str(part) for part in parts if part not in (None, ''))} ({event.clause})"


def _changes(ruling: Ruling, after: State) -> Iterator[str]:
    """What differs in the record of the position, and what is open then."""
    before, now = _parts(ruling.state), _parts(after)
    for key in sorted(before.keys() | now.keys()):
        if before.get(key) != now.get(key):
            yield f"{key} = {short(now.get(key, 'none'))}"
    for name, seen in _views(after):
        yield from (
            f"seen by {name}: {key} = {short(seen[key])}"
            for key in ("pending", "effects")
            if seen.get(key) != now.get(key)
        )
    if not after.over:
        actors = Counter(after.name(action.actor) for action in unoref.legal_actions(after))
        yield "open " + ", ".join(f"{name} {count}" for name, count in actors.items())


def _views(state: State) -> Iterator[tuple[str, dict[str, Any]]]:
    """The position as bystanders see it, and as those do who owe a decision, where something waits."""
    if len(state.frames) > 1 or state.lasting:
        yield "nobody", table_of(unoref.observe(state, -1))
        for seat in sorted({frame.seat for frame in state.frames if frame.seat != TABLE}):
            yield state.name(seat), table_of(unoref.observe(state, seat))


def _parts(state: State) -> dict[str, Any]:
    """A position as its record has it, each hand by itself."""
    table = table_of(state)
    hands = table.pop("hands")
    return {**table, **{f"hand of {name}": cards for name, cards in hands.items()}}


def short(value: Any) -> str:
    """A value of a record on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} {short(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        unknown = sum(part == "?" for part in value)
        told = [short(part) for part in value if part != "?"] + [f"?{unknown}"] * (unknown > 0)
        return "[" + " ".join(told) + "]"
    return str(value)
