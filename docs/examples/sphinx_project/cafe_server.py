"""The game server of the Corner Café."""

from __future__ import annotations

import unoref


def evening(names: list[str]) -> dict[str, int]:
    """The points of everybody at a table that sits down (:clause:`cafe:evening`); all may jump in (:clause:`cafe:jump-in`)."""
    match = unoref.Match(unoref.ruleset("official", jump_in=True), names)
    return dict.fromkeys(match.names, 0)


def is_late(seconds: float) -> bool:
    """Whether a turn has taken too long (:clause:`cafe:clock`).

    By then nobody is asked any more whether to play the card just drawn, as :clause:`official:turn.draw.play` would have it.
    """
    return seconds > 60
