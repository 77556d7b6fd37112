"""Takes the pictures of the page for page.md and README: pictures/page_*.png and film.gif, here.

It needs Playwright for Python, Chromium and Pillow; on Debian: apt-get install chromium.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from farandole import formats
from farandole.logic import explain
from farandole.logic.board import Board
from farandole.puzzle import Puzzle
from farandole.render import film

HERE = Path(__file__).parent
PORT = "8899"
WIDE = 960  # pixels of a picture
LEARNED = "....5.....39.....6...1.9...9......2..7521....2....8.7......64...2..4...836.7..5.."
WATCHED = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def paste(page: Page, puzzle: Puzzle) -> None:
    """Paste a puzzle, and wait until it is there and known to have one solution."""
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
        }""",
        formats.write(puzzle, "json"),
    )
    expect(page.get_by_role("gridcell", name="given")).to_have_count(sum(map(bool, puzzle.givens)))
    expect(page.locator(".verdict")).to_contain_text("One solution")


def play(page: Page) -> None:
    """Write some digits and notes."""
    [puzzle] = formats.read((HERE.parent / "examples" / "jigsaw.txt").read_text())
    paste(page, puzzle)
    solution = puzzle.solve()
    assert solution is not None
    empty = [cell for cell, given in enumerate(puzzle.givens) if not given]
    for cell in empty[2:9]:
        page.locator(f"[data-cell={puzzle.grid.cell_name(cell)}]").click()
        page.keyboard.press(str(solution.digits[cell]))
    for cell, digits in ((empty[0], "16"), (empty[1], "68")):
        page.locator(f"[data-cell={puzzle.grid.cell_name(cell)}]").click()
        for digit in digits:
            page.keyboard.press(f"Control+{digit}")


def learn(page: Page) -> None:
    """Ask for a hint, to its last level."""
    board = next(step.board for step in explain(Puzzle.classic(LEARNED)) if step.technique.name == "XY-Wing")
    assert board is not None
    paste(page, Puzzle(Puzzle.classic(LEARNED).grid, tuple(board.values), _candidates(board)))
    page.get_by_role("button", name="Learn").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Level 4 of 4").click()
    expect(page.get_by_role("button", name="Level 4 of 4")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".learn-rating")).to_contain_text("Sudoku Explainer")


def _candidates(board: Board) -> tuple[int, ...]:
    return tuple(1 << (digit - 1) if digit else mask for digit, mask in zip(board.values, board.masks, strict=True))


def watch(page: Page) -> None:
    """Go some steps."""
    paste(page, Puzzle.classic(WATCHED))
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.locator(".watch")).to_have_attribute("data-state", "ready")
    for _ in range(24):
        page.get_by_role("button", name="Step forward").click()


def tile(page: Page) -> None:
    """Fill a board with pentominoes."""
    page.get_by_role("button", name="Watch", exact=True).click()
    page.locator(".watch-what").select_option("tiling")
    page.get_by_label("Example").select_option("hole")
    page.get_by_role("button", name="Fill the board").click()
    expect(page.locator(".tile-answer.is-found")).to_be_visible()
    expect(page.locator(".watch")).to_have_attribute("data-state", "ready")
    page.get_by_role("button", name="Next tiling").click()


def set_one(page: Page) -> None:
    """Draw rules."""
    [puzzle] = formats.read((HERE.parent / "examples" / "killer.json").read_text())
    paste(page, puzzle)
    page.locator("#views").get_by_role("button", name="Set").click()
    page.get_by_label("Show true candidates").check()
    expect(page.locator(".set-verdict")).to_contain_text("one solution")
    expect(page.locator(".layer-cells text").nth(80)).to_be_attached()  # true candidates


def phone(page: Page) -> None:
    """Look at a samurai."""
    [puzzle] = formats.read((HERE.parent / "examples" / "samurai.txt").read_text())
    paste(page, puzzle)


def take(page: Page, name: str) -> None:
    """Take a picture, and make it small."""
    seen = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    wide = min(WIDE, seen.width // 2 if seen.width < 1000 else seen.width)
    small = seen.resize((wide, round(seen.height * wide / seen.width)), Image.Resampling.LANCZOS)
    small.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        HERE / "pictures" / f"{name}.png", optimize=True
    )


def main() -> None:
    """Take them all."""
    scenes: dict[str, tuple[Callable[[Page], None], dict[str, Any]]] = {
        "page_play": (play, {}),
        "page_learn": (learn, {}),
        "page_watch": (watch, {"color_scheme": "dark"}),
        "page_tiling": (tile, {}),
        "page_set": (set_one, {}),
        "page_phone": (phone, {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "device_scale_factor": 2}),
    }
    serve = [sys.executable, "-m", "farandole", "serve", "--port", PORT]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            expect.set_options(timeout=60_000)
            for name, (scene, settings) in scenes.items():
                usual: dict[str, Any] = {
                    "viewport": {"width": 1200, "height": 760},
                    "locale": "en-US",
                    "device_scale_factor": 1.6,
                }
                page = browser.new_context(**(usual | settings)).new_page()
                page.goto(address)
                page.wait_for_selector("#grid [role=gridcell]")
                scene(page)
                take(page, name)
            browser.close()
        server.terminate()
    (HERE / "pictures" / "film.gif").write_bytes(film.gif(film.of_puzzle(Puzzle.classic(WATCHED), seconds=8)))


if __name__ == "__main__":
    main()
