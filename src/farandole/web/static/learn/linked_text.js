// Sentences whose cells and houses light up on the board when they are pointed at; and the other way round.

import { html } from "../core/elements.js";

/** @typedef {{name: string, at: [number, number]}} Place */

// Names such as r1c1, r27c3, r1c[10][12]; English and Chinese names of houses with a number.
const NAMED =
  /r(?:\[\d+\]|\d)+c(?:\[\d+\]|\d)+|r\d+c\d+|\b(row|column|box|region) (\d+)|第 ?(\d+) ?(行|列|宫)|(行|列|宫) ?(\d+)/g;
const HOUSES = { row: "row", column: "column", box: "box", region: "region", 行: "row", 列: "column", 宫: "box" };

/**
 * Find the cells that a name means.
 * @param {RegExpMatchArray | RegExpExecArray} found
 * @param {Place[]} cells
 * @param {{name: string, cells: number[]}[]} houses
 * @returns {string[]}
 */
function meant(found, cells, houses) {
  const kind = found[1] ?? found[4] ?? found[5],
    number = found[2] ?? found[3] ?? found[6];
  if (kind && number) {
    const name = `${HOUSES[/** @type {keyof typeof HOUSES} */ (kind)]} ${number}`;
    return (houses.find((house) => house.name === name)?.cells ?? []).map((cell) => cells[cell].name);
  }
  const known = new Set(cells.map(({ name }) => name));
  if (known.has(found[0])) return [found[0]];
  const [rows, columns] = found[0]
    .slice(1)
    .split("c")
    .map((part) => part.match(/\[\d+\]|\d/g)?.map((one) => one.replace(/[[\]]/g, "")) ?? []);
  return rows.flatMap((row) => columns.map((column) => `r${row}c${column}`)).filter((name) => known.has(name));
}

/**
 * Divide a text into words and what they mean.
 * @param {string} text
 * @param {Place[]} cells
 * @param {{name: string, cells: number[]}[]} houses
 * @returns {(string | {text: string, cells: string[]})[]}
 */
export function splitText(text, cells, houses) {
  /** @type {(string | {text: string, cells: string[]})[]} */
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(NAMED)) {
    const names = meant(found, cells, houses);
    if (!names.length) continue;
    parts.push(text.slice(at, found.index), { text: found[0], cells: names });
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)].filter((part) => part !== "");
}

/**
 * Write a text of several lines, of which names can be pointed at.
 * @param {string} text
 * @param {any} app
 * @param {{light: (cells: string[]) => void, unlight: () => void}} lamp
 * @returns {HTMLElement}
 */
export function said(text, app, { light, unlight }) {
  const { cells, houses } = app.game.board;
  const lines = text.split("\n").map((line) => {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    const parts = splitText(line.trimStart(), cells, houses).map((part) => {
      if (typeof part === "string") return part;
      const word = html(
        "button",
        { type: "button", class: "linked-cell", "data-cells": part.cells.join(" ") },
        part.text,
      );
      for (const name of ["pointerenter", "focus"]) word.addEventListener(name, () => light(part.cells));
      for (const name of ["pointerleave", "blur"]) word.addEventListener(name, unlight);
      return word;
    });
    return html("p", { class: `linked-line linked-indent-${Math.min(4, Math.ceil(indent / 2))}` }, ...parts);
  });
  return html("div", { class: "linked-text" }, ...lines);
}
