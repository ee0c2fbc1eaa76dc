"""A clause or a ruling on a page of somebody else's: quoted in both languages, the ruling tried before it is shown."""

from __future__ import annotations

import tomllib
from pathlib import Path

from docutils import nodes

from unoref.errors import RulebookError
from unoref.sheets import names_sheet, read_sheet
from unoref.sphinxext.domain import known_ids
from unoref.sphinxext.page import Page
from unoref.sphinxext.positions import ruling_nodes, verdict_nodes
from unoref.sphinxext.trace import Ruling, rulings_of
from unoref.sphinxext.verdicts import faults

__all__ = ["QuotedClause", "QuotedRuling"]


class QuotedClause(Page):
    """``.. clause:quote:: village:4.2``: the texts of clauses or interpretations, with links to where they stand."""

    required_arguments = 1
    optional_arguments = 100

    def run(self) -> list[nodes.Node]:
        """A quotation for each."""
        writer, shown = self.writer, []
        for identity in self.arguments:
            home = known_ids().get(identity)
            if home is None:
                raise self.error(f"there is no clause {identity!r}")
            cited = self.book(home).cited(identity)
            texts = {lang: cited.text(lang) for lang in ("en", "zh")}
            head = writer.paragraph(writer.link("ref", identity))
            shown.append(nodes.block_quote("", head, *writer.both(texts, "clause"), classes=["quoted-clause"]))
        return list(shown)


class QuotedRuling(Page):
    """``.. clause:ruling:: village/4.2.stacked``, or a file: a worked ruling that the engine must share."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The ruling in a box."""
        writer, ruling = self.writer, self.ruling()
        self.env.note_dependency(str(ruling.path))
        for fault in faults(ruling.data, ruling.path.parent):
            raise self.error(f"{ruling.id}: {fault}")
        story = ruling.story(writer.lang) or ruling.id
        title = nodes.title("", "", *verdict_nodes(ruling, writer), nodes.Text(story))
        return [nodes.admonition("", title, *ruling_nodes(ruling, writer), classes=["ruling"])]

    def ruling(self) -> Ruling:
        """The ruling of a rulebook by its id, or the one in a file, which is looked for from the page."""
        named = self.arguments[0]
        variant = named.partition("/")[0]
        if not named.endswith(".toml"):
            try:
                for ruling in rulings_of(variant):
                    if ruling.id == named:
                        return ruling
            except RulebookError as fault:
                raise self.error(str(fault)) from None
            raise self.error(f"there is no ruling {named!r} (a ruling is written variant/name, or is a file)")
        path = Path(self.env.relfn2path(named)[1])
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
            raise self.error(f"{named}: {fault}") from None
        expect = data.get("expect", {})
        clauses = tuple(map(str, (*expect.get("clauses", ()), *expect.get("shows", ()))))
        base = str(data.get("variant", "official"))
        if names_sheet(base):
            try:
                base = read_sheet(base, str(path.parent)).base
            except RulebookError as fault:
                raise self.error(f"{named}: {fault}") from None
        return Ruling(f"{base}/{path.stem}", path, data, clauses)
