"""The directives of the domain: a rulebook, a topic across variants, options, the trace table, the rules of a module.

Each takes the place of a whole page. What they show is read from the rulebooks and the code when the page is read; the
language is the one Sphinx builds in, with the other below.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective
from sphinx.util.inspect import signature, stringify_signature
from sphinx.util.parsing import nested_parse_to_nodes

from unoref.checks import Check
from unoref.errors import RulebookError
from unoref.rulebook import TOPICS, Option, Rulebook, Value, rulebook, variant_ids
from unoref.sphinxext.domain import ClauseDomain
from unoref.sphinxext.positions import ruling_nodes
from unoref.sphinxext.trace import (
    Code,
    MarkedTest,
    Ruling,
    code,
    code_of,
    marked_tests,
    rulings_of,
    siblings,
)
from unoref.sphinxext.words import language_of, other_than, topic_name
from unoref.sphinxext.writer import Writer
from unoref.step import Cited, Rule

__all__ = ["DIRECTIVES", "clauses_of", "tests_of"]


def tests_of(folder: str, confdir: str) -> Mapping[str, tuple[MarkedTest, ...]]:
    """The marked tests of the folder that ``clause_tests`` names, relative to conf.py; none where it names none."""
    return marked_tests(Path(confdir, folder)) if folder else {}


def clauses_of(api: str) -> dict[str, list[Code]]:
    """The clauses that a documented function or module-level rule carries out, in any variant, with the places in it."""
    found: dict[str, list[Code]] = {}
    for variant in variant_ids():
        for clause, places in code_of(variant).items():
            here = [place for place in places if place.api == api]
            if here:
                found.setdefault(clause, []).extend(here)
    return found


class _Page(SphinxDirective):
    """What the directives share: the writer, and the files a page depends on."""

    has_content = False

    @property
    def writer(self) -> Writer:
        known = frozenset(
            identity for variant in variant_ids() for identity in (*rulebook(variant).clause_ids, *rulebook(variant).interpretation_ids)
        )
        return Writer(language_of(self.config.language), self.env.docname, known)

    @property
    def domain(self) -> ClauseDomain:
        return cast(ClauseDomain, self.env.get_domain("clause"))

    def book(self, variant: str) -> Rulebook:
        """The rulebook of a variant, which the page then depends on."""
        try:
            book = rulebook(variant)
        except RulebookError as fault:
            raise self.error(str(fault)) from None
        for path in book.folder.glob("**/*.toml"):
            self.env.note_dependency(str(path))
        return book

    @property
    def tests(self) -> Mapping[str, tuple[MarkedTest, ...]]:
        folder = self.config.clause_tests
        if folder:
            for path in Path(self.env.app.confdir, folder).glob("**/test_*.py"):
                self.env.note_dependency(str(path))
        return tests_of(folder, str(self.env.app.confdir))

    def note(self, objtype: str, name: str, section: nodes.section, shown: str = "") -> nodes.section:
        """Make a section the description of an object."""
        self.domain.note(objtype, name, section, shown)
        self.state.document.note_explicit_target(section)
        return section


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


class RulebookPage(_Page):
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

    def paragraph_of_link(self, name: str, title: str) -> nodes.paragraph:
        """A paragraph that links to the page of options."""
        return self.shown.paragraph(self.shown.link("variant", name, title, literal=False))

    def facts(self, pairs: Iterable[tuple[str, Iterable[nodes.Node]]]) -> nodes.field_list:
        """Short facts about a clause, with their names."""
        writer = self.shown
        found = nodes.field_list()
        for name, values in pairs:
            found += nodes.field(
                "", nodes.field_name("", name), nodes.field_body("", writer.paragraph(*writer.joined(values)))
            )
        return found

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
            part += nodes.note("", writer.labeled(writer.word("unmodelled")), *writer.both(clause.unmodelled, "unmodelled"))
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
            part += writer.bullets(writer.both({lang: one, other_than(lang): other}, "alternative") for one, other in pairs)
        if reading.option in book.options:
            part += self.facts([(writer.word("option"), [writer.link("option", f"{book.id}/{reading.option}", reading.option)])])
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
            links = [writer.link("ruling", ruling.id) for ruling in elsewhere]
            yield writer.labeled(writer.word("rulings"), *writer.joined(links))
        for ruling in here:
            yield self.ruling(ruling)

    def ruling(self, ruling: Ruling) -> nodes.container:
        """One ruling in full; rulings are no headings, so they do not crowd the table of contents."""
        writer = self.shown
        box = nodes.container("", classes=["ruling"])
        self.domain.note("ruling", ruling.id, box)
        self.state.document.note_explicit_target(box)
        name = nodes.literal("", ruling.id)
        box += writer.labeled(writer.word("ruling"), name)
        box += ruling_nodes(ruling, writer)
        return box


def _homes(book: Rulebook) -> dict[str, list[Ruling]]:
    """Where each ruling is shown in full: at the first clause it expects; without one, under the empty id."""
    homes: dict[str, list[Ruling]] = {}
    known = {*book.clause_ids, *book.interpretation_ids}
    for ruling in rulings_of(book.id):
        homes.setdefault(next((clause for clause in ruling.clauses if clause in known), ""), []).append(ruling)
    return homes


class TopicPage(_Page):
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
        books = [book for book in map(self.book, variant_ids()) if _on(book, topic)]
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
        """The clauses of the variants side by side, one row for each point that several of them bind."""
        writer = self.writer
        rows: dict[tuple[tuple[str, ...], ...], None] = {}
        on_topic = {identity for book in books for identity in _on(book, topic)}
        for point in dict.fromkeys(point for book in books for point in book.bindings):
            bound = tuple(book.bindings.get(point, ()) for book in books)
            if sum(map(bool, bound)) > 1 and any(identity in on_topic for ids in bound for identity in ids):
                rows[bound] = None
        part = writer.section(writer.word("comparison"), f"{topic}-comparison")
        part += writer.table(
            [book.title[writer.lang] for book in books],
            [
                [[writer.paragraph(*writer.joined([writer.link("ref", one) for one in ids]))] for ids in bound]
                for bound in rows
            ],
        )
        return part


def _on(book: Rulebook, topic: str) -> list[str]:
    """The clauses of a book on a topic."""
    return [identity for identity in book.clause_ids if topic in book.clause(identity).topics]


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class OptionsPage(_Page):
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
            return writer.labeled(
                writer.word("choices"), f"{shown} ({writer.word('default')}{writer.word('colon')}{_text(option.default)})"
            )
        rows = []
        for choice in option.choices:
            value: list[nodes.Node | str] = [nodes.literal("", choice.value)]
            if choice.value == option.default:
                value += [" ", nodes.emphasis("", f"({writer.word('default')})")]
            meaning: list[nodes.Node] = [*writer.both(choice.texts, "choice")]
            implied = option.implies.get(choice.value, {})
            if implied:
                settings: list[nodes.Node] = []
                for name, default in implied.items():
                    setting = nodes.inline("", "", writer.link("option", f"{book.id}/{name}", name))
                    setting += nodes.Text(f" = {_text(default)}")
                    settings.append(setting)
                meaning.append(writer.labeled(writer.word("implies"), *writer.joined(settings)))
            rows.append([[writer.paragraph(*value)], meaning])
        return writer.table([writer.word("choices"), writer.word("meaning")], rows)


class TracePage(_Page):
    """``.. clause:trace::``: every clause, its code, its rulings, its tests."""

    def run(self) -> list[nodes.Node]:
        """The page as one section, a table for each variant."""
        writer, tests = self.writer, self.tests
        page = writer.section(writer.word("trace"), "trace")
        page += writer.paragraph(writer.word("trace-intro"))
        for book in map(self.book, variant_ids()):
            behind, rulings = code_of(book.id), rulings_of(book.id)
            rows = []
            for identity in (*book.clause_ids, *book.interpretation_ids):
                clause = book.clause(identity) if identity in book.clause_ids else None
                places = sorted({(place.shown, place.api) for place in behind.get(identity, ())})
                its_code = [writer.paragraph(writer.link("code", api, shown)) for shown, api in places]
                if clause is not None and clause.unmodelled is not None:
                    its_code.append(writer.paragraph(nodes.emphasis("", writer.word("owes-nothing"))))
                shown_by = [writer.paragraph(writer.link("ruling", one.id)) for one in rulings if identity in one.clauses]
                proved_by = [writer.paragraph(nodes.literal("", test.name)) for test in tests.get(identity, ())]
                kind = writer.word("interpretation" if clause is None else clause.kind)
                rows.append([[writer.paragraph(writer.link("ref", identity))], [writer.paragraph(kind)], its_code, shown_by, proved_by])
            part = writer.section(book.title[writer.lang], f"trace-{book.id}")
            heads = [writer.word(head) for head in ("clause", "kind", "code", "rulings", "tests")]
            part += writer.table(heads, rows, ["trace"])
            page += part
        return [page]


class CitedFunctions(_Page):
    """``.. clause:cited:: unoref.rules.turns``: the rules, checks and citing functions of a module, with their clauses."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"no-heading": directives.flag}

    def run(self) -> list[nodes.Node]:
        """The descriptions, one a function; nothing where the module has none."""
        module = importlib.import_module(self.arguments[0])
        self.env.note_dependency(str(module.__file__))
        lines: list[str] = []
        for name, thing in vars(module).items():
            if isinstance(thing, Rule | Check | Cited):
                place = code(thing)
                if place.module == module.__name__ and place.name == name:
                    lines += self.description(module.__name__, name, thing)
        if not lines:
            return []
        writer = self.writer
        described = nested_parse_to_nodes(self.state, StringList(lines, source=self.get_source_info()[0]))
        if "no-heading" in self.options:
            return described
        part = writer.section(writer.word("rules-and-checks"), f"{module.__name__}-rules")
        part += described
        return [part]

    def description(self, module: str, name: str, thing: Rule[Any] | Check[Any, Any] | Cited[Any, Any]) -> list[str]:
        """A description in reStructuredText."""
        writer, function = self.writer, thing.test if isinstance(thing, Check) else thing.function
        arguments = stringify_signature(signature(function), unqualified_typehints=True)
        text = [line.strip() for line in (function.__doc__ or "").strip().splitlines()]
        clauses = ", ".join(f":clause:`{clause}`" for clause in clauses_of(f"{module}.{name}"))
        body = [
            *text,
            "",
            f"*{writer.word(code(thing).kind)}*, {writer.word('point')} ``{thing.point}``",
            "",
            *([f"**{writer.word('clauses')}**{writer.word('colon')}{clauses}", ""] if clauses else []),
        ]
        return [f".. py:function:: {name}{arguments}", f"   :module: {module}", "", *(f"   {line}".rstrip() for line in body)]


DIRECTIVES = {
    "rulebook": RulebookPage,
    "topic": TopicPage,
    "options": OptionsPage,
    "trace": TracePage,
    "cited": CitedFunctions,
}
