"""From a picture to a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from farandole.errors import PhotoError, PuzzleError, SeveralPuzzlesError
from farandole.grid import Grid
from farandole.limits import check_int_or_none
from farandole.photo import grids, screens
from farandole.photo.cages.choice import choose_killer, make_cages
from farandole.photo.cages.killer import Killer, find_killer
from farandole.photo.cages.straighten import regularize_mesh
from farandole.photo.cells import find_glyphs, measure_ink, rectify_cells
from farandole.photo.digits import Digits, Odds, read_digits
from farandole.photo.geometry import Gray, Points
from farandole.photo.ink.colors import find_givens, measure_colors
from farandole.photo.ink.hands import detect_handwriting, measure_style
from farandole.photo.ink.marks import read_marks
from farandole.photo.lines import Fit
from farandole.photo.pictures import Picture, PictureSource, name_errors, open_picture
from farandole.photo.reading import Reading, Repair, corners_of
from farandole.photo.repair import Hypothesis, Values, choose_hypothesis, count_classic
from farandole.photo.shapes import SAMURAI, detect_grid
from farandole.puzzle import Puzzle
from farandole.rules.sums import Cage

SIZES = (9, 6, 4, 8, 10, 12, 16, SAMURAI)  # cells of a side
_MANY, _SOME = 12, 2  # digits that tell what print is like, and what a hand is like, at least
_GAIN = 40.0  # how much speaks for two writers, at least: a logarithm; it grows with all of their measures
_LOOKS = 0.3  # how much like a hand's the shapes of what was written are, on the average, at least
_TRUSTED = 0.9  # how sure a reading is that needs no second look
_COLOR, _CLEAR = 80, 20  # from 0 to 255: red, green and blue of a color differ by so much; of a clear one by more
_FEW = 40  # readings looked at where each takes longer


def read(picture: PictureSource, *, index: int | None = None, page: int | None = None) -> Reading:
    """Read a puzzle from a photo, a screenshot, a scan, or a page of a PDF document.

    Parameters
    ----------
    picture : str, path, bytes, PIL.Image.Image or ndarray
        The name of a file, its bytes, a picture, or pixels.
    index : int, optional
        Which puzzle, from 1, where the picture has several: row by row as they lie in it.
    page : int, optional
        The page of a PDF document, from 1; by default the first.

    Returns
    -------
    Reading
        The puzzle, and how sure it is, all in all and cell by cell.

    Raises
    ------
    SeveralPuzzlesError
        If there are several, and no ``index``; it knows where they are.
    PhotoError
        If it is no picture, or no puzzle is found in it: no grid, a grid cut off or blurred.
    MissingExtraError
        If a library is not installed: the extra ``photo`` has them.

    Examples
    --------
    >>> import numpy as np
    >>> read(np.full((300, 300), 255, np.uint8))
    Traceback (most recent call last):
    farandole.errors.PhotoError: the picture given: expected a puzzle, found no grid in the picture
    """
    index = check_int_or_none("index", index, least=1)
    page = check_int_or_none("page", page, least=1)
    shown = open_picture(picture, page=page)
    with name_errors(picture):
        shown, found, on_screen = _found(shown)
        reading = _read(shown, _one_of(found, index, shown), on_screen=on_screen)
        if reading.confidence < _TRUSTED and grids.is_cut_off(shown.gray):  # and what was read is a part of it
            raise PhotoError(f"expected a whole puzzle, {grids.CUT_OFF}")
        return reading


def _found(picture: Picture) -> tuple[Picture, list[Fit], bool]:
    """Find the grids of a picture, dark on light, and tell whether it is a screenshot: then faint lines count, too."""
    shown, unsure = picture, list[Fit]()
    if screens.is_screenshot(picture):
        shown = screens.lighten(picture)
        unsure = grids.find_grids(screens.amplify_lines(shown.gray), SIZES)
        if any(map(grids.is_certain, unsure)):
            return shown, unsure, True
    for gray in (picture.gray, 255 - picture.gray):  # or a dark screen, photographed
        found = grids.find_grids(gray, SIZES)
        if found and (not unsure or any(map(grids.is_certain, found))):
            return replace(picture, gray=gray), found, False
    return shown, unsure, bool(unsure)


def _one_of(found: list[Fit], index: int | None, picture: Picture) -> Fit:
    """Take the grid that is asked for, or the only one."""
    if not found:
        why = grids.explain_no_grid(picture.gray)
        raise PhotoError(f"expected a puzzle, {why}", code="no_grid" if why == grids.NO_GRID else None)
    if index is None:
        if len(found) > 1:
            which = ", ".join(f"{number} {_place(one, picture)}" for number, one in enumerate(found, 1))
            raise SeveralPuzzlesError(
                f"expected one puzzle, found {len(found)}: choose by its index: {which}",
                tuple(corners_of(one.mesh, picture.scale) for one in found),
            )
        index = 1
    if index > len(found):
        raise PhotoError(f"expected an index from 1 to {len(found)}, found {index}")
    fitted = found[index - 1]
    height, width = picture.gray.shape
    cell = np.sqrt(abs(np.linalg.det(fitted.mesh[-1, [0, -1]] - fitted.mesh[0, 0]))) / fitted.size
    beyond = max(-fitted.mesh.min(), *(fitted.mesh.max(axis=(0, 1)) - (width, height)))
    if beyond > 0.5 * cell:
        raise PhotoError(f"expected a whole puzzle, {grids.CUT_OFF}")
    return fitted


def _place(fitted: Fit, picture: Picture) -> str:
    """Say where in the picture a grid is."""
    height, width = picture.gray.shape
    x, y = fitted.mesh.mean(axis=(0, 1)) / (width, height)
    row = "upper" if y < 0.4 else "lower" if y > 0.6 else ""
    column = "left" if x < 0.4 else "right" if x > 0.6 else ""
    return f"at the {f'{row} {column}'.strip()}" if row or column else "in the middle"


def _read(picture: Picture, fitted: Fit, *, on_screen: bool) -> Reading:
    n_digits = 9 if fitted.size == SAMURAI else fitted.size
    if on_screen and (straight := regularize_mesh(fitted.mesh)) is not None:
        fitted = replace(fitted, mesh=straight)
    ink = measure_ink(rectify_cells(picture.gray, fitted.mesh))
    killer = find_killer(picture, fitted.mesh, ink, on_screen=on_screen)
    if killer:  # from here on it lies flat and upright, and nothing but digits is in its cells
        fitted = replace(fitted, mesh=killer.mesh)
        found = find_glyphs(measure_ink(rectify_cells(killer.bare, killer.bare_mesh)), killer.dark)
        digits = read_digits(found, fitted.size, n_digits, ways=(0,))
    else:
        digits = read_digits(find_glyphs(ink, is_screenshot=on_screen), fitted.size, n_digits)
    if not digits.glyphs and not killer:
        raise PhotoError("expected a puzzle, found a grid without digits, or one too blurred to see them")
    mesh = np.ascontiguousarray(np.rot90(fitted.mesh, digits.turns))
    grid = detect_grid(picture.gray, mesh)
    digits = digits.of_cells([row * fitted.size + column for row, column in grid.positions])
    if killer:
        entered, confidence = (
            _colored_in_killer(picture, fitted, digits, killer) if on_screen else (np.zeros(grid.n_cells, int), 1.0)
        )
    else:
        entered, confidence = (
            _colored(picture, fitted, grid, digits) if on_screen else _by_hand(picture, fitted, grid, digits)
        )
    odds = digits.odds.copy()
    odds[entered > 0] = [1.0] + [1e-9] * grid.n_digits
    chosen, totals = choose_killer(grid, odds, killer) if killer else (_chosen(grid, odds), ())
    n = grid.n_cells
    cages = make_cages(killer, chosen.values[n:]) if killer else ()
    puzzle, dropped = _puzzle(grid, chosen.values[:n], odds, cages)
    cell_confidences = np.where(entered > 0, digits.odds.max(axis=1), chosen.cell_confidences[:n])
    cell_confidences[dropped] = 0
    for cage, sure in zip(cages, chosen.cell_confidences[n:], strict=True):
        cell_confidences[cage.cells[0]] *= sure if cage.total else 0
    looks = odds.argmax(axis=1)
    repairs = tuple(
        Repair(grid.cell_name(cell), int(looks[cell]), given)
        for cell, given in enumerate(puzzle.givens)
        if given != looks[cell]
    ) + tuple(
        Repair(grid.cell_name(cage.cells[0]), total, cage.total or 0, is_total=True)
        for cage, total in zip(cages, totals, strict=True)
        if cage.total != (total or None)
    )
    return Reading(
        puzzle=puzzle,
        confidence=confidence * min(chosen.confidence, float(cell_confidences[entered == 0].min(initial=1.0))),
        cell_confidences=tuple(float(sure) for sure in cell_confidences),
        corners=corners_of(mesh, picture.scale),
        rotation=-90 * (digits.turns + (killer.turns if killer else 0)) % 360,
        repairs=repairs,
        n_solutions=chosen.n_solutions if not dropped else 0,
        entered=tuple(entered.tolist()),
        candidates=_marks(killer.bare if killer else picture.gray, killer.bare_mesh if killer else mesh, grid, digits)
        if on_screen
        else (0,) * n,
        mesh=mesh,
        picture=picture,
    )


def _colored(picture: Picture, fitted: Fit, grid: Grid, digits: Digits) -> tuple[np.ndarray, float]:
    """Find the digits that were entered on a screen: those of another color than the givens; and how sure that is."""
    best = digits.odds.argmax(axis=1)
    cells = np.array([cell for cell in digits.glyphs if best[cell]], int)

    def is_puzzle(some: np.ndarray) -> bool:
        values = np.zeros(len(best), int)
        values[cells[some]] = best[cells[some]]
        return _count(grid, tuple(values.tolist())) == 1

    is_given, confidence = find_givens(
        measure_colors(picture, fitted.mesh, [digits.glyphs[cell] for cell in cells.tolist()]), is_puzzle
    )
    entered = np.zeros(len(best), int)
    entered[cells[~is_given]] = best[cells[~is_given]]
    return entered, confidence


def _colored_in_killer(picture: Picture, fitted: Fit, digits: Digits, killer: Killer) -> tuple[np.ndarray, float]:
    """Find the digits that were entered into a killer, whose givens are no puzzle by themselves.

    Where totals are black, gray or white, givens are, too, and any color is another ink.
    """
    cells = [cell for cell in digits.glyphs if digits.odds[cell].argmax()]
    inks = measure_colors(picture, fitted.mesh, [digits.glyphs[cell] for cell in cells])
    is_given, confidence = find_givens(inks, lambda _: False)
    if killer.is_plain:
        colored = np.ptp(inks, axis=1)
        is_given = colored < _COLOR
        confidence = 1.0 if (np.abs(colored - _COLOR) > _CLEAR).all() else confidence
    entered = np.zeros(len(digits.odds), int)
    for cell, given in zip(cells, is_given, strict=True):
        entered[cell] = 0 if given else digits.odds[cell].argmax()
    return entered, confidence


def _by_hand(picture: Picture, fitted: Fit, grid: Grid, digits: Digits) -> tuple[np.ndarray, float]:
    """Find the digits that were written into a printed grid, and how sure that is: the print alone is a puzzle."""
    best = digits.odds.argmax(axis=1)
    cells = np.array([cell for cell in digits.glyphs if best[cell]], int)
    entered = np.zeros(len(best), int)
    if len(cells) < _MANY or (digits.by_hand[cells] > 0.5).sum() < _SOME:
        return entered, 1.0
    found = [digits.glyphs[cell] for cell in cells.tolist()]
    likes, gain = detect_handwriting(
        measure_style(found, measure_colors(picture, fitted.mesh, found), is_turned=digits.turns % 2 == 1),
        digits.by_hand[cells],
    )
    by_hand = likes > 0.5
    if gain < _GAIN or by_hand.sum() < _SOME or digits.by_hand[cells[by_hand]].mean() < _LOOKS:
        return entered, 1.0
    entered[cells[by_hand]] = best[cells[by_hand]]
    if _count(grid, tuple(np.where(entered, 0, best).tolist())) != 1:
        return np.zeros(len(best), int), float((1 - likes).prod())
    return entered, float(np.maximum(likes, 1 - likes).prod())


def _marks(gray: Gray, mesh: Points, grid: Grid, digits: Digits) -> tuple[int, ...]:
    """Read the pencilmarks of the cells that hold no digit."""
    open_ = [cell for cell, odds in enumerate(digits.odds) if not odds.argmax()]
    found = read_marks(gray, mesh, [grid.positions[cell] for cell in open_], grid.n_digits, digits.scheme)
    marks = dict(zip(open_, found, strict=True))
    return tuple(marks.get(cell, 0) for cell in range(grid.n_cells))


def _chosen(grid: Grid, odds: Odds) -> Hypothesis:
    if grid == Grid.classic():
        return choose_hypothesis(odds, count_classic)
    return choose_hypothesis(odds, lambda readings: [_count(grid, values) for values in readings], most=_FEW)


def _count(grid: Grid, values: Values) -> int:
    try:
        return Puzzle.of(grid, values).count(limit=2, budget=20_000)
    except PuzzleError:
        return 0


def _puzzle(grid: Grid, values: Sequence[int], odds: Odds, cages: tuple[Cage, ...]) -> tuple[Puzzle, list[int]]:
    """Make a puzzle of what was read; where digits clash, leave out the least sure ones, and tell which."""
    values, dropped = list(values), []
    while clashing := _clashing(grid, values):
        worst = min(clashing, key=lambda cell: odds[cell, values[cell]])
        values[worst] = 0
        dropped.append(worst)
    return Puzzle.of(grid, values, rules=cages), dropped


def _clashing(grid: Grid, values: Sequence[int]) -> set[int]:
    """Find the cells whose digit comes twice in a house."""
    clashing = set()
    for house in grid.houses:
        digits = [values[cell] for cell in house.cells]
        clashing |= {cell for cell in house.cells if values[cell] and digits.count(values[cell]) > 1}
    return clashing
