"""Whatever a stranger writes into a line of a log, the answer is a result with one line of reason, and never a fault."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import unoref
from tests.test_audit import game
from tests.test_importers import LAWFUL, draws, online, plays
from unoref.audit import Auditor
from unoref.simulate import Simulator

RECORD = json.loads(Simulator(unoref.ruleset("official"), ("Ann", "Bo"), 1, "greedy")((0,))[0])

#: Documents of each format that are right.
DOCUMENTS: tuple[tuple[str, Any], ...] = (
    ("unoref", RECORD),
    (
        "unoref",
        game("Ann plays W+4 naming red", "Bo challenges", hands={"Ann": "W+4 ?3"}, options={"stacking": "like"}),
    ),
    ("rlcard", LAWFUL),
    (
        "uno-online",
        online(plays("wild"), ("choose_color", "u1", {"color": "red"}), draws("red 5", "u2"), ("accept", "u2", {})),
    ),
)

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10**20),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(
        ["R5", "?9", "r-5", "draw", "Ann", "Ann draws", "table shuffles", "red", "wild", "game_start", "\ud800"]
    ),
    st.lists(st.integers(0, 3), max_size=3),
    st.just({}),
)


@st.composite
def spoiled(draw: st.DrawFn) -> tuple[str, Any]:
    """A document with some values changed, taken away or doubled."""
    format, document = draw(st.sampled_from(DOCUMENTS))
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        at = document
        for _ in range(draw(st.integers(1, 6))):
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if not isinstance(at[key], dict | list) or not at[key] or draw(st.integers(0, 3)) == 0:
                change = draw(st.sampled_from(("set", "drop", "double")))
                if change == "set":
                    at[key] = draw(VALUES)
                elif change == "drop":
                    del at[key]
                elif isinstance(at, list):
                    at.insert(key, copy.deepcopy(at[key]))
                break
            at = at[key]
    return format, document


def answered(format: str, raw: bytes) -> None:
    found = Auditor(format=format)(raw)

    assert found.result in ("ok", "offence", "bad")
    assert (found.reason is not None) == (found.result == "bad")
    assert (found.offence is not None) == (found.result == "offence")
    assert found.reason is None or "\n" not in found.reason


@given(spoiled())
def test_a_spoiled_document_has_an_answer(case: tuple[str, Any]) -> None:
    format, document = case
    answered(format, json.dumps(document).encode())


@given(st.sampled_from(["unoref", "rlcard", "uno-online"]), st.binary(max_size=80))
def test_any_bytes_have_an_answer(format: str, raw: bytes) -> None:
    answered(format, raw)


@given(st.sampled_from(DOCUMENTS), st.sampled_from(["unoref", "rlcard", "uno-online"]))
def test_a_document_of_another_format_has_an_answer(case: tuple[str, Any], format: str) -> None:
    answered(format, json.dumps(case[1]).encode())
