"""Pictures: well-formed whatever the names are, true to the position, silent about what is hidden, small."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from attrs import evolve

import unoref
from tests.examples import PAGES, ROOT, blocks
from tests.tables import table
from tests.walks import RULESETS, opened
from unoref.cards import CARDS, UNKNOWN, Card, Color, hand
from unoref.frames import Over
from unoref.lasting import Seen
from unoref.pictures.drawing import drawing
from unoref.pictures.lettering import cleaned, fitted, text_width, wrapped
from unoref.pictures.words import WORDS
from unoref.piles import Pile
from unoref.rulebook import variant_ids
from unoref.ruleset import Ruleset
from unoref.seats import Seat
from unoref.simulate import Simulator
from unoref.sphinxext.trace import rulings_of
from unoref.state import State
from unoref.walking import walk

SVG = "{http://www.w3.org/2000/svg}"

#: Names that are lawful and hard on a picture.
HOSTILE = (
    "<&\"'>",
    "]]>",
    "&amp;",
    "</svg><script>",
    "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二",
    "W" * 32,
    "محمد",
    "שלום",
    "👩‍👩‍👧‍👦👍🏽",
    "a\u0301" * 16,
)


def read(svg: str) -> ElementTree.Element:
    """The picture as a tree: it must be XML that stands by itself."""
    return ElementTree.fromstring(svg.encode("utf-8"))


def told(svg: str) -> str:
    """The picture in words."""
    return read(svg).findtext(f"{SVG}desc") or ""


def shown(svg: str) -> list[str]:
    """Every text that can be seen."""
    return ["".join(element.itertext()) for element in read(svg).iter(f"{SVG}text")]


def hand_told(svg: str, name: str) -> str:
    """The sentence about the hand of a player."""
    found = re.search(rf"(?:^|\. ){re.escape(name)} holds ([^.]*)\.", told(svg))
    assert found is not None, told(svg)
    return found[1]


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: f"{rules[0]}-{len(rules[1])}")
def test_every_position_of_a_walk_can_be_drawn(rules: Any) -> None:
    """Well-formed, with the count of every hand in words, in either language and as any seat sees it."""
    rng = Random(repr(rules))
    state = opened(rules, rng.randint(2, 10), rng)
    reached = [after for _, _, after in walk(state, rng, 120)]
    for state in rng.sample(reached, min(8, len(reached))):
        svg = unoref.picture(state)

        for name, cards in zip(state.players, state.hands, strict=True):
            said = hand_told(svg, name)
            assert said.startswith(str(len(cards)) if cards else "no cards"), (name, said)
        counts = [f"{len(cards)} card{'' if len(cards) == 1 else 's'}" for cards in state.hands]
        seen = shown(svg)
        assert all(seen.count(count) >= counts.count(count) for count in counts)
        assert str(len(state.draw_pile)) in seen
        seat = rng.randrange(-1, len(state.players))
        read(unoref.picture(state, lang="zh", seat=seat))
        assert told(unoref.picture(state, seat=seat)) == told(unoref.picture(unoref.observe(state, seat)))


@pytest.mark.parametrize("variant", variant_ids())
def test_a_view_does_not_depend_on_what_is_hidden_from_it(variant: str) -> None:
    """Hidden cards exchanged for others leave the picture as it is, to the last character."""
    rng = Random(5)
    for _ in range(4):
        *_, (_, _, state) = walk(opened((variant, {}), 4, rng), rng, rng.randint(1, 60))
        seat = rng.randrange(4)
        other = _rearranged(state, seat, rng)

        assert other.hands != state.hands
        assert unoref.picture(other, seat=seat) == unoref.picture(state, seat=seat)


def _rearranged(state: State, seat: int, rng: Random) -> State:
    """The state with all cards that the seat cannot see exchanged among each other."""
    seen = unoref.observe(state, seat)
    known = [[card for card in cards if card is not UNKNOWN] for cards in seen.hands]
    hidden = list(state.draw_pile)
    for cards, shown_cards in zip(state.hands, known, strict=True):
        hidden += (Counter(cards) - Counter(shown_cards)).elements()
    rng.shuffle(hidden)
    hands = []
    for cards, shown_cards in zip(seen.hands, known, strict=True):
        hands.append(hand([*shown_cards, *(hidden.pop() for _ in range(len(cards) - len(shown_cards)))]))
    return evolve(state, hands=tuple(hands), draw_pile=Pile.of(hidden))


def test_hands_of_others_and_the_next_cards_do_not_leak() -> None:
    state = table(unoref.ruleset(), {"Ann": "R1 Y2", "Cy": "G3 B4"}, "R5", draw_pile="B6 B7 ?20")
    everything, seen = unoref.picture(state), unoref.picture(state, seat=0)

    for words in ("green 3", "blue 4", "blue 6", "blue 7"):
        assert words in told(everything)
        assert words not in told(seen)
    assert "2 unknown cards" in hand_told(seen, "Cy")
    assert {"G", "B"} <= set("".join(shown(everything)))
    assert not {"G", "B"} & set("".join(shown(seen)))


def test_a_ruling_seen_by_another_says_no_more_than_that_player_knows() -> None:
    state = table(unoref.ruleset(), {"Ann": "W+4 R2 G1", "Bo": "Y1 Y2", "Cy": "B1 B2"}, "R5")
    bluff = unoref.judge(state, unoref.parse("Ann plays W+4 naming green", state))

    assert {"CONTESTABLE"} <= set(shown(unoref.picture(bluff)))
    assert {"CONTESTABLE"} <= set(shown(unoref.picture(bluff, seat=0)))
    assert {"UNDETERMINED"} <= set(shown(unoref.picture(bluff, seat=1)))
    drawn = unoref.judge(state, unoref.parse("Ann draws B9", state))
    assert "Ann draws B9" in shown(unoref.picture(drawn))
    assert "Ann draws" in shown(unoref.picture(drawn, seat=1))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_names_are_only_ever_text(lang: str) -> None:
    state = unoref.deal(unoref.ruleset(), HOSTILE, rng=Random(1))
    svg = unoref.picture(state, lang=lang)
    tree = read(svg)

    assert {element.tag.removeprefix(SVG) for element in tree.iter()} <= {
        *("svg", "title", "desc", "defs", "g", "rect", "path", "ellipse", "text", "use")
    }
    for name in HOSTILE:
        assert name in told(svg)
    assert "<&\"'>" in shown(svg)


def test_what_xml_cannot_hold_is_replaced_and_what_turns_text_is_left_out() -> None:
    """No record has such names, but a program may make a state with any."""
    state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=Random(1))
    svg = unoref.picture(evolve(state, players=("\x00\ud800\ufffe", "\u202eBo\u2066")))

    assert {"\ufffd\ufffd\ufffd", "Bo"} <= set(shown(svg))
    assert cleaned("שלום") == "\u2068שלום\u2069"
    assert cleaned("\u202e") == "\ufffd"


def test_the_title_of_a_house_sheet_is_only_ever_text() -> None:
    rules = unoref.ruleset()
    state = unoref.deal(rules, ["Ann", "Bo"], rng=Random(1))
    sheet = Ruleset(rules.variant, rules.options, rules.deck, rules.tables, title={"en": "<Our> & rules", "zh": "<"})
    title = read(unoref.picture(evolve(state, ruleset=sheet))).findtext(f"{SVG}title")

    assert title is not None
    assert title.startswith("<Our> & rules: ")


def test_nothing_comes_from_outside() -> None:
    svg = unoref.picture(unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=Random(1)))

    assert set(re.findall(r"https?://[^\"]+", svg)) == {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r'href="([^"]*)"', svg)) <= {f"#{identity}" for identity in re.findall(r' id="([^"]*)"', svg)}
    assert read(svg).get("role") == "img"


def test_what_matters_can_be_read_as_text() -> None:
    """Whose turn, the color in force, the direction, the places, the calls, open cards, teams and points."""
    state = unoref.loads("""
        variant = "official"
        [options]
        last-standing = true
        [table]
        players = ["Ann", "Bo", "Cy", "Di"]
        discard = "R5 W"
        color = "blue"
        direction = "counterclockwise"
        turn = "Bo"
        dealer = "Di"
        finished = ["Ann"]
        public = { Cy = "Y2" }
        scores = { Bo = 120 }
        [table.hands]
        Ann = 0
        Bo = "G1"
        Cy = "Y2 ?3"
    """).start
    seen = shown(unoref.picture(state))

    for words in (
        "1st",
        "UNO",
        "1 open",
        "120 points",
        "dealer",
        "counterclockwise",
        "in force: blue",
        "It is Bo's turn.",
    ):
        assert words in seen
    words = told(unoref.picture(state))
    assert hand_told(unoref.picture(state), "Ann") == "no cards (out, 1st, 0 points)"
    assert hand_told(unoref.picture(state), "Bo") == "1 card: green 1 (has called UNO, 120 points)"
    assert (
        hand_told(unoref.picture(state), "Cy")
        == "4 cards: yellow 2 and 3 unknown cards (lying open: yellow 2, 0 points)"
    )
    assert "On top of the discard pile: Wild. In force: blue." in words
    assert "Play goes counterclockwise." in words
    assert words.endswith("It is Bo's turn.")


def test_a_ruling_shows_what_was_done_and_the_verdict() -> None:
    state = table(unoref.ruleset(), {"Ann": "R7 G1", "Bo": "?3"}, "R5")
    ruling = unoref.judge(state, unoref.parse("Ann plays G1", state))

    assert {"Ann plays G1", "ILLEGAL", "It is Ann's turn."} <= set(shown(unoref.picture(ruling)))
    assert {"Ann plays G1", "不合法"} <= set(shown(unoref.picture(ruling, lang="zh")))
    assert drawing(ruling).title == "Ann plays G1: ILLEGAL"


def test_the_end_of_a_round_names_who_has_won() -> None:
    state = table(unoref.ruleset(), {"Ann": "R7", "Bo": "?3"}, "R5", frames=(Over((Seat(0),)),))

    assert "The round is over. Won by Ann." in shown(unoref.picture(state))


def test_a_notebook_draws_states_and_rulings() -> None:
    state = table(unoref.ruleset(), {"Ann": "R7 G1", "Bo": "?3"}, "R5")
    ruling = unoref.judge(state, unoref.parse("Ann plays G1", state))

    assert state._repr_svg_() == unoref.picture(state)
    assert ruling._repr_svg_() == unoref.picture(ruling)


@pytest.mark.parametrize("variant", variant_ids())
def test_every_card_can_be_drawn_in_a_hand_and_on_the_discard_pile(variant: str) -> None:
    state = unoref.deal(unoref.ruleset(variant), ["Ann", "Bo"], rng=Random(1))
    for lang in ("en", "zh"):
        for card in (*state.ruleset.deck.copies, UNKNOWN):
            read(
                unoref.picture(
                    evolve(state, hands=((card,), (card, card)), discard=state.discard.plus(card)), lang=lang
                )
            )


def test_colors_are_told_by_letters_as_well() -> None:
    state = table(unoref.ruleset(), {"Ann": "R1 Y1 G1 B1", "Bo": "?3"}, "R5")

    assert {"RGB", "Y"} <= set(shown(unoref.picture(state)))
    assert {"红", "黄", "绿", "蓝"} <= set("".join(shown(unoref.picture(state, lang="zh"))))


def test_giant_hands_stay_small() -> None:
    rules = unoref.ruleset("extended")
    everything = tuple(sorted(rules.deck.cards, key=lambda card: card.index))
    state = unoref.deal(rules, [f"P{seat}" for seat in range(10)], rng=Random(1))
    svg = unoref.picture(evolve(state, hands=(everything,) * 5 + ((UNKNOWN,) * 5000,) * 5))

    assert len(svg.encode()) < 30_000
    assert shown(svg).count("×5000") == 5
    assert hand_told(svg, "P0").startswith(f"{len(everything)} cards: ")
    assert hand_told(svg, "P9") == "5000 unknown cards (dealer)"


def test_every_known_card_of_a_large_hand_is_shown_or_counted() -> None:
    cards = [CARDS[f"{color.letter}{number}"] for color in Color if color.letter for number in range(1, 10)]
    held: tuple[Card, ...] = tuple(sorted(cards * 3, key=lambda card: card.index))
    state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=Random(1))
    seen = shown(unoref.picture(evolve(state, hands=(held, held[:1]))))
    more = [int(text[1:]) for text in seen if re.fullmatch(r"\+\d\d+", text)]

    assert more
    assert seen.count("×3") * 3 + sum(more) == len(held)


def test_a_usual_picture_is_small() -> None:
    sizes = sorted(
        len(drawn.svg.encode()) for ruling in rulings_of("official")[:120] if (drawn := _drawn(ruling)) is not None
    )

    assert sizes[len(sizes) // 2] < 6_000


def _drawn(ruling: Any) -> Any:
    pytest.importorskip("sphinx")
    from unoref.sphinxext.ruling_pictures import drawn_ruling

    return drawn_ruling(ruling, "en")


@pytest.mark.parametrize("variant", variant_ids())
def test_every_ruling_is_drawn_but_those_whose_record_is_refused(variant: str) -> None:
    for ruling in rulings_of(variant):
        drawn = _drawn(ruling)

        assert (drawn is None) == (ruling.verdict == "bad-input"), ruling.id
        if drawn is not None:
            read(drawn.svg)


def test_a_page_fetches_the_picture_of_a_ruling_from_a_file_and_knows_its_size(tmp_path: Path) -> None:
    nodes = pytest.importorskip("docutils.nodes")
    from unoref.sphinxext.ruling_pictures import _visit, picture_nodes
    from unoref.sphinxext.writer import Writer

    ruling = next(each for each in rulings_of("touhouno") if "+" in each.id and "dispute" in each.data)
    (place,) = picture_nodes(ruling, Writer("en", "page", frozenset()))
    page = SimpleNamespace(body=[], builder=SimpleNamespace(outdir=tmp_path, imagedir="_images", imgpath="../_images"))
    with pytest.raises(nodes.SkipNode):
        _visit(page, place)

    drawn = _drawn(ruling)
    (html,) = page.body
    found = re.search(r'<img src="\.\./([^"]*)" width="(\d+)" height="(\d+)" loading="lazy" alt="([^"]*)" />', html)
    assert found is not None, html
    path, *size = found.groups()
    assert (tmp_path / unquote(path)).read_text(encoding="utf-8") == drawn.svg
    assert size == [str(drawn.width), str(drawn.height), drawn.title]
    assert "<figcaption>The table at the dispute</figcaption>" in html


@pytest.mark.parametrize(("lang", "name"), [("en", "dispute.svg"), ("zh", "dispute.zh_CN.svg")])
def test_the_picture_in_the_documentation_is_what_its_command_writes(lang: str, name: str) -> None:
    """Written with ``unoref show dispute.toml --svg docs/pictures/…`` and the record of the page."""
    page = next(block for block in blocks(PAGES["docs/judging.rst"]) if block.name == "dispute.toml")
    record = unoref.loads("\n".join(page.lines))
    assert record.dispute is not None
    drawn = unoref.picture(unoref.judge(record.state(), record.dispute), lang=lang)

    assert (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8") == f"{drawn}\n"


def test_another_language_and_a_seat_that_is_not_there_are_refused() -> None:
    state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=Random(1))

    with pytest.raises(ValueError, match="language 'fr': there are en, zh"):
        unoref.picture(state, lang="fr")
    with pytest.raises(ValueError, match="seat 2 is not at a table of 2"):
        unoref.picture(state, seat=2)


def test_whoever_looks_sits_at_the_bottom() -> None:
    state: State = Simulator(unoref.ruleset(), ("Ann", "Bo", "Cy"), seed=1, policy="greedy").game(0).record.start
    for seat, name in enumerate(state.players):
        heights = {
            "".join(element.itertext()): float(element.get("y", 0))
            for element in read(unoref.picture(state, seat=seat)).iter(f"{SVG}text")
        }

        assert max(state.players, key=lambda each: heights[each]) == name


def test_text_is_made_to_fit() -> None:
    assert fitted("Ann", 100, 13, 10) == ("Ann", 13)
    short, size = fitted("一二三四五六七八九十", 60, 13, 10)
    assert short.endswith("…")
    assert text_width(short, size) <= 60
    lines = wrapped("Ann answers with a card that has a very long name. " * 6, 200, 12)
    assert len(lines) == 3
    assert all(text_width(line, 12) <= 200 for line in lines)
    assert (
        "".join(wrapped("轮到小明出牌。他也可以质疑，然后摸牌。", 60, 12, 9))
        == "轮到小明出牌。他也可以质疑，然后摸牌。"
    )


def test_both_languages_have_every_word() -> None:
    for english, chinese in WORDS.values():
        assert set(re.findall(r"\{(\w+)\}", chinese)) <= set(re.findall(r"\{(\w+)\}", english))


def test_what_is_owed_and_what_lasts_is_told_and_drawn() -> None:
    """The debt of a chain of draw cards, a ban and its end, a band's limit, the color a grenade asks for."""
    chain = pictured(
        "village", {"Ann": "R+2 B3 G7", "Bo": "W+4 B9 B8", "Cy": "W+4 G1", "Di": "Y1 Y2"}, "R5",
        "Ann plays R+2", "Bo plays W+4 naming blue", "Cy plays W+4 naming red",
    )  # fmt: skip
    banned = pictured("touhouno", {"Ann": "R+2 G1", "Bo": "B2 ?2", "Cy": "B3 B4"}, "R5", "Ann plays R+2")
    band = pictured(
        "extended", {"Ann": "Y:tight-band R4", "Bo": "?6", "Cy": "?2"}, "Y2", "Ann plays Y:tight-band on Bo"
    )
    grenade = pictured("extended", {"Ann": ":grenade R1", "Bo": "R7 B1"}, "R5", "Ann plays :grenade naming red")

    for state, words in (
        (chain, "Di is to draw 10 cards for the draw card on top."),
        (banned, "No +2 until Ann's turn begins."),
        (banned, "Bo takes the penalty of 2 cards or answers it."),
        (band, "Bo wears a Tight Band: 3."),
        (grenade, "Bo plays a red card and names the next color, or refuses and is blown up."),
    ):
        svg = unoref.picture(state)
        assert words in told(svg)
        assert words in " ".join(shown(svg))
    assert "Bo 受紧箍咒：3。" in shown(unoref.picture(band, lang="zh"))


def pictured(variant: str, hands: dict[str, str], top: str, *sentences: str) -> State:
    """The position after these sentences."""
    state = table(unoref.ruleset(variant), hands, top)
    for sentence in sentences:
        state = unoref.apply(state, unoref.parse(sentence, state))
    return state


def test_cards_that_were_seen_are_told_to_nobody_else() -> None:
    state = table(unoref.ruleset(), {"Ann": "R1 G3", "Bo": "Y2", "Cy": "B4"}, "R5")
    state = evolve(state, lasting=(Seen(Seat(1), Seat(0), hand([CARDS["G3"]])),))

    for seat in (None, 0, 1, 2):
        words = told(unoref.picture(state, seat=seat))
        assert "Bo has seen 1 of Ann's cards." in words
        assert ("green 3" in words) == (seat != 2)


def test_uno_is_written_beside_one_card_only_and_where_it_is_called() -> None:
    called = frozenset({Seat(0), Seat(1), Seat(2)})
    state = table(unoref.ruleset(), {"Ann": "R1", "Bo": "Y2 Y3", "Cy": ""}, "R5")
    nobody_calls = table(unoref.ruleset("touhouno"), {"Ann": "R1", "Bo": "Y2", "Cy": "Y3"}, "R5")

    assert shown(unoref.picture(evolve(state, called=called))).count("UNO") == 1
    assert "UNO" not in shown(unoref.picture(evolve(nobody_calls, called=called)))


def test_more_next_cards_than_are_shown_are_told_of() -> None:
    hands = {"Ann": "R1 R2", "Bo": "?3"}
    four, five = (table(unoref.ruleset(), hands, "R5", draw_pile=f"B1 B2 B3 B4 {fifth} ?9") for fifth in ("", "B5"))

    assert "…" not in shown(unoref.picture(four))
    assert "…" in shown(unoref.picture(five))
    assert "The next cards are blue 1, blue 2, blue 3 and blue 4." in told(unoref.picture(four))
    assert "The next cards begin with blue 1, blue 2, blue 3 and blue 4." in told(unoref.picture(five))


def test_a_long_name_is_kept_to_its_width_beside_the_count() -> None:
    state = table(unoref.ruleset(), {"Ann": "R1 R2", "Abcdefghijklmnopqrstuvwxyzabcdef": "?3", "Cy": "?2"}, "R5")
    names = [each for each in read(unoref.picture(state)).iter(f"{SVG}text") if each.get("textLength")]

    (name,) = names
    assert float(name.get("x", 0)) + float(name.get("textLength", 0)) < 360 - 8 - 5 - text_width("3 cards", 10)


def test_whoever_is_to_act_among_ten_sees_a_hand_of_nineteen() -> None:
    names = ["Ann", *(f"P{seat}" for seat in range(1, 10))]
    cards = " ".join(f"{color}{number}" for color in "RYGB" for number in range(1, 6))
    state = table(unoref.ruleset(), dict.fromkeys(names, "?3") | {"Ann": cards.removesuffix(" B5")}, "R5")

    assert not [text for text in shown(unoref.picture(state)) if re.fullmatch(r"\+\d\d", text)]
