"""How pieces fill a board: an exact cover, and its tilings up to the symmetries of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal, TypeAlias

from farandole.cover.conflict import WHY_BUDGET, Reasons
from farandole.cover.cover import Cover
from farandole.cover.pieces.board import Board
from farandole.cover.pieces.lattice import Cell, Lattice
from farandole.cover.pieces.obstacles import find_obstacles
from farandole.cover.pieces.piece import Piece, read_cells
from farandole.cover.pieces.tiling import Placement, Tiling
from farandole.display import RichDisplay
from farandole.errors import CoverError, UnfinishedError, short_repr
from farandole.i18n import join_words, tr, tr_counted
from farandole.limits import Count, StopToken, check_deadline

Times: TypeAlias = int | tuple[int, int] | None
Bounds: TypeAlias = tuple[int, int]
LOOSE = ("loose",)
"""The item of pieces that neither have to be used nor lie on a cell to fill; it is covered any number of times."""
Symmetric: TypeAlias = bool | Literal["rotations"]


class Packing(RichDisplay):
    """The question of how pieces fill a board.

    Parameters
    ----------
    board : Board, str or iterable of cells
        In a drawing, blanks and ``#`` are holes.
    pieces : iterable of Piece, or mapping from names to drawings or cells
    times : int, pair of int, None, or mapping from names to these
        How often each piece is used: so many times, from low to high times, or any number of times (None). Pieces
        that a mapping lacks are used once.
    turns : bool
        Whether pieces may be turned.
    mirrors : bool, optional
        Whether pieces may be turned over. By default they may, but not in space.
    fill : bool, or iterable of cells
        Whether each cell is to be filled, or the cells that are; the others may stay empty.

    Attributes
    ----------
    cover : Cover
        The exact cover problem: its items are the names of pieces and the cells, its labels are placements.
    placements : tuple of Placement
        Every place of every piece.
    filled : frozenset of Cell
        The cells to fill.
    turns, mirrors : bool
    times : dict
        For each name of a piece, how often it is used, from low to high; None for any number.

    Raises
    ------
    CoverError
        If there is no piece, two have one name, a piece is of another lattice than the board, ``times`` names no piece
        or is not a number of times, or a cell to fill is not on the board.

    Examples
    --------
    >>> from farandole.cover.pieces import polyominoes
    >>> chess = Board.rectangle(8, 8).without([(3, 3), (3, 4), (4, 3), (4, 4)])
    >>> Packing(chess, polyominoes(5)).count(up_to_symmetry=True)
    65
    >>> Packing("........\\n" * 8, {"D": "XX"}, times=None).count()
    12988816
    """

    def __init__(
        self,
        board: Board | str | Iterable[Cell],
        pieces: Iterable[Piece] | Mapping[str, str | Iterable[Cell]],
        *,
        times: Times | Mapping[str, Times] = 1,
        turns: bool = True,
        mirrors: bool | None = None,
        fill: bool | Iterable[Cell] = True,
    ) -> None:
        lattice = board.lattice if isinstance(board, Board) else None
        self.pieces = _read_pieces(pieces, lattice)
        self.board = board if isinstance(board, Board) else Board(board, self.pieces[0].lattice)
        for piece in self.pieces:
            if piece.lattice != self.board.lattice:
                raise CoverError(
                    f"piece {piece.name!r}: expected a piece of {self.board.lattice!r}, found {piece.lattice!r}"
                )
        may_mirror = self.board.lattice.n_dimensions == 2 if mirrors is None else bool(mirrors)
        self.times = _read_times(times, [piece.name for piece in self.pieces])
        self.turns, self.mirrors = bool(turns), may_mirror
        self.filled = _read_filled(fill, self.board)
        self.placements = tuple(
            Placement(piece.name, cells)
            for piece in self.pieces
            for cells in _places(piece, self.board, turns=self.turns, mirrors=self.mirrors)
        )
        self.cover = self._make_cover(list(self.placements), [(number,) for number in range(len(self.placements))])

    def _make_cover(self, labels: Iterable[object], groups: Iterable[tuple[int, ...]]) -> Cover:
        """Make the problem in which an option is some placements at once."""
        options = {}
        for label, group in zip(labels, groups, strict=True):
            entries = [self.placements[number] for number in group]
            names = [entry.piece for entry in entries if self.times[entry.piece] is not None]
            options[label] = [*names, *(cell for entry in entries for cell in entry.cells)]
        primary: list[object] = []
        secondary: list[object] = []
        bounds: dict[object, Bounds] = {}
        for name, times in self.times.items():
            if times == (0, 1):
                secondary.append(name)
            elif times is not None:
                primary.append(name)
                bounds |= {} if times == (1, 1) else {name: times}
        for cell in self.board.cells:
            (primary if cell in self.filled else secondary).append(cell)
        # An option without a primary item is in no cover, so a piece that only may be used gets one.
        needed = set(primary)
        loose = [label for label, option in options.items() if needed.isdisjoint(option)]
        for label in loose:
            options[label].append(LOOSE)
        if loose:
            primary.append(LOOSE)
            bounds[LOOSE] = 0, len(self.board)
        return Cover(options, primary=primary, secondary=secondary, multiplicities=bounds)

    # ── Answers ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def tilings(self, *, up_to_symmetry: Symmetric = False) -> Iterator[Tiling]:
        """Yield every tiling, computed on demand; or one of each class of those that a symmetry of the board maps to
        each other.

        Parameters
        ----------
        up_to_symmetry : bool, or "rotations"
            With ``"rotations"``, mirror images are different.

        Examples
        --------
        >>> from farandole.cover.pieces import polyominoes
        >>> for tiling in Packing(Board.rectangle(4, 4), polyominoes(4)[:3], times=None).tilings(up_to_symmetry=True):
        ...     break
        >>> print(tiling)
        AAAA
        BBBB
        AAAA
        BBBB
        """
        if not _check_symmetric(up_to_symmetry):
            return (Tiling(self.board, labels) for labels in self.cover.solutions())
        covers = self._representatives(up_to_symmetry)
        return (Tiling(self.board, (self.placements[number] for number in cover)) for cover in covers)

    def solve(self) -> Tiling | None:
        """Return a tiling; None if there is none."""
        return next(self.tilings(), None)

    def count(self, *, up_to_symmetry: Symmetric = False, seconds: float | None = None) -> Count:
        """Count the tilings, or those that no symmetry of the board maps to each other.

        Up to symmetry, Burnside's lemma counts without a list: the tilings that each symmetry leaves as they are. Where
        a piece is used several times, but not any number of times, a list is needed.

        Parameters
        ----------
        up_to_symmetry : bool, or "rotations"
            With ``"rotations"``, mirror images are different.
        seconds : float, optional
            Approximate time limit in seconds.

        Returns
        -------
        Count
            An int; its ``exhausted`` is True if these are all.

        Raises
        ------
        UnfinishedError
            If the time was too short to count up to symmetry.

        Examples
        --------
        >>> dominoes = Packing(Board.rectangle(8, 8), {"D": "XX"}, times=None)
        >>> dominoes.count(up_to_symmetry=True), dominoes.count(up_to_symmetry="rotations")
        (1629189, 3248546)
        """
        stop = StopToken(seconds)
        if not _check_symmetric(up_to_symmetry):
            return self.cover.count(seconds=seconds)
        if any(times not in (None, (0, 1), (1, 1)) for times in self.times.values()):
            found = 0
            for _ in self._representatives(up_to_symmetry):
                found += 1
                if stop.is_stopped:
                    raise UnfinishedError(f"not all tilings within {seconds} seconds", code="timed_out")
            return Count(found, exhausted=True)
        total = 0
        symmetries = self._images_of(up_to_symmetry)
        for symmetry in symmetries:
            fixed = self._fixed_by(symmetry).count(seconds=stop.seconds_left())
            if not fixed.exhausted:
                raise UnfinishedError(f"not all tilings within {seconds} seconds", code="timed_out")
            total += fixed
        return Count(total // len(symmetries), exhausted=True)

    def why(self, *, budget: int | None = WHY_BUDGET, seconds: float | None = None) -> Reasons:
        """Find a reason why there is no tiling: one that needs no search, or else cells and pieces that conflict.

        Parameters
        ----------
        budget : int, optional
            The maximum number of nodes of all searches; None for no limit.
        seconds : float, optional
            Approximate time limit in seconds.

        Returns
        -------
        Reasons
            A sentence; none if there is a tiling, or if the budget or the time was too short. Its ``items`` are cells,
            or names of pieces, that can't be covered together.

        Examples
        --------
        >>> from farandole.cover.pieces import polyominoes
        >>> Packing(Board.rectangle(6, 10).without([(0, 0)]), polyominoes(5)).why()
        ['The board has 59 cells, but the pieces have 60.']
        >>> cross = [piece for piece in polyominoes(5) if piece.name in "ILNVX"]
        >>> Packing(Board.rectangle(5, 5), cross).why()
        ['There is no way to place I, L, N, V and X.']
        """
        is_full = len(self.filled) == len(self.board)
        plain = find_obstacles(self.board, self.pieces, self.placements, self.times, fill=is_full)
        if plain is not None:
            return plain
        found = self.cover.why(budget=budget, seconds=seconds)
        if not found:
            return found
        names = [item for item in found.items if item in self.times]
        n = len(found.items) - len(names)
        if names and n:
            text = tr("There is no way to place {pieces} and to fill these {n} cells.", pieces=join_words(names), n=n)
        elif names:
            text = tr("There is no way to place {pieces}.", pieces=join_words(names))
        else:
            text = tr_counted("This cell can't be filled.", "These {n} cells can't all be filled.", n, n=n)
        return Reasons([text], found.items, is_smallest=found.is_smallest, is_minimal=found.is_minimal)

    def sample(self, n: int, *, seed: int | None = None) -> list[Tiling]:
        """Draw n tilings uniformly at random; an empty list if there are none.

        Examples
        --------
        >>> [tiling] = Packing(Board.rectangle(4, 4), {"D": "XX"}, times=None).sample(1, seed=1)
        >>> len(tiling.placements)
        8
        """
        return [Tiling(self.board, labels) for labels in self.cover.sample(n, seed=seed)]

    # ── Symmetries ────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def n_symmetries(self) -> int:
        """The number of symmetries of the board that map each tiling to a tiling.

        Mirrors are among them if pieces may be turned over, or if the mirror image of each piece is one of the pieces.
        """
        return len(self._symmetries)

    @cached_property
    def _symmetries(self) -> list[list[int]]:
        return self._find_images(self.board.symmetries)

    def _images_of(self, up_to_symmetry: Symmetric) -> list[list[int]]:
        return self._find_images(self.board.rotations) if up_to_symmetry == "rotations" else self._symmetries

    def _find_images(self, moves: Iterable[dict[Cell, Cell]]) -> list[list[int]]:
        """For each symmetry, find where it moves each placement: the number of another one."""
        numbers = {(name, frozenset(cells)): number for number, (name, cells) in enumerate(self.placements)}
        by_piece: dict[str, list[int]] = {piece.name: [] for piece in self.pieces}
        for number, placement in enumerate(self.placements):
            by_piece[placement.piece].append(number)
        found = []
        for move in moves:
            if any(move[cell] not in self.filled for cell in self.filled):
                continue
            image = list[int]()
            for name, own in by_piece.items():
                moved = [frozenset(move[cell] for cell in self.placements[number].cells) for number in own]
                twins = (twin for twin in (name, *by_piece) if self.times[twin] == self.times[name])
                twin = next((twin for twin in twins if all((twin, cells) in numbers for cells in moved)), None)
                if twin is None:
                    break
                image.extend(numbers[twin, cells] for cells in moved)
            else:
                if len(set(image)) == len(image):
                    found.append(image)
        return found

    def _fixed_by(self, symmetry: list[int]) -> Cover:
        """Make the problem of the tilings that a symmetry maps to themselves: an option is an orbit of placements."""
        orbits, seen = [], set[int]()
        for start in range(len(symmetry)):
            if start in seen:
                continue
            orbit = [start]
            while (number := symmetry[orbit[-1]]) != start:
                orbit.append(number)
            seen.update(orbit)
            cells = [cell for number in orbit for cell in self.placements[number].cells]
            names = [name for number in orbit if self.times[name := self.placements[number].piece] is not None]
            if len(set(cells)) == len(cells) and len(set(names)) == len(names):
                orbits.append(tuple(orbit))
        return self._make_cover(orbits, orbits)

    def _representatives(self, up_to_symmetry: Symmetric) -> Iterator[tuple[int, ...]]:
        """Yield the covers that are not greater than any of their images, as numbers of placements in ascending order.

        The first number of a cover is that of the first piece that is used in each tiling. So only the least images of
        its placements need a search.
        """
        symmetries = self._images_of(up_to_symmetry)
        numbers = {placement: number for number, placement in enumerate(self.placements)}
        cover = self.cover
        first = self.pieces[0].name
        if self.times[first] == (1, 1):
            own = [number for number, placement in enumerate(self.placements) if placement.piece == first]
            if all(self.placements[image[number]].piece == first for image in symmetries for number in own):
                dropped = {number for number in own if min(image[number] for image in symmetries) < number}
                kept = [(number,) for number in range(len(self.placements)) if number not in dropped]
                cover = self._make_cover([self.placements[number] for (number,) in kept], kept)
        for labels in cover.solutions():
            check_deadline()
            chosen = tuple(sorted(numbers[label] for label in labels))
            if all(chosen <= tuple(sorted(image[number] for number in chosen)) for image in symmetries[1:]):
                yield chosen

    def __repr__(self) -> str:
        return f"<Packing: {len(self.pieces)} pieces, {len(self.board)} cells, {len(self.placements)} placements>"


def _read_pieces(
    pieces: Iterable[Piece] | Mapping[str, str | Iterable[Cell]], lattice: Lattice | None
) -> tuple[Piece, ...]:
    if isinstance(pieces, Mapping):
        found = tuple(Piece.of(name, cells, lattice) for name, cells in pieces.items())
    else:
        found = tuple(pieces)
    names = set[str]()
    for piece in found:
        if not isinstance(piece, Piece):
            raise CoverError(
                f"pieces: expected a Piece, or a mapping from names to drawings, found {short_repr(piece)}"
            )
        if piece.name in names:
            raise CoverError(f"pieces: two are called {piece.name!r}; times= is how often a piece is used")
        names.add(piece.name)
    if not found:
        raise CoverError("pieces: expected at least one, found none")
    return found


def _read_times(times: Times | Mapping[str, Times], names: list[str]) -> dict[str, Bounds | None]:
    if not isinstance(times, Mapping):
        times = dict.fromkeys(names, times)
    for name in times:
        if name not in names:
            raise CoverError(f"times: no piece is called {name!r}")
    found: dict[str, Bounds | None] = {}
    for name in names:
        bounds = times.get(name, 1)
        pair = bounds if bounds is None or isinstance(bounds, tuple) else (bounds, bounds)
        if pair is not None and not (
            len(pair) == 2 and all(isinstance(n, int) for n in pair) and 0 <= pair[0] <= pair[1]
        ):
            raise CoverError(
                f"times of piece {name!r}: expected a number, a pair low and high, or None, found {bounds!r}"
            )
        found[name] = pair
    return found


def _read_filled(fill: bool | Iterable[Cell], board: Board) -> frozenset[Cell]:
    if not isinstance(fill, Iterable):
        return frozenset(board.cells if fill else ())
    filled, _ = read_cells(fill, board.lattice, empty=" #")
    for cell in set(filled) - set(board.cells):
        raise CoverError(f"fill: expected cells of the board, found {cell}")
    return frozenset(filled)


def _check_symmetric(up_to_symmetry: object) -> bool:
    if up_to_symmetry not in (False, True, "rotations"):
        raise CoverError(f"up_to_symmetry: expected True, False or 'rotations', found {short_repr(up_to_symmetry)}")
    return bool(up_to_symmetry)


def _places(piece: Piece, board: Board, *, turns: bool, mirrors: bool) -> Iterator[tuple[Cell, ...]]:
    """Yield every place of a piece on a board."""
    lattice = piece.lattice
    points = {lattice.point(cell): cell for cell in board.cells}
    for form in lattice.orientations(piece.form, turns=turns, mirrors=mirrors):
        check_deadline()
        first = form[0]
        for point in points:
            shift = [to - start for to, start in zip(point, first, strict=True)]
            if any(by % lattice.unit for by in shift):
                continue
            moved = [tuple(x + by for x, by in zip(each, shift, strict=True)) for each in form]
            if all(each in points for each in moved):
                yield tuple(sorted(points[each] for each in moved))
