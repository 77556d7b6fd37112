// A sample of the rule that a tool makes, for its card.

import { setIsland } from "./islands.js";
import { toggleCenter } from "./layer.js";
import { makeRule } from "./rule_maker.js";

/** @typedef {import("./tools.js").Tool} Tool */

const SIZE = 6;

/** @type {Record<import("./tools.js").Shape, string>} */
const CELLS = {
  cells: "r3c3 r3c4 r4c3 r4c4",
  line: "r4c2 r3c3 r3c4 r4c5",
  edge: "r3c3 r3c4",
  corner: "r3c3 r3c4 r4c3 r4c4",
  outside: "r3c1 r3c2 r3c3 r3c4 r3c5 r3c6",
  diagonal: "r1c3 r2c4 r3c5 r4c6",
  region: "",
};
/** @type {Record<string, string>} What is typed, by the field of the tool. */
const VALUES = {
  total: "9",
  count: "3",
  digit: "3",
  digits: "1 2",
  sizes: "2 2",
  rank: "8",
  n_pill: "2",
  count_of: "2x12",
};

/** The board of the sample: as much of it as tools look at. */
const BOARD = makeBoard();

/**
 * @param {Tool} tool
 * @returns {import("./document.js").Document | null} null for a tool that makes no rule
 */
export function makeSample(tool) {
  const document = { farandole: 1, grid: { size: SIZE } };
  if (!tool.rule) return null;
  if (tool.rule === "nurikabe") return setIsland(document, "r3c3", 3, BOARD);
  if (tool.rule === "galaxies") {
    const state = { document, digits: ".".repeat(SIZE * SIZE), title: "" };
    return toggleCenter(state, ["r2c2", "r2c3"], BOARD)?.document ?? null;
  }
  const { value, cells } = tool.sample ?? {};
  const typed = value ?? VALUES[tool.value?.isCount ? "count_of" : (tool.value?.field ?? "")] ?? "";
  const rule = makeRule(tool, (cells ?? CELLS[tool.shape]).split(" "), typed, BOARD);
  return rule && { ...document, rules: [rule] };
}

/** @returns {import("../core/game.js").Board} */
function makeBoard() {
  const lines = Array.from({ length: SIZE }, (_, n) => n);
  const cells = lines.flatMap((row) =>
    lines.map((column) => ({ name: `r${row + 1}c${column + 1}`, at: /** @type {[number, number]} */ ([row, column]) })),
  );
  const select = (/** @type {(at: [number, number]) => number} */ key, /** @type {string} */ name) =>
    lines.map((n) => ({
      name: `${name} ${n + 1}`,
      cells: [...cells.keys()].filter((cell) => key(cells[cell].at) === n),
    }));
  const houses = [
    ...select(([row]) => row, "row"),
    ...select(([, column]) => column, "column"),
    ...select(([row, column]) => 2 * Math.floor(row / 2) + Math.floor(column / 3), "box"),
  ];
  const blank = { givens: ".".repeat(cells.length), marks: [], classic: true };
  return { cells, houses, digits: "123456", size: [SIZE, SIZE], ...blank };
}
