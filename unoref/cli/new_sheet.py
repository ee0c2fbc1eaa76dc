"""``unoref new-sheet``: asks by which rules a family plays, question by question, and writes them down as a house sheet."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

import typer
from attrs import field, mutable

from unoref.cli.flags import Lang
from unoref.cli.pages import line, show
from unoref.cli.questions import Back, UnusableAnswer, ask, one_of, tell, walk
from unoref.cli.wording import language, say
from unoref.deck_changes import DECK_KEYS
from unoref.errors import UnorefError
from unoref.rulebook import TOPICS, Interpretation, Option, Rulebook, Value, rulebook, rulebooks
from unoref.ruleset import Ruleset, ruleset_of
from unoref.sections import Section
from unoref.sheets import LONGEST_TITLE, names_sheet
from unoref.texts.topics import topic_name

__all__ = ["by_topic", "new_sheet"]

#: Answers with a meaning of their own, besides those of :mod:`unoref.cli.questions`.
NEXT_TOPIC: Final = ">"
REST: Final = "."


def new_sheet(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", show_default=False, help="The sheet to write; asked for where not given."),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option("--base", "-b", metavar="ID", help="The variant to begin from; asked for where not given."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a sheet that is there.")] = False,
    lang: Lang = None,
) -> None:
    """Write a house sheet by answering questions.

    Every option of the variant is asked about, topic by topic. Enter keeps the usual rule, ? explains, < goes back, > keeps
    the usual rules of the topic, a full stop those of all questions left. Answers may come from a terminal or a pipe, one a
    line.

    \b
      unoref new-sheet
      unoref new-sheet grandma.toml --base village
    """
    spoken = language(lang)
    asking = _Asking(spoken, force)
    if base is not None:
        rulebook(base)
        asking.base = base
    if file is not None:
        asking.path = asking.free(file)
    tell([say("sheet intro", spoken)])
    asking.ask_all(ask_base=base is None, ask_path=file is None)
    _write(asking.path, asking.text(), asking.overwrite)
    rules = asking.rules
    changed = [say("option", spoken, name=name, value=_shown(value)) for name, value in rules.changed.items()]
    if rules.deck_changes:
        changed.append(say("changed deck", spoken, size=rules.deck.size))
    told = say("list", spoken).join(changed) or say("nothing differs", spoken)
    path = asking.path if names_sheet(asking.path) else f"./{asking.path}"
    show(
        [
            line(say("sheet written", spoken, path=asking.path)),
            line(told, indent=2),
            line((say("sheet use", spoken, path=shlex.quote(path)), "aside")),
        ]
    )


def by_topic(book: Rulebook) -> dict[str, list[Option]]:
    """The options of a rulebook by the topic of their clause, in the order of the topics."""
    topics: dict[str, list[Option]] = {}
    for option in book.options.values():
        cited = book.cited(option.clause)
        clause = book.clause(cited.clause) if isinstance(cited, Interpretation) else cited
        topics.setdefault(clause.topics[0], []).append(option)
    return {topic: topics[topic] for topic in sorted(topics, key=TOPICS.index)}


class _Left(Exception):
    """Questions are left as they are: those of the topic, or all."""

    def __init__(self, all_of_them: bool) -> None:
        self.all_of_them = all_of_them


@mutable
class _Asking:
    """The questions and what was answered so far."""

    lang: str
    force: bool
    base: str = "official"
    title: str = ""
    options: dict[str, Value] = field(factory=dict)
    deck: dict[str, Any] = field(factory=dict)
    path: str = ""
    overwrite: bool = False

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the answers."""
        return self._rules(self.options, self.deck)

    def _rules(self, options: Mapping[str, Value], deck: Mapping[str, Any]) -> Ruleset:
        return ruleset_of(self.base, options, Section(deck, "deck", DECK_KEYS) if deck else None)

    def ask_all(self, *, ask_base: bool, ask_path: bool) -> None:
        """Every question, with the way back."""
        head: list[Callable[[], None]] = [*([self._ask_base] if ask_base else []), self._ask_title]
        tail: list[Callable[[], None]] = [self._ask_deck]
        if ask_path:
            tail.append(self._ask_path)
        walk([*head, self._ask_options, *tail])

    def _ask_base(self) -> None:
        books, _ = rulebooks()
        ids = tuple(books)
        tell([f"  {name}: {book.title[self.lang]}" for name, book in books.items()])

        def read(answer: str) -> str:
            return one_of(ids, answer)

        chosen = ask(say("ask base", self.lang), self.lang, read, default=self.base, completions=ids)
        if chosen != self.base:
            self.base, self.options, self.deck = chosen, {}, {}

    def _ask_title(self) -> None:
        def read(answer: str) -> str:
            if not answer.isprintable() or len(answer) > LONGEST_TITLE:
                raise UnusableAnswer(say("bad title", self.lang, most=LONGEST_TITLE))
            return answer

        usual = self.title or say("usual title", self.lang)
        self.title = ask(say("ask title", self.lang), self.lang, read, default=usual)

    def _ask_options(self) -> None:
        """The options topic by topic; going back from the first leaves for the title."""
        book = rulebook(self.base)
        topics = by_topic(book)
        asked = [(topic, option) for topic, options in topics.items() for option in options]
        at, told = 0, ""
        while at < len(asked):
            topic, option = asked[at]
            if topic != told:
                tell(["", f"— {topic_name(topic, self.lang)} —"])
                told = topic
            try:
                self._ask_option(book, option, f"{at + 1}/{len(asked)}")
                at += 1
            except _Left as left:
                at = len(asked) if left.all_of_them else at + 1
                while at < len(asked) and asked[at][0] == topic:
                    at += 1
            except Back:
                if at == 0:
                    raise
                at, told = at - 1, topic

    def _ask_option(self, book: Rulebook, option: Option, place: str) -> None:
        others = {name: value for name, value in self.options.items() if name != option.name}
        usual = book.settle(others)[option.name]
        present = self.options.get(option.name, usual)
        by_number = not any(choice.value.isdecimal() for choice in option.choices)
        tell([f"{place} {option.name}: {option.texts[self.lang]}", *self._choices(option, usual, by_number)])

        def read(answer: str) -> Value:
            if answer in (NEXT_TOPIC, REST):
                raise _Left(answer == REST)
            value = option.read(_spelled(option, answer, by_number))
            self._rules({**others, option.name: value}, {})
            return value

        def explain() -> Sequence[str]:
            return [f"  {option.clause}", f"  {book.cited(option.clause).text(self.lang)}"]

        words = [choice.value for choice in option.choices] or (
            [say("yes", self.lang), say("no", self.lang)] if isinstance(option.default, bool) else []
        )
        chosen = ask(option.name, self.lang, read, default=self._word(present), explain=explain, completions=words)
        self.options = others if chosen == usual else {**others, option.name: chosen}

    def _word(self, value: Value) -> str:
        return say("yes" if value else "no", self.lang) if isinstance(value, bool) else str(value)

    def _choices(self, option: Option, usual: Value, by_number: bool) -> Iterator[str]:
        for number, choice in enumerate(option.choices, 1):
            mark = say("usual", self.lang) if choice.value == usual else ""
            yield f"  {f'{number} ' if by_number else ''}{choice.value}: {choice.texts[self.lang]}{mark}"
        if isinstance(option.default, bool):
            yield f"  {say('yes', self.lang)}, {say('no', self.lang)}"
        elif option.minimum is not None:
            yield f"  {say('range', self.lang, least=option.minimum, most=option.maximum)}"

    def _ask_deck(self) -> None:
        """How many decks, which cards are out, which are in."""
        tell(["", f"— {topic_name('deck', self.lang)} —"])
        self.deck = {}
        keys = [key for key in DECK_KEYS if key != "decks" or "decks" not in rulebook(self.base).options]
        walk_to = [self._deck_question(key) for key in keys]
        at = 0
        while at < len(walk_to):
            try:
                walk_to[at]()
                at += 1
            except Back:
                if at == 0:
                    raise
                at -= 1

    def _deck_question(self, key: str) -> Callable[[], None]:
        def read(answer: str) -> dict[str, Any]:
            value: object = answer
            if key == "decks":
                if not answer.isdecimal() or len(answer) > 4:
                    raise UnusableAnswer(say("bad number", self.lang))
                value = int(answer)
            nothing = answer in ("-", "1") if key == "decks" else answer == "-"
            deck = {name: told for name, told in self.deck.items() if name != key}
            deck = deck if nothing else {**deck, key: value}
            self._rules(self.options, deck)
            return deck

        def question() -> None:
            def explain() -> Sequence[str]:
                return [f"  {say('explain decks' if key == 'decks' else 'explain cards', self.lang)}"]

            usual = "1" if key == "decks" else "-"
            self.deck = ask(say(f"ask {key}", self.lang), self.lang, read, default=usual, explain=explain)

        return question

    def _ask_path(self) -> None:
        self.path = ask(say("ask path", self.lang), self.lang, self._free_or_asked, default="house.toml")

    def free(self, path: str) -> str:
        """The path, if a sheet may be written there."""
        if not path.strip() or "\0" in path:
            raise UnusableAnswer(f"{path[:40]!r} is no name of a file")
        if os.path.isdir(path):
            raise UnusableAnswer(f"{path!r} is a folder")
        folder = os.path.dirname(path)
        if folder and not os.path.isdir(folder):
            raise UnusableAnswer(f"there is no folder {folder!r}")
        if os.path.lexists(path) and not self.force:
            raise UnusableAnswer(f"{path!r} is there already; --force writes over it")
        self.overwrite = self.force
        return path

    def _free_or_asked(self, answer: str) -> str:
        path = answer if answer.endswith(".toml") else f"{answer}.toml"
        if os.path.isfile(path) and not self.force:
            yes = say("yes", self.lang)

            def read(said: str) -> bool:
                return one_of(("yes", "no", "是", "否"), said) in ("yes", "是")

            if ask(say("ask overwrite", self.lang, path=path, yes=yes), self.lang, read, default=say("no", self.lang)):
                self.overwrite = True
                return path
        return self.free(path)

    def text(self) -> str:
        """The sheet."""
        import tomli_w

        sheet: dict[str, Any] = {"base": self.base, "title": self.title}
        if changed := self.rules.changed:
            sheet["options"] = changed
        if deck := self.rules.deck_changes.data():
            sheet["deck"] = deck
        return tomli_w.dumps(sheet)


def _spelled(option: Option, answer: str, by_number: bool) -> str:
    """The value that an answer means: by its number, or, for yes and no, in either language."""
    if by_number and answer.isdecimal() and 1 <= int(answer[:4]) <= len(option.choices):
        return option.choices[int(answer[:4]) - 1].value
    if isinstance(option.default, bool):
        return {"是": "yes", "否": "no", "y": "yes", "n": "no"}.get(answer.casefold(), answer)
    return answer


def _shown(value: Value) -> str:
    return str(value).lower()


def _write(path: str, text: str, overwrite: bool) -> None:
    try:
        with open(path, "w" if overwrite else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as fault:
        raise UnwritableSheet(f"{path!r} cannot be written: {fault.strerror}") from None


class UnwritableSheet(UnorefError):
    """A place where no sheet can be written."""
