"""The sentences for people: whatever can be owed is asked for in words, in every language."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

import unoref.rules
import unoref.variants
from unoref.frames import Auto, Chance, Frame
from unoref.rulebook import variant_ids
from unoref.texts import LANGUAGES, _template, frame_name

#: Bases of frames of which only the kinds that derive from them are ever owed.
BASES = ("Chance", "Aoe")

for package in (unoref.rules, unoref.variants):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)


def derived(kind: type[Frame]) -> Iterator[type[Frame]]:
    for one in kind.__subclasses__():
        yield one
        yield from derived(one)


def variant_of(kind: type[Frame]) -> str:
    """The variant a kind of frame belongs to; any of them for a shared one."""
    parts = kind.__module__.split(".")
    return parts[2] if parts[1] == "variants" else variant_ids()[0]


OWED = [
    kind
    for kind in dict.fromkeys(derived(Frame))
    if kind.__module__.startswith("unoref.") and not issubclass(kind, Auto) and kind.__name__ not in BASES
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
