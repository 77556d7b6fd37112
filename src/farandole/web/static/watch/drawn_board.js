// A board drawn by hand: squares that are part of it or not, by mouse, touch and keys.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";

export const MAX_SIDE = 20;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class DrawnBoard {
  /** @type {HTMLElement[][]} */ #squares = [];
  /** @type {[number, number]} The square with the tab stop. */ #cursor = [0, 0];
  /** @type {boolean | null} What the stroke makes of squares; null without a stroke. */ #stroke = null;

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.grid = html("div", { role: "grid", class: "tile-grid", "aria-label": t("tile.board") });
    /** A picture of pieces goes over the squares. */
    this.element = html("div", { class: "tile-board" }, this.grid);
    this.grid.addEventListener("pointerdown", (event) => this.#down(event));
    this.grid.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) this.grid.addEventListener(end, () => (this.#stroke = null));
    this.grid.addEventListener("focusin", ({ target }) => this.#follow(/** @type {HTMLElement} */ (target)));
    this.grid.addEventListener("keydown", (event) => this.#handleKey(event));
  }

  /** @returns {[number, number]} Its rows and columns. */
  get size() {
    return [this.#squares.length, this.#squares[0]?.length ?? 0];
  }

  /** @returns {string[]} Its rows, where # is not part of the board. */
  get rows() {
    return this.#squares.map((row) => row.map((square) => (isPart(square) ? "." : "#")).join(""));
  }

  /** @param {string[]} rows */
  set rows(rows) {
    this.#squares = rows.map((row, at) =>
      [...row].map((sign, column) => {
        const square = html("div", { role: "gridcell", tabindex: -1, "data-at": `${at} ${column}` });
        setPart(square, sign === ".", [at, column]);
        return square;
      }),
    );
    this.grid.replaceChildren(...this.#squares.map((row) => html("div", { role: "row" }, ...row)));
    this.element.style.setProperty("--rows", String(rows.length));
    this.element.style.setProperty("--columns", String(rows[0].length));
    this.#moveTo([0, 0], false);
  }

  /** @param {string[]} names of squares that can't be filled, such as "r1c2" */
  mark(names) {
    this.#squares.forEach((row, at) =>
      row.forEach((square, column) => square.classList.toggle("is-why", names.includes(`r${at + 1}c${column + 1}`))),
    );
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const at = this.#locate(event);
    if (event.button !== 0 || !at) return;
    event.preventDefault();
    this.grid.setPointerCapture(event.pointerId);
    this.#moveTo(at, true);
    this.#stroke = !isPart(this.#squares[at[0]][at[1]]);
    this.#draw(at);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const at = this.#stroke === null ? null : this.#locate(event);
    if (at) this.#draw(at);
  }

  /**
   * @param {PointerEvent} event
   * @returns {[number, number] | null}
   */
  #locate({ clientX, clientY }) {
    const { left, top, width, height } = this.grid.getBoundingClientRect();
    const [rows, columns] = this.size;
    const row = Math.floor(((clientY - top) / height) * rows),
      column = Math.floor(((clientX - left) / width) * columns);
    return this.#squares[row]?.[column] ? [row, column] : null;
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const step = ARROWS[event.key];
    const [row, column] = this.#cursor;
    if (step) {
      const [rows, columns] = this.size;
      const to = /** @type {[number, number]} */ ([
        (row + step[0] + rows) % rows,
        (column + step[1] + columns) % columns,
      ]);
      const value = isPart(this.#squares[row][column]);
      this.#moveTo(to, true);
      if (event.shiftKey) this.#draw(to, value);
    } else if (event.key === " " || event.key === "Enter") {
      this.#draw(this.#cursor, !isPart(this.#squares[row][column]));
    } else return;
    event.preventDefault();
  }

  /**
   * @param {[number, number]} at
   * @param {boolean | null} value whether the square becomes part of the board
   */
  #draw(at, value = this.#stroke) {
    const square = this.#squares[at[0]][at[1]];
    if (value === null || isPart(square) === value) return;
    setPart(square, value, at);
    this.onChange();
  }

  /**
   * Move the tab stop to a square that got the focus otherwise than by our keys, such as from a screen reader.
   * @param {HTMLElement} square
   */
  #follow(square) {
    const [row, column] = (square.dataset.at ?? "0 0").split(" ").map(Number);
    if (row !== this.#cursor[0] || column !== this.#cursor[1]) this.#moveTo([row, column], false);
  }

  /**
   * @param {[number, number]} to
   * @param {boolean} takesFocus
   */
  #moveTo(to, takesFocus) {
    this.#squares[this.#cursor[0]]?.[this.#cursor[1]]?.setAttribute("tabindex", "-1");
    this.#cursor = to;
    const square = this.#squares[to[0]][to[1]];
    square.setAttribute("tabindex", "0");
    if (takesFocus) square.focus({ preventScroll: true });
  }
}

/** @param {HTMLElement} square */
function isPart(square) {
  return square.getAttribute("aria-selected") === "true";
}

/**
 * @param {HTMLElement} square
 * @param {boolean} value
 * @param {[number, number]} at
 */
function setPart(square, value, [row, column]) {
  const place = t("board.place", { row: row + 1, column: column + 1 });
  square.setAttribute("aria-selected", String(value));
  square.setAttribute("aria-label", [place, t(value ? "tile.part" : "tile.hole")].join(t("board.comma")));
}
