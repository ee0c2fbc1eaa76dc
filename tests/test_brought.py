"""Variants that other packages bring: the one of docs/writing_a_variant.rst is like any other, and faults are told."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import unoref
from tests import test_properties as properties
from tests.examples import EXAMPLES, ROOT, install
from unoref import variant_modules
from unoref.rulebook import read_also, rulebook, variant_ids
from unoref.sphinxext.trace import gaps
from unoref.texts.brought import brought_texts
from unoref.variant_modules import misbrought

PACKAGE = EXAMPLES / "broom"

CASE = """
variant = "broom"
plays = ["Ann plays R7"]
[table]
players = ["Ann", "Bo"]
discard = "R5"
[table.hands]
Ann = "R7 B3 R1"
Bo = "? ? ?"
"""


def forget() -> None:
    for kept in (variant_modules._claims, variant_modules.variant_module, rulebook, brought_texts):
        kept.cache_clear()
    importlib.import_module("unoref.ruleset")._settled.cache_clear()
    importlib.import_module("unoref.texts")._is_brought.cache_clear()
    importlib.import_module("unoref.texts")._template.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "broom"]:
        del sys.modules[name]
    importlib.invalidate_caches()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the package in a folder of Python's path, without its rulings, to be spoiled."""
    copy = tmp_path / "site"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    install(copy, copy)
    monkeypatch.syspath_prepend(str(copy))
    forget()
    yield copy
    monkeypatch.undo()
    forget()


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(unoref.RulebookError) as fault:
        call()
    assert "\n" not in str(fault.value)
    return str(fault.value)


def judge_official() -> None:
    state = unoref.loads('[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n[table.hands]\nAnn = "R7 B3"\n').state()
    assert unoref.judge(state, unoref.parse("Ann plays R7 saying uno", state)).verdict == "legal"


def test_it_stands_among_the_others(package: Path) -> None:
    assert "broom" in variant_ids()
    assert unoref.ruleset("broom", sweep_by="any").options["sweep-by"] == "any"
    assert rulebook("broom").folder == package / "broom"
    assert gaps("broom") == []


def test_its_events_and_reasons_are_told_in_its_own_words(package: Path) -> None:
    state = unoref.loads(CASE).state()
    wrong = unoref.judge(state, unoref.parse("Ann discards B3", state))
    right = unoref.judge(state, unoref.parse("Ann discards R1", state))

    assert [(reason.clause, reason.text("zh")) for reason in wrong.reasons] == [
        ("broom:sweep.color", "只能扫掉红色的牌。")
    ]
    assert right.events[0].text() == "Ann sweeps red 1 away."


def test_an_event_without_words_is_told_in_those_of_its_clause(package: Path) -> None:
    (package / "broom" / "texts.toml").unlink()
    state = unoref.loads(CASE).state()

    told = unoref.judge(state, unoref.parse("Ann discards R1", state)).events[0].text()

    assert told.startswith("Whoever plays a 7 may then sweep one more card away")


def test_a_position_in_the_middle_of_it_reads_back(package: Path) -> None:
    state = unoref.loads(CASE).state()

    assert unoref.loads(unoref.dumps(unoref.record(state))).state() == state


@pytest.mark.parametrize("options", [{}, {"sweep_by": "any", "target": 50}])
@pytest.mark.parametrize(
    "claim",
    [
        properties.test_cards_are_conserved,
        properties.test_somebody_can_act_or_the_round_is_over,
        properties.test_judge_apply_and_legal_actions_agree,
        properties.test_they_agree_with_unknown_cards_too,
        properties.test_positions_read_back_from_records,
        properties.test_observing_then_acting_agrees_with_acting_then_observing,
        properties.test_every_verdict_and_event_cites_a_clause,
    ],
)
def test_what_holds_of_every_variant_holds_of_it(package: Path, claim: object, options: dict[str, object]) -> None:
    for seed in range(4):
        claim.hypothesis.inner_test(("broom", options), 2 + seed, seed, 60)  # type: ignore[attr-defined]


def test_a_variant_of_this_package_needs_no_look_at_the_others() -> None:
    code = (
        "import importlib.metadata as m, unoref\n"
        "m.entry_points = None\n"
        'state = unoref.loads(\'[table]\\nplayers = ["Ann", "Bo"]\\ndiscard = "R5"\\n\').state()\n'
        "print(unoref.judge(state, unoref.parse('Ann draws', state)).events[0].text())\n"
    )
    path = {**os.environ, "PYTHONPATH": str(ROOT)}

    done = subprocess.run([sys.executable, "-c", code], env=path, capture_output=True, text=True, check=True)

    assert done.stdout == "Ann draws 1 card.\n"


def test_a_module_that_cannot_be_imported_is_told_and_hinders_no_other(package: Path) -> None:
    (package / "broom" / "__init__.py").write_text("import nothing_of_this_name\n", encoding="utf-8")

    assert refused(lambda: unoref.ruleset("broom")) == (
        "variant broom: broom-rules (broom) cannot be imported: ModuleNotFoundError: No module named 'nothing_of_this_name'"
    )
    judge_official()


def test_a_module_without_a_deck_is_told(package: Path) -> None:
    (package / "broom" / "__init__.py").write_text("def modules(options): return ()\n", encoding="utf-8")

    assert refused(lambda: unoref.ruleset("broom")) == "variant broom: broom-rules (broom) has no function 'deck'"


@pytest.mark.parametrize("file", ["rulebook.toml", "deck.toml"])
def test_a_file_that_is_missing_is_told(package: Path, file: str) -> None:
    (package / "broom" / file).unlink()

    assert file in refused(lambda: unoref.ruleset("broom"))
    judge_official()


def spoil(package: Path, file: str, old: str, new: str) -> None:
    path = package / "broom" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("rulebook.toml", '"sweep.kept" = ["broom:sweep"]', "", "broom/rulebook.toml binds no clause to 'sweep.kept'"),
        ("rulebook.toml", 'id = "broom"', 'id = "mop"', "is that of 'mop', not of 'broom'"),
        ("rulebook.toml", "players = [2, 6]", "", "the head lacks or misstates 'players'"),
        ("options.toml", 'clause = "broom:match"', "", "options.toml: an option lacks 'clause'"),
        ("deck.toml", "[numbers]", "[cards]", "deck.toml: the part 'numbers' lacks 'numbers'"),
        ("deck.toml", '"9" = 2', '"10" = 2', "deck.toml: the part 'numbers' lacks 'R10'"),
    ],
)
def test_faulty_data_is_told(package: Path, file: str, old: str, new: str, told: str) -> None:
    spoil(package, file, old, new)

    assert told in refused(lambda: unoref.ruleset("broom"))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "{seat} may sweep",
            "{player} may sweep",
            "en.events.may-sweep names {player}; there are cards, color, n, other",
        ),
        ("{seat} may sweep", "{seat may sweep", "en.events.may-sweep is no sentence: "),
        ("[en.events]", "[en.event]", "en.event is no table of texts; did you mean 'events'?"),
    ],
)
def test_faulty_sentences_are_told(package: Path, old: str, new: str, told: str) -> None:
    spoil(package, "texts.toml", old, new)

    assert told in refused(lambda: brought_texts("broom", "en"))


def test_a_clause_without_a_text_is_told(package: Path) -> None:
    spoil(package, "rulebook.toml", 'zh = "二至六人，各自为战。"', "")

    assert "broom:players lacks 'zh'" in refused(lambda: rulebook("broom").clause("broom:players"))


def claim(package: Path, name: str, *entries: str) -> None:
    """Another package that is installed beside the first, with these entry points."""
    other = package / f"{name}-1.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = "\n".join(("[unoref.variants]", *entries))
    (other / "entry_points.txt").write_text(f"{lines}\n", encoding="utf-8")
    forget()


def test_an_id_that_cannot_be_is_told_to_who_asks_for_it_and_hinders_no_other(package: Path) -> None:
    claim(package, "other", "Mop-Rules = mop", "official = mop")

    assert refused(lambda: unoref.ruleset("Mop-Rules")) == (
        "other (mop) brings a variant 'Mop-Rules': an id is one word in small letters"
    )
    assert misbrought()["official"] == "other (mop) brings a variant 'official', which is one of unoref's own"
    assert {"broom", "official"} < set(variant_ids()) and "Mop-Rules" not in variant_ids()
    assert unoref.ruleset("broom").variant == "broom"
    judge_official()


@pytest.mark.parametrize("module", ["other", "broom"])
def test_one_variant_of_two_packages_is_told_to_who_asks_for_it(package: Path, module: str) -> None:
    claim(package, "other", f"broom = {module}")

    told = f"broom-rules (broom) and other ({module}) both bring a variant 'broom'"
    assert refused(lambda: unoref.ruleset("broom")) == told
    assert "broom" not in variant_ids()
    judge_official()


def test_a_rulebook_without_code_is_told(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unoref.rulebook._also", {})
    shutil.copytree(package / "broom", package / "books" / "mop")
    book = package / "books" / "mop" / "rulebook.toml"
    book.write_text(book.read_text(encoding="utf-8").replace("broom", "mop"), encoding="utf-8")
    for file in ("options.toml", "deck.toml"):
        path = book.with_name(file)
        path.write_text(path.read_text(encoding="utf-8").replace("broom:", "mop:"), encoding="utf-8")

    assert read_also(package / "books") == ("mop",)
    assert refused(lambda: unoref.ruleset("mop")) == "variant mop: there is a rulebook but no code to play by it"


def test_without_the_package_its_records_are_refused() -> None:
    assert "there is no variant 'broom'" in refused(lambda: unoref.loads(CASE).state())
