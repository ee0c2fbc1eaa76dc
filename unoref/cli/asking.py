"""Asking for a dispute step by step, in a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, mutable

from unoref.card_words import quoted
from unoref.cards import Color
from unoref.cli.flags import Flags
from unoref.cli.inputs import FREE_NAMES, disputed, played, split_names
from unoref.cli.questions import Back, ask, tell, walk
from unoref.cli.wording import say
from unoref.errors import NotationError, UnorefError
from unoref.grammar import VERBS, folded_name
from unoref.notation import format, read_card
from unoref.rulebook import variant_ids
from unoref.ruleset import ruleset_of

if TYPE_CHECKING:
    from unoref.record import Record
    from unoref.state import State

__all__ = ["asked", "command_of"]

#: The answer that means nothing further.
NONE: Final = "-"

#: The most sentences that a hint lists.
MOST_HINTED: Final = 12


def asked(flags: Flags, lang: str) -> tuple[Record, str]:
    """The dispute somebody describes, and the command that asks the same in one line.

    Asked for are the rules (where ``flags`` do not give them), the players, the top card, whose turn, hands, what was done; an
    answer that cannot be is told and asked for again.
    """
    asking = _Asking(lang, flags)
    asking.check(flags)  # a wrong variant or option is nothing to ask again for
    tell([say("ask intro", lang)])
    rules = [] if flags.variant is not None else [asking.ask_variant]
    options = [] if flags.options else [asking.ask_options]
    walk(
        [
            *rules,
            *options,
            asking.ask_players,
            asking.ask_top,
            asking.ask_turn,
            asking.ask_hand,
            asking.ask_other_hands,
            asking.ask_actions,
        ]
    )
    return disputed(asking.sentences, asking.flags), command_of(asking.flags, asking.sentences)


def command_of(flags: Flags, sentences: list[str]) -> str:
    """The command line that judges the last of the sentences at this table.

    >>> command_of(Flags(top="R5", hands=["Ann=R7 W"]), ["Ann plays R7"])
    "unoref judge --top R5 --hand 'Ann=R7 W' 'Ann plays R7'"
    """
    words = ["unoref", "judge"]
    for name, flag in (
        ("variant", "-v"),
        ("players", "--players"),
        ("top", "--top"),
        ("color", "--color"),
        ("turn", "--turn"),
    ):
        if (value := getattr(flags, name)) is not None:
            words += [flag, value]
    for flag, values in (("-o", flags.options), ("--hand", flags.hands)):
        for value in values or ():
            words += [flag, value]
    return shlex.join([*words, *sentences])


@mutable
class _Asking:
    """The questions and what was answered so far, as the flags that would have said it."""

    lang: str
    flags: Flags
    sentences: list[str] = field(factory=list)

    def check(self, flags: Flags) -> Flags:
        """The flags, if they describe a table that can be."""
        played([], flags if flags.players else evolve(flags, players=",".join(FREE_NAMES[:3])))
        return flags

    def _lines(self, key: str, **facts: object) -> Callable[[], list[str]]:
        return lambda: [f"  {say(f'explain {key}', self.lang, **facts)}"]

    def ask_variant(self) -> None:
        ids = variant_ids()
        self.flags = ask(
            say("ask variant", self.lang),
            self.lang,
            lambda answer: self.check(evolve(self.flags, variant=answer, options=None)),
            default=self.flags.variant or "official",
            explain=self._lines("variant", ids=", ".join(ids)),
            completions=ids,
        )

    def ask_options(self) -> None:
        variant = self.flags.variant or "official"
        options = ruleset_of(variant, {}).book.options
        names = say("list", self.lang).join(options)

        def read(answer: str) -> Flags | None:
            if answer == NONE:
                return None
            others = [
                given for given in self.flags.options or () if given.partition("=")[0] != answer.partition("=")[0]
            ]
            return self.check(evolve(self.flags, options=[*others, "=".join(map(str.strip, answer.split("=", 1)))]))

        self.flags = evolve(self.flags, options=None)
        completions = [f"{name}={value}" for name, option in options.items() for value in option.values]
        while True:
            flags = ask(
                say("ask options", self.lang),
                self.lang,
                read,
                default=NONE,
                explain=self._lines("options", variant=shlex.quote(variant), names=names),
                completions=completions,
            )
            if flags is None:
                return
            self.flags = flags

    def ask_players(self) -> None:
        def read(answer: str) -> Flags:
            names = ",".join(split_names(answer))
            flags = evolve(self.flags, players=names, top=None, color=None, turn=None, hands=None)
            return self.check(flags)

        least = ruleset_of(self.flags.variant or "official", {}).book.players[0]
        self.flags = ask(
            say("ask players", self.lang),
            self.lang,
            read,
            default=self.flags.players or ",".join(FREE_NAMES[: max(3, least)]),
            explain=self._lines("players"),
        )

    def ask_top(self) -> None:
        rules = ruleset_of(self.flags.variant or "official", {})

        def read(answer: str) -> Flags:
            flags = evolve(self.flags, top=answer, color=None)
            try:
                return self.check(flags)
            except UnorefError:
                if read_card(answer, rules.deck).color is not Color.BLACK:
                    raise
            self.check(evolve(flags, color="red"))
            return flags

        def read_color(answer: str) -> Flags:
            return self.check(evolve(self.flags, color=answer))

        flags = evolve(self.flags, color=None)
        while True:
            self.flags = flags = ask(
                say("ask top", self.lang),
                self.lang,
                read,
                explain=self._lines("cards"),
                completions=[card.code for card in rules.deck.copies],
            )
            try:
                self.check(flags)
                return
            except UnorefError:
                pass  # a black card, under which a color is in force
            try:
                self.flags = ask(
                    say("ask color", self.lang),
                    self.lang,
                    read_color,
                    explain=self._lines("color"),
                    completions=("red", "yellow", "green", "blue"),
                )
                return
            except Back:
                continue

    def ask_turn(self) -> None:
        names = self._names

        def read(answer: str) -> Flags:
            seated = next((name for name in names if folded_name(name) == folded_name(answer)), answer)
            return self.check(evolve(self.flags, turn=seated, hands=None))

        self.flags = ask(
            say("ask turn", self.lang),
            self.lang,
            read,
            default=self.flags.turn or names[0],
            explain=self._lines("turn"),
            completions=names,
        )

    @property
    def _names(self) -> list[str]:
        return (self.flags.players or "").split(",")

    def ask_hand(self) -> None:
        name = self.flags.turn or self._names[0]

        def read(answer: str) -> Flags:
            hands = None if answer == NONE else [f"{name}={answer}"]
            return self.check(evolve(self.flags, hands=hands))

        self.flags = ask(
            say("ask hand", self.lang, name=name), self.lang, read, default=NONE, explain=self._lines("cards")
        )

    def ask_other_hands(self) -> None:
        name = self.flags.turn or self._names[0]
        others = [each for each in self._names if each != name]
        own = [hand for hand in self.flags.hands or () if hand.startswith(f"{name}=")]
        self.flags = evolve(self.flags, hands=own or None)

        def read(answer: str) -> Flags | None:
            return None if answer == NONE else self.check(evolve(self.flags, hands=[*(self.flags.hands or ()), answer]))

        while True:
            flags = ask(
                say("ask other hand", self.lang, name=others[0]),
                self.lang,
                read,
                default=NONE,
                explain=self._lines("cards"),
                completions=[f"{each}=" for each in others],
            )
            if flags is None:
                return
            self.flags = flags

    def ask_actions(self) -> None:
        """What was done, one sentence a question; the last is the one in question. Going back takes the last away."""
        self.sentences = []
        while True:
            try:
                sentence = self._ask_action()
            except Back:
                if not self.sentences:
                    raise
                self.sentences.pop()
                continue
            if sentence is None:
                return
            self.sentences.append(sentence)

    def _ask_action(self) -> str | None:
        state = self._state()
        seat = None if state is None else state.to_act
        name = self.flags.turn or self._names[0]
        if state is not None and seat is not None and seat >= 0:
            name = state.name(seat)
        open_now = self._open(state)

        def read(answer: str) -> str | None:
            if answer == NONE and self.sentences:
                return None
            words = answer.split()
            sentence = f"{name} {answer}" if words and VERBS.find(words[0]) else " ".join(words)
            if " " not in sentence:
                raise NotationError(
                    f"{quoted(answer)} is no sentence; a sentence says who does what: '{name} plays R7'"
                )
            disputed([*self.sentences, sentence], self.flags)
            return sentence

        hints = say("list", self.lang).join(open_now[:MOST_HINTED])
        return ask(
            say("ask then" if self.sentences else "ask action", self.lang, name=name),
            self.lang,
            read,
            default=NONE if self.sentences else None,
            explain=self._lines("action", sentences=hints + ("…" if len(open_now) > MOST_HINTED else "")),
            completions=open_now,
        )

    def _state(self) -> State | None:
        """The position after the sentences; None where the last of them cannot stand, so that nothing follows."""
        try:
            return played(self.sentences, self.flags).state()
        except UnorefError:
            return None

    def _open(self, state: State | None) -> list[str]:
        from unoref.engine import legal_actions

        return [] if state is None else [format(action, state) for action in legal_actions(state)]
