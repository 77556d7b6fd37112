// Layers over the board of Set: the path being drawn, unfinished regions, needless givens.

import { svg } from "../core/elements.js";

export class Overlay {
  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.drawing = svg("g", { class: "set-drawing" });
    this.regions = svg("g", { class: "set-regions" });
    this.needless = svg("g", { class: "set-needless" });
  }

  /** Put the layers into the board; it may have been made anew. */
  attach() {
    const { layers } = this.app.board;
    layers.below.after(this.regions);
    layers.links.after(this.needless, this.drawing);
  }

  detach() {
    for (const layer of [this.drawing, this.regions, this.needless]) layer.remove();
  }

  /** @param {number} cell @returns {[number, number]} its upper left corner */
  #cornerOf(cell) {
    const [row, column] = this.app.draft.board.cells[cell].at;
    return [column * 100, row * 100];
  }

  /**
   * Show the path that is being drawn.
   * @param {number[]} path
   * @param {import("./tools.js").Shape} shape
   */
  showPath(path, shape) {
    if (!path.length) return this.drawing.replaceChildren();
    const middles = path.map((cell) => this.#cornerOf(cell).map((side) => side + 50));
    if (shape === "line" || shape === "outside" || shape === "diagonal") {
      const line = svg("path", { d: `M${middles.map((point) => point.join(" ")).join("L")}`, class: "set-line" });
      const [x, y] = middles[0];
      this.drawing.replaceChildren(line, svg("circle", { cx: x, cy: y, r: 22, class: "set-first" }));
    } else if (shape === "edge" || shape === "corner") {
      const x = middles.reduce((sum, [one]) => sum + one, 0) / middles.length,
        y = middles.reduce((sum, [, one]) => sum + one, 0) / middles.length;
      this.drawing.replaceChildren(svg("circle", { cx: x, cy: y, r: 24, class: "set-spot" }));
    } else {
      this.drawing.replaceChildren(
        svg("path", { d: path.map((cell) => this.#squareOf(cell, 6)).join(""), class: "set-area" }),
      );
    }
  }

  /** @param {number} cell @param {number} inset */
  #squareOf(cell, inset) {
    const [x, y] = this.#cornerOf(cell);
    return `M${x + inset} ${y + inset}h${100 - 2 * inset}v${100 - 2 * inset}h${2 * inset - 100}z`;
  }

  /**
   * Show regions, each in its color. Those that are unfinished are hatched.
   * @param {number[] | null} regionOf
   * @param {number} full the number of cells of a finished region
   */
  showRegions(regionOf, full) {
    if (!regionOf) return this.regions.replaceChildren();
    /** @type {Map<number, number[]>} */
    const cells = new Map();
    regionOf.forEach((region, cell) => cells.set(region, [...(cells.get(region) ?? []), cell]));
    this.regions.replaceChildren(
      ...[...cells].map(([region, members]) =>
        svg(
          "g",
          { class: `hue-paper-${(region % 9) + 1}` },
          svg("path", {
            d: members.map((cell) => this.#squareOf(cell, 1)).join(""),
            class: members.length === full ? "" : "set-unfinished",
          }),
        ),
      ),
    );
  }

  /**
   * Ring the givens that aren't needed.
   * @param {number[]} cells
   */
  showNeedlessGivens(cells) {
    this.needless.replaceChildren(
      ...cells.map((cell) => {
        const [x, y] = this.#cornerOf(cell);
        return svg("circle", { cx: x + 50, cy: y + 50, r: 40, class: "set-dotted" });
      }),
    );
  }
}
