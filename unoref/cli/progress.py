"""Telling on standard error how far a long command has come, where somebody watches it there."""

from __future__ import annotations

import sys
import time
from typing import Final, final

from unoref.cli.wording import say

__all__ = ["Progress"]

#: Seconds between two tellings.
_PAUSE: Final = 0.2


@final
class Progress:
    """A line that is written over and over: games, plays, plays a second, how much is done, the time left.

    ``total`` is how much there is to do, in any unit; None where nobody knows. Nothing is told unless standard error is a
    terminal.
    """

    def __init__(self, total: int | None, lang: str) -> None:
        self._total: Final = total
        self._lang: Final = lang
        self._told: Final = sys.stderr is not None and sys.stderr.isatty()
        #: Whether the answer goes to the same terminal, so that every line of it pushes this one down.
        self._pushed: Final = self._told and sys.stdout is not None and sys.stdout.isatty()
        self._start: Final = time.monotonic()
        self._next = self._start + _PAUSE
        self._shown = self._away = False  # on the screen; taken away for a line of the answer
        self.games: int = 0
        self.plays: int = 0
        self.done: int = 0

    def add(self, games: int, plays: int, done: int) -> None:
        """So much more has been done."""
        self.games += games
        self.plays += plays
        self.done += done
        now = time.monotonic()
        if self._told and (now >= self._next or self._away):
            self._next = now + _PAUSE
            self._away, self._shown = False, True
            sys.stderr.write(f"\r\x1b[K{self.text(now - self._start)}")
            sys.stderr.flush()

    def text(self, seconds: float) -> str:
        """The line after so many seconds."""
        rate = round(self.plays / seconds) if seconds else 0
        parts = [say("progress", self._lang, games=f"{self.games:,}", plays=f"{self.plays:,}", rate=f"{rate:,}")]
        if self._total and self.done:
            left = round(seconds * max(0, self._total - self.done) / self.done)
            clock = (
                f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}"
                if left >= 3600
                else f"{left // 60}:{left % 60:02}"
            )
            parts.append(say("progress left", self._lang, share=f"{min(1, self.done / self._total):.0%}", left=clock))
        return say("list", self._lang).join(parts)

    def make_room(self) -> None:
        """Let a line of the answer be written."""
        if self._pushed:
            self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._away, self._shown = True, False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
