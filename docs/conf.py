"""How the documentation is built: ``python -m sphinx -n -W -D language=en docs OUT``, or ``zh_CN``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import unoref
from unoref.rulebook import own_ids

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

_ROOT = Path(__file__).parent.parent

project = "unoref"
author = "the unoref contributors"
copyright = f"2026, {author}"
release = version = unoref.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.intersphinx", "sphinx.ext.viewcode", "unoref.sphinxext"]
exclude_patterns = ["_build", "examples"]
templates_path = ["_templates"]
locale_dirs = ["locale"]
gettext_compact = False
gettext_uuid = False
gettext_location = False

clause_pages = "reference"
clause_variants = clause_gaps = sorted(own_ids())  # whatever else is installed
clause_cache = "_build/clause-code.json"
clause_api = "unoref"
clause_api_without = [
    "unoref.cli",  # commands are documented by hand
    *(
        f"unoref.sphinxext.{name}"
        for name in (
            "changes",
            "cited",
            "domain",
            "generated",
            "links",
            "overviews",
            "page",
            "pages",
            "positions",
            "quotes",
            "ruling_pictures",
            "search_zh",
            "searching",
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
    (r"py:class", r".*unoref\.step\.(Rule|Cited)\[.*"),  # as members of a union they are printed with what they take
    (r"py:(class|obj)", r"hypothesis\..*"),  # it brings no inventory
    (r"py:class", r"sphinx\..*"),  # only the extension names them
]

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["clauses.css"]
html_js_files = ["language.js"]
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


def _changelog(app: Sphinx) -> None:
    """Write the changelog as a page, sorted by clause."""
    from unoref.sphinxext.changes import changelog_page
    from unoref.sphinxext.generated import write_if_changed

    page = Path(app.srcdir, "reference", "changelog.rst")
    write_if_changed(page, changelog_page((_ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))


def _title(app: Sphinx, config: Config) -> None:
    """The title in the language of the build, which is not known while this file is read."""
    chinese = (config.language or "").startswith("zh")
    config.html_title = f"unoref {release} 文档" if chinese else f"unoref {release}"


_sidebars: dict[tuple[object, ...], str] = {}


def _share_sidebar(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Have the pages of one folder that stand in no table of contents, those of source code, share one: each takes its time."""
    if doctree is None and "toctree" in context:
        made, folder = context["toctree"], pagename.rpartition("/")[0]

        def toctree(**how: object) -> str:
            key = (app.builder.outdir, folder, *sorted(how.items()))
            if key not in _sidebars:
                _sidebars[key] = made(**how)
            return _sidebars[key]

        context["toctree"] = toctree


def _without_source(app: Sphinx) -> list[Any]:
    """Forget the modules written in C, which the overview of sources would link to and which have no page."""
    modules = getattr(app.env, "_viewcode_modules", {})
    for name in [name for name, found in modules.items() if not found]:
        del modules[name]
    return []


def setup(app: Sphinx) -> dict[str, Any]:
    """Add what only this project's documentation needs."""
    app.connect("config-inited", _title)
    app.connect("html-collect-pages", _without_source, priority=400)  # before viewcode makes them
    app.connect("html-page-context", _share_sidebar, priority=400)  # before the theme asks for it
    app.connect("builder-inited", _changelog, priority=600)  # after the other pages, which are tidied up
    return {"parallel_read_safe": True, "parallel_write_safe": True}
