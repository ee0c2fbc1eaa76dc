"""Where the module of a variant is: in :mod:`unoref.variants`, or in a package that brings one.

A module of a variant has two functions. ``modules(options)`` gives the :class:`unoref.ruleset.Module` values under settled
options, ``deck(book, options)`` the cards. Beside a variant of this package lies its rulebook in ``variants/``. Another
package brings a variant with an entry point of the group ``unoref.variants``: its name is the id of the variant, it points to
the module, and the rulebook lies beside the file of that module.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from unoref.errors import RulebookError

__all__ = ["GROUP", "Brought", "brought", "folder_beside", "misbrought", "variant_module"]

#: The entry points by which other packages bring variants.
GROUP: Final = "unoref.variants"

#: The package that holds the modules of this package's own variants.
_OWN: Final = "unoref.variants"


@frozen
class Brought:
    """A variant that another package brings: the name of its module, and that of the package."""

    module: str
    package: str

    def __str__(self) -> str:
        return f"{self.package} ({self.module})"


@cache
def _claims() -> tuple[Mapping[str, Brought], Mapping[str, str]]:
    """The variants that other packages bring, by id, and what is wrong with the ids that cannot be had."""
    from importlib.metadata import entry_points  # slow, and not needed for a variant of this package

    found: dict[str, list[Brought]] = {}
    for entry in entry_points(group=GROUP):
        package = "a package" if entry.dist is None else entry.dist.name
        found.setdefault(entry.name, []).append(Brought(entry.value.partition(":")[0].strip(), package))
    sound, faults = {}, {}
    for variant, claims in sorted(found.items()):
        first, *others = sorted(claims, key=str)
        if not variant.isidentifier() or not variant.islower():
            faults[variant] = f"{first} brings a variant {variant!r}: an id is one word in small letters"
        elif importlib.util.find_spec(f"{_OWN}.{variant}") is not None:
            faults[variant] = f"{first} brings a variant {variant!r}, which is one of unoref's own"
        elif others:
            faults[variant] = f"{first} and {others[0]} both bring a variant {variant!r}"
        else:
            sound[variant] = first
    return sound, faults


def brought() -> Mapping[str, Brought]:
    """The variants that other packages bring, by id; none of their code is run.

    Those are left out that :func:`misbrought` tells of, so that one package hinders no other.
    """
    return _claims()[0]


def misbrought() -> Mapping[str, str]:
    """What is wrong with the variants that other packages would bring but cannot, by id.

    That is so with an id that two packages claim, that a variant of this package has, or that is no word in small letters.
    """
    return _claims()[1]


@cache
def variant_module(variant: str) -> Any:
    """The module with the functions ``modules`` and ``deck`` of a variant.

    Raises :class:`unoref.RulebookError` where a package brings the variant and its module cannot be imported or lacks one of
    the two, and where nobody brings one.
    """
    if variant.isidentifier() and importlib.util.find_spec(f"{_OWN}.{variant}"):
        return importlib.import_module(f"{_OWN}.{variant}")
    entry = brought().get(variant)
    if entry is None:
        raise RulebookError(
            misbrought().get(variant) or f"variant {variant}: there is a rulebook but no code to play by it"
        )
    try:
        made = importlib.import_module(entry.module)
    except Exception as fault:  # whatever another package's code raises
        raise RulebookError(
            f"variant {variant}: {entry} cannot be imported: {type(fault).__name__}: {fault}"
        ) from fault
    for name in ("modules", "deck"):
        if not callable(getattr(made, name, None)):
            raise RulebookError(f"variant {variant}: {entry} has no function {name!r}")
    return made


def folder_beside(variant: str) -> Path:
    """The folder of a variant that a package brings: that of the module's file, which holds ``rulebook.toml``."""
    file = getattr(variant_module(variant), "__file__", None)
    folder = Path(file or "").parent
    if file is None or not (folder / "rulebook.toml").is_file():
        raise RulebookError(f"variant {variant}: there is no rulebook.toml beside {brought()[variant]}")
    return folder
