// Which puzzles of the library are listed, and in which order. It doesn't know the page.

/**
 * @typedef {import("../core/library.js").Entry} Entry
 * @typedef {{search: string, group: string, state: string, kind: string, level: string, technique: string,
 *   sort: string}} Wanted "" is any. `group` is "played" or the id of a collection.
 */

/** @type {Record<string, (entry: Entry) => boolean>} */
const STATES = {
  new: ({ when, solved }) => !when && !solved,
  begun: ({ when, solved }) => when > 0 && !solved,
  solved: ({ solved }) => solved,
};

/**
 * @param {Entry} entry
 * @returns {number} The part of its empty cells that is filled, from 0 to 1.
 */
export function getProgress({ filled, cells, givens, solved }) {
  if (solved) return 1;
  return Math.min(1, Math.max(0, (filled - givens) / Math.max(1, cells - givens)));
}

/**
 * @param {Entry[]} entries the latest first
 * @param {Wanted} wanted
 * @param {(entry: Entry) => string} getName
 * @returns {Entry[]}
 */
export function selectEntries(entries, wanted, getName) {
  const { group, state, kind, level, technique, sort } = wanted;
  const search = wanted.search.trim().toLowerCase();
  const listed = entries.filter(
    (entry) =>
      (!group || (group === "played" ? entry.when > 0 : entry.collection === group)) &&
      (!state || STATES[state](entry)) &&
      (!kind || entry.kind === kind) &&
      (!level || entry.rating?.level === level) &&
      (!technique || entry.rating?.technique === technique) &&
      (!search || getName(entry).toLowerCase().includes(search)),
  );
  if (sort === "title") {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    const names = new Map(listed.map((entry) => [entry, getName(entry)]));
    listed.sort((a, b) => compare(names.get(a) ?? "", names.get(b) ?? ""));
  } else if (sort === "difficulty") {
    listed.sort((a, b) => (a.rating?.difficulty ?? Infinity) - (b.rating?.difficulty ?? Infinity) || 0);
  } else if (sort === "progress") listed.sort((a, b) => getProgress(b) - getProgress(a));
  else if (sort === "place") listed.sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  return listed;
}

/**
 * Write puzzles as a text that can be imported again: lines if all are classic without titles, else JSON documents; with
 * the games of those that were played.
 * @param {Entry[]} entries
 * @param {(entry: Entry) => any} getGame
 * @returns {{text: string, isLines: boolean}}
 */
export function writePuzzles(entries, getGame) {
  const lines = entries.map((entry) => (entry.title || entry.when ? null : getLine(entry.puzzle)));
  if (!lines.includes(null)) return { text: lines.map((line) => `${line}\n`).join(""), isLines: true };
  const hasGames = entries.some(({ when }) => when);
  const texts = entries.map((entry) => {
    const { puzzle, title, when, seconds, filled, solved, day } = entry;
    const document = typeof puzzle === "string" ? makeDocument(puzzle) : puzzle;
    const titled = title ? { ...document, about: { ...document.about, title } } : document;
    const game = when ? { ...getGame(entry), when, seconds, filled, solved, day } : null;
    return `${JSON.stringify(hasGames ? { game, puzzle: titled } : titled)}\n`;
  });
  return { text: texts.join(""), isLines: false };
}

/**
 * @param {any} puzzle a line or a document
 * @returns {string | null} null if a line can't say it
 */
function getLine(puzzle) {
  if (typeof puzzle === "string") return puzzle;
  const { farandole, grid, givens, ...others } = puzzle;
  const isClassic = grid?.size === 9 && Object.keys(grid).length === 1 && givens?.length === 9;
  return isClassic && !Object.keys(others).length ? givens.join("") : null;
}

/** @param {string} line */
function makeDocument(line) {
  return { farandole: 1, grid: { size: 9 }, givens: line.match(/.{9}/g) };
}
