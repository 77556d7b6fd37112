// Errors of the server, in the player's language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CallError, describeError } from "../../../src/farandole/web/static/core/errors.js";
import en from "../../../src/farandole/web/static/words/en.js";
import zh from "../../../src/farandole/web/static/words/zh.js";

/** Translate by a table, as core/words.js does. */
const translate =
  (table) =>
  (key, values = {}) =>
    table[key]?.replace(/\{(\w+)\}/g, (_, name) => values[name]) ?? key;

test("An error with a code has words in both languages, with its fields", () => {
  const describe = (table, code, fields) => describeError(new CallError(code, "English", fields), translate(table));
  const count = { line: 2, expected: 81, found: 77 };
  assert.equal(describe(en, "cell_count", count), "Line 2: Expected 81 cells, found 77.");
  assert.equal(describe(zh, "cell_count", count), "文本第 2 行：应有 81 格，读到 77 格。");
  const repeated = { house: "column 3", kind: "column", number: "3", digit: 1, cells: ["r1c3", "r2c3"] };
  assert.equal(describe(en, "repeated_digit", repeated), "1 is in column 3 twice: r1c3 and r2c3.");
  assert.match(describe(zh, "repeated_digit", repeated), /第 3 列.*1.*r1c3.*r2c3/);
  assert.equal(describe(zh, "damaged_link", {}), zh["fault.damaged_link"]);
});

test("A house without a number has its own name", () => {
  const fields = { house: "asterisk", kind: "", number: "", digit: 1, cells: ["r1c3", "r2c3"] };
  const text = describeError(new CallError("repeated_digit", "English", fields), translate(en));
  assert.equal(text, "1 is in asterisk twice: r1c3 and r2c3.");
});

test("Other errors have the server's message", () => {
  const message = "givens: expected a list of 9, found 3";
  assert.equal(describeError(new CallError("format", message), translate(en)), message);
  assert.equal(describeError(new TypeError(message), translate(en)), message);
});
