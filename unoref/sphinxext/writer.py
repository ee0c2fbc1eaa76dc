"""Small pieces of pages: text in two languages, links, cards, tables."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from docutils import nodes
from sphinx.addnodes import pending_xref

from unoref.card_words import speak_color
from unoref.cards import CARDS, Color
from unoref.sphinxext.words import other_than, word

__all__ = ["Inline", "Writer", "plain"]

_ID: Final = re.compile(r"(?<![\w:/-])[a-z]+:[\w-]+(?:\.[\w+-]+)*")

_COLORS: Final = {color.value: color for color in Color}

#: What a paragraph is made of.
Inline = nodes.Node | str


def _nodes(parts: Iterable[Inline]) -> list[nodes.Node]:
    return [nodes.Text(part) if isinstance(part, str) else part for part in parts]


def plain(value: object) -> str:
    """A value of an option as rulebooks and commands write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Writer:
    """Makes nodes in the language of a page; ``known`` are the ids that turn into links wherever text names them."""

    def __init__(self, lang: str, docname: str, known: Collection[str]) -> None:
        self.lang: Final = lang
        self.docname: Final = docname
        self.known: Final[Collection[str]] = known

    def word(self, key: str, *parts: object) -> str:
        """A word of the page's own, in its language."""
        return word(key, self.lang, *parts)

    def link(self, reftype: str, target: str, shown: str | None = None, literal: bool = True) -> pending_xref:
        """A link to an object of the domain ``clause``, or to code (``code``)."""
        text = target if shown is None else shown
        node = pending_xref(
            "",
            refdomain="clause",
            reftype=reftype,
            reftarget=target,
            refexplicit=shown is not None,
            refwarn=reftype != "code",
            refdoc=self.docname,
        )
        node += nodes.literal("", text, classes=["xref"]) if literal else nodes.inline("", text)
        return node

    def value(self, key: str, value: object) -> str:
        """A color or direction of a record in the language of the page; anything else as it is."""
        if key == "direction" and value in ("clockwise", "counterclockwise"):
            return self.word(str(value))
        if key == "color" and value in _COLORS:
            return speak_color(_COLORS[str(value)], self.lang)
        return str(value)

    def linked(self, text: str) -> list[nodes.Node]:
        """Text in which every known id is a link."""
        parts: list[nodes.Node] = []
        at = 0
        for found in _ID.finditer(text):
            identity = found[0]
            while identity and identity not in self.known:
                identity = identity.rpartition(".")[0]
            if identity:
                parts += _nodes([text[at : found.start()]] if text[at : found.start()] else [])
                parts.append(self.link("ref", identity))
                at = found.start() + len(identity)
        return parts + _nodes([text[at:]] if text[at:] else [])

    def paragraph(self, *parts: Inline, classes: Sequence[str] = ()) -> nodes.paragraph:
        """A paragraph of text and inline nodes."""
        return nodes.paragraph("", "", *_nodes(parts), classes=list(classes))

    def both(self, texts: Mapping[str, str], kind: str) -> list[nodes.paragraph]:
        """A text in the page's language, then in the other one; ``kind`` is the HTML class it gets."""
        found = []
        for lang, place in ((self.lang, "first"), (other_than(self.lang), "second")):
            if texts.get(lang):
                classes = [f"language-{'zh-CN' if lang == 'zh' else 'en'}", f"{kind}-text", f"{place}-language"]
                found.append(self.paragraph(*self.linked(texts[lang]), classes=classes))
        return found

    def labeled(self, label: str, *parts: Inline) -> nodes.paragraph:
        """A paragraph that begins with a label in bold."""
        return self.paragraph(nodes.strong("", label), self.word("colon"), *parts)

    def joined(self, parts: Iterable[nodes.Node], between: str = "") -> list[Inline]:
        """The parts with text between them, a comma unless it is said."""
        between = between or self.word("comma")
        found: list[Inline] = []
        for part in parts:
            found += [between, part] if found else [part]
        return found

    def settings(self, variant: str, values: Mapping[str, object]) -> list[Inline]:
        """Options and the values they are set to."""
        found: list[nodes.Node] = []
        for name, value in values.items():
            setting = nodes.inline("", "", self.link("option", f"{variant}/{name}", name))
            setting += nodes.Text(f" = {plain(value)}")
            found.append(setting)
        return self.joined(found)

    def bullets(self, items: Iterable[Sequence[nodes.Node]]) -> nodes.bullet_list:
        """A list; each item a sequence of block nodes."""
        return nodes.bullet_list("", *(nodes.list_item("", *item) for item in items), bullet="*")

    def section(self, title: str | Sequence[nodes.Node], identity: str) -> nodes.section:
        """A section with this id."""
        heading = nodes.title("", "", *([nodes.Text(title)] if isinstance(title, str) else title))
        return nodes.section("", heading, ids=[identity])

    def cards(self, text: str) -> list[Inline]:
        """Cards as they are written, each in its color."""
        parts: list[Inline] = []
        for written in text.split():
            card = CARDS.get(written.upper(), CARDS.get(written))
            classes = ["card", f"card-{card.color.value}"] if card is not None else ["card"]
            parts += (
                [" ", nodes.literal("", written, classes=classes)]
                if parts
                else [nodes.literal("", written, classes=classes)]
            )
        return parts

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[Sequence[nodes.Node]]], classes: Sequence[str] = ()
    ) -> nodes.table:
        """A table; each cell a sequence of block nodes."""
        group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in heads), cols=len(heads))
        group += nodes.thead("", nodes.row("", *(nodes.entry("", self.paragraph(head)) for head in heads)))
        body = nodes.tbody()
        for row in rows:
            body += nodes.row("", *(nodes.entry("", *cell) for cell in row))
        group += body
        return nodes.table("", group, classes=["docutils", *classes])
