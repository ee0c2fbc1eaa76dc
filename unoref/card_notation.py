"""Cards and lists of cards as text, both ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from unoref.card_words import (
    COMMAS,
    LONGEST_WORD,
    fold,
    joined,
    quoted,
    read_color,
    runs,
    spaced,
    speak_card,
    spellings,
)
from unoref.cards import CARDS, UNKNOWN, Card, Color, Deck, Face
from unoref.errors import NotationError, nearest, said

__all__ = ["MOST_UNKNOWN", "card_list", "read_card", "read_cards", "write_card", "write_cards"]

#: The most unknown cards one list may have.
MOST_UNKNOWN: Final = 1000

#: The same card under the name of another deck: taken where the deck has only the second.
_SAME_CARD: Final[Mapping[Card, Card]] = {
    CARDS[code]: CARDS[other] for code, other in (("W", "CC"), ("CC", "W"), (":bomb", "B"))
}


class _DeckWords(NamedTuple):
    codes: list[str]
    by_face: Mapping[Face, tuple[Card, ...]]


@lru_cache(maxsize=256)
def _deck_words(deck: Deck | None) -> _DeckWords:
    cards = sorted(CARDS.values() if deck is None else deck.copies, key=lambda card: (card.face.rank, card.index))
    by_face = {face: tuple(same) for face, same in groupby(cards, key=lambda card: card.face)}
    return _DeckWords([card.code for card in cards if card is not UNKNOWN], by_face)


def _near(word: str, deck: Deck | None, also: list[str]) -> str:
    """The hint with the spelling nearest to the word, among those of its kind; ``also``: what else may be meant."""
    codes = _deck_words(deck).codes
    color, blank, _ = word.partition(" ")
    if blank and read_color(color):
        spelled = spellings().spaced.items()
        near = [name for name, card in spelled if name.startswith(color) and (deck is None or card in deck)]
    elif word.isascii():
        near = codes + ([speak_card(CARDS[code]) for code in codes] if len(word) > 5 and ":" not in word else [])
    else:
        near = [speak_card(CARDS[code], "zh") for code in codes]
    return nearest(word, near + also)


def _needs_color(word: str, cards: Iterable[Card]) -> NotationError:
    codes = [card.code for card in cards if card.color is not Color.BLACK]
    return NotationError(said("card needs color", word=quoted(word), codes=", ".join(codes[:-1]), last=codes[-1]))


def _unknown_word(word: str, deck: Deck | None, also: list[str]) -> NotationError:
    if read_color(word):
        return NotationError(said("color, no card", word=quoted(word)))
    face = spellings().colorless.get(joined(word))
    of_deck = _deck_words(deck).by_face.get(face, ()) if face else ()
    if len(of_deck) > 1:
        return _needs_color(word, of_deck)
    return NotationError(said("unknown card", word=quoted(word), hint=_near(word, deck, also)))


def _of_deck(card: Card, word: str, deck: Deck | None) -> Card:
    """The card as the deck has it: itself, its alias, or the only one of its face where no color was said."""
    if deck is None or card in deck or card is UNKNOWN:
        return card
    alias = _SAME_CARD.get(card)
    if alias is not None and alias in deck:
        return alias
    of_face = _deck_words(deck).by_face.get(card.face, ())
    if card.color is Color.BLACK and of_face:
        if len(of_face) == 1:
            return of_face[0]
        raise _needs_color(word, of_face)
    what = quoted(word) if word == card.code else f"{quoted(word)} ({card.code})"
    raise NotationError(said("not of this deck", word=what, hint=_near(card.code, deck, [])))


def read_card(text: str, deck: Deck | None = None) -> Card:
    """The card a text stands for: a canonical code, a long English or a Chinese form, in any case.

    With a deck the card is one of that deck: where it lacks the card, another name of the same card is taken (Touhouno:
    ``W`` is ``CC``), and a named face that has only one color in it may be written without the color. Without a deck
    every card of :data:`unoref.cards.CARDS` can be read. Raises :class:`unoref.errors.NotationError`, which names the
    nearest card.

    >>> read_card("red draw two"), read_card("绿跳过"), read_card("+4")
    (<card R+2>, <card GS>, <card W+4>)
    """
    card = CARDS.get(text)
    if card is None:
        text = text.strip()
        card = spellings().joined.get(joined(text))
        if card is None:
            count = _unknown_count(text)
            if count > 1:
                raise NotationError(said("several cards", word=quoted(text)))
            if count < 1:
                raise _unknown_word(text, deck, [])
            card = UNKNOWN
    return _of_deck(card, text, deck)


def _unknown_count(word: str) -> int:
    """How many cards ``?5`` stands for; 0 for another word."""
    mark, digits = fold(word[:1]), fold(word[1:])
    if mark != "?" or not digits.isdecimal():
        return 0
    count = int(digits) if len(digits) <= 4 else MOST_UNKNOWN + 1
    if not 1 <= count <= MOST_UNKNOWN:
        raise NotationError(said("unknown count", word=quoted(word), most=MOST_UNKNOWN))
    return count


def _side_by_side(word: str) -> list[Card] | None:
    """The cards of a Chinese word that holds several, as in ``黄2黄2绿2``, longest first; None for another word."""
    if word.isascii() or len(word) > LONGEST_WORD:
        return None
    spelled, rest, cards = spellings().joined, joined(word), []
    while rest:
        size = next((size for size in range(len(rest), 0, -1) if rest[:size] in spelled), 0)
        if not size:
            return None
        cards.append(spelled[rest[:size]])
        rest = rest[size:]
    return cards


def _several_words(words: Sequence[str], at: int) -> tuple[Card, int] | None:
    """The card that begins at a place of the list and takes several words, and how many; the longest one."""
    spelled = spellings()
    for size in range(min(spelled.longest, len(words) - at), 1, -1):
        card = spelled.spaced.get(spaced(words[at : at + size]))
        if card is not None:
            return card, size
    return None


def _next_cards(words: Sequence[str], at: int, deck: Deck | None, also: list[str]) -> tuple[list[Card], int]:
    """The cards that begin at a place of the list, and the number of words they take."""
    word = words[at]
    if word in CARDS:  # canonical: the first word of no longer spelling
        return [_of_deck(CARDS[word], word, deck)], 1
    several = _several_words(words, at)
    if several is not None:
        card, size = several
        return [_of_deck(card, " ".join(words[at : at + size]), deck)], size
    count = _unknown_count(word)
    if count:
        return [UNKNOWN] * count, 1
    card_or_none = spellings().joined.get(joined(word))
    cards = _side_by_side(word) if card_or_none is None else [card_or_none]
    if not cards:
        size = 2 if read_color(word) else 1
        raise _unknown_word(" ".join(words[at : at + size]), deck, also)
    return [_of_deck(card, word, deck) for card in cards], 1


def card_list(words: Sequence[str], deck: Deck | None, also: list[str]) -> tuple[Card, ...]:
    """The cards of a list that has been split at its blanks; see :func:`read_cards`.

    ``also`` are the words that might have ended the list, for the hint about a misspelled one.
    """
    cards: list[Card] = []
    at = unknown = 0
    while at < len(words):
        found, size = _next_cards(words, at, deck, also)
        at += size
        unknown += found.count(UNKNOWN)
        if unknown > MOST_UNKNOWN:
            raise NotationError(said("too many unknown", most=MOST_UNKNOWN))
        cards += found
    return tuple(cards)


def read_cards(text: str, deck: Deck | None = None) -> tuple[Card, ...]:
    """The cards of a list, in its order: forms of :func:`read_card` between blanks or commas, ``?5`` for five unknown.

    Forms of several words are read longest first; an empty text is an empty list. Raises
    :class:`unoref.errors.NotationError`, also for more than 1000 unknown cards.

    >>> read_cards("R7 blue skip, 红7 ?2")
    (<card R7>, <card BS>, <card R7>, <card ?>, <card ?>)
    """
    words = text.translate(COMMAS).split()
    try:
        return card_list(words, deck, [])
    except NotationError as problem:
        if len(words) == 1:
            raise
        raise NotationError(said("at", place=quoted(text), what=problem)) from None


def write_card(card: Card) -> str:
    """The canonical code of a card."""
    return card.code


def write_cards(cards: Iterable[Card]) -> str:
    """The canonical codes of cards, in their order; a run of unknown ones as ``?5``, a single one as ``?``.

    >>> write_cards(read_cards("red 7 ? ? W"))
    'R7 ?2 W'
    """
    return " ".join(code if count == 1 else f"{code}{count}" for code, count in runs(cards))
