"""The example of a project of others that uses the extension: built without a warning, and each thing that is wrong is one."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from unoref import rulebook as books
from unoref.sphinxext import trace

pytest.importorskip("sphinx")

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

PROJECT = Path(__file__).parent.parent / "docs" / "examples" / "sphinx_project"


@pytest.fixture(autouse=True)
def _others_forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Neither the project's rulebook nor its module stays."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    books._also.clear()
    books.rulebook.cache_clear()
    trace._functions.pop("cafe", None)
    for known in (trace.code_of, trace.rulings_of, trace._module_sets):
        known.cache_clear()
    sys.modules.pop("cafe_server", None)


def build(
    source: Path, folder: Path, language: str = "en", builder: str = "html", parallel: int = 1, freshenv: bool = True
) -> tuple[str, str]:
    """The first page of the project, and the warnings."""
    warnings = io.StringIO()
    overrides = {"language": language, "nitpicky": True}
    with docutils_namespace():
        app = Sphinx(
            source,
            source,
            folder / "out",
            folder / "trees",
            builder,
            overrides,
            None,
            warnings,
            freshenv=freshenv,
            parallel=parallel,
        )
        app.build()
    page = folder / "out" / ("index.xhtml" if builder == "epub" else "index.html")
    return page.read_text(encoding="utf-8") if page.is_file() else "", warnings.getvalue()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_project_is_built_without_a_warning(tmp_path: Path, language: str) -> None:
    page, warnings = build(PROJECT, tmp_path, language)

    assert warnings == ""
    assert "alabaster.css" in page
    for identity in ("cafe:evening", "cafe:jump-in", "cafe:clock", "cafe:cups", "cafe:clock.draw"):
        assert f'id="{identity}"' in page
    assert "Cy jumps in with R7" in re.sub(r"<[^>]+>", "", page)
    assert 'href="#cafe:clock"' in page, "from the function to the clause"
    cited = page.index({"en": "Cited by", "zh_CN": "引用此条的代码"}[language], page.index('id="cafe:clock"'))
    assert page.index('href="#cafe_server.is_late"', cited) - cited < 200, "and from the clause to the function"


def test_a_book_of_it_is_well_formed_and_has_the_pictures_of_the_rulings(tmp_path: Path) -> None:
    page, _ = build(PROJECT, tmp_path, builder="epub")

    images = [each.get("src") for each in ElementTree.fromstring(page).iter("{http://www.w3.org/1999/xhtml}img")]
    drawn = [image for image in images if image and "/rulings/" in image]
    assert drawn
    (book,) = (tmp_path / "out").glob("*.epub")
    with zipfile.ZipFile(book) as archive:
        assert set(drawn) <= set(archive.namelist())
        for name in archive.namelist():
            if name.endswith((".xhtml", ".svg")):
                ElementTree.fromstring(archive.read(name))


def test_in_plain_text_the_rulings_have_no_pictures(tmp_path: Path) -> None:
    _, warnings = build(PROJECT, tmp_path, builder="text")

    assert warnings == ""
    assert "Cy jumps in with R7" in (tmp_path / "out" / "index.txt").read_text(encoding="utf-8")


def test_a_ruling_that_cannot_be_judged_is_shown_with_a_warning_and_without_a_picture(tmp_path: Path) -> None:
    source = tmp_path / "project"
    shutil.copytree(PROJECT, source, ignore=shutil.ignore_patterns("_build", "__pycache__"))
    (source / "rules" / "cafe" / "rulings").mkdir()
    (source / "rules" / "cafe" / "rulings" / "cups.toml").write_text(
        'dispute = "Ann plays R7"\n[table]\nplayers = ["Ann"]\n', encoding="utf-8"
    )

    page, warnings = build(source, tmp_path)

    assert "cafe: ruling cafe/cups: it expects no verdict" in warnings
    box = page.partition('id="ruling:cafe/cups"')[2].partition("</details>")[0]
    assert re.search(r"<summary[^>]*>cafe/cups</summary>", box)
    assert "Ann" in box and "<img" not in box


def test_a_rulebook_that_moves_to_another_page_takes_its_clauses_along(tmp_path: Path) -> None:
    source, rulebook = tmp_path / "project", ".. clause:rulebook:: cafe\n"
    shutil.copytree(PROJECT, source, ignore=shutil.ignore_patterns("_build", "__pycache__"))
    build(source, tmp_path)
    index = (source / "index.rst").read_text(encoding="utf-8")
    (source / "index.rst").write_text(
        index.replace(rulebook, ":clause:`cafe:clock`\n\n.. toctree::\n\n   rules\n"), encoding="utf-8"
    )
    (source / "rules.rst").write_text(rulebook, encoding="utf-8")

    page, warnings = build(source, tmp_path, freshenv=False)

    assert warnings == ""
    assert 'href="rules.html#cafe:clock"' in page


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_search_finds_clauses_by_id_and_by_words_of_both_languages(tmp_path: Path, language: str) -> None:
    build(PROJECT, tmp_path, language)
    static = tmp_path / "out" / "_static"
    page = (tmp_path / "out" / "search.html").read_text(encoding="utf-8")
    assert "clause-index.js" in page
    assert "clause-search.js" in page
    queries = ["cafe:clock", "clock", "minute", "抢出", "ONE MINUTE", "分钟 最多", "cups pile", "nowhere", " "]
    script = f"""
        const {{ findClauses }} = require({str(static / "clause-search.js")!r});
        {(static / "clause-index.js").read_text(encoding="utf-8")}
        console.log(JSON.stringify({queries!r}.map((query) => findClauses(clauseIndex, query).map((one) => one[0]))));
    """

    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True, encoding="utf-8")

    assert [
        ["cafe:clock", "cafe:clock.draw"],
        ["cafe:clock", "cafe:clock.draw"],
        ["cafe:clock", "cafe:clock.draw"],
        ["cafe:jump-in"],
        ["cafe:clock"],
        ["cafe:clock"],
        ["cafe:cups"],
        [],
        [],
    ] == json.loads(done.stdout)


@pytest.mark.parametrize(
    ("file", "before", "after", "warning"),
    [
        (
            "index.rst",
            ":clause:`village:4.2`",
            ":clause:`village:42`",
            "there is no clause 'village:42'",
        ),
        (
            "index.rst",
            "quote:: official:turn.draw ",
            "quote:: official:turn.dawn ",
            "there is no clause 'official:turn.dawn'",
        ),
        (
            "index.rst",
            ":clause:`village:4.2`",
            ":clause:option:`nowhere/stacking`",
            "there is no option 'nowhere/stacking' (an option is written variant/name)",
        ),
        (
            "index.rst",
            ":clause:`village:4.2`",
            ":clause:ruling:`village/4.2`",
            "there is no ruling 'village/4.2' (a ruling is written variant/name)",
        ),
        (
            "index.rst",
            ":clause:`village:4.2`",
            ":py:func:`nowhere`",
            "py:func reference target not found: nowhere",
        ),
        (
            "rulings/jumped_in.toml",
            'verdict = "legal"',
            'verdict = "illegal"',
            "official/jumped_in: the verdict is legal, not illegal",
        ),
        (
            "index.rst",
            "ruling:: official/turn",
            "ruling:: official/burn",
            "there is no ruling 'official/burn",
        ),
        (
            "cafe_server.py",
            "(:clause:`cafe:clock`)",
            "",
            "cafe: cafe:clock is cited by nothing that is documented",
        ),
        (
            "rules/cafe/rulebook.toml",
            "at most one minute",
            "at most two minutes",
            "cafe: the text of cafe:clock is not that of clauses.lock",
        ),
    ],
)
def test_what_is_wrong_is_a_warning(tmp_path: Path, file: str, before: str, after: str, warning: str) -> None:
    source = tmp_path / "project"
    shutil.copytree(PROJECT, source, ignore=shutil.ignore_patterns("_build", "__pycache__"))
    text = (source / file).read_text(encoding="utf-8")
    assert before in text
    (source / file).write_text(text.replace(before, after, 1), encoding="utf-8")

    _, warnings = build(source, tmp_path)

    told = re.sub(r"\x1b\[[\d;]*m", "", warnings)
    assert warning in told
    assert len(told.strip().splitlines()) == 1, told
