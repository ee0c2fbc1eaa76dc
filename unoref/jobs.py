"""Work shared out among processes: results in the order of the work, no more than a little of it in memory.

Nothing here is imported until somebody asks for more than one process.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.process import BaseProcess

__all__ = ["MOST_JOBS", "in_order"]

#: The most processes that may be asked for.
MOST_JOBS: Final = 256

#: Pieces of work handed out for each process before the oldest result is waited for.
_AHEAD: Final = 4

P = TypeVar("P")
T = TypeVar("T")


def in_order(function: Callable[[P], T], work: Iterable[P], jobs: int = 1) -> Generator[T, None, None]:
    """The results of a function over pieces of work, in their order, worked out by ``jobs`` processes.

    Work is taken as it is needed, so neither work nor results pile up. With one job everything happens in this process, one
    piece at a time. Function, work and results must be picklable where there are several. Closing the iterator stops
    the processes once they have finished what they are at.

    >>> list(in_order(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    if jobs == 1:
        yield from map(function, work)
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs, initializer=_begin)
    waiting: deque[Future[T]] = deque()
    try:
        for piece in work:
            waiting.append(pool.submit(function, piece))
            if len(waiting) >= jobs * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Ctrl-C goes to every process of a terminal: the one that shares out the work answers it; when it dies the others end."""
    import multiprocessing
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    caller = multiprocessing.parent_process()
    if caller is not None:
        threading.Thread(target=_end_with, args=(caller,), daemon=True).start()


def _end_with(caller: BaseProcess) -> None:
    caller.join()
    os._exit(1)
