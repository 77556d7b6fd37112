// A margin around the grid, one cell wide, to draw clues outside.

const WIDTH = 110; // in units of 100 a cell

export class OutsideMargin {
  /** @type {[number, number, number, number] | null} The board's box without the margin, or null. */
  #box = null;

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {boolean} isOn */
  show(isOn) {
    const { board, draft } = this.app;
    if (!isOn) {
      if (this.#box) board.setBox(this.#box);
      this.#box = null;
      return;
    }
    const [x, y, width, height] = (this.#box ??= board.box);
    const [rows, columns] = draft.board.size;
    const left = Math.min(x, -WIDTH);
    const top = Math.min(y, -WIDTH);
    const right = Math.max(x + width, columns * 100 + WIDTH);
    const bottom = Math.max(y + height, rows * 100 + WIDTH);
    board.setBox([left, top, right - left, bottom - top]);
  }

  /** The board was drawn anew, without a margin. */
  forget() {
    this.#box = null;
  }
}
