"""DIMACS CNF, which SAT solvers read: an exact cover as clauses, and clauses as an exact cover."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.cover import Cover
from farandole.errors import CoverError, FormatError, shorten
from farandole.formats.clauses import ENCODINGS, Clauses, Encoding
from farandole.formats.solver_rows import make_rows


def write_cnf(cover: Cover, *, encoding: Encoding = "sequential") -> str:
    """Write an exact cover problem as clauses.

    Variable k is the k-th option, from 1. Other variables depend on these, so there are as many solutions as covers.

    Parameters
    ----------
    cover : Cover
        Perhaps with secondary items, colors and multiplicities.
    encoding : {"sequential", "pairwise"}
        How to say that at most one option of an item is chosen: by a counter, with some variables more, or by a clause
        for each pair. Other multiplicities always get a counter.

    Raises
    ------
    CoverError
        If the options have costs, or there is no such encoding.

    Examples
    --------
    >>> print(write_cnf(Cover(["ab", "a", "b"]), encoding="pairwise"), end="")
    c an exact cover: variables 1 to 3 are the options
    p cnf 3 4
    1 2 0
    -1 -2 0
    1 3 0
    -1 -3 0
    """
    if encoding not in ENCODINGS:
        raise CoverError(f"encoding: expected 'pairwise' or 'sequential', found {encoding!r}")
    if any(cover.costs):
        raise CoverError("CNF has no place for costs; OPB and LP have")
    found = make_rows(cover)
    clauses = Clauses(found.n_variables, encoding)
    for color, options in found.colors:
        for option in options:
            clauses.add([-option, color])
        clauses.add([-color, *options])
    for low, high, variables in found.rows:
        clauses.bound(low, high, variables)
    return clauses.text(f"an exact cover: variables 1 to {len(cover.labels)} are the options")


def read_cnf(text: str) -> Cover:
    """Read clauses as an exact cover problem: an option for each literal, and an item for each variable and clause.

    A clause is covered as often as literals of it are true, at least once. The covers are the solutions, and labels are
    numbers of variables, negative where they are false. A solution of `write_cnf` is one of them.

    Raises
    ------
    FormatError
        If the text is not CNF.

    Examples
    --------
    >>> sorted(read_cnf("p cnf 2 2\\n1 2 0\\n-1 -2 0\\n").solutions())
    [(-1, 2), (1, -2)]
    """
    n_variables, clauses = _read_clauses(text)
    options: dict[int, list[str]] = {}
    for variable in range(1, n_variables + 1):
        options[variable], options[-variable] = [f"x{variable}"], [f"x{variable}"]
    bounds: dict[str, tuple[int, int]] = {}
    for number, clause in enumerate(clauses, 1):
        if any(-literal in clause for literal in clause):
            continue  # always true
        bounds[f"c{number}"] = 1, max(1, len(clause))
        for literal in clause:
            options[literal].append(f"c{number}")
    primary = [*(f"x{variable}" for variable in range(1, n_variables + 1)), *bounds]
    return Cover(options, primary=primary, multiplicities=bounds)


def _read_clauses(text: str) -> tuple[int, list[set[int]]]:
    n_variables: int | None = None
    clauses: list[set[int]] = []
    clause = set[int]()
    for number, word in _words(text):
        if word.startswith("p cnf "):
            n_variables = int(word.split()[2])
            continue
        try:
            literal = int(word)
        except ValueError:
            raise FormatError(f"line {number}: expected a literal, found {shorten(word)!r}", line=number) from None
        if n_variables is None:
            raise FormatError(f"line {number}: expected p cnf and two numbers before clauses", line=number)
        if abs(literal) > n_variables:
            raise FormatError(f"line {number}: expected a literal up to {n_variables}, found {literal}", line=number)
        if literal:
            clause.add(literal)
        else:
            clauses.append(clause)
            clause = set()
    if n_variables is None:
        raise FormatError("expected a line with p cnf and two numbers, found none")
    if clause:
        raise FormatError("the last clause: expected 0 at its end, found the end of the text")
    return n_variables, clauses


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Yield the head and the literals, each with its line."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("c"):
            continue
        if line.startswith("p"):
            words = line.split()
            if (
                len(words) != 4
                or words[1] != "cnf"
                or not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words[2:])
            ):
                raise FormatError(
                    f"line {number}: expected p cnf and two numbers, found {shorten(line)!r}", line=number
                )
            yield number, " ".join(words)
        else:
            yield from ((number, word) for word in line.split())
