"""A ruling as it is shown: the story, a picture, the position as a table, what was said, the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from docutils import nodes

from unoref.sphinxext.ruling_pictures import picture_nodes
from unoref.sphinxext.trace import Ruling
from unoref.sphinxext.words import other_than
from unoref.sphinxext.writer import Inline, Writer

__all__ = ["ruling_nodes", "verdict_nodes"]


def _text_of(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def _hand(value: object, writer: Writer) -> list[Inline]:
    """A hand as a ruling expects it: cards, or how many there are."""
    return [writer.word("cards", value)] if isinstance(value, int) else writer.cards(_text_of(value))


def _cards(value: object, writer: Writer) -> list[nodes.Node]:
    """Cards as a record has them: text, a list, or a number of unknown ones."""
    if isinstance(value, int):
        return [writer.paragraph(writer.word("unknown-cards", value))]
    return [writer.paragraph(*writer.cards(_text_of(value)))]


def _marks(name: str, table: Mapping[str, Any], players: Sequence[str], writer: Writer) -> Iterator[str]:
    """What there is to say of a player apart from the hand."""
    if name == table.get("turn", next((one for one in players if one not in table.get("finished", ())), None)):
        yield writer.word("turn")
    if name == table.get("dealer", players[-1]):
        yield writer.word("dealer")
    if name in table.get("called", ()):
        yield writer.word("called")
    if name in table.get("finished", ()):
        yield writer.word("finished")
    for number, team in enumerate(table.get("teams", ()), 1):
        if name in team:
            yield writer.word("team", number)
    if name in table.get("scores", {}):
        yield writer.word("scores", table["scores"][name])


def _position(table: Mapping[str, Any], writer: Writer) -> Iterator[nodes.Node]:
    hands = table.get("hands", {})
    players = [str(name) for name in table.get("players", hands)]
    rows = []
    for name in players:
        marks = writer.word("comma").join(_marks(name, table, players, writer))
        hand = _cards(hands[name], writer) if name in hands else [writer.paragraph("?")]
        rows.append([[writer.paragraph(name)], hand, [writer.paragraph(marks)]])
    yield writer.table([writer.word("player"), writer.word("hand"), ""], rows, ["position"])
    for key in ("discard", "color", "face", "direction", "draw-pile"):
        if key in table:
            shown = (
                _cards(table[key], writer)[0]
                if key in ("discard", "draw-pile")
                else writer.paragraph(writer.value(key, table[key]))
            )
            yield writer.labeled(writer.word(key), *(child.deepcopy() for child in shown.children))


def _sentences(label: str, sentences: Sequence[str], writer: Writer) -> Iterator[nodes.Node]:
    if sentences:
        quoted = [nodes.literal("", sentence) for sentence in sentences]
        yield writer.labeled(writer.word(label), *writer.joined(quoted, " → "))


def _after(expected: Mapping[str, Any], writer: Writer) -> Iterator[nodes.Node]:
    """What the ruling expects of the position that follows."""
    parts: list[Inline] = []
    if "turn" in expected:
        whose = {"nobody": writer.word("after.over"), "table": writer.word("after.table")}
        parts.append(whose.get(expected["turn"], writer.word("after.turn", expected["turn"])))
    for key in ("top", "color", "direction"):
        if key in expected:
            value = writer.cards(str(expected[key])) if key == "top" else [writer.value(key, expected[key])]
            parts += ["; " if parts else "", f"{writer.word(key)}{writer.word('colon')}", *value]
    for name, held in expected.get("hands", {}).items():
        parts += ["; " if parts else "", writer.word("after.hands", name), *_hand(held, writer)]
    if parts:
        yield writer.labeled(writer.word("after"), *parts)


def verdict_nodes(ruling: Ruling, writer: Writer) -> list[nodes.Node]:
    """The verdict as the beginning of a heading; nothing where the ruling expects none."""
    if not ruling.verdict:
        return []
    shown = writer.word(f"verdict.{ruling.verdict}")
    return [nodes.inline("", shown, classes=["verdict", f"verdict-{ruling.verdict}"]), nodes.Text(writer.word("colon"))]


def ruling_nodes(ruling: Ruling, writer: Writer) -> list[nodes.Node]:
    """The nodes that show a ruling, without its heading, which holds the verdict and the story."""
    data = ruling.data
    other = other_than(writer.lang)
    shown: list[nodes.Node] = [*writer.both({other: ruling.story(other)}, "story")]
    shown += picture_nodes(ruling, writer)
    options = data.get("options", {})
    if options:
        variant = ruling.id.partition("/")[0]
        shown.append(writer.labeled(writer.word("changed"), *writer.settings(variant, options)))
    shown += _position(data.get("table", {}), writer)
    shown += _sentences("plays", [str(sentence) for sentence in data.get("plays", ())], writer)
    shown += _sentences("dispute", [str(data["dispute"])] if "dispute" in data else [], writer)
    shown += _after(data.get("expect", {}), writer)
    if ruling.clauses:
        cited = [writer.link("ref", clause) for clause in ruling.clauses]
        shown.append(writer.labeled(writer.word("clauses"), *writer.joined(cited)))
    shown.append(writer.labeled(writer.word("ruling"), nodes.literal("", ruling.id)))
    return shown
