// The settings, which the page needs before its first picture. Games are in library.js.

const SETTINGS = "farandole.settings";

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
    known = { ...known, ...(read(SETTINGS) ?? {}), [name]: value };
    write(SETTINGS, known);
    document.dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
  },
};
