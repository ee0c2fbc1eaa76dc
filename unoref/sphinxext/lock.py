"""Checksums of the texts of clauses, so that none changes without its code and rulings being read again.

Beside each ``rulebook.toml`` lies ``clauses.lock``: a line for each clause and interpretation, its id and a checksum of its
texts in both languages. A text that differs is a gap (:func:`unoref.sphinxext.trace.gaps`) until ::

    python -m unoref.sphinxext.lock [FOLDER…]

has written the file anew; it lists the code, the rulings and the tests that stand behind each changed text, to be read again
first. Without a folder of a rulebook it is done for every variant. Nothing here needs Sphinx.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

from unoref.rulebook import Interpretation, Rulebook, read_also, rulebook, variant_ids

__all__ = ["COMMAND", "LOCK", "Difference", "checksums", "differences", "main", "write_lock"]

#: The name of the file.
LOCK: Final = "clauses.lock"

#: What writes it.
COMMAND: Final = "python -m unoref.sphinxext.lock"

_LENGTH: Final = 16


@frozen
class Difference:
    """A clause or interpretation whose text is not that of the lock; ``what`` is ``changed``, ``new`` or ``gone``."""

    identity: str
    what: str


def _checksum(texts: object) -> str:
    written = json.dumps(texts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:_LENGTH]


def checksums(book: Rulebook) -> dict[str, str]:
    """The checksum of everything a clause or interpretation says, by id, in the order of the book.

    What a clause is of (its topics, its kind, its option) is no text and does not count, and neither do line breaks.
    """
    found: dict[str, str] = {}
    for identity in (*book.clause_ids, *book.interpretation_ids):
        cited = book.cited(identity)
        if isinstance(cited, Interpretation):
            said: list[object] = [dict(cited.question), dict(cited.reading)]
            said.append({lang: list(texts) for lang, texts in cited.alternatives.items()})
        else:
            said = [dict(cited.texts), dict(cited.unmodelled or {})]
        found[identity] = _checksum(_on_one_line(said))
    return found


def _on_one_line(said: object) -> object:
    """The same with every run of blanks as one."""
    if isinstance(said, str):
        return " ".join(said.split())
    if isinstance(said, Mapping):
        return {key: _on_one_line(value) for key, value in said.items()}
    return [_on_one_line(one) for one in said] if isinstance(said, list) else said


def _locked(book: Rulebook) -> dict[str, str]:
    """What the file holds; nothing where there is none."""
    path = book.folder / LOCK
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    pairs = (line.split() for line in lines if line and not line.startswith("#"))
    return {pair[0]: pair[-1] for pair in pairs}


def differences(book: Rulebook) -> list[Difference]:
    """Where the texts of a book and its lock differ; every text is new where there is no lock."""
    said, locked = checksums(book), _locked(book)
    found = [
        Difference(identity, "changed" if identity in locked else "new")
        for identity, checksum in said.items()
        if locked.get(identity) != checksum
    ]
    return found + [Difference(identity, "gone") for identity in locked if identity not in said]


def write_lock(book: Rulebook) -> Path:
    """Write the lock of a book as its texts are now."""
    path = book.folder / LOCK
    lines = [f"{identity} {checksum}" for identity, checksum in checksums(book).items()]
    path.write_text("\n".join([f"# Written by {COMMAND}; never by hand.", *lines, ""]), encoding="utf-8")
    return path


def _to_read_again(book: Rulebook, identity: str, tests: Path | None) -> Iterator[str]:
    """Where the code, the rulings and the tests behind a clause are."""
    from unoref.sphinxext.trace import code_of, marked_tests, rulings_of

    for place in code_of(book.id).get(identity, ()):
        yield f"{place.kind:<9} {place.api}, line {place.line}"
    for ruling in rulings_of(book.id):
        if identity in ruling.clauses:
            yield f"ruling    {ruling.id}"
    for test in marked_tests(tests).get(identity, ()) if tests is not None else ():
        yield f"test      {test.path}::{test.name}"


def main(arguments: list[str] | None = None) -> int:
    """Write the locks; with ``--check`` nothing is written, and the exit code is 1 where a text differs."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=(main.__doc__ or "").splitlines()[0])
    parser.add_argument(
        "folder", nargs="*", type=Path, help="folder with a rulebook.toml; every variant if none is given"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a text differs from its lock")
    parser.add_argument("--tests", type=Path, help="folder of tests marked with clauses")
    given = parser.parse_args(arguments)
    books = [Rulebook(folder) for folder in given.folder] or [rulebook(variant) for variant in variant_ids()]
    for book in books:
        if book.id not in variant_ids():
            read_also(book.folder.resolve().parent)
    found = False
    for book in books:
        for difference in differences(book):
            found = True
            print(f"{difference.identity}: {difference.what}")
            if difference.what == "changed":
                for line in _to_read_again(book, difference.identity, given.tests):
                    print(f"    {line}")
        if not given.check:
            write_lock(book)
    return 1 if found and given.check else 0


if __name__ == "__main__":
    raise SystemExit(main())
