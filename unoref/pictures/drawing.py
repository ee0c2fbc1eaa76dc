"""A picture, put together: the table, its title, its description."""

from __future__ import annotations

from attrs import evolve, frozen

from unoref.notation import format
from unoref.observing import observe
from unoref.pictures.lettering import cleaned, number, said
from unoref.pictures.table import FELT, WIDTH, Foot, drawn_table
from unoref.pictures.words import description, title, won_text
from unoref.referee import Ruling
from unoref.seats import Seat
from unoref.state import State
from unoref.texts import LANGUAGES, lasting_texts, owed_text
from unoref.witnessing import ruling_seen

__all__ = ["Drawing", "drawing"]

#: How much larger than its own units a picture is shown where there is room.
_SCALE = 1.25

_FONTS = "system-ui,sans-serif"


@frozen
class Drawing:
    """A picture as SVG text, its width and height in pixels where there is room, its title as plain text."""

    svg: str
    width: int
    height: int
    title: str


def drawing(shown: State | Ruling, lang: str = "en", seat: int | None = None) -> Drawing:
    """What :func:`unoref.picture` gives, and what a page has to know to place it."""
    if lang not in LANGUAGES:
        raise ValueError(f"language {lang!r}: there are {', '.join(LANGUAGES)}")
    sentence = verdict = ""
    if isinstance(shown, Ruling):
        state, action, verdict = shown.state, shown.action, shown.verdict
        if seat is not None:
            action, verdict, _ = ruling_seen(shown, seat)
        sentence = format(action, _named(state))
    else:
        state = shown
    if seat is not None:
        state = observe(state, seat)
    state = _named(state)
    foot = Foot(_owed(state, lang), lasting_texts(state, lang), sentence, verdict)
    drawn, high = drawn_table(state, Seat(max(seat or 0, 0)), foot, lang)
    heading = title(state, cleaned(state.ruleset.title[lang]), lang, sentence, verdict)
    width, height = round(WIDTH * _SCALE), round(high * _SCALE)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {number(high)}" width="{width}" height="{height}" '
        f'style="max-width:100%;height:auto" role="img" xml:lang="{"zh-CN" if lang == "zh" else "en"}" '
        f'font-family="{_FONTS}" font-weight="700" fill="#fff" text-anchor="middle">'
        f"<title>{said(heading)}</title><desc>{said(description(state, lang))}</desc>"
        f'<rect width="{WIDTH}" height="{number(high)}" rx="14" fill="{FELT}" stroke="#6f9a94" stroke-opacity=".6"/>{drawn}</svg>'
    )
    return Drawing(svg, width, height, heading)


def _named(state: State) -> State:
    """The state with names that a picture can have."""
    players = tuple(map(cleaned, state.players))
    return state if players == state.players else evolve(state, players=players)


def _owed(state: State, lang: str) -> str:
    owed = owed_text(state, lang, sentence=True)
    return f"{owed}{'' if lang == 'zh' else ' '}{won_text(state, lang)}" if state.winners else owed
