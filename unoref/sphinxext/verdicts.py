"""Rulings held to what they expect of the engine: the question that tests and the build of the documentation both ask.

Nothing here needs Sphinx. What a ruling may expect is told where records are: the keys of ``[expect]``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from unoref.card_notation import read_cards
from unoref.cards import Card, hand
from unoref.errors import UnorefError
from unoref.notation import write_sentence
from unoref.record import build
from unoref.referee import Ruling, judge
from unoref.scoring import score
from unoref.state import State

__all__ = ["faults"]

#: What a ruling expects of the position after its dispute.
_OF_THE_POSITION: Final = frozenset(
    {
        "color",
        "direction",
        "draw-count",
        "hands",
        "leads",
        "match-losers",
        "match-winners",
        "next-dealer",
        "points",
        "public",
        "shuffles",
        "top",
        "turn",
        "winners",
    }
)


def faults(data: Mapping[str, Any], folder: str | os.PathLike[str] | None = None) -> list[str]:
    """What the engine says otherwise than a ruling expects, one sentence each; empty where it says the same.

    ``data`` is the record as its file has it, ``folder`` where a house sheet it names is looked for.

    >>> import tomllib
    >>> ruling = tomllib.loads('''
    ... dispute = "Ann plays B2"
    ... [table]
    ... players = ["Ann", "Bo"]
    ... discard = "R5"
    ... [table.hands]
    ... Ann = "B2 G4"
    ... [expect]
    ... verdict = "legal"
    ... clauses = ["official:match-card.1"]
    ... ''')
    >>> faults(ruling)
    ['the verdict is illegal, not legal']
    """
    expect = data.get("expect")
    if not isinstance(expect, Mapping) or "verdict" not in expect:
        return ["it expects no verdict"]
    if expect["verdict"] == "bad-input":
        return list(_not_refused(data, expect, folder))
    try:
        record = build(data, folder=folder)
        state = record.state()
    except UnorefError as fault:
        return [f"it is bad input: {fault}"]
    if record.dispute is None:
        return ["it has no dispute"]
    return list(_differences(judge(state, record.dispute), expect))


def _not_refused(
    data: Mapping[str, Any], expect: Mapping[str, Any], folder: str | os.PathLike[str] | None
) -> Iterator[str]:
    """Bad input must be refused, in one line."""
    try:
        build(data, folder=folder).state()
    except UnorefError as refusal:
        if "\n" in str(refusal):
            yield "the refusal is longer than a line"
    else:
        yield "it is no bad input"


def _differences(ruling: Ruling, expect: Mapping[str, Any]) -> Iterator[str]:
    if ruling.verdict != expect["verdict"]:
        yield f"the verdict is {ruling.verdict}, not {expect['verdict']}"
    cited = {reason.clause for reason in ruling.reasons} | {event.clause for event in ruling.events}
    if expect.get("not-clauses") or not cited.issuperset(expect.get("clauses", ())):
        cited |= {objection.clause for objection in ruling.objections}  # looking for them takes time
    yield from (f"{clause} is not cited" for clause in expect.get("clauses", ()) if clause not in cited)
    yield from (f"{clause} is cited" for clause in expect.get("not-clauses", ()) if clause in cited)
    if expect.get("alternatives"):
        offered = {write_sentence(action, ruling.state.players) for action in ruling.alternatives}
        yield from (f"{sentence!r} is no alternative" for sentence in expect["alternatives"] if sentence not in offered)
    if ruling.after is not None:
        yield from _differences_after(ruling, ruling.after, expect)
    elif _OF_THE_POSITION & expect.keys():
        yield f"no position follows, of which {', '.join(sorted(_OF_THE_POSITION & expect.keys()))} could be expected"


def _told(ruling: Ruling, event: str) -> list[str | None]:
    return [one.seat for one in ruling.events if one.event == event]


def _differences_after(ruling: Ruling, after: State, expect: Mapping[str, Any]) -> Iterator[str]:
    """What differs in the position that follows."""
    color, top = after.in_force.color, after.discard.top
    found: dict[str, object] = {
        "turn": "nobody" if after.to_act is None else after.name(after.to_act),
        "color": color and color.value,
        "direction": "clockwise" if after.direction == 1 else "counterclockwise",
        "top": top and top.code,
        "winners": [after.name(seat) for seat in after.winners],
        "draw-count": len(after.draw_pile),
        "match-losers": _told(ruling, "match-lost"),
        "match-winners": _told(ruling, "match-won"),
        "leads": _told(ruling, "leads"),
        "next-dealer": next(iter(_told(ruling, "deals-next")), None),
        "shuffles": next(iter(_told(ruling, "shuffles-next")), None),
    }
    if "points" in expect:
        found["points"] = dict(zip(after.players, score(after).points, strict=True))
    for key, value in found.items():
        if key in expect and expect[key] != value:
            yield f"{key} is {value!r}, not {expect[key]!r}"
    for player, shown in expect.get("public", {}).items():
        lying = after.public[after.players.index(player)] if after.public else ()
        if lying is not None if shown == "all" else _read(shown, after) != lying:
            yield f"the open cards of {player} are {_cards(lying)}, not {shown}"
    for player, held in expect.get("hands", {}).items():
        cards = after.hands[after.players.index(player)]
        if (held != len(cards)) if isinstance(held, int) else _read(held, after) != cards:
            yield f"{player} holds {_cards(cards)}, not {held}"


def _read(cards: str | Sequence[str], state: State) -> tuple[Card, ...]:
    return hand(read_cards(cards if isinstance(cards, str) else " ".join(cards), state.ruleset.deck))


def _cards(cards: tuple[Card, ...] | None) -> str:
    return "all" if cards is None else " ".join(card.code for card in cards) or "none"
