// What Python finds wrong with a text, said in the player's language.

import assert from "node:assert/strict";
import { test } from "node:test";
import en from "../../../src/farandole/web/static/words/en.js";
import { translateFault } from "../../../src/farandole/web/static/words/faults.js";
import zh from "../../../src/farandole/web/static/words/zh.js";

/** @param {Record<string, string>} table */
const speaking =
  (table) =>
  (key, values = {}) =>
    table[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

test("what is often met is said in full", () => {
  const said = (message) => translateFault(message, speaking(zh));
  assert.equal(said("line 2: expected 81 cells, found 77"), "文本第 2 行：应有 81 格，读到 77 格。");
  assert.match(said("line 1: column 3 holds 1 twice: r1c3 and r2c3"), /第 3 列.*1.*r1c3.*r2c3/);
  assert.equal(said("the link is damaged: copy all of it"), zh["fault.link"]);
});

test("the rest is told as it is", () => {
  assert.equal(
    translateFault("givens: expected a list of 9, found 3", speaking(en)),
    "givens: expected a list of 9, found 3",
  );
});
