"""Matches: rounds one after the other, until somebody has won."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import fields, frozen

from unoref.dealing import check_table, check_teams, deal, usual_teams
from unoref.errors import RecordError
from unoref.rules.matches import Played, decided, new_seats, out_first, standing
from unoref.rules.setup import highest_number
from unoref.rules.teams import Teams
from unoref.ruleset import Ruleset
from unoref.scoring import hand_values, score
from unoref.seats import Seat
from unoref.state import State

__all__ = ["Match"]


@frozen(init=False)
class Match:
    """A match of several rounds: a value like a state.

    ``names`` are the players clockwise, ``totals`` their points, ``dealer`` the name of who deals next, ``out`` the names of
    those who play no further round, ``winners`` and ``losers`` the names of those who have won or lost
    the match, empty while it goes on; ``rounds`` how many have been played; ``teams`` the names of those who play together.
    Where the rules set no end (``village`` without ``rounds`` or ``target``) the match is ``endless``: it has no winner ever and
    is as long as one likes, so do not play on until there is one.

    >>> import random, unoref
    >>> match = unoref.Match(unoref.ruleset("official"), ["Ann", "Bo", "Cy"])
    >>> rng = random.Random(7)
    >>> while not match.winners:
    ...     state = unoref.settle(match.deal(rng), rng)
    ...     while not state.over:
    ...         state = unoref.settle(unoref.apply(state, rng.choice(unoref.legal_actions(state))), rng)
    ...     match = match.after(state)
    >>> max(match.totals.values()) >= 500
    True
    """

    rules: Ruleset
    names: tuple[str, ...]
    points: tuple[int, ...]
    dealer: str
    out: tuple[str, ...]
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    rounds: int
    teams: tuple[tuple[str, ...], ...]

    def __init__(
        self,
        rules: Ruleset,
        names: Sequence[str],
        dealer: str | None = None,
        teams: Sequence[Sequence[str]] = (),
    ) -> None:
        """A match about to begin; the last player deals first unless ``dealer`` names another (``official:setup.2``).

        ``teams`` are the names of who play together, where the ruleset plays with teams (by default the seats alternate between
        them). Raises :class:`unoref.RecordError` for a table or teams the rules do not know, a dealer who is not at the table, or
        rules without a match.

        >>> import unoref
        >>> rules = unoref.ruleset("village", teams=True)
        >>> names = ["Ann", "Bo", "Cy", "Di"]
        >>> unoref.Match(rules, names, teams=[["Ann", "Bo"], ["Cy", "Di"]])
        Traceback (most recent call last):
            ...
        unoref.errors.RecordError: teams: players of one team do not sit side by side (village:5.2.1)
        """
        if "match.decide" not in rules.tables.settings:
            raise RecordError(f"{rules.variant} is played round by round: its rules have no match")
        check_table(rules, names)
        strangers = [name for team in teams for name in team if name not in names]
        if strangers:
            raise RecordError(f"teams: {strangers[0]!r} is not one of the players")
        said = tuple(tuple(Seat(names.index(name)) for name in team) for team in teams)
        seated = said or usual_teams(rules, len(names))
        check_teams(rules, len(names), seated)
        if dealer is not None and dealer not in names:
            raise RecordError(f"dealer: {dealer!r} is not one of the players")
        by_name = tuple(tuple(names[seat] for seat in team) for team in seated)
        self.__attrs_init__(rules, tuple(names), (0,) * len(names), dealer or names[-1], (), (), (), 0, by_name)

    @property
    def endless(self) -> bool:
        """Whether the rules set the match no end."""
        return bool(self.rules.tables.settings.get("match.endless"))

    @property
    def totals(self) -> dict[str, int]:
        """The points of each player so far."""
        return dict(zip(self.names, self.points, strict=True))

    @property
    def playing(self) -> tuple[str, ...]:
        """The players of the next round, clockwise."""
        return tuple(name for name in self.names if name not in self.out)

    def draw_for_deal(self, rng: Random) -> Match:
        """The match with the dealer who draws the highest number; those who tie draw again (``official:setup.2``)."""
        drawing, draws_again = self.playing, self.rules.tables.settings["setup.draws-again"]
        while len(drawing) > 1:
            cards = rng.sample(self.rules.deck.cards, len(drawing))
            while places := draws_again(cards):
                for place in places:
                    cards[place] = rng.choice(self.rules.deck.cards)
            drawing = tuple(drawing[place] for place in highest_number(cards))
        return _changed(self, dealer=drawing[0])

    def deal(self, rng: Random) -> State:
        """The next round, dealt by chance, before the opening card is flipped; the players change seats first where that is due.

        Raises :class:`unoref.RecordError` when the match has been won.
        """
        if self.winners:
            raise RecordError(f"the match is over: {', '.join(self.winners)} won it")
        seats = self._seats(rng)
        return deal(
            self.rules,
            seats,
            rng,
            dealer=seats.index(self.dealer),
            scores=[self.totals[name] for name in seats],
            teams=self._places(seats),
        )

    @property
    def _seats_change(self) -> bool:
        """Whether the players change seats before the next round."""
        every: int | None = self.rules.tables.settings["match.seats-change"]
        return bool(every and self.rounds and self.rounds % every == 0)

    def _seats(self, rng: Random) -> tuple[str, ...]:
        """The players clockwise as they sit for the next round."""
        seats = self.playing
        if not self._seats_change:
            return seats
        return tuple(seats[place] for place in new_seats(self._places(seats), len(seats), rng))

    def _places(self, seats: Sequence[str]) -> Teams:
        """The teams by the places of their players."""
        return tuple(tuple(sorted(Seat(seats.index(name)) for name in team)) for team in self.teams)

    def after(self, state: State) -> Match:
        """The match after a finished round.

        Raises :class:`unoref.RecordError` when the round is not over, when others played it, or when unknown cards leave its
        points open.
        """
        if not state.over:
            raise RecordError("the round is not over")
        changed = self._seats_change and sorted(state.players) == sorted(self.playing)
        if state.players != self.playing and not changed:
            raise RecordError(f"the round was played by {', '.join(state.players)}, not by {', '.join(self.playing)}")
        won = dict(zip(state.players, score(state).points, strict=True))
        if None in won.values():
            raise RecordError("unknown cards leave the points of the round open")
        names = (*state.players, *self.out) if changed else self.names
        points = tuple(self.totals[name] + (won.get(name) or 0) for name in names)
        settings = self.rules.tables.settings
        playing = tuple(names.index(name) for name in names if name not in self.out)
        seated = [names.index(player) for player in state.players]
        played = Played(
            dict(zip(seated, map(len, state.hands), strict=True)),
            dict(zip(seated, hand_values(state), strict=True)),
            tuple(seated[seat] for seat in state.winners),
        )
        if not decided(settings, played):
            raise RecordError("unknown cards leave open who leaves the match")
        stands = standing(settings, points, playing, self.rounds + 1, played)
        out = (*self.out, *(names[place] for place in stands.out))
        left = tuple(place for place in playing if names[place] not in out)
        winners = tuple(names.index(state.players[seat]) for seat in out_first(state.winners, state.finished))
        dealer = settings["match.next-dealer"](names.index(self.dealer), winners, left or playing, len(names))
        return _changed(
            self,
            names=names,
            points=points,
            dealer=names[dealer],
            out=out,
            winners=tuple(names[place] for place in stands.winners),
            losers=tuple(names[place] for place in stands.losers),
            rounds=self.rounds + 1,
        )


def _changed(match: Match, **changes: object) -> Match:
    """A match that differs in some fields."""
    fresh: Match = object.__new__(Match)
    kept = {field.name: getattr(match, field.name) for field in fields(Match)}
    fresh.__attrs_init__(**(kept | changes))
    return fresh
