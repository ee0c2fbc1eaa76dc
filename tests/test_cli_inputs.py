"""Arguments and flags into a record: who sits there, whose turn it is, what flags do to a record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.test_cli import DISPUTE, FINISHED, run


def after(*arguments: str, given: str | None = None) -> Any:
    """The table after the action that is judged."""
    return run("judge", "--json", *arguments, given=given).json["after"]


def test_players_are_those_named_in_order_of_mention_filled_up_to_three() -> None:
    assert after("--top", "R5", "Bo draws")["players"] == ["Bo", "Ann", "Cy"]
    assert after("--top", "R5", "--hand", "Cy=?5", "Di draws")["players"] == ["Cy", "Di", "Ann"]
    assert after("--top", "R5", "--hand", "Wu=7", "--turn", "Xi", "--dealer", "Yu", "Xi draws")["players"] == [
        *("Wu", "Xi", "Yu"),
    ]
    four = ("Ann draws", "Ann passes", "Bo draws", "Bo passes", "Cy draws", "Cy passes", "Di draws")
    assert after("--top", "R5", *four)["players"] == ["Ann", "Bo", "Cy", "Di"]


def test_a_name_in_another_case_is_the_same_player() -> None:
    assert after("--top", "R5", "--hand", "ann=R7 B1 B2", "Ann plays R7")["players"] == ["ann", "Bo", "Cy"]
    assert after("--players", "Ann,Bo", "--hand", "ANN=R7 B1 B2", "--top", "R5", "Ann plays R7")["hands"]["Ann"] == [
        "B1",
        "B2",
    ]


def test_whoever_acts_first_has_the_turn_unless_the_flags_say_otherwise() -> None:
    assert run("judge", "--top", "R5", "--hand", "Bo=R7 B1", "Ann plays R7").code == 0
    assert run("judge", "--top", "R5", "--turn", "Bo", "Ann plays R7").code == 1
    assert run("judge", "--top", "R5", "--players", "Bo,Ann,Cy", "Ann plays R7").code == 1


def test_a_jump_in_interrupts_the_turn_of_another() -> None:
    ran = run("judge", "--top", "R5", "--hand", "Bo=R5 R1", "Bo jumps in with R5")

    assert ran.code == 1
    assert "It is Ann's turn." in ran.lines


def test_before_the_opening_flip_the_table_acts_and_no_top_card_is_needed() -> None:
    ran = run("judge", "--json", "table flips R+2")

    assert ran.code == 0
    assert ran.json["after"]["discard"] == ["R+2"]
    assert ran.json["after"]["players"] == ["Ann", "Bo", "Cy"]


def test_the_top_card_lies_on_the_discard_pile() -> None:
    assert after("--discard", "G2 Y5", "--top", "R5", "Ann draws")["discard"] == ["G2", "Y5", "R5"]
    assert after("--discard", "G2 Y5", "Ann draws")["discard"] == ["G2", "Y5"]


def test_every_flag_reaches_the_table() -> None:
    table = after(
        *("--players", "Ann, Bo，Cy", "--top", "W", "--color", "蓝", "--turn", "bo", "--dealer", "cy"),
        *("--direction", "逆时针", "--hand", "Ann=3"),
        *("--draw-pile", "R1 G2", "Bo draws R1"),
    )

    expected = ("blue", "Bo", "counterclockwise", "Cy")
    assert expected == (table["color"], table["turn"], table["direction"], table["dealer"])
    assert table["hands"]["Ann"] == ["?"] * 3
    assert table["draw-pile"] == ["G2"]
    assert "R1" in table["hands"]["Bo"]


def test_sentences_follow_the_plays_and_the_dispute_of_a_record() -> None:
    ran = run("judge", "-", "Cy draws", "--json", given=DISPUTE)

    assert ran.json["action"] == "Cy draws"
    assert ran.json["after"]["discard"] == ["R5", "R7", "B7"]


def test_a_dispute_is_no_part_of_what_was_played() -> None:
    assert run("legal", "-", "--json", given=DISPUTE).json["turn"] == "Bo"
    assert run("legal", "-", "Bo draws", "--json", given=DISPUTE).json["actions"]["Bo"][0] == "Bo passes"


def test_flags_override_a_record_and_add_to_it() -> None:
    assert run("judge", "-", "--json", "-o", "uno-penalty=4", given=DISPUTE).json["options"] == {"uno-penalty": 4}
    assert run("judge", "-", "--hand", "Bo=B8 B9", given=DISPUTE).code == 1
    assert after("-", "--draw-pile", "G1", "Cy draws", given=DISPUTE)["hands"]["Cy"].count("G1") == 1
    wild = DISPUTE.replace('"R5"', '"W"\ncolor = "red"')
    assert after("-", "--top", "R5", given=wild)["discard"] == ["R5", "R7", "B7"]
    assert after(
        "-", "--turn", "Cy", "--players", "Cy,Di", "Cy draws", given='[table]\nplayers=["A","B"]\ndiscard="R5"'
    )["players"] == ["Cy", "Di"]


def test_a_record_may_be_json_and_come_from_a_file_or_standard_input(tmp_path: Path) -> None:
    text = json.dumps({"dispute": "Ann draws", "table": {"players": ["Ann", "Bo"], "discard": "R5"}})
    (tmp_path / "dispute.json").write_text(text, encoding="utf-8")
    (tmp_path / "dispute").write_text("\ufeff" + text, encoding="utf-8")

    assert run("judge", str(tmp_path / "dispute.json")).code == 0
    assert run("judge", str(tmp_path / "dispute")).code == 0
    assert run("judge", "-", given=text).code == 0


def test_other_blanks_than_the_space_make_a_sentence_too() -> None:
    assert run("judge", "--top", "R5", "小明\u3000摸牌").code == 0


TABLE = '[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n'


@pytest.mark.parametrize(
    ("arguments", "given", "says"),
    [
        ((), None, "give a record"),
        (("--top", "R5"), None, "nothing says what is to be judged"),
        (("-",), TABLE, "standard input has no dispute"),
        (("Ann plays R7",), None, "no top card is given; add --top R5"),
        (("plays R7", "--top", "R5"), None, "as in 'Ann plays R7'"),
        (("Ann plys R7", "--top", "R5"), None, "did you mean 'plays'"),
        (("Ann plays R77", "--top", "R5"), None, "unknown card 'R77'"),
        (("Ann plays W", "--top", "R5"), None, "needs a color"),
        (("Zed draws", "--top", "R5", "--players", "Ann,Bo"), None, "unknown player 'Zed'"),
        (("Ann draws", "--top", "W"), None, "--color is missing"),
        (("Ann draws", "--top", "R5", "--color", "blue"), None, "--color is 'blue', but the top card is R5"),
        (("Ann draws", "--top", "R5", "--direction", "left"), None, "--direction is 'left'"),
        (("Ann draws", "--top", "Q9"), None, "unknown card 'Q9'"),
        (("Ann draws", "--top", "R5", "--hand", "Ann"), None, "--hand 'Ann' is not of the form NAME=CARDS"),
        (("Ann draws", "--top", "R5", "--hand", "Ann=R1", "--hand", "Ann=R2"), None, "--hand Ann is given twice"),
        (("Ann draws", "--top", "R5", "--hand", "Ann=R1 ?x"), None, "--hand Ann: "),
        (("Ann draws", "--top", "R5", "--hand", "Ann=R5 R5"), None, "R5 is listed 3 times"),
        (("Ann draws", "--top", "R5", "--hand", "Ann=99999"), None, "--hand Ann"),
        (("Ann draws", "--top", "R5", "--players", "Ann,Ann"), None, "'Ann' is given twice"),
        (("Ann draws", "--top", "R5", "--players", "Ann"), None, "official:setup.1"),
        (("Ann draws", "--top", "R5", "--players", ""), None, "official:setup.1"),
        (("Ann draws", "--top", "R5", "--dealer", "table"), None, "is a word of the notation"),
        (
            ("Ann draws", "--top", "R5", "-o", "uno-penalty"),
            None,
            "--option 'uno-penalty' is not of the form NAME=VALUE",
        ),
        (("Ann draws", "--top", "R5", "-o", "uno-penatly=4"), None, "did you mean 'uno-penalty'"),
        (("Ann draws", "--top", "R5", "-o", "uno-penalty=many"), None, "'many' is not one of"),
        (("Ann draws", "--top", "R5", "-v", "offical"), None, "did you mean 'official'"),
        (("Ann draws", "--top", "R5", "--lang", "fr"), None, "no language 'fr'"),
        (("Ann plays B7", "Bo draws", "--top", "R5"), None, "plays 1 ('Ann plays B7') is illegal"),
        (("no-such-file",), None, "'no-such-file' cannot be read: No such file or directory; a sentence has a blank"),
        (("a", "b"), None, "'b' is one record too many after 'a'"),
        (("/",), None, "'/' cannot be read: Is a directory"),
        (("a\0b",), None, "cannot be read"),
        (("",), None, "'' cannot be read"),
        (("-",), "tabel = 1\n", "standard input has no key 'tabel'; did you mean 'table'"),
        (("-", "Ann draws"), "x = [", "standard input: the record is no valid TOML"),
        (("-", "Ann draws"), "{", "standard input: the record is no valid JSON"),
        (("-", "Ann draws"), "", "standard input has no [table]"),
        (("-", "Ann draws"), "table = 3", "table is 3; it must be a table"),
        (("-", "Ann draws", "-o", "uno-penalty=4"), "options = 3\n" + TABLE, "options is 3; it must be a table"),
        (("-", "Ann draws", "--hand", "Ann=7"), TABLE + "hands = 3", "table.hands is 3; it must be a table"),
        (("-", "Ann draws"), "plays = 3\n" + TABLE, "plays is 3; it must be a list"),
        (("-", "Ann draws"), "dispute = 3\n" + TABLE, "plays holds 3"),
        (("-", "Ann draws", "--hand", "Zed=7"), TABLE, "has no player 'Zed'"),
        (("-",), b"dispute = '\xff'", "a record is UTF-8 text"),
        (("-",), "#" * (1 << 20) + "#", "at most 1048576 bytes"),
    ],
)
def test_bad_input_is_one_line_on_standard_error_and_exit_2(
    arguments: tuple[str, ...], given: str | bytes | None, says: str
) -> None:
    ran = run("judge", *arguments, given=given)

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.startswith("unoref: ")
    assert ran.err.count("\n") == 1


def test_a_file_with_a_blank_in_its_name_is_told_from_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my dispute.toml").write_text(DISPUTE, encoding="utf-8")

    assert "'my dispute.toml' has a blank" in run("judge", "my dispute.toml", "--top", "R5").err


def test_bad_json_output_is_no_output() -> None:
    ran = run("judge", "--json", "--top", "R5", "Ann plys R7")

    assert (ran.code, ran.out) == (2, "")


def test_an_illegal_play_before_the_dispute_names_its_clause() -> None:
    ran = run("judge", "-", "Cy draws", given=FINISHED.replace("Ann plays R7", "Bo draws"))

    assert ran.code == 2
    assert "plays 1 ('Bo draws') is illegal" in ran.err
    assert "(official:turn.order)" in ran.err
