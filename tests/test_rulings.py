"""The worked rulings under ``variants/``: each is run and held to what it expects."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import pytest

import unoref
from unoref.record import build
from unoref.rulebook import rulebook, variant_ids
from unoref.sphinxext.verdicts import faults

FILES = [path for variant in variant_ids() for path in sorted((rulebook(variant).folder / "rulings").glob("**/*.toml"))]
REFUSED = [path for path in FILES if 'verdict = "bad-input"' in path.read_text(encoding="utf-8")]

#: Clauses that a refusal names; of what the deck or the notation forbids it speaks in other words.
NAMED = ("official:teams", "village:1.1", "village:4.3.3", "village:5.2.1")


def name(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_ruling_comes_out_as_the_clause_says(path: Path) -> None:
    assert [] == faults(tomllib.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", REFUSED, ids=name)
def test_a_refusal_names_the_clause_where_the_rules_themselves_refuse(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    with pytest.raises(unoref.UnorefError) as refusal:
        build(data).state()

    assert all(clause in str(refusal.value) for clause in data["expect"].get("clauses", ()) if clause.startswith(NAMED))


RULING: Final = """
dispute = "Ann plays R7"
[table]
players = ["Ann", "Bo"]
discard = "R5"
[table.hands]
Ann = "R7 G1 B2"
"""


@pytest.mark.parametrize(
    ("expected", "fault"),
    [
        ('verdict = "legal"', ""),
        ('verdict = "illegal"', "the verdict is legal, not illegal"),
        ('verdict = "bad-input"', "it is no bad input"),
        ('verdict = "legal"\nclauses = ["official:skip"]', "official:skip is not cited"),
        ('verdict = "legal"\nnot-clauses = ["official:match-card.1"]', "official:match-card.1 is cited"),
        ('verdict = "legal"\nalternatives = ["Ann draws"]', "'Ann draws' is no alternative"),
        ('verdict = "legal"\nturn = "Ann"', "turn is 'Bo', not 'Ann'"),
        ('verdict = "legal"\ntop = "R5"', "top is 'R7', not 'R5'"),
        ('verdict = "legal"\npoints = {Ann = 7}', "points is {'Ann': 0, 'Bo': 0}, not {'Ann': 7}"),
        ('verdict = "legal"\nhands = {Ann = 3}', "Ann holds G1 B2, not 3"),
        ('verdict = "legal"\nhands = {Ann = "G1 B3"}', "Ann holds G1 B2, not G1 B3"),
        ('verdict = "legal"\npublic = {Ann = "all"}', "the open cards of Ann are none, not all"),
        ('verdict = "legal"\nturn = "Cy"', "it is bad input: expect.turn"),
        ('clauses = ["official:match-card.1"]', "it expects no verdict"),
        ('verdict = "legal"\nwinners = ["Ann"]', "winners is [], not ['Ann']"),
    ],
)
def test_what_comes_out_otherwise_is_told(expected: str, fault: str) -> None:
    told = "; ".join(faults(tomllib.loads(f"{RULING}[expect]\n{expected}")))

    assert told.startswith(fault) if fault else not told


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('dispute = "Ann plays R7"\n', "", "it has no dispute"),
        ("plays R7", "plays G1", "no position follows, of which turn could be expected"),
        ('"R5"', '"X5"', "it is bad input: table.discard"),
    ],
)
def test_a_ruling_that_leads_nowhere_is_told(before: str, after: str, fault: str) -> None:
    verdict = "illegal" if "G1" in after else "legal"
    text = RULING.replace(before, after, 1) + f'[expect]\nverdict = "{verdict}"\nturn = "Bo"\n'

    (told,) = faults(tomllib.loads(text))
    assert told.startswith(fault)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_ruling_tells_its_story_in_both_languages(path: Path) -> None:
    story = tomllib.loads(path.read_text(encoding="utf-8"))["story"]

    assert set(story) == {"en", "zh"}
    assert all(text.strip() for text in story.values())


#: Values with which a ruling comes out as it would without them, and why it sets them.
ONLY_NAMED: Final = {
    ("official", "edition", "classic"): "this sheet asks for the call at another moment, and that makes no difference",
    ("touhouno", "turn-cap", "2"): "below the cap a round goes on as it would without one",
}


@pytest.mark.parametrize("variant", variant_ids())
def test_every_option_a_ruling_sets_is_needed(variant: str) -> None:
    """By some ruling for each value, and by each ruling that is named for what a table has agreed on."""
    usual, needed, idle, agreed = rulebook(variant).settle({}), set(), set(), set()
    for path in FILES:
        if path.parent.parent.name != variant:
            continue
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        given = data.get("options", {})
        bare = [option for option in given if faults({**data, "options": {**given, option: usual[option]}})]
        needed |= {(variant, option, str(given[option])) for option in bare}
        idle |= {(variant, option, str(given[option])) for option in given if given[option] != usual[option]}
        if path.stem.endswith("-if-so-agreed") and given and not bare:
            agreed.add(path.stem)

    assert idle - needed == {value for value in ONLY_NAMED if value[0] == variant}
    assert not agreed
