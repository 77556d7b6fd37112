// The tools of Set, and the documents and the history of a draft.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addGivens,
  joinEntries,
  removeGivens,
  replaceRule,
  splitEntries,
  toggleRule,
} from "../../../src/farandole/web/static/set/document.js";
import {
  extendPath,
  findCorner,
  findEdge,
  findLine,
  writeRegions,
} from "../../../src/farandole/web/static/set/drawn_places.js";
import { History } from "../../../src/farandole/web/static/set/history.js";
import { makeRule, parseValues } from "../../../src/farandole/web/static/set/rule_maker.js";
import { ALL_TOOLS } from "../../../src/farandole/web/static/set/tools.js";

const N = 4;
const cells = Array.from({ length: N * N }, (_, cell) => ({
  name: `r${(cell >> 2) + 1}c${(cell & 3) + 1}`,
  at: [cell >> 2, cell & 3],
}));
const board = { cells, size: [N, N], digits: "1234" };
const cellAt = (row, column) => (row >= 0 && row < N && column >= 0 && column < N ? row * N + column : null);
const tool = (name) => ALL_TOOLS.find((one) => one.name === name);

test("Givens are added and removed", () => {
  const document = { farandole: 1, grid: { size: 4 }, rules: [{ rule: "anti_king" }] };
  const given = addGivens(document, "12..............", board);
  assert.deepEqual(given.givens, ["12..", "....", "....", "...."]);
  assert.deepEqual(removeGivens(given), document);
  assert.equal(addGivens(document, ".".repeat(16), board).givens, undefined);
});

test("A rule that is drawn twice is removed", () => {
  const dot = makeRule(tool("white"), ["r1c1", "r1c2"], "", board);
  const once = toggleRule({ farandole: 1, grid: { size: 4 } }, dot);
  assert.deepEqual(once.rules, [dot]);
  assert.deepEqual(toggleRule(once, { ...dot, cells: "r1c2 r1c1" }).rules, []);
  const thermo = { rule: "thermo", cells: "r1c1 r1c2" };
  const back = { rule: "thermo", cells: "r1c2 r1c1" };
  assert.deepEqual(toggleRule(toggleRule({ farandole: 1, grid: {} }, thermo), back).rules, [thermo, back]);
  const x = makeRule(tool("x"), ["r1c1", "r1c2"], "", board),
    v = makeRule(tool("v"), ["r1c1", "r1c2"], "", board);
  assert.deepEqual(toggleRule(toggleRule({ farandole: 1, grid: {} }, x), v).rules, [v]);
  assert.deepEqual(replaceRule(once, 0, null).rules, []);
});

test("A rule without a value that it needs isn't made", () => {
  assert.equal(makeRule(tool("sandwich"), ["r1c1"], "", board), null);
  assert.equal(makeRule(tool("sandwich"), ["r1c1"], "12", board).total, 12);
  assert.equal(makeRule(tool("cage"), ["r1c1"], "", board).total, undefined);
  assert.deepEqual(makeRule(tool("quadruple"), ["r1c1", "r1c2", "r2c1", "r2c2"], "113", board).digits, [1, 1, 3]);
  assert.deepEqual(makeRule(tool("even"), ["r1c1"], "", board).digits, [2, 4]);
  assert.deepEqual(parseValues("10, 12", true), [10, 12]);
  assert.equal(parseValues("one", false), null);
});

test("Edges, corners and lines from outside are found", () => {
  assert.deepEqual(findEdge(98, 50, cellAt), [0, 1]);
  assert.deepEqual(findEdge(2, 50, cellAt), [0, 4]); // there is no cell to the left
  assert.deepEqual(findCorner(110, 95, cellAt), [0, 1, 4, 5]);
  assert.equal(findCorner(10, 10, cellAt), null);
  assert.deepEqual(findLine(150, -50, [N, N], false, cellAt), [1, 5, 9, 13]);
  assert.deepEqual(findLine(450, 250, [N, N], false, cellAt), [11, 10, 9, 8]);
  assert.deepEqual(findLine(180, -50, [N, N], true, cellAt), [2, 7]);
  assert.deepEqual(findLine(120, -50, [N, N], true, cellAt), [0]);
  assert.deepEqual(findLine(150, 150, [N, N], false, cellAt), []);
});

test("A line goes from neighbor to neighbor, and back", () => {
  assert.deepEqual(extendPath([0], 5, cells, true), [0, 5]);
  assert.deepEqual(extendPath([0, 5], 15, cells, true), [0, 5]);
  assert.deepEqual(extendPath([0, 5], 0, cells, true), [0]);
  assert.deepEqual(extendPath([0], 15, cells, false), [0, 15]);
});

test("Regions are written as letters", () => {
  assert.deepEqual(
    writeRegions(
      cells.map((_, cell) => cell >> 2),
      board,
    ),
    ["AAAA", "BBBB", "CCCC", "DDDD"],
  );
});

test("A history goes back and forward", () => {
  const history = new History({ document: { farandole: 1, grid: {} }, digits: "1" });
  assert.ok(history.push({ ...history.current, digits: "2" }));
  assert.ok(!history.push({ ...history.current }));
  assert.equal(history.step(-1).digits, "1");
  assert.equal(history.step(-1), null);
  assert.ok(history.push({ ...history.current, digits: "3" }));
  assert.equal(history.step(1), null);
});

const drawn = (digits, document = { farandole: 1, grid: { size: 4 } }) => ({ document, digits, title: "" });

test("Everything typed in a field is one step", () => {
  const history = new History(drawn("a"));
  const field = {};
  for (const digits of ["b", "c", "d"]) history.push(drawn(digits), field);
  assert.equal(history.states.length, 2);
  history.push(drawn("a"), field); // as before
  assert.deepEqual([history.states.length, history.current.digits], [1, "a"]);
  history.push(drawn("e"), field);
  history.push(drawn("f"), {});
  assert.deepEqual(
    history.states.map(({ digits }) => digits),
    ["a", "e", "f"],
  );
  history.push(drawn("g"), field);
  history.push(drawn("f"), field); // deleted, and typed again
  history.push(drawn("h"), field);
  assert.deepEqual(
    history.states.map(({ digits }) => digits),
    ["a", "e", "f", "h"],
  );
});

test("A history knows which of its states is the puzzle of Play", () => {
  const history = new History(drawn("a"));
  assert.ok(history.isClean);
  history.push(drawn("b"));
  assert.ok(!history.isClean);
  history.step(-1);
  assert.ok(history.isClean);
  history.step(1);
  history.markClean();
  history.step(-1);
  history.push(drawn("c")); // the clean state is gone
  assert.equal(history.clean, -1);
});

test("An invalid document is undone, digits entered since then stay", () => {
  const laid = { farandole: 1, grid: { size: 4 } };
  const history = new History(drawn("a", laid));
  history.push(drawn("a", { ...laid, rules: [1] }));
  history.push(drawn("b", { ...laid, rules: [1] }));
  history.revertTo(laid);
  assert.deepEqual(
    history.states.map(({ digits }) => digits),
    ["a", "b"],
  );
  assert.deepEqual(history.current.document, laid);
});

test("A history is saved, and a damaged one is refused", () => {
  const history = new History(drawn("a"));
  for (let n = 0; n < 200; n++) history.push(drawn(String(n)));
  const again = History.fromJSON(JSON.parse(JSON.stringify(history)));
  assert.deepEqual(again.current, history.current);
  assert.ok(again.states.length < 120);
  assert.equal(again.clean, -1);
  for (const damaged of [null, {}, { states: [], at: 0 }, { states: [{ digits: "1" }], at: 0 }])
    assert.equal(History.fromJSON(damaged), null);
});

test("Digits and notes are split, and joined again", () => {
  const state = { digits: "1..4", notes: { cells: { 1: { corner: "23" } }, pen: ["2o"], auto: false } };
  const whole = joinEntries(state, 4);
  assert.deepEqual(
    [whole.cells[0].digit, whole.cells[1].digit, whole.cells[1].corner, whole.pen[0]],
    ["1", "", "23", "2o"],
  );
  const game = {
    line: state.digits,
    toJSON: () => ({ state: { ...state.notes, cells: { 0: { digit: "1" }, 1: { corner: "23" } } } }),
  };
  assert.deepEqual(splitEntries(game), state);
});
