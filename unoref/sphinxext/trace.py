"""What stands behind each clause: the code that carries it out, the rulings that show it, the tests marked with it.

Nothing here needs Sphinx, so a test suite can ask :func:`gaps` the same question as the build of the documentation.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import inspect
import json
import os
import tomllib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final, Literal

from attrs import astuple, field, frozen

from unoref.checks import Check
from unoref.errors import RulebookError
from unoref.rulebook import Option, Rulebook, Value, rulebook, rulebooks
from unoref.ruleset import ENGINE_POINTS, Module, modules_of
from unoref.sphinxext.lock import COMMAND, LOCK, Difference, differences
from unoref.sphinxext.verdicts import faults
from unoref.step import Cited, Rule
from unoref.variant_modules import brought, has_module, variant_module

__all__ = [
    "OWED",
    "RULINGS_OWED",
    "Code",
    "Kind",
    "MarkedTest",
    "Ruling",
    "cited_functions",
    "code_of",
    "gaps",
    "gaps_of",
    "has_code",
    "marked_tests",
    "recall",
    "ruling_faults",
    "rulings_of",
    "siblings",
]

#: Whether a clause without a ruling is a gap.
RULINGS_OWED: Final = True

#: Clauses that no record can show, and why; a marked test shows them instead.
NO_RECORD: Final[Mapping[str, str]] = {
    "official:setup.2": "who deals is drawn before there is a table to write down",
    "village:3.1": "who deals is drawn before there is a table to write down",
}

#: How a place in the code stands behind a clause.
Kind = Literal["rule", "ground", "bar", "breach", "function", "refusal", "engine", "data"]

#: What each kind of clause owes: one of these kinds of code. A clause may also be carried out by data or by the engine.
OWED: Final[Mapping[str, frozenset[Kind]]] = {
    "definition": frozenset({"rule", "ground", "bar", "breach", "function", "refusal"}),
    "legality": frozenset({"ground", "bar", "breach", "refusal"}),
    "effect": frozenset({"rule"}),
    "procedure": frozenset({"rule", "function"}),
    "scoring": frozenset({"function", "rule"}),
    "etiquette": frozenset(),
}


@frozen(order=True)
class Code:
    """A place in the code that speaks in a point: its module, the qualified name in it, the line it begins on.

    ``api`` is the dotted name by which the API pages know it or the function around it, ``shown`` how it is shown.
    """

    module: str
    name: str
    line: int
    kind: Kind
    point: str

    @property
    def api(self) -> str:
        """The dotted name of the function itself, or of the outermost one around it."""
        return f"{self.module}.{self.name.partition('.<locals>')[0]}"

    @property
    def shown(self) -> str:
        """The dotted name as it is shown: without the package, and without marks of nesting."""
        short = self.module.removeprefix("unoref.")
        return f"{short}.{self.name.replace('.<locals>', '').removesuffix('.<lambda>')}"


@frozen
class Ruling:
    """A worked case: a record with ``[story]`` and ``[expect]``, as its file has it."""

    id: str
    path: Path
    data: Mapping[str, Any]
    clauses: tuple[str, ...] = field(factory=tuple)

    def story(self, lang: str) -> str:
        """What happened at the table, in English (``en``) or Chinese (``zh``); empty where it is not told."""
        return str(self.data.get("story", {}).get(lang, ""))

    @property
    def verdict(self) -> str:
        """The verdict it expects; empty where it expects none."""
        return str(self.data.get("expect", {}).get("verdict", ""))


@frozen(order=True)
class MarkedTest:
    """A test marked with ``pytest.mark.clause``: the file, relative to the folder of tests, its name, its line."""

    path: str
    name: str
    line: int


def _settings(option: Option) -> Iterator[Value]:
    """The values of an option worth trying: every choice, both truth values, the ends of a range."""
    if option.choices:
        yield from (choice.value for choice in option.choices)
    elif isinstance(option.default, bool):
        yield from (True, False)
    else:
        yield from (number for number in (option.minimum, option.maximum) if number is not None)


#: How many sets of a few options are tried beside those that cover every pair.
_SPARSE: Final = 600


def _single_values(options: Mapping[str, Option]) -> Iterator[tuple[str, Value]]:
    """Each value of each option away from its default."""
    for name, option in options.items():
        yield from ((name, value) for value in _settings(option) if value != option.default)


def option_sets(book: Rulebook, fits: Callable[[Mapping[str, Value]], bool]) -> Iterator[dict[str, Value]]:
    """No option, each value of each option, sets in which together each pair of values of two options occurs, and sparse ones.

    ``fits`` tells whether a set can be had; pairs that exclude each other occur in none. The sparse sets, in which most options
    keep their default, are always the same.
    """
    yield {}
    single = list(_single_values(book.options))
    yield from ({name: value} for name, value in single)
    rng = Random(0)
    sparse = (dict(rng.sample(single, min(len(single), rng.randint(2, 6)))) for _ in range(_SPARSE))
    yield from (chosen for chosen in sparse if fits(chosen))
    left = {frozenset(pair) for pair in combinations(single, 2) if pair[0][0] != pair[1][0]}
    while left:
        chosen = dict(min(left, key=lambda pair: sorted(map(str, pair))))
        pair = frozenset(chosen.items())
        if fits(chosen):
            for name, value in single:
                gains = any(frozenset(((name, value), other)) in left for other in chosen.items())
                if name not in chosen and gains and fits(chosen | {name: value}):
                    chosen[name] = value
            yield chosen
            left -= {frozenset(both) for both in combinations(chosen.items(), 2)}
        left.discard(pair)


def has_code(book: Rulebook) -> bool:
    """Whether there is a module by which the engine can play the book."""
    return has_module(book.id)


@cache
def _module_sets(variant: str) -> tuple[tuple[Module, ...], ...]:
    """The modules of the variant under every set of options worth trying."""
    book = rulebook(variant)
    if not has_code(book):
        return ()

    def modules(given: Mapping[str, Value]) -> tuple[Module, ...] | None:
        try:
            return modules_of(variant, book.settle(given))
        except RulebookError:
            return None  # these options exclude each other

    sets = (modules(given) for given in option_sets(book, lambda given: modules(given) is not None))
    return tuple(found for found in sets if found is not None)


def _used_by(function: Callable[..., Any], seen: set[int], within: tuple[str, ...]) -> Iterator[object]:
    """What a function may hand over to: what it holds on to from around it, and the globals and tables it names.

    Functions of modules whose names begin as ``within`` says are followed further.
    """
    if id(function) in seen:
        return
    seen.add(id(function))
    held: list[object] = []
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # a cell that is not filled yet
            held.append(cell.cell_contents)
    held += [function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__]
    for value in held:
        for one in value.values() if isinstance(value, Mapping) else (value,):
            if inspect.isfunction(one) and one.__module__.startswith(within):
                yield from _used_by(one, seen, within)
            yield one


def _cited_objects(module: Module) -> Iterator[Rule[Any] | Check[Any, Any] | Cited[Any, Any]]:
    """Every rule, check and citing function a module brings into its ruleset."""
    for row in module.answers:
        yield row.take
        yield from row.checks
        yield from row.otherwise
    yield from (check for _, _, check in module.checks)
    for table in (module.autos, module.effects, module.openings, module.listeners, module.settings):
        yield from (value for value in table.values() if isinstance(value, Rule | Check | Cited))
    yield from module.uses


def _wrapped(thing: Rule[Any] | Check[Any, Any] | Cited[Any, Any]) -> Callable[..., Any]:
    return thing.test if isinstance(thing, Check) else thing.function


def _reachable(module: Module, book: Rulebook) -> Iterator[Rule[Any] | Check[Any, Any] | Cited[Any, Any]]:
    """The objects of :func:`_cited_objects`, their prices, and those they hand over to."""
    within = ("unoref.rules.", "unoref.variants.", variant_module(book.id).__name__)
    queue: list[object] = list(_cited_objects(module))
    seen: set[int] = set()
    followed: set[int] = set()
    while queue:
        thing = queue.pop()
        if id(thing) in seen or not isinstance(thing, Rule | Check | Cited):
            continue
        seen.add(id(thing))
        yield thing
        if isinstance(thing, Check) and thing.price is not None:
            queue.append(thing.price)
        queue.extend(_used_by(_wrapped(thing), followed, within))


def _kind(thing: Rule[Any] | Check[Any, Any] | Cited[Any, Any]) -> Kind:
    if isinstance(thing, Check):
        return thing.kind
    return "rule" if isinstance(thing, Rule) else "function"


def code(thing: Rule[Any] | Check[Any, Any] | Cited[Any, Any]) -> Code:
    """Where the function of a rule, a check or a citing function stands."""
    function = _wrapped(thing)
    return Code(function.__module__, function.__qualname__, function.__code__.co_firstlineno, _kind(thing), thing.point)


def _maker(variant: str, module: Module) -> tuple[ModuleType, str]:
    """The Python module and the function that most likely made a module: by its name."""
    name = module.name.replace("-", "_")
    whole = variant_module(variant)
    for place in (f"{whole.__name__}.{name}", f"unoref.rules.{name}"):
        try:
            made = importlib.import_module(place)
        except ModuleNotFoundError:
            continue
        makers = [known for known in ("module", "plain") if hasattr(made, known)]
        if makers:
            return made, makers[0]
    return whole, "modules"


def _plain(kind: Kind, point: str, made: ModuleType, name: str) -> Code:
    function = getattr(made, name)
    return Code(made.__name__, name, function.__code__.co_firstlineno, kind, point)


#: What has been worked out, or read from a file, for each variant.
_functions: Final[dict[str, Mapping[str, tuple[Code, ...]]]] = {}


def cited_functions(variant: str) -> Mapping[str, tuple[Code, ...]]:
    """The code behind every point of a variant, whatever its options: a point to the places that speak in it."""
    if variant not in _functions:
        _functions[variant] = _cited_functions(variant)
    return _functions[variant]


def recall(path: Path, variants: Iterable[str]) -> None:
    """Have :func:`cited_functions` ready for these variants: from a file, as long as no code and no rulebook has changed since.

    Trying every option takes seconds, and the file spares them to the next build; it is written where it does not do.
    """
    known = _fingerprint(tuple(variants))
    with suppress(OSError, ValueError, TypeError, KeyError):
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["of"] == known:
            for variant, functions in kept["functions"].items():
                _functions[variant] = {
                    point: tuple(Code(*place) for place in places) for point, places in functions.items()
                }
            return
    functions = {variant: cited_functions(variant) for variant in variants}
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")  # builds in two languages may do so at once
    beside.write_text(json.dumps({"of": known, "functions": functions}, default=astuple), encoding="utf-8")
    beside.replace(path)


def _fingerprint(variants: tuple[str, ...]) -> str:
    """A checksum of everything that decides what code stands behind the points of the variants."""
    files = set(Path(__file__).parent.parent.glob("**/*.py"))
    for variant in variants:
        book = rulebook(variant)
        files |= {book.folder / name for name in ("rulebook.toml", "options.toml", "deck.toml")}
        if variant in brought():
            files |= set(Path(variant_module(variant).__file__).parent.glob("**/*.py"))
    found = hashlib.sha256(repr(variants).encode())
    for file in sorted(files):
        found.update(str(file).encode())
        if file.is_file():
            found.update(file.read_bytes())
    return found.hexdigest()


def _cited_functions(variant: str) -> Mapping[str, tuple[Code, ...]]:
    found: dict[str, set[Code]] = {}
    book = rulebook(variant)

    def note(place: Code) -> None:
        found.setdefault(place.point, set()).add(place)

    engine = importlib.import_module("unoref.engine")
    for point in ENGINE_POINTS:
        note(_plain("engine", point, engine, "find"))
    seen: set[int] = set()
    for modules in _module_sets(variant):
        for module in modules:
            for thing in _reachable(module, book):
                if id(thing) not in seen:
                    seen.add(id(thing))
                    note(code(thing))
            reserved = {row.reserved for row in module.answers} - set(ENGINE_POINTS)
            for kind, points in (("refusal", {*module.refusals.values(), *reserved}), ("data", {*module.defines})):
                made, name = _maker(variant, module)
                for point in points:
                    note(_plain("data" if kind == "data" else "refusal", point, made, name))
    return {point: tuple(sorted(places)) for point, places in sorted(found.items())}


@cache
def code_of(variant: str) -> Mapping[str, tuple[Code, ...]]:
    """The code behind every clause and interpretation of a variant that has any."""
    return _behind(rulebook(variant), cited_functions(variant))


def _behind(book: Rulebook, functions: Mapping[str, Sequence[Code]]) -> dict[str, tuple[Code, ...]]:
    found: dict[str, set[Code]] = {}
    for point, places in functions.items():
        for clause in book.every_binding.get(point, ()):
            found.setdefault(clause, set()).update(places)
    return {clause: tuple(sorted(places)) for clause, places in found.items()}


@cache
def rulings_of(variant: str) -> tuple[Ruling, ...]:
    """The rulings of a variant, by id: ``<variant>/<name of the file>``.

    A ruling shows the clauses it expects to be cited and those of ``shows``, by which it comes out as it does without their
    being cited: where a clause defines a word, or says that something does not happen.
    """
    found = []
    for path in sorted((rulebook(variant).folder / "rulings").glob("**/*.toml")):
        with path.open("rb") as file:
            data = tomllib.load(file)
        expect = data.get("expect", {})
        clauses = tuple(map(str, (*expect.get("clauses", ()), *expect.get("shows", ()))))
        found.append(Ruling(f"{variant}/{path.stem}", path, data, clauses))
    return tuple(found)


def _marks(decorators: Iterable[ast.expr]) -> Iterator[str]:
    for decorator in decorators:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.clause":
            yield from (
                arg.value for arg in decorator.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )


def _marked_in(body: Sequence[ast.stmt], outer: str, marked: tuple[str, ...]) -> Iterator[tuple[str, int, str]]:
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{outer}{statement.name}"
            marks = (*marked, *_marks(statement.decorator_list))
            if isinstance(statement, ast.ClassDef):
                yield from _marked_in(statement.body, f"{name}::", marks)
            else:
                yield from ((name, statement.lineno, mark) for mark in dict.fromkeys(marks))
        elif isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets
        ):
            value = statement.value
            marked = (*marked, *_marks(value.elts if isinstance(value, ast.List | ast.Tuple) else [value]))


def marked_tests(folder: Path) -> Mapping[str, tuple[MarkedTest, ...]]:
    """The tests under a folder marked ``@pytest.mark.clause("…")``, by clause; read from their source, not run.

    A mark on a class or in ``pytestmark`` counts for every test that follows it there.
    """
    found: dict[str, list[MarkedTest]] = {}
    for path in sorted(folder.glob("**/test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, line, clause in _marked_in(tree.body, "", ()):
            found.setdefault(clause, []).append(MarkedTest(path.relative_to(folder).as_posix(), name, line))
    return {clause: tuple(tests) for clause, tests in found.items()}


def siblings(variant: str, identity: str) -> Mapping[str, tuple[str, ...]]:
    """The clauses of other variants that speak of the same, by variant.

    Where a variant binds one of the clause's points to clauses of its own, these; else its clauses on the main topic.
    """
    book = rulebook(variant)
    points = [point for point, clauses in book.every_binding.items() if identity in clauses]
    topic = book.clause(identity).topics[0] if identity in book.clause_ids else ""
    found: dict[str, tuple[str, ...]] = {}
    for other, its in rulebooks()[0].items():
        if other == variant:
            continue
        bound = dict.fromkeys(clause for point in points for clause in its.every_binding.get(point, ()))
        same = bound or dict.fromkeys(clause for clause in its.clause_ids if its.clause(clause).topics[0] == topic)
        if same:
            found[other] = tuple(same)
    return found


def _gaps_of_cards(book: Rulebook) -> Iterator[str]:
    """What is wrong with the table of cards of a rulebook that has one."""
    if not book.card_rows:
        return
    listed = Counter(code for row in book.card_rows for code in row.cards)
    parts = (part.get("copies", {}) and book.deck(name) for name, part in book.decks.items() if "copies" in part)
    cards = {card.code for part in parts for card in part.copies}
    yield from (f"the table of cards lists {code} {count} times" for code, count in listed.items() if count > 1)
    yield from (f"the table of cards lacks {code}" for code in sorted(cards - listed.keys()))
    yield from (f"the table of cards has {code}, which no deck has" for code in sorted(listed.keys() - cards))
    for row in book.card_rows:
        if row.clause not in (*book.clause_ids, *book.interpretation_ids):
            yield f"the table of cards names the clause {row.clause!r}, which there is not"
        yield from (
            f"the table of cards says nothing in {lang} of {column} for {row.cards[0]}"
            for column in book.card_columns
            for lang in ("en", "zh")
            if not row.cells.get(column, {}).get(lang)
        )


def gaps(variant: str, documented: Container[str] = frozenset()) -> list[str]:
    """Everything a rulebook owes and lacks, one sentence each; empty when the book, its code and its rulings agree.

    A clause owes code according to its kind (:data:`OWED`) and a ruling that shows it; etiquette owes nothing, and
    neither does a clause that says why no code carries it out (``unmodelled``). A book by which the engine cannot play owes that
    each clause is in ``documented``, the clauses that the docstrings of some other program cite, and no rulings. What is named
    must exist: options, and the clauses of bindings, interpretations and rulings. A text must be that of its lock
    (:mod:`unoref.sphinxext.lock`).
    """
    return gaps_of(rulebook(variant), cited_functions(variant), rulings_of(variant), documented)


def ruling_faults(variant: str) -> list[str]:
    """What the engine says otherwise than the rulings of a variant expect, one sentence each."""
    return [
        f"ruling {ruling.id}: {fault}"
        for ruling in rulings_of(variant)
        for fault in faults(ruling.data, ruling.path.parent)
    ]


def gaps_of(
    book: Rulebook,
    functions: Mapping[str, Sequence[Code]],
    rulings: Iterable[Ruling],
    documented: Container[str] = frozenset(),
) -> list[str]:
    """As :func:`gaps`, of a book with the places that speak in each point and with its rulings."""
    behind, shown = _behind(book, functions), {clause for ruling in rulings for clause in ruling.clauses}
    known = {*book.clause_ids, *book.interpretation_ids}
    played = has_code(book)
    found = []
    for identity in book.clause_ids:
        clause = book.clause(identity)
        if clause.option is not None and clause.option not in book.options:
            found.append(f"{identity} names the option {clause.option!r}, which {book.id} does not have")
        if clause.kind == "etiquette" or clause.unmodelled is not None:
            continue
        if not played:
            if identity not in documented:
                found.append(f"{identity} is cited by nothing that is documented")
            continue
        kinds = {place.kind for place in behind.get(identity, ())}
        if not kinds & (OWED[clause.kind] | {"data", "engine"}):
            has = f", only {' and '.join(sorted(kinds))}" if kinds else ""
            found.append(f"{identity} is of kind {clause.kind} and no code of that kind carries it out{has}")
        if RULINGS_OWED and identity not in shown and identity not in NO_RECORD:
            found.append(f"{identity} is shown by no ruling")
    for identity in book.interpretation_ids:
        reading = book.interpretation(identity)
        if reading.clause not in book.clause_ids:
            found.append(f"{identity} reads the clause {reading.clause!r}, which there is not")
        if reading.option is not None and reading.option not in book.options:
            found.append(f"{identity} names the option {reading.option!r}, which {book.id} does not have")
    found += _gaps_of_cards(book)
    for name, option in book.options.items():
        if option.clause not in known:
            found.append(f"option {name} belongs to {option.clause!r}, which there is not")
    for name, value in book.under:
        if name not in book.options or value not in map(str.casefold, book.options[name].values):
            found.append(f"points are bound anew under {name} = {value}, which cannot be")
    for point, clauses in book.every_binding.items():
        found += [
            f"point {point} is bound to {clause!r}, which there is not" for clause in clauses if clause not in known
        ]
        if played and point not in functions:
            found.append(f"point {point} is bound, but no code speaks in it under any options")
    for ruling in rulings:
        found += [
            f"ruling {ruling.id} expects {clause!r}, which there is not"
            for clause in ruling.clauses
            if clause not in known
        ]
    return found + [_unlocked(one) for one in differences(book)]


def _unlocked(one: Difference) -> str:
    """A sentence about a text that is not that of the lock."""
    told = {
        "changed": f"the text of {one.identity} is not that of {LOCK}; read its code and rulings again",
        "new": f"{LOCK} lacks {one.identity}",
        "gone": f"{LOCK} has {one.identity}, which there is not",
    }
    return f"{told[one.what]}, then run {COMMAND}"
