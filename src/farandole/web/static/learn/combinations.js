// The combinations that a step leaves, as a table: a column for each cell, a row for each way to fill them.

import { html } from "../core/elements.js";

/**
 * @typedef {{title: string, headers: string[], rows: string[][], labels: string[], more: string, gone: string[],
 *   gone_label: string, needed: string}} Combinations An object of the server.
 */

const INKS = ["color_3", "color_4"]; // of the candidates of two directions

/**
 * @param {Combinations} [table]
 * @returns {HTMLElement[]} Nothing if there is no table.
 */
export function makeCombinations(table) {
  if (!table) return [];
  const isNeeded = (/** @type {string} */ digit) => table.needed.includes(digit);
  const write = (/** @type {string} */ digits) =>
    [...digits].map((digit) => html("span", { class: isNeeded(digit) ? "is-needed" : "" }, digit));
  const rows = table.rows.map((row, n) =>
    html(
      "tr",
      { class: table.labels.length ? `is-${INKS[n]}` : "" },
      ...row.map((digits) => html("td", {}, ...write(digits))),
      ...(table.labels.length ? [html("th", { scope: "row" }, table.labels[n])] : []),
    ),
  );
  const gone = html(
    "tr",
    {},
    ...table.gone.map((digits) => html("td", {}, html("del", {}, ...write(digits)))),
    html("th", { scope: "row" }, table.gone_label),
  );
  return [
    html(
      "div",
      { class: "learn-table", tabindex: "0", role: "group", "aria-label": table.title },
      html("p", {}, table.title),
      html(
        "table",
        {},
        html("thead", {}, html("tr", {}, ...table.headers.map((name) => html("th", { scope: "col" }, name)))),
        html("tbody", {}, ...rows),
        ...(table.gone.length ? [html("tfoot", {}, gone)] : []),
      ),
      ...(table.more ? [html("p", {}, table.more)] : []),
    ),
  ];
}
