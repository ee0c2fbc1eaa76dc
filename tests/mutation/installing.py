"""Putting a faulty module into a process that has forked for it."""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

__all__ = ["Pair", "exchange", "forget", "import_faulty", "pairs", "settle"]

Pair = tuple[CodeType, CodeType]


def pairs(before: CodeType, after: CodeType) -> list[Pair] | None:
    """The functions that differ in two compilations of a file; None where the file must be imported anew for it.

    That is where code differs which runs on import, or where a function has other cells than before.
    """
    if len(before.co_consts) != len(after.co_consts) and before.co_name == "<module>":
        return None
    inner_before, inner_after = _inner(before), _inner(after)
    if len(inner_before) != len(inner_after):
        return None if before.co_name == "<module>" else [(before, after)]
    found: list[Pair] = []
    for one, other in zip(inner_before, inner_after, strict=True):
        if one != other:
            deeper = pairs(one, other)
            if deeper is None:
                return None
            found += deeper
    if before.co_name == "<module>" or _is_class_body(before):
        return found if _bare(before) == _bare(after) else None
    if before.co_freevars != after.co_freevars:
        return None
    return [*found, (before, after)]


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _is_class_body(code: CodeType) -> bool:
    return "__qualname__" in code.co_names and "__module__" in code.co_names


def _bare(code: CodeType) -> tuple[object, ...]:
    """A code object without what is defined inside it."""
    constants = tuple(
        None if isinstance(constant, CodeType) else (type(constant), constant) for constant in code.co_consts
    )
    return code.co_code, constants, code.co_names, code.co_varnames


def exchange(found: Sequence[Pair], path: str) -> int:
    """Give every living function of these the faulty code; how many there were."""
    wanted: dict[tuple[str, int], list[Pair]] = {}
    for before, after in found:
        wanted.setdefault((before.co_qualname, before.co_firstlineno), []).append((before, after))
    count = 0
    for function in _functions():
        code = function.__code__
        if code.co_filename == path:
            for before, after in wanted.get((code.co_qualname, code.co_firstlineno), ()):
                if code == before:
                    function.__code__ = after
                    count += 1
                    break
    return count


@cache
def _functions() -> list[FunctionType]:
    """Every function of the package, those inside others too."""
    return [
        thing for thing in gc.get_objects() if type(thing) is FunctionType and "unoref" in thing.__code__.co_filename
    ]


def settle() -> None:
    """Look once for what every fault needs, and keep it out of the garbage collector's way."""
    _functions()
    _caches()
    gc.freeze()


@cache
def _caches() -> tuple[list[Any], list[Any]]:
    """The caches of the package: of rulesets and what goes into them, and the others."""
    rulebooks, assembling = sys.modules["unoref.rulebook"], sys.modules["unoref.ruleset"]
    lasting = (rulebooks.rulebook, rulebooks.Rulebook.bindings_under, _caches)
    found = [thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper)]
    found = [thing for thing in found if str(thing.__module__).startswith("unoref") and thing not in lasting]
    return [assembling._settled], [thing for thing in found if thing is not assembling._settled]


def forget(rulesets: bool) -> None:
    """Empty the caches of the package; that of rulesets only if asked."""
    of_rulesets, others = _caches()
    for thing in [*others, *(of_rulesets if rulesets else ())]:
        thing.cache_clear()


class _Faulty(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, name: str, path: Path, source: str) -> None:
        self.name, self.path, self.source = name, path, source

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        package = self.path.name == "__init__.py"
        spec = importlib.util.spec_from_loader(fullname, self, origin=str(self.path), is_package=package)
        assert spec is not None
        if package:
            spec.submodule_search_locations = [str(self.path.parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(compile(self.source, str(self.path), "exec"), module.__dict__)


def import_faulty(root: Path, path: str, source: str) -> None:
    """Let the module of this path be made from this source when it is imported."""
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    assert "unoref" not in sys.modules, "the package has been imported already"
    sys.meta_path.insert(0, _Faulty(name, root / path, source))
