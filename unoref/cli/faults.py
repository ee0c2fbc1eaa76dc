"""Every way in which a command can fail: one plain line on standard error, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import typer

from unoref.cli.pages import NotWritten
from unoref.errors import Said, UnorefError, nearest, said

__all__ = ["BAD_INPUT", "INTERNAL_FAULT", "INTERRUPTED", "NOT_WRITTEN", "answer", "language_of", "tell_passed_over"]

BAD_INPUT: Final = 2
INTERNAL_FAULT: Final = 70
NOT_WRITTEN: Final = 74
INTERRUPTED: Final = 130

#: What Typer raises for arguments it cannot read; Typer gives the class no public name.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]

#: Set to anything, it shows where an internal fault happened.
TRACEBACK: Final = "UNOREF_TRACEBACK"


def language_of(words: Sequence[str]) -> str:
    """The language in which faults of a command with these arguments are told, whatever else is wrong with them.

    >>> language_of(["judge", "--lang", "zh"]), language_of(["judge", "--lang=en"])
    ('zh', 'en')
    """
    from unoref.cli.wording import language
    from unoref.texts import LANGUAGES

    asked = [after for word, after in pairwise(words) if word == "--lang"]
    asked += [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    return next((lang for lang in asked if lang in LANGUAGES), None) or language(None)


def answer(command: Callable[[], object], lang: str = "en") -> int:
    """Run a command and answer its exit code; whatever goes wrong is told on standard error in one line."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)
    try:
        code = command()
    except UnorefError as fault:
        return _tell(fault.text(lang), BAD_INPUT)
    except _UsageError as fault:
        return _tell(_usage(fault).text(lang), BAD_INPUT)
    except NotWritten as fault:
        return _tell(f"the answer could not be written: {fault}", NOT_WRITTEN)
    except (typer.Abort, KeyboardInterrupt, EOFError):
        if sys.stderr is not None:
            print(file=sys.stderr)  # the next prompt of the shell begins on a line of its own
        return INTERRUPTED
    except Exception as fault:
        if os.environ.get(TRACEBACK):
            import traceback

            traceback.print_exc()
        kind = type(fault).__name__
        return _tell(
            f"internal fault: {kind}: {fault}; please report it ({TRACEBACK}=1 shows where it happened)", INTERNAL_FAULT
        )
    return code if isinstance(code, int) else 0


def _tell(message: str, code: int) -> int:
    """Say what went wrong, in one line."""
    if sys.stderr is not None:
        print("unoref:", " ".join(message.splitlines()), file=sys.stderr)
    return code


def tell_passed_over(faults: Mapping[str, UnorefError], lang: str) -> None:
    """Say which rulebooks are passed over, one line each, where an answer goes on without them."""
    for fault in faults.values():
        _tell(said("passed over", what=fault).text(lang), BAD_INPUT)


def _usage(fault: Any) -> Said:
    """What is wrong with the arguments, with the nearest option where one is misspelled."""
    context, option = fault.ctx, getattr(fault, "option_name", None)
    command = "unoref" if context is None else context.command_path
    if option is not None and hasattr(fault, "possibilities"):
        options = [] if context is None else [name for parameter in context.command.params for name in parameter.opts]
        hint = nearest(option, [name for name in options if name.startswith("--")])
        return said("unknown flag", word=repr(option), hint=hint or said("listed by help", command=command))
    message = str(fault.format_message()).strip().rstrip(".")
    return said("usage", message=f"{message[:1].lower()}{message[1:]}", command=command)
