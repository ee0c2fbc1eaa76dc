"""Matches: who deals, and how rounds add up."""

from __future__ import annotations

from random import Random

import pytest

import unoref
from unoref.card_notation import read_cards
from unoref.rules.matches import lowest_total
from unoref.rules.setup import highest_number


@pytest.mark.clause("official:setup.2")
def test_the_highest_number_deals_and_symbols_count_nothing() -> None:
    assert highest_number(read_cards("R3 G9 W+4 B+2")) == (1,)
    assert highest_number(read_cards("R9 G9 W+4 B+2")) == (0, 1)


@pytest.mark.clause("official:setup.2")
def test_a_dealer_is_drawn_from_those_who_play() -> None:
    match = unoref.Match(unoref.ruleset("official"), ["Ann", "Bo", "Cy"])

    assert {match.draw_for_deal(Random(seed)).dealer for seed in range(30)} == {"Ann", "Bo", "Cy"}


def finished(hands: str, winner: str = "Ann") -> unoref.State:
    """A round that is over, with these hands."""
    return unoref.loads(
        f'[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\nfinished = ["{winner}"]\n'
        f'pending = [{{ frame = "over", winners = ["{winner}"] }}]\n[table.hands]\n{hands}\n'
    ).state()


def test_a_match_takes_only_a_finished_round_whose_points_are_known() -> None:
    match = unoref.Match(unoref.ruleset("official"), ["Ann", "Bo"])

    with pytest.raises(unoref.RecordError, match="the round is not over"):
        match.after(match.deal(Random(1)))
    with pytest.raises(unoref.RecordError, match="unknown cards leave the points of the round open"):
        match.after(finished('Ann = 0\nBo = "R7 ?"'))
    assert match.after(finished('Ann = 0\nBo = "R7 G2"')).totals == {"Ann": 9, "Bo": 0}


def test_a_match_that_has_been_won_is_dealt_no_more() -> None:
    won = unoref.Match(unoref.ruleset("official", target=100), ["Ann", "Bo"])
    for _ in range(3):
        won = won.after(finished('Ann = 0\nBo = "W+4"'))

    with pytest.raises(unoref.RecordError, match="the match is over: Ann won it"):
        won.deal(Random(1))


def test_a_match_is_of_rules_that_have_one_and_its_dealer_plays() -> None:
    with pytest.raises(unoref.RecordError, match="touhouno is played round by round: its rules have no match"):
        unoref.Match(unoref.ruleset("touhouno"), ["Ann", "Bo", "Cy"])
    with pytest.raises(unoref.RecordError, match="dealer: 'Zed' is not one of the players"):
        unoref.Match(unoref.ruleset("official"), ["Ann", "Bo"], dealer="Zed")


@pytest.mark.clause("official:match.challenge-game")
def test_a_knock_out_match_ends_with_one_player_left() -> None:
    rng = Random(3)
    match = unoref.Match(unoref.ruleset("official", scoring="knock-out", target=100), ["Ann", "Bo", "Cy"])
    while not match.winners:
        state = unoref.settle(match.deal(rng), rng)
        while not state.over:
            state = unoref.settle(unoref.apply(state, rng.choice(unoref.legal_actions(state))), rng)
        match = match.after(state)

    assert set(match.out) | set(match.winners) == {"Ann", "Bo", "Cy"}
    assert all(match.totals[name] >= 100 for name in match.out)


@pytest.mark.clause("official:match.alternative")
def test_players_who_tie_for_the_lowest_total_play_one_more_round() -> None:
    standing = lowest_total((120, 120, 510), (0, 1, 2), 500, False, 1)

    assert (standing.winners, standing.out) == ((), (2,))
    assert lowest_total((150, 120, 510), (0, 1), 500, False, 1).winners == (1,)


@pytest.mark.clause("house:elimination")
def test_a_match_of_elimination_ends_with_one_player_and_the_winner_of_a_round_never_leaves() -> None:
    rng = Random(3)
    match = unoref.Match(unoref.ruleset("official", elimination="cards"), ["Ann", "Bo", "Cy", "Di"])
    while not match.winners:
        state = unoref.settle(match.deal(rng), rng)
        while not state.over:
            state = unoref.settle(unoref.apply(state, rng.choice(unoref.legal_actions(state))), rng)
        before, match = match, match.after(state)
        assert set(before.playing) > set(match.playing)
        assert {state.players[seat] for seat in state.winners} <= set(match.playing)
        most = max(len(cards) for seat, cards in enumerate(state.hands) if seat not in state.winners)
        gone = [state.players.index(name) for name in before.playing if name not in match.playing]
        assert {len(state.hands[seat]) for seat in gone} == {most}

    assert match.winners == match.playing
