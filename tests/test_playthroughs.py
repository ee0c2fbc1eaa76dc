"""The recorded games under tests/games/ go as they are written down."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples import PAGES, blocks
from tests.perft import COUNTS
from tests.playthroughs import GAMES, games, played, text_of
from unoref.record import dumps
from unoref.rulebook import variant_ids


@pytest.mark.parametrize("path", games(), ids=lambda path: path.stem)
def test_a_game_goes_as_written_down(path: Path) -> None:
    assert path.with_suffix(".txt").read_text(encoding="utf-8") == text_of(path)


@pytest.mark.parametrize("path", games(), ids=lambda path: path.stem)
def test_a_game_is_whole(path: Path) -> None:
    """From the deal, every card known, to the end of the round."""
    record, shown = played(path)

    assert record.start.discard.top is None
    assert "?" not in dumps(record, "toml")
    assert shown[-1].state is not None
    assert shown[-1].state.over


def test_every_variant_has_a_game_with_and_without_options() -> None:
    rules = [played(path)[0].rules for path in games()]

    assert {(variant, changed) for variant in variant_ids() for changed in (False, True)} == {
        (ruleset.variant, bool(ruleset.changed)) for ruleset in rules
    }


def test_no_text_is_left_without_its_game() -> None:
    assert {path.stem for path in games()} == {path.stem for path in GAMES.glob("*.txt")}


def test_the_page_shows_what_is_kept() -> None:
    kept = "".join(path.read_text(encoding="utf-8") for path in (*COUNTS.glob("*.toml"), *GAMES.glob("*.txt")))
    shown = [block for block in blocks(PAGES["docs/playthroughs.rst"]) if block.kind in ("toml", "text")]

    assert [block.kind for block in shown] == ["toml", "text"]
    assert all("\n".join(block.lines) in kept for block in shown)
