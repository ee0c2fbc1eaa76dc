"""The Sphinx extension: addresses of clauses, links that cannot dangle, what stands behind a clause, searching Chinese."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from unoref.rulebook import TOPICS, variant_ids
from unoref.sphinxext import trace, words
from unoref.texts import topics

pytest.importorskip("sphinx")

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from unoref.sphinxext.search_zh import SearchPairs


def built(folder: Path, text: str, language: str = "en", **settings: Any) -> tuple[str, str]:
    """The HTML of a page with this text, and the warnings of its build."""
    source = folder / "source"
    source.mkdir()
    (source / "index.rst").write_text(f"Page\n====\n\n{text}\n", encoding="utf-8")
    overrides = {
        "extensions": ["unoref.sphinxext"],
        "language": language,
        "html_theme": "basic",
        **settings,
    }
    warnings = io.StringIO()
    with docutils_namespace():
        app = Sphinx(
            source,
            None,
            folder / "out",
            folder / "trees",
            "html",
            overrides,
            status=None,
            warning=warnings,
            freshenv=True,
        )
        app.build()
    return (folder / "out" / "index.html").read_text(encoding="utf-8"), warnings.getvalue()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_comparison_names_variants_beside_clauses_and_says_what_each_row_is_about(
    tmp_path: Path, language: str
) -> None:
    html, _ = built(tmp_path, ".. clause:topic:: stacking", language)
    table = html.partition('<table class="docutils comparison')[2].partition("</table>")[0]
    rows = table.partition("<tbody>")[2].split("<tr")[1:]

    assert "叠加" in html
    assert len(rows) > 2
    for heading, cells in zip(rows[::2], rows[1::2], strict=True):
        assert "mechanism" in heading
        assert re.sub(r"<[^>]+>", "", heading.partition(">")[2]).strip()
        assert cells.count('class="variant-name"') == cells.count("<td><p class")
        assert "</a>," not in cells


def test_a_link_to_no_clause_is_a_warning_without_being_nitpicky(tmp_path: Path) -> None:
    _, warnings = built(tmp_path, ":clause:`official:turn.dawn`", nitpicky=False)

    assert "there is no clause 'official:turn.dawn'" in warnings


@pytest.mark.parametrize("variant", variant_ids())
def test_a_rulebook_owes_nothing(variant: str) -> None:
    assert [] == trace.gaps(variant)


def test_code_is_found_under_every_option_value() -> None:
    """A remedy that only an option chooses stands behind its clause as well."""
    names = {place.name for place in trace.code_of("official")["official:wild-draw-four.challenge.guilty"]}

    assert {"stands", "taken_back", "challenger_names"} <= names


def test_every_place_in_the_code_names_a_function_at_its_line() -> None:
    root = Path(trace.__file__).parent.parent.parent
    for places in trace.cited_functions("official").values():
        for place in places:
            path = root / Path(*place.module.split(".")).with_suffix(".py")
            lines = path.read_text(encoding="utf-8").splitlines()[place.line - 1 :]
            name = place.name.split(".")[-1]
            assert name == "<lambda>" or any(f"def {name}(" in line for line in lines[:12]), place


def test_marks_are_read_from_functions_classes_and_modules(tmp_path: Path) -> None:
    (tmp_path / "test_marked.py").write_text(
        "import pytest\n"
        '@pytest.mark.clause("a:1", "a:2")\n'
        "def test_one(): ...\n"
        '@pytest.mark.clause("a:3")\n'
        "class TestMany:\n"
        "    def test_two(self): ...\n"
        'pytestmark = [pytest.mark.slow, pytest.mark.clause("a:4")]\n'
        "def test_three(): ...\n",
        encoding="utf-8",
    )

    found = {clause: [test.name for test in tests] for clause, tests in trace.marked_tests(tmp_path).items()}
    assert {
        "a:1": ["test_one"],
        "a:2": ["test_one"],
        "a:3": ["TestMany::test_two"],
        "a:4": ["test_three"],
    } == found


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_data_of_searching_chinese_can_be_run(tmp_path: Path) -> None:
    built(tmp_path, "中文", "zh_CN")
    script = (tmp_path / "out" / "_static" / "language_data.js").read_text(encoding="utf-8")

    subprocess.run(
        ["node", "-e", f"globalThis.window = globalThis; {script}; new Stemmer().stemWord('draws')"], check=True
    )


def test_both_languages_have_the_same_words() -> None:
    assert set(words._WORDS["en"]) == set(words._WORDS["zh"])
    assert set(TOPICS) == set(topics._TOPICS)


def test_chinese_is_split_into_characters_and_pairs() -> None:
    found = SearchPairs({}).split("打出 +4，Ann 喊UNO。")

    assert ["打", "出", "打出", "4", "Ann", "喊", "UNO"] == found


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("query", ["重洗弃牌堆", "喊UNO", "牌", "official:turn.draw", "wild-draw-four 质疑"])
def test_a_query_is_split_into_words_of_the_index(query: str) -> None:
    script = f"{SearchPairs.js_splitter_code}\nconsole.log(JSON.stringify(splitQuery({query!r})))"
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True, encoding="utf-8")

    asked = set(re.findall(r'"([^"]+)"', done.stdout))
    assert asked
    assert asked <= set(SearchPairs({}).split(query))
