// The moves of a game, for undo and redo.

/** @typedef {import("./game.js").Move} Move */

const MAX_MOVES = 5000;

export class MoveHistory {
  /** @type {Move[]} */ #moves = [];
  /** @type {Move[]} */ #undone = [];

  get canUndo() {
    return this.#moves.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** @param {Move} move */
  add(move) {
    this.#moves.push(move);
    if (this.#moves.length > MAX_MOVES) this.#moves.shift();
    this.#undone = [];
  }

  /** @returns {Move | undefined} The move to undo. */
  undo() {
    const move = this.#moves.pop();
    if (move) this.#undone.push(move);
    return move;
  }

  /** @returns {Move | undefined} The move to redo. */
  redo() {
    const move = this.#undone.pop();
    if (move) this.#moves.push(move);
    return move;
  }

  /** @returns {{moves: Move[], undone: Move[]}} */
  toJSON() {
    return { moves: this.#moves, undone: this.#undone };
  }

  /**
   * @param {{moves?: unknown, undone?: unknown}} saved which may be damaged
   * @returns {MoveHistory}
   */
  static fromJSON({ moves, undone }) {
    const history = new MoveHistory();
    history.#moves = Array.isArray(moves) ? moves : [];
    history.#undone = Array.isArray(undone) ? undone : [];
    return history;
  }
}
