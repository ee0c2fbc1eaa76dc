"""Random walks under the extended rules: every kind of action gets its chance, however many forms it has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random

import attrs

import unoref
from unoref.actions import (
    Accept,
    Action,
    Answer,
    CallUno,
    Catch,
    Choose,
    Discard,
    Draw,
    Flip,
    Laying,
    Name,
    Pass,
    Pick,
    Play,
    Recast,
    Refuse,
    Show,
    Shuffle,
)
from unoref.cards import BASE_COLORS, CARDS, NAMING, UNKNOWN, Card, Color
from unoref.frames import Chance
from unoref.seats import TABLE, Seat
from unoref.state import State

__all__ = ["any_action", "bare", "opened", "steps"]

CAMOUFLAGE = CARDS[":camouflage"]


def opened(options: dict[str, object], players: int, rng: Random) -> State:
    """A round dealt by chance, before the opening card."""
    rules = unoref.ruleset("extended", **options)
    return unoref.deal(rules, [f"P{number}" for number in range(players)], rng=rng, dealer=rng.randrange(players))


def chosen(state: State, rng: Random) -> Action:
    """Something that is open: first which kind of thing and with which card, then which form of it."""
    frame = state.frames[-1]
    if isinstance(frame, Chance) and rng.random() < 0.8:
        return state.ruleset.tables.at_random(type(frame))(state, frame, rng)
    kinds: dict[object, list[Action]] = defaultdict(list)
    for action in unoref.legal_actions(state):
        card = action.cards[-1] if isinstance(action, Laying) else None
        kinds[type(action), card].append(action)
    plays = [kind for kind in kinds if isinstance(kind, tuple) and kind[1] is not None]
    return rng.choice(kinds[rng.choice(plays if plays and rng.random() < 0.7 else list(kinds))])


def steps(state: State, rng: Random, most: int) -> Iterator[tuple[State, Action, State]]:
    """A walk of legal actions, chance included, as (state, action, next state)."""
    for _ in range(most):
        if state.over:
            return
        action = chosen(state, rng)
        after = unoref.apply(state, action)
        yield state, action, after
        state = after


def any_action(state: State, rng: Random) -> Action:
    """Some action of somebody, sensible or not."""
    seats = [Seat(seat) for seat in range(len(state.hands))]
    seat = rng.choice(seats)
    if rng.random() < 0.6 and state.frames[-1].seat != TABLE:
        seat = state.frames[-1].seat

    def a_card() -> Card:
        held = [card for card in state.hands[seat] if card is not UNKNOWN]
        return rng.choice(held) if held and rng.random() < 0.8 else rng.choice(state.ruleset.deck.cards)

    def play() -> Action:
        card = a_card()
        cards: tuple[Card, ...] = (card,)
        colors: tuple[Color, ...] = ()
        if rng.random() < 0.1:
            cards, colors = (CAMOUFLAGE, card), (rng.choice(BASE_COLORS),)
        if card.face in NAMING or rng.random() < 0.2:
            colors = (*colors, rng.choice(BASE_COLORS))
        number = rng.randrange(10) if card.face.code == "infinity" else None
        attaching = tuple(a_card() for _ in range(rng.randrange(3))) if rng.random() < 0.4 else ()
        aimed = card.face.code in ("color-duel", "points-duel", "tight-band") or rng.random() < 0.05
        return Play(
            seat,
            cards,
            colors,
            number,
            rng.choice(seats) if aimed else None,
            attaching if card.face.code.startswith("transfer") else (),
            adding=a_card() if card.face.code == "reward" and rng.random() < 0.5 else None,
            keeping=a_card() if card.face.code == "chosen-one" and rng.random() < 0.7 else None,
            topping=a_card() if card.face.code == "reward" and rng.random() < 0.3 else None,
            saying_uno=rng.random() < 0.2,
        )

    makers: list[Callable[[], Action]] = [
        play,
        play,
        play,
        lambda: Answer(seat, (a_card(),)),
        lambda: Draw(seat, rng.choice([None, a_card()])),
        lambda: Pass(seat),
        lambda: Accept(seat, rng.choice([(), (a_card(),)])),
        lambda: Refuse(seat),
        lambda: Discard(seat, tuple(a_card() for _ in range(rng.choice((1, 2, 2, 2, 3))))),
        lambda: Name(seat, rng.choice(list(Color))),
        lambda: Recast(seat, a_card()),
        lambda: Choose(seat, rng.choice(["clockwise", "counterclockwise", 3])),
        lambda: CallUno(seat),
        lambda: Catch(seat, rng.choice(seats)),
        lambda: Flip(a_card()),
        lambda: Shuffle(rng.choice([None, tuple(state.draw_pile)])),
        lambda: Pick((a_card(), a_card()), seat),
        lambda: Pick((a_card(),), None, seat),
        lambda: Show(rng.choice(seats), (a_card(),)),
    ]
    return rng.choice(makers)()


def _hidden(cards: tuple[Card, ...], hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards in canonical order, those that are not among the known ones of a hand unknown."""
    left = list(hand)
    found = []
    for card in cards:
        if card in left:
            left.remove(card)
            found.append(card)
        else:
            found.append(UNKNOWN)
    return tuple(sorted(found, key=lambda card: card.index))


def bare(action: Action, state: State) -> Action:
    """The action without what is said beyond the choice: drawn cards, orders, a call, what unknown cards turn out to be."""
    if isinstance(action, Draw):
        return Draw(action.actor)
    if isinstance(action, Accept):
        return Accept(action.actor)
    if isinstance(action, Shuffle):
        return Shuffle()
    if isinstance(action, Discard):
        return Discard(action.actor, tuple(sorted(action.cards, key=lambda card: card.index)))
    if isinstance(action, Pick) and action.source is not None:
        return Pick(_hidden(action.cards, state.hands[action.source]), action.source)
    if isinstance(action, Pick):
        pool = getattr(state.frames[-1], "cards", ())
        return Pick(_hidden(action.cards, pool), None, action.target)
    if isinstance(action, Show):
        of = getattr(state.frames[-1], "of", action.target)
        return Show(action.target, _hidden(action.cards, state.hands[of]))
    if isinstance(action, Play):
        hand = list(state.hands[action.actor])
        for card in action.cards:
            hand.remove(card if card in hand else UNKNOWN)
        return attrs.evolve(action, attaching=_hidden(action.attaching, tuple(hand)), saying_uno=_call(action, state))
    if isinstance(action, Laying):
        return attrs.evolve(action, saying_uno=_call(action, state))
    return action


def _call(action: Laying, state: State) -> bool:
    """Whether the UNO call made with a play is a choice: where players call, and the play leaves one card."""
    due = state.ruleset.tables.settings.get("uno.due")
    return action.saying_uno and due is not None and bool(due(state, action))
