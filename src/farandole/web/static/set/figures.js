// What a setter draws beside the rules: lines and colors of cells. They stand for no rule, and formats keep them.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";

/**
 * @typedef {import("./document.js").Document} Document
 * @typedef {{line?: [number, number][], shape?: [number, number], color?: string, fill?: string, [field: string]: any}} Figure
 *   In cells, from the upper left corner of the grid.
 * @typedef {keyof typeof PALETTE} Paint
 */

/** Colors that are readable on light and dark paper, because they let some of it through. */
export const PALETTE = {
  blue: "#1971c2",
  green: "#2f9e44",
  yellow: "#f5c400",
  orange: "#f08c00",
  red: "#e03131",
  purple: "#9c36b5",
  teal: "#0c8599",
  gray: "#868e96",
};
const OF_LINE = "b3"; // how opaque
const OF_CELL = "59";
const WIDTH = 0.16;

/**
 * Draw a line, or remove it if it is there in the same color.
 * @param {Document} document
 * @param {[number, number][]} places rows and columns of its cells
 * @param {Paint} paint
 * @returns {Document}
 */
export function toggleLine(document, places, paint) {
  const line = places.map(([row, column]) => /** @type {[number, number]} */ ([column + 0.5, row + 0.5]));
  const figure = { line, color: PALETTE[paint] + OF_LINE, width: WIDTH };
  const both = [String(line), String([...line].reverse())];
  return toggle(document, (other) => both.includes(String(other.line)), [figure]);
}

/**
 * Color cells. Cells that all have this color lose it.
 * @param {Document} document
 * @param {[number, number][]} places rows and columns
 * @param {Paint} paint
 * @returns {Document}
 */
export function toggleColor(document, places, paint) {
  const fill = PALETTE[paint] + OF_CELL;
  const figures = places.map(([row, column]) => ({
    shape: /** @type {[number, number]} */ ([column + 0.5, row + 0.5]),
    width: 1,
    height: 1,
    fill,
    over: false,
  }));
  const centers = new Set(figures.map(({ shape }) => String(shape)));
  const isThere = (/** @type {Figure} */ { shape, width, height, text }) =>
    width === 1 && height === 1 && !text && centers.has(String(shape));
  return toggle(document, isThere, figures);
}

/**
 * Remove the figures that are in the way, and add others unless these were there.
 * @param {Document} document
 * @param {(figure: Figure) => boolean} isInTheWay
 * @param {Figure[]} figures
 * @returns {Document}
 */
function toggle(document, isInTheWay, figures) {
  const before = listFigures(document);
  const gone = before.filter(isInTheWay);
  const look = (/** @type {Figure} */ { line, color, fill, shape }) => JSON.stringify([color, fill, shape, !line]);
  const known = new Set(gone.map(look));
  const isSame = figures.every((figure) => known.has(look(figure)));
  return setFigures(document, [...before.filter((figure) => !gone.includes(figure)), ...(isSame ? [] : figures)]);
}

/**
 * @param {Document} document
 * @returns {Figure[]}
 */
export function listFigures({ about }) {
  return Array.isArray(about?.drawing) ? about.drawing : [];
}

/**
 * @param {Document} document
 * @param {Figure[]} drawing
 * @returns {Document}
 */
export function setFigures(document, drawing) {
  const { about: { drawing: _, ...texts } = {}, ...rest } = document;
  const about = { ...texts, ...(drawing.length ? { drawing } : {}) };
  return Object.keys(about).length ? { ...rest, about } : rest;
}

/**
 * @param {Paint} chosen
 * @param {(paint: Paint) => void} choose
 * @returns {HTMLElement} A button for each color.
 */
export function makePalette(chosen, choose) {
  const buttons = Object.keys(PALETTE).map((name) => {
    const paint = /** @type {Paint} */ (name);
    const look = { type: "button", class: `set-paint is-${paint}`, "aria-label": t(`set.paint.${paint}`) };
    const pressed = String(paint === chosen);
    return html("button", { ...look, "aria-pressed": pressed, onclick: () => choose(paint) });
  });
  return html("div", { class: "set-paints", role: "group", "aria-label": t("set.paints") }, ...buttons);
}
