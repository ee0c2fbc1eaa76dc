"""The sentences for people: whatever can be owed is asked for in words, in every language."""

from __future__ import annotations

import ast
import pickle
import pkgutil
import re
import string
from collections.abc import Iterator
from importlib import import_module
from typing import Any, get_args

import pytest
from attrs import evolve, frozen

import unoref
import unoref.rules
import unoref.variants
from tests.examples import ROOT
from tests.tables import table
from tests.test_cli import run
from tests.walks import RULESETS
from unoref.cards import Card, Color, Face
from unoref.checks import Check
from unoref.frames import Auto, Chance, Frame
from unoref.lasting import Lasting
from unoref.rulebook import variant_ids
from unoref.ruleset import Tables
from unoref.seats import Seat
from unoref.texts import LANGUAGES, _hints, _template, frame_name, lasting_texts

#: Bases of frames of which only the kinds that derive from them are ever owed.
BASES = ("Chance", "Aoe")

for package in (unoref.rules, unoref.variants):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)


def derived(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from derived(one)


def is_of_unoref(kind: type[Any]) -> bool:
    """Whether it is a class that modules of unoref have, and no draft of one that attrs has made anew with slots."""
    module = kind.__module__
    return module.startswith("unoref.") and kind is getattr(import_module(module), kind.__name__)


def variant_of(kind: type[Any]) -> str:
    """The variant a kind of frame or effect belongs to; any of them for a shared one."""
    parts = kind.__module__.split(".")
    return parts[2] if parts[1] == "variants" else variant_ids()[0]


OWED = [
    kind
    for kind in dict.fromkeys(derived(Frame))
    if is_of_unoref(kind) and not issubclass(kind, Auto) and kind.__name__ not in BASES
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", OWED, ids=lambda kind: kind.__name__)
def test_what_is_owed_is_asked_for_in_words(kind: type[Frame], lang: str) -> None:
    names = [frame_name(base) for base in kind.__mro__]
    assert any(_template(lang, "OWED", name, variant_of(kind)) for name in names)


def test_every_variant_has_its_kinds_among_them() -> None:
    assert {variant_of(kind) for kind in OWED} >= {"extended", "touhouno"}
    assert any(issubclass(kind, Chance) for kind in OWED)


@pytest.mark.parametrize("variant", variant_ids())
def test_sentences_for_what_is_owed_are_of_kinds_there_are(variant: str) -> None:
    kinds = {frame_name(kind.__mro__[0]) for kind in derived(Frame)} | {"judge-stunned", "judge-disarm-stunned"}
    for lang in LANGUAGES:
        for module in (f"unoref.texts.{lang}", f"unoref.texts.{lang}_{variant}"):
            try:
                table = import_module(module).OWED
            except (ModuleNotFoundError, AttributeError):
                continue
            assert set(table) <= kinds


#: Lasting effects of the variants, but not those that only others derive from.
LASTING = [
    kind
    for kind in dict.fromkeys(derived(Lasting))
    if is_of_unoref(kind)
    and kind.__name__ not in ("OnPlayer", "Active", "Memory", "UntilTurnEnds", "UntilStart", "UntilEnd", "NextTurn")
]

#: Of these nothing is said: the rules keep them for themselves, or they are seen among cards, counts and open hands.
SILENT = {
    *(
        "BeganToDraw",
        "BombsSeen",
        "Buried",
        "CardShown",
        "DigitLaid",
        "DrawFailed",
        "DrewOnly",
        "FieldColors",
        "HandShown",
    ),
    *("JumpWindow", "NeverUndone", "OutOfGame", "Remembered"),
}


def template_of(kind: type[Any], table: str, lang: str) -> str | None:
    """The sentence about a kind of frame or effect: its own, or that of a kind it derives from."""
    found = (_template(lang, table, frame_name(base), variant_of(kind)) for base in kind.__mro__ if base is not object)
    return next((text for text in found if text is not None), None)


def facts_of(kind: type[object]) -> set[str]:
    """What a sentence about the kind may name, by the types of its fields."""
    facts: set[str] = set()
    seats = 0
    for name, hints in _hints(kind.__mro__[0]):
        if Seat in hints and (Seat, ...) not in (hints[1:], get_args(hints[0])):
            seats += 1
            facts |= {"seat", name} | ({"other"} if seats > 1 else set())
        for wanted, told in (
            (int, {"n", "s", name}),
            (Card, {"cards", "n", "s"}),
            (Color, {"color"}),
            (Face, {"face"}),
        ):
            facts |= told if wanted in hints else set()
    return facts


def names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def undecided(tables: Tables) -> Iterator[Check[Any, Any]]:
    """The checks that unknown cards may decide."""
    rows = (row for row in tables.answers.values())
    checks = {check for row in rows for check in row.checks} | {check for _, _, check in tables._checks.values()}
    return (check for check in checks if "None" in str(getattr(check.test, "__annotations__", {}).get("return", "")))


@pytest.mark.parametrize(("variant", "options"), RULESETS)
def test_whatever_unknown_cards_decide_is_asked_as_a_question(variant: str, options: dict[str, Any]) -> None:
    found = list(undecided(unoref.ruleset(variant, **options).tables))

    assert found
    for check in found:
        for lang in LANGUAGES:
            question = _template(lang, "QUESTIONS", check.point, variant)
            assert question is not None and question[-1] in "?？", (check.point, lang)


def test_a_question_is_put_in_one_direction() -> None:
    """What is asked of a bar is whether the action is in order, of other checks whether they hold."""
    kinds: dict[tuple[str, str], set[bool]] = {}
    for variant, options in RULESETS:
        for check in undecided(unoref.ruleset(variant, **options).tables):
            kinds.setdefault((variant, check.point), set()).add(check.kind == "bar")

    assert [point for point, found in kinds.items() if len(found) > 1] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", LASTING, ids=lambda kind: kind.__name__)
def test_what_lasts_is_told_in_words(kind: type[Any], lang: str) -> None:
    sentence = template_of(kind, "LASTING", lang)

    assert sentence is not None
    assert (sentence == "") == (kind.__name__ in SILENT)
    assert names(sentence) <= facts_of(kind)


@pytest.mark.parametrize("kind", OWED, ids=lambda kind: kind.__name__)
def test_what_is_owed_names_what_its_frame_has(kind: type[Any]) -> None:
    for lang in LANGUAGES:
        assert names(template_of(kind, "OWED", lang) or "") <= facts_of(kind) | {"owner"}


def test_an_effect_without_a_sentence_is_named_and_the_same_twice_is_counted() -> None:
    @frozen
    class OddOneOut(Lasting):
        seat: Seat
        count: int

    state = evolve(table(unoref.ruleset(), {"Ann": "R1", "Bo": "R2"}, "R5"), lasting=(OddOneOut(Seat(1), 3),) * 2)

    assert lasting_texts(state, "en") == ["odd one out Bo 3 ×2"]


@pytest.mark.parametrize("variant", ["touhouno"])
def test_every_spell_that_forbids_says_what(variant: str) -> None:
    rules = unoref.ruleset(variant)
    spells = rules.tables.settings["spells"]
    for lang in LANGUAGES:
        for card, spell in spells.items():
            kind = "banned" if spell.ban else "taxed" if spell.tax else ""
            assert not kind or _template(lang, "LASTING", f"{kind}.{card.code}", variant)


def errors_said() -> set[str]:
    """The keys under which the source says errors, as far as they are written out in it."""
    calls = (
        call
        for path in (ROOT / "unoref").glob("**/*.py")
        if re.search(r"^from unoref.errors import .*\bsaid\b", path.read_text(encoding="utf-8"), re.M)
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "said"
    )
    keys = (node for call in calls for node in ast.walk(call.args[0]))
    return {str(node.value) for node in keys if isinstance(node, ast.Constant)}


def test_errors_are_kept_in_every_language_with_the_same_facts() -> None:
    kept = {lang: import_module(f"unoref.texts.{lang}").ERRORS for lang in LANGUAGES}

    def facts(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    assert kept["en"].keys() == kept["zh"].keys()
    assert {key for key in kept["en"] if facts(kept["en"][key]) != facts(kept["zh"][key])} == set()


def test_what_errors_say_is_kept() -> None:
    kept = set(import_module("unoref.texts.en").ERRORS)
    begun = {key for key in errors_said() if key.endswith(" ")}  # the beginnings of keys such as "no {what}"

    assert {key for key in errors_said() - begun if key not in kept} == set()
    assert all(any(key.startswith(beginning) for key in kept) for beginning in begun)


def test_an_error_keeps_its_languages_when_it_is_sent_to_another_process() -> None:
    with pytest.raises(unoref.RulebookError) as raised:
        unoref.ruleset("vilage")
    fault = pickle.loads(pickle.dumps(raised.value))

    assert str(fault).startswith("there is no variant 'vilage'; there are classic")
    assert fault.text("zh").startswith("没有变体 'vilage'；有 classic")
    assert unoref.RecordError("only English").text("zh") == "only English"


IDS = "classic, extended, official, touhouno, village"
TOP = ("--top", "R5")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("judge", *TOP, "-v", "vilage", "Ann draws"), f"没有变体 'vilage'；有 {IDS}；是不是 'village'？"),
        (("judge", "--top", "R77", "Ann draws"), "弃牌堆：不认识的牌 'R77'；是不是 'R7'？（official 的牌）"),
        (("judge", *TOP, "Ann plays R77"), "'Ann plays R77'：不认识的牌 'R77'；是不是 'R7'？"),
        (("judge", *TOP, "--players", "Ann,Bo", "Xy draws"), "'Xy draws'：不认识的玩家 'Xy'；玩家有 'Ann', 'Bo'"),
        (("judge", *TOP, "Ann drows"), "'Ann drows'：不认识的动词 'drows'；是不是 'draws'？"),
        (("judge", *TOP, "Ann plays"), "'Ann plays'：'plays' 之后缺少牌"),
        (("judge", *TOP, "Ann plays W"), "'Ann plays W'：W 要指定颜色：'naming blue'"),
        (("judge", *TOP, "Ann plays R7 as 3"), "'Ann plays R7 as 3'：R7 不能带 'as'"),
        (("judge", "none.toml"), "无法读取 'none.toml'：没有这个文件；句子里要有空格：'Ann draws'"),
        (("judge", *TOP, "-o", "jmp-in=true", "Ann draws"), "official 没有选项 'jmp-in'；是不是 'jump-in'？"),
        (("judge", *TOP, "-o", "jump-in=x", "Ann draws"), "选项 jump-in：'x' 不是 true, false 之一"),
        (
            ("judge", *TOP, "--direction", "up", "Ann draws"),
            "--direction 是 'up'，应是 clockwise, counterclockwise 之一",
        ),
        (("judge", *TOP, "--hand", "Ann=R1 R1 R1", "Ann draws"), "R1 列了 3 次；official 的牌只有 2 张"),
        (("judge", "Ann draws"), "没有给出顶牌；请加上 --top R5，或由牌桌翻出：'table flips R5'"),
        (
            ("judge", "--top", "R5 G1", "Ann draws"),
            "--top 只给一张牌，不能是 'R5 G1'；整个弃牌堆用 --discard 给出，最早的在前",
        ),
        (("judge", "--tpo", "R5"), "没有选项 '--tpo'；是不是 '--top'？"),
        (("jugde",), "没有命令 'jugde'；是不是 'judge'？"),
        (("simulate", "-p", "99"), "99 名玩家：official 供 2 至 10 人玩（official:setup.1）"),
        (("rules", "official:turn.drow"), "没有条款 'official:turn.drow'；是不是 'official:turn.draw'？"),
    ],
)
def test_the_usual_errors_are_told_in_chinese(arguments: tuple[str, ...], told: str) -> None:
    for asked in ((*arguments, "--lang", "zh"), (*arguments, "--lang=zh")):
        ran = run(*asked)

        assert (ran.code, ran.out, ran.err) == (2, "", f"unoref: {told}\n")


def test_an_illegal_play_is_told_in_chinese() -> None:
    reason = "蓝7既不是当前颜色（红色），数字或符号也与红5不同 (official:match-card.1)"
    ran = run("judge", "--lang", "zh", "--top", "R5", "Ann plays B7", "Bo plays B8")
    state = unoref.loads('[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n').state()
    with pytest.raises(unoref.IllegalAction) as raised:
        unoref.apply(state, unoref.parse("Ann plays B7", state))

    assert ran.err == f"unoref: plays 第 1 步（'Ann plays B7'）不合规则：{reason}\n"
    assert raised.value.text("zh") == f"'Ann plays B7' 违规：{reason}"


def test_a_language_there_is_not_is_an_error_that_names_those_there_are() -> None:
    state = unoref.loads('[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n').state()
    (event, *_) = unoref.transition(state, unoref.parse("Ann draws", state)).events

    with pytest.raises(ValueError, match="language 'fr': there are en, zh"):
        event.text("fr")
