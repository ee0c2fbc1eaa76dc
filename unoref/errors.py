"""Every exception of the package, named for what happened.

Bad input of any kind is a :class:`UnorefError` whose message is one line: what is wrong, where, and what would be right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from unoref.referee import Ruling

__all__ = [
    "IllegalAction",
    "NotationError",
    "RecordError",
    "RulebookError",
    "Said",
    "UnorefError",
    "in_language",
    "nearest",
    "said",
    "unreadable_because",
]


@final
class Said(str):
    """What an error says: the English text, which knows itself in the other languages.

    Put together with other text it is a plain English text; :func:`said` keeps the languages.
    """

    others: Mapping[str, str]

    def __new__(cls, english: str, others: Mapping[str, str]) -> Said:
        made = super().__new__(cls, english)
        made.others = dict(others)
        return made

    def text(self, lang: str) -> str:
        """It in a language, in English where it is known in no other."""
        return self.others.get(lang, str(self))

    def changed(self, change: Callable[[str], str]) -> Said:
        """The same change made to it in every language."""
        return Said(change(str(self)), {lang: change(text) for lang, text in self.others.items()})

    def __reduce__(self) -> tuple[object, ...]:
        return Said, (str(self), self.others)


def said(key: str, /, **facts: object) -> Said:
    """What is said under a key of the texts of errors, with its facts: texts, errors, or what is :class:`Said` itself.

    >>> said("unknown card", word="'R77'", hint="").text("zh")
    "不认识的牌 'R77'"
    """
    texts = {lang: import_module(f"unoref.texts.{lang}").ERRORS[key] for lang in ("en", "zh")}
    told = {
        lang: text.format(**{name: in_language(fact, lang) for name, fact in facts.items()})
        for lang, text in texts.items()
    }
    return Said(told.pop("en"), told)


def in_language(fact: object, lang: str) -> str:
    """A text, an error or anything else that is told, in a language."""
    return fact.text(lang) if isinstance(fact, Said | UnorefError) else str(fact)


class UnorefError(Exception):
    """The root of every exception this package raises on purpose."""

    @property
    def message(self) -> Said:
        """What it says, in every language that is kept."""
        text = self.args[0] if len(self.args) == 1 else None
        return text if isinstance(text, Said) else Said(str(self), {})

    def text(self, lang: str = "en") -> str:
        """The message in a language, ``en`` or ``zh``; in English where it is kept in no other.

        >>> import unoref
        >>> try:
        ...     unoref.ruleset("vilage")
        ... except unoref.RulebookError as fault:
        ...     print(fault.text("zh"))
        没有变体 'vilage'；有 classic, extended, official, touhouno, village；是不是 'village'？
        """
        return self.message.text(lang)


class NotationError(UnorefError, ValueError):
    """A card or a sentence that cannot be read.

    Raised by :func:`unoref.parse` and by everything that reads sentences. The message quotes the input, names the faulty
    word and, where one is near, the valid spelling.
    """


class RecordError(UnorefError, ValueError):
    """A record, position or game log that cannot be: unknown keys, impossible counts, an illegal action in its history."""


class RulebookError(UnorefError, ValueError):
    """A rulebook, option, house sheet or set of modules that contradicts itself; the message names the file and the id."""


class IllegalAction(UnorefError):
    """Raised by :func:`unoref.apply` and :func:`unoref.transition` for an action the rules forbid.

    ``ruling`` is the whole :class:`unoref.Ruling`, with every reason and its clause; the state handed in is untouched.
    """

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(ruling)
        self.ruling = ruling

    def __str__(self) -> str:
        return self.ruling.summary("en")

    @property
    def message(self) -> Said:
        """The action, the verdict and every reason, in every language."""
        return Said(self.ruling.summary("en"), {"zh": self.ruling.summary("zh")})


def nearest(word: str, choices: list[str]) -> str:
    """``; did you mean 'x'?`` for the spelling of ``choices`` nearest to ``word``, or an empty string when none is near."""
    import difflib

    near = difflib.get_close_matches(word[:64], choices, n=1, cutoff=0.6)
    if not near:
        folded = {choice.casefold(): choice for choice in choices}
        near = [folded[key] for key in difflib.get_close_matches(word[:64].casefold(), folded, n=1, cutoff=0.6)]
    return said("near", word=repr(near[0])) if near else ""


def unreadable_because(fault: Exception) -> str:
    """Why a file cannot be read, of what the system raised."""
    if not isinstance(fault, OSError) or not fault.strerror:
        return said("no such name")
    kinds = {FileNotFoundError: "no such file", IsADirectoryError: "a folder", PermissionError: "no permission"}
    key = kinds.get(type(fault))
    return fault.strerror if key is None else Said(fault.strerror, said(key).others)
