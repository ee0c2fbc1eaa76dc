"""Work shared out among processes: its order, how far ahead it is taken, how it is broken off."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from unoref.jobs import in_order


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def process(number: int) -> int:
    return os.getpid()


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_work(jobs: int) -> None:
    assert list(in_order(square, range(50), jobs)) == [number * number for number in range(50)]


def test_one_job_is_done_here_and_several_elsewhere() -> None:
    assert set(in_order(process, range(3), 1)) == {os.getpid()}
    assert os.getpid() not in set(in_order(process, range(3), 2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_work_without_end_is_taken_as_it_is_needed(jobs: int) -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    results = in_order(square, endless(), jobs)
    assert [next(results) for _ in range(5)] == [1, 4, 9, 16, 25]
    results.close()
    assert taken <= 5 + 4 * jobs


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_comes_in_its_place(jobs: int) -> None:
    results = in_order(fail, range(9), jobs)

    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(results)
