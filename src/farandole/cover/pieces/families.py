"""All polyominoes of a size, and likewise polyiamonds, polyhexes and polycubes.

References
----------
S. W. Golomb, Polyominoes, 2nd edition, Princeton 1994.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from farandole.cover.pieces.lattice import CUBE, HEXAGON, SQUARE, TRIANGLE, Form, Lattice
from farandole.cover.pieces.piece import Piece
from farandole.errors import CoverError
from farandole.limits import check_deadline, check_int

Kind: TypeAlias = Literal["free", "one-sided", "fixed"]
KINDS = ("free", "one-sided", "fixed")

# Golomb's letters. A one-sided piece in the other orientation has a prime, but for two tetrominoes.
LETTERS = """
I XXX           L XX/X.
I XXXX          L XXX/X..       O XX/XX         S .XX/XX.       T XXX/.X.
F .XX/XX./.X.   I XXXXX         L X.../XXXX     N XX../.XXX     P XXX/XX.       T XXX/.X./.X.
U X.X/XXX       V X../X../XXX   W X../XX./.XX   X .X./XXX/.X.   Y .X../XXXX     Z XX./.X./.XX
"""
MIRRORED = {"L": "J", "S": "Z"}  # tetrominoes


def polyominoes(n: int, kind: Kind = "free") -> tuple[Piece, ...]:
    """Make all pieces of n squares.

    Parameters
    ----------
    n : int
        The number of squares.
    kind : {"free", "one-sided", "fixed"}
        Free: a piece and its mirror image are one piece. One-sided: they are two pieces if no turn makes them equal.
        Fixed: turned pieces are different pieces, too.

    Returns
    -------
    tuple of Piece
        With Golomb's letters up to five squares, else with numbers from 1. A mirror image is called like ``L'``, of
        four squares ``J`` and ``Z``; a fixed piece like ``L2``.

    Examples
    --------
    >>> [piece.name for piece in polyominoes(4)], [piece.name for piece in polyominoes(4, "one-sided")]
    (['I', 'L', 'O', 'S', 'T'], ['I', 'L', 'J', 'O', 'S', 'Z', 'T'])
    >>> [len(polyominoes(6, kind)) for kind in ("free", "one-sided", "fixed")]
    [35, 60, 216]
    """
    return _family(SQUARE, n, kind)


def polyiamonds(n: int, kind: Kind = "free") -> tuple[Piece, ...]:
    """Make all pieces of n triangles; as `polyominoes`, but with numbers for names.

    Examples
    --------
    >>> [len(polyiamonds(n)) for n in range(1, 8)]
    [1, 1, 1, 3, 4, 12, 24]
    """
    return _family(TRIANGLE, n, kind)


def polyhexes(n: int, kind: Kind = "free") -> tuple[Piece, ...]:
    """Make all pieces of n hexagons; as `polyominoes`, but with numbers for names.

    Examples
    --------
    >>> [len(polyhexes(n)) for n in range(1, 6)]
    [1, 1, 3, 7, 22]
    """
    return _family(HEXAGON, n, kind)


def polycubes(n: int, kind: Kind = "one-sided") -> tuple[Piece, ...]:
    """Make all pieces of n cubes; as `polyominoes`, but one-sided by default: nobody can turn over a solid piece.

    Examples
    --------
    >>> [len(polycubes(n)) for n in range(1, 6)]
    [1, 1, 2, 8, 29]
    """
    return _family(CUBE, n, kind)


def _family(lattice: Lattice, n: int, kind: Kind) -> tuple[Piece, ...]:
    if kind not in KINDS:
        raise CoverError(f"kind: expected 'free', 'one-sided' or 'fixed', found {kind!r}")
    n = check_int("n", n, least=1)
    names = _letters(lattice, n)
    pieces = []
    free = _free_forms(lattice, n)
    for number, form in enumerate(sorted(free, key=lambda form: names.get(form, "")), 1):
        name = names.get(form, str(number))
        if kind == "fixed":
            forms = lattice.orientations(form)
            many = len(forms) > 1
            pieces += [Piece(f"{name}-{k}" if many else name, each, lattice) for k, each in enumerate(forms, 1)]
            continue
        pieces.append(Piece(name, form, lattice))
        if kind == "one-sided" and pieces[-1].is_chiral:
            turned = {*lattice.orientations(form, mirrors=False)}
            twin = next(each for each in lattice.orientations(form) if each not in turned)
            prime = MIRRORED.get(name) if n == 4 and lattice is SQUARE else None
            pieces.append(Piece(prime or f"{name}'", twin, lattice))
    return tuple(pieces)


def _free_forms(lattice: Lattice, n: int) -> list[Form]:
    """Grow pieces cell by cell; of each, keep the least of its orientations."""
    first = lattice.form([(1,) * lattice.n_dimensions if lattice.unit == 3 else (0,) * lattice.n_dimensions])
    forms = {min(lattice.orientations(first))}
    for _ in range(n - 1):
        grown = set[Form]()
        for form in forms:
            check_deadline()
            for new in {near for point in form for near in lattice.neighbors(point)} - {*form}:
                grown.add(min(lattice.orientations(lattice.form([*form, new]))))
        forms = grown
    return sorted(forms)


def _letters(lattice: Lattice, n: int) -> dict[Form, str]:
    if lattice is not SQUARE:
        return {}
    words = LETTERS.split()
    pieces = (Piece.of(name, drawing) for name, drawing in zip(words[::2], words[1::2], strict=True))
    return {min(SQUARE.orientations(piece.form)): piece.name for piece in pieces if len(piece) == n}
