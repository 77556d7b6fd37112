// The grid that keys and screen readers use: an element for each cell, over its place in the drawing.

import { html } from "./elements.js";

export class CellGrid {
  /** @type {HTMLElement[]} */ #squares = [];
  /** @type {Set<number>} */ #selected = new Set();
  /** The cell with the tab stop, or -1. */ #cursor = -1;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  /** @returns {boolean} Whether a cell has the focus. */
  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /**
   * @param {number} cell
   * @returns {HTMLElement | undefined}
   */
  squareOf(cell) {
    return this.#squares[cell];
  }

  /** @param {import("./position.js").Board} board */
  build({ cells, size }) {
    /** @type {Map<number, HTMLElement>} */
    const rows = new Map();
    this.#cursor = -1;
    this.#selected = new Set();
    this.#squares = cells.map(({ at: [row, column], name }) => {
      const square = html("div", {
        role: "gridcell",
        tabindex: -1,
        "aria-selected": "false",
        "aria-colindex": column + 1,
        class: "square",
        "data-cell": name,
      });
      if (!rows.has(row)) rows.set(row, html("div", { role: "row", "aria-rowindex": row + 1 }));
      rows.get(row)?.append(square);
      return square;
    });
    this.element.setAttribute("aria-rowcount", String(size[0]));
    this.element.setAttribute("aria-colcount", String(size[1]));
    this.element.replaceChildren(...[...rows].sort(([a], [b]) => a - b).map(([, row]) => row));
  }

  /**
   * Put the elements where the drawing has its cells.
   * @param {import("./position.js").Board} board
   * @param {[number, number, number, number]} box of the drawing
   */
  place({ cells }, [left, top, width, height]) {
    for (const [cell, square] of this.#squares.entries()) {
      const [row, column] = cells[cell].at;
      square.style.left = `${((column * 100 - left) / width) * 100}%`;
      square.style.top = `${((row * 100 - top) / height) * 100}%`;
      square.style.width = `${10000 / width}%`;
      square.style.height = `${10000 / height}%`;
    }
  }

  /** @param {Set<number>} selection */
  select(selection) {
    const before = this.#selected;
    this.#selected = new Set(selection);
    for (const cell of before) if (!selection.has(cell)) this.#squares[cell]?.setAttribute("aria-selected", "false");
    for (const cell of selection) if (!before.has(cell)) this.#squares[cell]?.setAttribute("aria-selected", "true");
  }

  /**
   * Move the tab stop, and the focus if a cell has it.
   * @param {number} cell
   * @returns {boolean} Whether it was in another cell before.
   */
  setCursor(cell) {
    if (cell === this.#cursor) return false;
    const { hasFocus } = this;
    this.#squares[this.#cursor]?.setAttribute("tabindex", "-1");
    this.#cursor = cell;
    this.#squares[cell]?.setAttribute("tabindex", "0");
    if (hasFocus) this.focus(cell);
    return true;
  }

  /** @param {number} cell */
  focus(cell) {
    this.#squares[cell]?.focus({ preventScroll: true });
  }

  /**
   * @param {number} cell
   * @param {string} label
   */
  setLabel(cell, label) {
    this.#squares[cell].setAttribute("aria-label", label);
  }

  /** @param {number} cell */
  getLabel(cell) {
    return this.#squares[cell]?.getAttribute("aria-label") ?? "";
  }
}
