"""The table before the first card: who may sit where, and the deal."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from random import Random
from typing import SupportsIndex

from unoref.cards import Hand
from unoref.engine import settle
from unoref.errors import RecordError, Said, said
from unoref.frames import Frame
from unoref.piles import EMPTY, Pile
from unoref.rules.setup import DealHands
from unoref.rules.teams import Seating, Teams
from unoref.ruleset import Ruleset
from unoref.seats import Seat, plain_seat
from unoref.state import NOTHING_IN_FORCE, State

__all__ = ["check_table", "check_teams", "deal", "usual_teams", "wrong_number"]


def usual_teams(rules: Ruleset, players: int) -> Teams:
    """The teams where nobody says otherwise; none where the rules have no teams or the players do not divide into them."""
    seating = _seating(rules)
    return () if seating is None else seating.usual(players)


def _seating(rules: Ruleset) -> Seating | None:
    seating: Seating | None = rules.tables.settings.get("teams.seating")
    return seating


def check_table(rules: Ruleset, names: Sequence[str]) -> None:
    """Refuse a number of players that the rules do not know, and names that cannot be used.

    Raises :class:`unoref.RecordError` citing the clause, :class:`unoref.NotationError` for the names.
    """
    from unoref.notation import check_names

    least, most = rules.book.players
    if not least <= len(names) <= most:
        raise RecordError(wrong_number(len(names), rules))
    check_names(names)


def wrong_number(count: object, rules: Ruleset) -> Said:
    """What is said of a number of players that the rules do not know."""
    least, most = rules.book.players
    key, clause = "one player" if str(count) == "1" else "so many players", rules.tables.clause("setup.players")
    return said(key, count=count, variant=rules.variant, least=least, most=most, clause=clause)


def check_teams(rules: Ruleset, players: int, teams: Teams) -> None:
    """Refuse teams that the rules do not know, or that cannot sit so; nothing to refuse where these rules have none.

    Raises :class:`unoref.RecordError` citing the clause.
    """
    seating = _seating(rules)
    if seating is None:
        if teams:
            raise RecordError("teams: these rules are played without teams; the option 'teams' switches them on")
        return
    if teams and sorted(seat for team in teams for seat in team) != list(range(players)):
        raise RecordError("teams: every player belongs to exactly one team")
    fault = seating.fault(players, teams)
    if fault:
        raise RecordError(f"teams: {fault} ({rules.tables.clause('teams.seating')})")


def deal(
    rules: Ruleset,
    names: Sequence[str],
    rng: Random,
    *,
    dealer: SupportsIndex | None = None,
    scores: Sequence[int] = (),
    teams: Sequence[Sequence[SupportsIndex]] = (),
) -> State:
    """A table dealt by chance, before the opening card is flipped, every card known.

    ``names`` are the players clockwise; ``dealer`` a seat, the last one by default; ``scores`` the points before this round;
    ``teams`` the seats of each team where the ruleset plays with teams (by default the seats alternate between them).
    Raises :class:`unoref.RecordError` when the rules do not know such a table (``official:setup.1``, ``official:teams.1``).

    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset("official"), ["Ann", "Bo", "Cy"], rng=random.Random(7))
    >>> [len(hand) for hand in state.hands], len(state.draw_pile)
    ([7, 7, 7], 87)
    """
    seats = tuple(Seat(seat) for seat in range(len(names)))
    partners = tuple(tuple(map(plain_seat, team)) for team in teams) or usual_teams(rules, len(names))
    check_table(rules, names)
    check_teams(rules, len(names), partners)
    deals = seats[-1] if dealer is None else plain_seat(dealer)
    if deals not in seats:
        raise RecordError(f"dealer: there is no seat {deals} at a table of {len(names)}")
    if scores and len(scores) != len(names):
        raise RecordError(f"scores: {len(scores)} numbers for {len(names)} players")
    cards = list(rules.deck.cards)
    dealt = len(names) * int(rules.tables.settings["hand-size"])
    if len(cards) <= dealt:
        raise RecordError(
            f"{len(names)} players take {dealt} cards and the opening card is one more; {rules.deck_name} has {len(cards)}"
        )
    rng.shuffle(cards)
    # The last is dealt first. A changed deck may leave a pile in which no card opens a round.
    while all(card.face.number is None for card in cards[: len(cards) - dealt]):
        rng.shuffle(cards)
    empty: tuple[Hand, ...] = ((),) * len(seats)
    frames: tuple[Frame, ...] = (rules.tables.settings["opening.frame"], DealHands(seats))
    start = State(
        rules,
        tuple(names),
        deals,
        empty,
        Pile.of(cards),
        EMPTY,
        NOTHING_IN_FORCE,
        1,
        frames,
        scores=tuple(map(index, scores)),
        teams=partners,
    )
    return settle(start, rng, DealHands)
