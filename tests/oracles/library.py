"""The reader of HoDoKu's library format: one technique on one board, and what it is to find there.

As a script it prints how many cases are met, strictly and laxly, of each family and each further library.

A line is ``:code-variant:digits:givens:deleted candidates:removes:places:extra:``, where a digit after a plus sign is
placed but no given, and a candidate is its digit, row, and column.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from farandole.grid import Grid
from farandole.logic import EXTRA, TECHNIQUES
from farandole.logic.board import Board, Candidate
from farandole.logic.step import Search, Step, Technique
from needs import SHARED

TECHNIQUE_OF = {technique.code: technique for technique in (*TECHNIQUES, *EXTRA) if technique.code}
FOLDER = SHARED / "logic"

# Where the digits of a case are those that go, not those of the pattern.
_BY_REMOVES = ("0706", "0707", "0708", "0709", "0710", "0711", "09", "1101", "1301", "1303")

# What HoDoKu's own test sets for a code, with its variant or without.
_OPTIONS: dict[str, dict[str, Any]] = {
    "0402-1": {"with_two": True},
    "0404": {"duals": True},
    "0405": {"with_two": True, "duals": True},
    **{f"060{n}-1": {"missing": False} for n in range(7)},
    **{f"060{n}-2": {"missing": True} for n in range(7)},
    **{f"03{kind}{size}": {"siamese": True} for kind in (1, 2, 4, 6) for size in (1, 2)},
    **{code: {"overlap": True} for code in ("0902-2", "0904-2")},
    "0903": {"ascending": False, "max_links": 6},
    "0903-2": {"ascending": False, "max_links": 6, "overlap": True},
    **{code: {"with_als": True} for code in ("0709-2", "0710-3", "0710-4", "0711-3", "0711-4")},
}

FAMILIES = {
    "00": "singles",
    "01": "locked candidates",
    "02": "subsets",
    "03": "fish",
    "04": "patterns of one digit",
    "05": "colors",
    "06": "uniqueness",
    "07": "chains, loops, AIC",
    "08": "wings",
    "09": "almost locked sets",
    "11": "Sue de Coq",
    "12": "templates",
    "13": "forcing chains and nets",
}


@dataclass(frozen=True)
class Case:
    """A line of a library.

    `code` is the technique's, without the variant, and without the 1 that marks a Siamese fish; `is_empty`: the
    technique must find nothing; `length`: the number of links of a chain.
    """

    line: str
    code: str
    variant: str
    is_siamese: bool
    digits: int
    givens: str
    deleted: tuple[Candidate, ...]
    removes: frozenset[Candidate]
    places: frozenset[Candidate]
    length: int | None

    @property
    def is_empty(self) -> bool:
        return self.variant == "x"

    @property
    def options(self) -> dict[str, Any]:
        """How HoDoKu's search is set for this case."""
        return _OPTIONS.get(f"{self.code}-{self.variant}") or _OPTIONS.get(self.code, {})

    def board(self) -> Board:
        """Place the digits in order of their cells, then strike what is deleted."""
        board = Board(_CLASSIC)
        cell, is_given = 0, True
        for sign in self.givens:
            if sign == "+":
                is_given = False
                continue
            if sign not in "0.":
                board.place(cell, int(sign))
                board.givens |= is_given << cell
            cell, is_given = cell + 1, True
        for cell, digit in self.deleted:
            board.eliminate(cell, digit)
        return board

    def concerns(self, step: Step) -> bool:
        """Whether a step is of the technique and about the digits of this case."""
        if step.technique.code != self.code or is_siamese(step) != self.is_siamese:
            return False
        return self.digits in (0, self._about(step))

    def equals(self, step: Step) -> bool:
        """Whether a step does what the case says."""
        if self.removes:
            return frozenset(step.eliminations) == self.removes
        return frozenset(step.placements) == self.places

    def is_lax(self, steps: Iterable[Step]) -> bool:
        """Whether one of the steps that concern the case equals it."""
        return any(self.concerns(step) and self.equals(step) for step in steps) != self.is_empty

    def is_strict(self, steps: Iterable[Step]) -> bool:
        """Whether there are steps that concern the case, and all equal it: HoDoKu's own rule, but for lengths."""
        found = [self.equals(step) for step in steps if self.concerns(step)]
        return not found if self.is_empty else bool(found) and all(found)

    def _about(self, step: Step) -> int:
        some = step.eliminations if step.eliminations and self.code.startswith(_BY_REMOVES) else ()
        return sum({1 << digit >> 1 for _, digit in some}) or step.reason.digits


_CLASSIC = Grid.classic()


def is_siamese(step: Step) -> bool:
    """Whether a fish has more covers than bases: those of two fish with the same bases."""
    reason = step.reason
    return step.technique.code.startswith("03") and len(reason.covers) > len(reason.houses)


def parse(line: str) -> Case:
    """Read a line."""
    fields = [*line.split("#")[0].strip().split(":"), "", "", "", ""]
    _, code, digits, givens, deleted, removes, places, length = fields[:8]
    code, _, variant = code.partition("-")
    return Case(
        line,
        code[:4],
        variant,
        len(code) == 5,
        sum(1 << int(digit) >> 1 for digit in set(digits) if digit != "x"),
        givens,
        tuple(_candidates(deleted)),
        frozenset(_candidates(removes)),
        frozenset(_candidates(places)),
        int(length) if length.isdigit() else None,
    )


def _candidates(text: str) -> Iterator[Candidate]:
    for some in text.split():
        digit, row, column = map(int, some)
        yield (row - 1) * 9 + column - 1, digit


@cache
def read(name: str = "reglib-1.4.txt") -> tuple[Case, ...]:
    """Read a library, by its name in the folder."""
    path = FOLDER / name
    return tuple(parse(line) for line in path.read_text().splitlines() if line.startswith(":"))


def libraries() -> list[str]:
    """Name the further libraries that hold cases; those of kraken fish are but a board."""
    names = [f"extra-libs/{path.name}" for path in sorted((FOLDER / "extra-libs").glob("*.txt"))]
    return [name for name in names if read(name) and "kraken" not in name]


def cases(*codes: str, name: str = "reglib-1.4.txt") -> list[Case]:
    """List the cases whose code starts so."""
    return [case for case in read(name) if case.code.startswith(codes)]


def steps_for(case: Case, search: Search | Technique) -> list[Step]:
    """Find all steps on the board of a case, with its options."""
    return list(search(case.board(), **case.options))


def _report() -> None:
    families: dict[str, list[Case]] = {}
    for case in read():
        families.setdefault(FAMILIES.get(case.code[:2], case.code), []).append(case)
    for name, some in (*families.items(), *((name, list(read(name))) for name in libraries())):
        found = [(case, steps_for(case, TECHNIQUE_OF[case.code]) if case.code in TECHNIQUE_OF else []) for case in some]
        strict, lax = (sum(rule(case, steps) for case, steps in found) for rule in (Case.is_strict, Case.is_lax))
        print(f"| {name} | {len(some)} | {strict} | {lax} |")


if __name__ == "__main__":
    _report()
