"""Records: the format, key by key, and whatever else a stranger may send."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import unoref
from tests.walks import RULESETS, Rules, cards_of, on_walks, opened
from unoref.actions import Pass, Play
from unoref.card_notation import read_cards
from unoref.cards import CARDS, UNKNOWN, Color, face
from unoref.checks import answer
from unoref.errors import IllegalAction, NotationError, RecordError, RulebookError, UnorefError
from unoref.frames import ChooseColor, Drawn, Draws, Frame, PassTurn, Turn
from unoref.lasting import Lasting, NotHeld
from unoref.pending import _frame_classes
from unoref.piles import EMPTY
from unoref.record import (
    LONGEST_RECORD,
    MOST_PLAYS,
    Record,
    build,
    decoded,
    dumps,
    load,
    loads,
    parsed,
    record,
    table_of,
)
from unoref.rulebook import rulebook
from unoref.rules.debts import Owed
from unoref.rules.opening import OpeningFlip
from unoref.rules.setup import DealHands
from unoref.rules.uno_call import Uncalled
from unoref.rules.wild_draw_four import Contested
from unoref.ruleset import Module, assemble
from unoref.seats import Seat
from unoref.sections import found
from unoref.state import NOTHING_IN_FORCE, State, in_force
from unoref.step import Step, rule
from unoref.toml_text import toml_data
from unoref.variant_modules import variant_module
from unoref.walking import walk

ANN, BO, CY, DI = (Seat(seat) for seat in range(4))

EXAMPLE = """
variant = "official"
plays   = ["Ann plays R+2"]
dispute = "Cy plays Y+2"

[options]
uno-penalty = 4

[table]
players   = ["Ann", "Bo", "Cy"]
dealer    = "Bo"
turn      = "Ann"
direction = "counterclockwise"
discard   = "G2 R5"
color     = "red"
face      = "5"
draw-pile = "R1 G2"
draw-count = 40
finished  = []
called    = []
public    = { Cy = "R5" }
scores    = { Ann = 120 }
[table.hands]
Ann = "R+2 B3 G7"
Bo  = "Y+2 W+4 ?"
Cy  = 5

[expect]
verdict = "legal"
clauses = ["official:draw-two.1"]
turn = "Cy"
color = "yellow"
direction = "clockwise"
top = "Y+2"
hands = { Ann = 2, Bo = "W+4 ?" }
[story]
en = "Cy answers."
"""


def table(**keys: object) -> State:
    """The position of an official ``[table]``: ``draw_pile`` stands for ``draw-pile``, three players by default."""
    given = {name.replace("_", "-"): value for name, value in keys.items()}
    return build({"table": {"players": ["Ann", "Bo", "Cy"], **given}}).start


def fault(data: object) -> str:
    """The one line with which data is refused."""
    with pytest.raises(UnorefError) as caught:
        build(data)  # type: ignore[arg-type]
    return one_line(caught.value)


def table_fault(**keys: object) -> str:
    given = {name.replace("_", "-"): value for name, value in keys.items()}
    return fault({"table": {"players": ["Ann", "Bo", "Cy"], "discard": "R5", **given}})


def one_line(error: Exception) -> str:
    text = str(error)
    assert len(text.splitlines()) == 1 and len(text) < 1000, text
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in text), text
    return text


# --- what the keys mean ---------------------------------------------------------------------------------------------------


def test_every_key_of_a_table_is_read() -> None:
    made = loads(EXAMPLE)
    start = made.start

    assert made.variant == "official" and made.rules == unoref.ruleset("official", uno_penalty=4)
    assert start.players == ("Ann", "Bo", "Cy")
    assert (start.dealer, start.direction, start.frames) == (BO, -1, (Turn(ANN),))
    assert start.hands == (read_cards("R+2 G7 B3"), read_cards("Y+2 W+4 ?"), read_cards("R5 ?4"))
    assert list(start.discard) == [CARDS["R5"], CARDS["G2"]]
    assert start.in_force == in_force(Color.RED, face("5"))
    assert list(start.draw_pile) == [CARDS["R1"], CARDS["G2"], *[UNKNOWN] * 38]
    assert (start.finished, start.called, start.lasting) == ((), frozenset(), ())
    assert start.public == ((), (), (CARDS["R5"],))
    assert start.scores == (120, 0, 0)
    assert made.actions == (Play(ANN, (CARDS["R+2"],)),)
    assert made.dispute == Play(CY, (CARDS["Y+2"],))
    assert made.expect is not None and made.expect["verdict"] == "legal"
    assert made.story == {"en": "Cy answers."}


def test_the_position_after_the_plays_is_worked_out_once() -> None:
    made = loads(EXAMPLE)

    assert made.state().discard.top is CARDS["R+2"]
    assert made.state() is made.state()


def test_a_table_needs_only_its_players_and_a_top_card() -> None:
    start = table(discard="R5")

    assert start.ruleset == unoref.ruleset("official")
    assert start.dealer == CY  # the last player
    assert start.frames == (Turn(ANN),)  # the first player not out
    assert start.direction == 1
    assert start.hands == ((UNKNOWN,) * 7,) * 3  # the initial hand, unknown
    assert len(start.draw_pile) == 108 - 21 - 1  # all cards not listed elsewhere
    assert start.in_force == in_force(Color.RED, face("5"))
    assert (start.public, start.scores, start.teams, start.lasting) == ((), (), (), ())


def test_whoever_holds_one_card_has_called_unless_it_is_said() -> None:
    assert table(discard="R5", hands={"Ann": "R7", "Bo": 1}).called == {ANN, BO}
    assert table(discard="R5", hands={"Ann": "R7", "Bo": 1}, called=["Bo", "Cy"]).called == {BO, CY}
    waiting = [{"effect": "uncalled", "seat": "Bo"}]
    assert table(discard="R5", hands={"Ann": "R7", "Bo": 1}, effects=waiting).called == {ANN}


def test_cards_are_one_text_or_a_list_of_texts_in_any_notation() -> None:
    for hand in ("R7 W ?2", ["R7", "W", "?", "?"], ["红7 wild", "?2"], "red 7, wild, ?, ?"):
        assert table(discard="R5", hands={"Ann": hand}).hands[ANN] == read_cards("R7 W ? ?")
    assert table(discard="R5", hands={"Ann": 3}).hands[ANN] == (UNKNOWN,) * 3
    assert list(table(discard=["G2", "R5"]).discard) == [CARDS["R5"], CARDS["G2"]]


def test_who_is_out_holds_nothing_and_has_no_turn() -> None:
    given = {"players": ["Ann", "Bo", "Cy", "Di"], "discard": "R5", "finished": ["Cy", "Ann"]}
    start = build({"options": {"last-standing": True}, "table": given}).start

    assert start.finished == (CY, ANN)
    assert start.frames == (Turn(BO),)
    assert [len(hand) for hand in start.hands] == [0, 7, 0, 7]


def test_the_color_is_needed_under_a_black_card() -> None:
    assert table(discard="W", color="blue").in_force == in_force(Color.BLUE, face("W"))
    assert "table.color is missing" in table_fault(discard="W")
    assert "table.color is 'black'" in table_fault(discard="W", color="black")


def test_another_color_than_that_of_the_top_card_needs_something_that_recolors() -> None:
    assert table(discard="R5", color="red").in_force.color is Color.RED
    assert table_fault(color="blue") == "table.color is 'blue', but the top card is R5"
    assert (
        table(discard="R5", color="blue", effects=[{"effect": "standstill", "passes": 1}]).in_force.color is Color.BLUE
    )


def test_the_face_in_force_may_be_another_than_that_of_the_top_card() -> None:
    assert table(discard="R5", face="7").in_force == in_force(Color.RED, face("7"))
    assert table(discard="R5", face="none").in_force == in_force(Color.RED, face("none"))


def test_below_the_named_cards_of_the_draw_pile_lie_unknown_ones() -> None:
    assert list(table(discard="R5", draw_pile="R1 G2").draw_pile) == [CARDS["R1"], CARDS["G2"], *[UNKNOWN] * 84]
    assert list(table(discard="R5", draw_pile="R1 ? G2", draw_count=3).draw_pile) == list(read_cards("R1 ? G2"))
    assert not table(discard="R5", draw_count=0).draw_pile


def test_open_cards_are_known_to_be_in_the_hand() -> None:
    start = table(discard="R5", public={"Cy": "R5", "Bo": "all"}, hands={"Cy": 5})

    assert start.hands[CY] == read_cards("R5 ?4")
    assert start.public == ((), None, (CARDS["R5"],))


def test_teams_switch_the_option_on() -> None:
    players = ["Ann", "Bo", "Cy", "Di"]
    start = table(players=players, discard="R5", teams=[["Ann", "Cy"], ["Bo", "Di"]])

    assert start.ruleset.options["teams"] is True
    assert start.teams == ((ANN, CY), (BO, DI))
    by_option = build({"options": {"teams": True}, "table": {"players": players, "discard": "R5"}})
    assert by_option.start.teams == ((ANN, CY), (BO, DI))
    assert "official:teams.1" in fault({"table": {"players": players, "teams": [["Ann", "Bo"], ["Cy", "Di"]]}})


# --- before the opening flip ----------------------------------------------------------------------------------------------


def test_without_discards_the_opening_card_is_still_to_be_flipped() -> None:
    start = table()

    assert start.frames == (OpeningFlip(),)
    assert start.in_force == NOTHING_IN_FORCE
    assert (start.dealer, len(start.draw_pile)) == (CY, 108 - 21)


def test_without_any_card_the_deal_is_still_to_come_too() -> None:
    start = table(hands={"Ann": 0, "Bo": 0, "Cy": 0})

    assert start.frames == (OpeningFlip(), DealHands((ANN, BO, CY)))
    assert len(start.draw_pile) == 108


def test_a_deal_is_one_sentence_a_hand_and_one_for_the_flip() -> None:
    plays = ["table deals Ann", "table deals Bo R1 R2 R3 R4 R5 R6 R7", "table flips G5"]
    hands = {"Ann": 0, "Bo": 0}
    state = build({"plays": plays, "table": {"players": ["Ann", "Bo"], "hands": hands}}).state()

    assert [len(cards) for cards in state.hands] == [7, 7]
    assert state.hands[BO] == read_cards("R1 R2 R3 R4 R5 R6 R7")
    assert state.frames == (Turn(ANN),)


def test_the_player_left_of_the_dealer_begins() -> None:
    assert table(turn="Ann").dealer == CY
    assert table(turn="Bo").dealer == ANN
    assert table(turn="Bo", dealer="Ann").dealer == ANN
    assert table(dealer="Bo").dealer == BO
    message = table_fault(discard="", turn="Bo", dealer="Bo")
    assert "table.turn is 'Bo'" in message and "'Cy'" in message


def test_nothing_is_in_force_before_the_opening_flip() -> None:
    assert "before the opening flip" in table_fault(discard=[], color="red")
    assert "before the opening flip" in table_fault(discard=[], finished=["Ann"])
    assert "draw pile" in table_fault(discard=[], draw_count=0)
    assert "draw pile" in table_fault(discard=[], hands={"Ann": 0, "Bo": 0, "Cy": 0}, draw_count=21)


# --- what is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"tabel": {}}, "the record has no key 'tabel'; did you mean 'table'?"),
        ({"table": {"hand": {}}}, "table has no key 'hand'; did you mean 'hands'?"),
        ({"table": {"draw_pile": ""}}, "table has no key 'draw_pile'; did you mean 'draw-pile'?"),
        (
            {"table": {"players": ["Ann", "Bo"], "hands": {"Anne": 2}}},
            "table.hands has no player 'Anne'; did you mean 'Ann'?",
        ),
        (
            {"table": {"players": ["Ann", "Bo"], "scores": {"Cy": 2}}},
            "table.scores has no player 'Cy'; there are Ann, Bo",
        ),
        (
            {"table": {"players": ["Ann", "Bo"]}, "expect": {"verdicts": "legal"}},
            "expect has no key 'verdicts'; did you mean 'verdict'?",
        ),
        ({"table": {"players": ["Ann", "Bo"]}, "story": {"de": "…"}}, "story has no key 'de'; there are en, zh"),
        ({"table": {"players": ["Ann", "Bo"], 5: 5}}, "table has no key 5; there are players, dealer,"),
        (
            {"table": {"players": ["Ann", "Bo"]}, "options": {"uno-penality": 2}},
            "official has no option 'uno-penality'; did you mean 'uno-penalty'?",
        ),
    ],
)
def test_an_unknown_key_is_named_with_its_place_and_the_nearest(data: object, said: str) -> None:
    assert fault(data).startswith(said)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"players": "Ann Bo"}, "table.players is 'Ann Bo'; it must be a list of names"),
        ({"players": ["Ann", 5]}, "table.players holds 5 as number 2; it must be a list of names"),
        ({"players": None}, "table.players is null; it must be a list of names"),
        ({"dealer": 2}, "table.dealer is 2; it must be a player's name"),
        ({"turn": True}, "table.turn is true; it must be a player's name"),
        ({"turn": None}, "table.turn is null; it must be a player's name"),
        ({"turn": "table"}, "table.turn is 'table'; it must be a player's name"),
        ({"turn": "Dee"}, "table.turn has no player 'Dee'"),
        ({"turn": "ann"}, "table.turn has no player 'ann'; did you mean 'Ann'?"),
        ({"direction": "left"}, "table.direction is 'left'; it must be one of clockwise, counterclockwise"),
        ({"direction": 1}, "table.direction is 1; it must be one of clockwise, counterclockwise"),
        ({"discard": 5}, "table.discard is 5; it must be cards, such as"),
        ({"discard": ["R5", 5]}, "table.discard holds 5; it must be cards, such as"),
        ({"discard": "R5 ?"}, "table.discard ends with '?'"),
        ({"color": "purple"}, "table.color is 'purple'; it must be one of red, yellow, green, blue, black"),
        ({"color": "gren"}, "did you mean 'green'?"),
        ({"face": 5}, "table.face is 5; it must be one of 0, 1, 2"),
        ({"face": "?"}, "table.face is '?'"),
        ({"draw-count": "many"}, "table.draw-count is 'many'; it must be a number from 0 to 108"),
        ({"draw-count": 109}, "table.draw-count is 109; it must be a number from 0 to 108"),
        ({"draw-count": -1}, "table.draw-count is -1; it must be a number from 0 to 108"),
        ({"draw-count": True}, "table.draw-count is true; it must be a number from 0 to 108"),
        ({"draw-count": 1, "draw-pile": "R1 R2"}, "table.draw-count is 1, but table.draw-pile names 2 cards"),
        ({"finished": "Ann"}, "table.finished is 'Ann'; it must be a list of names"),
        ({"finished": ["Ann", "Ann"]}, "table.finished names 'Ann' twice"),
        ({"finished": ["Ann", "Bo", "Cy"]}, "table.finished names everybody"),
        ({"finished": ["Ann", "Bo"]}, "fewer than two players are in the round"),
        ({"finished": ["Ann"], "discard": "R5"}, "names Ann, but by these rules the first who is out ends the round"),
        ({"finished": ["Ann"], "turn": "Ann"}, "table.turn is 'Ann', who is out"),
        ({"finished": ["Ann"], "hands": {"Ann": 1}}, "table.hands.Ann holds cards, but Ann is out"),
        ({"called": {"Ann": True}}, "table.called is a table; it must be a list of names"),
        ({"hands": {"Ann": 0}}, "table.hands.Ann is empty"),
        ({"hands": {"Ann": 109}}, "table.hands.Ann is 109; it must be a number from 0 to 108"),
        ({"hands": {"Ann": 2.5}}, "table.hands.Ann is a fraction; it must be cards, such as"),
        ({"hands": {"Ann": False}}, "table.hands.Ann is false; it must be cards, such as"),
        ({"hands": ["R5"]}, "table.hands is a list; it must be a table"),
        (
            {"public": {"Ann": "R7"}, "hands": {"Ann": "R8"}},
            "table.public.Ann shows R7, which the hand of Ann does not hold",
        ),
        ({"public": {"Ann": "?"}}, "table.public.Ann shows ?"),
        ({"scores": {"Ann": "120"}}, "table.scores.Ann is '120'; it must be a number"),
        ({"scores": {"Ann": 10**5000}}, "table.scores.Ann is a very long number; it must be a number"),
        ({"teams": []}, "table.teams is a list; it must be a list of teams"),
        ({"teams": [["Ann"], "Bo"]}, "table.teams holds 'Bo'; it must be a list of teams"),
    ],
)
def test_a_wrong_value_is_named_with_what_would_be_right(keys: dict[str, object], said: str) -> None:
    assert said in fault({"table": {"players": ["Ann", "Bo", "Cy"], "discard": "R5", **keys}})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (5, "the record is 5; it must be a table"),
        ({}, "the record has no [table]"),
        ({"table": []}, "table is a list; it must be a table"),
        ({"table": {}}, "table.players is missing"),
        ({"variant": 5, "table": {}}, "variant is 5; it must be the id of a variant"),
        ({"variant": "offical", "table": {}}, "there is no variant 'offical'"),
        ({"table": {"players": ["Ann"]}}, "1 player: official is for 2 to 10 (official:setup.1)"),
        ({"table": {"players": ["Ann"] * 11}}, "11 players: official is for 2 to 10 (official:setup.1)"),
        ({"table": {"players": ["Ann", "Ann"]}}, "the name 'Ann' is given twice"),
        ({"table": {"players": ["Ann", "B o"]}}, "the name 'B o' has a blank"),
        (
            {"table": {"players": ["Ann", "Bo"]}, "plays": "Ann draws"},
            "plays is 'Ann draws'; it must be a list of sentences",
        ),
        ({"table": {"players": ["Ann", "Bo"]}, "plays": ["Ann draws", 5]}, "plays holds 5 as number 2"),
        ({"table": {"players": ["Ann", "Bo"]}, "plays": ["Ann drawz"]}, "plays 1: 'Ann drawz': "),
        (
            {"table": {"players": ["Ann", "Bo"]}, "dispute": "Anne draws"},
            "dispute: 'Anne draws': unknown player 'Anne'",
        ),
        ({"table": {"players": ["Ann", "Bo"]}, "dispute": ["Ann draws"]}, "dispute is a list; it must be a sentence"),
        ({"table": {"players": ["Ann", "Bo"]}, "options": []}, "options is a list; it must be a table of options"),
        ({"table": {"players": ["Ann", "Bo"]}, "options": {"target": [5]}}, "options.target is a list"),
        ({"table": {"players": ["Ann", "Bo"]}, "options": {"target": 1 << 99}}, "options.target is a very long number"),
        ({"table": {"players": ["Ann", "Bo"]}, "options": {"target": 0}}, "option target: 0 is not one of"),
        (
            {"table": {"players": ["A", "B"], "teams": [["A"], ["B"]]}, "options": {"teams": False}},
            "table.teams is given, but",
        ),
        (
            {"table": {"players": ["Ann", "Bo"]}, "expect": {"verdict": "fine"}},
            "expect.verdict is 'fine'; it must be one of",
        ),
        ({"table": {"players": ["Ann", "Bo"]}, "expect": {"turn": "Cy"}}, "expect.turn has no player 'Cy'"),
        (
            {"table": {"players": ["Ann", "Bo"]}, "expect": {"hands": {"Bo": ["R7", 5]}}},
            "expect.hands.Bo holds 5 as number 2; it must be cards",
        ),
        (
            {"table": {"players": ["Ann", "Bo"], "teams": [["Ann", 5], ["Bo"]]}},
            "table.teams holds 5; it must be a player's name",
        ),
        (
            {"table": {"players": ["Ann", "Bo"]}, "options": {5: True}},
            "options has the key 5; it must be the name of an option",
        ),
        (
            {"table": {"players": ["Ann", "Bo"]}, "deck": {"remove": ["R0", 3]}},
            "deck.remove holds 3; it must be cards",
        ),
        ({"table": {"players": ["Ann", "Bo"]}, "expect": {"clauses": "c"}}, "expect.clauses is 'c'"),
        ({"table": {"players": ["Ann", "Bo"]}, "story": {"en": 5}}, "story.en is 5; it must be text"),
    ],
)
def test_a_wrong_record_is_refused_in_one_line(data: object, said: str) -> None:
    assert said in fault(data)


def test_a_card_the_deck_lacks_is_refused_with_the_deck() -> None:
    message = table_fault(hands={"Ann": "R7 P"})

    assert "table.hands.Ann" in message and "'P' is not a card of this deck" in message and "official" in message


def test_more_copies_than_the_deck_has_are_refused_with_the_card() -> None:
    message = table_fault(hands={"Ann": "R7 R0", "Bo": "R7"}, draw_pile="R7")
    assert message == "R7 is listed 3 times; the deck of official has 2"
    assert table_fault(discard="R0 R5", hands={"Ann": "R0"}) == "R0 is listed 2 times; the deck of official has 1"


def test_more_cards_than_the_deck_has_are_refused() -> None:
    assert table_fault(hands={"Ann": 60}, draw_count=40) == "the table has 115 cards; the deck of official has 108"
    assert "the deck of official has 108" in table_fault(hands={"Ann": 100})
    assert "more cards than the 108" in table_fault(hands={"Ann": ["?1000"] * 1000})


def test_fewer_cards_than_the_deck_has_are_fine() -> None:
    start = table(discard="R5", hands={"Ann": 1, "Bo": 1, "Cy": 1}, draw_count=0)

    assert cards_of(start).total() == 4


def test_a_number_of_cards_is_bounded_by_the_deck_that_is_played_with() -> None:
    data = {"options": {"edition": "swap-hands"}, "table": {"players": ["Ann", "Bo"], "hands": {"Ann": 112}}}

    assert "112" not in fault(data | {"options": {}}) or "from 0 to 108" in fault(data | {"options": {}})
    assert "the table has 119 cards; the deck of official has 112" in fault(data)


# --- what led here --------------------------------------------------------------------------------------------------------


def test_an_illegal_play_makes_the_record_bad_and_is_named_with_its_clause() -> None:
    data = {
        "plays": ["Ann plays R+2", "Bo plays Y+2"],
        "table": {"players": ["Ann", "Bo", "Cy"], "discard": "R5", "hands": {"Ann": "R+2 R1", "Bo": "Y+2 Y1"}},
    }
    with pytest.raises(RecordError) as caught:
        build(data)

    message = one_line(caught.value)
    assert message.startswith("plays 2 ('Bo plays Y+2') is illegal: ")
    assert "(official:" in message
    assert isinstance(caught.value.__cause__, IllegalAction)


def test_an_illegal_play_is_told_each_reason_once_and_briefly() -> None:
    table = {"players": ["Ann", "Bo"], "discard": "R5", "hands": {"Ann": "R+2 R1"}}
    with pytest.raises(RecordError) as caught:
        build({"variant": "extended", "plays": ["Ann plays G9"], "table": table})
    reasons = [part.rpartition(" (")[0] for part in str(caught.value).partition("illegal: ")[2].split("; ")]
    assert len(reasons) == len(set(reasons)) > 1

    with pytest.raises(RecordError) as caught:
        build({"plays": ["Ann plays" + " R7" * 900], "table": table})
    assert "881 more cards" in str(caught.value)
    assert len(str(caught.value)) < 1000


def test_a_record_whose_plays_are_not_tried_keeps_the_illegal_one_for_others_to_report() -> None:
    text = 'plays = ["Bo draws"]\n[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n'
    made = loads(text, replay=False)

    assert len(made.actions) == 1
    with pytest.raises(RecordError, match=r"plays 1 \('Bo draws'\) is illegal"):
        made.state()


def test_a_contestable_play_stands() -> None:
    data = {
        "plays": ["Ann plays W+4 naming blue", "Bo challenges"],
        "table": {"players": ["Ann", "Bo", "Cy"], "discard": "R5", "hands": {"Ann": "W+4 R1"}},
    }
    state = build(data).state()

    assert len(state.hands[ANN]) == 1 + 4


def test_an_undetermined_play_stands() -> None:
    data = {
        "plays": ["Ann plays R7"],
        "table": {"players": ["Ann", "Bo", "Cy"], "discard": "R5", "hands": {"Ann": 2}},
    }
    assert build(data).state().discard.top is CARDS["R7"]


# --- effects and what is pending ------------------------------------------------------------------------------------------


def pending(*frames: Mapping[str, object], **keys: object) -> State:
    return table(**{"discard": "R5", "pending": list(frames), **keys})


def test_frames_are_named_in_kebab_case_and_players_by_name() -> None:
    before = {"color": "red", "face": "5"}
    contested = {"frame": "contested", "seat": "Bo", "offender": "Ann", "before": before, "owed": 4}
    state = pending({"frame": "pass-turn", "seat": "Ann"}, contested, discard="R5 W+4", color="blue")

    assert state.frames == (PassTurn(ANN), Contested(BO, ANN, in_force(Color.RED, face("5")), None, 4))
    assert state.to_act == BO
    drawn = pending({"frame": "drawn", "seat": "Ann", "card": "R7"}, hands={"Ann": "R7 R8"})
    assert drawn.frames == (Drawn(ANN, CARDS["R7"]),)
    over = pending({"frame": "over", "winners": ["Ann"]}, finished=["Ann"], turn=None)
    assert over.over and over.winners == (ANN,)


def test_what_another_package_calls_its_frames_and_effects_is_nothing_to_these_rules() -> None:
    @frozen
    class Drawn(Turn):  # of this module, which is none of the ruleset's
        pass

    @frozen
    class Uncalled(Lasting):
        pass

    assert {Drawn.__module__, Uncalled.__module__} == {__name__}
    effects = [{"effect": "uncalled", "seat": "Ann"}]
    state = pending({"frame": "drawn", "seat": "Ann", "card": "R7"}, effects=effects, hands={"Ann": "R7 R8", "Bo": 1})
    assert state.frames == (unoref.frames.Drawn(ANN, CARDS["R7"]),)
    assert type(state.lasting[0]).__module__.startswith("unoref.")


@frozen
class OneOfThese(Frame):
    """A frame the rules of this module know."""


@rule("skip")
def end(step: Step, frame: Frame, action: Pass) -> None:
    step.pop()


def names_under(kind: type[Frame]) -> Mapping[str, type[Frame]]:
    """What the frames are called under the official rules and a module that knows one more."""
    row = answer(kind, Pass, end, lambda state, frame: (Pass(frame.seat),))
    book, options = rulebook("official"), rulebook("official").settle({})
    modules = (*variant_module("official").modules(options), Module(name="test-frames", answers=(row,)))
    return _frame_classes(assemble(book.bindings_under(options), modules))


def test_of_two_of_one_name_the_rules_know_one_or_are_told_which_two() -> None:
    namesake: type[Frame] = frozen(type("Draws", (Frame,), {"__module__": __name__}))

    assert names_under(OneOfThese)["one-of-these"] is OneOfThese
    assert "one-of-these" not in _frame_classes(unoref.ruleset().tables)  # nobody answers it there
    with pytest.raises(RulebookError, match=r"test_record\.Draws and unoref\.frames\.Draws are both called 'draws'"):
        names_under(namesake)


def test_effects_are_read_oldest_first() -> None:
    effects = [{"effect": "uncalled", "seat": "Bo"}, {"effect": "uncalled", "seat": "Ann"}]
    state = table(discard="R5", effects=effects, hands={"Ann": 1, "Bo": 1})

    assert state.lasting == (Uncalled(BO), Uncalled(ANN))
    assert state.frames == (Turn(ANN),)


@pytest.mark.parametrize("out", [[], ["Cy"]])
def test_whoever_holds_no_card_takes_a_place_once_nothing_is_pending(out: list[str]) -> None:
    table = {
        "players": ["Ann", "Bo", "Cy"],
        "discard": "W",
        "finished": out,
        "hands": {"Ann": 0} | dict.fromkeys(out, 0),
        "pending": [PASS, WILD],
    }
    state = build({"options": {"last-standing": True}, "table": table}).state()

    after = unoref.apply(state, unoref.parse("Ann names blue", state))

    assert [after.players[seat] for seat in after.finished] == [*out, "Ann"]
    assert after.over == bool(out), "with one player left the round is over"


def test_an_empty_hand_may_wait_for_what_is_pending() -> None:
    state = pending({"frame": "pass-turn", "seat": "Ann"}, WILD, discard="W", hands={"Ann": 0})

    assert state.frames[-1] == ChooseColor(ANN)
    assert unoref.apply(state, unoref.parse("Ann names blue", state)).winners == (ANN,)


PASS = {"frame": "pass-turn", "seat": "Ann"}
FORCE = {"color": "red", "face": "5"}
WILD = {"frame": "choose-color", "seat": "Ann"}
CONTESTED = {"frame": "contested", "seat": "Bo", "offender": "Ann", "before": FORCE, "owed": 4}


@pytest.mark.parametrize(
    ("frames", "said"),
    [
        (5, "table.pending is 5; it must be a list of tables"),
        ([], "table.pending is empty"),
        ([5], "table.pending 1 is 5; it must be a table that names its frame"),
        ([{}], "table.pending 1 has the frame null; there are"),
        (
            [{"frame": "pass-trun", "seat": "Ann"}],
            "table.pending 1 has the frame 'pass-trun'; did you mean 'pass-turn'?",
        ),
        ([{"frame": "chance"}], "table.pending 1 has the frame 'chance'"),
        ([{"frame": "turn"}], "table.pending 1 lacks the key 'seat'"),
        ([{"frame": "turn", "seat": 0}], "table.pending 1 seat is 0; it must be a player: Ann, Bo, Cy"),
        ([{"frame": "turn", "seat": "Dee"}], "table.pending 1 seat is 'Dee'; it must be a player"),
        ([{"frame": "turn", "seat": "Ann", "seta": 1}], "table.pending 1 has no key 'seta'; did you mean 'seat'?"),
        (
            [{"frame": "drawn", "seat": "Ann", "card": "P"}],
            "table.pending 1 card is no card: 'P' is not a card of this deck",
        ),
        ([{"frame": "drawn", "seat": "Ann", "card": 7}], "table.pending 1 card is 7; it must be a text"),
        ([{"frame": "drawn", "seat": "Ann", "card": "R7"}], "Ann does not hold the card drawn"),
        ([PASS, {"frame": "draws", "seat": "Bo", "count": 0}, {"frame": "shuffle-discards"}], "nobody draws 0 cards"),
        (
            [PASS, {"frame": "draws", "seat": "Bo", "count": 1.5}],
            "table.pending 2 count is a fraction; it must be a number",
        ),
        ([PASS, {"frame": "draws", "seat": "Bo", "count": 1, "in-turn": 1}], "in-turn is 1; it must be true or false"),
        ([PASS, {"frame": "draws", "seat": "Bo", "count": 1, "named": "R7"}], "named is 'R7'; it must be a list"),
        ([PASS], "it goes on by itself"),
        ([PASS, {"frame": "turn", "seat": "Ann"}], "it can only come first"),
        ([WILD], "a turn, the opening flip or the end of the round comes first"),
        (
            [{"frame": "over", "winners": []}, WILD],
            "nothing is pending when the round is over",
        ),
        ([{"frame": "over", "winners": "Ann"}], "table.pending 1 winners is 'Ann'; it must be a list"),
        ([PASS, {"frame": "contested", "seat": "Bo"}], "lacks the key 'offender'"),
        (
            [PASS, {"frame": "contested", "seat": "Bo", "offender": "Bo", "before": FORCE, "owed": 4}],
            "it concerns different players, none of whom is out",
        ),
        (
            [
                PASS,
                {
                    "frame": "contested",
                    "seat": "Bo",
                    "offender": "Ann",
                    "before": {"color": "red", "face": "X"},
                    "owed": 4,
                },
            ],
            "table.pending 2 before face is 'X'; it must be one of 0, 1, 2",
        ),
        (
            [
                {"frame": "turn", "seat": "Cy"},
                CONTESTED,
            ],
            "it lies directly on the turn it interrupts",
        ),
        ([PASS, CONTESTED | {"before": {"face": "W"}}], "nobody holds a card of a color that is not there"),
        (
            [PASS, {"frame": "find-guilt", "contested": PASS}],
            "contested has the frame 'pass-turn'; there are contested",
        ),
        ([PASS, {"frame": "find-guilt", "contested": 5}], "table.pending 2 contested is 5; it must be a table"),
        ([PASS, {"frame": "shuffle-discards"}], "the discards are shuffled next, for somebody who draws"),
        ([{"frame": "opening-flip"}], "the discard pile is empty before the opening flip"),
        ([PASS, {"frame": "deal-hands", "to": ["Ann"]}], "hands are dealt before the opening flip"),
        ([PASS] * 101, "table.pending has 101 entries; it has at most 100"),
    ],
)
def test_a_stack_that_cannot_be_played_on_is_refused(frames: object, said: str) -> None:
    assert said in table_fault(pending=frames)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            {
                "options": {"mercy": 25},
                "table": {
                    "discard": "R1 R5",
                    "draw-count": 0,
                    "pending": [
                        PASS,
                        {"frame": "knock-out", "seat": "Bo"},
                        {"frame": "draws", "seat": "Cy", "count": 1},
                        {"frame": "shuffle-discards"},
                    ],
                },
            },
            "table.pending 2 cannot be played on: it goes on by itself",
        ),
        (
            {
                "table": {
                    "discard": "R1 R5",
                    "draw-pile": "R2",
                    "pending": [PASS, {"frame": "draws", "seat": "Cy", "count": 1}, {"frame": "shuffle-discards"}],
                }
            },
            "table.pending 3 cannot be played on: the draw pile is not empty",
        ),
        (
            {
                "options": {"edition": "shuffle-hands"},
                "table": {
                    "discard": "R5 :shuffle-hands",
                    "color": "red",
                    "pending": [
                        PASS,
                        {
                            "frame": "gathered-hands",
                            "cards": ["R1", "R2", "R3"],
                            "order": ["Bo", "Cy", "Ann"],
                            "dealt-by": "Ann",
                            "saying-uno": False,
                        },
                    ],
                },
            },
            "table.pending 2 cannot be played on: every hand is empty while the hands are gathered",
        ),
        (
            {
                "options": {"last-standing": True},
                "table": {
                    "discard": "R5",
                    "finished": ["Cy"],
                    "hands": {"Cy": 0},
                    "pending": [{"frame": "turn", "seat": "Cy"}],
                },
            },
            "table.pending 1 cannot be played on: Cy is out",
        ),
        (
            {
                "variant": "classic",
                "table": {
                    "discard": "R5",
                    "hands": {"Ann": "G1 W+4"},
                    "pending": [
                        PASS,
                        {
                            "frame": "substitute",
                            "seat": "Ann",
                            "challenger": "Bo",
                            "color": "red",
                            "named": "blue",
                            "owed": 4,
                            "rest": 0,
                        },
                    ],
                },
            },
            "table.pending 2 cannot be played on: Ann has no card of the color that is laid",
        ),
        (
            {
                "variant": "touhouno",
                "table": {
                    "discard": "R+2",
                    "pending": [
                        {"frame": "turning", "seat": "Ann", "of": "Ann"},
                        {"frame": "function", "seat": "Ann", "card": "R+2", "times": 4},
                        {"frame": "put-under", "seat": "Ann", "cause": "spell.2"},
                    ],
                },
            },
            "table.pending 2 cannot be played on: a function effect is carried out once or twice",
        ),
        (
            {
                "variant": "touhouno",
                "table": {
                    "discard": "B2",
                    "hands": {"Ann": 0},
                    "pending": [
                        {"frame": "turning", "seat": "Ann", "of": "Ann"},
                        {"frame": "put-under", "seat": "Ann", "cause": "spell.2"},
                    ],
                },
            },
            "table.pending 2 cannot be played on: Ann has no card",
        ),
        (
            {
                "variant": "touhouno",
                "table": {
                    "discard": "R0",
                    "hands": {"Ann": "R7"},
                    "pending": [
                        {"frame": "turning", "seat": "Ann", "of": "Ann"},
                        {"frame": "take-from-top", "seat": "Ann", "cards": [], "cause": "spell.0"},
                    ],
                },
            },
            "table.pending 2 cannot be played on: there is no card to take",
        ),
        (
            {
                "variant": "extended",
                "table": {
                    "discard": "R5",
                    "finished": ["Cy"],
                    "hands": {"Cy": 0},
                    "pending": [
                        {"frame": "end-turn", "seat": "Ann", "of": "Ann"},
                        {"frame": "grenade", "seat": "Bo", "user": "Cy", "color": "red"},
                    ],
                },
            },
            "table.pending 2 cannot be played on: whoever set it going is not out",
        ),
        (
            {
                "variant": "extended",
                "table": {
                    "discard": "R5",
                    "pending": [
                        {"frame": "end-turn", "seat": "Ann", "of": "Ann"},
                        {"frame": "answering", "seat": "Bo", "by": "Ann", "face": "7"},
                    ],
                },
            },
            "table.pending 2 cannot be played on: a clip or a god hand is answered",
        ),
        (
            {
                "options": {"mercy": 25},
                "table": {
                    "discard": "R1 R5",
                    "finished": ["Cy"],
                    "hands": {"Cy": 0},
                    "effects": [{"effect": "buried", "cards": 2}],
                },
            },
            "table.effects 1 cannot be: fewer cards lie on the discard pile",
        ),
        (
            {
                "variant": "touhouno",
                "table": {
                    "discard": "R0",
                    "hands": {"Ann": "R7"},
                    "pending": [
                        {"frame": "begin-turn", "seat": "Ann"},
                        {"frame": "may-look", "seat": "Ann", "most": 0, "cause": "spell.R0"},
                    ],
                },
            },
            "table.pending 2 cannot be played on: nobody looks at so many cards",
        ),
    ],
)
def test_a_stack_that_these_rules_never_bring_about_is_refused(data: dict[str, dict[str, object]], said: str) -> None:
    assert said == fault({**data, "table": {"players": ["Ann", "Bo", "Cy"], **data["table"]}})


def test_the_least_that_can_be_pending_is_read() -> None:
    look = {"frame": "may-look", "seat": "Ann", "most": 1, "cause": "spell.R0"}
    pending = [{"frame": "begin-turn", "seat": "Ann"}, look]
    table = {"players": ["Ann", "Bo", "Cy"], "discard": "R0", "hands": {"Ann": "R7"}, "pending": pending}

    assert unoref.loads(json.dumps({"variant": "touhouno", "table": table})).state().frames[-1].seat == ANN


def test_what_one_player_still_returns_is_not_asked_of_another() -> None:
    back = [
        {"frame": "return-cards", "seat": seat, "left": left, "cause": "spell.R7", "fresh": [], "back": []}
        for seat, left in (("Ann", 2), ("Bo", 3))
    ]
    pending = [{"frame": "turning", "seat": "Ann", "of": "Ann"}, *back]
    hands = {"Ann": "R1 R2", "Bo": "G1 G2 G3"}
    table = {"players": ["Ann", "Bo", "Cy"], "discard": "R7", "hands": hands, "pending": pending}

    assert unoref.loads(json.dumps({"variant": "touhouno", "table": table})).state().frames[-1].seat == BO


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"frames": [{"frame": "over", "winners": []}]}, "one in which a card was about to be played"),
        ({"lasting": [{"effect": "drew-only", "seat": "Cy", "card": "G7"}]}, "the position kept keeps no other"),
        ({"draw-pile": "R77"}, "draw-pile is no pile: unknown card 'R77'"),
        ({"draw-pile": "?999"}, "draw-pile has 999 cards; the deck has"),
    ],
)
def test_what_a_regret_pill_would_go_back_to_must_be_a_position_before_a_play(
    changes: dict[str, Any], said: str
) -> None:
    start = {
        "variant": "extended",
        "table": {
            "players": ["Ann", "Bo", "Cy"],
            "discard": "R5",
            "draw-pile": "G7",
            "hands": {"Ann": "R7 R8 R9", "Bo": 5, "Cy": 5},
        },
    }
    after: dict[str, Any] = {
        "variant": "extended",
        "table": table_of(build({**start, "plays": ["Ann plays R7"]}).state()),
    }
    assert build(after).state() == build({**start, "plays": ["Ann plays R7"]}).state()
    (kept,) = [effect for effect in after["table"]["effects"] if effect["effect"] == "remembered"]
    kept.update(changes)

    assert said in fault(after)


@frozen
class _Whose(Frame):
    of: Seat


@pytest.mark.parametrize("seat", [-1, 2])
def test_what_is_pending_is_written_of_players_only(seat: int) -> None:
    state = loads('[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n').state()
    told = f"what is pending names the seat {seat}; the seats are 0 to 1"

    with pytest.raises(RecordError, match=told):
        table_of(evolve(state, lasting=(NotHeld(Seat(seat), Color.RED, 1),)))
    with pytest.raises(RecordError, match=told):
        table_of(evolve(state, frames=(*state.frames, _Whose(Seat(0), Seat(seat)))))


def test_turn_must_agree_with_what_is_pending() -> None:
    turn = {"frame": "turn", "seat": "Bo"}

    assert pending(turn, turn="Bo").to_act == BO
    assert pending(turn).to_act == BO
    message = table_fault(pending=[turn], turn="Ann")
    assert "table.turn is 'Ann'" in message and "'Bo'" in message
    assert "table.turn is null" in table_fault(pending=[turn], turn=None)


def test_who_has_called_cannot_be_caught() -> None:
    waiting = [{"effect": "uncalled", "seat": "Bo"}]

    assert "who has called UNO" in table_fault(effects=waiting, hands={"Bo": 1}, called=["Bo"])
    assert "table.effects 1 has the effect 'uncaled'; did you mean 'uncalled'?" in table_fault(
        effects=[{"effect": "uncaled", "seat": "Bo"}]
    )


def test_frames_of_rules_that_are_not_in_force_are_refused() -> None:
    owed = {"frame": "owed", "seat": "Bo", "by": "Ann", "owed": 2}

    assert "has the frame 'owed'" in table_fault(discard="R+2", pending=[PASS, owed])
    data = {
        "options": {"stacking": "like"},
        "table": {"players": ["Ann", "Bo"], "discard": "R+2", "pending": [PASS, owed]},
    }
    assert build(data).start.frames == (PassTurn(ANN), Owed(BO, ANN, 2))


# --- text -----------------------------------------------------------------------------------------------------------------

MINIMAL = '[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n'
MINIMAL_JSON = '{"table":{"players":["Ann","Bo"],"discard":["R5"]}}'


def test_text_that_begins_with_a_brace_is_json() -> None:
    assert loads(MINIMAL) == loads(MINIMAL_JSON) == loads(f"\n  {MINIMAL_JSON}\n")
    assert loads(f"\ufeff{MINIMAL}") == loads(f"\ufeff{MINIMAL_JSON}") == loads(MINIMAL)
    with pytest.raises(RecordError, match="no valid JSON"):
        loads(MINIMAL, "json")
    with pytest.raises(RecordError, match="no valid TOML"):
        loads(MINIMAL_JSON, "toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the record has no [table]"),
        ("table", "the record is no valid TOML: "),
        ("table = \x00", "the record is no valid TOML: "),
        ("{", "the record is no valid JSON: "),
        ('{"table": {}, "table": {}}', "the record has the key 'table' twice in one table"),
        ('{"table": {"players": [], "x\\n": 1, "x\\n": 2}}', r"the record has the key 'x\n' twice"),
        ('{"table": NaN}', "the record is no valid JSON: NaN is no number"),
        (f'{{"table": {"9" * 5000}}}', "the record is no valid JSON: "),
        (f"table = {'9' * 5000}", "the record is no valid TOML: "),
        (f"table = 0x{'f' * 5000}", "table is a very long number; it must be a table"),
        ('{"table":' + "[" * 100_000, "the record is no valid JSON: it is nested too deeply"),
        ("table = " + "[" * 100_000, "the record is no valid TOML: it is nested too deeply"),
        (".".join(["a"] * 100_000) + " = 1", "the record has a key of more than 32 parts"),
        ("[" + " . ".join(['"a b"'] * 100_000) + "]", "the record has a key of more than 32 parts"),
        ('# it\'s """ \n' + ".".join(["'a'"] * 100_000) + " = 1", "the record has a key of more than 32 parts"),
        ('a = "\\' + '"' * 100_000, "the record is no valid TOML: "),
        ('"' * 3 + ' \\"""' * 100_000, "the record is no valid TOML: "),
        ("table = 1979-05-27", "table is a date; it must be a table"),
        (MINIMAL + "scores = { Ann = inf }", "table.scores.Ann is a fraction"),
        ("#" * (LONGEST_RECORD + 1), "a record has at most 1048576 bytes"),
        ("#" + "é" * (LONGEST_RECORD // 2), "a record has at most 1048576 bytes"),
    ],
)
def test_text_that_is_no_record_is_refused_at_once(text: str, said: str) -> None:
    began = time.monotonic()
    with pytest.raises(RecordError) as caught:
        loads(text)

    assert one_line(caught.value).startswith(said)
    assert time.monotonic() - began < 5


def test_the_longest_record_is_read() -> None:
    text = MINIMAL + "#" * (LONGEST_RECORD - len(MINIMAL))

    assert loads(text) == loads(MINIMAL)


def test_a_record_has_at_most_ten_thousand_plays() -> None:
    table_data = {"players": ["Ann", "Bo"], "discard": "R5"}
    turns = ["Ann draws R1", "Ann passes", "Bo draws R1", "Bo passes"]

    assert f"plays has {MOST_PLAYS + 1} sentences; it has at most {MOST_PLAYS}" in fault(
        {"table": table_data, "plays": turns * (MOST_PLAYS // 4) + ["Ann draws"]}
    )
    assert len(build({"table": table_data, "plays": turns * (MOST_PLAYS // 4)}, replay=False).actions) == MOST_PLAYS


@pytest.mark.parametrize(
    "data",
    [
        {"table": {"players": ["Ann"] * 200_000}},
        {"table": {"players": [f"P{number}" for number in range(100_000)], "teams": [["P99999"] * 100_000]}},
        {"table": {"players": ["Ann", "Bo"], "discard": ["?1000"] * 100_000}},
        {"table": {"players": ["Ann", "Bo"], "called": ["Ann"] * 200_000}},
        {"table": {"players": ["Ann", "Bo"], "discard": "R5", "pending": [{"frame": "turn", "seat": "Ann"}] * 50_000}},
        {"table": {"players": ["Ann", "Bo"]}, "x" * 1_000_000: 1},
        {"table": {"players": ["Ann", "x" * 1_000_000]}},
        {"table": {"players": ["Ann", "Bo"]}, "plays": ["Ann draws " + "R1 " * 300_000]},
    ],
    ids=range(8),
)
def test_a_megabyte_of_nonsense_is_refused_at_once(data: object) -> None:
    began = time.monotonic()

    fault(data)
    assert time.monotonic() - began < 5


def test_bytes_that_are_no_utf_8_are_refused_with_the_byte() -> None:
    with pytest.raises(RecordError, match="byte 4 is 0xff"):
        decoded(b"abc\xff")
    with pytest.raises(RecordError, match="at most"):
        decoded(b"#" * (LONGEST_RECORD + 1))
    assert decoded("é".encode()) == "é"


def test_a_file_is_read_and_named_in_every_fault(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.json"
    good.write_text(MINIMAL, encoding="utf-8")
    bad.write_bytes(b"\xff")

    assert load(good) == load(str(good)) == loads(MINIMAL)
    for path, said in (
        (bad, "UTF-8"),
        (tmp_path / "none.toml", "cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
        (tmp_path / "nul\x00", "cannot be read"),
    ):
        with pytest.raises(RecordError) as caught:
            load(path)
        assert said in one_line(caught.value)
        assert path.name.split(".")[0].split("\x00")[0][:20] in str(caught.value) or len(str(path)) > 57
    bad.write_text(MINIMAL, encoding="utf-8")
    with pytest.raises(RecordError, match="no valid JSON"):
        load(bad)
    bad.write_bytes(b" " * (LONGEST_RECORD + 1))
    with pytest.raises(RecordError, match="at most 1048576 bytes"):
        load(bad)


def test_an_ordinary_table_is_read_without_cattrs() -> None:
    program = (
        "import sys, unoref; "
        f"made = unoref.loads({MINIMAL!r}); unoref.dumps(made, 'json'); "
        "assert 'cattrs' not in sys.modules and 'cattr' not in sys.modules and 'tomli_w' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_plain_data_comes_out_of_either_format() -> None:
    assert parsed(MINIMAL) == {"table": {"players": ["Ann", "Bo"], "discard": "R5"}}
    assert parsed("[1]", "json") == [1]


# --- writing --------------------------------------------------------------------------------------------------------------


def test_toml_reads_like_what_people_write() -> None:
    made = loads(EXAMPLE)

    assert dumps(made) == (
        'variant = "official"\n'
        'plays = ["Ann plays R+2"]\n'
        'dispute = "Cy plays Y+2"\n'
        "\n"
        "[options]\n"
        "uno-penalty = 4\n"
        "\n"
        "[table]\n"
        'players = ["Ann", "Bo", "Cy"]\n'
        'dealer = "Bo"\n'
        'direction = "counterclockwise"\n'
        'discard = "G2 R5"\n'
        'draw-pile = "R1 G2"\n'
        "draw-count = 40\n"
        "\n"
        "[table.public]\n"
        'Cy = "R5"\n'
        "\n"
        "[table.scores]\n"
        "Ann = 120\n"
        "\n"
        "[table.hands]\n"
        'Ann = "R+2 G7 B3"\n'
        'Bo = "Y+2 W+4 ?"\n'
        'Cy = "R5 ?4"\n'
        "\n"
        "[expect]\n"
        'verdict = "legal"\n'
        'clauses = ["official:draw-two.1"]\n'
        'turn = "Cy"\n'
        'color = "yellow"\n'
        'direction = "clockwise"\n'
        'top = "Y+2"\n'
        "\n"
        "[expect.hands]\n"
        "Ann = 2\n"
        'Bo = "W+4 ?"\n'
        "\n"
        "[story]\n"
        'en = "Cy answers."\n'
    )


def test_toml_says_nothing_that_goes_without_saying() -> None:
    assert dumps(loads(MINIMAL)) == 'variant = "official"\n\n[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n'
    dealt = build({"table": {"players": ["Ann", "Bo"], "hands": {"Ann": 0, "Bo": 0}}})
    assert (
        dumps(dealt) == 'variant = "official"\n\n[table]\nplayers = ["Ann", "Bo"]\n\n[table.hands]\nAnn = 0\nBo = 0\n'
    )


def test_json_is_one_line() -> None:
    text = dumps(loads(EXAMPLE), "json")

    assert "\n" not in text
    assert json.loads(text)["table"]["hands"]["Cy"] == ["R5", "?", "?", "?", "?"]


def test_a_table_is_plain_data_with_one_entry_a_card() -> None:
    start = table(discard="G2 R5", draw_pile="R1 ? G2", draw_count=5, hands={"Ann": "R7 ?2", "Bo": 1, "Cy": "B2"})

    assert table_of(start) == {
        "players": ["Ann", "Bo", "Cy"],
        "dealer": "Cy",
        "turn": "Ann",
        "direction": "clockwise",
        "discard": ["G2", "R5"],
        "draw-pile": ["R1", "?", "G2"],
        "draw-count": 5,
        "hands": {"Ann": ["R7", "?", "?"], "Bo": ["?"], "Cy": ["B2"]},
    }


def test_turn_is_who_must_act_next_or_the_table_or_nobody() -> None:
    assert table_of(table())["turn"] == "table"
    over = pending({"frame": "over", "winners": ["Ann"]}, finished=["Ann"])
    assert table_of(over)["turn"] is None
    assert "turn" not in dumps(record(over))
    assert loads(dumps(record(over), "json")).start == over


def test_a_window_that_is_open_is_written_and_reads_back() -> None:
    made = build(
        {
            "plays": ["Ann plays R7"],
            "table": {"players": ["Ann", "Bo", "Cy"], "discard": "R5", "hands": {"Ann": "R7 B1"}},
        }
    )
    written = table_of(made.state())

    assert written["effects"] == [{"effect": "uncalled", "seat": "Ann"}]
    assert "pending" not in written and "called" not in written
    assert build({"table": written}).start == made.state()


def test_a_pending_penalty_is_written_and_reads_back() -> None:
    made = build(
        {
            "plays": ["Ann plays W+4 naming blue"],
            "table": {"players": ["Ann", "Bo", "Cy"], "discard": "R5", "hands": {"Ann": "W+4 R1 R2"}},
        }
    )
    written = table_of(made.state())

    assert written["turn"] == "Bo" and written["color"] == "blue"
    assert written["pending"] == [
        {"frame": "pass-turn", "seat": "Ann"},
        {
            "frame": "contested",
            "seat": "Bo",
            "offender": "Ann",
            "before": {"color": "red", "face": "5"},
            "held": True,
            "owed": 4,
            "judged": 2,
        },
    ]
    assert build({"table": written}).start == made.state()


def test_a_draw_that_waits_for_the_shuffle_reads_back() -> None:
    made = build(
        {
            "plays": ["Ann draws"],
            "table": {"players": ["Ann", "Bo"], "discard": "R1 R2 R5", "draw-count": 0},
        }
    )

    assert made.state().frames[0] == Draws(ANN, 1, (), True)
    assert loads(dumps(record(made.state()))).start == made.state()


def test_a_record_of_a_state_holds_what_was_done_and_what_is_disputed() -> None:
    start = table(discard="R5", hands={"Ann": "R7 B1 B2"})
    play, answer = unoref.parse("Ann plays R7", start), unoref.parse("Bo plays W naming red", start)
    made = record(start, [play], answer)

    assert (made.start, made.actions, made.dispute) == (start, (play,), answer)
    for kind in ("toml", "json"):
        assert loads(dumps(made, kind)) == made


def test_unknown_cards_and_whole_open_hands_read_back() -> None:
    start = table(discard="?3 R5", public={"Ann": "all", "Bo": "B2"}, hands={"Ann": "R1 R2", "Bo": "B2 ?"})

    for kind in ("toml", "json"):
        assert loads(dumps(record(start), kind)).start == start
    nothing_open = evolve(start, public=((), (), ()))
    assert loads(dumps(record(nothing_open))).start == nothing_open


def test_text_of_every_kind_survives_in_stories() -> None:
    story = {"en": 'a "b" [\n] \t\\ \x7f …', "zh": "例：[甲,\n"}
    made = build({"table": {"players": ["Ann", "李"], "discard": "R5"}, "story": story})

    for kind in ("toml", "json"):
        assert loads(dumps(made, kind)) == made


def test_half_a_character_is_refused() -> None:
    assert "story.en is" in fault({"table": {"players": ["Ann", "Bo"], "discard": "R5"}, "story": {"en": "\ud800"}})
    assert "plays holds" in fault({"table": {"players": ["Ann", "Bo"], "discard": "R5"}, "plays": ["\ud800"]})


def test_there_are_two_formats() -> None:
    with pytest.raises(ValueError, match="not as 'yaml'"):
        dumps(loads(MINIMAL), "yaml")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not as 'yaml'"):
        loads(MINIMAL, "yaml")  # type: ignore[arg-type]


# --- properties -----------------------------------------------------------------------------------------------------------

seeds = st.integers(0, 2**32)


@on_walks(players=(2, 3, 4, 10), longest=200)
def test_every_reachable_position_reads_back(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)
    start = opened(chosen, count, rng)
    options = record(start).rules.changed

    for number, (_, _, after) in enumerate(walk(start, rng, length)):
        if number % 5 == 0 or after.over:
            hidden = unoref.observe(after, rng.randrange(-1, len(after.hands)))
            for state in (after, hidden):
                written = json.loads(json.dumps(table_of(state)))
                assert build({"variant": chosen[0], "options": options, "table": written}).start == state
                assert loads(dumps(record(state))).start == state


@given(seeds, st.integers(0, 60))
def test_every_game_reads_back_with_all_its_plays(seed: int, length: int) -> None:
    rng = Random(seed)
    start = opened(("official", {}), 3, rng)
    walked = list(walk(start, rng, length))
    made = record(start, [action for _, action, _ in walked])

    for kind in ("toml", "json"):
        again = loads(dumps(made, kind))
        assert again == made
        assert again.state() == (walked[-1][2] if walked else start)


@given(st.lists(st.sampled_from(["Ann", "Bo", "Cy", "Di"]), min_size=4, max_size=4, unique=True), seeds)
def test_scores_dealers_and_teams_read_back(players: list[str], seed: int) -> None:
    rng = Random(seed)
    rules = unoref.ruleset("official", teams=True)
    scores = [rng.choice([0, 0, 120]) for _ in players]
    state = unoref.deal(rules, players, rng=rng, dealer=rng.randrange(4), scores=scores)

    for kind in ("toml", "json"):
        assert loads(dumps(record(state), kind)).start == state


# --- whatever a stranger sends ----------------------------------------------------------------------------------------------

KEYS = ["variant", "plays", "dispute", "options", "table", "expect", "story"]
TABLE = [
    *("players", "dealer", "turn", "direction", "discard", "color", "face", "draw-pile", "draw-count", "finished"),
    *("called", "public", "scores", "teams", "hands", "effects", "pending"),
]
WORDS = [
    *(
        "Ann",
        "Bo",
        "Cy",
        "table",
        "nobody",
        "red",
        "black",
        "clockwise",
        "R5",
        "W",
        "? ?2",
        "R7 R7 R7",
        "?1000",
        "",
        "5",
    ),
    *(
        "official",
        "legal",
        "Ann draws",
        "Bo plays W naming red",
        "table shuffles",
        "pass-turn",
        "contested",
        "none",
        "all",
    ),
    *("\x00", "\ud800", "\n", "é" * 70),
]
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-5, 120)
    | st.sampled_from([2**64, -(10**4000)])
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=8)
)
frames = st.dictionaries(st.sampled_from(["frame", "effect", "seat", "count", "card", "before", "contested"]), scalars)
anything = st.recursive(
    scalars | frames,
    lambda inside: (
        st.lists(inside, max_size=4) | st.dictionaries(st.sampled_from([*KEYS, *TABLE, *WORDS]), inside, max_size=4)
    ),
    max_leaves=12,
)


def refused_or_read(data: Any) -> Record | None:
    try:
        return build(data)
    except (RecordError, NotationError, RulebookError) as error:
        one_line(error)
        return None


@given(st.dictionaries(st.sampled_from(KEYS), anything), st.booleans())
def test_any_data_under_the_keys_of_a_record_is_read_or_refused(data: dict[str, Any], beside_a_table: bool) -> None:
    refused_or_read({**data, "table": {"players": ["Ann", "Bo"], "discard": "R5"}} if beside_a_table else data)


@given(st.dictionaries(st.sampled_from(TABLE[1:]), anything, max_size=3), st.sampled_from(["", "R5", "W"]))
def test_any_data_under_the_keys_of_a_table_is_read_or_refused(data: dict[str, Any], discard: str) -> None:
    made = refused_or_read({"table": {"players": ["Ann", "Bo", "Cy"], "discard": discard, **data}})
    if made is not None:
        assert loads(dumps(made, "json")) == made
        assert loads(dumps(made)) == made


def places(data: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """The path to everything inside plain data."""
    if isinstance(data, Mapping):
        return [path, *(place for key, value in data.items() for place in places(value, (*path, key)))]
    if isinstance(data, list):
        return [path, *(place for at, value in enumerate(data) for place in places(value, (*path, at)))]
    return [path]


def changed(data: Any, path: tuple[object, ...], value: object) -> Any:
    if not path:
        return value
    copy: Any = dict(data) if isinstance(data, Mapping) else list(data)
    copy[path[0]] = changed(copy[path[0]], path[1:], value)
    return copy


@given(seeds, st.sampled_from(RULESETS), st.data())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_a_record_with_one_thing_changed_is_read_or_refused(seed: int, chosen: Rules, data: st.DataObject) -> None:
    rng = Random(seed)
    start = opened(chosen, 3, rng)
    walked = list(walk(start, rng, 60))
    at = rng.randrange(len(walked))
    valid = json.loads(dumps(record(walked[at][0], [action for _, action, _ in walked[at : at + 5]]), "json"))
    everywhere = places(valid)[1:]
    few = [path for path in everywhere if len(path) < 3 or path[1] not in ("hands", "discard", "draw-pile")]
    path = data.draw(st.sampled_from(everywhere) | st.sampled_from(few))

    refused_or_read(changed(valid, path, data.draw(anything)))


@given(
    st.text(max_size=60) | st.sampled_from([EXAMPLE, MINIMAL, MINIMAL_JSON]), st.integers(0, 900), st.text(max_size=6)
)
def test_any_text_is_a_record_or_refused(text: str, at: int, more: str) -> None:
    try:
        loads(text[:at] + more + text[at + 1 :])
    except (RecordError, NotationError, RulebookError) as error:
        one_line(error)


@given(st.binary(max_size=60))
def test_any_bytes_are_text_or_refused(raw: bytes) -> None:
    try:
        decoded(raw)
    except RecordError as error:
        one_line(error)


players = st.sampled_from(["Ann", "Bo", "Cy"])
some_cards = st.lists(st.sampled_from("R5 B2 G7 Y+2 W W+4 RS ?".split()), max_size=4)
forces = st.fixed_dictionaries({"color": st.sampled_from(["red", "blue"]), "face": st.sampled_from(["5", "W"])})


def frame(name: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"frame": st.just(name), **{key.replace("_", "-"): value for key, value in fields.items()}}
    )


contested = frame(
    "contested",
    seat=players,
    offender=players,
    before=forces,
    held=st.sampled_from([True, False, None]),
    owed=st.sampled_from([0, 4, 8]),
)
draws = frame("draws", seat=players, count=st.sampled_from([1, 2, 50]), named=some_cards, in_turn=st.booleans())
bottoms = st.one_of(
    frame("pass-turn", seat=players),
    frame("begin-turn", seat=players, woken=st.booleans()),
    frame("turn", seat=players),
    frame("drawn", seat=players, card=st.sampled_from(["R5", "W", "?"])),
    frame("over", winners=st.lists(players, unique=True)),
    frame("opening-flip"),
    draws.filter(lambda made: made["in-turn"]),
)
others = st.one_of(
    bottoms,
    draws,
    contested,
    frame("find-guilt", contested=contested),
    frame("choose-color", seat=players),
    frame("owed", seat=players, by=players, owed=st.sampled_from([2, 4])),
    frame("deal-hands", to=st.lists(players, unique=True)),
    frame("shuffle-draw-pile"),
    frame("shuffle-discards"),
    frame("choose-depth"),
    frame(
        "gathered-hands",
        cards=some_cards,
        order=st.permutations(["Ann", "Bo", "Cy"]),
        dealt_by=players,
        saying_uno=st.booleans(),
    ),
)
lasting = st.one_of(
    st.fixed_dictionaries({"effect": st.just("uncalled"), "seat": players}),
    st.fixed_dictionaries({"effect": st.just("standstill"), "passes": st.integers(0, 3)}),
)
stacks = st.fixed_dictionaries(
    {
        "players": st.just(["Ann", "Bo", "Cy"]),
        "pending": st.tuples(bottoms, st.lists(others, max_size=2)).map(lambda made: [made[0], *made[1]]),
    },
    optional={
        "effects": st.lists(lasting, max_size=2),
        "discard": some_cards,
        "color": st.sampled_from(["red", "blue"]),
        "draw-count": st.integers(0, 4),
        "finished": st.lists(players, unique=True, max_size=1),
        "hands": st.dictionaries(players, some_cards | st.integers(0, 3))
        | st.just(dict.fromkeys(["Ann", "Bo", "Cy"], 0)),
        "direction": st.just("counterclockwise"),
    },
)
FUZZED: list[dict[str, object]] = [{}, {"stacking": "like"}, {"edition": "shuffle-hands"}, {"opening-return": "middle"}]


@settings(max_examples=3 * settings().max_examples)
@given(st.sampled_from(FUZZED), stacks, seeds)
def test_a_stack_that_is_accepted_can_be_played_on_and_written(
    chosen: dict[str, object], data: dict[str, Any], seed: int
) -> None:
    made = refused_or_read({"options": chosen, "table": data})
    if made is None:
        return
    total = cards_of(made.start).total()
    for _, _, after in walk(made.start, Random(seed), 12):
        assert cards_of(after).total() == total
        assert after.over != bool(unoref.legal_actions(after))
        assert loads(dumps(record(after), "json")).start == after
        assert loads(dumps(record(after))).start == after


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("R7", "'R7'"),
        ("x" * 99, f"'{'x' * 57}...'"),
        ("\n", r"'\n'"),
        (5, "5"),
        (10**4000, "a very long number"),
        (True, "true"),
        (None, "null"),
        ([], "a list"),
        ({}, "a table"),
        (1.5, "a fraction"),
        (EMPTY, "a Pile"),
    ],
)
def test_values_are_shown_short_and_on_one_line(value: object, shown: str) -> None:
    assert found(value) == shown


DOTTED = ".".join(["a"] * 50)


@pytest.mark.parametrize("text", [f'"{DOTTED}"', f"'{DOTTED}'", f'"""\n{DOTTED} \\""" = """', f"'''\n{DOTTED} = 1'''"])
def test_a_text_of_many_dots_is_no_key(text: str) -> None:
    assert DOTTED in str(toml_data(f"story = {text}\n", "the record")["story"])


@pytest.mark.parametrize("quotes", ['"', "'"])
def test_a_text_that_ends_in_quotes_hides_no_key(quotes: str) -> None:
    text = f"{quotes * 3}b{quotes * 5}"

    assert toml_data(f'x = [{text}, "{DOTTED}"]', "the record") == {"x": ["b" + quotes * 2, DOTTED]}
    with pytest.raises(RecordError, match="a key of more than 32 parts"):
        toml_data(f"x = {{x = {text}, {DOTTED} = 1}}", "the record")


def test_a_comment_of_many_dots_is_no_key() -> None:
    assert toml_data(f"x = 1 # {DOTTED} = 1", "the record") == {"x": 1}
