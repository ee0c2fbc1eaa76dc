"""UNO games of RLCard (https://github.com/datamllab/rlcard).

A document holds what ``env.run()`` answers: ``trajectories``, one list a player, in which states and actions take turns and
the last state is that at the end of the game, and ``action_record``, every action as ``[player, "r-5"]``. Of a state only
``raw_obs`` is read; a state may be that alone, and ``action_record`` may stand in the last state. The players become P0,
P1 … and the deal, every draw and every card drawn for a penalty is worked out from the hands the players see; where several
orders of drawing come to the same hands, one of them is taken, and cards that may have come before or after a shuffle stay
unknown.

RLCard knows no UNO calls, so none is in the record. A Wild Draw Four it makes the next player pay counts as accepted. A drawn
card that RLCard plays by itself is a play, one that it keeps ends in a pass. It draws the color of a drawn or an opening Wild by
lot and shows it to nobody: here its player names it, or for an opening Wild the first player, and which color it was
follows from what could be done next; where nothing tells it, it is one that fits all that was done. Its shuffles stand in the
record with the cards that were shuffled, the top card among them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, final

from unoref.errors import RecordError
from unoref.importers import IMPORTED, at, document
from unoref.sections import found

__all__ = ["converted"]

_FACES: Final = {"skip": "S", "reverse": "R", "draw_2": "+2", **{str(number): str(number) for number in range(10)}}
_WILD: Final = {"wild": "W", "wild_draw_4": "W+4"}
_COLORS: Final = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
_DECK: Final = 108
_HAND: Final = 7


def converted(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of the record of one game; raises :class:`unoref.RecordError` for what is no such game."""
    return _Game(data).record()


def _card(text: object) -> tuple[str, str]:
    """A card of RLCard in the notation, and the color that goes with it."""
    color, mark, trait = text.partition("-") if isinstance(text, str) else ("", "", "")
    if not mark or color not in _COLORS or not (trait in _FACES or trait in _WILD):
        raise RecordError(f"{found(text)} is no card of RLCard, such as 'r-5' or 'g-wild_draw_4'")
    return _WILD.get(trait) or f"{color.upper()}{_FACES[trait]}", _COLORS[color]


def _code(text: object) -> str:
    return _card(text)[0]


def _laid(code: str, color: str) -> str:
    """A card as it is laid, with the color if it is to be named."""
    return f"{code} naming {color}" if code in _WILD.values() else code


@final
class _Game:
    """One game: what everybody sees before each action, and the cards that still have to be given their names."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.trajectories: Final[list[list[Any]]] = at(data, "trajectories", list, "the document")
        self.players: Final = len(self.trajectories)
        if not self.players or not all(isinstance(each, list) and each for each in self.trajectories):
            raise RecordError("'trajectories' of the document must be one list a player, each with a state at its end")
        self.actions: Final = tuple(self._actions(data))
        self.states: Final = [*self._states(), self._seen(self.trajectories[0][-1], "the last state")]
        self.plays: Final[list[str]] = []
        #: Cards in the order in which they left the pile, None until somebody sees them; the deal comes first.
        self.drawn: Final[list[str | None]] = [None] * (_HAND * self.players)
        #: For each player the places in ``drawn`` of cards not seen yet, and the cards seen.
        self.unseen: Final = [list(range(_HAND * seat, _HAND * (seat + 1))) for seat in range(self.players)]
        self.hands: Final[list[Counter[str]]] = [Counter() for _ in range(self.players)]
        #: Where in ``drawn`` the pile was made anew, the place of that sentence, and the cards shuffled, as far as known.
        self.shuffles: Final[list[tuple[int, int, list[str]]]] = []

    def _actions(self, data: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
        last = self.trajectories[0][-1]
        holder = data if "action_record" in data or not isinstance(last, Mapping) else last
        for number, entry in enumerate(at(holder, "action_record", list, "the document"), 1):
            if not (isinstance(entry, list | tuple) and len(entry) == 2 and isinstance(entry[1], str)):
                raise RecordError(f"action {number} is {found(entry)}; it must be a player and an action: [0, 'r-5']")
            if not isinstance(entry[0], int) or not 0 <= entry[0] < self.players:
                raise RecordError(f"action {number} is of player {found(entry[0])}; there are {self.players}")
            yield entry[0], entry[1]

    def _states(self) -> Iterator[Mapping[str, Any]]:
        """What the acting player sees before each action."""
        acted = [0] * self.players
        for number, (seat, _) in enumerate(self.actions, 1):
            place = 2 * acted[seat]
            acted[seat] += 1
            if place + 1 >= len(self.trajectories[seat]):
                raise RecordError(f"action {number} has no state: the trajectory of player {seat} ends before it")
            yield self._seen(self.trajectories[seat][place], f"the state before action {number}")

    def _seen(self, state: object, what: str) -> Mapping[str, Any]:
        state = document(state, what)
        seen = document(state.get("raw_obs", state), what)
        kinds = (("hand", list), ("target", str), ("played_cards", list), ("num_cards", list), ("legal_actions", list))
        for key, kind in kinds:
            at(seen, key, kind, what)
        sizes = seen["num_cards"]
        if len(sizes) != self.players or not all(isinstance(size, int) and 0 <= size <= _DECK for size in sizes):
            raise RecordError(f"'num_cards' of {what} must be {self.players} numbers from 0 to {_DECK}")
        if sum(sizes) + len(seen["played_cards"]) > _DECK:
            raise RecordError(f"the hands and the played cards of {what} are more than the {_DECK} cards of the deck")
        return seen

    def record(self) -> dict[str, Any]:
        """The whole game."""
        first = self.states[0]
        self.plays.append(f"table flips {_code(first['target'])}")
        if _code(first["target"]) == "W":
            self.plays.append(f"P0 names {self._color_by_lot(0)}")
        for seat, size in enumerate(first["num_cards"]):
            self._owe(seat, size - _HAND)
        for number, (seat, action) in enumerate(self.actions):
            self._look(seat, self.states[number]["hand"], f"before action {number + 1}")
            self._act(seat, action, number)
        for seat, trajectory in enumerate(self.trajectories):
            self._look(seat, self._seen(trajectory[-1], "the last state")["hand"], "at the end")
        for at_drawn, at_play, cards in self.shuffles:
            self.plays[at_play] = f"table shuffles {' '.join(self._order(at_drawn, cards))}"
        deal, pile = self.drawn[: _HAND * self.players], self._until_shuffle(_HAND * self.players)
        return {
            "variant": IMPORTED,
            "options": {"deck": str(_DECK)},
            "plays": self.plays,
            "table": {
                "players": [f"P{seat}" for seat in range(self.players)],
                "draw-pile": [_code(first["target"]), *pile],
                "hands": {
                    f"P{seat}": [card or "?" for card in deal[_HAND * seat : _HAND * (seat + 1)]]
                    for seat in range(self.players)
                },
            },
        }

    def _until_shuffle(self, start: int) -> list[str]:
        """The cards drawn from a place on until the pile is made anew."""
        end = next((place for place, _, _ in self.shuffles if place > start), len(self.drawn))
        return [card or "?" for card in self.drawn[start:end]]

    def _order(self, start: int, cards: Sequence[str]) -> list[str]:
        """Cards that were shuffled in an order that lets those come first that were drawn first."""
        coming = self._until_shuffle(start)[: len(cards)]
        rest = Counter(cards) - Counter(coming)
        known = [card for card in rest.elements() if card != "?"]
        return [*coming, *known, *["?"] * len(cards)][: len(cards)]

    def _owe(self, seat: int, count: int) -> None:
        """Cards a player draws and that others do not see."""
        if count < 0:
            raise RecordError(f"P{seat} begins with fewer than {_HAND} cards")
        for _ in range(count):
            self.unseen[seat].append(len(self.drawn))
            self.drawn.append(None)

    def _look(self, seat: int, hand: Sequence[object], when: str) -> None:
        """A player's cards are seen: those that came since the last look get their names."""
        cards = Counter(map(_code, hand))
        fresh = list((cards - self.hands[seat]).elements())
        if self.hands[seat] - cards or len(fresh) != len(self.unseen[seat]):
            raise RecordError(f"the hand of P{seat} {when} is not what the actions before it have left")
        places = self.unseen[seat]
        apart = any(places and places[0] < shuffled <= places[-1] for shuffled, _, _ in self.shuffles)
        if not apart:  # which of them came before the shuffle nobody can tell
            for place, card in zip(places, fresh, strict=True):
                self.drawn[place] = card
        self.unseen[seat].clear()
        self.hands[seat] = cards

    def _color_by_lot(self, number: int) -> str:
        """The color of a Wild that is on top in a state and on later ones, as far as what could be done then tells it."""
        excluded: set[str] = set()
        for (seat, action), before, after in zip(
            self.actions[number:], self.states[number:], self.states[number + 1 :], strict=False
        ):
            open_now = [_card(legal) for legal in before["legal_actions"] if legal != "draw"]
            told = [color for code, color in open_now if code not in _WILD.values()]
            if told:
                return told[0]
            excluded |= {color for code, color in map(_card, before["hand"]) if code not in _WILD.values()}
            if action != "draw":
                break
            if after["num_cards"][seat] == before["num_cards"][seat]:
                code, color = _card(after["target"])
                if code not in _WILD.values():
                    return color
                break
        return next((color for color in _COLORS.values() if color not in excluded), "red")

    def _act(self, seat: int, action: str, number: int) -> None:
        before, after = self.states[number], self.states[number + 1]
        if action != "draw":
            code, color = _card(action)
            self.plays.append(f"P{seat} plays {_laid(code, color)}")
            self.hands[seat][code] -= 1
            self.hands[seat] = +self.hands[seat]
            self._pay(seat, code, before, after, [*before["played_cards"], action])
            return
        self.plays.append(f"P{seat} draws")
        if self._pile_before(before) == 0:
            self._shuffle(before["played_cards"], 0)
        if after["num_cards"][seat] > before["num_cards"][seat]:
            self._owe(seat, 1)
            self.plays.append(f"P{seat} passes")
            return
        code = _code(after["target"])
        self.drawn.append(code)
        self.plays.append(
            f"P{seat} plays {_laid(code, self._color_by_lot(number + 1) if code in _WILD.values() else '')}"
        )
        self._pay(seat, code, before, after, [*before["played_cards"], after["target"]])

    def _pay(
        self, seat: int, card: str, before: Mapping[str, Any], after: Mapping[str, Any], played: Sequence[object]
    ) -> None:
        """What another player draws for the card."""
        sizes = zip(after["num_cards"], before["num_cards"], strict=True)
        for victim, (now, was) in enumerate(sizes):
            if victim == seat or now <= was:
                continue
            if card == "W+4":
                self.plays.append(f"P{victim} accepts")
            left = _DECK - sum(after["num_cards"]) + (now - was) - len(played)
            if not after["played_cards"] and left < now - was:
                self._shuffle(played, left)
            self._owe(victim, now - was)

    def _pile_before(self, seen: Mapping[str, Any]) -> int:
        return _DECK - sum(map(int, seen["num_cards"])) - len(seen["played_cards"])

    def _shuffle(self, played: Sequence[object], left: int) -> None:
        """The pile is made anew of the cards played, the top one too, and of those that were left in it."""
        self.shuffles.append((len(self.drawn), len(self.plays), [*map(_code, played), *["?"] * max(0, left)]))
        self.plays.append("table shuffles")
