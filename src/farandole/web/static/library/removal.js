// Delete puzzles of the library, with what was played of them, so that they can be brought back.

/**
 * @typedef {import("../core/library.js").Entry} Entry
 * @typedef {import("../core/database.js").Change} Change
 */

/**
 * @param {import("../core/store.js").Store} store
 * @param {Entry[]} entries
 * @param {Entry[]} all of the library
 * @returns {Promise<(() => Promise<void>) | null>} Brings them back; null if they couldn't be deleted.
 */
export async function deleteEntries(store, entries, all) {
  const { library } = store;
  const ids = new Set(entries.map(({ id }) => id));
  const left = new Set(all.filter(({ id }) => !ids.has(id)).map(({ collection }) => collection));
  const emptied = (await library.collections()).filter(
    ({ id }) => !left.has(id) && entries.some(({ collection }) => collection === id),
  );
  /** @type {Change[]} */
  const records = [];
  for (const entry of entries) {
    records.push(["entries", entry.id, entry]);
    if (!entry.when) continue; // it was never played
    const { game, puzzle } = await library.get(entry.id);
    if (game) records.push(["games", entry.id, game]);
    if (puzzle) records.push(["puzzles", entry.id, puzzle]);
  }
  for (const one of emptied) records.push(["collections", one.id, one]);
  const isPlayed = ids.has(store.entry?.id ?? "");
  if (isPlayed) store.isForgotten = true;
  const isDone = await library.write(records.map(([name, key]) => [name, key, undefined]));
  if (!isDone) return null;
  return async () => {
    if (isPlayed) store.isForgotten = false;
    await library.write(records);
  };
}
