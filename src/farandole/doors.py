"""Doors to the rooms on the right: so `puzzle.hint()` and `puzzle.draw()` stand where one looks for them.

This is the only file that looks to the right. It does so inside functions: a room is loaded when its door is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from os import PathLike, fspath
from os.path import splitext
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from farandole.errors import ArgumentError, FormatError, quoted

if TYPE_CHECKING:
    from farandole.generate import Changed, Needless
    from farandole.logic import Detail, Hint, Rating, Step, Technique
    from farandole.logic.hints import Entered, Notes
    from farandole.puzzle import Solution

    Path: TypeAlias = str | PathLike[str]

SCALES = ("hodoku", "explainer", "search")


class Pictured:
    """What a notebook shows as a picture, in light or dark as the page is; a text stands beside it."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:  # noqa: ARG002
        from farandole.render.picture import bundle

        return bundle(self)


class Drawn(Pictured):
    """What is drawn by itself."""

    __slots__ = ()

    @overload
    def draw(self, *, theme: str = ...) -> str: ...

    @overload
    def draw(self, path: Path, *, theme: str = ...) -> None: ...

    def draw(self, path: Path | None = None, *, theme: str = "light") -> str | None:
        """Draw it: in a file whose name ends in .svg, .png or .pdf; without one, return the SVG.

        Parameters
        ----------
        path : str or path, optional
            PNG and PDF need the extra ``draw``.
        theme : str
            ``light``, ``dark``, or ``auto``: dark where the viewer's system is.

        Raises
        ------
        FormatError
            If the name ends otherwise.
        """
        from farandole.render.picture import picture_of

        return _saved(picture_of(self, theme=theme), path)


class SolutionDoors(Drawn):
    """What a solution opens to the right."""

    __slots__ = ()


class PuzzleDoors(Pictured):
    """What a puzzle opens to the right: pictures and logic."""

    __slots__ = ()

    @overload
    def draw(self, *, solution: Solution | None = ..., candidates: bool | None = ..., theme: str = ...) -> str: ...

    @overload
    def draw(
        self, path: Path, *, solution: Solution | None = ..., candidates: bool | None = ..., theme: str = ...
    ) -> None: ...

    def draw(
        self: Any,
        path: Path | None = None,
        *,
        solution: Solution | None = None,
        candidates: bool | None = None,
        theme: str = "light",
    ) -> str | None:
        """Draw the puzzle: in a file whose name ends in .svg, .png or .pdf; without one, return the SVG.

        Parameters
        ----------
        path : str or path, optional
            PNG and PDF need the extra ``draw``.
        solution : Solution, optional
            Its digits are drawn in the empty cells, in another color.
        candidates : bool, optional
            Whether empty cells show their candidates; by default, where the puzzle has pencilmarks.
        theme : str
            ``light``, ``dark``, or ``auto``: dark where the viewer's system is.

        Raises
        ------
        FormatError
            If the name ends otherwise.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> Puzzle.classic("." * 81).draw()[:4]
        '<svg'
        """
        from farandole.render import svg

        return _saved(svg.draw(self, solution, theme=theme, candidates=candidates), path)

    def hint(
        self: Any,
        digits: Entered | None = None,
        *,
        notes: Notes | None = None,
        techniques: Sequence[Technique | str] | None = None,
        assume_unique: bool = True,
    ) -> Hint:
        """Find what to tell a player who asks for help: a mistake, else the next step; see `farandole.logic.hint`.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.hint(digits={"r1c3": 4}, notes={"r5c5": {1, 5}})
        <Hint: Naked Single: r5c5 is 5>
        """
        from farandole import logic

        return logic.hint(self, digits, notes=notes, techniques=techniques, assume_unique=assume_unique)

    def explain(
        self: Any, *, techniques: Sequence[Technique | str] | None = None, assume_unique: bool = True
    ) -> Iterator[Step]:
        """Yield the steps to the solution, simplest first; see `farandole.logic.explain`.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> next(puzzle.explain())
        <Naked Single: r5c5 is 5>
        """
        from farandole import logic

        return logic.explain(self, techniques=techniques, assume_unique=assume_unique)

    def rate(self: Any, *, scales: Collection[str] = SCALES) -> Rating:
        """Rate how hard the puzzle is, on several scales; see `farandole.logic.rate`.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.rate()
        <Rating: HoDoKu 204 EASY, Sudoku Explainer 1.2 1.2 1.2, 0 guesses>
        """
        from farandole import logic

        return logic.rate(self, scales=scales)

    def complete(self: Any, *, symmetry: str = "none", seed: int | None = 0, seconds: float | None = None) -> Changed:
        """Add the givens that the puzzle needs to have one solution; see `farandole.generate.complete`.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> Puzzle.classic("53..7....6..195....98....6." + "." * 54).complete().puzzle.is_unique()
        True
        """
        from farandole import generate

        return generate.complete(self, symmetry=symmetry, seed=seed, seconds=seconds)

    def minimize(
        self: Any,
        *,
        symmetry: str = "none",
        rules: bool = False,
        seed: int | None = 0,
        seconds: float | None = None,
    ) -> Changed:
        """Take givens away until none can go without a second solution; see `farandole.generate.minimize`.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> len(puzzle.minimize().clues) > 0
        True
        """
        from farandole import generate

        return generate.minimize(self, symmetry=symmetry, rules=rules, seed=seed, seconds=seconds)

    def needless(self: Any, *, seconds: float | None = None) -> Needless:
        """Find the clues without which the puzzle has no other solution, each alone; see `farandole.generate.needless`.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> from farandole.grid import Grid
        >>> [clue.in_words for clue in Puzzle.of(Grid.latin(3), "123 ... 3..").needless().clues]
        ['r1c1=1', 'r1c2=2', 'r1c3=3']
        """
        from farandole import generate

        return generate.needless(self, seconds=seconds)


class StepDoors(Drawn):
    """What a step opens, that knows its board."""

    __slots__ = ()

    def say(self: Any, detail: Detail | str | None = None, *, lang: str | None = None) -> str:
        """Say the step: its name, where to look, the digits and cells, or by default the whole proof.

        Parameters
        ----------
        detail : Detail, or its name such as ``"place"``, optional
            How much to tell.
        lang : str, optional
            The language; by default the current one.

        Raises
        ------
        ArgumentError
            If the step doesn't know its board: `explain` and `hint` give steps that do.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> from farandole.logic import Detail
        >>> puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> next(puzzle.explain()).say(Detail.PLACE)
        'Naked Single: look at box 5'
        """
        from farandole.language import speaking
        from farandole.logic.wording.say import Detail, say

        if self.board is None:
            raise ArgumentError("this step doesn't know its board: expected one of `explain` or `hint`")
        with speaking(lang):
            return say(self, self.board, Detail.PROOF if detail is None else detail)


def _saved(drawing: str, path: Path | None) -> str | None:
    """Write a drawing to a file, in the form that its name says; return it if there is no file."""
    if path is None:
        return drawing
    from farandole.files.outputs import written
    from farandole.render.svg import pdf, png

    name = fspath(path)
    makers: dict[str, Callable[[str], bytes]] = {".svg": str.encode, ".png": png, ".pdf": pdf}
    ending = splitext(name)[1].lower()
    if ending not in makers:
        raise FormatError(f"{name or quoted(name)}: expected a name that ends in .svg, .png or .pdf")
    content = makers[ending](drawing)
    with written(name) as file:
        file.write(content)
    return None
