"""A reason cites the clauses that are about the case, and no clause that is about another card or another table."""

from __future__ import annotations

import json
from typing import Any

import pytest

import unoref
from unoref.actions import Play
from unoref.cards import CARDS, Color

TWO, ONE = "Ann plays G+2", "Ann plays W+4 naming red"
STACKED = ("Ann plays G+2", "Bo plays W+4 naming red")

VILLAGE: dict[str, Any] = {
    "variant": "village",
    "table": {
        "players": ["Ann", "Bo", "Cy"],
        "discard": "G5",
        "hands": {"Ann": "G+2 W+4 G1 G2", "Bo": "Y9 W W+4 RS R+2 B1", "Cy": "Y9 W W+4 RS R+2 B1"},
    },
}


def clauses(record: dict[str, Any], supports: str = "illegal") -> set[str]:
    """The clauses that the ruling on a record cites for its verdict."""
    read = unoref.loads(json.dumps(record))
    assert read.dispute is not None
    ruling = unoref.judge(read.state(), read.dispute)
    assert ruling.verdict == supports
    return {reason.clause for reason in ruling.reasons if reason.supports == supports}


@pytest.mark.clause("village:4.2.1", "village:1.8", "village:4.2.5", "village:i24", "village:4.2.2")
@pytest.mark.parametrize(
    ("plays", "dispute", "cited"),
    [
        ((TWO,), "Bo plays Y9", {"village:4.2.1"}),
        ((TWO,), "Bo plays RS", {"village:4.2.1"}),
        ((TWO,), "Bo plays W naming blue", {"village:4.2.1", "village:1.8"}),
        ((ONE,), "Bo plays Y9", {"village:4.2.5", "village:4.2.2"}),
        ((ONE,), "Bo plays R+2", {"village:4.2.5", "village:4.2.2"}),
        ((ONE,), "Bo plays W naming blue", {"village:4.2.5", "village:1.8"}),
        ((ONE,), "Bo plays W+4 naming blue", {"village:4.2.5", "village:i24"}),
        (STACKED, "Cy plays R+2", {"village:4.2.2"}),
        (STACKED, "Cy plays W naming blue", {"village:4.2.2", "village:1.8"}),
    ],
)
def test_what_does_not_answer_a_draw_card_is_refused_by_what_is_said_of_it(
    plays: tuple[str, ...], dispute: str, cited: set[str]
) -> None:
    assert clauses(VILLAGE | {"plays": list(plays), "dispute": dispute}) == cited


@pytest.mark.clause("village:5.1.a", "village:i49", "village:1.8", "village:i24", "village:4.2.5", "village:4.2.2")
@pytest.mark.parametrize(
    ("dispute", "of_two", "of_three"),
    [
        ("Bo plays Y9", {"village:5.1.a"}, {"village:4.2.5", "village:4.2.2"}),
        ("Bo plays RS", {"village:5.1.a"}, {"village:4.2.5", "village:4.2.2", "village:4.2.1"}),
        ("Bo plays R+2", {"village:5.1.a"}, {"village:4.2.5", "village:4.2.2"}),
        ("Bo plays W naming blue", {"village:5.1.a", "village:1.8"}, {"village:4.2.5", "village:1.8"}),
        ("Bo plays W+4 naming blue", {"village:5.1.a", "village:i49"}, {"village:4.2.5", "village:i24"}),
    ],
)
def test_what_is_said_of_stacking_is_not_said_to_two_who_do_not_stack(
    dispute: str, of_two: set[str], of_three: set[str]
) -> None:
    hands = {name: VILLAGE["table"]["hands"][name] for name in ("Ann", "Bo")}
    base = VILLAGE | {"options": {"two-player-plan": "a"}, "plays": [ONE], "dispute": dispute}

    assert clauses(base | {"table": {"players": ["Ann", "Bo"], "discard": "G5", "hands": hands}}) == of_two
    assert clauses(base) == of_three


@pytest.mark.clause("village:4.2.1", "village:i25", "village:4.2.2", "village:4.2.5")
@pytest.mark.parametrize(
    ("plays", "dispute", "cited"),
    [
        ((TWO,), "Bo plays R+2", {"village:4.2.1", "village:i25"}),
        ((TWO,), "Bo plays W+4 naming blue", {"village:4.2.1"}),
        (STACKED, "Cy plays W+4 naming blue", {"village:4.2.2", "village:4.2.5"}),
    ],
)
def test_that_the_color_does_not_matter_is_said_of_the_draw_two_only(
    plays: tuple[str, ...], dispute: str, cited: set[str]
) -> None:
    assert clauses(VILLAGE | {"plays": list(plays), "dispute": dispute}, "legal") == cited


@pytest.mark.clause("village:i28", "village:i56", "village:i27", "village:i32", "village:i5")
def test_what_is_said_of_two_players_is_not_said_to_three() -> None:
    table = {"discard": "Y3", "hands": {"Ann": "Y8 G1 G2", "Bo": "Y8 R1 R2"}}
    base = {"variant": "village", "options": {"jump-in": True}, "plays": ["Ann plays Y8"]}
    disputed = base | {"dispute": "Bo jumps in with Y8"}

    assert clauses(disputed | {"table": table | {"players": ["Ann", "Bo"]}}) == {"village:i28", "village:i56"}
    assert clauses(disputed | {"table": table | {"players": ["Ann", "Bo", "Cy"]}}) == {"village:i28"}


@pytest.mark.clause("village:i27", "village:i32")
def test_a_jump_in_too_late_is_not_told_of_opening_cards() -> None:
    record = {
        "variant": "village",
        "options": {"jump-in": True},
        "plays": ["Ann plays Y8", "Bo draws"],
        "dispute": "Cy jumps in with Y8",
        "table": {
            "players": ["Ann", "Bo", "Cy"],
            "discard": "Y3",
            "hands": {"Ann": "Y8 G1 G2", "Bo": "R1 R2 G4", "Cy": "Y8 B1"},
        },
    }

    assert clauses(record) == {"village:i27", "village:i32"}


@pytest.mark.clause("touhouno:blue.R", "touhouno:g24", "touhouno:i34")
def test_a_colored_card_that_is_banned_is_not_told_of_black_ones() -> None:
    record = {
        "variant": "touhouno",
        "plays": ["Ann plays BR BR", "Ann names red"],
        "dispute": "Di plays R5",
        "table": {
            "players": ["Ann", "Bo", "Cy", "Di"],
            "discard": "B2",
            "hands": {"Ann": "BR BR Y1 Y2", "Bo": 4, "Cy": 4, "Di": "R5 B5 G1 G2"},
        },
    }

    assert {"touhouno:blue.R", "touhouno:g24"} <= clauses(record)
    assert "touhouno:i34" not in clauses(record)


@pytest.mark.clause("extended:card.chosen-one", "extended:i45", "extended:effect.disarm", "extended:i25")
def test_only_an_infinity_is_told_whether_it_is_a_number() -> None:
    table = {"players": ["Ann", "Bo", "Cy"], "discard": "Y2", "hands": {"Ann": "Y:chosen-one R:infinity R5 :pass"}}
    base = {"variant": "extended", "table": table}

    assert clauses(base | {"dispute": "Ann plays Y:chosen-one keeping :pass"}) == {"extended:card.chosen-one"}
    infinity = clauses(base | {"dispute": "Ann plays Y:chosen-one keeping R:infinity"})
    assert infinity == {"extended:card.chosen-one", "extended:i45"}

    table = {"players": ["Ann", "Bo"], "discard": "G3", "hands": {"Ann": "G:disarm G1", "Bo": "B:infinity :pass B5"}}
    base = {"variant": "extended", "table": table, "plays": ["Ann plays G:disarm"]}
    base |= {"options": {"infinity-in-hand-is": "number"}}

    assert clauses(base | {"dispute": "Bo discards B5 :pass"}) == {"extended:effect.disarm"}
    assert clauses(base | {"dispute": "Bo discards B:infinity :pass"}) == {"extended:effect.disarm", "extended:i25"}


@pytest.mark.clause("classic:2.4.1", "classic:i40")
def test_who_owes_is_told_of_the_identical_card_only_when_it_is_played() -> None:
    hands = {"Ann": "R+2 G1 G2", "Bo": "R+2 B+2 Y1"}
    base = {"variant": "classic", "options": {"jump-in": True}, "plays": ["Ann plays R+2"]}
    base |= {"table": {"players": ["Ann", "Bo", "Cy"], "discard": "R5", "hands": hands}}

    assert clauses(base | {"dispute": "Bo plays B+2"}) == {"classic:2.4.1"}
    assert clauses(base | {"dispute": "Bo plays R+2"}) == {"classic:2.4.1", "classic:i40"}


@pytest.mark.clause("village:4.1.1", "village:4.1.2", "village:i49")
def test_that_two_players_challenge_too_is_not_told_to_three() -> None:
    base = {"variant": "village", "options": {"two-player-plan": "a"}, "dispute": "Bo challenges"}
    base |= {"plays": ["Ann plays W+4 naming blue"]}
    table = {"discard": "R5", "hands": {"Ann": "W+4 G1 G2", "Bo": "Y1 Y2"}}
    always = {"village:4.1.1", "village:4.1.2"}

    assert clauses(base | {"table": table | {"players": ["Ann", "Bo", "Cy"]}}, "legal") == always
    assert clauses(base | {"table": table | {"players": ["Ann", "Bo"]}}, "legal") == always | {"village:i49"}


CLASSIC: dict[str, Any] = {
    "variant": "classic",
    "table": {
        "players": ["Ann", "Bo", "Cy"],
        "discard": "G5",
        "hands": {"Ann": "G+2 W+4 R1 R2", "Bo": "Y9 W W+4 RS R+2 B1", "Cy": "Y9 W W+4 RS R+2 B1"},
    },
}


@pytest.mark.clause("classic:3.1.1", "classic:3.1.2", "classic:i30", "classic:3.1.3", "classic:i33")
@pytest.mark.parametrize(
    ("plays", "dispute", "cited"),
    [
        ((TWO,), "Bo plays Y9", {"classic:3.1.1"}),
        ((ONE,), "Bo plays Y9", {"classic:3.1.2"}),
        ((ONE,), "Bo plays W naming blue", {"classic:3.1.2"}),
        ((ONE,), "Bo plays RS", {"classic:3.1.2", "classic:3.1.3", "classic:i33"}),
        ((ONE,), "Bo plays R+2", {"classic:3.1.2", "classic:i30"}),
        (STACKED, "Cy plays Y9", {"classic:3.1.2"}),
        (STACKED, "Cy plays W naming blue", {"classic:3.1.2"}),
        (STACKED, "Cy plays R+2", {"classic:3.1.2", "classic:i30"}),
    ],
)
@pytest.mark.parametrize("free", [False, True])
def test_whether_a_draw_two_answers_a_wild_draw_four_is_told_of_the_draw_two_only(
    plays: tuple[str, ...], dispute: str, cited: set[str], free: bool
) -> None:
    base = CLASSIC | {"options": {"stacking": True, "free-stacking": free}, "plays": list(plays)}

    assert clauses(base | {"dispute": dispute}, "legal" if free and "+2" in dispute else "illegal") == cited


@pytest.mark.clause("classic:3.1.1", "classic:3.1.2")
@pytest.mark.parametrize("free", [False, True])
def test_a_wild_draw_four_answers_whatever_a_draw_two_may_do(free: bool) -> None:
    base = CLASSIC | {"options": {"stacking": True, "free-stacking": free}}

    assert clauses(base | {"plays": [TWO], "dispute": "Bo plays W+4 naming blue"}, "legal") == {"classic:3.1.1"}
    assert clauses(base | {"plays": [TWO], "dispute": "Bo plays R+2"}, "legal") == {"classic:3.1.1"}
    assert clauses(base | {"plays": [ONE], "dispute": "Bo plays W+4 naming blue"}, "legal") == {"classic:3.1.2"}
    assert clauses(base | {"plays": list(STACKED), "dispute": "Cy plays W+4 naming blue"}, "legal") == {"classic:3.1.2"}


@pytest.mark.clause("village:1.8", "village:i7", "village:4.3.3.1", "village:i41")
def test_what_is_said_of_the_color_of_a_set_is_not_said_of_a_single_card() -> None:
    table = {"players": ["Ann", "Bo", "Cy"], "discard": "Y3", "hands": {"Ann": "Y8 Y8 G1 G2"}}
    base = {"variant": "village", "options": {"multi-play": True}, "table": table}
    state = unoref.loads(json.dumps(base)).state()

    def cited(count: int) -> set[str]:
        cards = (CARDS["Y8"],) * count
        return {reason.clause for reason in unoref.judge(state, Play(0, cards, (Color.BLUE,))).reasons}

    assert cited(1) == {"village:1.8", "village:i7"}
    assert cited(2) == {"village:4.3.3.1", "village:i41"}
    assert clauses(base | {"dispute": "Ann plays Y8"}, "legal").isdisjoint({"village:4.3.3.1", "village:i41"})
    assert clauses(base | {"dispute": "Ann plays Y8 Y8"}, "legal") >= {"village:4.3.3.1", "village:i41"}


def drawing(variant: str, options: dict[str, Any], hand: str, drawn: str, dispute: str) -> dict[str, Any]:
    """Ann, with a hand on a red 5, has drawn a card."""
    table = {"players": ["Ann", "Bo", "Cy"], "discard": "R5", "hands": {"Ann": hand}}
    return {
        "variant": variant,
        "options": options,
        "table": table,
        "plays": [f"Ann draws {drawn}"],
        "dispute": dispute,
    }


@pytest.mark.clause("classic:3.3.1", "classic:3.3.2", "classic:2.3.3")
def test_who_could_have_played_is_told_of_drawing_by_choice_and_who_could_not_is_not() -> None:
    goes_on: dict[str, Any] = {"continuous-draw": True}

    assert clauses(drawing("classic", goes_on, "G1 B2", "Y3", "Ann draws"), "legal") == {"classic:3.3.1"}
    assert clauses(drawing("classic", goes_on, "G1 R2", "Y3", "Ann draws"), "legal") == {"classic:3.3.2"}
    unable = clauses(drawing("classic", goes_on, "G1 B2", "R3", "Ann plays G1"))
    assert "classic:2.3.3" in unable and "classic:3.3.2" not in unable
    assert clauses(drawing("classic", goes_on, "G1 R2", "R3", "Ann plays R2")) == {"classic:3.3.2"}


@pytest.mark.clause("classic:i9", "classic:2.3.3")
def test_where_a_card_drawn_by_choice_may_be_played_that_is_what_binds_the_rest_of_the_hand() -> None:
    always: dict[str, Any] = {"play-voluntary-draw": "always"}

    assert clauses(drawing("classic", always, "G1 R2", "R3", "Ann plays R2")) == {"classic:i9"}
    assert "classic:2.3.3" in clauses(drawing("classic", always, "G1 B2", "R3", "Ann plays G1"))


@pytest.mark.clause("house:forced-play", "interp:house.forced-wild-four")
def test_that_a_wild_draw_four_counts_as_playable_is_told_of_no_other_card() -> None:
    forced: dict[str, Any] = {"forced-drawn-play": True, "forced-wild-draw-four": "always"}
    both = {"house:forced-play", "interp:house.forced-wild-four"}

    assert clauses(drawing("official", forced, "G1 B2", "R7", "Ann passes")) == {"house:forced-play"}
    assert clauses(drawing("official", forced, "G1 R2", "W+4", "Ann passes")) == both


@pytest.mark.clause("village:i35")
def test_cards_that_the_hand_does_not_hold_are_not_its_last_ones() -> None:
    table = {"players": ["Ann", "Bo", "Cy"], "discard": "R3", "hands": {"Ann": "R7 G1"}}
    options = {"multi-play": True, "seven-swap": True, "seven-forced": True}
    base = {"variant": "village", "options": options, "table": table}

    assert "village:i35" in clauses(base | {"dispute": "Ann plays R7"})
    assert "village:i35" in clauses(base | {"dispute": "Ann plays R7 G7 B7 naming blue"})
    last = clauses(base | {"table": table | {"hands": {"Ann": "R7"}}, "dispute": "Ann plays R7"}, "legal")
    assert "village:i35" not in last


def test_a_wild_draw_four_jumped_in_with_may_be_objected_to_where_each_is_judged() -> None:
    told = {}
    for judged in ("original-only", "each"):
        record = unoref.loads(
            f"""
variant = "classic"
plays = ["Ann plays W+4 naming blue"]
dispute = "Di jumps in with W+4 naming green"
[options]
jump-in = true
jump-w4-challenge = "{judged}"
[table]
players = ["Ann", "Bo", "Cy", "Di"]
discard = "R5"
[table.hands]
Ann = "W+4 R1 R2"
Di = "W+4 B1 B2"
"""
        )
        assert record.dispute is not None
        ruling = unoref.judge(record.state(), record.dispute)
        assert ruling.after is not None
        told[judged] = [unoref.format(objection.action, ruling.after) for objection in ruling.objections]

    assert told == {"original-only": ["Bo challenges"], "each": ["Bo challenges"]}
