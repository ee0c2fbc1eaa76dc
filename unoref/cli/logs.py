"""Logs: JSON lines from files or standard input, read a line at a time."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Final

from attrs import frozen

from unoref.card_words import quoted
from unoref.errors import RecordError

__all__ = ["NO_RECORD", "Entry", "entries", "is_log", "line_of", "size_of"]

#: What is wrong with a log without any.
NO_RECORD: Final = "there is no record in it"

#: How much of a line that is too long is read past at a time.
_PIECE: Final = 1 << 20

#: How long such a line may go on; a source without an end, such as a device, may have no line that ends.
_FARTHEST: Final = 1 << 28


@frozen
class Entry:
    """A line of a log: where it stands (0: nowhere, it is about the log as a whole) and its bytes, or why there are none.

    ``size`` is how many bytes of the log were read for it.
    """

    source: str
    line: int
    raw: bytes = b""
    fault: str | None = None
    size: int = 0


def is_log(source: str) -> bool:
    """Whether a source is a log by the ending of its name."""
    return source.lower().endswith(".jsonl")


def entries(sources: Sequence[str], longest: int) -> Iterator[Entry]:
    """The lines of logs that are not blank; a log that cannot be read, a line that is too long and a log without any are told."""
    for source in sources:
        if source.lower().endswith(".toml"):
            yield Entry(source, 0, fault="a log has one JSON object a line; unoref replay reads a record in TOML")
            continue
        found = False
        for entry in _of_log(source, longest):
            found = True
            yield entry
        if not found:
            yield Entry(source, 0, fault=NO_RECORD)


def _of_log(source: str, longest: int) -> Iterator[Entry]:
    try:
        if source == "-":
            if sys.stdin is None:
                raise OSError(0, "it is closed")
            yield from _lines(sys.stdin.buffer, source, longest)
        else:
            with open(source, "rb") as file:
                yield from _lines(file, source, longest)
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else "no such name"
        yield Entry(source, 0, fault=f"it cannot be read: {why}")


def _lines(file: IO[bytes], source: str, longest: int) -> Iterator[Entry]:
    number = 0
    while raw := file.readline(longest + 2):
        number += 1
        size, line = len(raw), raw.strip()
        cut = size == longest + 2 and not raw.endswith(b"\n")
        if cut or len(line) > longest:
            while raw and not raw.endswith(b"\n") and size < _FARTHEST:
                raw = file.readline(_PIECE)
                size += len(raw)
            fault = f"a record has at most {longest} bytes"
            if raw and not raw.endswith(b"\n"):
                fault += f", and this line has no end within {size}: nothing after it is read"
                yield Entry(source, number, fault=fault, size=size)
                return
            yield Entry(source, number, fault=fault, size=size)
        elif line:
            yield Entry(source, number, line, size=size)


def line_of(source: str, number: int | None, longest: int) -> bytes:
    """The line of a log with a number, counted from 1, or the only one of a log.

    Raises :class:`unoref.RecordError` where there is no such record, or where it has to be said which.
    """
    where = "standard input" if source == "-" else quoted(source)
    only: bytes | None = None
    for entry in entries([source], longest):
        if (number is None or entry.line in (0, number)) and entry.fault is not None:
            raise RecordError(f"{where}{f', line {number}' if entry.line else ''}: {entry.fault}")
        if number is None and only is not None:
            raise RecordError(f"{where} has several records; --line N picks one")
        if entry.line == number:
            return entry.raw
        only = entry.raw
    if number is None and only is not None:
        return only
    raise RecordError(f"{where} has no record on line {number}")


def size_of(sources: Iterable[str]) -> int | None:
    """The bytes of all logs together; None where one of them is no file."""
    total = 0
    for source in sources:
        try:
            status = os.fstat(sys.stdin.fileno()) if source == "-" else os.stat(source)
        except (OSError, ValueError, AttributeError):
            return None
        if not stat.S_ISREG(status.st_mode):
            return None
        total += status.st_size
    return total
