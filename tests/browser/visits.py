"""What visitors do on the page."""

from typing import Any

from farandole.puzzle import Puzzle

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1.....3..2.....4"


def expect(what: Any) -> Any:
    """Expect something of a page, and wait for it. Playwright is imported here because it may be absent."""
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


def open_puzzle(page: Any, text: str) -> None:
    """Paste a puzzle, and wait until it is on the board and its only solution is found."""
    paste(page, text)
    givens = sum(character in "123456789" for character in text)
    expect(page.get_by_role("gridcell", name="given")).to_have_count(givens)
    expect(page.locator(".verdict")).to_contain_text("One solution")


def cell(page: Any, row: int, column: int) -> Any:
    """Find a cell by its accessible name."""
    return page.get_by_role("gridcell", name=f"row {row} column {column},")


def drag(page: Any, *squares: Any) -> None:
    """Press on the first cell and draw to the last, once the board is at rest."""
    squares[0].hover()
    for square in squares:
        expect(square).to_be_visible()  # a board that is drawn anew has no boxes in between
    boxes = [square.bounding_box() for square in squares]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for middle in middles[1:]:
        page.mouse.move(*middle, steps=4)
    page.mouse.up()


def view(page: Any, name: str) -> None:
    """Go to a view, and wait until it is shown."""
    page.locator("#views").get_by_role("button", name=name, exact=True).click()
    expect(page.locator("body")).to_have_attribute("data-view", name.lower())


def solved(text: str) -> str:
    """Solve a classic puzzle, or one of 4x4."""
    solution = Puzzle.of(_grid(text), text).solve()
    assert solution is not None
    return "".join(map(str, solution.digits))


def _grid(text: str) -> Any:
    from farandole.grid import Grid

    return Grid.classic({81: (3, 3), 16: (2, 2)}[len(text)])
