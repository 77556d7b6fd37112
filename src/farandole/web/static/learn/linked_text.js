// Text whose names of cells and houses are buttons: pointing at them lights up the cells on the board.

import { html } from "../core/elements.js";

/**
 * @typedef {{name: string, at: [number, number]}} Cell
 * @typedef {{name: string, cells: number[]}} House
 */

// Names such as r1c1, r27c3, r1c[10][12]; English and Chinese names of houses with a number.
const NAMES =
  /r(?:\[\d+\]|\d)+c(?:\[\d+\]|\d)+|r\d+c\d+|\b(row|column|box|region) (\d+)|第 ?(\d+) ?(行|列|宫)|(行|列|宫) ?(\d+)/g;
/** @type {Record<string, string>} */
const HOUSES = { row: "row", column: "column", box: "box", region: "region", 行: "row", 列: "column", 宫: "box" };

/**
 * Split a text into plain parts and parts that name cells.
 * @param {string} text
 * @param {Cell[]} cells
 * @param {House[]} houses
 * @returns {(string | {text: string, cells: string[]})[]}
 */
export function splitText(text, cells, houses) {
  /** @type {(string | {text: string, cells: string[]})[]} */
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(NAMES)) {
    const names = findCells(match, cells, houses);
    if (!names.length) continue;
    parts.push(text.slice(at, match.index), { text: match[0], cells: names });
    at = match.index + match[0].length;
  }
  return [...parts, text.slice(at)].filter((part) => part !== "");
}

/**
 * @param {RegExpExecArray} match
 * @param {Cell[]} cells
 * @param {House[]} houses
 * @returns {string[]} The names of the cells.
 */
function findCells(match, cells, houses) {
  const [text] = match;
  const kind = match[1] ?? match[4] ?? match[5];
  const number = match[2] ?? match[3] ?? match[6];
  if (kind && number) {
    const house = houses.find(({ name }) => name === `${HOUSES[kind]} ${number}`);
    return (house?.cells ?? []).map((cell) => cells[cell].name);
  }
  const known = new Set(cells.map(({ name }) => name));
  if (known.has(text)) return [text];
  const [rows, columns] = text.slice(1).split("c").map(splitNumbers);
  return rows.flatMap((row) => columns.map((column) => `r${row}c${column}`)).filter((name) => known.has(name));
}

/**
 * @param {string} text such as "27" or "[10][12]"
 * @returns {string[]}
 */
function splitNumbers(text) {
  return (text.match(/\[\d+\]|\d/g) ?? []).map((number) => number.replace(/[[\]]/g, ""));
}

/**
 * Make the element of a text of several lines.
 * @param {string} text
 * @param {import("./step_overlay.js").StepOverlay} overlay
 * @returns {HTMLElement}
 */
export function makeLinkedText(text, overlay) {
  const { cells, houses } = overlay.app.game.board;
  const lines = text.split("\n").map((line) => {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    const parts = splitText(line.trimStart(), cells, houses).map((part) => {
      return typeof part === "string" ? part : makeLink(part.text, part.cells, overlay);
    });
    return html("p", { class: `linked-line linked-indent-${Math.min(4, Math.ceil(indent / 2))}` }, ...parts);
  });
  return html("div", { class: "linked-text" }, ...lines);
}

/**
 * @param {string} text
 * @param {string[]} cells
 * @param {import("./step_overlay.js").StepOverlay} overlay
 */
function makeLink(text, cells, overlay) {
  const link = html("button", { type: "button", class: "linked-cell", "data-cells": cells.join(" ") }, text);
  for (const name of ["pointerenter", "focus"]) link.addEventListener(name, () => overlay.point(cells));
  for (const name of ["pointerleave", "blur"]) link.addEventListener(name, () => overlay.unpoint());
  return link;
}
