"""``unoref replay``: step by step, as everybody or as one player sees it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import unoref
from tests.test_audit import game
from tests.test_cli import run
from tests.test_cli_streams import Terminal, needs_terminals
from unoref.simulate import Simulator, greedy, play

BLUFF = """
plays = ["Ann plays W+4 naming green", "Bo challenges", "Bo draws G5", "Bo passes"]
[table]
players = ["Ann", "Bo", "Cy"]
discard = "R5"
[table.hands]
Ann = "W+4 R2 G1"
Bo = "Y1 Y2"
Cy = "B1 B2"
"""


def told(*arguments: str, given: str) -> list[dict[str, Any]]:
    """The steps as data."""
    return [json.loads(line) for line in run("replay", "-", "--json", *arguments, given=given).out.splitlines()]


def test_every_step_shows_what_happens_with_its_clauses_and_the_table_after_it() -> None:
    ran = run("replay", "-", given=BLUFF)

    assert ran.code == 0
    assert ran.lines[:7] == [
        "Rules: Official rules (Mattel)",
        "",
        "Start",
        "top R5, 100 in the draw pile, clockwise",
        "Ann  R2 G1 W+4",
        "Bo  Y1 Y2",
        "Cy  B1 B2",
    ]
    at = ran.lines.index("1. Ann plays W+4 naming green  CONTESTABLE")
    assert ran.lines[at + 1 : at + 5] == [
        "Ann holds a card of the color in force, red: the next player may challenge. (official:wild-draw-four.restriction)",
        "Ann plays Wild Draw Four. (official:turn.actions)",
        "Ann names green. (official:wild-draw-four.1)",
        "top W+4, green in force, 100 in the draw pile, clockwise",
    ]
    assert (
        "Guilty: Ann held a card of the color that was in force. (official:wild-draw-four.challenge.guilty)"
        in ran.lines
    )


def test_json_is_one_object_a_step() -> None:
    start, played, challenged, *_ = told(given=BLUFF)

    assert (start["step"], start["sentence"], start["result"], start["events"]) == (0, None, "start", [])
    assert start["table"]["hands"]["Ann"] == ["R2", "G1", "W+4"]
    assert (played["step"], played["sentence"]) == (1, "Ann plays W+4 naming green")
    assert played["result"] == "contestable"
    assert played["reasons"][0]["clause"] == "official:wild-draw-four.restriction"
    assert [event["event"] for event in challenged["events"]][:3] == ["challenged", "hand-shown", "guilty"]
    assert challenged["table"]["hands"]["Ann"] == ["R2", "G1", "?", "?", "?", "?"]


def test_a_table_of_a_step_gives_the_position_back() -> None:
    record = unoref.loads(BLUFF)
    state = record.start
    seen = told(given=BLUFF)
    assert len(seen) == 1 + len(record.actions)
    for step, action in zip(seen, (None, *record.actions), strict=True):
        state = state if action is None else unoref.apply(state, action)
        assert unoref.loads(json.dumps({"table": step["table"]})).state() == state


def test_from_and_to_choose_the_steps() -> None:
    assert [step["step"] for step in told("--from", "1", "--to", "2", given=BLUFF)] == [1, 2]
    assert [step["step"] for step in told("--to", "0", given=BLUFF)] == [0]
    assert [step["step"] for step in told("--from", "4", "--to", "99", given=BLUFF)] == [4]


def test_the_replay_stops_at_a_play_that_does_not_stand() -> None:
    broken = json.dumps(game("Ann plays R7", "Bo plays B2", "Cy draws", hands={"Ann": "R7 R8 R9"}))
    ran = run("replay", "-", given=broken)
    last = told(given=broken)[-1]

    assert ran.code == 1
    assert "2. Bo plays B2  ILLEGAL" in ran.lines
    assert "The game stops here: play 2 does not stand." in ran.lines
    assert "Bo takes the play back; nothing is paid for it. (official:match.misplay)" in ran.lines
    assert "3. Cy draws" not in ran.lines
    assert (last["result"], last["table"]) == ("illegal", None)
    assert run("replay", "-", "--to", "1", given=broken).code == 0
    assert run("replay", "-", "--from", "3", given=broken).code == 1
    assert [step["step"] for step in told("--from", "3", given=broken)] == [2]


def test_a_bluff_is_seen_only_by_whoever_sees_the_hand() -> None:
    assert [step["result"] for step in told("--as", "Ann", given=BLUFF)][1] == "contestable"
    for viewer in ("Bo", "Cy", "nobody"):
        assert [step["result"] for step in told("--as", viewer, given=BLUFF)][1] == "undetermined"


def test_cards_drawn_are_seen_only_by_whoever_draws_them() -> None:
    mine, theirs = told("--as", "Bo", given=BLUFF), told("--as", "Cy", given=BLUFF)

    assert (mine[3]["sentence"], theirs[3]["sentence"]) == ("Bo draws G5", "Bo draws")
    assert (mine[3]["events"][0]["cards"], theirs[3]["events"][0]["cards"]) == (["G5"], ["?"])
    assert mine[3]["table"]["hands"]["Bo"] == ["Y1", "Y2", "G5"]
    assert theirs[3]["table"]["hands"]["Bo"] == ["?"] * 3
    assert run("replay", "-", "--as", "Cy", given=BLUFF).lines[1] == "As Cy sees it"
    assert run("replay", "-", "--as", "nobody", given=BLUFF).lines[1] == "As a bystander sees it"


def test_why_a_play_does_not_stand_is_not_told_to_who_cannot_know() -> None:
    broken = json.dumps(game("Ann plays R7", hands={"Ann": "R8 R9", "Bo": "B1 B2", "Cy": "Y1"}))
    known, hidden = run("replay", "-", given=broken), run("replay", "-", "--as", "Bo", given=broken)

    assert known.code == hidden.code == 1
    assert any("(official:" in each and "red 7" in each for each in known.lines)
    assert "Why it does not stand lies in cards that are hidden from this view." in hidden.lines


def test_a_game_out_of_a_log_is_picked_by_its_line(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    log.write_text(Simulator(unoref.ruleset("official"), ("Ann", "Bo"), 1)(range(3))[0], encoding="utf-8")
    first = json.loads(run("replay", str(log), "--line", "2", "--to", "0", "--json").out)

    assert first["table"]["hands"] == json.loads(log.read_text().splitlines()[1])["table"]["hands"]
    several = run("replay", str(log))
    assert several.code == 2 and "has several records; --line N picks one" in several.err
    none = run("replay", str(log), "--line", "9")
    assert none.code == 2 and "has no record on line 9" in none.err
    only = tmp_path / "one.jsonl"
    only.write_text(log.read_text().splitlines()[0], encoding="utf-8")
    assert run("replay", str(only), "--to", "0").code == 0


def test_a_game_of_another_program_is_shown(tmp_path: Path) -> None:
    from tests.test_importers import LAWFUL

    log = tmp_path / "rl.jsonl"
    log.write_text(json.dumps(LAWFUL), encoding="utf-8")

    assert "6. P1 plays W+4 naming red  CONTESTABLE" in run("replay", str(log), "--format", "rlcard").lines


def test_sentences_follow_the_plays() -> None:
    assert told("Cy draws", given=BLUFF)[-1]["sentence"] == "Cy draws"
    assert run("replay", "--top", "R5", "--hand", "Ann=R7 B1 B2", "Ann plays R7").code == 0


@pytest.mark.parametrize(
    ("arguments", "given", "says"),
    [
        ((), None, "give a record"),
        (("-", "--as", "Anne"), BLUFF, "--as 'Anne' is no player; did you mean 'Ann'"),
        (("-", "--from", "5"), BLUFF, "no step from 5: the game has 4 plays"),
        (("-", "--from", "3", "--to", "2"), BLUFF, "no step from 3 to 2"),
        (("-", "--from", "-1"), BLUFF, "invalid value for"),
        (("-", "--line", "0"), BLUFF, "invalid value for"),
        (("-",), BLUFF.replace("Bo passes", "Bo pases"), "did you mean 'passes'"),
        (("-",), "{", "no valid JSON"),
        (("-", "--line", "1"), "{", "standard input, line 1: the record is no valid JSON"),
        (("-", "--line", "1", "Ann draws"), "{", "replayed as it is"),
        (("game.toml", "--line", "1"), None, "'game.toml' is one record in TOML; --line goes with a log"),
        (("game.toml", "--format", "rlcard"), None, "'game.toml' is one record in TOML; --format goes with a log"),
        (("-", "--format", "rlcrd"), "{}", "did you mean 'rlcard'"),
        (("nothing.jsonl",), None, "cannot be read: No such file"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: tuple[str, ...], given: str | None, says: str) -> None:
    ran = run("replay", *arguments, given=given)

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_the_answer_comes_in_chinese() -> None:
    ran = run("replay", "-", "--lang", "zh", given=BLUFF)

    assert "1. Ann plays W+4 naming green  可争议" in ran.lines
    assert "顶牌 W+4、当前为绿色、摸牌堆 100 张、顺时针" in ran.lines


@needs_terminals
def test_in_a_terminal_a_long_replay_is_paged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "sed s/^/paged:/")
    log = tmp_path / "games.jsonl"
    log.write_text(Simulator(unoref.ruleset("official"), ("Ann", "Bo"), 1)((0,))[0], encoding="utf-8")
    long, short = Terminal("replay", str(log)), Terminal("replay", str(log), "--to", "0")

    assert "paged:" in long.wait_for("table flips")
    long.wait_for("wins the round.")
    assert long.code() == 0
    assert "paged:" not in short.wait_for("Ann")
    assert short.code() == 0


@pytest.mark.parametrize("variant", ["official", "touhouno"])
def test_rounds_by_chance_are_replayed_to_their_end(variant: str) -> None:
    game = play(unoref.ruleset(variant), ["Ann", "Bo", "Cy"], Random(5), greedy)
    given = unoref.dumps(game.record, "json")
    seen = told(given=given)

    assert len(seen) == 1 + len(game.record.actions) > 20
    assert not any(step["result"] == "illegal" for step in seen)
    assert game.state.over
    assert any(event["event"] in ("won", "drawn-round") for event in seen[-1]["events"])
    assert unoref.loads(json.dumps({"variant": variant, "table": seen[-1]["table"]})).state() == game.state
