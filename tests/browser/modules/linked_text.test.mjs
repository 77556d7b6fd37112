// Names of cells and houses are found in sentences of both languages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { splitText } from "../../../src/farandole/web/static/learn/linked_text.js";

const cells = Array.from({ length: 81 }, (_, cell) => ({
  name: `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`,
  at: [Math.floor(cell / 9), cell % 9],
}));
const houses = [{ name: "row 7", cells: cells.map((_, cell) => cell).filter((cell) => cells[cell].at[0] === 6) }];
const link = (text) => splitText(text, cells, houses).filter((part) => typeof part !== "string");

test("Cells, also several at once", () => {
  assert.deepEqual(link("r1c1 is 5, r27c9 isn't"), [
    { text: "r1c1", cells: ["r1c1"] },
    { text: "r27c9", cells: ["r2c9", "r7c9"] },
  ]);
});

test("Houses in both languages", () => {
  assert.equal(link("In row 7, 1 can only be there")[0].cells.length, 9);
  assert.equal(link("第 7 行")[0].cells[0], "r7c1");
});

test("Other text stays as it is, and nothing is lost", () => {
  assert.deepEqual(link("row 12 and r0c1"), []);
  for (const text of ["r1c1r2c2", "a r1c1 b", "", "row 7"]) {
    assert.equal(
      splitText(text, cells, houses)
        .map((part) => (typeof part === "string" ? part : part.text))
        .join(""),
      text,
    );
  }
});
