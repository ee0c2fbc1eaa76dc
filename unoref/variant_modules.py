"""Where the module of a variant is: in :mod:`unoref.variants`, or in a package that brings one.

A module of a variant has two functions. ``modules(options)`` gives the :class:`unoref.ruleset.Module` values under settled
options, ``deck(book, options)`` the cards. Beside a variant of this package lies its rulebook in ``variants/``. Another
package brings a variant with an entry point of the group ``unoref.variants``: its name is the id of the variant, it points to
the module, and the rulebook lies beside the file of that module.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from unoref.errors import RulebookError, UnorefError

__all__ = ["GROUP", "Brought", "blamed", "brought", "folder_beside", "has_module", "unusable", "variant_module"]

#: The entry points by which other packages bring variants.
GROUP: Final = "unoref.variants"

#: The package that holds the modules of this package's own variants.
_OWN: Final = "unoref.variants"

#: What ids of clauses begin with that are no variants: house rules and interpretations stand in the book they belong to.
_OF_CLAUSES: Final = ("house", "interp")


@frozen
class Brought:
    """A variant that another package brings: the name of its module, and that of the package."""

    module: str
    package: str

    def __str__(self) -> str:
        return f"{self.package} ({self.module})"


def brought() -> Mapping[str, Brought]:
    """The variants that other packages bring, by id; none of their code is run. Those of ``unusable`` are not among them."""
    return _installed()[0]


def unusable() -> Mapping[str, str]:
    """Why variants that other packages bring cannot be had, by the id they ask for.

    It is no id, it is one of this package's own, or two packages claim it.
    """
    return _installed()[1]


@cache
def _installed() -> tuple[Mapping[str, Brought], Mapping[str, str]]:
    from importlib.metadata import entry_points  # slow, and not needed for a variant of this package

    found: dict[str, Brought] = {}
    faults: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        package = "a package" if entry.dist is None else entry.dist.name
        fresh = Brought(entry.value.partition(":")[0].strip(), package)
        told = f"{fresh} brings a variant {entry.name!r}"
        other = found.setdefault(entry.name, fresh)
        if not entry.name.isidentifier() or not entry.name.islower():
            faults[entry.name] = f"{told}: an id is one word in small letters"
        elif _is_own(entry.name):
            faults[entry.name] = f"{told}, which is one of unoref's own"
        elif entry.name in _OF_CLAUSES:
            faults[entry.name] = f"{told}, by which ids of clauses in every rulebook begin"
        elif other.module != fresh.module:
            faults[entry.name] = f"{other} and {fresh} both bring a variant {entry.name!r}"
    return {variant: entry for variant, entry in found.items() if variant not in faults}, faults


def _is_own(variant: str) -> bool:
    return variant.isidentifier() and importlib.util.find_spec(f"{_OWN}.{variant}") is not None


def has_module(variant: str) -> bool:
    """Whether there is a module by which the engine can play the variant."""
    return _is_own(variant) or variant in brought()


@cache
def variant_module(variant: str) -> Any:
    """The module with the functions ``modules`` and ``deck`` of a variant.

    Raises :class:`unoref.RulebookError` where there is none, and where a package brings the variant and its module cannot be
    imported or lacks one of the two.
    """
    if _is_own(variant):
        return importlib.import_module(f"{_OWN}.{variant}")
    entry = brought().get(variant)
    if entry is None:
        raise RulebookError(unusable().get(variant, f"there is a rulebook but no code for {variant[:64]!r}"))
    try:
        made = importlib.import_module(entry.module)
    except (Exception, SystemExit) as fault:  # whatever another package's code raises
        raise RulebookError(f"variant {variant}: {entry} cannot be imported: {_told(fault)}") from fault
    for name in ("modules", "deck"):
        if not callable(getattr(made, name, None)):
            raise RulebookError(f"variant {variant}: {entry} has no function {name!r}")
    return made


def _told(fault: BaseException) -> str:
    return " ".join(f"{type(fault).__name__}: {fault}".splitlines())


@contextmanager
def blamed(variant: str, work: str) -> Iterator[None]:
    """Have whatever goes wrong in here told as a fault of the variant, where another package brings it.

    ``work`` is what is being done. Raises :class:`unoref.RulebookError`; errors of this package pass as they are, and so does
    everything where the variant is one of this package's own.
    """
    try:
        yield
    except UnorefError:
        raise
    except (Exception, SystemExit) as fault:
        entry = None if _is_own(variant) else brought().get(variant)
        if entry is None:
            raise
        raise RulebookError(f"variant {variant}: {entry}: {work} fails: {_told(fault)}") from fault


def folder_beside(variant: str) -> Path:
    """The folder of a variant that a package brings: that of the module's file, which holds ``rulebook.toml``."""
    file = getattr(variant_module(variant), "__file__", None)
    folder = Path(file or "").parent
    if file is None or not (folder / "rulebook.toml").is_file():
        raise RulebookError(f"variant {variant}: there is no rulebook.toml beside {brought()[variant]}")
    return folder
