// The tools of Set: the rule that each draws from cells, edges, corners or lines seen from outside.

/**
 * @typedef {{name: string, at: [number, number]}} Place
 * @typedef {"cells" | "line" | "edge" | "corner" | "outside" | "diagonal" | "region"} Shape What a tool takes.
 * @typedef {{name: string, rule: string, shape: Shape, icon: string, ink?: string, least?: number, most?: number,
 *   fields?: Record<string, any>, isRectangle?: boolean,
 *   value?: {field: string, optional?: boolean, list?: boolean, isCount?: boolean, first: number | string}}} Tool
 */

/** @type {Record<string, Tool[]>} */
export const TOOLS = {
  areas: [
    {
      name: "cage",
      rule: "cage",
      shape: "cells",
      icon: "M4 4h10v6h6v10H4z",
      ink: "dash",
      least: 1,
      value: { field: "total", optional: true, first: "" },
    },
    { name: "region", rule: "", shape: "region", icon: "M3 3h8v5h4v6H9v7H3zM11 3h10v18H9", least: 1 },
    {
      name: "even",
      rule: "allowed",
      shape: "cells",
      icon: "M6 6h12v12H6z",
      ink: "gray",
      fields: { digits: "even" },
      least: 1,
    },
    {
      name: "odd",
      rule: "allowed",
      shape: "cells",
      icon: "M12 5a7 7 0 1 0 .01 0z",
      ink: "gray",
      fields: { digits: "odd" },
      least: 1,
    },
    {
      name: "count",
      rule: "count",
      shape: "cells",
      icon: "M4 4h16v16H4zM8 8l6 6M14 8l-6 6",
      ink: "dash",
      least: 1,
      value: { field: "digits", isCount: true, first: "" },
    },
    {
      name: "counting_circles",
      rule: "counting_circles",
      shape: "cells",
      icon: "M7 4a4 4 0 1 0 .01 0zM17 12a4 4 0 1 0 .01 0z",
      ink: "red",
      least: 1,
    },
    {
      name: "minesweeper",
      rule: "minesweeper",
      shape: "cells",
      icon: "M4 4h16v16H4zM20 13v7h-7z",
      ink: "red",
      least: 2,
      value: { field: "digits", list: true, first: "" },
    },
    {
      name: "parity_count",
      rule: "parity_count",
      shape: "cells",
      icon: "M12 4l8 8-8 8-8-8z",
      ink: "red",
      least: 2,
    },
    {
      name: "count_distinct",
      rule: "count_distinct",
      shape: "cells",
      icon: "M12 4a8 8 0 1 0 .01 0zM12 7a5 5 0 1 0 .01 0z",
      ink: "red",
      least: 2,
    },
    {
      name: "rellik_cage",
      rule: "rellik_cage",
      shape: "cells",
      icon: "M4 4h10v6h6v10H4zM6 10l6-4",
      ink: "dash",
      least: 1,
      value: { field: "total", first: "" },
    },
    {
      name: "product",
      rule: "product",
      shape: "cells",
      icon: "M4 4h10v6h6v10H4zM7 7l5 5M12 7l-5 5",
      ink: "dash",
      least: 1,
      value: { field: "total", first: "" },
    },
    {
      name: "equality_cage",
      rule: "equality_cage",
      shape: "cells",
      icon: "M4 4h10v6h6v10H4zM8 13h6M8 16h6",
      ink: "dash",
      fields: { halves: "halves" },
      least: 2,
    },
    {
      name: "lunchbox",
      rule: "lunchbox",
      shape: "line",
      icon: "M3 9h18v9H3zM7 13h10",
      ink: "dash",
      least: 2,
      value: { field: "total", first: "" },
    },
    {
      name: "equal_sum",
      rule: "equal_sum",
      shape: "cells",
      icon: "M4 5h7v14H4zM14 9h6v10h-6z",
      ink: "dash",
      least: 2,
      value: { field: "sizes", list: true, first: "" },
    },
    {
      name: "same_digits",
      rule: "same_digits",
      shape: "cells",
      icon: "M4 5h7v14H4zM13 5h7v14h-7z",
      ink: "dash",
      least: 2,
      value: { field: "n_groups", optional: true, first: "" },
    },
    { name: "different", rule: "all_different", shape: "cells", icon: "M4 8h7V4h9v12h-7v4H4z", least: 2 },
    {
      name: "magic_square",
      rule: "magic_square",
      shape: "cells",
      icon: "M4 4h16v16H4zM12 9v6M9 12h6",
      least: 4,
    },
    {
      name: "connected",
      rule: "connected",
      shape: "cells",
      icon: "M4 4h6v6h6v10h-6v-6H4z",
      least: 4,
      isRectangle: true,
      value: { field: "digits", list: true, first: "" },
    },
    {
      name: "yin_yang",
      rule: "yin_yang",
      shape: "cells",
      icon: "M12 3a9 9 0 1 0 .01 0zM12 3v9v9",
      least: 4,
      isRectangle: true,
      value: { field: "digits", list: true, first: "" },
    },
    {
      name: "cave",
      rule: "cave",
      shape: "cells",
      icon: "M3 21V9l5-6h8l5 6v12h-5v-8H8v8z",
      least: 4,
      isRectangle: true,
      value: { field: "digits", list: true, first: "" },
    },
    {
      name: "loop",
      rule: "loop",
      shape: "cells",
      icon: "M5 5h14v14H5zM9 9h6v6H9z",
      least: 4,
      isRectangle: true,
      value: { field: "digits", list: true, first: "" },
    },
    {
      name: "snake",
      rule: "snake",
      shape: "cells",
      icon: "M4 18h6V8h10",
      least: 4,
      isRectangle: true,
      value: { field: "digits", list: true, first: "" },
    },
    { name: "galaxies", rule: "galaxies", shape: "cells", icon: "M12 8a4 4 0 1 0 .01 0zM4 4h16v16H4z", least: 1 },
    {
      name: "nurikabe",
      rule: "nurikabe",
      shape: "cells",
      icon: "M4 4h7v7h9v9h-7v-7H4zM6 7h3M16 16h2",
      least: 4,
      isRectangle: true,
      fields: { digits: "even" },
      value: { field: "numbers", list: true, first: "" },
    },
    {
      name: "star_battle",
      rule: "star_battle",
      shape: "cells",
      icon: "M12 3l2.6 6 6.4.6-4.9 4.2 1.5 6.2-5.6-3.3L6.4 20l1.5-6.2L3 9.6 9.4 9z",
      least: 4,
      isRectangle: true,
      fields: { number: 1 },
      value: { field: "digits", list: true, first: "" },
    },
    {
      name: "star_battle_2",
      rule: "star_battle",
      shape: "cells",
      icon: "M7 4l1.5 3.5 3.5.3-2.7 2.4.8 3.6L7 12l-3.1 1.8.8-3.6L2 7.8l3.5-.3zM17 10l1.5 3.5 3.5.3-2.7 2.4.8 3.6L17 18l-3.1 1.8.8-3.6-2.7-2.4 3.5-.3z",
      least: 4,
      isRectangle: true,
      fields: { number: 2 },
      value: { field: "digits", list: true, first: "" },
    },
  ],
  lines: [
    {
      name: "thermo",
      rule: "thermo",
      shape: "line",
      icon: "M6 15a3.5 3.5 0 1 0 .01 0zM8 16L18 6",
      ink: "gray",
      least: 2,
    },
    {
      name: "slow_thermo",
      rule: "slow_thermo",
      shape: "line",
      icon: "M6 15a3.5 3.5 0 1 0 .01 0zM8 16l3-3m2-2l5-5",
      ink: "gray",
      least: 2,
    },
    { name: "arrow", rule: "arrow", shape: "line", icon: "M6 14.5a3.5 3.5 0 1 0 .01 0zM9 15L19 5m-6 0h6v6", least: 2 },
    {
      name: "double_arrow",
      rule: "double_arrow",
      shape: "line",
      icon: "M5 15.5a3 3 0 1 0 .01 0zM18 2.5a3 3 0 1 0 .01 0zM8 16l8-8",
      least: 3,
    },
    {
      name: "whispers",
      rule: "whispers",
      shape: "line",
      icon: "M4 19l5-12 5 10 6-13",
      ink: "green",
      least: 2,
      value: { field: "difference", optional: true, first: "" },
    },
    { name: "renban", rule: "renban", shape: "line", icon: "M4 18c6 0 6-12 16-12", ink: "purple", least: 2 },
    { name: "palindrome", rule: "palindrome", shape: "line", icon: "M4 18c8-2 8-10 16-12", ink: "gray", least: 2 },
    {
      name: "between",
      rule: "between",
      shape: "line",
      icon: "M5 15.5a3 3 0 1 0 .01 0zM18 2.5a3 3 0 1 0 .01 0zM7 16l9-9",
      ink: "gray",
      least: 3,
    },
    {
      name: "lockout",
      rule: "lockout",
      shape: "line",
      icon: "M6 14l4 4-4 4-4-4zM18 2l4 4-4 4-4-4zM9 15l6-6",
      ink: "blue",
      least: 3,
    },
    {
      name: "zipper",
      rule: "zipper",
      shape: "line",
      icon: "M4 20L20 4M7 13l4 4M11 9l4 4M15 5l4 4",
      ink: "purple",
      least: 3,
    },
    { name: "entropic", rule: "entropic", shape: "line", icon: "M4 18l5-8 5 6 6-11", ink: "orange", least: 2 },
    {
      name: "modular",
      rule: "modular",
      shape: "line",
      icon: "M4 18l5-8 5 6 6-11",
      ink: "blue",
      least: 2,
      value: { field: "modulus", optional: true, first: "" },
    },
    {
      name: "sum_line",
      rule: "sum_line",
      shape: "line",
      icon: "M4 18l4-4m3-2l4-3m3-3l2-2",
      ink: "blue",
      least: 2,
      value: { field: "total", optional: true, first: "" },
    },
    { name: "pointer", rule: "pointer", shape: "line", icon: "M6 17a1 1 0 1 0 .01 0zM8 16L19 5m-6 0h6v6", least: 3 },
    { name: "nabner", rule: "nabner", shape: "line", icon: "M4 18c6 0 6-12 16-12", ink: "orange", least: 2 },
    {
      name: "parity_line",
      rule: "oscillator",
      shape: "line",
      icon: "M4 16l4-8 4 8 4-8 4 8",
      ink: "red",
      fields: { groups: "parity" },
      least: 2,
    },
    {
      name: "oscillator",
      rule: "oscillator",
      shape: "line",
      icon: "M4 18h4V7h4v11h4V7h4",
      ink: "red",
      fields: { groups: "halves" },
      least: 2,
    },
    {
      name: "arithmetic_sequence",
      rule: "arithmetic_sequence",
      shape: "line",
      icon: "M4 19h5v-5h5V9h5V4",
      ink: "brown",
      least: 3,
    },
    {
      name: "at_least_line",
      rule: "at_least_line",
      shape: "line",
      icon: "M4 18l8-12 8 12",
      ink: "olive",
      least: 2,
      value: { field: "total", optional: true, first: "" },
    },
    {
      name: "index_line",
      rule: "index_line",
      shape: "line",
      icon: "M6 10l4 4-4 4-4-4zM10 13L20 5",
      ink: "gray",
      least: 2,
    },
    {
      name: "tightrope",
      rule: "tightrope",
      shape: "line",
      icon: "M5 15.5a3 3 0 1 0 .01 0zM18 2.5a3 3 0 1 0 .01 0zM7 16l9-9",
      least: 3,
    },
    {
      name: "average_arrow",
      rule: "average_arrow",
      shape: "line",
      icon: "M6 14.5a3.5 3.5 0 1 0 .01 0zM9 15l3-3m2-2l5-5m-6 0h6v6",
      least: 2,
    },
  ],
  dots: [
    { name: "white", rule: "consecutive", shape: "edge", icon: "M12 7a5 5 0 1 0 .01 0z", ink: "hollow" },
    { name: "black", rule: "ratio", shape: "edge", icon: "M12 7a5 5 0 1 0 .01 0z", ink: "solid" },
    { name: "x", rule: "pair_sum", shape: "edge", icon: "M6 5l12 14M18 5L6 19", fields: { total: 10 } },
    { name: "v", rule: "pair_sum", shape: "edge", icon: "M5 5l7 14 7-14", fields: { total: 5 } },
    { name: "greater", rule: "greater", shape: "edge", icon: "M7 5l10 7-10 7" },
    {
      name: "quadruple",
      rule: "quadruple",
      shape: "corner",
      icon: "M12 4a8 8 0 1 0 .01 0zM12 4v16M4 12h16",
      ink: "hollow",
      value: { field: "digits", list: true, first: "" },
    },
  ],
  outside: [
    {
      name: "sandwich",
      rule: "sandwich",
      shape: "outside",
      icon: "M3 8h18M3 16h18M6 12h12",
      value: { field: "total", first: "" },
    },
    {
      name: "skyscraper",
      rule: "skyscraper",
      shape: "outside",
      icon: "M4 20v-6h4v6M10 20V9h4v11M16 20V4h4v16",
      value: { field: "count", first: "" },
    },
    {
      name: "hidden_skyscraper",
      rule: "hidden_skyscraper",
      shape: "outside",
      icon: "M4 4v16M8 20v-6h4v6M14 20V9h5v11",
      value: { field: "digit", first: "" },
    },
    {
      name: "x_sum",
      rule: "x_sum",
      shape: "outside",
      icon: "M4 8l6 8M10 8l-6 8M14 12h6M17 9v6",
      value: { field: "total", first: "" },
    },
    {
      name: "numbered_room",
      rule: "numbered_room",
      shape: "outside",
      icon: "M6 20V4h12v16zM14 12h.1",
      value: { field: "digit", first: "" },
    },
    {
      name: "frame_sum",
      rule: "frame_sum",
      shape: "outside",
      icon: "M4 4h16v16H4zM8 8h8v8H8z",
      value: { field: "total", first: "" },
    },
    {
      name: "little_killer",
      rule: "little_killer",
      shape: "diagonal",
      icon: "M4 4l14 14M10 18h8v-8",
      value: { field: "total", first: "" },
    },
    {
      name: "first_seen",
      rule: "first_seen",
      shape: "outside",
      icon: "M4 20h16M9 4h6v10H9z",
      value: { field: "digit", first: "" },
    },
    {
      name: "rising_streak",
      rule: "rising_streak",
      shape: "outside",
      icon: "M3 20h5v-5h5v-5h5V5h3",
      value: { field: "count", first: "" },
    },
    {
      name: "sum_until",
      rule: "sum_until",
      shape: "outside",
      icon: "M3 20h16V8M5 5h8",
      value: { field: "total", first: "" },
    },
    {
      name: "broken_x_sum",
      rule: "broken_x_sum",
      shape: "outside",
      icon: "M9 4a8 8 0 0 0 0 16M15 4a8 8 0 0 1 0 16",
      value: { field: "total", first: "" },
    },
    {
      name: "battlefield",
      rule: "battlefield",
      shape: "outside",
      icon: "M3 8h11M10 16h11",
      value: { field: "total", first: "" },
    },
    {
      name: "full_rank",
      rule: "full_rank",
      shape: "outside",
      icon: "M4 6h5M4 12h10M4 18h16",
      fields: { square: "square" },
      value: { field: "rank", first: "" },
    },
    {
      name: "rossini_in",
      rule: "rossini",
      shape: "outside",
      icon: "M4 12h14m-6-6l6 6-6 6",
      fields: { direction: 1 },
    },
    {
      name: "rossini_out",
      rule: "rossini",
      shape: "outside",
      icon: "M20 12H6m6-6l-6 6 6 6",
      fields: { direction: -1 },
    },
  ],
};

/** Rules of the whole grid. */
export const GRID_RULES = [
  "anti_knight",
  "anti_king",
  "anti_taxicab",
  "global_entropy",
  "global_modular",
  "dutch_flatmates",
  "anti_camel",
  "knightmare",
  "nonconsecutive",
  "diagonal_nonconsecutive",
  "negative_kropki",
  "negative_xv",
];
/** Houses that a grid can have beside rows, columns and boxes. */
export const EXTRA_HOUSES = ["diagonals", "windoku", "disjoint_groups", "center_dot", "asterisk"];

export const ALL_TOOLS = Object.values(TOOLS).flat();

/**
 * Make the rule that a tool draws over some cells.
 * @param {Tool} tool
 * @param {string[]} cells names, in order
 * @param {string} value as typed
 * @param {number} nDigits
 * @returns {import("./document.js").Rule | null} null without the value that it needs
 */
export function makeRule(tool, cells, value, nDigits) {
  /** @type {import("./document.js").Rule} */
  const rule = { rule: tool.rule, cells: cells.join(" ") };
  if (tool.isRectangle) {
    const places = cells
      .map((cell) => (cell.match(/\d+/g) ?? []).map(Number))
      .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    rule.cells = places.map(([row, column]) => `r${row}c${column}`).join(" ");
    rule.width = new Set(places.map(([, column]) => column)).size;
  }
  for (const [field, fixed] of Object.entries(tool.fields ?? {})) {
    const start = fixed === "even" ? 2 : 1;
    if (field === "square") {
      const places = Array.from({ length: nDigits * nDigits }, (_, n) => [Math.floor(n / nDigits), n % nDigits]);
      rule.square = places.map(([row, column]) => `r${row + 1}c${column + 1}`).join(" ");
      continue;
    }
    if (field === "groups" || field === "halves") {
      rule[field] = makeGroups(fixed, nDigits);
      continue;
    }
    rule[field] =
      field === "digits"
        ? Array.from({ length: nDigits }, (_, n) => n + 1).filter((digit) => digit % 2 === start % 2)
        : fixed;
  }
  if (!tool.value) return rule;
  if (tool.value.isCount) {
    const count = parseCount(value);
    return count && { ...rule, ...count };
  }
  const numbers = parseValues(value, tool.value.list ?? false);
  if (!numbers) return tool.value.optional && !value.trim() ? rule : null;
  rule[tool.value.field] = tool.value.list ? numbers : numbers[0];
  return rule;
}

/**
 * Make the two groups of digits between which a line alternates.
 * @param {string} kind "parity", or "halves" for low and high
 * @param {number} nDigits
 * @returns {number[][]}
 */
function makeGroups(kind, nDigits) {
  const digits = Array.from({ length: nDigits }, (_, n) => n + 1);
  if (kind === "parity") return [1, 0].map((odd) => digits.filter((digit) => digit % 2 === odd));
  const half = Math.floor(nDigits / 2);
  return [digits.slice(0, half), digits.slice(nDigits - half)];
}

/**
 * Read how many cells hold some digits: 2x35 for exactly two of 3 and 5, >=2x35 and <=2x35.
 * @param {string} text
 * @returns {{digits: number[], least: number, most?: number} | null}
 */
export function parseCount(text) {
  const match = text.match(/^\s*(>=|<=|[≥≤]|)\s*(\d+)\s*[x×*:]\s*(\d[\d\s,]*)$/i);
  const digits = match && parseValues(match[3], true);
  if (!match || !digits) return null;
  const n = Number(match[2]);
  if ([">=", "≥"].includes(match[1])) return { digits, least: n };
  return { digits, least: match[1] ? 0 : n, most: n };
}

/**
 * Write the value of a rule as it is typed.
 * @param {Tool} tool
 * @param {Record<string, any>} rule
 * @returns {string}
 */
export function writeValue(tool, rule) {
  const known = rule[/** @type {NonNullable<Tool["value"]>} */ (tool.value).field];
  if (known === undefined) return "";
  const digits = [known].flat().join([known].flat().some((value) => value > 9) ? " " : "");
  if (!tool.value?.isCount) return digits;
  const { least = 0, most } = rule;
  return `${most === undefined || most === null ? `≥${least}` : least === most ? least : `≤${most}`}×${digits}`;
}

/**
 * Read a typed value: a number, or a list of digits.
 * @param {string} text
 * @param {boolean} list
 * @returns {number[] | null}
 */
export function parseValues(text, list) {
  const matches = list && !/[\s,]/.test(text.trim()) ? text.match(/\d/g) : text.match(/\d+/g);
  if (!matches || (!list && matches.length !== 1)) return null;
  return matches.map(Number);
}

/**
 * Extend the path of a stroke. The cells of a line are neighbors, also diagonally.
 * @param {number[]} path
 * @param {number} cell where the pointer is now
 * @param {Place[]} places
 * @param {boolean} isLine whether order matters; then going back removes the last cell
 * @returns {number[]} the new path
 */
export function extendPath(path, cell, places, isLine) {
  if (path[path.length - 1] === cell) return path;
  if (path.length > 1 && path[path.length - 2] === cell) return isLine ? path.slice(0, -1) : path;
  if (path.includes(cell)) return path;
  if (!isLine || !path.length) return [...path, cell];
  const [row, column] = places[cell].at,
    [before, beside] = places[path[path.length - 1]].at;
  return Math.max(Math.abs(row - before), Math.abs(column - beside)) === 1 ? [...path, cell] : path;
}

/**
 * Find the two cells whose common edge is nearest to a point.
 * @param {number} x in units of 100 a cell
 * @param {number} y
 * @param {(row: number, column: number) => number | null} cellAt
 * @returns {number[] | null}
 */
export function findEdge(x, y, cellAt) {
  const row = Math.floor(y / 100),
    column = Math.floor(x / 100);
  const cell = cellAt(row, column);
  const dx = x / 100 - column,
    dy = y / 100 - row;
  const ways = /** @type {[number, number, number][]} */ ([
    [dx, 0, -1],
    [1 - dx, 0, 1],
    [dy, -1, 0],
    [1 - dy, 1, 0],
  ]).sort((one, other) => one[0] - other[0]);
  for (const [, down, right] of ways) {
    const other = cellAt(row + down, column + right);
    if (cell !== null && other !== null) return cell < other ? [cell, other] : [other, cell];
  }
  return null;
}

/**
 * Find the four cells around the corner nearest to a point.
 * @param {number} x
 * @param {number} y
 * @param {(row: number, column: number) => number | null} cellAt
 * @returns {number[] | null}
 */
export function findCorner(x, y, cellAt) {
  const row = Math.round(y / 100),
    column = Math.round(x / 100);
  const four = [
    [-1, -1],
    [-1, 0],
    [0, -1],
    [0, 0],
  ].map(([down, right]) => cellAt(row + down, column + right));
  return four.every((cell) => cell !== null) ? /** @type {number[]} */ (four) : null;
}

/**
 * List the cells of a line as seen from outside, nearest first.
 * @param {number} row outside of the grid
 * @param {number} column
 * @param {[number, number]} way down and right
 * @param {(row: number, column: number) => number | null} cellAt
 * @returns {number[]}
 */
export function listLine(row, column, [down, right], cellAt) {
  const cells = [];
  for (let at = 1; ; at++) {
    const cell = cellAt(row + at * down, column + at * right);
    if (cell === null) return cells;
    cells.push(cell);
  }
}

/**
 * Find the line that a clue outside looks along, from the point where it is put.
 * @param {number} x in units of 100 a cell
 * @param {number} y
 * @param {[number, number]} size rows and columns
 * @param {boolean} isDiagonal then the half of the square in which the point lies decides the direction
 * @param {(row: number, column: number) => number | null} cellAt
 * @returns {number[]}
 */
export function findLine(x, y, [height, width], isDiagonal, cellAt) {
  const row = Math.floor(y / 100),
    column = Math.floor(x / 100);
  const down = row < 0 ? 1 : row >= height ? -1 : 0,
    right = column < 0 ? 1 : column >= width ? -1 : 0;
  if (!down && !right) return [];
  if (!isDiagonal)
    return down && right
      ? []
      : listLine(
          down ? (down > 0 ? -1 : height) : row,
          right ? (right > 0 ? -1 : width) : column,
          [down, right],
          cellAt,
        );
  /** @type {[number, number]} */
  const way = [down || (y / 100 - row > 0.5 ? 1 : -1), right || (x / 100 - column > 0.5 ? 1 : -1)];
  return listLine(down ? (down > 0 ? -1 : height) : row, right ? (right > 0 ? -1 : width) : column, way, cellAt);
}

/**
 * Write regions as in a document: rows with a letter for each cell.
 * @param {number[]} regionOf each cell
 * @param {{cells: Place[], size: [number, number]}} board
 * @returns {string[]}
 */
export function writeRegions(regionOf, { cells, size: [height, width] }) {
  const rows = Array.from({ length: height }, () => Array(width).fill("#"));
  cells.forEach(({ at: [row, column] }, cell) => (rows[row][column] = String.fromCharCode(65 + regionOf[cell])));
  return rows.map((row) => row.join(""));
}
