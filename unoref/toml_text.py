"""TOML that a stranger wrote, into plain data: in bounded time, every fault in one line."""

from __future__ import annotations

import re
from typing import Final

from unoref.errors import RecordError

__all__ = ["line_of", "toml_data", "unreadable"]

# tomllib takes quadratic time over a key of many parts; no key of a record or sheet has more than three. Strings (each ends
# with the text at the latest, so that one reading does) and comments are no keys, though a string may be a part of one.
_STRING_OR_COMMENT: Final = re.compile(
    r"""[#][^\n]* | "{3}(?:[^\\]|\\.)*?(?:"{3,5}|\\?\Z) | '{3}.*?(?:'{3,5}|\Z) | "(?:[^"\\\n]|\\[^\n])*+"? | '[^'\n]*+'?""",
    re.VERBOSE | re.DOTALL,
)
_PART: Final = r"""(?:[\w-]++|'')[ \t]*"""
_LONG_KEY: Final = re.compile(rf"(?<![\w-]){_PART}(?:\.[ \t]*{_PART}){{32}}", re.ASCII)

_HEADER: Final = re.compile(r"\s*\[\[?([^\[\]#]{1,200})\]")
_ENTRY: Final = re.compile(r"\s*([^=#\[\]{}]{1,200}?)\s*=")


def toml_data(text: str, what: str) -> dict[str, object]:
    """The data of a TOML text, which messages call ``what``; raises :class:`unoref.RecordError` for text that is none."""
    import tomllib

    if _LONG_KEY.search(_STRING_OR_COMMENT.sub("''", text)):
        raise RecordError(f"{what} has a key of more than 32 parts")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        raise unreadable(what, "TOML", fault) from None


def unreadable(what: str, language: str, fault: Exception) -> RecordError:
    """The error for text that a parser refused."""
    why = "it is nested too deeply" if isinstance(fault, RecursionError) else " ".join(str(fault).split())
    return RecordError(f"{what} is no valid {language}: {why[:200]}")


def line_of(text: str, *key: str) -> int | None:
    """The line on which a key stands, or else the table or inline table that holds it; None where neither is found.

    >>> line_of("base = 'official'\\n[options]\\nstacking = 'like'\\n", "options", "stacking")
    3
    """
    table: tuple[str, ...] = ()
    near: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = found = _parts(header[1])
        elif entry := _ENTRY.match(line):
            found = (*table, *_parts(entry[1]))
        else:
            continue
        if found == key:
            return number
        if key[: len(found)] == found and (near is None or len(found) > near[0]):
            near = (len(found), number)
    return None if near is None else near[1]


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
