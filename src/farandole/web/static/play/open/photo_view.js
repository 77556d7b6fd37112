// The photo that a puzzle was read from. Over it are the digits, the selection, and cells that are hard to read.

import { html, svg } from "../../core/elements.js";
import { t } from "../../core/words.js";
import { makeDialog } from "../dialog.js";

/**
 * @typedef {import("../../core/app.js").App} App
 * @typedef {[number, number]} Point
 * @typedef {{nodes: Point[][], rotation: number, doubtful: string[]}} Reading
 */

const MARGIN = 0.4; // around the grid, in cells

export class PhotoView {
  /** @type {any} The document of the photo's puzzle. */ #document = null;
  /** @type {{cell: SVGPolygonElement, digit: SVGTextElement}[]} */ #places = [];
  #address = "";

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = html("figure", { class: "photo", hidden: true });
    app.played.addEventListener("puzzle", () => this.#update());
    app.played.addEventListener("change", () => this.#update());
    app.played.addEventListener("select", () => this.#update());
  }

  /**
   * Show the photo of the puzzle that was opened.
   * @param {Blob} file
   * @param {Reading} reading
   * @param {string} advice what the player should check, or ""
   */
  async show(file, { nodes, rotation, doubtful }, advice) {
    const { played: game, board } = this.app;
    this.#document = game.document;
    const image = await this.#loadPhoto(file);
    this.element.hidden = !image;
    if (!image) return this.element.replaceChildren();
    const at = makeRotation(rotation);
    const grid = nodes.map((row) => row.map(at));
    const unit = Math.sqrt(computeArea(getCorners(grid))) / (nodes.length - 1);
    this.#places = game.board.cells.map(({ at: [row, column], name }, cell) => {
      const [[a, b], [d, c]] = [grid[row].slice(column, column + 2), grid[row + 1].slice(column, column + 2)];
      const digit = svg("text", {
        x: a[0] + (b[0] - a[0]) * 0.8,
        y: b[1] + (c[1] - b[1]) * 0.33,
        "font-size": unit * 0.32,
      });
      return {
        digit,
        cell: svg("polygon", {
          points: [a, b, c, d].join(" "),
          "data-cell": cell,
          class: doubtful.includes(name) ? "doubtful" : "",
        }),
      };
    });
    image.setAttribute("transform", `rotate(${rotation})`);
    const drawing = svg(
      "svg",
      { viewBox: makeViewBox(grid.flat(), unit), role: "img", "aria-label": t("open.over"), "stroke-width": unit / 24 },
      image,
      ...this.#places.map(({ cell }) => cell),
      ...this.#places.map(({ digit }) => digit),
    );
    drawing.addEventListener("click", ({ target }) => {
      const cell = Number(/** @type {SVGElement} */ (target).dataset.cell ?? -1);
      if (cell < 0) return;
      game.select([cell], cell);
      board.focus();
    });
    this.element.replaceChildren(html("figcaption", {}, advice), drawing);
    this.#update();
  }

  /**
   * Let the player choose one of several puzzles of a photo.
   * @param {Blob} file
   * @param {Point[][]} several the corners of each
   * @param {(index: number) => void} choose called with the index of a puzzle, from 1
   */
  async choose(file, several, choose) {
    const image = await this.#loadPhoto(file);
    const take = (/** @type {number} */ index) => {
      which.close();
      choose(index);
    };
    const buttons = several.map((_, i) =>
      html("button", { type: "button", onclick: () => take(i + 1) }, t("open.number", { number: i + 1 })),
    );
    const which = makeDialog("open.which", html("div", { class: "row" }, ...buttons));
    which.setAttribute("aria-label", t("open.which"));
    which.addEventListener("close", () => which.remove());
    if (image) {
      const [width, height] = ["width", "height"].map((side) => Number(image.getAttribute(side)));
      const grids = several.map((corners, i) => {
        const grid = svg("polygon", { points: corners.join(" ") });
        const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis] / 4, 0));
        const number = svg(
          "text",
          { x, y, "font-size": Math.sqrt(computeArea(corners)) / 2, "dominant-baseline": "central" },
          String(i + 1),
        );
        const whole = svg("g", { class: "which" }, grid, number);
        whole.addEventListener("click", () => take(i + 1));
        return whole;
      });
      const drawing = svg(
        "svg",
        { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", "stroke-width": width / 150 },
        image,
        ...grids,
      );
      buttons[0].parentElement?.before(html("figure", { class: "photo" }, drawing));
    }
    which.showModal();
  }

  /**
   * @param {Blob} file
   * @returns {Promise<SVGImageElement | null>} null if the browser can't show it, such as a PDF document, or HEIC
   */
  async #loadPhoto(file) {
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = URL.createObjectURL(file);
    const { naturalWidth: width, naturalHeight: height } = await loadImage(this.#address);
    return width ? svg("image", { href: this.#address, width, height }) : null;
  }

  /** Show the digits and the selection of the board. Hide the photo when another puzzle is opened. */
  #update() {
    const { played: game } = this.app;
    if (this.element.hidden) return;
    if (game.document !== this.#document) {
      this.element.hidden = true;
      this.element.replaceChildren();
      return;
    }
    for (const [i, { cell, digit }] of this.#places.entries()) {
      digit.textContent = game.digits[i];
      cell.classList.toggle("chosen", game.selection.has(i));
    }
  }
}

/**
 * @param {string} address
 * @returns {Promise<HTMLImageElement>}
 */
async function loadImage(address) {
  const image = new Image();
  image.src = address;
  await image.decode().catch(() => {});
  return image;
}

/**
 * @param {number} degrees clockwise
 * @returns {(point: Point) => Point} A rotation of the photo.
 */
function makeRotation(degrees) {
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][degrees / 90];
  return ([x, y]) => [x * cos - y * sin, x * sin + y * cos];
}

/** @param {Point[][]} grid */
function getCorners(grid) {
  return /** @type {Point[]} */ ([grid[0][0], grid[0].at(-1), grid.at(-1)?.at(-1), grid.at(-1)?.[0]]);
}

/** @param {Point[]} corners */
function computeArea(corners) {
  return (
    Math.abs(
      corners.reduce(
        (sum, [x, y], i) => sum + (corners.at(i - 1)?.[0] ?? 0) * y - x * (corners.at(i - 1)?.[1] ?? 0),
        0,
      ),
    ) / 2
  );
}

/**
 * @param {Point[]} points
 * @param {number} unit a cell's side
 * @returns {string} The view box around them, with a margin.
 */
function makeViewBox(points, unit) {
  const [left, top] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis])) - unit * MARGIN);
  const [right, bottom] = [0, 1].map((axis) => Math.max(...points.map((point) => point[axis])) + unit * MARGIN);
  return `${left} ${top} ${right - left} ${bottom - top}`;
}
