"""Pages written for a variant and for the package that brings it: what stands behind each clause, and back from the code."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from tests.examples import EXAMPLES, install
from tests.test_brought import forget
from unoref.rulebook import Rulebook
from unoref.sphinxext import lock, trace
from unoref.texts.topics import topic_name

pytest.importorskip("sphinx")

from tests.test_sphinx_project import build
from unoref.sphinxext import cited, domain, generated

CONF = """\
project = "Broom"
extensions = ["unoref.sphinxext"]
html_theme = "basic"
templates_path = ["templates"]
clause_variants = ["broom"]
clause_gaps = "broom"
clause_pages = "reference"
clause_api = "broom"
clause_api_without = ["broom.left"]
clause_cache = "kept/code.json"
clause_tests = "tests"
clause_languages = {"en": "english", "zh": "chinese"}
nitpick_ignore_regex = [("py:.*", ".*")]
"""

INDEX = """\
Broom
=====

.. toctree::
   :glob:

   reference/**

:any:`broom:silent`, :clause:variant:`broom`, :clause:topic:`drawing`.

.. clause:cited:: broom.score
   :no-heading:
"""

LAYOUT = """\
{% extends "!layout.html" %}
{% block footer %}<a lang="{{ other_language_code }}" href="{{ other_language_page }}">{{ other_language }}</a>{% endblock %}
"""

TEST = """\
import pytest

@pytest.mark.clause("broom:sweep.color")
def test_a_blue_card_stays(): ...
"""

#: A clause that nothing carries out, and a ruling that shows none.
SNACKS = """
[[clause]]
id = "broom:snacks"
topics = ["turn-order"]
kind = "procedure"
en = "Snacks are passed to the left."
zh = "零食向左传。"
unmodelled = { en = "No position has snacks.", zh = "局面里没有零食。" }
"""

PLAIN = """
variant = "broom"
dispute = "Ann plays R7"
[table]
players = ["Ann", "Bo"]
discard = "R5"
[table.hands]
Ann = "R7 B3 G1"
[expect]
verdict = "legal"
"""

#: A module whose name the package has something else by, and annotations that only type checkers import.
SCORE = '''\
"""What is best to sweep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from broom.sweep import sweep_away
from unoref.step import cited

if TYPE_CHECKING:
    from broom.sweep import Sweep

__all__ = ["MOST", "Best", "score", "sweep_away"]

#: No card is worth more.
MOST = 9


@frozen
class Best:
    """The best there is to sweep."""

    where: Sweep


def score(where: Sweep) -> int:
    """How much it is worth."""
    return MOST


@cited("score.of-nothing")
def nothing(where: Sweep) -> int:
    """What it is worth to sweep nothing."""
    return 0
'''

CARDS = """\
[columns.sweeps]
en = "What it sweeps"
zh = "扫掉什么"

[[card]]
cards = {sevens}
clause = "broom:sweep"
sweeps = {{ en = "One more card.", zh = "再一张牌。" }}

[[card]]
cards = {others}
clause = "broom:match-card"
sweeps = {{ en = "None.", zh = "无。" }}
"""


class Site(NamedTuple):
    """What has been built."""

    source: Path
    folder: Path
    lang: str
    warnings: str

    def page(self, name: str) -> str:
        return (self.folder / "out" / f"{name}.html").read_text(encoding="utf-8")

    def part(self, name: str, anchor: str) -> str:
        """A page from an anchor to the next section or description."""
        return re.split(r'<section id=|<dt class="sig', self.page(name).partition(f'id="{anchor}"')[2])[0]


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html.partition(">")[2]))


def _forget_what_was_worked_out() -> None:
    forget()
    trace._functions.pop("broom", None)
    for known in (trace.code_of, trace.rulings_of, trace._module_sets, cited._by_function, domain._homes):
        known.cache_clear()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The package of docs/writing_a_variant.rst with some more in it, where Python finds it; beside it its documentation."""
    folder = tmp_path_factory.mktemp("broom")
    site, docs = folder / "site", folder / "docs"
    shutil.copytree(EXAMPLES / "broom", site, ignore=shutil.ignore_patterns("__pycache__"))
    install(site, site)
    package = site / "broom"
    with (package / "rulebook.toml").open("a", encoding="utf-8") as file:
        file.write(SNACKS)
    with (package / "__init__.py").open("a", encoding="utf-8") as file:
        file.write("\nfrom broom.score import score\n")
    numbers = [f"{color}{number}" for color in "RYGB" for number in range(10)]
    sevens = [code for code in numbers if code[1] == "7"]
    cards = CARDS.format(sevens=sevens, others=[code for code in numbers if code not in sevens])
    written = {
        package / "cards.toml": cards,
        package / "rulings" / "plain.toml": PLAIN,
        package / "score.py": SCORE,
        package / "left.py": '"""Left out."""\n',
        package / "_own.py": '"""Of no concern to others."""\n',
        docs / "conf.py": CONF,
        docs / "index.rst": INDEX,
        docs / "templates" / "layout.html": LAYOUT,
        docs / "tests" / "test_broom.py": TEST,
    }
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    lock.write_lock(Rulebook(package))
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(site))
        patched.setattr(cited, "variant_ids", lambda: ("broom",))  # to work out the code of the others takes seconds
        _forget_what_was_worked_out()
        yield docs
    _forget_what_was_worked_out()


@pytest.fixture(scope="module", params=["en", "zh_CN"])
def site(request: pytest.FixtureRequest, project: Path, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site in one language; the Chinese one by two processes."""
    folder, language = tmp_path_factory.mktemp("built"), request.param
    _, warnings = build(project, folder, language, parallel=1 if language == "en" else 2)
    return Site(project, folder, language[:2], warnings)


def test_it_is_built_without_a_warning(site: Site) -> None:
    assert site.warnings == ""


def test_there_is_a_page_for_whatever_there_is_something_to_say_on(site: Site) -> None:
    book = Rulebook(site.source.parent / "site" / "broom")
    topics = {topic for identity in book.clause_ids for topic in book.clause(identity).topics}
    pages = {path.relative_to(site.source / "reference").as_posix() for path in site.source.glob("reference/**/*.rst")}

    assert {
        *("rulebooks/broom.rst", "options/broom.rst", "trace.rst"),
        *("api/broom.rst", "api/broom.sweep.rst", "api/broom.score.rst"),
        *(f"topics/{topic}.rst" for topic in topics),
    } == pages


def test_a_clause_has_its_id_as_html_id_and_can_be_linked_to(site: Site) -> None:
    assert 'id="broom:silent"' in site.page("reference/rulebooks/broom")
    links = site.page("index")

    assert 'href="reference/rulebooks/broom.html#broom:silent"' in links, "also as any object"
    variant = links.partition('href="reference/rulebooks/broom.html#rulebook:broom"')[2]
    assert text_of(variant).startswith("Broom rules" if site.lang == "en" else "扫帚规则"), "by its name"
    topic = links.partition('href="reference/topics/drawing.html#topic:drawing"')[2]
    assert text_of(topic).startswith(topic_name("drawing", site.lang))


def test_the_language_of_the_build_comes_first(site: Site) -> None:
    part = text_of(site.part("reference/rulebooks/broom", "broom:silent"))

    first = {"en": "Nobody calls UNO", "zh": "不喊 UNO"}
    assert site.lang == min(first, key=lambda lang: part.index(first[lang]))


def test_clauses_and_options_can_be_searched_for_by_id(site: Site) -> None:
    index = (site.folder / "out" / "searchindex.js").read_text(encoding="utf-8")

    assert '"broom:sweep.color"' in index
    assert "broom/sweep-by" in index


def test_under_a_clause_stand_its_option_code_tests_and_rulings(site: Site) -> None:
    part = site.part("reference/rulebooks/broom", "broom:sweep.color")

    for link in (
        "../options/broom.html#option:broom/sweep-by",
        "../topics/effect.html#topic:effect",
        "../api/broom.sweep.html#broom.sweep.other_color",
    ):
        assert f'href="{link}"' in part
    assert "test_broom.py::test_a_blue_card_stays" in text_of(part)
    assert 'id="ruling:broom/sweep.color.blue"' in part


def test_code_of_another_package_is_named_without_a_link(site: Site) -> None:
    part = site.part("reference/rulebooks/broom", "broom:silent")

    assert "rules.uno_call.call_in_silence" in text_of(part)
    assert "uno_call.html" not in part


def test_why_a_clause_is_in_no_code_is_told(site: Site) -> None:
    told = {"en": "No position has snacks.", "zh": "局面里没有零食。"}[site.lang]

    assert told in text_of(site.part("reference/rulebooks/broom", "broom:snacks"))


def test_a_ruling_that_shows_no_clause_stands_at_the_end(site: Site) -> None:
    page = site.page("reference/rulebooks/broom")

    assert page.index('id="ruling:broom/plain"') > page.index('id="broom-rulings"') > page.index('id="broom:match"')


def test_the_cards_at_a_glance_link_to_their_clauses(site: Site) -> None:
    heads, *rows = site.part("reference/rulebooks/broom", "broom-cards").split("<tr ")[1:]

    assert {"en": "What it sweeps", "zh": "扫掉什么"}[site.lang] in text_of(heads)
    assert [("R7 Y7 G7 B7", True), ("R0 R1", False)] == [
        (text_of(row).strip()[: 11 if at == 0 else 5], 'href="#broom:sweep"' in row) for at, row in enumerate(rows)
    ]
    assert {"en": "One more card.", "zh": "再一张牌。"}[site.lang] in text_of(rows[0])


def test_the_values_of_an_option_are_told(site: Site) -> None:
    choice = site.part("reference/options/broom", "option:broom/sweep-by").split("<tr ")[2:]
    number = text_of(site.part("reference/options/broom", "option:broom/target"))

    assert ["color", "any"] == [text_of(row).split()[0] for row in choice]
    usual = {"en": "(default)", "zh": "(默认)"}[site.lang]
    assert [True, False] == [usual in text_of(row) for row in choice]
    assert {"en": "50 to 500 (default: 100)", "zh": "50 至 500 (默认：100)"}[site.lang] in number


def test_the_trace_table_has_code_rulings_and_tests_of_each_clause(site: Site) -> None:
    rows = {
        text_of(cells[0]).strip(): cells
        for row in site.part("reference/trace", "trace-broom").split("<tr ")[1:]
        if len(cells := re.split("<td", row)[1:]) == 5
    }
    book = Rulebook(site.source.parent / "site" / "broom")

    assert [*book.clause_ids, *book.interpretation_ids] == list(rows)
    _, kind, code, rulings, tests = rows["broom:sweep.color"]
    assert {"en": "legality", "zh": "合法性"}[site.lang] in text_of(kind)
    assert 'href="api/broom.sweep.html#broom.sweep.other_color"' in code
    assert 'href="rulebooks/broom.html#ruling:broom/sweep.color.blue"' in rulings
    assert "test_a_blue_card_stays" in text_of(tests)
    assert [text_of(cell).strip() for cell in rows["broom:snacks"][2:]] == [
        {"en": "Not in code", "zh": "不由代码执行"}[site.lang],
        "",
        "",
    ]


def test_a_topic_of_one_variant_has_its_clauses_and_no_comparison(site: Site) -> None:
    page = site.page("reference/topics/effect")

    assert 'href="../rulebooks/broom.html#broom:sweep.color"' in page
    assert 'href="../rulebooks/broom.html#broom:i1"' in page, "and the readings of them"
    assert "comparison" not in page


def test_rules_and_checks_are_described_as_functions_with_their_clauses(site: Site) -> None:
    described = ("broom.sweep.sweep_away", "broom.sweep.other_color")
    rule, bar = (site.part("reference/api/broom.sweep", name) for name in described)

    assert "sweep_away(step: Step, frame: Sweep, action: Discard)" in text_of(rule)
    assert "The card goes under the discards." in text_of(rule)
    for clause in ("broom:sweep", "broom:i1"):
        assert f'href="../rulebooks/broom.html#{clause}"' in rule
    assert 'href="../rulebooks/broom.html#broom:sweep.color"' in bar


def test_a_module_has_the_rules_it_makes_and_not_those_it_imports(site: Site) -> None:
    page = site.page("index")

    assert ["broom.score.nothing"] == re.findall(r'<dt class="sig[^"]*" id="([^"]+)"', page)
    assert "What it is worth to sweep nothing." in text_of(page)
    assert {"en": "function, point score.of-nothing", "zh": "函数、要点 score.of-nothing"}[site.lang] in text_of(page)


def test_a_module_that_is_hidden_by_its_function_is_described_member_by_member(site: Site) -> None:
    page = site.page("reference/api/broom.score")

    assert [f"broom.score.{name}" for name in ("MOST", "Best", "score")] == [
        name for name in re.findall(r'<dt class="[^"]*" id="([^"]+)"', page) if name.count(".") == 2
    ]
    assert "What is best to sweep." in text_of(page)


def test_what_is_imported_for_type_checkers_is_linked(site: Site) -> None:
    assert site.page("reference/api/broom.score").count('href="broom.sweep.html#broom.sweep.Sweep"') == 3


def test_the_page_in_the_other_language_is_offered(site: Site) -> None:
    code, folder, name = {"en": ("zh-CN", "chinese", "中文"), "zh": ("en", "english", "English")}[site.lang]

    link = f'<a lang="{code}" href="../../../{folder}/reference/api/broom.html">{name}</a>'
    assert link in site.page("reference/api/broom")


def written_pages(folder: Path, **settings: object) -> set[str]:
    """The names of the pages there are once they have been written for these settings."""
    chosen = {"clause_variants": ["broom"], "clause_api": "", "clause_api_without": [], **settings}
    app = SimpleNamespace(srcdir=folder, config=SimpleNamespace(clause_pages="reference", **chosen))
    generated.write_pages(cast(Any, app))
    return {path.relative_to(folder / "reference").as_posix() for path in folder.glob("reference/**/*.rst")}


def test_pages_that_nothing_stands_behind_any_more_are_removed(project: Path, tmp_path: Path) -> None:
    both = written_pages(tmp_path, clause_variants=["broom", "official"], clause_api="broom")
    kept = tmp_path / "reference" / "options" / "broom.rst"
    os.utime(kept, (1, 1))

    left = written_pages(tmp_path)

    assert {
        "rulebooks/official.rst",
        "options/official.rst",
        "topics/challenge.rst",
        "api/broom.sweep.rst",
    } <= both - left
    assert {"rulebooks/broom.rst", "options/broom.rst", "topics/effect.rst", "trace.rst"} <= left <= both
    assert kept.stat().st_mtime == 1, "what is as it was is not written again"


def test_what_code_stands_behind_clauses_is_worked_out_anew_only_where_something_has_changed(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, asked = dict(trace.cited_functions("broom")), []

    def worked_out(variant: str) -> dict[str, tuple[trace.Code, ...]]:
        asked.append(variant)
        return known

    def times_asked() -> int:
        trace._functions.pop("broom")
        trace.recall(tmp_path / "kept" / "code.json", ["broom"])
        assert known == trace.cited_functions("broom")
        return len(asked)

    monkeypatch.setattr(trace, "_cited_functions", worked_out)
    assert [1, 1] == [times_asked(), times_asked()]
    (project.parent / "site" / "broom" / "left.py").write_text('"""Changed."""\n', encoding="utf-8")
    assert [2, 2] == [times_asked(), times_asked()]
    (tmp_path / "kept" / "code.json").write_text("{}", encoding="utf-8")
    assert 3 == times_asked()
