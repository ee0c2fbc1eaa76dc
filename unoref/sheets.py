"""House sheets: a family's own variant as a file, without a line of code.

A sheet names the rulebook it is based on, the options that differ, what was done to the deck, and how the table calls its
rules::

    base = "official"
    title = "Grandma's rules"
    [options]
    stacking = "like"
    [deck]
    decks = 2
    remove = "R0 Y0"
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from unoref.deck_changes import DECK_KEYS, UNCHANGED, DeckChanges, read_deck_changes
from unoref.errors import RulebookError, UnorefError, nearest, said, unreadable_because
from unoref.rulebook import Rulebook, Value, rulebook, rulebooks, variant_ids
from unoref.sections import Section, found, listed
from unoref.texts import LANGUAGES
from unoref.toml_text import line_of, toml_data
from unoref.variant_modules import unusable

__all__ = ["LONGEST_SHEET", "Sheet", "names_sheet", "read_sheet"]

#: The most bytes a sheet may have.
LONGEST_SHEET: Final = 1 << 16

#: The most characters a title may have.
LONGEST_TITLE: Final = 100

#: The most characters of a path that a message shows.
LONGEST_PATH: Final = 160

_KEYS: Final = ("base", "title", "options", "deck")


@frozen
class Sheet:
    """A house sheet as it was read.

    ``path`` is how it was called, ``base`` the rulebook, ``title`` how the table calls its rules, by language (None where it
    does not say), ``options`` what is given of them, ``deck`` what was done to the deck.
    """

    path: str
    base: str
    title: Mapping[str, str] | None
    options: Mapping[str, Value]
    deck: DeckChanges = UNCHANGED
    _text: str = field(default="", repr=False, eq=False)

    def fault(self, fault: UnorefError) -> RulebookError:
        """The error for something that is wrong with the sheet, with the file, and the line of the key it begins with."""
        place = str(fault).partition(":")[0]
        option = place.removeprefix("option ")
        return _fault(self.path, self._text, fault, *(place.split(".") if option == place else ("options", option)))


def names_sheet(variant: str) -> bool:
    """Whether a variant is the path of a house sheet and not the id of a rulebook.

    >>> names_sheet("grandma.toml"), names_sheet("official")
    (True, False)
    """
    return variant.casefold().endswith(".toml") or "/" in variant or "\\" in variant


def read_sheet(path: str, folder: str = "") -> Sheet:
    """Read a house sheet; a path that is not absolute begins in ``folder``.

    Raises :class:`unoref.RulebookError` for a file that cannot be read, is longer than 64 KiB or is no UTF-8, and for keys,
    options and values there are not; the message names the file and the line.
    """
    shown = _shown(path)
    text = _text_of(os.path.join(folder, path), shown)
    data: dict[str, object] = {}
    try:
        data = toml_data(text, "it")
        if data.keys() & {"table", "plays", "dispute"}:
            raise RulebookError("this is a record, not a house sheet")
        whole = Section(data, "", _KEYS, where="the sheet")
    except UnorefError as fault:
        raise _fault(shown, text, fault, *_unknown(data)) from None
    try:
        base = _base(whole)
    except UnorefError as fault:
        raise _fault(shown, text, fault, "base") from None
    book = rulebook(base)
    try:
        title = _title(whole)
    except UnorefError as fault:
        raise _fault(shown, text, fault, "title") from None
    options = _options(shown, text, whole, book)
    try:
        section = whole.section("deck", DECK_KEYS)
        deck = UNCHANGED if section is None else read_deck_changes(section, book, book.settle(options))
    except UnorefError as fault:
        keys = _unknown(data.get("deck"), "deck") or tuple(str(fault).split(maxsplit=1)[0].rstrip(":").split("."))
        raise _fault(shown, text, fault, *keys) from None
    return Sheet(shown, base, title, options, deck, text)


def _unknown(table: object, *place: str) -> tuple[str, ...]:
    """The place of the first key there is not: of the sheet, or of its deck."""
    keys = DECK_KEYS if place else _KEYS
    return next(((*place, key) for key in table if key not in keys), ()) if isinstance(table, Mapping) else ()


def _fault(shown: str, text: str, message: str | UnorefError, *key: str) -> RulebookError:
    line = line_of(text, *key) if key else None
    place = shown if line is None else said("line of a file", file=shown, line=line)
    return RulebookError(said("at", place=place, what=message))


def _shown(path: str) -> str:
    """The path as messages show it; of a long one the end, which tells the most."""
    return repr(path if len(path) <= LONGEST_PATH else f"…{path[-LONGEST_PATH:]}")


def _text_of(path: str, shown: str) -> str:
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise RulebookError(said("folder, no sheet", where=shown))
        if not stat.S_ISREG(mode):  # a pipe would be waited for
            raise RulebookError(said("no file", where=shown))
        with open(path, "rb") as file:
            raw = file.read(LONGEST_SHEET + 1)
    except (OSError, ValueError) as fault:
        if isinstance(fault, RulebookError):
            raise
        raise RulebookError(said("cannot be read", where=shown, why=unreadable_because(fault))) from None
    if len(raw) > LONGEST_SHEET:
        raise RulebookError(f"{shown}: a house sheet has at most {LONGEST_SHEET} bytes")
    try:
        return raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        raise RulebookError(
            f"{shown}: a house sheet is UTF-8 text, but byte {fault.start + 1} is 0x{raw[fault.start]:02x}"
        ) from None


def _base(whole: Section) -> str:
    ids = variant_ids()
    base = whole.text("base", f"the id of a variant: {listed(ids)}")
    if base is None:
        raise RulebookError(f"base is missing: the variant that the sheet changes, one of {listed(ids)}")
    if base in ids:
        return base
    if names_sheet(base):
        raise RulebookError(f"base is {found(base)}; a sheet is based on a variant, not on a sheet: {listed(ids)}")
    if base in unusable():
        raise RulebookError(f"base: {unusable()[base]}")
    raise RulebookError(
        f"base: there is no variant {found(base)}{nearest(base, list(ids)) or f'; there are {listed(ids)}'}"
    )


def _title(whole: Section) -> Mapping[str, str] | None:
    if "title" not in whole:
        return None
    given = whole.data["title"]
    if isinstance(given, str):
        titles = dict.fromkeys(LANGUAGES, whole.text("title") or "")
    else:
        if not isinstance(given, Mapping):
            raise whole.wrong("title", "text, or en and zh")
        section = whole.section("title", LANGUAGES)
        assert section is not None
        told = [text for lang in LANGUAGES if (text := section.text(lang)) is not None]
        if not told:
            raise RulebookError("title is an empty table; it must be text, or en and zh")
        titles = {lang: section.text(lang) or told[0] for lang in LANGUAGES}
    for title in titles.values():
        if not title.strip() or not title.isprintable() or len(title) > LONGEST_TITLE:
            raise RulebookError(f"title is {found(title)}; it must be one line of at most {LONGEST_TITLE} characters")
    return titles


def _options(shown: str, text: str, whole: Section, book: Rulebook) -> dict[str, Value]:
    given = whole.data.get("options", {})
    if not isinstance(given, Mapping):
        raise _fault(shown, text, f"options is {found(given)}; it must be a table of options", "options")
    read: dict[str, Value] = {}
    for name, value in given.items():
        try:
            if name not in book.options:
                hint = _instead(name, book)
                raise RulebookError(said("unknown option", book=book.id, word=found(name), hint=hint))
            if (isinstance(value, int) and value.bit_length() > 64) or not isinstance(value, str | int):
                values = ", ".join(book.options[name].values)
                raise RulebookError(said("option value", name=name, value=found(value), values=values, hint=""))
            read[name] = book.options[name].read(value)
        except RulebookError as fault:
            raise _fault(shown, text, fault, "options", name) from None
    return read


def _instead(name: str, book: Rulebook) -> str:
    """What to write instead of an option there is not: the nearest, or where else there is one of that name."""
    if hint := nearest(name, list(book.options)):
        return hint
    others = [variant for variant, other in rulebooks()[0].items() if name in other.options]
    if others:
        return f"; it is an option of {', '.join(others)}"
    return f"; unoref options {book.id} lists them"
