"""Laying out what is said: a page of lines for people, a JSON document for programs.

A page is written as plain text when it goes into a file or a pipe; in a terminal rich wraps and colors it. Nothing here
imports rich before a page goes to a terminal.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "Line",
    "NotWritten",
    "Page",
    "line",
    "note",
    "plain",
    "show",
    "show_paged",
    "table",
    "version",
    "width",
    "write",
    "write_json",
    "write_json_line",
]

#: What a stretch of text is, and how rich shows it.
STYLES: Final = {
    "": "",
    "heading": "bold",
    "clause": "cyan",
    "aside": "dim",
    "name": "bold",
    "legal": "bold green",
    "illegal": "bold red",
    "contestable": "bold yellow",
    "undetermined": "bold magenta",
    "card red": "bold white on red",
    "card yellow": "bold black on yellow",
    "card green": "bold white on green",
    "card blue": "bold white on blue",
    "card black": "bold white on bright_black",
    "card unknown": "white on magenta",
    "acting": "bold yellow",
}


class NotWritten(Exception):
    """Standard output did not take the answer: the disk is full, say."""


@frozen
class Line:
    """A line of a page: stretches of text, each with a style, and how far they are indented."""

    spans: tuple[tuple[str, str], ...] = ()
    indent: int = 0

    @property
    def text(self) -> str:
        """The line as plain text."""
        return f"{' ' * self.indent}{''.join(text for text, _ in self.spans)}".rstrip()


Page = Sequence[Line]


def line(*spans: str | tuple[str, str], indent: int = 0) -> Line:
    """A line; a stretch with a style is a pair ``(text, style)``.

    >>> line("drawn ", ("official:turn.draw", "clause"), indent=2).text
    '  drawn official:turn.draw'
    """
    return Line(tuple((span, "") if isinstance(span, str) else span for span in spans), indent)


def show(page: Page) -> bool:
    """Write a page to standard output; False where nobody reads it any more."""
    if _is_terminal():
        _print(page, _console())
        return True
    return write(plain(page))


def show_paged(page: Page) -> bool:
    """As :func:`show`; in a terminal a page that is longer than it goes through the pager of the user."""
    if not _is_terminal():
        return show(page)
    console = _console()
    if sum(1 + width(each.text) // console.width for each in page) < console.height:
        return show(page)
    os.environ.setdefault("LESS", "-R")  # less shows colors only when told to
    with console.pager(styles=True):
        _print(page, console)
    return True


def note(page: Page) -> None:
    """Write a page to standard error, as plain text: what is said beside the answer."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(plain(page))
            sys.stderr.flush()


def plain(page: Page) -> str:
    """A page as plain text."""
    return "".join(f"{each.text}\n" for each in page)


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


@cache
def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def _print(page: Page, console: Console) -> None:
    from rich.padding import Padding
    from rich.text import Text

    for each in page:
        text = Text.assemble(*((part, STYLES[style]) for part, style in each.spans))
        console.print(Padding(text, (0, 0, 0, each.indent), expand=False) if each.spans else "")


def write(text: str) -> bool:
    """Write text to standard output, all of it, now: whether somebody may still read on.

    A reader who has gone away, or never was there, is no fault.
    """
    if sys.stdout is None:
        return False
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still in the buffer would be written, and fail, once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise NotWritten(fault.strerror) from None
    return True


def write_json(document: object) -> bool:
    """Write one JSON document; characters are escaped only where standard output could not show them."""
    return _write_json(document, indent=2)


def write_json_line(document: object) -> bool:
    """Write one JSON document on a line of its own: one of many."""
    return _write_json(document, separators=(",", ":"))


def _write_json(document: object, **form: Any) -> bool:
    import json

    unicode = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").startswith("utf")
    return write(json.dumps(document, ensure_ascii=not unicode, **form) + "\n")


def width(text: str) -> int:
    """The columns a text takes in a terminal: Chinese characters take two.

    >>> width("红7"), width("Ann")
    (3, 3)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def table(rows: Sequence[Sequence[str]], indent: int = 0, head: bool = False) -> Iterable[Line]:
    """Lines with the cells of each row under those of the row above; with ``head`` the first row is a heading.

    Cells after the first are set to the right, as numbers are.
    """
    columns = [max(width(cell or "") for cell in column) for column in zip_longest(*rows, fillvalue="")]
    for at, row in enumerate(rows):
        cells = [
            cell + " " * (columns[place] - width(cell)) if place == 0 else " " * (columns[place] - width(cell)) + cell
            for place, cell in enumerate(row)
        ]
        yield line(("  ".join(cells), "heading" if head and at == 0 else ""), indent=indent)


def version() -> str:
    """The version of the package."""
    import unoref

    return unoref.__version__
