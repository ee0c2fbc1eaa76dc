"""``unoref replay``: a recorded game step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Annotated, Any

import typer
from attrs import frozen

from unoref.actions import Action
from unoref.audit import OWN_FORMAT
from unoref.cli.flags import Flags, Lang, Words, takes_position
from unoref.cli.inputs import FORMAT_HELP, UnusableArguments, recorded, seat_of
from unoref.cli.judge import event_document, rules_text
from unoref.cli.pages import Line, line, show_paged, write_json_line
from unoref.cli.wording import language, say
from unoref.events import Event
from unoref.notation import speak_color, speak_face, write_cards, write_sentence
from unoref.observing import observe
from unoref.record import Record, table_of
from unoref.referee import Reason, judge
from unoref.state import State
from unoref.texts import verdict_word
from unoref.witnessing import event_seen, ruling_seen

__all__ = ["Step", "document", "page", "replay", "steps"]


@takes_position
def replay(
    words: Words = None,
    *,
    first: Annotated[
        int, typer.Option("--from", metavar="STEP", min=0, help="The first step shown; 0 is the start.")
    ] = 0,
    last: Annotated[int | None, typer.Option("--to", metavar="STEP", min=0, help="The last step shown.")] = None,
    viewer: Annotated[
        str | None,
        typer.Option("--as", metavar="NAME", help="Show only what this player can know; nobody: a bystander."),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("--line", metavar="N", min=1, help="The record is on this line of a log of JSON lines."),
    ] = None,
    format: Annotated[str, typer.Option("--format", "-f", metavar="FORMAT", help=FORMAT_HELP)] = OWN_FORMAT,
    flags: Flags,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object a step.")] = False,
    lang: Lang = None,
) -> None:
    """Show a recorded game step by step.

    Each play with its verdict where it is not simply legal, what happens with the clause behind it, and the table after it. The
    sentences follow the plays of the record. The replay stops at a play that does not stand.

    \b
      unoref replay game.toml
      unoref replay game.toml --from 10 --to 20 --as Ann
      unoref replay games.jsonl --line 3
      unoref replay trajectories.jsonl --format rlcard --line 3

    Exit codes: 0 every play shown stands, 1 one does not, 2 bad input.
    """
    spoken = language(lang)
    record = recorded(words or [], flags, number, format)
    seat = None if viewer is None else seat_of(viewer, record.start.players)
    plays = len(record.actions)
    if first > plays or (last is not None and last < first):
        raise UnusableArguments(
            f"no step from {first}{'' if last is None else f' to {last}'}: the game has {plays} plays"
        )
    shown = list(takewhile(lambda step: last is None or step.number <= last, steps(record, seat)))
    stopped = not shown[-1].stands
    shown = [step for step in shown if step.number >= first] or shown[-1:]
    if as_json:
        for step in shown:
            if not write_json_line(document(step, spoken)):
                break
    else:
        show_paged(list(page(shown, record, viewer, spoken)))
    raise typer.Exit(int(stopped))


@frozen
class Step:
    """One step of a game as it is shown: the start, or a play, what it is worth, what happens, the position after it.

    ``stands`` says whether the game goes on from it. ``state`` is None after an offence.
    """

    number: int
    sentence: str | None
    verdict: str
    reasons: tuple[Reason, ...]
    events: tuple[Event, ...]
    state: State | None
    stands: bool


def steps(record: Record, seat: int | None = None) -> Iterator[Step]:
    """The steps of a game up to the first play that does not stand; ``seat``: only what that seat can know (−1: a bystander)."""
    state = record.start
    yield Step(0, None, "start", (), (), _shown(state, seat), True)
    for number, action in enumerate(record.actions, 1):
        step, after = _step(number, state, action, seat)
        yield step
        if after is None:
            return
        state = after


def _shown(state: State, seat: int | None) -> State:
    return state if seat is None else observe(state, seat)


def _step(number: int, state: State, action: Action, seat: int | None) -> tuple[Step, State | None]:
    ruling = judge(state, action)
    events, after = ruling.events, ruling.after
    seen, told, verdict = ruling, action, ruling.verdict
    if seat is not None:
        told, verdict, seen = ruling_seen(ruling, seat)
        events = tuple(event_seen(event, seat, state, state if after is None else after) for event in events)
    reasons = tuple(reason for reason in seen.reasons if reason.supports == verdict and verdict != "legal")
    shown = None if after is None else _shown(after, seat)
    return Step(number, write_sentence(told, state.players), verdict, reasons, events, shown, after is not None), after


def document(step: Step, lang: str) -> dict[str, Any]:
    """A step as plain data, with the keys of docs/evidence.rst."""
    return {
        "step": step.number,
        "sentence": step.sentence,
        "result": step.verdict,
        "reasons": [{"clause": reason.clause, "text": reason.text(lang)} for reason in step.reasons],
        "events": [event_document(event, lang) for event in step.events],
        "table": None if step.state is None else table_of(step.state),
    }


def page(shown: Sequence[Step], record: Record, viewer: str | None, lang: str) -> Iterator[Line]:
    """The steps for people."""
    yield line((rules_text(record.start, lang), "aside"))
    if viewer is not None:
        seen = say("seen by nobody", lang) if viewer == "nobody" else say("seen by", lang, name=viewer)
        yield line((seen, "aside"))
    for step in shown:
        yield line()
        yield from _play(step, lang)


def _play(step: Step, lang: str) -> Iterator[Line]:
    if step.sentence is None:
        yield line((say("start", lang), "heading"))
    else:
        verdict = "" if step.verdict == "legal" else f"  {verdict_word(step.verdict, lang)}"
        yield line((f"{step.number}. {step.sentence}", "heading"), (verdict, step.verdict if verdict else ""))
    cited: dict[str, list[str]] = {}
    for reason in step.reasons:
        cited.setdefault(reason.text(lang), []).append(reason.clause)
    for text, clauses in cited.items():
        yield line(text, (say("cited", lang, clause=say("list", lang).join(clauses)), "clause"), indent=2)
    if step.verdict == "undetermined" and not step.reasons:
        yield line(say("hidden question", lang), indent=2)
    if step.verdict == "illegal":
        if not step.reasons:
            yield line(say("hidden offence", lang), indent=2)
        yield line(say("priced here", lang) if step.stands else say("stopped", lang, step=step.number), indent=2)
    for event in step.events:
        yield line(event.text(lang), (say("cited", lang, clause=event.clause), "clause"), indent=2)
    if step.state is not None:
        yield from _table(step.state, lang)


def _table(state: State, lang: str) -> Iterator[Line]:
    """The table in a few lines: what lies there, then the hands."""
    top, force = state.discard.top, state.in_force
    parts = [say("no card", lang) if top is None else say("top card", lang, card=top.code)]
    if top is not None and (force.color is not top.color or force.face is not top.face):
        faces = () if force.face is top.face or force.face.code == "none" else (speak_face(force.face, lang),)
        colors = () if force.color is None else (speak_color(force.color, lang),)
        if words := say("list", lang).join([*colors, *faces]):
            parts.append(say("in force", lang, words=words))
    parts.append(say("cards left", lang, n=len(state.draw_pile)))
    parts.append(say("clockwise" if state.direction == 1 else "counterclockwise", lang))
    yield line((say("list", lang).join(parts), "aside"), indent=4)
    for name, cards in zip(state.players, state.hands, strict=True):
        yield line((f"{name}  ", "aside"), (write_cards(cards) or "–", "aside"), indent=4)
