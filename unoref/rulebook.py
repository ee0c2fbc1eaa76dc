"""Rulebooks: clauses, interpretations, options, decks and bindings, read from ``variants/``.

The wheel ships ``variants/`` as ``unoref/book/``; where there is no such folder (a checkout, an editable install) the one
beside the package is read. The rulebook of a variant that another package brings lies beside its code
(:mod:`unoref.variant_modules`).
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, Literal, final

from attrs import field, frozen

from unoref.cards import Card, Deck, card
from unoref.errors import RulebookError, nearest, said
from unoref.seats import MOST_SEATS
from unoref.sections import found
from unoref.variant_modules import brought, folder_beside, unusable

__all__ = [
    "CardRow",
    "Choice",
    "Clause",
    "Interpretation",
    "Option",
    "Rulebook",
    "own_ids",
    "read_also",
    "rulebook",
    "rulebooks",
    "variant_ids",
]

Value = str | int | bool
Kind = Literal["definition", "legality", "effect", "procedure", "scoring", "etiquette"]

TOPICS: Final = tuple(
    "deck setup opening-card turn-order matching drawing skip reverse draw-two wild wild-draw-four challenge stacking jump-in "
    "seven-zero multi-play uno-call going-out reshuffle scoring match two-player teams seating hidden-information spell effect "
    "card".split()
)


@frozen
class Clause:
    """One numbered rule: its permanent id, its topics (the first is the main one), its kind, its texts.

    ``option`` names the switch that decides it, if any; ``unmodelled`` says, in both languages, why no code carries it out.
    """

    id: str
    topics: tuple[str, ...]
    kind: Kind
    texts: Mapping[str, str]
    option: str | None = None
    unmodelled: Mapping[str, str] | None = None

    def text(self, lang: str = "en") -> str:
        """The clause in English (``en``) or Chinese (``zh``)."""
        return self.texts[lang]


@frozen
class Interpretation:
    """A recorded reading where the source is silent; its id may be cited like a clause's."""

    id: str
    clause: str
    question: Mapping[str, str]
    reading: Mapping[str, str]
    alternatives: Mapping[str, tuple[str, ...]]
    option: str | None = None

    def text(self, lang: str = "en") -> str:
        """Question and reading, in English or Chinese."""
        return f"{self.question[lang]}{'' if lang == 'zh' else ' '}{self.reading[lang]}"


@frozen
class Choice:
    """One value of an option and what it means."""

    value: str
    texts: Mapping[str, str]


@frozen
class Option:
    """A switch of a rulebook. Its values are the choices, or the numbers from ``minimum`` to ``maximum``, or true and false.

    ``implies`` maps a value to the defaults it brings for other options.
    """

    name: str
    clause: str
    default: Value
    texts: Mapping[str, str]
    choices: tuple[Choice, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    implies: Mapping[str, Mapping[str, Value]] = field(factory=dict)

    @property
    def values(self) -> tuple[str, ...]:
        """The values as written, or a description of the range."""
        if self.choices:
            return tuple(choice.value for choice in self.choices)
        return ("true", "false") if isinstance(self.default, bool) else (f"{self.minimum} to {self.maximum}",)

    def read(self, value: object) -> Value:
        """The value as this option takes it; text is read where a number or truth value is meant.

        Raises :class:`unoref.RulebookError` for anything else, naming the nearest right value.
        """
        if isinstance(self.default, bool):
            words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
            if isinstance(value, bool):
                return value
            if isinstance(value, str) and value.casefold() in words:
                return words[value.casefold()]
        elif isinstance(self.default, int):
            if isinstance(value, str) and len(value) <= 9 and value.lstrip("-").isdecimal():
                value = int(value)
            if isinstance(value, int) and not isinstance(value, bool):
                assert self.minimum is not None and self.maximum is not None
                if self.minimum <= value <= self.maximum:
                    return value
        elif not isinstance(value, bool) and isinstance(value, str | int) and str(value)[:64] in self.values:
            return str(value)
        shown = repr(value)
        shown = shown if len(shown) <= 60 else f"{shown[:57]}…"
        hint = nearest(value, list(self.values)) if isinstance(value, str) and self.choices else ""
        raise RulebookError(said("option value", name=self.name, value=shown, values=", ".join(self.values), hint=hint))


def _option(entry: Mapping[str, Any]) -> Option:
    return Option(
        entry["name"],
        entry["clause"],
        entry["default"],
        {"en": entry["en"], "zh": entry["zh"]},
        tuple(Choice(made["value"], {"en": made["en"], "zh": made["zh"]}) for made in entry.get("choice", ())),
        entry.get("minimum"),
        entry.get("maximum"),
        entry.get("implies", {}),
    )


def _folder() -> Path:
    inside = Path(__file__).parent / "book"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "variants"


@cache
def own_ids() -> frozenset[str]:
    """The ids of the variants whose rulebooks come with this package."""
    return frozenset(path.parent.name for path in _folder().glob("*/rulebook.toml"))


#: The folders of the rulebooks that :func:`read_also` has found, by id.
_also: Final[dict[str, Path]] = {}


def read_also(folder: str | os.PathLike[str]) -> tuple[str, ...]:
    """Have the rulebooks in a folder, each in a subfolder named like it, found beside the others; their ids.

    Raises :class:`unoref.RulebookError` where there are none, or where one has the id of another.
    """
    path = Path(folder).resolve()
    found = {book.parent.name: book.parent for book in sorted(path.glob("*/rulebook.toml"))}
    if not found:
        raise RulebookError(f"{path} has no subfolder with a rulebook.toml")
    for variant, place in found.items():
        if variant in variant_ids() and _also.get(variant) != place:
            raise RulebookError(f"{place}: there is a rulebook {variant!r} already")
    _also.update(found)
    return tuple(found)


def variant_ids() -> tuple[str, ...]:
    """The ids of the variants there are rulebooks for, in alphabetical order, those that other packages bring included."""
    return tuple(sorted(own_ids() | brought().keys() | _also.keys()))


@frozen
class CardRow:
    """What cards do at a glance: their codes, the clause that says it in full, the cell of each column in both languages."""

    cards: tuple[str, ...]
    clause: str
    cells: Mapping[str, Mapping[str, str]]


@final
class Rulebook:
    """One variant's book. Only what is asked for is parsed: bindings first, texts when somebody reads them."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        text = self._text("rulebook.toml")
        # Everything before the first clause is small and needed for every game; the clauses are long and are read when cited.
        head, mark, rest = text.partition("\n[[")
        self._rest: Final = mark + rest
        data = self._parse(head, "rulebook.toml")
        try:
            self.id: Final[str] = data["id"]
            self.title: Final[Mapping[str, str]] = data["title"]
            self.source: Final[str] = data["source"]
            self.players: Final[tuple[int, int]] = (data["players"][0], data["players"][1])
            self.bindings: Final[Mapping[str, tuple[str, ...]]] = {
                point: tuple(clauses) for point, clauses in data["bindings"].items()
            }
            #: What is bound anew under an option with a value, both as they are written.
            self.under: Final[Mapping[tuple[str, str], Mapping[str, tuple[str, ...]]]] = {
                (option, value): {point: tuple(clauses) for point, clauses in bound.items()}
                for option, values in data.get("under", {}).items()
                for value, bound in values.items()
            }
        except (KeyError, IndexError, TypeError, AttributeError) as fault:
            raise RulebookError(f"{folder / 'rulebook.toml'}: the head lacks or misstates {fault}") from None
        least, most = self.players
        if not (type(least) is type(most) is int and 2 <= least <= most <= MOST_SEATS):
            raise RulebookError(
                f"{folder / 'rulebook.toml'}: players: {found(data['players'])} is no range of players within 2 to {MOST_SEATS}"
            )

    def bindings_under(self, options: Mapping[str, Value]) -> Mapping[str, tuple[str, ...]]:
        """The clauses each point is bound to under these options: ``[under.<option>.<value>]`` of the head binds some anew.

        Where several do, the later table of the book decides.
        """
        bound = dict(self.bindings)
        for (option, value), anew in self.under.items():
            if str(options[option]).casefold() == value:
                bound.update(anew)
        return bound

    @cached_property
    def every_binding(self) -> Mapping[str, tuple[str, ...]]:
        """The clauses each point is bound to under some options or other."""
        bound = dict(self.bindings)
        for anew in self.under.values():
            for point, clauses in anew.items():
                bound[point] = tuple(dict.fromkeys((*bound.get(point, ()), *clauses)))
        return bound

    def _text(self, name: str) -> str:
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            raise RulebookError(f"{self.folder / name} cannot be read: {fault}") from None

    def _lacks(self, name: str, identity: str, fault: KeyError) -> RulebookError:
        return RulebookError(f"{self.folder / name}: {identity} lacks {fault}")

    def _parse(self, text: str, name: str) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as fault:
            raise RulebookError(f"{self.folder / name}: {fault}") from None

    @cached_property
    def _blocks(self) -> Mapping[str, str]:
        """The text of each clause and interpretation, by id: every block stands on its own in TOML."""
        blocks = {}
        for block in self._rest.split("\n[[")[1:]:
            identity = block.partition('id = "')[2].partition('"')[0]
            blocks[identity] = f"[[{block}"
        return blocks

    def _entry(self, identity: str, table: str) -> Mapping[str, Any]:
        try:
            entry: Mapping[str, Any] = self._parse(self._blocks[identity], "rulebook.toml")[table][0]
        except KeyError:
            raise RulebookError(
                f"{self.id} has no {table} {identity!r}{nearest(identity, list(self._blocks))}"
            ) from None
        return entry

    @cached_property
    def clause_ids(self) -> tuple[str, ...]:
        """The ids of all clauses, in the order of the book."""
        return tuple(identity for identity, block in self._blocks.items() if block.startswith("[[clause]]"))

    @cached_property
    def interpretation_ids(self) -> tuple[str, ...]:
        """The ids of all interpretations, in the order of the book."""
        return tuple(identity for identity, block in self._blocks.items() if block.startswith("[[interpretation]]"))

    @cache  # noqa: B019 - a rulebook lives as long as the process
    def clause(self, identity: str) -> Clause:
        """The clause with this id; :class:`unoref.RulebookError` names the nearest id when there is none."""
        entry = self._entry(identity, "clause")
        try:
            return Clause(
                entry["id"],
                tuple(entry["topics"]),
                entry["kind"],
                {"en": entry["en"], "zh": entry["zh"]},
                entry.get("option"),
                entry.get("unmodelled"),
            )
        except KeyError as fault:
            raise self._lacks("rulebook.toml", identity, fault) from None

    @cache  # noqa: B019 - as above
    def interpretation(self, identity: str) -> Interpretation:
        """The interpretation with this id."""
        entry = self._entry(identity, "interpretation")
        try:
            return Interpretation(
                entry["id"],
                entry["clause"],
                entry["question"],
                entry["reading"],
                {lang: tuple(texts) for lang, texts in entry["alternatives"].items()},
                entry.get("option"),
            )
        except KeyError as fault:
            raise self._lacks("rulebook.toml", identity, fault) from None

    def cited(self, identity: str) -> Clause | Interpretation:
        """What a verdict or event cites: a clause or an interpretation."""
        if self._blocks.get(identity, "").startswith("[[interpretation]]"):
            return self.interpretation(identity)
        return self.clause(identity)

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """The options by name, in the order of the book; none where it has no ``options.toml``."""
        if not (self.folder / "options.toml").is_file():
            return {}
        data = self._parse(self._text("options.toml"), "options.toml")
        entries = data.get("option", ())
        try:
            return {entry["name"]: _option(entry) for entry in entries}
        except KeyError as fault:
            raise self._lacks("options.toml", "an option", fault) from None

    @cached_property
    def card_rows(self) -> tuple[CardRow, ...]:
        """The cards at a glance, as ``cards.toml`` holds them; empty where the book has no such table."""
        data = self._card_table
        return tuple(
            CardRow(
                tuple(row["cards"]),
                row["clause"],
                {name: cell for name, cell in row.items() if name in data.get("columns", {})},
            )
            for row in data.get("card", ())
        )

    @cached_property
    def card_columns(self) -> Mapping[str, Mapping[str, str]]:
        """The columns of the table of cards: a name to its heading in both languages."""
        columns: Mapping[str, Mapping[str, str]] = self._card_table.get("columns", {})
        return columns

    @cached_property
    def _card_table(self) -> Mapping[str, Any]:
        file = self.folder / "cards.toml"
        return self._parse(file.read_text(encoding="utf-8"), "cards.toml") if file.is_file() else {}

    @cached_property
    def sentences(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """The sentences of ``texts.toml`` (``unoref.texts.brought``), by language, table and key; empty without that file."""
        file = self.folder / "texts.toml"
        return self._parse(self._text(file.name), file.name) if file.is_file() else {}

    @cached_property
    def decks(self) -> Mapping[str, Mapping[str, Any]]:
        """The deck data of the book, as ``deck.toml`` holds it."""
        return self._parse(self._text("deck.toml"), "deck.toml")

    def deck(self, *parts: str) -> Deck:
        """The deck made of the named parts of ``deck.toml``; a part maps faces or cards to copies, per color where it says so."""
        copies: dict[Card, int] = {}
        for part in parts:
            try:
                table = self.decks[part]
                for color in table.get("colors", ("",)):
                    for code, count in table["copies"].items():
                        a_card = card(f"{color}{code}")
                        copies[a_card] = copies.get(a_card, 0) + count
            except KeyError as fault:
                raise self._lacks("deck.toml", f"the part {part!r}", fault) from None
        return Deck(copies)

    def settle(self, options: Mapping[str, object]) -> dict[str, Value]:
        """Every option with its value: what is given, else what a given or default value implies, else the default.

        Raises :class:`unoref.RulebookError` for an option or value the book does not have.
        """
        settled: dict[str, Value] = {}
        for name, value in options.items():
            if name not in self.options:
                hint = nearest(name, list(self.options))
                raise RulebookError(said("unknown option", book=self.id, word=repr(name[:64]), hint=hint))
            settled[name] = self.options[name].read(value)
        implied: dict[str, Value] = {}
        given = [name for name in self.options if name in settled]
        for name in dict.fromkeys((*given, *self.options)):  # what is given implies more strongly than what is not
            value = settled.setdefault(name, implied.get(name, self.options[name].default))
            for other, default in self.options[name].implies.get(str(value).casefold(), {}).items():
                implied.setdefault(other, self.options[other].read(default))
        return {name: settled[name] for name in self.options}


@cache
def rulebook(variant: str) -> Rulebook:
    """The rulebook of a variant, read once; :class:`unoref.RulebookError` when there is none."""
    if variant in own_ids():  # the others cost a look at every installed package
        return Rulebook(_folder() / variant)
    if variant in _also:
        return Rulebook(_also[variant])
    if variant in brought():
        book = Rulebook(folder_beside(variant))
        if book.id != variant:
            raise RulebookError(f"{book.folder / 'rulebook.toml'} is that of {book.id!r}, not of {variant!r}")
        return book
    if variant in unusable():
        raise RulebookError(unusable()[variant])
    ids = variant_ids()
    hint = said("no sheet here") if variant.casefold().endswith(".toml") else nearest(variant, list(ids))
    raise RulebookError(said("unknown variant", word=repr(variant[:64]), ids=", ".join(ids), hint=hint))


def rulebooks() -> tuple[Mapping[str, Rulebook], Mapping[str, RulebookError]]:
    """Every rulebook that can be read, by id in alphabetical order, and why others cannot, by the id they ask for.

    What another package brings with a fault, in its module or anywhere in its files, takes no other rulebook down.
    """
    books: dict[str, Rulebook] = {}
    faults = {variant: RulebookError(why) for variant, why in unusable().items()}
    for variant in variant_ids():
        if variant in own_ids():
            books[variant] = rulebook(variant)
            continue
        try:
            books[variant] = _read_whole(variant)
        except RulebookError as fault:
            faults[variant] = fault
        except Exception as fault:  # whatever their data can be
            faults[variant] = RulebookError(f"variant {variant}: {type(fault).__name__}: {fault}")
    return books, faults


def _read_whole(variant: str) -> Rulebook:
    """The rulebook, once everything in it has been read that is else read when somebody asks for it."""
    from unoref.texts.brought import brought_texts

    book = rulebook(variant)
    for lang in ("en", "zh"):
        if not isinstance(book.title[lang], str):
            raise RulebookError(f"{book.folder / 'rulebook.toml'}: title.{lang} is no text")
        brought_texts(variant, lang)
    for identity in (*book.clause_ids, *book.interpretation_ids, *(each.clause for each in book.options.values())):
        book.cited(identity)
    return book
