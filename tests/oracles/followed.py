"""A reader who follows proofs by chains and nets on the board, sentence by sentence, and believes nothing."""

import re

from farandole.logic import Board

CELL = r"r\d+c\d+"
CELLS = rf"{CELL}(?:, {CELL})*(?: or {CELL})?"
_VERBS = {"is": True, "must be": True, "can only be": True, "isn't": False, "can't be": False}
_CLAIM = re.compile(
    rf"(?:(?P<cell>{CELL}|it) (?P<verb>is|isn't|must be|can only be|can't be) (?P<digit>\d+)\b(?! (?:in|is|must|can))"
    rf"|(?P<of>\d+) (?P<how>is|isn't|must be|can't be) in (?P<cells>{CELLS}))(?: \((?P<why>(?:[^()]|\([^()]*\))*)\))?"
)

Claim = tuple[frozenset[int], int, bool]  # the digit is in one of the cells, or in none of them


class ChainReader:
    """Judges whether each claim of a proof follows from those before it.

    Parameters
    ----------
    board : Board
        As it is before the step.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        grid = board.geometry.grid
        self.number = {grid.cell_name(cell): cell for cell in range(grid.n_cells)}
        self.houses = {house.name: set(house.cells) for house in grid.houses}
        self.known: set[Claim] = set()
        self.supposed: Claim | None = None
        self.lead = ""
        self.it = ""
        self.n_judged = 0

    def judge(self, proof: str) -> int:
        """Follow a proof; return how many claims were judged."""
        proof = re.sub(r"\n  [^\n]*, on the board at that point: .*?\n(?=\S)", "\n", proof, flags=re.DOTALL)
        for sentence in re.split(r"\.(?: |\n)\s*|:\n\s*", proof.removesuffix(".")):
            if re.match(r"In each case |Whether |If \S+ were", sentence):
                self.lead = sentence
            elif sentence.startswith("If ") and (", then " in sentence or "at once" in sentence):
                self._suppose(sentence)
            elif re.match(r"Then |As ", sentence) and self.supposed:
                self._follow(sentence)
            elif sentence.startswith(("The result is the same", "That is impossible", "No other digit")):
                self._conclude()
        return self.n_judged

    def _suppose(self, sentence: str) -> None:
        first, _, _ = sentence.partition(", then ")
        match = next(_CLAIM.finditer(first), None)
        if match is None:  # of a fish, not of a candidate
            return
        claim = self._read(match)
        if claim != self.supposed:
            self._conclude()
            self.supposed, self.known = claim, {claim}
        self._follow(sentence)

    def _read(self, match: re.Match[str]) -> Claim:
        if match["cell"]:
            self.it = self.it if match["cell"] == "it" else match["cell"]
            return frozenset([self.number[self.it]]), int(match["digit"]), _VERBS[match["verb"]]
        cells = frozenset(self.number[name] for name in re.findall(CELL, match["cells"]))
        return cells, int(match["of"]), _VERBS[match["how"]]

    def _follow(self, sentence: str) -> None:
        for match in _CLAIM.finditer(sentence):
            claim, verb = self._read(match), match["verb"] or match["how"]
            if verb in ("is", "isn't"):
                assert claim in self.known or self._is_false(claim) is not claim[2], sentence
            else:
                self._judge(claim, match["why"] or "", sentence)
                self.known.add(claim)
                self.n_judged += 1
        if "would" in sentence:
            self.lead = sentence.rpartition(", ")[2].rpartition(" and ")[2] if "both" not in sentence else ""
            self._conclude()

    def _judge(self, claim: Claim, why: str, sentence: str) -> None:
        cells, digit, is_true = claim
        assert all(self._may_be(cell, digit) for cell in cells), sentence
        if not is_true:
            assert self._is_false(claim) or re.search(r": |[A-Z]$|the fish", why), sentence
            return
        found = re.fullmatch(r"(only two|no other|the only) places? (?:left )?in (.*)", why)
        if found:
            places = {cell for cell in self.houses[found[2]] if self._may_be(cell, digit)}
            assert cells <= places, sentence
            assert found[1] != "only two" or len(places) == 2, sentence
            assert all(self._is_struck(cell, digit) for cell in places - cells), sentence
            return
        [cell] = cells
        if not why and any(self._is_last_place(cell, digit, house) for house in self.houses.values()):
            return
        others = [d for d in range(1, 10) if d != digit and self._may_be(cell, d)]
        assert why != "only two candidates" or len(others) == 1, sentence
        assert all(self._is_struck(cell, other) for other in others), sentence

    def _may_be(self, cell: int, digit: int) -> bool:
        return bool(self.board.masks[cell] >> digit - 1 & 1)

    def _is_last_place(self, cell: int, digit: int, house: set[int]) -> bool:
        return cell in house and all(self._is_struck(other, digit) for other in house - {cell})

    def _is_false(self, claim: Claim) -> bool:
        cells, digit, _ = claim
        return all(self._is_struck(cell, digit) for cell in cells)

    def _is_struck(self, cell: int, digit: int) -> bool:
        """Whether a candidate is gone, or something known takes its place."""
        if not self._may_be(cell, digit):
            return True
        for cells, other, is_true in self.known:
            if not is_true and cell in cells and other == digit:
                return True
            if is_true and cells == {cell} and other != digit:
                return True
            if is_true and other == digit and all(self.board.geometry.peers[one] >> cell & 1 for one in cells):
                return True
        return False

    def _conclude(self) -> None:
        """Judge that a case ends as it was said at first."""
        lead = self.lead
        if not self.supposed or not lead:
            return
        if found := re.search(rf"({CELL}) would have no candidate left", lead):
            cell = self.number[found[1]]
            assert all(self._is_struck(cell, digit) for digit in range(1, 10)), lead
        elif found := re.search(rf"({CELL}) would not be (\d+), which it must be", lead):
            cell, digit = self.number[found[1]], int(found[2])
            houses = (house for house in self.houses.values() if cell in house)
            assert self._is_struck(cell, digit), lead
            assert any(not any(self._may_be(one, digit) for one in house - {cell}) for house in houses) or (
                self.board.masks[cell] == 1 << digit - 1
            ), lead
        elif found := re.search(r"(\w+ \d+) would have no place for (\d+)", lead):
            assert all(self._is_struck(cell, int(found[2])) for cell in self.houses[found[1]]), lead
        elif found := re.search(rf"(\d+) must be in ({CELLS}), but could not be", lead):
            cells, digit = {self.number[name] for name in re.findall(CELL, found[2])}, int(found[1])
            houses = (house for house in self.houses.values() if cells <= house)
            assert any(not any(self._may_be(one, digit) for one in house - cells) for house in houses), lead
            assert all(self._is_struck(cell, digit) for cell in cells), lead
        elif found := re.search(rf"({CELL}) would both be (\d+) and not be", lead):
            cell, digit = self.number[found[1]], int(found[2])
            assert self._is_struck(cell, digit), lead
            assert (frozenset([cell]), digit, True) in self.known or all(
                self._is_struck(cell, other) for other in range(1, 10) if other != digit
            ), lead
        elif found := re.search(rf"If ({CELL}) (were|weren't) (\d+), it would follow", lead):
            claim = frozenset([self.number[found[1]]]), int(found[3]), found[2] == "weren't"
            assert claim in self.known or (not claim[2] and self._is_false(claim)), lead
        elif found := re.search(rf"({CELLS}) and ({CELL}) in (\w+ \d+) would both be (\d+)", lead):
            for name in re.findall(CELL, f"{found[1]} {found[2]}"):
                assert (frozenset([self.number[name]]), int(found[4]), True) in self.known, lead
        elif found := re.search(rf"({CELL}) would be (\d+) and (\d+)", lead):
            for one in found.groups()[1:]:
                assert (frozenset([self.number[found[1]]]), int(one), True) in self.known, lead
        else:
            *_, match = _CLAIM.finditer(lead)
            claim = self._read(match)
            assert claim in self.known or (not claim[2] and self._is_false(claim)), lead
        self.n_judged += 1
