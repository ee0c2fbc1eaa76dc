"""What must work where there is no terminal, no thread and no process: counted, judged and played with the library alone.

Run by check.mjs inside a WebAssembly Python; ``python -m tests.wasm.check`` does the same in this one.
"""

from __future__ import annotations

import random
import sys
import tomllib

import unoref
from tests.perft import COUNTS, count, positions
from unoref.record import build
from unoref.rulebook import rulebook, variant_ids


def check() -> str:
    """Count every position, judge every ruling, play a game of each variant; what was done, in a line."""
    counted = judged = plays = 0
    for path in sorted(COUNTS.glob("*.toml")):
        for position in positions(path):
            assert position.counts == count(position.state, position.depth), position.id
            counted += 1
    for variant in variant_ids():
        for path in sorted((rulebook(variant).folder / "rulings").glob("*.toml")):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            verdict = data["expect"].get("verdict")
            if verdict not in (None, "bad-input") and "dispute" in data:
                record = build(data)
                assert record.dispute is not None
                assert verdict == unoref.judge(record.state(), record.dispute).verdict, path.name
                judged += 1
        rng = random.Random(7)
        state = unoref.settle(unoref.deal(unoref.ruleset(variant), ["Ann", "Bo", "Cy"], rng=rng), rng)
        while not state.over:
            state = unoref.settle(unoref.apply(state, rng.choice(unoref.legal_actions(state))), rng)
            plays += 1
    assert not {"rich", "typer", "sphinx"} & sys.modules.keys(), "the library alone needs no command line"
    where = f"Python {sys.version.split()[0]} on {sys.platform}"
    return f"{where}: {counted} positions counted, {judged} rulings judged, {plays} plays made"


if __name__ == "__main__":
    print(check())
