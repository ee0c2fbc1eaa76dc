"""Faults put in on purpose: there is one for every property, each is a text of its file, and the quick ones are noticed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from attrs import evolve

from tests.planted import FAULTS, ROOT, Fault, faulty, properties


def planted(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.planted", *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "CI": "1"}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("fault", FAULTS, ids=[f"{fault.property}: {fault.fault}" for fault in FAULTS])
def test_a_fault_is_a_line_somebody_could_have_written(fault: Fault) -> None:
    assert fault.old != fault.new
    compile(faulty(fault), fault.path, "exec")


def test_there_is_a_fault_for_every_property() -> None:
    assert set(properties()) - {fault.property for fault in FAULTS} == set()


def test_a_fault_whose_line_is_gone_is_told() -> None:
    with pytest.raises(ValueError, match=r"unoref/verbs\.py has 0 times"):
        faulty(evolve(FAULTS[0], path="unoref/verbs.py", old="no such line"))


def test_quick_faults_are_noticed() -> None:
    ran = planted("--quick")

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("\n") > sum(fault.quick for fault in FAULTS) > 40


def test_a_fault_that_goes_unnoticed_is_told() -> None:
    """A property that asks nothing of what the fault spoils does not notice it."""
    fault = next(fault for fault in FAULTS if fault.property.startswith("test_grammar."))
    code = (
        "import attrs, sys; from tests import planted\n"
        f"fault = next(fault for fault in planted.FAULTS if fault.property == {fault.property!r})\n"
        "planted.FAULTS = (attrs.evolve(fault, path='unoref/verbs.py', old='_MARKERS = (PassTurn, BeginTurn)', "
        "new='_MARKERS = (BeginTurn, PassTurn)'), "
        "attrs.evolve(fault, property='test_record.test_any_bytes_are_text_or_refused'), "
        "attrs.evolve(fault, claim='something else'))\n"
        "sys.exit(planted.main([]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran.returncode == 1
    told = ran.stdout.splitlines()[1:]
    assert ["NOT NOTICED" in line for line in told[::2][:3]] == [True] * 3
    assert "changes no function" in told[1]
    assert "it went unnoticed" in told[3]
    assert "another line failed" in told[5]
    assert told[-1] == "0 of 3 faults were noticed by the property that ought to notice them"
