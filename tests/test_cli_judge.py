"""``unoref judge``: verdicts, exit codes, the page for people, the document for programs."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import unoref
from tests.test_cli import DISPUTE, FINISHED, Ran, run
from unoref.record import build

FORGOTTEN = ("--top", "R5", "--hand", "Ann=W+4 R2 G1", "Ann plays W+4 naming green")
UNKNOWN = ("--top", "R5", "--hand", "Ann=W+4 ?3", "Ann plays W+4 naming green")
LAWFUL = ("--top", "R5", "--hand", "Ann=R7 B3 G1", "Ann plays R7")
UNLAWFUL = ("--top", "R5", "--hand", "Ann=R+2 B3 G7", "--hand", "Bo=Y+2 G1", "Ann plays R+2", "Bo plays Y+2")
LAST = ("--top", "R5", "--hand", "Ann=R7", "--hand", "Bo=W G4", "--hand", "Cy=B1", "Ann plays R7")


def headings(ran: Ran) -> list[str]:
    """The lines of a page that stand above indented ones."""
    lines = ran.out.splitlines()
    return [line for line, after in pairwise(lines) if line[:1].strip() and after.startswith("  ")]


def test_a_wild_draw_four_over_a_red_card_is_contestable() -> None:
    ran = run("judge", "-v", "official", "--top", "R5", "--hand", "Ann=W+4 R2 G1", "Ann plays W+4 naming green")

    assert ran.code == 3
    assert ran.err == ""
    assert ran.lines[0] == "CONTESTABLE"
    assert "official:wild-draw-four.restriction" in ran.lines


@pytest.mark.parametrize(
    ("code", "verdict", "arguments"),
    [
        (0, "legal", LAWFUL),
        (1, "illegal", UNLAWFUL),
        (3, "contestable", FORGOTTEN),
        (4, "undetermined", UNKNOWN),
    ],
)
def test_each_verdict_has_an_exit_code_and_a_word(code: int, verdict: str, arguments: tuple[str, ...]) -> None:
    page, document = run("judge", *arguments), run("judge", "--json", *arguments)

    assert code == page.code == document.code
    assert page.lines[0] == verdict.upper()
    assert document.json["verdict"] == verdict


def test_the_page_goes_from_the_reasons_to_what_could_be_done_instead() -> None:
    assert headings(run("judge", *FORGOTTEN)) == [
        "Why",
        "What happens now",
        "What may be said against it",
        "What could be done instead",
    ]
    assert headings(run("judge", *UNKNOWN))[:2] == ["Why", "What has to be known"]


def test_a_reason_shows_its_clause_its_sentence_and_the_text_of_the_clause() -> None:
    lines = run("judge", *LAWFUL).lines
    at = lines.index("official:match-card.1")

    assert lines[at + 1] == "Red 7 has the color of the top card, red."
    assert lines[at + 2].startswith("A colored card may be played if")


def test_reasons_for_the_verdict_come_before_the_others() -> None:
    ran = run("judge", *FORGOTTEN)

    assert ran.out.index("official:wild-draw-four.restriction") < ran.out.index("official:match-card.1")


def test_an_unknown_card_is_asked_for_and_not_asserted() -> None:
    ran = run("judge", *UNKNOWN)

    assert "Ann holds a card of the color in force" not in ran.out
    assert "Did Ann hold a red card besides the Wild Draw Four? If yes: CONTESTABLE. If no: LEGAL." in ran.lines


def test_every_event_on_the_page_cites_its_clause_and_the_next_to_act_comes_last() -> None:
    lines = run("judge", *UNLAWFUL).lines
    at = lines.index("What happens now")

    assert lines[at + 1] == "Bo takes the play back; nothing is paid for it. (official:match.misplay)"
    assert lines[at + 2] == "It is Cy's turn."


def test_a_dozen_alternatives_are_shown_and_the_rest_counted() -> None:
    hand = "Ann=B1 R0 R1 R2 R3 R4 R6 R7 R8 R9 RS RR R+2 W"
    lines = run("judge", "--top", "R5", "--hand", hand, "Ann plays B1").lines
    shown = lines[lines.index("What could be done instead") + 1 :]

    assert len(shown) == 13
    assert shown[-1] == "… and 5 more"


def test_a_won_round_shows_its_points() -> None:
    assert "Points: Ann 55, Bo 0, Cy 0" in run("judge", *LAST).lines


def test_the_page_is_chinese_where_asked_and_sentences_stay_canonical() -> None:
    ran = run("judge", "--lang", "zh", *FORGOTTEN)

    assert ran.lines[0] == "可争议"
    assert "Bo challenges" in ran.lines
    assert any("持有当前颜色" in line for line in ran.lines)


@pytest.mark.parametrize(
    ("locale", "word"),
    [
        ({"LC_ALL": "zh_CN.UTF-8"}, "合法"),
        ({"LC_ALL": "", "LANG": "zh_TW"}, "合法"),
        ({"LC_ALL": "", "LC_MESSAGES": "en_US.UTF-8", "LANG": "zh_CN.UTF-8"}, "LEGAL"),
        ({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "LEGAL"),
        ({"LC_ALL": ""}, "LEGAL"),
    ],
)
def test_the_language_is_that_of_the_locale(locale: dict[str, str], word: str) -> None:
    assert run("judge", *LAWFUL, env=locale).lines[0] == word


def test_the_document_has_the_keys_of_the_design() -> None:
    document = run("judge", "--json", "-o", "uno-penalty=4", *FORGOTTEN).json

    assert list(document) == [
        *("unoref", "variant", "options", "action", "verdict", "reasons", "events", "after"),
        *("objections", "alternatives", "needs", "result"),
    ]
    assert document["variant"] == "official"
    assert document["options"] == {"uno-penalty": 4}
    assert document["action"] == "Ann plays W+4 naming green"
    assert [set(reason) for reason in document["reasons"]] == [{"clause", "supports", "text"}] * 2
    assert document["result"] is None
    assert document["needs"] == []


def test_events_have_only_the_keys_that_tell_something() -> None:
    events = [
        event for arguments in (FORGOTTEN, LAWFUL, LAST) for event in run("judge", "--json", *arguments).json["events"]
    ]
    named = next(event for event in events if event["event"] == "color-named")
    (drew, *_) = run("judge", "--json", "--top", "R5", "Ann draws").json["events"]

    assert named == {
        "event": "color-named",
        "clause": "official:wild-draw-four.1",
        "text": "Ann names green.",
        "seat": "Ann",
        "color": "green",
    }
    assert (drew["event"], drew["count"]) == ("drew", 1)
    assert events[0]["cards"] == ["W+4"]
    for event in events:
        assert list(event)[:3] == ["event", "clause", "text"]
        assert set(event) <= {"event", "clause", "text", "seat", "cards", "count", "color"}
        assert all(event.values())


def test_objections_and_alternatives_are_sentences() -> None:
    document = run("judge", "--json", *FORGOTTEN).json

    assert [set(objection) for objection in document["objections"]] == [{"action", "clause", "text"}]
    assert document["objections"][0]["action"] == "Bo challenges"
    assert "Ann plays R2" in document["alternatives"]


def test_needs_tell_whose_cards_decide_and_how() -> None:
    assert run("judge", "--json", *UNKNOWN).json["needs"] == [
        {
            "seat": "Ann",
            "text": "Did Ann hold a red card besides the Wild Draw Four?",
            "if": {"yes": "contestable", "no": "legal"},
        }
    ]


def test_an_illegal_action_without_a_price_leaves_nothing_after_it() -> None:
    document = run("judge", "--json", *UNLAWFUL).json

    assert document["after"] is None
    assert document["result"] is None
    assert [event["event"] for event in document["events"]] == ["withdrawn"]


def test_the_result_of_a_finished_round_names_winners_and_points() -> None:
    assert run("judge", "--json", *LAST).json["result"] == {
        "winners": ["Ann"],
        "points": {"Ann": 55, "Bo": 0, "Cy": 0},
    }
    unknown = run("judge", "--json", "--top", "R5", "--hand", "Ann=R7", "Ann plays R7").json["result"]
    assert unknown == {"winners": ["Ann"], "points": {"Ann": None, "Bo": 0, "Cy": 0}}


@pytest.mark.parametrize("arguments", [LAWFUL, FORGOTTEN, UNKNOWN, LAST], ids=["lawful", "pending", "unknown", "over"])
def test_the_position_after_reads_back_as_the_table_of_a_record(arguments: tuple[str, ...]) -> None:
    table = run("judge", "--json", *arguments).json["after"]
    state = build({"table": table}).state()

    assert table["turn"] == (None if state.to_act is None else state.name(state.to_act))
    assert unoref.loads(json.dumps({"table": table})).state() == state
    again = run("legal", "-", "--json", given=json.dumps({"table": table}))
    assert again.json["turn"] == table["turn"]


def test_the_document_is_one_json_document_with_readable_chinese() -> None:
    ran = run("judge", "--json", "--lang", "zh", "--top", "R5", "小明 摸牌")

    assert ran.json["action"] == "小明 draws"
    assert "小明 摸 1 张牌。" in ran.out


def test_a_record_is_judged_by_its_dispute_whatever_it_expects() -> None:
    ran = run("judge", "-", "--json", given=DISPUTE.replace('"legal"', '"illegal"'))

    assert (ran.code, ran.json["action"]) == (0, "Bo plays B7")


def test_after_the_end_of_the_round_everything_is_illegal() -> None:
    ran = run("judge", "-", "Bo draws", given=FINISHED)

    assert ran.code == 1
    assert "The round is over." in ran.lines


def test_the_page_ends_with_what_is_owed_where_that_is_more_than_whose_turn_it_is() -> None:
    hands = ("--hand", "Ann=Y+2 R1", "--hand", "Bo=G1 G2")
    penalized = run("judge", "-v", "extended", "--top", "Y5", *hands, "Ann plays Y+2")
    plain = run("judge", "-v", "extended", "--top", "R5", *hands, "Ann plays R1")

    assert penalized.lines[-1].strip().startswith("Bo accepts the draw penalty")
    assert plain.out.count("It is Bo's turn.") == 1
