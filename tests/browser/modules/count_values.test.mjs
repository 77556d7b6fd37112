// The typed value of a count, and how it is written again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { makeRule, parseCount, writeValue } from "../../../src/farandole/web/static/set/rule_maker.js";
import { ALL_TOOLS } from "../../../src/farandole/web/static/set/tools.js";

const COUNT = ALL_TOOLS.find(({ name }) => name === "count");

test("a count is exact, at least or at most", () => {
  assert.deepEqual(parseCount("2x35"), { digits: [3, 5], least: 2, most: 2 });
  assert.deepEqual(parseCount(">=1 x 9"), { digits: [9], least: 1 });
  assert.deepEqual(parseCount("≤3×10 12"), { digits: [10, 12], least: 0, most: 3 });
  for (const text of ["", "2", "x35", "2x", "2+35", "a2x3"]) assert.equal(parseCount(text), null);
});

test("a count is written as it is typed", () => {
  for (const text of ["2×35", "≥1×9", "≤3×246", "≥2×10 12"]) {
    const rule = makeRule(COUNT, ["r1c1", "r1c2"], text, 16);
    assert.equal(rule.cells, "r1c1 r1c2");
    assert.equal(writeValue(COUNT, rule), text);
  }
  assert.equal(makeRule(COUNT, ["r1c1"], "many", 9), null);
});
