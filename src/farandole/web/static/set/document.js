// Documents of a puzzle that is being set: their givens, their rules, and what is entered on their board.

/**
 * @typedef {{rule: string, cells?: string, [field: string]: any}} Rule
 * @typedef {{farandole: number, grid: any, givens?: string[], pencilmarks?: any, about?: any, rules?: Rule[]}} Document
 * @typedef {import("../core/position.js").State} GameState
 */

/**
 * @param {Document} document
 * @returns {Document} The document without its givens.
 */
export function removeGivens(document) {
  const { givens, ...rest } = document;
  return rest;
}

/**
 * @param {Document} document
 * @param {string} name of a text beside the rules: "title", "author", "rules" or "message"
 * @param {string} text
 * @returns {Document} The document with this text.
 */
export function setAbout(document, name, text) {
  const { about = {}, ...rest } = document;
  const { [name]: _, ...others } = about;
  const changed = text.trim() ? { ...others, [name]: text } : others;
  return Object.keys(changed).length ? { ...rest, about: changed } : rest;
}

/**
 * Make digits the givens of a document.
 * @param {Document} document
 * @param {string} digits of each cell, "." for none
 * @param {{cells: {at: [number, number]}[], size: [number, number]}} board
 * @returns {Document}
 */
export function addGivens(document, digits, { cells, size: [height, width] }) {
  const rows = Array.from({ length: height }, () => Array(width).fill("#"));
  cells.forEach(({ at: [row, column] }, cell) => (rows[row][column] = digits[cell]));
  const { rules, ...rest } = removeGivens(document);
  const givens = /[^.]/.test(digits) ? { givens: rows.map((row) => row.join("")) } : {};
  return { ...rest, ...givens, ...(rules?.length ? { rules } : {}) };
}

/**
 * Split what is entered on the board into digits and notes: marks, colors and lines of the pen.
 * @param {import("../core/game.js").Game} game
 * @returns {{digits: string, notes?: GameState}}
 */
export function splitEntries(game) {
  const { state } = game.toJSON();
  const cells = Object.entries(state.cells).map(
    ([cell, { digit, ...marks }]) => /** @type {[string, any]} */ ([cell, marks]),
  );
  const notes = { ...state, cells: Object.fromEntries(cells.filter(([, marks]) => Object.keys(marks).length)) };
  const hasNotes = Object.keys(notes.cells).length || notes.pen.length || notes.auto;
  return { digits: game.line, ...(hasNotes ? { notes } : {}) };
}

/**
 * Join digits and notes to the state of a game.
 * @param {{digits: string, notes?: GameState}} entries
 * @param {number} nCells
 * @returns {GameState}
 */
export function joinEntries({ digits, notes = { cells: {}, pen: [], auto: false } }, nCells) {
  const line = digits.length === nCells ? digits : "";
  const cells = Array.from({ length: nCells }, (_, cell) => [
    cell,
    { ...notes.cells[cell], digit: (line[cell] ?? ".").replace(".", "") },
  ]);
  return { ...notes, cells: Object.fromEntries(cells) };
}

/** Lines that mean something else the other way round: a setter may want both, joined by *or*. */
const DIRECTED = new Set(["arrow", "average_arrow", "index_line", "pill_arrow", "pointer", "slow_thermo", "thermo"]);

/**
 * Add a rule, or remove it if the document has it already.
 * @param {Document} document
 * @param {Rule} rule
 * @returns {Document}
 */
export function toggleRule(document, rule) {
  const rules = document.rules ?? [];
  const same = rule.cells ? findRule(document, rule.rule, rule.cells, DIRECTED.has(rule.rule)) : -1;
  const word = rules.findIndex(
    (other) => other.rule === rule.rule && other.cells === undefined && rule.cells === undefined,
  );
  const index = same >= 0 ? same : word;
  if (index < 0) return { ...document, rules: [...rules, rule] };
  const isEqual = JSON.stringify(rules[index]) === JSON.stringify(rule);
  const kept = rules.filter((_, at) => at !== index);
  return { ...document, rules: isEqual || !hasValue(rule) ? kept : [...kept, rule] };
}

/** @param {Rule} rule */
function hasValue(rule) {
  return Object.keys(rule).some((field) => field !== "rule" && field !== "cells");
}

/**
 * Find a rule of a document.
 * @param {Document} document
 * @param {string} rule
 * @param {string} cells
 * @param {boolean} isOrdered whether the order of the cells matters
 * @returns {number} Its index among the rules, or -1.
 */
export function findRule(document, rule, cells, isOrdered) {
  return (document.rules ?? []).findIndex(
    (other) => other.rule === rule && (isOrdered ? other.cells === cells : sameCells(other.cells, cells)),
  );
}

/**
 * @param {string | undefined} one
 * @param {string | undefined} other
 */
function sameCells(one, other) {
  return (
    one === other ||
    (one !== undefined && other !== undefined && one.split(" ").sort().join(" ") === other.split(" ").sort().join(" "))
  );
}

/**
 * Replace a rule; null removes it.
 * @param {Document} document
 * @param {number} at
 * @param {Rule | null} rule
 * @returns {Document}
 */
export function replaceRule(document, at, rule) {
  const rules = (document.rules ?? []).flatMap((other, place) => (place === at ? (rule ? [rule] : []) : [other]));
  return { ...document, rules };
}

/** @typedef {"or" | "and" | "not"} Join How a rule joins others. */

/**
 * List the rules inside a rule: those that it joins, or the one that it negates.
 * @param {Rule} rule
 * @returns {Rule[]}
 */
export function listParts({ rules, negated }) {
  return rules ?? (negated ? [negated] : []);
}

/**
 * List the cells of a rule and of the rules inside it, each once.
 * @param {Rule} rule
 * @returns {string} such as "r1c1 r1c2"; "" for a rule of the whole grid
 */
export function listCells(rule) {
  const cells = [rule, ...listParts(rule)].flatMap(
    (one) => (one === rule ? one.cells : listCells(one))?.split(" ") ?? [],
  );
  return [...new Set(cells.filter(Boolean))].join(" ");
}

/**
 * Join rules to one: at least one of them holds, all of them hold, or the only one does not hold.
 * @param {Document} document
 * @param {number[]} places of the rules
 * @param {Join} join
 * @returns {Document}
 */
export function joinRules(document, places, join) {
  const rules = document.rules ?? [];
  const chosen = places.map((place) => rules[place]);
  const rule = join === "not" ? { rule: join, negated: chosen[0] } : { rule: join, rules: chosen };
  return { ...document, rules: [...rules.filter((_, place) => !places.includes(place)), rule] };
}

/**
 * Replace a rule by the rules inside it.
 * @param {Document} document
 * @param {number} at
 * @returns {Document}
 */
export function splitRule(document, at) {
  const rules = (document.rules ?? []).flatMap((rule, place) => (place === at ? listParts(rule) : [rule]));
  return { ...document, rules };
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
