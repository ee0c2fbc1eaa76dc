"""A position or a ruling as a picture: SVG that stands by itself, in English or Chinese.

The table as players know it: the seats around it clockwise, hands as small cards, the piles in a ring of the color in force
whose arrows show the direction of play, and below it what is owed, or what was done and the verdict. Everything is told in words
as well, in the picture or in its ``<title>`` and ``<desc>``. A picture needs no font, style sheet or script of the page it
stands on, and brings its own background.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unoref.referee import Ruling
    from unoref.state import State

__all__ = ["picture"]


def picture(shown: State | Ruling, *, lang: str = "en", seat: int | None = None) -> str:
    """The position, or the position and the verdict on what was done in it, as SVG text.

    ``lang`` is the language of its words, ``en`` or ``zh``. With ``seat`` it shows only what that seat can know, as
    :func:`unoref.observe` has it, and that seat sits at the bottom; ``-1`` is a bystander, and without it every card that is
    known is shown. A notebook draws a state, or a ruling, by itself.

    Raises :class:`ValueError` for another language, or a seat that is not at the table.

    >>> import random, unoref
    >>> rng = random.Random(7)
    >>> state = unoref.settle(unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=rng), rng)
    >>> drawn = unoref.picture(state, seat=0)
    >>> drawn[:4], "Bo holds 7 unknown cards" in drawn
    ('<svg', True)
    """
    from unoref.pictures.drawing import drawing

    return drawing(shown, lang, seat).svg
