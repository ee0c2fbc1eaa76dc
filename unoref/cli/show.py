"""``unoref show``: a position as a picture, in the terminal or as SVG."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from attrs import frozen

from unoref.card_words import quoted
from unoref.cards import UNKNOWN, Card
from unoref.cli.flags import AsJson, Flags, Lang, Words, takes_position
from unoref.cli.inputs import UnusableArguments, pictured, seat_of
from unoref.cli.judge import rules_text
from unoref.cli.pages import Line, line, width, write, write_json
from unoref.cli.pages import show as show_page
from unoref.cli.wording import language, say
from unoref.errors import UnorefError
from unoref.notation import write_sentence
from unoref.observing import observe
from unoref.pictures.words import aside_cards, force_text, more_are_next, next_cards, seat_marks
from unoref.pictures.words import say as say_of_picture
from unoref.record import dumps, record
from unoref.referee import judge
from unoref.seats import Seat
from unoref.texts import lasting_texts, owed_text, verdict_word
from unoref.witnessing import ruling_seen

if TYPE_CHECKING:
    from unoref.actions import Action
    from unoref.state import State

__all__ = ["Shown", "UnwritablePicture", "document", "page", "show"]

#: Of more known cards each kind is shown once, with how many there are.
_SINGLY: Final = 20

Span = tuple[str, str]


class UnwritablePicture(UnorefError):
    """A place where no picture can be written."""


@frozen
class Shown:
    """What is shown: the position, and the dispute about what was done in it with its verdict; as one player sees it, maybe."""

    state: State
    dispute: Action | None
    verdict: str
    viewer: str | None


@takes_position
def show(
    words: Words = None,
    *,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Write the picture as SVG into this file; -: to standard output."),
    ] = None,
    viewer: Annotated[
        str | None,
        typer.Option("--as", metavar="NAME", help="Show only what this player can know; nobody: a bystander."),
    ] = None,
    flags: Flags,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Show a position as a picture, in the terminal or as SVG.

    It is the position after the plays of the record and the sentences that follow them. Where no sentences follow, a dispute of
    the record is named with its verdict; it is not played.

    \b
      unoref show game.toml
      unoref show dispute.toml --svg dispute.svg
      unoref show --top R5 --hand Ann="R7 W G1" "Ann plays R7" --as Bo
    """
    spoken = language(lang)
    if svg == "-" and as_json:
        raise UnusableArguments("--json and --svg - both want standard output; give the picture a file")
    found, read = pictured(words or [], flags)
    seat = None if viewer is None else seat_of(viewer, found.start.players)
    state, action, verdict = found.state(), found.dispute, ""
    ruling = None if action is None else judge(state, action)
    if ruling is not None:
        verdict = ruling.verdict
        if seat is not None:
            action, verdict, _ = ruling_seen(ruling, seat)
    if svg is not None:
        from unoref.pictures import picture

        text = f"{picture(state if ruling is None else ruling, lang=spoken, seat=seat)}\n"
        if svg == "-":
            write(text)
            return
        _write(svg, text, read)
    shown = Shown(state if seat is None else observe(state, seat), action, verdict, viewer)
    if as_json:
        write_json(document(shown))
    elif svg is not None:
        show_page([line(say("picture written", spoken, path=svg))])
    else:
        show_page(list(page(shown, spoken)))


def _write(path: str, text: str, read: Mapping[str, str]) -> None:
    """Write the picture into a file that is none of those that the position was read from."""
    try:
        if os.path.exists(path):
            for source, what in read.items():
                if _is_file(path, source):
                    raise UnwritablePicture(f"{quoted(path)} is {what}; give the picture another name")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else "no such name"
        raise UnwritablePicture(f"{quoted(path)} cannot be written: {why}") from None


def _is_file(path: str, source: str) -> bool:
    """Whether what was read is the file of that path, under whatever name."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(sys.stdin.fileno()) if source == "-" else os.stat(source))
    except (OSError, ValueError, AttributeError):  # standard input need not be a file
        return False


def document(shown: Shown) -> dict[str, Any]:
    """The position as a record: plain data with the keys of docs/records.rst, which every command reads back."""
    data: dict[str, Any] = json.loads(dumps(record(shown.state, (), shown.dispute), "json"))
    return data


def page(shown: Shown, lang: str) -> Iterator[Line]:
    """The position for people: the piles, then the seats clockwise with their cards, then what is owed or ruled."""
    state = shown.state
    yield line((rules_text(state, lang), "aside"))
    if shown.viewer is not None:
        seen = say("seen by nobody", lang) if shown.viewer == "nobody" else say("seen by", lang, name=shown.viewer)
        yield line((seen, "aside"))
    yield line()
    yield from _middle(state, lang)
    yield line()
    yield from _seats(state, lang)
    yield line()
    if shown.dispute is not None:
        told = write_sentence(shown.dispute, state.players)
        yield line((told, "heading"), "  ", (verdict_word(shown.verdict, lang), shown.verdict))
    yield line((owed_text(state, lang, sentence=True), "heading" if shown.dispute is None else ""))
    for told in lasting_texts(state, lang):
        yield line((told, ""), indent=2)
    if state.winners:
        names = say("list", lang).join(state.players[seat] for seat in state.winners)
        yield line((say("winners", lang, names=names), "heading"))


def _cards(cards: Sequence[Card]) -> list[Span]:
    """Cards, each in its color; unknown ones by their number, many known ones each kind once."""
    known = [card for card in cards if card is not UNKNOWN]
    counted = list(Counter(known).items()) if len(known) > _SINGLY else [(card, 1) for card in known]
    if len(cards) > len(known):
        counted.append((UNKNOWN, len(cards) - len(known)))
    spans: list[Span] = []
    for card, copies in counted:
        style = "card unknown" if card is UNKNOWN else f"card {card.color.value}"
        spans += [(" ", "")] if spans else []
        spans += [(f"[{card.code}]", style), (f" ×{copies}" if copies > 1 else "", "")]
    return spans


def _middle(state: State, lang: str) -> Iterator[Line]:
    """The piles, what is in force, the direction of play."""
    top, sign = state.discard.top, "↻" if state.direction == 1 else "↺"
    rows: list[tuple[str, list[Span]]] = []
    if top is None:
        rows.append((say("label top", lang), [(say("empty", lang), "")]))
    else:
        force = say_of_picture("in force", lang, words=force_text(state, lang))
        color = state.in_force.color
        rows.append(
            (say("label top", lang), [*_cards((top,)), ("  ", ""), (force, f"card {color.value}" if color else "")])
        )
    piled: list[Span] = [(say_of_picture("cards", lang, n=len(state.draw_pile)), "")]
    if coming := next_cards(state):
        piled += [(say("next cards", lang), ""), *_cards(coming), (" …" if more_are_next(state) else "", "")]
    rows.append((say("label draw pile", lang), piled))
    if aside := aside_cards(state):
        rows.append((say("label aside", lang), _cards(aside)))
    direction = say("clockwise" if state.direction == 1 else "counterclockwise", lang)
    rows.append((say("label direction", lang), [(f"{sign} {direction}", "")]))
    longest = max(width(label) for label, _ in rows)
    for label, spans in rows:
        yield line((f"{label}{' ' * (longest - width(label))}  ", "aside"), *spans, indent=2)


def _seats(state: State, lang: str) -> Iterator[Line]:
    """A line a seat, clockwise; whoever must act is pointed at."""
    longest = max(map(width, state.players))
    for place, name in enumerate(state.players):
        seat = Seat(place)
        acts, held = state.to_act == seat, state.hands[seat]
        told = [say_of_picture("card" if len(held) == 1 else "cards", lang, n=len(held))]
        for kind, words in seat_marks(state, seat, lang):
            shown = state.public[seat] if kind == "open" else None
            told.append(words if not shown else f"{words} ({' '.join(card.code for card in shown)})")
        yield line(
            ("▶ " if acts else "  ", "acting"),
            (f"{name}{' ' * (longest - width(name))}  ", "name"),
            *_cards(held),
            (f"{'  ' if held else ''}{say('list', lang).join(told)}", "aside"),
        )
