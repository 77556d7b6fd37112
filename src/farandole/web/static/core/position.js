// What is on a board: the givens of a puzzle and what the player has entered. A game adds the moves that change it.

import { findHidden } from "./fog.js";
import { findCages, findPeers } from "./houses.js";
import { isInkOf } from "./ink.js";

/**
 * @typedef {{name: string, at: [number, number]}} Place
 * @typedef {{name: string, cells: number[]}} House
 * @typedef {{cells: Place[], houses: House[], digits: string, givens: string, marks: number[][],
 *   size: [number, number], classic: boolean, apart?: number[][]}} Board The board of an event of `parse`.
 * @typedef {{digit: string, corner: string, center: string, colors: number[], struck: string}} CellContent
 *   What a player entered in a cell.
 * @typedef {{cells: Record<number, Partial<CellContent>>, pen: string[], auto: boolean}} State
 */

export const N_COLORS = 9;

/** @type {CellContent} */
export const BLANK = Object.freeze({ digit: "", corner: "", center: "", colors: [], struck: "" });

export class Position extends EventTarget {
  /** @type {any} */ document = null;
  /** @type {Board} */ board = {
    cells: [],
    houses: [],
    digits: "",
    givens: "",
    marks: [],
    size: [0, 0],
    classic: false,
  };
  /** @type {string[]} The given of each cell, unless it is under fog; "" for none. */ givens = [];
  /** @type {Set<number>} The cells under fog. */ hidden = new Set();
  /** @type {string[]} The digit of each cell, given or entered; "" for none. */ digits = [];
  /** @type {Set<string>[]} */ corner = [];
  /** @type {Set<string>[]} */ center = [];
  /** @type {Set<number>[]} */ colors = [];
  /** @type {Set<string>[]} Candidates that the player crossed out of the automatic ones. */ struck = [];
  /** @type {Set<string>} Lines "3-4" between cells, signs "3o", "3x" in them, and ink: see ink.js. */ pen = new Set();
  /** @type {boolean} Whether candidates are kept automatically. */ auto = false;
  /** @type {string} */ title = "";
  /** @type {string | null} */ #solution = null;
  /** @type {string[]} The givens, also those under fog. */ #allGivens = [];
  /** @type {Set<number>[]} */ #peers = [];

  /**
   * Lay out a puzzle, with nothing entered.
   * @param {any} document
   * @param {Board} board
   * @param {string} [title]
   */
  lay(document, board, title = "") {
    this.document = document;
    this.board = board;
    this.title = title || String(document?.about?.title ?? "");
    const n = board.cells.length;
    this.#allGivens = [...board.givens].map((letter) => (letter === "." ? "" : letter));
    this.givens = [...this.#allGivens];
    this.digits = [...this.givens];
    this.hidden = new Set();
    this.corner = Array.from({ length: n }, () => new Set());
    this.center = Array.from({ length: n }, () => new Set());
    this.colors = Array.from({ length: n }, () => new Set());
    this.struck = Array.from({ length: n }, () => new Set());
    this.pen = new Set();
    this.auto = false;
    this.#solution = null;
    this.#peers = findPeers(board, document?.about?.fog ? null : document);
    for (const [cell, marks] of board.marks.entries()) {
      const isOpen = !this.givens[cell] && marks.length < board.digits.length;
      if (isOpen) this.center[cell] = new Set(marks.map((digit) => board.digits[digit - 1]));
    }
  }

  /** @returns {string | null} The digits of the only solution, if it is known. */
  get solution() {
    return this.#solution;
  }

  /** The fog may lift, and the game may be over, when the solution is known. */
  set solution(digits) {
    this.#solution = digits;
    if (this.document?.about?.fog || this.isFull) this.notify("change", { cells: new Set(), pen: false });
  }

  /** @returns {number} */
  get nCells() {
    return this.board.cells.length;
  }

  /** @returns {number} The number of cells with a digit. */
  get filled() {
    return this.digits.filter(Boolean).length;
  }

  /** @returns {boolean} */
  get isFull() {
    return this.nCells > 0 && this.filled === this.nCells;
  }

  /** @returns {boolean} Whether the board is the known solution. */
  get isSolved() {
    return this.isFull && this.solution === this.digits.join("");
  }

  /** @returns {string} The digits of all cells, with "." for none, as parameters of calls. */
  get line() {
    return this.digits.map((digit) => digit || ".").join("");
  }

  /**
   * @param {number} cell
   * @returns {Set<number>} The cells that can't have the same digit.
   */
  peers(cell) {
    return this.#peers[cell];
  }

  /**
   * @param {number} cell
   * @returns {string[]} The digits that the puzzle allows and no peer has.
   */
  candidates(cell) {
    const taken = new Set([...this.#peers[cell]].map((peer) => this.digits[peer]));
    const marks = this.board.marks[cell];
    return [...this.board.digits].filter((digit, i) => !taken.has(digit) && (!marks || marks.includes(i + 1)));
  }

  /**
   * @param {number} cell
   * @returns {string[]} The candidates noted in a cell, by hand or automatically, in order.
   */
  notes(cell) {
    if (this.digits[cell]) return [];
    if (this.auto) return this.candidates(cell).filter((digit) => !this.struck[cell].has(digit));
    return [...this.board.digits].filter((digit) => this.center[cell].has(digit));
  }

  /** @returns {Record<string, string>} The notes of all cells with notes, by name, as parameters of calls. */
  get notesByCell() {
    /** @type {Record<string, string>} */
    const notesByCell = {};
    for (const [cell, { name }] of this.board.cells.entries()) {
      const notes = this.notes(cell);
      if (notes.length) notesByCell[name] = notes.join("");
    }
    return notesByCell;
  }

  /**
   * Find digits that are more than once in a house.
   * @returns {{cells: Set<number>, repeats: {cells: number[], digit: string, house: string}[]}}
   */
  findRepeats() {
    const cells = new Set();
    const repeats = [];
    for (const house of [...this.board.houses, ...this.#findCages()]) {
      /** @type {Map<string, number[]>} */
      const holders = new Map();
      for (const cell of house.cells) {
        const digit = this.digits[cell];
        if (digit) holders.set(digit, [...(holders.get(digit) ?? []), cell]);
      }
      for (const [digit, repeated] of holders) {
        if (repeated.length < 2) continue;
        repeated.forEach((cell) => cells.add(cell));
        repeats.push({ cells: repeated, digit, house: house.name });
      }
    }
    return { cells, repeats };
  }

  /** @returns {House[]} The cages; none under fog, because a repeated digit would tell where they are. */
  #findCages() {
    return this.document?.about?.fog ? [] : findCages(this.document, this.board);
  }

  /** @returns {number[]} The cells whose digit isn't that of the known solution. */
  findWrong() {
    const { solution } = this;
    if (!solution) return [];
    return [...this.digits.keys()].filter((cell) => this.digits[cell] && this.digits[cell] !== solution[cell]);
  }

  /**
   * @param {string} name such as r3c5
   * @returns {number} The cell, or -1.
   */
  cellNamed(name) {
    return this.board.cells.findIndex((cell) => cell.name === name);
  }

  /**
   * @param {number} cell
   * @returns {number[]} The cells with the same digit, or else the same notes, or else the same colors.
   */
  findAlike(cell) {
    const all = [...this.digits.keys()];
    const same = (/** @type {(cell: number) => string} */ look) =>
      look(cell) ? all.filter((other) => look(other) === look(cell)) : null;
    return (
      same((one) => this.digits[one]) ??
      same((one) => (this.digits[one] ? "" : this.notes(one).join(""))) ??
      same((one) => (this.digits[one] ? "" : [...this.corner[one]].sort().join(""))) ??
      same((one) => [...this.colors[one]].sort().join()) ?? [cell]
    );
  }

  // ── Content ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @returns {State} Everything that is entered. */
  get state() {
    /** @type {Record<number, Partial<CellContent>>} */
    const cells = {};
    for (const cell of this.digits.keys()) {
      const held = this.contentOf(cell);
      const [, marks] = diffContents(BLANK, held);
      if (Object.keys(marks).length) cells[cell] = marks;
    }
    return { cells, pen: [...this.pen], auto: this.auto };
  }

  /** @param {[string, boolean][]} lines */
  setPen(lines) {
    for (const [key, appears] of lines) {
      const isLine = /^\d+(-\d+|o|x)$/.test(key) && key.split(/[-ox]/).every((cell) => Number(cell) < this.nCells);
      if (appears && (isLine || isInkOf(this, key))) this.pen.add(key);
      else this.pen.delete(key);
    }
  }

  /**
   * @param {number} cell
   * @returns {CellContent}
   */
  contentOf(cell) {
    return {
      digit: this.givens[cell] ? "" : this.digits[cell],
      corner: [...this.corner[cell]].sort().join(""),
      center: [...this.center[cell]].sort().join(""),
      colors: [...this.colors[cell]].sort((a, b) => a - b),
      struck: [...this.struck[cell]].sort().join(""),
    };
  }

  /**
   * Set the content of a cell, as far as it is valid; that of a link may be anything.
   * @param {number} cell
   * @param {Partial<CellContent>} held
   */
  setContent(cell, held) {
    const known = new Set(this.board.digits);
    const signs = (/** @type {unknown} */ text) => new Set([...String(text ?? "")].filter((digit) => known.has(digit)));
    const colors = Array.isArray(held.colors) ? held.colors : [];
    this.digits[cell] = this.givens[cell] || (known.has(held.digit ?? "") ? (held.digit ?? "") : "");
    this.corner[cell] = signs(held.corner);
    this.center[cell] = signs(held.center);
    this.struck[cell] = signs(held.struck);
    this.colors[cell] = new Set(colors.filter((color) => Number.isInteger(color) && color > 0 && color <= N_COLORS));
  }

  /**
   * Find out which cells are under fog now, and hide their givens.
   * @returns {number[]} The cells that look different now.
   */
  #liftFog() {
    const before = this.hidden;
    this.hidden = findHidden(this, this.#allGivens);
    const changed = [...this.digits.keys()].filter((cell) => this.hidden.has(cell) !== before.has(cell));
    for (const cell of changed.filter((one) => this.#allGivens[one])) {
      this.givens[cell] = this.hidden.has(cell) ? "" : this.#allGivens[cell];
      this.digits[cell] = this.givens[cell];
    }
    return changed;
  }

  /**
   * @param {string} name
   * @param {any} [detail]
   */
  notify(name, detail) {
    if (name !== "select") this.#liftFog().forEach((cell) => detail?.cells.add(cell));
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/**
 * @param {CellContent} a
 * @param {CellContent} b
 * @returns {[Partial<CellContent>, Partial<CellContent>]} The fields of each in which they differ.
 */
export function diffContents(a, b) {
  const all = /** @type {(keyof CellContent)[]} */ (Object.keys(a));
  const keys = all.filter((key) => String(a[key]) !== String(b[key]));
  const pick = (/** @type {CellContent} */ content) => Object.fromEntries(keys.map((key) => [key, content[key]]));
  return [pick(a), pick(b)];
}
