// Thumbnails of puzzles.

import { svg } from "../../core/elements.js";

/**
 * Draw the shape of a puzzle: its givens as dots, its regions as shades, its lines.
 * @param {any} puzzle its document, or the line of a classic one
 * @returns {SVGElement}
 */
export function drawThumbnail(puzzle) {
  /** @type {string[]} */
  const givens = typeof puzzle === "string" ? (puzzle.match(/.{9}/g) ?? []) : (puzzle.givens ?? []).map(String);
  const regions = puzzle.grid?.regions;
  const size = givens.length || (Array.isArray(regions) ? regions.length : 0) || Number(puzzle.grid?.size) || 9;
  const width = Math.max(size, givens[0]?.length ?? 0);
  const box = getBoxSize(width);
  let shade = "",
    dots = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < width; column++) {
      const letter = givens[row]?.[column] ?? ".";
      if (letter === "#" || letter === " ") continue;
      const isShaded = regions
        ? String(regions[row]?.[column] ?? "").charCodeAt(0) % 2
        : (Math.floor(row / box[0]) + Math.floor(column / box[1])) % 2;
      shade += isShaded ? `M${column} ${row}h1v1h-1z` : "";
      if (letter !== ".") dots += `M${column + 0.28} ${row + 0.28}h.44v.44h-.44z`;
    }
  }
  /** @type {string[][]} */
  const lines = (Array.isArray(puzzle.rules) ? puzzle.rules : [])
    .filter((/** @type {any} */ rule) => typeof rule.cells === "string")
    .map((/** @type {any} */ rule) => rule.cells.split(" "));
  const path = lines
    .map((cells) =>
      cells
        .map((name, i) => {
          const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
          return `${i ? "L" : "M"}${Number(column) - 0.5} ${Number(row) - 0.5}`;
        })
        .join(""),
    )
    .join("");
  return svg(
    "svg",
    { viewBox: `-.3 -.3 ${width + 0.6} ${size + 0.6}`, class: "thumbnail", "aria-hidden": "true" },
    svg("path", { d: shade, class: "thumb-shade" }),
    svg("path", { d: path.includes("NaN") ? "" : path, class: "thumb-line" }),
    svg("path", { d: dots, class: "thumb-dots" }),
  );
}

/**
 * @param {number} size
 * @returns {[number, number]} The height and the width of its boxes.
 */
function getBoxSize(size) {
  let height = Math.floor(Math.sqrt(size));
  while (size % height) height--;
  return size > 16 && size !== 25 ? [3, 3] : [height, size / height];
}
