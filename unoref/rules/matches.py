"""Matches over several rounds: who has won, who is out, who deals next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from attrs import frozen

from unoref.rules.scores import hand_value
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.step import Cited, Step, cited, rule

__all__ = [
    "NEXT_DEALERS",
    "Decide",
    "Leaves",
    "NextDealer",
    "Played",
    "Standing",
    "cards_left",
    "dealer_again",
    "decided",
    "eliminates",
    "fewest_negative",
    "first_to_minus_target",
    "first_to_target",
    "first_to_target_or_last",
    "highest_after_rounds",
    "last_one_left",
    "left_of_dealer",
    "lowest_total",
    "module",
    "nearest_to_zero",
    "new_seats",
    "out_first",
    "points_left",
    "shuffles_next",
    "standing",
    "winner_deals",
]


@frozen
class Standing:
    """How a match stands after a round: the winners (empty while it goes on), those who play no further round, who lost."""

    winners: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


@frozen
class Played:
    """A round just played, by place in the match: how many cards each player had left, what they were worth (None: unknown cards
    decide), and who won. A player who sat out has no cards."""

    cards: Mapping[int, int]
    worth: Mapping[int, int | None]
    winners: tuple[int, ...]


def _all(totals: Sequence[int], of: Sequence[int], value: int) -> tuple[int, ...]:
    return tuple(place for place in of if totals[place] == value)


@cited("match.target")
def first_to_target(
    totals: Sequence[int], playing: Sequence[int], target: int, ties_share: bool, rounds: int
) -> Standing:
    """The highest total of those that have reached the target wins."""
    highest = max(totals[place] for place in playing)
    return Standing(_all(totals, playing, highest)) if highest >= target else Standing()


@cited("match.target")
def first_to_target_or_last(
    totals: Sequence[int], playing: Sequence[int], target: int, ties_share: bool, rounds: int
) -> Standing:
    """As :func:`first_to_target`; the lowest total of that moment has lost."""
    won = first_to_target(totals, playing, target, ties_share, rounds).winners
    lost = _all(totals, playing, min(totals[place] for place in playing)) if won else ()
    return Standing(won, (), tuple(place for place in lost if place not in won))


@cited("match.minus-target")
def first_to_minus_target(
    totals: Sequence[int], playing: Sequence[int], target: int, ties_share: bool, rounds: int
) -> Standing:
    """Whoever falls to minus the target has lost, the lowest total last; the total nearest to zero wins."""
    lost = tuple(sorted((place for place in playing if totals[place] <= -target), key=lambda place: -totals[place]))
    if not lost:
        return Standing()
    return Standing(_all(totals, playing, max(totals[place] for place in playing)), (), lost)


@cited("match.rounds")
def highest_after_rounds(
    totals: Sequence[int], playing: Sequence[int], target: int, ties_share: bool, rounds: int
) -> Standing:
    """After ``target`` rounds the highest total wins."""
    return Standing(_all(totals, playing, max(totals[place] for place in playing))) if rounds >= target else Standing()


@cited("match.lowest-total")
def lowest_total(totals: Sequence[int], playing: Sequence[int], target: int, ties_share: bool, rounds: int) -> Standing:
    """When somebody has reached the target the lowest total wins; players who tie for it share, or play on among themselves."""
    if max(totals) < target:  # whoever reached it may have left a play-off to the players who tied
        return Standing()
    lowest = _all(totals, playing, min(totals[place] for place in playing))
    if len(lowest) == 1 or ties_share:
        return Standing(lowest)
    return Standing((), tuple(place for place in playing if place not in lowest))


@cited("match.knock-out")
def last_one_left(
    totals: Sequence[int], playing: Sequence[int], target: int, ties_share: bool, rounds: int
) -> Standing:
    """Whoever reaches the target is out; the last one left wins, the lower total where the last ones go out together."""
    left = tuple(place for place in playing if totals[place] < target)
    if not left:
        left = _all(totals, playing, min(totals[place] for place in playing))
    out = tuple(place for place in playing if place not in left)
    return Standing(left if len(left) == 1 else (), out)


def fewest_negative(limit: int, agreed: int) -> Cited[..., Standing]:
    """The total nearest to zero wins when so many rounds are played, or somebody has fallen to minus the limit; 0: not agreed.

    Those who tie share.
    """

    @cited("match.cumulative")
    def decide(totals: Sequence[int], playing: Sequence[int], target: int, ties_share: bool, rounds: int) -> Standing:
        """Whoever has the fewest negative points when the match is over."""
        reached = limit and min(totals[place] for place in playing) <= -limit
        return Standing(nearest_to_zero(totals, playing)) if reached or (agreed and rounds >= agreed) else Standing()

    return decide


@cited("match.cumulative")
def nearest_to_zero(totals: Sequence[int], playing: Sequence[int]) -> tuple[int, ...]:
    """Who has the fewest negative points so far, several where they tie."""
    return _all(totals, playing, max(totals[place] for place in playing))


def cards_left(played: Played, place: int) -> int:
    """How many cards a player was left with."""
    return played.cards[place]


def points_left(played: Played, place: int) -> int:
    """What the cards that a player was left with are worth."""
    return played.worth[place] or 0


def eliminates(count: Callable[[Played, int], int]) -> Leaves:
    """After every round whoever was left with most (as ``count`` has it) leaves; the last one left wins the match."""

    @cited("match.elimination")
    def leaves(played: Played, playing: Sequence[int]) -> Standing:
        """The round's winner never leaves; those who tie leave together, unless nobody would remain."""
        at_risk = [place for place in playing if place not in played.winners]
        most = _most(at_risk, {place: count(played, place) for place in at_risk})
        if len(most) == len(playing):
            most = _most(most, {place: points_left(played, place) for place in most})[:1]
        left = tuple(place for place in playing if place not in most)
        return Standing(left if len(left) == 1 else (), tuple(most))

    return leaves


def _most(places: Sequence[int], counts: Mapping[int, int]) -> list[int]:
    """Those who have most, in the order of seats."""
    highest = max(counts[place] for place in places)
    return [place for place in places if counts[place] == highest]


def decided(settings: Mapping[Any, Any], played: Played) -> bool:
    """Whether no unknown card leaves open who leaves the match."""
    return "match.leaves" not in settings or None not in played.worth.values()


def standing(
    settings: Mapping[Any, Any], totals: Sequence[int], playing: Sequence[int], rounds: int, played: Played
) -> Standing:
    """How a match stands under the settings of a ruleset, by the totals of every player and the round just played."""
    leaves: Leaves | None = settings.get("match.leaves")
    if leaves is not None:
        return leaves(played, playing)
    decide: Decide = settings["match.decide"]
    return decide(totals, playing, settings["match.target"], settings["match.ties-share"], rounds)


@cited("match.shuffler")
def shuffles_next(points: Sequence[int], winners: Sequence[int], seats: int) -> int:
    """Who shuffles for the next round: the most negative points of this one, of equals the first from the winner on."""
    start = winners[0] if winners else 0
    order = [(start + step) % seats for step in range(seats)]
    return min(order, key=lambda place: points[place])


@cited("seating.change")
def new_seats(teams: Sequence[Sequence[int]], seats: int, rng: Random) -> tuple[int, ...]:
    """Who sits where once the players have changed seats: for each seat the place of the one who takes it.

    Each team keeps its seats among itself, so team-mates stay apart.
    """
    taken = list(range(seats))
    for places in teams or (range(seats),):
        takers = list(places)
        rng.shuffle(takers)
        for place, taker in zip(places, takers, strict=True):
            taken[place] = taker
    return tuple(taken)


def _first_from(start: int, playing: Sequence[int], seats: int) -> int:
    """The first of those still playing, going left from a seat."""
    return next(place for step in range(seats) if (place := (start + step) % seats) in playing)


@cited("match.next-dealer")
def left_of_dealer(dealer: int, winners: Sequence[int], playing: Sequence[int], seats: int) -> int:
    """The next player on the dealer's left deals the next round."""
    return _first_from(dealer + 1, playing, seats)


@cited("match.next-dealer")
def winner_deals(dealer: int, winners: Sequence[int], playing: Sequence[int], seats: int) -> int:
    """The winner deals the next round; without one the same player again."""
    return _first_from(winners[0] if winners else dealer, playing, seats)


@cited("match.next-dealer")
def dealer_again(dealer: int, winners: Sequence[int], playing: Sequence[int], seats: int) -> int:
    """The same player deals the next round."""
    return _first_from(dealer, playing, seats)


@rule("match.next-dealer")
def pass_the_deal(step: Step, seat: Seat) -> None:
    """The seat deals the next round."""
    step.tell("deals-next", seat)


@rule("match.shuffler")
def leave_the_shuffling(step: Step, seat: Seat) -> None:
    """The seat shuffles for the next round."""
    step.tell("shuffles-next", seat)


@rule("match.cumulative")
def lead(step: Step, seat: Seat, total: int) -> None:
    """The seat has the fewest negative points so far."""
    step.tell("leads", seat, (), total)


#: How a match stands by the totals of every seat: those still playing, the target, whether ties share, rounds played so far.
Decide = Cited[[Sequence[int], Sequence[int], int, bool, int], Standing]

#: Who deals the next round, by the dealer, the winners, those who play on, and the number of seats.
NextDealer = Cited[[int, Sequence[int], Sequence[int], int], int]

#: Who deals the next round, as tables agree on it.
NEXT_DEALERS: Mapping[str, NextDealer] = {"left": left_of_dealer, "winner": winner_deals, "same": dealer_again}

#: How a match stands by the round just played, and who was playing it.
Leaves = Cited[[Played, Sequence[int]], Standing]


def module(
    *,
    decides: Mapping[str, Decide],
    mode: str,
    target: int,
    next_dealer: NextDealer,
    ties_share: bool,
    accumulates: bool = False,
    seats_change: int | None = None,
    leaves: Leaves | None = None,
    endless: bool = False,
) -> Module:
    """A match in one of several scoring modes; ``next_dealer``: who deals the next round.

    ``accumulates``: it is told after each round who has the fewest negative points so far, and who shuffles. The players change
    seats after every ``seats_change`` rounds (0: never; None: the rules say nothing of it). ``leaves`` decides by the round
    just played who leaves the match, and so who wins it, whatever the points. ``endless``: no end is agreed.
    A match that is decided by the number of its rounds is told of by :class:`unoref.Match` alone: a round does not know it.
    """
    decide = decides[mode]
    by_rounds = decide is highest_after_rounds
    only_round = by_rounds and target == 1
    play_offs = decide is lowest_total and not ties_share

    @rule(decide.point if leaves is None else leaves.point)
    def tell_match(step: Step, winners: tuple[Seat, ...], points: Sequence[int | None]) -> None:
        """Tell how the match stands, where points are kept and known, and who deals the next round."""
        everybody = tuple(range(len(step.hands)))
        stands = Standing()
        before = step.scores or ((0,) * len(step.hands) if only_round else ())
        if before and None not in points:
            totals = [had + (won or 0) for had, won in zip(before, points, strict=True)]
            stands = decide(totals, everybody, target, ties_share, 1)
            for place in nearest_to_zero(totals, everybody) if accumulates and not stands.winners else ():
                lead(step, Seat(place), totals[place])
        if leaves is not None:
            cards = dict(enumerate(map(len, step.hands)))
            worth = {seat: hand_value(step.tables.settings["points"], held) for seat, held in enumerate(step.hands)}
            if None not in worth.values():
                stands = leaves(Played(cards, worth, winners), everybody)
        for place in stands.winners:
            step.tell("match-won", Seat(place))
        for place in stands.losers:
            step.tell("match-lost", Seat(place))
        for place in stands.out:
            step.tell("left-match", Seat(place))
        kept = bool(step.scores)
        if kept and (None in points or play_offs):
            return  # unknown cards, or the points of players who have left, decide how the match stands
        if (kept or leaves is not None) and not stands.winners and not (by_rounds or accumulates):
            step.tell("match-goes-on")
        if not stands.winners:
            known = [won for won in points if won is not None]
            if accumulates and winners and len(known) == len(points):
                leave_the_shuffling(step, Seat(shuffles_next(known, out_first(winners, step.finished), len(points))))
            left = tuple(place for place in everybody if place not in stands.out)
            first = out_first(winners, step.finished)
            pass_the_deal(step, Seat(next_dealer(step.dealer, first, left, len(step.hands))))

    return Module(
        name="matches",
        settings={
            "match.decide": decide,
            "match.target": target,
            "match.by-rounds": by_rounds or not target,
            "match.endless": endless,
            "match.ties-share": ties_share,
            "match.next-dealer": next_dealer,
            "match.tell": tell_match,
            "match.seats-change": seats_change,
            **({} if leaves is None else {"match.leaves": leaves}),
        },
        uses=(
            *(dict.fromkeys(decides.values()) if leaves is None else (leaves,)),
            pass_the_deal,
            *((nearest_to_zero, lead, shuffles_next, leave_the_shuffling) if accumulates else ()),
            *(() if seats_change is None else (new_seats,)),
        ),
    )


def out_first(winners: Sequence[Seat], finished: Sequence[Seat]) -> tuple[Seat, ...]:
    """The winners, of a team the one who went out first."""
    return tuple(sorted(winners, key=lambda seat: seat not in finished))
