// A layer of marks below a square grid: the numbers of regions to be found, or of galaxies.

/**
 * @typedef {import("./document.js").Document} Document
 * @typedef {import("./document.js").Rule} Rule
 * @typedef {{document: Document, digits: string}} Layered A document, and the digits of its cells.
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
 * Put a layer for the numbers of regions below a grid without regions; remove it if it is there.
 * @param {Document} document
 * @param {string} digits of its cells
 * @returns {Layered | null} null if the grid is not a square, or has another layer
 */
export function toggleRegions(document, digits) {
  const layered = findLayered(document);
  if (layered?.rule === "chaos_construction") return removeLayer(document, digits);
  const size = document.grid.size;
  if (layered || !size) return null;
  const [cells, labels] = nameCells(size);
  const rule = { rule: "chaos_construction", cells, labels, width: size, size };
  return addLayer(document, digits, rule, size, []);
}

/**
 * Add a center of a galaxy, or remove it: the middle of one cell, of two side by side, or of four.
 * @param {Document} document
 * @param {string} digits of its cells
 * @param {string[]} names of these cells, in the grid or in the layer
 * @returns {Layered | null} null if the grid is not a square, or has another layer
 */
export function toggleCenter(document, digits, names) {
  const galaxies = findLayered(document);
  const size = galaxies ? galaxies.width : document.grid.size;
  if (!size || (galaxies && galaxies.rule !== "galaxies")) return null;
  const places = names.map((name) => (name.match(/\d+/g) ?? []).map(Number));
  const [rows, columns] = [places.map(([row]) => (row - 1) % (size + GAP)), places.map(([, column]) => column - 1)];
  const center = [rows, columns].map((line) => Math.min(...line) + Math.max(...line));
  const before = /** @type {number[][]} */ (galaxies?.centers ?? []);
  const others = before.filter((other) => String(other) !== String(center));
  const centers = others.length < before.length ? others : [...before, center];
  if (!centers.length) return removeLayer(document, digits);
  const rule = { rule: "galaxies", cells: nameCells(size)[1], width: size, centers };
  if (!galaxies) return addLayer(document, digits, rule, centers.length, listBoxes(document.grid));
  const marks = markLayer(size, centers.length);
  const kept = (document.rules ?? []).filter((other) => other !== galaxies && !isMarks(other, size));
  return { document: { ...document, rules: [...kept, marks, rule] }, digits };
}

/**
 * @param {Document} document
 * @param {string} digits
 * @param {Rule} rule of the layer
 * @param {number} nMarks
 * @param {string[][]} regions the cells of each
 * @returns {Layered}
 */
function addLayer(document, digits, rule, nMarks, regions) {
  const { size } = document.grid;
  const lines = Array.from({ length: size }, (_, line) => line + 1);
  const houses = [
    ...lines.map((row) => ({ name: `row ${row}`, cells: lines.map((column) => `r${row}c${column}`).join(" ") })),
    ...lines.map((column) => ({ name: `column ${column}`, cells: lines.map((row) => `r${row}c${column}`).join(" ") })),
    ...regions.map((cells, n) => ({ name: `box ${n + 1}`, cells: cells.join(" "), region: true })),
  ];
  const filled = Array.from({ length: size }, () => ".".repeat(size));
  const grid = { cells: [...filled, ...Array(GAP).fill("#".repeat(size)), ...filled], digits: size, houses };
  const rules = [...(document.rules ?? []), markLayer(size, nMarks), rule];
  return { document: { ...document, grid, rules }, digits: digits.padEnd(2 * size * size, ".") };
}

/**
 * @param {Document} document
 * @param {string} digits
 * @returns {Layered} The square that a layer was below, with boxes.
 */
function removeLayer(document, digits) {
  const layered = /** @type {Rule} */ (findLayered(document));
  const size = layered.width;
  const layer = new Set(nameCells(size)[1].split(" "));
  const isOnLayer = (/** @type {Rule} */ { cells = "" }) => cells.split(" ").some((cell) => layer.has(cell));
  const rules = (document.rules ?? []).filter((rule) => rule !== layered && !isOnLayer(rule));
  return { document: { ...document, grid: { size }, rules }, digits: digits.slice(0, size * size) };
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

/** @param {number} size @param {number} nMarks @returns {Rule} */
function markLayer(size, nMarks) {
  const digits = Array.from({ length: nMarks }, (_, n) => n + 1);
  return { rule: "allowed", cells: nameCells(size)[1], digits };
}

/** @param {Rule} rule @param {number} size */
function isMarks(rule, size) {
  return rule.rule === "allowed" && rule.cells === nameCells(size)[1];
}

/**
 * @param {any} grid of a square
 * @returns {string[][]} The cells of each box or region.
 */
function listBoxes({ size, box, regions }) {
  /** @type {Map<string, string[]>} */
  const boxes = new Map();
  const height = box?.[0] ?? findHeight(size);
  const width = size / height;
  if (box === null) return [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const key = regions ? regions[row][column] : `${Math.floor(row / height)} ${Math.floor(column / width)}`;
      boxes.set(key, [...(boxes.get(key) ?? []), `r${row + 1}c${column + 1}`]);
    }
  }
  return [...boxes.values()];
}

/** @param {number} size @returns {number} The height of the squarest box. */
function findHeight(size) {
  let height = Math.floor(Math.sqrt(size));
  while (size % height) height--;
  return height;
}
