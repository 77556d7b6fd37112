// The button that makes the digits entered on an empty board the givens of a puzzle.

import { html } from "../core/elements.js";
import { getRules } from "../core/houses.js";

export class GivensButton {
  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.game = app.played;
    const onclick = () => this.#openPuzzle();
    this.element = html("button", { type: "button", class: "main", "data-t": "play.fix", hidden: true, onclick });
    for (const name of ["puzzle", "change"]) this.game.addEventListener(name, () => this.#update());
  }

  #update() {
    const { board, document, filled, givens, nCells } = this.game;
    const isEmpty = nCells > 0 && !givens.some(Boolean) && !getRules(document).length && !board.marks.length;
    this.element.hidden = !isEmpty || !filled;
  }

  async #openPuzzle() {
    const { board, digits, document, title } = this.game;
    const [height, width] = board.size;
    const rows = Array.from({ length: height }, () => Array(width).fill("#"));
    board.cells.forEach(({ at: [row, column] }, cell) => (rows[row][column] = digits[cell] || "."));
    const givens = rows.map((row) => row.join(""));
    try {
      await this.app.opener.openDocument({ ...document, givens }, { title, fresh: true });
    } catch (error) {
      this.app.reportError(error);
    }
  }
}
