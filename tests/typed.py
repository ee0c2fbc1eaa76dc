"""What type checkers tell users of the library, with the package installed as they have it.

``python -m tests.typed`` (``make typing``) makes an environment of its own, installs the package there and lets mypy and
pyright, both at their strictest, read the programs of tests/typing_sample/. Then pyright looks whether every type that a user
can meet is known.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent

#: What goes into the environment beside the package: its documentation tools have types of their own.
_TOOLS: Final = ("mypy>=1.13", "pyright[nodejs]>=1.1.409", "types-docutils>=0.21")


def main() -> int:
    """Check, say what was found, and return how many of the checks failed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        binaries = folder / "venv" / "bin"
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        environment["PATH"] = f"{binaries}{os.pathsep}{environment['PATH']}"

        def run(*command: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, check=False, timeout=900
            )

        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True, timeout=300)
        pip = [str(binaries / "python"), "-m", "pip", "install", "-qq", f"{ROOT}[docs,strategies]", *_TOOLS]
        subprocess.run(pip, check=True, timeout=900)
        shutil.copytree(ROOT / "tests" / "typing_sample", folder / "sample")
        (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "include": ["sample"]}')
        failed = 0
        for command in (["mypy", "--strict", "sample"], ["pyright"]):
            done = run(*command)
            print(f"{' '.join(command)}: {done.stdout.strip()}")
            failed += bool(done.returncode)
        report = json.loads(run("pyright", "--outputjson", "--ignoreexternal", "--verifytypes", "unoref").stdout)
        return failed + _incomplete(report["typeCompleteness"])


def _incomplete(found: dict[str, Any]) -> bool:
    """Say which types a user cannot know; the modules that build the documentation are no part of the library."""
    unknown = [
        symbol["name"]
        for symbol in found["symbols"]
        if symbol["isExported"]
        and (not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"])
        and not symbol["name"].startswith("unoref.sphinxext.")
    ]
    print(f"pyright --verifytypes: {found['completenessScore']:.1%} complete", *unknown, sep="\n  ")
    return bool(unknown)


if __name__ == "__main__":
    sys.exit(main())
