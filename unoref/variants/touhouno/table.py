"""How a table plays the spells whose text leaves room: what the options come to, for the declarations of spells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from unoref.variants.touhouno.bans import broadened
from unoref.variants.touhouno.casting import Part, Tax

__all__ = ["Table"]


@frozen(eq=False, kw_only=True)
class Table:
    """One field for each choice that a declaration depends on."""

    next_but_one_may_be_caster: bool
    change_spell: Sequence[Part] | None
    broad_names: bool
    beside: Literal["smaller", "both", "caster"]
    discard_any_time: bool
    blue_skip: Literal["contained", "added", "plain"]
    without_draw: bool
    former_sizes: bool
    marks_follow: bool
    pairs_only: bool
    two_skips: bool
    copied_function: bool
    one_of_each: bool
    extra_cards_open: bool
    among_all: bool
    field_cards: Literal["beneath", "bottom", "caster"]
    black_functions: bool
    colored_function_tax: Tax

    def banned(self, *codes: str) -> tuple[str, ...]:
        """The faces that a ban on these names reaches."""
        return broadened(*codes) if self.broad_names else codes
