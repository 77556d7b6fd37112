// New puzzles: what to ask the server for, and opening what it made.

import { t } from "../../core/words.js";

/** @typedef {import("../../core/app.js").App} App */

/**
 * @typedef {{key: string, params: any, takesLevel: boolean}} Request The key of its name, parameters of `make`, and
 *   whether a difficulty can be chosen.
 */

export const LEVELS = ["easy", "medium", "hard", "unfair", "extreme"];
export const SECONDS = 20;

/**
 * Find out how to make a puzzle of the same kind.
 * @param {any} puzzle
 * @returns {Request} a classic puzzle if its kind can't be made
 */
export function getRequest(puzzle) {
  const { named, size, regions } = puzzle?.grid ?? {};
  const kinds = new Set((puzzle?.rules ?? []).map((/** @type {any} */ rule) => String(rule.rule)));
  const [first] = kinds;
  if (kinds.size === 1 && first === "cage") {
    return { key: "shape.killer", params: { rules: ["killer"] }, takesLevel: true };
  }
  if (kinds.size === 1 && ["thermo", "sandwich"].includes(first)) {
    return { key: `new.${first}`, params: { rules: [first] }, takesLevel: false };
  }
  if (kinds.size) return { key: "new.classic", params: {}, takesLevel: true };
  if (named === "samurai") return { key: "shape.samurai", params: { shape: named }, takesLevel: false };
  if (regions && (size ?? regions.length) === 9) {
    return { key: "shape.jigsaw", params: { shape: "jigsaw" }, takesLevel: true };
  }
  if ([4, 6, 8].includes(size))
    return { key: `${size}×${size}`, params: { shape: `${size}x${size}` }, takesLevel: false };
  return { key: "new.classic", params: { symmetry: "rotate180" }, takesLevel: true };
}

/**
 * Make a puzzle, and open it.
 * @param {App} app
 * @param {Request} request
 * @param {string} level "" for any
 * @param {{signal: AbortSignal}} options
 */
export async function makePuzzle(app, { key, params, takesLevel }, level, { signal }) {
  const rating = takesLevel && level ? { rating: level } : {};
  const made = await app.ask("make", { ...params, ...rating, seconds: SECONDS, lang: app.lang }, { signal });
  const title = [t(key), rating.rating && t(`new.${rating.rating}`)].filter(Boolean).join(" · ");
  await app.opener.play(made.document, { title, about: findRating(made) });
}

/**
 * @param {any} made the answer of `make`
 * @returns {Partial<import("../../core/library.js").Entry>} How hard it is, if its path is known.
 */
export function findRating({ ratings }) {
  const known = ratings.find((/** @type {any} */ { scale }) => scale === "logic");
  return known ? { rating: { level: known.level, difficulty: known.difficulty, technique: known.hardest } } : {};
}
