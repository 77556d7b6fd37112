"""The format ``.xmpuzzle`` of BurrTools: shapes, and problems of filling one shape with others.

::

    <puzzle version="2">
      <gridType type="0"/>                              0: cubes, 1: triangles; others are refused
      <shapes>
        <voxel x="2" y="1" z="1" type="0">##</voxel>    # is filled, _ is empty, + may stay empty; x grows fastest
      </shapes>
      <problems>
        <problem name="name">
          <shapes><shape id="0" min="2" max="3"/></shapes>    which shapes, and how often
          <result id="1"/>                                    the shape to fill

The file may be packed with gzip. Solutions in it are passed over.

References
----------
A. Röver, "The xmpuzzle format", https://burrtools.sourceforge.net/lib-doc/xmpuzzleFormat.html
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.etree.ElementTree import ParseError, XMLParser
from xml.sax.saxutils import quoteattr

from farandole.cover import Cover
from farandole.cover.pieces import CUBE, HEXAGON, SQUARE, TRIANGLE, Board, Lattice, Packing, Piece
from farandole.cover.pieces.lattice import Cell
from farandole.cover.pieces.packing import LOOSE
from farandole.errors import CoverError, FormatError, short_repr
from farandole.lazy import regex

MAX_UNPACKED = 100_000_000  # bytes of a file that was packed
MAX_VOXELS = 2_000_000  # characters of all shapes
MAX_SHAPES = 10_000
MAX_PLACES = 4_000_000  # turned pieces times cells to fill
MAX_DEPTH = 1_000  # of elements: a solution has one in another for each piece
STEP = 1 << 16  # bytes that are parsed at a time

GRIDS = {0: CUBE, 1: TRIANGLE}
_OTHERS = {2: "spheres", 3: "rhombic dodecahedra", 4: "tetrahedra and octahedra"}
_VOXELS = regex(r"([#+_])([0-9]{0,2})")


class _Shape(NamedTuple):
    """A shape as it is written."""

    name: str
    size: tuple[int, int, int]
    text: str

    def voxels(self, number: int) -> Iterator[tuple[tuple[int, int, int], str, int]]:
        """Yield x, y and z, the sign, and the color of each voxel that is not empty."""
        width, height, depth = self.size
        found = _VOXELS.findall(self.text)
        if sum(len(sign) + len(color) for sign, color in found) != len(self.text):
            raise FormatError(f"shape {number}: expected #, + or _ for each voxel, found {short_repr(self.text)}")
        if len(found) != width * height * depth:
            raise FormatError(
                f"shape {number}: expected {width} x {height} x {depth} voxels, found {len(found):,} of them"
            )
        for at, (sign, color) in enumerate(found):
            if sign != "_":
                yield (at % width, at // width % height, at // (width * height)), sign, int(color or 0)


class _Problem:
    """A problem as it is written."""

    def __init__(self, name: str, max_holes: int | None) -> None:
        self.name = name
        self.max_holes = max_holes
        self.parts: dict[int, tuple[int, int]] = {}
        self.result: int | None = None
        self.pairs = 0


class _File:
    """What an XML parser calls: keeps grid, shapes and problems, and nothing else."""

    def __init__(self) -> None:
        self.grid = 0
        self.shapes: list[_Shape] = []
        self.problems: list[_Problem] = []
        self._path: list[str] = []
        self._texts: list[str] | None = None
        self._n_voxels = 0

    def doctype(self, *_: str | None) -> None:
        """Refuse entities, which may grow without end."""
        raise FormatError("expected a puzzle without a DOCTYPE, found one")

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Begin an element."""
        self._path.append(tag)
        if len(self._path) > MAX_DEPTH:
            raise FormatError(f"expected elements in at most {MAX_DEPTH:,} others, found more")
        match self._path:
            case [root]:
                if root != "puzzle":
                    raise FormatError(f"expected the element puzzle, found {short_repr(root)}")
                if given.get("version") not in ("1", "2"):
                    raise FormatError(f"expected version 1 or 2, found {short_repr(given.get('version', ''))}")
            case [_, "gridType"]:
                self.grid = _number(given, "type", "gridType")
            case [_, "shapes", "voxel"]:
                self._begin_shape(given)
            case [_, "problems", "problem"]:
                holes = _number(given, "maxHoles", "problem") if given.get("maxHoles") else None
                self.problems.append(_Problem(given.get("name", ""), holes))
            case [_, "problems", "problem", "shapes", "shape"]:
                self._add_part(given)
            case [_, "problems", "problem", "result"]:
                self.problems[-1].result = _number(given, "id", "result")
            case [_, "problems", "problem", "bitmap", "pair"]:
                self.problems[-1].pairs += 1
        if len(self.shapes) > MAX_SHAPES or len(self.problems) > MAX_SHAPES:
            raise FormatError(f"expected at most {MAX_SHAPES:,} shapes and problems, found more")

    def _begin_shape(self, given: dict[str, str]) -> None:
        size = tuple(_number(given, side, f"shape {len(self.shapes)}") for side in "xyz")
        self.shapes.append(_Shape(given.get("name", "").strip(), (size[0], size[1], size[2]), ""))
        self._texts = []

    def _add_part(self, given: dict[str, str]) -> None:
        problem = self.problems[-1]
        place = f"problem {len(self.problems)}: shape"
        if given.get("count"):
            low = high = _number(given, "count", place)
        elif given.get("min") and given.get("max"):
            low, high = _number(given, "min", place), _number(given, "max", place)
        else:
            low = high = 1
        if low > high:
            raise FormatError(f"{place}: expected min to be at most max, found {low} and {high}")
        number = _number(given, "id", place)
        before = problem.parts.get(number, (0, 0))
        problem.parts[number] = before[0] + low, before[1] + high

    def data(self, text: str) -> None:
        """Take text inside an element."""
        if self._texts is not None:
            self._n_voxels += len(text)
            if self._n_voxels > MAX_VOXELS:
                raise FormatError(f"expected at most {MAX_VOXELS:,} voxels, found more")
            self._texts.append(text)

    def end(self, tag: str) -> None:
        """End an element."""
        self._path.pop()
        if self._texts is not None and tag == "voxel":
            text = "".join("".join(self._texts).split())
            self.shapes[-1] = self.shapes[-1]._replace(text=text)
            self._texts = None

    def close(self) -> _File:
        """Return what was read."""
        return self


def read_xmpuzzle(content: bytes | str, problem: int | str = 1) -> Packing:
    """Read a problem of a file.

    Flat problems become packings of squares or triangles, whose pieces may be turned over; others are of cubes, whose
    pieces may only be turned, as on a table.

    Parameters
    ----------
    content : bytes or str
        XML, perhaps packed with gzip.
    problem : int or str
        Its number, from 1, or its name.

    Returns
    -------
    Packing
        Pieces have the names of the shapes. A shape without a name, or with a name of another one, is ``S1`` and so on,
        as in BurrTools.

    Raises
    ------
    FormatError
        If it is not such a file, if there is no such problem, or if it has what a packing can't say: another kind of
        grid, colors that restrict places, or a number of cells that may stay empty.

    Examples
    --------
    >>> text = '''<puzzle version="2"><gridType type="0"/><shapes>
    ... <voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="4" y="3" z="1" type="0">############</voxel></shapes>
    ... <problems><problem name="dominoes"><shapes><shape id="0" count="6"/></shapes><result id="1"/></problem>
    ... </problems></puzzle>'''
    >>> packing = read_xmpuzzle(text)
    >>> packing.count(), packing.count(up_to_symmetry=True)
    (11, 5)
    """
    file = _parse(content)
    return _make_packing(file, _choose(file.problems, problem))


def _parse(content: bytes | str) -> _File:
    try:
        file = _parse_as(content, None)
    except ParseError as error:
        try:
            file = _parse_as(content, "iso-8859-1")  # comments in old files are not UTF-8
        except ParseError:
            line, column = error.position
            found = error.msg.partition(":")[0]
            raise FormatError(f"line {line}, column {column + 1}: expected XML, found {found}") from None
    if not file.shapes:
        raise FormatError("expected shapes, found none")
    return file


def _parse_as(content: bytes | str, encoding: str | None) -> _File:
    parser = XMLParser(target=_File(), encoding=encoding)
    try:
        for part in _unpack(content):
            parser.feed(part)
    except (LookupError, UnicodeError):  # of an encoding that the file claims to have
        raise FormatError("expected UTF-8, found another encoding") from None
    file: _File = parser.close()  # type: ignore[assignment]
    return file


def _unpack(content: bytes | str) -> Iterator[bytes | str]:
    """Yield the XML, part by part."""
    if isinstance(content, str):
        yield content
        return
    if not content.startswith(b"\x1f\x8b"):
        yield content
        return
    unpacker, size = zlib.decompressobj(31), 0
    rest = content
    while rest and not unpacker.eof:
        try:
            part = unpacker.decompress(rest, STEP)
        except zlib.error:
            raise FormatError("the file is damaged: gzip can't unpack it") from None
        rest = unpacker.unconsumed_tail
        size += len(part)
        if size > MAX_UNPACKED:
            raise FormatError(f"the file unpacks to more than {MAX_UNPACKED:,} bytes")
        yield part
    if not unpacker.eof:
        raise FormatError("the file is cut off: gzip finds no end")


def _number(given: dict[str, str], name: str, place: str) -> int:
    text = given.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise FormatError(f"{place}: expected a number for {name}, found {short_repr(text)}")
    return int(text)


def _choose(problems: list[_Problem], wanted: int | str) -> _Problem:
    if not problems:
        raise FormatError("expected a problem, found none")
    for number, problem in enumerate(problems, 1):
        if wanted in (number, str(number), problem.name):
            return problem
    listed = ", ".join(f"{number} ({problem.name})" for number, problem in enumerate(problems[:9], 1))
    more = " ..." * (len(problems) > 9)
    raise FormatError(f"problem: expected one of {listed}{more}; found {short_repr(wanted)}")


def _make_packing(file: _File, problem: _Problem) -> Packing:
    if file.grid not in GRIDS:
        found = _OTHERS.get(file.grid, f"type {file.grid}")
        raise FormatError(f"gridType: expected cubes (0) or triangles (1), found {found}")
    parts = {number: times for number, times in problem.parts.items() if times[1]}
    if problem.result is None:
        raise FormatError("problem: expected a result, found none")
    for number in (problem.result, *parts):
        if number >= len(file.shapes):
            raise FormatError(f"problem: expected one of {len(file.shapes)} shapes, found number {number}")
    if not parts:
        raise FormatError("problem: expected pieces, found none")
    spaces = {number: list(file.shapes[number].voxels(number)) for number in {problem.result, *parts}}
    for number, space in spaces.items():
        if not space:
            raise FormatError(f"shape {number}: expected a voxel that is filled, found none")
        if number in parts and any(sign == "+" for _, sign, _ in space):
            raise FormatError(f"shape {number}: a piece can't have voxels that may stay empty")
    target = spaces[problem.result]
    if any(color for _, _, color in target) and any(color for number in parts for _, _, color in spaces[number]):
        raise FormatError("colors that restrict where pieces lie can't be read")
    lattice = _choose_lattice(file.grid, spaces.values())
    board = Board((_cell(place, lattice) for place, _, _ in target), lattice)
    fixed = [_cell(place, lattice) for place, sign, _ in target if sign == "#"]
    n_free = len(target) - len(fixed)
    if problem.max_holes is not None and 0 < problem.max_holes < n_free:
        raise FormatError(
            f"maxHoles: expected 0, or all {n_free} voxels that may stay empty, found {problem.max_holes}"
        )
    n_tried = sum(len(board) + len(spaces[number]) for number in parts)
    if n_tried * len(lattice.symmetries) > MAX_PLACES:
        raise FormatError(f"problem: expected at most {MAX_PLACES:,} places to try, found more")
    names = _name_pieces(file.shapes, parts)
    pieces = [
        Piece.of(names[number], [_cell(place, lattice) for place, _, _ in spaces[number]], lattice) for number in parts
    ]
    times = {names[number]: bounds for number, bounds in parts.items()}
    return Packing(board, pieces, times=times, fill=board.cells if problem.max_holes == 0 else fixed)


def _choose_lattice(grid: int, spaces: Iterable[list[tuple[tuple[int, int, int], str, int]]]) -> Lattice:
    """Choose the plane if all shapes are flat."""
    is_flat = all(len({z for (_, _, z), _, _ in space}) == 1 for space in spaces)
    if grid == 0:
        return SQUARE if is_flat else CUBE
    if not is_flat:
        raise FormatError("expected triangles in one layer, found several layers")
    return TRIANGLE


def _cell(place: tuple[int, int, int], lattice: Lattice) -> Cell:
    """Return the cell of a voxel. The y of BurrTools grows upwards, and its triangle (0, 0) points up."""
    x, y, z = place
    return (z, y, x) if lattice is CUBE else (-y, x) if lattice is TRIANGLE else (y, x)


def _name_pieces(shapes: list[_Shape], parts: Iterable[int]) -> dict[int, str]:
    names: dict[int, str] = {}
    for number in parts:
        name = shapes[number].name
        names[number] = name if name and name not in names.values() else f"S{number + 1}"
    if len(set(names.values())) < len(names):
        return {number: f"S{number + 1}" for number in names}
    return names


def read_cover_problem(content: bytes | str, problem: int | str = 1) -> Cover:
    """Read a problem of a file as an exact cover whose items are texts: names of pieces, and cells such as ``x0,1,2``.

    Knuth's format can write it. A cell begins with its row, in space after its layer.

    Raises
    ------
    FormatError
        As `read_xmpuzzle`.

    Examples
    --------
    >>> text = '''<puzzle version="2"><shapes><voxel x="1" y="1" z="1" type="0">#</voxel></shapes><problems><problem>
    ... <shapes><shape id="0"/></shapes><result id="0"/></problem></problems></puzzle>'''
    >>> list(read_cover_problem(text).options)
    [('S1', 'x0,0')]
    """
    packing = read_xmpuzzle(content, problem)
    cover = packing.cover
    names: dict[object, str] = {cell: "x" + ",".join(map(str, cell)) for cell in packing.board.cells}
    names[LOOSE] = LOOSE[0]
    taken = set(names.values())
    for number, piece in enumerate(packing.pieces, 1):
        name = "".join("_" if sign.isspace() or sign in "|:" else sign for sign in piece.name)
        while name in taken:
            name = f"{name}.{number}"
        names[piece.name] = name
        taken.add(name)
    return Cover(
        [[names[item] for item in option] for option in cover.options],
        primary=[names[item] for item in cover.primary],
        secondary=[names[item] for item in cover.secondary],
        multiplicities={names[item]: bounds for item, bounds in cover.multiplicities.items()},
    )


def write_xmpuzzle(packing: Packing, name: str = "") -> str:
    """Write a packing of squares, triangles or cubes as a file with one problem.

    Raises
    ------
    CoverError
        If it is of hexagons, or if pieces may not be turned, may not be turned over in the plane, or may in space.

    Examples
    --------
    >>> packing = Packing(Board.rectangle(4, 5), {"F": ".XX/XX./.X.", "I": "XXXXX"}, times=2)
    >>> again = read_xmpuzzle(write_xmpuzzle(packing, "five"), "five")
    >>> again.count() == packing.count(), again.pieces == packing.pieces
    (True, True)
    """
    lattice = packing.board.lattice
    if lattice is HEXAGON:
        raise CoverError("xmpuzzle has no hexagons")
    if not packing.turns or packing.mirrors != (lattice is not CUBE):
        raise CoverError("in xmpuzzle, pieces may be turned in space: flat ones turned over, solid ones not")
    sizes = {piece.name: len(piece) for piece in packing.pieces}
    shapes = [_voxel(piece.cells, piece.cells, lattice, piece.name) for piece in packing.pieces]
    shapes.append(_voxel(packing.board.cells, packing.filled, lattice, ""))
    parts = []
    for number, piece in enumerate(packing.pieces):
        low, high = packing.times[piece.name] or (0, max(1, len(packing.board) // sizes[piece.name]))
        parts.append(f'<shape id="{number}" min="{low}" max="{high}"/>')
    lines = [
        '<?xml version="1.0"?>',
        '<puzzle version="2">',
        f'  <gridType type="{1 if lattice is TRIANGLE else 0}"/>',
        "  <colors/>",
        "  <shapes>", *(f"    {shape}" for shape in shapes), "  </shapes>",
        "  <problems>",
        f"    <problem name={quoteattr(name)} state=\"0\">",
        "      <shapes>", *(f"        {part}" for part in parts), "      </shapes>",
        f'      <result id="{len(packing.pieces)}"/>',
        "      <bitmap/>",
        "    </problem>",
        "  </problems>",
        "  <comment/>",
        "</puzzle>",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _voxel(cells: Iterable[Cell], filled: Iterable[Cell], lattice: Lattice, name: str) -> str:
    """Write a shape: the inverse of `_cell`."""
    places = {cell: _place(cell, lattice) for cell in cells}
    low = [min(along) for along in zip(*places.values(), strict=True)]
    if lattice is TRIANGLE:
        low[0] -= (low[0] + low[1]) % 2  # a shift keeps what points up
    width, height, depth = (
        max(along) - least + 1 for along, least in zip(zip(*places.values(), strict=True), low, strict=True)
    )
    signs = ["_"] * (width * height * depth)
    known = set(filled)
    for cell, (x, y, z) in places.items():
        signs[x - low[0] + width * (y - low[1] + height * (z - low[2]))] = "#" if cell in known else "+"
    named = f" name={quoteattr(name)}" if name else ""
    return f'<voxel x="{width}" y="{height}" z="{depth}"{named} type="0">{"".join(signs)}</voxel>'


def _place(cell: Cell, lattice: Lattice) -> tuple[int, int, int]:
    *layer, row, column = cell
    return column, -row if lattice is TRIANGLE else row, layer[0] if layer else 0
