// The fewest clues of an impossible puzzle that no solution has together.

import { t } from "./words.js";

const SECONDS = 5;

/**
 * @param {import("./app.js").App} app
 * @param {any} puzzle without a solution
 * @param {AbortSignal} signal
 * @returns {Promise<{cells: string[], text: string}>} the names of their cells, and a sentence
 */
export async function findConflict(app, puzzle, signal) {
  const { clues, smallest } = await app.ask("conflicting", { puzzle, seconds: SECONDS }, { signal, quiet: true });
  if (!clues?.length) return { cells: [], text: "" };
  const cells = clues.flatMap((/** @type {any} */ clue) => clue.cells.split(" "));
  const names = clues.map((/** @type {any} */ clue) => clue.in_words).join(t("board.comma"));
  const key = smallest ? "verdict.conflict" : "verdict.conflict_among";
  return { cells, text: t(key, { clues: names }) };
}
