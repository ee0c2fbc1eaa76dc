"""The village rules where no record can show them: matches, seats, hands that lie open, the size of choices."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import unoref
from tests.tables import table
from unoref.actions import Play
from unoref.card_notation import read_cards
from unoref.cards import CARDS, UNKNOWN, Color
from unoref.match import Match
from unoref.record import build
from unoref.rules.matches import fewest_negative, new_seats, shuffles_next
from unoref.rules.multi_play import Sets, sets_in
from unoref.rules.setup import without_a_number
from unoref.rules.teams import KeptApart
from unoref.seats import Seat
from unoref.state import State

NAMES = ["Ann", "Bo", "Cy", "Di"]


def finished(match: Match, rng: Random) -> State:
    """The next round of a match, played at random to its end."""
    state = unoref.settle(match.deal(rng), rng)
    while not state.over:
        state = unoref.settle(unoref.apply(state, rng.choice(unoref.legal_actions(state))), rng)
    return state


@pytest.mark.clause("village:3.1", "village:i2")
def test_who_draws_no_number_for_the_deal_draws_again() -> None:
    assert without_a_number(read_cards("R3 GS W+4 B0")) == (1, 2)
    match = Match(unoref.ruleset("village"), NAMES)

    assert {match.draw_for_deal(Random(seed)).dealer for seed in range(40)} == set(NAMES)


@pytest.mark.clause("village:3.7.1", "village:3.2.1")
def test_the_winner_of_a_round_deals_and_begins_the_next() -> None:
    rng = Random(4)
    match = Match(unoref.ruleset("village"), NAMES)
    state = finished(match, rng)
    match = match.after(state)
    winner = state.name(state.winners[0])

    assert match.dealer == winner
    following = unoref.settle(match.deal(rng), rng)
    assert following.name(Seat(following.frames[-1].seat)) == winner


@pytest.mark.clause("village:3.8.1", "village:i18")
def test_a_match_of_three_rounds_is_won_by_the_fewest_negative_points() -> None:
    rng = Random(9)
    match = Match(unoref.ruleset("village", rounds=3), NAMES)
    played = 0
    while not match.winners:
        match = match.after(finished(match, rng))
        played += 1

    assert played == 3
    assert all(points <= 0 for points in match.totals.values())
    best = max(match.totals.values())
    assert match.winners == tuple(name for name in NAMES if match.totals[name] == best)


@pytest.mark.clause("village:i18")
def test_a_match_without_rounds_or_target_says_that_it_has_no_end() -> None:
    assert Match(unoref.ruleset("village"), NAMES).endless
    assert not Match(unoref.ruleset("village", rounds=3), NAMES).endless
    assert not Match(unoref.ruleset("village", target=500), NAMES).endless


@pytest.mark.clause("village:5.2")
def test_a_match_has_the_teams_that_were_said() -> None:
    names, teams = ["Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus"], [["Ann", "Cy", "Eve"], ["Bo", "Fay"], ["Di", "Gus"]]
    rules, rng = unoref.ruleset("village", teams=True, seat_change_every="4"), Random(5)
    match = Match(rules, names, teams=teams)

    assert match.deal(rng).teams == ((0, 2, 4), (1, 5), (3, 6))
    with pytest.raises(unoref.RecordError, match="'Zoe' is not one of the players"):
        Match(rules, names, teams=[["Ann", "Zoe"]])
    with pytest.raises(unoref.RecordError, match="every player belongs to exactly one team"):
        Match(rules, names, teams=[["Ann", "Cy"], ["Bo", "Fay"]])
    for _ in range(4):
        match = match.after(finished(match, rng))
    seats = match.deal(rng)
    assert {frozenset(seats.name(seat) for seat in team) for team in seats.teams} == {frozenset(team) for team in teams}
    assert seats.teams == ((0, 2, 4), (1, 5), (3, 6))


@pytest.mark.clause("village:i18")
def test_without_an_agreement_the_match_stays_open_and_a_limit_ends_it() -> None:
    totals, everybody = (-90, -40, -120), (0, 1, 2)

    assert fewest_negative(0, 0)(totals, everybody, 0, True, 50).winners == ()
    assert fewest_negative(120, 0)(totals, everybody, 120, True, 1).winners == (1,)
    assert fewest_negative(121, 0)(totals, everybody, 121, True, 1).winners == ()
    assert fewest_negative(100, 0)((-40, -40, -120), everybody, 100, True, 1).winners == (0, 1)


@pytest.mark.clause("village:i16")
def test_of_equal_hands_the_first_from_the_winner_shuffles() -> None:
    assert shuffles_next((-20, 0, -5, -20), (1,), 4) == 3
    assert shuffles_next((-20, -20, 0), (2,), 3) == 0


@pytest.mark.clause("village:5.2.2", "village:i52")
def test_in_teams_the_player_who_went_out_deals_next() -> None:
    rng = Random(2)
    match = Match(unoref.ruleset("village", teams=True), NAMES)
    dealers = set()
    for _ in range(12):
        state = finished(match, rng)
        match = match.after(state)
        if state.winners:
            assert match.dealer == state.name(state.finished[0])
            dealers.add(match.dealer)

    assert len(dealers) > 2


@pytest.mark.clause("village:5.3")
def test_seats_change_after_every_fourth_round() -> None:
    rng = Random(1)
    match = Match(unoref.ruleset("village", seat_change_every="4"), NAMES)
    orders = []
    for _ in range(9):
        state = finished(match, rng)
        orders.append(state.players)
        match = match.after(state)

    assert orders[0] == orders[1] == orders[2] == orders[3] == tuple(NAMES)
    assert orders[4] == orders[5] == orders[6] == orders[7] != orders[0]
    assert match.names == orders[8]
    assert set(match.totals) == set(NAMES)


@pytest.mark.clause("village:5.3", "village:5.2.1")
@pytest.mark.parametrize("seed", range(10))
def test_team_mates_stay_apart_when_seats_change(seed: int) -> None:
    teams = KeptApart(3).usual(6)
    taken = new_seats(teams, 6, Random(seed))

    assert sorted(taken) == list(range(6))
    assert all({taken[seat] for seat in team} == set(team) for team in teams)


@pytest.mark.clause("village:5.3")
def test_seats_that_were_not_to_change_are_refused() -> None:
    rng = Random(3)
    rules = unoref.ruleset("village", seat_change_every="4")
    match = Match(rules, NAMES)
    elsewhere = finished(Match(rules, ["Bo", "Ann", "Cy", "Di"]), rng)

    with pytest.raises(unoref.RecordError, match="the round was played by Bo, Ann, Cy, Di"):
        match.after(elsewhere)


@pytest.mark.clause("village:5.2.1", "village:5.2.4", "village:i51")
def test_which_teams_can_sit() -> None:
    two, three = KeptApart(2), KeptApart(3)
    seats = [Seat(seat) for seat in range(7)]

    assert two.usual(4) == ((0, 2), (1, 3))
    assert two.usual(6) == ((0, 2, 4), (1, 3, 5))
    assert three.usual(6) == ((0, 3), (1, 4), (2, 5))
    assert two.usual(5) == ()
    assert two.fault(6, ((seats[0], seats[2]), (seats[1], seats[4]), (seats[3], seats[5]))) == ""
    assert "side by side" in two.fault(4, ((seats[0], seats[3]), (seats[1], seats[2])))
    assert "two teams or more" in two.fault(4, ((seats[0], seats[2]), (seats[1],), (seats[3],)))
    assert "two teams or more" in two.fault(4, (tuple(seats[:4]),))
    assert three.fault(3, three.usual(3))


@pytest.mark.clause("village:i53")
def test_team_mates_see_each_others_hands_only_where_so_agreed() -> None:
    rng = Random(5)
    for open_hands in (False, True):
        rules = unoref.ruleset("village", teams=True, team_open_hands=open_hands)
        state = unoref.settle(unoref.deal(rules, NAMES, rng=rng), rng)
        seen = unoref.observe(state, 0)

        assert seen.hands[0] == state.hands[0]
        assert (seen.hands[2] == state.hands[2]) is open_hands
        assert set(seen.hands[1]) == set(seen.hands[3]) == {UNKNOWN}


def test_each_distinct_set_is_one_choice() -> None:
    rules = unoref.ruleset("village", multi_play=True, decks=2)
    state = table(rules, {"Ann": "Y2 Y2 G2 B9", "Bo": "?3", "Cy": "?3"}, "Y5")
    sets = [play for play in unoref.legal_actions(state, 0) if isinstance(play, Play) and len(play.cards) > 1]
    told = sorted(unoref.format(play, state) for play in sets)

    assert told == [
        "Ann plays Y2 Y2",
        "Ann plays Y2 Y2 G2 naming green",
        "Ann plays Y2 Y2 G2 naming green saying uno",
        "Ann plays Y2 Y2 G2 naming yellow",
        "Ann plays Y2 Y2 G2 naming yellow saying uno",
    ]


def counted(cards: str, top: Color, most: int) -> int:
    """The sets of one number that fit a color, counted one way of choosing copies after the other."""
    held = Counter(read_cards(cards))
    found: set[tuple[tuple[str, ...], str]] = set()

    def choose(kinds: list[str], chosen: tuple[str, ...]) -> None:
        if not kinds:
            colors = {code[0] for code in chosen}
            fits = top.letter in colors
            if 2 <= len(chosen) <= most and fits and (len(colors) == 1 or len(chosen) >= 3):
                found.update((chosen, color) for color in (colors if len(colors) > 1 else {""}))
            return
        for copies in range(held[CARDS[kinds[0]]] + 1):
            choose(kinds[1:], (*chosen, *[kinds[0]] * copies))

    choose(sorted({card.code for card in held}), ())
    return len(found)


@pytest.mark.parametrize("cards", ["R5 R5 G5", "R5 R5 R5 G5 G5 B5", "R5 R5 G5 G5 Y5 Y5 B5 B5", "G5 G5 G5 B5 Y5 R5 R5"])
def test_the_list_of_sets_is_what_counting_finds(cards: str) -> None:
    rules = unoref.ruleset("village", multi_play=True, decks=2)
    state = table(rules, {"Ann": f"{cards} B9 B9", "Bo": "?3", "Cy": "?3"}, "R1")
    listed = [play for play in unoref.legal_actions(state, 0) if isinstance(play, Play) and len(play.cards) > 1]
    size = len(state.hands[0])

    assert len({(play.cards, play.colors) for play in listed}) == counted(cards, Color.RED, size - 1)


def test_thirty_cards_out_of_two_decks_leave_few_choices() -> None:
    rules = unoref.ruleset("village", multi_play=True, decks=2)
    sizes = []
    for seed in range(60):
        deck = list(rules.deck.cards)
        Random(seed).shuffle(deck)
        top = next(card for card in deck[30:] if card.color is not Color.BLACK)
        hands = {"Ann": " ".join(card.code for card in deck[:30]), "Bo": "?3", "Cy": "?3"}
        sizes.append(len(unoref.legal_actions(table(rules, hands, top.code))))

    assert max(sizes) < 400


def test_every_set_is_made_once() -> None:
    cards = tuple(CARDS[f"{color}5"] for color in "RYGB" for _ in range(4))
    made = sets_in(cards, Sets(numbers=True), 29)

    assert len(set(made)) == len(made)
    assert all(colors in ((), *((card.color,) for card in chosen)) for chosen, colors in made)


@pytest.mark.clause("village:i13")
@pytest.mark.parametrize("seed", range(40))
def test_the_first_to_lay_a_last_card_wins_though_the_chain_goes_on(seed: int) -> None:
    rng = Random(seed)
    rules = unoref.ruleset("village", last_card_answer=True, two_player_free=True, challenge_stacked_w4=True)
    state = unoref.settle(unoref.deal(rules, NAMES[: 2 + seed % 3], rng=rng), rng)
    first = None
    while not state.over:
        action = rng.choice(unoref.legal_actions(state))
        after = unoref.apply(state, action)
        if first is None and isinstance(action, Play) and len(state.hands[action.actor]) == 1:
            first = action.actor
        state = unoref.settle(after, rng)

    if first is not None:
        assert state.winners == (first,)
        assert unoref.score(state).points[first] == 0


def test_teams_of_five_are_refused_with_the_numbers_that_work() -> None:
    village = unoref.ruleset("village", teams=True)

    with pytest.raises(unoref.RecordError, match=r"4 players, or 6 or more, not 5"):
        unoref.deal(village, ["Ann", "Bo", "Cy", "Di", "Ed"], Random(1))
    unoref.deal(village, ["Ann", "Bo", "Cy", "Di", "Ed", "Fu", "Gi"], Random(1), teams=[[0, 2], [1, 3, 5], [4, 6]])


def test_both_reasons_that_one_clause_gives_are_told() -> None:
    two = unoref.loads(
        'variant = "village"\ndispute = "Ann plays Y2 G2"\n[options]\nmulti-play = true\n'
        '[table]\nplayers = ["Ann", "Bo", "Cy"]\nturn = "Ann"\ndiscard = "G4 Y5"\n[table.hands]\nAnn = "Y2 G2 B1 B8"\n'
    )
    assert two.dispute is not None
    ruling = unoref.judge(two.state(), two.dispute)

    told = [reason.text() for reason in ruling.reasons if reason.clause == "village:4.3.3.2"]
    assert len(told) == 2
    assert any("it takes three" in text for text in told)


def test_a_hand_of_one_card_that_a_rotation_brings_owes_a_call() -> None:
    turned = unoref.loads(
        'variant = "village"\ndispute = "Ann plays R0"\n[options]\nzero-rule = "rotate"\n'
        '[table]\nplayers = ["Ann", "Bo", "Cy"]\nturn = "Ann"\ndiscard = "G2 R5"\n'
        '[table.hands]\nAnn = "R0 B1"\nBo = "Y1 Y2 Y3"\nCy = "G8 G9"\n'
    )
    assert turned.dispute is not None
    ruling = unoref.judge(turned.state(), turned.dispute)

    owing = [event for event in ruling.events if event.event == "must-call"]
    assert [(event.seat, event.clause) for event in owing] == [("Bo", "village:4.3.2.3")]


@pytest.mark.clause("village:2.3", "village:i1")
def test_a_drawn_card_nobody_knows_may_be_an_action_card_that_needs_no_match() -> None:
    rules = unoref.ruleset("village", free_function=True)

    def open_now(sentence: str) -> set[str]:
        state = table(rules, {"Ann": "B1 B2", "Bo": "?7", "Cy": "?7"}, "R5")
        state = unoref.apply(state, unoref.parse(sentence, state))
        return {unoref.format(action, state) for action in unoref.legal_actions(state)}

    assert open_now("Ann draws") >= {"Ann plays RS", "Ann plays GS", "Ann plays BR", "Ann plays Y+2"}
    assert open_now("Ann draws GS") == {"Ann passes", "Ann plays GS"}


@pytest.mark.clause("village:i47")
@pytest.mark.parametrize(
    "play", ["Ann plays RS YS GS naming green", "Ann plays R4 R4", "Ann plays R4 Y4 B4 naming blue"]
)
def test_a_position_after_a_set_reads_back_from_its_record(play: str) -> None:
    options = {"multi-play": True, "multi-play-jump-in": "any-card", "jump-in": True, "decks": 2}
    table = {"players": ["Ann", "Bo"], "discard": "R9", "hands": {"Ann": "RS YS GS R4 R4 Y4 B4 G1"}}
    state = build({"variant": "village", "options": options, "plays": [play], "table": table}).state()

    assert unoref.loads(unoref.dumps(unoref.record(state))).state() == state
