"""Everything said to people about a game, in English and Chinese.

Clauses are in the rulebooks; here are the sentences that name players and cards: events, reasons, what is owed. A point that
has no sentence of its own is told in the words of its clause.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, get_args, get_type_hints

import attrs

from unoref.actions import Action, Catch, ChooseSeat, Deal, Draw, Flip, Laying, Reveal
from unoref.card_words import speak_card, speak_cards, speak_color, speak_face
from unoref.cards import Card, Color, Face
from unoref.rulebook import own_ids, rulebook
from unoref.seats import TABLE, Seat
from unoref.texts.brought import brought_texts
from unoref.variant_modules import brought

if TYPE_CHECKING:
    from unoref.events import Event
    from unoref.frames import Frame
    from unoref.lasting import Lasting
    from unoref.state import State

__all__ = [
    "LANGUAGES",
    "assumed_text",
    "event_text",
    "lasting_texts",
    "owed_text",
    "question_text",
    "reason_text",
    "verdict_word",
]

#: The languages texts are kept in.
LANGUAGES = ("en", "zh")


#: Variants whose mechanisms are so much their own that their sentences are kept apart, in ``<language>_<variant>.py``.
APART: Final[tuple[str, ...]] = ("extended", "touhouno")


@cache
def _texts(lang: str) -> Any:
    if lang not in LANGUAGES:
        raise ValueError(f"language {lang!r}: there are {', '.join(LANGUAGES)}")
    return import_module(f"unoref.texts.{lang}")


@cache
def _is_brought(variant: str) -> bool:
    """Whether another package brings the variant; ``house`` and ``interp`` begin the ids of clauses of ``official``."""
    return variant not in own_ids() and variant not in ("house", "interp") and variant in brought()


@cache
def _template(lang: str, table: str, key: str, variant: str) -> str | None:
    """The template for a key of a table (``EVENTS``, ``REASONS`` …): that of the variant, else the common one, else None."""
    text = getattr(_texts(lang), table).get(key)
    if variant in APART:
        text = getattr(import_module(f"unoref.texts.{lang}_{variant}"), table, {}).get(key, text)
    elif _is_brought(variant):
        text = brought_texts(variant, lang).get(table.lower(), {}).get(key, text)
    return None if text is None else str(text)


@cache
def _names(lang: str, variant: str) -> Mapping[str, str]:
    """What a variant calls faces that have another name elsewhere, by code."""
    names: Mapping[str, str] = {}
    if variant in APART:
        names = getattr(import_module(f"unoref.texts.{lang}_{variant}"), "FACES", names)
    return names


#: What a template begins with where a name, which is left as it is, comes first.
_NAMES: Final = ("{seat}", "{other}", "{actor}", "{owner}", "{target}")


#: Where in Chinese a blank belongs: between a Chinese character and letters, or the code of a card that has no Chinese name.
_SEAMS: Final = re.compile(r"(?<=[\u4e00-\u9fff])(?=[A-Z])|(?:(?<=[A-Z])|(?<=CC\+2))(?=[\u4e00-\u9fff])")


def _sentence(template: str, facts: Mapping[str, object], lang: str) -> str:
    """The template filled in, with a capital letter in front unless a player's name stands there."""
    text = template.format(**facts)
    if lang == "zh":
        text = _SEAMS.sub(" ", text)
    named = template.startswith(_NAMES) and not text.startswith(_texts(lang).WORDS["table"])
    return text if named else text[:1].upper() + text[1:]


def event_text(event: Event, lang: str) -> str:
    """What happened, in one sentence."""
    texts, variant = _texts(lang), event.clause.partition(":")[0]
    facts = {
        "seat": texts.WORDS["table"] if event.seat == "table" else event.seat,
        "other": event.other,
        "cards": speak_cards(event.cards, lang, _names(lang, variant)),
        "n": event.count,
        "s": "" if event.count == 1 else "s",
        "color": speak_color(event.color, lang) if event.color else "",
    }
    template = _template(lang, "EVENTS", event.event, variant)
    if template is None and _is_brought(variant):
        return rulebook(variant).cited(event.clause).text(lang)
    assert template is not None, f"nothing tells of {event.event!r}"
    return _sentence(template, facts, lang)


def _name(state: State, seat: int, lang: str) -> str:
    return _texts(lang).WORDS["table"] if seat == TABLE else state.players[seat]


def owed_text(state: State, lang: str, *, sentence: bool = False) -> str:
    """What is owed now, and by whom: ``it is Bo's turn.``; as a ``sentence`` of its own with a capital letter in front."""
    frame = state.frames[-1]
    facts = {**_told(state, frame, lang), "owner": _name(state, frame.seat, lang)}
    narrowed = state.ruleset.tables.settings.get(("owed", type(frame)))
    kinds = [] if narrowed is None else [narrowed(state, frame)]
    for name in (*kinds, *(frame_name(kind) for kind in type(frame).__mro__)):
        template = _template(lang, "OWED", name, state.ruleset.variant)
        if template is not None:
            return _sentence(template, facts, lang) if sentence else template.format(**facts)
    return str(facts["owner"])


def lasting_texts(state: State, lang: str) -> list[str]:
    """What lasts, a sentence each, oldest first: a ban, cards owed later, an effect on a player; the same twice: ``×2``.

    An effect without a sentence is named with its players and its number; what only the rules keep for themselves is left out.
    """
    told = Counter(_lasting(state, effect, lang) for effect in state.lasting)
    return [text if times == 1 else f"{text} ×{times}" for text, times in told.items() if text]


def _lasting(state: State, effect: Lasting, lang: str) -> str:
    facts = _told(state, effect, lang)
    card = getattr(effect, "card", None)
    kinds = [frame_name(kind) for kind in type(effect).__mro__ if kind is not object]
    for name in (f"{kinds[0]}.{card.code}" if isinstance(card, Card) else "", *kinds):
        template = _template(lang, "LASTING", name, state.ruleset.variant)
        if template is not None:
            return _sentence(template, facts, lang) if template else ""
    told = dict.fromkeys(str(facts[key]) for key in ("seat", "other", "color", "n") if facts[key] != "")
    return " ".join([kinds[0].replace("-", " "), *told])


@cache
def _hints(kind: type[object]) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """The fields of a frame or effect by name, each with its type, or with the types it may have."""
    made: Any = kind
    hints = get_type_hints(kind)
    return tuple((each.name, (hints[each.name], *get_args(hints[each.name]))) for each in attrs.fields(made))


def _told(state: State, thing: Frame | Lasting, lang: str) -> dict[str, object]:
    """What a sentence about a frame or an effect may name: ``seat`` and ``other``, ``cards``, ``n``, ``color``, ``face``.

    Each is the first of its kind among the fields; ``n`` is the number of the cards where there is no number. Seats and numbers
    go by the names of their fields as well.
    """
    facts: dict[str, object] = dict.fromkeys(("seat", "other", "cards", "n", "color", "face"), "")
    named: dict[str, object] = {}
    seats: list[int] = []
    cards: tuple[Card, ...] | None = None
    count: int | None = None
    for name, hints in _hints(type(thing).__mro__[0]):
        value = getattr(thing, name)
        if isinstance(value, Color):
            facts["color"] = facts["color"] or speak_color(value, lang)
        elif isinstance(value, Face):
            facts["face"] = facts["face"] or speak_face(value, lang)
        elif isinstance(value, Card):
            cards = cards or (value,)
        elif isinstance(value, tuple) and Card in (one for hint in hints for one in (hint, *get_args(hint))):
            cards = cards or value
        elif isinstance(value, int) and Seat in hints:
            seats.append(value)
            named[name] = _name(state, value, lang)
        elif isinstance(value, int) and int in hints:
            count = value if count is None else count
            named[name] = value
    if cards is not None:
        facts["cards"] = speak_cards(cards, lang, _names(lang, state.ruleset.variant))
        count = len(cards) if count is None else count
    if seats:
        facts["seat"] = _name(state, seats[0], lang)
        facts["other"] = _name(state, next((seat for seat in seats if seat != seats[0]), seats[-1]), lang)
    facts |= {} if count is None else {"n": count}
    return {**named, **facts, "s": "" if count == 1 else "s"}


@cache
def frame_name(kind: type[object]) -> str:
    """The kebab-case name of a class of frames or lasting effects."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def _cards(action: Action) -> tuple[Any, ...]:
    if isinstance(action, Laying | Deal):
        return action.cards
    if isinstance(action, Flip | Reveal):
        return (action.card,)
    return (action.card,) if isinstance(action, Draw) and action.card else ()


def _holder(state: State, frame: Frame, lang: str) -> str:
    """Whose hand the frame is about, where that is not its owner's: one seat or several."""
    of = getattr(frame, "of", frame.seat)
    return str(_texts(lang).WORDS["or"]).join(
        _name(state, seat, lang) for seat in (of if isinstance(of, tuple) else (of,))
    )


#: How many cards a sentence names at most: nobody reads more, and an action may name thousands.
_MOST_CARDS: Final = 20


def _facts(state: State, action: Action, lang: str) -> Mapping[str, object]:
    frame: Frame = state.frames[-1]
    color, top = state.in_force.color, state.discard.top
    names = _names(lang, state.ruleset.variant)
    target = getattr(action, "target", None) if isinstance(action, Catch | Laying | Deal | ChooseSeat) else None
    return {
        "actor": _name(state, action.actor, lang),
        "owner": _name(state, frame.seat, lang),
        "holder": _holder(state, frame, lang),
        "target": "" if target is None else _name(state, target, lang),
        "owed": owed_text(state, lang),
        "cards": speak_cards(_cards(action), lang, names, _MOST_CARDS),
        "color": speak_color(color, lang) if color else _texts(lang).WORDS["no color"],
        "top": speak_card(top, lang, names) if top else _texts(lang).WORDS["nothing"],
        "hand_size": state.ruleset.tables.settings.get("hand-size", ""),
    }


def reason_text(point: str, state: State, action: Action, lang: str) -> str:
    """Why an action is legal, illegal or contestable, in one sentence."""
    template = _template(lang, "REASONS", point, state.ruleset.variant)
    if template is None:
        return state.ruleset.book.cited(state.ruleset.tables.clause(point)).text(lang)
    return _sentence(template, _facts(state, action, lang), lang)


def point_text(point: str, lang: str) -> str | None:
    """What a point says, where its sentence is the same for every case; else None."""
    template = _texts(lang).REASONS.get(point)
    return None if template is None or "{" in template else str(template)


def question_text(point: str, state: State, action: Action, lang: str) -> str:
    """What would have to be known to decide, as a question."""
    template = _template(lang, "QUESTIONS", point, state.ruleset.variant)
    if template is None:
        return reason_text(point, state, action, lang)
    return _sentence(template, _facts(state, action, lang), lang)


def assumed_text(outcome: str, lang: str) -> str:
    """How a sentence begins that tells what follows from one of several findings."""
    return str(_texts(lang).WORDS[f"if {outcome}"])


def verdict_word(verdict: str, lang: str) -> str:
    """The verdict as a word for people."""
    return str(_texts(lang).WORDS[f"verdict {verdict}"])
