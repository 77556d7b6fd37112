"""Find the puzzle in a picture and read it."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np

from farandole.errors import PhotoError, SeveralPuzzlesError
from farandole.limits import check_int_or_none
from farandole.photo import grids, screens, shadows
from farandole.photo.cages.straighten import regularize_mesh
from farandole.photo.grid_readers import read_grid
from farandole.photo.lines import Fit
from farandole.photo.pictures import Picture, PictureSource, name_errors, open_picture
from farandole.photo.reading import Reading, corners_of
from farandole.photo.shapes import SAMURAI
from farandole.records import replace

SIZES = (9, 6, 4, 8, 10, 12, 16, SAMURAI)  # cells of a side
CERTAIN = 0.9  # a reading with this confidence isn't checked for being a part of a larger grid
_DOUBTFUL = 0.5  # a reading with a lower confidence is tried again without hard shadows
_MAY_BE_SHADED = ("no_grid", "cut_off")  # the errors after which it is tried again, too
_SMALL, _LEAST = 10, 0.01  # cells of a side of a small grid, and the confidence that it needs without one solution
_CLASHING = 0.15  # maximum share of digits that clash in a puzzle


class _Finding(NamedTuple):
    """The grids of a picture, the picture with dark digits on light cells, and whether it is a screenshot."""

    picture: Picture
    grids: list[Fit]
    on_screen: bool


def read(picture: PictureSource, *, index: int | None = None, page: int | None = None) -> Reading:
    """Read a puzzle from a photo, a screenshot, a scan, or a page of a PDF document.

    Parameters
    ----------
    picture : str, path, bytes, PIL.Image.Image or ndarray
        The name of a file, its bytes, a picture, or pixels.
    index : int, optional
        Which puzzle, from 1, if the picture has several; they are numbered row by row.
    page : int, optional
        The page of a PDF document, from 1; by default the first.

    Returns
    -------
    Reading
        The puzzle, with its confidence as a whole and of each cell.

    Raises
    ------
    SeveralPuzzlesError
        If there are several and no ``index``; the error has their corners.
    PhotoError
        If the file isn't a picture, or if no puzzle is found in it: no grid, or one that is cut off or blurred.
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
    opened = open_picture(picture, page=page)
    with name_errors(picture):
        try:
            reading = _read_picture(opened, index)
        except PhotoError as error:
            # A mesh fits by chance to a grid that is too flat. But the edge of a shadow may seem to cut a grid off.
            if error.code in _MAY_BE_SHADED and (level := _read_without_shadows(opened, index, _DOUBTFUL)):
                return level
            raise
        if reading.confidence < _DOUBTFUL:
            return _read_without_shadows(opened, index, reading.confidence) or reading
        return reading


def _read_without_shadows(picture: Picture, index: int | None, least: float) -> Reading | None:
    """Read a photo without its hard shadows; None if it has none, or if that isn't surer than ``least``."""
    if screens.detect_screenshot(picture)[0]:
        return None
    level = shadows.level_light(picture)
    if level is None:
        return None
    with suppress(PhotoError):
        reading = _read_picture(level, index)
        if reading.confidence > least:
            return replace(reading, picture=picture)
    return None


def _read_picture(picture: Picture, index: int | None) -> Reading:
    """Find the grid with this index, or the only one, and read it."""
    finding = _find_grids(picture)
    fit = _select_grid(finding, index)
    reading = read_grid(finding.picture, fit.mesh, on_screen=finding.on_screen)
    is_whole = fit.size == 9 and grids.is_certain(fit)
    may_be_part = fit.size <= 9 and not is_whole
    if reading.confidence < CERTAIN and may_be_part and grids.is_cut_off(finding.picture.gray):
        raise _refusal("a whole puzzle", grids.CUT_OFF)
    if not _is_puzzle(reading, is_whole=is_whole):
        raise _refusal("a puzzle", grids.NO_GRID, " that is filled as one")
    return reading


def _is_puzzle(reading: Reading, *, is_whole: bool) -> bool:
    """Return whether a grid is a puzzle, and not a chess board, a calendar or another table.

    A puzzle needs all digits but one, and few of its digits clash. A clear 9x9 grid may have less, because signs that
    aren't read may define its solution. Tables are most like small grids, so these must be read with some confidence.
    """
    is_small = reading.puzzle.grid.n_cells <= _SMALL**2 and not is_whole
    if is_small and reading.n_solutions != 1 and reading.confidence < _LEAST:
        return False
    n_clashing = sum(map(bool, reading.dropped))
    if is_small and reading.n_solutions != 1:
        n_clashing += _count_clashing(reading)
    n_shown = sum(map(bool, reading.puzzle.givens)) + sum(map(bool, reading.entered)) + n_clashing
    if n_clashing > max(_CLASHING * n_shown, 2):
        return False
    return is_whole or bool(reading.puzzle.rules) or n_shown >= reading.puzzle.grid.n_digits - 1


def _count_clashing(reading: Reading) -> int:
    """Count the digits, given or entered, that are a second time in a house."""
    shown = list(map(max, reading.puzzle.givens, reading.entered))
    houses = [[shown[cell] for cell in house.cells if shown[cell]] for house in reading.puzzle.grid.houses]
    return sum(len(digits) - len(set(digits)) for digits in houses)


def _find_grids(picture: Picture) -> _Finding:
    """Find the grids. On a screenshot, faint lines count too."""
    lightened, uncertain = picture, list[Fit]()
    is_screenshot, may_be_screenshot = screens.detect_screenshot(picture)
    if may_be_screenshot:
        lightened = screens.lighten(picture)
        fits = grids.find_grids(screens.amplify_lines(lightened.gray), SIZES)
        if is_screenshot or all(regularize_mesh(fit.mesh) is not None for fit in fits):
            uncertain = fits
        if any(map(grids.is_certain, uncertain)):
            return _Finding(lightened, uncertain, True)
    for gray in (picture.gray, 255 - picture.gray):  # the second for a photo of a dark screen
        fits = grids.find_grids(gray, SIZES)
        is_certain = any(map(grids.is_certain, fits))
        if fits and fits[0].size >= SIZES[0] and (not uncertain or is_certain):
            return _Finding(replace(picture, gray=gray), fits, False)
        if gray is picture.gray and (faint := _find_faint(picture)):
            return faint
        if fits and (not uncertain or is_certain):
            return _Finding(replace(picture, gray=gray), fits, False)
    return _Finding(lightened, uncertain, bool(uncertain))


def _find_faint(picture: Picture) -> _Finding | None:
    """Find 9x9 grids with faint lines, in a photo of a light or of a dark screen; None if none is certain."""
    for gray in (picture.gray, 255 - picture.gray):
        fits = grids.find_grids(screens.amplify_lines(gray), SIZES[:1])
        if any(map(grids.is_certain, fits)):
            return _Finding(replace(picture, gray=gray), fits, False)
    return None


def _refusal(expected: str, why: str, more: str = "") -> PhotoError:
    """Make the error for a picture that can't be read, for one of the reasons of `grids`."""
    return PhotoError(f"expected {expected}, {why}{more}", code=grids.CODES[why])


def _select_grid(finding: _Finding, index: int | None) -> Fit:
    """Return the grid with this index, or the only one."""
    picture, fits, _ = finding
    if not fits:
        raise _refusal("a puzzle", grids.explain_no_grid(picture.gray))
    if index is None:
        if len(fits) > 1:
            which = ", ".join(f"{number} {_describe_place(fit, picture)}" for number, fit in enumerate(fits, 1))
            raise SeveralPuzzlesError(
                f"expected one puzzle, found {len(fits)}: choose by its index: {which}",
                tuple(corners_of(fit.mesh, picture.scale) for fit in fits),
            )
        index = 1
    if index > len(fits):
        raise PhotoError(f"expected an index from 1 to {len(fits)}, found {index}")
    fit = fits[index - 1]
    height, width = picture.gray.shape
    cell = np.sqrt(abs(np.linalg.det(fit.mesh[-1, [0, -1]] - fit.mesh[0, 0]))) / fit.size
    beyond = max(-fit.mesh.min(), *(fit.mesh.max(axis=(0, 1)) - (width, height)))
    if beyond > 0.5 * cell:
        if not grids.is_certain(fit) and not grids.is_cut_off(picture.gray):  # of a chess board, for example
            raise _refusal("a puzzle", grids.NO_GRID)
        raise _refusal("a whole puzzle", grids.CUT_OFF)
    return fit


def _describe_place(fit: Fit, picture: Picture) -> str:
    """Describe where in the picture a grid is."""
    height, width = picture.gray.shape
    x, y = fit.mesh.mean(axis=(0, 1)) / (width, height)
    row = "upper" if y < 0.4 else "lower" if y > 0.6 else ""
    column = "left" if x < 0.4 else "right" if x > 0.6 else ""
    return f"at the {f'{row} {column}'.strip()}" if row or column else "in the middle"
