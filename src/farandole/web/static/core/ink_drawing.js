// What the pen drew: lines and signs on cells, and on candidates colors, each with its shape, and links.

import { svg } from "./elements.js";
import { INK_COLORS, listInk, listOpen, parseInk } from "./ink.js";
import { locateNote } from "./note_drawing.js";

/**
 * @typedef {import("./board.js").BoardView} BoardView
 * @typedef {import("./ink.js").Candidate} Candidate
 * @typedef {{x: number, y: number, size: number}} Spot in units of 100 a cell
 * @typedef {{from: Candidate, to?: {x: number, y: number}}} OpenLink A link that is being drawn.
 */

/** Corners of a square, a diamond and a triangle. The first shape is an ellipse, because drawings leave circles empty. */
const CORNERS = ["-.9-.9 .9-.9 .9 .9-.9 .9", "0-1.25 1.25 0 0 1.25-1.25 0", "0-1.35 1.3 .85-1.3 .85"];

/**
 * @param {number} color
 * @returns {SVGElement} Its shape, of radius 1 around the origin.
 */
export function drawShape(color) {
  const look = { class: `inked-color hue-paper-${color}`, "vector-effect": "non-scaling-stroke" };
  const points = CORNERS[INK_COLORS.indexOf(color) - 1];
  return points ? svg("polygon", { ...look, points }) : svg("ellipse", { ...look, rx: 1, ry: 1 });
}

/**
 * @param {BoardView} board
 * @param {number} cell
 * @param {string} digit
 * @returns {Spot} where a candidate is on the board
 */
export function locateCandidate(board, cell, digit) {
  const { game } = board.app;
  const [row, column] = game.board.cells[cell].at;
  const { x, y, size } = locateNote(game, digit, board.hasTotal(cell));
  return { x: column * 100 + x, y: row * 100 + y, size };
}

/**
 * Find the candidate that is nearest to a point.
 * @param {BoardView} board
 * @param {import("./board.js").BoardPoint} point
 * @returns {Candidate | null}
 */
export function findCandidate(board, { cell, x, y }) {
  if (cell === null) return null;
  const { digits } = board.app.game.board;
  const spots = listOpen(board.app.game, cell).map((digit) => {
    const spot = locateCandidate(board, cell, digits[digit - 1]);
    return { digit, distance: Math.hypot(spot.x - x, spot.y - y) };
  });
  const [nearest] = spots.sort((a, b) => a.distance - b.distance);
  return nearest ? [cell, nearest.digit] : null;
}

/** The layer of the board with what the pen drew. */
export class InkLayer {
  /** Whether the player draws on candidates, so that all notes stand at their places. */ isOpen = false;
  /** @type {Set<number>} Cells whose candidates have ink. */ #cells = new Set();

  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * @param {number} cell
   * @returns {boolean} Whether each note of the cell stands at its place.
   */
  has(cell) {
    return this.isOpen || this.#cells.has(cell);
  }

  /**
   * @param {OpenLink | null} [openLink]
   * @returns {Set<number>} The cells that have or had ink, which may look different now.
   */
  draw(openLink = null) {
    const { game } = this.board.app;
    const inks = listInk(game);
    const before = this.#cells;
    this.#cells = new Set(inks.flatMap(({ ends }) => ends.map(([cell]) => cell)));
    this.board.layers.pen.replaceChildren(...drawLines(game), ...this.#drawInks(inks), ...this.#drawOpen(openLink));
    return new Set([...before, ...this.#cells]);
  }

  /** @param {import("./ink.js").Ink[]} inks */
  #drawInks(inks) {
    const signed = new Map(inks.flatMap(({ ends }) => ends.map((end) => [end.join(), end])));
    return [
      ...inks.filter(({ color }) => color).map(({ ends: [end], color }) => this.#drawColor(end, color)),
      ...[...signed.values()].map((end) => this.#drawDigit(end)),
      ...inks.filter(({ color }) => !color).map(({ ends, isStrong }) => this.#drawLink(ends, isStrong)),
    ];
  }

  /**
   * @param {Candidate} end
   * @param {number} color
   */
  #drawColor(end, color) {
    const { x, y, size } = this.#locate(end);
    const shape = drawShape(color);
    shape.setAttribute("transform", `translate(${x} ${y}) scale(${size * 0.6})`);
    return shape;
  }

  /** @param {Candidate} end */
  #drawDigit(end) {
    const { x, y, size } = this.#locate(end);
    const digit = this.board.app.game.board.digits[end[1] - 1];
    return svg("text", { x, y: y + 0.355 * size, "font-size": size, class: "lit-digit" }, digit);
  }

  /**
   * @param {Candidate[]} ends
   * @param {boolean} isStrong
   */
  #drawLink([a, b], isStrong) {
    return drawLink(this.#locate(a), this.#locate(b), `inked-link${isStrong ? "" : " is-weak"}`);
  }

  /** @param {OpenLink | null} openLink */
  #drawOpen(openLink) {
    if (!openLink) return [];
    const { x, y, size } = this.#locate(openLink.from);
    const ring = svg("circle", { cx: x, cy: y, r: size * 0.72, class: "inked-start" });
    const link = openLink.to ? [drawLink({ x, y, size }, { ...openLink.to, size: 0 }, "inked-link is-open")] : [];
    return [this.#drawDigit(openLink.from), ring, ...link];
  }

  /** @param {Candidate} candidate */
  #locate([cell, digit]) {
    return locateCandidate(this.board, cell, this.board.app.game.board.digits[digit - 1]);
  }
}

/**
 * Draw the lines and signs of the pen.
 * @param {import("./game.js").Game} game
 * @returns {SVGElement[]}
 */
function drawLines(game) {
  const middle = (/** @type {string} */ cell) => {
    const [row, column] = game.board.cells[Number(cell)].at;
    return [column * 100 + 50, row * 100 + 50];
  };
  const keys = [...game.pen].filter((key) => !parseInk(key));
  return keys.map((key) => {
    const sign = /^(\d+)([ox])$/.exec(key);
    if (sign) {
      const [x, y] = middle(sign[1]);
      const path =
        sign[2] === "o"
          ? `M${x - 34} ${y}a34 34 0 1 0 68 0a34 34 0 1 0-68 0`
          : `M${x - 28} ${y - 28}l56 56m0-56l-56 56`;
      return svg("path", { d: path, class: "pen" });
    }
    const [from, to] = key.split("-").map(middle);
    return svg("path", { d: `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`, class: "pen" });
  });
}

/**
 * Draw a link between two candidates, bent so that it can be told from those behind it.
 * @param {Spot} a
 * @param {Spot} b
 * @param {string} look
 * @returns {SVGElement}
 */
export function drawLink(a, b, look) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(40, length * 0.15);
  const short = Math.min(a.size * 0.7, length * 0.38); // two candidates of a cell are near each other
  const start = `${a.x + (dx / length) * short} ${a.y + (dy / length) * short}`;
  const end = `${b.x - (dx / length) * short} ${b.y - (dy / length) * short}`;
  const middle = `${(a.x + b.x) / 2 - (dy / length) * bend} ${(a.y + b.y) / 2 + (dx / length) * bend}`;
  return svg("path", { d: `M${start}Q${middle} ${end}`, class: look });
}
