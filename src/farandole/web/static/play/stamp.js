// Digit-first input: a digit is chosen, then written in each cell that is tapped or dragged over.

/**
 * @typedef {import("../core/board.js").BoardPoint} BoardPoint
 * @typedef {import("../core/board.js").Tool} Tool
 */

/** @implements {Tool} */
export class Stamp {
  name = "stamp";
  /** @type {number | null} */ #last = null;

  /**
   * @param {import("../core/game.js").Game} game
   * @param {import("./modes.js").Modes} modes
   */
  constructor(game, modes) {
    this.game = game;
    this.modes = modes;
  }

  /** @param {BoardPoint} point */
  down({ cell }) {
    this.#last = null;
    this.#write(cell);
  }

  /** @param {BoardPoint} point */
  move({ cell }) {
    if (this.modes.current !== "digit") this.#write(cell); // a digit is rarely meant twice, marks often are
  }

  /** @param {number | null} cell */
  #write(cell) {
    if (cell === null || cell === this.#last) return;
    this.#last = cell;
    this.game.select([cell], cell);
    this.game.write(this.modes.current, this.modes.stamp);
  }
}
