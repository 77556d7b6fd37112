"""Grids are found in drawn pictures, in perspective and on curved paper."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from farandole.photo import grids
from farandole.photo.geometry import Points, area, homography, largest_quad, lattice, rectify, transform_points
from farandole.photo.lines import Frame, measure_darkness, trace_lines

UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)


def nodes_of(quad: Points, n: int, bend: float = 0.0) -> Points:
    """Return the nodes of a grid in perspective, bent by some pixels."""
    nodes = transform_points(homography(UNIT, quad), lattice(n, n))
    nodes[:, :, 1] += bend * np.sin(nodes[:, :, 0] / nodes[:, :, 0].max() * np.pi)
    return nodes


def drawn(meshes: list[Points], *, width: int = 700, height: int = 600, blur: float = 1.0) -> NDArray[np.uint8]:
    image = Image.new("L", (width, height), 225)
    pen = ImageDraw.Draw(image)
    for nodes in meshes:
        n = len(nodes) - 1
        for line in range(n + 1):
            thick = 4 if line in (0, n) else 2
            pen.line([tuple(node) for node in nodes[line].tolist()], fill=40, width=thick)
            pen.line([tuple(node) for node in nodes[:, line].tolist()], fill=40, width=thick)
    return np.asarray(image.filter(ImageFilter.GaussianBlur(blur)))


QUADS = {
    "straight": [[100, 80], [560, 80], [560, 540], [100, 540]],
    "turned": [[180, 60], [620, 150], [530, 570], [90, 480]],
    "from below": [[160, 100], [540, 110], [640, 520], [70, 500]],
}


@pytest.mark.parametrize("n", [4, 6, 9, 12, 16])
@pytest.mark.parametrize("name", QUADS)
@pytest.mark.parametrize("bend", [0.0, 12.0])
def test_nodes_are_where_they_were_drawn(name: str, n: int, bend: float) -> None:
    nodes = nodes_of(np.array(QUADS[name], float), n, bend)
    [found] = grids.find_grids(drawn([nodes]), (9, 4, 6, 12, 16))
    assert found.size == n
    off = np.hypot(*(found.mesh - nodes).reshape(-1, 2).T)
    assert np.median(off) < 1.5
    assert off.max() < 6


@pytest.mark.parametrize("n", [12, 16])
@pytest.mark.parametrize("cells", [-0.9, 0.9])
def test_paper_bent_by_nearly_a_cell(n: int, cells: float) -> None:
    nodes = nodes_of(np.array(QUADS["turned"], float), n, cells * 460 / n)
    [found] = grids.find_grids(drawn([nodes]), (9, 12, 16))
    assert found.size == n
    assert np.hypot(*(found.mesh - nodes).reshape(-1, 2).T).max() < 6


def test_two_grids_come_from_the_left() -> None:
    left, right = (np.array([[x, 150], [x + 280, 150], [x + 280, 430], [x, 430]], float) for x in (30, 380))
    found = grids.find_grids(drawn([nodes_of(right, 9), nodes_of(left, 9)], blur=0.6))
    assert [int(fitted.mesh[0, 0, 0].round(-1)) for fitted in found] == [30, 380]


def test_no_grid() -> None:
    random = np.random.default_rng(5)
    assert grids.find_grids(np.full((300, 300), 200, np.uint8)) == []
    assert grids.find_grids(random.integers(0, 256, (200, 300), dtype=np.uint8), (9, 6, 4)) == []
    empty_box = nodes_of(np.array(QUADS["straight"], float), 1)
    assert grids.find_grids(drawn([empty_box]), (9, 6, 4, 12, 16)) == []


def test_largest_quad() -> None:
    corners = np.array([[0, 0], [50, 1], [100, 0], [110, 90], [60, 96], [0, 100]], float)
    quad = largest_quad(corners)
    assert quad is not None
    assert quad.tolist() == [[0, 0], [100, 0], [110, 90], [0, 100]]
    assert area(quad) > 0
    assert largest_quad(corners[:3]) is None


def test_what_is_seen_through_a_mesh() -> None:
    picture = np.add.outer(np.zeros(40, np.uint8), np.arange(40, dtype=np.uint8) * 5)
    square = rectify(picture, np.array([[[10, 10], [30, 10]], [[10, 30], [30, 30]]], float), 20)
    assert np.abs(square[5].astype(int) - (np.arange(10, 30) * 5 + 2)).max() <= 2
    turned = rectify(picture, np.array([[[10, 30], [10, 10]], [[30, 30], [30, 10]]], float), 20)
    assert np.abs(turned.astype(int) - square.T).max() <= 1


@pytest.mark.parametrize("size", [10, 17, 40])  # several samples a pixel, and one
def test_a_mesh_is_seen_the_same_at_the_edge_of_a_picture(size: int) -> None:
    random = np.random.default_rng(size)
    picture = random.integers(0, 256, (90, 110), np.uint8)
    mesh = lattice(2, 2) * 30 + 20 + random.uniform(-2, 2, (3, 3, 2))
    left, top = np.floor(mesh.min(axis=(0, 1))).astype(int)
    right, bottom = np.ceil(mesh.max(axis=(0, 1))).astype(int) + 1
    cut = np.ascontiguousarray(picture[top:bottom, left:right])
    whole, part = rectify(picture, mesh, size), rectify(cut, mesh - (left, top), size)
    assert np.abs(whole.astype(int) - part).max() <= 1


def test_a_grid_of_another_size_is_given_up_early() -> None:
    sheet = np.full((400, 400), 255, np.uint8)
    sheet[20:381:40] = sheet[:, 20:381:40] = 0
    quad = np.array([[20, 20], [380, 20], [380, 380], [20, 380]], float)
    fitted = Frame(sheet, quad).fit(9)
    assert fitted is not None
    assert fitted.score == 1
    assert Frame(sheet, quad).fit(10) is None


def test_no_mesh_where_corners_coincide() -> None:
    assert Frame(np.zeros((50, 50), np.uint8), np.zeros((4, 2))).fit(9) is None


def test_a_line_is_followed() -> None:
    response = np.zeros((10, 40), np.float32)
    way = np.array([20, 20, 21, 22, 22, 22, 21, 20, 19, 19])
    response[np.arange(10), way] = 1
    response[4, 30] = 3  # a blot beside it
    assert trace_lines(response, np.full((1, 10), 18.0), 8, 0.2)[0].tolist() == way.tolist()


def mean_around(values: NDArray[Any], radius: int) -> NDArray[Any]:
    rows, columns = ([slice(max(k - radius, 0), k + radius + 1) for k in range(side)] for side in values.shape)
    return np.array([[values[row, column].mean() for column in columns] for row in rows])


@pytest.mark.parametrize("radius", [1, 4, 40])
def test_darkness_is_measured_against_the_paper_around(radius: int) -> None:
    picture = np.random.default_rng(7).integers(0, 256, (23, 31), np.uint8)
    paper = mean_around(np.maximum(picture, mean_around(picture, radius)), radius)
    expected = np.clip((paper - picture) / np.maximum(paper, 16), 0, 1)
    np.testing.assert_allclose(measure_darkness(picture, radius), expected, atol=1e-5)
