"""Games that other programs have recorded, as records: one small module a format, which turns one JSON document into the
plain data of a record. What a format leaves out and how that is supplied is told at the top of each module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from unoref.errors import RecordError, nearest
from unoref.sections import found

__all__ = ["FORMATS", "IMPORTED", "LONGEST_DOCUMENT", "at", "converter", "document"]

#: The formats by name, with the module that reads each; ``unoref`` is the project's own.
FORMATS: Final[Mapping[str, str]] = {
    "rlcard": "unoref.importers.rlcard",
    "uno-online": "unoref.importers.uno_online",
}

#: The rules that games of other programs are read as, unless others are asked for.
IMPORTED: Final = "official"

#: The most bytes a document of another program may have.
LONGEST_DOCUMENT: Final = 1 << 24

Converter = Callable[[Mapping[str, Any]], dict[str, Any]]


def converter(format: str) -> Converter:
    """The function that turns a document of a format into the data of a record.

    It raises :class:`unoref.RecordError` for a document that is not of the format; so does this for a format there is not.

    >>> converter("rlcard").__module__
    'unoref.importers.rlcard'
    """
    if format not in FORMATS:
        there_are = f"; there are {', '.join(FORMATS)}"
        raise RecordError(f"no format {format[:64]!r}{nearest(format, list(FORMATS)) or there_are}")
    converted: Converter = import_module(FORMATS[format]).converted
    return converted


def document(value: object, what: str) -> Mapping[str, Any]:
    """The value, if it is a table of keys; ``what`` is how messages call it."""
    if not isinstance(value, Mapping):
        raise RecordError(f"{what} is {found(value)}; it must be a table of keys")
    return value


def at(data: Mapping[str, Any], key: str, kind: type | tuple[type, ...], what: str) -> Any:
    """The value under a key, which must be of a kind; ``what`` is how messages call the table."""
    if key not in data:
        raise RecordError(f"{what} has no {key!r}")
    value = data[key]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise RecordError(f"{key!r} of {what} is {found(value)}, which it cannot be")
    return value
