"""Laying out what is said: a page of lines for people, a JSON document for programs.

A page is written as plain text when it goes into a file or a pipe; in a terminal rich wraps and colors it. Nothing here
imports rich before a page goes to a terminal.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final

from attrs import frozen

__all__ = ["Line", "NotWritten", "Page", "line", "show", "table", "version", "width", "write", "write_json"]

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


def show(page: Page) -> None:
    """Write a page to standard output."""
    if sys.stdout is not None and sys.stdout.isatty():
        _show_in_terminal(page)
    else:
        write("".join(f"{each.text}\n" for each in page))


def _show_in_terminal(page: Page) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    for each in page:
        text = Text.assemble(*((part, STYLES[style]) for part, style in each.spans))
        console.print(Padding(text, (0, 0, 0, each.indent), expand=False) if each.spans else "")


def write(text: str) -> None:
    """Write text to standard output, all of it, now; a reader who has gone away, or never was there, is no fault."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still in the buffer would be written, and fail, once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise NotWritten(fault.strerror) from None


def write_json(document: object) -> None:
    """Write one JSON document; characters are escaped only where standard output could not show them."""
    import json

    plain = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").startswith("utf")
    write(json.dumps(document, ensure_ascii=not plain, indent=2) + "\n")


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
