"""Most of forty rendered sheets are read exactly right, and no confident reading is wrong."""

import pytest

from farandole.errors import PhotoError
from farandole.photo import read
from farandole.photo.synthetic import make_sheet

SURE = 0.99
FORTY = [
    # kind, medium, number of sheets, and how many are exactly right at least, with any fonts
    ("classic", "paper", 6, 4),
    ("4x4", "paper", 3, 1),
    ("6x6", "paper", 3, 2),
    ("8x8", "paper", 2, 1),
    ("10x10", "paper", 2, 1),
    ("12x12", "paper", 2, 1),
    ("16x16", "paper", 2, 1),
    ("jigsaw", "paper", 6, 4),
    ("samurai", "paper", 2, 1),
    ("killer", "screen", 4, 2),
    ("classic", "screen", 4, 2),
    ("6x6", "screen", 2, 1),
    ("jigsaw", "screen", 2, 1),
]


def test_they_are_forty() -> None:
    assert sum(sheets for _, _, sheets, _ in FORTY) == 40


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "on", "sheets", "least"), FORTY)
def test_sheets_are_read(kind: str, on: str, sheets: int, least: int) -> None:
    n_right = 0
    for seed in range(100, 100 + sheets):
        made = make_sheet(kind, seed, on=on, filled=on == "screen")
        try:
            found = read(made.picture)
        except PhotoError:
            continue
        is_right = found.puzzle == made.ground_truths[0].puzzle
        assert is_right or found.confidence < SURE, (seed, found.confidence)
        n_right += is_right
    assert n_right >= least
