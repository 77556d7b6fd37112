// A game: what a player has written on a puzzle, and every move back to its beginning. It knows no screen.

/**
 * @typedef {{name: string, at: [number, number]}} Place
 * @typedef {{name: string, cells: number[]}} House
 * @typedef {{cells: Place[], houses: House[], digits: string, givens: string, marks: number[][], size: [number, number],
 *   classic: boolean, apart?: number[][]}} Board The board of an event of `parse`.
 * @typedef {{digit: string, corner: string, center: string, colors: number[], struck: string}} CellContent What a cell holds.
 * @typedef {"digit" | "corner" | "center" | "color"} Mode What a digit's key writes.
 * @typedef {{cells: [number, Partial<CellContent>, Partial<CellContent>][], pen: [string, boolean][], auto?: boolean}} Move
 *   What cells held before and hold after it, where that differs; lines of the pen that appear (true) or go; whether
 *   candidates are kept.
 * @typedef {{cells: Record<number, Partial<CellContent>>, pen: string[], auto: boolean}} State
 * @typedef {{when: number, seconds: number, filled: number, state: State}} Savepoint
 */

const MOST_MOVES = 5000;
const N_COLORS = 9;

/** @type {CellContent} */
export const BLANK = Object.freeze({ digit: "", corner: "", center: "", colors: [], struck: "" });

/**
 * Tells "change" (detail: {cells: Set<number>, pen: boolean}), "select" and "puzzle".
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
  /** @type {string[]} */ givens = [];
  /** @type {string[]} The digit of each cell, given or entered; "" for none. */ digits = [];
  /** @type {Set<string>[]} */ corner = [];
  /** @type {Set<string>[]} */ center = [];
  /** @type {Set<number>[]} */ colors = [];
  /** @type {Set<string>[]} Candidates that the player has struck where they are kept automatically. */ struck = [];
  /** @type {Set<string>} Lines "3-4" between cells and signs "3o", "3x" in them. */ pen = new Set();
  /** @type {boolean} Whether candidates are kept automatically. */ auto = false;
  /** @type {Set<number>} */ selection = new Set();
  /** @type {number} The cell that arrows go on from. */ cursor = 0;
  /** @type {Savepoint[]} */ savepoints = [];
  /** @type {number} */ seconds = 0;
  /** @type {string} */ title = "";
  /** @type {string | null} The digits of the only solution, where it is known. */ solution = null;
  /** @type {boolean} Whether a digit removes itself from the notes of its peers. */ clearsPeers = true;
  /** @type {Move[]} */ #moves = [];
  /** @type {Move[]} */ #undone = [];
  /** @type {Set<number>[]} */ #peers = [];

  /**
   * Begin a puzzle.
   * @param {any} document
   * @param {Board} board
   * @param {string} [title]
   */
  start(document, board, title = "") {
    this.document = document;
    this.board = board;
    this.title = title || String(document?.about?.title ?? "");
    const n = board.cells.length;
    this.givens = [...board.givens].map((letter) => (letter === "." ? "" : letter));
    this.digits = [...this.givens];
    this.corner = Array.from({ length: n }, () => new Set());
    this.center = Array.from({ length: n }, () => new Set());
    this.colors = Array.from({ length: n }, () => new Set());
    this.struck = Array.from({ length: n }, () => new Set());
    this.pen = new Set();
    this.auto = false;
    this.solution = null;
    this.seconds = 0;
    this.savepoints = [];
    this.#moves = [];
    this.#undone = [];
    this.#peers = findPeers(board, document);
    this.selection = new Set();
    this.cursor = 0;
    for (const [cell, marks] of board.marks.entries()) {
      const isOpen = !this.givens[cell] && marks.length < board.digits.length;
      if (isOpen) this.center[cell] = new Set(marks.map((digit) => board.digits[digit - 1]));
    }
    this.#tell("puzzle");
  }

  /** @returns {number} */
  get nCells() {
    return this.board.cells.length;
  }

  /** @returns {boolean} */
  get canUndo() {
    return this.#moves.length > 0;
  }

  /** @returns {boolean} */
  get canRedo() {
    return this.#undone.length > 0;
  }

  /** @returns {number} How many cells hold a digit. */
  get filled() {
    return this.digits.filter(Boolean).length;
  }

  /** @returns {boolean} */
  get isFull() {
    return this.nCells > 0 && this.filled === this.nCells;
  }

  /** @returns {boolean} Whether the solution is known and reached. */
  get isSolved() {
    return this.isFull && this.solution === this.digits.join("");
  }

  /** @returns {string} Digits of all cells as calls want them: "." for none. */
  get line() {
    return this.digits.map((digit) => digit || ".").join("");
  }

  /**
   * @param {number} cell
   * @returns {Set<number>} The cells that can't hold its digit.
   */
  peers(cell) {
    return this.#peers[cell];
  }

  /**
   * @param {number} cell
   * @returns {string[]} The digits that no peer holds, of those that the puzzle allows.
   */
  candidates(cell) {
    const taken = new Set([...this.#peers[cell]].map((peer) => this.digits[peer]));
    const marks = this.board.marks[cell];
    return [...this.board.digits].filter((digit, i) => !taken.has(digit) && (!marks || marks.includes(i + 1)));
  }

  /**
   * @param {number} cell
   * @returns {string[]} The candidates notesByCell in a cell, by hand or automatically, in order.
   */
  notes(cell) {
    if (this.digits[cell]) return [];
    if (this.auto) return this.candidates(cell).filter((digit) => !this.struck[cell].has(digit));
    return [...this.board.digits].filter((digit) => this.center[cell].has(digit));
  }

  /** @returns {Record<string, string>} The notes of all cells that have some, by name, as calls want them. */
  get notesByCell() {
    /** @type {Record<string, string>} */
    const found = {};
    for (const [cell, { name }] of this.board.cells.entries()) {
      const notes = this.notes(cell);
      if (notes.length) found[name] = notes.join("");
    }
    return found;
  }

  /** @returns {{cells: Set<number>, repeats: {cells: number[], digit: string, house: string}[]}} Digits that are more than once in a house. */
  findRepeats() {
    const cells = new Set();
    const repeats = [];
    for (const house of [...this.board.houses, ...findCages(this.document, this.board)]) {
      /** @type {Map<string, number[]>} */
      const holders = new Map();
      for (const cell of house.cells) {
        const digit = this.digits[cell];
        if (digit) holders.set(digit, [...(holders.get(digit) ?? []), cell]);
      }
      for (const [digit, some] of holders) {
        if (some.length < 2) continue;
        some.forEach((cell) => cells.add(cell));
        repeats.push({ cells: some, digit, house: house.name });
      }
    }
    return { cells, repeats };
  }

  /** @returns {number[]} The cells whose digit isn't that of the known solution. */
  findWrong() {
    const { solution } = this;
    if (!solution) return [];
    return [...this.digits.keys()].filter((cell) => this.digits[cell] && this.digits[cell] !== solution[cell]);
  }

  /**
   * @param {string} name such as r3c5
   * @returns {number} -1 if there is no such cell.
   */
  cellNamed(name) {
    return this.board.cells.findIndex((cell) => cell.name === name);
  }

  // ── Choosing cells ──────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {Iterable<number>} cells
   * @param {number} [cursor]
   */
  select(cells, cursor) {
    this.selection = new Set(cells);
    if (cursor !== undefined) this.cursor = cursor;
    this.#tell("select");
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
   * @returns {number[]} The cells with its digit; or else with its notes, or its colors.
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
   * Write in a mode: what a key, or a button of the pad, does.
   * @param {Mode} mode
   * @param {string} digit For colors, its place counts.
   * @param {Iterable<number>} [cells] By default those selected.
   */
  write(mode, digit, cells = this.selection) {
    const color = this.board.digits.indexOf(digit) + 1;
    if (mode === "digit") this.enter(digit, cells);
    else if (mode !== "color") this.toggle(mode, digit, cells);
    else if (color <= N_COLORS) this.toggle("colors", color, cells);
  }

  /**
   * Enter a digit; where all cells hold it already, remove it.
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
   * Add a mark to cells, or remove it where all of them have it. Where candidates are kept automatically, a center mark
   * strikes one or brings it back.
   * @param {"corner" | "center" | "colors"} kind
   * @param {string | number} value
   * @param {Iterable<number>} [cells]
   */
  toggle(kind, value, cells = this.selection) {
    const some = [...cells].filter((cell) => kind === "colors" || !this.digits[cell]);
    if (!some.length) return;
    if (kind === "center" && this.auto) return this.#toggleStruck(String(value), some);
    const sets = /** @type {Set<string | number>[]} */ (this[kind]);
    const goes = some.every((cell) => sets[cell].has(value));
    this.#change(some, (cell) => (goes ? sets[cell].delete(value) : sets[cell].add(value)));
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
   * Remove notes: candidates that were disproved, for instance. One move.
   * @param {[number, string][]} some cells and digits
   */
  eliminate(some) {
    this.#change(new Set(some.map(([cell]) => cell)), (cell) => {
      for (const [, digit] of some.filter(([one]) => one === cell)) {
        this.center[cell].delete(digit);
        this.corner[cell].delete(digit);
        if (this.auto) this.struck[cell].add(digit);
      }
    });
  }

  /**
   * Remove what cells hold: by default the digits; where there are none, the marks; then the colors.
   * @param {"digit" | "corner" | "center" | "color" | "all"} [kind]
   * @param {Iterable<number>} [cells]
   */
  remove(kind, cells = this.selection) {
    const some = [...cells];
    const has = {
      digit: some.some((cell) => this.digits[cell] && !this.givens[cell]),
      marks: some.some(
        (cell) => !this.digits[cell] && this.corner[cell].size + (this.auto ? 0 : this.center[cell].size),
      ),
    };
    this.#change(some, (cell) => {
      const next = has.digit ? "digit" : has.marks ? "marks" : "color";
      const goes = (/** @type {string[]} */ ...names) => names.includes(kind ?? next) || kind === "all";
      if (goes("digit") && !this.givens[cell]) this.digits[cell] = "";
      if (goes("corner", "marks") && !this.digits[cell]) this.corner[cell].clear();
      if (goes("center", "marks") && !this.digits[cell]) this.center[cell].clear();
      if (goes("color")) this.colors[cell].clear();
    });
  }

  /**
   * Keep candidates automatically, or go back to those written by hand.
   * @param {boolean} on
   */
  keepCandidates(on) {
    if (on === this.auto) return;
    this.auto = on;
    this.#done({ cells: [], pen: [], auto: on }, new Set(this.digits.keys()));
  }

  /**
   * Draw lines and signs with the pen, or take them away.
   * @param {[string, boolean][]} some
   */
  draw(some) {
    const news = some.filter(([key, appears]) => this.pen.has(key) !== appears);
    if (!news.length) return;
    this.#drawn(news);
    const move = { cells: [], pen: news };
    this.#done(move, this.#touched(move), true);
  }

  undo() {
    const move = this.#moves.pop();
    if (!move) return;
    this.#undone.push(move);
    for (const [cell, before] of move.cells) this.#put(cell, { ...this.#contentOf(cell), ...before });
    this.#drawn(move.pen.map(([key, appears]) => [key, !appears]));
    if (move.auto !== undefined) this.auto = !move.auto;
    this.#again(move);
  }

  redo() {
    const move = this.#undone.pop();
    if (!move) return;
    this.#moves.push(move);
    for (const [cell, , after] of move.cells) this.#put(cell, { ...this.#contentOf(cell), ...after });
    this.#drawn(move.pen);
    if (move.auto !== undefined) this.auto = move.auto;
    this.#again(move);
  }

  /** Take everything back that was written, in one move that can be undone. */
  restart() {
    this.#become({ cells: {}, pen: [], auto: this.auto });
  }

  /** Remember how things stand. */
  addSavepoint() {
    this.savepoints.push({ when: Date.now(), seconds: this.seconds, filled: this.filled, state: this.#state() });
    this.#tell("change", { cells: new Set(), pen: false });
  }

  /**
   * Go back to a savepoint, in one move that can be undone.
   * @param {{state: State}} savepoint
   */
  restore({ state }) {
    this.#become({ cells: state.cells ?? {}, pen: [...(state.pen ?? [])].map(String), auto: Boolean(state.auto) });
  }

  // ── As JSON ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @returns {any} */
  toJSON() {
    return {
      version: 1,
      title: this.title,
      seconds: Math.round(this.seconds),
      solution: this.solution,
      state: this.#state(),
      moves: this.#moves,
      undone: this.#undone,
      savepoints: this.savepoints,
    };
  }

  /**
   * Go on with a game of the puzzle that has begun.
   * @param {any} saved
   */
  fromJSON(saved) {
    if (saved?.version !== 1) return;
    this.title = String(saved.title ?? this.title);
    this.seconds = Number(saved.seconds) || 0;
    this.solution = typeof saved.solution === "string" ? saved.solution : null;
    const listed = (/** @type {unknown} */ some) => (Array.isArray(some) ? some : []);
    this.savepoints = listed(saved.savepoints);
    this.#moves = listed(saved.moves);
    this.#undone = listed(saved.undone);
    this.auto = Boolean(saved.state?.auto);
    for (const cell of this.digits.keys()) this.#put(cell, saved.state?.cells?.[cell] ?? BLANK);
    this.pen = new Set();
    this.#drawn(listed(saved.state?.pen).map((key) => [String(key), true]));
    this.#tell("puzzle");
  }

  // ── Inside ──────────────────────────────────────────────────────────────────────────────────────────────────────

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
  #become(state) {
    const pen = [...new Set([...this.pen, ...state.pen])].map((key) => {
      return /** @type {[string, boolean]} */ ([key, state.pen.includes(key)]);
    });
    const news = pen.filter(([key, appears]) => this.pen.has(key) !== appears);
    this.#drawn(news);
    const auto = state.auto === this.auto ? undefined : state.auto;
    this.auto = state.auto;
    this.#change(this.digits.keys(), (cell) => this.#put(cell, state.cells[cell] ?? BLANK), { pen: news, auto });
  }

  /**
   * @param {Iterable<number>} cells
   * @param {(cell: number) => void} write
   * @param {{pen?: [string, boolean][], auto?: boolean}} [others]
   */
  #change(cells, write, { pen = [], auto } = {}) {
    const some = [...cells];
    const before = some.map((cell) => this.#contentOf(cell));
    some.forEach(write);
    const changed = some.flatMap((cell, i) => {
      const [was, is] = diffContents(before[i], this.#contentOf(cell));
      return Object.keys(is).length
        ? [/** @type {[number, Partial<CellContent>, Partial<CellContent>]} */ ([cell, was, is])]
        : [];
    });
    if (!changed.length && !pen.length && auto === undefined) return;
    const move = { cells: changed, pen, ...(auto === undefined ? {} : { auto }) };
    this.#done(move, this.#touched(move), pen.length > 0);
  }

  /**
   * @param {Move} move
   * @param {Set<number>} cells
   * @param {boolean} [pen]
   */
  #done(move, cells, pen = false) {
    this.#moves.push(move);
    if (this.#moves.length > MOST_MOVES) this.#moves.shift();
    this.#undone = [];
    this.#tell("change", { cells, pen });
  }

  /** @param {Move} move */
  #again(move) {
    this.#tell("change", { cells: this.#touched(move), pen: move.pen.length > 0 });
  }

  /**
   * @param {Move} move
   * @returns {Set<number>} The cells that look different after it: with automatic candidates, peers too.
   */
  #touched(move) {
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

  /** @param {[string, boolean][]} some */
  #drawn(some) {
    for (const [key, appears] of some) {
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
   * Put into a cell what may be there; a link may hold anything.
   * @param {number} cell
   * @param {Partial<CellContent>} held
   */
  #put(cell, held) {
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
   * @param {string} name
   * @param {any} [detail]
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/**
 * @param {CellContent} one
 * @param {CellContent} other
 * @returns {[Partial<CellContent>, Partial<CellContent>]} What each of them has, where they differ.
 */
function diffContents(one, other) {
  const keys = /** @type {(keyof CellContent)[]} */ (Object.keys(one)).filter(
    (key) => String(one[key]) !== String(other[key]),
  );
  const of = (/** @type {CellContent} */ held) => Object.fromEntries(keys.map((key) => [key, held[key]]));
  return [of(one), of(other)];
}

/**
 * @param {Board} board
 * @param {any} document
 * @returns {Set<number>[]}
 */
function findPeers(board, document) {
  const peers = board.cells.map(() => /** @type {Set<number>} */ (new Set()));
  for (const { cells } of [...board.houses, ...findCages(document, board)]) {
    for (const cell of cells) for (const other of cells) if (cell !== other) peers[cell].add(other);
  }
  return peers;
}

/**
 * Find the houses that rules add: cages and the like, whose cells hold no digit twice.
 * @param {any} document
 * @param {Board} board
 * @returns {House[]}
 */
function findCages(document, board) {
  const number = new Map(board.cells.map(({ name }, cell) => [name, cell]));
  return getRules(document)
    .filter((rule) => rule.rule === "cage" || rule.rule === "all_different")
    .map((rule) => ({
      name: rule.total ? `cage ${rule.total}` : "cage",
      cells: String(rule.cells)
        .split(" ")
        .flatMap((name) => number.get(name) ?? []),
    }))
    .filter(({ cells }) => cells.length <= board.digits.length);
}

/**
 * @param {any} document
 * @returns {any[]} The rules that a document states.
 */
export function getRules(document) {
  return Array.isArray(document?.rules) ? document.rules : [];
}
