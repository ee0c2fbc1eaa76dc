"""What other programs may rely on: the words, the records, the documents, the exit codes and the names of the library.

Each expectation is written down from docs/records.rst, docs/judging.rst, docs/evidence.rst and docs/library.rst, not from what
the program does; what changes here is a change of the interface.
"""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields

import unoref
from tests.test_cli import DISPUTE, FINISHED, ROOT, run
from unoref.actions import Answer, Catch, Deal, Draw, JumpIn, Play
from unoref.cards import CARDS, Color
from unoref.piles import Pile
from unoref.rulebook import rulebook, variant_ids
from unoref.seats import Seat
from unoref.state import LAYOUT

TABLE = '[table]\nplayers = ["Ann", "Bo", "Cy"]\n'


# ------------------------------------------------------------------------------------------------------------------ notation


@pytest.mark.parametrize(
    ("variant", "written"),
    [
        ("official", "R7 Y0 GS BR R+2 W W+4"),
        ("touhouno", "R7 GS BR Y+2 CC CC+2 P B"),
        (
            "extended",
            "RS RR R+2 W W+4 R:infinity R:transfer-low R:transfer-high R:god-hand R:clip R:reward R:widow R:color-duel "
            "R:points-duel Y:chosen-one R:bomb G:disarm Y:tight-band G:regret-pill :rebound :pass :grenade :c4 :argue "
            ":camouflage",
        ),
    ],
)
def test_every_card_is_written_as_it_is_read(variant: str, written: str) -> None:
    for code in written.split():
        record = unoref.loads(f'variant = "{variant}"\n{TABLE}discard = "R5"\n[table.hands]\nAnn = "{code} R1"\n')

        [hand] = [
            held for held in json.loads(unoref.dumps(record, "json"))["table"]["hands"].values() if len(held) == 2
        ]
        assert code in hand


@pytest.mark.parametrize(
    ("spelled", "code"),
    [
        ("red 7", "R7"),
        ("red-skip", "RS"),
        ("红7", "R7"),
        ("蓝+2", "B+2"),
        ("变色", "W"),
        ("+4", "W+4"),
        ("r7", "R7"),
        ("RED 7", "R7"),
    ],
)
def test_long_and_chinese_names_of_cards_are_read_in_any_case(spelled: str, code: str) -> None:
    naming = " naming blue" if code in ("W", "W+4") else ""
    record = unoref.loads(
        f'dispute = "Ann plays {spelled}{naming}"\n{TABLE}discard = "R5"\n[table.hands]\nAnn = "{code} R1 R2"\n'
    )

    assert record.dispute is not None
    assert f"Ann plays {code}{naming}" == unoref.format(record.dispute, record.state())


@pytest.mark.parametrize("name", ["", "x" * 33, "A B", "A,B", "table", "nobody", "Bo"])
def test_names_that_cannot_be_are_refused(name: str) -> None:
    with pytest.raises(unoref.UnorefError):
        unoref.deal(unoref.ruleset(), [name, "Bo"], random.Random(1))


def test_the_longest_name_is_a_name() -> None:
    assert unoref.deal(unoref.ruleset(), ["x" * 32, "Bo"], random.Random(1)).players == ("x" * 32, "Bo")


@pytest.mark.parametrize(
    "sentence",
    [
        *(
            "Ann plays R7",
            "Ann plays R4 R4",
            "Ann plays W naming blue",
            "Ann plays R7 on Cy",
            "Ann plays R7 saying uno",
        ),
        *("Ann jumps in with R7", "Ann draws", "Ann draws R7", "Ann passes", "Bo accepts", "Bo accepts R1 R2"),
        *("Bo refuses", "Bo challenges", "Ann names blue", "Ann names black", "Ann chooses 2", "Ann chooses R5"),
        *("Ann chooses yes", "Ann chooses clockwise", "Ann swaps R5 for B2", "Ann calls uno", "Bo catches Ann"),
        *("table flips R+2", "table shuffles", "table shuffles R1 R2", "table deals Ann R1 R2", "table reveals R5"),
        *("table reveals R5 of Cy", "table picks R1 ? from Bo", "table picks R1 for Bo", "table shows Ann R5 B2"),
        *("table chooses Cy", "table chooses 17", "table finds guilty", "table finds innocent", "table finds yes"),
    ],
)
def test_every_form_of_sentence_is_read_and_written_the_same(sentence: str) -> None:
    state = unoref.loads(f'{TABLE}discard = "R5"\n').state()

    assert sentence == unoref.format(unoref.parse(sentence, state), state)


@pytest.mark.parametrize(
    "sentence",
    [
        *("Ann plays P R7", "Ann plays :camouflage R7 naming blue", "Ann plays :camouflage R7 naming red and green"),
        *(
            "Ann plays R:infinity as 7",
            "Ann plays R:transfer-low attaching Y1 G2",
            "Ann plays R:reward adding B:god-hand",
        ),
        *("Ann plays Y:chosen-one keeping R5", "Ann plays R:reward topping R1", "Bo answers with G:widow"),
        *("Ann discards R+2 :pass", "Ann recasts R:god-hand", "Ann plays :grenade naming blue"),
    ],
)
def test_the_sentences_of_one_variant_are_read_and_written_the_same(sentence: str) -> None:
    variant = "touhouno" if " P " in sentence else "extended"
    state = unoref.loads(f'variant = "{variant}"\n{TABLE}discard = "R5"\n').state()

    assert sentence == unoref.format(unoref.parse(sentence, state), state)


def test_modifiers_come_in_any_order_and_leave_in_one() -> None:
    state = unoref.loads(f'{TABLE}discard = "R5"\n[options]\nseven-zero = true\n').state()

    action = unoref.parse("Ann plays R7 saying uno on Cy", state)

    assert unoref.format(action, state) == "Ann plays R7 on Cy saying uno"


@pytest.mark.parametrize(
    "sentence", ["Ann plays W", "Ann plays R7 naming blue", "Ann plays R7 as 7", "Ann draws on Bo"]
)
def test_a_modifier_that_is_missing_or_out_of_place_is_bad_input(sentence: str) -> None:
    ran = run("judge", "--top", "R5", "--hand", "Ann=R7 W R1", sentence)

    assert (ran.code, ran.out) == (2, "")


# ------------------------------------------------------------------------------------------------------------------- records


def table(**changed: str) -> str:
    """A record of three players with other or further keys of the table."""
    keys = {"players": '["Ann", "Bo", "Cy"]', "discard": '"G2 R5"'} | changed
    return "[table]\n" + "".join(f"{key.replace('_', '-')} = {value}\n" for key, value in keys.items())


def test_what_a_table_leaves_out_has_its_default() -> None:
    state = unoref.loads(table()).state()

    assert state.name(state.dealer) == "Cy"
    assert state.to_act == 0
    assert state.direction == 1
    assert [len(hand) for hand in state.hands] == [7, 7, 7]
    assert len(state.draw_pile) == 108 - 2 - 21
    assert (state.finished, state.called, state.scores) == ((), frozenset(), ())


def test_every_key_of_a_table_reaches_the_position() -> None:
    text = table(
        dealer='"Ann"',
        turn='"Bo"',
        direction='"counterclockwise"',
        discard='"G2 W"',
        color='"blue"',
        draw_pile='"R1 G3"',
        draw_count="40",
        called='["Cy"]',
        public='{ Bo = "R7" }',
        scores="{ Ann = 120 }",
        hands='{ Ann = 0, Bo = "R7 ?2", Cy = ["G4"] }',
        finished='["Ann"]',
    )
    state = unoref.loads('variant = "official"\n' + text + "[options]\nlast-standing = true\n").state()

    assert (state.dealer, state.to_act, state.direction) == (0, 1, -1)
    assert [card.code for card in state.discard] == ["W", "G2"]
    assert state.in_force.color is not None
    assert state.in_force.color.value == "blue"
    assert [card.code for card in state.draw_pile][:3] == ["R1", "G3", "?"]
    assert len(state.draw_pile) == 40
    assert (state.finished, state.called) == ((0,), frozenset({2}))
    assert state.scores[0] == 120
    assert [card.code for card in state.public[1] or ()] == ["R7"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (table(colour='"red"'), "color"),
        ('varient = "official"\n' + table(), "variant"),
        (table(color='"blue"'), "color"),
        (table(hands='{ Ann = "R7 R7 R7" }'), "R7"),
        (table(hands="{ Ann = 0 }"), "Ann"),
        (table(hands='{ Dora = "R7" }'), "Dora"),
        (table(draw_count="120"), "108"),
        ('plays = ["Ann plays R9"]\n' + table(hands='{ Ann = "R7" }'), "play"),
        ('variant = "vilage"\n' + table(), "village"),
        ("[options]\nstaking = true\n" + table(), "stacking"),
    ],
)
def test_a_record_that_cannot_be_is_refused_in_one_line_that_says_what(text: str, told: str) -> None:
    with pytest.raises(unoref.UnorefError) as caught:
        unoref.loads(text)

    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_limits_of_a_record() -> None:
    many = json.dumps(["Ann draws"] * 10_001)

    with pytest.raises(unoref.RecordError, match=r"10000|10,000"):
        unoref.loads(f"plays = {many}\n{table()}")
    with pytest.raises(unoref.RecordError, match=r"1048576|1 MiB"):
        unoref.loads("#" * (1 << 20) + "\n" + table())


ILLEGAL = 'plays = ["Ann plays B7", "Bo draws"]\ndispute = "Bo passes"\n' + table(hands='{ Ann = "B7 R1 R2" }')


@pytest.mark.parametrize(("command", "code"), [("judge", 2), ("compare", 2), ("legal", 2), ("score", 2), ("replay", 1)])
def test_an_illegal_play_of_a_record_is_bad_input_or_the_offence(command: str, code: int) -> None:
    ran = run(command, "-", given=ILLEGAL)

    assert ran.code == code
    assert "official:match-card.1" in (ran.err if code == 2 else ran.out)


def test_contestable_and_priced_plays_stand() -> None:
    bluff = 'plays = ["Ann plays W+4 naming blue"]\n' + table(hands='{ Ann = "W+4 R1 R2" }')
    priced = 'variant = "village"\nplays = ["Ann calls uno"]\n' + table(hands='{ Ann = "R4 R1 R2" }')

    assert len(unoref.loads(bluff).state().hands[0]) == 2
    assert len(unoref.loads(priced).state().hands[0]) == 5


def test_what_a_record_expects_is_read_past() -> None:
    assert run("judge", "-", given=DISPUTE.replace('"legal"', '"illegal"')).code == 0


# ------------------------------------------------------------------------------------------------------------------ commands


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a dispute, a finished round and a log of it."""
    folder = tmp_path_factory.mktemp("contracts")
    (folder / "dispute.toml").write_text(DISPUTE)
    (folder / "round.toml").write_text(FINISHED)
    (folder / "log.jsonl").write_text(unoref.dumps(unoref.loads(FINISHED), "json") + "\n")
    return folder


#: Every command that answers, with the exit code of an answer that finds nothing amiss.
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("judge", "dispute.toml"),
    ("compare", "dispute.toml"),
    ("legal", "dispute.toml"),
    ("show", "dispute.toml"),
    ("rules", "official:turn"),
    ("variants",),
    ("options", "classic"),
    ("replay", "round.toml"),
    ("audit", "log.jsonl"),
    ("score", "round.toml"),
)


def _at(folder: Path, words: tuple[str, ...]) -> Iterator[str]:
    for word in words:
        yield str(folder / word) if "." in word else word


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_has_machine_output_and_both_languages(words: tuple[str, ...], files: Path) -> None:
    command = [*_at(files, words)]

    machine = run(*command, "--json")
    english, chinese = run(*command, "--lang", "en"), run(*command, "--lang", "zh")

    assert [machine.code, english.code, chinese.code] == [0, 0, 0]
    assert [machine.err, english.err, chinese.err] == ["", "", ""]
    assert [json.loads(line) for line in machine.out.splitlines()] if words[0] in ("replay", "audit") else machine.json
    assert english.out != chinese.out
    assert any("\u4e00" <= character <= "\u9fff" for character in chinese.out)


@pytest.mark.parametrize("command", ["judge", "compare", "legal", "replay", "audit", "score"])
def test_a_dash_is_standard_input(command: str) -> None:
    text = DISPUTE if command in ("judge", "compare") else FINISHED
    if command == "audit":
        text = unoref.dumps(unoref.loads(text), "json")

    assert run(command, "-", given=text).code == 0


@pytest.mark.parametrize(
    "words",
    [
        *(
            ("judge", "--top", "R55", "Ann draws"),
            ("judge", "nowhere.toml"),
            ("compare", "--top", "R5"),
            ("legal", "-v", "x"),
        ),
        *(
            ("rules", "official:turn.drew"),
            ("rules", "--topic", "nothing"),
            ("options", "vilage"),
            ("replay", "nowhere"),
        ),
        *(("score", "nowhere"), ("simulate", "-v", "vilage"), ("judge", "-o", "stacking=x", "Ann draws")),
        *(("simulate", "-p", "1"), ("variants", "--lang", "fr")),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_plain_line_on_standard_error_and_exit_2(words: tuple[str, ...]) -> None:
    ran = run(*words)

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.out == ""
    assert "Traceback" not in ran.err


def keys(document: Any) -> set[str]:
    """The keys of an object."""
    return set(document)


def test_the_document_of_a_ruling() -> None:
    found = run("judge", "--json", "--top", "R5", "--hand", "Ann=W+4 R2 G1", "Ann plays W+4 naming green").json

    assert keys(found) == {
        *("unoref", "variant", "options", "action", "verdict", "reasons", "events", "after", "objections"),
        *("alternatives", "needs", "result"),
    }
    assert all(keys(reason) == {"clause", "supports", "text"} for reason in found["reasons"])
    assert all(
        {"event", "clause", "text"} <= keys(event) <= {"event", "clause", "text", "seat", "cards", "count", "color"}
        for event in found["events"]
    )
    assert all(keys(objection) == {"action", "clause", "text"} for objection in found["objections"])
    assert found["result"] is None
    assert found["objections"][0]["action"] == "Bo challenges"


def test_what_must_be_known_is_told_with_the_verdict_either_way() -> None:
    [need] = run("judge", "--json", "--top", "R5", "--hand", "Ann=W+4 ?3", "Ann plays W+4 naming green").json["needs"]

    assert keys(need) == {"seat", "text", "if"}
    assert (need["seat"], need["if"]) == ("Ann", {"yes": "contestable", "no": "legal"})


@pytest.mark.parametrize(
    ("sentences", "turn"),
    [(("Ann plays R7",), "Bo"), (("Ann plays R7", "Bo plays R1 saying uno", "Cy plays R9"), None)],
)
def test_the_position_after_is_a_table_and_says_who_acts(sentences: tuple[str, ...], turn: str | None) -> None:
    hands = ["--hand", "Ann=R7 R3", "--hand", "Bo=R1 R2", "--hand", "Cy=R9"]
    after = run("judge", "--json", "--top", "R5", *hands, *sentences).json["after"]

    assert after["turn"] == turn
    assert all(isinstance(held, list) for held in after["hands"].values())
    assert unoref.loads(json.dumps({"table": after})).state().over is (turn is None)


def test_before_the_flip_the_table_acts() -> None:
    dealt = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], random.Random(1))

    assert json.loads(unoref.dumps(unoref.record(dealt), "json"))["table"].get("discard") in (None, [], "")
    assert run("legal", "--json", "-", given=unoref.dumps(unoref.record(dealt), "json")).json["turn"] == "table"


def test_the_other_documents(files: Path) -> None:
    dispute, log = str(files / "dispute.toml"), str(files / "log.jsonl")

    rules, compared = run("rules", "--json", "official").json, run("compare", "--json", dispute).json
    legal, audited = run("legal", "--json", dispute).json, run("audit", "--json", log).out.splitlines()
    replayed = run("replay", "--json", str(files / "round.toml")).out.splitlines()

    assert all(keys(entry) == {"id", "topics", "kind", "en", "zh", "option"} for entry in rules)
    assert sorted(row["variant"] for row in compared) == list(variant_ids())
    assert all(keys(row) == {"variant", "verdict", "reasons", "not-applicable"} for row in compared)
    assert keys(legal) == {"turn", "actions"}
    assert keys(legal["actions"]) == {"Ann", "Bo", "Cy"}
    assert ["ok", "summary"] == [json.loads(line)["result"] for line in audited]
    assert ["start", "legal"] == [json.loads(line)["result"] for line in replayed]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, ("judge", "--top", "R5", "--hand", "Ann=R7 R1 R2", "Ann plays R7")),
        (1, ("judge", "--top", "R5", "--hand", "Ann=B7 R1 R2", "Ann plays B7")),
        (3, ("judge", "--top", "R5", "--hand", "Ann=W+4 R1 R2", "Ann plays W+4 naming red")),
        (4, ("judge", "--top", "R5", "--hand", "Ann=W+4 ?3", "Ann plays W+4 naming red")),
        (2, ("judge", "--top", "R5", "Ann dances")),
    ],
)
def test_the_exit_code_is_the_verdict(code: int, words: tuple[str, ...]) -> None:
    assert run(*words).code == code


def test_a_log_of_bad_lines_alone_exits_2_and_an_offence_1(tmp_path: Path) -> None:
    good = unoref.dumps(unoref.loads(FINISHED), "json")
    bad, offence = "{}", json.dumps(tomllib.loads(ILLEGAL))
    codes = []
    for lines in ([good], [good, offence], [bad], [good, bad]):
        log = tmp_path / "log.jsonl"
        log.write_text("\n".join(lines) + "\n")
        codes.append(run("audit", str(log)).code)

    assert [0, 1, 2, 2] == codes


def test_simulated_games_are_records_on_standard_output() -> None:
    ran = run("simulate", "-v", "classic", "-p", "4", "-n", "3", "--seed", "1", "--policy", "greedy")

    assert ran.code == 0
    assert len(ran.out.splitlines()) == 3
    assert all(unoref.loads(line, replay=False).variant == "classic" for line in ran.out.splitlines())


# ------------------------------------------------------------------------------------------------------------------- library


def test_the_names_of_the_library() -> None:
    promised = {
        *("ruleset", "deal", "settle", "apply", "transition", "legal_actions", "judge", "observe", "score", "Match"),
        *(
            "parse",
            "format",
            "load",
            "loads",
            "record",
            "dumps",
            "State",
            "Action",
            "Ruling",
            "Event",
            "Verdict",
            "Record",
        ),
        *("IllegalAction", "NotationError", "RecordError", "RulebookError"),
    }

    assert promised <= set(unoref.__all__)
    assert all(getattr(unoref, name).__doc__ for name in unoref.__all__ if name != "Verdict")  # which is four words


@pytest.mark.parametrize("variant", variant_ids())
def test_the_promises_of_a_state(variant: str) -> None:
    rng = random.Random(7)
    rules = unoref.ruleset(variant)
    state = unoref.settle(unoref.deal(rules, ["Ann", "Bo", "Cy"], rng=rng), rng)
    kept = pickle.loads(pickle.dumps(state))
    for _ in range(400):
        if state.over:
            break
        actions = unoref.legal_actions(state)
        assert isinstance(actions, tuple)
        assert set(unoref.legal_actions(state, seat=state.to_act)) <= set(actions)
        state = unoref.settle(unoref.apply(state, rng.choice(actions)), rng)
    again = unoref.settle(unoref.deal(rules, ["Ann", "Bo", "Cy"], rng=random.Random(7)), random.Random(7))

    assert unoref.ruleset(variant) is rules
    assert {rules: 1}[unoref.ruleset(variant)] == 1
    assert hash(kept) == hash(pickle.loads(pickle.dumps(kept)))
    assert kept.hands == again.hands
    assert all(card is other for card, other in zip(kept.hands[0], again.hands[0], strict=True))


@pytest.mark.parametrize("variant", variant_ids())
def test_a_state_made_anew_is_as_good_as_the_one_a_game_came_to(variant: str) -> None:
    rng = random.Random(11)
    state = unoref.deal(unoref.ruleset(variant), ["Ann", "Bo", "Cy"], rng=rng)

    for _ in range(80):
        actions = unoref.legal_actions(state)
        action = rng.choice(actions)
        after = unoref.apply(state, action)
        for again in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state), evolve(state)):
            assert again == state and hash(again) == hash(state)
            assert unoref.apply(again, action) == after == unoref.transition(again, action).state
            assert unoref.legal_actions(again) == actions
        state = unoref.settle(after, rng)
        if state.over:
            break


def test_a_state_has_the_fields_that_it_makes_room_for() -> None:
    assert tuple(each.name for each in fields(unoref.State)) == LAYOUT


def test_what_is_shown_of_a_thing_names_it() -> None:
    state = unoref.loads('[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n[table.hands]\nAnn = "W+4 R2 ?"\n').state()
    ruling = unoref.judge(state, unoref.parse("Ann plays W+4 naming blue", state))
    unknown = unoref.loads('[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n[table.hands]\nAnn = "W+4 ?2"\n').state()
    (need,) = unoref.judge(unknown, unoref.parse("Ann plays W+4 naming blue", unknown)).needs

    assert repr(ruling).startswith("<ruling contestable on Play(")
    assert repr(ruling.reasons[-1]) == "<reason official:wild-draw-four.restriction for contestable>"
    assert repr(ruling.objections[0]) == "<objection Challenge(actor=1): official:wild-draw-four.challenge.guilty>"
    assert repr(need) == "<need Ann: yes contestable, no legal>"
    assert [repr(each) for each in (CARDS["R+2"], Color.RED, state.ruleset.deck, state.discard)] == [
        "<card R+2>",
        "Color.RED",
        "<deck of 108>",
        "<pile of 1>",
    ]


def test_a_refusal_says_in_one_line_what_was_done_and_what_is_against_it() -> None:
    state = unoref.loads('[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n[table.hands]\nAnn = "G1 R2"\n').state()

    with pytest.raises(unoref.IllegalAction) as refused:
        unoref.apply(state, unoref.parse("Ann plays G1", state))

    told = str(refused.value)
    assert told == refused.value.ruling.summary()
    assert told.startswith("'Ann plays G1' is illegal: ") and "official:match-card" in told and "\n" not in told


def test_cards_and_piles_are_copied_as_themselves_and_a_deck_is_pickled_as_a_value() -> None:
    deck, pile = unoref.ruleset("village").deck, Pile.of([CARDS["R7"], CARDS["G1"]])

    for value in (CARDS["R7"], pile):
        assert copy.copy(value) is value
        assert copy.deepcopy(value) is value
    assert pickle.loads(pickle.dumps(deck)) == deck


def test_nothing_is_left_to_the_table_where_it_owes_nothing() -> None:
    state = unoref.loads('[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n').state()

    with pytest.raises(ValueError, match="the table owes nothing now"):
        unoref.chance(state, random.Random(1))


def test_what_rulesets_share_cannot_be_written_to() -> None:
    rules: Any = unoref.ruleset("village")
    for shared, key in ((rules.options, "uno-penalty"), (rules.deck.copies, CARDS["R7"])):
        with pytest.raises(TypeError):
            shared[key] = 9
        assert not hasattr(shared, "clear")
    again = pickle.loads(pickle.dumps(rules))

    assert again is rules and again.options["uno-penalty"] == 2 and again.deck.copies[CARDS["R7"]] == 2


class Likeness:
    """A number that is equal to a seat without being an ``int``, as those of NumPy are."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __index__(self) -> int:
        return self.seat

    def __eq__(self, other: object) -> bool:
        return self.seat == other

    def __hash__(self) -> int:
        return hash(self.seat)


@pytest.mark.parametrize("alike", [Likeness, bool])
def test_a_callers_number_for_a_seat_stays_in_no_action_and_no_position(alike: Any) -> None:
    rng = random.Random(3)
    state = unoref.settle(unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng, dealer=alike(0)), rng)
    seats = [state.dealer, state.to_act, *(action.actor for action in unoref.legal_actions(state))]
    state = unoref.apply(state, Draw(alike(state.to_act)))
    seats += [state.to_act, *(action.actor for action in unoref.legal_actions(state))]
    shown: list[Any] = [Play(alike(0), (CARDS["R7"],), target=alike(1)), Catch(alike(0), alike(1)), Deal(alike(1))]
    seats += [each for action in shown for each in (action.actor, action.target)]

    assert {type(seat) for seat in seats} == {int}
    with pytest.raises(TypeError):
        Draw("0")  # type: ignore[arg-type]


def test_a_play_without_a_card_is_refused_when_it_is_made() -> None:
    for laying in (Play, JumpIn, Answer):
        with pytest.raises(ValueError, match="at least one card is laid"):
            laying(0, ())


def test_nothing_is_open_after_the_round_and_judging_never_raises() -> None:
    state = unoref.loads(FINISHED).state()
    ruling = unoref.judge(state, unoref.parse("Bo draws", state))

    assert unoref.legal_actions(state) == ()
    assert (ruling.verdict, ruling.after) == ("illegal", None)
    with pytest.raises(unoref.IllegalAction) as caught:
        unoref.apply(state, unoref.parse("Bo draws", state))
    assert caught.value.ruling.verdict == "illegal"


def test_a_record_has_its_parts() -> None:
    record = unoref.loads(DISPUTE)

    assert [unoref.format(action, record.start) for action in record.actions] == ["Ann plays R7"]
    assert record.dispute is not None
    assert record.state() == unoref.apply(record.start, record.actions[0])
    assert unoref.loads(unoref.dumps(record, "toml")) == unoref.loads(unoref.dumps(record, "json")) == record


def test_importing_reads_no_file_and_brings_in_no_command_line() -> None:
    """No file but modules, no thread and no process."""
    script = """
import sys
before = set()
def hook(name, arguments):
    if name == "open" and isinstance(arguments[0], str) and not arguments[0].endswith((".py", ".pyc")):
        before.add(arguments[0])
    if name in ("subprocess.Popen", "_thread.start_new_thread", "os.fork"):
        before.add(name)
sys.addaudithook(hook)
import unoref
print(sorted(name for name in before if "unoref" in name or "variants" in name or "." not in name))
print(sorted({"typer", "rich", "click", "sphinx", "multiprocessing"} & sys.modules.keys()))
"""
    unmeasured = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=unmeasured, capture_output=True, text=True, check=True, timeout=60
    )

    assert done.stdout.split() == ["[]", "[]"]


# ---------------------------------------------------------------------------------------------------------------------- data

TOPICS = (
    "deck setup opening-card turn-order matching drawing skip reverse draw-two wild wild-draw-four challenge stacking jump-in "
    "seven-zero multi-play uno-call going-out reshuffle scoring match two-player teams seating hidden-information "
    "spell effect card"
)


@pytest.mark.parametrize("variant", variant_ids())
def test_the_promises_of_a_rulebook(variant: str) -> None:
    book = rulebook(variant)
    clauses = [book.clause(identity) for identity in book.clause_ids]

    assert {topic for clause in clauses for topic in clause.topics} <= set(TOPICS.split())
    assert {clause.kind for clause in clauses} <= {
        "definition",
        "legality",
        "effect",
        "procedure",
        "scoring",
        "etiquette",
    }
    assert all(identity.split(":")[0] in (variant, "house", "interp") for identity in book.clause_ids)
    assert all(name == name.lower() and "_" not in name and "." not in name for name in book.options)
    assert all({"en", "zh"} == set(clause.texts) for clause in clauses)


@pytest.mark.parametrize("variant", ["official", "classic", "extended"])
def test_a_seat_that_is_not_at_the_table_is_refused_wherever_an_action_names_one(variant: str) -> None:
    rng, aimed = random.Random(7), 0
    state = unoref.settle(unoref.deal(unoref.ruleset(variant), ["Ann", "Bo", "Cy"], rng=rng), rng)
    for _ in range(300):
        if state.over:
            state = unoref.settle(unoref.deal(unoref.ruleset(variant), ["Ann", "Bo", "Cy"], rng=rng), rng)
        for action in unoref.legal_actions(state):
            if getattr(action, "target", None) is None:
                continue
            aimed += 1
            for seat in (-1, 3, 99):
                beside: Any = evolve(action, target=Seat(seat))  # type: ignore[call-arg]
                for ask in (unoref.apply, unoref.transition, unoref.judge):
                    with pytest.raises(ValueError, match="not at a table of 3"):
                        ask(state, beside)
        state = unoref.settle(unoref.apply(state, rng.choice(unoref.legal_actions(state))), rng)

    assert aimed


def test_threads_that_ask_at_once_get_whole_things() -> None:
    code = """
import sys, threading
import unoref
from unoref.cards import FACES, Color
from unoref.state import InForce, in_force

sys.setswitchinterval(1e-6)
pairs = [(color, face) for face in FACES.values() for color in Color]
unfinished = []

start = threading.Barrier(8)

def ask():
    start.wait()
    unfinished.extend(pair for pair in pairs if not hasattr(in_force(*pair), "fitting"))

threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert all(in_force(*pair) is InForce(*pair) for pair in pairs)
print(unfinished)
"""

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
