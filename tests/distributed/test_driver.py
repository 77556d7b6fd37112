"""Jobs on processes, Ray and Dask: whatever is killed, what comes out is the same, byte for byte."""

import gzip
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from farandole import batch
from farandole.bulk.row_kernels import KERNELS, Solve
from farandole.distributed import driver
from farandole.distributed.driver import Job, Report, Task, run, run_job
from farandole.distributed.engines import Dask, Engine, Local, start_engine
from farandole.distributed.folder import Folder
from farandole.distributed.rows import plan
from farandole.errors import FormatError
from needs import needs, skip_module_without

NEEDS_ARROW = skip_module_without("pyarrow")

import pyarrow  # noqa: E402
import pyarrow.parquet  # noqa: E402

N_ROWS = 3000
DEADLY = "9" * 81  # for the kernel below


@pytest.fixture(scope="session")
def puzzles() -> list[str]:
    made = batch.minimal_puzzles(N_ROWS, seed=8).puzzles
    return ["".join(".123456789"[digit] for digit in row) for row in made.tolist()]


@pytest.fixture
def source(tmp_path: Path, puzzles: list[str]) -> str:
    folder = tmp_path / "in"
    folder.mkdir()
    lines = [*puzzles[:1000], "12", "", "# no puzzle", *puzzles[1000:2000]]
    (folder / "a.txt").write_text("\n".join(lines) + "\n")
    table = pyarrow.table({"puzzle": pyarrow.array(puzzles[2000:])})
    pyarrow.parquet.write_table(table, folder / "b.parquet", row_group_size=100)
    return str(folder)


def content(target: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(target.iterdir()) if path.is_file()}


@pytest.fixture
def expected(source: str, tmp_path: Path) -> dict[str, bytes]:
    """What one process makes of the source."""
    job = plan("solve", source, str(tmp_path / "expected"), parameters={}, n_rows=200)
    for task in job.pending():
        job.record(task, task.run())
    assert job.verdicts() == {"bad": 1, "solved": N_ROWS}
    assert job.bad() == [f"{source}/a.txt: line 1001: expected 81 cells, found 2"]
    return content(tmp_path / "expected")


@pytest.mark.parametrize("packed", [False, True])
def test_rows_of_csv_are_named_by_their_lines(puzzles: list[str], tmp_path: Path, packed: bool) -> None:
    for note, line in (("plain", 5), ("two\nlines", 6)):
        folder = tmp_path / note[:3]
        folder.mkdir()
        text = f'id,note,puzzle\n1,"{note}",{puzzles[0]}\n2,,{puzzles[1]}\n3,"a, b",{puzzles[2]}\n4,,12\n'
        name = "a.csv.gz" if packed else "a.csv"
        (folder / name).write_bytes(gzip.compress(text.encode()) if packed else text.encode())
        out = tmp_path / f"out {note[:3]}"
        job = plan("solve", str(folder), str(out), parameters={}, n_rows=1)
        for task in job.pending():
            job.record(task, task.run())
        assert job.bad() == [f"{folder}/{name}: line {line}: expected 81 cells, found 2"]
        rows = [row for file in content(out) for row in pyarrow.parquet.read_table(out / file).to_pylist()]
        assert [row["id"] for row in rows] == ["1", "2", "3", "4"]
        assert [row["note"] for row in rows] == [note, "", "a, b", ""]
        assert [row["verdict"] for row in rows] == ["solved", "solved", "solved", "bad"]


def test_one_process_solves_every_row(expected: dict[str, bytes], puzzles: list[str], tmp_path: Path) -> None:
    rows = [row for name in expected for row in pyarrow.parquet.read_table(tmp_path / "expected" / name).to_pylist()]
    assert [row["puzzle"] for row in rows if row["verdict"] == "solved"] == puzzles
    answers = batch.solve(puzzles).solutions
    solutions = ["".join(map(str, row)) for row in answers.tolist()]
    assert [row["solution"] for row in rows if row["solution"]] == solutions


# Where the processes of Ray and Dask find this module, and what it imports. Ray's inherit it from the first process.
IMPORTED_FROM = os.pathsep.join(
    map(str, (Path(__file__).parent, *(Path(__file__).parents[1] / name for name in ("", "oracles"))))
)


@pytest.fixture(scope="session")
def ray_at_hand() -> Iterator[None]:
    import ray

    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", IMPORTED_FROM)
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def engine_of(name: str, request: pytest.FixtureRequest) -> Engine:
    if name == "ray":
        request.getfixturevalue("ray_at_hand")
    return start_engine(name, run, workers=2)


ENGINES = ("local", *(pytest.param(name, marks=[pytest.mark.slow, needs(name)]) for name in ("ray", "dask")))
pytestmark = [
    NEEDS_ARROW,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"),
]


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_makes_the_same_files(
    name: str, request: pytest.FixtureRequest, source: str, expected: dict[str, bytes], tmp_path: Path
) -> None:
    job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    assert run_job(job, engine_of(name, request)) == []
    assert content(tmp_path / "out") == expected
    assert job.share == 1
    assert plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200).pending() == []


class Stop(BaseException):
    """Somebody pressed Ctrl-C."""


def test_what_one_engine_began_another_one_ends(source: str, expected: dict[str, bytes], tmp_path: Path) -> None:
    def stop_at(job: Any, n: int) -> Callable[[], None]:
        def watch() -> None:
            if len(job.reports) >= n:
                raise Stop

        return watch

    for n in (1, 4, 9):
        job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
        with pytest.raises(Stop):
            run_job(job, Local(run, 2), stop_at(job, n))
    job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    n_left = len(job.pending())
    assert n_left < len(job.tasks)
    assert run_job(job, Local(run, 1)) == []
    assert content(tmp_path / "out") == expected


def test_another_job_does_not_touch_the_folder(source: str, tmp_path: Path) -> None:
    plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    with pytest.raises(FormatError, match="expected what solve, as when it began, found count; name another folder"):
        plan("count", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    with pytest.raises(FormatError, match="expected rows 200"):
        plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=300)
    with pytest.raises(FormatError, match="expected a new folder"):
        plan("solve", source, source, parameters={}, n_rows=300)
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match="found no file"):
        plan("solve", str(tmp_path / "empty"), str(tmp_path / "other"), parameters={})


def test_a_plan_that_a_kill_cut_short_is_written_anew(source: str, tmp_path: Path) -> None:
    notes = tmp_path / "out" / "_job"
    notes.mkdir(parents=True)
    (notes / "_job.json.123.part").write_text('{"what": "so')
    assert plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200).tasks
    assert (notes / "job.json").exists()


# ── Faults ────────────────────────────────────────────────────────────────────────────────────────────────────


def processes_of(engine: Engine) -> list[int]:
    """Give the processes that do an engine's tasks."""
    if isinstance(engine, Local):
        return engine.processes.pids()
    if isinstance(engine, Dask):
        assert engine._cluster is not None
        return [nanny.pid for nanny in engine._cluster.workers.values() if nanny.pid]
    return [pid for pid in descendants(os.getpid()) if said(pid, "cmdline").startswith("ray::run")]


def descendants(pid: int) -> Iterator[int]:
    """Give the processes that a process has begun, and theirs."""
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, said(pid, children.relative_to(f"/proc/{pid}")).split()):
            yield child
            yield from descendants(child)


def said(pid: int, name: str | Path) -> str:
    try:
        return Path(f"/proc/{pid}", name).read_text()
    except OSError:  # it has ended
        return ""


@dataclass(frozen=True)
class Slow(Solve):
    """A kernel that gives time to kill whoever is at it."""

    def columns(self, given: pyarrow.Array, kind: pyarrow.DataType) -> list[pyarrow.Array]:
        time.sleep(0.25)
        return super().columns(given, kind)


@pytest.mark.parametrize("name", ENGINES)
def test_killed_processes_lose_nothing(
    name: str,
    request: pytest.FixtureRequest,
    source: str,
    expected: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At random moments, many times as often as it could be bad luck."""
    if name != "local":
        monkeypatch.setenv("PYTHONPATH", IMPORTED_FROM)
    monkeypatch.setitem(KERNELS, "solve", Slow)
    engine = engine_of(name, request)
    most = 12 if name == "local" else 3  # others are slow to start new processes
    chance, next_kill = random.Random(), time.monotonic() + 0.3
    n_killed = 0

    def kill() -> None:
        nonlocal n_killed, next_kill
        if time.monotonic() > next_kill and n_killed < most:
            pids = processes_of(engine)
            if pids:
                with suppress(ProcessLookupError):
                    os.kill(chance.choice(pids), signal.SIGKILL)
                n_killed += 1
            next_kill = time.monotonic() + chance.uniform(0.05, 0.5)

    job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    assert run_job(job, engine, kill) == []
    assert content(tmp_path / "out") == expected
    assert n_killed


def test_a_process_that_stands_still_for_a_while_holds_up_no_other(
    source: str, expected: dict[str, bytes], tmp_path: Path
) -> None:
    """As a node does that is slow: what it has is waited for, and the other one does the rest."""
    engine = Local(run, 2)
    job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    stopped: list[int] = []
    n_at_stop = 0

    def watch() -> None:
        nonlocal n_at_stop
        if not stopped and len(job.reports) > 2:
            stopped.append(engine.processes.pids()[0])
            os.kill(stopped[0], signal.SIGSTOP)
            n_at_stop = len(job.reports)
        if stopped and len(job.reports) == len(job.tasks) - 1:  # all but the one that it is at
            os.kill(stopped[0], signal.SIGCONT)

    assert run_job(job, engine, watch) == []
    assert len(job.tasks) - n_at_stop > 5
    assert content(tmp_path / "out") == expected


@pytest.mark.slow
def test_a_killed_command_goes_on_with_another_engine(
    request: pytest.FixtureRequest, source: str, expected: dict[str, bytes], tmp_path: Path
) -> None:
    command = [
        sys.executable,
        "-m",
        "farandole",
        "data",
        "scale",
        "solve",
        source,
        str(tmp_path / "out"),
        "--rows",
        "200",
        "-q",
    ]
    for seconds in (0.5, 1.0, 1.5):
        with subprocess.Popen([*command, "--workers", "2"], stderr=subprocess.DEVNULL) as process:
            time.sleep(seconds)
            process.kill()
    job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    assert run_job(job, engine_of("dask", request)) == []
    assert content(tmp_path / "out") == expected


@dataclass(frozen=True)
class Fragile(Solve):
    """A kernel that some rows kill, as a fault in C++ would."""

    def columns(self, given: pyarrow.Array, kind: pyarrow.DataType) -> list[pyarrow.Array]:
        if DEADLY in given.to_pylist():
            os.kill(os.getpid(), signal.SIGKILL)
        return super().columns(given, kind)


@pytest.mark.parametrize("name", ENGINES)
def test_a_row_that_kills_is_found_and_named(
    name: str, request: pytest.FixtureRequest, puzzles: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name != "local":
        monkeypatch.setenv("PYTHONPATH", IMPORTED_FROM)
    monkeypatch.setitem(KERNELS, "solve", Fragile)
    rows = puzzles[:24]
    deadly = [5, 17] if name == "local" else [5]  # others are slow to start new processes
    for row in deadly:
        rows[row] = DEADLY
    pyarrow.parquet.write_table(pyarrow.table({"puzzle": rows}), tmp_path / "a.parquet", row_group_size=8)
    job = plan("solve", str(tmp_path / "a.parquet"), str(tmp_path / "out"), parameters={}, n_rows=8)
    assert run_job(job, engine_of(name, request)) == []
    assert job.bad() == [f"{tmp_path}/a.parquet: row {row + 1}: it crashes every worker" for row in deadly]
    done = [
        row
        for file in content(tmp_path / "out")
        for row in pyarrow.parquet.read_table(tmp_path / "out" / file).to_pylist()
    ]
    assert [row["puzzle"] for row in done] == rows
    assert [index for index, row in enumerate(done) if row["verdict"] != "solved"] == deadly


def test_a_damaged_file_is_named_and_the_others_are_done(source: str, tmp_path: Path) -> None:
    path = Path(source) / "b.parquet"
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + bytes(2000) + whole[2100:])  # its end is sound: what is in it shows later
    job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    failed = run_job(job, Local(run, 2))
    assert failed
    assert all("b.parquet: expected a Parquet file, found a damaged one" in reason for _, reason in failed)
    assert len(job.reports) == len(job.tasks) - len(failed)


def test_a_full_disk_stops_it_and_loses_nothing(source: str, expected: dict[str, bytes], tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "farandole",
        "data",
        "scale",
        "solve",
        source,
        str(tmp_path / "out"),
        "--rows",
        "200",
    ]

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    done = subprocess.run([*command, "--workers", "1"], preexec_fn=no_room, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "File too large; finished parts are kept: run it again to continue" in done.stderr
    done = subprocess.run([*command, "--workers", "1"], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr  # there is a bad row
    assert "3,001 rows: 1 bad, 3,000 solved" in done.stderr
    assert content(tmp_path / "out") == expected


@dataclass(frozen=True)
class Mortal(Task):
    """A task that ends whoever takes it."""

    name: str = "0"

    def run(self) -> Report:
        os.kill(os.getpid(), signal.SIGKILL)
        return {}


class OneTask(Job):
    def pending(self) -> list[Task]:
        return [Mortal()]

    def record(self, task: Task, report: Report) -> list[Task]:
        raise AssertionError(task, report)


def test_a_task_that_cannot_be_done_is_given_up() -> None:
    [(task, reason)] = run_job(OneTask(), Local(run, 1))
    assert task.name == "0"
    assert reason == "lost 3 times: ended by SIGKILL"


def test_it_ends_where_every_process_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can't be the tasks then; each of a thousand million would be tried three times."""
    monkeypatch.setattr(driver, "MAX_LOST_IN_A_ROW", 2)
    job = OneTask()
    job.pending = lambda: [Mortal(str(number)) for number in range(1000)]  # type: ignore[method-assign]
    with pytest.raises(ChildProcessError, match="6 tasks in a row were lost: ended by SIGKILL"):
        run_job(job, Local(run, 1))


# ── A cluster, and a store ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@needs("ray")
def test_a_node_of_a_cluster_goes_away(source: str, expected: dict[str, bytes], tmp_path: Path) -> None:
    script = f"""
import time
from ray.cluster_utils import Cluster
import ray
from farandole.distributed import driver
from farandole.distributed.driver import run, run_job
from farandole.distributed.engines import start_engine
from farandole.distributed.rows import plan
cluster = Cluster(initialize_head=True, head_node_args=dict(num_cpus=1))
node = cluster.add_node(num_cpus=1)
ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
job = plan("solve", {source!r}, {str(tmp_path / "out")!r}, parameters={{}}, n_rows=200)
gone = []
def watch():
    if len(job.reports) > 3 and not gone:
        gone.append(node)
        cluster.remove_node(node, allow_graceful=False)
failed = run_job(job, start_engine("ray", run), watch)
assert not failed and gone, failed
ray.shutdown()
cluster.shutdown()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert content(tmp_path / "out") == expected


@pytest.mark.slow
@needs("ray")
def test_a_ray_cluster_that_is_gone_is_told(
    source: str, expected: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray itself waits for ever. What was done is kept."""
    script = f"""
import os, signal
from pathlib import Path
from ray.cluster_utils import Cluster
import ray
from farandole.distributed import driver
from farandole.distributed.driver import run, run_job
from farandole.distributed.engines import start_engine
from farandole.distributed.rows import plan
cluster = Cluster(initialize_head=True, head_node_args=dict(num_cpus=1))
[raylet] = cluster.head_node.all_processes["raylet"]
ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
job = plan("solve", {source!r}, {str(tmp_path / "out")!r}, parameters={{}}, n_rows=200)
gone = []
def watch():
    if len(job.reports) > 3 and not gone:
        os.kill(raylet.process.pid, signal.SIGSTOP)  # so that it begins no other worker
        for children in Path(f"/proc/{{raylet.process.pid}}/task").glob("*/children"):
            for child in children.read_text().split():
                os.kill(int(child), signal.SIGKILL)
        gone.append(cluster.head_node.kill_raylet())
try:
    run_job(job, start_engine("ray", run), watch)
except ConnectionError as error:
    print(error)
"""
    for name, value in {"INITIAL_DELAY_MS": 0, "PERIOD_MS": 500, "TIMEOUT_MS": 2000, "FAILURE_THRESHOLD": 2}.items():
        monkeypatch.setenv(f"RAY_health_check_{name.lower()}", str(value))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=240, check=False)
    assert "expected a machine that is alive, found none; the cluster is gone\n" in done.stdout, done.stderr[-2000:]
    job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    assert 3 < len(job.reports) < len(job.tasks)
    assert run_job(job, Local(run, 2)) == []
    assert content(tmp_path / "out") == expected


@pytest.mark.slow
@needs("dask")
def test_a_dask_cluster_that_is_gone_is_told(source: str, expected: dict[str, bytes], tmp_path: Path) -> None:
    name = tmp_path / "scheduler.json"
    commands = [["dask_scheduler", "--port", "0"], ["dask_worker", "--nthreads", "1", "--no-nanny"]]
    with ExitStack() as stack:
        processes = []
        for command, *options in commands:
            line = [sys.executable, "-m", f"distributed.cli.{command}", *options]
            process = subprocess.Popen([*line, "--scheduler-file", str(name)], stderr=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.kill)
            processes.append(process)
            while not name.exists():
                time.sleep(0.25)
        job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)

        def watch() -> None:
            if len(job.reports) > 3:
                processes[0].kill()

        engine = start_engine("dask", run, address=json.loads(name.read_text())["address"])
        with pytest.raises(ConnectionError, match="expected the scheduler to stay; it is gone"):
            run_job(job, engine, watch)
    job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    assert run_job(job, Local(run, 2)) == []
    assert content(tmp_path / "out") == expected


@pytest.mark.slow
@needs("dask")
def test_dask_gets_new_workers_where_all_were_given_up(source: str, expected: dict[str, bytes], tmp_path: Path) -> None:
    """Dask gives up a worker that doesn't start again in time, as on a busy machine; it waited for ever then."""
    import dask

    job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    killed: list[int] = []
    with dask.config.set({"distributed.deploy.lost-worker-timeout": "100 ms"}):
        engine = start_engine("dask", run, workers=2)
        assert isinstance(engine, Dask)
        assert engine._cluster is not None
        workers = list(engine._cluster.workers.values())

        def watch() -> None:
            if len(job.reports) > 3 and not killed:
                for worker in workers:
                    worker.auto_restart = False
                    killed.append(worker.pid)
                    os.kill(worker.pid, signal.SIGKILL)

        assert run_job(job, engine, watch) == []
    assert killed
    assert content(tmp_path / "out") == expected


@pytest.mark.slow
@needs("dask")
def test_what_dask_cannot_hand_over_is_done_again(
    source: str, expected: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that breaks while a result is handed over once ended the whole job."""
    import distributed

    hand_over = distributed.Future.result
    broken: list[bool] = []

    def result(future: Any) -> Any:
        if len(broken) < 2:
            broken.append(True)
            raise distributed.comm.core.CommClosedError("the connection broke")
        return hand_over(future)

    monkeypatch.setattr(distributed.Future, "result", result)
    job = plan("solve", source, str(tmp_path / "out"), parameters={}, n_rows=200)
    assert run_job(job, start_engine("dask", run, workers=1)) == []
    assert len(broken) == 2
    assert content(tmp_path / "out") == expected


@pytest.mark.slow
@needs("s3")
def test_a_store(source: str, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    import s3fs
    from moto import server as moto

    server = moto.ThreadedMotoServer(port=0)
    server.start()
    try:
        host, port = server.get_host_and_port()
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
        monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        store = s3fs.S3FileSystem()
        store.mkdir("bucket")
        store.put(source, "bucket/in", recursive=True)
        job = plan("solve", "s3://bucket/in", "s3://bucket/out", parameters={}, n_rows=200)
        assert run_job(job, Local(run, 2)) == []
        found = {name: store.cat(f"bucket/out/{name}") for name in Folder("s3://bucket/out").files()}
        assert found == expected
        assert plan("solve", "s3://bucket/in", "s3://bucket/out", parameters={}, n_rows=200).pending() == []
        assert host
    finally:
        server.stop()


# ── One big count ─────────────────────────────────────────────────────────────────────────────────────────────
