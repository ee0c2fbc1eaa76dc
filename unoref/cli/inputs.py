"""Arguments and flags into a record: what is a sentence, what a file, who sits where, whose turn it is.

Everything is put together as plain data in the schema of docs/records.rst, and :func:`unoref.record.build` reads that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from attrs import frozen

from unoref.card_notation import read_cards
from unoref.card_words import quoted, read_color
from unoref.cli.flags import Flags
from unoref.errors import NotationError, RecordError, UnorefError, nearest, said, unreadable_because
from unoref.grammar import CHOICES, VERBS, folded_name
from unoref.notation import check_names, mentioned
from unoref.sheets import names_sheet

if TYPE_CHECKING:
    from unoref.record import Record

__all__ = [
    "FORMAT_HELP",
    "FREE_NAMES",
    "Given",
    "UnusableArguments",
    "disputed",
    "disputed_data",
    "pairs",
    "pictured",
    "played",
    "recorded",
    "seat_of",
    "sources_in",
    "split_names",
]

#: What the flag that names the format of a log says.
FORMAT_HELP: Final = "What program wrote the log: unoref, rlcard, uno-online."

#: Who sits at the table besides those who are named.
FREE_NAMES: Final = ("Ann", "Bo", "Cy", "Di")

#: Formats that the ending of a file tells; else the text does.
_ENDINGS: Final[Mapping[str, Literal["toml", "json"]]] = {".toml": "toml", ".json": "json"}

#: Where errors say that something stands, when no file holds it.
_INLINE: Final = "the command line"


#: The commas between names; a blank belongs to a name, and is refused there.
_COMMAS = str.maketrans({"，": ",", "、": ","})


class UnusableArguments(UnorefError, ValueError):
    """Arguments and flags that do not make a record."""


def sources_in(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The records and the sentences among the arguments: what has a blank is a sentence.

    >>> sources_in(["game.toml", "Ann draws"])
    (['game.toml'], ['Ann draws'])
    """
    blank = [any(character.isspace() for character in word) for word in words]
    return (
        [word for word, sentence in zip(words, blank, strict=True) if not sentence],
        [word for word, sentence in zip(words, blank, strict=True) if sentence],
    )


def _sorted_out(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The one record, if there is one, and the sentences."""
    sources, sentences = sources_in(words)
    if len(sources) > 1:
        raise UnusableArguments(
            f"{quoted(sources[1])} is one record too many after {quoted(sources[0])}; a sentence has a blank: 'Ann draws'"
        )
    return (sources[0] if sources else None), sentences


def disputed(words: Sequence[str], flags: Flags) -> Record:
    """The record whose dispute is to be judged: its own, or the last of the sentences, which follow it."""
    given = disputed_data(words, flags)
    record = _built(given)
    if record.dispute is None:
        raise given.without_dispute()
    return record


def disputed_data(words: Sequence[str], flags: Flags) -> Given:
    """What is given for :func:`disputed`."""
    source, sentences = _sorted_out(words)
    data, where = _data_of(source, sentences, flags)
    if sentences:
        _append(data, [*_dispute_of(data), *sentences[:-1]])
        data["dispute"] = sentences[-1]
    return Given(data, where, _folder_of(source, flags), tuple(sentences))


def played(words: Sequence[str], flags: Flags) -> Record:
    """The record with the sentences as further plays; a dispute of its own is no part of it."""
    source, sentences = _sorted_out(words)
    data, where = _data_of(source, sentences, flags)
    _dispute_of(data)
    _append(data, sentences)
    return _built(Given(data, where, _folder_of(source, flags), tuple(sentences)))


def pictured(words: Sequence[str], flags: Flags) -> tuple[Record, Mapping[str, str]]:
    """As :func:`played`; where no sentences follow, the record keeps a dispute of its own.

    With it go the files that it was read from (``-``: standard input), each with what it is.
    """
    source, sentences = _sorted_out(words)
    data, where = _data_of(source, sentences, flags)
    if sentences:
        _dispute_of(data)
        _append(data, sentences)
    folder = _folder_of(source, flags)
    found = _built(Given(data, where, folder, tuple(sentences)))
    files = {} if source is None else {source: "the record itself"}
    if names_sheet(variant := str(data.get("variant", ""))):
        files[os.path.join(folder, variant)] = "the house sheet it is played by"
    return found, files


def seat_of(viewer: str, players: Sequence[str]) -> int:
    """The seat whose view ``--as`` asks for; −1 for nobody, a bystander."""
    if viewer == "nobody":
        return -1
    if viewer not in players:
        near = nearest(viewer, [*players, "nobody"]) or said("the players", names=", ".join(players))
        raise UnusableArguments(said("no player to see", word=repr(viewer[:64]), hint=near))
    return players.index(viewer)


def recorded(words: Sequence[str], flags: Flags, number: int | None, format: str) -> Record:
    """As :func:`played`, with the plays read but not tried.

    A log (``.jsonl``, or of another format) gives the record on the line with a number, or its only one.
    """
    from unoref.audit import OWN_FORMAT, Auditor
    from unoref.cli.logs import is_log, line_of

    source, sentences = _sorted_out(words)
    if number is None and format == OWN_FORMAT and not is_log(source or ""):
        data, where = _data_of(source, sentences, flags)
        _dispute_of(data)
        _append(data, sentences)
        return _built(Given(data, where, _folder_of(source, flags), tuple(sentences)), replay=False)
    if source is None or sentences or flags.given.keys() - {"variant", "options"}:
        raise UnusableArguments(
            "a game out of a log is replayed as it is: give one log, and --variant or --option at most"
        )
    if source.lower().endswith(".toml"):
        told = "--format" if number is None else "--line"
        raise UnusableArguments(
            f"{quoted(source)} is one record in TOML; {told} goes with a log, one JSON object a line"
        )
    reader = Auditor(format, flags.variant, tuple(pairs("--option", "NAME=VALUE", flags.options or ()).items()))
    where = f"{'standard input' if source == '-' else quoted(source)}{'' if number is None else f', line {number}'}"
    raw = line_of(source, number, reader.longest)
    try:
        return reader.record(raw)
    except UnorefError as fault:
        raise UnusableArguments(said("at", place=where, what=fault)) from None


def _folder_of(source: str | None, flags: Flags) -> str:
    """Where the path of a house sheet begins: at the record that names it, or here."""
    return "" if source in (None, "-") or flags.variant is not None else os.path.dirname(source)


@frozen
class Given:
    """Arguments and flags as plain data: how errors call it, where the path of a house sheet begins, the sentences."""

    data: dict[str, Any]
    where: str
    folder: str
    sentences: tuple[str, ...] = ()

    def without_dispute(self) -> UnusableArguments:
        """The error where nothing is to be judged."""
        key = "nothing to judge" if self.where == _INLINE else "nothing to judge in"
        return UnusableArguments(said(key, where=self.where))

    def told(self, message: str) -> str:
        """A message about the record in terms of what was given."""
        return _in_flags(message) if self.where == _INLINE else message

    def fault(self, fault: UnorefError) -> UnusableArguments:
        """The error for what was given, of an error about the record made from it."""
        message = fault.message
        if self.where == _INLINE:
            message = message.changed(_in_flags)
        elif not message.startswith(self.where):
            message = said("at", place=self.where, what=message)
        for file in filter(os.path.exists, self.sentences):
            message = said("file with a blank", what=message, file=quoted(file))
        return UnusableArguments(message)


def _built(given: Given, *, replay: bool = True) -> Record:
    from unoref.record import build

    try:
        return build(given.data, given.where, replay=replay, folder=given.folder)
    except UnorefError as fault:
        raise given.fault(fault) from fault.__cause__


#: How messages call what a flag says, where the record is all on the command line.
_FLAGS: Final[Mapping[str, str]] = {
    "dispute: ": "",
    "dispute：": "",
    "table.discard：": "弃牌堆：",
    "table.discard": "the discard pile",
    "table.hands.": "--hand ",
    **{f"table.{key}": f"--{key}" for key in ("players", "color", "turn", "dealer", "direction", "draw-pile")},
}


def _in_flags(message: str) -> str:
    """A message about a record in terms of the flags that it was made from."""
    for start, flag in _FLAGS.items():
        if message.startswith(start):
            message = f"{flag}{message.removeprefix(start)}"
    return message.replace(': color = "red"', ": --color red")


def _dispute_of(data: dict[str, Any]) -> list[Any]:
    """The dispute, taken out of the data."""
    return [data.pop("dispute")] if "dispute" in data else []


def _append(data: dict[str, Any], sentences: Sequence[object]) -> None:
    """Let sentences follow the plays; plays that are no list are left for the record to refuse."""
    plays = data.get("plays", [])
    if sentences and isinstance(plays, list):
        data["plays"] = [*plays, *sentences]


def _data_of(source: str | None, sentences: Sequence[str], flags: Flags) -> tuple[dict[str, Any], str]:
    """The data of the record with what the flags say, and how errors call it."""
    if source is None and not sentences and not flags.given:
        raise UnusableArguments(said("nothing given"))
    if source is None:
        data: dict[str, Any] = {"table": {}}
        where = _INLINE
    else:
        data, where = _read(source)
    _set_rules(data, flags)
    if flags.given.keys() - {"variant", "options"}:
        data.setdefault("table", {})
    table = data.get("table")
    if isinstance(table, dict):
        if source is None:
            table["players"] = _players(flags, sentences)
        _set_table(table, flags)
        if source is None:
            _begin(table, flags, sentences)
    return data, where


def _set_rules(data: dict[str, Any], flags: Flags) -> None:
    if flags.variant is not None:
        data["variant"] = flags.variant
    if flags.options:
        options = data.setdefault("options", {})
        if isinstance(options, dict):
            options.update(pairs("--option", "NAME=VALUE", flags.options))


def pairs(flag: str, form: str, values: Sequence[str]) -> dict[str, str]:
    """Flags of the form NAME=VALUE, by name."""
    pairs: dict[str, str] = {}
    for value in values:
        name, mark, rest = value.partition("=")
        name = name.strip()
        if not mark or not name:
            raise UnusableArguments(said("not of the form", flag=flag, value=quoted(value), form=form))
        if name in pairs:
            raise UnusableArguments(said("given twice", flag=flag, name=name))
        pairs[name] = rest.strip()
    return pairs


def split_names(text: str) -> list[str]:
    """Names with commas between them.

    >>> split_names("Ann, Bo，小明")
    ['Ann', 'Bo', '小明']
    """
    return [name.strip() for name in text.translate(_COMMAS).split(",")] if text.strip() else []


def _players(flags: Flags, sentences: Sequence[str]) -> list[str]:
    """Who sits at the table: those given, or those named in flags and sentences, filled up to three."""
    if flags.players is not None:
        given = split_names(flags.players)
        check_names(given)
        return given
    named = [*pairs("--hand", "NAME=CARDS", flags.hands or ()), *filter(None, (flags.turn, flags.dealer))]
    for sentence in sentences:
        first = sentence.split()[:1]
        if first and VERBS.words.get(first[0].casefold()):
            raise UnusableArguments(
                f"{quoted(sentence)}: a sentence begins with who acts, as in {quoted(f'Ann {sentence}')}"
            )
        named += mentioned(sentence)
    names: dict[str, str] = {}
    for name in (*named, *FREE_NAMES):
        if len(names) < 3 or name in named:
            names.setdefault(folded_name(name), name)
    return list(names.values())


def _cards_in(text: str) -> int:
    """How many cards the text names; 0 where it cannot be read, which is told when the record is built."""
    try:
        return len(read_cards(text))
    except NotationError:
        return 0


def _as_seated(name: str, table: Mapping[str, Any]) -> str:
    """The name as the table spells it, where that is a matter of case only."""
    players = table.get("players")
    alike = [each for each in players if isinstance(each, str)] if isinstance(players, list) else []
    alike = [each for each in alike if folded_name(each) == folded_name(name)]
    return alike[0] if len(alike) == 1 else name


def _set_table(table: dict[str, Any], flags: Flags) -> None:
    """Put what the flags say into the table of a record."""
    if flags.players is not None:
        table["players"] = _players(flags, ())
    if flags.top is not None and _cards_in(flags.top) > 1:
        raise UnusableArguments(said("top of several", cards=quoted(flags.top)))
    if flags.discard is not None or flags.top is not None:
        table["discard"] = " ".join(filter(None, (flags.discard, flags.top)))
        table.pop("color", None)
        table.pop("face", None)
    if flags.color is not None:
        color = read_color(flags.color)
        table["color"] = flags.color if color is None else color.value
    if flags.direction is not None:
        found = CHOICES.find(flags.direction)
        table["direction"] = found[0] if found and not found[1] else flags.direction
    for key, name in (("turn", flags.turn), ("dealer", flags.dealer)):
        if name is not None:
            table[key] = _as_seated(name, table)
    if flags.draw_pile is not None:
        table["draw-pile"] = flags.draw_pile
    if flags.hands:
        hands = table.setdefault("hands", {})
        if isinstance(hands, dict):
            for name, cards in pairs("--hand", "NAME=CARDS", flags.hands).items():
                number = cards.isdecimal() and len(cards) <= 4
                hands[_as_seated(name, table)] = int(cards) if number else cards


def _begin(table: dict[str, Any], flags: Flags, sentences: Sequence[str]) -> None:
    """Whose turn it is at a table without a record: who acts in the first sentence, or is about to be interrupted by it."""
    words = sentences[0].split() if sentences else []
    if not words:
        return
    players: list[str] = table["players"]
    actor = next((name for name in players if folded_name(name) == folded_name(words[0])), None)
    if actor is None:
        return
    if not table.get("discard"):
        raise UnusableArguments(said("no top given"))
    if flags.turn is None and flags.players is None:
        check_names(players)
        jumps = len(words) > 1 and VERBS.find(words[1]) in (("jumps", ""),)
        table["turn"] = next(name for name in players if name != actor) if jumps else actor


def _read(source: str) -> tuple[dict[str, Any], str]:
    """The data of a record in a file or on standard input, and how errors call it."""
    from unoref.cli.logs import NO_RECORD, is_log
    from unoref.record import LONGEST_RECORD, decoded, parsed

    where = "standard input" if source == "-" else quoted(source)
    if source == "-" and sys.stdin is None:
        raise RecordError(f"{where} is closed")
    try:
        raw = _bytes_of(source, LONGEST_RECORD + 1)
    except (OSError, ValueError) as fault:
        key = "no such record" if isinstance(fault, FileNotFoundError) else "cannot be read"
        raise RecordError(said(key, where=where, why=unreadable_because(fault))) from None
    if not raw.strip() and is_log(source):
        raise RecordError(f"{where}: {NO_RECORD}")
    try:
        data = parsed(decoded(raw), _ENDINGS.get(os.path.splitext(source)[1].lower()))
    except UnorefError as fault:
        raise type(fault)(said("at", place=where, what=fault)) from None
    if not isinstance(data, dict):
        raise RecordError(f"{where} is no record; a record is a table of keys")
    return data, where


def _bytes_of(source: str, most: int) -> bytes:
    """The first bytes of a file or of standard input."""
    if source != "-":
        with open(source, "rb") as file:
            return file.read(most)
    return sys.stdin.buffer.read(most)
