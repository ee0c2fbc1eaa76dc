"""``unoref judge``: may this be done, by which clause, and what follows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import typer

from unoref.cli.flags import AsJson, Flags, Lang, Words, takes_position
from unoref.cli.inputs import disputed
from unoref.cli.pages import Line, line, show, version, write, write_json
from unoref.cli.wording import language, say
from unoref.notation import format
from unoref.referee import Ruling
from unoref.referee import judge as ruling_on
from unoref.scoring import score
from unoref.texts import owed_text, verdict_word

if TYPE_CHECKING:
    from unoref.events import Event
    from unoref.record import Record
    from unoref.state import State

__all__ = ["document", "event_document", "judge", "page", "rules_text"]

#: The exit code of each verdict.
EXIT: Final = {"legal": 0, "illegal": 1, "contestable": 3, "undetermined": 4}

#: The most alternatives a page lists.
MOST_SHOWN: Final = 12


@takes_position
def judge(words: Words = None, *, flags: Flags, as_json: AsJson = False, lang: Lang = None) -> None:
    """Judge an action by the rules.

    Tells the verdict, the clauses it rests on, what happens now. The last sentence is judged, after the earlier ones; a
    record alone is judged by its dispute. Without any argument, on a terminal, the questions are asked step by step.

    \b
      unoref judge --top R5 --hand Ann="W+4 R2 G1" "Ann plays W+4 naming green"
      unoref judge dispute.toml
      unoref judge game.toml "Bo challenges"

    Exit codes: 0 legal, 1 illegal, 3 contestable (it stands unless somebody objects), 4 undetermined (unknown cards decide),
    2 bad input.
    """
    spoken = language(lang)
    if not words and not as_json and not flags.given.keys() - {"variant", "options"} and _somebody_listens():
        from unoref.cli.asking import asked

        record, command = asked(flags, spoken)
    else:
        record, command = disputed(words or [], flags), None
    ruling = rule(record)
    if as_json:
        write_json(document(ruling, spoken))
    else:
        show(list(page(ruling, spoken)))
    if command is not None:
        write(f"\n{say('ask again', spoken)}\n{command}\n")  # as it is: a line that is broken cannot be copied
    raise typer.Exit(EXIT[ruling.verdict])


def _somebody_listens() -> bool:
    """Whether questions can be asked."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def rule(record: Record) -> Ruling:
    """The ruling on the dispute of a record."""
    assert record.dispute is not None
    return ruling_on(record.state(), record.dispute)


def document(ruling: Ruling, lang: str) -> dict[str, Any]:
    """The ruling as plain data, with the keys of docs/judging.rst."""
    from unoref.record import table_of

    state, after = ruling.state, ruling.after
    changes = state.ruleset.deck_changes
    return {
        "unoref": version(),
        "variant": state.ruleset.variant,
        "options": state.ruleset.changed,
        **({"deck": changes.data()} if changes else {}),
        "action": format(ruling.action, state),
        "verdict": ruling.verdict,
        "reasons": [
            {"clause": reason.clause, "supports": reason.supports, "text": reason.text(lang)}
            for reason in ruling.reasons
        ],
        "events": [event_document(event, lang) for event in ruling.events],
        "after": None if after is None else table_of(after),
        "objections": [
            {"action": format(objection.action, state), "clause": objection.clause, "text": objection.text(lang)}
            for objection in ruling.objections
        ],
        "alternatives": [format(action, state) for action in ruling.alternatives],
        "needs": [
            {"seat": need.seat, "text": need.text(lang), "if": {"yes": need.if_yes, "no": need.if_no}}
            for need in ruling.needs
        ],
        "result": None if after is None or not after.over else _result(after),
    }


def event_document(event: Event, lang: str) -> dict[str, Any]:
    """An event as plain data."""
    told: dict[str, Any] = {"event": event.event, "clause": event.clause, "text": event.text(lang)}
    if event.seat is not None:
        told["seat"] = event.seat
    if event.cards:
        told["cards"] = [card.code for card in event.cards]
    if event.count is not None:
        told["count"] = event.count
    if event.color is not None:
        told["color"] = event.color.value
    return told


def _result(state: State) -> dict[str, Any]:
    scored = score(state)
    return {
        "winners": [state.name(seat) for seat in scored.winners],
        "points": dict(zip(state.players, scored.points, strict=True)),
    }


def page(ruling: Ruling, lang: str) -> Iterator[Line]:
    """The ruling for people: verdict, reasons, what happens, what may be said against it, what could be done instead."""
    action = format(ruling.action, ruling.state)
    yield line((verdict_word(ruling.verdict, lang), ruling.verdict))
    yield line(say("ruled", lang, action=action, gloss=say(f"gloss {ruling.verdict}", lang)))
    yield line((rules_text(ruling.state, lang), "aside"))
    yield from _section(say("why", lang), _reasons(ruling, lang))
    yield from _section(say("needs", lang), _needs(ruling, lang))
    yield from _section(say("now", lang), _what_happens(ruling, lang))
    yield from _section(say("objections", lang), _objections(ruling, lang))
    yield from _section(say("alternatives", lang), _alternatives(ruling, lang))


def rules_text(state: State, lang: str) -> str:
    """The rules that are played by, with the options that were changed."""
    rules = state.ruleset
    title, base = rules.title[lang], rules.book.title[lang]
    changed = [say("option", lang, name=name, value=str(value).lower()) for name, value in rules.changed.items()]
    if rules.deck_changes:
        changed.append(say("changed deck", lang, size=rules.deck.size))
    named = title if title == base else say("based on", lang, title=title, base=base)
    return say("ruleset", lang, rules=say("list", lang).join([named, *changed]))


def _section(heading: str, lines: Iterator[Line]) -> Iterator[Line]:
    """The lines under their heading; nothing where there are none."""
    for at, each in enumerate(lines):
        if at == 0:
            yield line()
            yield line((heading, "heading"))
        yield each


def _reasons(ruling: Ruling, lang: str) -> Iterator[Line]:
    """Each clause with its application to the case and its text; those for the verdict first."""
    book = ruling.state.ruleset.book
    told = ""
    reasons = sorted(ruling.reasons, key=lambda reason: reason.supports != ruling.verdict)
    for clause in dict.fromkeys(reason.clause for reason in reasons):
        text = book.cited(clause).text(lang)
        yield line((clause, "clause"), indent=2)
        for reason in (each for each in reasons if each.clause == clause):
            applied = reason.text(lang)
            if (
                applied not in (text, told) and reason.supports != "undetermined"
            ):  # the question comes under what is needed
                yield line(applied, indent=4)
            told = applied
        yield line((text, "aside"), indent=4)
        yield from _at_this_table(ruling.state, clause, lang)


def _at_this_table(state: State, clause: str, lang: str) -> Iterator[Line]:
    """What an option makes of the clause, where this table departs from the usual value."""
    rules, name = state.ruleset, state.ruleset.book.cited(clause).option
    option = rules.book.options.get(name or "")
    if option is None or rules.options[option.name] == option.default:
        return
    value = rules.options[option.name]
    meaning = next((choice.texts[lang] for choice in option.choices if choice.value == value), str(value))
    if isinstance(value, bool):
        meaning = say("switched on" if value else "switched off", lang)
    yield line((say("at this table", lang, name=option.name, meaning=meaning), "aside"), indent=4)


def _needs(ruling: Ruling, lang: str) -> Iterator[Line]:
    for need in ruling.needs:
        yes, no = (verdict_word(verdict, lang) for verdict in (need.if_yes, need.if_no))
        yield line(say("need", lang, text=need.text(lang), yes=yes, no=no), indent=2)
        yield line((say("whose cards", lang, seat=need.seat), "aside"), indent=4)


def _what_happens(ruling: Ruling, lang: str) -> Iterator[Line]:
    """What happens, each with its clause, and who acts then."""
    for event in ruling.events:
        yield line(event.text(lang), (say("cited", lang, clause=event.clause), "clause"), indent=2)
    if ruling.after is None and not ruling.events:
        yield line(say("stays", lang), indent=2)
    state = ruling.state if ruling.after is None else ruling.after
    owed = owed_text(state, lang, sentence=True)
    turns = [event for event in ruling.events if event.event == "turn"]
    if (
        ruling.after is None or not turns or turns[-1].text(lang) != owed
    ):  # the prompt may say more than whose turn it is
        yield line(owed, indent=2)
    if ruling.after is not None and ruling.after.over:
        points = [
            f"{name} {say('unknown points', lang) if won is None else won}"
            for name, won in _result(state)["points"].items()
        ]
        yield line(say("points", lang, points=say("list", lang).join(points)), indent=2)


def _objections(ruling: Ruling, lang: str) -> Iterator[Line]:
    for objection in ruling.objections:
        yield line((format(objection.action, ruling.state), "name"), indent=2)
        yield line(objection.text(lang), (say("cited", lang, clause=objection.clause), "clause"), indent=4)


def _alternatives(ruling: Ruling, lang: str) -> Iterator[Line]:
    found = ruling.alternatives
    for action in found[:MOST_SHOWN]:
        yield line(format(action, ruling.state), indent=2)
    if len(found) > MOST_SHOWN:
        yield line((say("more", lang, n=len(found) - MOST_SHOWN), "aside"), indent=2)
