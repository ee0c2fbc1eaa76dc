"""Reads the ``[table]`` of a record: the state it describes, or one line that says why there is none."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, final

from attrs import evolve

from unoref.card_notation import read_cards
from unoref.cards import BASE_COLORS, CARDS, FACES, UNKNOWN, Card, Color, Hand, hand, with_card, without_card
from unoref.dealing import check_table, check_teams, usual_teams
from unoref.errors import NotationError, RecordError, said
from unoref.frames import Frame, Over
from unoref.lasting import Lasting
from unoref.piles import Pile
from unoref.placing import opens
from unoref.position import DIRECTIONS, usual_called, usual_force, usual_frames
from unoref.rules.opening import First
from unoref.ruleset import Ruleset
from unoref.seats import Seat
from unoref.sections import Section, found, listed, stranger
from unoref.stack import fault_of, fault_of_effects
from unoref.state import InForce, Public, State, in_force
from unoref.unseen import every_card

__all__ = ["read_table"]

_NAMES: Final = 'a list of names, such as ["Ann", "Bo", "Cy"]'
_CARDS: Final = 'cards, such as "R7 B+2 ?3"'
_MOST_POINTS: Final = 1_000_000_000


@final
class _Reader:
    """Reads one ``[table]``, key by key; every fault is a :class:`unoref.RecordError` of one line."""

    def __init__(self, table: Section, rules: Ruleset) -> None:
        self.table: Final = table
        self.rules: Final = rules
        self.deck: Final = rules.deck
        self.players: Final = self._players()
        self.teams: Final = self._teams()
        check_teams(rules, len(self.players), self.teams)
        self.seats: Final = tuple(Seat(seat) for seat in range(len(self.players)))

    def _players(self) -> tuple[str, ...]:
        players = self.table.texts("players", _NAMES)
        if players is None:
            raise RecordError(f"{self.table.place('players')} is missing; it must be {_NAMES}")
        check_table(self.rules, players)
        return players

    def _teams(self) -> tuple[tuple[Seat, ...], ...]:
        if "teams" not in self.table:
            return usual_teams(self.rules, len(self.players))
        right = 'a list of teams, such as [["Ann", "Cy"], ["Bo", "Di"]]'
        teams = self.table.items("teams", right) or ()
        if not teams or len(teams) > len(self.players):
            raise self.table.wrong("teams", right)
        return tuple(self._team(team, right) for team in teams)

    def _team(self, team: object, right: str) -> tuple[Seat, ...]:
        if not isinstance(team, list | tuple) or not 0 < len(team) <= len(self.players):
            raise RecordError(f"{self.table.place('teams')} holds {found(team)}; it must be {right}")
        return tuple(self._seat(name, "teams") for name in team)

    def _seat(self, name: object, key: str) -> Seat:
        """The seat of a name that stands under a key."""
        if not isinstance(name, str):
            raise RecordError(f"{self.table.place(key)} holds {found(name)}; it must be a player's name")
        if name not in self.players:
            raise stranger(self.table.place(key), "player", name, self.players)
        return Seat(self.players.index(name))

    def _seats(self, key: str) -> tuple[Seat, ...] | None:
        """Different seats, by a list of names."""
        names = self.table.texts(key, _NAMES)
        if names is None:
            return None
        if len(set(names)) < len(names):
            twice = Counter(names).most_common(1)[0][0]
            raise RecordError(f"{self.table.place(key)} names {found(twice)} twice")
        return tuple(self._seat(name, key) for name in names)

    def _of_players(self, key: str) -> Section:
        return self.table.section(key, self.players, "player") or Section({}, key, self.players, "player")

    def _cards(self, value: object, place: str) -> tuple[Card, ...]:
        """Cards as a text or a list of texts, no more than the deck has."""
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list | tuple):
            raise RecordError(f"{place} is {found(value)}; it must be {_CARDS}")
        cards: list[Card] = []
        for text in texts:
            if not isinstance(text, str):
                raise RecordError(f"{place} holds {found(text)}; it must be {_CARDS}")
            card = CARDS.get(text)
            if card is not None and card in self.deck:  # as logs have them, one card a text
                cards.append(card)
            else:
                try:
                    cards += read_cards(text, self.deck)
                except NotationError as problem:
                    raise RecordError(said("in deck", place=place, what=problem, deck=self.rules.deck_name)) from None
            if len(cards) > self.deck.size:
                raise RecordError(f"{place} lists more cards than the {self.deck.size} of {self.rules.deck_name}")
        return tuple(cards)

    def _pile(self, key: str) -> tuple[Card, ...]:
        return self._cards(self.table.data[key], self.table.place(key)) if key in self.table else ()

    def _hands(self, finished: tuple[Seat, ...]) -> tuple[Hand, ...]:
        section = self._of_players("hands")
        initial = (UNKNOWN,) * int(self.rules.tables.settings["hand-size"])
        hands = []
        for seat, name in enumerate(self.players):
            cards = () if seat in finished else initial
            if name in section:
                cards = self._hand(section, name)
            hands.append(cards)
        return tuple(hands)

    def _hand(self, section: Section, name: str) -> Hand:
        value = section.data[name]
        if isinstance(value, int) and not isinstance(value, bool):
            return (UNKNOWN,) * (section.number(name, 0, self.deck.size) or 0)
        if not isinstance(value, str | list | tuple):
            raise section.wrong(name, f"{_CARDS}, or a number of unknown cards")
        return hand(self._cards(value, section.place(name)))

    def _public(self, hands: tuple[Hand, ...]) -> tuple[tuple[Hand, ...], tuple[Public, ...]]:
        """The cards that lie open, and the hands in which they are known to be."""
        section = self._of_players("public")
        if not section.data:
            return hands, ()
        known = list(hands)
        public: list[Public] = [()] * len(hands)
        for name in section.data:
            seat = self.players.index(name)
            if section.data[name] == "all":
                public[seat] = None
                continue
            cards = self._cards(section.data[name], section.place(name))
            for card, count in Counter(cards).items():
                missing = max(0, count - known[seat].count(card))
                if card is UNKNOWN or missing > known[seat].count(UNKNOWN):
                    raise RecordError(f"{section.place(name)} shows {card}, which the hand of {name} does not hold")
                for _ in range(missing):
                    known[seat] = with_card(without_card(known[seat], UNKNOWN), card)
            public[seat] = cards
        return tuple(known), tuple(public)

    def _scores(self) -> tuple[int, ...]:
        section = self._of_players("scores")
        if not section.data:
            return ()
        return tuple(section.number(name, -_MOST_POINTS, _MOST_POINTS) or 0 for name in self.players)

    def _in_force(self, discard: Pile, explicit: bool, opening: bool) -> InForce:
        """Color and face in force; ``explicit``: something pending or lasting may have changed the color."""
        usual, top = usual_force(self.rules, discard), discard.top
        place = self.table.place("color")
        if top is None and opening and ("color" in self.table or "face" in self.table):
            raise RecordError(
                f"nothing is in force before the opening flip: leave out {place} and {self.table.place('face')}"
            )
        word = self.table.word("color", [color.value for color in Color])
        color = usual.color if word is None else Color(word)
        if not explicit and word is not None and color not in ((usual.color,) if usual.color else BASE_COLORS):
            raise RecordError(f"{place} is {found(word)}, but the top card is {top}")
        left_open = len(discard) == 1 and top is not UNKNOWN and "opening.left-open" in self.rules.tables.settings
        if top is not None and color is None and not explicit and not left_open:
            raise RecordError(f'{place} is missing; the top card {top} has no color of its own: color = "red"')
        faces = [*dict.fromkeys(card.face.code for card in self.deck.copies), "none"]
        face = self.table.word("face", faces)
        return in_force(color, usual.face if face is None else FACES[face])

    def _dealer_and_turn(self, begun: bool, direction: int, finished: tuple[Seat, ...]) -> tuple[Seat, Seat | None]:
        """The dealer, and whose turn it is said to be; before the opening flip they may say each other."""
        dealer = self.table.text("dealer", "a player's name")
        turn = self.table.data.get("turn")
        if turn is not None and not isinstance(turn, str):
            raise self.table.wrong("turn", "a player's name")
        dealing = None if dealer is None else self._seat(dealer, "dealer")
        said = None if turn is None or turn == "table" else self._seat(turn, "turn")
        if said is not None and said in finished:
            raise RecordError(f"{self.table.place('turn')} is {found(turn)}, who is out")
        if begun or said is None:
            return self.seats[-1] if dealing is None else dealing, said
        first: First = self.rules.tables.settings["opening.first"]
        dealers = {seat: first.dealer_for(seat, direction, len(self.seats)) for seat in self.seats}
        implied = dealers[said]
        if implied is None:
            return self.seats[-1] if dealing is None else dealing, said
        if dealing is not None and dealing != implied:
            begins = next(self.players[seat] for seat in self.seats if dealers[seat] == dealing)
            raise RecordError(
                f"{self.table.place('turn')} is {found(turn)}, but before the opening flip it is the turn of {begins!r}, since "
                f"{dealer!r} deals"
            )
        return implied, said

    def _frames(self) -> tuple[tuple[Lasting, ...], tuple[Frame, ...]]:
        """Lasting effects and frames, as far as they are given."""
        if not ("effects" in self.table or "pending" in self.table):
            return (), ()
        from unoref.pending import read_effects, read_frames

        effects = read_effects(self.table, self.players, self.rules)
        return effects, read_frames(self.table, self.players, self.rules) if "pending" in self.table else ()

    def _first_in(self, finished: tuple[Seat, ...]) -> Seat:
        seat = next((seat for seat in self.seats if seat not in finished), None)
        if seat is None:
            raise RecordError(f"{self.table.place('finished')} names everybody; then the round is over")
        return seat

    def _draw_pile(self, named: tuple[Card, ...], elsewhere: int) -> Pile:
        """The draw pile: the named cards on top, unknown ones below."""
        count = self.table.number("draw-count", 0, self.deck.size)
        if count is not None and count < len(named):
            raise RecordError(
                f"{self.table.place('draw-count')} is {count}, but {self.table.place('draw-pile')} names {len(named)} cards"
            )
        whole = max(len(named), self.deck.size - elsewhere) if count is None else count
        return Pile.of((*[UNKNOWN] * (whole - len(named)), *reversed(named)))

    def state(self) -> State:
        """The state the table describes."""
        direction = DIRECTIONS[self.table.word("direction", list(DIRECTIONS)) or "clockwise"]
        finished = self._seats("finished") or ()
        hands, public = self._public(self._hands(finished))
        discard = Pile.of(self._pile("discard"))
        lasting, frames = self._frames()
        self._check_finished(hands, finished, frames)
        begun = bool(discard or frames)
        dealer, said = self._dealer_and_turn(begun, direction, finished)
        turn = said if said is not None or frames else self._first_in(finished)
        explicit = bool(lasting or frames)
        if not frames:
            self._check_plain(hands, discard, finished, bool(lasting))
            assert turn is not None
            frames = usual_frames(self.rules, discard, hands, turn)
            if not discard and said is not None and self.rules.tables.settings["opening.first"].tell is not None:
                opening: Any = frames[0]
                frames = (evolve(opening, first=said), *frames[1:])
        force = self._in_force(discard, explicit, opens(self.rules, frames[0]))
        aside = sum(len(frame.aside) for frame in frames) + sum(len(effect.aside) for effect in lasting)
        pile = self._draw_pile(self._pile("draw-pile"), sum(map(len, hands)) + len(discard) + aside)
        called = self._seats("called")
        state = State(
            self.rules,
            self.players,
            dealer,
            hands,
            pile,
            discard,
            force,
            direction,
            frames,
            lasting,
            usual_called(self.rules, hands, lasting) if called is None else frozenset(called),
            finished,
            public,
            self._scores(),
            self.teams,
        )
        self._check_counts(state)
        self._check_turn(state)
        self._check_frames(state)
        self._check_who_is_out(state)
        return state

    def _check_who_is_out(self, state: State) -> None:
        """Somebody is out and the round goes on: only where the rules have it so."""
        if state.finished and not state.over and "out.plays-on" not in self.rules.tables.settings:
            place, names = self.table.place("finished"), [self.players[seat] for seat in state.finished]
            raise RecordError(f"{place} names {listed(names)}, but by these rules the first who is out ends the round")

    def _check_finished(self, hands: tuple[Hand, ...], finished: tuple[Seat, ...], frames: tuple[Frame, ...]) -> None:
        """Who is out holds no cards, unless the round has ended with places for those who still did."""
        for seat in finished if not (frames and isinstance(frames[0], Over)) else ():
            if hands[seat]:
                name = self.players[seat]
                raise RecordError(f"{self.table.place('hands')}.{name} holds cards, but {name} is out")

    def _check_plain(self, hands: tuple[Hand, ...], discard: Pile, finished: tuple[Seat, ...], lasting: bool) -> None:
        """What can only be while something is pending."""
        if discard.top is UNKNOWN and not lasting:
            raise RecordError(f"{self.table.place('discard')} ends with '?', but the top card is known to everybody")
        if lasting or not (discard or any(hands)):
            return
        for seat, cards in enumerate(hands):
            if not cards and seat not in finished:
                raise RecordError(
                    f"{self.table.place('hands')}.{self.players[seat]} is empty; a hand is empty before the deal, with every "
                    f"other, or when its player is one of {self.table.place('finished')}"
                )

    def _check_counts(self, state: State) -> None:
        """Whether the deck has all these cards."""
        cards = list(every_card(state))
        name = self.rules.deck_name
        for card, left in self.deck.left_after(cards).items():
            if left < 0:
                copies = self.deck.copies[card]
                raise RecordError(said("too many of a card", card=card, count=copies - left, deck=name, copies=copies))
        if len(cards) > self.deck.size:
            raise RecordError(said("too many cards", count=len(cards), deck=name, size=self.deck.size))

    def _check_turn(self, state: State) -> None:
        """Whether ``turn`` is who must act next, or before the flip who will begin."""
        said = self.table.data.get("turn", "")
        place = self.table.place("turn")
        if "turn" not in self.table or said == self._to_act(state):
            return
        if "pending" in self.table:
            owed = self._to_act(state)
            raise RecordError(f"{place} is {found(said)}, but by what is pending it is {found(owed)}")
        first: First = self.rules.tables.settings["opening.first"]
        begins = (
            Seat(self.players.index(said)) if said in self.players and not state.discard and any(state.hands) else None
        )
        if begins is not None and not first.may_begin(state, begins):
            clause = self.rules.tables.clause("opening.not-first")
            raise RecordError(f"{place} is {found(said)}, but another hand is worth more, and it begins ({clause})")
        if state.discard or not isinstance(said, str):
            raise RecordError(f"{place} is {found(said)}; it must be a player's name")

    def _to_act(self, state: State) -> str | None:
        return None if state.to_act is None else state.name(state.to_act)

    def _check_frames(self, state: State) -> None:
        """Whether play can go on from here."""
        wrong = fault_of_effects(state)
        if wrong is not None:
            raise RecordError(f"{self.table.place('effects')} {wrong[0] + 1} cannot be: {wrong[1]}")
        fault = fault_of(state)
        if fault is None:
            return
        at, text = fault
        place = f"{self.table.place('pending')} {at + 1}" if "pending" in self.table else "the table"
        raise RecordError(f"{place} cannot be played on: {text}")


def read_table(table: Section, rules: Ruleset) -> State:
    """The state that a ``[table]`` describes.

    Raises :class:`unoref.RecordError` for what cannot be (wrong types, unknown players, more copies of a card than the deck
    has, a stack that cannot be played on), :class:`unoref.NotationError` for names that cannot be used.
    """
    return _Reader(table, rules).state()
