"""How fast recorded games are audited, what more processes gain, and that memory does not grow with the log.

Every figure is measured several times, in turns, so that a machine that is busy with other things is fair to all; read the
medians and mind the spread. Rates are plays a second of the whole way: from the bytes of a line to the verdict on its game.

    python -m benchmarks.evidence [--games 100000]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import unoref
from benchmarks.timing import Run, in_turns, spread
from unoref.audit import Auditor
from unoref.simulate import Simulator, names_for

RUNS = 5
#: Games of the logs that are timed, and how many games of the long log differ.
RANDOM_GAMES, GREEDY_GAMES = 200, 2_000


def log_of(policy: str, games: int) -> bytes:
    """A log of official games of four players."""
    return Simulator(unoref.ruleset("official"), names_for(4), 1, policy)(range(games))[0].encode()


def audited(log: bytes) -> Run:
    """What audits a log in this process, and counts its plays."""
    auditor = Auditor()

    def run() -> int:
        plays = 0
        for line in log.splitlines():
            found = auditor(line)
            assert found.result == "ok"
            plays += found.plays
        return plays

    return run


def seconds(path: Path, jobs: int) -> tuple[float, float]:
    """Seconds that the command takes, starting included, and seconds of processor time of all its processes."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "unoref", "audit", str(path), "--jobs", str(jobs)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def peak(log: bytes, games: int, jobs: int) -> float:
    """The most memory of one process, in MiB, while the command audits so many games from standard input."""
    lines = log.splitlines(keepends=True)
    command = [sys.executable, "-m", "unoref", "audit", "-", "--json", "--jobs", str(jobs)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        for number in range(games):
            process.stdin.write(lines[number % len(lines)])
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_maxrss / 1024


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="games of the long log, 0 for none")
    wanted = parser.parse_args()
    logs = {"random": log_of("random", RANDOM_GAMES), "greedy": log_of("greedy", GREEDY_GAMES)}
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors, {RUNS} runs of each")
    for policy, taken in in_turns({policy: audited(log) for policy, log in logs.items()}, RUNS).items():
        print(f"one process, {policy} games: {spread((1 / each for each in taken), ',.0f')} plays a second")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.jsonl")
        path.write_bytes(logs["greedy"] * 2)
        times: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
        for _ in range(RUNS):
            for jobs, measured in times.items():
                measured.append(seconds(path, jobs))
        for jobs, measured in times.items():
            wall, busy = ([each[at] for each in measured] for at in (0, 1))
            print(f"{jobs} job{'s' * (jobs > 1)}: {spread(wall, '.2f')} s; processors busy for {spread(busy, '.2f')} s")
        gains = [one / two for (one, _), (two, _) in zip(times[1], times[2], strict=True)]
        print(f"gain of the second job, where it has a processor of its own: {spread(gains, '.2f')}")
    for jobs in (1, 2) if wanted.games else ():
        for games in (1_000, wanted.games):
            print(f"{jobs} job{'s' * (jobs > 1)}, {games:,} games: at most {peak(logs['greedy'], games, jobs):.1f} MiB")


if __name__ == "__main__":
    main()
