"""Asking questions one by one: in a terminal with completion, or answered from a pipe; ``?`` explains, ``<`` goes back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from unoref.cli.wording import say
from unoref.errors import UnorefError

__all__ = ["BACK", "EXPLAIN", "Back", "UnusableAnswer", "ask", "one_of", "walk"]

T = TypeVar("T")

#: Answers with a meaning of their own, to every question.
BACK: Final = "<"
EXPLAIN: Final = "?"

#: An answer longer than this is none.
LONGEST_ANSWER: Final = 10_000


class Back(Exception):
    """Somebody wants to go back to the question before."""


class UnusableAnswer(UnorefError, ValueError):
    """An answer that cannot be."""


def ask(
    question: str,
    lang: str,
    read: Callable[[str], T],
    *,
    default: str | None = None,
    explain: Callable[[], Sequence[str]] | None = None,
    completions: Sequence[str] = (),
) -> T:
    """Ask until the answer can be read; what is wrong with it is told.

    Raises :class:`Back` for an answer ``<``, :class:`EOFError` where no answer comes any more.
    """
    asked = f"{question}{f' [{default}]' if default else ''}:"
    while True:
        tell([asked])
        answer = _answer(completions).strip()
        if answer == BACK:
            raise Back
        if answer == EXPLAIN:
            tell(explain() if explain is not None else [say("no explanation", lang)])
            continue
        if not answer and default is None:
            continue
        try:
            if len(answer) > LONGEST_ANSWER:
                raise UnusableAnswer(say("long answer", lang, most=LONGEST_ANSWER))
            return read(answer or default or "")
        except UnorefError as fault:
            print(f"  {' '.join(fault.text(lang).splitlines())}", file=sys.stderr, flush=True)


def tell(lines: Sequence[str]) -> None:
    """Say something between two questions; where answers come from a pipe, standard output is for the answer alone."""
    for line in lines:
        print(line, file=sys.stdout if _in_terminal() else sys.stderr, flush=True)


def walk(steps: Sequence[Callable[[], Any]]) -> None:
    """Take the steps in order; one that raises :class:`Back` is left for the step before."""
    at = 0
    while at < len(steps):
        try:
            steps[at]()
            at += 1
        except Back:
            at = max(at - 1, 0)


def one_of(words: Sequence[str], answer: str) -> str:
    """The word of that spelling, whatever its case, or the only one that begins so.

    >>> one_of(("clockwise", "counterclockwise"), "CL")
    'clockwise'
    """
    from unoref.errors import nearest

    folded = answer.casefold()
    found = [word for word in words if word.casefold() == folded] or [
        word for word in words if word.casefold().startswith(folded)
    ]
    if len(found) != 1:
        raise UnusableAnswer(f"{answer[:40]!r} is not one of {', '.join(words)}{nearest(answer, list(words))}")
    return found[0]


def _in_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _answer(completions: Sequence[str]) -> str:
    if _in_terminal():
        if _can_be_edited():
            _complete_with(completions)
        return input("> ")  # short and plain: readline counts the columns of its prompt, and Chinese has wide ones
    if sys.stdin is None:
        raise EOFError
    try:
        line = sys.stdin.readline(LONGEST_ANSWER + 2)
    except UnicodeDecodeError:
        raise UnusableAnswer("standard input is no text that can be read here") from None
    if not line:
        raise EOFError
    return line


def _can_be_edited() -> bool:
    """Whether readline can be left to it: where the locale is not installed it drops every character that is not ASCII."""
    try:
        import locale

        return locale.nl_langinfo(locale.CODESET).upper() not in ("ANSI_X3.4-1968", "US-ASCII", "646")
    except (ImportError, AttributeError):  # Windows
        return False


def _complete_with(words: Sequence[str]) -> None:
    """Let Tab complete a whole answer, where Python can."""
    try:
        import readline
    except ImportError:  # Windows
        return

    def complete(begun: str, state: int) -> str | None:
        found = [word for word in words if word.casefold().startswith(begun.casefold())]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
