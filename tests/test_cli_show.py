"""``unoref show``: the position in the terminal, as SVG, as data."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unoref
from tests.test_cli import DISPUTE, FINISHED, environment, run, run_program
from tests.test_cli_fuzzing import _ARGUMENTS
from tests.test_cli_streams import Terminal, needs_terminals
from unoref.record import table_of

BLUFF = """
plays = ["Ann plays W+4 naming green"]
dispute = "Bo challenges"
[table]
players = ["Ann", "Bo", "Cy"]
discard = "R5"
draw-pile = "R1 R3"
scores = { Ann = 120 }
[table.hands]
Ann = "W+4 R2 G1"
"""


def test_the_page_shows_piles_hands_marks_and_the_dispute_with_its_verdict() -> None:
    ran = run("show", "-", given=BLUFF)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "Rules: Official rules (Mattel)",
        "",
        "  discard pile  [W+4]  in force: green",
        "  draw pile     90 cards, next [R1] [R3]",
        "  direction     ↻ clockwise",
        "",
        "  Ann  [R2] [G1]  2 cards, 120 points",
        "▶ Bo   [?] ×7  7 cards, 0 points",
        "  Cy   [?] ×7  7 cards, 0 points, dealer",
        "",
        "Bo challenges  LEGAL",
        "Bo takes 4 cards or challenges.",
    ]


def test_a_round_that_is_over_has_a_winner_and_one_that_is_not_open_an_empty_pile() -> None:
    over = run("show", "--top", "R5", "--hand", "Ann=R7", "--hand", "Bo=G1", "Ann plays R7")
    before = run("show", "-", given='[table]\nplayers = ["Ann", "Bo"]\n')

    assert (over.code, before.code) == (0, 0)
    assert over.lines[-1] == "Won by Ann"
    assert "discard pile  empty" in before.lines


def test_cards_that_lie_aside_are_shown() -> None:
    played = ("Ann plays :shuffle-hands naming red",)
    ran = run(
        "show",
        "-o",
        "edition=shuffle-hands",
        "--top",
        "R5",
        "--hand",
        "Ann=:shuffle-hands B1",
        "--hand",
        "Bo=B2",
        *played,
    )

    assert ran.code == 0
    assert "aside         [B1] [B2] [?] ×7" in ran.lines


def test_sentences_are_played_and_then_the_dispute_of_the_record_is_no_part_of_it() -> None:
    record = unoref.loads(BLUFF)
    assert record.dispute is not None
    after = unoref.apply(record.state(), record.dispute)
    ran = run("show", "-", "Bo challenges", "--json", given=BLUFF)

    told = json.loads(ran.out)
    assert "dispute" not in told
    assert told["table"] == table_of(after)


def test_the_data_is_a_record_that_commands_read_back() -> None:
    told = run("show", "-", "--json", given=BLUFF).out
    read = unoref.loads(told)

    assert read.start == unoref.loads(BLUFF).state()
    assert json.loads(told)["dispute"] == "Bo challenges"
    assert run("judge", "-", given=told).code == 0


def test_the_view_of_a_player_hides_what_others_hold() -> None:
    ran = run("show", "-", "--as", "Bo", given=BLUFF)

    assert "As Bo sees it" in ran.lines
    assert "Ann  [?] ×2  2 cards, 120 points" in ran.lines
    assert "draw pile     90 cards" in ran.lines
    told = json.loads(run("show", "-", "--as", "Bo", "--json", given=BLUFF).out)
    assert told["table"]["hands"]["Ann"] == ["?", "?"]
    assert told["table"] == table_of(unoref.observe(unoref.loads(BLUFF).state(), 1))
    svg = run("show", "-", "--as", "Bo", "--svg", "-", given=BLUFF).out
    assert "red 2" not in svg
    assert "red 2" in run("show", "-", "--svg", "-", given=BLUFF).out


def test_a_bluff_is_not_told_to_those_who_cannot_know() -> None:
    bluff = ("show", "-", "--lang", "en")
    given = BLUFF.replace("plays =", "#").replace('"Bo challenges"', '"Ann plays W+4 naming green"')

    assert "Ann plays W+4 naming green  CONTESTABLE" in run(*bluff, given=given).lines
    assert "Ann plays W+4 naming green  UNDETERMINED" in run(*bluff, "--as", "Cy", given=given).lines


def test_a_view_of_nobody_is_a_bystanders_and_a_stranger_is_refused() -> None:
    assert "As a bystander sees it" in run("show", "-", "--as", "nobody", given=BLUFF).lines
    ran = run("show", "-", "--as", "Bob", given=BLUFF)

    assert (ran.code, ran.out) == (2, "")
    assert "--as 'Bob' is no player; did you mean 'Bo'" in ran.err


def test_what_lasts_and_that_more_cards_are_known_is_told() -> None:
    ran = run("show", "-v", "touhouno", "--top", "R5", "--hand", "Ann=R+2 G1", "--hand", "Bo=B2 ?2", "Ann plays R+2")
    assert ran.lines[-2:] == ["Bo takes the penalty of 2 cards or answers it.", "No +2 until Ann's turn begins."]
    longer = run("show", "-", given=BLUFF.replace("R1 R3", "R1 R3 R4 R6 R7"))
    assert "draw pile     90 cards, next [R1] [R3] [R4] [R6] …" in longer.lines


def test_flags_describe_a_table_without_a_record() -> None:
    ran = run("show", "--top", "R5", "--hand", "Ann=R7 W", "--hand", "Bo=3", "Ann plays R7 saying uno")

    assert ran.code == 0
    assert "Ann  [W]  1 card, UNO" in ran.lines
    assert "▶ Bo   [?] ×3  3 cards" in ran.out


def test_svg_goes_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a table.svg"
    ran = run("show", "-", "--svg", str(path), given=BLUFF)

    assert (ran.code, ran.out) == (0, f"Written to {path}.\n")
    record = unoref.loads(BLUFF)
    assert record.dispute is not None
    drawn = unoref.picture(unoref.judge(record.state(), record.dispute))
    assert path.read_text(encoding="utf-8") == f"{drawn}\n"
    assert run("show", "-", "--svg", str(path), "--lang", "zh", given=BLUFF).code == 0
    assert "庄家" in path.read_text(encoding="utf-8")


def test_svg_goes_to_standard_output_and_nothing_else() -> None:
    ran = run_program("show", "-", "--svg", "-", given=FINISHED.encode())

    assert (ran.code, ran.err) == (0, "")
    assert ElementTree.fromstring(ran.out).tag.endswith("svg")
    assert "Won by Ann" in ran.out


def test_data_and_a_file_may_be_had_together(tmp_path: Path) -> None:
    path = tmp_path / "table.svg"
    ran = run("show", "-", "--json", "--svg", str(path), given=DISPUTE)

    assert json.loads(ran.out)["variant"] == "official"
    assert path.read_text(encoding="utf-8").startswith("<svg")
    refused = run("show", "-", "--json", "--svg", "-", given=DISPUTE)
    assert (refused.code, refused.out) == (2, "")
    assert "--json and --svg - both want standard output" in refused.err


def test_a_place_that_takes_no_picture_is_one_plain_error(tmp_path: Path) -> None:
    record = tmp_path / "game.toml"
    record.write_text(BLUFF, encoding="utf-8")
    for path, why in (
        (tmp_path, "Is a directory"),
        (tmp_path / "nowhere" / "table.svg", "No such file or directory"),
        ("", "No such file or directory"),
        (record, "is the record itself"),
    ):
        ran = run("show", str(record), "--svg", str(path))

        assert (ran.code, ran.out) == (2, "")
        assert why in ran.err
        assert len(ran.err.splitlines()) == 1
    assert record.read_text(encoding="utf-8") == BLUFF


def test_nothing_that_was_read_is_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sheet = 'base = "official"\ntitle = "Ours"\n'
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "ours.toml").write_text(sheet, encoding="utf-8")
    record = f'variant = "ours.toml"\n{BLUFF}'
    (folder / "game.toml").write_text(record, encoding="utf-8")
    (tmp_path / "same.svg").symlink_to(folder / "ours.toml")
    table = ("--top", "R5", "--hand", "Ann=R7 B3", "Ann plays R7")

    for arguments in (
        ("games/game.toml", "--svg", "games/ours.toml"),
        ("games/game.toml", "--svg", "same.svg"),
        ("games/game.toml", "--svg", str(folder / "ours.toml")),
        ("-v", "games/ours.toml", "--svg", "games/../games/ours.toml", *table),
        ("games/game.toml", "-v", "games/ours.toml", "--svg", "same.svg"),
    ):
        ran = run("show", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert "is the house sheet it is played by; give the picture another name" in ran.err
    command = [sys.executable, "-m", "unoref", "show", "-", "--svg", "games/game.toml", "-v", "official"]
    with (folder / "game.toml").open("rb") as file:
        given = subprocess.run(command, stdin=file, env=environment(), capture_output=True, text=True)
    assert (given.returncode, given.stdout) == (2, "")
    assert "is the record itself" in given.stderr

    assert (folder / "ours.toml").read_text(encoding="utf-8") == sheet
    assert (folder / "game.toml").read_text(encoding="utf-8") == record
    assert run("show", "games/game.toml", "--svg", "ours.toml").code == 0  # that one is in another folder


@pytest.mark.parametrize(
    ("arguments", "given", "why"),
    [
        (("-",), "[table]\nplayers = ['Ann']\n", "2 to 10"),
        (("-", "Bo plays Y1"), BLUFF, "is illegal"),
        (("-", "Bo jumps"), BLUFF, "Bo jumps"),
        ((), None, "give a record"),
    ],
)
def test_bad_input_exits_2(arguments: tuple[str, ...], given: str | None, why: str) -> None:
    ran = run("show", *arguments, given=given)

    assert (ran.code, ran.out) == (2, "")
    assert why in ran.err


def test_many_cards_are_shown_once_each() -> None:
    held = " ".join(f"{color}{number}" for color in "RYGB" for number in range(1, 10) for _ in range(2))
    ran = run("show", "--top", "R0", "--hand", f"Ann={held}")

    line = next(each for each in ran.lines if "Ann" in each)
    assert line.count("×2") == 36
    assert "72 cards" in line


@needs_terminals
def test_in_a_terminal_cards_have_their_color() -> None:
    terminal = Terminal("show", "--top", "R5", "--hand", "Ann=Y7")
    said = terminal.wait_for("turn.")

    assert "\x1b[1;37;41m[R5]" in said
    assert "\x1b[1;30;43m[Y7]" in said
    assert terminal.code() == 0


@given(
    arguments=st.lists(_ARGUMENTS, max_size=6),
    players=st.sampled_from([[], ["--players", "<Bo>,A&B,Cy", "--top", "R5"]]),
    lang=st.sampled_from(["en", "zh"]),
)
def test_whatever_is_typed_is_drawn_or_refused_in_one_line(
    arguments: list[list[str]], players: list[str], lang: str
) -> None:
    typed = [*players, *(word for words in arguments for word in words)]
    ran = run("show", "--svg", "-", "--lang", lang, *typed, given=BLUFF)

    if ran.code == 2:
        assert ran.out == ""
        assert ran.err.count("\n") == 1
    else:
        assert (ran.code, ran.err) == (0, "")
        ElementTree.fromstring(ran.out)
