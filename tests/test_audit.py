"""Recorded games before the rules: which play does not stand, what is counted, what a stranger may hand in."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import unoref
from tests.walks import RULESETS, Rules, opened
from unoref.audit import Audited, Auditor, audit, record_of
from unoref.engine import find, weigh
from unoref.observing import observe
from unoref.rulebook import variant_ids
from unoref.simulate import Simulator, names_for
from unoref.walking import anything, walk


def game(*plays: str, hands: dict[str, str] | None = None, **extra: Any) -> dict[str, Any]:
    """A record of three players with a red 5 on top."""
    table = {"players": ["Ann", "Bo", "Cy"], "discard": "R5", "hands": hands or {}}
    return {"table": table, "plays": list(plays), **extra}


def found(*plays: str, hands: dict[str, str] | None = None, **extra: Any) -> Audited:
    return audit(record_of(game(*plays, hands=hands, **extra)))


def line(data: object) -> bytes:
    return json.dumps(data).encode()


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_the_quick_verdict_is_the_one_with_reasons(rules: Rules) -> None:
    for seed in range(3):
        rng = Random(seed)
        for state, action, after in walk(opened(rules, 4, rng), rng, 60):
            assert weigh(state, action) == (find(state, action).verdict, after)
            viewed = observe(state, rng.randrange(len(state.hands)))
            for tried in (action, anything(state, rng)):
                verdict, stands = weigh(viewed, tried)
                assert verdict == find(viewed, tried).verdict
                assert (stands is None) == (verdict == "illegal")
                assert stands is None or stands == unoref.apply(viewed, tried)


def test_a_lawful_game_is_told_to_its_end() -> None:
    answer = found("Ann plays R7", hands={"Ann": "R7"})

    assert (answer.result, answer.plays, answer.over, answer.winners) == ("ok", 1, True, ("Ann",))
    assert (answer.variant, answer.offence, answer.reason) == ("official", None, None)


def test_the_first_play_that_does_not_stand_is_named_with_its_clauses() -> None:
    answer = found("Ann plays R7", "Bo plays B2", "Cy plays B3", hands={"Ann": "R7 R8 R9"})

    assert (answer.result, answer.plays, answer.over) == ("offence", 2, False)
    assert answer.offence is not None
    assert (answer.offence.step, answer.offence.sentence) == (2, "Bo plays B2")
    assert answer.offence.clause == "official:match-card.1"
    assert answer.offence.reasons[0][1].startswith("Blue 2")


def test_reasons_are_told_in_the_language_asked_for() -> None:
    offence = audit(record_of(game("Bo draws")), "zh").offence

    assert offence is not None and "轮" in offence.reasons[0][1]


def test_contestable_and_undetermined_plays_stand_and_are_counted() -> None:
    bluff = found("Ann plays W+4 naming green", "Bo accepts", hands={"Ann": "W+4 R2 G1"})
    silent = found("Ann plays R7", hands={"Ann": "R7 B1"})
    unknown = found("Ann plays W+4 naming green", "Bo accepts", hands={"Ann": "W+4 ?3"})

    assert bluff.contestable == ((1, "official:wild-draw-four.restriction"),)
    assert silent.contestable == ((1, "official:uno.call"),)
    assert (unknown.result, unknown.contestable, unknown.undetermined) == ("ok", (), (1,))


def test_a_play_after_the_end_is_an_offence() -> None:
    offence = found("Ann plays R7", "Bo draws", hands={"Ann": "R7"}).offence

    assert offence is not None and (offence.step, offence.clause) == (2, "official:out.1")


def test_a_dispute_is_no_part_of_the_game() -> None:
    assert found("Ann draws", dispute="Cy draws").result == "ok"


def test_options_of_the_record_hold_and_give_way_to_those_asked_for() -> None:
    stacked = game("Ann plays R+2", "Bo plays Y+2", hands={"Ann": "R+2 B3 G7", "Bo": "Y+2 G1 G2"})
    with_option = {**stacked, "options": {"stacking": "like"}}

    assert Auditor()(line(stacked)).result == "offence"
    assert Auditor()(line(with_option)).result == "ok"
    assert Auditor(options=(("stacking", "off"),))(line(with_option)).result == "offence"
    assert Auditor(options=(("stacking", "like"),))(line(stacked)).result == "ok"


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"{", "no valid JSON"),
        (b"\xff\xfe", "UTF-8"),
        (b"[]", "it must be a table"),
        (b'"x"', "it must be a table"),
        (b"{}", "has no [table]"),
        (b"[" * 100_000, "no valid JSON"),
        (b"x" * (1 << 21), "at most 1048576 bytes"),
        (line(game(variant="offical")), "did you mean 'official'"),
        (line(game(options={"jmp-in": True})), "did you mean 'jump-in'"),
        (line(game(options=[1])), "options is a list"),
        (line(game("Ann plays Q9")), "unknown card 'Q9'"),
        (line(game("Ann draws", "Ann")), "plays 2: 'Ann'"),
        (line(game(hands={"Ann": "R5 R5"})), "R5 is listed 3 times"),
        (line({**game(), "plays": ["Ann draws"] * 10_001}), "at most 10000"),
        (b'{"plays": [NaN]}', "NaN is no number"),
        (b'{"plays": [], "plays": []}', "twice"),
    ],
)
def test_what_is_no_record_is_bad_with_one_line_of_reason(raw: bytes, says: str) -> None:
    answer = Auditor()(raw)

    assert (answer.result, answer.variant) == ("bad", None)
    assert answer.reason is not None
    assert says in answer.reason
    assert "\n" not in answer.reason


def test_nothing_is_put_into_words_for_plays_that_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Simulator(unoref.ruleset("official"), names_for(4), 1, "greedy").game(0).record

    def speaks(*_: object) -> str:
        raise AssertionError("a text was made")

    for name in ("unoref.audit.write_sentence", "unoref.referee.reason_text", "unoref.texts.event_text"):
        monkeypatch.setattr(name, speaks)

    assert audit(record).result == "ok"


@pytest.mark.parametrize("variant", variant_ids())
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_simulated_games_of_every_variant_stand(variant: str, policy: str) -> None:
    rules = unoref.ruleset(variant)
    simulator, auditor = Simulator(rules, names_for(max(3, rules.book.players[0])), 5, policy), Auditor()
    lines = simulator(range(4))[0].splitlines()

    for number, each in enumerate(lines):
        answer, state = auditor(each.encode()), simulator.game(number).state
        assert (answer.result, answer.over, answer.undetermined) == ("ok", state.over, ())
        assert answer.winners == tuple(state.name(seat) for seat in state.winners)
