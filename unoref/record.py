"""Records: a position, a dispute or a whole game as text, both ways.

TOML for people, the same keys as JSON for programs and logs. The ``[table]`` is written by :mod:`unoref.position` and read
by :mod:`unoref.table_reader`; everything a stranger may get wrong ends in one line of :class:`unoref.UnorefError`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from attrs import field, frozen

from unoref.actions import Action
from unoref.card_words import quoted
from unoref.deck_changes import DECK_KEYS
from unoref.engine import apply
from unoref.errors import IllegalAction, NotationError, RecordError, Said, UnorefError, said, unreadable_because
from unoref.notation import read_sentence, write_sentence
from unoref.position import TABLE_KEYS, brief_table_of, table_of
from unoref.ruleset import Ruleset, ruleset_of
from unoref.sections import Section, found, stranger
from unoref.sheets import names_sheet
from unoref.state import State
from unoref.table_reader import read_table
from unoref.toml_text import toml_data, unreadable

__all__ = [
    "LONGEST_RECORD",
    "MOST_PLAYS",
    "Record",
    "build",
    "decoded",
    "dumps",
    "follow",
    "load",
    "loads",
    "parsed",
    "record",
    "table_of",
]

#: The most bytes a record may have.
LONGEST_RECORD: Final = 1 << 20

#: The most sentences ``plays`` may have.
MOST_PLAYS: Final = 10_000

T = TypeVar("T")
Format = Literal["toml", "json"]

_KEYS: Final = ("variant", "plays", "dispute", "options", "deck", "table", "expect", "story")
_EXPECT_LISTS: Final = (
    "clauses",
    "not-clauses",
    "shows",
    "alternatives",
    "winners",
    "match-winners",
    "match-losers",
    "leads",
)
_EXPECT_KEYS: Final = (
    *(
        "verdict",
        "turn",
        "color",
        "direction",
        "top",
        "hands",
        "public",
        "draw-count",
        "points",
        "next-dealer",
        "shuffles",
    ),
    *_EXPECT_LISTS,
)
_VERDICTS: Final = ("legal", "illegal", "contestable", "undetermined", "bad-input")
_LONGEST_REASON: Final = 300
_SENTENCES: Final = 'a list of sentences, such as ["Ann plays R7"]'

# An innermost array as tomli-w writes it, one entry a line.
_ARRAY: Final = re.compile(r"\[\n((?: +[^ \]\n].*,\n)+) *\]")
_WIDTH: Final = 100


@frozen(slots=False)  # the last position is worked out once and kept
class Record:
    """A position, a dispute or a game.

    ``variant`` is the id of the rulebook that is played by, that of the base where a house sheet was named; ``start`` the state
    before the first of the plays, ``actions`` the plays, oldest first, ``dispute`` the action to judge after them, if any.
    ``expect`` and ``story`` are data for the tests and the documentation. Equal records tell the same.
    """

    variant: str
    start: State
    actions: tuple[Action, ...] = ()
    dispute: Action | None = None
    expect: Mapping[str, Any] | None = field(default=None, hash=False)
    story: Mapping[str, str] | None = field(default=None, hash=False)

    @property
    def rules(self) -> Ruleset:
        """The ruleset that is played by."""
        return self.start.ruleset

    def state(self) -> State:
        """The position after all plays, worked out once; illegal plays that a rule prices stand as that.

        Raises :class:`unoref.RecordError` for a play that is illegal and has no price; its ``__cause__`` is the
        :class:`unoref.IllegalAction` with the ruling.
        """
        return self._after

    @cached_property
    def _after(self) -> State:
        state = self.start
        for place, action in enumerate(self.actions, 1):
            try:
                state = follow(state, action)
            except IllegalAction as fault:
                sentence = quoted(write_sentence(action, state.players))
                english, chinese = (fault.ruling.told(lang, _LONGEST_REASON) for lang in ("en", "zh"))
                reasons = Said(english, {"zh": chinese})
                raise RecordError(said("illegal play", place=place, sentence=sentence, reasons=reasons)) from fault
        return state


def follow(state: State, action: Action) -> State:
    """The state after an action of a record: what stands stands, and an illegal action costs its price.

    Raises :class:`unoref.IllegalAction` for an illegal action without a price.
    """
    try:
        return apply(state, action)
    except IllegalAction as fault:
        after = fault.ruling.after
        if after is None:
            raise
        return after


def record(state: State, actions: Iterable[Action] = (), dispute: Action | None = None) -> Record:
    """The record of a state, of what was done from there and of what is disputed.

    >>> import random, unoref
    >>> state = unoref.settle(unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7)), random.Random(7))
    >>> unoref.loads(unoref.dumps(unoref.record(state), "toml")).start == state
    True
    """
    return Record(state.ruleset.variant, state, tuple(actions), dispute)


def _of_format(functions: Mapping[str, T], format: str) -> T:
    if format not in functions:
        raise ValueError(f"a record is written as 'toml' or 'json', not as {format!r}")
    return functions[format]


# --- reading --------------------------------------------------------------------------------------------------------------


def load(path: str | os.PathLike[str], *, replay: bool = True) -> Record:
    """Read the record in a file: TOML or JSON, by its ending or else by its first character.

    Raises as :func:`loads` does, with the name of the file before the message, and :class:`unoref.RecordError` for a file
    that cannot be read, is longer than 1 MiB or is no UTF-8.
    """
    name = quoted(os.fspath(path))
    endings: Mapping[str, Format] = {".toml": "toml", ".json": "json"}
    try:
        size = os.stat(path).st_size
        with open(path, "rb") as file:
            raw = file.read(LONGEST_RECORD + 1) if size <= LONGEST_RECORD else bytes(LONGEST_RECORD + 1)
    except (OSError, ValueError) as fault:
        raise RecordError(said("cannot be read", where=name, why=unreadable_because(fault))) from None
    try:
        text, format, folder = decoded(raw), endings.get(Path(path).suffix.lower()), os.path.dirname(os.fsdecode(path))
        return build(parsed(text, format), replay=replay, folder=folder)
    except UnorefError as fault:
        raise type(fault)(said("at", place=name, what=fault)) from fault.__cause__


def decoded(raw: bytes, most: int = LONGEST_RECORD) -> str:
    """The text of a record that came as bytes; :class:`unoref.RecordError` for more than ``most`` of them or no UTF-8."""
    if len(raw) > most:
        raise RecordError(f"a record has at most {most} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise RecordError(f"a record is UTF-8 text, but byte {fault.start + 1} is 0x{raw[fault.start]:02x}") from None


def loads(
    text: str, format: Format | None = None, *, replay: bool = True, folder: str | os.PathLike[str] | None = None
) -> Record:
    """Read a record from text; without ``format`` it is JSON if it begins with a brace, else TOML.

    With ``replay`` off the plays are read but not tried: :meth:`Record.state` does that. A house sheet that the record names is
    looked for from ``folder``; without one the record may name none, so that text from anywhere opens no file.

    Raises :class:`unoref.RecordError` for text that is no such record, for positions that cannot be and for an illegal play,
    :class:`unoref.NotationError` for sentences and names that cannot be read, :class:`unoref.RulebookError` for a variant or
    option there is not. Every message is one line.

    >>> import unoref
    >>> record = unoref.loads('''
    ... plays = ["Ann plays R7"]
    ... dispute = "Bo plays B2"
    ... [table]
    ... players = ["Ann", "Bo"]
    ... discard = "R5"
    ... ''')
    >>> unoref.format(record.dispute, record.state()), record.state().discard.top
    ('Bo plays B2', <card R7>)
    """
    return build(parsed(text, format), replay=replay, folder=folder)


def parsed(text: str, format: Format | None = None, most: int = LONGEST_RECORD) -> Any:
    """The plain data of a record in text; :class:`unoref.RecordError` for more than ``most`` bytes or what is no TOML or JSON."""
    if len(text) > most or (not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > most):
        raise RecordError(f"a record has at most {most} bytes")
    text = text.removeprefix("\ufeff")
    if format is None:
        format = "json" if text.lstrip().startswith("{") else "toml"
    return _of_format(_PARSERS, format)(text)


def _parsed_toml(text: str) -> object:
    return toml_data(text, "the record")


def _parsed_json(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except RecordError:
        raise
    except (ValueError, RecursionError) as fault:
        raise unreadable("the record", "JSON", fault) from None


_PARSERS: Final = {"toml": _parsed_toml, "json": _parsed_json}


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The pairs as a mapping; a key that comes twice is an error."""
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise RecordError(f"the record has the key {quoted(twice)} twice in one table")
    return mapping


def _no_constant(name: str) -> object:
    raise RecordError(f"the record is no valid JSON: {name} is no number")


def build(
    data: Mapping[str, Any],
    where: str = "the record",
    *,
    replay: bool = True,
    folder: str | os.PathLike[str] | None = None,
) -> Record:
    """The record that plain data tells, with the keys of docs/records.rst; ``where`` is how messages call it.

    ``folder`` is that of :func:`loads`. Raises as it does.
    """
    whole = Section(data, "", _KEYS, where=where)
    table = whole.section("table", TABLE_KEYS)
    if table is None:
        raise RecordError(f"{where} has no [table]; it needs at least the players")
    variant = whole.text("variant", "the id of a variant")
    variant = "official" if variant is None else variant
    if folder is None and names_sheet(variant):
        raise RecordError(
            f"variant is {quoted(variant)}, a house sheet, and {where} comes from no folder to look for it in"
        )
    rules = ruleset_of(variant, _options(whole, table), whole.section("deck", DECK_KEYS), os.fspath(folder or ""))
    start = read_table(table, rules)
    plays = whole.texts("plays", _SENTENCES) or ()
    if len(plays) > MOST_PLAYS:
        raise RecordError(f"plays has {len(plays)} sentences; it has at most {MOST_PLAYS}")
    dispute = whole.text("dispute", "a sentence")
    made = Record(
        rules.variant,
        start,
        tuple(_action(sentence, start, f"plays {place}") for place, sentence in enumerate(plays, 1)),
        None if dispute is None else _action(dispute, start, "dispute"),
        _expected(whole, start),
        _story(whole),
    )
    if replay:
        made.state()
    return made


def _options(whole: Section, table: Section) -> dict[str, object]:
    """The options given; ``teams`` of the table switches the option ``teams`` on."""
    given = whole.data.get("options", {})
    if not isinstance(given, Mapping):
        raise whole.wrong("options", "a table of options")
    options: dict[str, object] = dict(given)
    for name, value in options.items():
        if not isinstance(name, str):
            raise RecordError(f"options has the key {found(name)}; it must be the name of an option")
        if not isinstance(value, str | int) or (isinstance(value, int) and value.bit_length() > 64):
            raise RecordError(
                f"options.{quoted(name)[1:-1]} is {found(value)}; it must be text, a number, true or false"
            )
    if "teams" in table:
        if options.get("teams", True) is not True:
            raise RecordError("table.teams is given, but options.teams is not true")
        options["teams"] = True
    return options


#: Short sentences come again and again in a log; an action may be shared.
_read_again: Final = lru_cache(maxsize=1 << 14)(read_sentence)
_SHORT: Final = 64


def _action(sentence: str, start: State, place: str) -> Action:
    read = _read_again if len(sentence) <= _SHORT else read_sentence
    try:
        return read(sentence, start.players, start.ruleset.deck)
    except NotationError as problem:
        raise NotationError(said("at", place=place, what=problem)) from None


def _expected(whole: Section, start: State) -> Mapping[str, Any] | None:
    """What a ruling expects: of the right shape; whether it comes true is for the tests."""
    expect = whole.section("expect", _EXPECT_KEYS)
    if expect is None:
        return None
    expect.word("verdict", _VERDICTS)
    expect.word("direction", ("clockwise", "counterclockwise"))
    turn = expect.text("turn", "a player's name, 'table' or 'nobody'")
    if turn not in (None, "table", "nobody", *start.players):
        raise stranger("expect.turn", "player", turn, (*start.players, "table", "nobody"))
    for key in ("color", "top", "next-dealer", "shuffles"):
        expect.text(key)
    for key in _EXPECT_LISTS:
        expect.texts(key, "a list of texts")
    points = expect.section("points", start.players, "player")
    for name in points.data if points else ():
        assert points is not None
        points.number(name, -100_000, 100_000)
    expect.number("draw-count", 0, start.ruleset.deck.size)
    for key in ("hands", "public"):
        hands = expect.section(key, start.players, "player")
        for name in hands.data if hands else ():
            assert hands is not None
            if isinstance(hands.data[name], str):
                hands.text(name)
            elif isinstance(hands.data[name], list | tuple):
                hands.texts(name, "cards")
            else:
                hands.number(name, 0, start.ruleset.deck.size)
    return dict(expect.data)


def _story(whole: Section) -> Mapping[str, str] | None:
    story = whole.section("story", ("en", "zh"))
    if story is None:
        return None
    return {lang: story.text(lang) or "" for lang in story.data}


# --- writing --------------------------------------------------------------------------------------------------------------


def dumps(record: Record, format: Format = "toml") -> str:
    """The record as text that :func:`loads` reads back to an equal one.

    TOML is written as people would write it, without what goes without saying; JSON on one line, the table in full. Raises
    :class:`ValueError` for another format.
    """
    return _of_format(_WRITERS, format)(record)


def _data(record: Record, table: dict[str, Any]) -> dict[str, Any]:
    players = record.start.players
    options = dict(record.rules.changed)
    if record.start.teams:
        options.pop("teams", None)
    data = {
        "variant": record.variant,
        "plays": [write_sentence(action, players) for action in record.actions],
        "dispute": None if record.dispute is None else write_sentence(record.dispute, players),
        "options": options,
        "deck": record.rules.deck_changes.data(),
        "table": table,
        "expect": record.expect,
        "story": record.story,
    }
    return {key: value for key, value in data.items() if value or (value is not None and key in ("expect", "story"))}


def _written_json(record: Record) -> str:
    return json.dumps(_data(record, table_of(record.start)), ensure_ascii=False, separators=(",", ":"))


def _written_toml(record: Record) -> str:
    import tomli_w

    text = tomli_w.dumps(_data(record, brief_table_of(record.start)))
    for _ in range(2):  # arrays of arrays: first those inside
        text = _ARRAY.sub(_on_one_line, text)
    return text


_WRITERS: Final = {"toml": _written_toml, "json": _written_json}


def _on_one_line(array: re.Match[str]) -> str:
    entries = (line.strip().removesuffix(",") for line in array[1].splitlines())
    line = f"[{', '.join(entries)}]"
    return line if len(line) <= _WIDTH else array[0]
