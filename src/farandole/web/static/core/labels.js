// Names for players, and the labels of cells for screen readers.

import { getRules } from "./houses.js";
import { listInk } from "./ink.js";
import { t } from "./words.js";

/** The rules whose numbers are outside the grid, where there is no fog. */
const OUTSIDE = new Set(["sandwich", "x_sum", "skyscraper", "numbered_room", "frame_sum", "little_killer"]);

/**
 * @param {import("./game.js").Game} game
 * @returns {Map<number, string[]>} The rules at each cell, such as "cage 17".
 */
export function labelRules(game) {
  const number = new Map(game.board.cells.map(({ name }, cell) => [name, cell]));
  /** @type {Map<number, string[]>} */
  const labels = new Map();
  for (const rule of getRules(game.document)) {
    if (typeof rule.cells !== "string") continue;
    const name = nameRule(String(rule.rule));
    /** @type {number[]} */
    const cells = rule.cells.split(" ").flatMap((/** @type {string} */ place) => number.get(place) ?? []);
    const isSeen = OUTSIDE.has(String(rule.rule)) || !cells.some((cell) => game.hidden.has(cell));
    const total = isSeen ? (rule.total ?? rule.value ?? "") : "";
    for (const cell of cells) labels.set(cell, [...(labels.get(cell) ?? []), `${name} ${total}`.trim()]);
  }
  return labels;
}

/**
 * Name a cell by its place: "row 3 column 5".
 * @param {import("./game.js").Game} game
 * @param {number} cell
 * @returns {string}
 */
export function namePlace(game, cell) {
  const [row, column] = game.board.cells[cell].at;
  return t("board.place", { row: row + 1, column: column + 1 });
}

/**
 * @param {import("./game.js").Game} game
 * @param {number} cell
 * @param {string[]} rules at the cell
 * @returns {string}
 */
export function labelCell(game, cell, rules) {
  const digit = game.digits[cell];
  const parts = [namePlace(game, cell)];
  if (game.givens[cell]) parts.push(t("board.given", { digit }));
  else parts.push(digit || t("board.empty"));
  const notes = game.notes(cell);
  if (notes.length) parts.push(t("board.notes", { digits: notes.join(" ") }));
  if (!digit && game.corner[cell].size)
    parts.push(t("board.corner", { digits: [...game.corner[cell]].sort().join(" ") }));
  for (const color of [...game.colors[cell]].sort()) parts.push(t(`color.${color}`));
  for (const sign of ["o", "x"]) if (game.pen.has(cell + sign)) parts.push(t(`board.sign_${sign}`));
  if (game.pen.size) parts.push(...labelInk(game, cell));
  return [...parts, ...rules].join(t("board.comma"));
}

/**
 * @param {import("./game.js").Game} game
 * @param {number} cell
 * @returns {string[]} What the player drew on its candidates, such as "candidate 3 blue".
 */
function labelInk(game, cell) {
  const signOf = (/** @type {import("./ink.js").Candidate} */ [, digit]) => game.board.digits[digit - 1];
  return listInk(game).flatMap(({ ends: [a, b], color, isStrong }) => {
    if (!b) return a[0] === cell ? [t("ink.colored", { digit: signOf(a), color: t(`color.${color}`) })] : [];
    if (a[0] !== cell && b[0] !== cell) return [];
    const [here, there] = a[0] === cell ? [a, b] : [b, a];
    const values = { digit: signOf(here), other: signOf(there), place: namePlace(game, there[0]) };
    return [t(isStrong ? "ink.linked_strong" : "ink.linked_weak", values)];
  });
}

/**
 * Translate the name of a house, such as "row 3", "box 2", "cage 17".
 * @param {string} name
 * @returns {string}
 */
export function nameHouse(name) {
  return name.replace(/\b(row|column|box|region|cage|diagonal|window)\b ?(\d*)/g, (whole, kind, number) => {
    return t(`house.${kind}`, { number }).trim();
  });
}

/**
 * @param {any} puzzle
 * @returns {string} What players call such a puzzle, for instance "Killer".
 */
export function nameKind(puzzle) {
  return nameKindKey(getKind(puzzle));
}

/**
 * @param {string} kind
 * @returns {string} Its name.
 */
export function nameKindKey(kind) {
  const text = t(kind);
  return text === kind ? kind.replace(/^(shape|rule)\./, "").replaceAll("_", " ") : text;
}

/**
 * @param {import("./library.js").Entry} entry
 * @param {Map<string, import("./library.js").Collection>} [collections] by id
 * @returns {string} Its title, or else its place in its collection, or its kind and number.
 */
export function nameEntry({ title, kind, number, collection, place = 0 }, collections) {
  if (title) return title;
  const name = collections?.get(collection ?? "")?.name;
  return name
    ? `${name} · ${place + 1}`
    : [nameKindKey(kind), number ?? (collection && place + 1)].filter(Boolean).join(" ");
}

/**
 * @param {any} puzzle
 * @returns {string} Its kind: the key of a name, or the name itself.
 */
export function getKind(puzzle) {
  if (puzzle?.about?.fog) return "open.variant";
  const { named, size, regions } = puzzle?.grid ?? {};
  if (named) return `shape.${named}`;
  const rules = getRules(puzzle);
  if (rules.length && rules.every((rule) => rule.rule === "cage")) return "shape.killer";
  if (regions) return "shape.jigsaw";
  if (typeof size === "number" && size !== 9) return `${size}×${size}`;
  const kinds = new Set(rules.map((rule) => String(rule.rule)));
  const [first] = kinds;
  return kinds.size === 1 ? `rule.${first}` : kinds.size ? "open.variant" : "open.untitled";
}

/**
 * @param {string} kind of a rule, as in documents
 * @returns {string}
 */
function nameRule(kind) {
  const key = `rule.${kind}`;
  return t(key) === key ? kind.replaceAll("_", " ") : t(key);
}
