"""Run check.py in the WebAssembly Python of the npm package pyodide, under node.

``python -m tests.wasm`` (``make wasm``) installs unoref without its command line, and pyodide, into a folder that it removes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent

#: What the library needs; none of it is compiled.
_NEEDS: Final = ("attrs>=23.2", "cattrs>=23.2", "tomli-w>=1.0", "typing-extensions>=4.12")


def main() -> int:
    """Install, run, and return the exit code of node."""
    with tempfile.TemporaryDirectory() as name:
        packages, npm = Path(name) / "packages", Path(name) / "npm"
        npm.mkdir()
        pip = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-qq",
            "--no-deps",
            "--target",
            str(packages),
            str(ROOT),
            *_NEEDS,
        ]
        subprocess.run(pip, check=True, timeout=900)
        subprocess.run(["npm", "install", "--silent", "--no-audit", "pyodide"], cwd=npm, check=True, timeout=900)
        script, pyodide = Path(__file__).with_name("check.mjs"), npm / "node_modules" / "pyodide"
        return subprocess.run(["node", script, pyodide, packages, ROOT], check=False, timeout=1800).returncode


if __name__ == "__main__":
    sys.exit(main())
