"""Games that other programs have recorded: what becomes of them, and what is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from typing import Any

import pytest

import unoref
from unoref.audit import Audited, Auditor, record_of
from unoref.importers import FORMATS, converter

# --- RLCard ---------------------------------------------------------------------------------------------------------------

P0 = ["r-1", "r-2", "r-3", "r-4", "r-5", "r-6", "y-7"]
P1 = ["b-1", "b-2", "b-3", "b-4", "b-5", "b-6", "g-wild_draw_4"]


def seen(
    hand: Sequence[str], target: str, played: int, sizes: tuple[int, int], legal: Sequence[str] = ()
) -> dict[str, Any]:
    """A state of RLCard; of the cards played only the number matters here."""
    return {
        "hand": list(hand),
        "target": target,
        "played_cards": ["g-9"] * (played - 1) + [target] if played else [],
        "legal_actions": list(legal),
        "num_cards": list(sizes),
    }


def rlcard(states: Sequence[Any], actions: Sequence[tuple[int, str]], last: Sequence[Any]) -> dict[str, Any]:
    """A game of two: the state before each action, and the last state of each player."""
    trajectories: list[list[Any]] = [[], []]
    for state, (seat, action) in zip(states, actions, strict=True):
        trajectories[seat] += [state, action]
    for trajectory, state in zip(trajectories, last, strict=True):
        trajectory.append(state)
    return {"trajectories": trajectories, "action_record": [list(action) for action in actions]}


#: Red 1 on red 9, blue 1 on it, a draw that is kept, a bluffed Wild Draw Four that is paid.
LAWFUL = rlcard(
    [
        seen(P0, "r-9", 1, (7, 7)),
        seen(P1, "r-1", 2, (6, 7)),
        seen(P0[1:], "b-1", 3, (6, 6)),
        seen(P1[1:], "b-1", 3, (7, 6)),
    ],
    [(0, "r-1"), (1, "b-1"), (0, "draw"), (1, "r-wild_draw_4")],
    [
        seen([*P0[1:], "y-5", "g-1", "g-2", "g-3", "g-4"], "g-wild_draw_4", 4, (11, 5)),
        seen(P1[1:-1], "g-wild_draw_4", 4, (11, 5)),
    ],
)


def audited(data: dict[str, Any], format: str) -> Audited:
    return Auditor(format=format)(json.dumps(data).encode())


def test_a_game_of_rlcard_becomes_a_record_with_the_deal_and_every_draw() -> None:
    told = converter("rlcard")(LAWFUL)

    assert told["plays"] == [
        "table flips R9",
        "P0 plays R1",
        "P1 plays B1",
        "P0 draws",
        "P0 passes",
        "P1 plays W+4 naming red",
        "P0 accepts",
    ]
    assert told["table"]["players"] == ["P0", "P1"]
    assert told["table"]["hands"] == {
        "P0": ["R1", "R2", "R3", "R4", "R5", "R6", "Y7"],
        "P1": ["B1", "B2", "B3", "B4", "B5", "B6", "W+4"],
    }
    assert told["table"]["draw-pile"] == ["R9", "Y5", "G1", "G2", "G3", "G4"]


def test_a_lawful_game_of_rlcard_stands_and_its_bluff_is_contestable() -> None:
    answer = audited(LAWFUL, "rlcard")

    assert (answer.result, answer.plays, answer.undetermined) == ("ok", 7, ())
    assert answer.contestable == ((6, "official:wild-draw-four.restriction"),)
    hands = record_of(LAWFUL, "rlcard").state().hands
    assert [len(hand) for hand in hands] == [11, 5]


def test_states_as_the_environment_gives_them_are_read_too() -> None:
    wrapped = copy.deepcopy(LAWFUL)
    for trajectory in wrapped["trajectories"]:
        trajectory[::2] = [{"raw_obs": state, "action_record": LAWFUL["action_record"]} for state in trajectory[::2]]
    del wrapped["action_record"]

    assert converter("rlcard")(wrapped) == converter("rlcard")(LAWFUL)


def test_in_a_game_of_two_a_reverse_of_rlcard_passes_the_turn() -> None:
    hand = ["r-reverse", *P0[1:]]
    game = rlcard(
        [seen(hand, "r-9", 1, (7, 7)), seen(["r-1", *P1[1:]], "r-reverse", 2, (6, 7))],
        [(0, "r-reverse"), (1, "r-1")],
        [seen(hand[1:], "r-1", 3, (6, 6)), seen(P1[1:], "r-1", 3, (6, 6))],
    )
    offence = audited(game, "rlcard").offence

    assert offence is not None
    assert (offence.step, offence.sentence, offence.clause) == (3, "P1 plays R1", "official:turn.order")


def test_a_drawn_wild_draw_four_of_rlcard_costs_nobody_anything() -> None:
    """It is played by itself in a color nobody is shown: the next player's blue cards tell it."""
    game = rlcard(
        [seen(P0, "b-9", 1, (7, 7)), seen(P1, "y-wild_draw_4", 2, (7, 7), ["b-1", "b-2"])],
        [(0, "draw"), (1, "b-1")],
        [seen(P0, "b-1", 3, (7, 6)), seen(P1[1:], "b-1", 3, (7, 6))],
    )
    answer = audited(game, "rlcard")

    assert converter("rlcard")(game)["plays"][1:3] == ["P0 draws", "P0 plays W+4 naming blue"]
    assert answer.offence is not None
    assert (answer.offence.step, answer.offence.clause) == (4, "official:wild-draw-four.1")


def test_a_color_that_nothing_tells_is_one_that_fits() -> None:
    """Nobody could play a colored card after it: it is no color of the next player's hand."""
    hand = ["r-1", "y-2", "b-3", "b-4", "b-5", "b-6", "b-7"]
    game = rlcard(
        [seen(P0, "b-9", 1, (7, 7)), seen(hand, "y-wild", 2, (7, 7))],
        [(0, "draw"), (1, "draw")],
        [seen(P0, "y-wild", 2, (7, 8)), seen([*hand, "b-8"], "y-wild", 2, (7, 8))],
    )

    assert "P0 plays W naming green" in converter("rlcard")(game)["plays"]
    assert audited(game, "rlcard").result == "ok"


def test_a_draw_two_that_opens_is_paid_before_the_first_turn() -> None:
    hand = [*P0, "g-8", "g-9"]
    game = rlcard(
        [seen(hand, "r-draw_2", 1, (9, 7))],
        [(0, "r-1")],
        [seen(hand[1:], "r-1", 2, (8, 7)), seen(P1, "r-1", 2, (8, 7))],
    )
    told, answer = converter("rlcard")(game), audited(game, "rlcard")

    assert sorted([*told["table"]["hands"]["P0"], *told["table"]["draw-pile"][1:]]) == sorted(
        ["R1", "R2", "R3", "R4", "R5", "R6", "Y7", "G8", "G9"]
    )
    assert answer.offence is not None
    assert (answer.offence.step, answer.offence.clause) == (2, "official:turn.order")


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda game: game.pop("trajectories"), "has no 'trajectories'"),
        (lambda game: game.update(trajectories={}), "is a table"),
        (lambda game: game.update(trajectories=[]), "one list a player"),
        (lambda game: game.update(trajectories=[[], []]), "one list a player"),
        (lambda game: game.update(action_record="r-1"), "'action_record' of the document is 'r-1'"),
        (lambda game: game.update(action_record=[[0]]), "it must be a player and an action"),
        (lambda game: game.update(action_record=[[7, "r-1"]]), "of player 7; there are 2"),
        (lambda game: game["action_record"].append([0, "r-2"]), "the trajectory of player 0 ends before it"),
        (lambda game: game["trajectories"][0].__setitem__(0, 3), "the state before action 1 is 3"),
        (lambda game: game["trajectories"][0][0].pop("hand"), "has no 'hand'"),
        (lambda game: game["trajectories"][0][0].update(hand=["r-1", None]), "null is no card of RLCard"),
        (lambda game: game["trajectories"][0][0].update(target="purple-3"), "'purple-3' is no card of RLCard"),
        (lambda game: game["trajectories"][0][0].update(num_cards=[7]), "must be 2 numbers"),
        (lambda game: game["trajectories"][0][0].update(num_cards=[7, 10**12]), "must be 2 numbers from 0 to 108"),
        (lambda game: game["trajectories"][0][2].update(num_cards=[-1, 7]), "must be 2 numbers from 0 to 108"),
        (lambda game: game["trajectories"][0][0].update(num_cards=[54, 54]), "more than the 108 cards of the deck"),
        (lambda game: game["trajectories"][1][-1].update(played_cards=["r-1"] * 93), "more than the 108 cards"),
        (lambda game: game["trajectories"][0][0].update(num_cards=[6, 7]), "fewer than 7 cards"),
        (lambda game: game["trajectories"][0][0]["hand"].pop(), "not what the actions before it have left"),
        (lambda game: game["action_record"].__setitem__(0, [0, "r-8"]), "not what the actions before it have left"),
    ],
)
def test_what_is_no_game_of_rlcard_is_bad_with_a_reason(spoil: Any, says: str) -> None:
    game = copy.deepcopy(LAWFUL)
    spoil(game)
    answer = audited(game, "rlcard")

    assert answer.result == "bad"
    assert answer.reason is not None and says in answer.reason


def test_games_played_by_rlcard_itself_are_all_read() -> None:
    pytest.importorskip("rlcard")
    from benchmarks.rlcard_games import environment_games, table_games

    clauses = set()
    for games in (environment_games(60, 3), table_games(40, 4, 3), table_games(25, 9, 3)):
        for game in games:
            answer = audited(game, "rlcard")
            assert answer.result != "bad", answer.reason
            if answer.offence is not None:
                clauses.add(answer.offence.clause)

    assert {"official:turn.order", "official:wild-draw-four.1", "official:reshuffle.1"} <= clauses
    assert clauses <= {
        "official:turn.order",
        "official:wild-draw-four.1",
        "official:reshuffle.1",
        "official:stacking.1",
    }


# --- uno-online -----------------------------------------------------------------------------------------------------------

#: The type of an event, whose it is, its payload.
Event = tuple[str, str | None, dict[str, Any]]

ANN = ["red 1", "red 2", "red 3", "red 4", "red 5", "wild", "yellow 7"]
BO = ["red draw_two", "blue 2", "blue 3", "blue 4", "blue 5", "blue 6", "green 1"]


def card(words: str) -> dict[str, Any]:
    """A card of the server: ``red 1``, ``red skip``, ``wild``."""
    color, _, face = words.rpartition(" ")
    if not color:
        return {"id": words, "type": words, "color": None}
    number = {"type": "number", "value": int(face)} if face.isdigit() else {"type": face}
    return {"id": words, "color": color, **number}


def online(*events: Event, first: str = "red 9", **start: Any) -> dict[str, Any]:
    """A game of two of the server."""
    hands = {"u1": [card(each) for each in ANN], "u2": [card(each) for each in BO]}
    payload = {"playerHands": hands, "firstDiscard": card(first), "direction": "clockwise", **start}
    told: list[Event] = [("game_start", None, payload), *events]
    return {
        "id": "g1",
        "players": [{"userId": "u2", "nickname": "Bo"}, {"userId": "u1", "nickname": "Ann"}],
        "events": [
            {"seq": number, "eventType": kind, "playerId": who, "payload": data, "createdAt": "2026-01-01"}
            for number, (kind, who, data) in enumerate(told)
        ],
    }


def plays(words: str, who: str = "u1") -> Event:
    return "play_card", who, {"card": card(words), "cardId": words}


def draws(words: str, who: str = "u1") -> Event:
    return "draw_card", who, {"card": card(words)}


def test_a_game_of_uno_online_becomes_a_record() -> None:
    game = online(
        plays("red 1"),
        plays("red draw_two", "u2"),
        draws("green 7"),
        ("chat_message", "u1", {"message": {"text": "no!"}}),
        draws("green 8"),
        draws("blue 8", "u2"),
        ("pass", "u2", {}),
        plays("wild"),
        ("call_uno", "u1", {}),
        ("choose_color", "u1", {"color": "blue"}),
        ("round_end", None, {"winnerId": "u1", "scores": {}}),
        plays("red 9"),
    )
    told = converter("uno-online")(game)

    assert told["plays"] == [
        "table flips R9",
        "Ann plays R1",
        "Bo plays R+2",
        "Bo draws",
        "Bo passes",
        "Ann plays W naming blue",
        "Ann calls uno",
    ]
    assert told["table"]["players"] == ["Ann", "Bo"]
    assert told["table"]["draw-pile"] == ["R9", "G7", "G8", "B8"]
    answer = audited(game, "uno-online")
    assert answer.offence is not None  # with six cards in hand a call means nothing
    assert (answer.offence.step, answer.offence.clause) == (7, "official:uno.false")


def test_penalties_that_the_server_writes_as_draws_belong_to_what_brought_them() -> None:
    bluff = ("play_card", "u1", {"card": card("wild_draw_four"), "chosenColor": "green"})
    hands = {"u1": [card(each) for each in (*ANN[:6], "wild_draw_four")], "u2": [card(each) for each in BO]}
    penalty = [draws(f"green {number}") for number in (6, 7, 8, 9)]
    guilty = online(bluff, ("challenge", "u2", {"success": True}), *penalty, plays("green 1", "u2"), playerHands=hands)
    paid = online(
        bluff,
        ("accept", "u2", {"drawnCards": []}),
        *[draws(f"green {number}", "u2") for number in (6, 7, 8, 9)],
        draws("blue 9"),
        playerHands=hands,
    )

    assert converter("uno-online")(guilty)["plays"][2:] == ["Bo challenges", "Bo plays G1"]
    assert audited(guilty, "uno-online").result == "ok"
    assert converter("uno-online")(paid)["plays"][2:] == ["Bo accepts", "Ann draws"]
    assert audited(paid, "uno-online").result == "ok"
    assert record_of(paid, "uno-online").state().hands[1].count(unoref.cards.CARDS["G9"]) == 1


def test_with_whom_hands_are_exchanged_is_told_by_the_event_that_follows_a_seven() -> None:
    target: Event = ("choose_swap_target", "u1", {"targetId": "u2"})
    exchanged = online(plays("yellow 7"), target, first="yellow 9")
    plain = online(plays("yellow 7"), draws("green 7", "u2"), target, first="yellow 9")

    assert converter("uno-online")(exchanged)["plays"] == ["table flips Y9", "Ann plays Y7 on Bo"]
    assert converter("uno-online")(plain)["plays"] == ["table flips Y9", "Ann plays Y7", "Bo draws"]
    with_rule = Auditor(options=(("seven-zero", "true"),), format="uno-online")
    assert with_rule(json.dumps(exchanged).encode()).result == "ok"
    assert audited(exchanged, "uno-online").result == "offence"


def test_cards_drawn_after_a_shuffle_are_named_where_they_are_drawn() -> None:
    bluff = ("play_card", "u1", {"card": card("wild_draw_four"), "chosenColor": "green"})
    before = [draws("green 6") for _ in range(108 - 14 - 1 - 2)]
    penalty = [draws(f"green {number}", "u2") for number in (6, 7, 8, 9)]
    told = converter("uno-online")(online(*before, bluff, ("accept", "u2", {}), *penalty, draws("blue 9")))

    assert told["plays"][-2:] == ["Bo accepts G8 G9", "Ann draws B9"]
    assert told["table"]["draw-pile"][-2:] == ["G6", "G7"]


def test_the_server_lets_a_second_card_be_drawn() -> None:
    offence = audited(online(draws("blue 7"), draws("blue 8")), "uno-online").offence

    assert offence is not None
    assert (offence.step, offence.sentence, offence.clause) == (3, "Ann draws", "official:turn.draw")


def test_the_penalty_of_the_room_for_a_caught_uno_is_carried_over() -> None:
    rules: dict[str, Any] = {"settings": {"houseRules": {"unoPenaltyCount": 6}}}
    game = online(("catch_uno", "u2", {"targetPlayerId": "u1"}), draws("blue 1"), **rules)
    told = converter("uno-online")(game)

    assert told["options"]["uno-penalty"] == 6
    assert told["plays"][1] == "Bo catches Ann"
    assert told["table"]["draw-pile"] == ["R9", *["?"] * 6, "B1"]


@pytest.mark.parametrize("count", [1, 10])
def test_the_least_and_the_most_such_penalty_are_carried_over(count: int) -> None:
    game = online(("catch_uno", "u2", {"targetPlayerId": "u1"}), settings={"houseRules": {"unoPenaltyCount": count}})
    told = converter("uno-online")(game)

    assert told["options"]["uno-penalty"] == count
    assert told["table"]["draw-pile"] == ["R9", *["?"] * count]


@pytest.mark.parametrize("count", [0, 11, -2, True, "2", 1.5])
def test_another_such_penalty_makes_the_line_bad(count: object) -> None:
    answer = audited(online(settings={"houseRules": {"unoPenaltyCount": count}}), "uno-online")

    assert answer.result == "bad"
    assert answer.reason is not None and "'unoPenaltyCount' is" in answer.reason


def test_an_opening_wild_and_draw_two_are_told() -> None:
    wild = online(("choose_color", "u1", {"color": "green"}), first="wild")
    two = online(
        first="red draw_two", playerHands={"u1": [card(each) for each in (*ANN, "blue 1", "blue 9")], "u2": []}
    )

    assert converter("uno-online")(wild)["plays"] == ["table flips W", "Ann names green"]
    assert converter("uno-online")(two)["table"]["draw-pile"] == ["R+2", "B1", "B9"]
    assert len(converter("uno-online")(two)["table"]["hands"]["Ann"]) == 7


def test_a_shuffle_the_log_is_silent_about_is_put_in_where_it_is_owed() -> None:
    """Two hands of seven leave 93 cards below the opening card."""
    deck = [code for each, copies in unoref.ruleset("official").deck.copies.items() for code in [each.code] * copies]
    words = {"S": "skip", "R": "reverse", "+2": "draw_two"}
    colors = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}

    def of(code: str) -> str:
        if code[0] == "W":
            return "wild" if code == "W" else "wild_draw_four"
        return f"{colors[code[0]]} {words.get(code[1:], code[1:])}"

    for dealt in (*ANN, *BO, "red 9"):
        deck.remove(next(code for code in deck if of(code) == dealt))
    events: list[Event] = []
    for turn, code in enumerate(deck):
        who = ("u1", "u2")[turn % 2]
        events += [draws(of(code), who), ("pass", who, {})]
    events[0] = plays("red 1")
    del events[1]
    left = deck[0]
    events += [draws(of(left), "u2"), ("pass", "u2", {}), draws("red 9"), ("pass", "u1", {})]
    record = record_of(online(*events), "uno-online")
    sentences = [unoref.format(action, record.start) for action in record.actions]

    assert sentences.count("table shuffles") == 1
    assert sentences[-3:] == ["Ann draws R9", "table shuffles", "Ann passes"]
    assert record.state().draw_pile.top is None


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda game: game.pop("events"), "has no 'events'"),
        (lambda game: game["events"].append(3), "event 3 is 3"),
        (lambda game: game["events"][1].pop("eventType"), "event 2 has no 'eventType'"),
        (lambda game: game["events"].pop(0), "no event of the document is a 'game_start'"),
        (lambda game: game.pop("players"), "has no 'players'"),
        (lambda game: game["events"][0]["payload"].pop("playerHands"), "has no 'playerHands'"),
        (lambda game: game["events"][0]["payload"].pop("firstDiscard"), "has no 'firstDiscard'"),
        (lambda game: game["events"][1].update(playerId="u9"), "event 2 is of the player 'u9'"),
        (lambda game: game["events"][1].update(playerId=None), "event 2 is of the player null"),
        (lambda game: game["events"][1]["payload"].update(card={"type": "bomb", "color": "red"}), "type 'bomb'"),
        (lambda game: game["events"][1]["payload"].update(card=card("pink 3")), "the color 'pink'"),
        (lambda game: game["events"][1]["payload"].update(card=card("wild")), "the color of event 2 is null"),
        (lambda game: game["events"][1].update(eventType="teleport"), "unknown type 'teleport'"),
        (lambda game: game["events"][0]["payload"].update(playerHands={}), "nobody was dealt a hand"),
    ],
)
def test_what_is_no_game_of_uno_online_is_bad_with_a_reason(spoil: Any, says: str) -> None:
    game = online(plays("red 1"))
    spoil(game)
    answer = audited(game, "uno-online")

    assert answer.result == "bad"
    assert answer.reason is not None and says in answer.reason


def test_players_whose_nicknames_cannot_stand_in_a_sentence_are_numbered() -> None:
    game = online()
    game["players"] = [{"userId": "u1", "nickname": "Ann the Great"}, {"userId": "u2", "nickname": "小明"}]

    assert converter("uno-online")(game)["table"]["players"] == ["P1", "小明"]


# --- formats --------------------------------------------------------------------------------------------------------------


def test_a_format_there_is_not_names_the_nearest() -> None:
    assert set(FORMATS) == {"rlcard", "uno-online"}
    with pytest.raises(unoref.RecordError, match="did you mean 'rlcard'"):
        converter("rlcrd")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("raw", [b"[]", b"null", b"{}", b'{"variant": "official"}', b"{", b"\xff"])
def test_a_line_of_another_format_is_bad(format: str, raw: bytes) -> None:
    assert Auditor(format=format)(raw).result == "bad"
