// Searches as they were told, to be followed forward and back. Pure: no page, no words.

/**
 * @typedef {[kind: string, level: number, ...what: any[]]} Move As farandole.web.watching tells it.
 * @typedef {{parent: number, level: number, move: number, end: "" | "dead end" | "solution"}} Branch Something tried.
 * @typedef {{item: number, size: number, level: number}} Choice
 */

const GIST = new Set(["try", "choose", "dead end", "solution", "step"]);
const BACK = new Set(["take back", "uncover", "release", "show"]);

/** A search, and the place in it that is shown. A tick is something tried, and what follows up to the next choice. */
export class Film {
  constructor() {
    /** @type {Move[]} */
    this.moves = [];
    /** How many moves are played. */
    this.at = 0;
    /** @type {number[]} How many moves are played after so many ticks. */
    this.ticks = [0];
    /** @type {number[]} How deep the search is after so many ticks. */
    this.depths = [0];
    /** @type {Branch[]} The tree of choices; 0 is its root. */
    this.tree = [{ parent: -1, level: 0, move: -1, end: "" }];
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {number[]} For each move: the branch that it is in. */
    this.branchAt = [];
    /** @type {number[]} For each move: the choice that it is about, or -1. */
    this.choiceAt = [];
    /** @type {Record<string, number>} How many moves of each kind are played. */
    this.counts = {};
    /** Whether the search came to its end, or to the solution it looked for. */
    this.isDone = false;
    this.isSolved = false;
    this.follows = true;
    /** @type {number[]} */
    this.path = [0];
    /** @type {number[]} */
    this.open = [];
  }

  /** @param {Move[]} moves that come after those known */
  append(moves) {
    for (const move of moves) {
      const [kind, level] = move;
      const index = this.moves.push(move) - 1;
      if (BACK.has(kind)) this.back(level);
      else if (kind === "choose") this.chosen(move);
      else if (kind === "try" || kind === "step") this.tried(index, level);
      else if (kind === "dead end" || kind === "solution") this.tree[this.path[this.path.length - 1]].end = kind;
      if (kind === "solution") this.isSolved = true;
      if (this.follows || kind === "dead end" || kind === "solution") {
        this.ticks[this.ticks.length - 1] = index + 1;
        this.depths[this.depths.length - 1] = this.path.length - 1;
      }
      if (kind === "choose") this.follows = false;
      this.branchAt.push(this.path[this.path.length - 1]);
      this.choiceAt.push(this.open.length ? this.open[this.open.length - 1] : -1);
    }
  }

  /** @param {number} level */
  back(level) {
    this.follows = false;
    this.path.length = Math.min(this.path.length, level + 1);
    while (this.open.length && this.choices[this.open[this.open.length - 1]].level > level) this.open.pop();
  }

  /** @param {Move} move */
  chosen([, level, item, size]) {
    this.path.length = Math.min(this.path.length, level + 1);
    while (this.open.length && this.choices[this.open[this.open.length - 1]].level >= level) this.open.pop();
    this.open.push(this.choices.push({ item, size: size ?? -1, level }) - 1);
  }

  /**
   * @param {number} index
   * @param {number} level
   */
  tried(index, level) {
    this.follows = true;
    this.ticks.push(0);
    this.depths.push(0);
    this.path.length = Math.min(this.path.length, level + 1);
    const parent = this.path[this.path.length - 1];
    this.path.push(this.tree.push({ parent, level: this.path.length, move: index, end: "" }) - 1);
  }

  /** How many ticks the film has. */
  get length() {
    return this.ticks.length - 1;
  }

  /** The move played last. @returns {Move | null} */
  get last() {
    return this.at ? this.moves[this.at - 1] : null;
  }

  /** The moves of the tick that is shown that say most: what was tried, and what was found. @returns {Move[]} */
  get gist() {
    const from = this.at > 0 && this.tick > 0 ? this.tree[this.tick].move : 0;
    return this.moves.slice(from, this.at).filter(([kind]) => GIST.has(kind));
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

  /** The moves of what is taken, from the first choice down. @returns {Move[]} */
  get taken() {
    const found = [];
    for (let branch = this.branch; branch > 0; branch = this.tree[branch].parent) {
      found.push(this.moves[this.tree[branch].move]);
    }
    return found.reverse();
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

  /** The tick that the place shown belongs to. */
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
   * What a kind of film does with its own state.
   * @param {Move} _move
   * @param {1 | -1} _way
   */
  change(_move, _way) {}
}

/** Plain backtracking: the digits on the board. */
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
 * Dancing links: which items are covered, which nodes hidden, how many options each item has.
 * @typedef {{items: string[], primary: number, options: [string, number[]][]}} Matrix
 */
export class Links extends Film {
  /** @param {Matrix} matrix */
  constructor(matrix) {
    super();
    this.matrix = matrix;
    this.covered = new Uint8Array(matrix.items.length);
    this.sizes = new Int32Array(matrix.items.length);
    /** For each option, its first node. */
    this.starts = new Int32Array(matrix.options.length + 1);
    matrix.options.forEach(([, items], option) => {
      this.starts[option + 1] = this.starts[option] + items.length;
      for (const item of items) this.sizes[item]++;
    });
    this.hidden = new Uint8Array(this.starts[matrix.options.length]);
    /** For each option, how many of its nodes are hidden. */
    this.away = new Int32Array(matrix.options.length);
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
      this.away[what] += hides ? 1 : -1;
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

  /** A line of steps is no tree: each goes on where the last one ended. @param {number} index */
  tried(index) {
    super.tried(index, this.path.length);
  }
}
