// The pen: lines through the centers of cells. Taps on a cell draw a circle, then a cross, then nothing.

/**
 * @typedef {import("../core/board.js").BoardPoint} BoardPoint
 * @typedef {import("../core/board.js").Tool} Tool
 */

/** @implements {Tool} */
export class Pen {
  name = "pen";
  /** @type {number | null} */ #last = null;
  /** @type {Map<string, boolean>} */ #drawn = new Map();
  /** @type {boolean | null} Whether the stroke draws lines, or removes them. */ #appears = null;

  /** @param {import("../core/game.js").Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @param {BoardPoint} point */
  down({ cell }) {
    this.#last = cell;
    this.#drawn.clear();
    this.#appears = null;
  }

  /** @param {BoardPoint} point */
  move({ cell }) {
    if (cell === null || this.#last === null || cell === this.#last) return;
    const [a, b] = [this.#last, cell].map((end) => this.game.board.cells[end].at);
    this.#last = cell;
    if (Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) > 1) return;
    const ends = [a, b].map(([row, column]) =>
      this.game.board.cells.findIndex(({ at }) => at[0] === row && at[1] === column),
    );
    const key = ends.sort((x, y) => x - y).join("-");
    this.#appears ??= !this.game.pen.has(key);
    this.#drawn.set(key, this.#appears);
    this.game.draw([[key, this.#appears]]);
  }

  /** @param {BoardPoint} point */
  up({ cell }) {
    if (cell === null || this.#drawn.size) return;
    const [circle, cross] = [`${cell}o`, `${cell}x`];
    if (this.game.pen.has(circle))
      this.game.draw([
        [circle, false],
        [cross, true],
      ]);
    else if (this.game.pen.has(cross)) this.game.draw([[cross, false]]);
    else this.game.draw([[circle, true]]);
  }
}
