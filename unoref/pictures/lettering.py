"""Text in a picture: made harmless, measured without a font, wrapped, made to fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

__all__ = ["cleaned", "fitted", "number", "said", "text_width", "wrapped"]

_MARKUP: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

#: Characters that turn the direction of what follows them; a name with one could turn over the sentence around it.
_TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

#: What opens and closes a stretch whose direction is its own.
_ISOLATE: Final = ("\u2068", "\u2069")

_NARROW: Final = frozenset("fijlrtI.,:;'|!()[]- ")
_BROAD: Final = frozenset("mwMW@%+×∞")

#: No line begins with these.
_CLOSING: Final = frozenset("，。、；：！？）」』.,;:!?)…")

_ELLIPSIS: Final = "…"


def number(value: float) -> str:
    """A number as SVG has it, in a few characters.

    >>> number(12.0), number(3.14159)
    ('12', '3.1')
    """
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


def said(text: str) -> str:
    """Text as the content of an element or an attribute.

    >>> said('<Bo> & "Cy"')
    '&lt;Bo&gt; &amp; &quot;Cy&quot;'
    """
    return text.translate(_MARKUP)


def cleaned(text: str) -> str:
    """Text from a stranger as a picture can have it.

    What XML cannot hold becomes U+FFFD, characters that turn the direction of text are left out, and text that runs from right
    to left is kept apart from the sentence it stands in.
    """
    if text.isascii() and text.isprintable():
        return text
    kept = "".join(_harmless(character) for character in text if character not in _TURNING) or "\ufffd"
    if any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in kept):
        return kept.join(_ISOLATE)
    return kept


def _harmless(character: str) -> str:
    lost = unicodedata.category(character) in ("Cc", "Cs") or ord(character) & 0xFFFE == 0xFFFE
    return "\ufffd" if lost else character


def _em(character: str) -> float:
    """How wide a character is, in ems of a bold sans-serif font; rather too much than too little."""
    if character in _NARROW:
        return 0.4
    if character in _BROAD:
        return 0.95
    if character.isascii():
        return 0.72 if character.isupper() or character.isdigit() else 0.62
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 1.05 if unicodedata.east_asian_width(character) in "WF" else 0.75


def text_width(text: str, size: float) -> float:
    """About how wide text is, in units of the picture."""
    return sum(map(_em, text)) * size


def fitted(text: str, room: float, size: float, least: float) -> tuple[str, float]:
    """The text and the size at which it fits into the room: smaller as far as ``least``, then cut off.

    >>> fitted("Ann", 100, 13, 10)
    ('Ann', 13)
    >>> fitted("A name that is too long", 60, 13, 10)
    ('A name t…', 10)
    """
    wide = text_width(text, size)
    if wide <= room:
        return text, size
    if wide * least / size <= room:
        return text, round(room / wide * size, 1)
    opened = text.startswith(_ISOLATE[0])
    kept = ""
    for character in text.strip("".join(_ISOLATE)):
        if text_width(kept + character + _ELLIPSIS, least) > room:
            break
        kept += character
    kept = f"{kept.rstrip(chr(0x200D))}{_ELLIPSIS}"
    return (kept.join(_ISOLATE) if opened else kept), least


def _pieces(text: str) -> Iterator[str]:
    """What may not be parted: words with the blank after them, wide characters with the mark after them."""
    piece = ""
    for character in text:
        wide = unicodedata.east_asian_width(character) in "WF"
        if piece and character not in _CLOSING and character != " " and (piece[-1] == " " or wide or _wide_end(piece)):
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


def _wide_end(piece: str) -> bool:
    return unicodedata.east_asian_width(piece[-1]) in "WF"


def wrapped(text: str, room: float, size: float, most: int = 3) -> list[str]:
    """The text in lines no longer than the room; what does not go into ``most`` lines is cut off.

    >>> wrapped("It is not for Bo to act.", 90, 13)
    ['It is not for', 'Bo to act.']
    """
    lines = [""]
    for piece in _pieces(text):
        if lines[-1] and text_width(f"{lines[-1]}{piece.rstrip()}", size) > room:
            lines.append("")
        lines[-1] += piece
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1].rstrip()} {_ELLIPSIS}"]
    return [fitted(line.strip(), room, size, size)[0] for line in lines]
