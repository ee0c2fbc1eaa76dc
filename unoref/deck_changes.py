"""What a table has done to the deck of its rulebook: more decks, cards taken out, cards put in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from unoref.card_notation import read_cards
from unoref.cards import UNKNOWN, Card, Deck, hand
from unoref.errors import NotationError, RecordError, RulebookError
from unoref.rulebook import Rulebook, Value, rulebook
from unoref.sections import Section, found
from unoref.variant_modules import blamed, variant_module

__all__ = ["DECK_KEYS", "MOST_CARDS", "MOST_DECKS", "UNCHANGED", "DeckChanges", "read_deck_changes", "usual_deck"]

#: The keys of a ``[deck]``.
DECK_KEYS: Final = ("decks", "remove", "add")

#: The most decks that are put together, and the most cards that are taken out or put in one by one.
MOST_DECKS: Final = 10
MOST_CARDS: Final = 1000

_CARDS: Final = 'cards, such as "R0 Y0"'


@frozen
class DeckChanges:
    """Changes of a deck: it is taken ``decks`` times, then the cards ``remove`` are taken out and the cards ``add`` put in.

    >>> import unoref
    >>> DeckChanges(2).applied(unoref.ruleset().deck).size
    216
    """

    decks: int = 1
    remove: tuple[Card, ...] = ()
    add: tuple[Card, ...] = ()

    def __bool__(self) -> bool:
        return self != UNCHANGED

    def applied(self, deck: Deck) -> Deck:
        """The deck after the changes.

        Raises :class:`unoref.RulebookError` for a card that the deck does not have: one taken out more often than it is
        there, or one put in that the rules do not know.
        """
        for card in self.add:
            if card not in deck:
                raise RulebookError(
                    f"deck.add: {card} is no card of these rules; only more of the deck's own cards go in"
                )
        copies = Counter({card: count * self.decks for card, count in deck.copies.items()})
        for card, count in Counter(self.remove).items():
            there = copies.get(card, 0)
            if count > there:
                raise RulebookError(f"deck.remove: {card} is taken out {_times(count)}; the deck has {there or 'none'}")
        copies.subtract(self.remove)
        copies.update(self.add)
        return Deck(copies)

    def data(self) -> dict[str, Any]:
        """The changes as the ``[deck]`` that reads back to them."""
        told: dict[str, Any] = {} if self.decks == 1 else {"decks": self.decks}
        for key, cards in (("remove", self.remove), ("add", self.add)):
            if cards:
                told[key] = " ".join(card.code for card in cards)
        return told


#: The deck as the rulebook has it.
UNCHANGED: Final = DeckChanges()


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def usual_deck(variant: str, options: Mapping[str, Value]) -> Deck:
    """The deck of a variant under its settled options, as the rulebook has it.

    Raises :class:`unoref.RulebookError` where a package brings the variant and its function ``deck`` fails or gives no deck.
    """
    with blamed(variant, "deck()"):
        made = variant_module(variant).deck(rulebook(variant), options)
        if not isinstance(made, Deck):
            raise TypeError(f"it gives {type(made).__name__}, not Deck")
    return made


def read_deck_changes(section: Section, book: Rulebook, options: Mapping[str, Value]) -> DeckChanges:
    """The changes that a ``[deck]`` describes, of the deck under these settled options; cards are a text or a list of texts.

    Raises :class:`unoref.RecordError` for what is no such table; whether the deck has the cards is for
    :meth:`DeckChanges.applied`.
    """
    decks = section.number("decks", 1, MOST_DECKS)
    if decks is not None and "decks" in book.options:
        raise RecordError(f"deck.decks: {book.id} has an option for it; put decks = {decks} under [options]")
    deck = usual_deck(book.id, options)
    return DeckChanges(1 if decks is None else decks, _cards(section, "remove", deck), _cards(section, "add", deck))


def _cards(section: Section, key: str, deck: Deck) -> tuple[Card, ...]:
    if key not in section:
        return ()
    value, place = section.data[key], section.place(key)
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list | tuple):
        raise section.wrong(key, _CARDS)
    cards: list[Card] = []
    for text in texts:
        if not isinstance(text, str):
            raise RecordError(f"{place} holds {found(text)}; it must be {_CARDS}")
        try:
            cards += read_cards(text, deck)
        except NotationError as problem:
            raise RecordError(f"{place}: {problem}") from None
        if len(cards) > MOST_CARDS:
            raise RecordError(f"{place} has more than {MOST_CARDS} cards")
    if UNKNOWN in cards:
        raise RecordError(f"{place} has an unknown card; a deck is known")
    return hand(cards)
