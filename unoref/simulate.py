"""Games played by chance or by a simple plan: records that replay to the same result anywhere, and what came of them.

One seed and the number of a game give one game, whoever plays it and however many are played beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from attrs import field, frozen

from unoref.actions import Action, Catch, Draw, Laying, Name, Pass
from unoref.cards import Card, Color
from unoref.dealing import deal
from unoref.engine import chance, find, legal_actions, transition
from unoref.errors import RecordError, nearest
from unoref.frames import Chance
from unoref.record import MOST_PLAYS, Record, dumps, record
from unoref.ruleset import Ruleset
from unoref.seats import Seat
from unoref.state import State

__all__ = [
    "POLICIES",
    "Game",
    "Policy",
    "Simulator",
    "Summary",
    "greedy",
    "names_for",
    "play",
    "reachable",
    "rulings_for",
    "uniform",
]

#: Chooses among the actions that are open, of whatever seat; it must not look at cards its actor does not see.
Policy = Callable[[State, Sequence[Action], Random], Action]

#: Who plays where nobody says otherwise.
NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo")

#: One action in so many is left to chance by a player with a plan, so that no game goes in circles.
_WHIM: Final = 20


def names_for(players: int) -> tuple[str, ...]:
    """Names for so many players.

    >>> names_for(3)
    ('Ann', 'Bo', 'Cy')
    """
    return (*NAMES, *(f"P{number}" for number in range(len(NAMES) + 1, players + 1)))[:players]


def uniform(state: State, actions: Sequence[Action], rng: Random) -> Action:
    """Any action, each as likely as the next."""
    return rng.choice(actions)


def greedy(state: State, actions: Sequence[Action], rng: Random) -> Action:
    """A player who wants to get rid of cards.

    Catches whoever forgot to call; lays as many cards as may be, those that count most first, black ones last, naming the
    color held most often and never forgetting to call; else does what there is to do, draws, and passes only as a last
    resort. Now and then the choice is left to chance.
    """
    if rng.randrange(_WHIM) == 0:
        return rng.choice(actions)
    ranks = [_rank(state, action) for action in actions]
    best = max(ranks)
    return rng.choice([action for action, rank in zip(actions, ranks, strict=True) if rank == best])


def _rank(state: State, action: Action) -> tuple[int, ...]:
    """How much a greedy player likes an action, by what the actor sees."""
    if isinstance(action, Catch):
        return (5,)
    if isinstance(action, Laying):
        points: Mapping[Any, int] = state.ruleset.tables.settings.get("points", {})
        colored = sum(card.color is not Color.BLACK for card in action.cards)
        worth = sum(points.get(card.face, 0) for card in action.cards)
        held = sum(_held(state, action, color) for color in action.colors)
        return (4, len(action.cards), colored, worth, action.saying_uno, held)
    if isinstance(action, Name):
        return (3, _held(state, action, action.color))
    return (0,) if isinstance(action, Pass) else (1,) if isinstance(action, Draw) else (2,)


def _held(state: State, action: Action, color: Color) -> int:
    """How many cards of a color the actor holds."""
    hand: tuple[Card, ...] = state.hands[action.actor] if action.actor >= 0 else ()
    return sum(card.color is color for card in hand)


#: The policies by name.
POLICIES: Final[Mapping[str, Policy]] = {"random": uniform, "greedy": greedy}


@frozen
class Game:
    """A game played to its end, or to the most plays a record may have: the record, and the position it came to.

    ``clauses`` counts the events by the clause that made them happen; ``reached`` has besides those the clauses of every
    reason for which a play was lawful or might be contested, where somebody asked for them.
    """

    record: Record
    state: State
    clauses: Mapping[str, int]
    reached: frozenset[str]


def play(
    rules: Ruleset,
    names: Sequence[str],
    rng: Random,
    policy: Policy = uniform,
    *,
    reasons: bool = False,
    most: int = MOST_PLAYS,
) -> Game:
    """Deal and play a game; ``reasons`` asks for the clauses behind every verdict too, which takes longer.

    Raises :class:`unoref.RecordError` for a table the rules do not know.

    >>> import unoref
    >>> game = play(unoref.ruleset("official"), ["Ann", "Bo"], Random(7), greedy)
    >>> game.state.over, game.record.state() == game.state
    (True, True)
    """
    start = state = deal(rules, names, rng)
    tables = rules.tables
    actions: list[Action] = []
    points: Counter[str] = Counter()
    cited: set[str] = set()
    while not state.over and len(actions) < most:
        owed = isinstance(state.frames[-1], Chance)
        action = chance(state, rng) if owed else policy(state, legal_actions(state), rng)
        if reasons:
            cited.update(point for point, _ in find(state, action).points)
        step = transition(state, action)
        points.update(event[1] for event in step.raw)
        actions.append(action)
        state = step.state
    clauses: Counter[str] = Counter()
    for point, count in points.items():
        clauses[tables.clause(point)] += count
    reached = {clause for point in cited for clause in tables.bindings[point]}
    return Game(record(start, actions), state, clauses, frozenset(reached | clauses.keys()))


@frozen
class Summary:
    """What came of games: how many, their length, who won, how often each clause decided something; summaries add up.

    ``lengths`` counts games by the number of their plays, those of the table included; ``wins`` by seat, several winners
    each for one; ``drawn`` rounds nobody won; ``unfinished`` games cut off at the most plays a record may have.
    """

    games: int = 0
    plays: int = 0
    unfinished: int = 0
    drawn: int = 0
    lengths: Counter[int] = field(factory=Counter)
    wins: Counter[Seat] = field(factory=Counter)
    clauses: Counter[str] = field(factory=Counter)
    reached: frozenset[str] = frozenset()

    @staticmethod
    def of(game: Game) -> Summary:
        """The summary of one game."""
        plays, over, winners = len(game.record.actions), game.state.over, game.state.winners
        return Summary(
            1,
            plays,
            int(not over),
            int(over and not winners),
            Counter({plays: 1}),
            Counter(winners),
            Counter(game.clauses),
            game.reached,
        )

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.games + other.games,
            self.plays + other.plays,
            self.unfinished + other.unfinished,
            self.drawn + other.drawn,
            self.lengths + other.lengths,
            self.wins + other.wins,
            self.clauses + other.clauses,
            self.reached | other.reached,
        )

    @property
    def median(self) -> int:
        """The length that half of the games do not exceed; 0 without games."""
        left = (self.games + 1) // 2
        for length in sorted(self.lengths):
            left -= self.lengths[length]
            if left <= 0:
                return length
        return 0


@frozen
class Simulator:
    """Plays games by their numbers, in whatever process it is called.

    >>> import unoref
    >>> table = Simulator(unoref.ruleset("official"), ("Ann", "Bo"), seed=1)
    >>> table.game(3).record == table.game(3).record
    True
    """

    rules: Ruleset
    names: tuple[str, ...]
    seed: int = 0
    policy: str = "random"
    reasons: bool = False

    def __attrs_post_init__(self) -> None:
        if self.policy not in POLICIES:
            there_are = f"; there are {', '.join(POLICIES)}"
            raise RecordError(f"no policy {self.policy[:64]!r}{nearest(self.policy, list(POLICIES)) or there_are}")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, clockwise; the last one deals."""
        return tuple(Seat(seat) for seat in range(len(self.names)))

    def game(self, number: int) -> Game:
        """The game of a number."""
        rng = Random(f"{self.seed}:{number}")
        return play(self.rules, self.names, rng, POLICIES[self.policy], reasons=self.reasons)

    def __call__(self, numbers: Sequence[int]) -> tuple[str, Summary]:
        """Several games: their records, one JSON object a line, and the summary."""
        lines, summary = [], Summary()
        for number in numbers:
            game = self.game(number)
            lines.append(f"{dumps(game.record, 'json')}\n")
            summary += Summary.of(game)
        return "".join(lines), summary


def reachable(rules: Ruleset) -> tuple[str, ...]:
    """The clauses that can decide something, those that owe code, and the readings of them, in the order of the rulebook."""
    book = rules.book
    bound = {clause for clauses in rules.tables.bindings.values() for clause in clauses}
    clauses = (book.clause(identity) for identity in book.clause_ids)
    owing = tuple(clause.id for clause in clauses if clause.kind != "etiquette" and clause.unmodelled is None)
    readings = (book.interpretation(identity) for identity in book.interpretation_ids if identity in bound)
    return (*owing, *(reading.id for reading in readings if reading.clause in owing))


def rulings_for(rules: Ruleset, clauses: Sequence[str]) -> dict[str, str | None]:
    """For each clause or reading a ruling that shows it, by its id; None where no record can.

    A reading without a ruling of its own is shown by one of the clause that it reads.

    >>> import unoref
    >>> rulings_for(unoref.ruleset("official"), ["official:deck.2"])
    {'official:deck.2': 'official/deck.2.a-blank-agreed-on-plays-as-a-wild'}
    """
    from unoref.sphinxext.trace import rulings_of

    rulings, book = rulings_of(rules.variant), rules.book

    def shown(clause: str) -> str | None:
        named = f"{rules.variant}/{clause.partition(':')[2]}."
        own = (ruling.id for ruling in rulings if ruling.id.startswith(named))
        citing = (ruling.id for ruling in rulings if clause in ruling.clauses)
        return next(own, None) or next(citing, None)

    return {
        clause: shown(clause)
        or (shown(book.interpretation(clause).clause) if clause in book.interpretation_ids else None)
        for clause in clauses
    }
