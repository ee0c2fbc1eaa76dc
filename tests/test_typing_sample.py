"""The programs that type checkers read do what they say; ``make typing`` lets mypy and pyright read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.typing_sample import bot, house, server
from unoref.rulebook import variant_ids

SHEETS = Path(__file__).parent.parent / "variants" / "sheets"


@pytest.mark.parametrize("variant", variant_ids())
def test_bots_play(variant: str) -> None:
    points = bot.play(variant, {"Ann": bot.careful, "Bo": bot.careful}, seed=7, most=20)

    assert list(points) == ["Ann", "Bo"]


def test_a_server_carries_out_what_it_can_read() -> None:
    room = server.Room.opened(["Ann", "Bo"], seed=7, options={"stacking": "like"})
    seat = room.state.to_act
    assert seat is not None
    name = room.state.name(seat)

    [refused] = room.hear(f"{'Ann' if name == 'Bo' else 'Bo'} draws")
    [unreadable] = room.hear(f"{name} dances")
    [drew, *_] = room.hear(f"{name} draws")

    assert "refused" in refused
    assert "unreadable" in unreadable
    assert ("drew", "official:turn.draw", name) == (drew["event"], drew["clause"], drew["seat"])
    assert f"{name} passes" in list(room.open_to(seat))
    assert [f"{name} draws"] == room.said
    assert room.state == server.Room.restored(room.saved(), seed=7).state


def test_a_server_says_why() -> None:
    told = server.dispute('dispute = "Bo draws"\n[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n')

    assert "illegal: It is not for Bo to act: it is Ann's turn. (official:turn.order)" in told
    assert ["RecordError: the record has no [table]; it needs at least the players"] == server.dispute("")
    assert server.stands("contestable")
    assert not server.stands("illegal")


def test_a_family_plays_a_match() -> None:
    totals = house.evening(SHEETS / "kitchen-table-1998.toml", ["Ann", "Bo", "Cy"], seed=7)

    assert ["Ann", "Bo", "Cy"] == list(totals)
    assert any(totals.values())


def test_a_module_of_ones_own_is_made() -> None:
    assert {"quiet.seven"} == {rule.point for rule in house.module().effects.values()}
