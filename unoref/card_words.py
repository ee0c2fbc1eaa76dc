"""The words of cards: canonical codes, English, Chinese; and cards in words for people.

``_FACE_WORDS`` is the one table of names; everything that reads or speaks a card goes by it. Cards and lists of
cards as text are in :mod:`unoref.card_notation`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from unoref.cards import BASE_COLORS, CARDS, UNKNOWN, Card, Color, Face

__all__ = [
    "COMMAS",
    "LONGEST_WORD",
    "Spellings",
    "fold",
    "joined",
    "quoted",
    "read_color",
    "runs",
    "spaced",
    "speak_card",
    "speak_cards",
    "speak_color",
    "speak_face",
    "spellings",
]

#: For :meth:`str.translate`: commas that separate the cards of a list become blanks.
COMMAS: Final = str.maketrans(dict.fromkeys(",，、", " "))

#: Nothing longer is a word; Unicode normalization takes quadratic time in the length of what it is given.
LONGEST_WORD: Final = 64

_GAPS: Final = str.maketrans(dict.fromkeys("-_:", " "))
_SIMPLIFIED: Final = str.maketrans(
    "紅綠藍黃過擋轉變萬無夾獎勵婦顏決鬥點數選彈繳後藥復換義拋緊迴槓張質應棄發開順時針對當為給",
    "红绿蓝黄过挡转变万无夹奖励妇颜决斗点数选弹缴后药复换义抛紧回杠张质应弃发开顺时针对当为给",
)


class _Words(NamedTuple):
    en: str
    zh: str
    others: tuple[str, ...] = ()


def _words(en: str, zh: str, *others: str) -> _Words:
    return _Words(en, zh, others)


#: A color: spoken in English, short and long in Chinese. The letter of a color is not here, it belongs to the codes.
_COLOR_WORDS: Final[Mapping[Color, tuple[str, str, str]]] = {
    Color.RED: ("red", "红", "红色"),
    Color.YELLOW: ("yellow", "黄", "黄色"),
    Color.GREEN: ("green", "绿", "绿色"),
    Color.BLUE: ("blue", "蓝", "蓝色"),
    Color.BLACK: ("black", "黑", "黑色"),
}

_NUMBER_WORDS: Final = "zero one two three four five six seven eight nine"

#: A face by its code: spoken in English, spoken in Chinese, and what else is understood. Traditional characters are
#: read as simplified ones, blanks in a name may be hyphens or left out, case does not matter.
_FACE_WORDS: Final[Mapping[str, _Words]] = {
    **{
        str(number): _words(str(number), str(number), *names)
        for number, names in enumerate(zip(_NUMBER_WORDS.split(), "零一二三四五六七八九", strict=True))
    },
    "S": _words("Skip", "跳过", "ban", "禁", "禁止", "阻挡", "跳", "停"),
    "R": _words("Reverse", "反转", "rev", "转", "转向", "逆转", "回转"),
    "+2": _words("Draw Two", "+2", "draw 2", "draw2", "plus two", "plus 2", "加二", "加2"),
    "W": _words("Wild", "变色", "wild card", "变色牌", "改色", "换色", "万能", "万能牌", "黑牌"),
    "W+4": _words(
        "Wild Draw Four",
        "+4",
        *("wild draw 4", "wild draw4", "draw four", "draw 4", "draw4"),
        *("wild +4", "wild 4", "W4", "plus four", "plus 4"),
        *("万能+4", "万能加四", "变色+4", "黑牌+4", "黑牌+四", "加四", "加4"),
    ),
    "CC": _words("CC", "CC"),
    "CC+2": _words("CC+2", "CC+2", "W+2", "wild +2", "wild draw two", "wild draw 2", "变色+2", "改色+2"),
    "P": _words("P", "P", "power", "抛瓦"),
    "B": _words("B", "B"),
    "swap-hands": _words("Wild Swap Hands", "换手牌", "swap hands", "交换手牌"),
    "shuffle-hands": _words("Wild Shuffle Hands", "洗手牌", "shuffle hands", "重洗手牌", "混洗手牌"),
    "customizable": _words("Wild Customizable", "自定义牌", "customizable", "customisable", "自定义"),
    "blank": _words("Blank", "空白牌", "blank card", "空白", "白牌"),
    "infinity": _words("Infinity", "无限", "∞"),
    "transfer-low": _words("Low Transfer", "转移≤4", "transfer low", "transfer <=4", "转移<=4", "小转移"),
    "transfer-high": _words("High Transfer", "转移≥5", "transfer high", "transfer >=5", "转移>=5", "大转移"),
    "god-hand": _words("God Hand", "神手"),
    "clip": _words("Clip", "夹子"),
    "reward": _words("Reward", "奖励"),
    "widow": _words("Widow", "寡妇"),
    "color-duel": _words("Color Duel", "颜色决斗", "colour duel"),
    "points-duel": _words("Points Duel", "点数决斗"),
    "chosen-one": _words("Chosen One", "天选之子"),
    "bomb": _words("Bomb", "炸弹"),
    "disarm": _words("Disarm", "缴械"),
    "tight-band": _words("Tight Band", "紧箍咒"),
    "regret-pill": _words("Regret Pill", "后悔药"),
    "rebound": _words("Rebound", "反弹"),
    "pass": _words("Pass", "pass"),
    "grenade": _words("Grenade", "手榴弹"),
    "c4": _words("C4", "C4"),
    "argue": _words("Argue", "抬杠"),
    "camouflage": _words("Camouflage", "迷彩"),
    "revive": _words("Revive", "复活"),
    "jump": _words("Jump", "跳转"),
    "none": _words("no face", "无"),
    "?": _words("an unknown card", "一张未知的牌", "unknown card", "unknown", "未知的牌", "未知"),
}


#: Every face is called by its usual name.
_USUAL: Final[Mapping[str, str]] = MappingProxyType({})


def quoted(text: str) -> str:
    """The text as messages quote it: shortened, on one line, odd characters escaped."""
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


@lru_cache(maxsize=4096)
def _plain(word: str) -> str:
    return unicodedata.normalize("NFKC", word).translate(_SIMPLIFIED).casefold()


def fold(word: str) -> str:
    """The word as tables know it: lower case, simplified characters, no full-width forms."""
    return word.casefold() if word.isascii() or len(word) > LONGEST_WORD else _plain(word)


class Spellings(NamedTuple):
    """Every spelling of every card, folded.

    ``joined``: without blanks, for one word. ``spaced``: with blanks, for words that stand beside each other in a list;
    the letter of a color is never a word of these, or ``B R`` would be one card. ``colorless``: faces that are no card
    yet. ``longest``: the most words of a spaced spelling.
    """

    joined: Mapping[str, Card]
    spaced: Mapping[str, Card]
    colorless: Mapping[str, Face]
    longest: int


@cache
def spellings() -> Spellings:
    """The spellings, made when first asked for."""
    one_word: dict[str, Card] = {}
    more_words: dict[str, Card] = {}
    colorless: dict[str, Face] = {}
    cards_of: dict[Face, list[Card]] = {}
    for card in CARDS.values():
        cards_of.setdefault(card.face, []).append(card)
    for face, cards in cards_of.items():
        words = _FACE_WORDS[face.code]
        for spelling in (face.code, words.en, words.zh, *words.others):
            name = fold(spelling).translate(_GAPS).split()
            for card in cards:
                for color in _COLOR_WORDS[card.color] if card is not UNKNOWN else ():
                    one_word[color + "".join(name)] = card
                    more_words[f"{color} {' '.join(name)}"] = card
                one_word[card.color.letter.lower() + "".join(name)] = card
            if cards[-1].color is not Color.BLACK:
                colorless["".join(name)] = face
            elif len(name) > 1:
                more_words[" ".join(name)] = cards[-1]
    return Spellings(one_word, more_words, colorless, max(spelling.count(" ") for spelling in more_words) + 1)


def joined(text: str) -> str:
    """The text as :attr:`Spellings.joined` has it."""
    return "".join(fold(text).translate(_GAPS).split())


def spaced(words: Sequence[str]) -> str:
    """The words as :attr:`Spellings.spaced` has them."""
    return " ".join(" ".join(map(fold, words)).translate(_GAPS).split())


@cache
def _colors() -> Mapping[str, Color]:
    letters = {color.letter.lower(): color for color in BASE_COLORS}
    return letters | {word: color for color, words in _COLOR_WORDS.items() for word in words}


def read_color(word: str) -> Color | None:
    """The color a word stands for (``blue``, ``B``, ``蓝``, ``蓝色``, ``black``), or None."""
    return _colors().get(fold(word))


def runs(cards: Iterable[Card]) -> Iterator[tuple[str, int]]:
    """The codes of the cards, one each, and a run of unknown ones together with its length."""
    for card, run in groupby(cards):
        count = sum(1 for _ in run)
        if card is UNKNOWN:
            yield card.code, count
        else:
            yield from [(card.code, 1)] * count


def speak_color(color: Color, lang: str = "en") -> str:
    """The color in words for people; ``lang`` is ``en`` or ``zh``.

    >>> speak_color(Color.BLUE), speak_color(Color.BLUE, "zh")
    ('blue', '蓝色')
    """
    words = _COLOR_WORDS[color]
    return {"en": words[0], "zh": words[2]}[lang]


def speak_face(face: Face, lang: str = "en") -> str:
    """The face in words for people; ``lang`` is ``en`` or ``zh``.

    >>> speak_face(CARDS["R+2"].face), speak_face(CARDS["RS"].face, "zh")
    ('Draw Two', '跳过')
    """
    words = _FACE_WORDS[face.code]
    return {"en": words.en, "zh": words.zh}[lang]


def speak_card(card: Card, lang: str = "en", names: Mapping[str, str] = _USUAL) -> str:
    """The card in words for people; ``lang`` is ``en`` or ``zh``. ``read_card`` reads them back.

    ``names``: what faces, by code, are called where a variant calls them otherwise.

    >>> speak_card(CARDS["GS"]), speak_card(CARDS["GS"], "zh"), speak_card(CARDS["R7"], "zh"), speak_card(UNKNOWN)
    ('green Skip', '绿色跳过', '红7', 'an unknown card')
    """
    face = names.get(card.face.code) or speak_face(card.face, lang)
    if card.color is Color.BLACK:
        return face
    if lang == "en":
        return f"{_COLOR_WORDS[card.color][0]} {face}"
    return f"{_COLOR_WORDS[card.color][1 if face[-1].isdigit() else 2]}{face}"


def speak_cards(
    cards: Iterable[Card], lang: str = "en", names: Mapping[str, str] = _USUAL, most: int | None = None
) -> str:
    """The cards in words for people, in their order; ``lang`` and ``names`` as for :func:`speak_card`.

    Of more than ``most`` cards the first are named and the others counted.

    >>> cards = (CARDS["R7"], CARDS["W"], UNKNOWN, UNKNOWN)
    >>> speak_cards(cards), speak_cards(cards, "zh")
    ('red 7, Wild and 2 unknown cards', '红7、变色和2张未知的牌')
    >>> speak_cards([CARDS["R7"]] * 900, most=3)
    'red 7, red 7 and 898 more cards'
    """
    several, none, between, last, more = {
        "en": ("{} unknown cards", "no cards", ", ", " and ", "{} more cards"),
        "zh": ("{}张未知的牌", "没有牌", "、", "和", "另外{}张牌"),
    }[lang]
    named = tuple(cards)
    left_out = 0 if most is None or len(named) <= most else len(named) - most + 1  # never a single one
    parts = [
        speak_card(CARDS[code], lang, names) if count == 1 else several.format(count)
        for code, count in runs(named[: len(named) - left_out])
    ]
    if left_out:
        parts.append(more.format(left_out))
    return last.join(filter(None, (between.join(parts[:-1]), parts[-1]))) if parts else none
