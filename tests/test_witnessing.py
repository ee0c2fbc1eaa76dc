"""What a player sees of a game that others play: nothing that is hidden, everything that lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from attrs import astuple, evolve

import unoref
from unoref.actions import (
    Accept,
    Action,
    Choose,
    ChoosePlace,
    Deal,
    Draw,
    Exchange,
    Pick,
    Play,
    Show,
    Shuffle,
)
from unoref.cards import CARDS, UNKNOWN, Card, hand
from unoref.cli.replay import steps
from unoref.events import Event
from unoref.observing import looking, observe
from unoref.piles import Pile
from unoref.record import Record
from unoref.referee import judge
from unoref.rulebook import rulebook, variant_ids
from unoref.seats import Seat
from unoref.simulate import greedy, names_for, play, uniform
from unoref.state import State
from unoref.witnessing import KNOWN_TO_SOME, OPEN_TO_ALL, action_seen, event_seen

#: Plays of a game that are looked at.
MOST = 120


@cache
def game(variant: str, seed: int) -> Record:
    """A game by chance, or for an odd seed by a simple plan, cut off before its last play."""
    rules = unoref.ruleset(variant)
    policy = greedy if seed % 2 else uniform
    whole = play(rules, names_for(max(3, rules.book.players[0])), Random(seed), policy, most=MOST).record
    return evolve(whole, actions=whole.actions[:-1])


def positions(record: Record) -> Iterator[tuple[State, Action, State]]:
    """Every action with the positions before and after it."""
    state = record.start
    for action in record.actions:
        after = unoref.apply(state, action)
        yield state, action, after
        state = after


def viewers(record: Record) -> range:
    """Every seat, and a bystander."""
    return range(-1, len(record.start.players))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("variant", variant_ids())
def test_a_view_is_what_is_observed_and_never_harsher_than_the_truth(variant: str, seed: int) -> None:
    record = game(variant, seed)
    truth = [judge(state, action).verdict for state, action, _ in positions(record)]
    after = [state for _, _, state in positions(record)]
    assert len(truth) > 5
    for viewer in viewers(record):
        seen = list(steps(record, viewer))[1:]
        assert [step.state for step in seen] == [observe(state, viewer) for state in after]
        for step, verdict in zip(seen, truth, strict=True):
            if step.verdict == "illegal":
                assert verdict == "illegal", (step.number, step.sentence)
            unoref.parse(step.sentence or "", record.start)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("variant", variant_ids())
def test_cards_drawn_dealt_and_shuffled_are_hidden_from_others(variant: str, seed: int) -> None:
    record = game(variant, seed)
    for viewer in viewers(record):
        for before, action, after in positions(record):
            seen = action_seen(action, viewer, before, after)
            mine = looking(before, viewer)
            open_to_all = bool(before.public) and action.actor >= 0 and before.public[action.actor] is None
            if isinstance(action, Draw | Accept) and action.actor not in mine and not open_to_all:
                assert seen == type(action)(action.actor)
            if isinstance(action, Shuffle):
                assert seen == Shuffle()
            if isinstance(action, ChoosePlace):
                assert seen == ChoosePlace(None)
            for event in judge(before, action).events:
                assert not set(event.cards) - {UNKNOWN} or event.event in OPEN_TO_ALL | KNOWN_TO_SOME, event
                told = set(event_seen(event, viewer, before, after).cards) - {UNKNOWN}
                if event.event == "shuffled":
                    assert not told
                if event.event in KNOWN_TO_SOME and event.seat is not None and not (before.public or after.public):
                    concerned = {before.players[seat] for seat in mine if seat >= 0} & {event.seat, event.other}
                    assert concerned or not told


@pytest.mark.parametrize(
    ("ruling", "hidden"),
    [
        ("i32.the-holder-picks-if-so-agreed", False),
        ("i62.the-caster-assigns-if-so-agreed", False),
        ("yellow.8.any-card-may-be-given", False),
        ("blue.7.one-card-left", False),
        ("blue.2.one-card-left", True),
        ("red.0.the-eleventh-card-is-not-seen", True),
    ],
)
def test_a_card_that_is_chosen_to_lie_open_is_seen_by_everybody_and_another_by_nobody_else(
    ruling: str, hidden: bool
) -> None:
    record = unoref.load(rulebook("touhouno").folder / "rulings" / f"{ruling}.toml")
    before, action = record.state(), record.dispute
    assert isinstance(action, Choose) and isinstance(action.choice, Card)
    after = judge(before, action).after

    for viewer in viewers(record):
        unseen = hidden and viewer != action.actor
        assert action_seen(action, viewer, before, after) == (Choose(action.actor, UNKNOWN) if unseen else action)


#: What happens here may show or move cards that no action names: two worlds are compared up to there.
SHOWING = frozenset(
    """
    card-shown challenged counted discarded exchanged given hand-open hand-shown hand-shown-to-all hands-gathered hands-recalled
    hands-rotated hands-swapped laid-down left-over looked shuffled stunned swept taken
    """.split()
)


def named_in(action: Action) -> set[Card]:
    """Every card an action names."""
    found: set[Card] = set()
    for value in astuple(action, recurse=False):
        found |= {each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Card)}
    return found


def unshown(record: Record) -> tuple[Record, set[Card], list[tuple[int, Seat]]]:
    """The game up to where cards are shown, the cards its plays name, and who drew down to how many cards of the pile."""
    actions: list[Action] = []
    named: set[Card] = set()
    draws: list[tuple[int, Seat]] = []
    as_dealt = True  # nothing has gone back into the pile
    for before, action, after in positions(record):
        events = judge(before, action).events
        if any(event.event in SHOWING for event in events):
            break
        actions.append(action)
        named |= named_in(action)
        as_dealt = as_dealt and not any(event.event == "put-back" for event in events)
        drew = [event for event in events if event.event == "drew"]
        if as_dealt and len(drew) == 1 and len(drew[0].cards) == len(before.draw_pile) - len(after.draw_pile) == 1:
            draws.append((len(after.draw_pile), Seat(before.players.index(drew[0].seat or ""))))
    return evolve(record, actions=tuple(actions)), named, draws


def other_world(start: State, seat: Seat | None, card: Card, drawn: int) -> State:
    """The start with the lowest card of the pile exchanged for one of a hand, or (seat None) that with ``drawn`` cards below."""
    pile = list(start.draw_pile)[::-1]
    lowest, pile[0] = pile[0], card
    if seat is None:
        pile[drawn] = lowest
        return evolve(start, draw_pile=Pile.of(pile))
    hands = list(start.hands)
    cards = list(hands[seat])
    cards[cards.index(card)] = lowest
    hands[seat] = hand(cards)
    return evolve(start, draw_pile=Pile.of(pile), hands=tuple(hands))


def two_worlds(record: Record) -> Iterator[tuple[Seat, Record, Record]]:
    """Pairs of games that differ in one card, which only its holder sees, and in the lowest of the pile; and the holder."""
    one, named, draws = unshown(record)
    start = record.start
    pile = list(start.draw_pile)[::-1]
    if len(pile) < 2 or UNKNOWN in pile or pile[0] in named or any(not left for left, _ in draws):
        return
    exchanges = [
        (Seat(seat), card, 0) for seat, cards in enumerate(start.hands) for card in cards if cards.count(card) == 1
    ]
    for seat, card, drawn in exchanges:
        if card not in named and card is not pile[0]:
            yield seat, one, evolve(one, start=other_world(start, seat, card, drawn))
    for drawn, seat in draws:
        if drawn < len(pile) and pile[drawn] not in named and pile[drawn] is not pile[0]:
            yield seat, one, evolve(one, start=other_world(start, None, pile[drawn], drawn))


def opens_alike(one: Record, two: Record) -> bool:
    """Whether the same is told when the round opens: some tables tell whose hand is worth most."""
    return not one.actions or [
        event for event in judge(one.start, one.actions[0]).events if event.event == "highest-hand"
    ] == [event for event in judge(two.start, two.actions[0]).events if event.event == "highest-hand"]


@pytest.mark.parametrize("variant", variant_ids())
def test_a_card_nobody_sees_changes_nothing_that_is_seen(variant: str) -> None:
    compared: Counter[str] = Counter()
    for seed in range(10):
        record = game(variant, seed)
        for holder, one, two in Random(seed).sample(pairs := list(two_worlds(record)), min(len(pairs), 6)):
            if not opens_alike(one, two):
                continue
            for viewer in viewers(record):
                if viewer == holder:
                    continue
                for here, there in zip(steps(one, viewer), steps(two, viewer), strict=False):
                    if here.stands and not there.stands:
                        break  # the other card makes the same play an offence
                    assert here == there, (seed, viewer, here.sentence)
                    compared[here.verdict] += 1
    assert compared["legal"] > 100
    assert compared["undetermined"] or variant == "extended"  # where no play hangs on cards of its player


# --- actions and events one by one ----------------------------------------------------------------------------------------

R7, B2, G5 = CARDS["R7"], CARDS["B2"], CARDS["G5"]
TABLE_OF_TWO = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=Random(1))


@pytest.mark.parametrize(
    ("action", "mine", "others"),
    [
        (Draw(Seat(1), R7), Draw(Seat(1), R7), Draw(Seat(1))),
        (Accept(Seat(1), (R7,)), Accept(Seat(1), (R7,)), Accept(Seat(1))),
        (Shuffle((R7, B2)), Shuffle(), Shuffle()),
        (ChoosePlace(52), ChoosePlace(None), ChoosePlace(None)),
        (Deal(Seat(1), (R7,)), Deal(Seat(1), (R7,)), Deal(Seat(1))),
        (Show(Seat(1), (R7,)), Show(Seat(1), (R7,)), Show(Seat(1), (UNKNOWN,))),
        (Pick((R7,), Seat(1)), Pick((R7,), Seat(1)), Pick((UNKNOWN,), Seat(1))),
        (Pick((R7,), None, Seat(1)), Pick((R7,), None, Seat(1)), Pick((UNKNOWN,), None, Seat(1))),
        (Exchange(Seat(1), R7, B2), Exchange(Seat(1), R7, B2), Exchange(Seat(1), UNKNOWN, UNKNOWN)),
        (Choose(Seat(1), R7), Choose(Seat(1), R7), Choose(Seat(1), UNKNOWN)),
        (Choose(Seat(1), "yes"), Choose(Seat(1), "yes"), Choose(Seat(1), "yes")),
        (
            Play(Seat(1), (R7,), attaching=(B2,), keeping=B2, topping=B2, adding=B2),
            Play(Seat(1), (R7,), attaching=(B2,), keeping=B2, topping=B2, adding=B2),
            Play(Seat(1), (R7,), attaching=(UNKNOWN,), keeping=UNKNOWN, topping=B2, adding=B2),
        ),
    ],
    ids=lambda action: type(action).__name__,
)
def test_an_action_is_seen_whole_by_its_own_and_without_hidden_cards_by_others(
    action: Action, mine: Action, others: Action
) -> None:
    assert action_seen(action, 1, TABLE_OF_TWO) == mine
    assert action_seen(action, 0, TABLE_OF_TWO) == others
    assert action_seen(action, -1, TABLE_OF_TWO) == others


def hands(ann: str, bo: str, public: tuple[tuple[Card, ...] | None, ...] = ()) -> State:
    """A table of two with hands, and what of them lies open."""
    cards = tuple(hand(CARDS[code] for code in codes.split()) for codes in (ann, bo))
    return evolve(TABLE_OF_TWO, hands=cards, public=public)


@pytest.mark.parametrize(
    ("event", "before", "after", "seen"),
    [
        (Event("played", "", "Bo", (R7,)), hands("B2", "R7 G5"), hands("B2", "G5"), (R7,)),
        (Event("hand-open", "", "Bo", (R7,)), hands("B2", "R7"), hands("B2", "R7", ((), None)), (R7,)),
        (Event("drew", "", "Bo", (R7,)), hands("B2", "G5"), hands("B2", "R7 G5"), (UNKNOWN,)),
        (Event("drew", "", "Bo", (R7,)), hands("B2", "G5", ((), None)), hands("B2", "R7 G5", ((), None)), (R7,)),
        (Event("drew", "", "Bo", (R7,)), hands("B2", "R7", ((), (R7,))), hands("B2", "R7 R7", ((), (R7,))), (UNKNOWN,)),
        (Event("put-back", "", None, (R7,)), hands("B2", "G5"), hands("B2", "G5"), (R7,)),
        (Event("put-back", "", "Bo", (R7,)), hands("B2", "R7"), hands("B2", ""), (UNKNOWN,)),
        (Event("put-back", "", "Bo", (R7,)), hands("B2", "R7", ((), (R7,))), hands("B2", "", ((), ())), (R7,)),
        (Event("taken", "", "Bo", (G5, R7)), hands("", "R7 G5", ((), (R7,))), hands("", "", ((), ())), (UNKNOWN, R7)),
        (Event("shuffled", "", None, (R7,)), hands("B2", "G5"), hands("B2", "G5"), (UNKNOWN,)),
        (Event("drew", "", "Ann", (R7,)), hands("B2", "G5"), hands("R7 B2", "G5"), (R7,)),
        (Event("taken", "", "Bo", (R7,), other="Ann"), hands("B2", "R7"), hands("R7 B2", ""), (R7,)),
    ],
    ids=lambda value: value.event if isinstance(value, Event) else "",
)
def test_an_event_shows_what_lies_open(event: Event, before: State, after: State, seen: tuple[Card, ...]) -> None:
    """As Ann sees it."""
    assert event_seen(event, 0, before, after).cards == seen


def test_a_choice_of_a_card_that_lies_open_is_seen() -> None:
    choice = Choose(Seat(1), R7)

    assert action_seen(choice, 0, hands("B2", "R7 G5", ((), None))) == choice
    assert action_seen(choice, 0, hands("B2", "R7 G5", ((), (G5,)))) == Choose(Seat(1), UNKNOWN)


def test_a_draw_into_an_open_hand_is_seen() -> None:
    before, after = hands("B2", "G5", ((), None)), hands("B2", "R7 G5", ((), None))

    assert action_seen(Draw(Seat(1), R7), 0, before, after) == Draw(Seat(1), R7)
    assert action_seen(Draw(Seat(1), R7), 0, before, None) == Draw(Seat(1))


def test_a_place_that_is_not_told_leaves_the_whole_pile_unknown() -> None:
    record = unoref.loads(
        """
        options.opening-return = "middle"
        plays = ["table flips W+4", "table chooses ?"]
        [table]
        players = ["Ann", "Bo"]
        hands = { Ann = "R7 R8", Bo = "G1 G2" }
        draw-pile = "W+4 R1 R2 R3"
        """
    )
    state = record.state()

    assert (len(state.draw_pile), set(state.draw_pile)) == (104, {UNKNOWN})
    assert (len(state.discard), state.in_force.color) == (0, None)
    (told,) = [step.sentence for step in steps(record, -1) if step.number == 2]
    assert told == "table chooses ?"
    again = unoref.loads(unoref.dumps(record, "json"), "json")
    assert again.actions == record.actions


def test_the_place_where_a_card_goes_back_is_hidden_from_views() -> None:
    record = unoref.loads(
        """
        options.opening-return = "middle"
        plays = ["table flips W+4", "table chooses 2"]
        [table]
        players = ["Ann", "Bo"]
        hands = { Ann = "R7 R8", Bo = "G1 G2" }
        draw-pile = "W+4 R1 R2 R3"
        """
    )

    assert [(step.sentence, step.verdict) for step in steps(record, 0)][2] == ("table chooses ?", "legal")
    assert [(step.sentence, step.verdict) for step in steps(record)][2] == ("table chooses 2", "legal")
