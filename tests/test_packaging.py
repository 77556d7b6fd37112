"""The version and the dependencies are the same wherever they are written, and a wheel holds what is read."""

import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from farandole import selftest

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = SETTINGS["project"]
RECIPE = (ROOT / "packaging" / "conda-forge" / "recipe.yaml").read_text()


@pytest.mark.parametrize(
    "path", ["CITATION.cff", "packaging/conda-forge/recipe.yaml", "packaging/homebrew/farandole.rb"]
)
def test_the_version_is_the_same_everywhere(path: str) -> None:
    found = re.findall(r'(?m)(?:^ *version: "?|farandole-)(\d+\.\d+\.\d+)', (ROOT / path).read_text())
    assert set(found) == {PROJECT["version"]}


def test_the_recipe_of_conda_has_the_dependencies() -> None:
    run = RECIPE.partition("  run:\n")[2].partition("\ntests:")[0]
    assert {line.strip(" -").replace(" ", "") for line in run.splitlines()} - {"", "python"} == set(
        PROJECT["dependencies"]
    )


def test_a_wheel_has_no_catalogs_for_translators() -> None:
    catalogs = list((ROOT / "src").rglob("farandole.po"))
    assert catalogs
    for catalog in catalogs:
        assert any(fnmatch(str(catalog), pattern) for pattern in SETTINGS["tool"]["scikit-build"]["wheel"]["exclude"])
        assert catalog.with_suffix(".mo").exists()


@pytest.mark.slow
def test_the_self_test_passes() -> None:
    done = subprocess.run([sys.executable, "-O", "-m", "farandole.selftest"], capture_output=True, text=True)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Everything is right."), done.stdout + done.stderr


def test_the_self_test_names_what_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(selftest, "SOLUTION", selftest.HARD_SOLUTION)
    monkeypatch.setattr(selftest, "CHECKS", (selftest.check_lanes,))
    assert selftest.main() == 1
    assert "FAILED  lanes AssertionError: wrong solution of 53..7" in capsys.readouterr().out


def test_a_folder_that_is_no_site_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    make_site = ROOT / "packaging" / "site" / "make_site.py"
    command: list[str | Path] = [sys.executable, make_site, tmp_path, "--core", "core.so", "--pyodide", "pyodide"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, (tmp_path / "thesis.txt").read_text()) == (1, "mine")
    assert "expected an empty folder, or a site to replace" in done.stderr
