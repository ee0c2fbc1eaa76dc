"""Reading a sentence that has been split into words: one table of verbs, one function for each way they go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, cast, final

from unoref.actions import (
    Accept,
    Action,
    Answer,
    CallUno,
    Catch,
    Challenge,
    Choose,
    ChoosePlace,
    ChooseSeat,
    Deal,
    Discard,
    Draw,
    Exchange,
    Find,
    Flip,
    JumpIn,
    Laying,
    Name,
    Pass,
    Pick,
    Play,
    Recast,
    Refuse,
    Reveal,
    Show,
    Shuffle,
)
from unoref.card_notation import card_list
from unoref.card_words import fold, quoted, read_color
from unoref.cards import BASE_COLORS, UNKNOWN, Card, Color, Deck
from unoref.errors import NotationError, nearest, said
from unoref.grammar import (
    AND,
    CHOICES,
    FOR,
    FROM_FOR,
    MODIFIERS,
    OF,
    OUTCOMES,
    PLACE,
    TABLE_VERBS,
    TABLE_WORDS,
    UNO,
    VERBS,
    Keywords,
    Names,
    check_modifiers,
)
from unoref.seats import Seat

__all__ = ["number_of", "read_words"]

_LONGEST_NUMBER: Final = 6  # digits


@final
class _Sentence:
    """The words of a sentence, read from left to right."""

    __slots__ = ("at", "deck", "names", "words")

    def __init__(self, words: list[str], names: Names, deck: Deck | None) -> None:
        self.words: Final = words
        self.names: Final = names
        self.deck: Final = deck
        self.at = 0

    def more(self) -> bool:
        """Whether words are left."""
        return self.at < len(self.words)

    def take(self, what: str) -> str:
        """The next word; ``what`` should stand there, a key of the texts of errors."""
        if not self.more():
            raise self.missing(said(what))
        self.at += 1
        return self.words[self.at - 1]

    def missing(self, what: str) -> NotationError:
        """The error where something should follow the word taken last."""
        return NotationError(said("missing", what=what, word=quoted(self.words[self.at - 1])))

    def keyword(self, keywords: Keywords) -> str | None:
        """The next keyword, taken if it is one of these."""
        found = keywords.find(self.words[self.at]) if self.more() else None
        if found is None:
            return None
        keyword, rest = found
        if rest:
            self.words[self.at] = rest
        else:
            self.at += 1
        return keyword

    def expect(self, keywords: Keywords) -> str:
        """The next keyword, which must be one of these."""
        found = self.keyword(keywords)
        if found is None:
            choices = " or ".join(map(repr, keywords.english[:4]))
            if not self.more():
                raise self.missing(choices)
            word = self.words[self.at]
            hint = nearest(word, keywords.english)
            raise NotationError(said("stands where", word=quoted(word), choices=choices, hint=hint))
        return found

    def seat(self) -> Seat:
        """The player whose name is next."""
        word = self.take("a player")
        seat = self.names.find(word)
        if seat is None:
            raise self.names.unknown(word)
        return seat

    def number(self, most: int) -> int:
        """The next word as a number from 0 to ``most``."""
        word = self.take("a number")
        number = number_of(word)
        if number is None or number > most:
            raise NotationError(said("no such number", word=quoted(word), most=most))
        return number

    def color(self, black: bool = False) -> Color:
        """The color that is next."""
        word = self.take("a color")
        color = read_color(word)
        if color is None:
            colors = [color.value for color in (Color if black else BASE_COLORS)]
            hint = nearest(word, colors) or said("the colors", words=", ".join(colors))
            raise NotationError(said("unknown color", word=quoted(word), hint=hint))
        if color is Color.BLACK and not black:
            raise NotationError(said("black named"))
        return color

    def cards(self, until: Keywords = MODIFIERS) -> tuple[Card, ...]:
        """The cards before the next of these keywords, perhaps none."""
        begin = self.at
        while self.more() and until.find(self.words[self.at]) is None:
            self.at += 1
        return card_list(self.words[begin : self.at], self.deck, until.english)

    def some_cards(self, until: Keywords = MODIFIERS) -> tuple[Card, ...]:
        """The cards before the next of these keywords, at least one."""
        cards = self.cards(until)
        if not cards:
            raise self.missing(said("a card"))
        return cards

    def card(self, until: Keywords = MODIFIERS) -> Card:
        """The one card before the next of these keywords."""
        begin = self.at
        cards = self.some_cards(until)
        if len(cards) > 1:
            raise NotationError(said("one card here", word=quoted(self.words[begin - 1]), count=len(cards)))
        return cards[0]

    def known_card(self, until: Keywords = MODIFIERS) -> Card:
        """The one card before the next of these keywords, which everybody sees."""
        card = self.card(until)
        if card is UNKNOWN:
            raise NotationError(said("seen card unknown"))
        return card

    def end(self) -> None:
        """Nothing may be left."""
        if self.more():
            word = self.words[self.at]
            hint = "" if MODIFIERS.find(word) else nearest(word, MODIFIERS.english)
            raise NotationError(
                said("does not belong", word=quoted(word), before=quoted(self.words[self.at - 1]), hint=hint)
            )


def number_of(word: str) -> int | None:
    """The number a word stands for, if it is one of at most six digits."""
    digits = fold(word)
    return int(digits) if digits.isdecimal() and len(digits) <= _LONGEST_NUMBER else None


_MOST: Final = 10**_LONGEST_NUMBER - 1


def _colors(sentence: _Sentence) -> tuple[Color, ...]:
    first = sentence.color()
    return (first, sentence.color()) if sentence.keyword(AND) else (first,)


#: A modifier: the field of :class:`Laying` it fills, and how what follows it is read.
_MODIFIER_FIELDS: Final[Mapping[str, tuple[str, Callable[[_Sentence], object]]]] = {
    "naming": ("colors", _colors),
    "as": ("number", lambda sentence: sentence.number(9)),
    "on": ("target", _Sentence.seat),
    "attaching": ("attaching", _Sentence.some_cards),
    "adding": ("adding", _Sentence.card),
    "keeping": ("keeping", _Sentence.card),
    "topping": ("topping", _Sentence.card),
    "saying": ("saying_uno", lambda sentence: bool(sentence.expect(UNO))),
}


def _laying(kind: type[Laying], particles: str = "") -> Callable[[_Sentence, Seat], Action]:
    """How a kind of laying is read: the particles of its verb (left out in Chinese), the cards, the modifiers."""
    keywords = [Keywords(particle) for particle in particles.split()]

    def read(sentence: _Sentence, actor: Seat) -> Action:
        for keyword in keywords:
            sentence.keyword(keyword)
        cards = sentence.some_cards()
        fields: dict[str, Any] = {}
        modifiers = []
        while sentence.more():
            modifier = sentence.keyword(MODIFIERS)
            if modifier is None:
                sentence.end()
            elif modifier in modifiers:
                raise NotationError(said("said twice", word=modifier))
            else:
                field, value = _MODIFIER_FIELDS[modifier]
                fields[field] = value(sentence)
                modifiers.append(modifier)
        laid = kind(actor, cards, **fields)
        check_modifiers(laid, modifiers, sentence.deck)
        return laid

    return read


def _draw(sentence: _Sentence, actor: Seat) -> Action:
    cards = sentence.cards()
    if len(cards) > 1:
        raise NotationError(said("one card drawn"))
    return Draw(actor, *cards)


def _choose(sentence: _Sentence, actor: Seat) -> Action:
    word = sentence.keyword(CHOICES)
    if word is not None:
        return Choose(actor, cast(Literal["yes", "no", "clockwise", "counterclockwise"], word))
    if sentence.more() and number_of(sentence.words[sentence.at]) is not None:
        return Choose(actor, sentence.number(_MOST))
    return Choose(actor, sentence.card())


def _exchange(sentence: _Sentence, actor: Seat) -> Action:
    given = sentence.card(FOR)
    sentence.expect(FOR)
    return Exchange(actor, given, sentence.card())


def _call(sentence: _Sentence, actor: Seat) -> Action:
    sentence.expect(UNO)
    return CallUno(actor)


#: How a sentence of a player goes on after its verb.
_READ: Final[Mapping[str, Callable[[_Sentence, Seat], Action]]] = {
    "plays": _laying(Play),
    "jumps": _laying(JumpIn, "in with"),
    "answers": _laying(Answer, "with"),
    "draws": _draw,
    "passes": lambda sentence, actor: Pass(actor),
    "accepts": lambda sentence, actor: Accept(actor, sentence.cards()),
    "refuses": lambda sentence, actor: Refuse(actor),
    "challenges": lambda sentence, actor: Challenge(actor),
    "names": lambda sentence, actor: Name(actor, sentence.color(black=True)),
    "chooses": _choose,
    "swaps": _exchange,
    "discards": lambda sentence, actor: Discard(actor, sentence.some_cards()),
    "recasts": lambda sentence, actor: Recast(actor, sentence.known_card()),
    "calls": _call,
    "catches": lambda sentence, actor: Catch(actor, sentence.seat()),
}


def _reveal(sentence: _Sentence) -> Action:
    card = sentence.known_card(OF)
    return Reveal(card, sentence.seat() if sentence.keyword(OF) else None)


def _pick(sentence: _Sentence) -> Action:
    cards = sentence.some_cards(FROM_FOR)
    seats: dict[str, Seat] = {}
    while not seats or sentence.more():
        preposition = sentence.expect(FROM_FOR)
        if preposition in seats:
            raise NotationError(said("said twice", word=preposition))
        seats[preposition] = sentence.seat()
    return Pick(cards, seats.get("from"), seats.get("for"))


def _table_chooses(sentence: _Sentence) -> Action:
    words = sentence.words[sentence.at :]
    place = len(words) == 2 and sentence.keyword(PLACE)
    if words[-1:] == ["?"] and (place or (len(words) == 1 and "?" not in sentence.names.exact)):
        sentence.take("a place")
        return ChoosePlace(None)
    if place:
        return ChoosePlace(sentence.number(_MOST))
    if words and sentence.names.find(words[0]) is None and number_of(words[0]) is not None:
        return ChoosePlace(sentence.number(_MOST))
    return ChooseSeat(sentence.seat())


#: How a sentence of the table goes on after its verb.
_READ_TABLE: Final[Mapping[str, Callable[[_Sentence], Action]]] = {
    "flips": lambda sentence: Flip(sentence.known_card()),
    "shuffles": lambda sentence: Shuffle(sentence.cards() or None),
    "deals": lambda sentence: Deal(sentence.seat(), sentence.cards()),
    "reveals": _reveal,
    "picks": _pick,
    "shows": lambda sentence: Show(sentence.seat(), sentence.some_cards()),
    "chooses": _table_chooses,
    "finds": lambda sentence: Find(cast(Literal["guilty", "innocent", "yes", "no"], sentence.expect(OUTCOMES))),
}


def _verb(sentence: _Sentence, mine: Keywords, others: Keywords, owner: str) -> str:
    """The verb, which comes next; ``owner`` is who does what the ``others`` say."""
    actor = sentence.words[sentence.at - 1]
    verb = sentence.keyword(mine)
    if verb is None:
        word = sentence.take("a verb")
        if others.find(word):
            raise NotationError(said("what others do", actor=quoted(actor), word=quoted(word), owner=said(owner)))
        hint = nearest(word, mine.english) or said("the verbs", words=", ".join(mine.english))
        raise NotationError(said("unknown verb", word=quoted(word), hint=hint))
    return verb


def read_words(words: Sequence[str], names: Names, deck: Deck | None) -> Action:
    """The action that the words of a sentence tell; the errors do not quote the sentence."""
    if not words:
        raise NotationError(said("no sentence"))
    sentence = _Sentence([*words], names, deck)
    actor = names.find(sentence.take("a player"))
    if actor is not None:
        action = _READ[_verb(sentence, VERBS, TABLE_VERBS, "the table")](sentence, actor)
    elif TABLE_WORDS.find(words[0]) == ("table", ""):
        action = _READ_TABLE[_verb(sentence, TABLE_VERBS, VERBS, "a player")](sentence)
    else:
        raise names.unknown(words[0])
    sentence.end()
    return action
