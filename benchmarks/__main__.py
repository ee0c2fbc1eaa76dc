"""The benchmarks of the engine and the commands, one after the other: ``python -m benchmarks``.

``benchmarks.evidence`` (auditing logs) and ``benchmarks.rlcard_games`` (another engine's games before the rules) take longer and
are run by themselves.
"""

from benchmarks import calls, growth, startup, steps

for part in (steps, calls, growth, startup):
    part.main()
