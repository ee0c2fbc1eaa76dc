"""What is added to pages that are not generated here: clauses under functions, a switch between languages."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from unoref.checks import Check
from unoref.sphinxext.cited import clauses_of
from unoref.sphinxext.words import LANGUAGES, language_of, other_than, word
from unoref.step import Cited, Rule

__all__ = ["append_clauses", "offer_other_language", "skip_cited"]


def append_clauses(app: Sphinx, what: str, name: str, obj: object, options: Any, lines: list[str]) -> None:
    """Tell under a function which clauses it, or what it makes, carries out."""
    if what not in ("function", "method"):
        return
    clauses = clauses_of(name)
    if clauses:
        lang = language_of(app.config.language)
        links = ", ".join(f":clause:`{clause}`" for clause in clauses)
        lines += ["", f"**{word('clauses', lang)}**{word('colon', lang)}{links}", ""]


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
