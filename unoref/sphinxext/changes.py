"""The changelog as a page: the lines of a release sorted by the clause they are about, clauses linked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Final

from unoref.rulebook import rulebooks

__all__ = ["changelog_page"]

_CODE: Final = re.compile(r"`([^`]+)`")
_NEW_VARIANT: Final = re.compile(r"New: the variant `(\w+)`")
_UNDERLINES: Final = "=-~"

#: Where a line stands that is about no clause: after all that are.
_LAST: Final = ("\uffff", 0)

#: The heading over the lines that are about no clause.
ELSEWHERE: Final = "Commands, files, library"


def changelog_page(text: str) -> str:
    """The page for a changelog in Markdown: headings, paragraphs and lists, code between single backticks.

    Within a release the lines that name a clause or a reading come first, by variant and in the order of its rulebook, each
    under the first that it names; then the others as they stand. What is in backticks becomes a link where there still is such
    a clause, else code.
    """
    places = _places()
    lines: list[str] = []
    titles = {variant: book.title["en"] for variant, book in rulebooks()[0].items()}
    for block in re.split(r"\n(?=## )", text.strip()):
        head, *entries = re.split(r"\n(?=- )", block)
        lines += ["", *(_marked_up(line, places) for line in _with_headings(head))]
        about = sorted((_place(entry, places, titles), at, entry) for at, entry in enumerate(entries))
        for title, together in groupby(about, key=lambda placed: placed[0][0]):
            lines += ["", *_heading(ELSEWHERE if title == _LAST[0] else title, 3), ""]
            lines += [_marked_up(line, places) for *_, entry in together for line in entry.rstrip().splitlines()]
    return "\n".join([*lines[1:], ""])


def _places() -> Mapping[str, tuple[str, int]]:
    """Where each clause and interpretation stands: the title of its rulebook, its place there."""
    found = {}
    for book in rulebooks()[0].values():
        for place, identity in enumerate((*book.clause_ids, *book.interpretation_ids)):
            found[identity] = (book.title["en"], place)
    return found


def _place(entry: str, places: Mapping[str, tuple[str, int]], titles: Mapping[str, str]) -> tuple[str, int]:
    """By what a line is sorted: the first clause it names; a new variant before its clauses; what is about neither comes last."""
    if (new := _NEW_VARIANT.search(entry)) and new[1] in titles:
        return (titles[new[1]], -1)
    return next((places[code] for code in _CODE.findall(entry) if code in places), _LAST)


def _with_headings(text: str) -> list[str]:
    lines = []
    for line in text.splitlines():
        level = len(line) - len(line.lstrip("#"))
        lines += _heading(line.lstrip("#").strip(), level) if level else [line]
    return lines


def _heading(text: str, level: int) -> list[str]:
    return [text, _UNDERLINES[level - 1] * (2 * len(text))]


def _marked_up(line: str, places: Mapping[str, tuple[str, int]]) -> str:
    return _CODE.sub(lambda code: f":clause:`{code[1]}`" if code[1] in places else f"``{code[1]}``", line)
