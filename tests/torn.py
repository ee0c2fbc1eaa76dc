"""Positions of rulings with something pending, each changed in one place, and what becomes of them, kept in tests/outcomes/.

A record that somebody wrote or spoiled may say of what is pending what no play could have brought about. Each field of each
frame is changed in a few ways: the position is refused, in a sentence, or it stands and can be played on from. ``python -m
tests.playthroughs`` writes anew what becomes of each.
"""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import unoref
from tests.outcomes import KEPT, rulings, short
from unoref.record import build, table_of
from unoref.rulebook import variant_ids
from unoref.state import State

__all__ = ["FILE", "becomes", "of_variant", "states", "torn", "written"]

#: What becomes of the changed positions of every variant.
FILE: Final = KEPT / "torn.txt"

Data = dict[str, Any]

#: Of so many positions each frame with the same keys is changed where it lies on top, and where it waits.
_MOST: Final = 2

#: Cards that are in every deck.
_CARDS: Final = ("R7", "G1", "?")


def states(variant: str) -> Iterator[tuple[str, Data, State]]:
    """The positions of the rulings, after the plays and after the dispute, with the rules of their records."""
    for path in rulings(variant):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        try:
            record = build(data)
            state = record.state()
        except unoref.UnorefError:
            continue
        rules: Data = {key: data[key] for key in ("variant", "options", "deck") if key in data}
        yield path.stem, rules, state
        after = None if record.dispute is None else unoref.judge(state, record.dispute).after
        if after is not None:
            yield f"{path.stem}, judged", rules, after


def torn(variant: str) -> Iterator[tuple[str, Data]]:
    """Records of changed positions, each with what was changed."""
    seen: Counter[object] = Counter()
    for name, rules, state in states(variant):
        table = table_of(state)
        frames = table.get("pending", [])
        for at, frame in enumerate(frames):
            kind = (frame["frame"], at == len(frames) - 1, *frame)
            seen[kind] += 1
            if seen[kind] > _MOST:
                continue
            for told, changed in _changes(frame, table["players"]):
                pending = [*frames[:at], *changed, *frames[at + 1 :]]
                spoiled = {key: value for key, value in table.items() if key != "turn"} | {"pending": pending}
                yield f"{name}: {frame['frame']} {told}", {**rules, "table": copy.deepcopy(spoiled)}
        for at, effect in enumerate(table.get("effects", [])):
            kind = (effect["effect"], *effect)
            seen[kind] += 1
            if seen[kind] > _MOST:
                continue
            for told, changed in _changes(effect, table["players"]):
                effects = [*table["effects"][:at], *changed, *table["effects"][at + 1 :]]
                yield (
                    f"{name}: {effect['effect']} {told}",
                    {**rules, "table": copy.deepcopy({**table, "effects": effects})},
                )


def _changes(part: Data, players: list[str]) -> Iterator[tuple[str, list[Data]]]:
    """A frame or an effect with one thing changed; none and two of it."""
    yield "is missing", []
    yield "is there twice", [part, part]
    for key, value in part.items():
        if key in ("frame", "effect"):
            continue
        yield f"without {key}", [{name: kept for name, kept in part.items() if name != key}]
        for other in _others(value, players):
            yield f"{key} {short(other)} for {short(value)}", [{**part, key: other}]


def _others(value: Any, players: list[str]) -> Iterator[Any]:
    """A few other values for one."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (other for other in dict.fromkeys((value - 1, value + 1, -1, 0, 99)) if other != value)
    elif isinstance(value, str):
        if value in players:
            yield from (
                players[(players.index(value) + shift) % len(players)] for shift in range(1, min(3, len(players)))
            )
        elif value in ("red", "yellow", "green", "blue"):
            yield from ("green" if value != "green" else "red", "black")
        elif value.startswith("?"):
            yield from ("?", "?99")
        else:
            yield from (card for card in _CARDS if card != value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from ({**value, key: other} for other in _others(inner, players))
    elif isinstance(value, list | tuple):
        if value:
            yield list(value[1:])
            yield [*value, value[0]]
            yield from ([other, *value[1:]] for other in _others(value[0], players))
        yield [*value, "R7"]
        yield [*value, players[-1]]


def becomes(data: Data) -> str:
    """What becomes of a record: the refusal, or that it stands."""
    try:
        build(data).state()
    except unoref.UnorefError as refusal:
        return f"refused: {str(refusal).partition('; ')[0]}"  # without what it might have been
    return "stands"


def written() -> str:
    """The file as it would be now."""
    return "\n\n".join(map(of_variant, variant_ids())) + "\n"


def of_variant(variant: str) -> str:
    """The paragraph of a variant as it would be now."""
    return "\n  ".join((variant, *(f"{told}: {becomes(data)}" for told, data in torn(variant))))
