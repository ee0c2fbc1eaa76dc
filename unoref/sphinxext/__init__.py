"""A Sphinx extension for rulebooks: clauses with addresses, what stands behind them, links that cannot dangle.

Put ``unoref.sphinxext`` into ``extensions``. Settings of ``conf.py``:

``clause_books``
    Folders, relative to ``conf.py``, of rulebooks of the project's own, each in a subfolder named like it; none unless set.
``clause_variants``
    The rulebooks that get pages, comparisons and a trace table; all there are unless set.
``clause_pages``
    The folder of generated pages within the source folder, which holds nothing else; empty (as it is unless set) for none.
``clause_api``
    The package whose modules get API pages there; empty (as it is unless set) for none.
``clause_api_without``
    Modules and packages that get none.
``clause_tests``
    The folder of tests marked ``@pytest.mark.clause``, relative to the source folder; empty (as it is unless set) for none.
``clause_gaps``
    The rulebooks in which everything that :func:`unoref.sphinxext.trace.gaps` finds, and every ruling the engine does not
    share, is a warning; those of ``clause_books`` unless set.
``clause_cache``
    A file, relative to ``conf.py``, in which builds keep for each other what code stands behind the clauses; unless set, it lies
    among the doctrees, where only builds in one language share it.
``clause_languages``
    Where the outputs in English (``en``) and Chinese (``zh``) lie side by side: the names of their folders. Templates
    then have ``other_language``, ``other_language_code`` and ``other_language_page``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

__all__ = ["setup"]

_STRIDE: Final = 16


def _find_books(app: Sphinx, config: Config) -> None:
    """Have the project's own rulebooks found."""
    from sphinx.errors import ConfigError

    from unoref.errors import RulebookError
    from unoref.rulebook import read_also, variant_ids

    own: list[str] = []
    try:
        for folder in config.clause_books:
            own += read_also(Path(app.confdir, folder))
    except RulebookError as fault:
        raise ConfigError(f"clause_books: {fault}") from None
    if config.clause_gaps is None:
        config.clause_gaps = own
    elif isinstance(config.clause_gaps, str):  # from the command line
        config.clause_gaps = [name for name in config.clause_gaps.split(",") if name]
    for name in ("clause_variants", "clause_gaps"):
        unknown = [variant for variant in getattr(config, name) if variant not in variant_ids()]
        if unknown:
            raise ConfigError(f"{name}: there is no rulebook {unknown[0]!r}; there are {', '.join(variant_ids())}")


def _prepare(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Work out once, before processes that read pages split off, what all of them need."""
    from unoref.sphinxext.page import shown_variants
    from unoref.sphinxext.trace import recall, rulings_of

    config = app.config
    if docnames and (config.clause_pages or config.clause_api):
        variants = shown_variants(config.clause_variants)
        cache = config.clause_cache
        recall(Path(app.confdir, cache) if cache else Path(app.doctreedir, "clause-code.json"), variants)
        for variant in variants:
            rulings_of(variant)
    # The longest pages, those of rulebooks, follow each other by name; one process shall not get them all.
    docnames[:] = [docname for first in range(_STRIDE) for docname in docnames[first::_STRIDE]]


def _warn_of_gaps(app: Sphinx, env: BuildEnvironment) -> None:
    from sphinx.util import logging

    from unoref.sphinxext.domain import ClauseDomain, known_ids
    from unoref.sphinxext.page import tests_of
    from unoref.sphinxext.trace import gaps, ruling_faults

    logger = logging.getLogger(__name__)
    citing = cast(ClauseDomain, env.get_domain("clause")).citing
    documented = {clause for clauses in citing.values() for clause in clauses}
    for variant in app.config.clause_gaps:
        for gap in (*gaps(variant, documented), *ruling_faults(variant)):
            logger.warning("%s: %s", variant, gap, type="clause", subtype="gap")
    for clause, tests in tests_of(app.config.clause_tests, str(app.srcdir)).items():
        if clause not in known_ids():
            first = f"{tests[0].path}::{tests[0].name}"
            logger.warning("%s is marked with %s, which there is not", first, clause, type="clause", subtype="gap")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the domain, the role ``clause``, the directives, the generated pages and the search for Chinese."""
    from unoref.sphinxext.cited import CitedFunctions
    from unoref.sphinxext.domain import ClauseDomain, ClauseRole, without_page
    from unoref.sphinxext.generated import import_for_annotations, write_pages
    from unoref.sphinxext.links import append_clauses, link_back, offer_other_language, skip_cited
    from unoref.sphinxext.overviews import OptionsPage, TopicPage, TracePage
    from unoref.sphinxext.pages import RulebookPage
    from unoref.sphinxext.quotes import QuotedClause, QuotedRuling
    from unoref.sphinxext.ruling_pictures import add_pictures
    from unoref.sphinxext.search_zh import SearchPairs
    from unoref.sphinxext.searching import add_script_to_search, find_scripts, write_clause_index

    app.setup_extension("sphinx.ext.autodoc")
    app.add_config_value("clause_books", [], "env", types=frozenset({list, tuple}))
    app.add_config_value("clause_variants", [], "env", types=frozenset({list, tuple}))
    app.add_config_value("clause_cache", "", "", types=frozenset({str}))
    app.add_config_value("clause_pages", "", "env", types=frozenset({str}))
    app.add_config_value("clause_api", "", "env", types=frozenset({str}))
    app.add_config_value("clause_api_without", [], "env", types=frozenset({list}))
    app.add_config_value("clause_tests", "", "env", types=frozenset({str}))
    app.add_config_value("clause_gaps", None, "", types=frozenset({list, tuple, str}))
    app.add_config_value("clause_languages", {}, "html", types=frozenset({dict}))
    app.add_domain(ClauseDomain)
    app.add_directive_to_domain("clause", "rulebook", RulebookPage)
    app.add_directive_to_domain("clause", "topic", TopicPage)
    app.add_directive_to_domain("clause", "options", OptionsPage)
    app.add_directive_to_domain("clause", "trace", TracePage)
    app.add_directive_to_domain("clause", "cited", CitedFunctions)
    app.add_directive_to_domain("clause", "quote", QuotedClause)
    app.add_directive_to_domain("clause", "ruling", QuotedRuling)
    app.add_role("clause", ClauseRole())
    app.add_search_language(SearchPairs)
    app.connect("config-inited", _find_books)
    app.connect("config-inited", find_scripts)
    add_pictures(app)
    app.connect("builder-inited", write_pages)
    app.connect("builder-inited", import_for_annotations)
    app.connect("env-before-read-docs", _prepare)
    app.connect("warn-missing-reference", without_page)
    app.connect("doctree-resolved", link_back)
    app.connect("env-check-consistency", _warn_of_gaps)
    app.connect("autodoc-process-docstring", append_clauses)
    app.connect("autodoc-skip-member", skip_cited)
    app.connect("html-page-context", add_script_to_search)
    app.connect("build-finished", write_clause_index)
    app.connect("html-page-context", offer_other_language)
    return {"version": "1", "env_version": 2, "parallel_read_safe": True, "parallel_write_safe": True}
