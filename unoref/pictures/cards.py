"""Cards in a picture: small ones for hands, a large one for the discard, and their backs.

Colors are told three times: by the color, by its letter on the card, and in the words beside the picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from unoref.card_words import speak_color, speak_face
from unoref.cards import BASE_COLORS, UNKNOWN, Card, Color
from unoref.pictures.lettering import number, said, text_width
from unoref.pictures.sheet import Sheet

__all__ = ["BACK", "FILLS", "INKS", "LARGE", "SMALL", "draw_backs", "draw_card", "draw_large", "small_width"]

#: What cards of a color are filled with, and what is written on them.
FILLS: Final[Mapping[Color, str]] = {
    Color.RED: "#c62828",
    Color.YELLOW: "#f7c325",
    Color.GREEN: "#1f7a34",
    Color.BLUE: "#1557b0",
    Color.BLACK: "#22252b",
}
INKS: Final[Mapping[Color, str]] = {color: "#2b2300" if color is Color.YELLOW else "#fff" for color in Color}

#: The back of a card.
BACK: Final = "#3a2440"
_BACK_OVAL: Final = "#b3473d"

#: Width and height of cards.
SMALL: Final = (20, 30)
LARGE: Final = (44, 64)

#: Faces that are drawn, or shown by a sign, rather than by their name.
_DRAWN: Final[Mapping[str, str]] = {"S": "skip", "R": "turn"}
_SIGNS: Final[Mapping[str, str]] = {"W+4": "+4", "infinity": "∞"}

_GLYPH: Final = 13
_WORD: Final = 9


def _letter(card: Card, lang: str) -> str:
    """The one character at the foot of a card that stands for its color; none for most black cards."""
    if card.color is Color.BLACK:
        return "W" if card.face.code == "W" else ""
    return speak_color(card.color, lang)[0] if lang == "zh" else card.color.letter


@cache
def _lines(card: Card, lang: str) -> tuple[str, ...]:
    """What is written on a card, in one line or two."""
    code = card.face.code
    if not card.face.named:
        return (_SIGNS.get(code, code),)
    words = _SIGNS.get(code, speak_face(card.face, lang).removeprefix("Wild "))
    if lang == "zh" and len(words) > 2 and not words.isascii():
        return (words[:2], words[2:])
    if " " not in words and len(words) > 8:
        return (f"{words[:5]}-", words[5:])
    return tuple(words.split(" ", 1))


@cache
def _size(card: Card, lang: str) -> float:
    lines = _lines(card, lang)
    return _GLYPH if len(lines) == 1 and text_width(lines[0], _GLYPH) <= SMALL[0] + 2 else _WORD


@cache
def small_width(card: Card, lang: str) -> int:
    """How wide a small card is: names need more room than numbers."""
    if card is UNKNOWN or _size(card, lang) == _GLYPH:
        return SMALL[0]
    return max(SMALL[0], round(max(text_width(each, _WORD) for each in _lines(card, lang)) + 4))


def _four_colors(x: float, y: float, radius: float) -> str:
    """A disk in the four colors."""
    r = number(radius)
    turns = (
        f"v-{r}a{r} {r} 0 0 1 {r} {r}",
        f"h{r}a{r} {r} 0 0 1-{r} {r}",
        f"v{r}a{r} {r} 0 0 1-{r}-{r}",
        f"h-{r}a{r} {r} 0 0 1 {r}-{r}",
    )
    at = f"M{number(x)} {number(y)}"
    return "".join(
        f'<path fill="{FILLS[color]}" d="{at}{turn}z"/>' for color, turn in zip(BASE_COLORS, turns, strict=True)
    )


def draw_card(sheet: Sheet, card: Card, x: int, y: int, lang: str) -> None:
    """A small card with its upper left corner there."""
    if card is UNKNOWN:
        sheet.often("back", x, y)
        return
    code, fill, ink = card.face.code, FILLS[card.color], INKS[card.color]
    width = small_width(card, lang)
    middle = x + width / 2
    if width == SMALL[0]:
        sheet.often("card", x, y, f' fill="{fill}"')
    else:
        sheet.draw(f'<rect x="{x}" y="{y}" width="{width}" height="{SMALL[1]}" rx="3" fill="{fill}" stroke="#fff"/>')
    letter, lines, size = _letter(card, lang), _lines(card, lang), _size(card, lang)
    if code in _DRAWN:
        sheet.often(_DRAWN[code], middle, y + 10.5, f' stroke="{ink}"')
    elif code == "W":
        sheet.draw(_four_colors(middle, y + 11, 7))
    else:
        first = y + (15.5 if size == _GLYPH else 13.5 if len(lines) == 1 else 9.5 if letter else 12.5)
        for at, each in enumerate(lines):
            sheet.on_card(each, middle, first + 9.5 * at, size, ink)
        if not letter and not card.face.named and code[0] in "WC":
            sheet.draw(_four_colors(middle, y + 23.5, 3.5))
    if letter:
        sheet.on_card(letter, middle, y + 27.5, _WORD, ink)


def draw_large(sheet: Sheet, card: Card, x: float, y: float, lang: str) -> None:
    """A large card round that point."""
    width, height = LARGE
    fill, ink, code = FILLS[card.color], INKS[card.color], card.face.code
    known = card is not UNKNOWN
    frame = f'x="{number(-width / 2)}" y="{number(-height / 2)}" width="{width}" height="{height}" rx="6"'
    sheet.draw(f'<g transform="translate({number(x)} {number(y)})">')
    sheet.draw(f'<rect {frame} fill="{fill if known else BACK}" stroke="#fff" stroke-width="2"/>')
    letter, lines = _letter(card, lang), _lines(card, lang)
    dark = "#8a6100" if card.color is Color.YELLOW else fill
    if not known:
        sheet.text("?", 0, 10, 28)
    elif code == "W":
        sheet.draw(_four_colors(0, 0, 18))
    elif code in _DRAWN:
        sheet.draw(_OVAL)
        sheet.draw('<g transform="scale(2.2)">')
        sheet.often(_DRAWN[code], 0, 0, f' stroke="{dark}"')
        sheet.draw("</g>")
    else:
        longest = max(text_width(each, 1) for each in lines)
        short = len(lines) == 1 and longest <= 1.7
        size = min(26, round(36 / longest, 1)) if short else min(12, round(39 / longest, 1))
        sheet.draw(_OVAL if short else '<rect x="-20" y="-15" width="40" height="30" rx="3" fill="#fff"/>')
        first = size * 0.36 if len(lines) == 1 else -2
        for at, each in enumerate(lines):
            sheet.text(each, 0, first + (size + 1) * at, size, f' fill="{dark}"')
        if not letter and not card.face.named and code[0] in "WC":
            sheet.draw(_four_colors(-14, -24, 4.5) + _four_colors(14, 24, 4.5))
    if letter and known:
        style = "" if ink == "#fff" else f' fill="{ink}"'
        sheet.draw(f'<text x="-15 15" y="-20 28" font-size="10"{style}>{said(letter * 2)}</text>')
    sheet.draw("</g>")


_OVAL: Final = '<ellipse rx="16" ry="25" transform="rotate(25)" fill="#fff"/>'


def draw_backs(sheet: Sheet, cards: int, x: float, y: float) -> None:
    """A pile of that many cards round that point, face down, with their number; an empty place where there are none."""
    width, height = LARGE
    left, up = x - width / 2, y - height / 2
    place = f'width="{width}" height="{height}" rx="6"'
    if not cards:
        dashed = 'fill="none" stroke="#fff" stroke-opacity=".6" stroke-dasharray="4 3"'
        sheet.draw(f'<rect x="{number(left)}" y="{number(up)}" {place} {dashed}/>')
    lift = 0
    for lift in range(0, min(cards, 3) * 2, 2):
        at = f'x="{number(left + lift)}" y="{number(up - lift)}"'
        sheet.draw(f'<rect {at} {place} fill="{BACK}" stroke="#fff"/>')
    if cards:
        at = f"translate({number(x + lift)} {number(y - lift)})rotate(25)"
        sheet.draw(f'<ellipse rx="15" ry="24" transform="{at}" fill="{_BACK_OVAL}"/>')
    sheet.text(str(cards), x + lift, y - lift + 6, 17)
