"""The test suite with every Python from 3.11 on that this machine has.

``python -m tests.pythons`` (``make pythons``) looks on the path and where pyenv keeps its versions, makes an environment for each
Python in a folder that it removes, and runs the tests there. Arguments go to pytest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
_OLDEST: Final = (3, 11)
_ASK: Final = "import sys; print(sys.implementation.name, *sys.version_info[:2])"


def _candidates() -> Iterator[str]:
    for minor in range(_OLDEST[1], 30):
        yield from filter(None, [shutil.which(f"python3.{minor}")])
    yield from filter(None, [shutil.which("pypy3")])
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from (str(path) for path in sorted(versions.glob("*/bin/python")))


def pythons() -> dict[str, str]:
    """The Pythons there are, by implementation and version; the first found of each."""
    found: dict[str, str] = {}
    for path in _candidates():
        asked = subprocess.run([path, "-c", _ASK], text=True, capture_output=True, check=False, timeout=60)
        if asked.returncode == 0:
            name, *version = asked.stdout.split()
            if tuple(map(int, version)) >= _OLDEST:
                found.setdefault(f"{name} {'.'.join(version)}", path)
    return found


def main(arguments: Sequence[str]) -> int:
    """Run the tests with each; how many failed."""
    failed = 0
    for name, path in pythons().items():
        print(f"\n== {name} ({path})", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([path, "-m", "venv", folder], check=True, timeout=300)
            python = str(Path(folder) / "bin" / "python")
            subprocess.run([python, "-m", "pip", "install", "-qq", "-e", f"{ROOT}[dev]"], check=True, timeout=1800)
            done = subprocess.run([python, "-m", "pytest", "-q", "-n", "auto", *arguments], cwd=ROOT, check=False)
            failed += bool(done.returncode)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
