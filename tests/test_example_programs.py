"""The programs that the documentation includes whole: the server, and the runner of rulings."""

from __future__ import annotations

import importlib.util
import random
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import unoref
from tests.examples import EXAMPLES
from unoref.cli.judge import document, rule
from unoref.record import build
from unoref.rulebook import rulebook, variant_ids

RULINGS = [path for variant in variant_ids() for path in sorted((rulebook(variant).folder / "rulings").glob("*.toml"))]

#: Keys of [expect] that few rulings have.
RARE = {"public", "draw-count", "match-winners", "match-losers", "leads", "next-dealer", "shuffles"}


def program(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


server = program("server")
conformance = program("conformance")


class Sitting:
    """A table from a record, and what each player has been told since."""

    def __init__(
        self, hands: dict[str, str], top: str = "R5", pile: str = "", variant: str = "official", **options: object
    ) -> None:
        data: dict[str, Any] = {
            "variant": variant,
            "options": {name.replace("_", "-"): value for name, value in options.items()},
        }
        data["table"] = {"players": list(hands), "discard": top, "hands": hands}
        if pile:
            data["table"] |= {"draw-pile": pile, "draw-count": len(pile.split())}
        self.told: list[list[str]] = [[] for _ in hands]
        state = build(data).state()
        self.table = server.Table(state, random.Random(1), lambda seat, line: self.told[seat].append(line))

    def says(self, seat: int, sentence: str) -> list[list[str]]:
        """What each player is told when the seat sends a sentence."""
        for lines in self.told:
            lines.clear()
        self.table.send(seat, sentence)
        return self.told


def test_everybody_is_told_what_happens() -> None:
    sitting = Sitting({"Ann": "R7 B3 G1", "Bo": "Y1 Y2"})

    happened = ["Ann plays red 7.", "It is Bo's turn."]
    assert sitting.says(0, "Ann plays R7") == [happened, happened]


def test_a_refusal_is_told_to_the_player_alone_with_its_clause() -> None:
    sitting = Sitting({"Ann": "R7 B3 G1", "Bo": "Y1 Y2"})
    before = sitting.table.state

    told, others = sitting.says(0, "Ann plays B3")

    assert [line.rpartition(" ")[2] for line in told] == ["(official:match-card.1)"]
    assert others == []
    assert sitting.table.state == before and sitting.table.actions == []


def test_a_refusal_tells_nothing_of_hidden_cards() -> None:
    """Only Ann knows whether she drew by choice; by the classic rules that is a reason of its own."""
    answers = []
    for hand in ("R7 B3 G1", "Y7 B3 G1"):
        sitting = Sitting({"Ann": hand, "Bo": "Y1 Y2"}, pile="Y9 Y3 Y4 R1", variant="classic")
        sitting.says(0, "Ann draws")
        answers.append(sitting.says(1, "Bo plays Y1")[1])

    assert answers[0] == answers[1] != []


@pytest.mark.parametrize("sentence", ["Bo draws", "table flips R1", "Ann flies", "Ann plays W", ""])
def test_nobody_speaks_for_others_or_in_riddles(sentence: str) -> None:
    sitting = Sitting({"Ann": "R7 B3 G1", "Bo": "Y1 Y2"})
    before = sitting.table.state

    told, others = sitting.says(0, sentence)

    assert len(told) == 1 and others == []
    assert sitting.table.state == before


def test_what_is_said_to_be_drawn_tells_nothing_of_the_pile() -> None:
    """Right or wrong, the name of the next card makes no difference."""
    answers = []
    for name in ("", " G9", " Y4"):
        sitting = Sitting({"Ann": "R7 B3 G1", "Bo": "Y1 Y2"}, pile="G9 Y3 Y4 R1")
        answers.append(sitting.says(0, f"Ann draws{name}"))
        assert str(sitting.table.state.hands[0]).count("G9") == 1

    assert answers[0] == answers[1] == answers[2]


def test_what_is_drawn_is_seen_by_who_draws_it_only() -> None:
    sitting = Sitting({"Ann": "R7 B3 G1", "Bo": "Y1 Y2"}, pile="G9 Y3 Y4 R1")
    sitting.says(0, "Ann draws")

    assert "G9" in server.shown(sitting.table.view(0), 0)
    assert "G9" not in str(sitting.table.view(1).hands) and not any("9" in line for line in sitting.told[1])


def test_a_misplay_with_a_price_is_paid() -> None:
    sitting = Sitting({"Ann": "R7 B3 G1", "Bo": "Y1 Y2"}, pile="G9 Y3 Y4 R1", misplay_penalty=1)

    told, others = sitting.says(0, "Ann plays B3")

    assert others == ["Ann takes the play back and pays for it.", "Ann draws 1 card."]
    assert told[-2:] == others and told[0].endswith("(official:match-card.1)")
    assert len(sitting.table.state.hands[0]) == 4
    assert unoref.loads(sitting.table.record()).state() == sitting.table.state


def test_a_bluff_stands_until_it_is_challenged() -> None:
    sitting = Sitting({"Ann": "W+4 R7 G1", "Bo": "Y1 Y2"})
    sitting.says(0, "Ann plays W+4 naming green")

    told, others = sitting.says(1, "Bo challenges")

    assert "Guilty: Ann held a card of the color that was in force." in told
    assert told == others


@pytest.mark.parametrize("variant", ["official", "classic", "village", "touhouno", "extended"])
def test_bots_that_see_their_own_view_play_a_round_of_every_variant(variant: str) -> None:
    rng = random.Random(0)
    dealt = unoref.deal(unoref.ruleset(variant), ["Ann", "Bo", "Cy"], rng=rng)
    table = server.Table(dealt, rng, lambda seat, line: None)

    server.play_round(table, [server.bot(random.Random(seat)) for seat in range(3)])

    assert table.state.over
    assert unoref.loads(table.record()).state() == table.state


def answered(record: dict[str, Any]) -> dict[str, Any] | None:
    """What ``unoref judge --json`` answers to a record; None where it is refused."""
    try:
        return document(rule(build(record)), "en")
    except unoref.UnorefError:
        return None


def few(path: Path) -> bool:
    expect = tomllib.loads(path.read_text(encoding="utf-8"))["expect"]
    return not RARE.isdisjoint(expect)


@pytest.mark.parametrize(
    "path",
    [path for at, path in enumerate(RULINGS) if at % 25 == 0 or few(path)],
    ids=lambda path: f"{path.parent.parent.name}/{path.stem}",
)
def test_the_answers_of_this_package_conform(path: Path) -> None:
    record = tomllib.loads(path.read_text(encoding="utf-8"))
    expect = record.pop("expect")

    assert conformance.faults(expect, answered(record)) == []


CASE = {
    "plays": ["Ann plays R7"],
    "dispute": "Bo plays B7",
    "table": {
        "players": ["Ann", "Bo"],
        "dealer": "Ann",
        "discard": "R5",
        "draw-count": 30,
        "public": {"Ann": "Y1"},
        "hands": {"Ann": "R7 B3 Y1", "Bo": "B7"},
    },
}
TRUE = {
    "verdict": "legal",
    "clauses": ["official:match-card.1", "official:out.1"],
    "not-clauses": ["official:turn.order"],
    "alternatives": [],
    "turn": "nobody",
    "color": "blue",
    "direction": "clockwise",
    "top": "B7",
    "draw-count": 30,
    "hands": {"Ann": "Y1 B3", "Bo": 0},
    "public": {"Ann": "Y1"},
    "winners": ["Bo"],
    "points": {"Ann": 0, "Bo": 4},
    "match-winners": [],
    "next-dealer": "Bo",
}


def test_a_true_answer_has_no_fault() -> None:
    assert conformance.faults(TRUE, answered(CASE)) == []


@pytest.mark.parametrize(
    ("key", "other"),
    [
        ("verdict", "illegal"),
        ("verdict", "bad-input"),
        ("clauses", ["official:turn.order"]),
        ("not-clauses", ["official:out.1"]),
        ("alternatives", ["Bo draws"]),
        ("turn", "Ann"),
        ("color", "red"),
        ("direction", "counterclockwise"),
        ("top", "R7"),
        ("draw-count", 29),
        ("hands", {"Ann": "Y1"}),
        ("hands", {"Ann": 3}),
        ("hands", {"Ann": "Y1 B4"}),
        ("public", {"Ann": ""}),
        ("public", {"Ann": "all"}),
        ("winners", ["Ann"]),
        ("points", {"Ann": 4, "Bo": 0}),
        ("match-winners", ["Bo"]),
        ("match-losers", ["Ann"]),
        ("leads", ["Ann"]),
        ("next-dealer", "Ann"),
        ("shuffles", "Ann"),
    ],
)
def test_a_false_answer_is_noticed_under_every_key(key: str, other: object) -> None:
    assert len(conformance.faults(TRUE | {key: other}, answered(CASE))) == 1


def test_a_refusal_is_a_fault_where_an_answer_is_expected() -> None:
    assert conformance.faults(TRUE, None) == ["verdict bad-input, not legal"]
    assert conformance.faults({"verdict": "bad-input"}, None) == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"verdict": None}, "verdict None, not legal"),
        ({"alternatives": None}, None),
        ({"objections": None}, None),
        ({"reasons": None}, "does not cite official:match-card.1"),
        ({"result": None}, "winners [], not ['Bo']"),
        ({"after": {}}, "the hand of Ann is not told"),
        ({"after": {}}, "the hand of Bo is not told"),
        ({"after": {}}, "turn untold, not nobody"),
    ],
)
@pytest.mark.parametrize("left_out", [False, True])
def test_an_answer_that_lacks_something_is_told_of_and_no_crash(
    changes: dict[str, object], sentence: str | None, left_out: bool
) -> None:
    answer = {**(answered(CASE) or {}), **changes}
    if left_out:
        answer = {key: value for key, value in answer.items() if value is not None}

    found = conformance.faults(TRUE, answer)

    assert sentence in found if sentence else found == []


def test_a_position_that_is_expected_must_follow() -> None:
    for answer in (answered(CASE) or {}, {}):
        found = conformance.faults(TRUE, {key: value for key, value in answer.items() if key != "after"})
        for key in set(conformance.POSITION):
            assert f"no position follows, of which {key} could be expected" in found
    assert conformance.faults({"verdict": "legal", "clauses": [], "hands": {"Ann": 0}}, {"verdict": "legal"}) == [
        "no position follows, of which hands could be expected"
    ]


@pytest.mark.parametrize(
    ("code", "output", "sentence"),
    [
        (70, "", "no answer (exit 70)"),
        (0, "Traceback", "no answer (exit 0)"),
        (-11, '{"verdict": ', "no answer (exit -11)"),
        (2, "", "verdict bad-input, not legal"),
        (0, "[]", "an answer of another form: "),
        (0, '{"after": [], "verdict": "legal"}', "an answer of another form: "),
        (0, '{"events": [1], "verdict": "legal"}', "an answer of another form: "),
        (0, "null", "no answer (exit 0)"),
    ],
)
def test_what_is_no_answer_is_told_of(code: int, output: str, sentence: str) -> None:
    (found,) = conformance.judged(TRUE, code, output)

    assert found.startswith(sentence)


def test_the_runner_goes_on_after_a_command_that_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text('[expect]\nverdict = "legal"\nclauses = []\n', encoding="utf-8")

    code = conformance.main(str(tmp_path), sys.executable, "-c", "raise SystemExit(70)")

    assert code == 1
    assert capsys.readouterr().out.splitlines() == [
        "one: no answer (exit 70)",
        "two: no answer (exit 70)",
        "0 of 2 rulings come out as expected",
    ]


def test_every_key_of_the_rulings_is_held_against_the_answer_and_told_on_the_page() -> None:
    keys = {key for path in RULINGS for key in tomllib.loads(path.read_text(encoding="utf-8"))["expect"]}
    source = (EXAMPLES / "conformance.py").read_text(encoding="utf-8")
    page = (EXAMPLES.parent / "conformance.rst").read_text(encoding="utf-8")

    assert {key for key in keys if f'"{key}"' not in source} == {"shows"}  # which claims nothing of the answer
    assert {key for key in keys if f"``{key}``" not in page} == set()
