"""The layers of docs/design.rst: what a module imports as it is loaded lies in its own layer or below."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.examples import PAGES, ROOT

TABLE = PAGES["docs/design.rst"].read_text(encoding="utf-8").partition("- Modules of ``unoref``\n")[2]
ROWS = re.findall(r"\* - ([\w ,]+)\n     - (``.*``)\n", TABLE.partition("\nWhat it stands on\n")[0])

#: The layer of each module or package directly under unoref, the lowest first.
LAYER = {name: at for at, (_, names) in enumerate(ROWS) for name in re.findall("``(\\w+)``", names)}

#: Modules that only put others together: the public names, and the way in from a command line.
WHOLE = {"__init__", "__main__"}

PATHS = [
    path for path in sorted((ROOT / "unoref").glob("**/*.py")) if path.stem not in WHOLE or path.parent.name != "unoref"
]


def part(path: Path) -> str:
    """The module or package directly under unoref that a file belongs to."""
    return path.relative_to(ROOT / "unoref").parts[0].removesuffix(".py")


def imported(statements: list[ast.stmt]) -> Iterator[str]:
    """What is imported as a module is loaded: not within functions, nor for type checkers alone."""
    for statement in statements:
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("unoref."):
            yield str(statement.module).split(".")[1]
        elif isinstance(statement, ast.ImportFrom) and statement.module == "unoref":
            yield from (name.name for name in statement.names)
        elif isinstance(statement, ast.If) and "TYPE_CHECKING" not in ast.unparse(statement.test):
            yield from imported([*statement.body, *statement.orelse])
        elif isinstance(statement, ast.ClassDef):
            yield from imported(statement.body)


def test_the_table_has_every_module() -> None:
    assert {part(path) for path in PATHS} == set(LAYER)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_imports_from_its_layer_or_below(path: Path) -> None:
    own = part(path)
    needed = {name for name in imported(ast.parse(path.read_text(encoding="utf-8")).body) if name != "__version__"}

    assert {name for name in needed if LAYER.get(name, -1) > LAYER[own]} == set()


def test_the_engine_knows_no_rule_and_no_rule_the_engine() -> None:
    parts = {"engine": set[str](), "rules": set[str](), "variants": set[str]()}
    for path in PATHS:
        if part(path) in parts:
            parts[part(path)].update(imported(ast.parse(path.read_text(encoding="utf-8")).body))

    assert not parts["engine"] & {"rules", "variants"}
    assert not (parts["rules"] | parts["variants"]) & {"engine", "referee"}


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").glob("[!_]*.py")), ids=lambda path: path.stem)
def test_a_benchmark_finds_what_it_measures(path: Path) -> None:
    assert import_module(f"benchmarks.{path.stem}").__doc__
