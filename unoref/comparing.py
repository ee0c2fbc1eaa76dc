"""The same dispute under several rules: what each variant and house sheet makes of it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from unoref.errors import RecordError, UnorefError
from unoref.record import Record, build, dumps
from unoref.referee import Ruling, judge
from unoref.rulebook import Rulebook, rulebook, variant_ids
from unoref.ruleset import Ruleset, ruleset_of
from unoref.sheets import names_sheet

__all__ = ["Compared", "compare"]


@frozen
class Compared:
    """What one set of rules makes of a dispute.

    ``variant`` is the id of a rulebook or the path of a house sheet. ``ruling`` is the answer; where the rules know no such
    dispute it is None and ``not_applicable`` says why: a card that is not in the deck, a position that cannot be, a play that
    led there and is illegal. ``options`` are those of the dispute that apply, ``passed_over`` those the rules do not have.
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
    :class:`unoref.RulebookError` for a sheet that cannot be read.

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
    tables = [(name, folder) for name in variant_ids()]
    if own not in variant_ids():
        tables.append((own, folder))
    tables += [(os.fspath(sheet), "") for sheet in sheets]
    rows: dict[str, Compared] = {}
    faults: dict[str, UnorefError] = {}
    for name, place in tables:
        if name not in rows:
            try:
                rows[name] = _under(name, place, data, where, whole=name == own and (stated is not None))
            except UnorefError as fault:
                if name == own and stated is not None:
                    raise
                if names_sheet(name) or name not in variant_ids():
                    ruleset_of(name, {}, folder=os.fspath(place or ""))  # a sheet that cannot be read is no answer
                faults[name] = fault
                rows[name] = Compared(name, not_applicable=str(fault))
    if len(faults) == len(rows):
        raise faults[own]
    _check_options(data, rows)
    return tuple(rows.values())


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
    taken: dict[str, object] = {}
    for name, value in options.items():
        try:
            taken[name] = book.options[name].read(value)
        except (KeyError, UnorefError):
            continue
    return taken, {str(name): value for name, value in options.items() if name not in taken}


def _check_options(data: Mapping[str, Any], rows: Mapping[str, Compared]) -> None:
    """Refuse an option that none of the rules has."""
    judged = [row for row in rows.values() if row.ruling is not None]
    everywhere = set.intersection(*(set(row.passed_over) for row in judged))
    if everywhere:
        rulebook("official").settle({name: data["options"][name] for name in sorted(everywhere)[:1]})
        raise RecordError(f"options: none of these rules has {sorted(everywhere)[0]!r} with that value")
