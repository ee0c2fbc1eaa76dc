"""How the documentation is built: ``python -m sphinx -n -W -D language=en docs OUT``, or ``zh_CN``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import unoref

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

_ROOT = Path(__file__).parent.parent

project = "unoref"
author = "the unoref contributors"
copyright = f"2026, {author}"
release = version = unoref.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.intersphinx", "sphinx.ext.viewcode", "unoref.sphinxext"]
exclude_patterns = ["_build"]
templates_path = ["_templates"]
locale_dirs = ["locale"]
gettext_compact = False
gettext_uuid = False
gettext_location = False

clause_api = "unoref"
clause_api_without = [
    "unoref.cli",  # commands are documented by hand
    *(
        f"unoref.sphinxext.{name}"
        for name in (
            "cited",
            "domain",
            "generated",
            "links",
            "overviews",
            "page",
            "pages",
            "positions",
            "ruling_pictures",
            "search_zh",
            "writer",
        )
    ),
]
clause_tests = "../tests"
clause_languages = {"en": "en", "zh": "zh_CN"}

# Kept here so that a build needs no network; see docs/inventories/README.md.
intersphinx_mapping = {
    "python": ("https://docs.python.org/3", "inventories/python.inv"),
    "attrs": ("https://www.attrs.org/en/stable", "inventories/attrs.inv"),
}

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
nitpick_ignore_regex = [
    (r"py:(class|obj)", r"(unoref\.[\w.]+\.)?[AEFLPT](_contra)?"),  # type variables have no page
    (r"py:class", r"unoref\.step\.(Rule|Cited)\[.*"),  # as members of a union they are printed with what they take
    (r"py:class", r"sphinx\..*"),  # only the extension names them
]

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["clauses.css"]
html_js_files = ["search-ids.js"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/language.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_theme_options: dict[str, Any] = {"top_of_page_buttons": []}
html_show_sourcelink = False
html_copy_source = False

_CODE = re.compile(r"`([^`]+)`")


def _changelog(app: Sphinx) -> None:
    """Write the changelog as a page; a clause id in it becomes a link where there still is such a clause."""
    from unoref.rulebook import rulebook, variant_ids

    books = [rulebook(variant) for variant in variant_ids()]
    known = {identity for book in books for identity in (*book.clause_ids, *book.interpretation_ids)}

    def marked_up(found: re.Match[str]) -> str:
        return f":clause:`{found[1]}`" if found[1] in known else f"``{found[1]}``"

    lines: list[str] = []
    for line in (_ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines():
        level = len(line) - len(line.lstrip("#"))
        text = _CODE.sub(marked_up, line.lstrip("#").strip() if level else line)
        lines += [text, "=-~"[level - 1] * (2 * len(text))] if level else [text]
    page = Path(app.srcdir, "reference", "changelog.rst")
    text = "\n".join([*lines, ""])
    if not page.is_file() or page.read_text(encoding="utf-8") != text:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")


def _title(app: Sphinx, config: Config) -> None:
    """The title in the language of the build, which is not known while this file is read."""
    chinese = (config.language or "").startswith("zh")
    config.html_title = f"unoref {release} 文档" if chinese else f"unoref {release}"


def setup(app: Sphinx) -> dict[str, Any]:
    """Add what only this project's documentation needs."""
    app.connect("config-inited", _title)
    app.connect("builder-inited", _changelog, priority=600)  # after the other pages, which are tidied up
    return {"parallel_read_safe": True, "parallel_write_safe": True}
