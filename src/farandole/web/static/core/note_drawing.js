// Drawings of the notes of a cell: by hand in corners and in the middle, or in a grid with a place for each digit. Where
// a note would be too small to read, few notes are large, and of more only their places are shown, as dots.

import { svg } from "./elements.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {{x: number, y: number, size: number}} Spot within a cell, in units of 100 a cell
 * @typedef {{candidates: string[] | null, inGrid: boolean, hasTotal: boolean, isSmall: boolean}} NoteStyle
 *   The candidates to show instead of notes; whether notes stand in a grid, each at its place; whether the upper left
 *   corner belongs to a total; whether the board is too small for letters in the grid.
 */

const CORNERS = [
  [19, 24],
  [81, 24],
  [19, 80],
  [81, 80],
  [50, 24],
  [50, 80],
];
const MAX_LARGE = 4; // notes that a small board still shows as digits

/**
 * Find places for corner marks: the corners, then the middles of the edges; if there are more, two rows, so that the
 * middle of the cell is free for center marks.
 * @param {number} count
 * @returns {{places: number[][], size: number}}
 */
function locateCorners(count) {
  if (count <= CORNERS.length) return { places: CORNERS, size: 26 };
  const across = Math.ceil(count / 2);
  const size = Math.min(24, 140 / across);
  const places = Array.from({ length: count }, (_, i) => [
    8 + (84 * ((i % across) + 0.5)) / across,
    i < across ? 21 : 81,
  ]);
  return { places, size };
}

/**
 * @param {boolean} hasTotal
 * @returns {[left: number, top: number, width: number, height: number]} The part of a cell that notes may use.
 */
const findBox = (hasTotal) => (hasTotal ? [12, 28, 76, 64] : [7, 7, 86, 86]);

/**
 * @param {string} digits
 * @param {boolean} hasTotal
 * @returns {{across: number, down: number, size: number}} How many notes are beside and below each other.
 */
export function measureGrid(digits, hasTotal) {
  const across = Math.max(3, Math.ceil(Math.sqrt(digits.length)));
  const down = Math.ceil(digits.length / across);
  const size = Math.min((across === 3 ? 72 : 78) / across, (0.9 * findBox(hasTotal)[3]) / down);
  return { across, down, size };
}

/**
 * Find the place and the size of a candidate in its cell, as in the server's drawings.
 * @param {Game} game
 * @param {string} digit
 * @param {boolean} hasTotal whether the upper left corner belongs to a total
 * @returns {Spot}
 */
export function locateNote(game, digit, hasTotal) {
  const { digits } = game.board;
  const { across, down, size } = measureGrid(digits, hasTotal);
  const [left, top, width, height] = findBox(hasTotal);
  const at = digits.indexOf(digit);
  const [x, y] = [(at % across) + 0.5, Math.floor(at / across) + 0.5];
  return { x: left + (width * x) / across, y: top + (height * y) / down, size };
}

/**
 * Draw the notes of a cell without a digit.
 * @param {Game} game
 * @param {number} cell
 * @param {NoteStyle} style
 * @returns {SVGElement[]}
 */
export function drawNotes(game, cell, { candidates, inGrid, hasTotal, isSmall }) {
  const notes = candidates ?? game.notes(cell);
  const corner = candidates ? [] : [...game.board.digits].filter((digit) => game.corner[cell].has(digit));
  const [row, column] = game.board.cells[cell].at;
  const [x, y] = [column * 100, row * 100];
  if (!candidates && !inGrid && !game.auto && fitsByHand(game, notes.length, corner.length) && !isSmall) {
    return drawByHand(notes, corner, x, y, hasTotal);
  }
  // Each digit has one place, so a corner mark can't lie over a candidate: it is bold and underlined.
  const others = notes.filter((note) => !corner.includes(note));
  const count = others.length + corner.length;
  const isLarge = isSmall && !inGrid && count <= MAX_LARGE;
  const shown = isLarge ? [...game.board.digits].filter((digit) => [...others, ...corner].includes(digit)) : [];
  const locate = (/** @type {string} */ digit) =>
    isLarge ? locateLarge(shown.indexOf(digit), count, hasTotal) : locateNote(game, digit, hasTotal);
  const drawn = /** @type {[string[], string][]} */ ([
    [others, "mark"],
    [corner, "mark corner in-grid"],
  ]).filter(([digits]) => digits.length);
  return drawn.map(([digits, look]) => {
    const spots = digits.map((digit) => shift(locate(digit), x, y));
    return isSmall && !isLarge ? drawDots(spots, look) : drawSigns(digits, spots, look);
  });
}

/**
 * @param {Game} game
 * @param {number} center how many center marks there are
 * @param {number} corner
 * @returns {boolean} Whether marks by hand are as large as they would be in the grid, on boards of more than 9 digits.
 */
function fitsByHand({ board }, center, corner) {
  if (board.digits.length <= 9) return true;
  const { size } = measureGrid(board.digits, false);
  return (!center || 132 / center >= size) && locateCorners(corner).size >= size;
}

/**
 * @param {string[]} center
 * @param {string[]} corner
 * @param {number} x
 * @param {number} y
 * @param {boolean} hasTotal
 */
function drawByHand(center, corner, x, y, hasTotal) {
  const drawn = [];
  if (center.length) {
    const size = Math.min(30, 132 / center.length);
    const look = { x: x + 50, y: y + 52 + 0.355 * size, "font-size": size, class: "mark center" };
    drawn.push(svg("text", look, center.join("")));
  }
  const { places, size } = locateCorners(corner.length);
  for (const [i, mark] of corner.entries()) {
    const [dx, dy] = places[i];
    const low = hasTotal && dy < 40 ? 12 : 0;
    const look = { x: x + dx, y: y + dy + low + 0.355 * size, "font-size": size, class: "mark corner" };
    drawn.push(svg("text", look, mark));
  }
  return drawn;
}

/**
 * Find the place of one of few notes, which share the cell.
 * @param {number} i
 * @param {number} count
 * @param {boolean} hasTotal
 * @returns {Spot}
 */
function locateLarge(i, count, hasTotal) {
  const [left, top, width, height] = findBox(hasTotal);
  const across = Math.min(2, count);
  const down = Math.ceil(count / 2);
  const [dx, dy] = [(i % across) + 0.5, Math.floor(i / across) + 0.5];
  return { x: left + (width * dx) / across, y: top + (height * dy) / down, size: 0.54 * height };
}

/**
 * @param {Spot} spot
 * @param {number} x
 * @param {number} y
 * @returns {Spot}
 */
const shift = (spot, x, y) => ({ ...spot, x: x + spot.x, y: y + spot.y });

/**
 * @param {string[]} digits
 * @param {Spot[]} spots
 * @param {string} look
 */
function drawSigns(digits, spots, look) {
  const { size } = spots[0];
  const xs = spots.map(({ x }) => x.toFixed(1)).join(" ");
  const ys = spots.map(({ y }) => (y + 0.355 * size).toFixed(1)).join(" ");
  return svg("text", { x: xs, y: ys, "font-size": size.toFixed(1), class: look }, digits.join(""));
}

/**
 * @param {Spot[]} spots
 * @param {string} look
 */
function drawDots(spots, look) {
  const path = spots.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h.01`).join("");
  return svg("path", { d: path, class: `${look} dots` });
}
