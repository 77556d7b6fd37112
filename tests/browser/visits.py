"""What a visitor does, in the words of a visitor."""

from typing import Any

from farandole.puzzle import Puzzle

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1.....3..2.....4"


def expect(what: Any) -> Any:
    """Wait until something of a page is as said; Playwright is imported only now because it may be absent."""
    from playwright import sync_api

    return sync_api.expect(what)


def paste(page: Any, text: str) -> None:
    """Paste a text anywhere on the page."""
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const how = {clipboardData: data, bubbles: true, cancelable: true};
            document.body.dispatchEvent(new ClipboardEvent("paste", how));
        }""",
        text,
    )


def opened(page: Any, text: str) -> None:
    """Paste a puzzle, and wait until it is on the board and known to have one solution."""
    paste(page, text)
    givens = sum(character in "123456789" for character in text)
    expect(page.get_by_role("gridcell", name="given")).to_have_count(givens)
    expect(page.locator(".verdict")).to_contain_text("One solution")


def cell(page: Any, row: int, column: int) -> Any:
    """Find a cell as a screen reader does: by its name."""
    return page.get_by_role("gridcell", name=f"row {row} column {column},")


def solved(text: str) -> str:
    """Solve a classic puzzle, or one of 4x4."""
    solution = Puzzle.of(_grid(text), text).solve()
    assert solution is not None
    return "".join(map(str, solution.digits))


def _grid(text: str) -> Any:
    from farandole.grid import Grid

    return Grid.classic({81: (3, 3), 16: (2, 2)}[len(text)])
