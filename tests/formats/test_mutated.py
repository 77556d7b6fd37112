"""Texts cut, doubled and garbled at random: readers answer or refuse by name, and soon."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole.errors import FormatError, PuzzleError
from farandole.formats import detect_format, read, scan, unknowns, write
from farandole.formats.text import FORMATS
from farandole.grid import Grid
from farandole.io.argument import find_text, join_pieces
from farandole.puzzle import Puzzle

EXAMPLES = Path(__file__).parents[2] / "examples"
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
REGIONS = "ABBBBBBCCABBABFFCCAAAAAAFCCEEEEEEFCHDDDGEEFCHDDIGGEFCHDIIGGGFHHDIIGIGFHHDDIIIGFHH"
PUZZLE = Puzzle.classic(LINE)
TEXTS = [
    *(path.read_text()[:3000] for path in sorted(EXAMPLES.glob("*.txt"))),
    *(write([PUZZLE, PUZZLE], format) for format in FORMATS),
    "\n".join("| " + " | ".join(LINE[i : i + 9].replace(".", " ")) + " |" for i in range(0, 81, 9)),
    "\n".join(LINE[i : i + 9].replace(".", " ") for i in range(0, 81, 9)),
    str(PUZZLE).replace(".", "-"),
    str(PUZZLE).replace(".", " "),
    str(Puzzle.of(Grid.jigsaw(REGIONS), "." * 81)),
    f"{REGIONS}\n{'.' * 81}",
    str(Puzzle.of(Grid.samurai(), "." * 369)),
    "\n".join(["1" + "." * 15] * 16),
    "1........." * 72 + "." * 9,
    f"[Puzzle]\n{LINE}\n[State]\n{LINE}",
]
SIGNS = "0123456789.-_*?#|+=:/,;[](){} \t\n\r\"'`AaZr1c1│║─┼•٣５…\u200b\ud800\x00x<"


def mutated(text: str, random: Random) -> str:
    """Change a text in one to four places."""
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(text) + 1)
        stop = min(len(text), start + random.choice([0, 1, 1, 2, 9, 82]))
        piece = text[start:stop]
        pieces = {
            "nothing": "",
            "twice": piece * 2,
            "a sign": random.choice(SIGNS) * random.choice([1, 1, 2, 9, 81]),
            "in another order": "".join(random.sample(piece, len(piece))),
            "another sign for empty": piece.replace(".", random.choice(SIGNS)),
            "of another text": random.choice(TEXTS)[start:stop],
        }
        text = text[:start] + pieces[random.choice(list(pieces))] + text[stop:]
    return text


def refuse_or_answer(question: Callable[[], object]) -> None:
    try:
        question()
    except (FormatError, PuzzleError) as error:
        assert 0 < len(str(error)) < 700  # noqa: PT017


def ask(text: str) -> None:
    """Ask each reader of texts; whatever isn't ours that one raises fails the test."""
    for reader in (
        read,
        detect_format,
        unknowns,
        lambda text: list(scan(text)),
        find_text,
        lambda text: join_pieces(text.split()),
    ):
        refuse_or_answer(lambda reader=reader: reader(text))  # type: ignore[misc]
    refuse_or_answer(lambda: read(text.encode("utf-8", "surrogatepass")))
    refuse_or_answer(lambda: read(text.encode("utf-16", "surrogatepass")[: len(text)]))


@pytest.mark.parametrize("n", range(len(TEXTS)))
def test_mutated_texts_are_read_or_refused(n: int) -> None:
    random = Random(n)
    for _ in range(60):
        text = mutated(TEXTS[n], random)
        start = process_time()
        ask(text)
        assert process_time() - start < 20, text


@given(text=st.text(SIGNS, max_size=300))
@examples(200)
def test_any_signs_are_read_or_refused(text: str) -> None:
    ask(text)


@given(
    rows=st.lists(st.text("12 .-|", min_size=9, max_size=9), min_size=4, max_size=12),
    gap=st.sampled_from(["", " ", "|", " | "]),
)
@examples(200)
def test_any_drawing_is_read_or_refused(rows: list[str], gap: str) -> None:
    ask("\n".join(map(gap.join, rows)))
