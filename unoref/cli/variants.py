"""``unoref variants``: the variants there are rulebooks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from unoref.cli.faults import tell_passed_over
from unoref.cli.flags import AsJson, Lang
from unoref.cli.pages import Line, line, show, write_json
from unoref.cli.wording import language, say
from unoref.rulebook import rulebooks

__all__ = ["document", "page", "variants"]


def variants(as_json: AsJson = False, lang: Lang = None) -> None:
    """List the variants.

    Id, title, number of players, number of clauses.
    """
    spoken = language(lang)
    tell_passed_over(rulebooks()[1], spoken)
    if as_json:
        write_json(document(spoken))
    else:
        show(list(page(spoken)))


def document(lang: str) -> list[dict[str, Any]]:
    """The variants as plain data: id, title, players (the least and the most), number of clauses."""
    return [
        {"id": book.id, "title": book.title[lang], "players": list(book.players), "clauses": len(book.clause_ids)}
        for book in rulebooks()[0].values()
    ]


def page(lang: str) -> Iterator[Line]:
    """The variants for people."""
    for entry in document(lang):
        least, most = entry["players"]
        yield line((entry["id"], "name"), f"  {entry['title']}")
        yield line((say("variant", lang, least=least, most=most, clauses=entry["clauses"]), "aside"), indent=2)
