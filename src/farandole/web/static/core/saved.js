// What stays: settings, the games played last and how far they are. All of it lies in this browser.

const SETTINGS = "farandole.settings";
const LIST = "farandole.games";
const GAME = "farandole.game.";
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

/** Games, the latest first. */
export const games = {
  /** @returns {Entry[]} */
  list() {
    const found = read(LIST);
    return Array.isArray(found) ? found : [];
  },
  /**
   * @param {string} id
   * @returns {any}
   */
  get(id) {
    return read(GAME + id);
  },
  /**
   * Save a game; where there is no room, the oldest ones go.
   * @param {Entry} entry
   * @param {any} state
   */
  put(entry, state) {
    let kept = [entry, ...this.list().filter((other) => other.id !== entry.id)];
    for (const old of kept.splice(MOST_GAMES)) localStorage.removeItem(GAME + old.id);
    while (!write(GAME + entry.id, state) && kept.length > 1) {
      const oldest = kept.pop();
      if (oldest) localStorage.removeItem(GAME + oldest.id);
    }
    write(LIST, kept);
  },
};

/**
 * Name a document by a few letters, so that a puzzle opened again finds its game.
 * @param {any} puzzle
 * @returns {string}
 */
export function nameOf(puzzle) {
  let a = 0x811c9dc5, b = 0x1b873593;
  for (const letter of JSON.stringify(puzzle)) {
    a = Math.imul(a ^ letter.charCodeAt(0), 0x01000193);
    b = Math.imul(b ^ letter.charCodeAt(0), 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
