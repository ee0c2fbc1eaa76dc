"""How the properties are run: quickly by default, at length with ``make prove``, whose seed repeats a run."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

#: Run by ``make mutants`` only; it needs cosmic-ray.
collect_ignore = ["mutation"]

settings.register_profile("default", deadline=None, derandomize=bool(os.environ.get("CI")), print_blob=True)
settings.register_profile(
    "prove",
    deadline=None,
    max_examples=int(os.environ.get("EXAMPLES", "1000")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("measured", deadline=None, derandomize=True, max_examples=20)  # under coverage.py
settings.load_profile("default")
