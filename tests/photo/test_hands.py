"""Handwriting in a printed grid is detected by more than its shape."""

import numpy as np
import pytest

from farandole.photo.ink.hands import detect_handwriting


def print_and_hand(n_written: int, far: float) -> tuple[np.ndarray, np.ndarray]:
    """Make measures of thirty digits, some of them handwritten in an ink this far from that of the print."""
    random = np.random.default_rng(5)
    known = np.zeros((30, 7)) + random.normal(0, 1, (30, 7)) * [2, 2, 2, 0.01, 0.02, 0.4, 0.4]
    hand = known[:n_written]
    hand += [far, far, far, 0.0, 0.2, 0, 0] + random.normal(0, 1, hand.shape) * [4, 4, 4, 0.06, 0.03, 2, 2]
    by_hand = np.full(30, 0.05)
    by_hand[:n_written:2] = 0.8  # the net recognizes every second one
    return known, by_hand


@pytest.mark.parametrize("n_written", [6, 15, 20])
def test_print_is_all_alike_and_a_hand_strays(n_written: int) -> None:
    likes, gain = detect_handwriting(*print_and_hand(n_written, far=40))
    assert (likes > 0.5).tolist() == [True] * n_written + [False] * (30 - n_written)
    assert gain > 40


def test_print_alone_has_one_writer() -> None:
    known, by_hand = print_and_hand(0, far=0)
    by_hand[:3] = 0.7
    _, gain = detect_handwriting(known, by_hand)
    assert gain < 40
