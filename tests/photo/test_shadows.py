"""Hard shadows through a puzzle on paper."""

from random import Random

import numpy as np
import pytest

from farandole.photo import read
from farandole.photo.pictures import open_picture
from farandole.photo.screens import detect_screenshot
from farandole.photo.shadows import level_light
from farandole.photo.synthetic import make_sheet
from farandole.photo.synthetic.camera import cast_shadow


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_a_hard_shadow_through_the_grid(seed: int) -> None:
    made = make_sheet("classic", seed)
    seen = read(cast_shadow(made.picture, 0.35, Random(seed)))
    assert seen.puzzle == made.ground_truths[0].puzzle
    assert not any(seen.entered)


def test_paper_is_even_without_the_shadow() -> None:
    picture = np.full((300, 300, 3), 210, np.uint8)
    picture[100:103] = picture[:, 150:153] = 40  # lines
    made = level_light(open_picture(cast_shadow(picture, 0.3, Random(4))))
    assert made is not None
    level = made.gray
    assert np.quantile(level, 0.9) - np.quantile(level, 0.1) < 12
    assert level[101].max() < 120, "a line has gaps where the shadow begins"


def test_a_picture_without_a_hard_shadow_stays_as_it_is() -> None:
    soft = np.linspace(120, 220, 300).astype(np.uint8)[None].repeat(300, axis=0)
    soft[100:103] = soft[:, 150:153] = 40
    assert level_light(open_picture(soft)) is None


@pytest.mark.slow
def test_a_shadow_on_a_photo_of_few_grays_is_no_screenshot() -> None:
    made = make_sheet("classic", 4)
    flat = cast_shadow(made.picture, 0.35, Random(4)) // 10 * 10
    assert detect_screenshot(open_picture(flat)) == (False, True), "it may be a textured screen"
    assert read(flat).puzzle == made.ground_truths[0].puzzle
