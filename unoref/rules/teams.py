"""Teams: which tables they can be made at, who sits where, and who belongs together where nobody says otherwise."""

from __future__ import annotations

from typing import Protocol

from unoref.seats import Seat

__all__ = ["AlternatingTeams", "KeptApart", "Seating", "Teams"]

#: The seats of each team.
Teams = tuple[tuple[Seat, ...], ...]


class Seating(Protocol):
    """How the teams of a ruleset sit."""

    def usual(self, players: int) -> Teams:
        """The teams of so many players where nobody says otherwise; none where they do not divide."""
        ...

    def fault(self, players: int, teams: Teams) -> str:
        """What is wrong with the teams, each seat belonging to just one of them; an empty text where nothing is."""
        ...


def _alternating(players: int, teams: int) -> Teams:
    return tuple(tuple(Seat(seat) for seat in range(first, players, teams)) for first in range(teams))


def _neighbors(players: int, teams: Teams) -> tuple[int, int] | None:
    """Two neighbors of one team, if there are any."""
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    pairs = ((seat, (seat + 1) % players) for seat in range(players))
    return next((pair for pair in pairs if team_of[Seat(pair[0])] == team_of[Seat(pair[1])]), None)


class AlternatingTeams:
    """So many players in two teams whose members sit alternately."""

    def __init__(self, players: int) -> None:
        self._players = players

    def usual(self, players: int) -> Teams:
        """The seats alternate between the two teams."""
        return _alternating(players, 2)

    def fault(self, players: int, teams: Teams) -> str:
        """Another number of players or teams, or partners side by side."""
        if (players, len(teams)) != (self._players, 2):
            return f"{self._players} players in 2 teams, not {players} in {len(teams)}"
        if _neighbors(players, teams):
            sit = "partners sit opposite each other" if self._players == 4 else "partners never sit side by side"
            return f"{sit}, so teams must alternate round the table"
        return ""


class KeptApart:
    """Two or more teams of two or more players, no two of a team side by side.

    ``count`` teams where nobody says otherwise, the seats alternating between them.
    """

    def __init__(self, count: int) -> None:
        self._count = count

    def usual(self, players: int) -> Teams:
        """So many teams of equal size; none where the players do not divide into them."""
        return _alternating(players, self._count) if players % self._count == 0 else ()

    def fault(self, players: int, teams: Teams) -> str:
        """A single team, a team of one, or two of a team side by side."""
        if players < 4 or players == 5:  # two teams of five would seat three of a team apart in a ring of five
            return f"teams take 4 players, or 6 or more, not {players}: no other number sits with team-mates apart"
        if not teams:
            return f"{players} players do not divide into {self._count} teams; say who plays with whom"
        if len(teams) < 2 or any(len(team) < 2 for team in teams):
            return "there are two teams or more, each of two players or more"
        if _neighbors(players, teams):
            return "players of one team do not sit side by side"
        return ""
