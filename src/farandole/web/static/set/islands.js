// The numbers of nurikabe's islands, which are entered cell by cell. The rule is about the whole grid.

import { listDigits, listParity } from "./rule_maker.js";

/** @typedef {import("./document.js").Document} Document */

/**
 * @param {Document} document
 * @param {string} cell
 * @returns {{at: number, place: number}} The index of the rule, and that of the cell in it; -1 for none.
 */
function findIsland({ rules = [] }, cell) {
  const at = rules.findIndex(({ rule, cells = "" }) => rule === "nurikabe" && cells.split(" ").includes(cell));
  return { at, place: at < 0 ? -1 : (rules[at].cells ?? "").split(" ").indexOf(cell) };
}

/**
 * @param {Document} document
 * @param {string} cell
 * @returns {number} The size of the island with this cell; 0 if none is known.
 */
export function getIsland(document, cell) {
  const { at, place } = findIsland(document, cell);
  return document.rules?.[at]?.numbers[place] ?? 0;
}

/**
 * Give an island its size. The first one adds the rule, in which even digits are the sea; without any, it is removed.
 * @param {Document} document
 * @param {string} cell
 * @param {number} size 0 for none
 * @param {import("../core/game.js").Board} board
 * @returns {Document | null} null if the grid is not a rectangle
 */
export function setIsland(document, cell, size, { cells, size: [height, width], digits }) {
  const { rules = [] } = document;
  const { at, place } = findIsland(document, cell);
  if (at < 0 && cells.length !== height * width) return null;
  const names = cells.map(({ name }) => name);
  const rule =
    at >= 0
      ? rules[at]
      : {
          rule: "nurikabe",
          cells: names.join(" "),
          digits: listParity("even", listDigits(digits)),
          width,
          numbers: [],
        };
  const before = at < 0 ? names.map(() => 0) : rule.numbers;
  const numbers = before.map((/** @type {number} */ number, /** @type {number} */ n) =>
    n === (at < 0 ? names.indexOf(cell) : place) ? size : number,
  );
  const others = rules.filter((_, n) => n !== at);
  return { ...document, rules: numbers.some(Boolean) ? [...others, { ...rule, numbers }] : others };
}
