"""Every exception of the package, named for what happened.

Bad input of any kind is a :class:`UnorefError` whose message is one line: what is wrong, where, and what would be right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unoref.referee import Ruling

__all__ = ["IllegalAction", "NotationError", "RecordError", "RulebookError", "UnorefError", "nearest"]


class UnorefError(Exception):
    """The root of every exception this package raises on purpose."""


class NotationError(UnorefError, ValueError):
    """A card or a sentence that cannot be read.

    Raised by :func:`unoref.parse` and by everything that reads sentences. The message quotes the input, names the faulty
    word and, where one is near, the valid spelling.
    """


class RecordError(UnorefError, ValueError):
    """A record, position or game log that cannot be: unknown keys, impossible counts, an illegal action in its history."""


class RulebookError(UnorefError, ValueError):
    """A rulebook, option, house sheet or set of modules that contradicts itself; the message names the file and the id."""


class IllegalAction(UnorefError):
    """Raised by :func:`unoref.apply` and :func:`unoref.transition` for an action the rules forbid.

    ``ruling`` is the whole :class:`unoref.Ruling`, with every reason and its clause; the state handed in is untouched.
    """

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(ruling)
        self.ruling = ruling

    def __str__(self) -> str:
        return self.ruling.summary("en")


def nearest(word: str, choices: list[str]) -> str:
    """``; did you mean 'x'?`` for the spelling of ``choices`` nearest to ``word``, or an empty string when none is near."""
    import difflib

    near = difflib.get_close_matches(word[:64], choices, n=1, cutoff=0.6)
    if not near:
        folded = {choice.casefold(): choice for choice in choices}
        near = [folded[key] for key in difflib.get_close_matches(word[:64].casefold(), folded, n=1, cutoff=0.6)]
    return f"; did you mean {near[0]!r}?" if near else ""
