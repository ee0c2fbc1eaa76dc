"""What the rulings of the extended rules cannot show: matches, what is kept for a pill, records that cannot be, what leaks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import unoref
from tests.walks import opened
from unoref.cards import CARDS
from unoref.record import build
from unoref.state import State
from unoref.texts import owed_text
from unoref.walking import lawful


def position(plays: list[str], hands: dict[str, str], discard: str, **table: Any) -> State:
    """The state after some plays by Ann, Bo and so on, in the order of their hands."""
    told = {"players": list(hands), "discard": discard, "hands": hands, **table}
    return build({"variant": "extended", "plays": plays, "table": told}).state()


@pytest.mark.clause("extended:setup.first")
def test_the_quickest_winner_begins_the_next_game() -> None:
    rng = Random(3)
    match = unoref.Match(unoref.ruleset("extended"), ["Ann", "Bo", "Cy"])
    state = unoref.settle(match.deal(rng), rng)
    while not state.over:
        state = unoref.settle(unoref.apply(state, lawful(state, rng)), rng)
    following = unoref.settle(match.after(state).deal(rng), rng)

    assert following.to_act == state.finished[0]


@pytest.mark.clause("extended:win.score")
def test_points_of_a_game_are_shared_out_without_gaps() -> None:
    for seed in range(5):
        rng = Random(seed)
        state = opened(("extended", {}), 4, rng)
        while not state.over:
            state = unoref.apply(state, lawful(state, rng))

        assert set(unoref.score(state).points) == {0, 1, 2, 3}
        assert unoref.score(state).points[state.finished[0]] == 3


@pytest.mark.clause("extended:i84")
def test_a_recast_stays_when_a_pill_goes_back_beyond_it() -> None:
    hands = {"Ann": "G3 R:god-hand R1", "Bo": "G:regret-pill B1 B2"}
    state = position(
        ["Ann plays G3", "Ann recasts R:god-hand", "Bo plays G:regret-pill"], hands, "G5", **{"draw-pile": "Y7 Y8"}
    )

    assert state.hands[0] == tuple(CARDS[code] for code in ("R1", "Y7", "G3"))
    assert state.draw_pile.top is CARDS["Y8"]
    assert CARDS["R:god-hand"] in tuple(state.discard)


@pytest.mark.clause("extended:i36", "extended:card.widow.answer")
def test_the_window_opens_whether_or_not_a_widow_is_held() -> None:
    seen = []
    for held in ("G:widow B1 B2", "Y1 B1 B2"):
        state = position(["Ann plays R:clip"], {"Ann": "R:clip R1 R2", "Bo": held, "Cy": "?3"}, "R5")
        assert state.to_act == 1
        seen.append(unoref.observe(state, 0))

    assert seen[0] == seen[1]


def test_attached_cards_are_seen_by_who_gave_them() -> None:
    hands = {"Ann": "R:transfer-low G1 G2 G3", "Bo": "Y:transfer-low Y1 Y2", "Cy": "B1 B2"}
    plays = ["Ann plays R:transfer-low attaching G1 G2", "Bo plays Y:transfer-low attaching Y1"]
    state = position(plays, hands, "R3")

    aside = {
        seat: [card.code for effect in unoref.observe(state, seat).lasting for card in effect.aside]
        for seat in range(3)
    }
    assert aside == {0: ["G1", "G2", "?"], 1: ["?", "?", "Y1"], 2: ["?", "?", "?"]}


def test_a_look_is_seen_by_who_looked_until_the_card_is_gone() -> None:
    hands = {"Ann": "G:widow R1", "Bo": "G3 B1 B2", "Cy": "R3 R4"}
    plays = ["Ann plays G:widow", "table shows Ann G3 B1"]
    state = position(plays, hands, "G2")

    assert [card.code for card in unoref.observe(state, 0).hands[1]] == ["G3", "B1", "?"]
    assert {card.code for card in unoref.observe(state, 2).hands[1]} == {"?"}
    gone = unoref.apply(state, unoref.parse("Bo plays G3", state))
    assert [card.code for card in unoref.observe(gone, 0).hands[1]] == ["B1", "?"]


@pytest.mark.parametrize(
    ("effect", "wrong"),
    [
        ({"effect": "draw-penalty", "seat": "Bo", "count": 0, "most": 2}, "draw penalty"),
        ({"effect": "draw-penalty", "seat": "Bo", "count": 2, "most": 3}, "draw penalty"),
        ({"effect": "transfer", "seat": "Bo", "kind": "transfer-low", "cards": ["R1"]}, "who gave it"),
        ({"effect": "transfer", "seat": "Bo", "kind": "bomb"}, "two kinds"),
        ({"effect": "tight-band", "seat": "Bo", "limit": 9}, "down to its limit"),
        ({"effect": "stun", "seat": "Di"}, "Di is out"),
        ({"effect": "seen", "by": "Ann", "of": "Ann", "cards": ["R1"]}, "another player"),
        ({"effect": "standstill", "passes": 7}, "cannot have passed"),
        ({"effect": "confinement", "seat": "Bo", "kind": "7"}, "two kinds"),
    ],
    ids=lambda value: value["effect"] if isinstance(value, dict) else value,
)
def test_effects_that_cannot_be_are_refused(effect: dict[str, Any], wrong: str) -> None:
    with pytest.raises(unoref.RecordError, match=wrong):
        position([], {"Ann": "R1 R2", "Bo": "B1 B2", "Cy": "?3", "Di": ""}, "R5", finished=["Di"], effects=[effect])


@pytest.mark.clause("extended:i53")
def test_nobody_wears_two_bands_of_one_limit() -> None:
    hands = {"Ann": "R1 R2", "Bo": "B1 B2 B3 B4"}
    bands = [{"effect": "tight-band", "seat": "Bo", "limit": limit} for limit in (2, 1)]
    table = {"players": list(hands), "discard": "R5", "hands": hands, "effects": bands}

    with pytest.raises(unoref.RecordError, match="is one effect"):
        build({"variant": "extended", "table": table}).state()
    assert (
        len(build({"variant": "extended", "options": {"band-stacking": "separate"}, "table": table}).state().lasting)
        == 2
    )


def test_a_position_kept_for_a_pill_must_have_the_same_cards() -> None:
    state = position(["Ann plays R3"], {"Ann": "R3 R1", "Bo": "G1 G2", "Cy": "?3"}, "R5")
    record = build({"variant": "extended", "table": dict(_table(state))})
    assert record.state() == state
    table = _table(state)
    table["effects"][0]["hands"][1] = ["G1", "G2", "G3"]

    with pytest.raises(unoref.RecordError, match="other cards"):
        build({"variant": "extended", "table": table}).state()


def _table(state: State) -> dict[str, Any]:
    from unoref.position import table_of

    return table_of(state)


def said(state: State, sentence: str) -> list[str]:
    """What happens when the sentence is carried out, event by event."""
    return [event.text() for event in unoref.judge(state, unoref.parse(sentence, state)).events]


def reasons(state: State, sentence: str) -> list[str]:
    """Why the sentence is or is not allowed, without repetitions."""
    ruling = unoref.judge(state, unoref.parse(sentence, state))
    return list(dict.fromkeys(reason.text() for reason in ruling.reasons))


@pytest.mark.clause("extended:win.function-card-last")
def test_the_last_card_is_the_one_that_emptied_the_hand() -> None:
    hands = {"Ann": "R:god-hand", "Bo": "G:widow G2 B3", "Cy": "?7"}
    told = said(position(["Ann plays R:god-hand"], hands, "R3"), "Bo answers with G:widow")

    assert [text for text in told if "last card" in text] == ["Red God Hand may be the last card."]


@pytest.mark.clause("extended:i65")
def test_a_blocked_round_ranks_hands_that_hold_cards() -> None:
    told = said(position(["Ann passes"], {"Ann": "G1 G2 G4", "Bo": "B1 B2"}, "R5", **{"draw-count": 0}), "Bo passes")

    assert "Bo comes next, with 2 cards in hand." in told
    assert not any("no cards left" in text for text in told)


@pytest.mark.clause("extended:effect.argue")
def test_a_card_that_does_not_feed_an_argue_is_too_low_or_no_number() -> None:
    hands = {"Ann": ":argue Y9 R5", "Bo": "R4 RS :camouflage", "Cy": "?7"}
    state = position(["Ann plays :argue", "Ann plays Y9"], hands, "R2")

    assert reasons(state, "Bo plays R4") == ["Red 4 is lower than the last number."]
    assert reasons(state, "Bo plays RS") == ["Red Ban is no number card."]
    assert not any(
        text.startswith("Nothing of that kind") for text in reasons(state, "Bo plays :camouflage naming red")
    )


@pytest.mark.clause("extended:card.reward")
def test_a_reward_is_told_in_the_order_of_its_text_and_costs_one_turn() -> None:
    hands = {"Ann": "R:reward R5 B4 B5 G2", "Bo": "R1 G1 G3", "Cy": "R+2 B1 B2"}
    told = said(position([], hands, "R3"), "Ann plays R:reward")
    stunned = position(["Ann plays R:reward", "Bo plays R1", "Cy plays R+2"], hands, "R3")

    assert told.index("Ann plays red 5.") < told.index("Ann is stunned and weak.")
    assert owed_text(stunned, "en", sentence=True) == "Ann is stunned and accepts, unless a Regret Pill undoes it."
    assert said(stunned, "Ann accepts").count("Ann loses the turn.") == 1


@pytest.mark.clause("extended:card.pass")
def test_what_goes_on_is_named_with_its_count() -> None:
    told = said(position(["Ann plays Y+2"], {"Ann": "Y+2 B1", "Bo": "R1 :pass R2", "Cy": "?7"}, "Y3"), "Bo plays :pass")

    at = told.index("What lay on Bo goes on to Cy.")
    assert told[at + 1] == "Cy faces a draw penalty of 2 cards."


@pytest.mark.clause("extended:card.revive")
def test_a_revived_player_is_said_to_be_stunned() -> None:
    hands = {"Ann": "R3", "Bo": ":revive Y3 B2", "Cy": "?7"}
    state = build(
        {
            "variant": "extended",
            "options": {"revive": True},
            "plays": ["Ann plays R3"],
            "table": {"players": list(hands), "discard": "R5", "hands": hands},
        }
    ).state()
    told = said(state, "Bo plays :revive on Ann")

    at = told.index("Bo brings Ann back into the game.")
    assert told[at + 1] == "Ann is stunned."


@pytest.mark.clause("extended:i62")
@pytest.mark.parametrize(
    "plays", [["Ann plays G1", "Bo plays G2"], ["Ann plays G1", "Bo plays G2", "Cy plays G:regret-pill"]]
)
def test_a_late_catch_is_told_that_it_is_late(plays: list[str]) -> None:
    hands = {"Ann": "G1 R1", "Bo": "G2 B1 B2", "Cy": "G:regret-pill Y2 Y3"}
    table = {"players": list(hands), "discard": "G5", "hands": hands}
    state = build({"variant": "extended", "options": {"uno": "call"}, "plays": plays, "table": table}).state()
    ruling = unoref.judge(state, unoref.parse("Cy catches Ann", state))

    assert ruling.verdict == "illegal"
    assert [reason.clause for reason in ruling.reasons] == ["extended:i62"]
    assert "too late" in ruling.reasons[0].text("en")


@pytest.mark.clause("extended:uno.call")
@pytest.mark.parametrize("uno", ["call", "automatic"])
def test_whoever_holds_one_card_at_the_start_has_called(uno: str) -> None:
    hands = {"Ann": "G1", "Bo": "G2 B1 B2"}
    record = {
        "variant": "extended",
        "options": {"uno": uno},
        "table": {"players": list(hands), "discard": "G5", "hands": hands},
    }

    assert build(record).state().called == {0}
    assert build({**record, "plays": ["Ann draws", "Ann passes"]}).state().called == set()


def known(state: State, viewer: int, holder: int) -> list[str]:
    """What a seat knows of a hand."""
    return [card.code for card in unoref.observe(state, viewer).hands[holder]]


@pytest.mark.clause("extended:card.god-hand")
def test_after_an_exchange_each_knows_the_hand_that_went_away() -> None:
    hands = {"Ann": "R:god-hand G1 G2", "Bo": "B1 B2 B3", "Cy": "Y1 Y2"}
    state = position(["Ann plays R:god-hand", "Bo refuses"], hands, "R5")

    assert known(state, 0, 1) == ["G1", "G2"]
    assert known(state, 1, 0) == ["B1", "B2", "B3"]
    assert known(state, 2, 0) == ["?"] * 3
    after = unoref.apply(unoref.apply(state, unoref.parse("Bo draws Y9", state)), unoref.parse("Bo passes", state))
    assert known(after, 0, 1) == ["G1", "G2", "?"]


@pytest.mark.clause("extended:card.god-hand")
def test_what_was_looked_at_is_known_of_the_hand_it_went_to() -> None:
    hands = {"Ann": "R:widow R1 R2", "Bo": "R:god-hand B1 B2", "Cy": "Y1 Y2"}
    plays = ["Ann plays R:widow", "table shows Ann B1", "Bo plays R:god-hand", "Cy refuses"]
    state = position(plays, hands, "R5")

    assert known(state, 0, 2) == ["B1", "?"]
    assert known(state, 0, 1) == ["?", "?"]


@pytest.mark.clause("extended:card.clip")
def test_cards_taken_by_a_clip_are_known_to_who_lost_them() -> None:
    hands = {"Ann": "R:clip R1", "Bo": "B1 B2 B3", "Cy": "Y1 Y2"}
    state = position(["Ann plays R:clip", "Bo refuses", "table picks B1 B3 from Bo"], hands, "R5")

    assert known(state, 1, 0) == ["B1", "B3", "?"]
    assert known(state, 2, 0) == ["?"] * 3


@pytest.mark.clause("extended:effect.transfer.accept")
def test_attached_cards_that_were_taken_are_known_to_who_gave_them() -> None:
    hands = {"Ann": "R:transfer-low G1 G2", "Bo": "Y:transfer-low Y1 B9", "Cy": "B1 B2"}
    plays = ["Ann plays R:transfer-low attaching G1", "Bo plays Y:transfer-low attaching Y1", "Cy accepts"]
    state = position(plays, hands, "R3")

    assert known(state, 0, 2) == ["G1", "?", "?", "?"]
    assert known(state, 1, 2) == ["Y1", "?", "?", "?"]


@pytest.mark.clause("extended:card.clip")
def test_a_card_that_was_known_is_so_no_longer_when_cards_leave_unseen() -> None:
    hands = {"Ann": "R:widow R1", "Bo": "RR B7 B8 B9", "Cy": "R:clip Y1"}
    plays = ["Ann plays R:widow", "table shows Ann B8", "Bo plays RR", "Ann draws", "Ann passes", "Cy plays R:clip"]
    state = unoref.observe(position([*plays, "Bo refuses"], hands, "R5"), 0)
    assert known(state, 0, 1) == ["B8", "?", "?"]

    after = unoref.apply(state, unoref.parse("table picks ?2 from Bo", state))
    assert [card.code for card in after.hands[1]] == ["?"]
    assert [card.code for card in after.hands[2]] == ["?", "?", "?"]


@pytest.mark.clause("extended:card.clip", "extended:card.widow.look")
@pytest.mark.parametrize(("taken", "left"), [("B1 B3", ["B2", "?"]), ("B3 B4", ["B1", "B2"]), ("B1 B2", ["?", "?"])])
def test_who_takes_cards_from_a_hand_looked_at_knows_what_is_left(taken: str, left: list[str]) -> None:
    hands = {"Ann": "R:widow R:clip R1", "Bo": "R7 B1 B2 B3 B4", "Cy": "R8 Y1 Y2"}
    looked = ["Ann plays R:widow", "table shows Ann B1 B2", "Bo plays R7", "Cy plays R8"]
    state = position([*looked, "Ann plays R:clip", "Bo refuses", f"table picks {taken} from Bo"], hands, "R5")

    assert known(state, 0, 1) == left
    assert known(state, 2, 1) == ["?", "?"]


@pytest.mark.clause("extended:card.ban")
def test_a_ban_is_called_a_ban() -> None:
    hands = {"Ann": "RS R1 R2", "Bo": "B1 B2", "Cy": "Y1 Y2"}
    table = {"players": list(hands), "discard": "R5", "hands": hands}
    record = build({"variant": "extended", "dispute": "Ann plays RS", "table": table})
    assert record.dispute is not None
    ruling = unoref.judge(record.state(), record.dispute)

    assert ruling.events[0].text("en") == "Ann plays red Ban."
    assert "红色禁" in ruling.events[0].text("zh")
    assert "Skip" not in " ".join(event.text("en") for event in ruling.events)


@pytest.mark.clause("extended:i66")
def test_who_may_not_jump_in_is_told_what_is_wrong() -> None:
    hands = {"Ann": "R3 R1", "Bo": "R5 B1", "Cy": "R3 G3 Y1"}
    record = {
        "variant": "extended",
        "options": {"jump-in": True},
        "table": {"players": list(hands), "discard": "R5", "hands": hands},
    }
    opened, played = build(record).state(), build({**record, "plays": ["Ann plays R3"]}).state()

    assert reasons(opened, "Bo jumps in with R5") == ["Nobody has played the opening card: it is not jumped in on."]
    assert reasons(opened, "Cy jumps in with R3") == ["Only the card identical to red 5 may be played out of turn."]
    assert reasons(played, "Cy jumps in with G3") == ["Only the card identical to red 3 may be played out of turn."]
