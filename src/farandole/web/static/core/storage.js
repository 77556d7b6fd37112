// What stays: settings, the games played last and how far they are. All of it lies in this browser.

const SETTINGS = "farandole.settings";
const LIST = "farandole.games";
const GAME = "farandole.game.";
const PUZZLE = "farandole.puzzle.";
const DRAFT = "farandole.draft";
const MOST_GAMES = 30;

/** @typedef {{id: string, title: string, when: number, seconds: number, filled: number, cells: number, solved: boolean}} Entry */

/**
 * @param {string} key
 * @returns {any}
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // no storage is allowed, or somebody else wrote there
  }
}

/**
 * @param {string} key
 * @param {any} value
 * @returns {boolean} Whether there was room.
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Small choices of the player, by name. */
export const settings = {
  /**
   * @param {string} name
   * @param {any} [otherwise]
   * @returns {any}
   */
  get(name, otherwise) {
    return (read(SETTINGS) ?? {})[name] ?? otherwise;
  },
  /**
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    write(SETTINGS, { ...(read(SETTINGS) ?? {}), [name]: value });
    document.dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
  },
};

/** The draft of a setter. It is no game, and games that go to make room leave it alone. */
export const drafts = {
  /** @returns {any} */
  get() {
    return read(DRAFT);
  },
  /** @param {any} draft */
  put(draft) {
    games.fit("", () => write(DRAFT, draft));
  },
};

/** Games, the latest first. */
export const games = {
  /** @returns {Entry[]} */
  list() {
    const found = read(LIST);
    return Array.isArray(found) ? found.filter((entry) => typeof entry?.id === "string") : [];
  },
  /**
   * @param {string} id
   * @returns {any} What was written on a puzzle.
   */
  get(id) {
    return read(GAME + id);
  },
  /**
   * @param {string} id
   * @returns {{document: any, board: any, drawn: any} | null} A puzzle, with all that the page must know of it.
   */
  puzzle(id) {
    return read(PUZZLE + id);
  },
  /**
   * Save a puzzle; it is large and never changes.
   * @param {string} id
   * @param {{document: any, board: any, drawn: any}} puzzle
   */
  putPuzzle(id, puzzle) {
    this.fit(id, () => write(PUZZLE + id, puzzle));
  },
  /**
   * Save a game.
   * @param {Entry} entry
   * @param {any} state
   */
  put(entry, state) {
    write(LIST, [entry, ...this.list().filter((other) => other.id !== entry.id)]);
    this.fit(entry.id, () => write(GAME + entry.id, state));
  },
  /**
   * Write; where there is no room, the oldest games go.
   * @param {string} id which stays
   * @param {() => boolean} writes
   */
  fit(id, writes) {
    const kept = this.list();
    let isWritten = writes();
    while (kept.length > MOST_GAMES || (!isWritten && kept.length > 1)) {
      const oldest = kept.pop();
      if (!oldest || oldest.id === id) break;
      for (const key of [GAME, PUZZLE]) localStorage.removeItem(key + oldest.id);
      write(LIST, kept);
      isWritten = isWritten || writes();
    }
  },
};

/**
 * Name a document by a few letters, so that a puzzle opened again finds its game.
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
