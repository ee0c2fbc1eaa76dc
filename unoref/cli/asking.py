"""Asking for a dispute step by step, in a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from unoref.cards import NAMING
from unoref.cli.flags import Flags
from unoref.cli.wording import say
from unoref.errors import NotationError, UnorefError
from unoref.grammar import VERBS
from unoref.notation import check_names, mentioned, read_card

if TYPE_CHECKING:
    from unoref.record import Record

__all__ = ["asked"]

T = TypeVar("T")


def asked(flags: Flags, lang: str) -> Record:
    """The dispute somebody describes: top card, whose turn, that player's hand, the action.

    An answer that cannot be is told and asked for again. ``flags`` may give the variant and its options.
    """
    from unoref.cli.inputs import disputed, played

    def put(**more: Any) -> Flags:
        from attrs import evolve

        return evolve(flags, **more)

    played([], put(players="Ann,Bo,Cy"))  # a wrong variant or option is no matter of asking again

    def topped(answer: str) -> dict[str, Any]:
        card = read_card(answer)
        said: dict[str, Any] = {"top": card.code}
        if card.face in NAMING:
            said["color"] = _ask(say("ask color", lang), lambda color: _fits({**said, "color": color})["color"])
        return _fits(said)

    def _fits(said: dict[str, Any]) -> dict[str, Any]:
        played([], put(**said))
        return said

    table = _ask(say("ask top", lang), topped)

    def turning(answer: str) -> str:
        name = answer.strip()
        check_names([name])
        return name

    name = _ask(say("ask turn", lang), turning, "Ann")
    table["turn"] = name
    table = _ask(
        say("ask hand", lang, name=name), lambda cards: _fits({**table, "hands": [f"{name}={cards}"]}), "?7"
    )

    def acted(answer: str) -> Record:
        words = answer.split()
        sentence = f"{name} {answer}" if words and VERBS.find(words[0]) else answer
        if len(sentence.split()) < 2 or not mentioned(sentence):
            raise NotationError(f"{answer!r} is no sentence; it begins with who acts: '{name} plays R7'")
        return disputed([sentence], put(**table))

    return _ask(say("ask action", lang, name=name), acted)


def _ask(question: str, read: Callable[[str], T], default: str | None = None) -> T:
    """Ask until the answer can be read."""
    while True:
        answer: str = typer.prompt(question, default=default)
        try:
            return read(answer)
        except UnorefError as fault:
            typer.echo(f"  {fault}", err=True)
