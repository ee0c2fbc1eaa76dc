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
