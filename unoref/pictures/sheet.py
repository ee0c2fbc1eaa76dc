"""The sheet a picture is drawn on: elements in order, and over them what is written on cards, gathered to save room."""

from __future__ import annotations

from typing import Final

from unoref.pictures.lettering import number, said

__all__ = ["Sheet"]

#: What is drawn often, by the id it has in the picture. Two pictures on one page have the same under the same id.
_OFTEN: Final = {
    "unoref-card": '<rect id="unoref-card" width="20" height="30" rx="3" stroke="#fff"/>',
    "unoref-back": (
        '<g id="unoref-back"><rect width="20" height="30" rx="3" fill="#3a2440" stroke="#fff"/>'
        '<path d="M4 21C3 13 9 6 16 8c2 8-4 16-12 13z" fill="#b3473d"/><text x="10" y="19.5" font-size="13">?</text></g>'
    ),
    "unoref-skip": '<path id="unoref-skip" d="M-3.5 3.5a5 5 0 0 1 7-7a5 5 0 0 1-7 7l7-7" fill="none" stroke-width="2"/>',
    "unoref-turn": (
        '<path id="unoref-turn" d="M-5.5-2.5H4M1-5.5l3.5 3-3.5 3M5.5 3H-4M-1 0l-3.5 3 3.5 3" fill="none" stroke-width="2"/>'
    ),
}


class Sheet:
    """A sheet; white bold text in the middle is its usual style."""

    def __init__(self) -> None:
        self._drawn: list[str] = []
        self._often: dict[str, None] = {}
        self._over: dict[tuple[float, str], dict[float, list[tuple[float, str]]]] = {}

    def draw(self, element: str) -> None:
        """One more element."""
        self._drawn.append(element)

    def text(self, text: str, x: float, y: float, size: float, style: str = "", whole: str = "") -> None:
        """Text round ``x``, on the line ``y``; ``style``: further attributes, with a blank in front.

        ``whole`` is the text that was cut short, if it was: it is shown to whoever points at it.
        """
        tip = f"<title>{said(whole)}</title>" if whole and whole != text else ""
        self._drawn.append(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{style}>{tip}{said(text)}</text>'
        )

    def often(self, name: str, x: float, y: float, style: str = "") -> None:
        """One of the things that are drawn often: ``card``, ``back``, ``skip``, ``turn``."""
        identity = f"unoref-{name}"
        self._often[identity] = None
        self._drawn.append(f'<use href="#{identity}" x="{number(x)}" y="{number(y)}"{style}/>')

    def on_card(self, text: str, x: float, y: float, size: float, ink: str) -> None:
        """Something written on a card."""
        self._over.setdefault((size, ink), {}).setdefault(y, []).append((x, text))

    @property
    def svg(self) -> str:
        """Everything that has been drawn."""
        shared = "".join(_OFTEN[identity] for identity in self._often)
        defs = f"<defs>{shared}</defs>" if shared else ""
        return defs + "".join(self._drawn) + "".join(self._written(*style) for style in self._over)

    def _written(self, size: float, ink: str) -> str:
        """What is written in one style; single characters of a line share an element."""
        parts = []
        for y, line in self._over[size, ink].items():
            single = [(x, text) for x, text in line if len(text) == 1]
            if single:
                places = " ".join(number(x) for x, _ in single)
                letters = said("".join(text for _, text in single))
                parts.append(f'<text x="{places}" y="{number(y)}">{letters}</text>')
            parts += [
                f'<text x="{number(x)}" y="{number(y)}">{said(text)}</text>' for x, text in line if len(text) != 1
            ]
        fill = "" if ink == "#fff" else f' fill="{ink}"'
        return f'<g font-size="{number(size)}"{fill}>{"".join(parts)}</g>'
