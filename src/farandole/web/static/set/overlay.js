// What a setter sees over the board: a line that is being drawn, regions to be, clues that may go.

import { svg } from "../core/elements.js";

export class Overlay {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.drawing = svg("g", { class: "set-drawing" });
    this.regions = svg("g", { class: "set-regions" });
    this.needless = svg("g", { class: "set-needless" });
  }

  /** Put the layers where they belong; the board may have been made anew. */
  attach() {
    const { layers } = this.app.board;
    layers.below.after(this.regions);
    layers.links.after(this.needless, this.drawing);
  }

  detach() {
    for (const layer of [this.drawing, this.regions, this.needless]) layer.remove();
  }

  /** @param {number} cell @returns {[number, number]} its upper left corner */
  corner(cell) {
    const [row, column] = this.app.draft.board.cells[cell].at;
    return [column * 100, row * 100];
  }

  /**
   * Show what is being drawn.
   * @param {number[]} path
   * @param {import("./tools.js").Shape} shape
   */
  draw(path, shape) {
    if (!path.length) return this.drawing.replaceChildren();
    const middles = path.map((cell) => this.corner(cell).map((side) => side + 50));
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
        svg("path", { d: path.map((cell) => this.square(cell, 6)).join(""), class: "set-area" }),
      );
    }
  }

  /** @param {number} cell @param {number} inset */
  square(cell, inset) {
    const [x, y] = this.corner(cell);
    return `M${x + inset} ${y + inset}h${100 - 2 * inset}v${100 - 2 * inset}h${2 * inset - 100}z`;
  }

  /**
   * Show regions that are being drawn, each with its color and its number of cells.
   * @param {number[] | null} regionOf
   * @param {number} full how many cells a region has when it is done
   */
  paint(regionOf, full) {
    if (!regionOf) return this.regions.replaceChildren();
    /** @type {Map<number, number[]>} */
    const cells = new Map();
    regionOf.forEach((region, cell) => cells.set(region, [...(cells.get(region) ?? []), cell]));
    this.regions.replaceChildren(
      ...[...cells].map(([region, some]) =>
        svg(
          "g",
          { class: `hue-paper-${(region % 9) + 1}` },
          svg("path", {
            d: some.map((cell) => this.square(cell, 1)).join(""),
            class: some.length === full ? "" : "set-unfinished",
          }),
        ),
      ),
    );
  }

  /**
   * Dot the givens that may go.
   * @param {number[]} cells
   */
  dot(cells) {
    this.needless.replaceChildren(
      ...cells.map((cell) => {
        const [x, y] = this.corner(cell);
        return svg("circle", { cx: x + 50, cy: y + 50, r: 40, class: "set-dotted" });
      }),
    );
  }
}
