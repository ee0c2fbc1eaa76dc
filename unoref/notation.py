"""Cards and sentences, both ways: the public functions, and how an action is written.

A sentence is one action: ``Ann plays R7 saying uno``. The words of cards are in :mod:`unoref.card_words`, lists of
cards in :mod:`unoref.card_notation`, keywords and names in :mod:`unoref.grammar`, how a sentence is read in
:mod:`unoref.sentences`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

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
    TableAction,
)
from unoref.card_notation import read_card, read_cards, write_card, write_cards
from unoref.card_words import COMMAS, fold, quoted, speak_card, speak_cards, speak_color, speak_face
from unoref.cards import Card, Deck
from unoref.errors import NotationError, said
from unoref.grammar import (
    TABLE_VERBS,
    TABLE_WORDS,
    VERBS,
    Keywords,
    Names,
    check_names,
    folded_name,
    names_of,
    odd_character,
)
from unoref.sentences import number_of, read_words

if TYPE_CHECKING:
    from unoref.state import State

__all__ = [
    "LONGEST_SENTENCE",
    "check_names",
    "format",
    "mentioned",
    "parse",
    "read_card",
    "read_cards",
    "read_sentence",
    "speak_card",
    "speak_cards",
    "speak_color",
    "speak_face",
    "write_card",
    "write_cards",
    "write_sentence",
]

#: The most characters a sentence may have.
LONGEST_SENTENCE: Final = 4096

_STOPS: Final = (".", "。", "．")


def _split(text: str) -> list[str]:
    return (text if text.isascii() and "," not in text else text.translate(COMMAS)).split()


def _without_stop(words: list[str]) -> list[str]:
    """The words without the full stop at their end."""
    if words and words[-1].endswith(_STOPS):
        rest = words[-1][:-1]
        return [*words[:-1], rest] if rest else words[:-1]
    return words


def _checked(text: str) -> str:
    """The sentence without blanks around it, if it is one that can be looked at."""
    if len(text) > LONGEST_SENTENCE:
        long = said("long sentence", most=LONGEST_SENTENCE, count=len(text))
        raise NotationError(said("at", place=quoted(text), what=long))
    text = text.strip(" \t\r\n")
    odd = odd_character(text.replace("\t", " "))
    if odd:
        raise NotationError(said("at", place=quoted(text), what=said("odd character", odd=odd)))
    return text


def read_sentence(text: str, names: Sequence[str], deck: Deck | None = None) -> Action:
    """The action a sentence tells.

    ``names`` are the players, clockwise; a name is matched exactly, or in another case where that leaves one player.
    Keywords may be in any case, modifiers in any order, cards in every form of :func:`read_card`; a full stop at the
    end is passed over; the plain forms may be Chinese. With a ``deck`` the cards are those of that deck, and where it
    has a grenade any play may name a color.

    Raises :class:`unoref.errors.NotationError` for everything that is no sentence, also for a card without a modifier
    it needs (a Wild without a color) or with one it cannot take. The message is one line and quotes the sentence and
    the faulty word.

    >>> action = read_sentence("Bo plays wild saying UNO naming blue.", ["Ann", "Bo"])
    >>> write_sentence(action, ["Ann", "Bo"])
    'Bo plays W naming blue saying uno'
    """
    sentence = _checked(text)
    table = names_of(names)
    try:
        words = _split(sentence)
        if words and words[-1] in table.exact and words[-1].endswith(_STOPS):
            try:  # the full stop may belong to the name
                return read_words(words, table, deck)
            except NotationError:
                pass
        return read_words(_without_stop(words), table, deck)
    except NotationError as problem:
        raise NotationError(said("at", place=quoted(sentence), what=problem)) from None


#: Words of the grammar after which a name comes.
_BEFORE_NAME: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(("plays", "jumps", "answers"), frozenset({"on"})),
    **{verb: frozenset({verb}) for verb in ("catches", "deals", "shows", "chooses")},
    "reveals": frozenset({"of"}),
    "picks": frozenset({"from", "for"}),
}
_NO_NAME: Final = frozenset[str]()
_BETWEEN: Final = Keywords("on of from for", {"对": "on"})


def _named_after(verb: str, words: list[str]) -> Iterator[str]:
    """The names among the words, the first of which holds the verb."""
    before = _BEFORE_NAME.get(verb, _NO_NAME)
    rest = iter(words)
    keywords = VERBS if verb in VERBS.english else TABLE_VERBS
    for word in rest:
        found = keywords.find(word)
        if found is not None and found[0] in before:
            name = found[1] or next(rest, "")
            yield from [name] if name else []
        keywords = _BETWEEN


def mentioned(sentence: str) -> tuple[str, ...]:
    """The names in a sentence whose players are not known yet, in order of mention, each once.

    These are the actor, unless it is the table, and whatever stands where the grammar has a name.
    Never raises: what is no sentence has perhaps no names.

    >>> mentioned("Bo plays R7 on Cy")
    ('Bo', 'Cy')
    """
    words = _without_stop(_split(sentence[:LONGEST_SENTENCE]))
    if not words:
        return ()
    table = TABLE_WORDS.find(words[0]) == ("table", "")
    names = [] if table else words[:1]
    found = (TABLE_VERBS if table else VERBS).find(words[1]) if len(words) > 1 else None
    number = table and found == ("chooses", "") and (words[-1] == "?" or number_of(words[-1]) is not None)
    if found is not None and not number and (table or found[0] != "chooses"):
        names += _named_after(found[0], words[1:])
    once = {folded_name(name): name for name in reversed(names) if fold(name) != "table"}
    return tuple(reversed(once.values()))


def _after(keyword: str, *cards: Card) -> str:
    return f"{keyword} {write_cards(cards)}" if cards else keyword


def _laid(verb: str) -> Callable[[Any, Names], str]:
    def write(action: Laying, names: Names) -> str:
        parts = [_after(verb, *action.cards)]
        if action.colors:
            parts.append(f"naming {' and '.join(color.value for color in action.colors)}")
        if action.number is not None:
            parts.append(f"as {action.number}")
        if action.target is not None:
            parts.append(f"on {names[action.target]}")
        if action.attaching:
            parts.append(_after("attaching", *action.attaching))
        for keyword, card in (("adding", action.adding), ("keeping", action.keeping), ("topping", action.topping)):
            if card is not None:
                parts.append(_after(keyword, card))
        if action.saying_uno:
            parts.append("saying uno")
        return " ".join(parts)

    return write


def _chosen(action: Choose, names: Names) -> str:
    return f"chooses {action.choice.code if isinstance(action.choice, Card) else action.choice}"


def _picked(action: Pick, names: Names) -> str:
    source = "" if action.source is None else f" from {names[action.source]}"
    target = "" if action.target is None else f" for {names[action.target]}"
    return _after("picks", *action.cards) + source + target


def _place(action: ChoosePlace, names: Names) -> str:
    place = "?" if action.place is None else str(action.place)
    return f"chooses {'place ' if place in names.exact else ''}{place}"


#: What follows the actor in the sentence of an action.
_WRITE: Final[Mapping[type[Action], Callable[[Any, Names], str]]] = {
    Play: _laid("plays"),
    JumpIn: _laid("jumps in with"),
    Answer: _laid("answers with"),
    Draw: lambda action, names: _after("draws", *([] if action.card is None else [action.card])),
    Pass: lambda action, names: "passes",
    Accept: lambda action, names: _after("accepts", *action.cards),
    Refuse: lambda action, names: "refuses",
    Challenge: lambda action, names: "challenges",
    Name: lambda action, names: f"names {action.color.value}",
    Choose: _chosen,
    Exchange: lambda action, names: f"swaps {action.given.code} for {action.taken.code}",
    Discard: lambda action, names: _after("discards", *action.cards),
    Recast: lambda action, names: _after("recasts", action.card),
    CallUno: lambda action, names: "calls uno",
    Catch: lambda action, names: f"catches {names[action.target]}",
    Flip: lambda action, names: _after("flips", action.card),
    Shuffle: lambda action, names: _after("shuffles", *(action.cards or ())),
    Deal: lambda action, names: _after(f"deals {names[action.target]}", *action.cards),
    Reveal: lambda action, names: (
        _after("reveals", action.card) + ("" if action.target is None else f" of {names[action.target]}")
    ),
    Pick: _picked,
    Show: lambda action, names: _after(f"shows {names[action.target]}", *action.cards),
    ChooseSeat: lambda action, names: f"chooses {names[action.target]}",
    ChoosePlace: _place,
    Find: lambda action, names: f"finds {action.outcome}",
}


def write_sentence(action: Action, names: Sequence[str]) -> str:
    """The action as a canonical sentence; ``names`` are the players, clockwise.

    Modifiers stand in the order of docs/records.rst, and :func:`read_sentence` reads the sentence back; only a shuffle
    of no cards reads back as one whose order is not known. Raises :class:`unoref.errors.NotationError` where the table
    has no such seat.

    >>> write_sentence(Catch(actor=1, target=0), ["Ann", "Bo"])
    'Bo catches Ann'
    """
    table = names_of(names)
    actor = "table" if isinstance(action, TableAction) else table[action.actor]
    return f"{actor} {_WRITE[type(action)](action, table)}"


def parse(text: str, state: State) -> Action:
    """The action a sentence tells, with the players and the deck of a state; whether it is allowed is another question.

    Raises :class:`unoref.NotationError` for everything that is no sentence.

    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset("official"), ["Ann", "Bo", "Cy"], rng=random.Random(7))
    >>> unoref.parse("Ann plays R7", state) == unoref.parse("ann PLAYS red 7.", state)
    True
    """
    return read_sentence(text, state.players, state.ruleset.deck)


def format(action: Action, state: State) -> str:
    """The action as a canonical sentence, with the players of a state; the inverse of :func:`parse`.

    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset("official"), ["Ann", "Bo", "Cy"], rng=random.Random(7))
    >>> unoref.format(unoref.parse("ann PLAYS wild NAMING b", state), state)
    'Ann plays W naming blue'
    """
    return write_sentence(action, state.players)
