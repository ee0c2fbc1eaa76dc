"""Chosen one and reward: cards that empty a hand of many others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Find, Laying, Pick, Play
from unoref.cards import FACES, UNKNOWN, Card, Color, without_card
from unoref.checks import Check, answer, bar
from unoref.frames import Chance, Frame, Turn
from unoref.ruleset import Module
from unoref.seats import Seat, after, seats_in
from unoref.state import InForce, State, in_force
from unoref.step import Step, rule
from unoref.unseen import can_hold, holds, possible_in_hand
from unoref.variants.extended.disarm import is_number
from unoref.variants.extended.effects import Stun, Weakness
from unoref.variants.extended.guise import INFINITY, color_of
from unoref.variants.extended.swaps import GOD_HAND
from unoref.variants.extended.taking import loosen
from unoref.variants.extended.waiting import interrupts
from unoref.verbs import discard, identify, lay_together, put_under_discards, receive, set_aside

__all__ = ["Distribution", "FindSwept", "module"]

CHOSEN_ONE = FACES["chosen-one"]
REWARD = FACES["reward"]


# ------------------------------------------------------------------------------------------------------------ chosen one


def may_be_kept(position: State | Step, card: Card) -> bool:
    """Whether a chosen one may keep the card."""
    return is_number(position, card) or (
        card.face is INFINITY and bool(position.ruleset.tables.settings["infinity.may-be-kept"])
    )


def _rest(state: State, action: Play) -> tuple[Card, ...]:
    """The hand once the cards laid have left it; all of it where they cannot."""
    hand = state.hands[action.actor]
    for card in action.cards:
        if card in hand or UNKNOWN in hand:
            hand = without_card(hand, card)
    return hand


@bar("chosen-one.must-keep", faces=(CHOSEN_ONE,))
def keeps_nothing(state: State, frame: Turn, action: Play) -> bool | None:
    """A number card is held, and one must be kept."""
    if action.keeping is not None:
        return False
    return holds(state, action.actor, _rest(state, action), lambda card: is_number(state, card))


@bar("chosen-one.number", faces=(CHOSEN_ONE,))
def keeps_function(state: State, frame: Turn, action: Play) -> bool:
    """Only a number card is kept."""
    keeping = action.keeping
    return keeping is not None and keeping.face is not INFINITY and not may_be_kept(state, keeping)


@bar("chosen-one.infinity", faces=(CHOSEN_ONE,))
def keeps_infinity(state: State, frame: Turn, action: Play) -> bool:
    """An Infinity is no number card in the hand."""
    keeping = action.keeping
    return keeping is not None and keeping.face is INFINITY and not may_be_kept(state, keeping)


@bar("chosen-one.not-held", faces=(CHOSEN_ONE,))
def keeps_stranger(state: State, frame: Turn, action: Play) -> bool:
    """The card kept cannot be in the hand."""
    return action.keeping is not None and not can_hold(state, action.actor, (*action.cards, action.keeping))


@rule("chosen-one")
def keep_one(step: Step, action: Play, before: InForce) -> None:
    """Keep one number card and discard the rest; with no number card, everything."""
    seat, kept = action.actor, action.keeping
    if kept is not None and kept not in step.hands[seat]:
        identify(step, seat, kept)
    rest = step.hands[seat] if kept is None else without_card(step.hands[seat], kept)
    if rest:
        discard(step, seat, rest)
        loosen(step)


def keeping_plays(state: State, seat: Seat, play: Play) -> Iterator[Play]:
    """The play with each number card that may be kept, and with none."""
    rest = _rest(state, play)
    cards = [card for card in dict.fromkeys(rest) if card is not UNKNOWN and may_be_kept(state, card)]
    if UNKNOWN in rest:
        possible = possible_in_hand(state, seat)
        cards += [card for card in possible if card not in cards and may_be_kept(state, card)]
    yield play
    for card in cards:
        yield evolve(play, keeping=card)


# ---------------------------------------------------------------------------------------------------------------- reward


@frozen
class FindSwept(Chance):
    """The table tells which unknown cards of ``user`` have the color of the reward and must be put down.

    ``hidden``: the god hand was put down too, so what is swept lies face down for the others; else ``topping`` is the
    card to lie on top, if that was said; ``called``: whether UNO was called with the reward.
    """

    user: Seat
    color: Color
    hidden: bool
    topping: Card | None = None
    called: bool = False


@frozen
class Distribution(Chance):
    """Cards put down by ``user`` lie face down; the table picks one at random for ``to``, then for the next."""

    user: Seat
    to: Seat
    cards: tuple[Card, ...]

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat == self.user else evolve(self, cards=(UNKNOWN,) * len(self.cards))


def reward_color(position: State | Step, action: Play) -> Color:
    """The color that is swept: the one the reward counts as, or the printed one."""
    color: Callable[[Laying], Color] = position.ruleset.tables.settings["reward.color"]
    return color(action)


def printed_color(action: Laying) -> Color:
    """The color that is printed on the card."""
    return action.card.color


def is_swept(position: State | Step, card: Card, color: Color) -> bool:
    """Whether the card must be put down; with two players left a god hand never is at most tables."""
    if card.color is not color:
        return False
    with_two = position.ruleset.tables.settings["reward.god-hand-with-two"]
    return card.face is not GOD_HAND or with_two or len(seats_in(position)) != 2


def _swept(state: State, action: Play) -> list[Card]:
    """The known cards that the reward sweeps, the optional god hand not among them."""
    rest = list(_rest(state, action))
    if action.adding in rest:
        rest.remove(action.adding)
    color = reward_color(state, action)
    return [card for card in rest if card is not UNKNOWN and is_swept(state, card, color)]


def left_by_reward(state: State, action: Play) -> int:
    """How many cards are left once those of the color have been put down; unknown ones count as left."""
    return len(_rest(state, action)) - len(_swept(state, action)) - (action.adding is not None)


@bar("reward.adds-god-hand", faces=(REWARD,))
def adds_other_card(state: State, frame: Turn, action: Play) -> bool:
    """Only a god hand may be put down with a reward."""
    return action.adding is not None and action.adding.face is not GOD_HAND


@bar("reward.two-players", faces=(REWARD,))
def adds_with_two(state: State, frame: Turn, action: Play) -> bool:
    """With two players left no god hand is put down."""
    return action.adding is not None and len(seats_in(state)) == 2


@bar("reward.topping", faces=(REWARD,))
def tops_wrongly(state: State, frame: Turn, action: Play) -> bool:
    """The card named to lie on top is not put down face up."""
    if action.topping is None:
        return False
    if action.adding is not None or not is_swept(state, action.topping, reward_color(state, action)):
        return True
    return not can_hold(state, action.actor, (*action.cards, action.topping))


@bar("reward.top-missing", faces=(REWARD,))
def tops_nothing(state: State, frame: Turn, action: Play) -> bool:
    """Several different cards are put down face up, and it must be said which lies on top."""
    if action.topping is not None or action.adding is not None:
        return False
    return len(set(_swept(state, action))) > 1


@bar("reward.no-topping", faces=(REWARD,))
def tops_at_all(state: State, frame: Turn, action: Play) -> bool:
    """At such a table the reward itself stays in force."""
    return action.topping is not None


def _may_be_swept(step: Step, seat: Seat, color: Color) -> bool:
    return UNKNOWN in step.hands[seat] and any(is_swept(step, card, color) for card in possible_in_hand(step, seat))


@rule("reward")
def reward(step: Step, action: Play, before: InForce) -> None:
    """Put down a god hand if wanted, and every card of the color; then stun and weakness."""
    seat, color = action.actor, reward_color(step, action)
    if action.adding is not None:
        set_aside(step, seat, (action.adding,))
        put_under_discards(step, (action.adding,))
        step.tell("added", seat, (action.adding,))
    if _may_be_swept(step, seat, color):
        step.push(FindSwept(seat, color, action.adding is not None, action.topping, action.saying_uno))
    else:
        sweep(step, seat, color, (), action.adding is not None, action.topping)


@rule("reward.stun")
def stun(step: Step, seat: Seat) -> None:
    """The player is stunned and weak."""
    step.lasting = (*step.lasting, Stun(seat), Weakness(seat))
    step.tell("stunned", seat)


@rule("reward")
def find_swept(step: Step, frame: FindSwept, action: Pick) -> None:
    """The table tells which of the unknown cards are put down."""
    step.pop()
    for card in action.cards:
        if card is not UNKNOWN:
            identify(step, frame.user, card)
    sweep(step, frame.user, frame.color, action.cards, frame.hidden, frame.topping)


@rule("reward")
def find_none(step: Step, frame: FindSwept, action: Find) -> None:
    """None of the unknown cards has the color."""
    step.pop()
    sweep(step, frame.user, frame.color, (), frame.hidden, frame.topping)


@rule("reward.sweep")
def sweep(step: Step, seat: Seat, color: Color, more: tuple[Card, ...], hidden: bool, topping: Card | None) -> None:
    """Put the cards of the color down: face down for the others to draw, or onto the discards."""
    put_down(step, seat, color, more, hidden, topping)
    stun(step, seat)


def put_down(step: Step, seat: Seat, color: Color, more: tuple[Card, ...], hidden: bool, topping: Card | None) -> None:
    """The cards leave the hand, those in ``more`` being what the table has told of the unknown ones."""
    unknown = tuple(card for card in more if card is UNKNOWN)
    cards = tuple(card for card in step.hands[seat] if card is not UNKNOWN and is_swept(step, card, color)) + unknown
    if not cards:
        step.tell("swept", seat, (), 0)
        return
    if hidden:
        set_aside(step, seat, cards)
        step.tell("laid-down", seat, (), len(cards))
        step.push(Distribution(seat, after(step, seat), cards))
    else:
        last = topping or (more[-1] if more else cards[-1])
        order = (*without_card(cards, last), last)
        lay_swept(step, seat, order, color if step.tables.settings["reward.top-counts"] else None)
        act = step.tables.settings["reward.swept"]
        if act is not None:
            act(step, seat, order)
    loosen(step)


@rule("reward.last")
def lay_swept(step: Step, seat: Seat, cards: tuple[Card, ...], color: Color | None) -> None:
    """What is put down face up counts for the current card: the one on top."""
    lay_together(step, seat, cards, None if color is None else in_force(color, cards[-1].face))


@bar("reward.other-cards")
def not_swept(state: State, frame: FindSwept, action: Pick) -> bool:
    """Cards of another color, or that cannot be among the unknown ones."""
    if action.source != frame.user or action.target is not None:
        return True
    known = [card for card in action.cards if card is not UNKNOWN]
    if len(known) < len(action.cards) and not frame.hidden:
        return True
    hand = state.hands[frame.user]
    held = [card for card in hand if card is not UNKNOWN]
    if len(action.cards) > hand.count(UNKNOWN) or not all(is_swept(state, card, frame.color) for card in known):
        return True
    if frame.topping is not None and frame.topping not in held and frame.topping not in known:
        return True
    return bool(known) and not can_hold(state, frame.user, (*held, *known))


@bar("reward.finding")
def no_finding(state: State, frame: FindSwept, action: Find) -> bool:
    """The finding is that there are none, which cannot be where one of them was said to lie on top."""
    said = frame.topping is not None and frame.topping not in state.hands[frame.user]
    return action.outcome != "no" or said


def swept_open(state: State, frame: FindSwept) -> Iterator[Pick]:
    """One unknown card of each kind; the table may name more."""
    for card in possible_in_hand(state, frame.user):
        if is_swept(state, card, frame.color):
            yield Pick((card,), frame.user)
    if frame.hidden:
        for count in range(1, state.hands[frame.user].count(UNKNOWN) + 1):
            yield Pick((UNKNOWN,) * count, frame.user)


def none_open(state: State, frame: FindSwept) -> tuple[Find, ...]:
    """None of them has the color."""
    return (Find("no"),)


def none_at_random(state: State, frame: FindSwept, rng: Random) -> Any:
    """One of the cards it may be, or none."""
    options = [*swept_open(state, frame), *none_open(state, frame)]
    row = state.ruleset.tables.row
    open_now = [
        action for action in options if (found := row(FindSwept, type(action))) and found.admits(state, frame, action)
    ]
    return rng.choice(open_now)


@rule("reward.distribute")
def draw_one(step: Step, frame: Distribution, action: Pick) -> None:
    """The next player draws one of the cards; so it goes round until none is left."""
    step.pop()
    cards = without_card(frame.cards, action.cards[0])
    receive(step, frame.to, action.cards)
    step.tell("got", frame.to, action.cards, 1)
    if cards:
        following = after(step, frame.to)
        if following == frame.user:
            following = after(step, following)
        step.push(Distribution(frame.user, following, cards))


@bar("reward.not-in-pool")
def not_in_pool(state: State, frame: Distribution, action: Pick) -> bool:
    """Another card than one that lies there, or for another player."""
    if action.source is not None or action.target != frame.to or len(action.cards) != 1:
        return True
    card = action.cards[0]
    if card in frame.cards:
        return False
    return card is UNKNOWN or UNKNOWN not in frame.cards or not state.ruleset.deck.left_after(_seen(state))[card] > 0


def _seen(state: State) -> Iterator[Card]:
    from unoref.unseen import every_card

    return every_card(state)


def pool_open(state: State, frame: Distribution) -> Iterator[Pick]:
    """Every card that lies there."""
    for card in dict.fromkeys(frame.cards):
        yield Pick((card,), None, frame.to)


def pool_at_random(state: State, frame: Distribution, rng: Random) -> Pick:
    """Any of the cards, each as likely as the next."""
    return Pick((rng.choice(frame.cards),), None, frame.to)


def rewards_open(state: State, seat: Seat, play: Play) -> Iterator[Play]:
    """The play by itself, with each card that may lie on top, with each god hand."""
    yield play
    cards = dict.fromkeys(_swept(state, play))
    rest = _rest(state, play)
    if UNKNOWN in rest:
        color = reward_color(state, play)
        cards |= dict.fromkeys(card for card in possible_in_hand(state, seat) if is_swept(state, card, color))
    for card in cards:
        yield evolve(play, topping=card)
    god_hands = [card for card in dict.fromkeys(rest) if card.face is GOD_HAND]
    if UNKNOWN in rest:
        possible = possible_in_hand(state, seat)
        god_hands += [card for card in possible if card.face is GOD_HAND and card not in god_hands]
    for card in god_hands:
        yield evolve(play, adding=card)


def _sound_pool(state: State, frame: Distribution, at: int) -> str:
    return interrupts(state, at, frame.user, frame.to) or ("" if frame.cards else "no card lies there")


def _sound_swept(state: State, frame: FindSwept, at: int) -> str:
    return interrupts(state, at, frame.user)


def module(options: Mapping[str, Any]) -> Module:
    """Chosen one and reward."""
    with_two: tuple[Check[Turn, Play], ...] = () if options["reward-god-hand-with-two"] else (adds_with_two,)
    top_counts = options["reward-last"] == "top-card"
    topping = (tops_wrongly, tops_nothing) if top_counts else (tops_at_all,)
    checks = (keeps_nothing, keeps_function, keeps_infinity, keeps_stranger, adds_other_card, *with_two, *topping)
    return Module(
        name="sweep",
        answers=(
            answer(FindSwept, Pick, find_swept, swept_open, not_swept, at_random=none_at_random),
            answer(FindSwept, Find, find_none, none_open, no_finding),
            answer(Distribution, Pick, draw_one, pool_open, not_in_pool, at_random=pool_at_random),
        ),
        checks=tuple((Turn, Play, check) for check in checks),
        effects={CHOSEN_ONE: keep_one, REWARD: reward},
        settings={
            ("form", CHOSEN_ONE): keeping_plays,
            ("takes", CHOSEN_ONE): frozenset({"keeping"}),
            ("form", REWARD): rewards_open,
            ("takes", REWARD): frozenset({"adding", "topping"}),
            ("left", CHOSEN_ONE): lambda state, action: int(action.keeping is not None),
            ("left", REWARD): left_by_reward,
            "infinity.may-be-kept": options["infinity-in-hand-is"] == "choice",
            "reward.color": printed_color if options["reward-color"] == "printed" else color_of,
            "reward.top-counts": top_counts,
            "reward.god-hand-with-two": options["reward-god-hand-with-two"],
        },
        sound={Distribution: _sound_pool, FindSwept: _sound_swept},
        uses=(stun, sweep, lay_swept),
    )
