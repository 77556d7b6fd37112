"""Backpropagation in NumPy for the net of `photo.ink.net`, and the Adam optimizer."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from farandole.photo.ink.net import CLASSES, NOTHING, STEPS, windows

Floats: TypeAlias = NDArray[np.float32]
Weights: TypeAlias = dict[str, Floats]

CHANNELS = (24, 40, 64)
SEEN = 64
SMOOTH = 0.005  # label smoothing, so that the net is not overconfident
HAND = 0.3  # weight of the loss of the second output


def initialize_weights(seed: int) -> Weights:
    """Return random weights with He initialization (He et al., 2015, section 2.2)."""
    random, weights, depth = np.random.default_rng(seed), {}, 1
    rows = []
    for step, channels in zip(STEPS, CHANNELS, strict=True):
        rows.append((step.window**2 * depth, channels))
        depth = channels
    rows += [(4 * 4 * depth, SEEN), (SEEN, len(CLASSES)), (SEEN, 1)]
    for number, (inputs, outputs) in enumerate(rows):
        weights[f"weight{number}"] = random.normal(0, (2 / inputs) ** 0.5, (inputs, outputs)).astype(np.float32)
        weights[f"bias{number}"] = np.zeros(outputs, np.float32)
    return weights


def _fold_windows(rows: Floats, number: int, side: int) -> Floats:
    """Sum the gradients of overlapping windows: the adjoint of `windows` (col2im)."""
    step, n, out = STEPS[number], len(rows), rows.shape[1]
    depth = rows.shape[3] // step.window**2
    rows = rows.reshape(n, out, out, step.window, step.window, depth)
    padded = np.zeros((n, side + sum(step.margin), side + sum(step.margin), depth), np.float32)
    reach = (out - 1) * step.stride + 1
    for i in range(step.window):
        for j in range(step.window):
            padded[:, i : i + reach : step.stride, j : j + reach : step.stride] += rows[:, :, :, i, j]
    return padded[:, step.margin[0] : step.margin[0] + side, step.margin[0] : step.margin[0] + side]


def compute_gradients(
    weights: Weights, glyphs: Floats, classes: NDArray[np.int64], hand: Floats
) -> tuple[float, Weights]:
    """Return the loss of a batch and its gradient by each weight."""
    n, now = len(glyphs), glyphs[:, :, :, None]
    seen, sides = [], []
    for number, step in enumerate(STEPS):
        sides.append(now.shape[1])
        seen.append(windows(now, step))
        now = np.maximum(seen[-1] @ weights[f"weight{number}"] + weights[f"bias{number}"], 0)
        sides.append(now.shape[1])
        seen.append(now)
    flat = now.reshape(n, -1)
    last = np.maximum(flat @ weights["weight3"] + weights["bias3"], 0)
    answers = last @ weights["weight4"] + weights["bias4"]
    powers = np.exp(answers - answers.max(axis=1, keepdims=True))
    shares = powers / powers.sum(axis=1, keepdims=True)
    truth = np.full_like(shares, SMOOTH / len(CLASSES))
    truth[np.arange(n), classes] += 1 - SMOOTH
    loss = float(-(truth * np.log(shares + 1e-9)).sum() / n)
    by_hand = 1 / (1 + np.exp(-(last @ weights["weight5"] + weights["bias5"])[:, 0]))
    out: Weights = {}
    error = (shares - truth) / n
    error_hand = (HAND * (by_hand - hand) * (classes != NOTHING) / n)[:, None].astype(np.float32)
    out["weight4"], out["bias4"] = last.T @ error, error.sum(axis=0)
    out["weight5"], out["bias5"] = last.T @ error_hand, error_hand.sum(axis=0)
    error = (error @ weights["weight4"].T + error_hand @ weights["weight5"].T) * (last > 0)
    out["weight3"], out["bias3"] = flat.T @ error, error.sum(axis=0)
    error = (error @ weights["weight3"].T).reshape(now.shape)
    for number in reversed(range(len(STEPS))):
        rows, now = seen[2 * number], seen[2 * number + 1]
        error = (error * (now > 0)).reshape(-1, now.shape[3])
        out[f"weight{number}"] = rows.reshape(-1, rows.shape[3]).T @ error
        out[f"bias{number}"] = error.sum(axis=0)
        if number:
            wide = (error @ weights[f"weight{number}"].T).reshape(rows.shape)
            error = _fold_windows(wide, number, sides[2 * number])
    return loss, out


class Adam:
    """The Adam optimizer with weight decay (Kingma and Ba, 2015, algorithm 1)."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}
        self.steps = 0

    def step(self, down: Weights, rate: float) -> None:
        """Take one step, with weight decay."""
        self.steps += 1
        for name, slope in down.items():
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.002 * (slope * slope - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.998**self.steps)
            value = self.weights[name]
            value -= rate * (mean / (np.sqrt(square) + 1e-7) + (1e-3 * value if name.startswith("weight") else 0))
