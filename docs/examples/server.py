"""A game server without a network: ``python server.py SEED`` plays a match of three bots and shows what Ann is told."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Sequence

import unoref
from unoref.actions import Accept, Catch, Draw, Laying
from unoref.seats import TABLE
from unoref.witnessing import event_seen, ruling_seen

#: What carries a line of text to the player at a seat: a socket, a web page, a list.
Tell = Callable[[int, str], None]
#: What a player answers to its own view: a sentence, or nothing.
Player = Callable[[unoref.State, int], str | None]


class Table:
    """One round. Only the table knows every card; players send sentences and are told what they may know."""

    def __init__(self, dealt: unoref.State, rng: random.Random, tell: Tell, lang: str = "en") -> None:
        self.start = self.state = dealt
        self.actions: list[unoref.Action] = []
        self.rng, self.tell, self.lang = rng, tell, lang
        self._settle()

    def view(self, seat: int) -> unoref.State:
        """The position as the player at the seat sees it."""
        return unoref.observe(self.state, seat)

    def send(self, seat: int, sentence: str) -> None:
        """A player says what it does: everybody is told what happens, or the player alone why it does not."""
        try:
            action = unoref.parse(sentence, self.state)
        except unoref.NotationError as fault:
            self.tell(seat, str(fault))
            return
        if action.actor != seat:  # nobody speaks for others, or for the table
            self.tell(seat, f"You are {self.state.players[seat]}.")
            return
        if isinstance(action, Draw | Accept):  # what is drawn is not for the player to say
            action = type(action)(action.actor)
        ruling = unoref.judge(self.state, action)
        if ruling.verdict == "illegal":  # said with the reasons that the player can know: others tell of hidden cards
            _, _, seen = ruling_seen(ruling, seat)
            known = [reason for reason in seen.reasons if reason.supports == "illegal"]
            for line in [f"{reason.text(self.lang)} ({reason.clause})" for reason in known] or ["That does not stand."]:
                self.tell(seat, line)
        if ruling.after is not None:  # legal or contestable, or the rules put a price on it, which is paid now
            self._happen(action, ruling.after, ruling.events)
            self._settle()

    def _settle(self) -> None:
        """Answer what the table owes by chance."""
        while self.state.to_act == TABLE:
            action = unoref.chance(self.state, self.rng)
            step = unoref.transition(self.state, action)
            self._happen(action, step.state, step.events)

    def _happen(self, action: unoref.Action, after: unoref.State, events: Iterable[unoref.Event]) -> None:
        """Go on to the next position and tell each player what it sees of the way there."""
        before, self.state = self.state, after
        self.actions.append(action)
        for event in events:
            for seat in range(len(after.players)):
                self.tell(seat, event_seen(event, seat, before, after).text(self.lang))

    def record(self) -> str:
        """The round as a record, with every card: for the log, not for the players."""
        return unoref.dumps(unoref.record(self.start, self.actions), "json")


def shown(view: unoref.State, seat: int) -> str:
    """What a player looks at, in two lines."""
    others = ", ".join(f"{name} {len(view.hands[at])}" for at, name in enumerate(view.players) if at != seat)
    color = view.in_force.color
    lies = f"On the pile {view.discard.top}, in force {color.value if color else 'no color'}; {others} cards."
    return f"{lies}\nYou hold {' '.join(card.code for card in view.hands[seat])}."


def bot(rng: random.Random) -> Player:
    """A player that catches, else lays what it can, else does what there is to do; it sees its view and nothing else."""

    def answer(view: unoref.State, seat: int) -> str | None:
        actions = unoref.legal_actions(view, seat)
        catches = [action for action in actions if isinstance(action, Catch)]
        lays = [action for action in actions if isinstance(action, Laying)]
        choice = catches or lays or actions
        return unoref.format(rng.choice(choice), view) if choice else None

    return answer


def play_round(table: Table, players: Sequence[Player]) -> None:
    """Ask everybody for as long as the round goes on: not only whose turn it is may have something to say."""
    while not table.state.over:
        for seat, player in enumerate(players):
            sentence = player(table.view(seat), seat)
            if sentence is not None and not table.state.over:
                table.send(seat, sentence)


def main(seed: int) -> None:
    """Play a match; print what Ann is told, and the points after each round."""
    rng = random.Random(seed)
    match = unoref.Match(unoref.ruleset("official", misplay_penalty=1), ["Ann", "Bo", "Cy"])
    players = [bot(random.Random(seed + seat)) for seat in range(3)]
    while not match.winners:
        table = Table(match.deal(rng), rng, lambda seat, line: print(line) if seat == 0 else None)
        print(shown(table.view(0), 0))
        play_round(table, players)
        match = match.after(table.state)
        print(f"Round {match.rounds}: {', '.join(f'{name} {points}' for name, points in match.totals.items())}")
    print(f"{match.winners[0]} wins the match.")


if __name__ == "__main__":
    main(int(sys.argv[1]))
