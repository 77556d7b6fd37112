// A layer below a grid in Set: regions to be found, and the centers of galaxies.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findLayered, toggleCenter, toggleRegions } from "../../../src/farandole/web/static/set/layer.js";

const SQUARE = { farandole: 1, grid: { size: 4 }, rules: [{ rule: "thermo", cells: "r1c1 r1c2" }] };
const DIGITS = "1...............";

test("regions to be found have a layer, and removing them gives the square back", () => {
  const { document, digits } = toggleRegions(SQUARE, DIGITS);
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
  assert.deepEqual(toggleRegions(document, digits), { document: SQUARE, digits: DIGITS });
  assert.equal(toggleCenter(document, digits, ["r1c1"]), null);
});

test("a center is the middle of one, two or four cells, of the grid or of its layer", () => {
  let state = toggleCenter(SQUARE, DIGITS, ["r1c1"]);
  assert.equal(state.document.grid.houses.filter(({ region }) => region).length, 4);
  state = toggleCenter(state.document, state.digits, ["r7c3", "r7c4"]);
  state = toggleCenter(state.document, state.digits, ["r3c1", "r3c2", "r4c1", "r4c2"]);
  assert.deepEqual(findLayered(state.document).centers, [
    [0, 0],
    [0, 5],
    [5, 1],
  ]);
  assert.deepEqual(state.document.rules.find(({ rule }) => rule === "allowed").digits, [1, 2, 3]);
  state = toggleCenter(state.document, state.digits, ["r1c3", "r1c4"]);
  assert.deepEqual(findLayered(state.document).centers, [
    [0, 0],
    [5, 1],
  ]);
  state = toggleCenter(state.document, state.digits, ["r1c1"]);
  state = toggleCenter(state.document, state.digits, ["r4c2", "r3c1"]);
  assert.deepEqual(state, { document: SQUARE, digits: DIGITS });
});
