"""Faults put in on purpose: a property that holds everywhere is worth something only if it can fail.

``tests/planted.toml`` has at least one fault for every property: a line of the package, how somebody might have written it, and
words of the line of the property that must fail for it. ``make planted``, or ``python -m tests.planted [PROPERTY…]``, puts them
in, each in a process of its own, runs that one property as the tests run it, and tells after how many examples the fault was
noticed. It exits 1 if a fault goes unnoticed, or is noticed by anything but that line.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import linecache
import os
import select
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any, Final, NoReturn

from attrs import asdict, frozen
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.errors import HypothesisException, StopTest

import unoref
from tests import conftest  # noqa: F401  registers how properties are run, before any of them is imported
from tests.mutation.installing import exchange, forget, pairs, settle

__all__ = ["FAULTS", "Fault", "Result", "faulty", "main", "properties"]

ROOT: Final = Path(__file__).resolve().parents[1]
TABLE: Final = ROOT / "tests/planted.toml"

#: Seconds of processor time in which a fault must be noticed.
PATIENCE: Final = 120

#: As the tests run them, but always the same examples, and what is noticed is not made smaller.
settings.register_profile(
    "planted",
    settings.get_profile("default"),
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    report_multiple_bugs=False,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)


@frozen
class Fault:
    """A fault and what must notice it.

    ``property`` is a test, ``test_properties.test_cards_are_conserved``; ``claim`` words of the line that must fail, or of
    several, one of which must. In the file ``path`` the text ``old``, which is there once, becomes ``new``. ``quick``: it is
    among those the tests try.
    """

    property: str
    fault: str
    path: str
    old: str
    new: str
    claim: str | list[str]
    quick: bool = False


@frozen
class Result:
    """What became of a fault: after how many examples, and on which line, the property failed; ``why`` it did not."""

    examples: int = 0
    line: str = ""
    why: str = ""
    seconds: float = 0.0


#: The faults, in the order of the file.
FAULTS: Final[tuple[Fault, ...]] = tuple(
    Fault(**entry) for entry in tomllib.loads(TABLE.read_text(encoding="utf-8"))["fault"]
)


def properties() -> Iterator[str]:
    """Every test to which Hypothesis gives examples."""
    for path in sorted((ROOT / "tests").glob("test_*.py")):
        for name, test in vars(import_module(f"tests.{path.stem}")).items():
            if hasattr(test, "hypothesis") and test.__module__ == f"tests.{path.stem}":
                yield f"{path.stem}.{name}"


def faulty(fault: Fault) -> str:
    """The source with the fault in it; raises :class:`ValueError` where the text is not there once."""
    source = (ROOT / fault.path).read_text(encoding="utf-8")
    if source.count(fault.old) != 1:
        raise ValueError(f"{fault.path} has {source.count(fault.old)} times {fault.old!r}")
    return source.replace(fault.old, fault.new)


def plant(fault: Fault) -> None:
    """Put the fault into this process."""
    path = str(ROOT / fault.path)
    found = pairs(
        compile((ROOT / fault.path).read_text(encoding="utf-8"), path, "exec"), compile(faulty(fault), path, "exec")
    )
    if not found or not exchange(found, path):
        raise ValueError(f"the fault changes no function of {fault.path}, or what a function knows of those around it")
    forget(rulesets=True)


def cases(test: Any) -> Iterator[dict[str, Any]]:
    """What pytest would call a test with besides what Hypothesis gives it."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    columns = []
    for mark in marks:
        names = [name.strip() for name in mark.args[0].split(",")]
        columns.append([dict(zip(names, row if len(names) > 1 else (row,), strict=True)) for row in mark.args[1]])
    for row in itertools.product(*columns):
        yield functools.reduce(lambda one, other: {**one, **other}, row, {})


class Counter:
    """Counts the examples of a property up to the first that fails."""

    def __init__(self) -> None:
        self.examples = 0
        self.fault: BaseException | None = None

    def watching(self, test: Callable[..., object]) -> Callable[..., object]:
        """The same test, watched."""

        @functools.wraps(test)
        def watched(*given: Any, **named: Any) -> object:
            self.examples += self.fault is None
            try:
                return test(*given, **named)
            except (HypothesisException, StopTest):
                raise
            except BaseException as fault:
                self.fault = self.fault or fault
                raise

        return watched


def tried(fault: Fault, seeded: int | None) -> Result:
    """Run the property with the fault in it, in this process."""
    module, _, name = fault.property.partition(".")
    test: Any = getattr(import_module(f"tests.{module}"), name)
    plant(fault)
    counter = Counter()
    if hasattr(test, "hypothesis"):
        test.hypothesis.inner_test = counter.watching(test.hypothesis.inner_test)
        if seeded is not None:
            test = seed(seeded)(test)
    else:
        test = counter.watching(test)
    given = _fixtures(test)
    why = "it went unnoticed"
    for case in cases(test):
        try:
            test(**case, **given)
        except BaseException as found:
            why = f"{type(found).__name__}: {str(found).splitlines()[0] if str(found) else ''}"
            break
    if counter.fault is None:
        return Result(counter.examples, "", why)
    line = _line(counter.fault)
    claims = [fault.claim] if isinstance(fault.claim, str) else fault.claim
    return Result(
        counter.examples, line, "" if any(words in line for words in claims) else f"another line failed: {why}"
    )


def _fixtures(test: Any) -> dict[str, Any]:
    """The fixtures a property may ask for."""
    folders = SimpleNamespace(getbasetemp=lambda: Path(tempfile.gettempdir()))
    return {"tmp_path_factory": folders} if "tmp_path_factory" in signature(test).parameters else {}


def _line(fault: BaseException) -> str:
    """The innermost line of a test on the way to a fault."""
    lines = [
        linecache.getline(at.filename, at.lineno or 0).strip()
        for at in traceback.extract_tb(fault.__traceback__)
        if Path(at.filename).parent == ROOT / "tests" and at.filename != __file__
    ]
    return lines[-1] if lines else ""


def in_a_fork(fault: Fault, seeded: int | None) -> Result:
    """Try a fault in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _in_child(fault, seeded, writing)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], 10 * PATIENCE)
    told = os.read(reading, 1 << 16) if ready else b""
    os.close(reading)
    if not told:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return Result(**json.loads(told)) if told else Result(why="the process died or did not end")


class Endless(BaseException):
    """A property takes too long."""


def _too_long(signum: int, frame: FrameType | None) -> NoReturn:
    raise Endless


def _in_child(fault: Fault, seeded: int | None, writing: int) -> NoReturn:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        result = tried(fault, seeded)
    except BaseException as found:
        result = Result(why=f"{type(found).__name__}: {found}")
    told: Mapping[str, object] = asdict(result) | {"seconds": round(time.process_time(), 1)}
    os.write(writing, json.dumps(told).encode())
    os._exit(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the faults of the properties named, of all by default; 1 if one went unnoticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument("properties", nargs="*", help="words in the name of a property; default: all of them")
    parser.add_argument("--quick", action="store_true", help="only those the tests try too")
    parser.add_argument("--seed", type=int, help="other examples than the usual ones")
    asked = parser.parse_args(arguments)
    chosen = [
        fault
        for fault in FAULTS
        if (fault.quick or not asked.quick)
        and (not asked.properties or any(words in fault.property for words in asked.properties))
    ]
    settings.load_profile("planted")
    for module in dict.fromkeys(fault.property.partition(".")[0] for fault in chosen):
        import_module(f"tests.{module}")
    for variant in ("official", "classic", "village", "touhouno", "extended"):
        unoref.ruleset(variant)
    for path in dict.fromkeys(fault.path for fault in chosen):  # some are imported only when they are needed
        import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    settle()
    unnoticed = 0
    print("noticed after  seconds  property: fault")
    for fault in chosen:
        result = in_a_fork(fault, asked.seed)
        told = f"{result.examples:>13}" if not result.why else f"{'NOT NOTICED':>13}"
        print(f"{told}  {result.seconds:>7.1f}  {fault.property.partition('.')[2]}: {fault.fault}", flush=True)
        if result.why:
            unnoticed += 1
            print(f"{'':15}{result.why}; {result.examples} examples; {result.line}", flush=True)
    print(f"{len(chosen) - unnoticed} of {len(chosen)} faults were noticed by the property that ought to notice them")
    return int(unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main())
