"""House sheets: read, played by, written into records; whatever is wrong with one is told in one line."""

from __future__ import annotations

import copy
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unoref
from tests.test_cli import ROOT, run
from tests.walks import GUARD, cards_of
from unoref.cards import card
from unoref.toml_text import line_of
from unoref.walking import walk

GALLERY = sorted((ROOT / "variants" / "sheets").glob("*.toml"))

GRANDMA = """
base = "official"
title.en = "Grandma's rules"
title.zh = "外婆的规矩"

[options]
stacking = "like"

[deck]
decks = 2
remove = "R0 Y0"
add = "W W"
"""

STACKED = ("--top", "R5", "--hand", "Ann=R+2 B3 B4", "--hand", "Bo=Y+2 G1 G2", "Ann plays R+2", "Bo plays Y+2")


@pytest.fixture
def grandma(tmp_path: Path) -> Path:
    path = tmp_path / "grandma.toml"
    path.write_text(GRANDMA, encoding="utf-8")
    return path


def refused(path: Path) -> str:
    """The message about a sheet, which the command line gives too, in one line and with exit code 2."""
    with pytest.raises(unoref.RulebookError) as caught:
        unoref.ruleset(str(path))
    message = str(caught.value)
    ran = run("options", str(path))
    assert (ran.code, ran.out, ran.err) == (2, "", f"unoref: {message}\n")
    assert path.name in message
    return message


def test_a_sheet_settles_options_and_deck(grandma: Path) -> None:
    rules = unoref.ruleset(str(grandma))

    assert rules.variant == "official"
    assert rules.changed == {"stacking": "like"}
    assert rules.title == {"en": "Grandma's rules", "zh": "外婆的规矩"}
    assert rules.deck.size == 2 * 108 - 2 + 2
    assert [rules.deck.copies[card(code)] for code in ("R0", "Y0", "G0", "W", "R7")] == [1, 1, 2, 10, 4]


def test_a_path_object_is_always_a_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("official").write_text('base = "village"', encoding="utf-8")

    assert unoref.ruleset(Path("official")) == unoref.ruleset("village")
    assert unoref.ruleset("official").variant == "official"


def test_options_given_in_the_call_prevail_over_those_of_the_sheet(grandma: Path) -> None:
    assert unoref.ruleset(str(grandma), stacking="off").changed == {}
    with pytest.raises(
        unoref.RulebookError, match="official has no option 'stackin'; did you mean 'stacking'"
    ) as caught:
        unoref.ruleset(str(grandma), stackin="off")
    assert "grandma" not in str(caught.value)  # the sheet is not to blame


def test_a_ruleset_of_a_sheet_is_a_value(grandma: Path, tmp_path: Path) -> None:
    rules = unoref.ruleset(str(grandma))
    again = tmp_path / "other.toml"
    again.write_text(GRANDMA.replace("Grandma", "Granny").replace('"R0 Y0"', '["Y0", "red 0"]'), encoding="utf-8")
    alike = unoref.ruleset(str(again))

    assert alike == rules and hash(alike) == hash(rules)
    assert alike.title["en"] == "Granny's rules"
    assert rules != unoref.ruleset("official", stacking="like")
    for twin in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
        assert twin == rules and twin.title == rules.title and twin.deck_changes == rules.deck_changes
    assert repr(rules) == "<ruleset official, stacking=like, deck of 216>"


def test_a_sheet_without_changes_is_its_base(tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text('base = "official"\n[deck]\ndecks = 1\n', encoding="utf-8")

    assert unoref.ruleset(str(path)) == unoref.ruleset("official")
    assert unoref.ruleset(str(path)).title == unoref.ruleset("official").title


@pytest.mark.parametrize("format", ["toml", "json"])
def test_a_record_written_by_a_sheet_reads_back_where_the_sheet_is_not(grandma: Path, format: str) -> None:
    state = unoref.settle(unoref.deal(unoref.ruleset(str(grandma)), ["Ann", "Bo"], rng=Random(3)), Random(3))
    text = unoref.dumps(unoref.record(state), format)  # type: ignore[arg-type]
    grandma.unlink()
    read = unoref.loads(text)

    assert read.start == state
    assert read.rules.deck_changes == state.ruleset.deck_changes
    assert unoref.dumps(read, format) == text  # type: ignore[arg-type]


def test_a_record_names_a_sheet_by_its_path_from_the_record(
    grandma: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    record = tmp_path / "games" / "one.toml"
    record.write_text(
        'variant = "../grandma.toml"\ndispute = "Ann draws"\n[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n',
        encoding="utf-8",
    )
    monkeypatch.chdir("/")

    assert unoref.load(record).rules == unoref.ruleset(str(grandma))
    assert run("judge", str(record), "--json").json["options"] == {"stacking": "like"}
    assert run("judge", str(record), "--json").json["deck"] == {"decks": 2, "remove": "R0 Y0", "add": "W W"}
    assert unoref.loads(record.read_text("utf-8"), folder=record.parent).rules == unoref.ruleset(str(grandma))


def test_a_record_from_nowhere_opens_no_file(grandma: Path) -> None:
    with pytest.raises(unoref.RecordError, match="a house sheet, and the record comes from no folder"):
        unoref.loads(f'variant = {str(grandma)!r}\n[table]\nplayers = ["Ann", "Bo"]\n')


def test_options_of_a_record_prevail_over_those_of_its_sheet(grandma: Path) -> None:
    data = f'variant = {str(grandma)!r}\n[options]\nstacking = "off"\n[table]\nplayers = ["Ann", "Bo"]\n'

    assert unoref.loads(data, folder="").rules.changed == {}


def test_a_record_may_change_the_deck_by_itself_but_not_that_of_a_sheet(grandma: Path) -> None:
    table = '[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n'
    alone = unoref.loads(f'[deck]\nremove = "W+4 W+4 W+4 W+4"\n{table}')

    assert alone.rules.deck.size == 104
    with pytest.raises(unoref.RecordError, match="changed deck of official"):
        unoref.loads(f'[deck]\nremove = "W+4 W+4 W+4 W+4"\n{table}[table.hands]\nAnn = "W+4"\n')
    with pytest.raises(unoref.RulebookError, match="both the sheet and the record"):
        unoref.loads(f"variant = {str(grandma)!r}\n[deck]\ndecks = 2\n{table}", folder="")


def test_judging_by_a_sheet_tells_how_the_table_calls_its_rules(grandma: Path) -> None:
    sheet, base = run("judge", "-v", str(grandma), *STACKED), run("judge", *STACKED)

    assert (sheet.code, base.code) == (0, 1)
    assert (
        "Rules: Grandma's rules, based on Official rules (Mattel), stacking = like, a deck of 216 cards" in sheet.lines
    )
    assert "外婆的规矩" in run("judge", "--lang", "zh", "-v", str(grandma), *STACKED).out


def test_the_options_of_a_sheet_are_those_of_its_base_with_its_own_values(grandma: Path) -> None:
    ran = run("options", str(grandma))
    values = {
        option["name"]: (option["value"], option["default"]) for option in run("options", str(grandma), "--json").json
    }

    assert ran.lines[0] == "Grandma's rules, based on Official rules (Mattel)"
    assert [line for line in ran.lines if "here" in line.split()] == [
        "stacking  here like  default off  official:stacking.option"
    ]
    assert {name for name, (value, default) in values.items() if value != default} == {"stacking"}
    assert "here" not in run("options", "official").out.split()


def test_the_rules_of_the_sheet_decide_how_many_cards_a_position_may_have(grandma: Path) -> None:
    hands = ("--top", "R5", "--hand", "Ann=R7 R7 R7", "Ann plays R7")

    assert run("judge", *hands).code == 2
    assert run("judge", "-v", str(grandma), *hands).code == 0


# --- the gallery ----------------------------------------------------------------------------------------------------------


def test_the_gallery_has_five_sheets_that_differ() -> None:
    assert len({unoref.ruleset(str(path)) for path in GALLERY}) == len(GALLERY) == 5


@pytest.mark.parametrize("path", GALLERY, ids=lambda path: path.stem)
@pytest.mark.parametrize("players", [2, 5, 10])
def test_a_round_by_a_sheet_of_the_gallery_ends_with_every_card_where_it_can_be(path: Path, players: int) -> None:
    rules, rng = unoref.ruleset(str(path)), Random(players)
    start = unoref.deal(rules, [f"P{number}" for number in range(players)], rng=rng)
    state = start
    for _, _, state in walk(start, rng, GUARD):
        assert cards_of(state).total() == rules.deck.size

    assert state.over
    assert unoref.loads(unoref.dumps(unoref.record(state))).start == state


@pytest.mark.parametrize("path", GALLERY, ids=lambda path: path.stem)
def test_every_sheet_of_the_gallery_is_called_something_in_both_languages(path: Path) -> None:
    title = unoref.ruleset(str(path)).title

    assert title["en"].isascii() and not title["zh"].isascii()


@given(
    st.one_of(
        st.binary(max_size=60),
        st.lists(
            st.sampled_from(
                [
                    *(
                        'base = "official"',
                        'base = "village"',
                        "base = []",
                        'title = "x"',
                        "title.en = 1",
                        "[options]",
                        "[deck]",
                    ),
                    *(
                        "stacking = 'like'",
                        "decks = 2",
                        "decks = 1e9",
                        'remove = "R0"',
                        "remove = ['R0', 3]",
                        'add = "W ?"',
                    ),
                    *(
                        "uno-penalty = -1",
                        "[[deck]]",
                        "options.x = {}",
                        "deck = 3",
                        "[options.deck]",
                        "\ufeff",
                        "= 3",
                        "'",
                        "#",
                    ),
                ]
            ),
            max_size=8,
        ).map(lambda lines: "\r\n".join(lines).encode()),
    )
)
def test_whatever_a_sheet_holds_is_rules_or_one_line(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(raw)
    fault = ""
    try:
        rules = unoref.ruleset(path)
        assert pickle.loads(pickle.dumps(rules)) == rules
    except unoref.RulebookError as refusal:
        fault = str(refusal)

    assert not fault or (len(fault.splitlines()) == 1 and "any.toml" in fault)


# --- small and odd decks --------------------------------------------------------------------------------------------------


def test_a_deck_too_small_for_so_many_players_is_told_before_the_deal(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    numbers = " ".join(f"{color}{number}" for color in "RYGB" for number in range(1, 10) for _ in "ab")
    path.write_text(f'base = "official"\n[deck]\nremove = "{numbers}"\n', encoding="utf-8")
    rules = unoref.ruleset(str(path))

    assert rules.deck.size == 36
    assert len(unoref.deal(rules, ["P0", "P1", "P2", "P3", "P4"], Random(1)).draw_pile) == 1
    with pytest.raises(unoref.RecordError, match=r"6 players take 42 cards .* the changed deck of official has 36"):
        unoref.deal(rules, [f"P{number}" for number in range(6)], Random(1))


def test_a_deal_never_leaves_a_pile_in_which_no_card_opens(tmp_path: Path) -> None:
    path = tmp_path / "few.toml"
    cards = [f"{color}{face}" for color in "RYGB" for face in [*range(1, 10), "S", "R", "+2"] for _ in "ab"]
    path.write_text(
        f'base = "village"\n[deck]\nremove = "{" ".join(cards[:-1])}"\nadd = "{"W+4 " * 10}"\n', encoding="utf-8"
    )
    rules = unoref.ruleset(str(path))

    for seed in range(20):
        state = unoref.settle(unoref.deal(rules, ["Ann", "Bo"], Random(seed)), Random(seed))
        assert state.discard.top is not None and state.discard.top.face.number is not None


# --- strangers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('base = "official', "no valid TOML"),
        ("\x00", "no valid TOML"),
        ("", "base is missing: the variant that the sheet changes, one of "),
        ('base = "official"\nbase = "village"', "no valid TOML"),
        ('base = "offical"', "line 1: base: there is no variant 'offical'; did you mean 'official'"),
        ("base = 7", "line 1: base is 7; it must be the id of a variant"),
        ('\nbase = "other.toml"', "line 2: base is 'other.toml'; a sheet is based on a variant, not on a sheet"),
        ('base = "official"\n\nbaze = 1', "line 3: the sheet has no key 'baze'; did you mean 'base'"),
        ('base = "official"\ntitle = 3', "line 2: title is 3; it must be"),
        ('base = "official"\ntitle = ""', "line 2: title is ''; it must be one line"),
        ('base = "official"\ntitle = "a\\nb"', "line 2: title is "),
        ('base = "official"\n[title]\nfr = "Règles"', "title has no key 'fr'"),
        ('base = "official"\noptions = 3', "line 2: options is 3; it must be a table"),
        (
            'base = "official"\n[options]\njump-in = true\nstackin = "like"',
            "line 4: official has no option 'stackin'; did you",
        ),
        (
            'base = "official"\n[options]\nmixed-skips = "free"',
            "line 3: official has no option 'mixed-skips'; it is an option of v",
        ),
        ('base = "official"\noptions = {stacking = "lik"}', "line 2: option stacking: 'lik' is not one of off, like"),
        ('base = "official"\n[options]\nstacking = [1]', "line 3: option stacking: a list is not one of"),
        (
            f'base = "official"\n[options]\nuno-penalty = 0x{"f" * 9000}',
            "line 3: option uno-penalty: a very long number",
        ),
        (
            'base = "village"\n[options]\nhand-size = "10"',
            "line 3: option hand-size: ten cards are dealt only from two",
        ),
        ('base = "official"\n[deck]\ncards = 3', "line 3: deck has no key 'cards'"),
        ('base = "official"\n[deck]\n\ndecks = 0', "line 4: deck.decks is 0; it must be a number from 1 to 10"),
        ('base = "official"\n[deck]\ndecks = 11', "line 3: deck.decks is 11"),
        (
            'base = "village"\n[deck]\ndecks = 2',
            "line 3: deck.decks: village has an option for it; put decks = 2 under",
        ),
        ('base = "official"\n[deck]\nremove = "R0 R0"', "line 3: deck.remove: R0 is taken out 2 times; the deck has 1"),
        ('base = "official"\n[deck]\nremove = "Q9"', "line 3: deck.remove: unknown card 'Q9'"),
        ('base = "official"\n[title]\n', "title is an empty table; it must be text, or en and zh"),
        ('base = "official"\n[deck]\nremove = 7', "line 3: deck.remove is 7; it must be cards"),
        ('base = "official"\n[deck]\nadd = ":god-hand"', "line 3: deck.add: "),
        ('base = "official"\n[deck]\nadd = ":swap-hands"', "line 3: deck.add: "),
        ('base = "official"\n[deck]\nadd = "?3"', "line 3: deck.add has an unknown card"),
        (f'base = "official"\n[deck]\nadd = "{"R7 " * 1001}"', "line 3: deck.add has more than 1000 cards"),
        ('[table]\nplayers = ["Ann", "Bo"]', "this is a record, not a house sheet"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told_with_the_file_and_the_line(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "stranger.toml"
    path.write_text(text, encoding="utf-8")

    assert says in refused(path)


def everything() -> str:
    return " ".join(each.code for each in unoref.ruleset("official").deck.cards)


def numbers() -> str:
    return " ".join(each.code for each in unoref.ruleset("official").deck.cards if each.face.number is not None)


@pytest.mark.parametrize(
    ("removed", "says"),
    [
        (everything, "deck: 0 cards are left; 2 players take 14 and the opening card is one more"),
        (numbers, "deck: no number card is left"),
    ],
)
def test_a_deck_with_which_no_round_can_begin_is_refused(removed: Callable[[], str], says: str, tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text(f'base = "official"\n[deck]\nremove = "{removed()}"\n', encoding="utf-8")

    assert f"line 2: {says}" in refused(path)


def _folder(path: Path) -> None:
    path.mkdir()


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _large(path: Path) -> None:
    path.write_bytes(b"#" * 5_000_000)


def _utf_16(path: Path) -> None:
    path.write_text('base = "official"', encoding="utf-16")


def _pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")
@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda path: None, "cannot be read: No such file"),
        (_folder, "is a folder, not a house sheet"),
        (_loop, "cannot be read: Too many levels of symbolic links"),
        (_large, "a house sheet has at most 65536 bytes"),
        (_utf_16, "a house sheet is UTF-8 text, but byte 1 is 0xff"),
        (_pipe, "is no file"),
    ],
)
def test_a_sheet_that_is_no_readable_file_is_told_so(made: Callable[[Path], None], says: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    made(path)

    assert says in refused(path)


def test_line_ends_and_marks_of_windows_make_no_difference(grandma: Path, tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GRANDMA.replace("\n", "\r\n").encode())

    assert unoref.ruleset(str(path)) == unoref.ruleset(str(grandma))
    path.write_bytes(b"\xef\xbb\xbf" + (GRANDMA + "ad = 3").replace("\n", "\r\n").encode())
    assert "line 13: deck has no key 'ad'; did you mean 'add'" in refused(path)


@pytest.mark.parametrize(
    ("key", "line"),
    [(("base",), 1), (("title", "zh"), 2), (("options", "jump-in"), 4), (("deck", "add"), 6), (("nothing",), None)],
)
def test_the_line_of_a_key_is_its_own_or_that_of_what_holds_it(key: tuple[str, ...], line: int | None) -> None:
    text = 'base = "a = b"\ntitle.zh = "x"\n[ options ] # base = 3\n"jump-in" = true\n\ndeck = {add = "W"}\n'

    assert line_of(text.replace("\n\ndeck", "\n\n[deck]#").replace("]# =", "] #"), *key) == line
