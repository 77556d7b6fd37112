// The states of a draft, for undo and redo. It knows no page.

import { isSame } from "./document.js";

/**
 * @typedef {import("./document.js").Document} Document
 * @typedef {{document: Document, digits: string, title: string, notes?: import("../core/position.js").State,
 *   regions?: number[], square?: any, isTaken?: boolean}} State
 *   The document is without givens. `digits` is empty until there is a board. `notes` are marks, colors and lines of
 *   the pen. `regions` are those of each cell while they are unfinished. `square` is the grid before it got a layer.
 *   `isTaken` says that the puzzle came from Play.
 */

const MAX_STATES = 500;
const MAX_SAVED = 50;

/** The states before, the current one, and those that were undone. */
export class History {
  /** @type {unknown} The source of the last state. While it is the same, a state replaces the one before it. */
  #source = null;

  /** @param {State} state */
  constructor(state) {
    this.states = [state];
    this.at = 0;
    /** The index of the state that is also the puzzle of Play, or -1. */
    this.clean = 0;
  }

  get current() {
    return this.states[this.at];
  }

  /** Whether nothing was changed since the state that is also the puzzle of Play. */
  get isClean() {
    return this.at === this.clean;
  }

  /** The current state is also the puzzle of Play now. */
  markClean() {
    this.clean = this.at;
    this.#source = null;
  }

  /**
   * @param {State} state
   * @param {unknown} [source] what makes the state. States of one source, such as a field, are one step for undo
   * @returns {boolean} Whether it differs from the current state.
   */
  push(state, source = null) {
    if (isSame(state, this.current)) return false;
    const replaces = source !== null && source === this.#source && this.at > 0 && this.at !== this.clean;
    const kept = this.states.slice(0, this.at + (replaces ? 0 : 1));
    const isBack = isSame(state, kept[kept.length - 1]); // everything that was typed was deleted again
    this.#source = isBack ? null : source;
    if (this.clean >= kept.length) this.clean = -1;
    if (!isBack) kept.push(state);
    const nGone = Math.max(0, kept.length - MAX_STATES);
    this.states = kept.slice(nGone);
    this.at = this.states.length - 1;
    this.clean = Math.max(-1, this.clean - nGone);
    return true;
  }

  /** @param {-1 | 1} direction @returns {State | null} */
  step(direction) {
    const at = this.at + direction;
    if (!(at in this.states)) return null;
    this.at = at;
    this.#source = null;
    return this.current;
  }

  /**
   * Undo a document that is invalid: go back to the last state with a valid one. Digits entered since then stay.
   * @param {Document} document
   */
  revertTo(document) {
    const last = this.current;
    let { at } = this;
    while (at > 0 && !isSame(this.states[at].document, document)) at--;
    this.states.length = at + 1;
    this.at = at;
    this.#source = null;
    if (this.clean > at) this.clean = -1;
    const isSameBoard = last.digits.length === this.current.digits.length;
    this.push({ ...this.current, document, ...(isSameBoard ? { digits: last.digits, notes: last.notes } : {}) });
  }

  /** @returns {any} The last states, to save them. */
  toJSON() {
    const first = Math.max(0, this.at - MAX_SAVED);
    return {
      states: this.states.slice(first, this.at + MAX_SAVED),
      at: this.at - first,
      clean: Math.max(-1, this.clean - first),
    };
  }

  /**
   * @param {any} saved
   * @returns {History | null} null if it is damaged
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
