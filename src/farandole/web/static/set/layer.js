// A layer of marks below a square grid: the numbers of regions to be found, or of galaxies.

/**
 * @typedef {import("./document.js").Document} Document
 * @typedef {import("./document.js").Rule} Rule
 * @typedef {import("./history.js").State} State
 * @typedef {import("../core/game.js").Board} Board
 * @typedef {{document: Document, digits: string, square?: any}} Layered
 *   A document, the digits of its cells, and the grid that it had before the layer.
 */

const GAP = 2; // empty rows between the grid and its layer
const LAYERED = ["chaos_construction", "galaxies"];

/**
 * @param {Document} document
 * @returns {Rule | undefined} The rule that has a layer.
 */
export function findLayered({ rules = [] }) {
  return rules.find(({ rule }) => LAYERED.includes(rule));
}

/**
 * Put a layer for the numbers of regions below a grid; remove it if it is there.
 * @param {State} state
 * @param {Board} board
 * @returns {Layered | null} null if the grid is not a square, or has another layer
 */
export function toggleRegions(state, board) {
  const { document } = state;
  const layered = findLayered(document);
  if (layered?.rule === "chaos_construction") return removeLayer(state);
  const size = document.grid.size;
  if (layered || !size) return null;
  const [cells, labels] = nameCells(size);
  const rule = { rule: "chaos_construction", cells, labels, width: size, size };
  const houses = listHouses(board).filter(({ region }) => !region);
  return addLayer(state, rule, size, houses);
}

/**
 * Add a center of a galaxy, or remove it: the middle of one cell, of two side by side, or of four.
 * @param {State} state
 * @param {string[]} names of these cells, in the grid or in the layer
 * @param {Board} board
 * @returns {Layered | null} null if the grid is not a square, or has another layer
 */
export function toggleCenter(state, names, board) {
  const { document } = state;
  const galaxies = findLayered(document);
  const size = galaxies ? galaxies.width : document.grid.size;
  if (!size || (galaxies && galaxies.rule !== "galaxies")) return null;
  const places = names.map((name) => (name.match(/\d+/g) ?? []).map(Number));
  const [rows, columns] = [places.map(([row]) => (row - 1) % (size + GAP)), places.map(([, column]) => column - 1)];
  const center = [rows, columns].map((line) => Math.min(...line) + Math.max(...line));
  const before = /** @type {number[][]} */ (galaxies?.centers ?? []);
  const others = before.filter((other) => String(other) !== String(center));
  const centers = others.length < before.length ? others : [...before, center];
  if (!centers.length) return removeLayer(state);
  const rule = { rule: "galaxies", cells: nameCells(size)[1], width: size, centers };
  if (!galaxies) return addLayer(state, rule, centers.length, listHouses(board));
  const marks = markLayer(size, centers.length, firstDigit(document));
  const kept = (document.rules ?? []).filter((other) => other !== galaxies && !isMarks(other, size));
  return { ...state, document: { ...document, rules: [...kept, marks, rule] } };
}

/**
 * @param {State} state
 * @returns {Layered} The square that the layer was below, as it was.
 */
export function removeLayer({ document, digits, square }) {
  const size = /** @type {Rule} */ (findLayered(document)).width;
  const layer = new Set(nameCells(size)[1].split(" "));
  const rules = (document.rules ?? []).filter(
    ({ rule, cells = "" }) => !LAYERED.includes(rule) && !cells.split(" ").some((cell) => layer.has(cell)),
  );
  const first = firstDigit(document);
  const grid = square ?? { size, ...(first === 1 ? {} : { first_digit: first }) };
  return { document: { ...document, grid, rules }, digits: digits.slice(0, size * size), square: undefined };
}

/**
 * @param {Document} document
 * @returns {Rule[]} The rules, without the one that says which marks a layer may hold.
 */
export function listDrawn(document) {
  const { rules = [] } = document;
  const layered = findLayered(document);
  return layered ? rules.filter((rule) => !isMarks(rule, layered.width)) : rules;
}

/**
 * @param {State} state
 * @param {Rule} rule of the layer
 * @param {number} nMarks
 * @param {any[]} houses
 * @returns {Layered}
 */
function addLayer({ document, digits }, rule, nMarks, houses) {
  const { size } = document.grid;
  const first = firstDigit(document);
  const filled = Array.from({ length: size }, () => ".".repeat(size));
  const cells = [...filled, ...Array(GAP).fill("#".repeat(size)), ...filled];
  const grid = { cells, digits: size, houses, ...(first === 1 ? {} : { first_digit: first }) };
  const rules = [...(document.rules ?? []), markLayer(size, nMarks, first), rule];
  return {
    document: { ...document, grid, rules },
    digits: digits.padEnd(2 * size * size, "."),
    square: document.grid,
  };
}

/**
 * @param {Board} board of a square
 * @returns {{name: string, cells: string, region?: boolean}[]} Its houses, as in a document.
 */
function listHouses({ houses, cells }) {
  return houses.map(({ name, cells: house }) => ({
    name,
    cells: house.map((cell) => cells[cell].name).join(" "),
    ...(/^(box|region)/.test(name) ? { region: true } : {}),
  }));
}

/** @param {Document} document @returns {number} The lowest digit of its grid. */
function firstDigit({ grid }) {
  return grid.first_digit ?? 1;
}

/**
 * @param {number} size
 * @returns {[string, string]} The names of the cells of the grid, and of its layer.
 */
function nameCells(size) {
  const names = (/** @type {number} */ down) =>
    Array.from({ length: size * size }, (_, n) => `r${Math.floor(n / size) + 1 + down}c${(n % size) + 1}`).join(" ");
  return [names(0), names(size + GAP)];
}

/** @param {number} size @param {number} nMarks @param {number} first @returns {Rule} */
function markLayer(size, nMarks, first) {
  const digits = Array.from({ length: nMarks }, (_, n) => n + first);
  return { rule: "allowed", cells: nameCells(size)[1], digits };
}

/** @param {Rule} rule @param {number} size */
function isMarks(rule, size) {
  return rule.rule === "allowed" && rule.cells === nameCells(size)[1];
}
