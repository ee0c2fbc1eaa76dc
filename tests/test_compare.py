"""The same dispute under every variant and under house sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import unoref
from tests.test_cli import run
from unoref.comparing import compare
from unoref.rulebook import variant_ids

STACKED = ("--top", "R5", "--hand", "Ann=R+2 B3 B4", "--hand", "Bo=Y+2 G1 G2", "Ann plays R+2", "Bo plays Y+2")


def rows(*arguments: str, given: str | None = None) -> dict[str, dict[str, Any]]:
    """The rows of ``compare --json`` by variant."""
    ran = run("compare", "--json", *arguments, given=given)
    assert (ran.code, ran.err) == (0, "")
    return {row["variant"]: row for row in ran.json}


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    path = tmp_path / "ours.toml"
    path.write_text('base = "official"\n[options]\nstacking = "like"\n', encoding="utf-8")
    return str(path)


def test_every_variant_gives_its_own_verdict_with_its_own_clauses(sheet: str) -> None:
    told = rows(*STACKED, "--sheet", sheet)

    assert list(told) == [*variant_ids(), sheet]
    assert {"official": "illegal", "village": "legal", "classic": "illegal", sheet: "legal"}.items() <= {
        name: row["verdict"] for name, row in told.items()
    }.items()
    for name in ("official", "village", "classic"):
        assert any(reason["clause"].startswith(f"{name}:") for reason in told[name]["reasons"])
        assert told[name].keys() == {"variant", "verdict", "reasons", "not-applicable"}
        assert told[name]["not-applicable"] is None


def test_the_table_has_a_row_for_each_with_verdict_clause_and_reason(sheet: str) -> None:
    ran = run("compare", *STACKED, "--sheet", sheet)

    assert ran.code == 0
    assert ran.lines[0] == "Bo plays Y+2"
    row = next(line.split() for line in ran.lines if line.startswith("village "))
    assert row[1] == "LEGAL" and row[2].startswith("village:4.2")
    assert any(line.startswith("A draw card cannot be answered with another") for line in ran.lines)
    assert "不合法" in run("compare", "--lang", "zh", *STACKED).out


def test_an_option_applies_where_the_variant_has_it_with_that_value() -> None:
    told, page = rows(*STACKED, "-o", "stacking=like"), run("compare", *STACKED, "-o", "stacking=like")

    assert told["official"]["verdict"] == "legal"
    assert told["classic"]["verdict"] == "illegal"  # its option of that name is on or off
    assert "Without stacking = like, which these rules do not have." in page.lines
    assert rows(*STACKED, "-o", "stacking=on")["classic"]["verdict"] == "legal"


@pytest.mark.parametrize(
    ("option", "says"),
    [("stackin=like", "an option 'stackin'; did you mean 'stacking'"), ("stacking=never", "'never' is not one of")],
)
def test_an_option_that_no_variant_has_is_bad_input(option: str, says: str) -> None:
    ran = run("compare", *STACKED, "-o", option)

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err and ran.err.count("\n") == 1


def test_an_option_of_rules_that_know_no_such_dispute_is_none_the_less_one() -> None:
    told = rows("--top", "R5", "--hand", "Ann=R:god-hand B3", "-o", "bombs=3", "Ann plays R:god-hand")

    assert told["extended"]["verdict"] == "legal"
    assert "god-hand" in told["touhouno"]["not-applicable"]


def test_a_card_that_is_not_in_the_deck_makes_a_dispute_not_applicable() -> None:
    given = ("-v", "official", "-o", "deck=swap-hands", "--top", "R5", "--hand", "Ann=:swap-hands R2 G1")
    told = rows(*given, "Ann plays :swap-hands naming red on Bo")

    assert told["official"]["verdict"] == "legal"
    assert told["village"]["verdict"] is None and told["village"]["reasons"] == []
    assert "':swap-hands' is not a card of this deck" in told["village"]["not-applicable"]


def test_a_position_that_cannot_be_makes_a_dispute_not_applicable() -> None:
    record = (
        'dispute = "Ann draws"\n[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n[table.hands]\nAnn = "R7 R7 R7"\n'
    )

    told = rows("-v", "village", "-o", "decks=2", "-", given=record)

    assert told["village"]["verdict"] == "legal"
    assert "R7 is listed 3 times" in told["official"]["not-applicable"]


def test_a_play_that_led_there_and_is_illegal_makes_a_dispute_not_applicable() -> None:
    told = rows(*STACKED, "Cy accepts")

    assert told["village"]["verdict"] == "legal"
    assert "plays 2 ('Bo plays Y+2') is illegal" in told["official"]["not-applicable"]
    assert "NOT APPLICABLE" in run("compare", *STACKED, "Cy accepts").out
    assert "不适用" in run("compare", "--lang", "zh", *STACKED, "Cy accepts").out


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"variant": 5}, "variant is 5; it must be the id of a variant"),
        ({"variant": "house.toml"}, "house.toml"),
        ({"options": "many"}, "options is 'many'; it must be a table of options"),
    ],
)
def test_data_that_is_no_record_is_refused_by_the_library_as_by_the_command(
    changes: dict[str, object], says: str
) -> None:
    record = {"table": {"players": ["Ann", "Bo"], "discard": "R5"}, "dispute": "Ann draws"}

    with pytest.raises(unoref.UnorefError) as refused:
        compare({**record, **changes})

    assert says in str(refused.value)


def test_a_record_that_names_its_rules_must_be_by_them() -> None:
    ran = run("compare", "-v", "official", *STACKED, "Cy accepts")

    assert (ran.code, ran.out) == (2, "")
    assert "is illegal" in ran.err


def test_what_no_variant_can_read_is_bad_input() -> None:
    for bad in (("--top", "R99", "Ann draws"), ("--top", "R5", "Ann jumps"), ("--top", "R5"), ()):
        ran = run("compare", *bad)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [(None, "cannot be read"), ('base = "official"\n[options]\nx = 1', "line 3"), ("[", "no valid TOML")],
)
def test_a_sheet_that_cannot_be_read_is_bad_input(text: str | None, says: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    ran = run("compare", *STACKED, "--sheet", str(path))

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err and "bad.toml" in ran.err and ran.err.count("\n") == 1


@pytest.mark.parametrize("name", ["\0.toml", "\ud800.toml", "a\0/b.toml"])
def test_a_sheet_whose_name_no_file_can_have_is_bad_input(name: str) -> None:
    for asked in (("-v", name), ("--sheet", name)):
        ran = run("compare", *STACKED, *asked)

        assert (ran.code, ran.out) == (2, "")
        assert ".toml'" in ran.err and ran.err.count("\n") == 1


def test_the_sheet_a_record_names_has_a_row_of_its_own(sheet: str) -> None:
    told = rows("-v", sheet, *STACKED)

    assert list(told) == [*variant_ids(), sheet]
    assert told[sheet]["verdict"] == "legal"
    assert told["official"]["verdict"] == "illegal"


def test_two_sheets_of_one_name_in_two_folders_have_a_row_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, stacking in (("away", "off"), ("home", "like")):
        (tmp_path / folder).mkdir()
        sheet = f'base = "official"\n[options]\nstacking = "{stacking}"\n'
        (tmp_path / folder / "house.toml").write_text(sheet, encoding="utf-8")
    record = 'variant = "house.toml"\nplays = ["Ann plays R+2"]\ndispute = "Bo plays Y+2"\n[table]\n'
    record += 'players = ["Ann", "Bo"]\ndiscard = "R5"\n[table.hands]\nAnn = "R+2 B3 B4"\nBo = "Y+2 G1 G2"\n'
    (tmp_path / "away" / "dispute.toml").write_text(record, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "home")

    told = rows(str(tmp_path / "away" / "dispute.toml"), "--sheet", "house.toml", "--sheet", "./house.toml")
    assert list(told) == [*variant_ids(), "house.toml", "./house.toml"]
    assert (told["house.toml"]["verdict"], told["./house.toml"]["verdict"]) == ("illegal", "legal")


def test_a_record_in_the_library_is_compared_as_it_is_in_a_file(sheet: str) -> None:
    record = unoref.loads(
        'plays = ["Ann plays R+2"]\ndispute = "Bo plays Y+2"\n[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n'
        '[table.hands]\nAnn = "R+2 B3 B4"\nBo = "Y+2 G1 G2"\n'
    )
    compared = {each.variant: each for each in compare(record, [sheet])}

    assert compared["village"].ruling is not None and compared["village"].ruling.verdict == "legal"
    assert compared[sheet].rules == unoref.ruleset(sheet)
    with pytest.raises(unoref.RecordError, match="no dispute"):
        compare(unoref.record(record.start))


def test_changes_of_the_deck_stay_with_the_rules_of_the_record() -> None:
    record = 'dispute = "Ann draws"\n[deck]\nremove = "G0"\n[table]\nplayers = ["Ann", "Bo"]\ndiscard = "G0"\n'

    told = rows("-", given=record)

    assert "the changed deck of official" in told["official"]["not-applicable"]
    assert told["village"]["verdict"] == "legal"
