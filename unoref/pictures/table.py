"""The table in a picture: the seats around it, the piles in the middle, and below them what is owed or ruled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen

from unoref.cards import UNKNOWN, Card
from unoref.pictures.cards import BACK, FILLS, INKS, LARGE, SMALL, draw_backs, draw_card, draw_large, small_width
from unoref.pictures.lettering import fitted, number, text_width, wrapped
from unoref.pictures.sheet import Sheet
from unoref.pictures.words import aside_cards, force_text, more_are_next, next_cards, say, seat_marks
from unoref.seats import Seat
from unoref.state import State
from unoref.texts import verdict_word

__all__ = ["FELT", "WIDTH", "Foot", "drawn_table"]

#: How wide every picture is, in its own units.
WIDTH: Final = 360

FELT: Final = "#173f3c"

_MARGIN: Final = 8
_GAP: Final = 5
_MIDDLE: Final = 140
_INSET: Final = 5
_PILL: Final = 17

#: Hands take so many rows at most, that of whoever is to act more; so many cards at most are shown one by one, and so many
#: backs are fanned out.
_MOST_ROWS: Final = 3
_MOST_ROWS_ACTING: Final = 6
_SINGLY: Final = 39
_FAN: Final = 7

#: So many things that last are written below the table at most; the picture in words has all.
_MOST_LASTING: Final = 8

#: How wide the panel of a seat is that sits alone on its side, unless somebody holds more cards than so many.
_WIDEST: Final = 232
_MANY: Final = 18

#: A name that takes so much of its room is kept to its width.
_CLOSE: Final = 0.75

_AMBER: Final = "#ffd54a"
_PAPER: Final = "#fbf6e9"
_NO_COLOR: Final = "#9fb0ae"
_VERDICTS: Final = {
    "legal": "#1f7a34",
    "illegal": "#c62828",
    "contestable": "#9a6200",
    "undetermined": "#6a3fa0",
}
_PILLS: Final = {"called": ("#e53935", "#fff"), "place": (_AMBER, "#2b2300"), "open": ("#fff", "#173f3c")}
_PLAIN_PILL: Final = ("#2c5e59", "#fff")

#: How many seats sit at the bottom, on the left, at the top and on the right, by the number of players.
_SIDES: Final = {
    1: (1, 0, 0, 0),
    2: (1, 0, 1, 0),
    3: (1, 0, 2, 0),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (2, 1, 2, 1),
    7: (2, 1, 3, 1),
    8: (3, 1, 3, 1),
    9: (2, 2, 3, 2),
}


def _sides(players: int) -> tuple[int, int, int, int]:
    left = (players - 6) // 2
    return _SIDES.get(players) or (3, left, 3, players - 6 - left)


# --- hands ----------------------------------------------------------------------------------------------------------------


@frozen
class _Piece:
    """Something in a row, how wide it is, and how it is drawn with its corner at a place."""

    width: float
    draw: Callable[[Sheet, int, int], None]


def _copies(count: int, left: float = 0, sign: str = "×") -> _Piece:
    return _note(f"{sign}{count}", left)


def _note(told: str, left: float = 0) -> _Piece:
    wide = text_width(told, 12)

    def draw(sheet: Sheet, x: int, y: int) -> None:
        sheet.text(told, x + left, y + 20, 12, ' text-anchor="start"')

    return _Piece(left + wide, draw)


def _backs(count: int, lang: str) -> _Piece:
    """Unknown cards, fanned out; of many of them three and their number."""
    fan = count if count <= _FAN else 3
    wide = 6 * (fan - 1) + SMALL[0]
    copies = None if fan == count else _copies(count, wide + 3)

    def draw(sheet: Sheet, x: int, y: int) -> None:
        for at in range(fan):
            draw_card(sheet, UNKNOWN, x + 6 * at, y, lang)
        if copies is not None:
            copies.draw(sheet, x, y)

    return _Piece(wide if copies is None else copies.width, draw)


def _known(card: Card, count: int, lies_open: bool, lang: str) -> _Piece:
    wide = small_width(card, lang)
    copies = _copies(count, wide + 2) if count > 1 else None

    def draw(sheet: Sheet, x: int, y: int) -> None:
        draw_card(sheet, card, x, y, lang)
        if lies_open:
            sheet.draw(f'<path d="M{x + 1} {y + 33}h{wide - 2}" stroke="{_AMBER}" stroke-width="2.5"/>')
        if copies is not None:
            copies.draw(sheet, x, y)

    return _Piece(wide if copies is None else copies.width, draw)


def _packed(pieces: Sequence[_Piece], room: float) -> list[list[_Piece]]:
    """The pieces in rows no longer than the room."""
    rows: list[list[_Piece]] = []
    left = -1.0
    for piece in pieces:
        if left < piece.width:
            rows.append([])
            left = room
        rows[-1].append(piece)
        left -= piece.width + 3
    return rows


def _rows(
    cards: Sequence[Card], lying_open: Sequence[Card], room: float, lang: str, most: int = _MOST_ROWS
) -> list[list[_Piece]]:
    """Cards in rows, ``most`` of them.

    They are shown one by one, or each kind once where they are many; of too many kinds some, and how many more there are.
    """
    open_copies = Counter(lying_open)
    known: list[tuple[Card, bool]] = []
    for card in cards:
        if card is not UNKNOWN:
            known.append((card, open_copies[card] > 0))
            open_copies[card] -= 1
    unknown = len(cards) - len(known)
    backs = [_backs(unknown, lang)] if unknown else []
    if len(known) <= _SINGLY:
        rows = _packed([*(_known(card, 1, shown, lang) for card, shown in known), *backs], room)
        if len(rows) <= most:
            return rows
    kinds = list(Counter(known).items())
    shown = [_known(card, count, opened, lang) for (card, opened), count in kinds]
    rows = _packed([*shown, *backs], room)
    while len(rows) > most:
        shown.pop()
        more = sum(count for _, count in kinds[len(shown) :])
        rows = _packed([*shown, _copies(more, sign="+"), *backs], room)
    return rows


def _draw_rows(sheet: Sheet, rows: Sequence[Sequence[_Piece]], x: float, y: float, step: int = SMALL[1] + 6) -> None:
    for row in rows:
        left = x
        for piece in row:
            piece.draw(sheet, round(left), round(y))
            left += piece.width + 3
        y += step


# --- seats ----------------------------------------------------------------------------------------------------------------


class _Panel:
    """A seat: the name and how many cards, marks, the hand."""

    def __init__(self, state: State, seat: Seat, width: float, lang: str) -> None:
        self.state, self.seat, self.width, self.lang = state, seat, width, lang
        room = width - 2 * _INSET
        shown = state.public[seat] if state.public else ()
        most = _MOST_ROWS_ACTING if state.to_act == seat else _MOST_ROWS
        self.rows = _rows(state.hands[seat], shown or (), room, lang, most)
        self.pills = _packed([_pill(kind, words, room) for kind, words in seat_marks(state, seat, lang)], room)
        self.height = 2 * _INSET + 16 + _PILL * len(self.pills) + len(self.rows) * (SMALL[1] + 6) - bool(self.rows) * 4

    def draw(self, sheet: Sheet, x: float, y: float, height: float) -> None:
        """The panel with its corner there, as high as its neighbors."""
        state, seat = self.state, self.seat
        acts, won = state.to_act == seat, seat in state.winners
        edge = f' stroke="{_AMBER}" stroke-width="2"' if acts or won else ""
        shade = f'"{_AMBER}" fill-opacity=".16"' if acts or won else '"#000" fill-opacity=".22"'
        place = f'x="{number(x)}" y="{number(y)}" width="{number(self.width)}" height="{number(height)}"'
        sheet.draw(f'<rect {place} rx="7" fill={shade}{edge}/>')
        held = len(state.hands[seat])
        count = say("card" if held == 1 else "cards", self.lang, n=held)
        left, right, base = x + _INSET, x + self.width - _INSET, y + _INSET + 11
        if acts:
            sheet.draw(f'<path fill="{_AMBER}" d="M{number(left)} {number(base - 9)}v9l7-4.5z"/>')
            left += 10
        room = right - left - text_width(count, 10) - 3
        name, size = fitted(state.players[seat], room, 13, 9.5)
        wide = text_width(name, size)
        # A font may be broader than is reckoned with, and the count stands beside the name.
        held_in = f' textLength="{number(wide)}" lengthAdjust="spacingAndGlyphs"' if wide > room * _CLOSE else ""
        sheet.text(name, left, base, size, f' text-anchor="start"{held_in}', whole=state.players[seat])
        sheet.text(count, right, base, 10, ' text-anchor="end" font-weight="400"')
        _draw_rows(sheet, self.pills, x + _INSET, base + 6, _PILL)
        _draw_rows(sheet, self.rows, x + _INSET, base + 6 + _PILL * len(self.pills))


def _pill(kind: str, words: str, room: float) -> _Piece:
    fill, ink = _PILLS.get(kind, _PLAIN_PILL)
    told, size = fitted(words, room - 8, 10, 8)
    wide = round(text_width(told, size) + 8)

    def draw(sheet: Sheet, x: int, y: int) -> None:
        sheet.draw(f'<rect x="{x}" y="{y}" width="{wide}" height="14" rx="7" fill="{fill}"/>')
        sheet.text(told, x + wide / 2, y + 10.5, size, "" if ink == "#fff" else f' fill="{ink}"')

    return _Piece(wide, draw)


# --- the middle -----------------------------------------------------------------------------------------------------------


class _Middle:
    """The piles in a ring of the color in force that shows the direction of play; cards to come and cards aside below it."""

    def __init__(self, state: State, width: float, lang: str) -> None:
        self.state, self.width, self.lang = state, width, lang
        self.extra = [
            (say(key, lang), _rows(cards, (), min(width - 4, 240), lang))
            for key, cards in (("next", next_cards(state)), ("aside", aside_cards(state)))
            if cards
        ]
        if more_are_next(state):
            self.extra[0][1][-1].append(_note("…"))
        self.ring = (min(width / 2 - 13, 86), 62)
        self.height = 2 * self.ring[1] + 24 + sum(14 + len(rows) * (SMALL[1] + 6) for _, rows in self.extra)

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """The middle with its corner there."""
        state, lang = self.state, self.lang
        rx, ry = self.ring
        cx, cy = x + self.width / 2, y + ry + 10
        color = state.in_force.color
        fill, ink = (_NO_COLOR, "#10201f") if color is None else (FILLS[color], INKS[color])
        ring = f'<ellipse cx="{number(cx)}" cy="{number(cy)}" rx="{number(rx)}" ry="{number(ry)}" fill="none" stroke='
        sheet.draw(f'{ring}"#fff" stroke-width="8"/>{ring}"{fill}" stroke-width="5"/>')
        for side in (-1, 1):  # clockwise: up on the left, down on the right
            tip = 10 * side * state.direction
            start = f"M{number(cx + side * rx - 9)} {number(cy - tip / 2)}"
            sheet.draw(f'<path fill="{fill}" stroke="#fff" stroke-width="1.5" d="{start}h18l-9 {number(tip * 1.4)}z"/>')
        draw_backs(sheet, len(state.draw_pile), cx - 27, cy + 2)
        self._discard(sheet, cx + 26, cy)
        words = say("clockwise" if state.direction == 1 else "counterclockwise", lang)
        self._label(sheet, words, cx, cy - ry, FELT, "#fff", 10)
        if state.discard.top is not None:
            self._label(sheet, say("in force", lang, words=force_text(state, lang)), cx, cy + ry, fill, ink, 11.5)
        below = cy + ry + 16
        for label, rows in self.extra:
            sheet.text(label, cx, below + 6, 10, ' font-weight="400"')
            below += 11
            for row in rows:
                wide = sum(piece.width + 3 for piece in row) - 3
                _draw_rows(sheet, [row], cx - wide / 2, below)
                below += SMALL[1] + 6
            below += 3

    def _discard(self, sheet: Sheet, x: float, y: float) -> None:
        pile = self.state.discard
        width, height = LARGE
        place = f'x="{number(x - width / 2)}" y="{number(y - height / 2)}" width="{width}" height="{height}" rx="6"'
        if pile.top is None:
            sheet.draw(f'<rect {place} fill="none" stroke="#fff" stroke-opacity=".6" stroke-dasharray="4 3"/>')
            return
        below = None if pile.below is None else pile.below.top
        if below is not None:
            fill = BACK if below is UNKNOWN else FILLS[below.color]
            sheet.draw(f'<rect {place} transform="rotate(-9 {number(x)} {number(y)})" fill="{fill}" stroke="#fff"/>')
        draw_large(sheet, pile.top, x, y, self.lang)

    def _label(self, sheet: Sheet, words: str, x: float, y: float, fill: str, ink: str, size: float) -> None:
        told, size = fitted(words, self.width - 14, size, 8.5)
        wide = round(text_width(told, size) + 14)
        place = f'x="{number(x - wide / 2)}" y="{number(y - 9)}" width="{wide}" height="18" rx="9"'
        sheet.draw(f'<rect {place} fill="{fill}" stroke="#fff" stroke-width="1.5"/>')
        sheet.text(told, x, y + size * 0.36, size, "" if ink == "#fff" else f' fill="{ink}"')


# --- below the table ------------------------------------------------------------------------------------------------------


@frozen
class Foot:
    """What stands below the table: the action that is ruled on with the verdict, if there is one, what is owed and what lasts."""

    owed: str
    lasting: Sequence[str] = ()
    sentence: str = ""
    verdict: str = ""


def _lines(texts: Sequence[str], room: float) -> list[str]:
    """The texts in lines, each on one or two of its own; of very many some, and a sign that there are more."""
    lines = [line for text in texts[:_MOST_LASTING] for line in wrapped(text, room, 10.5, 2)]
    return [*lines, "…"] if len(texts) > _MOST_LASTING else lines


class _Paper:
    """A strip of paper with the foot on it."""

    def __init__(self, foot: Foot, lang: str) -> None:
        room = WIDTH - 2 * _MARGIN - 20
        self.stamp = verdict_word(foot.verdict, lang) if foot.verdict else ""
        self.ink = _VERDICTS.get(foot.verdict, "")
        self.stamp_width = text_width(self.stamp, 14) + 14 if self.stamp else 0
        self.sentence = wrapped(foot.sentence, room - self.stamp_width, 14) if foot.sentence else []
        self.owed = wrapped(foot.owed, room if not self.sentence else room - self.stamp_width, 12)
        self.lasting = _lines(foot.lasting, room if not self.sentence else room - self.stamp_width)
        self.told = 18 * len(self.sentence) + 15 * len(self.owed) + 13 * len(self.lasting)
        self.height = 12 + self.told
        if self.stamp:
            self.height = max(self.height, 50)

    def draw(self, sheet: Sheet, y: float) -> None:
        """The strip at that height."""
        width = WIDTH - 2 * _MARGIN
        place = f'x="{_MARGIN}" y="{number(y)}" width="{width}" height="{number(self.height)}"'
        sheet.draw(f'<rect {place} rx="6" fill="{_PAPER}"/><g fill="#1d1d1d" text-anchor="start">')
        base = y + (self.height - self.told) / 2 - 4
        for each in self.sentence:
            base += 18
            sheet.text(each, _MARGIN + 10, base, 14)
        for each in self.owed:
            base += 15
            sheet.text(each, _MARGIN + 10, base, 12, ' font-weight="400"')
        for each in self.lasting:
            base += 13
            sheet.text(each, _MARGIN + 10, base, 10.5, ' font-weight="400" fill="#4a3b2a"')
        sheet.draw("</g>")
        if self.stamp:
            wide = self.stamp_width - 2
            at = f"translate({number(WIDTH - _MARGIN - 12 - wide / 2)} {number(y + self.height / 2)}) rotate(-6)"
            place = f'x="{number(-wide / 2)}" y="-14" width="{number(wide)}" height="28" rx="5"'
            sheet.draw(
                f'<g transform="{at}" fill="{self.ink}"><rect {place} fill="{_PAPER}" stroke="{self.ink}" stroke-width="2.5"/>'
            )
            sheet.text(self.stamp, 0, 5, 14)
            sheet.draw("</g>")


# --- all together ---------------------------------------------------------------------------------------------------------


def _across(sheet: Sheet, panels: Sequence[_Panel], y: float) -> None:
    """Panels side by side, as high as the highest."""
    high = _highest(panels)
    x = (WIDTH - sum(panel.width for panel in panels) - _GAP * (len(panels) - 1)) / 2
    for panel in panels:
        panel.draw(sheet, x, y, high)
        x += panel.width + _GAP


def _down(sheet: Sheet, panels: Sequence[_Panel], x: float, y: float) -> None:
    """Panels one below the other."""
    for panel in panels:
        panel.draw(sheet, x, y, panel.height)
        y += panel.height + _GAP


def _highest(panels: Sequence[_Panel]) -> float:
    return max(panel.height for panel in panels)


def _stacked(panels: Sequence[_Panel]) -> float:
    return sum(panel.height for panel in panels) + _GAP * max(len(panels) - 1, 0)


def drawn_table(state: State, first: Seat, foot: Foot, lang: str) -> tuple[str, float]:
    """The table with seat ``first`` at the bottom, and how high it is."""
    players, inside = len(state.players), WIDTH - 2 * _MARGIN
    bottom, left, top, right = _sides(players)
    side = (inside - _MIDDLE - 4) / 2
    alone = _WIDEST if max(map(len, state.hands)) <= _MANY else inside
    across = [min((inside - _GAP * (count - 1)) / max(count, 1), alone) for count in (bottom, top)]
    widths = [across[0]] * bottom + [side] * left + [across[1]] * top + [side] * right
    # Clockwise from the bottom right; where several sit at the bottom, the first has one to its right.
    ring = [_Panel(state, Seat((first + at - bottom // 2) % players), width, lang) for at, width in enumerate(widths)]
    below, lefts = ring[:bottom][::-1], ring[bottom : bottom + left][::-1]
    above, rights = ring[bottom + left :][:top], ring[bottom + left + top :]
    middle, paper = _Middle(state, _MIDDLE if left or right else inside, lang), _Paper(foot, lang)

    sheet, y = Sheet(), float(_MARGIN)
    if above:
        _across(sheet, above, y)
        y += _highest(above) + _GAP + 2
    high = max(middle.height, _stacked(lefts), _stacked(rights))
    _down(sheet, lefts, _MARGIN, y + (high - _stacked(lefts)) / 2)
    _down(sheet, rights, WIDTH - _MARGIN - side, y + (high - _stacked(rights)) / 2)
    middle.draw(sheet, (WIDTH - middle.width) / 2, y + (high - middle.height) / 2)
    y += high + _GAP
    _across(sheet, below, y)
    y += _highest(below) + _GAP + 2
    paper.draw(sheet, y)
    return sheet.svg, y + paper.height + _MARGIN
