"""Classic exact cover problems by name, each with its source and known counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any

from farandole.cover import classics
from farandole.cover.cover import Cover
from farandole.errors import ArgumentError, CoverError, short_repr
from farandole.limits import check_int
from farandole.records import record


@record
class Classic:
    """A problem of any size.

    Parameters
    ----------
    make : callable
        From the sizes to a `Cover`.
    source : str
        Where it comes from, or where its counts were published.
    counts : mapping from sizes to int
        Known numbers of covers.
    example : tuple
        Sizes that take a moment.
    largest : int
        The largest size, because the options of larger ones would take all memory.
    """

    make: Callable[..., Cover]
    source: str
    counts: Mapping[tuple[int, ...], int]
    example: tuple[int, ...]
    largest: int = 100

    @property
    def summary(self) -> str:
        """What is to be done."""
        return (self.make.__doc__ or "").partition("\n")[0].rstrip(".")

    @property
    def usage(self) -> str:
        """The names of its sizes."""
        found = signature(self.make).parameters.values()
        return " ".join(
            each.name.upper() if each.default is Parameter.empty else f"[{each.name.upper()}]" for each in found
        )


def _of(*counts: int, first: int = 1) -> dict[tuple[int, ...], int]:
    return {(n,): count for n, count in enumerate(counts, first)}


_HASELGROVE = "C. B. and J. Haselgrove, A computer program for pentominoes, Eureka 23, 1960"
_KNUTH = "D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, exercise 309"

NAMED: dict[str, Classic] = {
    "aztec": Classic(
        classics.aztec,
        "N. Elkies, G. Kuperberg, M. Larsen, J. Propp, J. Algebraic Combinatorics 1, 1992",
        _of(2, 8, 64, 1024, 32768, 2097152),
        (4,),
    ),
    "costas": Classic(classics.costas, "OEIS A008404", _of(1, 2, 4, 12, 40, 116, 200, 444), (6,), 40),
    "domination": Classic(
        classics.domination,
        "with as few queens as possible: OEIS A002564",
        {(3, 1): 1, (4, 2): 12, (5, 3): 186, (6, 3): 4, (8, 5): 4860},
        (5, 3),
        30,
    ),
    "dominoes": Classic(
        classics.dominoes,
        "P. W. Kasteleyn, Physica 27, 1961; OEIS A099390, of even squares A004003",
        {(2,): 2, (4,): 36, (6,): 6728, (8,): 12988816, (3, 4): 11, (12,): 53060477521960000},
        (8,),
    ),
    "graeco_latin": Classic(
        classics.graeco_latin,
        "L. Euler, 1782: none of order 2; each of the 12 squares of order 3 has 6 mates, and 144 of the"
        " 576 squares of order 4 have 48",
        {(2,): 0, (3,): 72, (4,): 6912},
        (4,),
        30,
    ),
    "hexiamonds": Classic(
        classics.hexiamonds,
        _KNUTH + ", times the symmetries of the board",
        {(3, 12): 0, (4, 9): 148, (6, 6): 624},
        (6, 6),
    ),
    "langford": Classic(
        classics.langford,
        "C. D. Langford, Mathematical Gazette 42, 1958; OEIS A176127, which is twice A014552",
        _of(0, 0, 2, 2, 0, 0, 52, 300, 0, 0, 35584),
        (8,),
    ),
    "latin": Classic(classics.latin, "OEIS A002860", _of(1, 2, 12, 576, 161280), (4,)),
    "lozenges": Classic(
        classics.lozenges,
        "P. A. MacMahon, Combinatory Analysis 2, 1916; OEIS A008793",
        {**_of(2, 20, 980, 232848, 267227532), (2, 3, 4): 490},
        (3,),
    ),
    "matchings": Classic(
        classics.matchings, "OEIS A001147", {(2,): 1, (4,): 3, (6,): 15, (8,): 105, (20,): 654729075}, (10,)
    ),
    "mates": Classic(
        classics.mates,
        "L. Euler, 1782: none of even order; D. E. Knuth, The Art of Computer Programming 4A, 7",
        {(2,): 0, (3,): 1, (4,): 0, (5,): 3, (6,): 0},
        (5,),
        10,
    ),
    "partitions": Classic(
        classics.partitions, "Bell numbers, OEIS A000110", _of(1, 2, 5, 15, 52, 203, 877, 4140), (8,), 20
    ),
    "partridge": Classic(
        classics.partridge,
        "R. Wainwright, Gathering for Gardner 2, 1996: none from 2 to 7",
        {(1,): 1, (2,): 0, (3,): 0, (4,): 0},
        (4,),
        14,
    ),
    "pentominoes": Classic(
        classics.pentominoes,
        _HASELGROVE + ", times four for rotations and reflections",
        {(3, 20): 8, (4, 15): 1472, (5, 12): 4040, (6, 10): 9356},
        (6, 10),
    ),
    "queens": Classic(classics.queens, "OEIS A000170", _of(1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680), (8,)),
    "scott": Classic(
        classics.scott, "D. S. Scott, Programming a combinatorial puzzle, 1958: 65 up to symmetry", {(): 520}, ()
    ),
    "soma": Classic(classics.soma, "J. H. Conway and M. J. T. Guy, 1961: 240 up to symmetry", {(): 11520}, ()),
    "star_battle": Classic(
        classics.star_battle,
        "with one star: Hertzsprung's problem, OEIS A002464",
        _of(1, 0, 0, 2, 14, 90, 646, 5242),
        (6,),
    ),
    "steiner": Classic(classics.steiner, "OEIS A030128", {(3,): 1, (5,): 0, (7,): 30, (9,): 840}, (7,)),
    "subsets": Classic(
        classics.subsets,
        "Stirling numbers of the second kind, OEIS A008277",
        {(4, 2): 7, (7, 3): 301, (8, 4): 1701},
        (7, 3),
        20,
    ),
    "sudoku": Classic(classics.sudoku, "OEIS A107739", _of(1, 288), (2,), 10),
    "tetrahexes": Classic(
        classics.tetrahexes,
        "M. Gardner, Mathematical Magic Show, 1977, has the pieces; the count is ours",
        {(4, 7): 18},
        (4, 7),
    ),
    "timetable": Classic(classics.timetable, "docs/covers.md", {(): 6240}, ()),
    "torus_queens": Classic(classics.torus_queens, "OEIS A051906", _of(1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88), (7,)),
    "tournament": Classic(classics.tournament, "OEIS A000438", {(2,): 1, (4,): 1, (6,): 6, (8,): 6240}, (6,), 14),
    "word_square": Classic(classics.word_square, "docs/covers.md", {(): 25}, ()),
}
"""The problems by name, in alphabetical order."""


def make_named(name: str, *sizes: Any) -> Cover:
    """Make a problem as `Cover.named` does."""
    if not isinstance(name, str) or name not in NAMED:
        raise CoverError(_unknown(name), code="unknown_name")
    make, example = NAMED[name].make, NAMED[name].example
    usage = f"such as named{(name, *example)!r}" if example else f"named({name!r})"
    if name != "word_square":
        sizes = tuple(check_int(f"{name}: size", size, least=1) for size in sizes)
        largest = NAMED[name].largest
        if max(sizes, default=0) > largest:
            raise ArgumentError(f"{name}: expected sizes up to {largest}, found {short_repr(max(sizes))}")
    try:
        signature(make).bind(*sizes)
    except TypeError:
        raise ArgumentError(
            f"{name}: expected {NAMED[name].usage or 'no size'}, {usage}; found {len(sizes)} sizes"
        ) from None
    return make(*sizes)


def _unknown(name: object) -> str:
    from difflib import get_close_matches  # slow to import, and needed only after a mistake

    near = get_close_matches(name.lower()[:60], NAMED, n=1) if isinstance(name, str) else []
    hint = f"did you mean {near[0]}?" if near else f"Cover.names() lists {len(NAMED)} of them"
    return f"no problem is called {short_repr(name)}; {hint}"
