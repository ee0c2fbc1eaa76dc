"""``unoref rules``: reads the rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any

import typer
from attrs import frozen

from unoref.cli.faults import tell_passed_over
from unoref.cli.flags import AsJson, Lang
from unoref.cli.pages import Line, line, show, write_json
from unoref.cli.wording import language, say
from unoref.errors import RulebookError, nearest, said
from unoref.rulebook import TOPICS, Clause, Interpretation, Rulebook, rulebook, rulebooks, variant_ids

__all__ = ["Entry", "rules"]


def rules(
    wanted: Annotated[
        str | None,
        typer.Argument(
            metavar="[VARIANT[:CLAUSE]]", show_default=False, help="A variant, a clause, or what clauses begin with."
        ),
    ] = None,
    search: Annotated[
        str | None, typer.Option("--search", metavar="WORDS", help="Only what has all these words, in either language.")
    ] = None,
    topic: Annotated[str | None, typer.Option("--topic", metavar="TOPIC", help="Only clauses on this topic.")] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Read the rulebooks.

    A clause, all clauses of a variant, or those of every variant that tell of something.

    \b
      unoref rules official:turn.draw
      unoref rules official:opening
      unoref rules official
      unoref rules --topic challenge
      unoref rules --search "draw two"
    """
    spoken = language(lang)
    if topic is not None and topic not in TOPICS:
        hint = nearest(topic, list(TOPICS)) or said("there are", words=", ".join(TOPICS))
        raise RulebookError(said("unknown topic", word=repr(topic[:64]), hint=hint))
    found = [entry for entry in entries(wanted, spoken) if entry.fits(search or "", topic)]
    if as_json:
        write_json([entry.document for entry in found])
    elif wanted is None and search is None and topic is None:
        show(list(_contents(spoken)))
    else:
        show(list(_page(found, wanted, spoken)))


@frozen
class Entry:
    """A clause or an interpretation of a rulebook, under the one set of names that programs read."""

    book: Rulebook
    cited: Clause | Interpretation

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics of the clause; an interpretation has those of its clause."""
        return self.cited.topics if isinstance(self.cited, Clause) else self.book.clause(self.cited.clause).topics

    @property
    def kind(self) -> str:
        """The kind of the clause, or ``interpretation``."""
        return self.cited.kind if isinstance(self.cited, Clause) else "interpretation"

    @property
    def document(self) -> dict[str, Any]:
        """The entry as plain data, with the keys of docs/judging.rst."""
        return {
            "id": self.cited.id,
            "topics": list(self.topics),
            "kind": self.kind,
            "en": self.cited.text("en"),
            "zh": self.cited.text("zh"),
            "option": self.cited.option,
        }

    def fits(self, words: str, topic: str | None) -> bool:
        """Whether it has all the words, in its id or its texts, and is on the topic."""
        if topic is not None and topic not in self.topics:
            return False
        told = f"{self.cited.id} {self.cited.text('en')} {self.cited.text('zh')}".casefold()
        return all(word in told for word in words.casefold().split())


def entries(wanted: str | None, lang: str) -> list[Entry]:
    """What is asked for, in the order of the books: everything, a variant, a clause, or the clauses that begin so.

    ``lang`` is the language in which it is told which books are passed over.
    """
    ids = variant_ids()
    if wanted is None:
        return [entry for book in _every_book(lang) for entry in _of_book(book, lambda identity: True)]
    variant, colon, name = wanted.casefold().partition(":")
    if not name and (variant in ids or not colon):
        return list(_of_book(rulebook(variant), lambda identity: True))
    books = [rulebook(variant)] if variant in ids else _every_book(lang)
    identity = f"{variant}:{name}"
    exact = [entry for book in books for entry in _of_book(book, lambda each: each.casefold() == identity)]
    return exact or _beginning(books, identity)


def _every_book(lang: str) -> list[Rulebook]:
    books, faults = rulebooks()
    tell_passed_over(faults, lang)
    return list(books.values())


def _beginning(books: Iterable[Rulebook], beginning: str) -> list[Entry]:
    """The entries whose ids go on after this beginning; an error names the nearest id where there are none."""
    start = beginning if beginning.endswith((":", ".")) else f"{beginning}."
    found = [entry for book in books for entry in _of_book(book, lambda each: each.casefold().startswith(start))]
    if not found:
        known = [identity for book in books for identity in (*book.clause_ids, *book.interpretation_ids)]
        raise RulebookError(said("unknown clause", word=repr(beginning[:64]), hint=nearest(beginning, known)))
    return found


def _of_book(book: Rulebook, wanted: Callable[[str], bool]) -> Iterator[Entry]:
    for identity in (*book.clause_ids, *book.interpretation_ids):
        if wanted(identity):
            yield Entry(book, book.cited(identity))


def _contents(lang: str) -> Iterator[Line]:
    """What there is to read."""
    yield line((say("variants", lang), "heading"))
    for variant, book in rulebooks()[0].items():
        yield line((variant, "name"), f"  {book.title[lang]}", indent=2)
    yield line()
    yield line((say("topics", lang), "heading"))
    yield line(say("list", lang).join(TOPICS), indent=2)
    yield line()
    yield line((say("how to read", lang), "aside"))


def _page(found: list[Entry], wanted: str | None, lang: str) -> Iterator[Line]:
    if not found:
        yield line(say("nothing found", lang))
    if wanted is not None and ":" not in wanted and found:
        book = found[0].book
        yield line((book.title[lang], "heading"))
        yield line((say("source", lang, source=book.source), "aside"))
        yield line()
    for at, entry in enumerate(found):
        if at:
            yield line()
        yield from _told(entry, lang)
    if len(found) == 1:
        yield from _around(found[0], lang)


def _told(entry: Entry, lang: str) -> Iterator[Line]:
    """A clause or an interpretation, for people."""
    facts = [*entry.topics[:1], say(f"kind {entry.kind}", lang)]
    if isinstance(entry.cited, Interpretation):
        facts[1] = say("interpretation of", lang, clause=entry.cited.clause)
    if entry.cited.option is not None:
        facts.append(say("set by option", lang, option=entry.cited.option))
    yield line((entry.cited.id, "clause"), (f"  {' · '.join(facts)}", "aside"))
    yield line(entry.cited.text(lang), indent=2)


def _around(entry: Entry, lang: str) -> Iterator[Line]:
    """What belongs to a clause that is read by itself: clauses under it, interpretations of it, other readings."""
    book, cited = entry.book, entry.cited
    if isinstance(cited, Interpretation):
        others = cited.alternatives[lang]
        if others:
            yield line((say("other readings", lang), "heading"), indent=2)
        for other in others:
            yield line(other, indent=4)
        return
    under = [identity for identity in book.clause_ids if identity.startswith(f"{cited.id}.")]
    if under:
        yield line((say("under it", lang, ids=say("list", lang).join(under)), "aside"), indent=2)
    readings = [each for each in book.interpretation_ids if book.interpretation(each).clause == cited.id]
    if readings:
        yield line((say("readings of it", lang, ids=say("list", lang).join(readings)), "aside"), indent=2)
