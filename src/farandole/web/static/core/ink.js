// Ink on candidates: colors, and links from candidate to candidate. It is kept with the lines of the pen, under keys:
// "5.3:2" is color 2 at digit 3 of cell 5, "5.3=7.3" is a strong link, "5.3~7.3" a weak one. Digits count from 1.

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {[cell: number, digit: number]} Candidate the digit counts from 1
 * @typedef {{ends: Candidate[], color: number, isStrong: boolean}} Ink One end with a color, or two ends of a link.
 * @typedef {[key: string, appears: boolean][]} Strokes
 */

/** Of the colors of cells; each has a shape. */
export const INK_COLORS = [1, 4, 2, 6];

const KEY = /^(\d+)\.(\d+)(?::(\d)|([=~])(\d+)\.(\d+))$/;

/**
 * @param {string} key
 * @returns {Ink | null} null for a line or a sign of the pen
 */
export function parseInk(key) {
  const match = KEY.exec(key);
  if (!match) return null;
  const [cell, digit, color, sign, cell2, digit2] = match.slice(1);
  /** @type {Candidate[]} */
  const ends = [[Number(cell), Number(digit)]];
  if (sign) ends.push([Number(cell2), Number(digit2)]);
  return { ends, color: Number(color ?? 0), isStrong: sign === "=" };
}

/**
 * @param {Position} game
 * @param {string} key which may come from a damaged link
 * @returns {boolean} Whether it is ink that the board has a place for.
 */
export function isInkOf(game, key) {
  const ink = parseInk(key);
  if (!ink) return false;
  const [a, b] = ink.ends;
  const isPlaced = ink.ends.every(([cell, n]) => cell < game.nCells && n >= 1 && n <= game.board.digits.length);
  return isPlaced && (b ? key === keyOf(a, b, ink.isStrong) : INK_COLORS.includes(ink.color));
}

/**
 * List the ink that is seen: all but that of candidates which are gone. Undo brings those back.
 * @param {Position} game
 * @returns {Ink[]}
 */
export function listInk(game) {
  const inks = [...game.pen].flatMap((key) => parseInk(key) ?? []);
  return inks.filter(({ ends }) => ends.every((end) => listOpen(game, end[0]).includes(end[1])));
}

/**
 * @param {Position} game
 * @param {number} cell
 * @returns {number[]} The candidates of a cell that can have ink: those that are noted, or else the possible ones.
 */
export function listOpen(game, cell) {
  if (game.digits[cell]) return [];
  const noted = game.notes(cell);
  const open = [...(noted.length ? noted : game.candidates(cell)), ...game.corner[cell]];
  return [...new Set(open)].map((digit) => game.board.digits.indexOf(digit) + 1);
}

/**
 * Color a candidate, or remove its color if it is the same.
 * @param {Position} game
 * @param {Candidate} candidate
 * @param {number} color
 * @returns {Strokes}
 */
export function colorCandidate(game, candidate, color) {
  const place = candidate.join(".");
  const key = `${place}:${color}`;
  const others = [...game.pen].filter((other) => other.startsWith(`${place}:`) && other !== key);
  return [...others.map((other) => /** @type {[string, boolean]} */ ([other, false])), [key, !game.pen.has(key)]];
}

/**
 * Link two candidates, or remove their link if it is the same.
 * @param {Position} game
 * @param {Candidate} a
 * @param {Candidate} b
 * @param {boolean} isStrong
 * @returns {Strokes}
 */
export function linkCandidates(game, a, b, isStrong) {
  const key = keyOf(a, b, isStrong);
  return [
    [keyOf(a, b, !isStrong), false],
    [key, !game.pen.has(key)],
  ];
}

/**
 * @param {Position} game
 * @param {Iterable<number>} cells
 * @returns {Strokes} that remove all ink at the cells
 */
export function eraseInk(game, cells) {
  const erased = new Set(cells);
  const keys = [...game.pen].filter((key) => parseInk(key)?.ends.some(([cell]) => erased.has(cell)));
  return keys.map((key) => [key, false]);
}

/**
 * @param {Candidate} a
 * @param {Candidate} b
 * @param {boolean} isStrong
 * @returns {string} the same in both directions
 */
function keyOf(a, b, isStrong) {
  const [from, to] = [a, b].sort((x, y) => x[0] - y[0] || x[1] - y[1]).map((end) => end.join("."));
  return from === to ? "" : `${from}${isStrong ? "=" : "~"}${to}`;
}
