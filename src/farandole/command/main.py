"""The command ``farandole``.

Exit status: 0 exactly one solution, 1 none or several, 2 bad input, 130 after Ctrl-C, 143 after SIGTERM.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from glob import escape as glob_escape
from glob import glob
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, NoReturn, TextIO

from farandole.command import cover as cover_command
from farandole.command import logic as logic_command
from farandole.command.cover import positive
from farandole.errors import FarandoleError, FormatError
from farandole.files import outputs
from farandole.files.argument import spelled_out
from farandole.files.source import FORMS_BY_ENDING, Source, compressor, ending
from farandole.puzzle import Puzzle, Solution
from farandole.render.terminal import json_line, printable

if TYPE_CHECKING:
    from farandole.formats.text import Entry
    from farandole.render import terminal

SOLVED, NOT_ONE, BAD_INPUT, STOPPED, TERMINATED = 0, 1, 2, 130, 143

FORMS = ("line", "grid", "poj", "csv", "json", "npy", "parquet")
COLUMNS = ("line", "puzzle", "verdict", "count", "solution", "guesses", "passes")

SOLVE_EXAMPLES = """\
examples:
  farandole solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  farandole solve puzzle.txt                    a drawn grid, pencilmarks, .sdk, rows with commas: it finds out
  farandole solve samurai.txt                   any shape: jigsaw, samurai, 6x6 to 25x25, sukaku; and any rules
  farandole solve 'https://sudokupad.app/...'   links of f-puzzles, SudokuPad, SudokuWiki, their documents, our own JSON
  farandole solve puzzles.txt -o solved.txt     many puzzles: one line each, in order
  farandole solve sudoku.csv -o solved.parquet  tables: CSV, .npy, Parquet; a column named puzzle, quizzes ...
  farandole solve big.txt.gz -o s.txt --resume  goes on where an earlier run was stopped
  farandole solve --count 8....................................................................8...........
  farandole solve --all --limit 5 puzzle.txt    the first five solutions, each as it is found
  cat judge.txt | farandole solve -             the judge's form: a count, then 9 lines of 9 digits each

exit status: 0 exactly one solution (of every puzzle), 1 none or several, 2 bad input
"""

DRAW_EXAMPLES = """\
examples:
  farandole draw puzzle.json -o puzzle.svg      any shape, any rules; with --solution, found digits in another color
  farandole draw killer.txt -o killer.png       PNG and PDF need the extra draw: pip install 'farandole[draw]'
  farandole draw 'https://www.f-puzzles.com/?load=...' --theme dark -o dark.svg
  farandole draw puzzle.json                    the SVG on standard output

exit status: 0 drawn, 1 nothing to show with --solution: no solution, 2 bad input
"""

BENCH_EXAMPLES = """\
examples:
  farandole bench                               the widest kernel, on one thread and on all cores: about 5 seconds
  FARANDOLE_ISA=avx2 farandole bench            another kernel: guesses and passes stay the same
  farandole bench --json --seconds 2            for a program, and measured longer
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (by default, those of the process); return its exit status."""
    words = spelled_out(cover_command.spell_out(sys.argv[1:] if argv is None else argv))
    arguments = parser().parse_args(words)
    try:
        with _stoppable():
            outputs.keep_apart(_reads(arguments), replaced(arguments), written_in_place(arguments))
            status: int = arguments.run(arguments)
            sys.stdout.flush()
    except BrokenPipeError:
        _abandon_output()  # nobody reads on
        return NOT_ONE
    except (FarandoleError, OSError, ValueError) as error:  # ValueError: what an environment variable says
        _complain(_said(error))
        return BAD_INPUT
    except KeyboardInterrupt as stop:
        is_ctrl_c = not isinstance(stop, _Terminated)
        _complain(_noted("interrupted" if is_ctrl_c else "terminated", stop))
        return STOPPED if is_ctrl_c else TERMINATED
    return status


def _reads(arguments: argparse.Namespace) -> list[str]:
    """List the files that a command reads; some may be texts of puzzles."""
    given = vars(arguments)
    return [*given.get("puzzles", ()), *given.get("puzzle", ()), *([given["file"]] if "file" in given else [])]


def replaced(arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """List the files that a command writes by way of a part, each with the option that names it."""
    given = vars(arguments)
    output, svg = given.get("output"), given.get("svg")
    replaced = [] if output is None else [("-o", output)]
    if svg is not None:
        steps = sorted(glob(os.path.join(glob_escape(svg), "[0-9]*.svg")))
        replaced += [("--svg", name) for name in (steps if os.path.isdir(svg) else [svg])]
    return replaced


def written_in_place(arguments: argparse.Namespace) -> list[tuple[str, str | None]]:
    """List the files that a command writes as they are; None is standard output."""
    given = vars(arguments)
    bad = [] if given.get("bad") is None else [("--bad", given["bad"])]
    return [*bad, *([("", None)] if given.get("output") is None else [])]


class _Terminated(KeyboardInterrupt):
    """Another process asks for the end, by SIGTERM: then what Ctrl-C leaves in order is left in order, too."""


@contextmanager
def _stoppable() -> Iterator[None]:
    """Take SIGTERM for Ctrl-C, unless somebody has other plans for it."""
    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    process = os.getpid()

    def stop(*_: object) -> None:
        if os.getpid() != process:  # a worker, which inherits this
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTERM)
        raise _Terminated

    signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _said(error: Exception) -> str:
    if not isinstance(error, OSError) or not error.strerror:
        return _noted(str(error), error)
    said = error.strerror if error.filename is None else f"{error.filename or repr('')}: {error.strerror}"
    return _noted(said, error)


def _noted(said: str, error: BaseException) -> str:
    """Say also what was noted while an error went up: that a part is kept."""
    return "; ".join([said, *getattr(error, "__notes__", [])])


def _abandon_output() -> None:
    """Send what is still to be written nowhere: Python would fail once more when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> None:
    try:
        sys.stdout.flush()
    except OSError:
        _abandon_output()
    print(f"farandole: {printable(message)}", file=sys.stderr)


class _Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


def parser() -> argparse.ArgumentParser:
    """Make the parser of the command's arguments."""
    parser = _Parser(prog="farandole", description="Sudoku and exact cover: fast, exact, a joy to read.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    file = outputs.file_name
    solve = _command(commands, "solve", "solve Sudoku puzzles", SOLVE_EXAMPLES)
    solve.add_argument("puzzles", nargs="+", metavar="PUZZLE", help="cells, a link, a file, or - for standard input")
    _add_questions(solve, "solution")
    solve.add_argument("--json", action="store_true", help="write a JSON object for each puzzle, on a line")
    solve.add_argument("--format", choices=FORMS, help="how solutions are written")
    solve.add_argument(
        "--columns", type=_columns, metavar="NAMES", help=f"a table with these columns: {', '.join(COLUMNS)}"
    )
    solve.add_argument("--column", metavar="NAME", help="the column of a table that holds the puzzles")
    solve.add_argument("--bad", type=file, metavar="FILE", help="write the bad puzzles there too: source, line, reason")
    solve.add_argument(
        "--threads", type=cover_command.few, metavar="N", help="threads to use (default: one for each core)"
    )
    solve.add_argument(
        "-o", "--output", type=file, metavar="FILE", help="write solutions there instead of to standard output"
    )
    solve.add_argument("--resume", action="store_true", help="go on where an interrupted command with -o stopped")
    solve.add_argument("--lenient", action="store_true", help="pass over what a link holds that isn't understood")
    solve.add_argument("-q", "--quiet", action="store_true", help="no progress bar and no summary")
    solve.set_defaults(run=_solve)

    draw = _command(commands, "draw", "draw a Sudoku puzzle as SVG, PNG or PDF", DRAW_EXAMPLES)
    draw.add_argument("puzzle", nargs="+", metavar="PUZZLE", help="cells, a link, a file, or - for standard input")
    draw.add_argument(
        "-o", "--output", type=file, metavar="FILE", help="write there; the ending tells: .svg, .png or .pdf"
    )
    draw.add_argument("--solution", action="store_true", help="draw the digits of the solution too")
    draw.add_argument("--candidates", action="store_true", help="draw the candidates that the givens leave")
    draw.add_argument(
        "--theme", choices=["light", "dark", "auto"], default="light", help="auto: as the viewer's system"
    )
    draw.add_argument("--lenient", action="store_true", help="pass over what a link holds that isn't understood")
    draw.set_defaults(run=_draw)

    explain = _command(commands, "explain", "solve as people do, step by step", logic_command.EXPLAIN_EXAMPLES)
    logic_command.add_explain(explain)
    explain.set_defaults(run=lambda arguments: _think(logic_command.explain, arguments))

    hint = _command(commands, "hint", "give a hint for the next step", logic_command.HINT_EXAMPLES)
    logic_command.add_hint(hint)
    hint.set_defaults(run=lambda arguments: _think(logic_command.hint, arguments))

    rate = _command(commands, "rate", "rate how hard puzzles are", logic_command.RATE_EXAMPLES)
    logic_command.add_rate(rate)
    rate.set_defaults(run=_rate)

    cover = _command(commands, "cover", "solve an exact cover problem", cover_command.EXAMPLES)
    cover_command.add_arguments(cover)
    cover.set_defaults(run=_cover)

    bench = _command(commands, "bench", "measure what this machine solves a second", BENCH_EXAMPLES)
    bench.add_argument(
        "--threads", type=cover_command.few, metavar="N", help="threads to compare with one (default: all cores)"
    )
    bench.add_argument(
        "--seconds", type=_seconds, default=0.5, metavar="S", help="time for each measurement (default: 0.5)"
    )
    bench.add_argument("--json", action="store_true", help="write a JSON object")
    bench.set_defaults(run=_bench)
    return parser


def _command(
    commands: argparse._SubParsersAction[_Parser], name: str, does: str, examples: str
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=does,
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_questions(command: argparse.ArgumentParser, answer: str) -> None:
    question = command.add_mutually_exclusive_group()
    question.add_argument("--count", action="store_true", help=f"print how many {answer}s there are")
    question.add_argument("--all", action="store_true", help=f"print every {answer}, each as it is found")
    limits = f"stop at so many {answer}s (default: 2, or none with --count and --all)"
    command.add_argument("--limit", type=positive, metavar="N", help=limits)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"seconds, above 0 and up to 3600, expected, {text!r} found")
    return seconds


def _columns(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in COLUMNS:
            raise argparse.ArgumentTypeError(f"{', '.join(COLUMNS)} expected, parted by commas; {name!r} found")
    return names


class _Version(argparse.Action):
    """Print the version: reading the package's metadata takes a while, so only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"farandole {version('farandole')}")
        parser.exit()


def _solve(arguments: argparse.Namespace) -> int:
    sources = list(Source.each_of(arguments.puzzles, column=arguments.column))
    form = _form(arguments)
    if arguments.all:
        return _write_all(sources, form, arguments)
    one = sources[0] if len(sources) == 1 and form in (None, "grid", "json", "count") else None
    if one and (entry := _only_entry(one, lenient=arguments.lenient)):
        return _solve_one(one.name, entry, form, arguments)
    are_shaped = list(map(_is_shaped, sources))  # all: none is to be refused when others have been solved
    if any(are_shaped):
        return _solve_each(sources, form or "line", arguments)
    from farandole import scale

    return scale.solve(
        sources,
        arguments.output,
        form=form,
        columns=arguments.columns,
        limit=arguments.limit,
        threads=arguments.threads,
        bad=arguments.bad,
        resume=arguments.resume,
        quiet=arguments.quiet,
        complain=_complain,
    )


def _form(arguments: argparse.Namespace) -> str | None:
    """Find the form that is asked for, if any is; and what doesn't go together."""
    if arguments.resume and arguments.output is None:
        raise FormatError("--resume: -o FILE expected, whose part is to be continued")
    form: str | None = "count" if arguments.count else "json" if arguments.json else arguments.format
    by_ending = FORMS_BY_ENDING.get(ending(arguments.output or ""))
    if arguments.count and by_ending in ("npy", "parquet"):
        raise FormatError(f"{arguments.output}: --count writes text, {by_ending} expected by the ending")
    form = form or by_ending
    if arguments.columns and (form := form or "csv") not in ("csv", "parquet"):
        raise FormatError(f"--columns: csv or parquet expected, {form} asked for")
    if arguments.all:
        for option in ("columns", "resume"):
            if getattr(arguments, option):
                raise FormatError(f"--{option}: it does not go with --all")
        if form in ("npy", "parquet"):
            raise FormatError(f"--all: a form of text expected, {form} asked for")
    return form


@contextmanager
def _output(name: str | None) -> Iterator[TextIO]:
    """Open standard output, or a file that has its name only once it is complete (before, ``.part`` follows it)."""
    if name is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    module = compressor(name)
    with outputs.written(name) as plain:
        binary = plain if module is None else module.open(plain, "wb")
        with io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            yield file


@contextmanager
def _complaints(arguments: argparse.Namespace) -> Iterator[Callable[[str], None]]:
    """Complain on standard error, and in the file of bad puzzles."""
    with outputs.emptied(arguments.bad or os.devnull) as bad:

        def complain(fault: str) -> None:
            _complain(fault)
            bad.write_all(f"{printable(fault)}\n".encode())

        yield complain


def _only_entry(source: Source, *, lenient: bool) -> Entry | None:
    """Find the puzzle of a text that holds just one and doesn't want the judge's form; None leaves it unread."""
    if not source.is_short or source.form in ("poj", "csv", "npy", "parquet"):
        return None
    entries = list(islice(_scan(source, lenient=lenient), 2))
    return entries[0] if len(entries) == 1 else None


def _scan(source: Source, *, lenient: bool) -> Iterator[Entry]:
    """Yield the puzzles of a source; say what of it is passed over."""
    if not lenient:
        return source.scan()
    from farandole import formats

    content = source.read()
    for unknown in formats.unknowns(content):
        _complain(f"{source.name}: passed over: {unknown}")
    return source.scan(content, lenient=True)


def _solve_one(name: str, entry: Entry, form: str | None, arguments: argparse.Namespace) -> int:
    _, puzzle = entry
    with _complaints(arguments) as complain:
        if not isinstance(puzzle, Puzzle):
            complain(f"{name}: {puzzle}")
            return BAD_INPUT
    with _output(arguments.output) as output:
        return _answer(puzzle, output, form, arguments)


def _answer(puzzle: Puzzle, output: TextIO, form: str | None, arguments: argparse.Namespace) -> int:
    start = perf_counter()
    if form == "count":
        count = puzzle.count(limit=arguments.limit)
        print(count, file=output)
        return SOLVED if count == 1 else NOT_ONE
    limit = arguments.limit or 2
    solutions = list(islice(puzzle.solutions(), limit))
    seconds = perf_counter() - start
    if form == "json":
        print(_json_of(puzzle, solutions, limit, seconds), file=output)
    else:
        from farandole.render import terminal

        style = terminal.Style.of(output)
        if not puzzle.is_classic or (puzzle.pencilmarks and not any(puzzle.givens)):
            print(terminal.describe(puzzle), file=output)
        print("\n".join(_drawn(puzzle, solutions, style)), file=output)
        reason = f": {printable(why)}" if not solutions and (why := puzzle.why()) else ""
        print(f"{_verdict(len(solutions), limit)}{reason} ({_duration(seconds)})", file=output)
    return SOLVED if len(solutions) == 1 else NOT_ONE


def _is_shaped(source: Source) -> bool:
    """Say whether a source holds puzzles that are no classic ones, by its head."""
    from farandole.formats import any_form
    from farandole.formats.text import shaped

    return source.form in (*shaped.SHAPED, *any_form.FORMS)


def _solve_each(sources: Sequence[Source], form: str, arguments: argparse.Namespace) -> int:
    """Solve puzzles of any shape one after the other: a line each, or a drawing."""
    if form not in ("line", "grid", "json", "count"):
        raise FormatError(f"puzzles that are not 9x9: line, grid or json expected, {form} asked for")
    limit = arguments.limit or (None if form == "count" else 2)
    statuses = []
    with _complaints(arguments) as complain, _output(arguments.output) as output:
        for source in sources:
            for _, found in _scan(source, lenient=arguments.lenient):
                if not isinstance(found, Puzzle):
                    complain(f"{source.name}: {found}")
                    count, text = -1, f"bad: {printable(str(found).partition(': ')[2])}"
                elif form == "count":
                    count = found.count(limit=limit)
                    text = str(count)
                else:
                    start = perf_counter()
                    solutions = list(islice(found.solutions(), limit))
                    count = len(solutions)
                    first = _solution_text(found, solutions[0], form=form) if solutions else "none"
                    text = first if count < 2 else f"several: {first}"
                    if form == "json":
                        text = _json_of(found, solutions, limit or count + 1, perf_counter() - start)
                print(text, file=output)
                statuses.append({-1: BAD_INPUT, 1: SOLVED}.get(count, NOT_ONE))
    return max(statuses)


def _drawn(puzzle: Puzzle, solutions: Sequence[Solution], style: terminal.Style) -> list[str]:
    """Draw the solution; of several, two with their differences marked; of none, the puzzle."""
    from farandole.render import terminal

    shown = [solution.digits for solution in solutions[:2]] or [puzzle.givens]
    differing = {cell for cell, digits in enumerate(zip(*shown, strict=True)) if len(set(digits)) > 1}
    drawings = [
        terminal.draw(puzzle.grid, digits, givens=puzzle.givens, marked=differing, style=style) for digits in shown
    ]
    fits = len(drawings) * (puzzle.grid.outline.width + 3) <= style.width
    return terminal.beside(drawings) if fits else "\n\n".join(map("\n".join, drawings)).split("\n")


def _verdict(n_solutions: int, limit: int) -> str:
    if n_solutions == 0:
        return "No solution"
    if n_solutions == limit:
        several = "Several solutions" if limit == 2 else f"At least {limit} solutions"
        return f"{several}; two of them are shown" if limit > 1 else "A solution; others were not looked for"
    return "One solution" if n_solutions == 1 else f"{n_solutions} solutions; two of them are shown"


def _duration(seconds: float) -> str:
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def _json_of(puzzle: Puzzle, solutions: Sequence[Solution], limit: int, seconds: float) -> str:
    from farandole import formats

    verdicts = {0: "none", 1: "solved"}
    return json_line(
        {
            "puzzle": formats.whole(puzzle),
            "verdict": verdicts.get(len(solutions), "several"),
            "count": len(solutions),
            "limit": limit,
            "solutions": [solution.line for solution in solutions],
            "seconds": round(seconds, 6),
        }
    )


def _write_all(sources: Sequence[Source], form: str | None, arguments: argparse.Namespace) -> int:
    """Write every solution as soon as it is found."""
    counts = []
    with _complaints(arguments) as complain, _output(arguments.output) as output:
        for source in sources:
            for _, found in _scan(source, lenient=arguments.lenient):
                if not isinstance(found, Puzzle):
                    complain(f"{source.name}: {found}")
                    counts.append(-1)
                    continue
                count = 0
                for count, solution in enumerate(islice(found.solutions(), arguments.limit), 1):
                    print(_solution_text(found, solution, form=form), file=output, flush=count == 1)
                counts.append(count)
    if -1 in counts:
        return BAD_INPUT
    return SOLVED if set(counts) == {1} else NOT_ONE


def _solution_text(puzzle: Puzzle, solution: Solution, *, form: str | None) -> str:
    match form:
        case "json":
            from farandole import formats

            return json_line({"puzzle": formats.whole(puzzle), "solution": solution.line})
        case "csv":
            return f"{puzzle.line},{solution.line}"
        case "poj":
            return "\n".join(solution.line[start : start + 9] for start in range(0, 81, 9))
        case "grid":
            return f"{solution}\n"
        case _:
            return solution.line


def _draw(arguments: argparse.Namespace) -> int:
    from farandole.render import svg

    ending = os.path.splitext(arguments.output or "drawing.svg")[1].lower()
    if ending not in (".svg", ".png", ".pdf"):
        raise FormatError(f"{arguments.output}: a name that ends in .svg, .png or .pdf expected")
    puzzle = _one_puzzle(arguments.puzzle, lenient=arguments.lenient)
    solution = puzzle.solve() if arguments.solution else None
    candidates = True if arguments.candidates else None
    drawing = svg.draw(puzzle, solution, theme=arguments.theme, candidates=candidates)
    if arguments.output is None:
        print(drawing, end="")
    else:
        content = svg.png(drawing) if ending == ".png" else svg.pdf(drawing) if ending == ".pdf" else drawing.encode()
        with outputs.written(arguments.output) as file:
            file.write(content)
    if arguments.solution and solution is None:
        _complain("no solution: the puzzle is drawn without")
        return NOT_ONE
    return 0


def _one_puzzle(arguments: Sequence[str], *, lenient: bool = False) -> Puzzle:
    """Read the puzzle of an argument, or of those that a shell made of it; say what is passed over."""
    source, *others = Source.each_of(arguments)
    if others:
        raise FormatError(f"expected one puzzle, found {1 + len(others)} arguments; a puzzle with blanks needs quotes")
    found = [found for _, found in _scan(source, lenient=lenient)]
    if len(found) != 1:
        raise FormatError(f"{source.name}: one puzzle expected, {len(found)} found")
    if not isinstance(found[0], Puzzle):
        raise type(found[0])(f"{source.name}: {found[0]}")
    return found[0]


def _think(answer: Callable[[Puzzle, argparse.Namespace, TextIO], bool], arguments: argparse.Namespace) -> int:
    return SOLVED if answer(_one_puzzle(arguments.puzzle), arguments, sys.stdout) else NOT_ONE


def _rate(arguments: argparse.Namespace) -> int:
    sources = Source.each_of(arguments.puzzles)
    found = ((source.name, line, entry) for source in sources for line, entry in source.scan())
    with _output(arguments.output) as output:
        return logic_command.rate(found, arguments, output, _complain)


def _cover(arguments: argparse.Namespace) -> int:
    return SOLVED if cover_command.run(arguments, _output) else NOT_ONE


def _bench(arguments: argparse.Namespace) -> int:
    from farandole.command import bench

    bench.report(sys.stdout, threads=arguments.threads, seconds=arguments.seconds, as_json=arguments.json)
    return SOLVED
