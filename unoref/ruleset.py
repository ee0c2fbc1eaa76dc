"""Rulesets: a variant with its options settled, and the tables its modules merge into.

A :class:`Module` is a value: rows, checks, effects and settings of one mechanism. :func:`assemble` merges modules into
:class:`Tables`; two that define the same key are an error unless one says that it replaces the other, so their order means
nothing. Points that no clause is bound to are an error too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Any, Final, final

from attrs import field, frozen

from unoref.actions import Action, Laying, Play
from unoref.cards import Card, Deck, Face
from unoref.checks import Answer, Check
from unoref.deck_changes import UNCHANGED, DeckChanges, read_deck_changes, usual_deck
from unoref.errors import RulebookError, said
from unoref.frames import Auto, BeginTurn, Chance, Frame, Over, drawn
from unoref.lasting import Lasting, Moment, TurnBegins
from unoref.rulebook import Rulebook, Value, rulebook
from unoref.seats import Seat
from unoref.sections import Section
from unoref.sheets import names_sheet, read_sheet
from unoref.step import Cited, Rule
from unoref.variant_modules import blamed, variant_module

__all__ = ["Bearing", "FrameKind", "Module", "Row", "Ruleset", "Tables", "assemble", "ruleset"]

Offers = Callable[[Any, Any], Iterable[Action]]
Test = Callable[[Any, Any, Any], bool | None]

#: What proposes the actions of a type of frame: the first two functions, by themselves since there are seldom more, and the rest.
Proposals = tuple[Offers, Offers, tuple[Offers, ...]]

#: Points the engine itself speaks in; every rulebook binds them.
ENGINE_POINTS: Final = ("turn.other-seat", "turn.table", "turn.out", "round.over")


#: Settings read where no module that has them is at hand; some module of every ruleset has each.
NEEDED: Final = (
    "draw.short",
    "hand-size",
    "opening.first",
    "opening.frame",
    "points",
    "reshuffle.keeps",
    "scoring.mode",
    "scoring.modes",
)


def _keys(keys: Iterable[str]) -> frozenset[str]:
    return frozenset(keys)


@frozen(eq=False, kw_only=True)
class Module:
    """One mechanism as data.

    ``answers``: the rows it adds. ``checks``: (frame, action, check) for rows of any module. ``offers``: (frame, action,
    function) proposing further bare actions for rows of any module. ``autos``: what runs when an automatic frame is on top.
    ``effects`` and ``openings``: what a face does when played or turned up as the opening card. ``listeners``: (lasting effect,
    moment) to what wakes. ``refusals``: the point to cite when an action has no row under a frame. ``settings``: numbers and
    functions other modules read by name. ``sound``: what is wrong with one of its frames at a place of a stack that somebody
    wrote down, ``lasts``: the same of a lasting effect; an empty text where nothing is. ``uses``: rules it calls that no table
    shows. ``defines``: points of clauses that its data (a deck, a number) carries out. ``replaces``: the keys, as the error of
    :func:`assemble` prints them, for
    which it stands in place of another module.
    """

    name: str
    answers: tuple[Answer, ...] = ()
    checks: tuple[tuple[type[Frame], type[Action], Check[Any, Any]], ...] = ()
    offers: tuple[tuple[type[Frame], type[Action], Offers], ...] = ()
    autos: Mapping[type[Auto], Rule[[Any]]] = field(factory=dict)
    effects: Mapping[Face, Rule[[Any, Any]]] = field(factory=dict)
    openings: Mapping[Face, Rule[[]]] = field(factory=dict)
    listeners: Mapping[tuple[type[Lasting], type[Moment]], Callable[[Any, Any, Any], None]] = field(factory=dict)
    refusals: Mapping[tuple[type[Frame], type[Action]], str] = field(factory=dict)
    settings: Mapping[Any, Any] = field(factory=dict)
    sound: Mapping[type[Frame], Callable[[Any, Any, int], str]] = field(factory=dict)
    lasts: Mapping[type[Lasting], Callable[[Any, Any], str]] = field(factory=dict)
    uses: tuple[Rule[Any] | Cited[Any, Any], ...] = ()
    defines: tuple[str, ...] = ()
    replaces: frozenset[str] = field(default=frozenset(), converter=_keys)


@frozen(eq=False)
class Bearing:
    """The checks that bear on an action, by kind, and their tests ready to be asked."""

    bars: tuple[Check[Any, Any], ...]
    grounds: tuple[Check[Any, Any], ...]
    breaches: tuple[Check[Any, Any], ...]
    bar_tests: tuple[Test, ...] = field(init=False)
    ground_tests: tuple[Test, ...] = field(init=False)
    breach_tests: tuple[Test, ...] = field(init=False)

    @bar_tests.default
    def _bar_tests(self) -> tuple[Test, ...]:
        return tuple(check.test for check in self.bars)

    @ground_tests.default
    def _ground_tests(self) -> tuple[Test, ...]:
        return tuple(check.test for check in self.grounds)

    @breach_tests.default
    def _breach_tests(self) -> tuple[Test, ...]:
        return tuple(check.test for check in self.breaches)


@frozen(eq=False)
class Row:
    """An answer with every check that bears on it, for one type of frame and one of action.

    ``assured``: its one list of offers leaves no room for any bar, and every offer has a ground.
    """

    answer: Answer
    checks: tuple[Check[Any, Any], ...]
    offers: tuple[Offers, ...]
    assured: bool
    lays: bool
    _bearing: dict[Face | None, Bearing] = field(factory=dict, init=False)

    def bearing(self, action: Action) -> Bearing:
        """The checks that bear on the action: those about its card or about any."""
        face = action.cards[-1].face if self.lays else None  # type: ignore[attr-defined]
        try:
            return self._bearing[face]
        except KeyError:
            checks = [check for check in self.checks if check.faces is None or face in check.faces]
            kinds = (tuple(check for check in checks if check.kind == kind) for kind in ("bar", "ground", "breach"))
            return self._bearing.setdefault(face, Bearing(*kinds))

    def admits(self, state: Any, frame: Frame, action: Action) -> bool:
        """Whether no bar holds for certain and some ground may hold."""
        bearing = self.bearing(action)
        for barred in bearing.bar_tests:
            if barred(state, frame, action):
                return False
        for holds in bearing.ground_tests:  # a loop, not any(): this is asked for every action of every game
            if holds(state, frame, action) is not False:
                return True
        return not bearing.ground_tests and not self.needs_ground

    def screened(self, offers: Offers) -> Offers:
        """The offers with the checks asked of each."""

        def admitted(state: Any, frame: Frame) -> list[Action]:
            return [action for action in dict.fromkeys(offers(state, frame)) if self.admits(state, frame, action)]

        return admitted

    def clears(self, state: Any, frame: Frame, action: Action) -> bool | None:
        """Of an action that it admits: whether no breach holds; None where unknown cards have a say in that."""
        bearing = self.bearing(action)
        for barred in bearing.bar_tests:
            if barred(state, frame, action) is None:
                return None
        grounds = [holds(state, frame, action) for holds in bearing.ground_tests]
        if None in grounds and True not in grounds:
            return None
        breaches = [breached(state, frame, action) for breached in bearing.breach_tests]
        return False if True in breaches else None if None in breaches else True

    @property
    def needs_ground(self) -> bool:
        """Whether the row has grounds at all, so that an action to which none applies is illegal."""
        return any(check.kind == "ground" for check in self.checks)


@final
class FrameKind:
    """What the tables say of one type of frame, worked out as it is asked for.

    ``auto``: what runs when it is on top; None where somebody owes it. ``by_chance``: whether the table owes it. ``rows``: the
    row of each type of action that has been looked up. ``offering``: what proposes actions that are not illegal, in ordinary
    positions and in all others (see :data:`unoref.checks.Offered`); None before it is looked up.
    """

    __slots__ = ("auto", "by_chance", "offering", "rows")

    def __init__(self, auto: Rule[[Any]] | None, by_chance: bool) -> None:
        self.auto: Final = auto
        self.by_chance: Final = by_chance
        self.rows: Final[dict[type[Action], Row | None]] = {}
        self.offering: tuple[Proposals, Proposals] | None = None


@final
class Tables:
    """What the modules of a ruleset have merged into; look-ups follow the bases of frames and actions."""

    def __init__(self, modules: tuple[Module, ...], bindings: Mapping[str, tuple[str, ...]]) -> None:
        merged = _merge(modules)
        self.answers: Final[Mapping[tuple[type[Frame], type[Action]], Answer]] = merged["answer"]
        self.autos: Final[Mapping[type[Frame], Rule[[Any]]]] = merged["auto"]
        self.effects: Final[Mapping[Face, Rule[[Any, Any]]]] = merged["effect"]
        self.openings: Final[Mapping[Face, Rule[[]]]] = merged["opening"]
        self.listeners: Final[Mapping[tuple[type, type], Callable[[Any, Any, Any], None]]] = merged["listener"]
        self.refusals: Final[Mapping[tuple[type[Frame], type[Action]], str]] = merged["refusal"]
        self.settings: Final[Mapping[Any, Any]] = merged["setting"]
        self.sound: Final[Mapping[type[Frame], Callable[[Any, Any, int], str]]] = merged["sound"]
        self.lasts: Final[Mapping[type[Lasting], Callable[[Any, Any], str]]] = merged["lasts"]
        #: The listeners of each moment, by the effect that they wake.
        self.heard: Final[Mapping[type, Mapping[type, Callable[[Any, Any, Any], None]]]] = {
            heard: {effect: listener for (effect, moment), listener in self.listeners.items() if moment is heard}
            for _, heard in self.listeners
        }
        #: How the bare plays of a face are listed, for faces that are played in a form of their own.
        self.forms: Final[Mapping[Face, Callable[[Any, Any, Any], Iterable[Any]]]] = {
            key[1]: form for key, form in self.settings.items() if isinstance(key, tuple) and key[0] == "form"
        }
        #: Whether nothing happens at the beginning of a turn: no effect waits for it, and it only wakes effects.
        self.plain_turns: Final = self.autos.get(BeginTurn) is self.settings.get("turn.wake") and not any(
            issubclass(moment, TurnBegins) for _, moment in self.listeners
        )
        #: What follows whenever cards have been laid: the UNO call, and whatever else a mechanism has to say.
        self.laid: Final[Rule[[Any]] | None] = _in_turn(
            [self.settings[name] for name in ("play.call", "play.laid") if name in self.settings]
        )
        #: The turn of a seat and the card that it has just drawn.
        self.drawn: Final[Callable[[Any, Any], Frame]] = self.settings.get("drawn.frame", drawn)
        #: What follows when a card has been drawn in turn.
        self.when_drawn: Final[tuple[Callable[[Any, Any], None], ...]] = tuple(
            self.settings[name] for name in ("drawn.told", "hand.grown") if name in self.settings
        )
        #: Whether nothing but the piles limits drawing.
        self.draws_freely: Final = "hand-limit" not in self.settings
        #: What looks over the position whenever an action has been carried out and everything has settled.
        self.settled: Final[Rule[[Any, Any]] | None] = self.settings.get("settled")
        self._checks: Final[Mapping[Any, tuple[type[Frame], type[Action], Check[Any, Any]]]] = merged["check"]
        self._offers: Final = tuple(offer for module in _by_name(modules) for offer in module.offers)
        self.bindings: Final = bindings
        self.points: Final = frozenset(_points(self, modules))
        # Look-ups are worked out as they are asked for; these are read before anything is asked.
        self.kinds: Final[dict[type[Frame], FrameKind]] = {}
        self.known_plays: Final[dict[Seat, dict[Card, tuple[Play, ...]]]] = {}
        self._chances: Final[dict[type[Frame], Callable[[Any, Any, Any], Action]]] = {}

    def clause(self, point: str) -> str:
        """The clause an event under this point cites."""
        return self.bindings[point][0]

    def kind(self, frame: type[Frame]) -> FrameKind:
        """What there is to know of a type of frame."""
        try:
            return self.kinds[frame]
        except KeyError:
            auto = self.autos.get(frame) or (_nobody_runs(frame) if issubclass(frame, Auto) else None)
            return self.kinds.setdefault(frame, FrameKind(auto, issubclass(frame, Chance)))

    def row(self, frame: type[Frame], action: type[Action]) -> Row | None:
        """The row for a frame and an action, with the checks of all their bases; None where there is none."""
        known = self.kind(frame).rows
        try:
            return known[action]
        except KeyError:
            return known.setdefault(action, self._build(frame, action))

    def _build(self, frame: type[Frame], action: type[Action]) -> Row | None:
        lineage = set(product(frame.__mro__, action.__mro__))
        key = next((pair for pair in product(frame.__mro__, action.__mro__) if pair in self.answers), None)
        if key is None:
            return None
        found = self.answers[key]
        checks = [*found.checks, *(check for f, a, check in self._checks.values() if (f, a) in lineage)]
        extra = tuple(offers for f, a, offers in self._offers if (f, a) in lineage)
        covered = all(check.kind == "breach" or check.point in found.covers for check in checks)
        return Row(found, tuple(checks), (found.offers, *extra), covered and not extra, issubclass(action, Laying))

    def rows(self, frame: type[Frame]) -> tuple[Row, ...]:
        """The rows open under a frame: those of its owner first, each kind in order of the action's name."""
        actions = sorted({action for _, action in self.answers}, key=lambda action: action.__name__)
        rows = [row for action in actions if (row := self.row(frame, action)) is not None]
        return tuple(sorted(rows, key=lambda row: row.answer.who != "owner"))

    def offering(self, frame: type[Frame]) -> tuple[Proposals, Proposals]:
        """What proposes actions that are not illegal under a frame: in ordinary positions, and in all others.

        See :data:`unoref.checks.Offered`.
        """
        kind = self.kind(frame)
        if kind.offering is None:
            kind.offering = self._proposals(frame, ("always",)), self._proposals(frame, ("always", "out-of-ordinary"))
        return kind.offering

    def _proposals(self, frame: type[Frame], offered: tuple[str, ...]) -> Proposals:
        rows = () if issubclass(frame, Over) else self.rows(frame)
        found = [
            offers if row.assured else row.screened(offers)
            for row in rows
            for offers in row.offers
            if offers is not row.answer.offers or row.answer.offered in offered
        ]
        first, second, *rest = [*found, _nothing, _nothing]
        return first, second, tuple(each for each in rest if each is not _nothing)

    def at_random(self, frame: type[Frame]) -> Callable[[Any, Any, Any], Action]:
        """What answers a frame of the table by chance."""
        try:
            return self._chances[frame]
        except KeyError:
            found = next(row.answer.at_random for row in self.rows(frame) if row.answer.at_random is not None)
            return self._chances.setdefault(frame, found)

    def refusal(self, frame: type[Frame], action: type[Action]) -> str:
        """The point to cite when an action has no row under a frame."""
        for pair in product(frame.__mro__, action.__mro__):
            if pair in self.refusals:
                return self.refusals[pair]
        raise AssertionError("assemble made sure of a refusal for every action")


def _nobody_runs(frame: type[Auto]) -> Rule[[Any]]:
    """Stands for the rule that an automatic frame lacks."""

    def run(step: Any, frame: Auto) -> None:
        raise AssertionError(f"no module runs {type(frame).__name__}")

    return Rule("turn.order", run)


def _nothing(state: Any, frame: Frame) -> Iterable[Action]:
    """Proposes nothing."""
    return ()


def _in_turn(rules: Sequence[Rule[[Any]]]) -> Rule[[Any]] | None:
    """The rules one after the other, each under its own point; None where there is none."""
    if len(rules) < 2:
        return rules[0] if rules else None

    def all_of_them(step: Any, argument: Any) -> None:
        for each in rules:
            each(step, argument)

    return Rule(rules[0].point, all_of_them)


def _by_name(modules: Iterable[Module]) -> list[Module]:
    return sorted(modules, key=lambda module: module.name)


def _key_text(table: str, key: object) -> str:
    parts = key if isinstance(key, tuple) else (key,)
    words = [
        part.__name__ if isinstance(part, type) else part.code if isinstance(part, Face) else str(part)
        for part in parts
    ]
    return f"{table} {' '.join(words)}"


def _entries(module: Module) -> Iterable[tuple[str, Any, Any]]:
    """Every (table, key, value) a module defines. A check is keyed by its point and the rows it bears on."""
    for row in module.answers:
        yield "answer", (row.frame, row.action), row
    for frame, action, check in module.checks:
        yield "check", (check.point, frame, action), (frame, action, check)
    tables: dict[str, Mapping[Any, Any]] = {
        "auto": module.autos,
        "effect": module.effects,
        "opening": module.openings,
        "listener": module.listeners,
        "refusal": module.refusals,
        "setting": module.settings,
        "sound": module.sound,
        "lasts": module.lasts,
    }
    for table, rows in tables.items():
        for key, value in rows.items():
            yield table, key, value


def _merge(modules: tuple[Module, ...]) -> dict[str, dict[Any, Any]]:
    tables = ("answer", "check", "auto", "effect", "opening", "listener", "refusal", "setting", "sound", "lasts")
    merged: dict[str, dict[Any, Any]] = {table: {} for table in tables}
    owners: dict[str, Module] = {}
    replaced: set[str] = set()
    for module in _by_name(modules):
        for table, key, value in _entries(module):
            text = _key_text(table, key)
            other = owners.get(text)
            if other is None or (text in module.replaces and text not in other.replaces):
                merged[table][key] = value
                owners[text] = module
            elif text not in other.replaces or text in module.replaces:
                raise RulebookError(
                    f"modules {other.name} and {module.name} both define {text!r}, and neither replaces the other"
                )
            if other is not None:
                replaced.add(text)
    for module in _by_name(modules):
        if idle := sorted(module.replaces - replaced):
            raise RulebookError(f"module {module.name} replaces {idle[0]!r}, which no other module defines")
    return {
        table: dict(sorted(rows.items(), key=lambda row: _key_text(table, row[0]))) for table, rows in merged.items()
    }


def _points(tables: Tables, modules: tuple[Module, ...]) -> Iterable[str]:
    """Every point the ruleset may cite."""
    yield from ENGINE_POINTS
    for row in tables.answers.values():
        yield row.take.point
        yield row.reserved
        yield from (check.point for check in row.otherwise)
    for check in (
        *(check for row in tables.answers.values() for check in row.checks),
        *(check for _, _, check in tables._checks.values()),
    ):
        yield check.point
        if check.price:
            yield check.price.point
    for table in (tables.autos, tables.effects, tables.openings, tables.listeners, tables.settings):
        yield from (value.point for value in table.values() if isinstance(value, Rule | Cited))
    yield from tables.refusals.values()
    yield from (used.point for module in modules for used in module.uses)
    yield from (point for module in modules for point in module.defines)


def assemble(
    book_bindings: Mapping[str, tuple[str, ...]], modules: Iterable[Module], where: str = "the rulebook"
) -> Tables:
    """Merge modules into tables.

    Raises :class:`unoref.RulebookError` when two modules define the same key and neither replaces the other, when a module
    replaces what nobody defines, when a point is bound to no clause, or when an action has no refusal.
    """
    chosen = tuple(modules)
    tables = Tables(chosen, book_bindings)
    unbound = sorted(point for point in tables.points if not book_bindings.get(point))
    if unbound:
        raise RulebookError(f"{where} binds no clause to {', '.join(map(repr, unbound))}")
    for action in _subclasses(Action):
        if not any((Frame, base) in tables.refusals for base in action.__mro__):
            raise RulebookError(f"no module of {where} says what to cite when {action.__name__} is not open to a seat")
    return tables


def _subclasses(base: type[Action]) -> list[type[Action]]:
    return [base, *(deeper for child in base.__subclasses__() for deeper in _subclasses(child))]


@final
class Ruleset:
    """A variant with its options settled: a hashable value, equal to every other ruleset of the same variant, options and deck.

    ``options`` holds every option by its kebab-case name. ``deck`` is the deck played with, ``deck_changes`` what was done to
    the rulebook's. ``tables`` are the merged modules. ``title`` is how the rules are called, by language: that of a house
    sheet, else that of the rulebook; it makes no difference between rulesets.
    """

    __slots__ = ("_hash", "_key", "_title", "deck", "deck_changes", "options", "tables", "variant")

    def __init__(
        self,
        variant: str,
        options: Mapping[str, Value],
        deck: Deck,
        tables: Tables,
        deck_changes: DeckChanges = UNCHANGED,
        title: Mapping[str, str] | None = None,
    ) -> None:
        self.variant: Final = variant
        self.options: Final[Mapping[str, Value]] = MappingProxyType(dict(options))
        self.deck: Final = deck
        self.deck_changes: Final = deck_changes
        self.tables: Final = tables
        self._title: Final = title
        self._key: Final = (variant, tuple(sorted(options.items(), key=lambda pair: pair[0])), deck)
        self._hash: Final = hash(self._key)

    @property
    def book(self) -> Rulebook:
        """The rulebook of the variant."""
        return rulebook(self.variant)

    @property
    def title(self) -> Mapping[str, str]:
        """How the rules are called, by language."""
        return self.book.title if self._title is None else self._title

    @property
    def deck_name(self) -> str:
        """How messages call the deck."""
        return said("changed deck" if self.deck_changes else "deck", variant=self.variant)

    @property
    def changed(self) -> dict[str, Value]:
        """The options that differ from what the rulebook settles on by itself."""
        given: dict[str, Value] = {}
        for name, option in self.book.options.items():
            if option.implies and self.options[name] != option.default:
                given[name] = self.options[name]
        usual = self.book.settle(given)
        return given | {name: value for name, value in self.options.items() if value != usual[name]}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ruleset) and self._key == other._key)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        changed = tuple(sorted(self.changed.items(), key=lambda pair: pair[0]))
        title = None if self._title is None else tuple(self._title.items())
        return _ruleset, (self.variant, changed, self.deck_changes, title)

    def __copy__(self) -> Ruleset:
        return self

    def __deepcopy__(self, memo: object) -> Ruleset:
        return self

    def __repr__(self) -> str:
        told = [f"{name}={value}" for name, value in self.changed.items()]
        if self.deck_changes:
            told.append(f"deck of {self.deck.size}")
        return f"<ruleset {', '.join([self.variant, *told])}>"


def ruleset(variant: str | os.PathLike[str] = "official", /, **options: object) -> Ruleset:
    """The ruleset of a variant with these options, in snake_case; what is not given is as the rulebook has it.

    ``variant`` is the id of a rulebook, or the path of a house sheet (a path object, or a text that ends with ``.toml`` or has
    a slash); options given here prevail over those of the sheet. Made once and kept. Raises :class:`unoref.RulebookError` for
    a variant, option or value there is not, for options that exclude each other, and for a sheet that cannot be read.

    >>> import unoref
    >>> unoref.ruleset("official", uno_penalty=4).options["uno-penalty"]
    4
    """
    named = variant if isinstance(variant, str) else os.path.join(".", os.fspath(variant))
    return ruleset_of(named, {name.replace("_", "-"): value for name, value in options.items()})


def ruleset_of(variant: str, options: Mapping[str, object], deck: Section | None = None, folder: str = "") -> Ruleset:
    """As :func:`ruleset`, with the kebab-case names that records and sheets use.

    ``deck`` is the ``[deck]`` of a record, ``folder`` where the path of a sheet begins. Raises :class:`unoref.RecordError` for
    a ``[deck]`` that is none.
    """
    sheet = read_sheet(variant, folder) if names_sheet(variant) else None
    base = variant if sheet is None else sheet.base
    book = rulebook(base)
    settled = book.settle(options if sheet is None else {**sheet.options, **options})
    try:
        if sheet is not None and sheet.deck and deck is not None:
            raise RulebookError("deck: both the sheet and the record change the deck")
        changes = UNCHANGED if sheet is None else sheet.deck
        if deck is not None:
            changes = read_deck_changes(deck, book, settled)
        return _settled(
            base,
            tuple(settled.items()),
            changes,
            None if sheet is None or sheet.title is None else tuple(sheet.title.items()),
        )
    except RulebookError as fault:
        raise (fault if sheet is None else sheet.fault(fault)) from None


def _ruleset(
    variant: str,
    options: tuple[tuple[str, Value], ...],
    changes: DeckChanges = UNCHANGED,
    title: tuple[tuple[str, str], ...] | None = None,
) -> Ruleset:
    return _settled(variant, tuple(rulebook(variant).settle(dict(options)).items()), changes, title)


@lru_cache(maxsize=1024)
def _settled(
    variant: str,
    options: tuple[tuple[str, Value], ...],
    changes: DeckChanges,
    title: tuple[tuple[str, str], ...] | None,
) -> Ruleset:
    book = rulebook(variant)
    settled = dict(options)
    modules = modules_of(variant, settled)
    where = f"{book.folder.name}/rulebook.toml"
    with blamed(variant, "putting its modules together"):
        tables = assemble(book.bindings_under(settled), modules, where)
    if missing := [name for name in NEEDED if name not in tables.settings]:
        raise RulebookError(f"no module of {where} has the settings {', '.join(map(repr, missing))}")
    deck = changes.applied(usual_deck(variant, settled))
    if changes:
        _check_deck(deck, book, tables)
    return Ruleset(variant, settled, deck, tables, changes, None if title is None else dict(title))


def modules_of(variant: str, options: Mapping[str, Value]) -> tuple[Module, ...]:
    """The modules of a variant under settled options.

    Raises :class:`unoref.RulebookError` for options that exclude each other, and where a package brings the variant and its
    function ``modules`` fails or gives anything else.
    """
    made = variant_module(variant)
    with blamed(variant, "modules()"):
        given = made.modules(options)
        if not isinstance(given, Iterable):
            raise TypeError(f"it gives {type(given).__name__}, not a tuple of Module")
        modules = tuple(given)
        if (stranger := next((each for each in modules if not isinstance(each, Module)), None)) is not None:
            raise TypeError(f"it gives {type(stranger).__name__} among its modules")
    return modules


def _check_deck(deck: Deck, book: Rulebook, tables: Tables) -> None:
    """Refuse a deck with which no round can begin."""
    least, size = book.players[0], int(tables.settings["hand-size"])
    if deck.size <= least * size:
        raise RulebookError(
            f"deck: {deck.size} cards are left; {least} players take {least * size} and the opening card is one more"
        )
    if all(card.face.number is None for card in deck.copies):
        raise RulebookError("deck: no number card is left, and only a number card always opens a round")
