// Searches as films: the moves that the server sends, played forward and back. They know no page.

/**
 * @typedef {[kind: string, level: number, ...what: any[]]} Move A move of a search, as the server sends it.
 * @typedef {{parent: number, level: number, move: number, end: "" | "dead end" | "solution"}} Branch
 *   A try, and how it ended.
 * @typedef {{item: number, size: number, level: number}} Choice
 */

const SUMMARY_KINDS = new Set(["try", "choose", "dead end", "solution", "step"]);
const UNDO_KINDS = new Set(["take back", "uncover", "release", "show"]);

/** A search, and the move that is shown. A tick is a try and what follows it, up to the next choice. */
export class Film {
  constructor() {
    /** @type {Move[]} */
    this.moves = [];
    /** The number of moves that are played. */
    this.at = 0;
    /** @type {number[]} The number of moves after each tick. */
    this.ticks = [0];
    /** @type {number[]} The depth of the search after each tick. */
    this.depths = [0];
    /** @type {Branch[]} The tree of choices; 0 is its root. */
    this.tree = [{ parent: -1, level: 0, move: -1, end: "" }];
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {number[]} The branch of each move. */
    this.branchAt = [];
    /** @type {number[]} The choice that each move belongs to, or -1. */
    this.choiceAt = [];
    /** @type {Record<string, number>} The number of played moves of each kind. */
    this.counts = {};
    /** Whether the search ended, or found the solution it looked for. */
    this.isDone = false;
    this.isSolved = false;
    this.isTickOpen = true;
    /** @type {number[]} */
    this.path = [0];
    /** @type {number[]} */
    this.open = [];
  }

  /** @param {Move[]} moves after those that are known */
  append(moves) {
    for (const move of moves) {
      const [kind, level] = move;
      const index = this.moves.push(move) - 1;
      if (UNDO_KINDS.has(kind)) this.goBack(level);
      else if (kind === "choose") this.addChoice(move);
      else if (kind === "try" || kind === "step") this.addBranch(index, level);
      else if (kind === "dead end" || kind === "solution") this.tree[this.path[this.path.length - 1]].end = kind;
      if (kind === "solution") this.isSolved = true;
      if (this.isTickOpen || kind === "dead end" || kind === "solution") {
        this.ticks[this.ticks.length - 1] = index + 1;
        this.depths[this.depths.length - 1] = this.path.length - 1;
      }
      if (kind === "choose") this.isTickOpen = false;
      this.branchAt.push(this.path[this.path.length - 1]);
      this.choiceAt.push(this.open.length ? this.open[this.open.length - 1] : -1);
    }
  }

  /** @param {number} level */
  goBack(level) {
    this.isTickOpen = false;
    this.path.length = Math.min(this.path.length, level + 1);
    while (this.open.length && this.choices[this.open[this.open.length - 1]].level > level) this.open.pop();
  }

  /** @param {Move} move */
  addChoice([, level, item, size]) {
    this.path.length = Math.min(this.path.length, level + 1);
    while (this.open.length && this.choices[this.open[this.open.length - 1]].level >= level) this.open.pop();
    this.open.push(this.choices.push({ item, size: size ?? -1, level }) - 1);
  }

  /**
   * @param {number} index
   * @param {number} level
   */
  addBranch(index, level) {
    this.isTickOpen = true;
    this.ticks.push(0);
    this.depths.push(0);
    this.path.length = Math.min(this.path.length, level + 1);
    const parent = this.path[this.path.length - 1];
    this.path.push(this.tree.push({ parent, level: this.path.length, move: index, end: "" }) - 1);
  }

  /** The number of ticks. */
  get length() {
    return this.ticks.length - 1;
  }

  /** The move played last. @returns {Move | null} */
  get last() {
    return this.at ? this.moves[this.at - 1] : null;
  }

  /** The main moves of the tick that is shown: what was tried, and what came of it. @returns {Move[]} */
  get summary() {
    const from = this.at > 0 && this.tick > 0 ? this.tree[this.tick].move : 0;
    return this.moves.slice(from, this.at).filter(([kind]) => SUMMARY_KINDS.has(kind));
  }

  /** The branch of the tree that is shown. */
  get branch() {
    return this.at ? this.branchAt[this.at - 1] : 0;
  }

  /** The choice that is shown. @returns {Choice | null} */
  get choice() {
    const number = this.at ? this.choiceAt[this.at - 1] : -1;
    return number < 0 ? null : this.choices[number];
  }

  /** The tries that led here, from the first one down. @returns {Move[]} */
  get taken() {
    const moves = [];
    for (let branch = this.branch; branch > 0; branch = this.tree[branch].parent) {
      moves.push(this.moves[this.tree[branch].move]);
    }
    return moves.reverse();
  }

  /** @param {number} at a number of moves */
  seek(at) {
    const end = Math.max(0, Math.min(at, this.moves.length));
    for (; this.at < end; this.at++) this.play(this.moves[this.at], 1);
    for (; this.at > end; this.at--) this.play(this.moves[this.at - 1], -1);
  }

  /** @param {number} tick */
  seekTick(tick) {
    this.seek(tick > this.length ? this.moves.length : this.ticks[Math.max(0, tick)]);
  }

  /** The tick of the move that is shown. */
  get tick() {
    let low = 0,
      high = this.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.moves[this.tree[middle].move] && this.tree[middle].move < this.at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * @param {Move} move
   * @param {1 | -1} way forward or back
   */
  play(move, way) {
    this.counts[move[0]] = (this.counts[move[0]] ?? 0) + way;
    this.change(move, way);
  }

  /**
   * Change the state of a kind of film.
   * @param {Move} _move
   * @param {1 | -1} _way
   */
  change(_move, _way) {}
}

/** Backtracking: the digits on the board. */
export class Backtracking extends Film {
  /** @param {number} nCells */
  constructor(nCells) {
    super();
    this.digits = new Int16Array(nCells);
  }

  /**
   * @param {Move} move
   * @param {1 | -1} way
   */
  change([kind, , what], way) {
    if (kind !== "try" && kind !== "take back") return;
    const [cell, digit] = what;
    this.digits[cell] = (kind === "try") === way > 0 ? digit : 0;
  }
}

/**
 * Dancing links: which items are covered, which nodes are hidden, how many options each item has.
 * @typedef {{items: string[], primary: number, options: [string, number[]][]}} Matrix
 */
export class DancingLinks extends Film {
  /** @param {Matrix} matrix */
  constructor(matrix) {
    super();
    this.matrix = matrix;
    this.covered = new Uint8Array(matrix.items.length);
    this.sizes = new Int32Array(matrix.items.length);
    /** The first node of each option. */
    this.starts = new Int32Array(matrix.options.length + 1);
    matrix.options.forEach(([, items], option) => {
      this.starts[option + 1] = this.starts[option] + items.length;
      for (const item of items) this.sizes[item]++;
    });
    this.hidden = new Uint8Array(this.starts[matrix.options.length]);
    /** The number of hidden nodes of each option. */
    this.hiddenCounts = new Int32Array(matrix.options.length);
  }

  /**
   * @param {Move} move
   * @param {1 | -1} way
   */
  change([kind, , what, item], way) {
    if (kind === "cover" || kind === "uncover") this.covered[what] = (kind === "cover") === way > 0 ? 1 : 0;
    else if (kind === "hide" || kind === "show") {
      const hides = (kind === "hide") === way > 0;
      this.hidden[this.starts[what] + this.matrix.options[what][1].indexOf(item)] = hides ? 1 : 0;
      this.sizes[item] += hides ? -1 : 1;
      this.hiddenCounts[what] += hides ? 1 : -1;
    }
  }
}

/** Human logic: digits and candidates. */
export class Logic extends Film {
  /** @param {string[]} candidates of each cell; none where it is filled */
  constructor(candidates) {
    super();
    this.candidates = [...candidates];
    this.digits = new Int16Array(candidates.length);
  }

  /**
   * @param {Move} move
   * @param {1 | -1} way
   */
  change([kind, , step], way) {
    if (kind !== "step") return;
    for (const [cell, before, after] of step.changes) this.candidates[cell] = way > 0 ? after : before;
    for (const [cell, digit] of step.places) this.digits[cell] = way > 0 ? digit : 0;
  }

  /** Steps aren't a tree: each starts where the last one ended. @param {number} index */
  addBranch(index) {
    super.addBranch(index, this.path.length);
  }
}
