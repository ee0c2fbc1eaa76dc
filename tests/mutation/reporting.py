"""What became of the faults of each module, as a text."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import sqrt
from pathlib import Path

from tests.mutation.mutants import all_mutants, sample

__all__ = ["equivalents", "interval", "report"]

Row = Mapping[str, str]


def equivalents(root: Path) -> dict[tuple[str, str, str], str]:
    """The faults noted as changing nothing, by path, line and operator, with the reason."""
    data = tomllib.loads((root / "tests/mutation/equivalent.toml").read_text(encoding="utf-8"))
    return {(noted["path"], noted["line"], noted["operator"]): noted["reason"] for noted in data.get("equivalent", ())}


def interval(killed: int, tried: int, possible: int) -> tuple[float, float]:
    """Between which shares of all faults of a module the killed ones lie, 19 times out of 20 (Wilson, finite population)."""
    if tried in (0, possible):
        return (killed / tried, killed / tried) if tried else (0.0, 1.0)
    z2 = 1.96**2 * (possible - tried) / (possible - 1)
    share = killed / tried
    middle = (share + z2 / (2 * tried)) / (1 + z2 / tried)
    half = sqrt(z2) * sqrt(share * (1 - share) / tried + z2 / (4 * tried**2)) / (1 + z2 / tried)
    return max(0.0, middle - half), min(1.0, middle + half)


def report(root: Path, paths: Iterable[str], rows: Mapping[str, Row]) -> str:
    """A table: for each module the faults there are, tried, killed, noted as equivalent, alive; and the share killed."""
    noted = equivalents(root)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    by: Counter[str] = Counter()
    possible: Counter[str] = Counter()
    for path in paths:
        every = all_mutants(root, path)
        faults = sample(every, len(every), 1)
        possible[path] = len(faults)
        places = {(fault.line, fault.column, fault.operator.split("_")[0]) for fault in faults}
        assert len(places) == len(faults)
        for fault in {fault.id: fault for fault in every}.values():  # a number has several faults of one name
            row = rows.get(fault.id)
            if row is None or row["text"] != fault.text or row["result"] in ("broken", "judged"):
                continue
            result = row["result"]
            if result == "survived" and (path, fault.text, fault.operator) in noted:
                result = "equivalent"
            counts[path][result] += 1
            if result == "killed":
                by[_kind(row["by"])] += 1
    lines = [
        f"{'module':44} {'faults':>6} {'tried':>6} {'killed':>6} {'same':>5} {'alive':>5}  killed, and between (95 %)"
    ]
    groups = {"all": list(possible), "engine": [path for path in possible if path == "unoref/engine.py"]}
    for group in ("unoref/rules", "unoref/variants"):
        groups[group] = [path for path in possible if path.startswith(group)]
    lines += [_line(path, possible[path], counts[path]) for path in possible if possible[path]]
    lines.append("")
    for name in ("unoref/rules", "unoref/variants", "all"):
        count = sum((counts[path] for path in groups[name]), Counter())
        lines.append(_line(name, sum(possible[path] for path in groups[name]), count))
    total = by.total()
    lines += (
        ["", "killed by: " + ", ".join(f"{kind} {count / total:.0%}" for kind, count in by.most_common())]
        if total
        else []
    )
    return "\n".join(lines) + "\n"


def _line(name: str, possible: int, count: Counter[str]) -> str:
    killed, alive, same = count["killed"], count["survived"], count["equivalent"]
    tried = killed + alive + same
    told = f"{name:44} {possible:6} {tried:6} {killed:6} {same:5} {alive:5}  "
    if not killed + alive:
        return told + "-"
    low, high = interval(killed, killed + alive, max(possible - same, killed + alive))
    return told + f"{killed / (killed + alive):.0%} ({low:.0%} to {high:.0%})"


def _kind(by: str) -> str:
    if by.startswith("varied "):
        return "a variation of a ruling"
    if by.startswith("outcome "):
        return "what is kept of a ruling"
    if by.startswith(("torn ", "back ")):
        return "a spoiled position"
    if by.startswith(("game ", "count ")):
        return "a recorded game or a count"
    if by.startswith("test_"):
        return "a property on walks"
    if by.startswith(("tests/", "unoref/")):
        return "a test"
    if by == "import" or by.startswith("the process"):
        return "import or a process that died"
    return "a ruling"
