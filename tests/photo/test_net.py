"""The net reads printed glyphs of any size; its weights are small."""

from importlib.resources import files

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from farandole.photo.ink.net import CLASSES, NOTHING, SIDE, classify, classify_glyphs, normalize_glyph
from farandole.photo.synthetic.looks import OWN_FONT


def drawn(text: str, font: str, tall: int) -> NDArray[np.float32]:
    page = Image.new("L", (5 * tall, 3 * tall), 0)
    face = ImageFont.truetype(font, tall) if font else ImageFont.load_default(tall)
    ImageDraw.Draw(page).text((tall, tall // 2), text, font=face, fill=255)
    return np.asarray(page, np.float32) / np.float32(255)


@pytest.mark.parametrize("tall", [14, 24, 60])
def test_printed_digits_are_read(tall: int) -> None:
    digits = "123456789"
    seen = classify(np.stack([normalize_glyph(drawn(digit, OWN_FONT, tall)) for digit in digits]))
    columns = [NOTHING, *(CLASSES.index(digit) for digit in digits)]
    assert [CLASSES[columns[best]] for best in seen[:, columns].argmax(axis=1)] == list(digits)


def test_numbers_of_two_figures_are_one_glyph() -> None:
    numbers = [str(number) for number in range(10, 17)]
    seen = classify(np.stack([normalize_glyph(drawn(number, "", 40)) for number in numbers]))
    assert [CLASSES[best] for best in seen.argmax(axis=1)] == numbers


def test_paper_is_nothing() -> None:
    blank = np.zeros((3, SIDE, SIDE), np.float32)
    blank[1, :, 2] = 1  # a line
    blank[2] = 0.1
    assert (classify(blank).argmax(axis=1) == NOTHING).all()


def test_answers_are_probabilities_and_batches_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    glyphs = np.random.default_rng(1).random((7, SIDE, SIDE), np.float32)
    seen, by_hand = classify_glyphs(glyphs)
    np.testing.assert_allclose(seen.sum(axis=1), 1, atol=1e-5)
    assert ((by_hand >= 0) & (by_hand <= 1)).all()
    monkeypatch.setattr("farandole.photo.ink.net.CHUNK", 3)
    np.testing.assert_allclose(classify_glyphs(glyphs)[0], seen, atol=1e-5)
    assert classify(glyphs[:0]).shape == (0, len(CLASSES))


def test_other_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"expected glyphs of shape \(n, 28, 28\), found \(28, 28\)"):
        classify(np.zeros((28, 28), np.float32))


def test_weights_are_small() -> None:
    assert len(files("farandole.photo.ink").joinpath("weights.npz").read_bytes()) < 300_000


@pytest.mark.parametrize("size", [(5, 60), (60, 5), (200, 90), (8, 8)])
def test_ink_fits(size: tuple[int, int]) -> None:
    ink = np.zeros((size[0] + 40, size[1] + 40), np.float32)
    ink[20:-20, 20:-20] = 1
    rows, columns = np.nonzero(normalize_glyph(ink) > 0.5)
    assert max(np.ptp(rows), np.ptp(columns)) + 1 == pytest.approx(20, abs=1)
    assert abs(rows.mean() - 13.5) <= 0.5
    assert abs(columns.mean() - 13.5) <= 0.5


def test_no_ink_fits_nowhere() -> None:
    assert not normalize_glyph(np.zeros((30, 30), np.float32)).any()
