"""One big search in pieces: whatever stops it, its counts add up, and its solutions are all there."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from farandole import Cover, Grid, Puzzle, formats, rules
from farandole.cli.main import main
from farandole.distributed.driver import run, run_job
from farandole.distributed.engines import Local
from farandole.distributed.plans import NOTES
from farandole.distributed.search import plan_search
from farandole.formats.knuth import write_cover
from needs import skip_module_without

pytestmark = skip_module_without("pyarrow")
import pyarrow.parquet  # noqa: E402


class Stop(BaseException):
    """What ends a search at some moment."""


def solutions(target: Path) -> list[Any]:
    tables = [pyarrow.parquet.read_table(path) for path in target.iterdir() if path.is_file()]
    return [row for table in tables for row in table["solution"].to_pylist()]


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    (tmp_path / "pairs.dlx").write_text(write_cover(Cover(combinations(range(12), 2))))
    return str(tmp_path / "pairs.dlx")


@pytest.mark.parametrize("budget", [50, 1000, 10**6])
def test_counts_of_pieces_add_up(pairs: str, tmp_path: Path, budget: int) -> None:
    job = plan_search(pairs, str(tmp_path / "out"), budget=budget, listed=True)
    assert run_job(job, Local(run, 2)) == []
    assert job.count == 10395
    assert job.share == 1
    rows = [tuple(sorted(row)) for row in solutions(tmp_path / "out")]
    assert len(set(rows)) == len(rows) == 10395


def test_a_count_goes_on_however_often_it_is_stopped(pairs: str, tmp_path: Path) -> None:
    n_stopped = 0
    while True:
        job = plan_search(pairs, str(tmp_path / "out"), budget=100)
        n = len(job.reports)

        def watch(job: Any = job, n: int = n) -> None:
            if len(job.reports) > n + 60:
                raise Stop

        try:
            assert run_job(job, Local(run, 2), watch) == []
            break
        except Stop:
            n_stopped += 1
    assert job.count == 10395
    assert n_stopped > 3


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (
            "words.txt",
            "hello\nworld\n",
            "words.txt: line 2, column 1: expected an item of the first line, found 'world'; to count",
        ),
        ("two.txt", f"{'.' * 81}\n{'.' * 81}\n", "two.txt: expected one puzzle, found 2; to count"),
        ("pairs.dlx", "a b\nc\n", "pairs.dlx: line 2, column 1: expected an item of the first line, found 'c'\n"),
        ("gone.txt", None, "gone.txt: No such file or directory"),
    ],
)
def test_what_is_no_problem_is_told_before_a_folder_is_asked_for(
    name: str,
    content: str | None,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(name).write_text(content)
    assert main(["data", "scale", "count", name]) == 2
    assert capsys.readouterr().err.startswith(f"farandole: {said}")


@pytest.mark.parametrize("budget", [3, 10**6])
def test_puzzles_with_rules_are_counted_too(tmp_path: Path, budget: int) -> None:
    puzzle = Puzzle(Grid.classic((2, 2)), (0,) * 16, rules=(rules.AllDifferent((0, 5, 10, 15)),))
    (tmp_path / "x.json").write_text(formats.write(puzzle, "json"))
    job = plan_search(str(tmp_path / "x.json"), str(tmp_path / "out"), budget=budget, listed=True)
    assert run_job(job, Local(run, 1)) == []
    assert job.count == puzzle.count()
    assert sorted(solutions(tmp_path / "out")) == sorted(solution.line for solution in puzzle.solutions())


def test_the_reports_say_no_more_than_they_know(pairs: str, tmp_path: Path) -> None:
    job = plan_search(pairs, str(tmp_path / "out"), budget=100)
    assert run_job(job, Local(run, 1)) == []
    reports = sorted((tmp_path / "out" / NOTES).glob("*.json"))
    counts = [json.loads(path.read_text()).get("count", 0) for path in reports]
    assert sum(counts) == 10395
