"""Simulated games: the same from the same seed, replayed to the same result, choices that rest on what is seen."""

from __future__ import annotations

from random import Random

import pytest

import unoref
from unoref.record import loads
from unoref.rulebook import variant_ids
from unoref.simulate import POLICIES, Simulator, Summary, greedy, names_for, play, reachable, rulings_for
from unoref.sphinxext.trace import NO_RECORD, gaps

RULES = unoref.ruleset("official")


def test_a_seed_and_a_number_give_one_game_whatever_is_played_beside_it() -> None:
    one, other = Simulator(RULES, names_for(3), 7), Simulator(RULES, names_for(3), 8)
    together, _ = one(range(4))

    assert [one((number,))[0] for number in range(4)] == together.splitlines(keepends=True)
    assert len({*together.splitlines(), *other(range(4))[0].splitlines()}) == 8


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", variant_ids())
def test_a_record_replays_to_the_same_result(variant: str, policy: str) -> None:
    rules = unoref.ruleset(variant)
    simulator = Simulator(rules, names_for(rules.book.players[0]), 1, policy)
    for number in range(3):
        game = simulator.game(number)
        assert loads(simulator((number,))[0], "json").state() == game.state


def test_a_game_is_cut_off_at_the_most_plays() -> None:
    game = play(RULES, ["Ann", "Bo"], Random(1), most=12)
    summary = Summary.of(game)

    assert len(game.record.actions) == 12
    assert (summary.games, summary.unfinished, summary.plays, summary.drawn) == (1, 1, 12, 0)


def test_summaries_add_up() -> None:
    simulator = Simulator(RULES, names_for(2), 3, "greedy")
    parts = [simulator((number,))[1] for number in range(5)]
    _, whole = simulator(range(5))

    assert sum(parts, Summary()) == whole
    assert whole.games == sum(whole.wins.values()) + whole.drawn + whole.unfinished == 5
    assert sum(length * games for length, games in whole.lengths.items()) == whole.plays
    assert sorted(whole.lengths.elements())[2] == whole.median
    assert whole.clauses["official:setup.4"] >= 5  # every round has an opening card


def test_greedy_players_are_sooner_done_than_those_who_play_at_random() -> None:
    lengths = {policy: Simulator(RULES, names_for(4), 1, policy)(range(20))[1].median for policy in POLICIES}

    assert lengths["greedy"] < lengths["random"] / 2


def test_a_greedy_player_catches_calls_and_gets_rid_of_what_counts_most() -> None:
    record = loads(
        '[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n[table.hands]\nAnn = "W RS R9 B1 B2"\nBo = "R1 R2"\n'
    )
    state, rng = record.state(), Random(3)
    first = greedy(state, unoref.legal_actions(state), rng)
    plain = unoref.parse("Ann plays R9", state)
    after = unoref.apply(unoref.apply(state, plain), unoref.parse("Bo plays R1", state))

    assert unoref.format(first, state) == "Ann plays RS"
    assert unoref.format(greedy(after, unoref.legal_actions(after), rng), after) == "Ann catches Bo"


def test_a_greedy_player_looks_at_no_hidden_card() -> None:
    for number in range(5):
        game = Simulator(RULES, names_for(3), 2).game(number)
        state = game.record.start
        for action in game.record.actions:
            if action.actor >= 0:
                open_now = [each for each in unoref.legal_actions(state) if each.actor == action.actor]
                seen = unoref.observe(state, action.actor)
                assert greedy(state, open_now, Random(number)) == greedy(seen, open_now, Random(number))
            state = unoref.apply(state, action)


def test_names_are_there_for_any_number_of_players() -> None:
    names = names_for(14)

    assert len(set(names)) == 14
    assert names[:2] == ("Ann", "Bo")
    assert names[-1] == "P14"


def test_a_policy_there_is_not_names_the_nearest() -> None:
    with pytest.raises(unoref.RecordError, match="did you mean 'greedy'"):
        Simulator(RULES, names_for(2), 1, "gredy")


@pytest.mark.parametrize("variant", variant_ids())
def test_every_clause_that_games_may_miss_is_shown_by_a_ruling(variant: str) -> None:
    if any("is shown by no ruling" in gap for gap in gaps(variant)):
        pytest.skip("test_rulings.py says which rulings are still owed")
    clauses = reachable(unoref.ruleset(variant))
    shown = rulings_for(unoref.ruleset(variant), clauses)

    assert clauses
    assert {clause for clause in clauses if shown[clause] is None} <= set(NO_RECORD)


def test_reasons_reach_clauses_that_events_do_not() -> None:
    _, plain = Simulator(RULES, names_for(4), 1)(range(3))
    _, asked = Simulator(RULES, names_for(4), 1, reasons=True)(range(3))

    assert plain.reached < asked.reached
    assert plain.clauses == asked.clauses
    assert "official:wild-draw-four.restriction" in asked.reached
