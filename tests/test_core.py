"""The extension module is what its stub says, and belongs to the main interpreter."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from farandole import _core
from needs import needs

STUB = Path(__file__).parents[1] / "src" / "farandole" / "_core.pyi"


@needs("nanobind")
def test_stub_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", _core.__name__, "-o", str(fresh)]
    subprocess.run(command, check=True)
    assert everywhere(fresh.read_text()) == everywhere(STUB.read_text()), "make stub"


def everywhere(stub: str) -> str:
    """Leave out what only some versions of Python have: from 3.12 on, a buffer has a method that says so."""
    return re.sub(r"    def __buffer__\(.*\n(?:        .*\n)*\n?", "", stub)


INTERPRETERS = [name for name in ("_interpreters", "_xxsubinterpreters") if importlib.util.find_spec(name)]

# A subinterpreter tries to import the core, before or after the main one did, and ends.
SCRIPT = """
import sys
import {module} as interpreters
{before}
inner = interpreters.create()
interpreters.run_string(inner, '''
import sys
sys.path[:] = {path!r}
try:
    import farandole.puzzle
except ImportError as error:
    print(error)
''')
interpreters.destroy(inner)
from farandole import Puzzle
print(Puzzle.classic("." * 81).count(limit=10))
"""


@pytest.mark.parametrize("before", ["", "import farandole.puzzle"])
def test_a_subinterpreter_is_refused_and_harms_nobody(before: str) -> None:
    script = SCRIPT.format(module=INTERPRETERS[0], before=before, path=sys.path)
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60)
    refusal, count = run.stdout.splitlines()
    assert refusal in (
        "farandole: expected the main interpreter, found a subinterpreter, where it can't run",
        "module farandole._core does not support loading in subinterpreters",  # Python 3.13 notices it first
    )
    assert count == "10"
