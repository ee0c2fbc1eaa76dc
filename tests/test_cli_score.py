"""``unoref score``: a finished round, hands, a match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import unoref
from tests.test_cli import FINISHED, run
from unoref.cli.wording import WORDS
from unoref.frames import Chance
from unoref.rulebook import variant_ids
from unoref.simulate import greedy

SECOND = """
plays = ["Bo plays R7"]
[table]
players = ["Ann", "Bo", "Cy"]
turn = "Bo"
discard = "R5"
[table.hands]
Ann = "W+4 G4 YS"
Bo = "R7"
Cy = "R9"
"""


@pytest.fixture
def rounds(tmp_path: Path) -> tuple[str, str]:
    """The records of two rounds."""
    paths = tmp_path / "1.toml", tmp_path / "2.toml"
    for path, text in zip(paths, (FINISHED, SECOND), strict=True):
        path.write_text(text, encoding="utf-8")
    return str(paths[0]), str(paths[1])


def test_a_finished_round_is_scored_in_every_mode() -> None:
    answer = run("score", "-", "--json", given=FINISHED).json

    assert answer["mode"] == "standard"
    assert answer["clauses"]["standard"] == "official:scoring.1"
    assert answer["totals"] == {
        "standard": {"Ann": 75, "Bo": 0, "Cy": 0},
        "alternative": {"Ann": 0, "Bo": 74, "Cy": 1},
        "knock-out": {"Ann": 0, "Bo": 74, "Cy": 1},
    }
    (only,) = answer["rounds"]
    assert (only["over"], only["winners"], only["hands"]) == (True, ["Ann"], {"Ann": 0, "Bo": 74, "Cy": 1})


def test_a_round_may_be_described_and_finished_on_the_command_line() -> None:
    hands = ("--hand", "Ann=R7", "--hand", "Bo=W G4 YS", "--hand", "Cy=B1")
    answer = run("score", "--json", "--top", "R5", *hands, "Ann plays R7").json

    assert answer["rounds"][0]["points"]["standard"] == {"Ann": 75, "Bo": 0, "Cy": 0}


def test_points_that_unknown_cards_decide_are_unknown() -> None:
    answer = run("score", "-", "--json", given=FINISHED.replace('"B1"', '"?"')).json

    assert answer["totals"]["standard"] == {"Ann": None, "Bo": 0, "Cy": 0}
    assert answer["match"] is None
    assert "Round 1    ?   0   0" in run("score", "-", given=FINISHED.replace('"B1"', '"?"')).lines


def test_hands_are_counted_while_the_round_goes_on() -> None:
    arguments = ("score", "--top", "R5", "--hand", "Ann=R7 W", "--hand", "Bo=YS", "--hand", "Cy=?")
    page, answer = run(*arguments), run(*arguments, "--json").json

    assert answer["rounds"][0]["hands"] == {"Ann": 57, "Bo": 20, "Cy": None}
    assert (answer["totals"], answer["match"]) == ({}, None)
    assert page.lines[0] == "The round is not over. Points in the hands: (official:scoring.2)"
    assert page.lines[1:] == ["Ann  57", "Bo   20", "Cy    ?"]


def test_several_records_are_the_rounds_of_a_match(rounds: tuple[str, str]) -> None:
    answer = run("score", "--json", *rounds).json

    assert answer["totals"]["standard"] == {"Ann": 75, "Bo": 83, "Cy": 0}
    assert answer["totals"]["alternative"] == {"Ann": 74, "Bo": 74, "Cy": 10}
    assert [each["record"] for each in answer["rounds"]] == list(rounds)
    assert answer["match"] == {"target": 500, "endless": False, "winners": [], "losers": [], "out": []}
    lines = run("score", *rounds).lines
    assert lines[:2] == ["Round 1: Won by Ann", "Round 2: Won by Bo"]
    assert "total     75  83   0" in lines


def test_points_from_before_count_towards_the_match() -> None:
    before = FINISHED.replace("[table.hands]", "scores = { Ann = 450, Bo = 120, Cy = 0 }\n[table.hands]")
    answer = run("score", "-", "--json", given=before).json

    assert answer["totals"]["standard"] == {"Ann": 525, "Bo": 120, "Cy": 0}
    assert answer["match"]["winners"] == ["Ann"]
    lines = run("score", "-", given=before).lines
    assert lines[-1] == "The match is won by Ann (target 500)."


def test_a_total_with_wide_characters_stays_in_its_column() -> None:
    named = FINISHED.replace("Ann =", '"Ann" =').replace("Ann", "小明")
    table = run("score", "-", "--lang", "zh", given=named).lines[3:5]

    assert table == ["小明  Bo  Cy", "第 1 局    75   0   0"]


def test_the_rounds_of_a_match_are_finished_and_have_one_ruleset(rounds: tuple[str, str], tmp_path: Path) -> None:
    going_on, other = tmp_path / "3.toml", tmp_path / "4.toml"
    going_on.write_text(FINISHED.replace('"Ann plays R7"', ""), encoding="utf-8")
    other.write_text(f"{FINISHED}\n[options]\nuno-penalty = 4\n", encoding="utf-8")

    for arguments, says in [
        ((rounds[0], str(going_on)), "the round is not over"),
        ((rounds[0], str(other)), "is played by other rules"),
        ((*rounds, "Ann draws"), "go with one record only"),
        ((*rounds, "--top", "R5"), "go with one record only"),
    ]:
        ran = run("score", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert says in ran.err


def rounds_of(match: unoref.Match, rng: Random) -> Iterator[tuple[str, unoref.Match]]:
    """The rounds of a match played greedily, each as a line of a log, with the match after it."""
    while not match.winners and match.rounds < 25:
        start = state = match.deal(rng)
        actions = []
        while not state.over:
            frame = state.frames[-1]
            by_chance = isinstance(frame, Chance)
            answer = state.ruleset.tables.at_random(type(frame)) if by_chance else None
            actions.append(answer(state, frame, rng) if answer else greedy(state, unoref.legal_actions(state), rng))
            state = unoref.apply(state, actions[-1])
        match = match.after(state)
        yield unoref.dumps(unoref.record(start, actions), "json"), match


MATCHES: tuple[tuple[str, dict[str, object]], ...] = (
    ("official", {}),
    ("official", {"scoring": "alternative"}),
    ("official", {"scoring": "knock-out", "target": 200}),
    ("official", {"teams": True}),
    ("classic", {}),
    ("classic", {"scoring": "negative-500"}),
    ("classic", {"scoring": "blood-battle"}),
    ("village", {}),
)


@pytest.mark.parametrize(("variant", "options"), MATCHES, ids=str)
def test_a_whole_match_is_scored_as_it_was_played(variant: str, options: dict[str, object], tmp_path: Path) -> None:
    match = unoref.Match(unoref.ruleset(variant, **options), ["Ann", "Bo", "Cy", "Di"])
    played = list(rounds_of(match, Random(1)))
    match = played[-1][1]
    log = tmp_path / "match.jsonl"
    log.write_text("".join(f"{line}\n" for line, _ in played), encoding="utf-8")
    answer = run("score", str(log), "--json").json

    assert len(answer["rounds"]) == match.rounds > 0
    assert answer["totals"][answer["mode"]] == match.totals
    assert answer["match"]["winners"] == list(match.winners)
    assert set(answer["match"]["out"]) == set(match.out)
    assert run("score", str(log)).code == 0


def test_a_log_of_one_record_is_a_round_and_of_several_a_match(tmp_path: Path) -> None:
    record = unoref.dumps(unoref.loads(FINISHED), "json")
    one, two, broken = (tmp_path / f"{name}.jsonl" for name in ("one", "two", "broken"))
    one.write_text(record, encoding="utf-8")
    two.write_text(f"{record}\n{record}\n", encoding="utf-8")
    broken.write_text(f"{record}\n{{\n", encoding="utf-8")

    assert run("score", str(one), "--json").json["totals"]["standard"]["Ann"] == 75
    assert run("score", str(two), "--json").json["totals"]["standard"]["Ann"] == 150
    assert run("score", str(one), str(two), "--json").json["totals"]["standard"]["Ann"] == 225
    ran = run("score", str(broken))
    assert (ran.code, ran.out) == (2, "")
    assert ", line 2: the record is no valid JSON" in ran.err


def test_no_round_is_scored_after_the_match_was_won(tmp_path: Path) -> None:
    won = tmp_path / "won.toml"
    won.write_text(FINISHED.replace("[table]", "options.target = 1\n[table]", 1), encoding="utf-8")
    ran = run("score", str(won), str(won))

    assert ran.code == 2
    assert "the match was over after round 1" in ran.err


def test_points_from_before_must_be_those_of_the_earlier_rounds(rounds: tuple[str, str], tmp_path: Path) -> None:
    later = tmp_path / "later.toml"
    later.write_text(SECOND.replace("[table.hands]", "scores = { Ann = 3 }\n[table.hands]"), encoding="utf-8")
    ran = run("score", rounds[0], str(later))

    assert ran.code == 2
    assert "scores.Ann is 3" in ran.err


def test_hands_without_points_are_not_counted() -> None:
    arguments = ("score", "-v", "extended", "--top", "R5", "--hand", "Ann=R7 R8")

    assert run(*arguments).lines == ["The round is not over, and cards in the hands have no points here."]
    assert run(*arguments, "--lang", "zh").lines == ["本局尚未结束；此规则下手牌不计分。"]
    answer = run(*arguments, "--json").json
    assert (answer["rounds"][0]["over"], answer["rounds"][0]["hands"]) == (False, None)


def test_a_match_without_end_has_no_target_and_no_winner() -> None:
    table = 'players = ["Ann", "Bo"]\ndiscard = "R5"\nhands = { Ann = "R7", Bo = "B1" }\n'
    record = f'variant = "extended"\nplays = ["Ann plays R7"]\n[table]\n{table}'
    answer = run("score", "-", "--json", given=record).json

    assert answer["match"] == {"target": 0, "endless": True, "winners": [], "out": [], "losers": []}


@pytest.mark.parametrize("variant", variant_ids())
def test_every_scoring_mode_has_words(variant: str) -> None:
    modes = unoref.ruleset(variant).tables.settings["scoring.modes"]

    assert modes
    assert {f"mode {mode}" for mode in modes} <= WORDS.keys()


@pytest.mark.parametrize("command", ["score", "judge", "legal"])
@pytest.mark.parametrize("text", ["", "\n \n"])
def test_a_log_without_a_record_is_said_to_have_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.jsonl").write_text(text, encoding="utf-8")
    ran = run(command, "empty.jsonl")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "unoref: 'empty.jsonl': there is no record in it\n"


def test_a_match_by_elimination_is_won_by_the_last_one_left(tmp_path: Path) -> None:
    path = tmp_path / "round.toml"
    rules = '[options]\nelimination = "cards"\n[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n'
    path.write_text(f'plays = ["Ann plays R7"]\n{rules}[table.hands]\nAnn = "R7"\nBo = "G1 G2"\n', encoding="utf-8")
    shown = run("score", str(path)).out

    assert "Ann is the last one left and wins the match." in shown
    assert "target" not in shown.splitlines()[-2]


def test_a_match_to_which_the_rules_set_no_end_says_so() -> None:
    scores = "scores = { Ann = -40, Bo = -10, Cy = -90 }"
    hands = '[table.hands]\nAnn = "R7"\nBo = "G1 G2"\nCy = "R3"\n'
    record = 'variant = "village"\nplays = ["Ann plays R7"]\n[table]\nplayers = ["Ann", "Bo", "Cy"]\ndiscard = "R5"\n'
    answer = run("score", "-", "--json", given=f"{record}{scores}\n{hands}").json

    assert (answer["match"]["endless"], answer["match"]["winners"]) == (True, [])
    assert answer["totals"]["negative"] == {"Ann": -40, "Bo": -13, "Cy": -93}
    lines = run("score", "-", given=f"{record}{scores}\n{hands}").lines
    assert lines[-1] == "These rules set the match no end; ahead so far: Bo."
