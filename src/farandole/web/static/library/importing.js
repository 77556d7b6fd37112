// Bring puzzles into the library: Python reads them, the browser's database keeps them under a name.

import { CallError } from "../core/errors.js";
import { makeEntry, numberName } from "../core/library.js";
import { ask } from "../core/transport.js";
import { t } from "../core/words.js";

/**
 * @typedef {{puzzle: any, title: string, cells: number, givens: number, game?: any}} Found A puzzle of `collect`.
 * @typedef {{found: Found[], leftOut: number, faults: any[], isCut: boolean}} Reading
 * @typedef {import("../core/library.js").Entry} Entry
 */

export const MAX_FILE = 8 << 20; // characters of a call of `collect`
const MAX_PARSED = 100; // puzzles that `parse` answers with

/**
 * Have a text of many puzzles read.
 * @param {string} text
 * @param {{lang: string, signal?: AbortSignal, onProgress?: (count: number) => void}} options
 * @returns {Promise<Reading>}
 */
export async function readCollection(text, { lang, signal, onProgress }) {
  if (text.length > MAX_FILE) throw new CallError("large");
  /** @type {Found[]} */
  const found = [];
  const onEvent = (/** @type {any} */ { puzzles }) => {
    found.push(...puzzles);
    onProgress?.(found.length);
  };
  const result = await ask("collect", { text, lang }, { signal, onEvent });
  const [fault] = result.left_out;
  if (!found.length) throw new CallError(fault?.code ?? "no_puzzle", fault?.message, fault?.fields);
  return { found, leftOut: result.n_left_out, faults: result.left_out, isCut: result.is_cut };
}

/**
 * Keep puzzles in the library; a single one is no collection.
 * @param {import("../core/library.js").Library} library
 * @param {Found[]} found
 * @param {string} name
 * @returns {Promise<Entry[]>} Empty if there was no room.
 */
export async function keepPuzzles(library, found, name) {
  const id = Date.now().toString(36) + Math.random().toString(36).slice(2, 6);
  const added = Date.now();
  const isOne = found.length === 1;
  /** @type {import("../core/database.js").Change[]} */
  const changes = [];
  const entries = found.map(({ puzzle, title, cells, givens, game }, place) => {
    const where = isOne ? {} : { collection: id, place };
    const key = `${id}.${String(place).padStart(5, "0")}`;
    const fresh = makeEntry(key, puzzle, title || (isOne ? name : ""));
    const entry = { ...fresh, cells, givens, added, ...where, ...(game && readProgress(game, cells)) };
    changes.push(["entries", key, entry]);
    if (game) changes.push(["games", key, game]);
    return entry;
  });
  if (!isOne) {
    const taken = (await library.collections()).map((one) => one.name);
    changes.push(["collections", id, { id, name: numberName(name, taken), added }]);
  }
  return (await library.write(changes)) ? entries : [];
}

/**
 * Read how far an imported game is. A file may say anything.
 * @param {any} game
 * @param {number} cells
 * @returns {Partial<Entry>}
 */
function readProgress({ when, seconds, filled, solved, day }, cells) {
  const count = (/** @type {unknown} */ value, most = Number.MAX_SAFE_INTEGER) =>
    Math.min(most, Math.max(0, Math.trunc(Number(value)) || 0));
  return {
    when: count(when, Date.now()) || 1,
    seconds: count(seconds),
    filled: count(filled, cells),
    solved: solved === true,
    ...(/^\d{4}-\d\d-\d\d \w+$/.test(day) ? { day } : {}),
  };
}

/** Whether a text is an export with games, which only the library reads. @param {string} text */
export function hasGames(text) {
  return /^\s*\{"game":/.test(text);
}

/**
 * Keep the puzzles of a short text, which `parse` has read, and open the first.
 * @param {import("../core/app.js").App} app
 * @param {string} text
 * @param {any[]} parsed events of `parse`
 * @param {string} name
 * @returns {Promise<boolean>} Whether there was room.
 */
export async function importFew(app, text, parsed, name) {
  const { found } =
    parsed.length < MAX_PARSED
      ? { found: parsed.map(({ document, board }) => describeParsed(document, board)) }
      : await readCollection(text, { lang: app.lang });
  const [first] = await keepPuzzles(app.store.library, found, name);
  if (!first) return false;
  await app.opener.openSaved(first.id);
  app.announce(t("open.several", { count: found.length }));
  return true;
}

/**
 * @param {any} puzzle
 * @param {import("../core/position.js").Board} board
 * @returns {Found}
 */
function describeParsed(puzzle, { cells, givens }) {
  const count = [...givens].filter((digit) => digit !== ".").length;
  return { puzzle, title: String(puzzle.about?.title ?? puzzle.title ?? ""), cells: cells.length, givens: count };
}

/**
 * @param {File} file
 * @returns {string} Its name without the ending.
 */
export function getName({ name }) {
  return name.replace(/\.\w{1,5}$/, "") || name;
}
