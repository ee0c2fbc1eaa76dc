"""``unoref legal``: every action open now, for every seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from unoref.cli.flags import AsJson, Flags, Lang, Words, takes_position
from unoref.cli.inputs import played
from unoref.cli.pages import Line, line, show, write_json
from unoref.cli.wording import language, say
from unoref.engine import legal_actions
from unoref.notation import format
from unoref.texts import owed_text

if TYPE_CHECKING:
    from unoref.state import State

__all__ = ["document", "legal", "page"]


@takes_position
def legal(words: Words = None, *, flags: Flags, as_json: AsJson = False, lang: Lang = None) -> None:
    """List every action open now.

    The sentences follow the plays of the record; a dispute of its own is not played. Each choice stands once, in its barest
    form: a draw without the card drawn, for a hand with unknown cards every card they can still be.

    \b
      unoref legal game.toml
      unoref legal --top R5 --hand Ann="R7 W G1" --turn Ann
    """
    spoken = language(lang)
    state = played(words or [], flags).state()
    if as_json:
        write_json(document(state))
    else:
        show(list(page(state, spoken)))


def document(state: State) -> dict[str, Any]:
    """The open actions as plain data, with the keys of docs/judging.rst."""
    actions: dict[str, list[str]] = {name: [] for name in state.players}
    for action in legal_actions(state):
        actions.setdefault(state.name(action.actor), []).append(format(action, state))
    seat = state.to_act
    return {"turn": None if seat is None else state.name(seat), "actions": actions}


def page(state: State, lang: str) -> Iterator[Line]:
    """The open actions for people: who acts next, then each seat with what is open to it."""
    owed = owed_text(state, lang, sentence=True)
    yield line((owed, "heading"))
    for name, sentences in document(state)["actions"].items():
        yield line()
        yield line((say("table", lang) if name == "table" else name, "name"))
        for sentence in sentences:
            yield line(sentence, indent=2)
        if not sentences:
            yield line((say("nothing open", lang), "aside"), indent=2)
