"""The grammar of docs/records.rst is that of the parser: they accept the same sentences, of the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import PAGES
from unoref import grammar
from unoref.card_words import spaced, spellings
from unoref.cards import BASE_COLORS, CARDS, FACES, UNKNOWN
from unoref.errors import NotationError
from unoref.notation import read_sentence, write_sentence

PAGE = PAGES["docs/records.rst"].read_text(encoding="utf-8")
NAMES = ("Ann", "Bo", "小明")

#: Of the words in angle brackets those that are tried; not those that may be a color too, or the other half of a card.
WORDS = {
    "player": NAMES,
    "known": tuple(code for code in CARDS if code not in ("?", "B")),
    "several": ("?1", "?2", "?7", "?40"),
    "number": (*"0123456789", "12", "123456"),
    "digit": tuple("0123456789"),
}

#: How the refusals of a sentence begin or end that has the form of one, but no sense.
NO_SENSE = ("is said twice", "needs a color", "needs a number", "cannot take", "only with :camouflage")

Rule = tuple[str, Any]  # ("word", text) ("lexical" | "name", name) ("all" | "any", rules) ("some", (rule, least, most))


def read_grammar() -> dict[str, Rule]:
    lines = PAGE.partition(".. productionlist:: notation\n")[2].partition("\n\n")[0].splitlines()
    text: dict[str, str] = {}
    current = ""
    for line in lines:
        name, _, right = line.strip().partition(":")
        current = name or current
        text[current] = f"{text.get(current, '')} {right}"
    return {name: ("lexical", name) if "<" in right else Reader(right).choices() for name, right in text.items()}


class Reader:
    def __init__(self, text: str) -> None:
        self.tokens = re.findall(r'"[^"]+"|`\w+`|[\[\]()|*+]', text)
        assert "".join(self.tokens) == re.sub(r"\s", "", text)

    def choices(self) -> Rule:
        found = [self.row()]
        while self.tokens and self.tokens[0] == "|":
            self.tokens.pop(0)
            found.append(self.row())
        return ("any", found)

    def row(self) -> Rule:
        found: list[Rule] = []
        while self.tokens and self.tokens[0] not in "|])":
            found.append(self.one())
        return ("all", found)

    def one(self) -> Rule:
        token = self.tokens.pop(0)
        if token in "[(":
            inner = self.choices()
            assert self.tokens.pop(0) == {"[": "]", "(": ")"}[token]
            rule: Rule = ("some", (inner, 0, 1)) if token == "[" else inner
        else:
            rule = ("word" if token[0] == '"' else "name", token[1:-1])
        while self.tokens and self.tokens[0] in "*+":
            rule = ("some", (rule, int(self.tokens.pop(0) == "+"), 3))
        return rule


GRAMMAR = read_grammar()


def ends(rule: Rule, words: list[str], at: int) -> set[int]:
    """Where what the rule describes may end, beginning at a word."""
    kind, what = rule
    if kind == "word":
        return {at + 1} if words[at : at + 1] == [what] else set()
    if kind == "lexical":
        return {at + 1} if at < len(words) and words[at] in WORDS[what] else set()
    if kind == "name":
        return ends(GRAMMAR[what], words, at)
    if kind == "any":
        return set().union(*(ends(choice, words, at) for choice in what))
    if kind == "all":
        places = {at}
        for part in what:
            places = set().union(*(ends(part, words, place) for place in places))
        return places
    inner, least, most = what
    reached, fresh = ({at} if not least else set()), {at}
    for _ in range(1 if most == 1 else len(words)):
        fresh = set().union(*(ends(inner, words, place) for place in fresh))
        reached |= fresh
    return reached


def written(rule: Rule, rng: Random) -> Iterator[str]:
    kind, what = rule
    if kind == "word":
        yield what
    elif kind == "lexical":
        yield rng.choice(WORDS[what])
    elif kind == "name":
        yield from written(GRAMMAR[what], rng)
    elif kind == "any":
        yield from written(rng.choice(what), rng)
    elif kind == "all":
        for part in what:
            yield from written(part, rng)
    else:
        inner, least, most = what
        for _ in range(rng.randint(least, most)):
            yield from written(inner, rng)


def refusal(words: list[str]) -> str:
    """Why the parser does not take a sentence; empty where it does."""
    try:
        read_sentence(" ".join(words), NAMES)
    except NotationError as fault:
        return str(fault)
    return ""


def terminals(rule: Rule) -> set[str]:
    kind, what = rule
    if kind == "word":
        return {what}
    if kind in ("any", "all"):
        return set().union(*map(terminals, what))
    return terminals(what[0]) if kind == "some" else set()


TERMINALS = set().union(*map(terminals, GRAMMAR.values()))


@given(st.integers(0, 2**32))
def test_every_sentence_of_the_grammar_is_read(seed: int) -> None:
    rng = Random(seed)
    for _ in range(30):
        words = list(written(("name", "sentence"), rng))

        assert len(words) in ends(("name", "sentence"), words, 0)
        refused = refusal(words)
        assert not refused or any(sense in refused for sense in NO_SENSE), refused


def test_most_sentences_of_the_grammar_have_a_sense() -> None:
    rng = Random(0)
    refused = [refusal(list(written(("name", "sentence"), rng))) for _ in range(2000)]

    assert refused.count("") > 1000


def tolerated(words: list[str]) -> bool:
    """Whether more is read than the grammar has: particles left out, ``for`` before ``from``, cards of several words."""
    pairs = {spaced(pair) for pair in pairwise(words)}
    laid = any(word in words for word in ("jumps", "answers"))
    return laid or {"picks", "for"} <= set(words) or not pairs.isdisjoint(spellings().spaced)


@given(st.integers(0, 2**32))
def test_what_is_read_is_a_sentence_of_the_grammar(seed: int) -> None:
    """A sentence with a word too many, too few, or in the wrong place is refused, unless the grammar has it too."""
    rng = Random(seed)
    pools = (sorted(TERMINALS), *WORDS.values())
    for _ in range(30):
        words = list(written(("name", "sentence"), rng))
        for _ in range(rng.randint(1, 2)):
            at, other = rng.randrange(len(words)), rng.choice(rng.choice(pools))
            changed = rng.choice(([], [other], [words[at], other], [words[at]] * 2))
            words[at : at + 1] = changed or words[at : at + 1][len(words) > 1 :]

        if not tolerated(words) and not refusal(words):
            assert len(words) in ends(("name", "sentence"), words, 0)


@given(st.integers(0, 2**32))
def test_what_is_written_is_a_sentence_of_the_grammar(seed: int) -> None:
    words = list(written(("name", "sentence"), Random(seed)))
    if refusal(words):
        return

    again = write_sentence(read_sentence(" ".join(words), NAMES), NAMES).split()

    again = [
        "?2" if re.fullmatch(r"\?\d+", word) else word for word in again
    ]  # numbers that add up are not among those tried
    assert len(again) in ends(("name", "sentence"), again, 0)


def test_the_terminals_are_the_keywords_of_the_parser() -> None:
    tables = (
        *(grammar.TABLE_WORDS, grammar.VERBS, grammar.TABLE_VERBS, grammar.MODIFIERS, grammar.AND, grammar.UNO),
        *(grammar.FROM_FOR, grammar.OF, grammar.PLACE, grammar.CHOICES, grammar.OUTCOMES),
    )
    keywords = {word for table in tables for word in table.english}
    colors = {color.value for color in BASE_COLORS} | {"black"}

    assert keywords | colors | {"in", "with", "?", "?1"} == TERMINALS


def test_the_page_lists_the_named_faces() -> None:
    listed = PAGE.partition("\nThe named faces are ")[2].partition(".\n")[0]

    assert re.findall(r"``([\w-]+)``", listed) == [face.code for face in FACES.values() if face.named]


@pytest.mark.parametrize("code", [code for code in CARDS if code != UNKNOWN.code])
def test_a_card_has_the_form_the_page_describes(code: str) -> None:
    named = "|".join(face.code for face in FACES.values() if face.named)

    assert re.fullmatch(rf"[RYGB](\d|S|R|\+2)|W|W\+4|CC|CC\+2|P|B|[RYGB]?:({named})", code)


def test_the_page_lists_the_chinese_words() -> None:
    tables = (
        *(grammar.TABLE_WORDS, grammar.VERBS, grammar.TABLE_VERBS, grammar.MODIFIERS, grammar.AND, grammar.CHOICES),
    )
    known: dict[str, list[str]] = {}
    for table in tables:
        for word, english in table.words.items():
            if not word.isascii():
                known.setdefault(english, []).append(word)
    words_table = PAGE.partition("need no blank after them")[2].partition("\nRecords\n")[0]
    rows = re.findall(r"\* - (``\w+``(?: · ``\w+``)*)\n     - (.*)\n", words_table)
    listed: dict[str, list[str]] = {}
    for english, chinese in rows:
        sides = (
            zip(english.split(" · "), chinese.split(" · "), strict=True) if " · " in english else [(english, chinese)]
        )
        for one, words in sides:
            listed[one.strip("`")] = re.findall("``([^`]+)``", words)

    assert {word: sorted(chinese) for word, chinese in listed.items()} == {
        word: sorted(chinese) for word, chinese in known.items()
    }


def test_the_page_says_which_card_takes_which_modifier() -> None:
    said = " ".join(
        PAGE.partition("a card lacks a modifier it needs")[2].partition("Where the deck has a grenade")[0].split()
    )
    needs, _, takes = said.partition("no card takes a modifier")

    def faces(text: str) -> set[str]:
        codes = set(re.findall(r"``:?([\w+-]+)``", text)) | ({"7"} if " 7" in text else set())
        return codes & set(FACES)

    naming, _, numbers = needs.partition("``as`` with")
    assert faces(naming) == {face.code for face in grammar._NEED["naming"]}
    assert faces(numbers) == {face.code for face in grammar._NEED["as"]}
    parts = dict(zip(("naming", "as", "on", "attaching", "adding", "keeping"), re.split("; ", takes), strict=False))
    assert faces(parts["naming"]) | faces(naming) == {face.code for face in grammar.TAKERS["naming"]}
    for modifier in ("as", "on", "attaching", "adding", "keeping"):
        assert faces(parts[modifier]) == {face.code for face in grammar.TAKERS[modifier]}, modifier
    assert grammar.TAKERS["topping"] == grammar.TAKERS["adding"]
