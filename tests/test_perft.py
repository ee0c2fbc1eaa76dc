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
    return (
        state.ruleset.variant in MODELS
        and not state.ruleset.changed
        and type(state.frames[-1]) is Turn
        and len(state.draw_pile) > 1
    )


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


#: Counts worked out on paper from the clauses, first action by first action. ``W+4 ×4``: one for each color named.
BY_HAND = {
    # R+2, W+4 ×4, a draw. On R+2 Bo lays Y+2, lays W+4 ×4 or accepts (village:4.2.1); on each W+4 he accepts or challenges,
    # since none goes on one played directly (4.2.5); the drawn B1 does not fit, so Ann passes: 6 + 4·2 + 1.
    "village/chain": (6, 15),
    # R7 and R2 with and without the call, a draw. On R7 Bo lays R9 or B7, each with and without, or draws: 5; on R2 only R9: 3.
    # Where Ann was silent she may still call and Bo may catch her: 5 + 7 + 3 + 5; after the draw she passes.
    "village/calls": (5, 21),
    # R7, both R7, a draw. On either of the first two Bo can only draw, and Cy jumps in (4.3.1, not his last but one); then B3
    # does not fit.
    "village/jump-in": (3, 5),
    # R7 without a swap or with Bo or Cy (4.3.2.2), R0, a draw. Bo with B7 Y2: B7 in silence, B7 with the call, B7 with either
    # other hand, which leaves him more than one card, a draw: 5, and 5 again where Ann has swapped with Cy or all hands moved
    # (he then has R7 G1); R0 or a draw with Ann's former hand R0 G1: 2; Ann passes: 1.
    "village/seven-zero": (5, 18),
    # R0, a draw. Bo's or Cy's hand is the slowest (4.3.2.5); Ann passes.
    "village/slap": (2, 3),
    # Y2, both Y2, both with G2 naming yellow or green (4.3.3.2), YS, both YS, a draw. Bo on a yellow 2 lays Y9 or draws, on a
    # green one G7 or draws; one Skip: Cy lays GS or Y1 or draws; two come round to Ann, who lays Y2, both, both with G2 in two
    # colors with or without the call, or draws; B3 does not fit: 2 + 2 + 2 + 2 + 3 + 7 + 1.
    "village/multi-play": (7, 19),
    # R7, both R7, G5, P with R7, P with G5, a draw. Bo on red 7: B7, CC ×4, a draw; on green 5: G9, CC ×4, a draw, also under
    # the ban of the green 5. The pair and P fire the red 7: of eight cards held one is chosen to go back (touhouno:i47). B3
    # does not fit: 6 + 8 + 6 + 8 + 6 + 1.
    "touhouno/pairs-and-power": (6, 35),
    # R+2, a draw. Bo adds CC+2 ×4 or Y+2, plays B or accepts: 7; B3 does not fit: 1. Then Cy accepts what was added to, 5; B
    # leaves the pile to be shuffled, 1; had Bo accepted, Cy lays R7, R8, R3, both R3 or draws, 5; had Ann passed, Bo lays CC+2
    # ×4 or draws, 5.
    "touhouno/penalty": (2, 8, 16),
    # B4, G8, a draw. The blue 4 has made Bo draw B3 and Y8: he lays Y4 or B3 or draws; the green 8 has made him draw the same
    # and Cy one: he lays G1 or Y8 or draws; Ann lays the drawn B3 or passes.
    "touhouno/spells": (3, 8),
    # R7, W ×4, a draw. Bo on R7: B7 or a draw; on the Wild nothing red, Y2, G3 or B7, and a draw: 1 + 2 + 2 + 2; Ann after the
    # draw lays any card that fits, R7 or W ×4, or ends the turn (extended:turn.play).
    "extended/numbers": (6, 15),
    # R+2, a draw. Bo accepts, refuses with W+4 ×4, passes the penalty on or sends it back: 7; Ann with B3 drawn: R+2 or the
    # end. Then: accepted, Cy lays B+2, R1, R2 or draws: 4; on W+4 Cy can only accept, level 4: 4; Pass: Cy accepts or lays
    # B+2: 2; Rebound: Ann accepts: 1; R+2 after the draw: Bo as before: 7; the end: Bo lays W+4 ×4, Pass or Rebound, or draws: 7.
    "extended/draw-penalty": (2, 9, 25),
    # The God Hand, a draw. Bo lays the Widow or not: 2; Ann after drawing B6: God Hand or the end. Then: Bo (B2 on red) draws;
    # with Ann's hand on red he draws; after the late God Hand he lays the Widow or not; else he lays it to look, or draws.
    "extended/widow": (2, 4, 6),
    # C4, R3, a draw. Ann feeds it R3, G0 or Y2 or lets it blow up: 4; on R3 Bo lays R1 or draws: 2; Ann after B6: C4, R3 or
    # the end: 3. Then: three on comes back to Ann, none stays with her, two on is Cy, each with two numbers: 3 · 3; blown up,
    # Bo lays R1 or draws: 2; on R3, R1 Cy lays R8 or draws: 2; Bo after B6 lays R1 or ends: 2; the late C4: four numbers or
    # none: 5; the late R3 or the end: Bo lays R1 or draws: 2 + 2.
    "extended/c4": (3, 9, 24),
    # R7 with and without the call, a draw. Bo lays B7 or draws; where Ann was silent she may call and either other may catch
    # her; Ann after B3 lays R7 or ends.
    "extended/calls": (3, 9),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_the_counts_begin_as_worked_out_by_hand(name: str) -> None:
    position = next(position for position in POSITIONS if position.id == name)

    assert BY_HAND[name] == position.counts.sequences[: len(BY_HAND[name])]
