"""The faults that are noted as changing nothing are faults of lines that are still there."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTED = tomllib.loads((ROOT / "tests/mutation/equivalent.toml").read_text(encoding="utf-8"))["equivalent"]


def test_each_is_of_a_line_of_its_file_and_has_a_reason() -> None:
    for noted in NOTED:
        assert set(noted) == {"path", "line", "operator", "reason"}
        lines = (ROOT / noted["path"]).read_text(encoding="utf-8").splitlines()
        assert noted["line"] in map(str.strip, lines), noted
        assert noted["reason"]


def test_none_is_noted_twice() -> None:
    keys = [(noted["path"], noted["line"], noted["operator"]) for noted in NOTED]

    assert len(set(keys)) == len(keys)
