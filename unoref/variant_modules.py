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
from typing import TYPE_CHECKING, Any, Final

from unoref.errors import RulebookError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "brought", "folder_beside", "variant_module"]

#: The entry points by which other packages bring variants.
GROUP: Final = "unoref.variants"

#: The package that holds the modules of this package's own variants.
_OWN: Final = "unoref.variants"


@cache
def brought() -> Mapping[str, EntryPoint]:
    """The variants that other packages bring, by id; none of their code is run.

    Raises :class:`unoref.RulebookError` for an id that two packages claim, or that a variant of this package has.
    """
    from importlib.metadata import entry_points  # slow, and not needed for a variant of this package

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        other = found.get(entry.name)
        if other is not None and other.value != entry.value:
            raise RulebookError(f"{_bringer(other)} and {_bringer(entry)} both bring a variant {entry.name!r}")
        if not entry.name.isidentifier() or not entry.name.islower():
            raise RulebookError(
                f"{_bringer(entry)} brings a variant {entry.name!r}: an id is one word in small letters"
            )
        if importlib.util.find_spec(f"{_OWN}.{entry.name}") is not None:
            raise RulebookError(f"{_bringer(entry)} brings a variant {entry.name!r}, which is one of unoref's own")
        found[entry.name] = entry
    return found


def _bringer(entry: EntryPoint) -> str:
    package = "a package" if entry.dist is None else entry.dist.name
    return f"{package} ({entry.value})"


@cache
def variant_module(variant: str) -> Any:
    """The module with the functions ``modules`` and ``deck`` of a variant.

    Raises :class:`unoref.RulebookError` where a package brings the variant and its module cannot be imported or lacks one of
    the two.
    """
    entry = None if importlib.util.find_spec(f"{_OWN}.{variant}") else brought().get(variant)
    if entry is None:
        return importlib.import_module(f"{_OWN}.{variant}")
    try:
        made = importlib.import_module(entry.value.partition(":")[0].strip())
    except Exception as fault:  # whatever another package's code raises
        raise RulebookError(
            f"variant {variant}: {_bringer(entry)} cannot be imported: {type(fault).__name__}: {fault}"
        ) from fault
    for name in ("modules", "deck"):
        if not callable(getattr(made, name, None)):
            raise RulebookError(f"variant {variant}: {_bringer(entry)} has no function {name!r}")
    return made


def folder_beside(variant: str) -> Path:
    """The folder of a variant that a package brings: that of the module's file, which holds ``rulebook.toml``."""
    file = getattr(variant_module(variant), "__file__", None)
    folder = Path(file or "").parent
    if file is None or not (folder / "rulebook.toml").is_file():
        raise RulebookError(f"variant {variant}: there is no rulebook.toml beside {_bringer(brought()[variant])}")
    return folder
