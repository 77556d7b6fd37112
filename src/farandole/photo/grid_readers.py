"""Read one grid of a picture: `PlainReader` and `KillerReader` share the steps of `GridReader.read`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from farandole.errors import PhotoError, PuzzleError
from farandole.grid import Cell, Grid
from farandole.photo.cages.choice import choose_killer, make_cages
from farandole.photo.cages.killer import Killer, find_killer
from farandole.photo.cages.straighten import regularize_mesh
from farandole.photo.cells import Glyph, find_glyphs, measure_ink, rectify_cells
from farandole.photo.digits import LOWER_IN_KILLERS, Digits, Odds, read_digits
from farandole.photo.geometry import Gray, Points
from farandole.photo.ink.colors import (
    Colors,
    Masks,
    compare_fonts,
    find_givens,
    find_plainest,
    measure_colors,
    measure_inks,
)
from farandole.photo.ink.hands import detect_handwriting, measure_style
from farandole.photo.ink.marks import read_marks
from farandole.photo.ink.shades import reveal_ink
from farandole.photo.ink.stacks import drop_stacks
from farandole.photo.lines import Response
from farandole.photo.pictures import Picture
from farandole.photo.reading import Reading, Repair, corners_of
from farandole.photo.repair import Hypothesis, Values, choose_hypothesis, count_classic
from farandole.photo.shapes import SAMURAI, detect_grid
from farandole.puzzle import Puzzle
from farandole.rules.sums import Cage

MIN_DIGITS, MIN_WRITTEN = 12, 2  # without so many digits in all, and so many written ones, the two can't be told apart
MIN_GAIN = 40.0  # log-likelihood ratio of two writers against print alone; it grows with the number of measures
MIN_HAND_SCORE = 0.3  # mean probability, by shape alone, that the written digits are handwriting
MIN_CHROMA, CLEAR_CHROMA = 80, 20  # of 255: the spread of red, green and blue of a color; how far off is clear
MAX_READINGS = 40  # where counting the solutions of one reading takes longer than for a classic puzzle
COUNT_BUDGET = 20_000
CLEARLY_EMPTY = 0.9  # minimum probability that a cell is empty, below which one solution doesn't make it so

Integers = NDArray[np.int_]


class Entries(NamedTuple):
    """The digit that somebody entered into each cell, 0 for none, and the probability that this is right."""

    digits: Integers
    confidence: float


def read_grid(picture: Picture, mesh: Points, *, on_screen: bool) -> Reading:
    """Read the puzzle whose grid has this mesh.

    Parameters
    ----------
    picture : Picture
        Dark digits on light cells.
    mesh : ndarray, shape (n + 1, n + 1, 2)
    on_screen : bool
        Whether the picture is a screenshot.

    Raises
    ------
    PhotoError
        If no digit is found in the grid.
    """
    if on_screen and (straight := regularize_mesh(mesh)) is not None:
        mesh = straight
    ink = measure_ink(rectify_cells(picture.gray, mesh))
    killer = find_killer(picture, mesh, ink, on_screen=on_screen)
    reader: GridReader
    if killer:
        reader = KillerReader(picture, killer, on_screen=on_screen)
    else:
        revealed, hidden = reveal_ink(picture, mesh, ink, on_screen=on_screen)
        reader = PlainReader(picture, mesh, revealed, hidden, on_screen=on_screen)
    return reader.read()


class GridReader(ABC):
    """Reads one grid: `read` names the steps.

    Attributes
    ----------
    picture : Picture
    mesh : ndarray, shape (n + 1, n + 1, 2)
        The mesh by which glyphs number their cells.
    upright : ndarray, shape (n + 1, n + 1, 2)
        The same mesh, turned as the puzzle is read.
    on_screen : bool
    digits : Digits
    grid : Grid
    """

    def __init__(self, picture: Picture, mesh: Points, digits: Digits, *, on_screen: bool) -> None:
        self.picture, self.mesh, self.on_screen = picture, mesh, on_screen
        self.upright: Points = np.ascontiguousarray(np.rot90(mesh, digits.turns))
        self.grid: Grid = detect_grid(picture.gray, self.upright)
        size = len(mesh) - 1
        self.digits = digits.of_cells([row * size + column for row, column in self.grid.positions])

    def read(self) -> Reading:
        """Tell entered digits from givens, choose the most probable puzzle, and rate the confidence."""
        n = self.grid.n_cells
        entries = self._find_entries()
        odds = self.digits.odds.copy()
        odds[entries.digits > 0] = [1.0] + [1e-9] * self.grid.n_digits  # an entered digit is not a given
        hypothesis = self._choose(odds)
        cages = self._make_cages(hypothesis.values[n:])
        puzzle, dropped = _make_puzzle(self.grid, hypothesis.values[:n], odds, cages)
        confidences = self._rate_cells(hypothesis, entries, dropped, cages)
        lowest = float(confidences[entries.digits == 0].min(initial=1.0))
        marks, marks_confidence = self._read_marks() if self.on_screen else ((0,) * n, 1.0)
        return Reading(
            puzzle=puzzle,
            confidence=entries.confidence * min(hypothesis.confidence, lowest),
            cell_confidences=tuple(float(confidence) for confidence in confidences),
            corners=corners_of(self.upright, self.picture.scale),
            rotation=-90 * self._count_turns() % 360,
            repairs=(*self._list_digit_repairs(hypothesis.values[:n], odds), *self._list_total_repairs(cages)),
            n_solutions=hypothesis.n_solutions if not dropped else 0,
            entered=tuple(entries.digits.tolist()),
            dropped=tuple(hypothesis.values[cell] if cell in dropped else 0 for cell in range(n)),
            candidates=marks,
            entered_confidence=self._rate_entered(entries) * marks_confidence,
            mesh=self.upright,
            picture=self.picture,
        )

    # ── Steps in which plain puzzles and killers differ ─────────────────────────────────────────────────────────────

    @abstractmethod
    def _find_entries(self) -> Entries:
        """Find the digits that somebody entered: they are not givens."""

    @abstractmethod
    def _choose(self, odds: Odds) -> Hypothesis:
        """Choose the most probable values: a digit for each cell, then a total for each cage."""

    @abstractmethod
    def _make_cages(self, totals: Sequence[int]) -> tuple[Cage, ...]: ...

    @abstractmethod
    def _list_total_repairs(self, cages: tuple[Cage, ...]) -> list[Repair]: ...

    @abstractmethod
    def _count_turns(self) -> int:
        """Count the quarter turns, counterclockwise, that bring the picture upright."""

    @abstractmethod
    def _flatten(self) -> tuple[Gray, Points]:
        """Return the picture, upright, in which pencilmarks are read, and its mesh."""

    # ── Steps that they share ───────────────────────────────────────────────────────────────────────────────────────

    def _rate_cells(
        self, hypothesis: Hypothesis, entries: Entries, dropped: list[Cell], cages: tuple[Cage, ...]
    ) -> NDArray[np.float64]:
        """Rate each cell: the digit in it, and the total in its corner."""
        n, best = self.grid.n_cells, self.digits.odds.max(axis=1)
        confidences = np.where(entries.digits > 0, best, hypothesis.cell_confidences[:n])
        unseen = [cell for cell in range(n) if cell not in self.digits.glyphs]
        hidden = [cell for cell in unseen if self.digits.odds[cell, 0] < CLEARLY_EMPTY]
        confidences[hidden] = np.minimum(confidences[hidden], self.digits.odds[hidden, 0])
        confidences[dropped] = 0
        for cage, confidence in zip(cages, hypothesis.cell_confidences[n:], strict=True):
            confidences[cage.cells[0]] *= confidence if cage.total else 0
        return confidences

    def _list_digit_repairs(self, values: Values, odds: Odds) -> list[Repair]:
        looks = odds.argmax(axis=1).tolist()
        return [
            Repair(self.grid.cell_name(cell), look, value)
            for cell, (look, value) in enumerate(zip(looks, values, strict=True))
            if value != look
        ]

    def _rate_entered(self, entries: Entries) -> float:
        """Return the probability that all entered digits are right, told from givens, and none is taken for dirt."""
        odds, is_entered = self.digits.odds, entries.digits > 0
        rate = entries.confidence * float(odds[is_entered].max(axis=1).prod())
        if is_entered.any():
            taken_for_dirt = [cell for cell in self.digits.glyphs if 0.5 < odds[cell, 0] < CLEARLY_EMPTY]
            rate *= float(odds[taken_for_dirt, 0].prod())
        return rate

    def _read_marks(self) -> tuple[tuple[int, ...], float]:
        """Read the pencilmarks of the cells that hold no digit, and the probability that all are right."""
        gray, mesh = self._flatten()
        empty = [cell for cell, odds in enumerate(self.digits.odds) if not odds.argmax()]
        places = [self.grid.positions[cell] for cell in empty]
        masks, confidence = read_marks(gray, mesh, places, self.grid.n_digits, self.digits.scheme)
        marks = dict(zip(empty, masks, strict=True))
        return tuple(marks.get(cell, 0) for cell in range(self.grid.n_cells)), confidence

    def _measure_colors(self, cells: Sequence[Cell]) -> Colors:
        return measure_colors(self.picture, self.mesh, [self.digits.glyphs[cell] for cell in cells])

    def _count_solutions(self, values: Values) -> int:
        try:
            return Puzzle.of(self.grid, values).count(limit=2, budget=COUNT_BUDGET)
        except PuzzleError:
            return 0


class PlainReader(GridReader):
    """Reads a puzzle without cages.

    Parameters
    ----------
    picture : Picture
    mesh : ndarray, shape (n + 1, n + 1, 2)
    ink : ndarray of float32
        The cells, as `measure_ink` returns them.
    hidden : list of int
        The cells that may hold ink which is too faint to be read.
    on_screen : bool
    """

    def __init__(self, picture: Picture, mesh: Points, ink: Response, hidden: list[int], *, on_screen: bool) -> None:
        size = len(mesh) - 1
        glyphs = _find_digits(ink, size, on_screen=on_screen)
        digits = read_digits(glyphs, size, 9 if size == SAMURAI else size, hidden=hidden)
        if not digits.glyphs:
            raise PhotoError("expected a puzzle, found a grid without digits, or one too blurred to see them")
        super().__init__(picture, mesh, digits, on_screen=on_screen)

    def _find_entries(self) -> Entries:
        best: Integers = self.digits.odds.argmax(axis=1)
        cells = np.array([cell for cell in self.digits.glyphs if best[cell]], int)
        colored = self._find_colored(best, cells)
        if self.on_screen or colored.digits.any():
            return colored
        written = self._find_handwritten(best, cells)
        return written if written.digits.any() else Entries(written.digits, written.confidence * colored.confidence)

    def _find_colored(self, best: Integers, cells: Integers) -> Entries:
        """Find the digits in another color than the givens, which make a puzzle by themselves."""

        def count_solutions(mask: Masks) -> int:
            values = np.zeros(len(best), int)
            values[cells[mask]] = best[cells[mask]]
            return self._count_solutions(tuple(values.tolist()))

        glyphs = [self.digits.glyphs[cell] for cell in cells.tolist()]
        inks = measure_inks(self.picture, self.mesh, glyphs, on_screen=self.on_screen)
        fonts = compare_fonts(glyphs, best[cells].tolist()) if glyphs else None
        is_given, confidence = find_givens(inks, count_solutions, self.grid.n_cells, fonts)
        entered = np.zeros(len(best), int)
        entered[cells[~is_given]] = best[cells[~is_given]]
        return Entries(entered, confidence)

    def _find_handwritten(self, best: Integers, cells: Integers) -> Entries:
        """Find the digits that were written into a printed grid; without them, the print must be a puzzle."""
        entered = np.zeros(len(best), int)
        by_shape = self.digits.by_hand[cells]
        if len(cells) < MIN_DIGITS or (by_shape > 0.5).sum() < MIN_WRITTEN:
            return Entries(entered, 1.0)
        glyphs = [self.digits.glyphs[cell] for cell in cells.tolist()]
        style = measure_style(glyphs, self._measure_colors(cells.tolist()), is_turned=self.digits.turns % 2 == 1)
        odds, gain = detect_handwriting(style, by_shape)
        is_written = odds > 0.5
        if gain < MIN_GAIN or is_written.sum() < MIN_WRITTEN or by_shape[is_written].mean() < MIN_HAND_SCORE:
            return Entries(entered, 1.0)
        entered[cells[is_written]] = best[cells[is_written]]
        if self._count_solutions(tuple(np.where(entered, 0, best).tolist())) != 1:
            return Entries(np.zeros(len(best), int), float((1 - odds).prod()))
        return Entries(entered, float(np.maximum(odds, 1 - odds).prod()))

    def _choose(self, odds: Odds) -> Hypothesis:
        if self.grid == Grid.classic():
            return choose_hypothesis(odds, count_classic)
        return choose_hypothesis(odds, lambda readings: list(map(self._count_solutions, readings)), most=MAX_READINGS)

    def _make_cages(self, totals: Sequence[int]) -> tuple[Cage, ...]:  # noqa: ARG002
        return ()

    def _list_total_repairs(self, cages: tuple[Cage, ...]) -> list[Repair]:  # noqa: ARG002
        return []

    def _count_turns(self) -> int:
        return self.digits.turns

    def _flatten(self) -> tuple[Gray, Points]:
        return self.picture.gray, self.upright


class KillerReader(GridReader):
    """Reads a killer: its mesh is upright, and `Killer.bare` shows its cells without borders and totals.

    Parameters
    ----------
    picture : Picture
    killer : Killer
    on_screen : bool
    """

    def __init__(self, picture: Picture, killer: Killer, *, on_screen: bool) -> None:
        self.killer = killer
        self._total_looks: tuple[int, ...] = ()
        size = len(killer.mesh) - 1
        ink = measure_ink(rectify_cells(killer.bare, killer.bare_mesh))
        glyphs = _find_digits(ink, size, killer.dark, on_screen=on_screen)
        digits = read_digits(glyphs, size, size, ways=(0,), lower=LOWER_IN_KILLERS)
        super().__init__(picture, killer.mesh, digits, on_screen=on_screen)

    def _find_entries(self) -> Entries:
        """Find the digits in another color than the givens, which are not a puzzle by themselves.

        Where totals are black, gray or white, so are givens, and any color is another ink.
        """
        entered = np.zeros(self.grid.n_cells, int)
        if not self.on_screen:
            return Entries(entered, 1.0)
        cells = [cell for cell in self.digits.glyphs if self.digits.odds[cell].argmax()]
        colors = self._measure_colors(cells)
        is_given, confidence = find_plainest(colors)
        if self.killer.is_plain:
            chroma = np.ptp(colors, axis=1)
            is_given = chroma < MIN_CHROMA
            confidence = 1.0 if (np.abs(chroma - MIN_CHROMA) > CLEAR_CHROMA).all() else confidence
        for cell, given in zip(cells, is_given, strict=True):
            entered[cell] = 0 if given else self.digits.odds[cell].argmax()
        return Entries(entered, confidence)

    def _choose(self, odds: Odds) -> Hypothesis:
        hypothesis, self._total_looks = choose_killer(self.grid, odds, self.killer)
        return hypothesis

    def _make_cages(self, totals: Sequence[int]) -> tuple[Cage, ...]:
        return make_cages(self.killer, totals)

    def _list_total_repairs(self, cages: tuple[Cage, ...]) -> list[Repair]:
        return [
            Repair(self.grid.cell_name(cage.cells[0]), look, cage.total or 0, is_total=True)
            for cage, look in zip(cages, self._total_looks, strict=True)
            if cage.total != (look or None)
        ]

    def _count_turns(self) -> int:
        return self.digits.turns + self.killer.turns

    def _flatten(self) -> tuple[Gray, Points]:
        return self.killer.bare, self.killer.bare_mesh


def _find_digits(ink: Response, size: int, usual: float | None = None, *, on_screen: bool) -> list[Glyph]:
    """Find the glyphs that may be digits; on a screen, notes are left out."""
    glyphs = find_glyphs(ink, usual, is_screenshot=on_screen)
    return drop_stacks(glyphs) if on_screen and (size <= 9 or size == SAMURAI) else glyphs


def _make_puzzle(grid: Grid, values: Sequence[int], odds: Odds, cages: tuple[Cage, ...]) -> tuple[Puzzle, list[Cell]]:
    """Make a puzzle of the values; where digits clash, drop the least probable ones, and return their cells."""
    givens, dropped = list(values), []
    while clashing := _find_clashes(grid, givens):
        worst = min(clashing, key=lambda cell: odds[cell, givens[cell]])
        givens[worst] = 0
        dropped.append(worst)
    return Puzzle.of(grid, givens, rules=cages), dropped


def _find_clashes(grid: Grid, values: Sequence[int]) -> set[Cell]:
    """Find the cells whose digit comes twice in a house."""
    clashing = set()
    for house in grid.houses:
        digits = [values[cell] for cell in house.cells]
        clashing |= {cell for cell in house.cells if values[cell] and digits.count(values[cell]) > 1}
    return clashing
