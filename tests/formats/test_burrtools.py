"""Files of BurrTools say the packings that were written, and hostile ones end in an error."""

import gzip
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from commands import run
from farandole import CoverError, FormatError
from farandole.cover.pieces import (
    CUBE,
    SQUARE,
    TRIANGLE,
    Board,
    Lattice,
    Packing,
    Piece,
    polycubes,
    polyhexes,
    polyiamonds,
    polyominoes,
)
from farandole.formats import burrtools
from farandole.formats.burrtools import read_cover_problem, read_xmpuzzle, write_xmpuzzle

FAMILIES: dict[Lattice, Any] = {SQUARE: polyominoes, TRIANGLE: polyiamonds, CUBE: polycubes}


def voxel(x: int, y: int, z: int, text: str, more: str = "") -> str:
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0"{more}>{text}</voxel>'


def file(shapes: str, *, parts: str = '<shape id="0"/>', result: int = 1, grid: int = 0, more: str = "") -> str:
    return (
        f'<?xml version="1.0"?><puzzle version="2"><gridType type="{grid}"/><shapes>{shapes}</shapes>'
        f'<problems><problem name="one"{more}><shapes>{parts}</shapes><result id="{result}"/><bitmap/>'
        "</problem></problems></puzzle>"
    )


@st.composite
def packings(draw: st.DrawFn) -> Packing:
    """Draw a small board and pieces of up to three cells, as BurrTools can have them."""
    lattice: Lattice = draw(st.sampled_from(list(FAMILIES)))
    sides = st.integers(1, 3)
    if lattice is CUBE:
        board = Board.box(2, draw(sides), draw(st.integers(1, 2)))
    else:
        board = Board.rectangle(draw(sides), draw(sides), lattice)
    holes = draw(st.lists(st.sampled_from(board.cells), max_size=2, unique=True))
    board = board.without(holes) if len(holes) < len(board) else board
    known = [Piece(f"{n}<{piece.name}", piece.form, lattice) for n in (1, 2, 3) for piece in FAMILIES[lattice](n)]
    pieces = draw(st.lists(st.sampled_from(known), min_size=1, max_size=3, unique_by=lambda piece: piece.name))
    if lattice is CUBE:  # without it, all is flat
        pieces.append(Piece.of("tall", [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]))
    times = {piece.name: draw(st.sampled_from([1, None, (0, 1), (0, 2), 2])) for piece in pieces}
    return Packing(
        board, pieces, times=times, fill=draw(st.booleans() | st.lists(st.sampled_from(board.cells), unique=True))
    )


@examples(150)
@given(packings())
def test_what_is_written_is_read(packing: Packing) -> None:
    text = write_xmpuzzle(packing, 'a "name" & more')
    again = read_xmpuzzle(text, 'a "name" & more')
    assert [piece.name for piece in again.pieces] == [piece.name for piece in packing.pieces]
    assert len(again.board) == len(packing.board)
    assert again.count() == packing.count()
    assert again.count(up_to_symmetry="rotations") == packing.count(up_to_symmetry="rotations")
    packed = gzip.compress(text.encode())
    assert read_xmpuzzle(packed).cover.options == again.cover.options
    assert read_cover_problem(packed).count() == packing.count()


def test_letters_grow_along_x_first() -> None:
    """In a shape of 3 x 2 x 2, the second letter is x = 1, the fourth y = 1, the seventh z = 1."""
    ell = voxel(3, 2, 2, "##_#__#_____")
    packing = read_xmpuzzle(file(ell + voxel(2, 2, 2, "########")))
    [piece] = packing.pieces
    assert piece.cells == ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0))
    assert packing.board == Board.box(2, 2, 2)


def test_triangles_point_as_in_burrtools() -> None:
    """The y of BurrTools grows upwards; its triangle (0, 0) points up, so it shares its side with (0, -1)."""
    two_up = voxel(1, 2, 1, "##")  # (0, 0) points up and (0, 1) down, and they share no side
    packing = read_xmpuzzle(file(two_up + voxel(4, 4, 1, "#" * 16), grid=1))
    [piece] = packing.pieces
    one, other = map(TRIANGLE.point, piece.cells)
    assert other not in TRIANGLE.neighbors(one)
    side = read_xmpuzzle(file(voxel(1, 3, 1, "_##") + voxel(4, 4, 1, "#" * 16), grid=1)).pieces[0]
    one, other = map(TRIANGLE.point, side.cells)
    assert other in TRIANGLE.neighbors(one)


def test_known_counts() -> None:
    # Source: the assemblies that BurrTools 0.6.3 states in its examples SolidSixPieceBurrs and CubeInCage are of larger
    # shapes; these are Conway and Guy's Soma cube, and the 2,339 of Haselgrove.
    soma = ["XX/X.", "XXX/X..", "XXX/.X.", "XX./.XX", "XX/.X//X./..", "XX/X.//.X/..", "XX/X.//X./.."]
    cube = Packing(Board.box(3, 3, 3), [Piece.of(f"p{n}", text, CUBE) for n, text in enumerate(soma)])
    assert read_xmpuzzle(write_xmpuzzle(cube)).count(up_to_symmetry="rotations") == 480
    flat = Packing(Board.rectangle(6, 10), polyominoes(5))
    assert read_xmpuzzle(write_xmpuzzle(flat)).count(up_to_symmetry=True) == 2339


def test_names_ranges_and_holes() -> None:
    dominoes = voxel(2, 1, 1, "##", ' name="Stick"') + voxel(2, 2, 1, "##++")
    packing = read_xmpuzzle(file(dominoes, parts='<shape id="0" min="1" max="2"/>'))
    assert (packing.pieces[0].name, packing.times) == ("Stick", {"Stick": (1, 2)})
    assert packing.count() == 3, "one on the fixed cells; two lying, two standing"
    none = read_xmpuzzle(file(dominoes, parts='<shape id="0" min="1" max="2"/>', more=' maxHoles="0"'))
    assert none.count() == 2
    every = read_xmpuzzle(file(dominoes, parts='<shape id="0" min="1" max="2"/>', more=' maxHoles="2"'))
    assert every.count() == 3
    twice = read_xmpuzzle(file(dominoes, parts='<shape id="0"/><shape id="0" count="1"/>'))
    assert twice.times == {"Stick": (2, 2)}
    alike = voxel(1, 1, 1, "#", ' name="a"') + voxel(3, 1, 1, "###") + voxel(2, 1, 1, "##", ' name="a"')
    parts = '<shape id="0"/><shape id="2"/>'
    assert [piece.name for piece in read_xmpuzzle(file(alike, parts=parts)).pieces] == ["a", "S3"]


def test_old_files_have_other_encodings() -> None:
    text = file(voxel(1, 1, 1, "#") + voxel(1, 1, 1, "#")).replace("</puzzle>", "<comment>R\xf6ver</comment></puzzle>")
    assert read_xmpuzzle(gzip.compress(text.encode("latin-1"))).count() == 1
    assert read_xmpuzzle(text.encode()).count() == 1


ONE = voxel(1, 1, 1, "#")
BOMB = "<!DOCTYPE p [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]><puzzle version='2'>&b;</puzzle>"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "line 1, column 1: expected XML"),
        (b"\x00\xff", "line 1, column 1: expected XML"),
        ("<a/>", "expected the element puzzle, found 'a'"),
        ("<puzzle version='9'/>", "expected version 1 or 2, found '9'"),
        ("<puzzle version='2'/>", "expected shapes, found none"),
        (BOMB, "expected a puzzle without a DOCTYPE"),
        (gzip.compress(BOMB.encode("utf-16"), mtime=0), "expected a puzzle without a DOCTYPE"),
        ("<puzzle version='2'>" + "<a>" * 5000, "expected elements in at most 1,000 others"),
        # A gzip file holds the time; tests on several processes need equal names, so it's set.
        (gzip.compress(b"<puzzle version='2'/>", mtime=0)[:-6], "the file is cut off"),
        (b"\x1f\x8bxxxxxxxxxxx", "the file is damaged"),
        (b"<?xml version='1.0' encoding='klingon'?><puzzle/>", "expected UTF-8"),
        (file(ONE + ONE, grid=3), "gridType: expected cubes (0) or triangles (1), found rhombic dodecahedra"),
        (file(ONE + ONE, grid=77), "gridType: expected cubes (0) or triangles (1), found type 77"),
        (file(voxel(1, 1, 2, "##") + ONE, grid=1), "expected triangles in one layer"),
        (file(ONE, result=1), "problem: expected one of 1 shapes, found number 1"),
        (file(ONE + ONE, parts=""), "problem: expected pieces, found none"),
        (file(ONE + ONE, parts='<shape id="0" min="3" max="2"/>'), "problem 1: shape: expected min to be at most max"),
        (file(ONE + ONE, parts='<shape id="-1"/>'), "problem 1: shape: expected a number for id, found '-1'"),
        (file(voxel(9**9, 9**9, 9, "#") + ONE), "shape 0: expected 387420489 x 387420489 x 9 voxels, found 1"),
        (file(voxel(2, 1, 1, "#x") + ONE), "shape 0: expected #, + or _ for each voxel, found '#x'"),
        (file(voxel(1, 1, 1, "_") + ONE), "shape 0: expected a voxel that is filled"),
        (file(voxel(1, 1, 1, "+") + ONE), "shape 0: a piece can't have voxels that may stay empty"),
        (file(voxel(1, 1, 1, "#1") + voxel(1, 1, 1, "#2")), "colors that restrict where pieces lie can't be read"),
        (file(ONE + voxel(3, 1, 1, "+++"), more=' maxHoles="1"'), "maxHoles: expected 0, or all 3 voxels"),
        (file(ONE + voxel(300, 300, 1, "#" * 90_000), parts='<shape id="0"/>' * 1), "problem: expected at most"),
    ],
)
def test_bad_and_hostile_files(content: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(burrtools, "MAX_PLACES", 100_000)
    with pytest.raises(FormatError) as error:
        read_xmpuzzle(content)
    assert str(error.value).startswith(said)


def test_a_file_that_grows_without_end_is_stopped() -> None:
    bomb = gzip.compress(b"<puzzle version='2'>" + b" " * 101_000_000)
    assert len(bomb) < 200_000
    with pytest.raises(FormatError, match="unpacks to more than 100,000,000 bytes"):
        read_xmpuzzle(bomb)
    with pytest.raises(FormatError, match="at most 2,000,000 voxels"):
        read_xmpuzzle(file(voxel(1, 1, 1, "#" * 2_000_001)))


@examples(300)
@given(st.data())
def test_any_text_is_read_or_refused(data: st.DataObject) -> None:
    text = file(voxel(2, 1, 1, "##") + voxel(3, 2, 1, "####++"), parts='<shape id="0" min="1" max="3"/>')
    start = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 12))
    changed = text[:start] + data.draw(st.text(alphabet='<>/"#_+09 x', max_size=6)) + text[start + cut :]
    with suppress(FormatError, CoverError):
        read_xmpuzzle(changed).count()


@pytest.mark.parametrize(
    ("packing", "said"),
    [
        (lambda: Packing(Board.honeycomb(2), polyhexes(3)), "xmpuzzle has no hexagons"),
        (lambda: Packing(Board.rectangle(2, 2), polyominoes(2), turns=False), "in xmpuzzle, pieces may be turned"),
        (lambda: Packing(Board.rectangle(2, 2), polyominoes(2), mirrors=False), "in xmpuzzle, pieces may be turned"),
        (lambda: Packing(Board.box(2, 2, 2), polycubes(2), mirrors=True), "in xmpuzzle, pieces may be turned"),
    ],
)
def test_what_the_format_lacks(packing: Any, said: str) -> None:
    with pytest.raises(CoverError, match=said):
        write_xmpuzzle(packing())


def test_the_command_reads_one_of_its_problems(tmp_path: Any) -> None:
    path, out = tmp_path / "two.xmpuzzle", tmp_path / "out.dlx"
    text = write_xmpuzzle(Packing(Board.rectangle(3, 4), {"A piece": "XX"}, times=None), "dominoes")
    one = '<problem name="none"><shapes><shape id="0"/></shapes><result id="1"/></problem>'
    path.write_bytes(gzip.compress(text.replace("  </problems>", f"{one}</problems>").encode()))
    assert run("cover", str(path), "--count").stdout == "11\n"
    assert run("cover", str(path), "--problem", "dominoes", "--count").stdout == "11\n"
    assert run("cover", str(path), "--problem", "2", "--count").stdout == "0\n"
    assert run("cover", str(path), "-o", str(out)).returncode == 0
    assert "A_piece x0,0 x0,1" in out.read_text()
    assert run("cover", str(out), "--count").stdout == "11\n"
    for words, said in (
        ((str(path), "--problem", "x"), "problem: expected one of 1 (dominoes), 2 (none); found 'x'"),
        ((str(out), "--problem", "1"), "--problem has no effect: expected a file that ends in .xmpuzzle"),
        (("--named", "queens", "4", "--problem", "1"), "--problem has no effect with --named"),
        ((str(tmp_path / "no.xmpuzzle"),), "No such file"),
    ):
        done = run("cover", *words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert said in done.stderr
