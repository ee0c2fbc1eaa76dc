"""Frames and lasting effects as plain data, both ways: the ``pending`` and ``effects`` of a record.

A frame is a table that names its class and gives its fields, both in kebab-case: ``{ frame = "pass-turn", seat = "Ann" }``.
Fields are structured by their types, with cattrs; this module is imported only where there is something pending.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar, final, get_args, get_origin, get_type_hints

import attrs
from cattrs import Converter

from unoref.card_notation import read_card, read_cards, write_cards
from unoref.cards import FACES, Card, Color, Face
from unoref.errors import NotationError, RecordError, RulebookError, nearest
from unoref.frames import Frame, Over
from unoref.lasting import Lasting
from unoref.piles import Pile
from unoref.ruleset import Ruleset, Tables
from unoref.seats import Seat
from unoref.sections import Section, found, listed, stranger
from unoref.state import InForce, in_force

__all__ = ["read_effects", "read_frames", "write_effects", "write_frames"]

#: More frames or effects than any rule stacks.
MOST: Final = 100
_MOST_CARDS: Final = 1_000
_LARGEST: Final = 10_000
_LONGEST: Final = 1_000

T = TypeVar("T", Frame, Lasting)


def kebab(name: str) -> str:
    """The name of a class or field as data has it.

    >>> kebab("PassTurn"), kebab("in_turn")
    ('pass-turn', 'in-turn')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).replace("_", "-").lower()


def _subclasses(base: type[T]) -> Iterator[type[T]]:
    for child in base.__subclasses__():
        yield child
        yield from _subclasses(child)


def _family(kind: type) -> str:
    """Whose a class is: its package, or of unoref's own variants the one it belongs to."""
    parts = kind.__module__.split(".")
    return ".".join(parts[:3] if parts[:2] == ["unoref", "variants"] else parts[:1])


def _by_name(base: type[T], named: set[type[T]], tables: Tables) -> dict[str, type[T]]:
    """The classes by the names data has for them: the ones these tables name, and those of the packages they are from.

    What another package defines is none of theirs. Of two of one name the one in the tables counts; where neither is there, the
    one outside unoref. Raises :class:`unoref.RulebookError` where that leaves two.
    """
    rows: tuple[Mapping[Any, Any], ...] = (tables.answers, tables.autos, tables.sound, tables.lasts, tables.listeners)
    heads: Iterator[Any] = (key[0] if isinstance(key, tuple) else key for table in rows for key in table)
    families = {"unoref", *map(_family, heads)}
    made: dict[str, tuple[tuple[bool, bool], type[T]]] = {}
    for kind in _subclasses(base):
        family, name = _family(kind), kebab(kind.__name__)
        rank = (kind in named, family != "unoref")
        if family not in families:
            continue
        other = made.get(name)
        if other is not None and (rank == other[0] or (kind in named and other[1] in named)):
            both = {f"{one.__module__}.{one.__qualname__}" for one in (kind, other[1])}
            if len(both) == 2:  # where one name in one module has two classes, the later is what attrs has made of it
                raise RulebookError(f"{' and '.join(sorted(both))} are both called {name!r} in a record")
        if other is None or rank >= other[0]:
            made[name] = rank, kind
    return {name: kind for name, (_, kind) in made.items()}


def _frame_classes(tables: Tables) -> dict[str, type[Frame]]:
    """The frames somebody can answer, or the rules can run, by name."""
    known = {frame for frame, _ in tables.answers} | set(tables.autos) | {Over}
    known.discard(Frame)
    kinds = _by_name(Frame, known | set(tables.sound), tables)
    return {name: kind for name, kind in kinds.items() if not known.isdisjoint(kind.__mro__)}


def _effect_classes(tables: Tables) -> dict[str, type[Lasting]]:
    """Every lasting effect by name."""
    return _by_name(Lasting, {effect for effect, _ in tables.listeners} | set(tables.lasts), tables)


_known_fields: Final[dict[type[Any], Mapping[str, tuple[attrs.Attribute[Any], Any]]]] = {}


def _fields(kind: type[Any]) -> Mapping[str, tuple[attrs.Attribute[Any], Any]]:
    """The fields of a frame or effect that data gives, by kebab-case name, each with its type."""
    if kind not in _known_fields:
        hints = get_type_hints(kind)
        given = [field for field in attrs.fields(kind) if field.init]
        _known_fields[kind] = {kebab(field.name): (field, hints[field.name]) for field in given}
    return _known_fields[kind]


def _is(hint: Any, origin: object) -> bool:
    found_origin: object = get_origin(hint)
    return found_origin is origin


def _is_frame(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Frame)


def _is_effect(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Lasting)


def _may_be_none(hint: Any) -> bool:
    return type(None) in get_args(hint)


def _whole(value: object, _: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
        raise RecordError(f"is {found(value)}; it must be a number of at most {_LARGEST}")
    return value


def _truth(value: object, _: object) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"is {found(value)}; it must be true or false")
    return value


def _text(value: object, _: object = None) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise RecordError(f"is {found(value)}; it must be a text")
    return value


def _one_of(value: object, words: Sequence[str]) -> str:
    if value not in words:
        raise RecordError(f"is {found(value)}; it must be one of {listed(words)}")
    return str(value)


def _color(value: object, _: object) -> Color:
    return Color(_one_of(value, [color.value for color in Color]))


@final
class _Codec:
    """Reads and writes what is pending at one table."""

    def __init__(self, players: tuple[str, ...], rules: Ruleset) -> None:
        self.players: Final = players
        self.deck: Final = rules.deck
        self.frames: Final = _frame_classes(rules.tables)
        self.effects: Final = _effect_classes(rules.tables)
        self.faces: Final = [*dict.fromkeys(card.face.code for card in rules.deck.copies), "none"]
        self.converter: Final = Converter(detailed_validation=False)
        self._teach()

    def _teach(self) -> None:
        """Tell the converter how the types of fields look as data."""
        converter = self.converter
        reading: tuple[tuple[Any, Callable[[Any, Any], Any]], ...] = (
            (int, _whole),
            (bool, _truth),
            (str, _text),
            (Color, _color),
            (Card, self._card),
            (Face, lambda value, _: FACES[_one_of(value, self.faces)]),
            (Seat, self._seat),
            (Pile, self._pile),
            (InForce, lambda value, _: in_force(**self._values(value, InForce))),
        )
        for kind, read in reading:
            converter.register_structure_hook(kind, read)
        converter.register_structure_hook_func(lambda kind: _is(kind, tuple), self._tuple)
        converter.register_structure_hook_func(
            lambda kind: _is(kind, Literal), lambda value, kind: _one_of(value, get_args(kind))
        )
        converter.register_structure_hook_func(_is_frame, self.frame)
        converter.register_structure_hook_func(_is_effect, lambda value, _: self.effect(value))
        writing: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
            (Color, lambda color: color.value),
            (Card, lambda card: card.code),
            (Face, lambda face: face.code),
            (Seat, self._name),
            (Pile, write_cards),
            (InForce, self._written),
        )
        for kind, write in writing:
            converter.register_unstructure_hook(kind, write)
        converter.register_unstructure_hook_func(
            _is_frame,
            lambda frame: {"frame": kebab(type(frame).__name__), **self._written(frame)},
        )
        converter.register_unstructure_hook_func(
            _is_effect,
            lambda effect: {"effect": kebab(type(effect).__name__), **self._written(effect)},
        )

    def _card(self, value: object, _: object) -> Card:
        try:
            return read_card(_text(value), self.deck)
        except NotationError as problem:
            raise RecordError(f"is no card: {problem}") from None

    def _pile(self, value: object, _: object) -> Pile:
        """A pile as one text, from the top down."""
        try:
            cards = read_cards(_text(value), self.deck)
        except NotationError as problem:
            raise RecordError(f"is no pile: {problem}") from None
        if len(cards) > self.deck.size:
            raise RecordError(f"has {len(cards)} cards; the deck has {self.deck.size}")
        return Pile.of(reversed(cards))

    def _name(self, seat: Seat) -> str:
        """The player of a seat; that the table owns something is left out, as the default of the field."""
        if not 0 <= seat < len(self.players):
            raise RecordError(f"what is pending names the seat {seat}; the seats are 0 to {len(self.players) - 1}")
        return self.players[seat]

    def _seat(self, value: object, _: object) -> Seat:
        if not isinstance(value, str) or value not in self.players:
            raise RecordError(f"is {found(value)}; it must be a player: {listed(self.players)}")
        return Seat(self.players.index(value))

    def _tuple(self, value: object, kind: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) > _MOST_CARDS:
            raise RecordError(f"is {found(value)}; it must be a list of at most {_MOST_CARDS}")
        inside, *_ = get_args(kind)
        return tuple(self.converter.structure(entry, inside) for entry in value)

    def _values(self, data: object, kind: type[Any]) -> dict[str, Any]:
        """The fields of a class, by the names its maker takes."""
        fields = _fields(kind)
        if not isinstance(data, Mapping):
            raise RecordError(f"is {found(data)}; it must be a table")
        for key in data:
            if key not in fields:
                raise stranger("", "key", key, list(fields))
        values = {}
        for key, (field, hint) in fields.items():
            if key not in data and field.default is attrs.NOTHING and not _may_be_none(hint):
                raise RecordError(f"lacks the key {key!r}")
            if key in data or field.default is attrs.NOTHING:
                try:
                    values[field.name] = self.converter.structure(data.get(key), hint)
                except RecordError as problem:
                    raise RecordError(f"{key} {problem}") from None
        return values

    def _written(self, value: Any) -> dict[str, Any]:
        """The fields of a frame, effect or what is in force that are not as by default; what is None is left out."""
        written = {}
        for key, (field, hint) in _fields(type(value)).items():
            held = getattr(value, field.name)
            if held is not None and held != field.default:
                written[key] = self.converter.unstructure(held, unstructure_as=hint)
        return written

    def frame(self, data: object, kind: type[Frame] = Frame) -> Frame:
        """The frame that a table of data tells."""
        return self._named(data, "frame", {name: cls for name, cls in self.frames.items() if issubclass(cls, kind)})

    def effect(self, data: object) -> Lasting:
        """The lasting effect that a table of data tells."""
        return self._named(data, "effect", self.effects)

    def _named(self, data: object, key: str, kinds: Mapping[str, type[T]]) -> T:
        if not isinstance(data, Mapping):
            raise RecordError(f"is {found(data)}; it must be a table that names its {key}")
        name = data.get(key)
        if not isinstance(name, str) or name not in kinds:
            hint = nearest(name, list(kinds)) if isinstance(name, str) else ""
            raise RecordError(f"has the {key} {found(name)}{hint or f'; there are {listed(list(kinds))}'}")
        fields = {name: value for name, value in data.items() if name != key}
        return kinds[name](**self._values(fields, kinds[name]))


def _codec(players: tuple[str, ...], rules: Ruleset) -> _Codec:
    return _codec_of(players, rules, rules.tables)


@lru_cache(maxsize=16)
def _codec_of(players: tuple[str, ...], rules: Ruleset, tables: Tables) -> _Codec:
    return _Codec(players, rules)  # two rulesets of the same name and options may be made of other modules


def _read(table: Section, key: str, read: Callable[[object], T]) -> tuple[T, ...]:
    entries = table.items(key, "a list of tables") or ()
    if len(entries) > MOST:
        raise RecordError(f"{table.place(key)} has {len(entries)} entries; it has at most {MOST}")
    made = []
    for at, entry in enumerate(entries, 1):
        try:
            made.append(read(entry))
        except RecordError as problem:
            raise RecordError(f"{table.place(key)} {at} {problem}") from None
        except RecursionError:
            raise RecordError(f"{table.place(key)} {at} is nested too deeply") from None
    return tuple(made)


def read_frames(table: Section, players: tuple[str, ...], rules: Ruleset) -> tuple[Frame, ...]:
    """The frames of ``pending``, the last on top; whether they can lie so is for :mod:`unoref.stack`.

    Raises :class:`unoref.RecordError` for anything that is no list of frames these rules know.
    """
    frames = _read(table, "pending", _codec(players, rules).frame)
    if not frames:
        raise RecordError(f"{table.place('pending')} is empty; leave it out where nothing is pending")
    return frames


def read_effects(table: Section, players: tuple[str, ...], rules: Ruleset) -> tuple[Lasting, ...]:
    """The lasting effects of ``effects``, oldest first; raises :class:`unoref.RecordError` for anything else."""
    return _read(table, "effects", _codec(players, rules).effect)


def write_frames(frames: Sequence[Frame], players: tuple[str, ...], rules: Ruleset) -> list[dict[str, Any]]:
    """Frames as plain data; :func:`read_frames` reads them back.

    Raises :class:`unoref.RecordError` for a seat that is no player's where the field has no such default.
    """
    codec = _codec(players, rules)
    return [codec.converter.unstructure(frame) for frame in frames]


def write_effects(effects: Sequence[Lasting], players: tuple[str, ...], rules: Ruleset) -> list[dict[str, Any]]:
    """Lasting effects as plain data; :func:`read_effects` reads them back; raises as :func:`write_frames` does."""
    codec = _codec(players, rules)
    return [{"effect": kebab(type(effect).__name__), **codec._written(effect)} for effect in effects]
