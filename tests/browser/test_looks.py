"""The board looks like the approved pictures, compared so coarsely that fonts don't matter.

What machines draw differently is no fault: letters, the last bit of a color, edges. So both pictures are made small,
and their spots compared. To approve new looks: ``APPROVE=1 pytest tests/browser/test_looks.py``, then look at them.
"""

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from browser.visits import EASY, expect, open_puzzle, paste
from farandole import formats

Visit = Callable[..., Any]
APPROVED = Path(__file__).parent / "approved"
EXAMPLES = Path(__file__).parents[2] / "examples"
SPOTS = 36  # a side
N_LOOKS = 20  # a second apart
FAR, MEAN = 70, 6.0  # how much one spot may differ, and all of them in the mean, of 255


def compare(page: Any, name: str) -> None:
    """Compare the board with the approved picture. A busy machine may draw the last change late, so look again."""
    path = APPROVED / f"{name}.png"
    board = page.locator("#drawing .board-svg")
    if os.environ.get("APPROVE"):
        APPROVED.mkdir(exist_ok=True)
        _picture(board).resize((240, 240)).quantize(32).save(path, optimize=True)
    approved = Image.open(path).convert("RGB")
    for _ in range(N_LOOKS):
        both = (picture.resize((SPOTS, SPOTS), Image.Resampling.BOX) for picture in (_picture(board), approved))
        statistics = ImageStat.Stat(ImageChops.difference(*both))
        if max(statistics.mean) <= MEAN and max(high for _, high in statistics.extrema) <= FAR:
            return
        page.wait_for_timeout(1000)
    pytest.fail(f"{name}: the mean is {statistics.mean}, the extrema are {statistics.extrema}")


def _picture(board: Any) -> Image.Image:
    return Image.open(io.BytesIO(board.screenshot(animations="disabled"))).convert("RGB")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["killer", "jigsaw"])
def test_boards_look_as_they_did(visit: Visit, name: str, scheme: str) -> None:
    page = visit(color_scheme=scheme, viewport={"width": 1280, "height": 760})
    [path] = EXAMPLES.glob(f"{name}.*")
    [puzzle] = formats.read(path.read_text())
    paste(page, formats.write(puzzle, "json"))
    givens = sum(map(bool, puzzle.givens))
    expect(page.get_by_role("gridcell", name="given")).to_have_count(givens)
    if puzzle.rules:
        expect(page.locator("#drawing .layer-below :is(path, text)").first).to_be_attached()
    expect(page.locator(".verdict")).to_contain_text("One solution")
    empty = page.get_by_role("gridcell", name="empty")
    empty.first.click()
    page.keyboard.press("Alt+3")
    page.keyboard.press("Escape")
    expect(page.get_by_role("gridcell", name="yellow")).to_have_count(1)
    compare(page, f"{name}_{scheme}")


def test_a_hint_lights_the_board_as_it_did(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 760})
    open_puzzle(page, EASY)
    page.get_by_role("button", name="Learn").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Level 3 of 4").click()
    expect(page.get_by_role("button", name="Level 3 of 4")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#drawing .layer-lit > *, #drawing .layer-houses > *").first).to_be_attached()
    compare(page, "hint")


@pytest.mark.parametrize("width", [320, 430, 431, 768, 821, 1024])
def test_no_view_is_wider_than_the_window(visit: Visit, width: int) -> None:
    page = visit(viewport={"width": width, "height": 900})
    for name in ("play", "learn", "watch", "set"):
        page.locator(f"#views [data-view={name}]").click()
        expect(page.locator("body")).to_have_attribute("data-view", name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
