"""What a rulebook owes: each thing that is missing or wrong in a small one is told, in the build as well as by the function."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from unoref.rulebook import Rulebook, variant_ids
from unoref.sphinxext import lock, trace
from unoref.sphinxext.lock import Difference

BOOK = """\
id = "official"
title = {en = "Two clauses", zh = "两条"}
source = "a sheet"
players = [2, 10]
[bindings]
"play.fits" = ["tiny:match"]

[[clause]]
id = "tiny:match"
topics = ["matching"]
kind = "legality"
en = "Match the top card."
zh = "须与顶牌相配。"

[[clause]]
id = "tiny:manners"
topics = ["turn-order"]
kind = "etiquette"
en = "Be kind."
zh = "友善。"

[[interpretation]]
id = "tiny:i1"
clause = "tiny:match"
question.en = "Match what?"
question.zh = "配什么？"
reading.en = "Color or number."
reading.zh = "颜色或数字。"
alternatives.en = ["Both."]
alternatives.zh = ["两者都要。"]
"""

RULING = """\
dispute = "Ann plays B2"
[table]
players = ["Ann", "Bo"]
discard = "R5"
[table.hands]
Ann = "B2 G4 Y1"
[expect]
verdict = "illegal"
shows = ["tiny:match"]
"""


def small(folder: Path, text: str = BOOK) -> Rulebook:
    """A rulebook of two clauses and a reading, with its lock."""
    (folder / "rulebook.toml").write_text(text, encoding="utf-8")
    (folder / "options.toml").write_text("option = []\n", encoding="utf-8")
    return Rulebook(folder)


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    made = small(tmp_path)
    lock.write_lock(made)
    return made


PLACE = trace.Code("unoref.rules.matching", "fits", 1, "ground", "play.fits")


def ruling(clause: str = "tiny:match", text: str = RULING) -> trace.Ruling:
    return trace.Ruling("official/small", Path("small.toml"), tomllib.loads(text), (clause,))


def test_a_book_with_code_and_rulings_owes_nothing(book: Rulebook) -> None:
    assert [] == trace.gaps_of(book, {"play.fits": [PLACE]}, [ruling()])


@pytest.mark.parametrize(
    ("before", "after", "gap"),
    [
        (
            'topics = ["matching"]\n',
            'topics = ["matching"]\noption = "speed"\n',
            "tiny:match names the option 'speed', which official does not have",
        ),
        ('clause = "tiny:match"', 'clause = "tiny:mach"', "tiny:i1 reads the clause 'tiny:mach', which there is not"),
        (
            'clause = "tiny:match"',
            'clause = "tiny:match"\noption = "speed"',
            "tiny:i1 names the option 'speed', which official does not have",
        ),
        (
            '= ["tiny:match"]',
            '= ["tiny:match", "tiny:mach"]',
            "point play.fits is bound to 'tiny:mach', which there is not",
        ),
        (
            '= ["tiny:match"]\n',
            '= ["tiny:match"]\n[under.speed.high]\n"play.fits" = ["tiny:i1"]\n',
            "points are bound anew under speed = high, which cannot be",
        ),
    ],
)
def test_what_a_book_names_must_be_there(tmp_path: Path, before: str, after: str, gap: str) -> None:
    assert before in BOOK
    changed = small(tmp_path, BOOK.replace(before, after, 1))
    lock.write_lock(changed)

    assert [gap] == trace.gaps_of(changed, {"play.fits": [PLACE]}, [ruling()])


def test_an_option_must_belong_to_a_clause(book: Rulebook) -> None:
    text = '[[option]]\nname = "speed"\nclause = "tiny:mach"\ndefault = true\nen = "Fast."\nzh = "快。"\n'
    (book.folder / "options.toml").write_text(text, encoding="utf-8")

    assert ["option speed belongs to 'tiny:mach', which there is not"] == trace.gaps_of(
        Rulebook(book.folder), {"play.fits": [PLACE]}, [ruling()]
    )


CARDS = """\
[columns.does]
en = "What it does"
zh = "作用"
[[card]]
cards = ["R1", "Y1", "G1"]
clause = "tiny:match"
does = { en = "Nothing.", zh = "无。" }
[[card]]
cards = ["B1"]
clause = "tiny:match"
does = { en = "Nothing.", zh = "无。" }
"""


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("", "", []),
        ('["B1"]', '["B1", "R1"]', ["the table of cards lists R1 2 times"]),
        ('"Y1", "G1"', '"Y1"', ["the table of cards lacks G1"]),
        ('"Y1", "G1"', '"Y1", "G1", "R2"', ["the table of cards has R2, which no deck has"]),
        ('"tiny:match"', '"tiny:mach"', ["the table of cards names the clause 'tiny:mach', which there is not"]),
        (', zh = "无。"', "", ["the table of cards says nothing in zh of does for R1"]),
    ],
)
def test_the_table_of_cards_has_every_card_once_with_its_clause(
    book: Rulebook, before: str, after: str, told: list[str]
) -> None:
    (book.folder / "deck.toml").write_text(
        '[ones]\ncolors = ["R", "Y", "G", "B"]\ncopies = { "1" = 1 }\n', encoding="utf-8"
    )
    (book.folder / "cards.toml").write_text(CARDS.replace(before, after, 1), encoding="utf-8")

    assert told == trace.gaps_of(Rulebook(book.folder), {"play.fits": [PLACE]}, [ruling()])


def test_a_clause_without_code_is_told(book: Rulebook) -> None:
    assert [
        "tiny:match is of kind legality and no code of that kind carries it out",
        "point play.fits is bound, but no code speaks in it under any options",
    ] == trace.gaps_of(book, {}, [ruling()])


def test_code_of_another_kind_does_not_pay_what_is_owed(book: Rulebook) -> None:
    place = trace.Code("unoref.rules.matching", "fits", 1, "function", "play.fits")

    assert ["tiny:match is of kind legality and no code of that kind carries it out, only function"] == trace.gaps_of(
        book, {"play.fits": [place]}, [ruling()]
    )


def test_a_clause_without_a_ruling_is_told(book: Rulebook) -> None:
    assert ["tiny:match is shown by no ruling"] == trace.gaps_of(book, {"play.fits": [PLACE]}, [])


def test_a_ruling_of_no_clause_is_told(book: Rulebook) -> None:
    assert ["ruling official/small expects 'tiny:mach', which there is not"] == trace.gaps_of(
        book, {"play.fits": [PLACE]}, [ruling(), ruling("tiny:mach")]
    )


def test_a_ruling_the_engine_does_not_share_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = ruling(text=RULING.replace('verdict = "illegal"', 'verdict = "legal"'))
    monkeypatch.setattr(trace, "rulings_of", lambda variant: (ruling(), wrong))

    assert ["ruling official/small: the verdict is illegal, not legal"] == trace.ruling_faults("official")


@pytest.mark.parametrize(
    ("before", "after", "differs"),
    [
        ("Match the top card.", "Match it.", Difference("tiny:match", "changed")),
        ("友善。", "要友善。", Difference("tiny:manners", "changed")),
        ("Color or number.", "Color.", Difference("tiny:i1", "changed")),
        ('["Both."]', '["Either."]', Difference("tiny:i1", "changed")),
        ('id = "tiny:manners"', 'id = "tiny:manner"', Difference("tiny:manner", "new")),
        ("Match the top card.", "Match  the top\\ncard.", None),
        ('topics = ["matching"]', 'topics = ["matching", "wild"]', None),
    ],
)
def test_a_text_that_is_not_that_of_its_lock_is_told(
    book: Rulebook, before: str, after: str, differs: Difference | None
) -> None:
    changed = small(book.folder, BOOK.replace(before, after))

    found = lock.differences(changed)
    assert ([] if differs is None else [differs]) == found[:1]
    gaps = trace.gaps_of(changed, {"play.fits": [PLACE]}, [ruling()])
    assert len(found) == len(gaps)
    assert all(difference.identity in gap and lock.LOCK in gap for difference, gap in zip(found, gaps, strict=True))


def test_the_lock_is_written_anew_and_tells_what_to_read_again(
    book: Rulebook, capsys: pytest.CaptureFixture[str]
) -> None:
    text = BOOK.replace("tiny:match", "official:match-card.1")
    lock.write_lock(small(book.folder, text))
    small(book.folder, text.replace("Match the top card.", "Match it."))

    (book.folder / "test_it.py").write_text(
        '@pytest.mark.clause("official:match-card.1")\ndef test_it(): ...\n', "utf-8"
    )

    assert lock.main([str(book.folder), "--check", "--tests", str(book.folder)]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "official:match-card.1: changed"
    assert any(line.startswith("    ruling    official/match-card.1.") for line in printed)
    assert any(line.startswith("    ground    unoref.rules.matching.") for line in printed)
    assert "    test      test_it.py::test_it" in printed
    assert lock.main([str(book.folder)]) == 0
    assert lock.main([str(book.folder), "--check"]) == 0


def test_without_a_lock_every_text_is_new(tmp_path: Path) -> None:
    assert [("tiny:match", "new"), ("tiny:manners", "new"), ("tiny:i1", "new")] == [
        (one.identity, one.what) for one in lock.differences(small(tmp_path))
    ]


@pytest.mark.parametrize("variant", variant_ids())
def test_the_texts_of_every_rulebook_are_those_of_its_lock(variant: str) -> None:
    from unoref.rulebook import rulebook

    assert [] == lock.differences(rulebook(variant))
