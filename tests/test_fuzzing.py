"""Whatever a stranger sends, spoiled in the ways strangers spoil things: a right answer or one line of error, in bounded time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unoref
from tests.fuzz import SLOWEST, TARGETS, answered, main, refused, seeds
from unoref import strategies
from unoref.grammar import check_names
from unoref.record import LONGEST_RECORD, MOST_PLAYS

#: Values that no record, sheet or log should have anywhere.
ODD: tuple[object, ...] = (
    None,
    True,
    -1,
    10**30,
    -(10**4000),
    1e308,
    float("nan"),
    float("inf"),
    -0.0,
    "",
    " ",
    "\0",
    "\ud800",
    "\u202eAnn",
    "e\u0301",
    "Ａｎｎ",
    "٣",
    "?999999999",
    "R7 " * 2000,
    "?" * 5000,
    "x" * 70_000,
    "../../etc/passwd",
    "a.toml",
    [],
    {},
    [[[[[[]]]]]],
    {"Ann": {"Ann": {"Ann": 1}}},
    ["Ann"] * 300,
    ["?"] * 3000,
)

#: Pieces that break the texts they get into.
PIECES = (
    *("\0", "\ufeff", "\r", "\u2028", "\ud800", "\u202e", "e\u0301", "Ｒ７", "﷽" * 30, "\u0301" * 300),
    *(
        "[" * 3000,
        "{" * 3000,
        "[[" * 500,
        "a." * 500,
        '"""',
        "'''",
        "1e999",
        "NaN",
        "-Infinity",
        "9" * 6000,
        "0x" + "f" * 5000,
    ),
    *("?999999999", " R7" * 3000, "plays", "table", "naming", "uno", ",", "、", "on Ann", "?" * 999, "saying uno"),
)


@st.composite
def spoiled(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> Any:
    """Plain data with odd values in a few places, or keys there are not."""
    data = json.loads(json.dumps(draw(values)))
    for _ in range(draw(st.integers(1, 3))):
        at = data
        while isinstance(at, dict | list) and at:
            key = draw(st.sampled_from(list(at) if isinstance(at, dict) else range(len(at))))
            if not isinstance(at[key], dict | list) or not at[key] or draw(st.booleans()):
                if isinstance(at, dict) and draw(st.integers(0, 5)) == 0:
                    key = draw(st.sampled_from(["teams", "pending", "effects", "deck", "x", "\ud800", "Ann", ""]))
                at[key] = deepcopy(draw(st.sampled_from(ODD)))
                break
            at = at[key]
    return data


@st.composite
def torn(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> bytes:
    """A text with pieces put in, taken out, doubled; perhaps with bytes that are no text."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        one, other = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        piece = draw(st.sampled_from(PIECES))
        text = draw(
            st.sampled_from(
                [text[:one] + piece + text[one:], text[:one] + text[other:], text[:other] + text[one:], text + piece]
            )
        )
    raw = text.encode("utf-8", "surrogatepass")
    if draw(st.integers(0, 9)) == 0:
        raw = raw[: len(raw) // 2] + draw(st.binary(max_size=4)) + raw[len(raw) // 2 :]
    return raw


def written(data: object) -> bytes:
    return json.dumps(data).encode()


texts = {target: [seed.decode() for seed in seeds(target, 20)] for target in TARGETS}


@pytest.mark.parametrize("target", TARGETS)
@given(st.data())
def test_torn_texts_have_an_answer(target: str, data: st.DataObject) -> None:
    answered(target, data.draw(torn(st.sampled_from(texts[target]))))


@pytest.mark.parametrize("target", TARGETS)
@given(st.binary(max_size=200))
def test_any_bytes_have_an_answer(target: str, raw: bytes) -> None:
    answered(target, raw)


@pytest.mark.parametrize("target", ["record_json", "log"])
@given(st.data())
def test_spoiled_records_have_an_answer(target: str, data: st.DataObject) -> None:
    records = strategies.records(most=30, named=strategies.names()).map(lambda record: unoref.dumps(record, "json"))
    answered(target, written(data.draw(spoiled(records.map(json.loads)))))


@given(st.data())
def test_sentences_about_any_position_have_an_answer(data: st.DataObject) -> None:
    state = data.draw(strategies.states(most=30, named=strategies.names()))
    for _ in range(3):
        text = data.draw(torn(strategies.sentences(state))).decode("utf-8", "surrogateescape")
        try:
            action = unoref.parse(text, state)
        except unoref.NotationError as fault:
            refused(fault)
        else:
            assert unoref.judge(state, action).reasons


def table(**more: object) -> dict[str, object]:
    return {"table": {"players": ["Ann", "Bo"], "discard": "R5", **more}}


#: What is as large or as deep as it can be sent; each within the bounds of :mod:`tests.fuzz`.
GIANTS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "deep JSON": ("record_json", lambda: b"[" * LONGEST_RECORD),
    "deep JSON in a table": ("record_json", lambda: b'{"table":{"hands":' + b'{"a":' * 150_000),
    "deep TOML": ("record_toml", lambda: b"a=" + b"[" * 900_000),
    "deep inline tables": ("record_toml", lambda: b"a=" + b"{b=" * 300_000),
    "a key of many parts": ("record_toml", lambda: b"a." * 500_000 + b"a=1"),
    "many tables": ("record_toml", lambda: b"".join(b"[a%d.b.c.d]\n" % n for n in range(60_000))),
    "a number of a million digits": ("record_json", lambda: b'{"a":' + b"9" * 1_000_000 + b"}"),
    "a hexadecimal number": ("record_toml", lambda: b"a=0x" + b"f" * 1_000_000),
    "a float too large": ("record_json", lambda: b'{"table":{"players":["A","B"],"draw-count":1e400}}'),
    "a number in a hand": ("record_json", lambda: written(table(hands={"Ann": 10**4000}))),
    "many unknown cards": ("record_json", lambda: written(table(hands={"Ann": "?999 " * 200_000}))),
    "many cards": ("record_json", lambda: written(table(hands={"Ann": "R7 " * 300_000}))),
    "cards side by side": ("record_json", lambda: written(table(hands={"Ann": "R7" * 500_000}))),
    "a list of empty hands": ("record_json", lambda: written(table(hands={"Ann": [""] * 250_000}))),
    "wide characters": ("cards", lambda: "﷽".encode() * 300_000),
    "combining characters": ("cards", lambda: b"R" + "\u0301".encode() * 300_000),
    "many players": ("record_json", lambda: written(table(players=[str(n) for n in range(100_000)]))),
    "many plays": ("record_json", lambda: written({**table(), "plays": ["Ann draws"] * (MOST_PLAYS + 1)})),
    "as many plays as may be": ("log", lambda: written({**table(), "plays": ["Ann draws", "Ann passes"] * 5000})),
    "long plays": ("record_json", lambda: written({**table(), "plays": ["Ann plays " + "RS " * 1300] * 250})),
    "a key many times": ("record_json", lambda: b"{" + b'"a":1,' * 150_000 + b'"a":1}'),
    "many keys": ("record_json", lambda: written({str(n): n for n in range(60_000)})),
    "many brackets": ("sheet", lambda: b'base="official"\n' + b"[" * 60_000),
    "many lines": ("sheet", lambda: b'base="official"\n' + b"\n" * 60_000 + b"x=1"),
    "an endless deck": ("sheet", lambda: b'base="official"\n[deck]\nadd="' + b"R7 " * 21_000 + b'"'),
    "a long sentence": ("sentence", lambda: b"Ann plays " + b"R7 " * 300_000),
    "a long option": ("options", lambda: b"official\0uno-penalty\0" + b"9" * 1_000_000),
    "a long name of an option": ("options", lambda: b"official\0" + b"a-" * 500_000 + b"\x001"),
    "a long variant": ("options", lambda: b"officia" * 150_000),
}


@pytest.mark.parametrize("giant", GIANTS)
def test_giants_are_answered_in_bounded_time(giant: str) -> None:
    target, made = GIANTS[giant]
    answered(target, made())


def test_so_many_names_are_compared_in_bounded_time() -> None:
    begun = time.process_time()
    check_names([f"P{seat}" for seat in range(100_000)])
    assert time.process_time() - begun < SLOWEST


def test_the_error_for_a_play_of_hundreds_of_cards_is_short() -> None:
    text = '[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n'
    with pytest.raises(unoref.RecordError) as refusal:
        unoref.loads(f'plays = ["Ann plays {"RS " * 1300}"]\n{text}')

    assert "plays 1 (" in str(refusal.value) and "official:turn.one-card" in str(refusal.value)
    assert len(str(refusal.value)) < 1000


@pytest.mark.parametrize(
    "text",
    [
        'base = "official"\nmodule = "os"\n',
        'base = "os"\n',
        'base = "unoref.variants.official"\n',
        'base = "../official"\n',
        'base = "house.toml"\n',
        'base = "official"\n[options]\nstacking = "__import__(\'os\')"\n',
        'base = "official"\n[bindings]\n"turn.draw" = ["os.system"]\n',
        'base = "official"\n[deck]\nadd = "__class__"\n',
    ],
)
def test_a_sheet_names_no_code(text: str, tmp_path: Any) -> None:
    sheet = tmp_path / "house.toml"
    sheet.write_text(text, encoding="utf-8")

    with pytest.raises(unoref.RulebookError):
        unoref.ruleset(sheet)


@pytest.mark.parametrize("target", TARGETS)
def test_the_harness_runs_on_files(target: str, tmp_path: Any) -> None:
    kept = tmp_path / "crash"
    kept.write_bytes(seeds(target, 50)[0])
    main([target, str(kept)])


def test_a_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness fails for an error of several lines, and for one that is none of ours."""
    for fault in (unoref.RecordError("one\ntwo"), KeyError("one")):

        def broken(text: str, format: str, fault: Exception = fault) -> None:
            raise fault

        monkeypatch.setattr(unoref, "loads", broken)
        with pytest.raises((AssertionError, KeyError)):
            TARGETS["record_json"](b"{}")
