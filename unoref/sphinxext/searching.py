"""Searching for clauses: what the search page of a site needs to find them by id and by the words of their texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config

from unoref.rulebook import rulebook
from unoref.sphinxext.domain import ClauseDomain, known_ids

__all__ = ["add_script_to_search", "find_scripts", "write_clause_index"]

_STATIC: Final = Path(__file__).parent / "static"
_INDEX: Final = "clause-index.js"


def find_scripts(app: Sphinx, config: Config) -> None:
    """Have the script of this extension copied into every site."""
    config.html_static_path.append(str(_STATIC))


def add_script_to_search(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Only the search page loads the texts of the clauses."""
    if pagename == "search":
        app.add_js_file(_INDEX)
        app.add_js_file("clause-search.js")


def write_clause_index(app: Sphinx, exception: Exception | None) -> None:
    """Write id, page, file and texts of every clause and interpretation of the site."""
    if exception is not None or not isinstance(app.builder, StandaloneHTMLBuilder) or not app.builder.search:
        return
    homes = known_ids()
    found = []
    for (objtype, name), target in cast(ClauseDomain, app.env.get_domain("clause")).objects.items():
        if objtype in ("clause", "interpretation") and name in homes:
            cited = rulebook(homes[name]).cited(name)
            uri = app.builder.get_target_uri(target.docname)
            found.append([name, target.docname, uri, cited.text("en"), cited.text("zh")])
    written = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    folder = Path(app.outdir, "_static")
    folder.mkdir(exist_ok=True)
    (folder / _INDEX).write_text(f"const clauseIndex = {written};\n", encoding="utf-8")
