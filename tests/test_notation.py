"""Cards and sentences, read and written."""

from __future__ import annotations

import copy
import subprocess
import sys
import typing
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from unoref import actions, notation
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
    TableAction,
)
from unoref.card_words import _COLOR_WORDS, _FACE_WORDS, joined, spellings
from unoref.cards import BASE_COLORS, CARDS, FACES, UNKNOWN, Card, Color, Deck, card
from unoref.errors import NotationError
from unoref.grammar import MODIFIERS
from unoref.notation import (
    check_names,
    mentioned,
    read_card,
    read_cards,
    read_sentence,
    speak_card,
    speak_cards,
    speak_color,
    speak_face,
    write_card,
    write_cards,
    write_sentence,
)
from unoref.seats import TABLE, Seat

NAMES = ("Ann", "Bo", "Cy")
ANN, BO, CY = Seat(0), Seat(1), Seat(2)


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(card(code) for code in codes.split())


def deck(codes: str) -> Deck:
    return Deck(dict.fromkeys(cards(codes), 2))


COLORED = " ".join(f"{color}{face}" for color in "RYGB" for face in [*"0123456789", "S", "R", "+2"])
OFFICIAL = deck(f"{COLORED} W W+4")
SWAP = deck(f"{COLORED} W W+4 :swap-hands :customizable")
TOUHOUNO = deck(f"{COLORED} CC CC+2 P B")
EXTENDED = deck(
    f"{COLORED} W W+4 "
    + " ".join(
        f"{color}:{face}"
        for color in "RYGB"
        for face in "infinity transfer-low transfer-high god-hand clip reward widow".split()
    )
    + " R:color-duel R:points-duel Y:chosen-one R:bomb G:disarm Y:tight-band G:regret-pill"
    + " :rebound :pass :grenade :c4 :argue :camouflage"
)


def read(text: str, of: Deck | None = None) -> Action:
    return read_sentence(text, NAMES, of)


def refused(text: str, of: Deck | None = None, names: tuple[str, ...] = NAMES) -> str:
    with pytest.raises(NotationError) as caught:
        read_sentence(text, names, of)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


# cards


@pytest.mark.parametrize("of", CARDS.values(), ids=str)
def test_a_card_reads_back_from_its_canonical_form_in_any_case(of: Card) -> None:
    assert write_card(of) == of.code
    assert read_card(of.code) is of
    assert read_card(of.code.lower()) is of
    assert read_card(of.code.upper()) is of
    assert read_cards(f"R7 {of.code.lower()} R7") == (card("R7"), of, card("R7"))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("of", CARDS.values(), ids=str)
def test_a_card_reads_back_from_what_is_said_of_it(of: Card, lang: str) -> None:
    spoken = speak_card(of, lang)
    assert read_card(spoken) is of
    assert read_card(spoken.upper().replace(" ", "-")) is of
    assert read_cards(f"R7 {spoken} R7") == (card("R7"), of, card("R7"))


def test_no_two_cards_are_said_alike() -> None:
    for lang in ("en", "zh"):
        assert len({speak_card(of, lang) for of in CARDS.values()}) == len(CARDS)


def test_no_spelling_stands_for_two_cards() -> None:
    meant: dict[str, set[Card]] = {}
    for of in CARDS.values():
        words = _FACE_WORDS[of.face.code]
        for word in (of.face.code, words.en, words.zh, *words.others):
            for color in [""] if of is UNKNOWN else [of.color.letter, *_COLOR_WORDS[of.color]]:
                meant.setdefault(joined(color + word), set()).add(of)
    assert len(meant) > 2000
    assert {spelling: found for spelling, found in meant.items() if len(found) > 1} == {}
    assert {spelling: {read_card(spelling)} for spelling in meant} == meant


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("r7", "R7"),
        ("red 7", "R7"),
        ("Red-7", "R7"),
        ("RED SEVEN", "R7"),
        ("R 7", "R7"),
        ("red_skip", "RS"),
        ("red-skip", "RS"),
        ("blue rev", "BR"),
        ("yellow reverse", "YR"),
        ("red draw two", "R+2"),
        ("red draw 2", "R+2"),
        ("red +2", "R+2"),
        ("wild", "W"),
        ("black wild", "W"),
        ("wild draw four", "W+4"),
        ("draw 4", "W+4"),
        ("w4", "W+4"),
        ("red god hand", "R:god-hand"),
        ("b:GOD-hand", "B:god-hand"),
        ("rgodhand", "R:god-hand"),
        ("swap hands", ":swap-hands"),
        ("wild shuffle hands", ":shuffle-hands"),
        ("grenade", ":grenade"),
        ("cc", "CC"),
        ("cc+2", "CC+2"),
        ("power", "P"),
        ("b", "B"),
        ("bs", "BS"),
        ("?", "?"),
        ("?1", "?"),
        ("？", "?"),
        ("unknown", "?"),
        ("红7", "R7"),
        ("红色7", "R7"),
        ("紅七", "R7"),
        ("蓝+2", "B+2"),
        ("藍＋２", "B+2"),
        ("绿跳过", "GS"),
        ("綠阻擋", "GS"),
        ("绿禁", "GS"),
        ("黄反转", "YR"),
        ("黃色反轉", "YR"),
        ("黄转", "YR"),
        ("变色", "W"),
        ("變色", "W"),
        ("改色", "W"),
        ("+4", "W+4"),
        ("加四", "W+4"),
        ("万能+4", "W+4"),
        ("黑+4", "W+4"),
        ("红神手", "R:god-hand"),
        ("手榴弹", ":grenade"),
        ("手榴彈", ":grenade"),
        ("红跳转", "R:jump"),
        ("红跳", "RS"),
        ("绿后悔药", "G:regret-pill"),
        ("蓝转移<=4", "B:transfer-low"),
        ("红∞", "R:infinity"),
        ("抛瓦", "P"),
        ("拋瓦", "P"),
    ],
)
def test_a_card_is_read_in_every_form_people_write(text: str, code: str) -> None:
    assert read_card(text) is card(code)
    assert read_card(f"  {text} ") is card(code)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ""),
        ("red 7 blue skip", "R7 BS"),
        ("red-7, blue-skip", "R7 BS"),
        ("红7、蓝跳过，变色", "R7 BS W"),
        ("wild draw four", "W+4"),
        ("wild red draw two wild wild draw four draw four", "W R+2 W W+4 W+4"),
        ("W +4", "W W+4"),
        ("变色 +4", "W W+4"),
        ("P B R7", "P B R7"),
        ("b b7", "B B7"),
        ("red tight band tight-band", "R:tight-band :tight-band"),
        ("low transfer red low transfer", ":transfer-low R:transfer-low"),
        ("黄2黄2绿2", "Y2 Y2 G2"),
        ("红7+4蓝跳过", "R7 W+4 BS"),
        ("an unknown card ?2 R7 ?1", "? ? ? R7 ?"),
    ],
)
def test_a_list_is_read_longest_form_first(text: str, codes: str) -> None:
    assert read_cards(text) == cards(codes)


@pytest.mark.parametrize("text", ["red W", "red draw 4", "红+4", "red CC", "R+4", "black 7", "黑7", "red ?"])
def test_a_card_in_a_color_it_does_not_come_in_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=text.split()[0].replace("+", r"\+")):
        read_cards(text)
    with pytest.raises(NotationError, match="unknown card"):
        read_card(text)


def test_lists_take_every_kind_of_blank() -> None:
    assert read_cards("\n R7\t\tB2\u3000W ,\n") == cards("R7 B2 W")


@given(st.lists(st.sampled_from([*CARDS.values()]) | st.just(UNKNOWN), max_size=30))
def test_a_written_list_reads_back(hand: list[Card]) -> None:
    assert read_cards(write_cards(hand)) == tuple(hand)


def test_a_run_of_unknown_cards_is_written_as_its_length() -> None:
    assert write_cards(cards("? R7 ? ? ? W W ? ?")) == "? R7 ?3 W W ?2"
    assert write_cards(()) == ""


def test_at_most_a_thousand_unknown_cards_are_read() -> None:
    assert len(read_cards("?1000")) == 1000
    for text in ("?1001", "?0", "?999 ? ?", "?99999999999999999999"):
        with pytest.raises(NotationError, match="unknown cards"):
            read_cards(text)
    with pytest.raises(NotationError, match="more than one card"):
        read_card("?5")


@pytest.mark.parametrize("text", ["?x", "?-1", "?5?", "?²x", "??"])
def test_a_broken_count_of_unknown_cards_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="unknown card"):
        read_cards(text)


@pytest.mark.parametrize(
    ("text", "of", "code"),
    [
        ("W", TOUHOUNO, "CC"),
        ("wild", TOUHOUNO, "CC"),
        ("变色", TOUHOUNO, "CC"),
        ("CC", OFFICIAL, "W"),
        ("bomb", TOUHOUNO, "B"),
        ("炸弹", TOUHOUNO, "B"),
        ("bomb", EXTENDED, "R:bomb"),
        ("炸弹", EXTENDED, "R:bomb"),
        (":bomb", EXTENDED, "R:bomb"),
        ("tight band", EXTENDED, "Y:tight-band"),
        ("regret-pill", EXTENDED, "G:regret-pill"),
        ("pass", EXTENDED, ":pass"),
        ("?", OFFICIAL, "?"),
        ("swap hands", SWAP, ":swap-hands"),
    ],
)
def test_a_deck_gives_the_card_it_has(text: str, of: Deck, code: str) -> None:
    assert read_card(text, of) is card(code)
    assert read_cards(f"{text} R7", of) == (card(code), card("R7"))


@pytest.mark.parametrize(
    ("text", "of", "said"),
    [
        ("W+4", TOUHOUNO, "'W+4' is not a card of this deck"),
        ("wild draw four", TOUHOUNO, r"'wild draw four' (W+4) is not a card of this deck"),
        ("Y:bomb", EXTENDED, "'Y:bomb' is not a card of this deck; did you mean 'R:bomb'?"),
        ("CC+2", OFFICIAL, "'CC+2' is not a card of this deck"),
        ("god hand", EXTENDED, "'god hand' needs a color: R:god-hand, Y:god-hand, G:god-hand or B:god-hand"),
        ("skip", OFFICIAL, "'skip' needs a color: RS, YS, GS or BS"),
        ("7", None, "'7' needs a color: R7, Y7, G7 or B7"),
        ("跳过", OFFICIAL, "'跳过' needs a color"),
        ("blue", OFFICIAL, "'blue' is a color, not a card"),
        ("R77", OFFICIAL, "unknown card 'R77'; did you mean 'R7'?"),
        ("red sevn", OFFICIAL, "unknown card 'red sevn'; did you mean 'red seven'?"),
        ("wild drow for", OFFICIAL, "unknown card 'wild drow for'; did you mean 'Wild Draw Four'?"),
        ("红色跳国", OFFICIAL, "unknown card '红色跳国'; did you mean '红色跳过'?"),
        ("R:god-hnd", EXTENDED, "did you mean 'R:god-hand'?"),
        ("", OFFICIAL, "unknown card ''"),
        ("R7\n\x00", None, r"unknown card 'R7\n\x00'"),
    ],
)
def test_a_card_that_is_not_one_is_named_with_the_nearest(text: str, of: Deck | None, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_card(text, of)
    assert said in str(caught.value)


def test_a_faulty_list_is_quoted_with_its_faulty_word() -> None:
    with pytest.raises(NotationError) as caught:
        read_cards("R7 red sevn B2", OFFICIAL)
    assert str(caught.value) == "'R7 red sevn B2': unknown card 'red sevn'; did you mean 'red seven'?"


@given(st.text(max_size=80) | st.lists(st.sampled_from([*spellings().spaced, "?3", "x", "红"])).map(" ".join))
@example("﷼" * 64)
@example("\ud800")
@example("?" + "9" * 64)
def test_any_text_is_a_list_of_cards_or_bad_notation(text: str) -> None:
    try:
        found = read_cards(text)
    except NotationError as error:
        said = str(error)
    else:
        assert read_cards(write_cards(found)) == found
        return
    assert len(said.encode().splitlines()) == 1


def test_a_megabyte_of_cards_or_of_noise_is_read_in_linear_time() -> None:
    assert len(read_cards("red 7 " * 100_000)) == 100_000
    for noise in ("\u0316\u0301" * 300_000, "red " * 200_000, "x" * 1_000_000):
        with pytest.raises(NotationError) as caught:
            read_cards(noise)
        assert len(str(caught.value)) < 400


# words for people


def test_cards_are_spoken_in_english() -> None:
    spoken = [speak_card(of) for of in cards("R7 GS YR B+2 W W+4 CC R:god-hand :grenade ?")]
    assert spoken == [
        *("red 7", "green Skip", "yellow Reverse", "blue Draw Two", "Wild", "Wild Draw Four", "CC"),
        *("red God Hand", "Grenade", "an unknown card"),
    ]


def test_cards_are_spoken_in_chinese() -> None:
    spoken = [speak_card(of, "zh") for of in cards("R7 GS YR B+2 W W+4 R:god-hand :grenade ?")]
    assert spoken == [
        *("红7", "绿色跳过", "黄色反转", "蓝+2", "变色", "+4", "红色神手", "手榴弹", "一张未知的牌"),
    ]


def test_lists_are_spoken_with_unknown_cards_counted() -> None:
    assert speak_cards(cards("R7")) == "red 7"
    assert speak_cards(cards("R7 W")) == "red 7 and Wild"
    assert speak_cards(cards("R7 W ? ?")) == "red 7, Wild and 2 unknown cards"
    assert speak_cards(cards("R7 W ?"), "zh") == "红7、变色和一张未知的牌"
    assert speak_cards(cards("? ? ?"), "zh") == "3张未知的牌"
    assert (speak_cards(()), speak_cards((), "zh")) == ("no cards", "没有牌")


def test_colors_and_faces_are_spoken_in_both_languages() -> None:
    assert [speak_color(color) for color in Color] == ["red", "yellow", "green", "blue", "black"]
    assert [speak_color(color, "zh") for color in Color] == ["红色", "黄色", "绿色", "蓝色", "黑色"]
    assert [speak_face(face) for face in (FACES["+2"], FACES["7"], FACES["none"])] == ["Draw Two", "7", "no face"]
    assert all(speak_face(face, lang) for face in FACES.values() for lang in ("en", "zh"))


# sentences


FORMS: list[tuple[str, Action]] = [
    ("Ann plays R7", Play(ANN, cards("R7"))),
    ("Ann plays R4 R4", Play(ANN, cards("R4 R4"))),
    ("Ann plays P R7", Play(ANN, cards("P R7"))),
    ("Ann plays :camouflage R7 naming blue", Play(ANN, cards(":camouflage R7"), colors=(Color.BLUE,))),
    (
        "Ann plays :camouflage R7 naming red and green",
        Play(ANN, cards(":camouflage R7"), colors=(Color.RED, Color.GREEN)),
    ),
    ("Ann plays W+4 naming blue", Play(ANN, cards("W+4"), colors=(Color.BLUE,))),
    ("Ann plays CC", Play(ANN, cards("CC"))),
    ("Ann plays CC+2 naming red", Play(ANN, cards("CC+2"), colors=(Color.RED,))),
    ("Ann plays P CC naming red", Play(ANN, cards("P CC"), colors=(Color.RED,))),
    ("Ann plays R:infinity as 7", Play(ANN, cards("R:infinity"), number=7)),
    ("Ann plays R7 on Cy", Play(ANN, cards("R7"), target=CY)),
    ("Ann plays :swap-hands naming red on Cy", Play(ANN, cards(":swap-hands"), colors=(Color.RED,), target=CY)),
    ("Ann plays R:color-duel on Bo", Play(ANN, cards("R:color-duel"), target=BO)),
    ("Ann plays Y:tight-band on Ann", Play(ANN, cards("Y:tight-band"), target=ANN)),
    (
        "Ann plays R:transfer-low attaching Y1 G2",
        Play(ANN, cards("R:transfer-low"), attaching=cards("Y1 G2")),
    ),
    ("Ann plays R:transfer-low attaching ?2", Play(ANN, cards("R:transfer-low"), attaching=cards("? ?"))),
    (
        "Ann plays R:reward adding B:god-hand topping R1",
        Play(ANN, cards("R:reward"), adding=card("B:god-hand"), topping=card("R1")),
    ),
    ("Ann plays Y:chosen-one keeping R5", Play(ANN, cards("Y:chosen-one"), keeping=card("R5"))),
    (
        "Ann plays W naming blue saying uno",
        Play(ANN, cards("W"), colors=(Color.BLUE,), saying_uno=True),
    ),
    ("Ann jumps in with R7", JumpIn(ANN, cards("R7"))),
    ("Ann jumps in with R7 on Bo saying uno", JumpIn(ANN, cards("R7"), target=BO, saying_uno=True)),
    ("Bo answers with G:widow", Answer(BO, cards("G:widow"))),
    ("Ann draws", Draw(ANN)),
    ("Ann draws R7", Draw(ANN, card("R7"))),
    ("Ann passes", Pass(ANN)),
    ("Bo accepts", Accept(BO)),
    ("Bo accepts R1 R2", Accept(BO, cards("R1 R2"))),
    ("Bo refuses", Refuse(BO)),
    ("Bo challenges", Challenge(BO)),
    ("Ann names blue", Name(ANN, Color.BLUE)),
    ("Ann names black", Name(ANN, Color.BLACK)),
    ("Ann chooses 2", Choose(ANN, 2)),
    ("Ann chooses R5", Choose(ANN, card("R5"))),
    ("Ann chooses yes", Choose(ANN, "yes")),
    ("Ann chooses no", Choose(ANN, "no")),
    ("Ann chooses clockwise", Choose(ANN, "clockwise")),
    ("Ann chooses counterclockwise", Choose(ANN, "counterclockwise")),
    ("Ann swaps R5 for B2", Exchange(ANN, card("R5"), card("B2"))),
    ("Ann discards R+2 :pass", Discard(ANN, cards("R+2 :pass"))),
    ("Ann recasts R:god-hand", Recast(ANN, card("R:god-hand"))),
    ("Ann calls uno", CallUno(ANN)),
    ("Bo catches Ann", Catch(BO, ANN)),
    ("table flips R+2", Flip(card("R+2"))),
    ("table shuffles", Shuffle()),
    ("table shuffles R5 G2", Shuffle(cards("R5 G2"))),
    ("table deals Ann", Deal(ANN)),
    ("table deals Ann R1 R2", Deal(ANN, cards("R1 R2"))),
    ("table reveals R5", Reveal(card("R5"))),
    ("table reveals R5 of Cy", Reveal(card("R5"), CY)),
    ("table picks R1 ? from Bo", Pick(cards("R1 ?"), source=BO)),
    ("table picks R1 for Bo", Pick(cards("R1"), target=BO)),
    ("table picks R1 from Bo for Ann", Pick(cards("R1"), source=BO, target=ANN)),
    ("table shows Ann R5 B2", Show(ANN, cards("R5 B2"))),
    ("table chooses Cy", ChooseSeat(CY)),
    ("table chooses 17", ChoosePlace(17)),
    ("table chooses 0", ChoosePlace(0)),
    ("table chooses ?", ChoosePlace(None)),
    ("table finds guilty", Find("guilty")),
    ("table finds innocent", Find("innocent")),
    ("table finds yes", Find("yes")),
    ("table finds no", Find("no")),
]

CONCRETE = {
    kind
    for kind in vars(actions).values()
    if isinstance(kind, type) and issubclass(kind, Action) and kind not in (Action, Laying, TableAction)
}


def test_the_forms_tried_here_are_all_there_are() -> None:
    assert {type(action) for _, action in FORMS} == CONCRETE


@pytest.mark.parametrize(("text", "action"), FORMS, ids=[text for text, _ in FORMS])
def test_a_sentence_and_its_action_are_each_others_inverse(text: str, action: Action) -> None:
    assert read(text) == action
    assert write_sentence(action, NAMES) == text


@pytest.mark.parametrize(("text", "action"), FORMS, ids=[text for text, _ in FORMS])
def test_case_blanks_and_the_full_stop_do_not_matter(text: str, action: Action) -> None:
    assert read(text.upper()) == action
    assert read(f"  {text.lower().replace(' ', '  ')} . ") == action
    assert read(f"{text}.") == action
    assert read(f"\t{text.replace(' ', chr(0x3000))}。\n") == action


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Ann 出 红7", "Ann plays R7"),
        ("Ann 出红7，喊uno。", "Ann plays R7 saying uno"),
        ("Ann 出 红7 喊 UNO", "Ann plays R7 saying uno"),
        ("Ann 出 +4 指定 蓝", "Ann plays W+4 naming blue"),
        ("Ann 出 變色 指定藍色 喊UNO！", "Ann plays W naming blue saying uno"),
        ("Ann 打出 红7 对 Cy", "Ann plays R7 on Cy"),
        ("Ann 出 迷彩 红7 指定红 和绿", "Ann plays :camouflage R7 naming red and green"),
        ("Ann 出 红无限 当7", "Ann plays R:infinity as 7"),
        ("Ann 抢出 红7", "Ann jumps in with R7"),
        ("Bo 回应 绿寡妇", "Bo answers with G:widow"),
        ("Ann 摸牌", "Ann draws"),
        ("Ann 摸 红7", "Ann draws R7"),
        ("Ann 摸红7", "Ann draws R7"),
        ("Ann 摸牌红7", "Ann draws R7"),
        ("Ann 过", "Ann passes"),
        ("Ann 過牌", "Ann passes"),
        ("Bo 质疑", "Bo challenges"),
        ("Bo 質疑。", "Bo challenges"),
        ("Bo 接受", "Bo accepts"),
        ("Bo 拒绝", "Bo refuses"),
        ("Ann 喊 UNO", "Ann calls uno"),
        ("Ann 喊uno", "Ann calls uno"),
        ("Ann calls UNO!", "Ann calls uno"),
        ("Bo 抓 Ann", "Bo catches Ann"),
        ("Bo 抓Ann", "Bo catches Ann"),
        ("Ann 指定 黑", "Ann names black"),
        ("Ann 选 是", "Ann chooses yes"),
        ("Ann 选择 逆时针", "Ann chooses counterclockwise"),
        ("Ann 弃牌 红+2 pass", "Ann discards R+2 :pass"),
        ("牌桌 翻开 红+2", "table flips R+2"),
        ("牌桌 发 Ann 红1、红2", "table deals Ann R1 R2"),
        ("牌桌 洗牌", "table shuffles"),
        ("Ann plays red draw two, saying uno", "Ann plays R+2 saying uno"),
        ("Ann plays wild draw four naming b", "Ann plays W+4 naming blue"),
        ("Ann plays W saying uno naming BLUE", "Ann plays W naming blue saying uno"),
        ("table chooses place 17", "table chooses 17"),
        ("table picks R1 for Ann from Bo", "table picks R1 from Bo for Ann"),
    ],
)
def test_a_sentence_is_read_as_people_write_it(text: str, canonical: str) -> None:
    assert write_sentence(read(text), NAMES) == canonical


def test_modifiers_are_read_in_any_order_and_written_in_one() -> None:
    canonical = "Ann plays :swap-hands naming red on Bo saying uno"
    for text in (
        "Ann plays :swap-hands saying uno on Bo naming red",
        "Ann plays :swap-hands on Bo saying uno naming red",
        "Ann plays :swap-hands naming red saying uno on Bo",
    ):
        assert write_sentence(read(text), NAMES) == canonical
    everything = Play(
        *(ANN, cards("R7"), (Color.RED, Color.BLUE), 3, CY),
        *(cards("R1 R2"), card("R3"), card("R4"), card("R5"), True),
    )
    assert write_sentence(everything, NAMES) == (
        "Ann plays R7 naming red and blue as 3 on Cy attaching R1 R2 adding R3 keeping R4 topping R5 saying uno"
    )


# modifiers a card needs or cannot take


@pytest.mark.parametrize("verb", ["plays", "jumps in with", "answers with"])
@pytest.mark.parametrize(
    "laid",
    ["W", "W+4", ":swap-hands", ":shuffle-hands", ":customizable", ":blank", ":grenade", ":camouflage R7", "W W"],
)
def test_a_wild_without_a_color_is_refused(verb: str, laid: str) -> None:
    assert "needs a color: 'naming blue'" in refused(f"Ann {verb} {laid}")
    assert isinstance(read(f"Ann {verb} {laid} naming blue"), Laying)


def test_an_infinity_without_a_number_is_refused() -> None:
    assert "R:infinity needs a number: 'as 7'" in refused("Ann plays R:infinity")
    assert "'10' is not a number from 0 to 9" in refused("Ann plays R:infinity as 10")
    assert "'x' is not a number" in refused("Ann plays R:infinity as x")


@pytest.mark.parametrize(
    ("laid", "modifier", "value"),
    [
        ("R7", "naming", "blue"),
        ("P R7", "naming", "blue"),
        ("RS", "naming", "blue"),
        ("R7", "as", "3"),
        ("CC", "as", "3"),
        ("R3", "on", "Bo"),
        ("R0", "on", "Bo"),
        ("W naming red", "on", "Bo"),
        ("R:clip", "on", "Bo"),
        ("R7", "attaching", "R1"),
        ("R7", "adding", "B:god-hand"),
        ("R:transfer-low", "adding", "B:god-hand"),
        ("R7", "keeping", "R5"),
        ("R:reward", "keeping", "R5"),
        ("R7", "topping", "R1"),
        ("Y:chosen-one", "topping", "R1"),
    ],
)
def test_a_modifier_the_card_cannot_take_is_refused(laid: str, modifier: str, value: str) -> None:
    first = laid.split(" naming")[0]
    assert f"{first} cannot take '{modifier}'" in refused(f"Ann plays {laid} {modifier} {value}")


@pytest.mark.parametrize(
    "code", "7 swap-hands color-duel points-duel tight-band revive jump customizable blank".split()
)
def test_a_card_that_may_have_a_target_takes_one(code: str) -> None:
    of = next(of for of in CARDS.values() if of.face.code == code)
    color = " naming red" if code in ("swap-hands", "customizable", "blank") else ""
    action = read(f"Ann plays {of.code}{color} on Cy")
    assert isinstance(action, Play)
    assert action.target == CY


def test_every_card_of_a_deck_with_a_grenade_may_name_a_color() -> None:
    assert read("Ann plays R7 naming blue", EXTENDED) == Play(ANN, cards("R7"), colors=(Color.BLUE,))
    assert read("Ann answers with R7 naming blue", EXTENDED) == Answer(ANN, cards("R7"), colors=(Color.BLUE,))
    assert "cannot take 'naming'" in refused("Ann plays R7 naming blue", OFFICIAL)
    assert "two colors" in refused("Ann plays R7 naming blue and red", EXTENDED)


def test_two_colors_are_named_only_with_a_camouflage() -> None:
    assert "two colors" in refused("Ann plays W naming red and blue")
    assert "does not belong" in refused("Ann plays :camouflage R7 naming red and blue and green")


def test_black_is_named_only_by_itself() -> None:
    assert "black cannot be named here" in refused("Ann plays W naming black")
    assert read("Ann names black") == Name(ANN, Color.BLACK)


def test_a_touhouno_wild_needs_no_color_in_its_sentence() -> None:
    assert read("Ann plays W", TOUHOUNO) == Play(ANN, cards("CC"))
    assert read("Ann plays W naming red", TOUHOUNO) == Play(ANN, cards("CC"), colors=(Color.RED,))
    assert "needs a color" in refused("Ann plays CC", OFFICIAL)


@pytest.mark.parametrize("text", ["Ann plays ?", "Ann plays R7 ?2", "Bo answers with ?", "table flips ?"])
def test_a_card_laid_open_must_be_known(text: str) -> None:
    assert "must be known" in refused(text)


@pytest.mark.parametrize("text", ["table reveals ? of Bo", "Ann recasts ?"])
def test_a_card_shown_to_all_must_be_known(text: str) -> None:
    assert "must be known" in refused(text)


# names


ODD_NAMES = [
    *("on", "R7", "plays", "saying", "uno", "as", "of", "from", "for", "with", "and", "place", "yes", "W", "?", "?5"),
    *(
        "17",
        "0",
        "3.5",
        "Dr.",
        "Dr",
        ".",
        "小明",
        "红7",
        "出",
        "对",
        "牌桌",
        "对Cy",
        "ann",
        "ANN",
        "José",
        "O'Neil",
        "a:b",
    ),
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_may_look_like_anything(name: str) -> None:
    names = (name, "Bo", "Cy")
    check_names(names)
    for _, action in FORMS:
        written = write_sentence(action, names)
        assert read_sentence(written, names) == action, written
        if not name.endswith("."):
            assert read_sentence(f"{written}.", names) == action, written


def test_a_name_is_matched_exactly_before_its_case_is_ignored() -> None:
    names = ("ann", "Ann", "BO")
    assert read_sentence("Ann passes", names) == Pass(Seat(1))
    assert read_sentence("ann passes", names) == Pass(Seat(0))
    assert read_sentence("bo passes", names) == Pass(Seat(2))
    assert "'ANN' may be 'ann' or 'Ann'" in refused("ANN passes", names=names)


def test_a_name_may_be_typed_in_either_unicode_form() -> None:
    assert read_sentence("Jose\u0301 passes", ("Bo", "Jos\u00e9")) == Pass(Seat(1))


def test_a_full_stop_after_a_name_is_no_part_of_it_unless_it_is() -> None:
    names = ("Dr", "Dr.", "Cy", "R7.")
    assert read_sentence("Cy catches Dr", names) == Catch(Seat(2), Seat(0))
    assert read_sentence("Cy catches Dr.", names) == Catch(Seat(2), Seat(1))
    assert read_sentence("Cy catches Dr..", names) == Catch(Seat(2), Seat(1))
    assert read_sentence("Cy plays R7.", names) == Play(Seat(2), cards("R7"))


def test_a_place_that_is_also_a_name_is_written_as_a_place() -> None:
    names = ("17", "Bo", "place")
    assert read_sentence("table chooses 17", names) == ChooseSeat(Seat(0))
    assert read_sentence("table chooses place", names) == ChooseSeat(Seat(2))
    assert read_sentence("table chooses 18", names) == ChoosePlace(18)
    assert write_sentence(ChoosePlace(17), names) == "table chooses place 17"
    assert read_sentence("table chooses place 17", names) == ChoosePlace(17)


def test_a_place_that_is_not_told_is_written_as_a_place_where_a_player_is_called_so() -> None:
    names = ("?", "?3", "R7")
    assert read_sentence("table chooses ?", names) == ChooseSeat(Seat(0))
    assert read_sentence("table chooses ?3", names) == ChooseSeat(Seat(1))
    assert write_sentence(ChoosePlace(None), names) == "table chooses place ?"
    assert read_sentence("table chooses place ?", names) == ChoosePlace(None)
    assert read_sentence("table chooses place ?", NAMES) == read_sentence("table chooses ?", NAMES) == ChoosePlace(None)


def test_a_card_stands_where_cards_stand_and_a_name_where_names_stand() -> None:
    names = ("?", "R5", "Y7")
    assert read_sentence("R5 chooses R5", names) == Choose(Seat(1), CARDS["R5"])
    assert read_sentence("R5 plays R5", names) == Play(Seat(1), cards("R5"))
    assert read_sentence("table deals ? ? R5", names) == Deal(Seat(0), cards("? R5"))
    assert read_sentence("table shows R5 ? R5", names) == Show(Seat(1), cards("? R5"))
    assert read_sentence("table reveals R5 of R5", names) == Reveal(CARDS["R5"], Seat(1))
    assert read_sentence("table picks ? R5 from ? for R5", names) == Pick(cards("? R5"), Seat(0), Seat(1))
    assert read_sentence("R5 plays R7 on Y7", names) == Play(Seat(1), cards("R7"), target=Seat(2))


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        (("Ann", ""), "'' has 0 characters"),
        (("Ann", "x" * 33), "has 33 characters"),
        (("Ann", "B o"), "'B o' has a blank"),
        (("Ann", "B\u3000o"), "has a blank"),
        (("Ann", "B\to"), "has a blank"),
        (("Ann", "B,o"), "'B,o' has a comma"),
        (("Ann", "B，o"), "has a comma"),
        (("Ann", "B\x00o"), "has the character U+0000"),
        (("Ann", "B\u202eo"), "has the character U+202E"),
        (("Ann", "\ud800"), "has the character U+D800"),
        (("table", "Ann"), "'table' is a word of the notation"),
        (("Ann", "TaBle"), "'TaBle' is a word of the notation"),
        (("Ann", "Nobody"), "'Nobody' is a word of the notation"),
        (("Ann", "Bo", "Ann"), "'Ann' is given twice"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(names: tuple[str, ...], fault: str) -> None:
    with pytest.raises(NotationError) as caught:
        check_names(names)
    assert fault in str(caught.value)
    assert "1 to 32 characters" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "names", [(), ("Ann",), ("x" * 32, "y"), ("Ann", "ann"), ("小明", "👩\u200d🚀", "नेहा", "tables")]
)
def test_other_names_are_good(names: tuple[str, ...]) -> None:
    assert all(len(name) <= 32 for name in names)
    check_names(names)
    for seat in range(len(names)):
        assert read_sentence(f"{names[seat]} passes", names) == Pass(Seat(seat))


# errors


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a sentence is missing"),
        (" . ", "a sentence is missing"),
        ("Ann", "a verb is missing after 'Ann'"),
        ("table", "a verb is missing after 'table'"),
        ("Ann plyas R7", "'Ann plyas R7': unknown verb 'plyas'; did you mean 'plays'?"),
        ("table shufles", "unknown verb 'shufles'; did you mean 'shuffles'?"),
        ("Ann 用 R7", "unknown verb '用'; the verbs are plays, jumps"),
        ("An plays R7", "unknown player 'An'; did you mean 'Ann'?"),
        ("Zed plays R7", "unknown player 'Zed'; the players are 'Ann', 'Bo', 'Cy'"),
        ("tabel flips R7", "unknown player 'tabel'; did you mean 'table'?"),
        ("Bo catches Zed", "unknown player 'Zed'"),
        ("Bo catches table", "unknown player 'table'"),
        ("Ann plays R7 on Cyy", "unknown player 'Cyy'; did you mean 'Cy'?"),
        ("Ann plays R7 on", "a player is missing after 'on'"),
        ("Ann flips R7", "'flips' is what the table does"),
        ("table plays R7", "'plays' is what a player does"),
        ("Ann plays", "a card is missing after 'plays'"),
        ("Ann plays naming blue", "a card is missing after 'plays'"),
        ("Ann plays R77", "unknown card 'R77'; did you mean 'R7'?"),
        ("Ann plays R7 sayin uno", "unknown card 'sayin'; did you mean 'saying'?"),
        ("Ann plays R7 saying un", "'un' stands where 'uno' should; did you mean 'uno'?"),
        ("Ann plays R7 saying", "'uno' is missing after 'saying'"),
        ("Ann plays R7 saying uno sayin", "'sayin' does not belong after 'uno'; did you mean 'saying'?"),
        ("Ann plays R7 saying uno saying uno", "'saying' is said twice"),
        ("Ann plays W naming blu", "unknown color 'blu'; did you mean 'blue'?"),
        ("Ann plays W naming", "a color is missing after 'naming'"),
        ("Ann names purple", "unknown color 'purple'; the colors are red, yellow, green, blue, black"),
        ("Ann plays R:transfer-low attaching", "a card is missing after 'attaching'"),
        ("Ann plays R:reward adding R:god-hand B:god-hand", "one card belongs after 'adding', here are 2"),
        ("Ann draws R7 R8", "one card is drawn in a sentence"),
        ("Ann draws R7 saying uno", "'saying' does not belong after 'R7'"),
        ("Ann passes R7", "'R7' does not belong after 'passes'"),
        ("Ann challenges Bo", "'Bo' does not belong after 'challenges'"),
        ("Ann chooses", "a card is missing after 'chooses'"),
        ("Ann chooses blue", "'blue' is a color, not a card"),
        ("Ann chooses 1234567", "unknown card '1234567'"),
        ("Ann swaps R5", "'for' is missing after 'R5'"),
        ("Ann swaps R5 for", "a card is missing after 'for'"),
        ("Ann swaps R5 B2 for R1", "one card belongs after 'swaps', here are 2"),
        ("Ann discards", "a card is missing after 'discards'"),
        ("Ann calls", "'uno' is missing after 'calls'"),
        ("Bo catches", "a player is missing after 'catches'"),
        ("table deals", "a player is missing after 'deals'"),
        ("table shows Ann", "a card is missing after 'Ann'"),
        ("table picks R1", "'from' or 'for' is missing after 'R1'"),
        ("table picks R1 from Bo from Ann", "'from' is said twice"),
        ("table chooses", "a player is missing after 'chooses'"),
        ("table chooses place x", "'x' is not a number"),
        ("table finds gilty", "did you mean 'guilty'?"),
        ("table shuffles R5 from Bo", "unknown card 'from'"),
        ("Ann plays R7\x00", "the character U+0000 cannot stand in a sentence"),
        ("Ann plays\nR7", "the character U+000A cannot stand in a sentence"),
        ("Ann plays R7 \ud83c", "the character U+D83C cannot stand in a sentence"),
        ("Ann plays \u202eR7", "the character U+202E cannot stand in a sentence"),
    ],
)
def test_bad_input_is_told_in_one_line_with_the_faulty_word(text: str, said: str) -> None:
    message = refused(text)
    assert said in message
    assert message.startswith("'")
    message.encode()


def test_a_card_the_deck_lacks_is_refused_in_a_sentence() -> None:
    assert "'W+4' is not a card of this deck" in refused("Ann plays W+4 naming red", TOUHOUNO)
    assert "'R:clip' is not a card of this deck" in refused("Bo accepts R1 R:clip", OFFICIAL)


def test_a_sentence_has_at_most_4096_characters() -> None:
    longest = f"table shuffles{' R7' * 2000}"[: notation.LONGEST_SENTENCE]
    assert len(longest) == 4096
    assert isinstance(read(longest[: longest.rindex(" R")]), Shuffle)
    message = refused(longest + "7")
    assert "at most 4096 characters, this one has 4097" in message
    assert len(message) < 200


def test_a_long_sentence_is_shortened_in_its_error() -> None:
    message = refused(f"Ann plays {'x' * 4000}")
    assert "..." in message
    assert len(message) < 250


def test_a_seat_that_is_not_at_the_table_cannot_be_written() -> None:
    for action in (Pass(Seat(3)), Catch(ANN, Seat(3)), Deal(TABLE), Pass(TABLE)):
        with pytest.raises(NotationError, match="no seat"):
            write_sentence(action, NAMES)


def test_no_keyword_begins_like_a_card_in_chinese() -> None:
    words = [key for table in (spellings().joined, spellings().spaced) for key in table]
    words += [f"{card.color.value} x" for card in CARDS.values()]
    assert not [word for word in words if MODIFIERS.find(word.split()[0])]


# names in sentences


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann plays R7", ("Ann",)),
        ("Bo plays R7 on Cy", ("Bo", "Cy")),
        ("Bo plays R7 saying uno on Cy.", ("Bo", "Cy")),
        ("Bo jumps in with R7 on Cy", ("Bo", "Cy")),
        ("Bo answers with R7 ON Cy", ("Bo", "Cy")),
        ("Bo plays R7 on on", ("Bo", "on")),
        ("Bo plays R7 on bo", ("Bo",)),
        ("Bo plays R7 on", ("Bo",)),
        ("Bo catches Ann.", ("Bo", "Ann")),
        ("Bo 抓Ann", ("Bo", "Ann")),
        ("Bo 出 红7 对Cy", ("Bo", "Cy")),
        ("Ann swaps R5 for B2", ("Ann",)),
        ("Ann chooses 2", ("Ann",)),
        ("Ann chooses R5", ("Ann",)),
        ("table flips R7", ()),
        ("TABLE deals Ann R1 R2", ("Ann",)),
        ("table shows Ann R5", ("Ann",)),
        ("table reveals R5 of Cy", ("Cy",)),
        ("table reveals R5", ()),
        ("table picks R1 from Bo for Cy", ("Bo", "Cy")),
        ("table picks R1 for for", ("for",)),
        ("table chooses Cy", ("Cy",)),
        ("table chooses 17", ()),
        ("table chooses place 17", ()),
        ("table chooses table", ()),
        ("牌桌 发 Ann 红1", ("Ann",)),
        ("小明 出 红7", ("小明",)),
        ("plays plays R7", ("plays",)),
        ("Ann", ("Ann",)),
        ("Ann plyas R7 on Bo", ("Ann",)),
        ("", ()),
        (" . ", ()),
    ],
)
def test_the_names_of_a_sentence_are_found_without_a_table(text: str, names: tuple[str, ...]) -> None:
    assert mentioned(text) == names


@given(st.text())
@example("\ud800 catches \ud800")
@example("table chooses")
def test_looking_for_names_never_fails(text: str) -> None:
    assert all(isinstance(name, str) and name and name in text for name in mentioned(text))


@pytest.mark.parametrize(("text", "action"), FORMS, ids=[text for text, _ in FORMS])
def test_the_names_found_are_those_the_action_has(text: str, action: Action) -> None:
    seats = [action.actor, *(getattr(action, key, None) for key in ("source", "target"))]
    named = [NAMES[seat] for seat in seats if seat is not None and seat != TABLE]
    assert mentioned(text) == tuple(dict.fromkeys(named))


# every action, every table


def names_of_tables() -> st.SearchStrategy[tuple[str, ...]]:
    free = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters=",，、"), min_size=1, max_size=32)
    name = (st.sampled_from(ODD_NAMES) | free).filter(lambda name: name.casefold() not in ("table", "nobody"))
    names = st.lists(name, min_size=2, max_size=10, unique=True)
    return st.tuples(names, st.booleans()).map(lambda drawn: alike(drawn[0]) if drawn[1] else tuple(drawn[0]))


def alike(names: list[str]) -> tuple[str, ...]:
    """The names, the last of which is the first in another case, where it has one."""
    other = names[0].swapcase()
    return (*names[:-1], other) if other not in names and len(other) <= 32 else tuple(names)


ANY_CARD = st.sampled_from([*CARDS.values()])
KNOWN_CARD = st.sampled_from([of for of in CARDS.values() if of is not UNKNOWN])
ANY_CARDS = st.lists(ANY_CARD, max_size=6).map(tuple)
SOME_CARDS = st.lists(ANY_CARD, min_size=1, max_size=6).map(tuple)
COLOR = st.sampled_from(BASE_COLORS)
NEEDS_COLOR = set("W W+4 swap-hands shuffle-hands customizable blank grenade camouflage".split())
TAKES_TARGET = set("7 swap-hands customizable blank color-duel points-duel tight-band revive jump".split())


@st.composite
def layings(draw: Callable[..., Any], seat: st.SearchStrategy[Seat], of: Deck | None) -> Laying:
    kind = draw(st.sampled_from([Play, JumpIn, Answer]))
    card_of_deck = KNOWN_CARD if of is None else st.sampled_from(list(of.copies))
    laid = draw(st.lists(card_of_deck, min_size=1, max_size=3).map(tuple))
    faces = {of.face.code for of in laid}
    said: dict[str, Any] = {"saying_uno": draw(st.booleans())}

    def may(field: str, value: st.SearchStrategy[Any], where: object, needed: object = False) -> None:
        if where and (needed or draw(st.booleans())):
            said[field] = draw(value)

    colors = st.lists(COLOR, min_size=1, max_size=2 if "camouflage" in faces else 1).map(tuple)
    takes_color = of is EXTENDED or faces & (NEEDS_COLOR | {"CC", "CC+2"})
    may("colors", colors, takes_color, faces & NEEDS_COLOR)
    may("number", st.integers(0, 9), "infinity" in faces, True)
    may("target", seat, faces & TAKES_TARGET)
    may("attaching", SOME_CARDS if of is None else st.just(laid), faces & {"transfer-low", "transfer-high"})
    may("adding", card_of_deck, "reward" in faces)
    may("keeping", card_of_deck, "chosen-one" in faces)
    may("topping", card_of_deck, "reward" in faces)
    return typing.cast(Laying, kind(draw(seat), laid, **said))


@st.composite
def tables_and_actions(draw: Callable[..., Any]) -> tuple[tuple[str, ...], Action]:
    names = draw(names_of_tables())
    seat = st.integers(0, len(names) - 1).map(Seat)
    number = st.integers(0, 999_999)
    words = st.sampled_from(["yes", "no", "clockwise", "counterclockwise"])
    pick = st.one_of(st.tuples(seat, st.none() | seat), st.tuples(st.none(), seat))
    kinds: list[st.SearchStrategy[Action]] = [
        layings(seat, None),
        st.builds(Draw, seat, st.none() | ANY_CARD),
        st.builds(Accept, seat, ANY_CARDS),
        *(st.builds(kind, seat) for kind in (Pass, Refuse, Challenge, CallUno)),
        st.builds(Name, seat, st.sampled_from(Color)),
        st.builds(Choose, seat, number | ANY_CARD | words),
        st.builds(Exchange, seat, ANY_CARD, ANY_CARD),
        st.builds(Discard, seat, SOME_CARDS),
        st.builds(Recast, seat, KNOWN_CARD),
        st.builds(Catch, seat, seat),
        st.builds(Flip, KNOWN_CARD),
        st.builds(Shuffle, st.none() | SOME_CARDS),
        st.builds(Deal, seat, ANY_CARDS),
        st.builds(Reveal, KNOWN_CARD, st.none() | seat),
        st.builds(lambda some, ends: Pick(some, *ends), SOME_CARDS, pick),
        st.builds(Show, seat, SOME_CARDS),
        st.builds(ChooseSeat, seat),
        st.builds(ChoosePlace, number),
        st.builds(Find, st.sampled_from(["guilty", "innocent", "yes", "no"])),
    ]
    return names, draw(st.one_of(kinds))


@given(tables_and_actions())
def test_every_action_reads_back_from_its_sentence_at_every_table(case: tuple[tuple[str, ...], Action]) -> None:
    names, action = case
    check_names(names)
    text = write_sentence(action, names)
    assert read_sentence(text, names) == action
    assert write_sentence(read_sentence(text, names), names) == text


@given(
    st.sampled_from([OFFICIAL, SWAP, TOUHOUNO, EXTENDED]).flatmap(
        lambda of: st.tuples(st.just(of), layings(st.integers(0, 2).map(Seat), of))
    )
)
def test_every_play_reads_back_with_the_deck_of_its_game(case: tuple[Deck, Laying]) -> None:
    of, laid = case
    assert read_sentence(write_sentence(laid, NAMES), NAMES, of) == laid


VOCABULARY = sorted(
    {word for text, _ in FORMS for word in text.split()}
    | {"出", "指定蓝", "喊uno", "抓Ann", "红7", "red", "7", ".", "?1000", "Ann.", "\ud800", "，"}
)


@given(
    st.text()
    | st.lists(st.sampled_from(VOCABULARY), max_size=12).map(" ".join)
    | st.tuples(st.sampled_from(["Ann ", "table "]), st.text()).map("".join),
    st.sampled_from([None, OFFICIAL, TOUHOUNO, EXTENDED]),
)
@example("Ann plays " + "﷼" * 64, None)
@example("Ann chooses " + "9" * 4000, None)
def test_any_text_is_an_action_or_bad_notation(text: str, of: Deck | None) -> None:
    try:
        action = read_sentence(text, NAMES, of)
    except NotationError as error:
        said = str(error)
    else:
        assert type(action) in CONCRETE
        assert read_sentence(write_sentence(action, NAMES), NAMES, of) == action
        return
    assert len(said.encode().splitlines()) == 1


# the public functions


def test_parse_and_format_go_by_the_players_and_the_deck_of_the_state() -> None:
    state: Any = SimpleNamespace(players=("Ann", "Bo"), ruleset=SimpleNamespace(deck=TOUHOUNO))
    action = notation.parse("bo plays wild naming red", state)
    assert action == Play(BO, cards("CC"), colors=(Color.RED,))
    assert notation.format(action, state) == "Bo plays CC naming red"
    with pytest.raises(NotationError, match="not a card of this deck"):
        notation.parse("Bo plays W+4 naming red", state)


def test_reading_leaves_the_names_alone_and_copies_of_actions_are_equal() -> None:
    names = list(NAMES)
    action = read_sentence("Ann 出红7 喊uno", names)
    assert names == list(NAMES)
    assert copy.deepcopy(action) == action


def test_importing_the_notation_brings_in_nothing_heavy() -> None:
    script = "import sys, unoref.notation; print(sorted({'difflib', 're'} & {m for m in sys.modules} - before))"
    known = "import sys, attrs, typing, functools, unicodedata; before = set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", f"{known}\n{script}"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
