"""Draw the atlas: techniques that HoDoKu and Sudoku Explainer don't know, each with a picture and a proof.

python docs/draw_atlas.py
    writes docs/atlas.md and its pictures from docs/atlas.jsonl.
python docs/draw_atlas.py --find [TECHNIQUE...]
    finds boards for techniques without one, or for these, in puzzles that Farandole makes: the same ones each time.
python docs/draw_atlas.py --published FILE... -o FOLDER
    writes an atlas of puzzles of others, with their titles and authors: of .jsonl files with "iss" (the text of
    Interactive-Sudoku-Solver) or "fpuzzles" in each row, or of any files that Farandole reads.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from farandole import formats
from farandole.bitsets import digits_of
from farandole.errors import FarandoleError
from farandole.generate import make
from farandole.grid import DIGITS, Grid
from farandole.logic import EXTRA, TECHNIQUES, Board, Step, Technique, describe, explain
from farandole.puzzle import Puzzle
from farandole.puzzle.solutions import format_digits
from farandole.render import steps
from farandole.render.combinations import find_combinations

DOCS = Path(__file__).parent
PAGE, BOARDS, PICTURES = DOCS / "atlas.md", DOCS / "atlas.jsonl", DOCS / "pictures" / "atlas"
EVERY = (*TECHNIQUES, *EXTRA)
NAMED = {technique.name: technique for technique in EVERY}
BASIC = TECHNIQUES[: TECHNIQUES.index(NAMED["X-Wing"])]

# Puzzles that `farandole.make` makes: rules, and the least and the greatest number of givens.
KINDS: dict[str, tuple[int, int]] = {
    "killer": (0, 0),
    **dict.fromkeys(
        ("thermo", "arrow", "whispers", "renban", "between", "palindrome", "zipper", "region_sum"), (0, 16)
    ),
    **dict.fromkeys(("kropki", "xv", "consecutive", "sandwich", "skyscraper", "x_sum", "frame_sum"), (0, 18)),
    **dict.fromkeys(("little_killer", "quadruple", "clone", "nabner", "lockout", "double_arrow"), (0, 18)),
    **dict.fromkeys(("anti_knight", "anti_king", "windoku", "disjoint_groups", "even_odd", "greater"), (0, 20)),
    **dict.fromkeys(("entropic", "modular", "dutch_whispers", "slow_thermo", "pill_arrow", "numbered_room"), (0, 18)),
}
SEEDS = range(1, 5)
SECONDS = 25.0  # of CPU time for the path of a puzzle
MOST_ELIMINATIONS = 6  # of a picture that is easy to read
USUAL_LENGTH = 350  # characters of a proof that is easy to read


@dataclass(frozen=True)
class Example:
    """A step on a board, and where the puzzle is from."""

    step: Step
    board: Board
    puzzle: Puzzle
    origin: str

    @property
    def technique(self) -> Technique:
        """The technique."""
        return self.step.technique

    @property
    def rank(self) -> tuple[bool, bool, int, str]:
        """How hard it is to read: the first of these differs."""
        text = describe(self.step, self.board)
        has_table = find_combinations(self.step, self.board) is not None
        is_large = len(self.step.eliminations) > MOST_ELIMINATIONS
        return is_large, not has_table, abs(len(text) - USUAL_LENGTH), text

    @property
    def file_name(self) -> str:
        """The name of the picture, without its ending."""
        return re.sub(r"\W+", "_", self.technique.name.lower()).strip("_")


def is_shown(technique: Technique) -> bool:
    """Return whether the atlas shows a technique: neither HoDoKu nor Sudoku Explainer knows it."""
    return not technique.code and technique.se is None and technique.name != "Brute Force"


# ── Boards ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_example(example: Example) -> str:
    """Write an example as a line: its puzzle, and the digits and candidates of the board."""
    board = example.board
    row = {
        "technique": example.technique.name,
        "origin": example.origin,
        "digits": format_digits(board.values),
        "candidates": [format_digits(digits_of(mask)) for mask in board.masks],
        "puzzle": json.loads(formats.write(example.puzzle, "json")),
    }
    return json.dumps(row, ensure_ascii=False)


def read_example(line: str) -> Example:
    """Find the step of a line again: the first of its technique on that board."""
    row = json.loads(line)
    [puzzle] = formats.read(json.dumps(row["puzzle"]))
    board = Board.of(puzzle)
    for cell, (digit, candidates) in enumerate(zip(row["digits"], row["candidates"], strict=True)):
        if digit != "." and not board.values[cell]:
            board.place(cell, DIGITS.index(digit) + 1)
        for candidate in digits_of(board.masks[cell]):
            if DIGITS[candidate - 1] not in candidates:
                board.eliminate(cell, candidate)
    step = next(NAMED[row["technique"]](board), None)
    if step is None:
        raise SystemExit(f"{BOARDS.name}: {row['technique']} finds nothing on its board; find another with --find")
    return Example(replace(step, board=board), board, puzzle, row["origin"])


def make_all() -> Iterator[tuple[Puzzle, str]]:
    """Yield the puzzles of the techniques' page, then make puzzles of all kinds, and say how."""
    for line in re.findall(r'first\("([.\d]{81})"', (DOCS / "techniques.md").read_text()):
        yield Puzzle.classic(line), "docs/techniques.md"
    for seed in SEEDS:
        for kind, givens in KINDS.items():
            yield (
                make(rules=kind, givens=givens, seed=seed).puzzle,
                f'make(rules="{kind}", givens={givens}, seed={seed})',
            )
        yield make(shape="jigsaw", seed=seed).puzzle, f'make(shape="jigsaw", seed={seed})'
        windoku = Grid.classic().with_houses("windoku")
        yield make(shape=windoku, seed=seed).puzzle, f'make(shape=Grid.classic().with_houses("windoku"), seed={seed})'
    for line in (DOCS.parent / "examples" / "thousand.txt").read_text().split()[-300:]:
        if re.fullmatch(r"[.\d]{81}", line):
            yield Puzzle.classic(line), "examples/thousand.txt"


def find_examples(puzzle: Puzzle, origin: str, wanted: Sequence[Technique], seconds: float) -> Iterator[Example]:
    """Yield a step of each technique that a puzzle needs, or allows where the basic ones find nothing."""
    board = Board.of(puzzle)
    began = time.process_time()
    seen: set[str] = set()
    extra = [technique for technique in wanted if technique not in TECHNIQUES]
    try:
        for step in explain(board):  # the board is as it is before the step
            examples = [step] if step.technique in wanted else []
            if step.technique not in BASIC:
                examples += filter(None, (next(one(board), None) for one in extra if one.name not in seen))
            for example in examples:
                if example.technique.name not in seen:
                    seen.add(example.technique.name)
                    yield Example(replace(example, board=board.copy()), board.copy(), puzzle, origin)
            if step.technique.name == "Brute Force" or time.process_time() - began > seconds:
                return
    except FarandoleError as error:
        print(f"{origin}: {error}", file=sys.stderr)


def choose(examples: Iterable[Example]) -> dict[str, Example]:
    """Choose the example of each technique that is easiest to read."""
    chosen: dict[str, Example] = {}
    for example in examples:
        name = example.technique.name
        if name not in chosen or example.rank < chosen[name].rank:
            chosen[name] = example
            print(f"{name}: {example.origin}", file=sys.stderr)
    return {technique.name: chosen[technique.name] for technique in EVERY if technique.name in chosen}


def find_boards(names: Sequence[str]) -> None:
    """Find boards for techniques without one, or for those that are named, and write them down."""
    known = {json.loads(line)["technique"]: line for line in BOARDS.read_text().splitlines()} if BOARDS.exists() else {}
    wanted = [one for one in EVERY if (one.name in names if names else is_shown(one) and one.name not in known)]
    found = choose(
        example for puzzle, origin in make_all() for example in find_examples(puzzle, origin, wanted, SECONDS)
    )
    known |= {name: write_example(example) for name, example in found.items()}
    BOARDS.write_text("".join(f"{known[one.name]}\n" for one in EVERY if one.name in known))
    for technique in wanted:
        if technique.name not in known:
            print(f"no board for {technique.name}", file=sys.stderr)


# ── The page ──────────────────────────────────────────────────────────────────────────────────────────────────────────

HEAD = """# The technique atlas

Techniques that neither HoDoKu nor Sudoku Explainer knows, above all those for rules, each on a puzzle that Farandole
has made. The rules that a step uses are lit, and the others fade. The table below a board lists the combinations that
are left; what is in none of them is crossed out. [Techniques](techniques.md) has the classic ones.

`python docs/draw_atlas.py` writes this page. With `--published FILE -o FOLDER` it makes such an atlas of puzzles that
you have, each with its title and author.
"""


def make_page() -> dict[Path, str]:
    """Make the page and its pictures."""
    examples = [read_example(line) for line in BOARDS.read_text().splitlines()]
    parts, files = [HEAD], dict[Path, str]()
    for example in examples:
        name = example.technique.name
        files[PICTURES / f"{example.file_name}.svg"] = steps.draw(example.step, example.board)
        parts.append(
            f"\n## {name}\n\n{example.technique.doc}\n\n"
            f"*Source:* {example.technique.source}. *Puzzle:* `{example.origin}`.\n\n"
            f"{quote(describe(example.step, example.board))}\n\n![{name}](pictures/atlas/{example.file_name}.svg)\n"
        )
    return files | {PAGE: "".join(parts)}


def quote(text: str) -> str:
    """Write a proof as a quotation that keeps its lines."""
    lines = text.split("\n")
    return "\n".join(
        f"> {'&emsp;' * ((len(line) - len(line.lstrip())) // 2)}{line.strip()}  " for line in lines
    ).rstrip()


# ── Published puzzles ─────────────────────────────────────────────────────────────────────────────────────────────────

STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; }
img { max-width: 34rem; width: 100%; height: auto; display: block; margin: 1rem 0; }
.proof { white-space: pre-wrap; border-left: 3px solid #8884; padding-left: 1rem; }
.soft { opacity: .7; }
"""


def read_published(path: Path) -> Iterator[tuple[Puzzle, str]]:
    """Yield the puzzles of a file with their titles and authors; those that can't be read are named and left out."""
    if path.suffix != ".jsonl":
        for puzzle in formats.read(path.read_text()):
            yield puzzle, puzzle.about.heading or path.name
        return
    for number, line in enumerate(path.read_text().splitlines(), 1):
        row: dict[str, Any] = json.loads(line)
        text = next((row[name] for name in ("iss", "fpuzzles", "puzzle") if row.get(name)), None)
        try:
            if text is None:
                raise FarandoleError('expected a puzzle in "iss" or "fpuzzles", found none')
            [puzzle] = formats.read(text if isinstance(text, str) else json.dumps(text))
        except (FarandoleError, ValueError) as error:
            print(f"{path.name}, line {number}: {error}", file=sys.stderr)
            continue
        title, author = puzzle.about.title or row.get("title"), puzzle.about.author or row.get("author")
        yield puzzle, f"{title or f'puzzle {number}'}{f', by {author}' * bool(author)}"


def write_published(paths: Sequence[Path], folder: Path, *, seconds: float, takes_all: bool) -> None:
    """Write an atlas of the puzzles of some files into a folder outside the repository."""
    if folder.resolve().is_relative_to(DOCS.parent):
        raise SystemExit(f"{folder}: expected a folder outside the repository, because the puzzles are of others")
    wanted = [
        technique for technique in EVERY if technique.name != "Brute Force" and (takes_all or is_shown(technique))
    ]
    chosen = choose(
        example
        for path in paths
        for puzzle, origin in read_published(path)
        for example in find_examples(puzzle, origin, wanted, seconds)
    )
    folder.mkdir(parents=True, exist_ok=True)
    body = [
        f"<h1>The technique atlas: {html.escape(', '.join(path.name for path in paths))}</h1>",
        f"<p>{len(chosen)} techniques.</p>",
    ]
    for name, example in chosen.items():
        drawing = steps.draw(example.step, example.board)
        (folder / f"{example.file_name}.svg").write_text(drawing)
        body += [
            f'<h2 id="{example.file_name}">{html.escape(name)}</h2>',
            f"<p>{html.escape(example.technique.doc)}</p>",
            f'<p class="soft">{html.escape(example.technique.source)}. Puzzle: {html.escape(example.origin)}.</p>',
            f'<p class="proof">{html.escape(describe(example.step, example.board))}</p>',
            f'<img src="{example.file_name}.svg" alt="{html.escape(name)}">',
        ]
    page = f"<!doctype html><meta charset=utf-8><title>Atlas</title><style>{STYLE}</style>\n" + "\n".join(body)
    (folder / "index.html").write_text(page)
    print(f"{folder / 'index.html'}: {len(chosen)} techniques")


def main() -> None:
    """Write the page, find boards, or write an atlas of published puzzles."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--find", nargs="*", metavar="TECHNIQUE", help="find boards, then write the page")
    parser.add_argument("--published", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER")
    parser.add_argument("--all", action="store_true", help="with --published: also techniques of HoDoKu and Explainer")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU time for a published puzzle")
    options = parser.parse_args()
    if (options.published is None) != (options.output is None):
        parser.error("expected --published FILE and -o FOLDER together")
    if options.published:
        write_published(options.published, options.output, seconds=options.seconds, takes_all=options.all)
        return
    if options.find is not None:
        if unknown := [name for name in options.find if name not in NAMED]:
            parser.error(f"--find: expected names of techniques, found {unknown[0]!r}")
        find_boards(options.find)
    for path, content in make_page().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)


if __name__ == "__main__":
    main()
