"""Variants that other packages bring: the one of docs/writing_a_variant.rst is like any other, and faults are told."""

from __future__ import annotations

import importlib
import json
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
from tests.test_cli import run
from unoref import strategies, variant_modules
from unoref.rulebook import rulebook, variant_ids
from unoref.sphinxext.trace import gaps
from unoref.texts import owed_text
from unoref.texts.brought import brought_texts

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
    for kept in (variant_modules._installed, variant_modules.variant_module, rulebook, brought_texts):
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

    assert owed_text(state, "en") == "Ann", "of whom nothing more can be said"
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
        claim.of_walk(chosen=("broom", options), count=2 + seed, seed=seed, length=60)  # type: ignore[attr-defined]


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
        (
            "[en.events]",
            '[en.lasting]\nswept = "{seat} has swept {count}."\n[en.events]',
            "en.lasting.swept names {count}; there are cards, color, face, n, other, s, seat",
        ),
    ],
)
def test_faulty_sentences_are_told(package: Path, old: str, new: str, told: str) -> None:
    spoil(package, "texts.toml", old, new)

    assert told in refused(lambda: brought_texts("broom", "en"))


def test_a_clause_without_a_text_is_told(package: Path) -> None:
    spoil(package, "rulebook.toml", 'zh = "二至六人，各自为战。"', "")

    assert "broom:players lacks 'zh'" in refused(lambda: rulebook("broom").clause("broom:players"))


def claim(package: Path, entries: str) -> None:
    """Have the package bring these variants."""
    file = next(package.glob("broom*.dist-info")) / "entry_points.txt"
    file.write_text(f"[unoref.variants]\n{entries}\n", encoding="utf-8")
    forget()


def others_stand(told: str) -> None:
    """Every command that goes through the variants tells the fault on standard error and goes on."""
    judge_official()
    own = {"classic", "extended", "official", "touhouno", "village"}
    for arguments in (("variants",), ("rules",), ("rules", "--topic", "challenge"), ("rules", "--search", "seven")):
        ran = run(*arguments, "--json")
        assert (ran.code, len(ran.err.splitlines())) == (0, 1)
        assert ran.err.startswith("unoref: passed over: ") and told in ran.err
        assert {entry["id"].partition(":")[0] for entry in json.loads(ran.out)} - {"house", "interp"} <= own
    assert run("rules").code == run("variants").code == 0
    ran = run("compare", "--top", "R5", "--hand", "Ann=R7 B3", "Ann plays R7", "-o", "jump-in=true", "--json")
    assert ran.code == 0 and told in ran.err
    assert {row["variant"] for row in json.loads(ran.out)} == own
    assert "no variant has an option 'jumpin'" in run("audit", "-", "-o", "jumpin=true", given="").err


@pytest.mark.parametrize(
    ("entry", "asked", "told"),
    [
        ("official = broom", None, "brings a variant 'official', which is one of unoref's own"),
        ("house = broom", "house", "brings a variant 'house', by which ids of clauses in every rulebook begin"),
        ("Broom-Rules = broom", "Broom-Rules", "brings a variant 'Broom-Rules': an id is one word in small letters"),
        ("a.b = broom", "a.b", "brings a variant 'a.b': an id is one word in small letters"),
    ],
)
def test_an_id_that_cannot_be_is_told(package: Path, entry: str, asked: str | None, told: str) -> None:
    claim(package, entry)

    assert "broom" not in variant_ids()
    others_stand(told)
    if asked is not None:
        assert told in refused(lambda: unoref.ruleset(asked))


def test_one_entry_that_cannot_be_leaves_the_others_of_its_package(package: Path) -> None:
    claim(package, "Upper = broom\nbroom = broom")

    assert "broom" in variant_ids()
    assert unoref.ruleset("broom").variant == "broom"


def test_two_packages_that_bring_one_variant_are_told(package: Path) -> None:
    other = package / "other-1.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n", encoding="utf-8")
    (other / "entry_points.txt").write_text("[unoref.variants]\nbroom = other\n", encoding="utf-8")
    forget()

    others_stand("both bring a variant 'broom'")
    assert "both bring a variant 'broom'" in refused(lambda: unoref.ruleset("broom"))
    assert "both bring a variant 'broom'" in refused(lambda: unoref.loads(CASE).state())


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("__init__.py", "import nothing_of_this_name\n", "No module named 'nothing_of_this_name'"),
        ("__init__.py", "raise SystemExit(3)\n", "cannot be imported: SystemExit: 3"),
        ("__init__.py", "raise ValueError('one\\ntwo')\n", "cannot be imported: ValueError: one two"),
        ("__init__.py", "modules = None\n", "has no function 'modules'"),
        ("rulebook.toml", "", "the head lacks or misstates 'id'"),
        ("rulebook.toml", 'id = "broom"\ntitle = 1\nsource = ""\nplayers = [2, 3]\n[bindings]\n', "TypeError"),
        ("options.toml", "[[", "options.toml"),
        ("texts.toml", "[en.event]\n", "en.event is no table of texts"),
    ],
)
def test_a_faulty_variant_takes_no_other_down(package: Path, file: str, text: str, told: str) -> None:
    (package / "broom" / file).write_text(text, encoding="utf-8")

    others_stand(told)


def test_a_fault_that_shows_in_play_is_a_row_of_the_comparison(package: Path) -> None:
    (package / "broom" / "__init__.py").write_text("def modules(options): 1 / 0\ndeck = modules\n", encoding="utf-8")

    ran = run("compare", "--top", "R5", "--hand", "Ann=R7 B3", "Ann plays R7", "--json")

    assert (ran.code, ran.err) == (0, "")
    told = {row["variant"]: row["not-applicable"] for row in json.loads(ran.out)}
    assert told.pop("broom") == (
        "variant broom: broom-rules (broom): modules() fails: ZeroDivisionError: division by zero"
    )
    assert set(told.values()) == {None}


CODE = (PACKAGE / "broom" / "__init__.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("def modules(options): 1 / 0\n", "modules() fails: ZeroDivisionError: division by zero"),
        ("def modules(options): raise SystemExit(0)\n", "modules() fails: SystemExit: 0"),
        ("def modules(): return ()\n", "modules() fails: TypeError: modules() takes 0 positional arguments"),
        ("def modules(options): pass\n", "modules() fails: TypeError: it gives NoneType, not a tuple of Module"),
        ("def modules(options): return 'ab'\n", "modules() fails: TypeError: it gives str among its modules"),
        ("def modules(options): yield 1 / 0\n", "modules() fails: ZeroDivisionError: division by zero"),
        ("def modules(options): return ()\n", "no module of broom/rulebook.toml says what to cite when "),
        (
            "_all = modules\ndef modules(options): return [each for each in _all(options) if each.name != 'setup']\n",
            "no module of broom/rulebook.toml has the settings 'hand-size'",
        ),
        (
            "from unoref.ruleset import Module\ndef modules(options): return [Module(name='x', answers=(1,))]\n",
            "putting its modules together fails: AttributeError: 'int' object has no attribute 'frame'",
        ),
        ("def deck(book, options): return book.decks\n", "deck() fails: TypeError: it gives dict, not Deck"),
        ("def deck(book, options): return book.deck('x')\n", "deck.toml"),
    ],
)
@pytest.mark.parametrize("command", ["judge", "legal", "replay", "score", "simulate"])
def test_a_variant_whose_functions_fail_is_blamed(package: Path, code: str, told: str, command: str) -> None:
    (package / "broom" / "__init__.py").write_text(f"{CODE}\n{code}", encoding="utf-8")
    given = ("-v", "broom", *(("-n", "1") if command == "simulate" else ("--top", "R5", "Ann plays R7")))

    ran = run(command, *given) if command in ("judge", "simulate") else run(command, "-", given=CASE)

    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert told in ran.err and "broom" in ran.err
    judge_official()


def test_rulesets_of_every_variant_leave_a_faulty_one_out_with_a_warning(package: Path) -> None:
    (package / "broom" / "__init__.py").write_text("modules = None\n", encoding="utf-8")

    with pytest.warns(UserWarning, match="broom-rules .* has no function 'modules'"):
        strategies.rulesets()
    assert "has no function" in refused(lambda: strategies.rulesets("broom"))


def test_a_rulebook_without_code_can_be_read_and_not_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = tmp_path / "mop"
    book.mkdir()
    head = 'id = "mop"\nsource = "x"\nplayers = [2, 4]\ntitle.en = "Mop"\ntitle.zh = "拖把"\n[bindings]\n'
    clause = '\n[[clause]]\nid = "mop:1"\ntopics = ["deck"]\nkind = "etiquette"\nen = "x"\nzh = "y"\n'
    (book / "rulebook.toml").write_text(head + clause, encoding="utf-8")
    also = importlib.import_module("unoref.rulebook")._also
    monkeypatch.setitem(also, "mop", book)

    try:
        assert rulebook("mop").clause_ids == ("mop:1",)
        assert refused(lambda: unoref.ruleset("mop")) == "there is a rulebook but no code for 'mop'"
        ran = run("compare", "--top", "R5", "--hand", "Ann=R7 B3", "Ann plays R7", "--json")
        assert "there is a rulebook but no code for 'mop'" in [row["not-applicable"] for row in json.loads(ran.out)]
    finally:
        forget()


def test_without_the_package_its_records_are_refused() -> None:
    assert "there is no variant 'broom'" in refused(lambda: unoref.loads(CASE).state())
