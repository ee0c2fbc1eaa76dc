"""Everything that comes of each ruling is as it was reviewed: tests/outcomes/."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.outcomes import kept, outcome, rulings
from tests.test_rulings import name
from unoref.rulebook import variant_ids

FILES = [(variant, path) for variant in variant_ids() for path in rulings(variant)]

known = cache(kept)


@pytest.mark.parametrize(("variant", "path"), FILES, ids=[name(path) for _, path in FILES])
def test_what_comes_of_a_ruling_is_what_is_kept(variant: str, path: Path) -> None:
    assert known(variant)[path.stem] == outcome(path)


@pytest.mark.parametrize("variant", variant_ids())
def test_nothing_is_kept_of_a_ruling_that_is_gone(variant: str) -> None:
    assert list(known(variant)) == [path.stem for path in rulings(variant)]
