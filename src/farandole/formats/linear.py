"""Exact cover as an integer program: OPB for pseudo-Boolean solvers, LP and MPS for all others."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from farandole.cover import Cover
from farandole.errors import CoverError, FormatError, short_repr
from farandole.formats.knuth import cost_text
from farandole.formats.solver_rows import Row, Rows, make_rows
from farandole.lazy import regex


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


def read_opb(text: str) -> Cover:
    """Read an exact cover problem from the format OPB.

    Each constraint is an item, named ``r1`` and so on: it needs coefficients of 1. ``= 1`` is an item to cover once,
    ``= 2`` twice, ``>= 1`` at least once, and ``<= 1`` at most once. ``-1 x1 -1 x2 >= -1`` is ``<= 1``, because OPB
    often has no other sign. Each variable is an option, with its name as label and its cost from ``min:``.

    Raises
    ------
    FormatError
        If a line is not OPB, or not part of an exact cover; the message says where.

    Examples
    --------
    >>> sorted(read_opb(write_opb(Cover(["ab", "a", "b"]))).solutions())
    [('x1',), ('x2', 'x3')]
    >>> read_opb("+2 x1 +1 x2 = 1 ;")
    Traceback (most recent call last):
    ...
    farandole.errors.FormatError: line 1: expected coefficients that are all 1 or all -1, found 2 of x1
    """
    program = _Program()
    for number, line in enumerate(text.splitlines(), 1):
        if found := _HEAD.match(line):
            n = min(int(found[1]), len(text))  # a head may promise more than there is
            program.names = [f"x{k}" for k in range(1, n + 1)]
        body = line.partition("*")[0].strip()
        if not body:
            continue
        where = f"line {number}"
        if not body.endswith(";"):
            raise FormatError(f"{where}: expected a ; at the end, found {short_repr(body[-20:])}")
        body = body[:-1].strip()
        if body.startswith("min:"):
            program.costs = dict(_read_terms(body[4:], where))
            continue
        found = _OPB.fullmatch(body)
        if not found:
            raise FormatError(f"{where}: expected terms, a sign and a number, found {short_repr(body)}")
        program.add(f"r{len(program.rows) + 1}", _read_terms(found[1], where), found[2], int(found[3]), where)
    return program.cover()


def read_lp(text: str) -> Cover:
    """Read an exact cover problem from the LP format of CPLEX.

    Rows are items, by their names, and variables are options, as in `read_opb`. All variables have to be binary.

    Raises
    ------
    FormatError
        If it is not such a program; the message says where.

    Examples
    --------
    >>> read_lp(write_lp(Cover(["ab", "a", "b"], costs=[3, 1, 1.5]))).costs
    (3.0, 1.0, 1.5)
    """
    program = _Program()
    section = where = ""
    begun: list[str] = []  # the lines of a row that is not read yet
    binaries: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        body = line.partition("\\")[0].strip()
        head = " ".join(body.lower().split())
        if head in _SECTIONS:
            _expect_end(begun, where)
            section = _SECTIONS[head]
            continue
        if not body:
            continue
        if section in ("", "end"):
            raise FormatError(f"line {number}: expected Minimize, Subject To, Binary or End, found {short_repr(body)}")
        if section == "max":
            raise FormatError(
                f"line {number}: expected Minimize, because a cheapest cover is asked for; found Maximize"
            )
        if section == "binary":
            binaries |= set(body.split())
            continue
        where = f"line {number}"
        if section == "min":
            program.costs |= dict(_read_terms(body.rpartition(":")[2], where))
            continue
        begun.append(body)
        has_sign = [any(sign in line for sign in "<>=") for line in begun[-2:]]
        if not any(has_sign):
            continue  # a row ends with a sign and a number, which may be in the next line
        if found := _LP.fullmatch(" ".join(begun)):
            name = (found[1] or f"r{len(program.rows) + 1}").strip()
            sign = {"=<": "<=", "=>": ">=", "<": "<=", ">": ">="}.get(found[3], found[3])
            program.add(name, _read_terms(found[2], where), sign, int(found[4]), where)
            begun = []
        elif len(has_sign) > 1 and has_sign[0]:
            _expect_end(begun, where)
    _expect_end(begun, where)
    program.expect_binary(binaries)
    return program.cover()


def read_mps(text: str) -> Cover:
    """Read an exact cover problem from the format MPS, with fields between blanks.

    Rows are items and columns are options, as in `read_lp`. Columns are binary by bounds ``BV``, or by ``UP`` 1 between
    integer markers.

    Raises
    ------
    FormatError
        If it is not such a program; the message says where.

    Examples
    --------
    >>> read_mps(write_mps(Cover(["ab", "a", "b"], costs=[3, 1, 1.5]))).costs
    (3.0, 1.0, 1.5)
    """
    program, section, objective, is_integer = _Program(), "", "", False
    kinds: dict[str, str] = {}
    columns: dict[str, dict[str, float]] = {}
    right: dict[str, float] = {}
    integers: set[str] = set()
    binaries: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        words, where = line.split(), f"line {number}"
        if not words or line.startswith("*"):
            continue
        if not line[0].isspace():
            section = words[0].upper()
            if section not in ("NAME", "ROWS", "COLUMNS", "RHS", "BOUNDS", "ENDATA"):
                raise FormatError(f"{where}: expected a section of an exact cover, found {short_repr(words[0])}")
        elif section == "ROWS" and len(words) == 2 and words[0] in ("N", "E", "L", "G"):
            if words[0] == "N":
                objective = objective or words[1]
            else:
                kinds[words[1]] = {"E": "=", "L": "<=", "G": ">="}[words[0]]
        elif section == "COLUMNS" and "'MARKER'" in words:
            is_integer = "'INTORG'" in words
        elif section in ("COLUMNS", "RHS") and len(words) in (3, 5):
            held = columns.setdefault(words[0], {}) if section == "COLUMNS" else right
            if section == "COLUMNS" and is_integer:
                integers.add(words[0])
            for row, value in zip(words[1::2], words[2::2], strict=True):
                if row not in kinds and row != objective:
                    raise FormatError(f"{where}: expected one of the rows, found {short_repr(row)}")
                held[row] = _read_number(value, where)
        elif section == "BOUNDS" and words[0] == "BV" and len(words) in (3, 4):
            binaries.add(words[2])
        elif section == "BOUNDS" and len(words) == 4 and (words[0], _read_number(words[3], where)) in _BINARY_BOUNDS:
            binaries |= {words[2]} & integers if words[0] == "UP" else set()
        else:
            raise FormatError(f"{where}: expected a line of {section or 'NAME'}, found {short_repr(line)}")
    terms: dict[str, list[tuple[str, float]]] = {row: [] for row in kinds}
    for name, values in columns.items():
        program.costs[name] = values.pop(objective, 0.0)
        for row, factor in values.items():
            terms[row].append((name, factor))
    for row, sign in kinds.items():
        program.add(row, terms[row], sign, right.get(row, 0.0), f"row {row}")
    program.expect_binary(binaries)
    return program.cover()


_BINARY_BOUNDS = (("UP", 1.0), ("LO", 0.0))
_HEAD = regex(r"\* #variable= *([0-9]{1,9})")
_OPB = regex(r"(.*?)\s*(>=|<=|=)\s*([-+]?[0-9]{1,9})")
_LP = regex(r"(?:([^:]*):)?\s*([^<>=]*?)\s*(<=|>=|=<|=>|<|>|=)\s*([-+]?[0-9]{1,9})")
_TERM = regex(r"\s*([-+]?)\s*([0-9.]+(?:[eE][-+]?[0-9]+)?)?\s*([A-Za-z_!#$%&(),;?@'`{}~][^\s+<>=:*^-]*)")
_SECTIONS = {
    **dict.fromkeys(("minimize", "minimise", "minimum", "min"), "min"),
    **dict.fromkeys(("maximize", "maximise", "maximum", "max"), "max"),
    **dict.fromkeys(("subject to", "such that", "st", "s.t.", "st."), "rows"),
    **dict.fromkeys(("binary", "binaries", "bin"), "binary"),
    "end": "end",
}


class _Program:
    """The rows and the costs of an integer program that is an exact cover.

    Attributes
    ----------
    rows : dict from str to (variables, low, high)
        ``high`` is None without a limit.
    costs : dict from variables to numbers
    names : list of str
        Variables that may be in no row.
    """

    def __init__(self) -> None:
        self.rows: dict[str, tuple[list[str], int, int | None]] = {}
        self.costs: dict[str, float] = {}
        self.names: list[str] = []

    def add(self, name: str, terms: list[tuple[str, float]], sign: str, right: float, where: str) -> None:
        """Add a row, whose coefficients are all 1 or all -1."""
        unit = -1 if terms and terms[0][1] == -1 else 1
        for variable, value in terms:
            if value != unit:
                message = f"{where}: expected coefficients that are all 1 or all -1, found {value:g} of {variable}"
                raise FormatError(message)
        variables = [variable for variable, _ in terms]
        if len(set(variables)) < len(variables):
            raise FormatError(f"{where}: expected each variable once")
        if unit < 0:
            sign, right = {"<=": ">=", ">=": "<="}.get(sign, sign), -right
        if right != int(right):
            raise FormatError(f"{where}: expected a whole number on the right, found {right:g}")
        if name in self.rows:
            raise FormatError(f"{where}: expected another name for a row, because {name} is the name of an earlier one")
        bounds = {"=": (int(right), int(right)), "<=": (0, int(right)), ">=": (int(right), None)}[sign]
        self.rows[name] = (variables, *bounds)

    def expect_binary(self, binaries: set[str]) -> None:
        """Refuse variables that can hold other numbers than 0 and 1."""
        self.names += sorted(binaries)
        for variables, _, _ in self.rows.values():
            for variable in variables:
                if variable not in binaries:
                    raise FormatError(f"{variable}: expected a binary variable, found none of that name among them")

    def cover(self) -> Cover:
        """Make the problem: an item of each row, an option of each variable."""
        options: dict[str, list[str]] = {}
        primary: list[str] = []
        secondary: list[str] = []
        several: dict[str, tuple[int, int]] = {}
        for name, (variables, low, high) in self.rows.items():
            if high is not None and high < max(low, 0):
                raise FormatError(f"{name}: expected a number from 0 on the right, found {high}")
            most = len(variables) if high is None else min(high, len(variables))
            if (low, high) == (0, 1):
                secondary.append(name)
            else:
                primary.append(name)
                if (low, high) != (1, 1):
                    several[name] = (max(low, 0), max(most, low, 0))
            for variable in variables:
                options.setdefault(variable, []).append(name)
        for variable in dict.fromkeys([*self.names, *self.costs]):
            if variable not in options:  # an option that may be chosen whatever the others are
                options[variable] = [f"{variable} alone"]
                secondary.append(f"{variable} alone")
        costs = {variable: self.costs.get(variable, 0.0) for variable in options} if any(self.costs.values()) else None
        try:
            return Cover(options, primary=primary, secondary=secondary, multiplicities=several, costs=costs)
        except CoverError as error:
            raise FormatError(f"not an exact cover: {error}") from None


def _read_terms(text: str, where: str) -> list[tuple[str, float]]:
    """Read a sum: each variable with its coefficient."""
    place, terms = 0, []
    text = text.strip()
    while place < len(text):
        found = _TERM.match(text, place)
        if not found:
            raise FormatError(
                f"{where}: expected a number and a variable, found {short_repr(text[place : place + 20])}"
            )
        value = _read_number(found[2] or "1", where)
        terms.append((found[3], -value if found[1] == "-" else value))
        place = found.end()
    return terms


def _read_number(text: str, where: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise FormatError(f"{where}: expected a number, found {short_repr(text)}")
    return number


def _expect_end(begun: list[str], where: str) -> None:
    if begun:
        raise FormatError(f"{where}: expected terms, a sign and a number, found {short_repr(' '.join(begun))}")


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
