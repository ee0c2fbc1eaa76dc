"""The table before the first card: who may sit where, and the deal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from unoref.cards import Hand
from unoref.engine import settle
from unoref.errors import RecordError
from unoref.frames import Frame
from unoref.piles import EMPTY, Pile
from unoref.rules.setup import DealHands
from unoref.ruleset import Ruleset
from unoref.seats import Seat
from unoref.state import NOTHING_IN_FORCE, State

__all__ = ["check_table", "deal", "usual_teams"]


def usual_teams(rules: Ruleset, players: int) -> tuple[tuple[Seat, ...], ...]:
    """The teams where nobody says otherwise: seats that alternate round the table; none where the rules have no teams."""
    seating: tuple[int, int] | None = rules.tables.settings.get("teams.seating")
    teams = 0 if seating is None else seating[1]
    return tuple(tuple(Seat(seat) for seat in range(first, players, teams)) for first in range(teams))


def check_table(rules: Ruleset, names: Sequence[str], teams: tuple[tuple[Seat, ...], ...]) -> None:
    """Refuse a number of players or a seating of teams that the rules do not know.

    Raises :class:`unoref.RecordError` citing the clause, :class:`unoref.NotationError` for names that cannot be used.
    """
    from unoref.notation import check_names

    least, most = rules.book.players
    if not least <= len(names) <= most:
        clause = rules.tables.clause("setup.players")
        raise RecordError(
            f"{len(names)} player{'s' * (len(names) != 1)}: {rules.variant} is for {least} to {most} ({clause})"
        )
    check_names(names)
    if not teams:
        return
    if sorted(seat for team in teams for seat in team) != list(range(len(names))):
        raise RecordError("teams: every player belongs to exactly one team")
    seating: tuple[int, int] | None = rules.tables.settings.get("teams.seating")
    if seating is None:
        raise RecordError("teams: these rules are played without teams; the option 'teams' switches them on")
    clause = rules.tables.clause("teams.seating")
    sizes = (len(names), len(teams))
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    apart = all(team_of[Seat(seat)] == team_of[Seat(seat % len(teams))] for seat in range(len(names)))
    if sizes != seating:
        raise RecordError(f"teams: {seating[0]} players in {seating[1]} teams, not {sizes[0]} in {sizes[1]} ({clause})")
    if not apart:
        raise RecordError(
            f"teams: partners sit opposite each other, so teams must alternate round the table ({clause})"
        )


def deal(
    rules: Ruleset,
    names: Sequence[str],
    rng: Random,
    *,
    dealer: int | None = None,
    scores: Sequence[int] = (),
    teams: Sequence[Sequence[int]] = (),
) -> State:
    """A table dealt by chance, before the opening card is flipped, every card known.

    ``names`` are the players clockwise; ``dealer`` a seat, the last one by default; ``scores`` the points before this round;
    ``teams`` the seats of each team where the ruleset plays with teams (by default the seats alternate between two).
    Raises :class:`unoref.RecordError` when the rules do not know such a table (``official:setup.1``, ``official:teams.1``).

    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset("official"), ["Ann", "Bo", "Cy"], rng=random.Random(7))
    >>> [len(hand) for hand in state.hands], len(state.draw_pile)
    ([7, 7, 7], 87)
    """
    seats = tuple(Seat(seat) for seat in range(len(names)))
    partners = tuple(tuple(Seat(seat) for seat in team) for team in teams)
    partners = partners or usual_teams(rules, len(names))
    check_table(rules, names, partners)
    if dealer is not None and dealer not in seats:
        raise RecordError(f"dealer: there is no seat {dealer} at a table of {len(names)}")
    if scores and len(scores) != len(names):
        raise RecordError(f"scores: {len(scores)} numbers for {len(names)} players")
    cards = list(rules.deck.cards)
    rng.shuffle(cards)
    empty: tuple[Hand, ...] = ((),) * len(seats)
    frames: tuple[Frame, ...] = (rules.tables.settings["opening.frame"], DealHands(seats))
    start = State(
        rules,
        tuple(names),
        Seat(len(names) - 1 if dealer is None else dealer),
        empty,
        Pile.of(cards),
        EMPTY,
        NOTHING_IN_FORCE,
        1,
        frames,
        scores=tuple(scores),
        teams=partners,
    )
    return settle(start, rng, DealHands)
