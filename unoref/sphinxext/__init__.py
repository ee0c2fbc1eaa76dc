"""A Sphinx extension for rulebooks: clauses with addresses, what stands behind them, links that cannot dangle.

Put ``unoref.sphinxext`` into ``extensions``. Settings of ``conf.py``:

``clause_pages``
    The folder of generated pages within the source folder (``reference``). It holds nothing else; empty for none.
``clause_api``
    The package whose modules get API pages; empty (as it is unless set) for none.
``clause_api_without``
    Modules and packages that get none.
``clause_tests``
    The folder of tests marked ``@pytest.mark.clause``, relative to the source folder; empty for none.
``clause_gaps``
    Whether everything :func:`unoref.sphinxext.trace.gaps` finds is a warning.
``clause_languages``
    Where the outputs in English (``en``) and Chinese (``zh``) lie side by side: the names of their folders. Templates
    then have ``other_language``, ``other_language_code`` and ``other_language_page``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

__all__ = ["setup"]


def _warn_of_gaps(app: Sphinx, env: BuildEnvironment) -> None:
    from sphinx.util import logging

    from unoref.rulebook import rulebook, variant_ids
    from unoref.sphinxext.page import tests_of
    from unoref.sphinxext.trace import gaps

    if not app.config.clause_gaps:
        return
    logger = logging.getLogger(__name__)
    known = set()
    for variant in variant_ids():
        book = rulebook(variant)
        known |= {*book.clause_ids, *book.interpretation_ids}
        for gap in gaps(variant):
            logger.warning("%s: %s", variant, gap, type="clause", subtype="gap")
    for clause, tests in tests_of(app.config.clause_tests, str(app.srcdir)).items():
        if clause not in known:
            first = f"{tests[0].path}::{tests[0].name}"
            logger.warning("%s is marked with %s, which there is not", first, clause, type="clause", subtype="gap")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the domain, the role ``clause``, the directives, the generated pages and the search for Chinese."""
    from unoref.sphinxext.cited import CitedFunctions
    from unoref.sphinxext.domain import ClauseDomain, ClauseRole
    from unoref.sphinxext.generated import import_for_annotations, write_pages
    from unoref.sphinxext.links import append_clauses, offer_other_language, skip_cited
    from unoref.sphinxext.overviews import OptionsPage, TopicPage, TracePage
    from unoref.sphinxext.pages import RulebookPage
    from unoref.sphinxext.ruling_pictures import add_pictures
    from unoref.sphinxext.search_zh import SearchPairs

    app.setup_extension("sphinx.ext.autodoc")
    app.add_config_value("clause_pages", "reference", "env", types=frozenset({str}))
    app.add_config_value("clause_api", "", "env", types=frozenset({str}))
    app.add_config_value("clause_api_without", [], "env", types=frozenset({list}))
    app.add_config_value("clause_tests", "", "env", types=frozenset({str}))
    app.add_config_value("clause_gaps", True, "", types=frozenset({bool}))
    app.add_config_value("clause_languages", {}, "html", types=frozenset({dict}))
    app.add_domain(ClauseDomain)
    app.add_directive_to_domain("clause", "rulebook", RulebookPage)
    app.add_directive_to_domain("clause", "topic", TopicPage)
    app.add_directive_to_domain("clause", "options", OptionsPage)
    app.add_directive_to_domain("clause", "trace", TracePage)
    app.add_directive_to_domain("clause", "cited", CitedFunctions)
    app.add_role("clause", ClauseRole())
    app.add_search_language(SearchPairs)
    add_pictures(app)
    app.connect("builder-inited", write_pages)
    app.connect("builder-inited", import_for_annotations)
    app.connect("env-check-consistency", _warn_of_gaps)
    app.connect("autodoc-process-docstring", append_clauses)
    app.connect("autodoc-skip-member", skip_cited)
    app.connect("html-page-context", offer_other_language)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
