// A game: a position with all moves since its start. It doesn't know the page.

import { parseInk } from "./ink.js";
import { MoveHistory } from "./move_history.js";
import { BLANK, N_COLORS, Position, diffContents } from "./position.js";

/**
 * @typedef {import("./position.js").Board} Board
 * @typedef {import("./position.js").CellContent} CellContent
 * @typedef {import("./position.js").State} State
 * @typedef {"digit" | "corner" | "center" | "color"} Mode What the key of a digit writes.
 * @typedef {[cell: number, before: Partial<CellContent>, after: Partial<CellContent>]} CellChange
 * @typedef {{cells: CellChange[], pen: [string, boolean][], auto?: boolean}} Move
 *   What cells held before and hold after it, where that differs; lines of the pen that appear (true) or go; whether
 *   candidates are kept.
 * @typedef {{when: number, seconds: number, filled: number, state: State}} Savepoint
 */

/** @typedef {{seconds: number, hints: number, when: number}} End How and when the puzzle was solved first. */

/**
 * Dispatches "change" (detail: {cells: Set<number>, pen: boolean}: the cells that look different now, and whether only
 * the pen changed them), "select", "puzzle", and "solved".
 */
export class Game extends Position {
  /** @type {Set<number>} */ selection = new Set();
  /** @type {number} The cell from which the arrow keys move. */ cursor = 0;
  /** @type {Savepoint[]} */ savepoints = [];
  /** @type {number} */ seconds = 0;
  /** @type {{key: string, what: string} | null} What its import left out. */ notice = null;
  /** @type {number} How many hints were shown. */ hints = 0;
  /** @type {End | null} It stays when digits are removed later. */ end = null;
  /** @type {boolean} Whether a digit removes itself from the notes of its peers. */ clearsPeers = true;
  #history = new MoveHistory();
  /** Whether the board was solved after the last move. */ #isAtEnd = false;

  /**
   * Start a puzzle.
   * @param {any} document
   * @param {Board} board
   * @param {string} [title]
   */
  start(document, board, title = "") {
    this.lay(document, board, title);
    this.notice = null;
    this.seconds = 0;
    this.hints = 0;
    this.end = null;
    this.savepoints = [];
    this.#history = new MoveHistory();
    this.selection = new Set();
    this.cursor = 0;
    this.notify("puzzle");
  }

  /** @returns {boolean} */
  get canUndo() {
    return this.#history.canUndo;
  }

  /** @returns {boolean} */
  get canRedo() {
    return this.#history.canRedo;
  }

  // ── The selection ──────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {Iterable<number>} cells
   * @param {number} [cursor]
   */
  select(cells, cursor) {
    this.selection = new Set(cells);
    if (cursor !== undefined) this.cursor = cursor;
    this.notify("select");
  }

  /**
   * Select cells by their names.
   * @param {string[]} names
   */
  selectNamed(names) {
    const cells = names.map((name) => this.cellNamed(name)).filter((cell) => cell >= 0);
    if (cells.length) this.select(cells, cells[0]);
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
    if (this.clearsPeers) open.forEach((cell) => this.peers(cell).forEach((peer) => around.add(peer)));
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
    this.setPen(changed);
    const move = { cells: [], pen: changed };
    this.#record(move, this.#findChangedCells(move), true);
  }

  undo() {
    const move = this.#history.undo();
    if (!move) return;
    for (const [cell, before] of move.cells) this.setContent(cell, { ...this.contentOf(cell), ...before });
    this.setPen(move.pen.map(([key, appears]) => [key, !appears]));
    if (move.auto !== undefined) this.auto = !move.auto;
    this.#notifyMove(move);
  }

  redo() {
    const move = this.#history.redo();
    if (!move) return;
    for (const [cell, , after] of move.cells) this.setContent(cell, { ...this.contentOf(cell), ...after });
    this.setPen(move.pen);
    if (move.auto !== undefined) this.auto = move.auto;
    this.#notifyMove(move);
  }

  /** Remove all entries, in one move that can be undone. */
  restart() {
    this.#replaceState({ cells: {}, pen: [], auto: this.auto });
  }

  /** Restart, and once more from the first second. */
  playAgain() {
    [this.seconds, this.hints, this.end] = [0, 0, null];
    this.restart();
  }

  countHint() {
    if (!this.end) this.hints++;
  }

  /** Save the current state, to go back to it later. */
  addSavepoint() {
    this.savepoints.push({ when: Date.now(), seconds: this.seconds, filled: this.filled, state: this.state });
    this.notify("change", { cells: new Set(), pen: false });
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
      hints: this.hints,
      end: this.end,
      solution: this.solution,
      state: this.state,
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
    this.hints = Number(saved.hints) || 0;
    this.end = saved.end?.when >= 0 ? saved.end : null;
    this.solution = typeof saved.solution === "string" ? saved.solution : null;
    const asList = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : []);
    this.savepoints = asList(saved.savepoints);
    this.#history = MoveHistory.fromJSON(saved);
    this.auto = Boolean(saved.state?.auto);
    for (const cell of this.digits.keys()) this.setContent(cell, saved.state?.cells?.[cell] ?? BLANK);
    this.pen = new Set();
    this.setPen(asList(saved.state?.pen).map((key) => [String(key), true]));
    if (this.isSolved) this.end ??= { seconds: this.seconds, hints: this.hints, when: 0 }; // saved by an older version
    this.notify("puzzle");
  }

  // ── Private ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @param {State} state */
  #replaceState(state) {
    const pen = [...new Set([...this.pen, ...state.pen])].map((key) => {
      return /** @type {[string, boolean]} */ ([key, state.pen.includes(key)]);
    });
    const news = pen.filter(([key, appears]) => this.pen.has(key) !== appears);
    this.setPen(news);
    const auto = state.auto === this.auto ? undefined : state.auto;
    this.auto = state.auto;
    this.#change(this.digits.keys(), (cell) => this.setContent(cell, state.cells[cell] ?? BLANK), { pen: news, auto });
  }

  /**
   * @param {Iterable<number>} cells
   * @param {(cell: number) => void} write
   * @param {{pen?: [string, boolean][], auto?: boolean}} [others]
   */
  #change(cells, write, { pen = [], auto } = {}) {
    const list = [...cells];
    const before = list.map((cell) => this.contentOf(cell));
    list.forEach(write);
    const changed = list.flatMap((cell, i) => {
      const [was, is] = diffContents(before[i], this.contentOf(cell));
      return Object.keys(is).length ? [/** @type {CellChange} */ ([cell, was, is])] : [];
    });
    if (!changed.length && !pen.length && auto === undefined) return;
    const move = { cells: changed, pen, ...(auto === undefined ? {} : { auto }) };
    this.#record(move, this.#findChangedCells(move));
  }

  /**
   * @param {Move} move
   * @param {Set<number>} cells
   * @param {boolean} [pen]
   */
  #record(move, cells, pen = false) {
    this.#history.add(move);
    this.notify("change", { cells, pen });
  }

  /** @param {Move} move */
  #notifyMove(move) {
    const pen = move.pen.length > 0 && !move.cells.length && move.auto === undefined;
    this.notify("change", { cells: this.#findChangedCells(move), pen });
  }

  /**
   * @param {Move} move
   * @returns {Set<number>} The cells that look different after it; with automatic candidates, also peers.
   */
  #findChangedCells(move) {
    if (move.auto !== undefined) return new Set(this.digits.keys());
    const signed = move.pen.flatMap(([key]) =>
      /^\d+[ox]$/.test(key) ? [parseInt(key)] : (parseInk(key)?.ends.map(([cell]) => cell) ?? []),
    );
    const cells = new Set([...move.cells.map(([cell]) => cell), ...signed]);
    if (this.auto) {
      for (const [cell, was, is] of move.cells) {
        if (was.digit !== is.digit) this.peers(cell).forEach((peer) => cells.add(peer));
      }
    }
    return cells;
  }

  /**
   * @param {string} name
   * @param {any} [detail]
   */
  notify(name, detail) {
    super.notify(name, detail);
    if (name === "select") return;
    const wasAtEnd = this.#isAtEnd;
    this.#isAtEnd = this.isSolved;
    if (name !== "change" || wasAtEnd || !this.#isAtEnd) return;
    this.end ??= { seconds: this.seconds, hints: this.hints, when: Date.now() };
    this.dispatchEvent(new Event("solved"));
  }
}
