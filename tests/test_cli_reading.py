"""``unoref legal``, ``rules``, ``variants``, ``options``: what can be read."""

from __future__ import annotations

import pytest

from tests.test_cli import DISPUTE, FINISHED, run
from unoref.rulebook import TOPICS, rulebook


def test_legal_lists_what_is_open_to_every_seat() -> None:
    ran = run("legal", "--json", "--top", "R5", "--hand", "Ann=R7 W G1", "--turn", "Ann")

    assert ran.code == 0
    assert ran.json == {
        "turn": "Ann",
        "actions": {
            "Ann": [
                *("Ann draws", "Ann plays R7", "Ann plays W naming red", "Ann plays W naming yellow"),
                *("Ann plays W naming green", "Ann plays W naming blue"),
            ],
            "Bo": [],
            "Cy": [],
        },
    }


def test_legal_shows_the_seats_one_after_the_other() -> None:
    lines = run("legal", "--top", "R5", "--hand", "Ann=R7 G1 G2", "--turn", "Ann").lines

    assert lines == [
        "It is Ann's turn.",
        "",
        "Ann",
        "Ann draws",
        "Ann plays R7",
        "",
        "Bo",
        "nothing",
        "",
        "Cy",
        "nothing",
    ]


def test_the_table_acts_before_the_opening_card_is_turned_up() -> None:
    answer = run("legal", "--json", "--players", "Ann,Bo").json

    assert answer["turn"] == "table"
    assert "table flips R5" in answer["actions"]["table"]


def test_nobody_acts_after_the_round() -> None:
    assert run("legal", "-", "--json", given=FINISHED).json == {
        "turn": None,
        "actions": {"Ann": [], "Bo": [], "Cy": []},
    }
    assert run("legal", "-", given=FINISHED).lines[0] == "The round is over."


def test_every_action_listed_is_not_illegal_to_judge() -> None:
    for sentences in run("legal", "-", "--json", given=DISPUTE).json["actions"].values():
        for sentence in sentences[:5]:
            answer = run("judge", "-", sentence, given=DISPUTE.replace('dispute = "Bo plays B7"', ""))
            assert answer.code != 1, sentence


def test_a_clause_is_read_by_its_id() -> None:
    clause = rulebook("official").clause("official:turn.draw")

    assert run("rules", "official:turn.draw", "--json").json == [
        {
            "id": "official:turn.draw",
            "topics": list(clause.topics),
            "kind": clause.kind,
            "en": clause.text("en"),
            "zh": clause.text("zh"),
            "option": clause.option,
        }
    ]
    assert clause.text("zh") in run("rules", "official:turn.draw", "--lang", "zh").out


def test_a_clause_read_by_itself_points_to_those_under_it() -> None:
    assert "official:turn.draw.only-drawn" in run("rules", "official:turn.draw").out


def test_a_clause_read_by_itself_names_what_reads_it_and_a_reading_what_it_reads() -> None:
    clause, reading = run("rules", "village:5.2.3"), run("rules", "village:i52")

    assert clause.lines[-1] == "Readings: village:i52"
    assert "Under it" not in clause.out
    assert "reading of village:5.2.3" in reading.lines[0]
    assert "Other readings" not in reading.out, "there are none"


def test_a_beginning_shows_all_clauses_under_it() -> None:
    ids = [entry["id"] for entry in run("rules", "official:opening", "--json").json]

    assert ids[0] == "official:opening.number"
    assert all(identity.startswith("official:opening.") for identity in ids)
    assert run("rules", "Official:Opening", "--json").json == run("rules", "official:opening", "--json").json


def test_interpretations_are_read_like_clauses() -> None:
    book = rulebook("official")
    reading = book.interpretation("interp:challenge.turn")
    (entry,) = run("rules", "interp:challenge.turn", "--json").json

    assert entry["kind"] == "interpretation"
    assert entry["topics"] == list(book.clause(reading.clause).topics)
    assert entry["en"] == reading.text("en")
    assert len(run("rules", "interp:", "--json").json) == len(book.interpretation_ids)
    assert all(other in run("rules", "interp:challenge.turn").out for other in reading.alternatives["en"])


def test_a_variant_shows_its_whole_book() -> None:
    book = rulebook("official")
    ids = [entry["id"] for entry in run("rules", "official", "--json").json]

    assert ids == [*book.clause_ids, *book.interpretation_ids]
    assert run("rules", "official").lines[0] == book.title["en"]


@pytest.mark.parametrize("words", ["draw two", "DRAW-TWO", "质疑 颜色", "official:turn.draw"])
def test_a_search_finds_all_words_in_ids_and_in_both_languages(words: str) -> None:
    found = run("rules", "--search", words, "--json").json

    assert found
    for entry in found:
        told = f"{entry['id']} {entry['en']} {entry['zh']}".casefold()
        assert all(word in told for word in words.casefold().split())


def test_a_search_that_finds_nothing_says_so_and_is_no_fault() -> None:
    page, document = run("rules", "--search", "zeppelin"), run("rules", "--search", "zeppelin", "--json")

    assert (page.code, page.lines) == (0, ["Nothing found."])
    assert (document.code, document.json) == (0, [])


def test_a_topic_limits_what_is_shown() -> None:
    found = run("rules", "official", "--topic", "challenge", "--json").json

    assert found
    assert all("challenge" in entry["topics"] for entry in found)
    assert {entry["id"] for entry in found} > {
        entry["id"] for entry in run("rules", "--topic", "challenge", "--search", "guilty", "--json").json
    }


def test_without_arguments_the_page_says_what_there_is_to_read_and_the_document_is_everything() -> None:
    page = run("rules").out

    assert all(topic in page for topic in TOPICS)
    assert "official" in page
    assert len(run("rules", "--json").json) >= len(rulebook("official").clause_ids)


def test_variants_are_listed_with_players_and_size() -> None:
    book = rulebook("official")

    assert {
        "id": "official",
        "title": "Official rules (Mattel)",
        "players": [2, 10],
        "clauses": len(book.clause_ids),
    } in run("variants", "--json").json
    assert "官方规则（美泰）" in run("variants", "--lang", "zh").out
    assert f"2 to 10 players, {len(book.clause_ids)} clauses" in run("variants").out


def test_options_are_listed_with_their_values() -> None:
    listed = {option["name"]: option for option in run("options", "official", "--json").json}

    assert list(listed) == list(rulebook("official").options)
    assert listed["uno-penalty"]["default"] == 2
    assert listed["uno-penalty"]["minimum"] is not None
    assert {"value": "blank", "text": "The base deck and four blank cards."} in listed["deck"]["values"]
    assert [value["value"] for value in listed["teams"]["values"]] == [True, False]
    assert all(option["clause"] for option in listed.values())
    page = run("options", "official")
    assert page.code == 0
    assert all(any(line.startswith(f"{name}  default ") for line in page.lines) for name in listed)
