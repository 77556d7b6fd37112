"""Inputs that Hypothesis draws: bytes, lines of the signs of puzzles, and documents of known keys and odd values."""

import json
import warnings
from collections.abc import Sequence
from typing import Any

from fuzz.mutations import CHARACTERS, VALUES
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

_CELLS = ".123456789" * 3 + "0*_-?#ABCDEFabc |+,;:\t"


class Drawn:
    """What Hypothesis draws; of the same number the same.

    Parameters
    ----------
    strategy : SearchStrategy
        What is drawn.
    first_seed : int
        Another seed, other inputs.
    at_once : int
        How many are drawn together; what Hypothesis drew before makes it bolder.
    """

    def __init__(self, strategy: st.SearchStrategy[bytes], first_seed: int = 0, *, at_once: int = 100) -> None:
        self._strategy = strategy
        self._at_once = at_once
        self._first_seed = first_seed
        self._chunk_of: tuple[int, list[bytes]] = -1, []

    def __getitem__(self, number: int) -> bytes:
        index, place = divmod(number, self._at_once)
        if index != self._chunk_of[0]:
            self._chunk_of = index, chunk(self._strategy, self._first_seed << 32 ^ index, self._at_once)
        found = self._chunk_of[1]
        return found[place % len(found)]


def chunk(strategy: st.SearchStrategy[bytes], number: int, n: int) -> list[bytes]:
    """Draw up to n inputs."""
    found: list[bytes] = []

    @seed(number)
    @settings(
        max_examples=n, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(strategy)
    def draw(content: bytes) -> None:
        found.append(content)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        draw()
    return found


def strategy(originals: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Bytes, lines, and documents with the keys of real ones."""
    keys = sorted(_keys(originals))
    line = st.one_of(st.text(_CELLS, max_size=90), st.text(_CELLS, min_size=81, max_size=81), st.text(max_size=20))
    odd = st.lists(st.sampled_from(CHARACTERS) | st.text(_CELLS, max_size=9).map(str.encode), max_size=30)
    lines = st.lists(line, max_size=12).map("\n".join).map(_encoded)
    if not keys:
        return st.one_of(st.binary(max_size=200), lines, odd.map(b"".join))
    leaf = st.sampled_from(VALUES) | st.integers(-2, 12) | st.text(max_size=4) | _cell_names()
    value = st.recursive(
        leaf,
        lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.sampled_from(keys), inner, max_size=6),
        max_leaves=12,
    )
    documents = st.dictionaries(st.sampled_from(keys), value, max_size=8)
    whole = st.builds(_grown, documents, st.sampled_from(_FRAMES))
    return st.one_of(st.binary(max_size=200), lines, odd.map(b"".join), *[whole.map(json.dumps).map(_encoded)] * 4)


def _cell_names() -> st.SearchStrategy[str]:
    name = st.builds("r{}c{}".format, st.integers(0, 10), st.integers(0, 10))
    return st.lists(name, max_size=5).map(" ".join)


_EMPTY: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
_FRAMES: tuple[dict[str, Any], ...] = (
    {}, {"farandole": 1, "grid": {"size": 9}}, {"size": 9, "grid": _EMPTY}, {"cells": _EMPTY},
)  # fmt: skip


def _grown(document: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """Add what makes a document whole, so that its other keys are read."""
    return document | frame


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _keys(originals: Sequence[bytes]) -> set[str]:
    found: set[str] = set()
    for content in originals:
        try:
            stack = [json.loads(content)]
        except ValueError:
            continue
        while stack:
            value = stack.pop()
            if isinstance(value, dict):
                found |= value.keys()
                stack += value.values()
            elif isinstance(value, list):
                stack += value
    return found
