"""Reads proofs by totals, sentence by sentence, against the candidates of their board: slow, obvious, on its own."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from farandole.logic import Board, Step
from farandole.rules import Rule

CELL = r"r\d+c\d+"
CELLS = rf"{CELL}(?:, {CELL})*(?: (?:and|or) {CELL})?"
NO_CAGE = rf"({CELLS}), in none of these cages, ha(?:s|ve)"
NUMBERS = r"\d+(?:, \d+)*(?: (?:and|or) \d+)?"
SUM = r"\d+(?:\+\d+)+"
SUMS = rf"{SUM}(?:, {SUM})*(?: (?:and|or) {SUM})?"
MORE = r"\d+ more than|\d+ less than|as much as"
TERM = rf"(?:\d+·)?{CELL}"
FORMULA = rf"−?{TERM}(?: [+−] {TERM})*"
LACK = rf"(no place|only {CELLS}) for ({NUMBERS})"


class TotalsReader:
    """Judges a proof by cages; what is not so, or not understood, is an AssertionError.

    Parameters
    ----------
    board : Board
        As it is before the step.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        grid = board.geometry.grid
        self.cell_of = {grid.cell_name(cell): cell for cell in range(grid.n_cells)}
        self.house_of = {house.name: set(house.cells) for house in grid.houses}
        self.cages = [(self.set_of(cage.cells), cage.total) for cage in board.cages]
        self.rule_of = {rule.describe_at(" ".join(map(grid.cell_name, rule.scope))): rule for rule in board.rules}
        self.counted: list[tuple[dict[int, int], int]] = []  # sums of rules that the proof names
        self.region: set[int] = set()
        self.of_cages = self.of_houses = 0
        self.signs: dict[int, int] = {}  # of the cells that are reckoned with
        self.total = 0
        self.held: dict[int, int] = {}  # of those, the digits that are known
        self.sets: list[set[int]] | None = None  # of digits that have the total
        self.ruled_out: set[tuple[int, int]] = set()
        self.rules_of_step: Sequence[Rule] = ()
        self.is_closed = False  # whether nothing else than what was listed is there
        self.must: tuple[int, set[int]] | None = None  # a digit, and where it must be

    def judge(self, proof: str, step: Step) -> int:
        """Judge a proof; count its sentences."""
        said = proof.removesuffix(".").removeprefix(f"{step.technique.name}. ")
        head, _, conclusion = said.rpartition(": ")
        sentences = head.split(". ")
        self.rules_of_step = step.reason.rules
        for sentence in sentences:
            self.read(sentence)
        claims = [re.fullmatch(rf"({CELLS}) can't be ({NUMBERS})", claim) for claim in conclusion.split("; ")]
        assert all(claims), conclusion
        goes = {
            (cell, digit)
            for cells, digits in (claim.groups() for claim in claims if claim)
            for digit in self.numbers(digits)
            for cell in self.cells(cells)
        }
        assert goes == set(step.eliminations), conclusion
        for cell, digit in goes:
            assert self.masks(cell) >= {digit}
            assert self.is_excluded(cell, digit), f"{digit} in {self.board.geometry.grid.cell_name(cell)}: {proof}"
        return len(sentences) + 1

    def is_excluded(self, cell: int, digit: int) -> bool:
        """Say whether the sentences so far give a reason against a candidate."""
        if self.must:
            return digit == self.must[0] and all(self.sees(cell, place) for place in self.must[1])
        if (cell, digit) in self.ruled_out:
            return True
        if not self.is_closed or cell not in self.signs:
            return False
        if len(self.signs) == 1:
            return self.signs[cell] * digit != self.total
        return self.sets is not None and not any(digit in some for some in self.sets)

    def read(self, sentence: str) -> None:
        """Take a sentence in, and judge what it claims."""
        for pattern, judge in (
            (rf"The cage of ({CELLS}) adds up to (\d+)", self.cage),
            (rf"The cage of ({CELLS}) adds up to (\d+), and whatever it holds, (\d+) is in it", self.must_hold),
            (rf"So (\d+) is in ({CELLS}), and in no cell that sees all of these", self.is_in),
            (r"The digits of (.+) add up to (\d+), and those of the cages there to (-?\d+)", self.houses),
            (r"The digits of (.+) add up to (\d+)", self.houses_alone),
            (r"Count the sums of rules there", self.count_all),
            (rf"So ({FORMULA}) = (-?\d+)", self.leaves),
            (rf"So {NO_CAGE} the other (\d+)", self.innies),
            (rf"So ({CELLS}), outside of them, ha(?:s|ve) the extra (\d+)", self.outies),
            (rf"So {NO_CAGE} ({MORE}) ({CELLS}), outside", self.both),
            (rf"({CELL} is \d+(?:, {CELL} is \d+)*(?: and {CELL} is \d+)?), so (.+)", self.filled),
            (rf"That is ({SUMS})", self.list_sets),
            (rf"({SUMS}) ha(?:s|ve) {LACK}", self.lacks),
            (rf"With ({NUMBERS}) in ({CELL}), (.+)", self.tried),
            (r"So (nothing else is there|that can't be(?:, and no other digit is there)?)", self.closes),
        ):
            if found := re.fullmatch(pattern, sentence):
                judge(*found.groups())
                return
        if set(sentence.split("; ")) <= set(self.rule_of):
            self.count([self.rule_of[described] for described in sentence.split("; ")])
            return
        raise AssertionError(f"not understood: {sentence}")

    # ── What there is ───────────────────────────────────────────────────────────────────────────────────────────

    def cage(self, cells: str, total: str) -> None:
        some = self.cells(cells)
        assert (some, int(total)) in self.cages
        self.signs, self.total = dict.fromkeys(some, 1), int(total)

    def must_hold(self, cells: str, total: str, digit: str) -> None:
        self.cage(cells, total)
        assert all(int(digit) in filling.values() for filling in self.fillings())
        self.must = int(digit), {cell for cell in self.signs if int(digit) in self.masks(cell)}

    def is_in(self, digit: str, cells: str) -> None:
        assert self.must == (int(digit), self.cells(cells))

    def houses(self, names: str, whole: str, of_cages: str) -> None:
        self.houses_alone(names, whole)
        self.of_cages = int(of_cages)

    def houses_alone(self, names: str, whole: str) -> None:
        kinds = re.findall(r"(row|column|box|region)(?:e?s)? (\d+(?:, \d+)*(?: and \d+)?)", names)
        houses = [self.house_of[f"{kind} {number}"] for kind, some in kinds for number in re.findall(r"\d+", some)]
        assert houses
        assert all(one.isdisjoint(other) for one, other in combinations(houses, 2))
        n = self.board.geometry.n_digits
        assert all(len(house) == n for house in houses)
        self.region = set().union(*houses)
        self.of_houses = int(whole)
        assert self.of_houses == len(houses) * sum(range(1, n + 1))

    def count_all(self) -> None:
        self.count(self.rules_of_step)

    def count(self, rules: Sequence[Rule]) -> None:
        for rule in rules:
            for cells, coefficients, total in rule.equations(self.board.geometry.grid):
                self.counted.append((dict(zip(cells, coefficients, strict=True)), total))

    def leaves(self, formula: str, total: str) -> None:
        """The houses and whole multiples of the sums have to give exactly this."""
        self.signs, self.total = self.terms(formula), int(total)
        rest = {
            cell: self.signs.get(cell, 0) - (cell in self.region) for cell in self.signs | dict.fromkeys(self.region)
        }
        rows = [
            [Fraction(sum_of_rule.get(cell, 0)) for sum_of_rule, _ in self.counted] for cell in self.cell_of.values()
        ]
        for row, cell in zip(rows, self.cell_of.values(), strict=True):
            row.append(Fraction(rest.get(cell, 0)))
        rows.append([*(Fraction(number) for _, number in self.counted), Fraction(self.total - self.of_houses)])
        assert is_solvable(rows), formula

    def innies(self, cells: str, total: str) -> None:
        self.disagree(self.cells(cells), set(), int(total))

    def outies(self, cells: str, total: str) -> None:
        self.disagree(set(), self.cells(cells), -int(total))

    def both(self, innies: str, more: str, outies: str) -> None:
        self.disagree(self.cells(innies), self.cells(outies), self.difference(more))

    def disagree(self, innies: set[int], outies: set[int], total: int) -> None:
        assert innies <= self.region
        assert outies.isdisjoint(self.region)
        assert total == self.of_houses - self.of_cages
        covered = self.region - innies | outies
        assert self.can_be_made_of_cages(covered, self.of_cages), "no such cages"
        self.signs = dict.fromkeys(innies, 1) | dict.fromkeys(outies, -1)
        self.total = total

    def can_be_made_of_cages(self, cells: set[int], total: int) -> bool:
        if not cells:
            return total == 0
        some = [(cage, of_cage) for cage, of_cage in self.cages if min(cells) in cage and cage <= cells]
        return any(self.can_be_made_of_cages(cells - cage, total - of_cage) for cage, of_cage in some)

    def filled(self, known: str, relation: str) -> None:
        held = {self.cell_of[name]: int(digit) for name, digit in re.findall(rf"({CELL}) is (\d+)", known)}
        assert held == {cell: self.board.values[cell] for cell in self.signs if self.board.values[cell]}
        self.held = held
        self.total -= sum(self.signs[cell] * digit for cell, digit in held.items())
        self.signs = {cell: sign for cell, sign in self.signs.items() if cell not in held}
        assert self.totals(relation, set(self.signs)) == [self.total]

    # ── By sets ─────────────────────────────────────────────────────────────────────────────────────────────────

    def list_sets(self, sums: str) -> None:
        cells = list(self.signs)
        assert all(self.sees(one, other) for one, other in combinations(cells, 2))
        assert len(set(self.signs.values())) == 1
        taken = {digit for filled, digit in self.held.items() if all(self.sees(filled, cell) for cell in cells)}
        digits = set(range(1, self.board.geometry.n_digits + 1)) - taken
        self.sets = [set(some) for some in combinations(sorted(digits), len(cells)) if sum(some) == abs(self.total)]
        assert self.sums(sums) == self.sets

    def lacks(self, sums: str, places: str, digits: str) -> None:
        assert self.sets is not None
        for some in self.sums(sums):
            assert some in self.sets
            self.judge_lack(some, set(self.signs), places, digits)
            self.sets.remove(some)

    def judge_lack(self, some: set[int], cells: set[int], places: str, digits: str) -> None:
        numbers = self.numbers(digits)
        assert numbers <= some
        found = {cell for cell in cells if self.masks(cell) & numbers}
        assert found == self.cells(places.removeprefix("only ") if places.startswith("only") else "")
        assert len(found) < len(numbers)

    # ── By trying ───────────────────────────────────────────────────────────────────────────────────────────────

    def tried(self, digits: str, name: str, what: str) -> None:
        cell, numbers = self.cell_of[name], self.list_of_numbers(digits)
        others = set(self.signs) - {cell}
        assert cell in self.signs
        if found := re.findall(rf"(?:({SUM}) has|there is) {LACK}", what):
            assert self.sets is not None
            for digit in numbers:
                left = [some for some in self.sets if digit in some]
                assert left
                assert [self.sums(some)[0] if some else self.sets[0] for some, *_ in found] == left
                for some, (*_, places, lacked) in zip(left, found, strict=True):
                    self.judge_lack(some - {digit}, others, places, lacked)
        else:
            self.judge_rest(cell, numbers, others, what)
        self.ruled_out.update((cell, digit) for digit in numbers)

    def judge_rest(self, cell: int, numbers: list[int], others: set[int], what: str) -> None:
        signs = {self.signs[other] for other in others}
        left = [self.total - self.signs[cell] * digit for digit in numbers]
        each = [sum(self.signs[c] * digit for c, digit in filling.items()) for filling in self.fillings(others)]
        few = rf"({CELLS}) would have at most (-?\d+), and that is less than the (\d+) that they need"
        many = rf"({CELLS}) would need at least (-?\d+), and that is more than the (\d+) that they can have"
        if found := re.fullmatch(few, what):
            [sign] = signs
            assert (self.cells(found[1]), int(found[2])) == (others, max(sign * total for total in left))
            assert int(found[3]) == min(sign * total for total in each) > int(found[2])
        elif found := re.fullmatch(many, what):
            [sign] = signs
            assert (self.cells(found[1]), int(found[2])) == (others, min(sign * total for total in left))
            assert int(found[3]) == max(sign * total for total in each) < int(found[2])
        elif found := re.fullmatch(
            rf"({FORMULA}) would be at (most|least) (-?\d+), but it is at (?:least|most) (-?\d+)", what
        ):
            assert self.terms(found[1]) == {other: self.signs[other] for other in others}
            if found[2] == "most":
                assert max(left) == int(found[3]) < int(found[4]) == min(each)
            else:
                assert min(left) == int(found[3]) > int(found[4]) == max(each)
        else:
            assert self.totals(what, others) == left, what
            for digit, total in zip(numbers, left, strict=True):
                for filling in self.fillings(others):
                    is_there = sum(self.signs[c] * d for c, d in filling.items()) == total
                    assert not is_there or any(d == digit and self.sees(c, cell) for c, d in filling.items()), what

    def closes(self, how: str) -> None:
        self.is_closed = "else" in how or "other" in how

    # ── Words ───────────────────────────────────────────────────────────────────────────────────────────────────

    def totals(self, relation: str, cells: set[int]) -> list[int]:
        """What cells are said to come to, each with its sign: one total, or several that they would have."""
        if (found := re.fullmatch(rf"({FORMULA}) (?:is|would be) ([\d, or-]+)", relation)) and re.search(
            "[·+−]", relation
        ):
            assert self.terms(found[1]) == {cell: self.signs[cell] for cell in cells}
            return list(map(int, re.findall(r"-?\d+", found[2])))
        if found := re.fullmatch(rf"({CELLS}) (?:is|adds? up to|would (?:be|add up to)) (.+)", relation):
            assert self.cells(found[1]) == cells
            [sign] = {self.signs[cell] for cell in cells}
            return [sign * int(number) for number in re.findall(r"-?\d+", found[2])]
        words = rf"({CELLS}) (?:has|have|would have) ({MORE}) ({CELLS})"
        found = re.fullmatch(words, relation)
        assert found, relation
        assert self.cells(found[1]) == {cell for cell in cells if self.signs[cell] == 1}
        assert self.cells(found[3]) == {cell for cell in cells if self.signs[cell] == -1}
        return [self.difference(found[2])]

    def terms(self, formula: str) -> dict[int, int]:
        terms = re.findall(rf"(−?) ?(?:(\d+)·)?({CELL})", formula)
        return {self.cell_of[name]: int(times or 1) * (-1 if sign else 1) for sign, times, name in terms}

    @staticmethod
    def difference(more: str) -> int:
        number, *_ = re.findall(r"\d+", more) or ["0"]
        return -int(number) if "less" in more else int(number)

    def cells(self, names: str) -> set[int]:
        return {self.cell_of[name] for name in re.findall(CELL, names)}

    @staticmethod
    def list_of_numbers(words: str) -> list[int]:
        return list(map(int, re.findall(r"\d+", words)))

    def numbers(self, words: str) -> set[int]:
        return set(self.list_of_numbers(words))

    @staticmethod
    def sums(words: str) -> list[set[int]]:
        return [set(map(int, some.split("+"))) for some in re.findall(SUM, words)]

    @staticmethod
    def set_of(cells: int) -> set[int]:
        return {cell for cell in range(cells.bit_length()) if cells >> cell & 1}

    def peers(self, cell: int) -> set[int]:
        return self.set_of(self.board.geometry.peers[cell])

    def sees(self, cell: int, other: int) -> bool:
        return other in self.peers(cell)

    def masks(self, cell: int) -> set[int]:
        """The digits that a cell has or may have."""
        mask = self.board.masks[cell]
        return {self.board.values[cell]} if self.board.values[cell] else {d + 1 for d in self.set_of(mask)}

    def fillings(self, cells: Sequence[int] | set[int] | None = None) -> Iterator[dict[int, int]]:
        """List what cells can hold together, peers different; of all cells, only what has the total."""
        every = sorted(self.signs if cells is None else cells)

        def fill(held: dict[int, int]) -> Iterator[dict[int, int]]:
            if len(held) == len(every):
                if cells is not None or sum(self.signs[cell] * digit for cell, digit in held.items()) == self.total:
                    yield dict(held)
                return
            cell = every[len(held)]
            for digit in self.masks(cell):
                if not any(digit == other and self.sees(cell, peer) for peer, other in held.items()):
                    yield from fill({**held, cell: digit})

        yield from fill({})


def is_solvable(rows: list[list[Fraction]]) -> bool:
    """Say whether linear equations, each with its right side last, have a solution, by elimination."""
    n_unknowns = len(rows[0]) - 1
    for column in range(n_unknowns):
        pivot = next((row for row in rows if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows = [
            [mine - row[column] / pivot[column] * its for mine, its in zip(row, pivot, strict=True)] for row in rows
        ]
    return not any(row[-1] for row in rows)
