// What the browser stores: settings, games, and the draft of Set.

const SETTINGS = "farandole.settings";
const LIST = "farandole.games";
const GAME = "farandole.game.";
const PUZZLE = "farandole.puzzle.";
const DRAFT = "farandole.draft";
const MAX_GAMES = 30;

/**
 * @typedef {{id: string, title: string, when: number, seconds: number, filled: number, cells: number,
 *   solved: boolean}} Entry A game in the list of games.
 */

/**
 * @param {string} key
 * @returns {any}
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // storage is not allowed, or its content is not ours
  }
}

/**
 * @param {string} key
 * @param {any} value
 * @returns {boolean} whether there was room
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @type {any} The settings as they were read last, because each word of the page asks for the language. */
let known;
globalThis.addEventListener?.("storage", () => (known = undefined)); // another tab has changed them

/** The player's settings, by name. Dispatches "setting" on the document when one changes. */
export const settings = {
  /**
   * @param {string} name
   * @param {any} [fallback]
   * @returns {any}
   */
  get(name, fallback) {
    known ??= read(SETTINGS) ?? {};
    return known[name] ?? fallback;
  },
  /**
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    known = { ...(read(SETTINGS) ?? {}), [name]: value };
    write(SETTINGS, known);
    document.dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
  },
};

/** The draft of Set. It isn't a game, so it is never removed to make room. */
export const drafts = {
  /** @returns {any} */
  get() {
    return read(DRAFT);
  },
  /** @param {any} draft */
  put(draft) {
    games.makeRoom("", () => write(DRAFT, draft));
  },
};

/** Games, the latest first. */
export const games = {
  /** @returns {Entry[]} */
  list() {
    const entries = read(LIST);
    return Array.isArray(entries) ? entries.filter((entry) => typeof entry?.id === "string") : [];
  },
  /**
   * @param {string} id
   * @returns {any} The state of a game.
   */
  get(id) {
    return read(GAME + id);
  },
  /**
   * @param {string} id
   * @returns {{document: any, board: any, drawn: any} | null} A puzzle, with everything that the page needs to show it.
   */
  puzzle(id) {
    return read(PUZZLE + id);
  },
  /**
   * Save a puzzle. It is apart from its game, because it is large and never changes.
   * @param {string} id
   * @param {{document: any, board: any, drawn: any}} puzzle
   */
  putPuzzle(id, puzzle) {
    this.makeRoom(id, () => write(PUZZLE + id, puzzle));
  },
  /**
   * Save a game.
   * @param {Entry} entry
   * @param {any} state
   */
  put(entry, state) {
    write(LIST, [entry, ...this.list().filter((other) => other.id !== entry.id)]);
    this.makeRoom(entry.id, () => write(GAME + entry.id, state));
  },
  /**
   * Write something. If there is no room, remove the oldest games.
   * @param {string} id of the game that must stay
   * @param {() => boolean} save it returns whether there was room
   */
  makeRoom(id, save) {
    const kept = this.list();
    let isSaved = save();
    while (kept.length > MAX_GAMES || (!isSaved && kept.length > 1)) {
      const oldest = kept.pop();
      if (!oldest || oldest.id === id) break;
      for (const key of [GAME, PUZZLE]) localStorage.removeItem(key + oldest.id);
      write(LIST, kept);
      isSaved ||= save();
    }
  },
};

/**
 * Hash a document, so that a puzzle that is opened again finds its game.
 * @param {any} puzzle
 * @returns {string}
 */
export function hashPuzzle(puzzle) {
  let a = 0x811c9dc5,
    b = 0x1b873593;
  for (const letter of JSON.stringify(puzzle)) {
    a = Math.imul(a ^ letter.charCodeAt(0), 0x01000193);
    b = Math.imul(b ^ letter.charCodeAt(0), 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
