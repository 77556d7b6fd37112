// The rules that tools make of cells and typed values, and values as they are typed.

import { listAllowed } from "./expression.js";

/** @typedef {import("./tools.js").Tool} Tool */

/** @type {Record<string, (kind: string, digits: number[]) => any>} Makes a field that depends on the digits. */
const FIELD_MAKERS = {
  digits: listParity,
  groups: makeGroups,
  halves: makeGroups,
  square: (_, digits) => nameSquare(digits.length),
};

/**
 * @param {string} signs the digits of a board as they are written, such as "123456789" or "012345678"
 * @returns {number[]} The digits as numbers, as rules have them.
 */
export function listDigits(signs) {
  const first = signs[0] === "0" ? 0 : 1;
  return Array.from(signs, (_, n) => n + first);
}

/**
 * Make the rule that a tool draws over some cells.
 * @param {Tool} tool
 * @param {string[]} cells names, in order
 * @param {string} value as typed
 * @param {import("../core/game.js").Board} board
 * @returns {import("./document.js").Rule | null} null without the value or the cells that it needs
 */
export function makeRule(tool, cells, value, board) {
  const maker = MAKERS[tool.maker ?? ""];
  if (maker) return maker(tool, cells, value.trim(), board);
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
    rule[field] = FIELD_MAKERS[field]?.(fixed, listDigits(board.digits)) ?? fixed;
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
 * Makers of rules with other fields than one value.
 * @type {Record<string, (tool: Tool, cells: string[], value: string, board: import("../core/game.js").Board) =>
 *   import("./document.js").Rule | null>}
 */
const MAKERS = {
  region_sum({ rule }, cells, _, board) {
    const boxes = board.houses.filter(({ name }) => /^(box|region)/.test(name)).map((house) => nameHouse(house, board));
    /** @type {string[][]} */
    const groups = [];
    let last = -1;
    for (const cell of cells) {
      const box = boxes.findIndex((names) => names.includes(cell));
      if (box === last && groups.length) groups[groups.length - 1].push(cell);
      else groups.push([cell]);
      last = box;
    }
    return groups.length > 1 ? { rule, cells: cells.join(" "), groups: groups.map((group) => group.join(" ")) } : null;
  },

  indexer({ rule, fields }, [cell], _, board) {
    const house = board.houses.find(
      (one) => one.name.startsWith(fields?.house) && nameHouse(one, board).includes(cell),
    );
    const names = house && nameHouse(house, board);
    return names ? { rule, cells: names.join(" "), place: names.indexOf(cell) + 1 } : null;
  },

  clone({ rule }, cells) {
    if (cells.length % 2) return null;
    const half = cells.length / 2;
    return { rule, cells: cells.slice(0, half).join(" "), other: cells.slice(half).join(" ") };
  },

  weighted_sum({ rule }, cells, value) {
    const [left, right = "0"] = value.split("=");
    const coefficients = (left.match(/-?\d+/g) ?? []).map(Number);
    if (coefficients.length !== cells.length || !/^\s*-?\d+\s*$/.test(right)) return null;
    return { rule, cells: cells.join(" "), coefficients, total: Number(right) };
  },

  /** A relation of two cells, for neighbors on a line or for any two; or a table for all cells. */
  own({ rule }, cells, value, board) {
    const n = rule === "table" ? cells.length : 2;
    if (!value) return null;
    const allowed = listAllowed(value, n, listDigits(board.digits));
    return { rule, cells: cells.join(" "), [rule === "table" ? "tuples" : "pairs"]: allowed, name: value };
  },
};

/**
 * @param {{cells: number[]}} house
 * @param {import("../core/game.js").Board} board
 * @returns {string[]} The names of its cells.
 */
function nameHouse({ cells }, board) {
  return cells.map((cell) => board.cells[cell].name);
}

/** @param {string} kind "even" or "odd" @param {number[]} digits @returns {number[]} Those of this parity. */
export function listParity(kind, digits) {
  return digits.filter((digit) => (digit % 2 === 0) === (kind === "even"));
}

/** @param {number} size @returns {string} The names of all cells of a square. */
function nameSquare(size) {
  const places = Array.from({ length: size * size }, (_, n) => [Math.floor(n / size), n % size]);
  return places.map(([row, column]) => `r${row + 1}c${column + 1}`).join(" ");
}

/**
 * Make groups of digits, such as the two between which a line alternates.
 * @param {string} kind "parity", "halves" for low and high, or "thirds"
 * @param {number[]} digits
 * @returns {number[][]}
 */
function makeGroups(kind, digits) {
  if (kind === "thirds") {
    const third = Math.floor(digits.length / 3);
    return [0, 1, 2].map((n) => digits.slice(n * third, n === 2 ? undefined : (n + 1) * third));
  }
  if (kind === "parity") return [listParity("odd", digits), listParity("even", digits)];
  const half = Math.floor(digits.length / 2);
  return [digits.slice(0, half), digits.slice(digits.length - half)];
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
  if (tool.maker === "weighted_sum") return `${known.join(" ")} = ${rule.total ?? 0}`;
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
