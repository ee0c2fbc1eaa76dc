"""Hypothesis strategies for testing against the rules: rulesets, deals, positions, actions, records and sentences.

They need `Hypothesis <https://hypothesis.readthedocs.io>`_: ``pip install unoref[strategies]``. What is drawn keeps to the
rules: options that exclude each other are never drawn together, only as many players sit down as the rules know, and every
position can be reached from a deal.

Failing examples shrink to the default rules, few players, an early position and few, ordinary actions::

    from hypothesis import given
    from unoref import strategies

    @given(strategies.states())
    def test_somebody_can_act_or_the_round_is_over(state):
        assert state.over != bool(unoref.legal_actions(state))
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterator
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from attrs import frozen

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as _missing:
    if _missing.name != "hypothesis":
        raise
    raise ImportError("unoref.strategies needs Hypothesis: pip install 'unoref[strategies]'") from None

from unoref.actions import Action
from unoref.cards import UNKNOWN, Card, Hand, hand
from unoref.dealing import check_table, check_teams, deal, usual_teams
from unoref.engine import apply
from unoref.errors import NotationError, RecordError, RulebookError
from unoref.grammar import check_names, folded_name
from unoref.notation import parse, write_sentence
from unoref.observing import observe
from unoref.record import Record, record
from unoref.rulebook import Option, Value, own_ids, rulebook, variant_ids
from unoref.ruleset import Ruleset, ruleset, ruleset_of
from unoref.seats import TABLE
from unoref.simulate import names_for
from unoref.state import State
from unoref.walking import anything, lawful, walk

__all__ = [
    "Walk",
    "actions",
    "attempts",
    "cards",
    "deals",
    "hands",
    "names",
    "records",
    "rulesets",
    "sentences",
    "states",
    "walks",
]

#: Rules, as every strategy takes them: a ruleset, a strategy for one, or None for any.
Rules: TypeAlias = Ruleset | st.SearchStrategy[Ruleset] | None

#: The most steps a walk takes where nobody says otherwise; half of all rounds are longer.
LONGEST_WALK: Final = 100

#: The last steps of a walk are drawn one by one, so that they shrink one by one.
_DRAWN_STEPS: Final = 8

_WORD: Final = re.compile(r"[\w-]+")
_seeds: Final = st.integers(0, 2**32 - 1)


# --- rulesets -------------------------------------------------------------------------------------------------------------


def rulesets(*variants: str, changes: int = 4) -> st.SearchStrategy[Ruleset]:
    """Rulesets of these variants, of every variant by default, with up to ``changes`` options away from their defaults.

    An option that excludes one drawn before it keeps its default; one that needs another gets it. Raises
    :class:`unoref.RulebookError` for a variant there is not.

    >>> from hypothesis import find
    >>> find(rulesets("village"), lambda rules: rules.options["jump-in"]).options["jump-in"]
    True
    >>> find(rulesets(changes=0), lambda rules: True)
    <ruleset official>
    """
    first = ("official",)
    for variant in variants:
        ruleset(variant)
    ids = variants or (*first, *(each for each in _playable() if each not in first))
    return _rulesets(ids, changes)


def _playable() -> Iterator[str]:
    """Every variant; one that another package brings with a fault is left out with a warning."""
    for variant in variant_ids():
        try:
            ruleset(variant)
        except RulebookError as fault:
            if variant in own_ids():
                raise
            warnings.warn(f"passed over: {fault}", stacklevel=3)
        else:
            yield variant


@st.composite
def _rulesets(draw: st.DrawFn, variants: tuple[str, ...], changes: int) -> Ruleset:
    variant = draw(st.sampled_from(variants))
    options = rulebook(variant).options
    names = draw(st.lists(st.sampled_from(list(options)), unique=True, max_size=changes)) if options else []
    wanted = {name: draw(_values(options[name])) for name in names}
    return ruleset_of(variant, _settled(variant, wanted))


def _values(option: Option) -> st.SearchStrategy[Value]:
    """The values of an option, its default last to be shrunk from."""
    if option.choices:
        return st.sampled_from([choice.value for choice in option.choices])
    if isinstance(option.default, bool):
        return st.just(not option.default)
    assert option.minimum is not None and option.maximum is not None
    return st.integers(option.minimum, option.maximum)


def _refusal(variant: str, options: dict[str, Value]) -> str:
    """Why these options cannot be had together; empty where they can."""
    try:
        ruleset_of(variant, options)
    except RulebookError as refused:
        return str(refused)
    return ""


def _fits(variant: str, options: dict[str, Value]) -> bool:
    return not _refusal(variant, options)


def _settled(variant: str, wanted: dict[str, Value]) -> dict[str, Value]:
    """As many of the wanted values as can be had together, earlier ones first, and what they need."""
    if _fits(variant, wanted):
        return wanted
    chosen: dict[str, Value] = {}
    left = dict(wanted)
    while left:
        name = next((name for name, value in left.items() if _fits(variant, chosen | {name: value})), None)
        if name is None:
            break
        chosen[name] = left.pop(name)
    for name, value in left.items():
        needed = dict(_needed(variant, name, value))
        if needed and name not in chosen and _fits(variant, {**needed, **chosen, name: value}):
            chosen = {**needed, **chosen, name: value}
    return chosen


@lru_cache(maxsize=1024)
def _needed(variant: str, name: str, value: Value) -> tuple[tuple[str, Value], ...]:
    """Values of other options without which this one means nothing, if there are any."""
    found = _completed(variant, {name: value}, 2)
    return () if found is None else tuple(pair for pair in found.items() if pair[0] != name)


def _completed(variant: str, chosen: dict[str, Value], most: int) -> dict[str, Value] | None:
    """The chosen values with up to ``most`` others of options that the refusal names; None where that is not enough."""
    refusal = _refusal(variant, chosen)
    if not refusal:
        return chosen
    options = rulebook(variant).options
    named = [word for word in _WORD.findall(refusal) if word in options and word not in chosen]
    tries = [{**chosen, name: value} for name in named for value in _examples(options[name])] if most else []
    found = (_completed(variant, each, most - 1) for each in tries)
    return next((each for each in found if each is not None), None)


def _examples(option: Option) -> Iterator[Value]:
    if option.choices:
        yield from (choice.value for choice in option.choices)
    elif isinstance(option.default, bool):
        yield not option.default
    else:
        yield from (number for number in (option.maximum, option.minimum) if number is not None)


def _strategy(rules: Rules) -> st.SearchStrategy[Ruleset]:
    if rules is None:
        return rulesets()
    return st.just(rules) if isinstance(rules, Ruleset) else rules


# --- cards ----------------------------------------------------------------------------------------------------------------


def cards(rules: Ruleset | None = None, *, unknown: bool = False) -> st.SearchStrategy[Card]:
    """Cards of the deck of a ruleset, of the official rules by default; with ``unknown`` also ``?``.

    >>> from hypothesis import find
    >>> find(cards(), lambda card: card.face.number == 7).face.number
    7
    """
    known = list((ruleset() if rules is None else rules).deck.copies)
    return st.sampled_from([*known, UNKNOWN] if unknown else known)


def hands(
    rules: Ruleset | None = None, *, least: int = 1, most: int = 10, unknown: bool = False
) -> st.SearchStrategy[Hand]:
    """Hands of ``least`` to ``most`` cards in their order, no card more often than the deck of the ruleset has it.

    With ``unknown`` some of the cards may be ``?``.
    """

    @st.composite
    def drawn(draw: st.DrawFn) -> Hand:
        deck = (ruleset() if rules is None else rules).deck
        places = st.integers(0, len(deck.cards) - 1)
        taken = draw(st.lists(places, unique=True, min_size=least, max_size=min(most, len(deck.cards))))
        hidden = draw(st.lists(st.booleans(), min_size=len(taken), max_size=len(taken))) if unknown else ()
        held = [deck.cards[place] for place in taken]
        return hand(UNKNOWN if dark else card for card, dark in zip(held, hidden or [False] * len(held), strict=True))

    return drawn()


# --- tables ---------------------------------------------------------------------------------------------------------------


def _can_be_named(name: str) -> bool:
    try:
        check_names([name])
    except NotationError:
        return False
    return True


def names() -> st.SearchStrategy[str]:
    """Names a player can have, of every script and oddity that the notation lets pass."""
    odd = st.sampled_from(["uno", "plays", "R7", "5", "e\u0301", "\u00e9", "Ａｎｎ", "小明", "d.", "naming", "נועה"])
    text = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=8)
    return st.sampled_from(names_for(10)) | odd | text.filter(_can_be_named)


@lru_cache(maxsize=1024)
def _sizes(rules: Ruleset) -> tuple[int, ...]:
    """How many players the rules and the deck let sit down."""
    least, most = rules.book.players
    size = int(rules.tables.settings["hand-size"])
    return tuple(count for count in range(least, most + 1) if count * size < rules.deck.size and _seats(rules, count))


def _seats(rules: Ruleset, count: int) -> bool:
    try:
        check_teams(rules, count, usual_teams(rules, count))
    except RecordError:
        return False
    return True


def deals(
    rules: Rules = None,
    *,
    players: Collection[int] | None = None,
    named: st.SearchStrategy[str] | None = None,
) -> st.SearchStrategy[State]:
    """Tables dealt by chance, before the opening card, every card known.

    ``rules`` is a ruleset or a strategy for one, every ruleset by default. ``players`` are the numbers of players to choose
    from; those the rules do not know are passed over. ``named`` is a strategy for a name, such as :func:`names`.

    >>> from hypothesis import find
    >>> found = find(deals(), lambda state: len(state.players) > 2)
    >>> found.players[:3]
    ('Ann', 'Bo', 'Cy')
    """

    @st.composite
    def dealt(draw: st.DrawFn) -> State:
        settled = draw(_strategy(rules))
        sizes = [count for count in _sizes(settled) if players is None or count in players]
        if not sizes and players is not None and isinstance(rules, Ruleset):
            raise ValueError(
                f"{settled!r} seats {', '.join(map(str, _sizes(settled)))} players, none of {sorted(players)}"
            )
        count = draw(st.sampled_from(sizes or _sizes(settled)))
        at_table: tuple[str, ...] = names_for(count)
        if named is not None:
            at_table = tuple(draw(st.lists(named, min_size=count, max_size=count, unique_by=folded_name)))
        check_table(settled, at_table)
        return deal(settled, at_table, Random(draw(_seeds)), dealer=draw(st.integers(0, count - 1)))

    return dealt()


# --- play -----------------------------------------------------------------------------------------------------------------


@frozen
class Walk:
    """Some steps of a round: the position they begin in, and each action with the position it led to."""

    start: State
    steps: tuple[tuple[Action, State], ...] = ()

    @property
    def end(self) -> State:
        """The position after the last step."""
        return self.steps[-1][1] if self.steps else self.start

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions alone."""
        return tuple(action for action, _ in self.steps)

    def __iter__(self) -> Iterator[tuple[State, Action, State]]:
        """Each step as the position before it, the action, the position after it."""
        before = self.start
        for action, after in self.steps:
            yield before, action, after
            before = after


def _randoms() -> st.SearchStrategy[Random]:
    return st.randoms(use_true_random=False)


def walks(
    rules: Rules = None,
    *,
    players: Collection[int] | None = None,
    most: int = LONGEST_WALK,
    unknown: bool | None = None,
    named: st.SearchStrategy[str] | None = None,
) -> st.SearchStrategy[Walk]:
    """Up to ``most`` lawful actions, those of the table included, from a deal.

    With ``unknown`` the walk begins in mid-game with what one seat knows, or with what everybody knows, and goes on from there
    with unknown cards; None draws whether it does. The other arguments are those of :func:`deals`.

    >>> from hypothesis import find
    >>> found = find(walks(), lambda walk: len(walk.steps) == 2)
    >>> [after == found.end for _, _, after in found]
    [False, True]
    """

    @st.composite
    def walked(draw: st.DrawFn) -> Walk:
        state = draw(deals(rules, players=players, named=named))
        rng = Random(draw(_seeds))
        steps: list[tuple[Action, State]] = []
        length = draw(st.integers(0, max(0, most - _DRAWN_STEPS)))
        steps.extend((action, after) for _, action, after in walk(state, rng, length))
        if draw(st.booleans()) if unknown is None else unknown:
            before = steps[-1][1] if steps else state
            state, steps = observe(before, draw(st.integers(TABLE, len(before.hands) - 1))), []
        chosen = draw(_randoms())
        for _ in range(draw(st.integers(0, min(_DRAWN_STEPS, most)))):
            before = steps[-1][1] if steps else state
            if before.over:
                break
            action = lawful(before, chosen)
            steps.append((action, apply(before, action)))
        return Walk(state, tuple(steps))

    return walked()


def states(
    rules: Rules = None,
    *,
    players: Collection[int] | None = None,
    most: int = LONGEST_WALK,
    unknown: bool | None = None,
    named: st.SearchStrategy[str] | None = None,
) -> st.SearchStrategy[State]:
    """Positions that can be reached: before the opening card, in mid-game with whatever is owed, or after the end of the round.

    The arguments are those of :func:`walks`; with ``unknown`` the positions have unknown cards.

    >>> from hypothesis import find
    >>> import unoref
    >>> found = find(states(unoref.ruleset(), unknown=False), lambda state: state.draw_pile and state.discard)
    >>> found.to_act is not None
    True
    """
    return walks(rules, players=players, most=most, unknown=unknown, named=named).map(lambda walk: walk.end)


def actions(state: State) -> st.SearchStrategy[Action]:
    """Actions that are not illegal in a position, those of the table included; nothing where the round is over.

    >>> from hypothesis import find
    >>> import random, unoref
    >>> state = unoref.settle(unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7)), random.Random(7))
    >>> unoref.judge(state, find(actions(state), lambda action: True)).verdict
    'legal'
    """
    return st.nothing() if state.over else _randoms().map(lambda rng: lawful(state, rng))


def attempts(state: State) -> st.SearchStrategy[Action]:
    """Actions of any kind by anybody at the table, sensible or not: most are illegal, each is one that can be judged.

    >>> from hypothesis import find
    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7))
    >>> unoref.judge(state, find(attempts(state), lambda action: action.actor == 1)).verdict
    'illegal'
    """
    return _randoms().map(lambda rng: anything(state, rng))


def sentences(state: State) -> st.SearchStrategy[str]:
    """Sentences about :func:`attempts`: the grammar has each, and a card may still lack what it needs.

    >>> from hypothesis import find
    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7))
    >>> "catches" in find(sentences(state), lambda sentence: "catches" in sentence)
    True
    """
    return attempts(state).map(lambda action: write_sentence(action, state.players))


def _can_be_written(action: Action, state: State) -> bool:
    """Whether the sentence of an action says all that its cards need, and nothing they cannot take."""
    try:
        return parse(write_sentence(action, state.players), state) == action
    except NotationError:
        return False


def records(
    rules: Rules = None,
    *,
    players: Collection[int] | None = None,
    most: int = LONGEST_WALK,
    unknown: bool | None = None,
    named: st.SearchStrategy[str] | None = None,
) -> st.SearchStrategy[Record]:
    """Records: whole games from the deal, positions in mid-game with what is owed, and further plays; perhaps a dispute.

    Every play stands; the dispute is anything that can be judged. The arguments are those of :func:`walks`.

    >>> from hypothesis import find
    >>> import unoref
    >>> found = find(records(), lambda record: len(record.actions) > 1 and record.dispute is not None)
    >>> unoref.loads(unoref.dumps(found)) == found
    True
    """

    @st.composite
    def recorded(draw: st.DrawFn) -> Record:
        found = draw(walks(rules, players=players, most=most, unknown=unknown, named=named))
        cut = min(draw(st.just(0) | st.integers(0, most)), len(found.steps))
        start = found.steps[cut - 1][1] if cut else found.start
        dispute = None
        if not found.end.over and draw(st.booleans()):
            dispute = draw(attempts(found.end).filter(lambda action: _can_be_written(action, found.end)))
        return record(start, found.actions[cut:], dispute)

    return recorded()
