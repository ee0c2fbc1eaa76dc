"""Games of the server uno-online (https://github.com/letsuno/uno-online).

A document is what the server answers to ``GET /games/:id``: ``players`` with ``userId`` and ``nickname``, and ``events``, each
with ``eventType``, ``playerId`` and ``payload``. The seats are in the order of ``playerHands`` in the event ``game_start``.

The log holds the deal of the first round only, so the record ends with it. The server keeps no order of the cards below
those drawn and none of a shuffle, nor the cards drawn for a caught UNO: they are unknown cards. It writes each card of a
penalty down as a draw: after a Draw Two the next two are the penalty, after ``accept`` the next four, after ``challenge``
six or four. A Wild gets the color of the ``choose_color`` that follows it. Of the room's house rules only the penalty for a
caught UNO, from 1 to 10 cards, is carried over (another number makes the line bad): give others that the rulebook has an option
for with ``-o``. A player whose nickname cannot stand in a sentence is P1, P2 …
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, final

from unoref.errors import NotationError, RecordError
from unoref.grammar import check_names
from unoref.importers import IMPORTED, at, document
from unoref.sections import found

__all__ = ["converted"]

_FACES: Final = {"skip": "S", "reverse": "R", "draw_two": "+2"}
_WILD: Final = {"wild": "W", "wild_draw_four": "W+4"}
_COLORS: Final = ("red", "yellow", "green", "blue")
_DECK: Final = 108
_HAND: Final = 7
#: Cards for a caught UNO: where the room says nothing, and the most the rulebook has an option for.
_PENALTY: Final = 2
_MOST_PENALTY: Final = 10


def converted(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of the record of the first round; raises :class:`unoref.RecordError` for what is no such game."""
    return _Game(data).record()


def _code(card: object) -> str:
    """A card of the server in the notation."""
    what = "a card"
    card = document(card, what)
    kind = at(card, "type", str, what)
    if kind in _WILD:
        return _WILD[kind]
    color = at(card, "color", str, what)
    face = str(at(card, "value", int, what)) if kind == "number" else _FACES.get(kind)
    if color not in _COLORS or face is None or (kind == "number" and not 0 <= card["value"] <= 9):
        raise RecordError(f"there is no card of the type {found(kind)} and the color {found(color)} in UNO")
    return f"{color[0].upper()}{face}"


def _codes(cards: Sequence[object]) -> list[str]:
    return [_code(card) for card in cards]


@final
class _Game:
    """The first round of a game."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.events: Final = self._events(data)
        started = [event for event in self.events if event["eventType"] == "game_start"]
        if not started:
            raise RecordError("no event of the document is a 'game_start': the deal is not in the log")
        self.start: Final = document(started[0].get("payload"), "the payload of 'game_start'")
        hands = document(at(self.start, "playerHands", Mapping, "'game_start'"), "'playerHands'")
        self.ids: Final = list(hands)
        if not self.ids:
            raise RecordError("'playerHands' of 'game_start' is empty: nobody was dealt a hand")
        self.hands: Final = {identity: _codes(at(hands, identity, list, "'playerHands'")) for identity in hands}
        self.names: Final = dict(zip(self.ids, self._names(data), strict=True))
        self.caught: Final = self._penalty()
        self.plays: Final[list[str]] = []
        #: The cards that left the pile, in order.
        self.drawn: Final[list[str]] = []
        #: How many of the draws that follow are a penalty that is told by another sentence.
        self.owed = 0
        #: The place of the sentence that takes such a penalty and names its cards, if it is one.
        self.paying: int | None = None

    @staticmethod
    def _events(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        events = []
        for number, each in enumerate(at(data, "events", list, "the document"), 1):
            event = document(each, f"event {number}")
            at(event, "eventType", str, f"event {number}")
            events.append(event)
        return events

    def _names(self, data: Mapping[str, Any]) -> list[str]:
        nicknames: dict[object, object] = {}
        for player in at(data, "players", list, "the document"):
            player = document(player, "a player")
            nicknames[at(player, "userId", str, "a player")] = player.get("nickname")
        names: list[str] = []
        for number, identity in enumerate(self.ids, 1):
            name = nicknames.get(identity)
            try:
                check_names([*names, name] if isinstance(name, str) else [""])
            except NotationError:
                name = f"P{number}"
            names.append(str(name))
        return names

    def _penalty(self) -> int:
        """What a caught UNO costs in the room."""
        settings = self.start.get("settings")
        rules = settings.get("houseRules") if isinstance(settings, Mapping) else None
        count = rules.get("unoPenaltyCount") if isinstance(rules, Mapping) else None
        if count is None:
            return _PENALTY
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= _MOST_PENALTY:
            raise RecordError(f"'unoPenaltyCount' is {found(count)}; it must be a number from 1 to {_MOST_PENALTY}")
        return count

    def record(self) -> dict[str, Any]:
        """The round as a record."""
        opening = _code(at(self.start, "firstDiscard", Mapping, "'game_start'"))
        first = self.ids[0]
        if opening.endswith("+2") and len(self.hands[first]) == _HAND + 2:
            self.drawn.extend(self.hands[first][_HAND:])
            del self.hands[first][_HAND:]
        self.plays.append(f"table flips {opening}")
        for place, event in enumerate(self.events):
            if event["eventType"] in ("round_end", "game_over"):
                break
            self._tell(place, event)
        size = _DECK - sum(map(len, self.hands.values())) - 1
        return {
            "variant": IMPORTED,
            "options": {"deck": str(_DECK), "uno-penalty": self.caught},
            "plays": self.plays,
            "table": {
                "players": list(self.names.values()),
                "draw-pile": [opening, *self.drawn[:size]],
                "hands": {self.names[identity]: cards for identity, cards in self.hands.items()},
            },
        }

    def _tell(self, place: int, event: Mapping[str, Any]) -> None:
        """The sentences of an event."""
        kind = event["eventType"]
        if kind in ("game_start", "chat_message", "choose_swap_target"):
            return
        name = self._name(event.get("playerId"), place)
        what = f"the payload of event {place + 1}"
        payload = document(event.get("payload"), what)
        if kind == "play_card":
            self._play(name, _code(at(payload, "card", Mapping, what)), payload, place)
        elif kind == "draw_card":
            self._draw(name, _code(at(payload, "card", Mapping, what)))
        elif kind == "choose_color":
            if self.plays[-1].startswith("table flips W"):
                self.plays.append(f"{name} names {self._color(payload, what)}")
        elif kind == "catch_uno":
            self.plays.append(f"{name} catches {self._name(payload.get('targetPlayerId'), place)}")
            self.drawn.extend(["?"] * self.caught)
        elif kind == "accept":
            self._owe(4, len(self.plays))
            self.plays.append(f"{name} accepts")
        elif kind == "challenge":
            self._owe(4 if at(payload, "success", bool, what) else 6, None)
            self.plays.append(f"{name} challenges")
        elif kind in ("pass", "call_uno"):
            self.plays.append(f"{name} {'passes' if kind == 'pass' else 'calls uno'}")
        else:
            raise RecordError(f"event {place + 1} is of the unknown type {found(kind)}")

    def _name(self, identity: object, place: int) -> str:
        name = self.names.get(identity) if isinstance(identity, str) else None
        if name is None:
            raise RecordError(f"event {place + 1} is of the player {found(identity)}, who was dealt no hand")
        return name

    def _color(self, payload: Mapping[str, Any], what: str) -> str:
        color = payload.get("color", payload.get("chosenColor"))
        if color not in _COLORS:
            raise RecordError(f"the color of {what} is {found(color)}; it must be one of {', '.join(_COLORS)}")
        return str(color)

    def _play(self, name: str, card: str, payload: Mapping[str, Any], place: int) -> None:
        said = ""
        if card in _WILD.values():
            color = payload.get("chosenColor")
            said = f" naming {self._color({'color': color or self._color_after(place)}, f'event {place + 1}')}"
        elif card.endswith("7"):
            said = self._target_after(place)
        self.plays.append(f"{name} plays {card}{said}")
        if card.endswith("+2"):
            self._owe(2, None)

    def _following(self, place: int, kind: str) -> Mapping[str, Any]:
        """The payload of the next event of a kind by the same player before the next turn; empty if there is none."""
        for event in self._until_next_turn(place):
            if event["eventType"] == kind and event.get("playerId") == self.events[place].get("playerId"):
                return document(event.get("payload"), f"the payload of '{kind}'")
        return {}

    def _until_next_turn(self, place: int) -> Iterator[Mapping[str, Any]]:
        for event in self.events[place + 1 :]:
            if event["eventType"] in ("play_card", "draw_card", "pass", "accept", "challenge"):
                return
            yield event

    def _color_after(self, place: int) -> object:
        return self._following(place, "choose_color").get("color")

    def _target_after(self, place: int) -> str:
        target = self._following(place, "choose_swap_target").get("targetId")
        return "" if target is None else f" on {self._name(target, place)}"

    def _owe(self, count: int, paying: int | None) -> None:
        self.owed, self.paying = count, paying

    def _draw(self, name: str, card: str) -> None:
        self.drawn.append(card)
        known = len(self.drawn) <= _DECK - sum(map(len, self.hands.values())) - 1
        if not self.owed:
            self.plays.append(f"{name} draws{'' if known else f' {card}'}")
            return
        self.owed -= 1
        if self.paying is not None and not known:
            self.plays[self.paying] += f" {card}"
