"""The reasons and questions of house rules: what is cited, what is asked, and that yes means what is said under yes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

import unoref
from tests.tables import table
from tests.walks import Rules, on_walks, opened
from unoref.walking import anything, walk

#: A point of a question; the options; Ann's hand, unknown; the plays before; the action; the question; and a hand by which
#: the answer is yes, and one by which it is no.
Asked = tuple[str, Mapping[str, object], Sequence[str], str, str, str, str]

QUESTIONS: tuple[Asked, ...] = (
    ("?3", {"forced-play": True}, (), "Ann draws", "Does Ann hold no card that can be played?", "G1 G2 G3", "R1 G2 G3"),
    (
        "W+4 ?2",
        {"wild-draw-four-challenge": "no-bluff"},
        (),
        "Ann plays W+4 naming red",
        "Does Ann hold no red card besides the Wild Draw Four?",
        "W+4 G1 G2",
        "W+4 R1 G2",
    ),
    (
        "?3",
        {"draw-until": "unable"},
        ("Ann draws Y1",),
        "Ann passes",
        "Does Ann hold a card that can be played, the one just drawn included?",
        "R1 G2 G3",
        "G1 G2 G3",
    ),
    (
        "?3",
        {"draw-until": "unable"},
        ("Ann draws Y1",),
        "Ann draws",
        "Does Ann hold no card that can be played, the one just drawn included?",
        "G1 G2 G3",
        "R1 G2 G3",
    ),
    (
        "?3",
        {"forced-drawn-play": True},
        ("Ann draws W+4",),
        "Ann passes",
        "Does Ann hold a red card besides the Wild Draw Four?",
        "R1 G2 G3",
        "G1 G2 G3",
    ),
    (
        "?8",
        {"hand-limit": 8},
        (),
        "Ann passes",
        "Does Ann hold no card that can be played?",
        "G1 G2 G3 G4 B1 B2 B3 B4",
        "R1 G2 G3 G4 B1 B2 B3 B4",
    ),
    (
        "W+4 ?3",
        {},
        (),
        "Ann plays W+4 naming red",
        "Did Ann hold a red card besides the Wild Draw Four?",
        "W+4 R1 G2 G3",
        "W+4 G1 G2 G3",
    ),
)


def judged(options: Mapping[str, object], hands: Mapping[str, str], plays: Sequence[str], action: str) -> unoref.Ruling:
    """The ruling on an action of a table of three with a red 5 on top, after these plays."""
    state = table(
        unoref.ruleset("official", **{name.replace("-", "_"): value for name, value in options.items()}), hands, "R5"
    )
    for play in plays:
        state = unoref.apply(state, unoref.parse(play, state))
    return unoref.judge(state, unoref.parse(action, state))


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked[4])
def test_answering_yes_by_a_hand_gives_the_verdict_under_yes(asked: Asked) -> None:
    hand, options, plays, action, question, yes, no = asked
    others = {"Bo": "?3", "Cy": "?3"}
    (need,) = judged(options, {"Ann": hand, **others}, plays, action).needs

    assert need.text("en") == question
    assert judged(options, {"Ann": yes, **others}, plays, action).verdict == need.if_yes
    assert judged(options, {"Ann": no, **others}, plays, action).verdict == need.if_no
    assert need.if_yes != need.if_no


@on_walks(players=(2, 3, 4), longest=60)
def test_what_the_true_hands_forbid_is_what_is_told_under_no(chosen: Rules, count: int, seed: int, length: int) -> None:
    rng = Random(seed)

    for state, _, _ in walk(opened(chosen, count, rng), rng, length):
        action = anything(state, rng)
        needs, ruling = unoref.judge(unoref.observe(state, -1), action).needs, unoref.judge(state, action)
        forbidding = {reason.point for reason in ruling.reasons if reason.supports == "illegal"}
        for need in needs:
            assert need.point not in forbidding or need.if_no == "illegal"
        if len(needs) == 1 and ruling.verdict not in ("illegal", "undetermined"):
            assert ruling.verdict in (needs[0].if_yes, needs[0].if_no)


#: Options, hands, plays before, the action, and a clause with the sentence that applies it.
Told = tuple[Mapping[str, object], Mapping[str, str], Sequence[str], str, str, str]

REASONS: tuple[Told, ...] = (
    (
        {"multi-play": True},
        {"Ann": "RS GS R1 R2"},
        (),
        "Ann plays RS GS",
        "house:multi-play",
        "Action cards and wild cards are played singly.",
    ),
    (
        {"multi-play": True},
        {"Ann": "W W R1 R2"},
        (),
        "Ann plays W W naming red",
        "house:multi-play",
        "Action cards and wild cards are played singly.",
    ),
    (
        {"skip-deflect": "any", "skip-deflect-four": True},
        {"Bo": "GS ?2"},
        ("Ann plays W+4 naming red", "Bo plays GS"),
        "Cy challenges",
        "house:skip-deflect",
        "The card on top is a Skip: there is no Wild Draw Four to challenge.",
    ),
    (
        {"skip-deflect": "color"},
        {"Bo": "GS ?2"},
        ("Ann plays R+2",),
        "Bo plays GS",
        "house:skip-deflect",
        "A Skip hands the debt on in the color in force only, red, or on another Skip.",
    ),
    (
        {"reverse-deflect": "color"},
        {"Bo": "GR ?2"},
        ("Ann plays R+2",),
        "Bo plays GR",
        "house:reverse-deflect",
        "A Reverse sends the debt back in the color in force only, red, or on another Reverse.",
    ),
    (
        {"false-catch-penalty": 2},
        {},
        ("Ann plays R3",),
        "Bo catches Ann",
        "house:uno-false",
        "Bo reports what was no omission.",
    ),
    (
        {"misplay-penalty": 2},
        {"Ann": "G1 G2"},
        (),
        "Ann plays G1",
        "house:misplay",
        "A card that may not be played costs its player cards at this table.",
    ),
)


@pytest.mark.parametrize("told", REASONS, ids=lambda told: told[3])
def test_a_refusal_names_the_house_rule_and_applies_it(told: Told) -> None:
    options, hands, plays, action, clause, sentence = told
    ruling = judged(options, {"Ann": "?7", "Bo": "?7", "Cy": "?7", **hands}, plays, action)

    assert ruling.verdict == "illegal"
    assert sentence in [reason.text() for reason in ruling.reasons if reason.clause == clause]
