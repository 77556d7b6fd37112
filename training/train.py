"""Train the net that reads glyphs, from fonts, with NumPy and Pillow: the same fonts and seeds give the same weights.

    apt-get install $(cat training/*.txt)
    python training/train.py [--batches 9000] [--fonts FOLDER] [--output src/farandole/photo/ink/weights.npz]

It takes less than half an hour on two cores: one draws glyphs, one learns. `--fonts` names a folder with the packages
unpacked (`dpkg -x`), a folder each, where they shall not be installed. `--check` tells how right the
package's weights are on fonts that they were not learned from.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before NumPy: one thread is as quick here, and its sums have one order
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import fonts
import glyphs
import learning
import numpy as np
import strokes

from farandole.photo.ink import net

BATCH = 128
HIGHEST = 2e-3  # the rate of learning
SEED = 17
HANDS = 600  # that write digits with strokes of ours
HELD_BACK = 10**9  # batches of this number are never learned from

_drawn: list[glyphs.Drawn] = []  # by the process that makes batches


def draw_all(folder: Path) -> None:
    """Draw the fonts, and write by hand, once."""
    _drawn[:] = [
        glyphs.Drawn(
            fonts.draw_fonts(fonts.PRINTED, folder),
            fonts.draw_small(fonts.PRINTED, folder),
            fonts.draw_fonts(fonts.WRITTEN, folder),
            strokes.write_hands(np.random.default_rng(SEED), HANDS),
        )
    ]


def batch(number: int) -> tuple[glyphs.Floats, glyphs.Numbers, glyphs.Floats]:
    """Make the batch of a number: four small ones, each seen from one distance."""
    parts = [glyphs.make((SEED, number, k), BATCH // 4, _drawn[0]) for k in range(4)]
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[return-value]


def batches(count: int, folder: Path) -> Iterator[tuple[glyphs.Floats, glyphs.Numbers, glyphs.Floats]]:
    """Make batches in another process, some ahead."""
    with ProcessPoolExecutor(1, initializer=draw_all, initargs=(folder,)) as pool:
        ahead: deque[Future[tuple[glyphs.Floats, glyphs.Numbers, glyphs.Floats]]] = deque()
        for number in range(count):
            ahead.append(pool.submit(batch, number))
            if len(ahead) > 16:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def save(weights: learning.Weights, output: Path) -> None:
    """Store weights as halves: two bytes each."""
    np.savez_compressed(output, **{name: value.astype(np.float16) for name, value in weights.items()})  # type: ignore[arg-type]


def train(count: int, folder: Path, output: Path) -> None:
    """Train on batches of one number after the other; what is stored is a mean of the last weights."""
    adam, started, loss = learning.Adam(learning.begin(SEED)), time.monotonic(), 3.5
    mean = {name: value.copy() for name, value in adam.weights.items()}
    for number, (pictures, classes, hand) in enumerate(batches(count, folder)):
        share = number / count
        rate = HIGHEST * min(1, (number + 1) / 200) * (0.01 + 0.99 * (1 + np.cos(np.pi * share)) / 2)
        now, down = learning.slopes(adam.weights, pictures, classes, hand)
        adam.step(down, rate)
        loss += 0.01 * (now - loss)
        for name, value in adam.weights.items():
            mean[name] += max(0.005, 1 / (number + 1)) * (value - mean[name])
        if number % 500 == 499:
            print(f"{number + 1} batches, loss {loss:.3f}, {time.monotonic() - started:.0f} s", flush=True)
            save(mean, output)
    save(mean, output)


def check(folder: Path, count: int = 200) -> None:
    """Tell how right the weights of the package are on glyphs of fonts that were not learned from."""
    drawn = glyphs.Drawn(
        fonts.draw_fonts(fonts.UNSEEN_PRINTED, folder),
        fonts.draw_small(fonts.UNSEEN_PRINTED, folder),
        fonts.draw_fonts(fonts.UNSEEN_WRITTEN, folder),
        np.empty((0, 10, fonts.LARGE, fonts.LARGE), np.uint8),
    )
    kept = [net.NOTHING, *(net.CLASSES.index(digit) for digit in "123456789")]
    right, of = np.zeros(4), np.zeros(4)
    for number in range(count):
        pictures, classes, hand = glyphs.make((SEED, HELD_BACK, number), BATCH, drawn)
        shares, by_hand = net.classify_glyphs(pictures)
        best, is_digit = np.take(kept, shares[:, kept].argmax(axis=1)), np.isin(classes, kept[1:])
        answers = [best == classes] * 3 + [(by_hand > 0.5) == hand]
        asked = [is_digit & (hand == 0), is_digit & (hand == 1), classes == net.NOTHING, classes != net.NOTHING]
        right += [answer[which].sum() for answer, which in zip(answers, asked, strict=True)]
        of += [which.sum() for which in asked]
    for name, one, all_ in zip(
        ("printed digits", "written digits", "nothing", "printed or written"), right, of, strict=True
    ):
        print(f"{name}: {one:.0f} of {all_:.0f} ({one / all_:.2%})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batches", type=int, default=9000)
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--output", type=Path, default=Path(net.__file__).with_name("weights.npz"))
    parser.add_argument("--check", action="store_true", help="tell how right the package's weights are, and end")
    arguments = parser.parse_args()
    if arguments.check:
        check(arguments.fonts)
    else:
        train(arguments.batches, arguments.fonts, arguments.output)
