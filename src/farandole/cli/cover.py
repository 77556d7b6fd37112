"""The command ``farandole cover``: solve an exact cover problem, and answer as text or as JSON."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from math import isfinite, isnan
from typing import Any

from farandole.bulk.progress import show_search_progress
from farandole.cli._arguments import add_force, add_limit, add_output, read_count, read_seconds, read_small_count
from farandole.cli._output import NOT_ONE, SOLVED, open_text_output
from farandole.cover import Cover
from farandole.cover.problem import Label
from farandole.cover.zdd import Zdd
from farandole.errors import FormatError, GivenUpWarning, UnfinishedError, shorten
from farandole.formats.knuth import cost_text, option_names, option_text, read_cover, write_cover, write_matrix
from farandole.io.endings import choose_format
from farandole.io.source import Source
from farandole.limits import StopToken
from farandole.outputs import print_error
from farandole.render.terminal import json_line, printable

EXAMPLES = """\
examples:
  farandole cover matrix.txt                    rows of 0 and 1; a cover is printed as row numbers
  farandole cover --count queens.dlx            Knuth's text format: items, then one option a line
  farandole cover --count --threads 8 queens.dlx    threads share the search; a terminal shows the progress
  farandole cover --all --limit 10 queens.dlx   the first ten covers, each as it is found
  farandole cover --cheapest 3 shifts.dlx       the three cheapest covers
  farandole cover --zdd --json dominoes.dlx     count with a decision diagram, answer in JSON
  farandole cover matrix.txt -o matrix.dlx      write the problem in the other format instead of solving it
  farandole cover matrix.txt -o matrix.cnf      write it for SAT solvers; for others as .opb, .lp or .mps
  farandole cover burr.xmpuzzle --problem 2     a problem of a file of BurrTools
  farandole cover --named langford 11 --count   a classic problem; --named alone lists all

exit status: 0 exactly one cover, or another kind of answer; 1 none, several, or unknown; 2 bad input
"""


MOST_REASONS = 10  # printed when there is no cover


def add_cover(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=cover)
    command.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a matrix of 0 and 1, Knuth's text format, or .xmpuzzle of BurrTools; - for standard input",
    )
    problem = "the problem of an .xmpuzzle file, by its number or its name (default: the first)"
    command.add_argument("--problem", metavar="NAME", help=problem)
    named = "a classic problem instead of FILE, with its sizes; without a name: list them"
    command.add_argument("--named", nargs="*", metavar=("NAME", "SIZE"), help=named)
    question = command.add_mutually_exclusive_group()
    question.add_argument("--count", action="store_true", help="print the number of covers")
    question.add_argument("--all", action="store_true", help="print every cover as soon as it is found")
    question.add_argument("--cheapest", type=read_count, metavar="[K]", help="print the K cheapest covers (default: 1)")
    question.add_argument(
        "--zdd", action="store_true", help="count with a decision diagram, without visiting each cover"
    )
    question.add_argument(
        "--sample", type=read_count, metavar="N", help="print N covers drawn at random, all equally likely"
    )
    question.add_argument(
        "--estimate", action="store_true", help="estimate the number of nodes and covers instead of searching"
    )
    text = "write the problem to FILE: as Knuth's .dlx, as .cnf, .opb, .lp or .mps, by its name; else as a matrix"
    add_output(question, text, is_usual=False)
    add_force(command)
    add_limit(command, "covers")
    command.add_argument("--budget", type=read_count, metavar="NODES", help="stop after NODES nodes of the search tree")
    command.add_argument("--seconds", type=read_seconds, metavar="S", help="stop after S seconds")
    memory = "memory limit of a diagram, such as 500M or 8G (default: half of the free memory)"
    command.add_argument("--memory", type=_read_bytes, metavar="BYTES", help=memory)
    threads = "threads that list or count covers together (default: 1; with more, a count uses no diagram)"
    command.add_argument("--threads", type=read_small_count, metavar="N", help=threads)
    command.add_argument("--seed", type=_read_seed, metavar="SEED", help="make --sample and --estimate repeatable")
    command.add_argument("--json", action="store_true", help="answer in JSON, one object a line")


def _read_seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, found {shorten(text)!r}") from None


def _read_bytes(text: str) -> int:
    match = re.fullmatch(r"([0-9]{1,15})([kMGT]?)B?", text)
    if not match:
        raise argparse.ArgumentTypeError(f"expected a number of bytes such as 500M or 8G, found {shorten(text)!r}")
    thousands: int = 10 ** (3 * " kMGT".index(match[2] or " "))
    return int(match[1]) * thousands


def cover(arguments: argparse.Namespace) -> int:
    """Answer a question; return 0 for exactly one cover, or for another kind of answer if there is one."""
    if arguments.named == [] and arguments.file is None:
        _list_names()
        return SOLVED
    return SOLVED if _is_answered(arguments) else NOT_ONE


def _is_answered(arguments: argparse.Namespace) -> bool:
    searches = not (arguments.zdd or arguments.sample or arguments.estimate or arguments.output)
    for name, fits in (
        ("budget", not (arguments.estimate or arguments.output)),
        ("seconds", not (arguments.estimate or arguments.output)),
        ("limit", searches and not arguments.cheapest),
        ("memory", arguments.zdd or arguments.sample or (arguments.count and not _is_limited(arguments))),
        ("threads", searches and not arguments.cheapest),
        ("seed", arguments.sample or arguments.estimate),
        ("json", not arguments.output),
    ):
        if not fits and getattr(arguments, name) not in (None, False):
            raise FormatError(f"--{name} has no effect with this question", code="no_effect")
    format = choose_format("cover", arguments.output)
    stop = StopToken(arguments.seconds)
    problem = _read_problem(arguments)
    if arguments.output:
        text = _written(problem, format)
        with open_text_output(arguments.output, force=arguments.force) as file:
            file.write(text)
        return True
    with warnings.catch_warnings():
        warnings.simplefilter("always", GivenUpWarning)
        warnings.showwarning = lambda message, *_: print_error(f"farandole: {message}\n")
        with _numbers_of_any_length():
            return _Answer(problem, arguments, stop).answer()


def _written(problem: Cover, format: str) -> str:
    """Write a problem in a format of `farandole.io.endings`."""
    match format:
        case "dlx":
            return write_cover(problem)
        case "cnf":
            from farandole.formats.cnf import write_cnf

            return write_cnf(problem)
        case "opb" | "lp" | "mps":
            from farandole.formats import linear

            return {"opb": linear.write_opb, "lp": linear.write_lp, "mps": linear.write_mps}[format](problem)
    return write_matrix(problem)


def _read_problem(arguments: argparse.Namespace) -> Cover:
    """Read the problem of a file, or make the one that is named."""
    if arguments.named is not None:
        if arguments.file is not None:
            raise FormatError("expected FILE or --named, found both", code="no_effect")
        if arguments.problem:
            raise FormatError("--problem has no effect with --named", code="no_effect")
        name, *sizes = arguments.named
        return Cover.named(name, *(int(size) if re.fullmatch(r"[0-9]{1,9}", size) else size for size in sizes))
    if arguments.file is None:
        raise FormatError("expected FILE, or --named and a name")
    if arguments.file.lower().endswith(".xmpuzzle"):
        return _read_xmpuzzle(arguments.file, arguments.problem or 1)
    if arguments.problem:
        raise FormatError("--problem has no effect: expected a file that ends in .xmpuzzle", code="no_effect")
    with closing(Source.open(arguments.file)) as source:
        content = source.read()
    with source.name_errors():
        return read_cover(content)


def _read_xmpuzzle(name: str, problem: str | int) -> Cover:
    """Read a problem of BurrTools; its file is usually packed, so a source of texts would refuse it."""
    from farandole.formats.burrtools import read_cover_problem

    with open(name, "rb") as file:
        content = file.read(Source.MOST + 1)
    try:
        if len(content) > Source.MOST:
            raise FormatError(f"expected at most {Source.MOST >> 20} MiB, found more")
        return read_cover_problem(content, problem)
    except FormatError as error:
        raise FormatError(f"{name}: {error}", code=error.code) from None


def _list_names() -> None:
    """Print the names of the classic problems, with their sizes and what is to be done; a line each in a pipe."""
    import textwrap

    from farandole.cover.named import NAMED

    calls = {name: f"{name} {classic.usage}".rstrip() for name, classic in NAMED.items()}
    margin = " " * (max(map(len, calls.values())) + 2)
    room = shutil.get_terminal_size().columns - len(margin) if sys.stdout.isatty() else sys.maxsize
    for name, classic in NAMED.items():
        text = f"\n{margin}".join(textwrap.wrap(classic.summary, max(room, 20)))
        print(f"{calls[name]:{len(margin)}}{text}")


@contextmanager
def _numbers_of_any_length() -> Iterator[None]:
    """Lift Python's limit on the digits of a number that is printed."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def _is_limited(arguments: argparse.Namespace) -> bool:
    return any(getattr(arguments, name) is not None for name in ("limit", "budget", "threads"))


class _Answer:
    """The answer to the question in the arguments."""

    def __init__(self, cover: Cover, arguments: argparse.Namespace, stop: StopToken) -> None:
        self.cover = cover
        self.arguments = arguments
        self.stop = stop
        self.is_free = arguments.budget is None and arguments.seconds is None and arguments.threads is None

    def _search(self, *, ordered: bool = True) -> Any:
        threads = self.arguments.threads or 1
        return self.cover.search(
            budget=self.arguments.budget, seconds=self.stop.seconds_left(), threads=threads, ordered=ordered
        )

    def answer(self) -> bool:
        arguments = self.arguments
        if arguments.zdd or arguments.sample:
            try:
                zdd = self.cover.zdd(budget=arguments.budget, seconds=self.stop.seconds_left(), memory=arguments.memory)
            except UnfinishedError as error:
                self._say(f"unknown: {error}", exhausted=False)
                return False
            return self._count_by_zdd(zdd) if arguments.zdd else self._sample(zdd)
        if arguments.estimate:
            return self._estimate()
        if arguments.cheapest:
            return self._cheapest()
        return self._count() if arguments.count else self._list()

    def _count_by_zdd(self, zdd: Zdd) -> bool:
        self._say(str(zdd.count()), count=zdd.count(), exhausted=True, size=zdd.size)
        return zdd.count() == 1

    def _sample(self, zdd: Zdd) -> bool:
        covers = zdd.sample(self.arguments.sample, seed=self.arguments.seed)
        for labels in covers:
            self._show(labels)
        if not covers:
            self._say(self._none(), exhausted=True)
        return bool(covers)

    def _estimate(self) -> bool:
        estimate = self.cover.estimate(seed=self.arguments.seed)
        nodes, nodes_error, covers, covers_error = estimate
        lines = [f"nodes: {nodes:.3g} ± {nodes_error:.2g}", f"covers: {covers:.3g} ± {covers_error:.2g}"]
        if isnan(covers):
            lines[1] = "covers: unknown, because no random path found one"
        facts = {name: value if isfinite(value) else None for name, value in estimate._asdict().items()}
        self._say("\n".join(lines), **facts)
        return True

    def _cheapest(self) -> bool:
        covers = self.cover.cheapest(
            self.arguments.cheapest, budget=self.arguments.budget, seconds=self.stop.seconds_left()
        )
        for cost, labels in covers:
            self._show(labels, cost=cost)
        if not covers.exhausted:
            text = "unknown whether others are cheaper" if covers else "unknown whether there is a cover"
            self._say(f"{text}: the search ended early", exhausted=False, nodes=covers.nodes)
        elif not covers:
            self._say(self._none(), exhausted=True, nodes=covers.nodes)
        return bool(covers) and covers.exhausted

    def _count(self) -> bool:
        limit = self.arguments.limit
        if self.arguments.budget is None and self.arguments.threads is None:
            with show_search_progress("counting"):
                n = self.cover.count(limit=limit, seconds=self.stop.seconds_left(), memory=self.arguments.memory)
            is_complete = n == limit or n.exhausted
        else:
            search = self._search(ordered=False)
            with show_search_progress("counting", search):
                n = search.count(limit=limit)
            is_complete = n == limit or search.exhausted
        text = str(n) if is_complete else f"{n}, perhaps more: the search ended early"
        self._say(text, count=n, exhausted=is_complete and n != limit)
        return is_complete and n == 1

    def _list(self) -> bool:
        arguments = self.arguments
        limit = arguments.limit or (None if arguments.all else 2)
        search = None if self.is_free else self._search()
        n = 0
        for labels in search or self.cover.solutions():
            n += 1
            self._show(labels, flush=n == 1)
            if n == limit:
                break
        is_complete = n == limit or search is None or search.exhausted
        if arguments.json or not arguments.all or not is_complete:
            self._say(self._verdict(n, limit, is_complete), count=n, exhausted=is_complete and n != limit)
        return is_complete and n == 1

    def _verdict(self, n: int, limit: int | None, is_complete: bool) -> str:
        if not is_complete:
            return "unknown whether there is {}: the search ended early".format("another" if n else "a cover")
        if n == 0:
            return self._none()
        if n == limit:
            return "a cover; the search stopped there" if limit == 1 else f"{n} covers, perhaps more"
        return "one cover" if n == 1 else f"{n} covers"

    def _none(self) -> str:
        reasons = self.cover.why()
        more = [f"and {len(reasons) - MOST_REASONS} more"] if len(reasons) > MOST_REASONS else []
        return "\n  ".join(("no cover", *islice(reasons, MOST_REASONS), *more))

    def _show(self, labels: Iterable[Label], *, cost: float | None = None, flush: bool = False) -> None:
        """Print a cover."""
        if self.arguments.json:
            facts = {} if cost is None else {"cost": int(cost) if cost.is_integer() else cost}
            text = json_line({"cover": option_names(self.cover, labels), **facts})
        else:
            text = option_text(self.cover, labels)
            text = printable(text if cost is None else f"{cost_text(cost)}: {text}")
        print(text, flush=flush)

    def _say(self, text: str, **facts: Any) -> None:
        """Print a text, or its facts as JSON."""
        print(json_line(facts) if self.arguments.json else "\n".join(map(printable, text.split("\n"))))
