// Lights on the board: the houses, cells, candidates and links that a step is about.

import { drawLink, locateCandidate } from "./ink_drawing.js";
import { svg } from "./elements.js";

/**
 * @typedef {{cell: string, digit: number | string, role: string}} LitCandidate A digit is a number from 1, or its sign.
 * @typedef {{from: [string, number | string], to: [string, number | string], strong: boolean}} Link
 * @typedef {{houses?: string[][], candidates?: LitCandidate[], links?: Link[],
 *   cells?: string[] | Record<string, string>, rules?: number[], numbers?: [string, number][]}} Lights
 *   Cells are a list, or each has its role, which is a CSS class. All rules but these fade, unless there are none.
 *   The numbers are those of the steps of a proof, in their cells.
 */

export class LightLayers {
  /** @type {Set<number>} Cells with lit candidates. Their notes stand in a grid, so that each has its place. */ cells =
    new Set();

  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
    this.layers = board.layers;
  }

  /** @param {Lights} lights */
  show({ houses = [], candidates = [], links = [], cells = [], rules = [], numbers = [] }) {
    this.clear();
    this.#fade(rules);
    for (const [i, house] of houses.entries()) {
      const path = house.map((name) => this.#squareOf(name)).join("");
      this.layers.houses.append(svg("path", { d: path, class: `lit-house lit-house-${i % 3}` }));
    }
    const roles = Array.isArray(cells) ? cells.map((name) => [name, ""]) : Object.entries(cells);
    for (const [name, role] of roles) {
      this.layers.lit.append(svg("path", { d: this.#squareOf(name), class: `lit-cell ${role}`.trim() }));
    }
    for (const candidate of candidates) this.#showCandidate(candidate);
    for (const link of links) this.#showLink(link);
    /** @type {Record<string, number>} */ const corners = {};
    for (const [name, number] of numbers) {
      corners[name] = (corners[name] ?? -1) + 1;
      this.#showNumber(name, number, corners[name]);
    }
  }

  clear() {
    this.cells = new Set();
    this.#fade([]);
    for (const name of /** @type {const} */ (["houses", "lit", "links"])) this.layers[name].replaceChildren();
  }

  /** @param {number[]} rules that stay as they are */
  #fade(rules) {
    for (const layer of [this.layers.below, this.layers.above]) {
      for (const group of layer.querySelectorAll("[data-rule]")) {
        const isFaded = rules.length > 0 && !rules.includes(Number(group.getAttribute("data-rule")));
        group.classList.toggle("is-faded", isFaded);
      }
    }
  }

  /** @param {string} name of a cell */
  #squareOf(name) {
    return this.board.squareOf(this.board.app.game.cellNamed(name));
  }

  /**
   * @param {number} cell
   * @param {number | string} digit
   * @returns {{x: number, y: number, size: number, sign: string}} where a candidate is on the board
   */
  #locate(cell, digit) {
    const { game } = this.board.app;
    const sign = typeof digit === "number" ? game.board.digits[digit - 1] : digit;
    return { ...locateCandidate(this.board, cell, sign), sign };
  }

  /** @param {LitCandidate} candidate */
  #showCandidate({ cell: name, digit, role }) {
    const cell = this.board.app.game.cellNamed(name);
    if (cell < 0) return;
    const { x, y, size, sign } = this.#locate(cell, digit);
    this.cells.add(cell);
    const r = (size * 0.66).toFixed(1);
    this.layers.links.append(
      svg("circle", { cx: x, cy: y, r, class: `lit-candidate ${role}` }),
      svg("text", { x, y: y + 0.355 * size, "font-size": size, class: `lit-digit is-${role}` }, sign),
    );
    if (role !== "strike") return;
    const half = size * 0.5;
    const path = `M${x - half} ${y + half}L${x + half} ${y - half}`;
    this.layers.links.append(svg("path", { d: path, class: "lit-strike" }));
  }

  /**
   * @param {string} name of a cell
   * @param {number} number
   * @param {number} corner of the cell, from 0
   */
  #showNumber(name, number, corner) {
    const { game } = this.board.app;
    const [row, column] = game.board.cells[game.cellNamed(name)].at;
    const [x, y] = [column * 100 + 12 + 76 * (corner % 2), row * 100 + 12 + 76 * (Math.floor(corner / 2) % 2)];
    this.layers.links.append(
      svg("circle", { cx: x, cy: y, r: 17, class: "paper ink-line" }),
      svg("text", { x, y: y + 9, "font-size": 25, class: "ink" }, String(number)),
    );
  }

  /** @param {Link} link */
  #showLink({ from, to, strong }) {
    const [a, b] = [from, to].map(([name, digit]) => this.#locate(this.board.app.game.cellNamed(name), digit));
    this.layers.links.append(drawLink(a, b, `lit-link ${strong ? "is-strong" : "is-weak"}`));
  }
}
