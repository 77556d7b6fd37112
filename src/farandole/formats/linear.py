"""Exact cover as an integer program: OPB for pseudo-Boolean solvers, LP and MPS for all others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from farandole.cover import Cover
from farandole.errors import CoverError
from farandole.formats.knuth import cost_text
from farandole.formats.solver_rows import Row, Rows, make_rows


def write_opb(cover: Cover) -> str:
    """Write an exact cover problem in the format OPB.

    Variable ``x1`` is the first option. There are as many solutions as covers.

    Raises
    ------
    CoverError
        If a cost is not a whole number.

    Examples
    --------
    >>> print(write_opb(Cover(["ab", "a", "b"], costs=[3, 1, 1])), end="")
    * #variable= 3 #constraint= 2
    min: +3 x1 +1 x2 +1 x3 ;
    +1 x1 +1 x2 = 1 ;
    +1 x1 +1 x3 = 1 ;
    """
    found = _rows_of(cover)
    for label, cost in zip(cover.labels, found.costs, strict=True):
        if not cost.is_integer():
            raise CoverError(f"OPB has whole costs only, and option {label!r} costs {cost!r}")
    lines = [f"{' '.join(f'{a:+d} x{k}' for k, a in terms)} {sign} {right} ;" for terms, sign, right in _linear(found)]
    if any(found.costs):
        lines.insert(0, f"min: {' '.join(f'{int(cost):+d} x{k}' for k, cost in enumerate(found.costs, 1) if cost)} ;")
        n_rows = len(lines) - 1
    else:
        n_rows = len(lines)
    return "\n".join([f"* #variable= {found.n_variables} #constraint= {n_rows}", *lines]) + "\n"


def write_lp(cover: Cover) -> str:
    """Write an exact cover problem in the LP format of CPLEX, which most solvers of integer programs read.

    Examples
    --------
    >>> print(write_lp(Cover(["ab", "a", "b"], costs=[3, 1, 1.5])), end="")
    Minimize
     cost: 3 x1 + 1 x2 + 1.5 x3
    Subject To
     r1: 1 x1 + 1 x2 = 1
     r2: 1 x1 + 1 x3 = 1
    Binary
     x1
     x2
     x3
    End
    """
    found = _rows_of(cover)
    costs = _sum((k, cost) for k, cost in enumerate(found.costs, 1) if cost) or "0 x1"
    rows = [f" r{n}: {_sum(terms)} {sign} {right}" for n, (terms, sign, right) in enumerate(_linear(found), 1)]
    variables = [f" x{k}" for k in range(1, found.n_variables + 1)]
    return "\n".join(["Minimize", f" cost: {costs}", "Subject To", *rows, "Binary", *variables, "End"]) + "\n"


def write_mps(cover: Cover) -> str:
    """Write an exact cover problem in the format MPS, with fields between blanks.

    Examples
    --------
    >>> print(write_mps(Cover(["ab", "a"])), end="")
    NAME cover
    ROWS
     N cost
     E r1
     E r2
    COLUMNS
     x1 cost 0 r1 1
     x1 r2 1
     x2 cost 0 r1 1
    RHS
     rhs r1 1
     rhs r2 1
    BOUNDS
     BV bound x1
     BV bound x2
    ENDATA
    """
    found = _rows_of(cover)
    linear = list(_linear(found))
    kinds = {"=": "E", "<=": "L", ">=": "G"}
    columns: list[list[str]] = [[f"cost {cost_text(cost)}"] for cost in found.costs]
    columns += [["cost 0"] for _ in range(found.n_variables - len(columns))]
    for n, (terms, _, _) in enumerate(linear, 1):
        for k, a in terms:
            columns[k - 1].append(f"r{n} {a}")
    pairs = [
        f" x{k} {' '.join(column[at : at + 2])}"
        for k, column in enumerate(columns, 1)
        for at in range(0, len(column), 2)
    ]
    return "\n".join([
        "NAME cover", "ROWS", " N cost", *(f" {kinds[sign]} r{n}" for n, (_, sign, _) in enumerate(linear, 1)),
        "COLUMNS", *pairs, "RHS", *(f" rhs r{n} {right}" for n, (_, _, right) in enumerate(linear, 1) if right),
        "BOUNDS", *(f" BV bound x{k}" for k in range(1, found.n_variables + 1)), "ENDATA",
    ]) + "\n"  # fmt: skip


Terms = list[tuple[int, int]]


def _linear(found: Rows) -> Iterator[tuple[Terms, str, int]]:
    """Yield constraints: pairs of a variable and its coefficient, a sign, and the right side."""
    for row in found.rows:
        yield from _bounds(row)
    for color, options in found.colors:
        for option in options:
            yield [(option, -1), (color, 1)], ">=", 0
        yield [*((option, 1) for option in options), (color, -1)], ">=", 0


def _bounds(row: Row) -> Iterator[tuple[Terms, str, int]]:
    low, high, variables = row
    terms = [(variable, 1) for variable in variables]
    if not terms:
        if low > 0:  # a row that nothing can satisfy
            yield [(1, 1)], ">=", 2
    elif low == high:
        yield terms, "=", low
    else:
        if low > 0:
            yield terms, ">=", low
        if high is not None and high < len(variables):
            yield terms, "<=", high


def _sum(terms: Iterable[tuple[int, float]]) -> str:
    text = " ".join(f"{'-' if a < 0 else '+'} {cost_text(abs(float(a)))} x{k}" for k, a in terms)
    return text.removeprefix("+ ")


def _rows_of(cover: Cover) -> Rows:
    if not cover.labels:
        raise CoverError("expected options, because a program without variables can't be written; found none")
    return make_rows(cover)
