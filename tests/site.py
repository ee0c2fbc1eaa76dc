"""What must be true of the built documentation as a whole: ``python -m tests.site FOLDER`` after both languages are built.

Every link within the site leads to a page and an id that are there (sources lead to the page only: Sphinx takes what a package
hands on for its own there); every page leads to itself in the other language; every
clause and interpretation has its id; every function that carries a clause out is linked from it and links back.
"""

from __future__ import annotations

import html
import posixpath
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from unoref.rulebook import own_ids, rulebook
from unoref.sphinxext.trace import code_of, recall

LANGUAGES: Final = {"en": "zh_CN", "zh_CN": "en"}

_LINK: Final = re.compile(r'<a\b[^>]*?\bhref="([^"]*)"')
_ID: Final = re.compile(r'\bid="([^"]*)"')
_SWITCH: Final = re.compile(r'<p class="other-language[^"]*"><a href="([^"]*)"')
_ELSEWHERE: Final = re.compile(r"[a-z]+:(?!$)")


def links(text: str) -> set[str]:
    """The targets of a page's links, relative to it."""
    return {html.unescape(found) for found in _LINK.findall(text)}


def resolved(page: str, link: str) -> tuple[str, str]:
    """The page and the id that a link on a page leads to."""
    path, _, anchor = link.partition("#")
    path = path.partition("?")[0]
    there = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path))) if path else page
    return there, unquote(anchor)


def faults(root: Path) -> Iterator[str]:
    """What is not as it must be, one sentence each."""
    pages = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for lang in LANGUAGES
        for path in sorted((root / lang).glob("**/*.html"))
    }
    if not pages:
        yield f"there are no pages in {root}"
    ids = {page: {html.unescape(found) for found in _ID.findall(text)} for page, text in pages.items()}
    targets: dict[str, set[tuple[str, str]]] = {}
    for page, text in pages.items():
        targets[page] = {resolved(page, link) for link in links(text) if not _ELSEWHERE.match(link)}
        for there, anchor in sorted(targets[page]):
            if there not in pages and not (root / there).is_file():
                yield f"{page} links to {there}, which there is not"
            elif anchor and there in pages and anchor not in ids[there] and "/_modules/" not in page:
                yield f"{page} links to {there}#{anchor}, which there is not"
        lang, _, rest = page.partition("/")
        switches = {resolved(page, html.unescape(link)) for link in _SWITCH.findall(text)}
        if switches != {(f"{LANGUAGES[lang]}/{rest}", "")}:
            yield f"{page} does not lead to itself in the other language"
    recall(Path(root, "..", "clause-code.json"), sorted(own_ids()))
    for lang in LANGUAGES:
        for variant in sorted(own_ids()):
            yield from _faults_of_book(lang, variant, ids, targets)


def _faults_of_book(
    lang: str, variant: str, ids: dict[str, set[str]], targets: dict[str, set[tuple[str, str]]]
) -> Iterator[str]:
    book, page = rulebook(variant), f"{lang}/reference/rulebooks/{variant}.html"
    if page not in ids:
        yield f"{page} is missing"
        return
    yield from (
        f"{page} lacks the id {identity}"
        for identity in (*book.clause_ids, *book.interpretation_ids)
        if identity not in ids[page]
    )
    api = {(there, anchor) for there, anchor in targets[page] if "/reference/api/" in there}
    described = {anchor: there for there, anchor in api}
    for clause, places in code_of(variant).items():
        for place in places:
            there = described.get(place.api)
            if there is None:
                if not any(anchor and place.api.startswith(anchor) for _, anchor in api):
                    yield f"{page} does not link to {place.api}, which carries {clause} out"
            elif (page, clause) not in targets[there]:
                yield f"{there} does not link back from {place.api} to {clause}"


def main(arguments: list[str]) -> int:
    """Print what is wrong; 1 where anything is."""
    found = list(faults(Path(arguments[0])))
    for fault in found[:100]:
        print(fault, file=sys.stderr)
    if found:
        print(f"{len(found)} faults in the documentation", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
