"""The reader of the exemplars: puzzles under the name of a technique that occurs on their path.

As a script it prints, for each name, how many of its puzzles have the technique on the path, by each of these rules.

- ``default``: in the default order.
- ``early``: with the technique tried right after the singles; what is simpler, and does as much, would come before it.
- ``option``: so, and with almost locked sets in grouped loops.

Each rule counts what those before it find, too. The codes of the file differ from HoDoKu's, so the names count.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from farandole.logic import EXTRA, SEARCHES, TECHNIQUES, Board, Technique
from farandole.logic.path import path
from farandole.logic.step import Search
from farandole.logic.techniques.loops import grouped_aic, grouped_continuous_nice_loop, grouped_discontinuous_nice_loop
from farandole.puzzle import Puzzle
from library import FOLDER, parse

# Where our name, or names, is not the file's.
_NAMES = {
    "Last Digit": ("Hidden Single",),
    "Locked Candidate Type 1": ("Locked Candidates Type 1 (Pointing)",),
    "Locked Candidate Type 2": ("Locked Candidates Type 2 (Claiming)",),
    "Simple Colors": ("Simple Colors Trap", "Simple Colors Wrap"),
    "Multi-Colors": ("Multi Colors 1", "Multi Colors 2"),
    "3D Medusa Coloring": ("3D Medusa",),
    "BUG Lite": ("BUG-Lite",),
    "Remote Pairs": ("Remote Pair",),
    "Kraken Fish": ("Kraken Fish Type 1", "Kraken Fish Type 2"),
    "Alternating Interference Chain": ("AIC",),
    "Grouped Alternating Interference Chain": ("Grouped AIC",),
    "ALS-XZ rule": ("Almost Locked Set XZ-Rule",),
    "ALS-XY-Wing rule": ("Almost Locked Set XY-Wing",),
    "ALS-XY-Chain": ("Almost Locked Set Chain",),
    "Aligned Triple Exclusion": ("Aligned Triplet Exclusion",),
    **{f"Uniqueness Test Type {n}": (f"Uniqueness Test {n}",) for n in range(1, 7)},
}
_GROUPED = (grouped_continuous_nice_loop, grouped_discontinuous_nice_loop, grouped_aic)
_BY_NAME = {technique.name: technique for technique in (*TECHNIQUES, *EXTRA)}

Exemplar = tuple[str, str, tuple[Technique, ...]]  # the name, the line, our techniques


def read() -> Iterator[Exemplar]:
    """Read the exemplars."""
    file = FOLDER / "exemplars-1.0.txt"
    name = ""
    for line in file.read_text().splitlines():
        if line[:1] == "#" and ":" in line[:9]:
            name = line.partition(":")[2].strip()
        elif line and line[0] != "#":
            yield name, line, tuple(_BY_NAME[ours] for ours in _NAMES.get(name, (name,)) if ours in _BY_NAME)


def board_of(line: str) -> Board:
    """Set up a puzzle, or a case of a library."""
    return parse(line).board() if line.startswith(":") else Board.of(Puzzle.classic(line[:81]))


def on_default_path(exemplar: Exemplar) -> bool:
    _, line, techniques = exemplar
    return any(step.technique in techniques for step in path(board_of(line), SEARCHES, TECHNIQUES))


def on_early_path(exemplar: Exemplar) -> bool:
    return _is_used(exemplar, exemplar[2])


def on_path_with_options(exemplar: Exemplar) -> bool:
    searches = (partial(one, with_als=True) if one in _GROUPED else one for one in exemplar[2])
    return _is_used(exemplar, searches)


def _is_used(exemplar: Exemplar, searches: Iterable[Search]) -> bool:
    _, line, techniques = exemplar
    steps = path(board_of(line), (*SEARCHES[:3], *searches, *SEARCHES[3:]))
    return any(step.technique in techniques for step in steps)


RULES: tuple[Callable[[Exemplar], bool], ...] = (on_default_path, on_early_path, on_path_with_options)


def _report() -> None:
    counts: dict[str, list[int]] = {}
    for exemplar in read():
        found = [rule(exemplar) for rule in RULES]
        for name in (exemplar[0], "all"):
            count = counts.setdefault(name, [0] * 4)
            for n, one in enumerate((True, found[0], any(found[:2]), any(found))):
                count[n] += one
    for name, count in counts.items():
        print(f"| {name} | {' | '.join(map(str, count))} |")


if __name__ == "__main__":
    _report()
