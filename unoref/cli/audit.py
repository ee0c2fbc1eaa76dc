"""``unoref audit``: many recorded games before the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Annotated, Any, Final

import typer
from attrs import field, frozen

from unoref.audit import OWN_FORMAT, Audited, Auditor
from unoref.card_words import quoted
from unoref.cli.flags import Lang
from unoref.cli.inputs import FORMAT_HELP, UnusableArguments, pairs
from unoref.cli.logs import Entry, entries, size_of
from unoref.cli.pages import Line, line, show, table, write_json_line
from unoref.cli.progress import Progress
from unoref.cli.wording import language, say
from unoref.errors import UnorefError, nearest, said
from unoref.importers import FORMATS, IMPORTED, converter
from unoref.jobs import MOST_JOBS, in_order
from unoref.rulebook import rulebook, rulebooks

__all__ = ["Tally", "audit", "document", "summary_document", "summary_page"]

#: A process is handed so many bytes of games at a time, or so many games.
_MOST_BYTES: Final = 1 << 16
_MOST_GAMES: Final = 64

#: A sentence is shown up to so many characters; a shuffle names a hundred cards.
_SHOWN: Final = 100


def audit(
    logs: Annotated[
        list[str], typer.Argument(metavar="LOG", show_default=False, help="A log, or - for standard input.")
    ],
    format: Annotated[str, typer.Option("--from", "--format", "-f", metavar="FORMAT", help=FORMAT_HELP)] = OWN_FORMAT,
    variant: Annotated[
        str | None, typer.Option("--variant", "-v", metavar="ID", help="The rules to audit by; default: the record's.")
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "-o", metavar="NAME=VALUE", help="An option of the rules; prevails over the record's."
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=MOST_JOBS, help="How many processes share the work.")
    ] = 1,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write one JSON object a game, and one for the summary.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Check recorded games: JSON lines, one record each.

    One line a game: whether every play stands, or the first that does not with its clause; how many plays can be contested,
    which ones unknown cards decide. A line that is no record is told and counted. The summary comes last.

    \b
      unoref audit games.jsonl
      unoref simulate -n 1000 | unoref audit - --json
      unoref audit --from rlcard trajectories.jsonl --jobs 2

    Exit codes: 0 every play of every game stands, 1 some play does not, 2 nothing worse than lines that are no records.
    """
    spoken = language(lang)
    auditor = _auditor(format, variant, options or (), spoken)
    progress, tally = Progress(size_of(logs), spoken), Tally()
    results = _audited(entries(logs, auditor.longest), auditor, jobs)
    try:
        for entry, found in results:
            tally.add(entry, found)
            progress.make_room()
            if not (write_json_line(document(entry, found)) if as_json else show([_line(entry, found, spoken)])):
                raise typer.Exit(tally.code)
            progress.add(1 if entry.line else 0, found.plays, entry.size)
        progress.clear()
        if as_json:
            write_json_line(summary_document(tally))
        else:
            show(list(summary_page(tally, spoken)))
    finally:
        progress.clear()
        results.close()
    raise typer.Exit(tally.code)


def _auditor(format: str, variant: str | None, options: Sequence[str], lang: str) -> Auditor:
    """The auditor; a wrong format, variant or option is told before the first game."""
    from unoref.ruleset import ruleset_of

    if format not in (OWN_FORMAT, *FORMATS):
        try:
            converter(format)
        except UnorefError as fault:
            raise UnusableArguments(str(fault).replace("there are", f"there are {OWN_FORMAT},")) from None
    given = pairs("--option", "NAME=VALUE", options)
    if variant is not None:
        ruleset_of(variant, given)
    elif format != OWN_FORMAT:
        ruleset_of(IMPORTED, given)
    else:
        _check_options(given)
    return Auditor(format, variant, tuple(given.items()), lang)


def _check_options(given: Mapping[str, str]) -> None:
    """Refuse an option, or a value of it, that no variant has; which variants the records are of shows only later."""
    every = rulebooks()[0].values() if given else ()
    for name, value in given.items():
        books = [book for book in every if name in book.options]
        if not books:
            names = sorted({name for book in every for name in book.options})
            raise UnusableArguments(said("option of no variant", word=quoted(name), hint=nearest(name, names)))
        faults = []
        for book in books:
            try:
                book.options[name].read(value)
            except UnorefError as fault:
                faults.append(fault)
        if len(faults) == len(books):
            raise faults[0]


def _batches(log: Iterable[Entry], alone: bool) -> Iterator[list[Entry]]:
    batch: list[Entry] = []
    size = 0
    for entry in log:
        batch.append(entry)
        size += entry.size
        if alone or len(batch) >= _MOST_GAMES or size >= _MOST_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _audit_batch(auditor: Auditor, batch: Sequence[Entry]) -> list[tuple[Entry, Audited]]:
    return [
        (
            Entry(entry.source, entry.line, size=entry.size),
            auditor(entry.raw) if entry.fault is None else Audited(result="bad", reason=entry.fault),
        )
        for entry in batch
    ]


def _audited(log: Iterable[Entry], auditor: Auditor, jobs: int) -> Generator[tuple[Entry, Audited], None, None]:
    """Every line with what was found, in order."""
    with closing(in_order(partial(_audit_batch, auditor), _batches(log, alone=jobs == 1), jobs)) as batches:
        for found in batches:
            yield from found


@frozen
class Tally:
    """What the games of an audit came to."""

    counts: Counter[str] = field(factory=Counter)
    variants: Counter[str] = field(factory=Counter)
    offences: Counter[tuple[str, str]] = field(factory=Counter)
    contestable: Counter[tuple[str, str]] = field(factory=Counter)
    first: dict[tuple[str, str], str] = field(factory=dict)

    def add(self, entry: Entry, found: Audited) -> None:
        """One more game, or one more line that is none."""
        self.counts[found.result] += 1
        if found.variant is None:
            return
        self.variants[found.variant] += 1
        self.counts["plays"] += found.plays
        self.counts["contestable"] += len(found.contestable)
        self.counts["undetermined"] += len(found.undetermined)
        self.counts["priced"] += len(found.priced)
        self.counts["unfinished"] += found.offence is None and not found.over
        for _, clause in found.contestable:
            self.contestable[found.variant, clause] += 1
        if found.offence is not None:
            key = found.variant, found.offence.clause
            self.offences[key] += 1
            self.first.setdefault(key, _place(entry))

    @property
    def games(self) -> int:
        """The games that were tried."""
        return self.counts["ok"] + self.counts["offence"]

    @property
    def code(self) -> int:
        """The exit code."""
        return 1 if self.counts["offence"] else 2 if self.counts["bad"] else 0


def _place(entry: Entry) -> str:
    return f"{entry.source}:{entry.line}" if entry.line else entry.source


def document(entry: Entry, found: Audited) -> dict[str, Any]:
    """What was found about a game as plain data, with the keys of docs/evidence.rst."""
    told: dict[str, Any] = {"log": entry.source, "line": entry.line or None, "result": found.result}
    if found.result == "bad":
        return told | {"reason": found.reason}
    told |= {
        "variant": found.variant,
        "plays": found.plays,
        "over": found.over,
        "winners": list(found.winners),
        "contestable": [{"step": step, "clause": clause} for step, clause in found.contestable],
        "undetermined": list(found.undetermined),
        "priced": list(found.priced),
    }
    offence = found.offence
    if offence is not None:
        told |= {
            "step": offence.step,
            "sentence": offence.sentence,
            "clause": offence.clause,
            "reasons": [{"clause": clause, "text": text} for clause, text in offence.reasons],
        }
    return told


def _line(entry: Entry, found: Audited, lang: str) -> Line:
    """What was found about a game, for people."""
    place = (f"{_place(entry)}: ", "aside")
    if found.offence is not None:
        sentence = found.offence.sentence
        text = say(
            "offence at",
            lang,
            step=found.offence.step,
            sentence=sentence if len(sentence) <= _SHOWN else f"{sentence[: _SHOWN - 1].rstrip()}…",
            text=found.offence.reasons[0][1],
        )
        cited = say("cited", lang, clause=found.offence.clause)
        return line(place, (say("audited offence", lang), "illegal"), text, (cited, "clause"))
    if found.reason is not None:
        return line(place, (say("audited bad", lang), "undetermined"), say("bad because", lang, reason=found.reason))
    parts = [say("plays", lang, n=found.plays)]
    if not found.over:
        parts.append(say("unfinished", lang))
    if found.contestable:
        parts.append(say("contestable plays", lang, n=len(found.contestable)))
    for key, steps in (("undetermined plays", found.undetermined), ("priced plays", found.priced)):
        if steps:
            parts.append(say(key, lang, steps=say("list", lang).join(map(str, steps))))
    return line(place, (say("audited ok", lang), "legal"), say("ok with", lang, parts=say("list", lang).join(parts)))


_COUNTED: Final = ("ok", "offence", "bad", "unfinished", "plays", "contestable", "undetermined", "priced")


def summary_document(tally: Tally) -> dict[str, Any]:
    """The summary as plain data: the last line of the answer, whose ``result`` is ``summary``."""
    return {
        "result": "summary",
        "games": tally.games,
        **{key: tally.counts[key] for key in _COUNTED},
        "variants": dict(tally.variants.most_common()),
        "offences": [
            {"clause": clause, "variant": variant, "games": count, "first": tally.first[variant, clause]}
            for (variant, clause), count in tally.offences.most_common()
        ],
        "contested": [
            {"clause": clause, "variant": variant, "plays": count}
            for (variant, clause), count in tally.contestable.most_common()
        ],
    }


def summary_page(tally: Tally, lang: str) -> Iterator[Line]:
    """The summary for people: what was counted, then the clauses that were broken and those that may be invoked."""
    yield line()
    rows = [(say("games", lang), f"{tally.games:,}")]
    rows += [(say(f"count {key}", lang), f"{tally.counts[key]:,}") for key in _COUNTED]
    yield from table(rows, indent=2)
    for heading, counted in (("offences by clause", tally.offences), ("contestable by clause", tally.contestable)):
        if not counted:
            continue
        yield line()
        yield line((say(heading, lang), "heading"))
        for (variant, clause), count in counted.most_common():
            first = tally.first.get((variant, clause)) if counted is tally.offences else None
            cited = rulebook(variant).cited(clause).text(lang)
            yield line(
                f"{count:,}  ",
                (clause, "clause"),
                (say("first at", lang, place=first), "aside") if first else "",
                indent=2,
            )
            yield line((cited, "aside"), indent=4)
