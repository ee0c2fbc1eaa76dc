"""``unoref audit``: one line a game, the summary, exit codes, streams."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

import unoref
from tests.test_audit import game, line
from tests.test_cli import environment, run, start
from tests.test_cli_streams import Terminal, needs_terminals
from unoref.cli import logs
from unoref.cli.audit import audit
from unoref.simulate import Simulator, names_for

GOOD = game("Ann plays R7", hands={"Ann": "R7"})
BLUFF = game("Ann plays W+4 naming green", "Bo accepts", hands={"Ann": "W+4 R2 G1"})
UNKNOWN = game("Ann plays W+4 naming green", "Bo accepts", hands={"Ann": "W+4 ?3"})
BAD_PLAY = game("Ann plays R7", "Bo plays B2", hands={"Ann": "R7 R8 R9"})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def log(*games: object) -> str:
    return "".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in games)


def many(games: int) -> str:
    return Simulator(unoref.ruleset("official"), names_for(4), 1, "greedy")(range(games))[0]


def test_every_game_has_its_line_and_the_summary_comes_last(folder: Path) -> None:
    (folder / "games.jsonl").write_text(log(GOOD, BLUFF, UNKNOWN, BAD_PLAY, "{"), encoding="utf-8")
    ran = run("audit", "games.jsonl")

    assert ran.code == 1
    assert ran.lines[:5] == [
        "games.jsonl:1: ok, 1 plays",
        "games.jsonl:2: ok, 2 plays, not over, 1 contestable",
        "games.jsonl:3: ok, 2 plays, not over, undetermined: 1",
        "games.jsonl:4: offence at play 2, Bo plays B2: Blue 2 has neither the color in force, red, nor the number or symbol of "
        "red 7. (official:match-card.1)",
        "games.jsonl:5: bad: the record is no valid JSON: Expecting property name enclosed in double quotes: "
        "line 1 column 2 (char 1)",
    ]
    summary = dict(each.rsplit(maxsplit=1) for each in ran.lines[6:15])
    assert summary == {
        "games": "4",
        "ok": "3",
        "with an offence": "1",
        "bad lines": "1",
        "not over": "2",
        "plays": "7",
        "contestable": "1",
        "undetermined": "1",
        "illegal at a price": "0",
    }
    assert "1  official:match-card.1 first: games.jsonl:4" in ran.lines
    assert "1  official:wild-draw-four.restriction" in ran.lines


def test_json_is_one_object_a_game_and_one_for_the_summary() -> None:
    ran = run("audit", "-", "--json", given=log(BLUFF, BAD_PLAY, "[1]"))
    bluff, offence, bad, summary = map(json.loads, ran.out.splitlines())

    assert bluff == {
        "log": "-",
        "line": 1,
        "result": "ok",
        "variant": "official",
        "plays": 2,
        "over": False,
        "winners": [],
        "contestable": [{"step": 1, "clause": "official:wild-draw-four.restriction"}],
        "undetermined": [],
        "priced": [],
    }
    assert (offence["result"], offence["step"], offence["sentence"]) == ("offence", 2, "Bo plays B2")
    assert offence["clause"] == offence["reasons"][0]["clause"] == "official:match-card.1"
    assert bad == {"log": "-", "line": 3, "result": "bad", "reason": "the record is a list; it must be a table of keys"}
    assert (summary["result"], summary["games"], summary["bad"]) == ("summary", 2, 1)
    assert summary["offences"] == [
        {"clause": "official:match-card.1", "variant": "official", "games": 1, "first": "-:2"}
    ]
    assert ran.err == ""


@pytest.mark.parametrize(
    ("games", "code"),
    [((GOOD,), 0), ((BLUFF, UNKNOWN), 0), ((GOOD, BAD_PLAY, "x"), 1), ((GOOD, "x"), 2), (("x",), 2), ((), 2)],
)
def test_the_exit_code_is_that_of_the_worst(games: tuple[object, ...], code: int) -> None:
    assert run("audit", "-", given=log(*games)).code == code


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_answer_does_not_depend_on_jobs(folder: Path, jobs: str) -> None:
    text = many(130)
    (folder / "games.jsonl").write_text(text + "{\n" + log(BAD_PLAY), encoding="utf-8")
    answers = [json.loads(each) for each in run("audit", "games.jsonl", "--json", "--jobs", jobs).out.splitlines()]

    assert [answer.get("line") for answer in answers] == [*range(1, 133), None]
    assert [answer["result"] for answer in answers[129:]] == ["ok", "bad", "offence", "summary"]


def test_what_cannot_be_read_is_told_and_does_not_stop_the_rest(folder: Path) -> None:
    (folder / "dir").mkdir()
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "blank.jsonl").write_bytes(b"\n \r\n\t\n")
    (folder / "binary.jsonl").write_bytes(b"\xff\x00\x9f\n")
    (folder / "game.toml").write_text('[table]\nplayers = ["Ann", "Bo"]\n', encoding="utf-8")
    long = b'{"variant": "' + b"x" * 2_000_000 + b'"}\n'
    (folder / "long.jsonl").write_bytes(long + line(GOOD) + b"\n" + b" " * 2_000_000 + b"\n" + line(BLUFF))
    names = ("dir", "nothing", "empty.jsonl", "blank.jsonl", "binary.jsonl", "game.toml", "long.jsonl")
    ran = run("audit", *names)

    assert ran.code == 2
    assert ran.lines[:10] == [
        "dir: bad: it cannot be read: Is a directory",
        "nothing: bad: it cannot be read: No such file or directory",
        "empty.jsonl: bad: there is no record in it",
        "blank.jsonl: bad: there is no record in it",
        "binary.jsonl:1: bad: a record is UTF-8 text, but byte 1 is 0xff",
        "game.toml: bad: a log has one JSON object a line; unoref replay reads a record in TOML",
        "long.jsonl:1: bad: a record has at most 1048576 bytes",
        "long.jsonl:2: ok, 1 plays",
        "long.jsonl:3: bad: a record has at most 1048576 bytes",
        "long.jsonl:4: ok, 2 plays, not over, 1 contestable",
    ]


def test_a_line_without_an_end_is_told_and_ends_its_log(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    farthest = 3 << 20
    monkeypatch.setattr(logs, "_FARTHEST", farthest)
    (folder / "good.jsonl").write_text(log(GOOD), encoding="utf-8")
    (folder / "endless.jsonl").write_bytes(log(GOOD).encode() + b"x" * (4 * farthest) + b"\n" + log(GOOD).encode())
    (folder / "long.jsonl").write_bytes(b"x" * (farthest - 9))

    ran = run("audit", "endless.jsonl", "long.jsonl", "good.jsonl")

    assert ran.code == 2
    first, second, third, fourth = ran.lines[:4]
    assert (first, fourth) == ("endless.jsonl:1: ok, 1 plays", "good.jsonl:1: ok, 1 plays")
    assert second.startswith(
        "endless.jsonl:2: bad: a record has at most 1048576 bytes, and this line has no end within "
    )
    assert second.endswith(": nothing after it is read")
    assert third == "long.jsonl:1: bad: a record has at most 1048576 bytes"


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no such device")
@pytest.mark.parametrize("command", ["audit", "replay"])
def test_a_device_that_never_ends_does(command: str) -> None:
    arguments = ("/dev/zero", "/dev/zero") if command == "audit" else ("/dev/zero", "--format", "rlcard")
    ran = run(command, *arguments)

    assert ran.code == 2
    assert "/dev/zero" in ran.out + ran.err and "this line has no end within 268" in ran.out + ran.err


def test_games_of_other_rules_stand_side_by_side_in_a_log() -> None:
    stacked = game("Ann plays R+2", "Bo plays Y+2", hands={"Ann": "R+2 B3 G7", "Bo": "Y+2 G1 G2"})
    ran = run("audit", "-", given=log(stacked, {**stacked, "options": {"stacking": "like"}}))

    assert ran.lines[0].startswith("-:1: offence at play 2")
    assert ran.lines[1].startswith("-:2: ok")


def test_flags_prevail_over_the_rules_of_the_record() -> None:
    stacked = game("Ann plays R+2", "Bo plays Y+2", hands={"Ann": "R+2 B3 G7", "Bo": "Y+2 G1 G2"})

    assert run("audit", "-", "-v", "official", "-o", "stacking=like", given=log(stacked)).code == 0


def test_a_log_of_another_program_is_read_by_its_format(folder: Path) -> None:
    from tests.test_importers import LAWFUL

    (folder / "rl.jsonl").write_text(log(LAWFUL, GOOD), encoding="utf-8")
    ran = run("audit", "--from", "rlcard", "rl.jsonl")

    assert ran.lines[:2] == [
        "rl.jsonl:1: ok, 7 plays, not over, 1 contestable",
        "rl.jsonl:2: bad: the document has no 'trajectories'",
    ]
    assert run("audit", "--format", "rlcard", "rl.jsonl").out == ran.out


def test_a_long_sentence_is_cut_for_people_and_whole_for_programs() -> None:
    shuffle = f"table shuffles {' '.join(['R1'] * 100)}"
    lines = log(game(shuffle))

    assert "R1 R1…: " in run("audit", "-", given=lines).lines[0]
    assert json.loads(run("audit", "-", "--json", given=lines).out.splitlines()[0])["sentence"] == shuffle


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("audit",), "missing argument 'LOG'"),
        (("audit", "-", "--jobs", "0"), "invalid value for"),
        (("audit", "-", "--jobs", "1000"), "invalid value for"),
        (("audit", "-", "--from", "rlcrd"), "no format 'rlcrd'; did you mean 'rlcard'"),
        (("audit", "-", "--from", "zzz"), "there are unoref, rlcard, uno-online"),
        (("audit", "-", "-v", "offical"), "did you mean 'official'"),
        (("audit", "-", "-v", "official", "-o", "jmp-in=true"), "did you mean 'jump-in'"),
        (("audit", "-", "-o", "stacking"), "is not of the form NAME=VALUE"),
        (("audit", "-", "--lang", "fr"), "there are en and zh"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(arguments: tuple[str, ...], says: str) -> None:
    ran = run(*arguments, given=log(GOOD))

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_the_answer_comes_in_chinese() -> None:
    ran = run("audit", "-", "--lang", "zh", given=log(BAD_PLAY, GOOD))

    assert ran.lines[0].startswith("-:1: 违规：第 2 步 Bo plays B2。")
    assert ran.lines[1] == "-:2: 无误，1 步"


def test_a_game_is_told_as_soon_as_it_has_come() -> None:
    with start("audit", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(line(GOOD) + b"\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"-:1: ok, 1 plays\n"
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_who_goes_away_ends_the_audit_without_a_word(folder: Path, jobs: str) -> None:
    (folder / "games.jsonl").write_text(many(20) * 40, encoding="utf-8")
    with start("audit", "games.jsonl", "--jobs", jobs, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith(b"games.jsonl:1: ok")
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_every_process(folder: Path, jobs: str) -> None:
    (folder / "games.jsonl").write_text(many(20) * 400, encoding="utf-8")
    how: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "start_new_session": True}
    with start("audit", "games.jsonl", "--jobs", jobs, **how) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        process.stdout.read()  # ends when no process holds the pipe any longer
        error = process.stderr.read()
        assert process.wait(60) == 130

    assert b"Traceback" not in error


class Screen(io.StringIO):
    """Standard error that somebody may watch."""

    def __init__(self, watched: bool) -> None:
        super().__init__()
        self.watched = watched

    def isatty(self) -> bool:
        return self.watched


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("watched", [True, False])
def test_progress_comes_and_goes_where_somebody_watches(
    folder: Path, monkeypatch: pytest.MonkeyPatch, jobs: int, watched: bool
) -> None:
    (folder / "games.jsonl").write_text(many(5), encoding="utf-8")
    screen = Screen(watched)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr("unoref.cli.progress._PAUSE", 0)
    with pytest.raises(typer.Exit):
        audit(["games.jsonl"], as_json=True, jobs=jobs)
    told = screen.getvalue().split("\r\x1b[K")

    if not watched:
        assert told == [""]
        return
    assert [line.partition(" games, ")[0] for line in told[1:6]] == ["1", "2", "3", "4", "5"]
    assert all(" plays a second, " in line for line in told[1:6])
    assert told[5].endswith("100%, 0:00 left")
    assert told[6:] == [""]


@needs_terminals
def test_in_a_terminal_the_summary_comes_last(folder: Path) -> None:
    (folder / "games.jsonl").write_text(many(5), encoding="utf-8")
    terminal = Terminal("audit", str(folder / "games.jsonl"), "--json")
    terminal.wait_for('"result":"summary"')

    assert terminal.code() == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("-o", "stackin=like"), "no variant has an option 'stackin'; did you mean 'stacking'?"),
        (("-o", "stacking=lik"), "'lik'"),
        (("-o", "qi=1", "--from", "rlcard"), "official has no option 'qi'"),
    ],
)
def test_an_option_no_record_can_have_is_a_bad_argument(folder: Path, arguments: tuple[str, ...], says: str) -> None:
    (folder / "games.jsonl").write_text(log(GOOD), encoding="utf-8")
    ran = run("audit", "games.jsonl", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err


def test_an_option_that_some_variant_has_is_tried_on_each_record(folder: Path) -> None:
    (folder / "games.jsonl").write_text(log(GOOD, {**GOOD, "variant": "extended"}), encoding="utf-8")
    ran = run("audit", "games.jsonl", "-o", "pill-last=stays")

    assert [": bad" in each for each in ran.lines[:2]] == [True, False]


def test_memory_does_not_grow_with_the_log() -> None:
    """Ten times as many games take no more than a little more memory; benchmarks/evidence.py measures a hundred thousand."""
    resource = pytest.importorskip("resource")
    program = f"""
import io, resource, sys
from unoref.cli import app
lines = {many(20)!r} * {{times}}
sys.stdin = io.TextIOWrapper(io.BytesIO(lines.encode()))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    app(["audit", "-", "--json"])
except SystemExit:
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, file=sys.stderr)
"""
    del resource

    def grown(times: int) -> int:
        ran = subprocess.run(
            [sys.executable, "-c", program.replace("{times}", str(times))],
            env=environment(),
            capture_output=True,
            text=True,
            check=True,
        )
        return int(ran.stderr)

    few, more = grown(5), grown(50)
    unit = 1 if sys.platform == "darwin" else 1024
    assert more - few < 8 * 1024 * 1024 / unit
