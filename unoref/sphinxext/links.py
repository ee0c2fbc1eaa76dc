"""What is added to pages that are not generated here: clauses under functions, a switch between languages."""

from __future__ import annotations

import re
from typing import Any, Final, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.nodes import make_refnode

from unoref.checks import Check
from unoref.sphinxext.cited import clauses_of
from unoref.sphinxext.domain import ClauseDomain, known_ids
from unoref.sphinxext.words import LANGUAGES, language_of, other_than, word
from unoref.sphinxext.writer import Writer
from unoref.step import Cited, Rule

__all__ = ["append_clauses", "link_back", "offer_other_language", "skip_cited"]

_ROLE: Final = re.compile(r":clause(?::ref)?:`(?:[^`<]*<)?([^`<>]+)>?`")


def append_clauses(app: Sphinx, what: str, name: str, obj: object, options: Any, lines: list[str]) -> None:
    """Tell under a function which clauses it, or what it makes, carries out; remember which ones its docstring cites."""
    cited = {*_ROLE.findall("\n".join(lines))} & known_ids().keys()
    for clause in cited:
        cast(ClauseDomain, app.env.get_domain("clause")).note_citation(clause, name)
    if what not in ("function", "method") or not app.config.clause_api:
        return
    clauses = [clause for clause in clauses_of(name) if clause not in cited]
    if clauses:
        lang = language_of(app.config.language)
        links = ", ".join(f":clause:`{clause}`" for clause in clauses)
        lines += ["", f"**{word('clauses', lang)}**{word('colon', lang)}{links}", ""]


def link_back(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Tell under each clause of a rulebook which functions and classes cite it in their docstrings."""
    domain = cast(ClauseDomain, app.env.get_domain("clause"))
    if not any(domain.citing.values()):
        return
    writer = Writer(language_of(app.config.language), docname, known_ids().keys())
    for section in list(doctree.findall(nodes.section)):
        names = domain.cited_by(section["ids"][0]) if section["ids"] else []
        if names:
            links = [_linked(app, docname, name) for name in names]
            at = next(
                (
                    at
                    for at, child in enumerate(section.children)
                    if isinstance(child, nodes.section | nodes.Admonition)
                ),
                len(section),
            )
            section.insert(at, writer.labeled(writer.word("cited-by"), *writer.joined(links)))


def _linked(app: Sphinx, docname: str, name: str) -> nodes.Node:
    """A link to what is documented by a dotted name."""
    shown = nodes.literal("", name)
    found = app.env.domains.python_domain.objects.get(name)
    return shown if found is None else make_refnode(app.builder, docname, found.docname, found.node_id, shown, name)


def skip_cited(app: Sphinx, what: str, name: str, obj: object, skip: bool, options: Any) -> bool | None:
    """Leave rules, checks and citing functions to the directive ``clause:cited``, which shows them as functions."""
    return True if isinstance(obj, Rule | Check | Cited) else None


def offer_other_language(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give templates the address of the same page in the other language, where builds lie side by side."""
    outputs: dict[str, str] = app.config.clause_languages
    lang = language_of(app.config.language)
    folder = outputs.get(other_than(lang))
    if folder and app.builder.format == "html":
        root = context["pathto"]("", resource=True)
        context["other_language"] = LANGUAGES[other_than(lang)]
        context["other_language_code"] = "zh-CN" if lang == "en" else "en"
        context["other_language_page"] = f"{root}../{folder}/{app.builder.get_target_uri(pagename)}"
