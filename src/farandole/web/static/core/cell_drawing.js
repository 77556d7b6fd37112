// Drawings of what the player has entered. Each cell is a group of its own, so that only changed cells are redrawn.

import { svg } from "./elements.js";
import { drawNotes } from "./note_drawing.js";

/** @typedef {import("./game.js").Game} Game */

const CELL = 100;
const INSET = 4; // of the outline of the selection
/**
 * Draw the digit and the marks of a cell.
 * @param {Game} game
 * @param {number} cell
 * @param {import("./note_drawing.js").NoteStyle & {isConflict: boolean, isWrong: boolean}} style
 * @returns {SVGElement[]}
 */
export function drawCell(game, cell, style) {
  const { isConflict, isWrong } = style;
  const [row, column] = game.board.cells[cell].at;
  const [x, y] = [column * CELL, row * CELL];
  const digit = game.digits[cell];
  const signs = isConflict || isWrong ? [drawFaultSign(x, y, isWrong)] : [];
  if (digit) {
    const size = game.board.digits.length <= 9 ? 66 : 60;
    const look = `${game.givens[cell] ? "given" : "found"}${isConflict || isWrong ? " fault" : ""}`;
    return [svg("text", { x: x + 50, y: y + 50 + 0.355 * size, "font-size": size, class: look }, digit), ...signs];
  }
  return [...drawNotes(game, cell, style), ...signs];
}

/**
 * Draw the sign of a fault, so that color isn't needed: two strokes for a conflict, a cross for a wrong digit.
 * @param {number} x
 * @param {number} y
 * @param {boolean} isWrong
 */
function drawFaultSign(x, y, isWrong) {
  const path = isWrong ? `M${x + 76} ${y + 10}l14 14m0-14l-14 14` : `M${x + 74} ${y + 12}h16m-16 8h16`;
  return svg("path", { d: path, class: "fault-sign" });
}

/**
 * Fill a cell with its colors: slices as of a cake, each with its own pattern.
 * @param {Game} game
 * @param {number} cell
 * @returns {SVGElement[]}
 */
export function drawColors(game, cell) {
  const colors = [...game.colors[cell]].sort((a, b) => a - b);
  const [row, column] = game.board.cells[cell].at;
  const [x, y] = [column * CELL, row * CELL];
  const all = [
    [x, y],
    [x + CELL, y],
    [x + CELL, y + CELL],
    [x, y + CELL],
  ];
  return colors.map((color, i) => {
    const points =
      colors.length === 1
        ? all
        : cutSlice(i / colors.length, (i + 1) / colors.length).map(([dx, dy]) => [x + dx, y + dy]);
    return svg("polygon", { points: points.join(" "), fill: `url(#hue-${color})` });
  });
}

/**
 * @param {number} from 0 to 1
 * @param {number} to
 * @returns {[number, number][]} A slice of a cell: its center, and points on the rim.
 */
function cutSlice(from, to) {
  const turns = [from, ...[0, 0.25, 0.5, 0.75].filter((turn) => turn > from && turn < to), to];
  return [[50, 50], ...turns.map(findRimPoint)];
}

/**
 * @param {number} turn 0 to 1, from the upper right corner
 * @returns {[number, number]} on the rim of a cell
 */
function findRimPoint(turn) {
  const angle = (turn - 0.125) * 2 * Math.PI;
  const reach = 50 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)));
  return [50 + reach * Math.cos(angle), 50 + reach * Math.sin(angle)];
}

const PATTERNS = [
  "",
  "M0 20L20 0M-5 5L5-5M15 25L25 15",
  "M0 0L20 20M15-5L25 5M-5 15L5 25",
  "M0 10H20",
  "M10 0V20",
  "M0 0L20 20M0 20L20 0",
  "M0 10H20M10 0V20",
  "M6 10a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  "M4 14L10 6L16 14",
];

/** @returns {SVGElement} The patterns that distinguish nine colors. */
export function makePatterns() {
  return svg(
    "defs",
    {},
    ...PATTERNS.map((path, i) => {
      const square = svg("rect", { width: 20, height: 20, class: `hue-paper-${i + 1}` });
      const lines = svg("path", { d: path, class: "hue-lines" });
      return svg(
        "pattern",
        { id: `hue-${i + 1}`, width: 20, height: 20, patternUnits: "userSpaceOnUse" },
        square,
        lines,
      );
    }),
  );
}

/**
 * Outline cells.
 * @param {Game} game
 * @param {Set<number>} cells
 * @returns {string} a path
 */
export function outlineCells(game, cells) {
  const chosen = new Set([...cells].map((cell) => game.board.cells[cell].at.join()));
  const has = (/** @type {number} */ row, /** @type {number} */ column) => chosen.has(`${row},${column}`);
  let path = "";
  for (const cell of cells) {
    const [r, c] = game.board.cells[cell].at;
    const [x, y] = [c * CELL, r * CELL];
    const [up, down, left, right] = [!has(r - 1, c), !has(r + 1, c), !has(r, c - 1), !has(r, c + 1)];
    if (up) path += `M${x + shift(left, has(r - 1, c - 1))} ${y + INSET}H${x + CELL - shift(right, has(r - 1, c + 1))}`;
    if (left) path += `M${x + INSET} ${y + shift(up, has(r - 1, c - 1))}V${y + CELL - shift(down, has(r + 1, c - 1))}`;
    const [bottom, end] = [y + CELL - INSET, x + CELL - INSET];
    if (down) path += `M${x + shift(left, has(r + 1, c - 1))} ${bottom}H${x + CELL - shift(right, has(r + 1, c + 1))}`;
    if (right) path += `M${end} ${y + shift(up, has(r - 1, c + 1))}V${y + CELL - shift(down, has(r + 1, c + 1))}`;
  }
  return path;
}

/**
 * @param {boolean} isRim whether the outline turns at the end of a side, away from the corner
 * @param {boolean} hasCorner whether it turns the other way, around a cell at the corner
 * @returns {number} How far the side ends before the corner of its cell.
 */
function shift(isRim, hasCorner) {
  if (isRim) return INSET;
  return hasCorner ? -INSET : 0;
}
