"""The worked rulings under ``variants/``: each is run and held to what it expects."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import unoref
from unoref.card_notation import read_cards
from unoref.cards import hand
from unoref.notation import write_sentence
from unoref.record import build
from unoref.referee import Ruling
from unoref.rulebook import rulebook, variant_ids
from unoref.scoring import score

FILES = [path for variant in variant_ids() for path in sorted((rulebook(variant).folder / "rulings").glob("**/*.toml"))]


#: Clauses that a refusal names; of what the deck or the notation forbids it speaks in other words.
NAMED = ("official:teams", "village:1.1", "village:4.3.3", "village:5.2.1")


def name(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_ruling_comes_out_as_the_clause_says(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    expect = data["expect"]
    if expect["verdict"] == "bad-input":
        refused(data, expect)
        return
    record = unoref.loads(path.read_text(encoding="utf-8"))
    assert record.dispute is not None, "a ruling needs a dispute"
    ruling = unoref.judge(record.state(), record.dispute)

    assert expect["verdict"] == ruling.verdict
    assert set(expect["clauses"]) <= cited(ruling)
    assert not set(expect.get("not-clauses", ())) & cited(ruling)
    offered = {write_sentence(action, ruling.state.players) for action in ruling.alternatives}
    assert set(expect.get("alternatives", ())) <= offered
    position(ruling, expect)


def refused(data: dict[str, Any], expect: Mapping[str, Any]) -> None:
    """Bad input is refused in one line, which names the clause where the rules themselves refuse it."""
    with pytest.raises(unoref.UnorefError) as refusal:
        build(data).state()
    message = str(refusal.value)

    assert "\n" not in message
    assert all(clause in message for clause in expect.get("clauses", ()) if clause.startswith(NAMED))


def cited(ruling: Ruling) -> set[str]:
    """Every clause the ruling rests on."""
    clauses = {reason.clause for reason in ruling.reasons} | {event.clause for event in ruling.events}
    return clauses | {objection.clause for objection in ruling.objections}


def position(ruling: Ruling, expect: Mapping[str, Any]) -> None:
    """What is expected of the position after the action."""
    after = ruling.after
    if after is None:
        assert not set(expect) & {"turn", "color", "direction", "top", "hands", "winners", "points", "next-dealer"}
        return
    color, top = after.in_force.color, after.discard.top
    found: dict[str, object] = {
        "turn": "nobody" if after.to_act is None else after.name(after.to_act),
        "color": color and color.value,
        "direction": "clockwise" if after.direction == 1 else "counterclockwise",
        "top": top and top.code,
        "winners": [after.name(seat) for seat in after.winners],
        "draw-count": len(after.draw_pile),
        "match-losers": [event.seat for event in ruling.events if event.event == "match-lost"],
        "points": dict(zip(after.players, score(after).points, strict=True)),
        "match-winners": [event.seat for event in ruling.events if event.event == "match-won"],
        "leads": [event.seat for event in ruling.events if event.event == "leads"],
        "next-dealer": next((event.seat for event in ruling.events if event.event == "deals-next"), None),
        "shuffles": next((event.seat for event in ruling.events if event.event == "shuffles-next"), None),
    }
    assert {key: expect[key] for key in found if key in expect} == {key: found[key] for key in found if key in expect}
    for player, shown in expect.get("public", {}).items():
        lying = after.public[after.players.index(player)] if after.public else ()
        assert (shown == "all") if lying is None else hand(read_cards(shown, after.ruleset.deck)) == lying
    for player, held in expect.get("hands", {}).items():
        cards = after.hands[after.players.index(player)]
        if isinstance(held, int):
            assert held == len(cards)
        else:
            assert hand(read_cards(held, after.ruleset.deck)) == cards


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_ruling_tells_its_story_in_both_languages(path: Path) -> None:
    story = tomllib.loads(path.read_text(encoding="utf-8"))["story"]

    assert set(story) == {"en", "zh"}
    assert all(text.strip() for text in story.values())
