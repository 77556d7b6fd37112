// Rate puzzles of the library, one after another, because the player asked for it.

import { ask } from "../core/transport.js";

/** @typedef {import("../core/library.js").Entry} Entry */

const BATCH = 20; // ratings that are kept at once

/**
 * @param {import("../core/app.js").App} app
 * @param {Entry[]} entries
 * @param {{signal: AbortSignal, onProgress: (count: number) => void}} options
 */
export async function rateEntries(app, entries, { signal, onProgress }) {
  const { store } = app;
  /** @type {import("../core/database.js").Change[]} */
  let changes = [];
  const keep = async () => {
    await store.library.write(changes);
    changes = [];
  };
  try {
    for (const [i, entry] of entries.entries()) {
      onProgress(i);
      const rating = await rate(entry.puzzle, signal);
      if (!rating) continue;
      if (store.entry?.id === entry.id) store.entry = { ...store.entry, rating };
      const now = (await store.library.get(entry.id)).entry; // another tab may have changed or deleted it
      if (now) changes.push(["entries", entry.id, { ...now, rating }]);
      if (changes.length === BATCH) await keep();
    }
  } finally {
    await keep();
  }
}

/**
 * @param {any} puzzle
 * @param {AbortSignal} signal
 * @returns {Promise<import("../core/library.js").Rating | null>} null if it can't be told
 */
async function rate(puzzle, signal) {
  /** @type {import("../core/library.js").Rating | null} */
  let rating = null;
  const onEvent = (/** @type {any} */ { scale, level, difficulty, hardest }) => {
    if (scale === "logic") rating = { level, difficulty, technique: hardest ?? undefined };
  };
  try {
    await ask("rate", { puzzle, scales: ["logic"], seconds: 3 }, { signal, onEvent });
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "offline" || code === "busy") throw error; // the others would fail, too
  }
  return rating;
}
