// What tools make of what is drawn, and what a draft becomes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { History, bare, replaced, toggled, withGivens } from "../../../src/farandole/web/static/set/draft.js";
import { ALL, cornerAt, drawnOn, edgeAt, regionRows, ruleOf, seenFrom, valuesIn } from "../../../src/farandole/web/static/set/tools.js";

const N = 4;
const cells = Array.from({ length: N * N }, (_, cell) => ({ name: `r${(cell >> 2) + 1}c${(cell & 3) + 1}`, at: [cell >> 2, cell & 3] }));
const board = { cells, size: [N, N], digits: "1234" };
const cellAt = (row, column) => (row >= 0 && row < N && column >= 0 && column < N ? row * N + column : null);
const tool = (name) => ALL.find((one) => one.name === name);

test("givens come and go", () => {
  const document = { farandole: 1, grid: { size: 4 }, rules: [{ rule: "anti_king" }] };
  const given = withGivens(document, "12..............", board);
  assert.deepEqual(given.givens, ["12..", "....", "....", "...."]);
  assert.deepEqual(bare(given), document);
  assert.equal(withGivens(document, ".".repeat(16), board).givens, undefined);
});

test("what is drawn twice goes", () => {
  const dot = ruleOf(tool("white"), ["r1c1", "r1c2"], "", 4);
  const once = toggled({ farandole: 1, grid: { size: 4 } }, dot);
  assert.deepEqual(once.rules, [dot]);
  assert.deepEqual(toggled(once, { ...dot, cells: "r1c2 r1c1" }).rules, []);
  const x = ruleOf(tool("x"), ["r1c1", "r1c2"], "", 4), v = ruleOf(tool("v"), ["r1c1", "r1c2"], "", 4);
  assert.deepEqual(toggled(toggled({ farandole: 1, grid: {} }, x), v).rules, [v]);
  assert.deepEqual(replaced(once, 0, null).rules, []);
});

test("values are asked for where they are needed", () => {
  assert.equal(ruleOf(tool("sandwich"), ["r1c1"], "", 4), null);
  assert.equal(ruleOf(tool("sandwich"), ["r1c1"], "12", 4).total, 12);
  assert.equal(ruleOf(tool("cage"), ["r1c1"], "", 4).total, undefined);
  assert.deepEqual(ruleOf(tool("quadruple"), ["r1c1", "r1c2", "r2c1", "r2c2"], "113", 4).digits, [1, 1, 3]);
  assert.deepEqual(ruleOf(tool("even"), ["r1c1"], "", 4).digits, [2, 4]);
  assert.deepEqual(valuesIn("10, 12", true), [10, 12]);
  assert.equal(valuesIn("one", false), null);
});

test("edges, corners and lines from outside", () => {
  assert.deepEqual(edgeAt(98, 50, cellAt), [0, 1]);
  assert.deepEqual(edgeAt(2, 50, cellAt), [0, 4]); // there is no cell to the left
  assert.deepEqual(cornerAt(110, 95, cellAt), [0, 1, 4, 5]);
  assert.equal(cornerAt(10, 10, cellAt), null);
  assert.deepEqual(seenFrom(150, -50, [N, N], false, cellAt), [1, 5, 9, 13]);
  assert.deepEqual(seenFrom(450, 250, [N, N], false, cellAt), [11, 10, 9, 8]);
  assert.deepEqual(seenFrom(180, -50, [N, N], true, cellAt), [2, 7]);
  assert.deepEqual(seenFrom(120, -50, [N, N], true, cellAt), [0]);
  assert.deepEqual(seenFrom(150, 150, [N, N], false, cellAt), []);
});

test("lines go from neighbor to neighbor, and back", () => {
  assert.deepEqual(drawnOn([0], 5, cells, true), [0, 5]);
  assert.deepEqual(drawnOn([0, 5], 15, cells, true), [0, 5]);
  assert.deepEqual(drawnOn([0, 5], 0, cells, true), [0]);
  assert.deepEqual(drawnOn([0], 15, cells, false), [0, 15]);
});

test("regions are letters", () => {
  assert.deepEqual(regionRows(cells.map((_, cell) => cell >> 2), board), ["AAAA", "BBBB", "CCCC", "DDDD"]);
});

test("a history goes back and on", () => {
  const history = new History({ document: { farandole: 1, grid: {} }, digits: "1" });
  assert.ok(history.push({ ...history.now, digits: "2" }));
  assert.ok(!history.push({ ...history.now }));
  assert.equal(history.go(-1).digits, "1");
  assert.equal(history.go(-1), null);
  assert.ok(history.push({ ...history.now, digits: "3" }));
  assert.equal(history.go(1), null);
});
