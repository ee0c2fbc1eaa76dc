"""The counts under tests/counts/ are what the referee counts, and what a few small models count that share no code with it."""

from __future__ import annotations

import pytest

from tests.perft import COUNTS, Counts, Position, count, positions
from tests.small_models import Classic, Move, Official
from unoref.frames import Turn
from unoref.rulebook import variant_ids
from unoref.state import State

POSITIONS = [position for path in sorted(COUNTS.glob("*.toml")) for position in positions(path)]
MODELS = {"official": Official, "classic": Classic}


def plain(state: State) -> bool:
    """Whether a small model can hold the position: no options, nothing pending, a draw pile that lasts."""
    return state.ruleset.variant in MODELS and not state.ruleset.changed and type(state.frames[-1]) is Turn and len(state.draw_pile) > 1


MODELLED = [position for position in POSITIONS if plain(position.state)]


def modelled(position: Position) -> Official:
    """The position as a small model has it."""
    state = position.state
    top = state.discard.top
    assert top is not None
    hands = [[card.code for card in held] for held in state.hands]
    return MODELS[state.ruleset.variant](hands, top.code, [card.code for card in state.draw_pile])


def counted(model: Official, depth: int) -> Counts:
    """The counts of a model."""
    layers: list[tuple[int, int, int]] = []
    tables = [model]
    for _ in range(depth):
        moves: list[Move] = [move for table in tables for move in table.moves()]
        layers.append((len(moves), sum(contestable for contestable, _ in moves), sum(after.over for _, after in moves)))
        tables = [after for _, after in moves]
    sequences, contestable, over = zip(*layers, strict=True)
    return Counts(sequences, contestable, over)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.id)
def test_the_counts_of_a_position_are_those_written_down(position: Position) -> None:
    assert position.counts == count(position.state, position.depth)


@pytest.mark.parametrize("position", MODELLED, ids=lambda position: position.id)
def test_a_small_model_comes_to_the_same_counts(position: Position) -> None:
    assert position.counts == counted(modelled(position), position.depth)


def test_every_variant_has_counts_with_and_without_options() -> None:
    kinds = {(position.state.ruleset.variant, bool(position.state.ruleset.changed)) for position in POSITIONS}

    assert {(variant, changed) for variant in variant_ids() for changed in (False, True)} == kinds
