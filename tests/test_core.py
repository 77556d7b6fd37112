"""The extension module is what its stub says."""

import subprocess
import sys
from pathlib import Path

from farandole import _core

STUB = Path(__file__).parents[1] / "src" / "farandole" / "_core.pyi"


def test_stub_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", _core.__name__, "-o", str(fresh)]
    subprocess.run(command, check=True)
    assert fresh.read_text() == STUB.read_text(), "make stub"
