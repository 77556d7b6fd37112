// A puzzle as a setter has it: a document, the digits that are its givens, and how it came about. Pure: no page.

/**
 * @typedef {{rule: string, cells?: string, [field: string]: any}} Rule
 * @typedef {{farandole: number, grid: any, givens?: string[], pencilmarks?: any, rules?: Rule[]}} Document
 * @typedef {{document: Document, digits: string, title: string, notes?: import("../core/game.js").State, regions?: number[]}} State
 *   The document is without givens. `digits` is empty before there is a board. `notes` are marks, colors and lines of
 *   the pen; `regions` are those of each cell while they are drawn.
 */

const MOST = 500;
const MOST_SAVED = 50;

/**
 * @param {Document} document
 * @returns {Document} the same without its givens
 */
export function removeGivens(document) {
  const { givens, ...rest } = document;
  return rest;
}

/**
 * Put digits into a document, as its givens.
 * @param {Document} document
 * @param {string} digits of each cell, "." for none
 * @param {{cells: {at: [number, number]}[], size: [number, number]}} board
 * @returns {Document}
 */
export function withGivens(document, digits, { cells, size: [height, width] }) {
  const rows = Array.from({ length: height }, () => Array(width).fill("#"));
  cells.forEach(({ at: [row, column] }, cell) => (rows[row][column] = digits[cell]));
  const { rules, ...rest } = removeGivens(document);
  const givens = /[^.]/.test(digits) ? { givens: rows.map((row) => row.join("")) } : {};
  return { ...rest, ...givens, ...(rules?.length ? { rules } : {}) };
}

/**
 * Part what is written on a board into digits and notes, as a state has them.
 * @param {import("../core/game.js").Game} game
 * @returns {{digits: string, notes?: import("../core/game.js").State}}
 */
export function written(game) {
  const { state } = game.toJSON();
  const cells = Object.entries(state.cells).map(
    ([cell, { digit, ...marks }]) => /** @type {[string, any]} */ ([cell, marks]),
  );
  const notes = { ...state, cells: Object.fromEntries(cells.filter(([, marks]) => Object.keys(marks).length)) };
  const hasNotes = Object.keys(notes.cells).length || notes.pen.length || notes.auto;
  return { digits: game.line, ...(hasNotes ? { notes } : {}) };
}

/**
 * Put digits and notes joinState again.
 * @param {State} state
 * @param {number} nCells
 * @returns {import("../core/game.js").State}
 */
export function joinState({ digits, notes = { cells: {}, pen: [], auto: false } }, nCells) {
  const line = digits.length === nCells ? digits : "";
  const cells = Array.from({ length: nCells }, (_, cell) => [
    cell,
    { ...notes.cells[cell], digit: (line[cell] ?? ".").replace(".", "") },
  ]);
  return { ...notes, cells: Object.fromEntries(cells) };
}

/**
 * Add a rule; where it is there already, take it away.
 * @param {Document} document
 * @param {Rule} rule
 * @returns {Document}
 */
export function toggleRule(document, rule) {
  const rules = document.rules ?? [];
  const same = rules.findIndex(
    (other) => other.rule === rule.rule && sameCells(other.cells, rule.cells) && rule.cells !== undefined,
  );
  const word = rules.findIndex(
    (other) => other.rule === rule.rule && other.cells === undefined && rule.cells === undefined,
  );
  const found = same >= 0 ? same : word;
  if (found < 0) return { ...document, rules: [...rules, rule] };
  const isEqual = JSON.stringify(rules[found]) === JSON.stringify(rule);
  const kept = rules.filter((_, at) => at !== found);
  return { ...document, rules: isEqual || !hasValue(rule) ? kept : [...kept, rule] };
}

/** @param {Rule} rule */
function hasValue(rule) {
  return Object.keys(rule).some((field) => field !== "rule" && field !== "cells");
}

/**
 * Find a rule that is drawn.
 * @param {Document} document
 * @param {string} rule
 * @param {string} cells
 * @param {boolean} isOrdered whether it counts from which end the cells are seen
 * @returns {number} -1 if there is none.
 */
export function placeOf(document, rule, cells, isOrdered) {
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
 * Put another rule in the place of one; null takes it away.
 * @param {Document} document
 * @param {number} at
 * @param {Rule | null} rule
 * @returns {Document}
 */
export function replaceRule(document, at, rule) {
  const rules = (document.rules ?? []).flatMap((other, place) => (place === at ? (rule ? [rule] : []) : [other]));
  return { ...document, rules };
}

/** What was, what is, and what was undone. */
export class History {
  /** @type {unknown} What made the last state: as long as it is the same, a state takes the place of the one before. */ #stroke =
    null;

  /** @param {State} state */
  constructor(state) {
    this.states = [state];
    this.at = 0;
    /** The place of the state that is a puzzle elsewhere, too: it was taken from there, or is played. -1 if there is none. */
    this.clean = 0;
  }

  get now() {
    return this.states[this.at];
  }

  /** Whether nothing is here that isn't a puzzle elsewhere. */
  get isClean() {
    return this.at === this.clean;
  }

  /** The state is a puzzle elsewhere now. */
  settle() {
    this.clean = this.at;
    this.#stroke = null;
  }

  /**
   * @param {State} state
   * @param {unknown} [stroke] What makes it: a field, for instance, whose every letter makes a state, and undo takes them back in one step.
   * @returns {boolean} Whether it is another one.
   */
  push(state, stroke = null) {
    if (isSame(state, this.now)) return false;
    const replaces = stroke !== null && stroke === this.#stroke && this.at > 0 && this.at !== this.clean;
    const kept = this.states.slice(0, this.at + (replaces ? 0 : 1));
    const isBack = isSame(state, kept[kept.length - 1]); // all that was typed is gone again
    this.#stroke = isBack ? null : stroke;
    if (this.clean >= kept.length) this.clean = -1;
    if (!isBack) kept.push(state);
    const nGone = Math.max(0, kept.length - MOST);
    this.states = kept.slice(nGone);
    this.at = this.states.length - 1;
    this.clean = Math.max(-1, this.clean - nGone);
    return true;
  }

  /** @param {-1 | 1} way @returns {State | null} */
  go(way) {
    const at = this.at + way;
    if (!(at in this.states)) return null;
    this.at = at;
    this.#stroke = null;
    return this.now;
  }

  /**
   * Take back what can't be: go to the last state with a document that can. What was written since stays.
   * @param {Document} document
   */
  goBackTo(document) {
    const last = this.now;
    let { at } = this;
    while (at > 0 && !isSame(this.states[at].document, document)) at--;
    this.states.length = at + 1;
    this.at = at;
    this.#stroke = null;
    if (this.clean > at) this.clean = -1;
    const isSameBoard = last.digits.length === this.now.digits.length;
    this.push({ ...this.now, document, ...(isSameBoard ? { digits: last.digits, notes: last.notes } : {}) });
  }

  /** @returns {any} The last states, to be saved. */
  toJSON() {
    const first = Math.max(0, this.at - MOST_SAVED);
    return {
      states: this.states.slice(first, this.at + MOST_SAVED),
      at: this.at - first,
      clean: Math.max(-1, this.clean - first),
    };
  }

  /**
   * @param {any} saved
   * @returns {History | null} null if it is damaged.
   */
  static fromJSON(saved) {
    const states = Array.isArray(saved?.states) ? saved.states : [];
    const areStates = states.every(
      (/** @type {any} */ state) => state?.document?.grid && typeof state.digits === "string",
    );
    if (!areStates || !(saved?.at in states)) return null;
    const history = new History(states[0]);
    history.states = states.map((/** @type {any} */ state) => ({ ...state, title: String(state.title ?? "") }));
    history.at = saved.at;
    history.clean = Number.isInteger(saved.clean) ? saved.clean : -1;
    return history;
  }
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
