"""Asking for a dispute step by step, in a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import typer
from attrs import evolve

from unoref.card_words import quoted
from unoref.cards import Color
from unoref.cli.flags import Flags
from unoref.cli.inputs import FREE_NAMES, disputed, played
from unoref.cli.wording import say
from unoref.errors import NotationError, UnorefError
from unoref.grammar import VERBS
from unoref.notation import check_names, read_card

if TYPE_CHECKING:
    from unoref.record import Record

__all__ = ["asked"]

T = TypeVar("T")


def asked(flags: Flags, lang: str) -> Record:
    """The dispute somebody describes: top card, whose turn, that player's hand, the action.

    An answer that cannot be is told and asked for again. ``flags`` may give the variant and its options.
    """
    _sound(evolve(flags, players=",".join(FREE_NAMES[:3])))  # a wrong variant or option is nothing to ask again for
    flags = _ask(say("ask top", lang), lambda answer: _with_top(flags, answer, lang))
    flags = _ask(say("ask turn", lang), lambda answer: _with_turn(flags, answer), FREE_NAMES[0])
    name = flags.turn or FREE_NAMES[0]
    flags = _ask(say("ask hand", lang, name=name), lambda answer: _with_hand(flags, name, answer), "")
    return _ask(say("ask action", lang, name=name), lambda answer: _with_action(flags, name, answer))


def _ask(question: str, read: Callable[[str], T], default: str | None = None) -> T:
    """Ask until the answer can be read."""
    while True:
        answer: str = typer.prompt(question, default=default, show_default=bool(default))
        try:
            return read(answer.strip())
        except UnorefError as fault:
            typer.echo(f"  {fault}", err=True)


def _sound(flags: Flags) -> Flags:
    """The flags, if they describe a table that can be."""
    played([], flags)
    return flags


def _with_top(flags: Flags, answer: str, lang: str) -> Flags:
    flags = evolve(flags, top=answer)
    if read_card(answer).color is not Color.BLACK:
        return _sound(flags)
    return _ask(say("ask color", lang), lambda color: _sound(evolve(flags, color=color)))


def _with_turn(flags: Flags, answer: str) -> Flags:
    check_names([answer])
    return _sound(evolve(flags, turn=answer))


def _with_hand(flags: Flags, name: str, answer: str) -> Flags:
    return _sound(evolve(flags, hands=[f"{name}={answer}"])) if answer else flags


def _with_action(flags: Flags, name: str, answer: str) -> Record:
    """The record; who acts need not be said again."""
    words = answer.split()
    sentence = f"{name} {answer}" if words and VERBS.find(words[0]) else answer
    if " " not in sentence:
        raise NotationError(f"{quoted(answer)} is no sentence; a sentence says who does what: '{name} plays R7'")
    return disputed([sentence], flags)
