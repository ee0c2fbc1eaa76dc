"""The sentences for people: whatever can be owed is asked for in words, in every language."""

from __future__ import annotations

import pkgutil
import string
from collections.abc import Iterator
from importlib import import_module
from typing import Any, get_args

import pytest
from attrs import evolve, frozen

import unoref
import unoref.rules
import unoref.variants
from tests.tables import table
from unoref.cards import Card, Color, Face
from unoref.frames import Auto, Chance, Frame
from unoref.lasting import Lasting
from unoref.rulebook import variant_ids
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


def test_a_language_there_is_not_is_an_error_that_names_those_there_are() -> None:
    state = unoref.loads('[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n').state()
    (event, *_) = unoref.transition(state, unoref.parse("Ann draws", state)).events

    with pytest.raises(ValueError, match="language 'fr': there are en, zh"):
        event.text("fr")
