"""``unoref compare``: the same dispute under every variant and under house sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from unoref.cli.faults import tell_passed_over
from unoref.cli.flags import AsJson, Flags, Lang, Words, takes_position
from unoref.cli.inputs import Given, disputed_data
from unoref.cli.pages import Line, line, show, width, write_json
from unoref.cli.wording import language, say
from unoref.engine import Verdict
from unoref.errors import UnorefError, in_language
from unoref.rulebook import rulebooks
from unoref.texts import verdict_word

if TYPE_CHECKING:
    from unoref.comparing import Compared

__all__ = ["compare", "document", "page"]

VERDICTS: Final[tuple[Verdict, ...]] = ("legal", "illegal", "contestable", "undetermined")

Sheets = Annotated[
    list[str] | None,
    typer.Option("--sheet", metavar="FILE", help="A house sheet to be compared too; may be repeated."),
]


@takes_position
def compare(
    words: Words = None, *, sheet: Sheets = None, flags: Flags, as_json: AsJson = False, lang: Lang = None
) -> None:
    """Compare what the variants make of a dispute.

    The last sentence is judged, after the earlier ones, under the rules of every variant and of each house sheet: the verdict,
    the clauses it rests on, the reasons. An option applies where the variant has it. Where the rules know no such dispute (a
    card is not in the deck, the position cannot be) the answer says why.

    \b
      unoref compare --top R5 --hand Ann="R+2 B3" --hand Bo="Y+2 G1" "Ann plays R+2" "Bo plays Y+2"
      unoref compare dispute.toml --sheet grandma.toml

    Exit codes: 0, or 2 for bad input.
    """
    spoken = language(lang)
    given = disputed_data(words or [], flags)
    rows = _compared(given, sheet or [])
    tell_passed_over(rulebooks()[1], spoken)
    if as_json:
        write_json([document(row, given, spoken) for row in rows])
    else:
        show(list(page(rows, given, spoken)))


def _compared(given: Given, sheets: Sequence[str]) -> tuple[Compared, ...]:
    from unoref.comparing import compare as compare_rules

    if "dispute" not in given.data:
        raise given.without_dispute()
    try:
        return compare_rules(given.data, sheets, where=given.where, folder=given.folder)
    except UnorefError as fault:
        raise given.fault(fault) from fault.__cause__


def document(row: Compared, given: Given, lang: str) -> dict[str, Any]:
    """One row as plain data: ``verdict`` is null where ``not-applicable`` says why, and the other way round."""
    ruling = row.ruling
    return {
        "variant": row.variant,
        "verdict": None if ruling is None else ruling.verdict,
        "reasons": [
            {"clause": reason.clause, "supports": reason.supports, "text": reason.text(lang)}
            for reason in (() if ruling is None else ruling.reasons)
        ],
        "not-applicable": None if row.not_applicable is None else given.told(in_language(row.not_applicable, lang)),
    }


def page(rows: Sequence[Compared], given: Given, lang: str) -> Iterator[Line]:
    """The table for people: a row for each set of rules with the verdict and its clauses, under it the reasons."""
    documents = [document(row, given, lang) for row in rows]
    verdicts = [
        say("not applicable", lang) if each["verdict"] is None else verdict_word(each["verdict"], lang)
        for each in documents
    ]
    first = max(width(row.variant) for row in rows)
    every = [say("not applicable", lang), *(verdict_word(verdict, lang) for verdict in VERDICTS)]
    second = max(map(width, every))
    yield line((str(given.data["dispute"]), "heading"))
    for row, told, verdict in zip(rows, documents, verdicts, strict=True):
        clauses = _clauses(told)
        yield line()
        yield line(
            (_filled(row.variant, first), "name"),
            (f"  {_filled(verdict, second)}  ", told["verdict"] or "aside"),
            (say("list", lang).join(next(iter(clauses.values()), ())), "clause"),
        )
        for text, cited in clauses.items():
            yield line(text, (say("cited", lang, clause=say("list", lang).join(cited)), "clause"), indent=2)
        if told["not-applicable"] is not None:
            yield line(told["not-applicable"], indent=2)
        if row.passed_over:
            options = [say("option", lang, name=name, value=value) for name, value in row.passed_over.items()]
            yield line((say("passed over", lang, options=say("list", lang).join(options)), "aside"), indent=2)


def _clauses(told: Mapping[str, Any]) -> dict[str, list[str]]:
    """The reasons by their text, each with the clauses it applies; those for the verdict first."""
    clauses: dict[str, list[str]] = {}
    for each in sorted(told["reasons"], key=lambda reason: reason["supports"] != told["verdict"]):
        clauses.setdefault(each["text"], []).append(each["clause"])
    return clauses


def _filled(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))
