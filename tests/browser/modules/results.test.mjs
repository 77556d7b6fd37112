// Streaks and best times. Run by test_views_in_node.py.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addDays, countStreaks, summarize } from "../../../src/farandole/web/static/core/results.js";

/** A puzzle of a day that was solved on a day. */
function result(day, solvedOn = day, seconds = 60) {
  const [year, month, date] = solvedOn.split("-").map(Number);
  return {
    id: day,
    kind: "k",
    level: "easy",
    day,
    seconds,
    hints: 0,
    when: new Date(year, month - 1, date, 23).getTime(),
  };
}

test("A streak goes on until a whole day is missed", () => {
  const results = ["2026-02-27", "2026-02-28", "2026-03-01"].map((day) => result(day));
  assert.deepEqual(countStreaks(results, "2026-03-01"), { now: 3, longest: 3 });
  assert.deepEqual(countStreaks(results, "2026-03-02"), { now: 3, longest: 3 });
  assert.deepEqual(countStreaks(results, "2026-03-03"), { now: 0, longest: 3 });
});

test("Only a puzzle that was solved on its day counts", () => {
  const results = [result("2026-03-01"), result("2026-02-28", "2026-03-01"), { ...result("2026-02-27"), day: "" }];
  assert.deepEqual(countStreaks(results, "2026-03-01"), { now: 1, longest: 1 });
});

test("Dates go over months, leap years and changes of the clock", () => {
  assert.equal(addDays("2028-02-28", 1), "2028-02-29");
  assert.equal(addDays("2026-03-29", 1), "2026-03-30");
  assert.equal(addDays("2027-01-01", -1), "2026-12-31");
});

test("Best and average times are by kind and level", () => {
  const results = [
    result("a", "2026-03-01", 60),
    result("b", "2026-03-01", 30),
    { ...result("c"), level: "hard", when: 0 },
  ];
  assert.deepEqual(summarize(results), [
    { kind: "k", level: "easy", n: 2, best: 30, mean: 45 },
    { kind: "k", level: "hard", n: 1, best: 60, mean: 60 },
  ]);
});
