"""Read the answers of language models: a grid in any layout, or moves, with prose around them.

Every reader takes a time that grows with the length of the text and no faster, because answers may be hostile.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from farandole.grid import DIGITS, Cell, Grid
from farandole.lazy import regex
from farandole.records import record

MAX_READ = 200_000  # characters: of a longer answer, the last ones count
MAX_JSON = 50_000  # characters of a JSON value
MAX_VALUES = 50  # JSON values that are read, from the last one
MAX_DEPTH = 8

_EMPTY = ".0_*?-"
_THOUGHTS = regex(r"</think(?:ing)?>", re.IGNORECASE)
_TAG = regex(r"<answer>", re.IGNORECASE)
_END_TAG = regex(r"</answer>", re.IGNORECASE)
_LABEL = regex(r"(?m)^[ >*_#`]{0,9}(?:final )?answer[ *_`]{0,4}:", re.IGNORECASE)
_BOXED = regex(r"\\boxed\s{0,3}\{")
_COMMAND = regex(r"\\(?:begin|end)\s*\{[a-z*]{1,20}\}(?:\{[clr|@{} ]{0,60}\})?|\\hline|(?<!\\)\\[,;: ]")
_ROW_LABEL = regex(
    r"^\s*(?:[-*|]\s+)?(?:\*\*)?(?:row|r)?\s*#?[0-9]{1,2}\s*(?:\*\*)?\s*[:.)=|│](?:\*\*)?", re.IGNORECASE
)
_FRAME = regex(r"[|│┃║¦&;,/\s+─━═┄┈\u2500-\u257f\[\](){}\"'`$]+")
_RULE = regex(r"[-=+|:\s─-╿~]*")
_MOVE = regex(
    r"(?:\br\s?([0-9]{1,2})\s?c\s?([0-9]{1,2})|\brow\s+([0-9]{1,2})\s*,?\s*(?:and\s+)?col(?:umn)?\s+([0-9]{1,2})"
    r"|\(\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*\))\)?[\s\"'`*]{0,4}"
    r"(?:=|:|->|→|\bis\b|\bmust be\b|\bshould be\b)[\s\"'`*]{0,4}([0-9]{1,2}|[A-Za-z])(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_MOVES_ONLY = regex(r"[\s,;.\"'`{}\[\]*]*")


@record
class Answer:
    """What an answer says.

    Parameters
    ----------
    digits : tuple of int
        The digit of each cell, row by row; 0 where the answer says nothing.
    layout : str
        How it was written: ``grid``, ``moves``, or "" if nothing was found.
    last : tuple of (cell, digit)
        The moves of the last line that has moves, or all digits of a grid.
    """

    digits: tuple[int, ...]
    layout: str
    last: tuple[tuple[Cell, int], ...] = ()


def read_answer(text: object, grid: Grid) -> Answer:
    """Read the grid or the moves that an answer ends with.

    What counts, if present: what follows ``</think>``, the last ``<answer>`` or the last line that begins with
    ``Answer:``, and the last ``\\boxed{...}``. There, the last complete grid is the answer; if there is none, the
    moves; if there are none, the grid with the fewest empty cells.

    Parameters
    ----------
    text : str
        The answer. Anything else, and a text without a grid or a move, says nothing.
    grid : Grid
        A square grid.

    Returns
    -------
    Answer

    Examples
    --------
    >>> grid = Grid.classic(4)
    >>> read_answer("The rows are\\n1 2 | 3 4\\n3 4 | 1 2\\n----+----\\n2 1 | 4 3\\n4 3 | 2 1\\nDone.", grid).digits[:4]
    (1, 2, 3, 4)
    >>> read_answer('{"r1c1": 1, "r2c3": 4}', grid).last
    ((0, 1), (6, 4))
    """
    nothing = Answer((0,) * grid.n_cells, "")
    if not isinstance(text, str):
        return nothing
    plain = _simplify(text[-MAX_READ:])
    for part in _narrow(plain):
        if (answer := _read_part(part, grid)) is not None:
            return answer
    return nothing


def _simplify(text: str) -> str:
    """Replace the digits of other scripts by ASCII ones, and remove marks that pictures of digits have."""
    odd = {sign for sign in set(text) if sign > "\x7f" or sign < " "}
    table: dict[int, str] = {0xFE0F: "", 0x20E3: ""}
    for sign in odd:
        value = unicodedata.decimal(sign, None)
        if value is not None:
            table[ord(sign)] = str(value)
        elif sign in "\u2028\u2029\x0b\x0c\x85\r":
            table[ord(sign)] = "\n"
        elif sign.isspace() and sign not in "\n\t":
            table[ord(sign)] = " "
    text = text.replace("\r\n", "\n").translate(table)
    return _COMMAND.sub(" ", text.replace("<br>", "\n"))


def _narrow(text: str) -> Iterator[str]:
    """Yield the parts of a text that may be the answer, the likeliest first; the last one is all of it."""
    thoughts = [match.end() for match in _THOUGHTS.finditer(text)]
    whole = text[thoughts[-1] :] if thoughts else text
    ends = [match.end() for match in _TAG.finditer(whole)]
    if ends:
        part = whole[ends[-1] :]
        end = _END_TAG.search(part)
        yield part[: end.start()] if end else part
    starts = [match.end() for match in _BOXED.finditer(whole)]
    if starts:
        yield _in_braces(whole[starts[-1] :])
    labels = [match.end() for match in _LABEL.finditer(whole)]
    if labels:
        yield whole[labels[-1] :]
    yield whole


def _in_braces(text: str) -> str:
    """Return the text up to the brace that closes one opened before it."""
    depth = 1
    for match in regex(r"[{}]").finditer(text):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return text[: match.start()]
    return text


def _read_part(text: str, grid: Grid) -> Answer | None:
    """Read the answer in a part of the text; None if it has none."""
    grids = [*_grids_of_json(text, grid), *_grids_of_lines(text, grid)]
    complete = [found for found in grids if all(found[1])]
    if complete:
        digits = max(complete, key=lambda found: found[0])[1]
        return _of_grid(digits)
    moves, last = _moves(text, grid)
    if moves:
        values = tuple(moves.get(cell, 0) for cell in range(grid.n_cells))
        return Answer(values, "moves", tuple(last.items()))
    if grids:
        return _of_grid(max(grids, key=lambda found: (sum(map(bool, found[1])), found[0]))[1])
    return None


def _of_grid(digits: Sequence[int]) -> Answer:
    cells = tuple((cell, digit) for cell, digit in enumerate(digits) if digit)
    return Answer(tuple(digits), "grid", cells)


# ── Lines ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _grids_of_lines(text: str, grid: Grid) -> Iterator[tuple[int, list[int]]]:
    """Yield the grids that lines draw, with the place where each ends."""
    n, n_cells = grid.n_digits, grid.n_cells
    rows: list[list[int]] = []
    place = 0
    for line in text.replace("\\\\", "\n\n").split("\n"):
        place += len(line) + 1
        if len(line) > 8 * n_cells + 100:
            rows = []
            for word in line.split():
                if (found := _values(word, n_cells, n)) is not None:
                    yield place, found
            continue
        if _RULE.fullmatch(line):
            continue
        row = _values(line, n, n) or _values(_ROW_LABEL.sub("", line), n, n)
        if row is not None:
            rows.append(row)
            if len(rows) >= n:
                yield place, [digit for each in rows[-n:] for digit in each]
            continue
        rows = []
        if len(line) < n_cells:
            continue
        for piece in dict.fromkeys((line, line.rpartition(":")[2], *line.split())):
            found = _values(piece, n_cells, n)
            if found is not None:
                yield place, found


def _values(text: str, n_values: int, n: int) -> list[int] | None:
    """Read digits with or without separators; None if the text isn't exactly that many digits."""
    tokens = [token for token in _FRAME.split(text) if token]
    if not tokens or len(tokens) > n_values:
        return None
    if len(tokens) == n_values:
        values = [_value(token, n) for token in tokens]
        if None not in values:
            return [value for value in values if value is not None]
    signs = "".join(tokens)
    if len(signs) == n_values + 1 and signs[-1] == ".":
        signs = signs[:-1]
    if len(signs) != n_values or len(tokens) == n_values:
        return None
    single = [_value(sign, n) for sign in signs]
    return None if None in single else [value for value in single if value is not None]


def _value(token: str, n: int) -> int | None:
    """Read a digit, or 0 for an empty cell; None if it is neither."""
    if len(token) == 1:
        if token in _EMPTY:
            return 0
        number = DIGITS.find(token.upper()) + 1
        return number if 1 <= number <= n else None
    if len(token) == 2 and token.isascii() and token.isdigit():
        number = int(token)
        return number if 0 <= number <= n else None
    return None


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _grids_of_json(text: str, grid: Grid) -> Iterator[tuple[int, list[int]]]:
    """Yield the grids in the last JSON values of a text, with the place where each ends."""
    for start, end in _spans(text)[-MAX_VALUES:]:
        piece = text[start:end]
        try:
            value = json.loads(piece if '"' in piece or "'" not in piece else piece.replace("'", '"'))
        except (ValueError, RecursionError):
            continue
        for digits in _grids_in(value, grid, 0):
            yield end, digits


def _spans(text: str) -> list[tuple[int, int]]:
    """Find the outermost pairs of brackets, without those that are too long or too deep."""
    spans: list[tuple[int, int, int]] = []
    open_: list[tuple[str, int]] = []
    for match in regex(r"[\[\]{}]").finditer(text):
        sign, place = match[0], match.start()
        if sign in "[{":
            open_.append((sign, place))
            continue
        if not open_ or open_[-1][0] != ("[" if sign == "]" else "{"):
            open_ = []
            continue
        start = open_.pop()[1]
        depth = 0
        while spans and spans[-1][0] > start:
            depth = max(depth, spans.pop()[2])
        spans.append((start, place + 1, depth + 1))
    return [(start, end) for start, end, depth in spans if end - start <= MAX_JSON and depth <= MAX_DEPTH]


def _grids_in(value: Any, grid: Grid, depth: int) -> Iterator[list[int]]:
    """Yield the grids in a JSON value: rows, a list of all cells, a text, or any of these under a key."""
    if depth > MAX_DEPTH:
        return
    if isinstance(value, str):
        yield from (digits for _, digits in _grids_of_lines(value, grid))
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _grids_in(item, grid, depth + 1)
        rows = [_json_values(item, grid.n_digits, grid.n_digits) for item in value.values()]
        if len(rows) == grid.n_digits and None not in rows:
            yield [digit for row in rows if row is not None for digit in row]
    elif isinstance(value, list):
        flat = _json_values(value, grid.n_cells, grid.n_digits)
        rows = [_json_values(item, grid.n_digits, grid.n_digits) for item in value]
        if flat is not None:
            yield flat
        elif len(rows) == grid.n_digits and None not in rows:
            yield [digit for row in rows if row is not None for digit in row]
        else:
            for item in value:
                if isinstance(item, list | dict):
                    yield from _grids_in(item, grid, depth + 1)


def _json_values(value: Any, n_values: int, n: int) -> list[int] | None:
    """Read a list or a text of digits; None if it isn't one of that length."""
    if isinstance(value, str):
        return _values(value, n_values, n)
    if not isinstance(value, list) or len(value) != n_values:
        return None
    found: list[int] = []
    for item in value:
        if item is None or item == "":
            found.append(0)
        elif type(item) is int and 0 <= item <= n:
            found.append(item)
        elif isinstance(item, str) and (digit := _value(item.strip(), n)) is not None:
            found.append(digit)
        else:
            return None
    return found


# ── Moves ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _moves(text: str, grid: Grid) -> tuple[dict[Cell, int], dict[Cell, int]]:
    """Read all moves, later ones instead of earlier ones, and those of the last line that has any."""
    n = grid.n_digits
    moves: dict[Cell, int] = {}
    last: dict[Cell, int] = {}
    end = -1
    for match in _MOVE.finditer(text):
        row, column = (int(number) for number in match.groups()[:6] if number)
        digit = _value(match[7], n)
        if not (1 <= row <= n and 1 <= column <= n and digit):
            continue
        cell = (row - 1) * n + column - 1
        moves[cell] = digit
        between = text[end : match.start()] if end >= 0 else "\n"
        if "\n" in between and not (last and _MOVES_ONLY.fullmatch(between)):
            last = {}
        last[cell] = digit
        end = match.end()
    return moves, last
