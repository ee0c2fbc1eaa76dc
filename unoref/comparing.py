"""The same dispute under several rules: what each variant and house sheet makes of it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from unoref.errors import RecordError, RulebookError, UnorefError, nearest, said
from unoref.record import Record, build, dumps
from unoref.referee import Ruling, judge
from unoref.rulebook import Rulebook, own_ids, rulebook, rulebooks
from unoref.ruleset import Ruleset, ruleset_of
from unoref.sections import found
from unoref.sheets import names_sheet, read_sheet

__all__ = ["Compared", "compare"]


@frozen
class Compared:
    """What one set of rules makes of a dispute.

    ``variant`` is the id of a rulebook or the path of a house sheet, with its folder where another of that name is compared.
    ``ruling`` is the answer; where the rules know no such dispute it is None and ``not_applicable`` says why: a card that is
    not in the deck, a position that cannot be, a play that led there and is illegal. ``options`` are those of the dispute that
    apply, ``passed_over`` those the rules do not have.
    """

    variant: str
    ruling: Ruling | None = None
    not_applicable: str | None = None
    options: Mapping[str, object] = {}
    passed_over: Mapping[str, object] = {}

    @property
    def rules(self) -> Ruleset | None:
        """The ruleset that was judged by; None where it is not applicable."""
        return None if self.ruling is None else self.ruling.state.ruleset


def compare(
    record: Record | Mapping[str, Any],
    sheets: Sequence[str | os.PathLike[str]] = (),
    *,
    where: str = "the record",
    folder: str | os.PathLike[str] | None = None,
) -> tuple[Compared, ...]:
    """The dispute of a record under every variant, then under each house sheet.

    ``record`` is a record, or its plain data (docs/records.rst), whose house sheet is looked for from ``folder``. Its options
    apply wherever the rules have them with that value; changes of the deck stay with the rules that the record names. Raises
    :class:`unoref.RecordError` and the like where the record cannot be by the rules it names, or, where it names none, by any;
    :class:`unoref.RulebookError` for a sheet that cannot be read. A variant that another package brings with a fault is left
    out (``unoref.rulebook.rulebooks`` says why), unless the record names it.

    >>> import unoref
    >>> record = unoref.loads('plays = ["Ann plays R+2"]\\ndispute = "Bo plays Y+2"\\n[table]\\nplayers = ["Ann", "Bo"]\\n'
    ...     'discard = "R5"\\n[table.hands]\\nAnn = "R+2 B3 B4"\\nBo = "Y+2 G1 G2"\\n')
    >>> {each.variant: each.ruling.verdict for each in compare(record) if each.ruling}["village"]
    'legal'
    """
    data = json.loads(dumps(record, "json")) if isinstance(record, Record) else dict(record)
    stated = data.get("variant")
    if stated is not None and (not isinstance(stated, str) or (names_sheet(stated) and folder is None)):
        build(data, where)  # tells what is wrong with it
    own = stated or "official"
    ids = tuple(rulebooks()[0])
    tables = [(name, folder) for name in ids]
    if own not in ids:
        tables.append((own, folder))
    tables += [(os.fspath(sheet), "") for sheet in sheets]
    rows: dict[str, Compared] = {}  # by where the rules are, since sheets of one name may lie in several folders
    faults: dict[str, UnorefError] = {}
    called: set[str] = set()
    for name, place in tables:
        key = _lies_at(name, os.fspath(place or "")) if names_sheet(name) else name
        if key in rows:
            continue
        shown = os.path.join(place or os.curdir, name) if name in called else name
        called.add(name)
        asked = stated is not None and name == own and shown == name
        try:
            row = _under(name, place, data, where, whole=asked)
        except UnorefError as fault:
            if asked:
                raise
            if names_sheet(name) or name not in ids:
                ruleset_of(name, {}, folder=os.fspath(place or ""))  # a sheet that cannot be read is no answer
            faults[name] = fault
            row = Compared(name, not_applicable=fault.message)
        except Exception as fault:
            if asked or name not in ids or name in own_ids():
                raise
            faults[name] = RulebookError(f"{type(fault).__name__}: {fault}")  # in the code of another package
            row = Compared(name, not_applicable=faults[name].message)
        rows[key] = evolve(row, variant=shown)
    if len(faults) == len(rows):
        raise faults[own]
    _check_options(data.get("options", {}), [_book(name, place) for name, place in tables], own)
    return tuple(rows.values())


def _lies_at(name: str, folder: str) -> str:
    """Where a sheet lies, however it is named."""
    try:
        return os.path.realpath(os.path.join(folder, name))
    except ValueError:  # not the name of a file, as reading it will say
        return name


def _under(
    name: str, folder: str | os.PathLike[str] | None, data: Mapping[str, Any], where: str, *, whole: bool
) -> Compared:
    """The dispute under one set of rules; ``whole`` where the record names them and is taken as it stands."""
    if whole:
        record = build(data, where, folder=folder)
        passed_over: Mapping[str, object] = {}
        options = data.get("options", {})
    else:
        ruled = ruleset_of(name, {}, folder=os.fspath(folder or ""))
        options, passed_over = _applying(data.get("options", {}), ruled.book)
        left = ("expect", "story", *(() if name == data.get("variant", "official") else ("deck",)))
        kept = {key: value for key, value in data.items() if key not in left}
        changed = {**kept, "variant": name, "options": options}
        record = build(changed, where, folder="" if folder is None else folder)
    if record.dispute is None:
        raise RecordError(f"{where} has no dispute")
    return Compared(name, judge(record.state(), record.dispute), None, options, passed_over)


def _applying(options: Any, book: Rulebook) -> tuple[Any, dict[str, object]]:
    """The options that a rulebook has, with a value that it takes, and the others."""
    if not isinstance(options, Mapping):
        return options, {}
    taken = {
        name: book.options[name].read(value)
        for name, value in options.items()
        if name in book.options and _takes(book, name, value)
    }
    return taken, {str(name): value for name, value in options.items() if name not in taken}


def _check_options(options: Mapping[str, object], books: Sequence[Rulebook], own: str) -> None:
    """Refuse an option that none of the rules has, or none with that value."""
    for name, value in options.items():
        having = [book for book in books if name in book.options]
        if not having:
            every = {option for book in books for option in book.options}
            raise RecordError(said("option of none", word=found(name), hint=nearest(str(name), sorted(every))))
        if not any(_takes(book, name, value) for book in having):
            next((book for book in having if book.id == own), having[0]).options[name].read(value)


def _takes(book: Rulebook, name: str, value: object) -> bool:
    try:
        book.options[name].read(value)
    except UnorefError:
        return False
    return True


def _book(name: str, folder: str | os.PathLike[str] | None) -> Rulebook:
    return rulebook(read_sheet(name, os.fspath(folder or "")).base if names_sheet(name) else name)
