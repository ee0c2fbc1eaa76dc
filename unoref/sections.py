"""Plain data as it comes out of TOML and JSON: typed look-ups whose errors say where, what was found, what would be right.

Everything a record holds is read through :class:`Section`, so a stranger's data gives a value or one line of
:class:`unoref.RecordError` and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, final

from unoref.card_words import quoted
from unoref.errors import RecordError, Said, nearest, said

__all__ = ["Section", "found", "listed", "stranger"]

_LONGEST_NUMBER: Final = 64  # bits; Python refuses to print numbers of more than some thousand digits


def found(value: object) -> str:
    """A value as a message shows it: short, on one line.

    >>> found("R7"), found(True), found([1, 2]), found(None)
    ("'R7'", 'true', 'a list', 'null')
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if value.bit_length() <= _LONGEST_NUMBER else "a very long number"
    plain = {True: "true", False: "false", None: "null"}
    if value is None or isinstance(value, bool):
        return plain[value]
    kinds: tuple[tuple[type | tuple[type, ...], str], ...] = (
        ((list, tuple), "a list"),
        (Mapping, "a table"),
        (float, "a fraction"),
    )
    key = next((key for kind, key in kinds if isinstance(value, kind)), None)
    return f"a {type(value).__name__}" if key is None else said(key)


def listed(words: Sequence[str]) -> str:
    """Words for a message, at most a dozen of them."""
    return ", ".join(words[:12]) + (", …" if len(words) > 12 else "")


def stranger(where: str, what: str, key: object, keys: Sequence[str]) -> RecordError:
    """The error for a key or name there is not, with the nearest there is; ``where`` may be left for others to add."""
    hint = nearest(key, list(keys)) if isinstance(key, str) else ""
    told = said(f"no {what}", where=where, word=found(key), hint=hint or said("there are", words=listed(keys)))
    return RecordError(told.changed(str.lstrip))


def _can_be_written(text: str) -> bool:
    """Whether the text has no half of a character, which JSON lets pass but no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@final
class Section:
    """A table of a record: its data, checked to have no other keys than it may.

    ``name`` is how messages call it (``table.hands``); the section itself is called ``where``, its keys ``name.key``.
    ``keys`` are those it may have; ``what`` says what a key is (``key``, ``player``). Look-ups answer None where the key
    is not given. Raises :class:`unoref.RecordError` for everything else than what is asked for.
    """

    __slots__ = ("_prefix", "data")

    def __init__(self, data: object, name: str, keys: Sequence[str], what: str = "key", where: str = "") -> None:
        where = where or name
        if not isinstance(data, Mapping):
            raise RecordError(f"{where} is {found(data)}; it must be a table")
        for key in data:
            if not isinstance(key, str) or key not in keys:
                raise stranger(where, what, key, keys)
        self.data: Final[Mapping[str, object]] = data
        self._prefix: Final = f"{name}." if name else ""

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def place(self, key: str) -> str:
        """How messages call a key of this section."""
        return f"{self._prefix}{key}"

    def wrong(self, key: str, right: str) -> RecordError:
        """The error for a value that is not what it must be."""
        told = said("wrong", place=self.place(key), found=found(self.data[key]), right=right)
        return RecordError(told if isinstance(right, Said) else str(told))

    def text(self, key: str, right: str = "text") -> str | None:
        """A text."""
        if key not in self.data:
            return None
        value = self.data[key]
        if not isinstance(value, str) or not _can_be_written(value):
            raise self.wrong(key, right)
        return value

    def word(self, key: str, words: Sequence[str]) -> str | None:
        """One of some words."""
        if key not in self.data:
            return None
        value = self.data[key]
        if not isinstance(value, str) or value not in words:
            hint = nearest(value, list(words)) if isinstance(value, str) and _can_be_written(value) else ""
            raise self.wrong(key, said("one of", words=listed(words), hint=hint))
        return value

    def number(self, key: str, least: int, most: int) -> int | None:
        """A whole number within bounds."""
        if key not in self.data:
            return None
        value = self.data[key]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(key, said("a number from", least=least, most=most))
        return value

    def items(self, key: str, right: str) -> Sequence[object] | None:
        """A list of anything."""
        if key not in self.data:
            return None
        value = self.data[key]
        if not isinstance(value, list | tuple):
            raise self.wrong(key, right)
        return value

    def texts(self, key: str, right: str) -> tuple[str, ...] | None:
        """A list of texts."""
        values = self.items(key, right)
        if values is None:
            return None
        texts = []
        for at, value in enumerate(values, 1):
            if not isinstance(value, str) or not _can_be_written(value):
                raise RecordError(f"{self.place(key)} holds {found(value)} as number {at}; it must be {right}")
            texts.append(value)
        return tuple(texts)

    def section(self, key: str, keys: Sequence[str], what: str = "key") -> Section | None:
        """A table inside this one."""
        return Section(self.data[key], self.place(key), keys, what) if key in self.data else None
