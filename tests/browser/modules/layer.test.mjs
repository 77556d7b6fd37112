// A layer below a grid in Set: regions to be found, and the centers of galaxies.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findLayered, toggleCenter, toggleRegions } from "../../../src/farandole/web/static/set/layer.js";

const SQUARE = { farandole: 1, grid: { size: 4 }, rules: [{ rule: "thermo", cells: "r1c1 r1c2" }] };
const DIGITS = "1...............";
const BEFORE = { document: SQUARE, digits: DIGITS };

// The board of the square: its cells have names, and its houses are rows, columns and boxes.
const lines = (/** @type {(n: number, k: number) => number} */ cell) =>
  Array.from({ length: 4 }, (_, n) => Array.from({ length: 4 }, (_, k) => cell(n, k)));
const BOARD = {
  cells: Array.from({ length: 16 }, (_, n) => ({ name: `r${Math.floor(n / 4) + 1}c${(n % 4) + 1}` })),
  houses: Object.entries({
    row: lines((n, k) => 4 * n + k),
    column: lines((n, k) => 4 * k + n),
    box: lines((n, k) => 8 * (n >> 1) + 2 * (n & 1) + 4 * (k >> 1) + (k & 1)),
  }).flatMap(([kind, all]) => all.map((cells, n) => ({ name: `${kind} ${n + 1}`, cells }))),
};

test("regions to be found have a layer, and removing them gives the square back", () => {
  const state = toggleRegions(BEFORE, BOARD);
  const { document, digits } = state;
  assert.deepEqual(document.grid.cells, [
    "....",
    "....",
    "....",
    "....",
    "####",
    "####",
    "....",
    "....",
    "....",
    "....",
  ]);
  assert.equal(document.grid.houses.length, 8);
  assert.equal(digits, DIGITS + "................");
  assert.equal(findLayered(document).labels.split(" ")[0], "r7c1");
  assert.deepEqual(document.rules[1].digits, [1, 2, 3, 4]);
  assert.deepEqual(toggleRegions(state, BOARD), { ...BEFORE, square: undefined });
  assert.equal(toggleCenter(state, ["r1c1"], BOARD), null);
});

test("a center is the middle of one, two or four cells, of the grid or of its layer", () => {
  let state = toggleCenter(BEFORE, ["r1c1"], BOARD);
  assert.equal(state.document.grid.houses.filter(({ region }) => region).length, 4);
  state = toggleCenter(state, ["r7c3", "r7c4"], BOARD);
  state = toggleCenter(state, ["r3c1", "r3c2", "r4c1", "r4c2"], BOARD);
  assert.deepEqual(findLayered(state.document).centers, [
    [0, 0],
    [0, 5],
    [5, 1],
  ]);
  assert.deepEqual(state.document.rules.find(({ rule }) => rule === "allowed").digits, [1, 2, 3]);
  state = toggleCenter(state, ["r1c3", "r1c4"], BOARD);
  assert.deepEqual(findLayered(state.document).centers, [
    [0, 0],
    [5, 1],
  ]);
  state = toggleCenter(state, ["r1c1"], BOARD);
  state = toggleCenter(state, ["r4c2", "r3c1"], BOARD);
  assert.deepEqual(state, { ...BEFORE, square: undefined });
});
