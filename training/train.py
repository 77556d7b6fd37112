"""Train the net for glyphs on fonts, with NumPy and Pillow. The same fonts and seeds make the same weights.

    apt-get install $(cat training/*.txt)
    python training/train.py [--batches 9000] [--fonts FOLDER] [--output src/farandole/photo/ink/weights.npz]

Training takes less than half an hour on two cores: one draws glyphs, the other trains. If you don't want to install the
packages, unpack each into a folder of its own (`dpkg -x`), and pass the folder of these with `--fonts`. `--check`
measures the accuracy of the package's weights on fonts that they were not trained on.
"""

import os

os.environ.setdefault(
    "OMP_NUM_THREADS", "1"
)  # set before NumPy is imported: one thread is as fast here, and sums in a fixed order
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
HIGHEST = 2e-3  # the maximum learning rate
SEED = 17
HANDS = 600  # synthetic hands that write digits with strokes
HELD_BACK = 10**9  # the seed of batches for testing

_drawn: list[glyphs.Drawn] = []  # in the process that makes batches


def draw_all(folder: Path) -> None:
    """Draw the glyphs of all fonts and hands once."""
    _drawn[:] = [
        glyphs.Drawn(
            fonts.draw_fonts(fonts.PRINTED, folder),
            fonts.draw_small(fonts.PRINTED, folder),
            fonts.draw_fonts(fonts.WRITTEN, folder),
            strokes.write_hands(np.random.default_rng(SEED), HANDS),
        )
    ]


def batch(number: int) -> tuple[glyphs.Floats, glyphs.Numbers, glyphs.Floats]:
    """Make the batch with this number: four parts, each at one scale."""
    parts = [glyphs.make((SEED, number, k), BATCH // 4, _drawn[0]) for k in range(4)]
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[return-value]


def batches(count: int, folder: Path) -> Iterator[tuple[glyphs.Floats, glyphs.Numbers, glyphs.Floats]]:
    """Yield batches, which another process makes in advance."""
    with ProcessPoolExecutor(1, initializer=draw_all, initargs=(folder,)) as pool:
        ahead: deque[Future[tuple[glyphs.Floats, glyphs.Numbers, glyphs.Floats]]] = deque()
        for number in range(count):
            ahead.append(pool.submit(batch, number))
            if len(ahead) > 16:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def save(weights: learning.Weights, output: Path) -> None:
    """Save weights as float16."""
    np.savez_compressed(output, **{name: value.astype(np.float16) for name, value in weights.items()})  # type: ignore[arg-type]


def train(count: int, folder: Path, output: Path) -> None:
    """Train on batches in order, and save the moving average of the weights."""
    adam, started, loss = learning.Adam(learning.initialize_weights(SEED)), time.monotonic(), 3.5
    mean = {name: value.copy() for name, value in adam.weights.items()}
    for number, (pictures, classes, hand) in enumerate(batches(count, folder)):
        share = number / count
        rate = HIGHEST * min(1, (number + 1) / 200) * (0.01 + 0.99 * (1 + np.cos(np.pi * share)) / 2)
        now, down = learning.compute_gradients(adam.weights, pictures, classes, hand)
        adam.step(down, rate)
        loss += 0.01 * (now - loss)
        for name, value in adam.weights.items():
            mean[name] += max(0.005, 1 / (number + 1)) * (value - mean[name])
        if number % 500 == 499:
            print(f"{number + 1} batches, loss {loss:.3f}, {time.monotonic() - started:.0f} s", flush=True)
            save(mean, output)
    save(mean, output)


def check(folder: Path, count: int = 200) -> None:
    """Print the accuracy of the package's weights on fonts that they were not trained on."""
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
    parser.add_argument("--check", action="store_true", help="print the accuracy of the package's weights, and exit")
    arguments = parser.parse_args()
    if arguments.check:
        check(arguments.fonts)
    else:
        train(arguments.batches, arguments.fonts, arguments.output)
