"""``unoref simulate``: records on standard output, the summary beside them."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from tests.test_cli import run, run_program, start
from unoref.record import loads
from unoref.rulebook import variant_ids


def records(out: str) -> list[Any]:
    return [loads(line, "json") for line in out.splitlines()]


def test_records_go_to_standard_output_and_the_summary_beside_them() -> None:
    ran = run("simulate", "-n", "3", "-p", "3", "--seed", "4", "--policy", "greedy")
    games = records(ran.out)

    assert ran.code == 0
    assert [game.start.players for game in games] == [("Ann", "Bo", "Cy")] * 3
    assert all(game.state().over for game in games)
    summary = ran.err.splitlines()
    assert summary[0].split() == ["games", "3"]
    assert summary[1].split() == ["plays", str(sum(len(game.actions) for game in games))]
    assert "Won by seat" in summary
    assert "Events by clause" in summary


@pytest.mark.parametrize("variant", variant_ids())
def test_every_variant_is_played(variant: str) -> None:
    ran = run("simulate", "-v", variant, "-n", "2", "--policy", "greedy", "-p", "4")

    assert ran.code == 0
    assert [game.rules.variant for game in records(ran.out)] == [variant] * 2
    assert run("audit", "-", given=ran.out).code == 0


def test_json_makes_the_summary_a_document() -> None:
    ran = run("simulate", "-n", "4", "-p", "Xi,Yu", "--seed", "4", "--policy", "greedy", "-o", "jump-in=true", "--json")
    told = json.loads(ran.err)

    assert {key: told[key] for key in ("variant", "options", "players", "policy", "seed", "games")} == {
        "variant": "official",
        "options": {"jump-in": True},
        "players": ["Xi", "Yu"],
        "policy": "greedy",
        "seed": 4,
        "games": 4,
    }
    winners = [game.state().name(game.state().winners[0]) for game in records(ran.out)]
    assert told["wins"] == {name: winners.count(name) for name in ("Xi", "Yu")}
    lengths = sorted(len(game.actions) for game in records(ran.out))
    assert told["length"] == {"least": lengths[0], "median": lengths[1], "most": lengths[-1]}
    assert (told["plays"], told["drawn"], told["unfinished"]) == (sum(lengths), 0, 0)
    assert told["clauses"]["official:setup.4"] >= 4
    assert "coverage" not in told


def test_games_do_not_depend_on_jobs_or_on_the_hashes_of_the_process() -> None:
    arguments = ("simulate", "-n", "20", "--seed", "9", "--policy", "greedy", "-o", "seven-zero=true")
    one, two, hashed = (
        run_program(*arguments, PYTHONHASHSEED="1"),
        run_program(*arguments, "--jobs", "2", PYTHONHASHSEED="1"),
        run_program(*arguments, PYTHONHASHSEED="2"),
    )

    assert one.out.count("\n") == 20
    assert one.out == two.out == hashed.out
    assert one.err == two.err == hashed.err


def test_a_seed_begins_another_sequence() -> None:
    assert run("simulate", "--seed", "1").out != run("simulate", "--seed", "2").out
    assert (
        run("simulate", "--seed", "1").out == run("simulate", "--seed", "1", "-n", "3").out.splitlines(keepends=True)[0]
    )


def test_coverage_names_a_ruling_for_every_clause_no_game_reached() -> None:
    ran = run("simulate", "-n", "2", "--coverage", "--json")
    coverage = json.loads(ran.err)["coverage"]
    missing = {entry["clause"]: entry["ruling"] for entry in coverage["unreached"]}

    assert "official:turn.order" in coverage["reached"]
    assert missing["official:stacking.1"] == "official/stacking.1.draw-two-on-draw-two"
    assert not set(missing) & set(coverage["reached"])
    assert [clause for clause, ruling in missing.items() if ruling is None] == ["official:setup.2"]
    page = run("simulate", "-n", "2", "--coverage").err
    assert "official:stacking.1  shown by official/stacking.1.draw-two-on-draw-two" in page
    assert "official:setup.2  no record can show it: who deals is drawn" in page


def test_no_games_are_no_records() -> None:
    ran = run("simulate", "-n", "0", "--json")

    assert (ran.code, ran.out) == (0, "")
    assert json.loads(ran.err)["length"] == {"least": 0, "median": 0, "most": 0}
    assert run("simulate", "-n", "0").code == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_games_without_end_stop_when_nobody_reads_them(jobs: str) -> None:
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with start("simulate", "-n", str(10**30), "--jobs", jobs, "--policy", "greedy", **pipes) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith(b'{"variant":"official"')
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (0, b"")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("-p", "11"), "11 players: official is for 2 to 10 (official:setup.1)"),
        (("-p", "1"), "1 player: official is for 2 to 10"),
        (("-p", "0"), "0 players"),
        (("-p", "-3"), "-3 players"),
        (("-p", "9" * 50), "999999999999 players"),
        (("-p", "Ann"), "1 player: official is for 2 to 10"),
        (("-p", "Ann,Ann"), "given twice"),
        (("-p", "Ann,table"), "word of the notation"),
        (("-p", ""), "0 players"),
        (("-p", "²"), "--players '²' is neither a whole number nor names: 4, or Ann,Bo,Cy"),
        (("-p", "3.5"), "--players '3.5' is neither a whole number nor names"),
        (("-n", "-1"), "invalid value for"),
        (("-n", "many"), "invalid value for"),
        (("--jobs", "0"), "invalid value for"),
        (("--policy", "gredy"), "did you mean 'greedy'"),
        (("-v", "offical"), "did you mean 'official'"),
        (("-o", "jmp-in=true"), "did you mean 'jump-in'"),
        (("-o", "teams=true", "-p", "3"), "official:teams.1"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(arguments: tuple[str, ...], says: str) -> None:
    ran = run("simulate", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_the_summary_comes_in_chinese() -> None:
    assert run("simulate", "-n", "1", "--lang", "zh").err.splitlines()[0].split() == ["对局", "1"]
