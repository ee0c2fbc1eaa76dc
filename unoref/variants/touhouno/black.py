"""The spells of the black cards; P has none of its own, B is no spell (:mod:`.window`, :mod:`.bombs`)."""

from __future__ import annotations

from unoref.variants.touhouno.casting import Spells, declared
from unoref.variants.touhouno.draws import draws
from unoref.variants.touhouno.seating import fewest, found, others

__all__ = ["black"]


def black() -> Spells:
    """The spells by face."""
    return declared("", {"CC": [fewest(draws((found, 4)))], "CC+2": [draws((others, 1))]})
