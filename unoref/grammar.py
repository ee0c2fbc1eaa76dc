"""The grammar of sentences: keywords, the modifiers a card takes or needs, the names of a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, final

from unoref.actions import Laying
from unoref.card_notation import write_cards
from unoref.card_words import COMMAS, fold, quoted
from unoref.cards import FACES, UNKNOWN, Deck, Face
from unoref.errors import NotationError, nearest, said
from unoref.seats import Seat

__all__ = [
    "AND",
    "CHOICES",
    "FOR",
    "FROM_FOR",
    "MODIFIERS",
    "OF",
    "OUTCOMES",
    "PLACE",
    "TABLE_VERBS",
    "TABLE_WORDS",
    "TAKERS",
    "UNO",
    "VERBS",
    "Keywords",
    "Names",
    "check_modifiers",
    "check_names",
    "folded_name",
    "names_of",
    "odd_character",
]

_LONGEST_NAME: Final = 32
_JOINERS: Final = "\u200c\u200d"  # invisible, but part of names in some scripts
_ODD: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # categories of Unicode


@final
class Keywords:
    """Words of the grammar in both languages; a Chinese one may stick to the word after it (``指定蓝``, ``抓Bo``)."""

    __slots__ = ("english", "starts", "words")

    def __init__(self, english: str, chinese: Mapping[str, str] | None = None) -> None:
        self.english: Final = english.split()
        self.words: Final = {word: word for word in self.english} | dict(chinese or {})
        self.starts: Final = tuple(sorted(chinese or {}, key=len, reverse=True))

    def find(self, word: str) -> tuple[str, str] | None:
        """The keyword at the beginning of a word, in English, and the rest of the word; None where there is none."""
        keyword = self.words.get(fold(word))
        if keyword is not None:
            return keyword, ""
        for start in () if word.isascii() else self.starts:
            if fold(word[: len(start)]) == start:
                return self.words[start], word[len(start) :]
        return None


TABLE_WORDS: Final = Keywords("table", {"牌桌": "table"})
VERBS: Final = Keywords(
    "plays jumps answers draws passes accepts refuses challenges names chooses swaps discards recasts calls catches",
    {
        **{"出": "plays", "打出": "plays", "打": "plays", "抢出": "jumps", "抢": "jumps", "回应": "answers"},
        **{"摸牌": "draws", "摸": "draws", "抽牌": "draws", "过牌": "passes", "过": "passes", "不出": "passes"},
        **{"接受": "accepts", "拒绝": "refuses", "质疑": "challenges", "指定": "names", "选择": "chooses"},
        **{"选": "chooses", "弃牌": "discards", "弃": "discards", "喊": "calls", "抓": "catches"},
    },
)
TABLE_VERBS: Final = Keywords(
    "flips shuffles deals reveals picks shows chooses finds",
    {"翻开": "flips", "翻": "flips", "洗牌": "shuffles", "洗": "shuffles", "发牌": "deals", "发": "deals"},
)
MODIFIERS: Final = Keywords(
    "naming as on attaching adding keeping topping saying",
    {"指定": "naming", "当作": "as", "当": "as", "对": "on", "附上": "attaching", "保留": "keeping", "喊": "saying"},
)
AND: Final = Keywords("and", {"和": "and"})
UNO: Final = Keywords("uno", {"uno!": "uno"})
FROM_FOR: Final = Keywords("from for")
FOR: Final = Keywords("for")
OF: Final = Keywords("of")
PLACE: Final = Keywords("place")
CHOICES: Final = Keywords(
    "yes no clockwise counterclockwise",
    {"是": "yes", "否": "no", "顺时针": "clockwise", "逆时针": "counterclockwise"},
)
OUTCOMES: Final = Keywords("guilty innocent yes no")


def _faces(codes: str) -> frozenset[Face]:
    return frozenset(FACES[code] for code in codes.split())


_NEED: Final[Mapping[str, frozenset[Face]]] = {
    "naming": _faces("W W+4 swap-hands shuffle-hands customizable blank grenade camouflage"),
    "as": _faces("infinity"),
}
#: The faces that take a modifier, by the modifier.
TAKERS: Final[Mapping[str, frozenset[Face]]] = {
    "naming": _NEED["naming"] | _faces("CC CC+2"),
    "as": _NEED["as"],
    "on": _faces("7 swap-hands customizable blank color-duel points-duel tight-band revive jump"),
    "attaching": _faces("transfer-low transfer-high"),
    "adding": _faces("reward"),
    "keeping": _faces("chosen-one"),
    "topping": _faces("reward"),
}
_CAMOUFLAGE: Final = FACES["camouflage"]
_GRENADE: Final = FACES["grenade"]
_BLANK: Final = FACES["blank"]


@lru_cache(maxsize=256)
def _has_grenade(deck: Deck | None) -> bool:
    return deck is not None and any(card.face is _GRENADE for card in deck.copies)


def check_modifiers(laid: Laying, modifiers: Collection[str], deck: Deck | None) -> None:
    """Whether the cards have every modifier they need and none they cannot take."""
    faces = {card.face for card in laid.cards}
    if UNKNOWN.face in faces:
        raise NotationError(said("laid card unknown"))
    for modifier, takers in TAKERS.items():
        if modifier not in modifiers:
            needs = _NEED.get(modifier, frozenset())
            if _has_grenade(deck):  # there a blank card does nothing at all
                needs -= {_BLANK}
            if not faces.isdisjoint(needs):
                needing = next(card for card in laid.cards if card.face in needs)
                raise NotationError(said(f"needs {modifier}", card=needing.code))
        elif faces.isdisjoint(takers) and not (
            modifier == "naming" and ((len(laid.cards) > 1 and len(faces) == 1) or _has_grenade(deck))
        ):
            raise NotationError(said("cannot take", cards=write_cards(laid.cards[:5]), word=modifier))
    if len(laid.colors) > 1 and _CAMOUFLAGE not in faces:
        raise NotationError(said("two colors"))


def odd_character(text: str) -> str:
    """The first character that has no place in a sentence, as ``U+0000``; an empty string where there is none."""
    if not text.isprintable():
        for character in text:
            if unicodedata.category(character) in _ODD and character not in _JOINERS:
                return f"U+{ord(character):04X}"
    return ""


def folded_name(name: str) -> str:
    """The name as it is compared with others of a different case."""
    short = not name.isascii() and len(name) <= _LONGEST_NAME
    return (unicodedata.normalize("NFC", name) if short else name).casefold()


@final
class Names:
    """The names of a table."""

    __slots__ = ("exact", "folded", "names")

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names: Final = names
        self.exact: Final = {name: Seat(seat) for seat, name in enumerate(names)}
        self.folded: Final[dict[str, list[str]]] = {}
        for name in self.exact:
            self.folded.setdefault(folded_name(name), []).append(name)

    def find(self, word: str) -> Seat | None:
        """The seat of the player with this name: exactly, or in another case where that is one player; else None."""
        seat = self.exact.get(word)
        if seat is None:
            alike = self.folded.get(folded_name(word), ())
            if len(alike) > 1:
                raise NotationError(said("may be", word=quoted(word), names=" or ".join(map(repr, alike))))
            seat = self.exact[alike[0]] if alike else None
        return seat

    def unknown(self, word: str) -> NotationError:
        """The error for a word that should have been a name."""
        hint = nearest(word, [*self.names, *TABLE_WORDS.english]) or said("the players", names=self.listed())
        return NotationError(said("unknown player", word=quoted(word), hint=hint))

    def listed(self) -> str:
        """The names for a message."""
        return ", ".join(map(quoted, self.names[:12])) or "none"

    def __getitem__(self, seat: Seat) -> str:
        if not 0 <= seat < len(self.names):
            raise NotationError(f"there is no seat {seat} at a table of {len(self.names)}")
        return self.names[seat]


@lru_cache(maxsize=256)
def _names(names: tuple[str, ...]) -> Names:
    return Names(names)


def names_of(players: Sequence[str]) -> Names:
    """The names of these players, clockwise."""
    return _names(tuple(players))


def _fault_of_name(name: str) -> str:
    if not 1 <= len(name) <= _LONGEST_NAME:
        return f"has {len(name)} characters"
    if any(character.isspace() for character in name):
        return "has a blank"
    if name != name.translate(COMMAS):
        return "has a comma"
    if odd := odd_character(name):
        return f"has the character {odd}"
    return "is a word of the notation" if name.casefold() in ("table", "nobody") else ""


def check_names(names: Sequence[str]) -> None:
    """Whether these can be the names of a table.

    They differ, have 1 to 32 characters, no blank, comma or control character, and are neither ``table`` nor ``nobody``
    in any case. Raises :class:`unoref.errors.NotationError`, which says which name is at fault and what would be right.

    >>> check_names(["Ann", "Bo", "小明"])
    """
    seen: set[str] = set()
    for name in names:
        fault = _fault_of_name(name) or ("is given twice" if name in seen else "")
        seen.add(name)
        if fault:
            raise NotationError(
                f"the name {quoted(name)} {fault}; names differ, have 1 to {_LONGEST_NAME} characters, no blank, "
                "no comma, no control character, and are not 'table' or 'nobody'"
            )
