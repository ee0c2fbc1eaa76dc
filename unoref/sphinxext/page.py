"""What the directives that fill whole pages share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from unoref.errors import RulebookError
from unoref.rulebook import Rulebook, rulebook, variant_ids
from unoref.sphinxext.domain import ClauseDomain, known_ids
from unoref.sphinxext.trace import MarkedTest, marked_tests
from unoref.sphinxext.words import language_of
from unoref.sphinxext.writer import Writer

__all__ = ["Page", "shown_variants", "tests_of"]


def shown_variants(chosen: Sequence[str]) -> tuple[str, ...]:
    """The variants that ``clause_variants`` names; every one there is where it names none."""
    return tuple(chosen) or variant_ids()


def tests_of(folder: str, srcdir: str) -> Mapping[str, tuple[MarkedTest, ...]]:
    """The marked tests of the folder that ``clause_tests`` names, relative to the source folder; none where it names none."""
    return marked_tests(Path(srcdir, folder)) if folder else {}


class Page(SphinxDirective):
    """What the directives share: the writer, and the files a page depends on."""

    has_content = False

    @property
    def writer(self) -> Writer:
        return Writer(language_of(self.config.language), self.env.docname, known_ids().keys())

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants the project shows."""
        return shown_variants(self.config.clause_variants)

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
            for path in Path(self.env.srcdir, folder).glob("**/test_*.py"):
                self.env.note_dependency(str(path))
        return tests_of(folder, str(self.env.srcdir))

    def note(self, objtype: str, name: str, section: nodes.section, shown: str = "") -> nodes.section:
        """Make a section the description of an object."""
        self.domain.note(objtype, name, section, shown)
        self.state.document.note_explicit_target(section)
        return section
