// The tree of choices, which grows to the right; and the depth of a search as a line.

import { Canvas } from "./canvas.js";

/** @typedef {import("./films.js").Film} Film */

export class TreePicture {
  constructor() {
    this.canvas = new Canvas("watch-tree");
    this.element = this.canvas.element;
    /** @type {Float32Array} The line of each branch. */
    this.lines = new Float32Array(0);
    this.nLines = 0;
    this.deepest = 1;
  }

  /**
   * Give each branch a line. The first branch below another is on the same line, the next ones are on new lines.
   * @param {Film} film
   */
  #placeBranches({ tree }) {
    if (this.lines.length === tree.length) return;
    this.lines = new Float32Array(tree.length);
    const hasChild = new Uint8Array(tree.length);
    this.nLines = 1;
    this.deepest = 1;
    for (let branch = 1; branch < tree.length; branch++) {
      const { parent, level } = tree[branch];
      this.lines[branch] = hasChild[parent] ? this.nLines++ : this.lines[parent];
      hasChild[parent] = 1;
      this.deepest = Math.max(this.deepest, level);
    }
  }

  /** @param {Film} film */
  draw(film) {
    if (!this.canvas.begin()) return;
    this.#placeBranches(film);
    const { canvas, lines } = this;
    const { context, inks, width, height } = canvas;
    const across = Math.min(44, (width - 24) / this.deepest),
      down = Math.max(5, Math.min(24, (height - 20) / this.nLines));
    const now = film.branch;
    const shift = Math.max(0, Math.min(lines[now] * down - height / 2, this.nLines * down + 20 - height));
    const isOnPath = new Set();
    for (let branch = now; branch >= 0; branch = film.tree[branch].parent) isOnPath.add(branch);
    const dot = Math.max(1.2, Math.min(4.5, across * 0.3, down * 0.4));
    const x = (/** @type {number} */ branch) => 12 + film.tree[branch].level * across;
    const y = (/** @type {number} */ branch) => 10 + lines[branch] * down - shift;
    for (const pathOnly of [false, true]) {
      context.beginPath();
      context.strokeStyle = pathOnly ? inks.accent : inks.soft;
      context.lineWidth = pathOnly ? 2 : 1;
      context.globalAlpha = pathOnly ? 1 : 0.6;
      for (let branch = 1; branch < film.tree.length; branch++) {
        const { parent, move } = film.tree[branch];
        if (move >= film.at) break;
        if (isOnPath.has(branch) !== pathOnly || y(branch) < -20 || y(parent) > height + 20) continue;
        context.moveTo(x(parent), y(parent));
        if (lines[parent] !== lines[branch]) context.lineTo(x(parent) + across * 0.35, y(branch));
        context.lineTo(x(branch), y(branch));
      }
      context.stroke();
    }
    context.globalAlpha = 1;
    for (let branch = 0; branch < film.tree.length; branch++) {
      const { move, end } = film.tree[branch];
      if (move >= film.at) break;
      if (y(branch) < -9 || y(branch) > height + 9) continue;
      this.#drawDot(x(branch), y(branch), dot, end, isOnPath.has(branch), branch === now);
    }
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} dot
   * @param {string} end
   * @param {boolean} isOnPath
   * @param {boolean} isNow
   */
  #drawDot(x, y, dot, end, isOnPath, isNow) {
    const { context, inks } = this.canvas;
    if (end === "dead end") {
      const arm = Math.max(dot, 2.5);
      context.strokeStyle = inks.dead;
      context.lineWidth = 1.6;
      context.beginPath();
      context.moveTo(x - arm, y - arm);
      context.lineTo(x + arm, y + arm);
      context.moveTo(x - arm, y + arm);
      context.lineTo(x + arm, y - arm);
      context.stroke();
      return;
    }
    context.beginPath();
    if (end === "solution") {
      const side = Math.max(dot * 1.3, 3.5);
      context.rect(x - side, y - side, 2 * side, 2 * side);
    } else context.arc(x, y, isNow ? Math.max(dot, 3) * 1.3 : dot, 0, 7);
    context.fillStyle = end === "solution" ? inks.good : isOnPath ? inks.accent : inks.soft;
    context.fill();
  }
}

/** The depth of a search over its last ticks, as a line. */
export class DepthPicture {
  constructor() {
    this.canvas = new Canvas("watch-depth");
    this.element = this.canvas.element;
  }

  /**
   * @param {Film} film
   * @param {number} most the greatest possible depth
   */
  draw(film, most) {
    if (!this.canvas.begin()) return;
    const { context, inks, width, height } = this.canvas;
    const tick = film.tick,
      shown = Math.min(400, Math.max(60, film.length));
    const from = Math.max(0, tick - shown + 1);
    const across = (width - 12) / Math.max(1, shown - 1),
      up = (height - 16) / Math.max(1, most);
    context.strokeStyle = inks.line;
    context.lineWidth = 1;
    context.strokeRect(5.5, 7.5, width - 11, height - 15);
    context.beginPath();
    for (let at = from; at <= tick; at++) {
      const x = 6 + (at - from) * across,
        y = height - 8 - film.depths[at] * up;
      if (at === from) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.strokeStyle = inks.accent;
    context.lineWidth = 1.5;
    context.lineJoin = "round";
    context.stroke();
    const x = 6 + (tick - from) * across,
      y = height - 8 - film.depths[tick] * up;
    context.fillStyle = inks.accent;
    context.beginPath();
    context.arc(x, y, 3.5, 0, 7);
    context.fill();
  }
}
