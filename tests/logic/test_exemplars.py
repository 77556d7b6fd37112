"""Exemplars: puzzles on whose path a technique occurs. `python tests/oracles/exemplars.py` counts them by each rule."""

from collections import Counter

from exemplars import on_default_path, on_early_path, on_path_with_options, read
from needs import needs

# A few strike as much by another name: to HoDoKu, a locked pair that strikes in one house alone is a naked one.
ENOUGH = 0.98
SIMPLE = ("Locked Candidate", "Naked", "Hidden", "X-Wing", "Swordfish", "XY-Wing", "XY-Chain", "Remote Pairs", "Sue de")


@needs("data")
def test_the_technique_is_on_the_path_once_it_is_tried_early() -> None:
    found = Counter(on_early_path(exemplar) or on_path_with_options(exemplar) for exemplar in read())
    assert found[True] >= ENOUGH * found.total()


@needs("data")
def test_simple_techniques_are_on_the_default_path() -> None:
    found = Counter(on_default_path(exemplar) for exemplar in read() if exemplar[0].startswith(SIMPLE))
    assert found[True] >= ENOUGH * found.total()
