"""The Sphinx extension: addresses of clauses, links that cannot dangle, what stands behind a clause, searching Chinese."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from unoref.rulebook import TOPICS, rulebook, variant_ids
from unoref.sphinxext import trace, words
from unoref.texts import topics

pytest.importorskip("sphinx")

from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util.docutils import docutils_namespace

from unoref.sphinxext.search_zh import SearchPairs
from unoref.sphinxext.writer import Writer


def built(
    folder: Path, text: str, language: str = "en", files: Mapping[str, str] = MappingProxyType({}), **settings: Any
) -> tuple[str, str]:
    """The HTML of a page with this text, beside which these files lie, and the warnings of its build."""
    source = folder / "source"
    source.mkdir()
    for name, content in files.items():
        (source / name).write_text(content, encoding="utf-8")
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


SWAP = """
variant = "official"
plays = ["Ann plays R7 on Bo"]
dispute = "Di plays B4"
[options]
seven-zero = true
teams = true
[table]
players = ["Ann", "Bo", "Cy", "Di"]
teams = [["Ann", "Cy"], ["Bo", "Di"]]
turn = "Ann"
direction = "counterclockwise"
discard = "W"
color = "red"
called = ["Cy"]
scores = {Bo = 120}
[table.hands]
Ann = "R7 G1 G2"
Bo = 3
Cy = "Y1"
Di = "B4 Y4"
[expect]
verdict = "illegal"
[story]
en = "Two teams of two."
zh = "两人一队。"
"""


def shown(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def test_a_quoted_ruling_tells_all_the_record_says_of_the_table(tmp_path: Path) -> None:
    html, warnings = built(tmp_path, ".. clause:ruling:: swap.toml", files={"swap.toml": SWAP})

    assert warnings == ""
    position = html.partition('<table class="docutils position')[2].partition("</table>")[0]
    ann, bo, cy, di = (shown(row.partition(">")[2]).strip() for row in position.split("<tr ")[2:])
    assert ann == "Ann R7 G1 G2 has the turn, team 1"
    assert bo == "Bo 3 unknown team 2, 120 points before this round"
    assert cy == "Cy Y1 has called UNO, team 1"
    assert di == "Di B4 Y4 dealer, team 2"
    after = shown(html.partition("</table>")[2])
    assert "Discard pile: W Color in force: red Direction: counterclockwise" in after
    assert "Options set: seven-zero = true, teams = true" in shown(html)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (".. clause:topic:: nothing", "there is no topic 'nothing'; there are deck, setup"),
        (".. clause:options:: nowhere", "there is no variant 'nowhere'"),
        (".. clause:ruling:: nowhere/turn", "there is no variant 'nowhere'"),
        (".. clause:ruling:: missing.toml", "missing.toml: [Errno 2]"),
        (".. clause:ruling:: torn.toml", "torn.toml: Expected '=' after a key"),
        (".. clause:ruling:: homeless.toml", "homeless.toml: "),
    ],
)
def test_what_cannot_be_shown_is_told_where_it_stands(tmp_path: Path, text: str, told: str) -> None:
    files = {"torn.toml": "variant\n", "homeless.toml": 'variant = "./missing-sheet.toml"\n'}

    _, warnings = built(tmp_path, text, files=files)

    assert "index.rst:4" in warnings
    assert told in warnings
    assert "missing-sheet.toml" in warnings or "homeless" not in text


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"clause_variants": ["official", "nowhere"]}, "clause_variants: there is no rulebook 'nowhere'; there are"),
        ({"clause_gaps": "official,nowhere"}, "clause_gaps: there is no rulebook 'nowhere'"),
        ({"clause_books": ["empty"]}, "clause_books: "),
    ],
)
def test_settings_that_name_what_there_is_not_are_refused(tmp_path: Path, settings: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        built(tmp_path, "", **settings)

    assert str(refused.value).startswith(told)


def test_a_test_marked_with_no_clause_is_a_warning(tmp_path: Path) -> None:
    marked = '@pytest.mark.clause("official:turn.dawn")\ndef test_dawn(): ...\n'

    _, warnings = built(tmp_path, "", files={"test_marked.py": marked}, clause_tests=".")

    assert "test_marked.py::test_dawn is marked with official:turn.dawn, which there is not" in warnings


def test_two_pages_for_one_thing_are_a_warning(tmp_path: Path) -> None:
    other = ":orphan:\n\nOther\n=====\n\n.. clause:options:: classic\n"

    _, warnings = built(tmp_path, ".. clause:options:: classic", files={"other.rst": other})

    assert "other.rst: WARNING: variant options:classic is described in index too" in warnings


def test_what_a_value_of_an_option_sets_as_well_is_told(tmp_path: Path) -> None:
    html, _ = built(tmp_path, ".. clause:options:: official")
    edition, last = (
        shown(html.partition(f'id="option:official/{name}"')[2].partition("<section")[0])
        for name in ("edition", "last-standing")
    )

    assert "112-card edition with Swap Hands. " in edition
    assert "also sets: deck = swap-hands" in edition
    assert "Value: true / false (default: false)" in last
    assert "true, also sets: challenge-last-card = impossible, swap-hands-last = plain" in last


def test_a_rulebook_without_options_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook("classic"), "options", {})

    assert "This rulebook has no options." in shown(built(tmp_path, ".. clause:options:: classic")[0])


def test_only_known_ids_in_a_text_become_links() -> None:
    writer = Writer("en", "index", {"official:turn", "official:turn.draw"})

    linked = writer.linked("As official:turn.draw.play says, and official:turn; not nowhere:turn, nor 10:30.")

    assert ["official:turn.draw", "official:turn"] == [
        node["reftarget"] for node in linked if isinstance(node, pending_xref)
    ]
    assert "As official:turn.draw.play says, and official:turn; not nowhere:turn, nor 10:30." == "".join(
        node.astext() for node in linked
    )


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
