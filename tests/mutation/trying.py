"""One fault after another: a process forks, takes the fault in, and runs evidence until something fails."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Literal, NoReturn

from attrs import asdict, frozen

from tests.mutation.evidence import Evidence, Map
from tests.mutation.installing import Pair, exchange, forget, import_faulty, pairs
from tests.mutation.mutants import Mutant

__all__ = ["ENDLESS", "Outcome", "Trial", "exchanged", "try_imported", "try_warm"]

#: Seconds of processor time one piece of evidence may take; more, and the fault made something endless.
PATIENCE = 20
#: Told of evidence that did not end.
ENDLESS = " (does not end)"
#: Seconds after which a process is given up.
WALL = 300
#: Bytes a process may take.
MEMORY = 3 << 30

Result = Literal["killed", "survived", "broken", "judged"]


@frozen
class Outcome:
    """What became of a fault; ``by`` names what noticed it."""

    id: str
    path: str
    operator: str
    text: str
    result: Result
    by: str = ""
    tried: int = 0
    seconds: float = 0.0

    def line(self) -> str:
        """The outcome as a line of JSON."""
        return json.dumps(asdict(self))


class Endless(BaseException):
    """A piece of evidence takes too long."""


def _too_long(signum: int, frame: FrameType | None) -> NoReturn:
    raise Endless


@frozen
class Trial:
    """Evidence in order, and the seconds of processor time after which no more of it is tried."""

    evidence: Callable[[], Iterable[Evidence]]
    seconds: float

    def without(self, names: set[str]) -> Trial:
        """The same without the evidence of these names."""
        return Trial(lambda: (piece for piece in self.evidence() if piece.name not in names), self.seconds)


def _run(trials: Iterable[Trial]) -> tuple[Result, str, int]:
    signal.signal(signal.SIGVTALRM, _too_long)
    tried = 0
    for trial in trials:
        started = time.process_time()
        for piece in trial.evidence():
            tried += 1
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
            try:
                piece.run()
            except Endless:
                return "killed", f"{piece.name}{ENDLESS}", tried
            except BaseException:
                return "killed", piece.name, tried
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if time.process_time() - started > trial.seconds:
                break
    return "survived", "", tried


def _forked(mutant: Mutant, work: Callable[[], tuple[Result, str, int]], wall: float) -> Outcome:
    """The outcome of some work in a process of its own; one that dies or does not end has been noticed too."""
    started = time.monotonic()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _in_child(work, writing)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], wall)
    told = os.read(reading, 1 << 16) if ready else b""
    os.close(reading)
    if not told:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    outcome: tuple[Result, str, int] = ("killed", "the process died or did not end", 0)
    result, by, tried = json.loads(told) if told else outcome
    return Outcome(
        mutant.id, mutant.path, mutant.operator, mutant.text, result, by, tried, round(time.monotonic() - started, 2)
    )


def _in_child(work: Callable[[], tuple[Result, str, int]], writing: int) -> NoReturn:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.setrecursionlimit(2000)
    try:
        told: Any = work()
    except BaseException as fault:
        told = ("broken", repr(fault)[:200], 0)
    os.write(writing, json.dumps(told).encode())
    os._exit(0)


def exchanged(mutant: Mutant, root: Path) -> list[Pair] | None:
    """The functions the fault changes; None if the module must be imported with the fault."""
    file = root / mutant.path
    return pairs(_compiled(file), compile(mutant.source(root), str(file), "exec"))


@cache
def _compiled(file: Path) -> CodeType:
    return compile(file.read_text(encoding="utf-8"), str(file), "exec")


def try_warm(mutant: Mutant, found: list[Pair], root: Path, known: Map, trials: list[Trial]) -> Outcome:
    """Try a fault inside functions where the package is loaded already."""

    def work() -> tuple[Result, str, int]:
        count = exchange(found, str(root / mutant.path))
        forget(rulesets=not count or known.assembles(mutant.path, mutant.lines))
        return _run(trials)

    return _forked(mutant, work, WALL)


def try_imported(mutant: Mutant, root: Path, trials: list[Trial]) -> Outcome:
    """Try a fault in a process that has not imported the package yet."""
    source = mutant.source(root)

    def work() -> tuple[Result, str, int]:
        import_faulty(root, mutant.path, source)
        try:
            import tests.test_rulings  # noqa: F401
        except BaseException:
            return "killed", "import", 0
        return _run(trials)

    return _forked(mutant, work, WALL)
