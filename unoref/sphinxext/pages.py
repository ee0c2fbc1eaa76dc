"""The page of a rulebook: every clause with all that stands behind it.

What it shows is read from the rulebook and the code when the page is read; the language is the one Sphinx builds in,
with the other below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docutils import nodes

from unoref.rulebook import Rulebook, rulebook
from unoref.sphinxext.page import Page
from unoref.sphinxext.positions import ruling_nodes, verdict_nodes
from unoref.sphinxext.trace import Code, MarkedTest, Ruling, code_of, rulings_of, siblings
from unoref.sphinxext.words import other_than
from unoref.sphinxext.writer import Inline, Writer
from unoref.texts.topics import topic_name

__all__ = ["RulebookPage"]


def _code_item(place: Code, writer: Writer) -> list[nodes.Node]:
    return [
        writer.paragraph(
            writer.word(place.kind),
            " ",
            writer.link("code", place.api, place.shown),
            f" ({writer.word('point')} ",
            nodes.literal("", place.point),
            ")",
        )
    ]


def _test_item(test: MarkedTest, writer: Writer) -> list[nodes.Node]:
    return [writer.paragraph(nodes.literal("", f"{test.path}::{test.name}"))]


class RulebookPage(Page):
    """``.. clause:rulebook:: official``: every clause of a variant, with all that stands behind it."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The page as one section."""
        self.shown = self.writer
        book = self.book(self.arguments[0])
        writer, lang = self.shown, self.shown.lang
        self.behind, self.marked = code_of(book.id), self.tests
        self.homes = _homes(book)
        page = self.note("variant", book.id, writer.section(book.title[lang], book.id), book.title[lang])
        page += writer.paragraph(book.title[other_than(lang)], classes=["second-language"])
        page += writer.paragraph(writer.word("players", *book.players, book.source))
        if book.options:
            title = writer.word("options-of", book.title[lang])
            page += self.paragraph_of_link(f"options:{book.id}", title)
        if book.card_rows:
            page += self.cards(book)
        topics = dict.fromkeys(book.clause(identity).topics[0] for identity in book.clause_ids)
        for topic in topics:
            part = writer.section(topic_name(topic, lang), f"{book.id}-{topic}")
            part += [self.clause(book, clause) for clause in book.clause_ids if book.clause(clause).topics[0] == topic]
            page += part
        homeless = self.homes.get("", ())
        if homeless:
            part = writer.section(writer.word("rulings"), f"{book.id}-rulings")
            part += [self.ruling(ruling) for ruling in homeless]
            page += part
        return [page]

    def cards(self, book: Rulebook) -> nodes.section:
        """Every card at a glance; where the book has no columns for them, in the words of its clause."""
        writer, lang = self.shown, self.shown.lang
        part = writer.section(writer.word("cards.all"), f"{book.id}-cards")
        heads = [column[lang] for column in book.card_columns.values()] or [writer.word("cards.effect")]
        rows: list[list[list[nodes.paragraph]]] = []
        for row in book.card_rows:
            cells = [row.cells.get(column, {}).get(lang, "") for column in book.card_columns]
            told = cells or [book.clause(row.clause).text(lang)]
            rows.append(
                [
                    [writer.paragraph(*writer.cards(" ".join(row.cards)))],
                    *[[writer.paragraph(*writer.linked(text))] for text in told],
                    [writer.paragraph(writer.link("ref", row.clause))],
                ]
            )
        part += writer.table([writer.word("cards.some"), *heads, writer.word("clause")], rows, ["cards-at-a-glance"])
        return part

    def paragraph_of_link(self, name: str, title: str) -> nodes.paragraph:
        """A paragraph that links to the page of options."""
        return self.shown.paragraph(self.shown.link("variant", name, title, literal=False))

    def facts(self, pairs: Iterable[tuple[str, Iterable[nodes.Node]]]) -> nodes.paragraph:
        """Short facts about a clause, with their names, on one line."""
        writer = self.shown
        parts: list[Inline] = []
        for name, values in pairs:
            parts += [" · "] if parts else []
            parts += [f"{name}{writer.word('colon')}", *writer.joined(values)]
        return writer.paragraph(*parts, classes=["facts"])

    def clause(self, book: Rulebook, identity: str) -> nodes.section:
        """One clause."""
        writer, clause = self.shown, book.clause(identity)
        part = self.note("clause", identity, writer.section(identity, identity))
        part += writer.both(clause.texts, "clause")
        topics = [writer.link("topic", topic, topic_name(topic, writer.lang), literal=False) for topic in clause.topics]
        facts: list[tuple[str, Iterable[nodes.Node]]] = [
            (writer.word("kind"), [nodes.inline("", writer.word(clause.kind))]),
            (writer.word("topics"), topics),
        ]
        if clause.option in book.options:
            facts.append((writer.word("option"), [writer.link("option", f"{book.id}/{clause.option}", clause.option)]))
        part += self.facts(facts)
        if clause.unmodelled is not None:
            part += nodes.note(
                "", writer.labeled(writer.word("unmodelled")), *writer.both(clause.unmodelled, "unmodelled")
            )
        part += self.backing(identity)
        part += [
            self.interpretation(book, reading)
            for reading in book.interpretation_ids
            if book.interpretation(reading).clause == identity
        ]
        others = siblings(book.id, identity)
        if others:
            part += writer.labeled(writer.word("siblings"))
            part += writer.bullets(
                [
                    writer.paragraph(
                        writer.link("variant", other, rulebook(other).title[writer.lang], literal=False),
                        writer.word("colon"),
                        *writer.joined([writer.link("ref", same) for same in clauses]),
                    )
                ]
                for other, clauses in others.items()
            )
        return part

    def interpretation(self, book: Rulebook, identity: str) -> nodes.section:
        """One recorded reading."""
        writer, reading = self.shown, book.interpretation(identity)
        part = self.note("interpretation", identity, writer.section(identity, identity))
        part += writer.both({lang: reading.text(lang) for lang in ("en", "zh")}, "clause")
        lang = writer.lang
        if reading.alternatives.get(lang):
            part += writer.labeled(writer.word("alternatives"))
            pairs = zip(reading.alternatives[lang], reading.alternatives[other_than(lang)], strict=False)
            part += writer.bullets(
                writer.both({lang: one, other_than(lang): other}, "alternative") for one, other in pairs
            )
        if reading.option in book.options:
            part += self.facts(
                [(writer.word("option"), [writer.link("option", f"{book.id}/{reading.option}", reading.option)])]
            )
        part += self.backing(identity)
        return part

    def backing(self, identity: str) -> Iterator[nodes.Node]:
        """Code, rulings and tests of a clause or an interpretation."""
        writer = self.shown
        places, tests = self.behind.get(identity, ()), self.marked.get(identity, ())
        if places:
            yield writer.labeled(writer.word("code"))
            yield writer.bullets(_code_item(place, writer) for place in places)
        if tests:
            yield writer.labeled(writer.word("tests"))
            yield writer.bullets(_test_item(test, writer) for test in tests)
        here = self.homes.get(identity, ())
        elsewhere = [
            ruling
            for home, rulings in self.homes.items()
            if home != identity
            for ruling in rulings
            if identity in ruling.clauses
        ]
        if elsewhere:
            links = [writer.link("ruling", one.id, one.id.partition("/")[2]) for one in elsewhere]
            yield writer.labeled(writer.word("rulings"), *writer.joined(links))
        for ruling in here:
            yield self.ruling(ruling)

    def ruling(self, ruling: Ruling) -> nodes.admonition:
        """One ruling: its verdict and story, and below them, once it is opened, the rest."""
        writer = self.shown
        story = ruling.story(writer.lang) or ruling.id
        title = nodes.title("", "", *verdict_nodes(ruling, writer), nodes.Text(story))
        box = nodes.admonition("", title, classes=["ruling"], collapsible="closed")
        self.domain.note("ruling", ruling.id, box)
        self.state.document.note_explicit_target(box)
        box += ruling_nodes(ruling, writer)
        return box


def _homes(book: Rulebook) -> dict[str, list[Ruling]]:
    """Where each ruling is shown in full: at the first clause it expects; without one, under the empty id."""
    homes: dict[str, list[Ruling]] = {}
    known = {*book.clause_ids, *book.interpretation_ids}
    for ruling in rulings_of(book.id):
        homes.setdefault(next((clause for clause in ruling.clauses if clause in known), ""), []).append(ruling)
    return homes
