// The size of the board: as large as its place, or zoomed and scrolled.

import { measureGrid } from "./note_drawing.js";

const MAX_ZOOM = 6;
const SMALLEST = 6; // pixels of a note that can still be read
const READABLE = 10; // pixels of a note that is easy to read

export class Zoom {
  /** How many times larger the board is than its place. */ factor = 1;
  /** Whether notes in the grid of a cell are too small to be read. */ isSmall = false;

  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
  }

  /** Fit the board into its place. */
  fit() {
    const { scroller, sheet, box } = this.board;
    const [, , width, height] = box;
    const scale = Math.min(scroller.clientWidth / width, scroller.clientHeight / height) * this.factor;
    this.isSmall = scale > 0 && this.#noteSize * scale < SMALLEST;
    sheet.style.width = `${Math.floor(width * scale)}px`;
    sheet.style.height = `${Math.floor(height * scale)}px`;
    sheet.classList.toggle("is-large", this.board.app.game.nCells > 100);
  }

  /** @returns {number} The factor that makes notes readable. */
  get readableFactor() {
    const { sheet, box } = this.board;
    const now = (this.#noteSize * sheet.offsetWidth) / box[2];
    return now > 0 ? (this.factor * READABLE) / now : 1;
  }

  /** @returns {number} The size of a note in a grid, in units of 100 a cell. */
  get #noteSize() {
    return measureGrid(this.board.app.game.board.digits, false).size;
  }

  /**
   * Zoom around a point, which stays where it is.
   * @param {number} factor
   * @param {{x: number, y: number}} [point] in the window; by default the cursor, or the middle
   */
  zoom(factor, point) {
    const { scroller, sheet } = this.board;
    const place = scroller.getBoundingClientRect();
    const middle = { x: place.left + place.width / 2, y: place.top + place.height / 2 };
    const from = point ?? this.#findCursor() ?? middle;
    const before = sheet.getBoundingClientRect();
    const share = { x: (from.x - before.left) / before.width, y: (from.y - before.top) / before.height };
    this.factor = Math.min(MAX_ZOOM, Math.max(1, factor));
    this.board.fit();
    const to = point ?? middle;
    scroller.scrollLeft = share.x * sheet.offsetWidth - (to.x - place.left);
    scroller.scrollTop = share.y * sheet.offsetHeight - (to.y - place.top);
  }

  /** @returns {{x: number, y: number} | null} The middle of the cell with the cursor. */
  #findCursor() {
    const { game } = this.board.app;
    const square = game.selection.size ? this.board.grid.squareOf(game.cursor)?.getBoundingClientRect() : null;
    return square ? { x: square.left + square.width / 2, y: square.top + square.height / 2 } : null;
  }

  /**
   * Scroll a cell into view, with its neighbors.
   * @param {number} cell
   */
  reveal(cell) {
    const square = this.board.grid.squareOf(cell);
    if (!square || this.factor === 1) return;
    const { scroller } = this.board;
    const gap = square.offsetWidth;
    const [x, y] = [square.offsetLeft, square.offsetTop];
    scroller.scrollLeft = Math.min(Math.max(scroller.scrollLeft, x + 2 * gap - scroller.clientWidth), x - gap);
    scroller.scrollTop = Math.min(Math.max(scroller.scrollTop, y + 2 * gap - scroller.clientHeight), y - gap);
  }
}
