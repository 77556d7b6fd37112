"""Measure how many drawn screens, and photos of screens, are read exactly right: the givens, and all digits together.

    python bench/photo_screens.py --screens 200 --fonts FOLDER...
    python bench/photo_screens.py --new --photos

The seed of a screen chooses its style, puzzle, colors and, for a photo, its moire, glare and perspective. Fonts come
from /usr/share/fonts and the folders given; a style whose fonts are not installed uses others.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from farandole import FarandoleError, Solution
from farandole.photo import Reading, read
from farandole.photo.synthetic import make_puzzle
from farandole.photo.synthetic.camera import Camera
from farandole.puzzle import Puzzle
from screen_styles import NEW, SEEN, UNSEEN, Color, Style

SURE = 0.95
NAMES = {
    "numbers": [str(number) for number in range(1, 17)],
    "letters": [*"123456789ABCDEFG"],
    "hexadecimal": [*"0123456789ABCDEF"],
}


class Screen(NamedTuple):
    """A picture, and the truth: the givens, the digits entered, and the notes of cells."""

    picture: NDArray[np.uint8]
    style: Style
    givens: tuple[int, ...]
    entered: tuple[int, ...]
    notes: dict[int, set[int]]


class Fonts:
    """The fonts of some folders, by the names of their files."""

    def __init__(self, folders: list[Path]) -> None:
        files = sorted(path for folder in folders for path in folder.rglob("*.[to]tf"))
        self.paths = {path.stem: str(path) for path in files}

    def choose(self, names: tuple[str, ...], random: Random) -> str:
        return random.choice([self.paths[name] for name in names if name in self.paths] or [self.paths["DejaVuSans"]])


class Painter:
    """Paints one screen."""

    def __init__(self, style: Style, puzzle: Puzzle, random: Random, fonts: Fonts) -> None:
        self.style, self.puzzle, self.random = style, puzzle, random
        self.n = puzzle.grid.n_digits
        self.side = random.randint(38, 74) if self.n <= 9 else random.randint(34, 48)
        self.names = NAMES[random.choice(style.letters)]
        self.given, self.hand = fonts.choose(style.given, random), fonts.choose(style.hand, random)
        solution = puzzle.solve()
        assert isinstance(solution, Solution)
        share = random.choice((0.0, 0.15, 0.4, 0.4, 1.0))
        self.entered = tuple(
            0 if given or random.random() >= share else digit
            for given, digit in zip(puzzle.givens, solution.digits, strict=True)
        )
        self.notes = self._make_notes(solution.digits)
        whole = self.side * self.n
        self.left, self.top = random.randint(8, 60), random.randint(30, 120)
        below = round(whole * 0.5) if style.frame == "phone" else random.randint(30, 90)
        right = self.left if style.frame != "browser" else random.randint(60, 400)
        self.image = Image.new("RGB", (self.left + whole + right, self.top + whole + below), style.around)
        self.pen = ImageDraw.Draw(self.image)
        self.paint()

    def _make_notes(self, digits: tuple[int, ...]) -> dict[int, set[int]]:
        notes: dict[int, set[int]] = {}
        if self.style.notes and self.random.random() < 0.6:
            for cell, given in enumerate(self.puzzle.givens):
                if given or (self.entered[cell] and self.style.notes != "beside") or self.random.random() < 0.5:
                    continue
                others = self.random.sample(range(1, self.n + 1), self.random.randint(1, 3))
                notes[cell] = {*others} if self.entered[cell] else {digits[cell], *others}
        return notes

    def paint(self) -> None:
        style, side, whole = self.style, self.side, self.side * self.n
        self.pen.rectangle((self.left, self.top, self.left + whole, self.top + whole), fill=style.paper)
        fills, inks = self._choose_fills()
        for cell in range(self.n**2):
            x, y = self.corner(cell)
            gap = style.tiles * side / 2
            box = (x + gap, y + gap, x + side - gap, y + side - gap)
            if style.tiles:
                self.pen.rectangle((x, y, x + side, y + side), fill=style.faint)
                self.pen.rounded_rectangle(box, side * 0.12, fill=fills.get(cell, style.paper))
            elif cell in fills:
                self.pen.rectangle((x, y, x + side, y + side), fill=fills[cell])
        if style.texture:
            self.image = Image.fromarray(self._texture())
            self.pen = ImageDraw.Draw(self.image)
        if not style.tiles:
            self._lines()
        for cell, given in enumerate(self.puzzle.givens):
            if digit := given or self.entered[cell]:
                color = inks.get(cell, style.ink if given else style.entered)
                self._digit(cell, digit, self.given if given else self.hand, color)
            self._notes(cell)
        self._furniture()

    def corner(self, cell: int) -> tuple[int, int]:
        return self.left + cell % self.n * self.side, self.top + cell // self.n * self.side

    def _choose_fills(self) -> tuple[dict[int, Color], dict[int, Color]]:
        style, grid = self.style, self.puzzle.grid
        fills: dict[int, Color] = {}
        inks: dict[int, Color] = {}
        for number, region in enumerate(grid.regions):
            if style.shade and number % 2:
                fills.update(dict.fromkeys(region.cells, style.shade))
        chosen = self.random.randrange(grid.n_cells)
        if style.peers and self.random.random() < 0.7:
            fills.update(dict.fromkeys(grid.peers[chosen], style.peers))
        shown = [given or entered for given, entered in zip(self.puzzle.givens, self.entered, strict=True)]
        if style.same and shown[chosen]:
            fills.update(dict.fromkeys([c for c, digit in enumerate(shown) if digit == shown[chosen]], style.same))
        if style.chosen:
            fills[chosen] = style.chosen
        if style.clash and self.random.random() < 0.7:
            digit = self.random.randint(1, self.n)
            for cell in [cell for cell, other in enumerate(self.puzzle.givens) if other == digit][
                : self.random.randint(1, 5)
            ]:
                fills[cell], inks[cell] = style.clash
        return fills, inks

    def _texture(self) -> NDArray[np.uint8]:
        random = np.random.default_rng(self.random.getrandbits(32))
        pixels = np.asarray(self.image, np.float32)
        height, width = pixels.shape[:2]
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        if self.style.texture == "wood":
            wave = np.sin((y + 14 * np.sin(x / 90)) / random.uniform(2.5, 6)) * 9 + random.normal(0, 3, (height, 1))
        elif self.style.texture == "gradient":
            wave = (x / width + y / height - 1) * 26
        else:
            small = random.normal(0, 30, (height // 3 + 1, width // 3 + 1)).astype(np.float32)
            wave = np.kron(small, np.ones((3, 3), np.float32))[:height, :width] * 0.25
        return np.asarray((pixels + wave[:, :, None]).clip(0, 255), np.uint8)

    def _lines(self) -> None:
        style, outline = self.style, self.puzzle.grid.outline
        for is_thick in (False, True):
            width = max(1, round((style.thick if is_thick else style.thin) * self.side))
            for row in range(self.n + 1):
                for column in range(self.n + 1):
                    for line, down, across in ((outline.line_above, 0, 1), (outline.line_left, 1, 0)):
                        if row + down > self.n or column + across > self.n or line(row, column) != is_thick:
                            continue
                        x, y = self.left + column * self.side - width // 2, self.top + row * self.side - width // 2
                        box = (x, y, x + across * self.side + width - 1, y + down * self.side + width - 1)
                        self.pen.rectangle(box, fill=style.lines if is_thick else style.faint)

    def _text(self, text: str, x: float, y: float, file: str, tall: float, color: Color) -> None:
        _, top, _, bottom = ImageFont.truetype(file, 100).getbbox("8")
        font = ImageFont.truetype(file, max(5, round(tall * self.side * 100 / (bottom - top))))
        left, top, right, bottom = font.getbbox(text)
        at = (x - (left + right) / 2, y - (top + bottom) / 2)
        self.pen.text(at, text, font=font, fill=color)

    def _digit(self, cell: int, digit: int, file: str, color: Color) -> None:
        x, y = self.corner(cell)
        name = self.names[digit - 1]
        beside = self.style.notes == "beside" and cell in self.notes
        tall = self.style.tall * (0.78 if len(name) > 1 or beside else 1)
        self._text(name, x + self.side / 2, y + self.side * (0.6 if beside else 0.5), file, tall, color)

    def _notes(self, cell: int) -> None:
        x, y = self.corner(cell)
        style = self.style
        wide = 3 if self.n <= 9 else 4
        for number, digit in enumerate(sorted(self.notes.get(cell, ()))):
            if style.notes == "places":
                row, column = divmod(digit - 1, wide)
            elif style.notes == "rows":
                row, column = divmod(number, wide)
            elif style.notes == "beside" and self.entered[cell]:
                row, column = 0, number
            else:
                row, column = (number // 2 * 2, number % 2 * 2) if number < 4 else (1, 1)
            across, down = (column + 0.5 + 0.12 * (1 - column)) / wide, (row + 0.5 + 0.12 * (1 - row)) / wide
            self._text(
                self.names[digit - 1],
                x + self.side * across,
                y + self.side * down,
                self.given,
                0.66 / wide,
                style.marks,
            )

    def _furniture(self) -> None:
        """Draw what is around the grid: a title, buttons, a keypad."""
        style, width, below = self.style, self.image.width, self.top + self.side * self.n
        ink = style.ink if sum(style.ink) > sum(style.around) or sum(style.around) > 380 else style.marks
        self._text("Sudoku  04:27", width / 3, self.top / 2, self.given, 0.34, ink)
        if style.frame == "phone":
            for digit in range(9):
                x = self.left + (digit + 0.5) * self.side * self.n / 9
                self._text(str(digit + 1), x, below + self.side * 1.2, self.given, 0.6, style.entered)
            for number in range(4):
                x = self.left + number * self.side * self.n / 4
                box = (x + 6, below + self.side * 2.2, x + self.side * self.n / 4 - 6, below + self.side * 3.2)
                self.pen.rounded_rectangle(box, 8, outline=style.marks, width=2)
        elif style.frame == "browser":
            self.pen.rectangle((0, 0, width, 18), fill=(222, 225, 230))
            for number in range(3):
                x = self.left + self.side * self.n + 20
                self.pen.rectangle((x, self.top + number * 60, x + 120, self.top + number * 60 + 40), fill=style.lines)


def make_screen(seed: int, styles: tuple[Style, ...], fonts: Fonts, *, is_photo: bool = False) -> Screen:
    """Draw the screen of a seed, or take a photo of it."""
    random = Random(f"screen {seed}")
    style = styles[seed % len(styles)]
    puzzle = make_puzzle(f"{n}x{n}" if (n := random.choice(style.sizes)) != 9 else "classic", seed)
    painter = Painter(style, puzzle, random, fonts)
    picture = np.asarray(painter.image)
    if is_photo:
        picture = take_photo(painter.image, random)
    return Screen(picture, style, puzzle.givens, painter.entered, painter.notes)


def take_photo(screen: Image.Image, random: Random) -> NDArray[np.uint8]:
    """Photograph a screen: its subpixels give moire, a lamp gives glare, and the camera stands aside."""
    double = np.repeat(np.repeat(np.asarray(screen, np.float32), 2, axis=0), 2, axis=1)
    strength = random.uniform(0, 0.25)
    double[:, ::2, 0] *= 1 - strength
    double[:, 1::2, 2] *= 1 - strength
    double[::2] *= 1 - strength / 2
    height, width = double.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    spot, wide = (random.uniform(0, width), random.uniform(0, height)), random.uniform(0.15, 0.4) * width
    glare = random.choice((0, random.uniform(0, 110))) * np.exp(-(((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / wide**2))
    page = Image.fromarray((double + glare[:, :, None]).clip(0, 255).astype(np.uint8))
    framed = Image.new("RGB", (width + 120, height + 120), (18, 18, 20))
    framed.paste(page, (60, 60))
    camera = Camera(
        size=(max(900, width * 3 // 4), max(1000, height * 3 // 4)),
        tilt=random.uniform(0, 0.07),
        turn=random.gauss(0, 4),
        blur=random.uniform(0.3, 1.1),
        noise=random.uniform(1, 6),
        shadow=random.choice((0.0, random.uniform(0, 0.3))),
        quality=random.randint(55, 92),
        seed=random.getrandbits(32),
    )
    return camera.take(framed.filter(ImageFilter.GaussianBlur(0.5)), np.zeros((1, 2)))[0]


class Score(NamedTuple):
    """Whether the givens, and all digits, are right, and how sure the reading says it is; None if it was refused."""

    givens: bool
    digits: bool
    sure: float | None
    sure_entered: float | None
    told: str

    @classmethod
    def of(cls, screen: Screen) -> Score:
        try:
            reading = read(screen.picture)
        except FarandoleError as error:
            return cls(False, False, None, None, str(error).split(": ", 1)[-1][:60])
        seen, real = join_digits(reading), tuple(map(max, screen.givens, screen.entered))
        wrong = [f"{cell // reading.puzzle.grid.n_digits + 1},{cell % reading.puzzle.grid.n_digits + 1}:{a}->{b}"
                 for cell, (a, b) in enumerate(zip(real, seen, strict=False)) if a != b]  # fmt: skip
        told = f"{reading.puzzle.grid.n_digits} digits; wrong {len(wrong)}: {' '.join(wrong[:6])}; {str(reading)[:60]}"
        entered_sure = getattr(reading, "entered_confidence", reading.confidence)
        return cls(reading.puzzle.givens == screen.givens, seen == real, reading.confidence, entered_sure, told)


def join_digits(reading: Reading) -> tuple[int, ...]:
    """Return the digit in each cell, given or entered."""
    return tuple(map(max, reading.puzzle.givens, reading.entered, reading.dropped))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--screens", type=int, default=40, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--unseen", action="store_true", help="use the styles that were held out at first")
    parser.add_argument("--new", action="store_true", help="use the styles that are held out; name no failures")
    parser.add_argument("--photos", action="store_true", help="take a photo of each screen")
    parser.add_argument("--fonts", type=Path, nargs="+", default=[], metavar="FOLDER")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="save the pictures that are read wrong")
    arguments = parser.parse_args()
    fonts = Fonts([Path("/usr/share/fonts"), *arguments.fonts])
    styles = NEW if arguments.new else UNSEEN if arguments.unseen else SEEN
    scores: list[Score] = []
    by_style: Counter[str] = Counter()
    took = 0.0
    for seed in range(arguments.first, arguments.first + arguments.screens):
        screen = make_screen(seed, styles, fonts, is_photo=arguments.photos)
        start = time.process_time()
        score = Score.of(screen)
        took += time.process_time() - start
        scores.append(score)
        by_style[screen.style.name] += score.digits
        if not (score.givens and score.digits) and not arguments.new:
            print(f"{seed} {screen.style.name}: {'' if score.sure is None else f'{score.sure:.3f} '}{score.told}")
            if arguments.save:
                arguments.save.mkdir(exist_ok=True)
                Image.fromarray(screen.picture).save(arguments.save / f"{seed}.png")
    n = len(scores)
    print(f"{n} {'photos of screens' if arguments.photos else 'screens'}: givens of {sum(s.givens for s in scores)}, "
          f"all digits of {sum(s.digits for s in scores)}, both of {sum(s.givens and s.digits for s in scores)} exact; "
          f"{sum(s.sure is None for s in scores)} refused; {took / n:.2f} s each")  # fmt: skip
    sure = [score for score in scores if score.sure is not None and score.sure >= SURE]
    print(f"givens at least {SURE:.0%} sure: {len(sure)}, of which {sum(s.givens for s in sure)} right")
    both = [s for s in sure if s.sure_entered is not None and s.sure_entered >= SURE]
    print(f"all digits at least {SURE:.0%} sure: {len(both)}, of which {sum(s.digits for s in both)} right")
    print(", ".join(f"{name} {right}" for name, right in by_style.items()))


if __name__ == "__main__":
    main()
