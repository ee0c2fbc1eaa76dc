"""Pages across clauses: a topic in every variant, the options of a variant, the trace table."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from docutils import nodes

from unoref.rulebook import TOPICS, Option, Rulebook
from unoref.sphinxext.page import Page
from unoref.sphinxext.trace import code_of, rulings_of
from unoref.sphinxext.words import other_than
from unoref.sphinxext.writer import Writer, plain
from unoref.texts import point_text
from unoref.texts.topics import topic_name

__all__ = ["OptionsPage", "TopicPage", "TracePage"]


class TopicPage(Page):
    """``.. clause:topic:: stacking``: what every variant says on a topic."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The page as one section."""
        writer, topic = self.writer, self.arguments[0]
        if topic not in TOPICS:
            raise self.error(f"there is no topic {topic!r}; there are {', '.join(TOPICS)}")
        title = topic_name(topic, writer.lang)
        page = self.note("topic", topic, writer.section(title, topic), title)
        page += writer.paragraph(topic_name(topic, other_than(writer.lang)), classes=["second-language"])
        books = [book for book in map(self.book, self.variants) if _on(book, topic)]
        if len(books) > 1:
            page += self.comparison(books, topic)
        for book in books:
            part = writer.section(book.title[writer.lang], f"{topic}-{book.id}")
            part += writer.bullets(self.clause(book, identity) for identity in _on(book, topic))
            page += part
        return [page]

    def clause(self, book: Rulebook, identity: str) -> list[nodes.Node]:
        """A clause on the page of a topic: its address, its texts, the readings of it."""
        writer = self.writer
        shown: list[nodes.Node] = [
            writer.paragraph(writer.link("ref", identity)),
            *writer.both(book.clause(identity).texts, "clause"),
        ]
        readings = [one for one in book.interpretation_ids if book.interpretation(one).clause == identity]
        if readings:
            links = writer.joined([writer.link("ref", one) for one in readings])
            shown.append(writer.labeled(writer.word("interpretations"), *links))
        return shown

    def comparison(self, books: list[Rulebook], topic: str) -> nodes.section:
        """The clauses of the variants side by side for each point that several of them bind, under what it is about."""
        writer = self.writer
        rows: dict[tuple[tuple[str, ...], ...], str] = {}
        on_topic = {identity for book in books for identity in _on(book, topic)}
        for point in dict.fromkeys(point for book in books for point in book.every_binding):
            bound = tuple(book.every_binding.get(point, ()) for book in books)
            if sum(map(bool, bound)) > 1 and any(identity in on_topic for ids in bound for identity in ids):
                rows.setdefault(bound, point)
        part = writer.section(writer.word("comparison"), f"{topic}-comparison")
        names = [book.title[writer.lang] for book in books]
        table = writer.table(
            names,
            [
                [
                    _named(writer, name, [writer.link("ref", one) for one in ids])
                    for name, ids in zip(names, bound, strict=True)
                ]
                for bound in rows
            ],
            ["comparison"],
        )
        body, told = next(iter(table.findall(nodes.tbody))), set[str]()
        for row, (bound, point) in zip(list(body.children), rows.items(), strict=True):
            text = point_text(point, writer.lang) or _first_sentence(books, bound, writer.lang, told)
            told.add(text)
            heading = nodes.entry("", writer.paragraph(text), morecols=len(books) - 1)
            body.insert(body.index(row), nodes.row("", heading, classes=["mechanism"]))
        part += table
        return part


def _named(writer: Writer, variant: str, links: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Links below each other; above them the name of the variant, which a narrow page shows in place of the columns' heads."""
    above = writer.paragraph(variant, classes=["variant-name"])
    return [above, *(writer.paragraph(link) for link in links)] if links else []


def _first_sentence(books: Sequence[Rulebook], bound: Sequence[Sequence[str]], lang: str, told: Collection[str]) -> str:
    """How the first of the clauses begins; of them, the first one that does not begin as one told before."""
    texts = (book.cited(one).text(lang) for book, ids in zip(books, bound, strict=True) for one in ids)
    found = list(
        dict.fromkeys(re.split(r"(?<=[.;:!?])\s|(?<=[。；：！？])", text)[0].rstrip(".;:。；：") for text in texts)
    )
    return next((text for text in found if text not in told), found[0])


def _on(book: Rulebook, topic: str) -> list[str]:
    """The clauses of a book on a topic."""
    return [identity for identity in book.clause_ids if topic in book.clause(identity).topics]


class OptionsPage(Page):
    """``.. clause:options:: official``: the options of a variant."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The page as one section."""
        writer, book = self.writer, self.book(self.arguments[0])
        title = writer.word("options-of", book.title[writer.lang])
        page = self.note("variant", f"options:{book.id}", writer.section(title, ""), title)
        if not book.options:
            page += writer.paragraph(writer.word("no-option"))
        for name, option in book.options.items():
            part = self.note("option", f"{book.id}/{name}", writer.section(name, name))
            part += writer.both(option.texts, "option")
            part += writer.labeled(writer.word("clause"), writer.link("ref", option.clause))
            part += self.values(book, option)
            page += part
        return [page]

    def values(self, book: Rulebook, option: Option) -> nodes.Node:
        """What the option can be set to."""
        writer = self.writer
        if not option.choices:
            shown = (
                writer.word("range", option.minimum, option.maximum)
                if option.minimum is not None
                else " / ".join(option.values)
            )
            values = nodes.container()
            values += writer.labeled(
                writer.word("choices"),
                f"{shown} ({writer.word('default')}{writer.word('colon')}{plain(option.default)})",
            )
            for word, brought in option.implies.items():
                values += writer.labeled(f"{word}, {writer.word('implies')}", *writer.settings(book.id, brought))
            return values
        rows: list[list[list[nodes.Node]]] = []
        for choice in option.choices:
            value: list[nodes.Node | str] = [nodes.literal("", choice.value)]
            if choice.value == option.default:
                value += [" ", nodes.emphasis("", f"({writer.word('default')})")]
            meaning: list[nodes.Node] = [*writer.both(choice.texts, "choice")]
            implied = option.implies.get(choice.value, {})
            if implied:
                meaning.append(writer.labeled(writer.word("implies"), *writer.settings(book.id, implied)))
            rows.append([[writer.paragraph(*value)], meaning])
        return writer.table([writer.word("choices"), writer.word("meaning")], rows)


class TracePage(Page):
    """``.. clause:trace::``: every clause, its code, its rulings, its tests."""

    def run(self) -> list[nodes.Node]:
        """The page as one section, a table for each variant."""
        writer, tests = self.writer, self.tests
        page = writer.section(writer.word("trace"), "trace")
        page += writer.paragraph(writer.word("trace-intro"))
        for book in map(self.book, self.variants):
            behind, rulings = code_of(book.id), rulings_of(book.id)
            rows: list[list[list[nodes.Node]]] = []
            for identity in (*book.clause_ids, *book.interpretation_ids):
                clause = book.clause(identity) if identity in book.clause_ids else None
                places = sorted({(place.shown, place.api) for place in behind.get(identity, ())})
                its_code: list[nodes.Node] = [
                    writer.paragraph(writer.link("code", api, shown)) for shown, api in places
                ]
                if clause is not None and clause.unmodelled is not None:
                    its_code.append(writer.paragraph(nodes.emphasis("", writer.word("owes-nothing"))))
                shown_by: list[nodes.Node] = [
                    writer.paragraph(writer.link("ruling", one.id)) for one in rulings if identity in one.clauses
                ]
                proved_by: list[nodes.Node] = [
                    writer.paragraph(nodes.literal("", test.name)) for test in tests.get(identity, ())
                ]
                kind = writer.word("interpretation" if clause is None else clause.kind)
                rows.append(
                    [
                        [writer.paragraph(writer.link("ref", identity))],
                        [writer.paragraph(kind)],
                        its_code,
                        shown_by,
                        proved_by,
                    ]
                )
            part = writer.section(book.title[writer.lang], f"trace-{book.id}")
            heads = [writer.word(head) for head in ("clause", "kind", "code", "rulings", "tests")]
            part += writer.table(heads, rows, ["trace"])
            page += part
        return [page]
