"""How long commands take to start, beside a Typer program that does nothing and beside Python itself.

Modules are compiled before, as an installation does, wherever this runs and whatever Python is told about that.

    python -m benchmarks.startup
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile

from benchmarks.timing import told

ROUNDS = 5

BARE = """
import typer
app = typer.Typer()

@app.command()
def main() -> None:
    pass

app()
"""

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import unoref": ["-c", "import unoref"],
    "a bare Typer program": ["-c", BARE],
    "unoref --help": ["-m", "unoref", "--help"],
    "unoref rules official:turn.order": ["-m", "unoref", "rules", "official:turn.order"],
    "unoref judge": ["-m", "unoref", "judge", "--top", "R5", "--hand", "Ann=R7 G1 B2", "Ann plays R7"],
}


def seconds(arguments: list[str], compiled: str) -> float:
    """Seconds of processor time of one process, from its start to its end; modules are kept ``compiled`` in a folder."""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled}
    with subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, env=environment) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print a row a command."""
    measured: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as compiled:
        for number in range(ROUNDS + 1):  # the first compiles
            for name, arguments in COMMANDS.items():
                taken = seconds(arguments, compiled)
                if number:
                    measured[name].append(taken)
    bare = statistics.median(measured["a bare Typer program"])
    told(
        "Starting and ending, in milliseconds of processor time",
        ("", "median", "beside the bare program"),
        (
            (name, f"{statistics.median(taken) * 1e3:.0f}", f"{statistics.median(taken) / bare:.2f}")
            for name, taken in measured.items()
        ),
    )


if __name__ == "__main__":
    main()
