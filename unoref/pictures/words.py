"""What a picture says of its own, in English and Chinese, and the picture in words for those who do not see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Final

from unoref.card_words import speak_card, speak_cards, speak_color, speak_face
from unoref.cards import UNKNOWN, Card
from unoref.frames import Frame
from unoref.lasting import Lasting
from unoref.position import usual_called
from unoref.seats import Seat
from unoref.state import State
from unoref.texts import LANGUAGES, lasting_texts, owed_text, verdict_word

__all__ = [
    "WORDS",
    "aside_cards",
    "description",
    "force_text",
    "more_are_next",
    "next_cards",
    "place_text",
    "say",
    "seat_marks",
    "title",
]

#: Every text of a picture: English, Chinese.
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "aside": ("aside", "另置"),
    "called": ("UNO", "UNO"),
    "cards": ("{n} cards", "{n} 张"),
    "card": ("1 card", "1 张"),
    "clockwise": ("clockwise", "顺时针"),
    "counterclockwise": ("counterclockwise", "逆时针"),
    "dealer": ("dealer", "庄家"),
    "draw pile": ("draw pile", "摸牌堆"),
    "in force": ("in force: {words}", "当前：{words}"),
    "list": (", ", "、"),
    "next": ("next", "接下来"),
    "no color": ("no color", "无颜色"),
    "open cards": ("{n} open", "明牌 {n}"),
    "open hand": ("open hand", "明牌"),
    "place": ("{n}{th}", "第 {n} 名"),
    "points": ("{n} points", "{n} 分"),
    "team": ("team {n}", "第 {n} 队"),
    "won": ("Won by {names}.", "胜者：{names}。"),
    # the picture in words
    "tell hand": ("{name} holds {cards}{marks}.", "{name}：{cards}{marks}。"),
    "tell cards": ("{n} cards: {cards}", "{n} 张牌：{cards}"),
    "tell card": ("1 card: {cards}", "1 张牌：{cards}"),
    "tell unknown": ("{n} unknown cards", "{n} 张未知的牌"),
    "tell one unknown": ("1 unknown card", "1 张未知的牌"),
    "tell none": ("no cards", "没有牌"),
    "tell marks": (" ({marks})", "（{marks}）"),
    "tell called": ("has called UNO", "已喊 UNO"),
    "tell finished": ("out, {place}", "已出完，{place}"),
    "tell open": ("lying open: {cards}", "明牌：{cards}"),
    "tell top": ("On top of the discard pile: {card}.", "弃牌堆顶：{card}。"),
    "tell no top": ("The discard pile is empty.", "弃牌堆是空的。"),
    "tell force": ("In force: {words}.", "当前：{words}。"),
    "tell draw pile": ("Cards in the draw pile: {n}.", "摸牌堆：{n} 张。"),
    "tell next": ("The next cards are {cards}.", "接下来的牌：{cards}。"),
    "tell next and more": ("The next cards begin with {cards}.", "接下来的牌，最先几张：{cards}。"),
    "tell aside": ("Lying aside: {cards}.", "另置：{cards}。"),
    "tell direction": ("Play goes {direction}.", "出牌方向：{direction}。"),
    "tell more": ("{cards} and {n} more", "{cards}等，另有 {n} 张"),
    "copies": ("{card} ×{n}", "{card} ×{n}"),
    "title": ("{rules}: {owed}", "{rules}：{owed}"),
    "title ruling": ("{sentence}: {verdict}", "{sentence}：{verdict}"),
}

#: As many different cards are named; of more it is said how many there are.
_NAMED: Final = 24

#: As many next cards are shown.
_NEXT: Final = 4


def say(key: str, lang: str, **facts: object) -> str:
    """A text of the picture."""
    return WORDS[key][LANGUAGES.index(lang)].format(**facts)


def place_text(number: int, lang: str) -> str:
    """The place somebody took who is out: ``2nd``."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return say("place", lang, n=number, th={1: "st", 2: "nd", 3: "rd"}.get(last, "th"))


def force_text(state: State, lang: str) -> str:
    """What the next card must answer to: the color, and the face where it is not that of the top card."""
    force, top = state.in_force, state.discard.top
    words = [say("no color", lang) if force.color is None else speak_color(force.color, lang)]
    if top is not None and force.face is not top.face and force.face.code not in ("none", "?"):
        words.append(speak_face(force.face, lang))
    return say("list", lang).join(words)


def next_cards(state: State) -> tuple[Card, ...]:
    """The next cards of the draw pile as far as they are known, a few of them."""
    return tuple(islice(_known_next(state), _NEXT))


def _known_next(state: State) -> Iterator[Card]:
    return takewhile(lambda card: card is not UNKNOWN, state.draw_pile)


def more_are_next(state: State) -> bool:
    """Whether more of the next cards are known than those few."""
    return next(islice(_known_next(state), _NEXT, None), None) is not None


def aside_cards(state: State) -> tuple[Card, ...]:
    """The cards that lie neither in a hand nor on a pile."""
    things: tuple[Frame | Lasting, ...] = (*state.frames, *state.lasting)
    return tuple(card for thing in things for card in thing.aside)


def seat_marks(state: State, seat: Seat, lang: str) -> Iterator[tuple[str, str]]:
    """What there is to say of a seat beside its cards: what it is, and its words."""
    if seat in state.finished:
        yield "place", place_text(state.finished.index(seat) + 1, lang)
    if seat in state.called & usual_called(state.ruleset, state.hands, ()):
        yield "called", say("called", lang)
    shown: tuple[Card, ...] | None = state.public[seat] if state.public else ()
    if shown is None:
        yield "open", say("open hand", lang)
    elif shown:
        yield "open", say("open cards", lang, n=len(shown))
    for number, team in enumerate(state.teams, 1):
        if seat in team:
            yield "team", say("team", lang, n=number)
    if state.scores:
        yield "points", say("points", lang, n=state.scores[seat])
    if seat == state.dealer:
        yield "dealer", say("dealer", lang)


def _named(cards: Sequence[Card], lang: str) -> str:
    """The cards in words; of many of them each kind once, and of very many kinds some."""
    if len(cards) <= _NAMED:
        return speak_cards(cards, lang)
    copies = Counter(cards)
    shown = [say("copies", lang, card=speak_card(card, lang), n=n) for card, n in copies.most_common(_NAMED)]
    rest = len(cards) - sum(n for _, n in copies.most_common(_NAMED))
    told = say("list", lang).join(shown)
    return say("tell more", lang, cards=told, n=rest) if rest else told


def _hand(cards: Sequence[Card], lang: str) -> str:
    if not cards:
        return say("tell none", lang)
    one = len(cards) == 1
    if cards[0] is UNKNOWN:  # unknown cards come last
        return say("tell one unknown" if one else "tell unknown", lang, n=len(cards))
    return say("tell card" if one else "tell cards", lang, n=len(cards), cards=_named(cards, lang))


def _seat(state: State, seat: Seat, lang: str) -> str:
    told = {
        "called": say("tell called", lang),
        "place": "",
        "open": "",
    }
    shown: tuple[Card, ...] | None = state.public[seat] if state.public else ()
    if shown:
        told["open"] = say("tell open", lang, cards=_named(shown, lang))
    marks = []
    for kind, words in seat_marks(state, seat, lang):
        marks.append(say("tell finished", lang, place=words) if kind == "place" else told.get(kind) or words)
    said = say("tell marks", lang, marks=say("list", lang).join(marks)) if marks else ""
    return say("tell hand", lang, name=state.players[seat], cards=_hand(state.hands[seat], lang), marks=said)


def description(state: State, lang: str) -> str:
    """The position in sentences: the hands clockwise, the piles, what is in force, where play goes, what is owed."""
    top = state.discard.top
    told = [_seat(state, Seat(seat), lang) for seat in range(len(state.players))]
    told.append(say("tell no top", lang) if top is None else say("tell top", lang, card=speak_card(top, lang)))
    if top is not None:
        told.append(say("tell force", lang, words=force_text(state, lang)))
    told.append(say("tell draw pile", lang, n=len(state.draw_pile)))
    if coming := next_cards(state):
        cards = speak_cards(coming, lang)
        told.append(say("tell next and more" if more_are_next(state) else "tell next", lang, cards=cards))
    if aside := aside_cards(state):
        told.append(say("tell aside", lang, cards=_named(aside, lang)))
    direction = say("clockwise" if state.direction == 1 else "counterclockwise", lang)
    told.append(say("tell direction", lang, direction=direction))
    told += lasting_texts(state, lang)
    told.append(owed_text(state, lang, sentence=True))
    if state.winners:
        told.append(won_text(state, lang))
    return ("" if lang == "zh" else " ").join(told)


def won_text(state: State, lang: str) -> str:
    """Who has won a round that is over."""
    return say("won", lang, names=say("list", lang).join(state.players[seat] for seat in state.winners))


def title(state: State, rules: str, lang: str, sentence: str = "", verdict: str = "") -> str:
    """The picture in one line: what was ruled, or what is owed under which rules."""
    if sentence:
        return (
            say("title ruling", lang, sentence=sentence, verdict=verdict_word(verdict, lang)) if verdict else sentence
        )
    return say("title", lang, rules=rules, owed=owed_text(state, lang))
