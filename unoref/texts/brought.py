"""The sentences of a variant that another package brings: ``texts.toml`` beside its rulebook.

::

    [en.events]
    given = "{seat} gives {other} {cards}."
    [en.reasons]
    "gift.seven" = "A 7 is not given away."
    [en.owed]
    give = "it is for {owner} to give a card away."
    [en.lasting]
    frozen = "{seat} sits out {n} turn{s}."

``events`` are keyed by kind, ``reasons`` and ``questions`` by point, ``owed`` and ``lasting`` by the kebab-case name of a
frame or a lasting effect; the sentence of an effect of which nothing is to be said is empty. What is not there is told in the
common words of unoref, a point without any in the words of its clause, and an effect without any by its name.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import cache
from typing import Final

from unoref.errors import RulebookError, nearest
from unoref.rulebook import Rulebook, rulebook

__all__ = ["brought_texts"]

_OF_ACTIONS: Final = frozenset("actor owner holder target owed cards color top hand_size".split())

#: The first of each kind among the fields of a frame or an effect.
_OF_THINGS: Final = frozenset("seat other cards n s color face".split())

#: What a sentence of each table may name in braces.
_FACTS: Final[Mapping[str, frozenset[str]]] = {
    "events": frozenset("seat other cards n s color".split()),
    "reasons": _OF_ACTIONS,
    "questions": _OF_ACTIONS,
    "owed": frozenset({"owner", *_OF_THINGS}),
    "lasting": frozenset(_OF_THINGS),
}


@cache
def brought_texts(variant: str, lang: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of the variant in a language, by table and key; empty where its package has no ``texts.toml``.

    Raises :class:`unoref.RulebookError` for a table there is not, and for a sentence that names in braces what there is not.
    """
    book = rulebook(variant)
    tables = book.sentences.get(lang, {})
    for table, sentences in tables.items():
        if table not in _FACTS:
            raise _fault(book, f"{lang}.{table} is no table of texts{nearest(table, list(_FACTS))}")
        for key, sentence in sentences.items():
            try:
                named = {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}
            except (TypeError, ValueError) as fault:
                raise _fault(book, f"{lang}.{table}.{key} is no sentence: {fault}") from None
            if strange := sorted(named - _FACTS[table]):
                raise _fault(
                    book, f"{lang}.{table}.{key} names {{{strange[0]}}}; there are {', '.join(sorted(_FACTS[table]))}"
                )
    return tables


def _fault(book: Rulebook, what: str) -> RulebookError:
    return RulebookError(f"{book.folder / 'texts.toml'}: {what}")
