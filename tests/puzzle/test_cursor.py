"""The cursor of the core over the solutions of a classic puzzle."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import solved_lines

from farandole import _core
from farandole.puzzle import Puzzle


@given(solved_lines(), st.sets(st.integers(0, 80), max_size=60))
def test_a_cursor_takes_digits_and_masks_alike(line: str, empty: set[int]) -> None:
    puzzle = Puzzle.classic("".join("." if cell in empty else digit for cell, digit in enumerate(line)))
    of_digits, of_masks = _core.Cursor(bytes(puzzle.givens)), _core.Cursor(puzzle.masks)
    for _ in range(3):
        assert of_digits.next() == of_masks.next()
    assert of_digits.count(100) == of_masks.count(100)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (bytes(80), "expected 81 digits, found 80"),
        (bytes([10] * 81), "expected digits from 0 to 9"),
        ([511] * 82, "expected 81 masks, found 82"),
        ([512] * 81, "expected masks of 9 bits"),
    ],
)
def test_a_cursor_refuses_what_is_no_classic_puzzle(start: bytes | list[int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        _core.Cursor(start)


def test_two_threads_share_no_cursor() -> None:
    cursor = _core.Cursor([511] * 81)
    with ThreadPoolExecutor(2) as pool:
        results = [pool.submit(cursor.count, 300_000) for _ in range(2)]
    errors = [result.exception() for result in results]
    assert None in errors
    assert all(error is None or "running already" in str(error) for error in errors)
