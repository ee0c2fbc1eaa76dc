"""Walks through positions: something lawful, or anything at all, chosen by whatever random generator is handed in.

The strategies of :mod:`unoref.strategies` and the tests of this project stand on these. A generator of Hypothesis serves as
well as one of Python.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, TypeVar

from unoref.actions import (
    Accept,
    Action,
    Answer,
    CallUno,
    Catch,
    Challenge,
    Choose,
    ChoosePlace,
    ChooseSeat,
    Deal,
    Discard,
    Draw,
    Exchange,
    Find,
    Flip,
    JumpIn,
    Laying,
    Name,
    Pass,
    Pick,
    Play,
    Recast,
    Refuse,
    Reveal,
    Show,
    Shuffle,
)
from unoref.cards import BASE_COLORS, UNKNOWN, Card, Color
from unoref.engine import apply, find, legal_actions
from unoref.frames import Chance
from unoref.grammar import TAKERS
from unoref.seats import TABLE, Seat
from unoref.state import State
from unoref.verbs import kept

__all__ = ["anything", "lawful", "walk"]

T = TypeVar("T")

_SEEDS: Final = 1 << 32


def walk(state: State, rng: Random, most: int) -> Iterator[tuple[State, Action, State]]:
    """A walk of lawful actions, chance included, as (state, action, next state): to the end of the round, or ``most`` steps.

    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7))
    >>> [type(action).__name__ for _, action, _ in walk(state, random.Random(7), 1)]
    ['Flip']
    """
    for _ in range(most):
        if state.over:
            return
        action = lawful(state, rng)
        after = apply(state, action)
        yield state, action, after
        state = after


def lawful(state: State, rng: Random) -> Action:
    """Something that is open now, in a round that is not over.

    First which kind of thing and with which card, then which form of it, so that an action of many forms does not crowd out the
    others. Plays are preferred, so that rounds come to an end; the table mostly says what came of its shuffles and picks, and
    a draw is now and then said with its cards.
    """
    frame = state.frames[-1]
    if isinstance(frame, Chance) and _happens(rng, 0.8):
        return state.ruleset.tables.at_random(type(frame))(state, frame, Random(rng.randrange(_SEEDS)))
    kinds: dict[tuple[type[Action], Card | None], list[Action]] = defaultdict(list)
    for action in legal_actions(state):
        kinds[type(action), action.card if isinstance(action, Laying) else None].append(action)
    plays = [kind for kind in kinds if kind[1] is not None]
    chosen = rng.choice(kinds[rng.choice(list(kinds) if not plays or _happens(rng, 0.3) else plays)])
    return _with_names(chosen, state, rng) if isinstance(chosen, Draw | Accept) and _happens(rng, 0.3) else chosen


def _happens(rng: Random, share: float) -> bool:
    """Whether something happens that does so in this share of all cases.

    A generator of Hypothesis tends to 0 and 1 where it is asked for a fraction, and shrinks to 0: then nothing special happens.
    """
    return rng.randrange(100) >= round(100 * (1 - share))


def _with_names(action: Draw | Accept, state: State, rng: Random) -> Action:
    """A draw with the cards it is said to be: those that lie there, or will after a shuffle."""
    rest = list(state.discard.leaving(*kept(state)))
    Random(rng.randrange(_SEEDS)).shuffle(rest)
    coming = [card for card in (*state.draw_pile, *rest) if card is not UNKNOWN]
    if not coming or len(coming) < len(state.draw_pile) + len(rest):
        return action
    owed = getattr(state.frames[-1], "owed", 0)
    named: Action = Accept(action.actor, tuple(coming[: rng.randint(0, owed)]))
    if isinstance(action, Draw):
        named = Draw(action.actor, coming[0])
    return action if find(state, named).verdict == "illegal" else named  # fewer may be drawn than are owed


def anything(state: State, rng: Random) -> Action:
    """Some action of somebody at the table, sensible or not."""
    return rng.choice(_MAKERS)(_Whim(state, rng))


class _Whim:
    """What somebody might pick in a position."""

    __slots__ = ("actor", "held", "rng", "seats", "state")

    def __init__(self, state: State, rng: Random) -> None:
        self.state: Final = state
        self.rng: Final = rng
        self.seats: Final = [Seat(seat) for seat in range(len(state.hands))]
        owner = state.frames[-1].seat
        self.actor: Final = rng.choice(self.seats) if owner == TABLE or _happens(rng, 0.5) else owner
        self.held: Final = [card for card in state.hands[self.actor] if card is not UNKNOWN]

    def chance(self, share: float) -> bool:
        return _happens(self.rng, share)

    def card(self) -> Card:
        """A card, mostly of the actor's hand, now and then the one on top of the discards."""
        if self.held and self.chance(0.75):
            return self.rng.choice(self.held)
        top = self.state.discard.top
        if top is not None and top is not UNKNOWN and self.chance(0.4):
            return top
        return self.rng.choice(self.state.ruleset.deck.cards)

    def cards(self, *counts: int) -> tuple[Card, ...]:
        return tuple(self.card() for _ in range(self.rng.choice(counts)))

    def seat(self) -> Seat:
        return self.rng.choice(self.seats)

    def one_of(self, *things: T) -> T:
        return self.rng.choice(things)

    def laid(self, card: Card) -> tuple[Card, ...]:
        """The card alone, with more of its face, or with another one."""
        if self.chance(0.2):
            like = [other for other in self.held if other.face is card.face] or [card]
            return (*self.rng.sample(like, self.rng.randint(1, len(like))),)
        if self.held and self.chance(0.15):
            other = self.rng.choice([card for card in self.held if card.color is Color.BLACK] or self.held)
            return self.one_of((other, card), (card, other))
        return (card,) * (2 if self.chance(0.05) else 1)

    def modified(self, cards: Sequence[Card], modifier: str, otherwise: float = 0.02) -> bool:
        """Whether a modifier is said: mostly where one of the cards takes it."""
        faces = TAKERS[modifier]
        return self.chance(0.8 if any(card.face in faces for card in cards) else otherwise)

    def laying(self, kind: type[Laying]) -> Action:
        """A play with everything that may be said with it."""
        cards = self.laid(self.card())
        colors: tuple[Color, ...] = ()
        if self.modified(cards, "naming", 0.4 if len(cards) > 1 else 0.02):
            colors = (self.rng.choice(BASE_COLORS), *([self.rng.choice(BASE_COLORS)] if self.chance(0.1) else ()))
        return kind(
            self.actor,
            cards,
            colors,
            self.rng.randrange(10) if self.modified(cards, "as") else None,
            self.seat() if self.modified(cards, "on", 0.05) else None,
            self.cards(0, 1, 2) if self.modified(cards, "attaching") else (),
            self.card() if self.modified(cards, "adding") else None,
            self.card() if self.modified(cards, "keeping") else None,
            self.card() if self.modified(cards, "topping") else None,
            self.chance(0.3),
        )


def _shuffled(whim: _Whim) -> Action:
    pile, discard = tuple(whim.state.draw_pile), tuple(whim.state.discard)
    return Shuffle(whim.one_of(None, pile, discard[1:]))


#: Every kind of action, plays several times.
_MAKERS: Final[tuple[Callable[[_Whim], Action], ...]] = (
    *[lambda whim: whim.laying(Play)] * 4,
    lambda whim: whim.laying(JumpIn),
    lambda whim: whim.laying(Answer),
    lambda whim: Draw(whim.actor, whim.one_of(None, whim.card())),
    lambda whim: Pass(whim.actor),
    lambda whim: Accept(whim.actor, whim.cards(0, 0, 1, 2)),
    lambda whim: Refuse(whim.actor),
    lambda whim: Challenge(whim.actor),
    lambda whim: Name(whim.actor, whim.one_of(*Color)),
    lambda whim: Choose(whim.actor, whim.one_of("yes", "no", "clockwise", "counterclockwise", 1, 2, 3)),
    lambda whim: Choose(whim.actor, whim.card()),
    lambda whim: Exchange(whim.actor, whim.card(), whim.card()),
    lambda whim: Discard(whim.actor, whim.cards(1, 2, 2, 3)),
    lambda whim: Recast(whim.actor, whim.card()),
    lambda whim: CallUno(whim.actor),
    lambda whim: Catch(whim.actor, whim.seat()),
    lambda whim: Flip(whim.card()),
    _shuffled,
    lambda whim: Deal(whim.seat(), whim.cards(0, 1)),
    lambda whim: Reveal(whim.card(), whim.one_of(None, whim.seat())),
    lambda whim: Pick(whim.cards(1, 2), whim.seat()),
    lambda whim: Pick(whim.cards(1), None, whim.seat()),
    lambda whim: Show(whim.seat(), whim.cards(1, 2)),
    lambda whim: ChooseSeat(whim.seat()),
    lambda whim: ChoosePlace(whim.rng.randrange(120)),
    lambda whim: Find(whim.one_of("guilty", "innocent", "yes", "no")),
)
