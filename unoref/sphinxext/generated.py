"""Pages that exist because a rulebook or a module does: short files of one directive, written before a build reads.

They hold no text of their own, so they are the same for every language, and a file is touched only when it changes.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import pkgutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from attrs import has
from sphinx.application import Sphinx

from unoref.rulebook import TOPICS, rulebook
from unoref.sphinxext.page import shown_variants
from unoref.step import Cited, Rule

__all__ = ["import_for_annotations", "write_if_changed", "write_pages"]


def _modules(package: str, left_out: list[str]) -> Iterator[str]:
    """The public modules of a package, the package first."""
    yield package
    found = importlib.import_module(package)
    for info in pkgutil.walk_packages(found.__path__, f"{package}."):
        private = any(part.startswith("_") for part in info.name.split("."))
        if not private and not any(info.name == name or info.name.startswith(f"{name}.") for name in left_out):
            yield info.name


def _members(module: ModuleType) -> Iterator[str]:
    """The directives that describe the members of a module one by one."""
    for name in getattr(module, "__all__", ()):
        value = getattr(module, name)
        kind = "class" if inspect.isclass(value) else "function" if inspect.isroutine(value) else "data"
        if not isinstance(value, Rule | Cited):
            members = "\n   :members:\n   :undoc-members:\n   :show-inheritance:" if kind == "class" else ""
            yield f".. auto{kind}:: {name}{members}"


def _api_page(name: str, package: str) -> str:
    """The page of a module; where the package has something else by its name, the module itself is no link target."""
    module, head = importlib.import_module(name), f"{name}\n{'=' * len(name)}"
    outer = importlib.import_module(name.rpartition(".")[0] or name)
    if name != package and getattr(outer, name.rpartition(".")[2], module) is not module:
        return "\n\n".join([head, f".. py:currentmodule:: {name}", inspect.getdoc(module) or "", *_members(module)])
    members = ":imported-members:" if name == package and hasattr(module, "__all__") else ":undoc-members:"
    described = f".. automodule:: {name}\n   :members:\n   {members}\n   :show-inheritance:"
    return f"{head}\n\n{described}\n\n.. clause:cited:: {name}"


def import_for_annotations(app: Sphinx) -> None:
    """Import what the modules of the API import for type checkers only, so that every annotation can be linked."""
    if not app.config.clause_api:
        return
    for name in _modules(app.config.clause_api, app.config.clause_api_without):
        module = importlib.import_module(name)
        for statement in ast.parse(inspect.getsource(module)).body:
            if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
                imports = ast.Module([one for one in statement.body if isinstance(one, ast.ImportFrom)], [])
                found: dict[str, object] = {}
                exec(compile(imports, f"<{name} for type checkers>", "exec"), found)
                vars(module).update(found)
                for member in vars(module).values():
                    if inspect.isclass(member) and member.__module__ == name and has(member):
                        member.__init__.__globals__.update(found)  # attrs gives methods it makes globals of their own


def _pages(variants: Iterable[str], package: str, left_out: list[str]) -> Iterator[tuple[str, str]]:
    """The pages by name, and what is in them."""
    topics = set()
    for variant in variants:
        book = rulebook(variant)
        topics |= {topic for identity in book.clause_ids for topic in book.clause(identity).topics}
        yield f"rulebooks/{variant}", f".. clause:rulebook:: {variant}"
        yield f"options/{variant}", f".. clause:options:: {variant}"
    for topic in TOPICS:
        if topic in topics:
            yield f"topics/{topic}", f".. clause:topic:: {topic}"
    yield "trace", ".. clause:trace::"
    for module in _modules(package, left_out) if package else ():
        yield f"api/{module}", _api_page(module, package)


def write_pages(app: Sphinx) -> None:
    """Write the pages under ``clause_pages`` of the source folder, and remove those nothing stands behind any more."""
    if not app.config.clause_pages:
        return
    root = Path(app.srcdir, app.config.clause_pages)
    pages = _pages(shown_variants(app.config.clause_variants), app.config.clause_api, app.config.clause_api_without)
    wanted = {root / f"{name}.rst": f"{text}\n" for name, text in pages}
    for path in (*root.glob("*/*.rst"), root / "trace.rst"):
        if path not in wanted:
            path.unlink(missing_ok=True)
    for path, text in wanted.items():
        write_if_changed(path, text)


def write_if_changed(path: Path, text: str) -> None:
    """Write a file unless it holds the text already; builds in two languages may do so at once, and none reads half of it."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
