// A puzzle as a setter has it: a document, the digits that are its givens, and how it came about. Pure: no page.

/**
 * @typedef {{rule: string, cells?: string, [field: string]: any}} Rule
 * @typedef {{farandole: number, grid: any, givens?: string[], pencilmarks?: any, rules?: Rule[]}} Document
 * @typedef {{document: Document, digits: string}} State The document is without givens.
 */

const MOST = 500;

/**
 * @param {Document} document
 * @returns {Document} the same without its givens
 */
export function bare(document) {
  const { givens, ...rest } = document;
  return rest;
}

/**
 * Put digits into a document, as its givens.
 * @param {Document} document
 * @param {string} digits of each cell, "." for none
 * @param {{cells: {at: [number, number]}[], size: [number, number]}} board
 * @returns {Document}
 */
export function withGivens(document, digits, { cells, size: [height, width] }) {
  const rows = Array.from({ length: height }, () => Array(width).fill("#"));
  cells.forEach(({ at: [row, column] }, cell) => (rows[row][column] = digits[cell]));
  const { rules, ...rest } = bare(document);
  const givens = /[^.]/.test(digits) ? { givens: rows.map((row) => row.join("")) } : {};
  return { ...rest, ...givens, ...(rules?.length ? { rules } : {}) };
}

/**
 * Add a rule; where it is there already, take it away.
 * @param {Document} document
 * @param {Rule} rule
 * @returns {Document}
 */
export function toggled(document, rule) {
  const rules = document.rules ?? [];
  const same = rules.findIndex((other) => other.rule === rule.rule && sameCells(other.cells, rule.cells) && rule.cells !== undefined);
  const word = rules.findIndex((other) => other.rule === rule.rule && other.cells === undefined && rule.cells === undefined);
  const found = same >= 0 ? same : word;
  if (found < 0) return { ...document, rules: [...rules, rule] };
  const isEqual = JSON.stringify(rules[found]) === JSON.stringify(rule);
  const kept = rules.filter((_, at) => at !== found);
  return { ...document, rules: isEqual || !hasValue(rule) ? kept : [...kept, rule] };
}

/** @param {Rule} rule */
function hasValue(rule) {
  return Object.keys(rule).some((field) => field !== "rule" && field !== "cells");
}

/**
 * @param {string | undefined} one
 * @param {string | undefined} other
 */
function sameCells(one, other) {
  return one === other || (one !== undefined && other !== undefined && one.split(" ").sort().join(" ") === other.split(" ").sort().join(" "));
}

/**
 * Put another rule in the place of one; null takes it away.
 * @param {Document} document
 * @param {number} at
 * @param {Rule | null} rule
 * @returns {Document}
 */
export function replaced(document, at, rule) {
  const rules = (document.rules ?? []).flatMap((other, place) => (place === at ? (rule ? [rule] : []) : [other]));
  return { ...document, rules };
}

/** What was, what is, and what was undone. */
export class History {
  /** @param {State} state */
  constructor(state) {
    this.states = [state];
    this.at = 0;
  }

  get now() {
    return this.states[this.at];
  }

  /** @param {State} state @returns {boolean} Whether it is another one. */
  push(state) {
    if (JSON.stringify(state) === JSON.stringify(this.now)) return false;
    this.states = [...this.states.slice(Math.max(0, this.at + 2 - MOST), this.at + 1), state];
    this.at = this.states.length - 1;
    return true;
  }

  /** @param {-1 | 1} way @returns {State | null} */
  go(way) {
    const at = this.at + way;
    if (!(at in this.states)) return null;
    this.at = at;
    return this.now;
  }
}
