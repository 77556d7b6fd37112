// The pen: a line through the middles of cells; a tap draws a ring, a cross, nothing again.

/**
 * @typedef {import("../core/board.js").BoardPoint} BoardPoint
 * @typedef {import("../core/board.js").Tool} Tool
 */

/** @implements {Tool} */
export class Pen {
  name = "pen";
  /** @type {number | null} */ #last = null;
  /** @type {Map<string, boolean>} */ #drawn = new Map();
  /** @type {boolean | null} Whether lines are drawn, or taken away. */ #appears = null;

  /** @param {import("../core/game.js").Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @param {BoardPoint} at */
  down({ cell }) {
    this.#last = cell;
    this.#drawn.clear();
    this.#appears = null;
  }

  /** @param {BoardPoint} at */
  move({ cell }) {
    if (cell === null || this.#last === null || cell === this.#last) return;
    const [one, other] = [this.#last, cell].map((some) => this.game.board.cells[some].at);
    this.#last = cell;
    if (Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])) > 1) return;
    const ends = [one, other].map(([row, column]) =>
      this.game.board.cells.findIndex(({ at }) => at[0] === row && at[1] === column),
    );
    const key = ends.sort((a, b) => a - b).join("-");
    this.#appears ??= !this.game.pen.has(key);
    this.#drawn.set(key, this.#appears);
    this.game.draw([[key, this.#appears]]);
  }

  /** @param {BoardPoint} at */
  up({ cell }) {
    if (cell === null || this.#drawn.size) return;
    const [ring, cross] = [`${cell}o`, `${cell}x`];
    if (this.game.pen.has(ring))
      this.game.draw([
        [ring, false],
        [cross, true],
      ]);
    else if (this.game.pen.has(cross)) this.game.draw([[cross, false]]);
    else this.game.draw([[ring, true]]);
  }
}
