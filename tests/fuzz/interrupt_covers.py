"""How long exact cover questions take to answer Ctrl-C, on problems of a million options; the slowest come last.

    python tests/fuzz/interrupt_covers.py [--rounds 20] [--seed 0] [--most 0.2] [QUESTION ...]

Each question runs in a process of its own. There a signal comes at a random moment, again and again, and the time
until `KeyboardInterrupt` has come back to the caller is taken, what was begun cleared away. Time is that of the
processor, so other work on the machine does no harm. The status is 1 if an answer took longer than ``--most``.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

N = 1_000_000


def _numbers(n_options: int, n_items: int, size: int) -> list[tuple[int, ...]]:
    rng = random.Random(1)
    return [tuple({rng.randrange(n_items) for _ in range(size)}) for _ in range(n_options)]


def _large(**arguments: Any) -> Any:
    from farandole import Cover

    return Cover(_numbers(N, 100_000, 4), **arguments)


def _boards(n: int) -> Any:
    """Queens: as many options as cells, long lists, secondary items."""
    from farandole import Cover

    cells = [(r, c) for r in range(n) for c in range(n)]
    return Cover(
        [[("r", r), ("c", c), ("/", r + c), ("\\", r - c)] for r, c in cells],
        secondary=[("/", k) for k in range(2 * n - 1)] + [("\\", k) for k in range(1 - n, n)],
    )


def _dominoes(n: int) -> Any:
    from farandole import Cover

    cells = [(x, y) for x in range(n) for y in range(n)]
    pairs = [((x, y), (x + a, y + b)) for x, y in cells for a, b in ((0, 1), (1, 0)) if x + a < n and y + b < n]
    return Cover(pairs)


def _pairings(n: int) -> Any:
    from itertools import combinations

    from farandole import Cover

    return Cover(combinations(range(n), 2))


def _colored() -> Any:
    from farandole import Cover

    rng = random.Random(2)
    options = [(k % 50_000, ("x", k % 7_000), (("y", k % 9_000), rng.randrange(1000))) for k in range(N)]
    secondary = [("x", k) for k in range(7_000)] + [("y", k) for k in range(9_000)]
    return Cover(options, secondary=secondary)


def _covered_twice() -> Any:
    return _large(multiplicities=dict.fromkeys(range(0, 100000, 2), (0, 2)))


def _priced() -> Any:
    return _large(costs=[float(k % 1000) for k in range(N)])


def _text() -> str:
    lines = [" ".join(f"i{k}" for k in range(100_000))]
    lines += [" ".join(f"i{item}" for item in option) for option in _numbers(N, 100_000, 4)]
    return "\n".join(lines)


def _cover(options: Any, **arguments: Any) -> Any:
    from farandole import Cover

    return Cover(options, **arguments)


def _from_matrix(matrix: Any) -> Any:
    from farandole import Cover

    return Cover.from_matrix(matrix)


def _read(text: str) -> Any:
    from farandole.formats.knuth import read_cover

    return read_cover(text)


def _write(cover: Any) -> Any:
    from farandole.formats.knuth import write_cover

    return write_cover(cover)


def _dense() -> Any:
    import numpy

    return numpy.random.default_rng(0).random((20_000, 5_000)) < 0.01


def _sparse() -> Any:
    import numpy
    from scipy.sparse import coo_array

    rng = numpy.random.default_rng(0)
    places = numpy.unique(rng.integers(0, N * 100_000, 6 * N))
    return coo_array((numpy.ones(len(places), dtype="int8"), (places // 100_000, places % 100_000)), shape=(N, 100_000))


def _polars() -> Any:
    import polars

    return polars.from_numpy(_dense().astype("int8"))


def _lozenges(n: int) -> Any:
    """Tile a hexagon: diagrams of a million nodes for n = 8."""
    from farandole import Cover

    def corner(x: int, y: int) -> bool:
        return 0 <= x <= 2 * n and 0 <= y <= 2 * n and -n <= x - y <= n

    places = [(x, y) for x in range(2 * n) for y in range(2 * n) if corner(x, y) and corner(x + 1, y + 1)]
    upper = {(x, y) for x, y in places if corner(x, y + 1)}
    return Cover(
        [("lower", (x, y)), ("upper", other)]
        for x, y in places
        if corner(x + 1, y)
        for other in ((x, y), (x + 1, y), (x, y - 1))
        if other in upper
    )


def _diagram() -> Any:
    return _lozenges(8).zdd()


def _diagram_and_file() -> Any:
    import os
    import tempfile

    diagram, name = _diagram(), os.path.join(tempfile.mkdtemp(), "zdd")
    diagram.save(name)
    return diagram, name


def _take(search: Any, n: int) -> None:
    for _, _ in zip(search, range(n), strict=False):
        pass


Question = tuple[Callable[[], Any], Callable[[Any], Any]]  # what is given, and what is asked then

QUESTIONS: dict[str, Question] = {
    "build_tuples": (lambda: _numbers(N, 100_000, 4), _cover),
    "build_generator": (lambda: _numbers(N, 100_000, 4), lambda options: _cover(option for option in options)),
    "build_mapping": (lambda: {str(n): option for n, option in enumerate(_numbers(N, 100_000, 4))}, _cover),
    "build_primary": (
        lambda: _numbers(N, 100_000, 4),
        lambda options: _cover(options, primary=range(100_000), costs=[1.5] * N),
    ),
    "build_colors": (lambda: None, lambda _: _colored()),
    "build_many_items": (lambda: [(k, k + 1) for k in range(2 * N)], _cover),
    "matrix_dense": (_dense, _from_matrix),
    "matrix_sparse": (_sparse, _from_matrix),
    "matrix_rows": (lambda: _dense()[:2000].astype(int).tolist(), _from_matrix),
    "matrix_polars": (_polars, _from_matrix),
    "read_knuth": (_text, _read),
    "read_matrix": (lambda: "\n".join("".join("01"[int(x)] for x in row) for row in _dense()[:2000]), _read),
    "write_knuth": (_large, _write),
    "options": (_large, lambda cover: list(cover.options)),
    "equal": (lambda: (_large(), _large()), lambda pair: (pair[0] == pair[1], hash(pair[0]))),
    "solve": (_large, lambda cover: cover.solve()),
    "solve_colored": (_colored, lambda cover: cover.solve()),
    "count": (_large, lambda cover: cover.count()),
    "count_limit": (_large, lambda cover: cover.count(limit=5)),
    "count_twice": (_covered_twice, lambda cover: cover.count()),
    "count_queens": (lambda: _boards(700), lambda cover: cover.count()),
    "search_first": (_large, lambda cover: cover.search(choice="first").count()),
    "search_sharp": (_large, lambda cover: cover.search(choice="sharp", sharp=range(0, 100_000, 3)).count()),
    "search_weighted": (_large, lambda cover: cover.search(choice="weighted").count()),
    "search_random": (_large, lambda cover: cover.search(choice="random").count()),
    "search_threads": (_large, lambda cover: cover.search(threads=2).count()),
    "search_queens": (lambda: _boards(700), lambda cover: _take(cover.search(), 1000)),
    "search_queens_threads": (lambda: _boards(300), lambda cover: _take(cover.search(threads=2), 100_000)),
    "split_small": (lambda: _pairings(60), lambda cover: cover.search().split(4)),
    "split_many": (lambda: _pairings(60), lambda cover: cover.search().split(200_000)),
    "split_large": (_large, lambda cover: cover.search().split(4)),
    "split_queens": (lambda: _boards(300), lambda cover: cover.search().split(50)),
    "cheapest": (_priced, lambda cover: cover.cheapest()),
    "cheapest_many": (lambda: _dominoes(16), lambda cover: cover.cheapest(200_000)),
    "estimate": (_large, lambda cover: cover.estimate()),
    "estimate_queens": (lambda: _boards(700), lambda cover: cover.estimate()),
    "why": (_large, lambda cover: cover.why()),
    "why_needed": (lambda: _cover([(k, k + 1) for k in range(N)]), lambda cover: cover.why()),
    "zdd": (_large, lambda cover: cover.zdd()),
    "zdd_colored": (_colored, lambda cover: cover.zdd()),
    "zdd_twice": (_covered_twice, lambda cover: cover.zdd()),
    "zdd_queens": (lambda: _boards(40), lambda cover: cover.zdd(memory=1 << 31)),
    "zdd_lozenges": (lambda: _lozenges(10), lambda cover: cover.zdd()),
    "zdd_count": (_diagram, lambda zdd: type(zdd)(zdd.labels, zdd._nodes, zdd._root, None).count()),
    "zdd_list": (_diagram, lambda zdd: _take(zdd, 10**7)),
    "zdd_sample": (_diagram, lambda zdd: zdd.sample(2000)),
    "zdd_cheapest": (_diagram, lambda zdd: zdd.cheapest(3)),
    "zdd_containing": (_diagram, lambda zdd: zdd.containing(100)),
    "zdd_equal": (_diagram, lambda zdd: zdd == zdd.avoiding(100)),
    "zdd_save": (_diagram_and_file, lambda pair: pair[0].save(pair[1])),
    "zdd_load": (_diagram_and_file, lambda pair: type(pair[0]).load(pair[1])),
}


def _spent_while(ask: Callable[[Any], Any], given: Any, moment: float) -> float | None:
    """Ask with a signal to come at a moment; return what it then took to come back, or None if all was over before."""
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, moment)
    try:
        ask(given)
        signal.setitimer(signal.ITIMER_PROF, 0)
    except KeyboardInterrupt:
        pass
    else:
        return None
    return time.process_time() - began - moment


def _measure(name: str, rounds: int, seed: int) -> None:
    """Print how long each round took to answer."""
    make, ask = QUESTIONS[name]
    given = make()
    rng = random.Random(f"{name} {seed}")
    signal.signal(signal.SIGPROF, signal.default_int_handler)
    longest = 8.0
    took: list[float] = []
    for _ in range(4 * rounds):
        moment = rng.uniform(0.001, longest) if rng.random() < 0.5 else 0.001 * (1000 * longest) ** rng.random()
        began = time.process_time()
        try:
            spent = _spent_while(ask, given, moment)
        except KeyboardInterrupt:  # between its end and the clock
            continue
        if spent is None:
            longest = min(longest, time.process_time() - began)
        else:
            took.append(spent)
            print(f"{spent:.4f} {moment:.4f}", flush=True)
        if len(took) == rounds:
            break


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="*", metavar="QUESTION")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=float, default=0.2)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.here:
        _measure(arguments.questions[0], arguments.rounds, arguments.seed)
        return 0
    results = []
    for name in arguments.questions or QUESTIONS:
        command = [sys.executable, __file__, "--here", name, f"--rounds={arguments.rounds}", f"--seed={arguments.seed}"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            output, _ = process.communicate(timeout=600)
        except subprocess.TimeoutExpired:
            process.kill()
            output, _ = process.communicate()
        rounds = sorted(tuple(map(float, line.split())) for line in output.splitlines())
        if not rounds:
            print(f"{name:24} over before a signal came, status {process.returncode}", flush=True)
            continue
        spent, moment = rounds[-1]
        results.append((spent, name))
        middle = rounds[len(rounds) // 2][0]
        status = "" if process.returncode == 0 else f", status {process.returncode}"
        slowest = f"slowest {spent:.3f} s at {moment:.3f} s"
        print(f"{name:24} {len(rounds):3} signals, median {middle:.3f} s, {slowest}{status}", flush=True)
    slow = [f"{name} {spent:.3f}" for spent, name in sorted(results) if not spent <= arguments.most]
    print(f"{len(results)} questions; slower than {arguments.most} s: {', '.join(slow) or 'none'}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
