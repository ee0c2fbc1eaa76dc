"""Pages that exist because a rulebook or a module does: short files with one directive each, written before a build reads.

They hold no text of their own, so they are the same for every language, and a file is touched only when it changes.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

from unoref.rulebook import TOPICS, rulebook, variant_ids

__all__ = ["write_pages"]


def _modules(package: str) -> Iterator[str]:
    """The public modules of a package, the package first; commands are documented by hand."""
    yield package
    found = importlib.import_module(package)
    for info in pkgutil.walk_packages(found.__path__, f"{package}."):
        private = any(part.startswith("_") for part in info.name.split("."))
        if not private and not info.name.startswith((f"{package}.cli", f"{package}.book")):
            yield info.name


def _pages(package: str) -> Iterator[tuple[str, str]]:
    """The pages by name, and what is in them."""
    topics = set()
    for variant in variant_ids():
        book = rulebook(variant)
        topics |= {topic for identity in book.clause_ids for topic in book.clause(identity).topics}
        yield f"rulebooks/{variant}", f".. clause:rulebook:: {variant}"
        yield f"options/{variant}", f".. clause:options:: {variant}"
    for topic in TOPICS:
        if topic in topics:
            yield f"topics/{topic}", f".. clause:topic:: {topic}"
    yield "trace", ".. clause:trace::"
    for module in _modules(package) if package else ():
        members = ":imported-members:" if module == package else ":undoc-members:"
        yield (
            f"api/{module}",
            f"{module}\n{'=' * len(module)}\n\n.. automodule:: {module}\n   :members:\n   {members}\n   :show-inheritance:\n\n"
            f".. clause:cited:: {module}",
        )


def write_pages(app: Sphinx) -> None:
    """Write the pages under ``clause_pages`` of the source folder, and remove those nothing stands behind any more."""
    if not app.config.clause_pages:
        return
    root = Path(app.srcdir, app.config.clause_pages)
    wanted = {root / f"{name}.rst": f"{text}\n" for name, text in _pages(app.config.clause_api)}
    for path in root.glob("**/*.rst"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
