// Pictures of boards: the server's drawing, and on a canvas over it digits, candidates or pieces.

import { SVG, parseSvg, html, parseLayer, setStyleSheet } from "../core/elements.js";
import { Canvas } from "./canvas.js";

/**
 * @typedef {{cells: {name: string, at: [number, number]}[], digits: string, size: [number, number]}} Places
 * @typedef {{digit: string, look: "given" | "found" | "now" | "waiting"}
 *   | {candidates: string, eliminated?: string}} Content
 */

/** The picture of a puzzle. */
export class SudokuPicture {
  /**
   * @param {Places} places
   * @param {{layers: {below: string, above: string}, view_box: number[], style?: string, class?: string}} drawing
   */
  constructor(places, drawing) {
    this.places = places;
    this.box = drawing.view_box;
    if (drawing.style) setStyleSheet("watch boards", drawing.style);
    const [x, y, width, height] = this.box;
    const svg = parseSvg(
      `<svg xmlns="${SVG}" viewBox="${x} ${y} ${width} ${height}" class="${drawing.class ?? ""}" aria-hidden="true"/>`,
    );
    svg.append(...parseLayer(drawing.layers.below).childNodes, ...parseLayer(drawing.layers.above).childNodes);
    this.canvas = new Canvas("watch-board-digits");
    this.element = html("div", { class: "watch-board" }, svg, this.canvas.element);
    this.element.style.aspectRatio = `${width} / ${height}`;
  }

  /**
   * @param {Content[]} contents of each cell
   * @param {number} lit a cell, or -1
   * @param {boolean} isDead whether no digit fits there
   */
  draw(contents, lit, isDead) {
    if (!this.canvas.begin()) return;
    const { canvas, places } = this;
    const { context, inks } = canvas;
    const [left, top, width] = this.box;
    const unit = (canvas.width / width) * 100;
    const n = places.digits.length,
      across = Math.ceil(Math.sqrt(n));
    places.cells.forEach(({ at: [row, column] }, cell) => {
      const x = (column - left / 100) * unit,
        y = (row - top / 100) * unit;
      if (cell === lit) {
        context.fillStyle = isDead ? inks.dead : inks.accent;
        context.globalAlpha = 0.22;
        context.fillRect(x + 1, y + 1, unit - 2, unit - 2);
        context.globalAlpha = 1;
        if (isDead) canvas.write("×", x + unit / 2, y + unit / 2, { size: unit * 0.8, color: inks.dead });
      }
      const content = contents[cell];
      if (!content) return;
      if ("digit" in content) {
        const color = { given: inks.ink, found: inks.accent, now: inks.accent, waiting: inks.soft }[content.look];
        const weight = content.look === "given" ? 500 : content.look === "now" ? 700 : 400;
        canvas.write(content.digit, x + unit / 2, y + unit * 0.54, { size: unit * 0.66, color, weight });
      } else if (unit > 13) {
        const size = (unit / across) * 0.8;
        for (const digit of places.digits) {
          const isLeft = content.candidates.includes(digit);
          if (!isLeft && !content.eliminated?.includes(digit)) continue;
          const at = places.digits.indexOf(digit);
          const dx = ((at % across) + 0.5) / across,
            dy = (Math.floor(at / across) + 0.55) / across;
          canvas.write(digit, x + unit * (0.06 + 0.88 * dx), y + unit * (0.06 + 0.88 * dy), {
            size,
            color: isLeft ? inks.soft : inks.dead,
            weight: isLeft ? 400 : 700,
          });
        }
      }
    });
  }
}

const CELL = /^r(\d+)c(\d+)$/;

/**
 * Find the squares of an option: those that its items name; a queen is where its row and its column meet.
 * @param {string[]} items
 * @returns {[number, number][]}
 */
export function findSquares(items) {
  const squares = items.map((item) => CELL.exec(item)).filter((match) => match !== null);
  if (squares.length) return squares.map(([, row, column]) => [Number(row), Number(column)]);
  const row = items.map((item) => /^r(\d+)$/.exec(item)).find(Boolean);
  const column = items.map((item) => /^c(\d+)$/.exec(item)).find(Boolean);
  return row && column ? [[Number(row[1]), Number(column[1])]] : [];
}

const GOLDEN_ANGLE = 137.5; // degrees: as many hues as one likes, far apart

/** The picture of an exact cover whose options are pieces on a board. */
export class PiecePicture {
  /**
   * @param {import("./films.js").Matrix} matrix
   * @param {[number, number]} [size] of the board; by default that of its squares
   */
  constructor({ items, options }, size) {
    this.squares = options.map(([, held]) => findSquares(held.map((item) => items[item])));
    this.names = options.map(([, held]) => items[held[0]]);
    const kinds = [...new Set(this.names.filter((name) => !CELL.test(name)))];
    /** @type {Map<string, number>} The number of each kind of piece, if there are several. */
    this.kinds = new Map(kinds.length > 1 ? kinds.map((name, at) => [name, at]) : []);
    const all = this.squares.flat();
    this.rows = size?.[0] ?? Math.max(0, ...all.map(([row]) => row));
    this.columns = size?.[1] ?? Math.max(0, ...all.map(([, column]) => column));
    this.hasGrid = !size; // else it is drawn below
    this.isEmpty = !all.length || this.squares.some((squares) => !squares.length);
    this.canvas = new Canvas("watch-board-digits");
    this.element = html("div", { class: "watch-board watch-pieces" }, this.canvas.element);
    this.element.classList.toggle("watch-wide", this.columns > 2 * this.rows);
    this.element.style.aspectRatio = `${Math.max(1, this.columns)} / ${Math.max(1, this.rows)}`;
  }

  /**
   * @param {number[]} taken options
   * @param {{isEnd?: boolean, dead?: string}} [look] whether all pieces lie; the square that none can cover
   */
  draw(taken, { isEnd = false, dead = "" } = {}) {
    if (this.isEmpty || !this.canvas.begin()) return;
    const { canvas } = this;
    const { context, inks } = canvas;
    const unit = Math.min(canvas.width / this.columns, canvas.height / this.rows);
    const left = (canvas.width - unit * this.columns) / 2;
    for (let row = 0; this.hasGrid && row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        context.strokeStyle = inks.line;
        context.strokeRect(left + column * unit + 0.5, row * unit + 0.5, unit - 1, unit - 1);
      }
    }
    taken.forEach((option, level) =>
      this.#drawPiece(option, { isNow: !isEnd && level === taken.length - 1, level, left, unit }),
    );
    const [square] = findSquares([dead]);
    if (square)
      canvas.write("×", left + (square[1] - 0.5) * unit, (square[0] - 0.5) * unit, {
        size: unit * 0.9,
        color: inks.dead,
        weight: 700,
      });
  }

  /**
   * @param {number} option
   * @param {{isNow: boolean, level: number, left: number, unit: number}} how
   */
  #drawPiece(option, { isNow, level, left, unit }) {
    const { context, inks } = this.canvas;
    const squares = this.squares[option];
    const has = new Set(squares.map(String));
    if (squares.length === 1 && this.hasGrid) {
      const [[row, column]] = squares;
      this.canvas.write("♛", left + (column - 0.5) * unit, (row - 0.47) * unit, {
        size: unit * 0.75,
        color: isNow ? inks.accent : inks.ink,
      });
      return;
    }
    const gap = Math.min(3, unit * 0.1);
    const hue = (this.kinds.get(this.names[option]) ?? level) * GOLDEN_ANGLE;
    context.fillStyle = isNow ? inks.accent : inks.lift;
    if (!isNow && !this.hasGrid) context.fillStyle = `oklch(from ${inks.lift} l 0.09 ${hue % 360})`;
    context.strokeStyle = inks.accent;
    context.lineWidth = 1.5;
    for (const [row, column] of squares) {
      const x = left + (column - 1) * unit,
        y = (row - 1) * unit;
      const [up, down, before, after] = [
        [row - 1, column],
        [row + 1, column],
        [row, column - 1],
        [row, column + 1],
      ].map((other) => has.has(String(other)));
      const x0 = x + (before ? 0 : gap),
        x1 = x + unit - (after ? 0 : gap),
        y0 = y + (up ? 0 : gap),
        y1 = y + unit - (down ? 0 : gap);
      context.fillRect(x0 - 0.3, y0 - 0.3, x1 - x0 + 0.6, y1 - y0 + 0.6);
      context.beginPath();
      if (!up) (context.moveTo(x0, y0), context.lineTo(x1, y0));
      if (!down) (context.moveTo(x0, y1), context.lineTo(x1, y1));
      if (!before) (context.moveTo(x0, y0), context.lineTo(x0, y1));
      if (!after) (context.moveTo(x1, y0), context.lineTo(x1, y1));
      context.stroke();
    }
    const name = this.names[option];
    if (CELL.test(name)) return;
    const [row, column] = squares[Math.floor(squares.length / 2)];
    this.canvas.write(name, left + (column - 0.5) * unit, (row - 0.47) * unit, {
      size: unit * 0.5,
      weight: 700,
      color: isNow ? inks.paper : inks.ink,
    });
  }
}
