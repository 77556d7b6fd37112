// A game: what the player has entered on a puzzle, with all moves since its start. It doesn't know the page.

import { findHidden } from "./fog.js";
import { findCages, findPeers } from "./houses.js";
import { MoveHistory } from "./move_history.js";

/**
 * @typedef {{name: string, at: [number, number]}} Place
 * @typedef {{name: string, cells: number[]}} House
 * @typedef {{cells: Place[], houses: House[], digits: string, givens: string, marks: number[][],
 *   size: [number, number], classic: boolean, apart?: number[][]}} Board The board of an event of `parse`.
 * @typedef {{digit: string, corner: string, center: string, colors: number[], struck: string}} CellContent
 *   What a player entered in a cell.
 * @typedef {"digit" | "corner" | "center" | "color"} Mode What the key of a digit writes.
 * @typedef {[cell: number, before: Partial<CellContent>, after: Partial<CellContent>]} CellChange
 * @typedef {{cells: CellChange[], pen: [string, boolean][], auto?: boolean}} Move
 *   What cells held before and hold after it, where that differs; lines of the pen that appear (true) or go; whether
 *   candidates are kept.
 * @typedef {{cells: Record<number, Partial<CellContent>>, pen: string[], auto: boolean}} State
 * @typedef {{when: number, seconds: number, filled: number, state: State}} Savepoint
 */

const N_COLORS = 9;

/** @type {CellContent} */
export const BLANK = Object.freeze({ digit: "", corner: "", center: "", colors: [], struck: "" });

/**
 * Dispatches "change" (detail: {cells: Set<number>, pen: boolean}, which look different now), "select" and "puzzle".
 */
export class Game extends EventTarget {
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
  /** @type {Set<string>} Lines "3-4" between cells and signs "3o", "3x" in them. */ pen = new Set();
  /** @type {boolean} Whether candidates are kept automatically. */ auto = false;
  /** @type {Set<number>} */ selection = new Set();
  /** @type {number} The cell from which the arrow keys move. */ cursor = 0;
  /** @type {Savepoint[]} */ savepoints = [];
  /** @type {number} */ seconds = 0;
  /** @type {string} */ title = "";
  /** @type {{key: string, what: string} | null} What its import left out. */ notice = null;
  /** @type {boolean} Whether a digit removes itself from the notes of its peers. */ clearsPeers = true;
  /** @type {string | null} */ #solution = null;
  /** @type {string[]} The givens, also those under fog. */ #allGivens = [];
  #history = new MoveHistory();
  /** @type {Set<number>[]} */ #peers = [];

  /**
   * Start a puzzle.
   * @param {any} document
   * @param {Board} board
   * @param {string} [title]
   */
  start(document, board, title = "") {
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
    this.notice = null;
    this.#solution = null;
    this.seconds = 0;
    this.savepoints = [];
    this.#history = new MoveHistory();
    this.#peers = findPeers(board, document?.about?.fog ? null : document);
    this.selection = new Set();
    this.cursor = 0;
    for (const [cell, marks] of board.marks.entries()) {
      const isOpen = !this.givens[cell] && marks.length < board.digits.length;
      if (isOpen) this.center[cell] = new Set(marks.map((digit) => board.digits[digit - 1]));
    }
    this.#notify("puzzle");
  }

  /** @returns {string | null} The digits of the only solution, if it is known. */
  get solution() {
    return this.#solution;
  }

  /** The fog may lift when the solution is known. */
  set solution(digits) {
    this.#solution = digits;
    if (this.document?.about?.fog) this.#notify("change", { cells: new Set(), pen: false });
  }

  /** @returns {number} */
  get nCells() {
    return this.board.cells.length;
  }

  /** @returns {boolean} */
  get canUndo() {
    return this.#history.canUndo;
  }

  /** @returns {boolean} */
  get canRedo() {
    return this.#history.canRedo;
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

  // ── The selection ──────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {Iterable<number>} cells
   * @param {number} [cursor]
   */
  select(cells, cursor) {
    this.selection = new Set(cells);
    if (cursor !== undefined) this.cursor = cursor;
    this.#notify("select");
  }

  /**
   * Select cells by their names.
   * @param {string[]} names
   */
  selectNamed(names) {
    const cells = names.map((name) => this.cellNamed(name)).filter((cell) => cell >= 0);
    if (cells.length) this.select(cells, cells[0]);
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

  // ── Moves ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Write a digit in a mode.
   * @param {Mode} mode
   * @param {string} digit its index is the color
   * @param {Iterable<number>} [cells] by default the selection
   */
  write(mode, digit, cells = this.selection) {
    const color = this.board.digits.indexOf(digit) + 1;
    if (mode === "digit") this.enter(digit, cells);
    else if (mode !== "color") this.toggle(mode, digit, cells);
    else if (color <= N_COLORS) this.toggle("colors", color, cells);
  }

  /**
   * Enter a digit. If all cells have it already, remove it.
   * @param {string} digit
   * @param {Iterable<number>} [cells]
   */
  enter(digit, cells = this.selection) {
    const open = [...cells].filter((cell) => !this.givens[cell]);
    if (!open.length) return;
    if (open.every((cell) => this.digits[cell] === digit))
      return this.#change(open, (cell) => (this.digits[cell] = ""));
    const around = new Set(open);
    if (this.clearsPeers) open.forEach((cell) => this.#peers[cell].forEach((peer) => around.add(peer)));
    this.#change(around, (cell) => {
      if (open.includes(cell)) this.digits[cell] = digit;
      else if (!this.digits[cell]) {
        this.corner[cell].delete(digit);
        this.center[cell].delete(digit);
      }
    });
  }

  /**
   * Add a mark to cells, or remove it if all of them have it. With automatic candidates, a center mark crosses one out,
   * or brings it back.
   * @param {"corner" | "center" | "colors"} kind
   * @param {string | number} value
   * @param {Iterable<number>} [cells]
   */
  toggle(kind, value, cells = this.selection) {
    const open = [...cells].filter((cell) => kind === "colors" || !this.digits[cell]);
    if (!open.length) return;
    if (kind === "center" && this.auto) return this.#toggleStruck(String(value), open);
    const sets = /** @type {Set<string | number>[]} */ (this[kind]);
    const goes = open.every((cell) => sets[cell].has(value));
    this.#change(open, (cell) => (goes ? sets[cell].delete(value) : sets[cell].add(value)));
  }

  /**
   * @param {string} digit
   * @param {number[]} cells
   */
  #toggleStruck(digit, cells) {
    const possible = cells.filter((cell) => this.candidates(cell).includes(digit));
    const goes = possible.some((cell) => !this.struck[cell].has(digit));
    this.#change(possible, (cell) => (goes ? this.struck[cell].add(digit) : this.struck[cell].delete(digit)));
  }

  /**
   * Eliminate candidates from the notes, in one move.
   * @param {[number, string][]} candidates cells and digits
   */
  eliminate(candidates) {
    this.#change(new Set(candidates.map(([cell]) => cell)), (cell) => {
      for (const [, digit] of candidates.filter(([other]) => other === cell)) {
        this.center[cell].delete(digit);
        this.corner[cell].delete(digit);
        if (this.auto) this.struck[cell].add(digit);
      }
    });
  }

  /**
   * Remove digits, marks or colors. By default the digits, or else the marks, or else the colors.
   * @param {"digit" | "corner" | "center" | "color" | "all"} [kind]
   * @param {Iterable<number>} [cells]
   */
  remove(kind, cells = this.selection) {
    const chosen = [...cells];
    const has = {
      digit: chosen.some((cell) => this.digits[cell] && !this.givens[cell]),
      marks: chosen.some(
        (cell) => !this.digits[cell] && this.corner[cell].size + (this.auto ? 0 : this.center[cell].size),
      ),
    };
    this.#change(chosen, (cell) => {
      const next = has.digit ? "digit" : has.marks ? "marks" : "color";
      const goes = (/** @type {string[]} */ ...names) => names.includes(kind ?? next) || kind === "all";
      if (goes("digit") && !this.givens[cell]) this.digits[cell] = "";
      if (goes("corner", "marks") && !this.digits[cell]) this.corner[cell].clear();
      if (goes("center", "marks") && !this.digits[cell]) this.center[cell].clear();
      if (goes("color")) this.colors[cell].clear();
    });
  }

  /**
   * Keep candidates automatically, or go back to the player's own notes.
   * @param {boolean} on
   */
  keepCandidates(on) {
    if (on === this.auto) return;
    this.auto = on;
    this.#record({ cells: [], pen: [], auto: on }, new Set(this.digits.keys()));
  }

  /**
   * Draw or remove lines and signs of the pen.
   * @param {[string, boolean][]} lines
   */
  draw(lines) {
    const changed = lines.filter(([key, appears]) => this.pen.has(key) !== appears);
    if (!changed.length) return;
    this.#setPen(changed);
    const move = { cells: [], pen: changed };
    this.#record(move, this.#findChangedCells(move), true);
  }

  undo() {
    const move = this.#history.undo();
    if (!move) return;
    for (const [cell, before] of move.cells) this.#setContent(cell, { ...this.#contentOf(cell), ...before });
    this.#setPen(move.pen.map(([key, appears]) => [key, !appears]));
    if (move.auto !== undefined) this.auto = !move.auto;
    this.#notifyMove(move);
  }

  redo() {
    const move = this.#history.redo();
    if (!move) return;
    for (const [cell, , after] of move.cells) this.#setContent(cell, { ...this.#contentOf(cell), ...after });
    this.#setPen(move.pen);
    if (move.auto !== undefined) this.auto = move.auto;
    this.#notifyMove(move);
  }

  /** Remove all entries, in one move that can be undone. */
  restart() {
    this.#replaceState({ cells: {}, pen: [], auto: this.auto });
  }

  /** Save the current state, to go back to it later. */
  addSavepoint() {
    this.savepoints.push({ when: Date.now(), seconds: this.seconds, filled: this.filled, state: this.#state() });
    this.#notify("change", { cells: new Set(), pen: false });
  }

  /**
   * Go back to a savepoint, in one move that can be undone.
   * @param {{state: State}} savepoint
   */
  restore({ state }) {
    this.#replaceState({
      cells: state.cells ?? {},
      pen: [...(state.pen ?? [])].map(String),
      auto: Boolean(state.auto),
    });
  }

  // ── As JSON ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @returns {any} */
  toJSON() {
    return {
      version: 1,
      title: this.title,
      notice: this.notice,
      seconds: Math.round(this.seconds),
      solution: this.solution,
      state: this.#state(),
      ...this.#history.toJSON(),
      savepoints: this.savepoints,
    };
  }

  /**
   * Continue a saved game of the puzzle that was started.
   * @param {any} saved
   */
  fromJSON(saved) {
    if (saved?.version !== 1) return;
    this.title = String(saved.title ?? this.title);
    const { key, what } = saved.notice ?? {};
    this.notice = key ? { key: String(key), what: String(what) } : null;
    this.seconds = Number(saved.seconds) || 0;
    this.#solution = typeof saved.solution === "string" ? saved.solution : null;
    const asList = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : []);
    this.savepoints = asList(saved.savepoints);
    this.#history = MoveHistory.fromJSON(saved);
    this.auto = Boolean(saved.state?.auto);
    for (const cell of this.digits.keys()) this.#setContent(cell, saved.state?.cells?.[cell] ?? BLANK);
    this.pen = new Set();
    this.#setPen(asList(saved.state?.pen).map((key) => [String(key), true]));
    this.#notify("puzzle");
  }

  // ── Private ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @returns {State} */
  #state() {
    /** @type {Record<number, Partial<CellContent>>} */
    const cells = {};
    for (const cell of this.digits.keys()) {
      const held = this.#contentOf(cell);
      const [, marks] = diffContents(BLANK, held);
      if (Object.keys(marks).length) cells[cell] = marks;
    }
    return { cells, pen: [...this.pen], auto: this.auto };
  }

  /** @param {State} state */
  #replaceState(state) {
    const pen = [...new Set([...this.pen, ...state.pen])].map((key) => {
      return /** @type {[string, boolean]} */ ([key, state.pen.includes(key)]);
    });
    const news = pen.filter(([key, appears]) => this.pen.has(key) !== appears);
    this.#setPen(news);
    const auto = state.auto === this.auto ? undefined : state.auto;
    this.auto = state.auto;
    this.#change(this.digits.keys(), (cell) => this.#setContent(cell, state.cells[cell] ?? BLANK), { pen: news, auto });
  }

  /**
   * @param {Iterable<number>} cells
   * @param {(cell: number) => void} write
   * @param {{pen?: [string, boolean][], auto?: boolean}} [others]
   */
  #change(cells, write, { pen = [], auto } = {}) {
    const list = [...cells];
    const before = list.map((cell) => this.#contentOf(cell));
    list.forEach(write);
    const changed = list.flatMap((cell, i) => {
      const [was, is] = diffContents(before[i], this.#contentOf(cell));
      return Object.keys(is).length ? [/** @type {CellChange} */ ([cell, was, is])] : [];
    });
    if (!changed.length && !pen.length && auto === undefined) return;
    const move = { cells: changed, pen, ...(auto === undefined ? {} : { auto }) };
    this.#record(move, this.#findChangedCells(move), pen.length > 0);
  }

  /**
   * @param {Move} move
   * @param {Set<number>} cells
   * @param {boolean} [pen]
   */
  #record(move, cells, pen = false) {
    this.#history.add(move);
    this.#notify("change", { cells, pen });
  }

  /** @param {Move} move */
  #notifyMove(move) {
    this.#notify("change", { cells: this.#findChangedCells(move), pen: move.pen.length > 0 });
  }

  /**
   * @param {Move} move
   * @returns {Set<number>} The cells that look different after it; with automatic candidates, also peers.
   */
  #findChangedCells(move) {
    if (move.auto !== undefined) return new Set(this.digits.keys());
    const signed = move.pen.flatMap(([key]) => (/^\d+[ox]$/.test(key) ? [parseInt(key)] : []));
    const cells = new Set([...move.cells.map(([cell]) => cell), ...signed]);
    if (this.auto) {
      for (const [cell, was, is] of move.cells) {
        if (was.digit !== is.digit) this.#peers[cell].forEach((peer) => cells.add(peer));
      }
    }
    return cells;
  }

  /** @param {[string, boolean][]} lines */
  #setPen(lines) {
    for (const [key, appears] of lines) {
      const isKnown = /^\d+(-\d+|o|x)$/.test(key) && key.split(/[-ox]/).every((cell) => Number(cell) < this.nCells);
      if (appears && isKnown) this.pen.add(key);
      else this.pen.delete(key);
    }
  }

  /**
   * @param {number} cell
   * @returns {CellContent}
   */
  #contentOf(cell) {
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
  #setContent(cell, held) {
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
  #notify(name, detail) {
    if (name !== "select") this.#liftFog().forEach((cell) => detail?.cells.add(cell));
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/**
 * @param {CellContent} a
 * @param {CellContent} b
 * @returns {[Partial<CellContent>, Partial<CellContent>]} The fields of each in which they differ.
 */
function diffContents(a, b) {
  const all = /** @type {(keyof CellContent)[]} */ (Object.keys(a));
  const keys = all.filter((key) => String(a[key]) !== String(b[key]));
  const pick = (/** @type {CellContent} */ content) => Object.fromEntries(keys.map((key) => [key, content[key]]));
  return [pick(a), pick(b)];
}
