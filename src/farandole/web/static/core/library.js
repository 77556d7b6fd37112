// The library: every puzzle that was played, imported or set in this browser, with its game.

import { Database } from "./database.js";
import { getKind } from "./labels.js";

/**
 * @typedef {{id: string, title: string, kind: string, puzzle: any, when: number, added: number, seconds: number,
 *   filled: number, cells: number, givens: number, solved: boolean, collection?: string, place?: number,
 *   day?: string, rating?: Rating, number?: number}} Entry
 *   A puzzle of the library. `puzzle` is its document, or a text that is read when it is opened. `when` it was played
 *   last, 0 if never; `place` is that in its collection, from 0; `day` names a puzzle of the day. `number` tells those
 *   of a kind apart that have no title.
 * @typedef {{id: string, name: string, added: number}} Collection Its puzzles have ids that begin with its own.
 * @typedef {{level: string, difficulty: number, technique?: string}} Rating
 * @typedef {{document: any, board: import("./position.js").Board, drawn: any}} ShownPuzzle What the page needs to show
 *   a puzzle.
 */

const UNSAVED = "farandole.unsaved."; // a copy of what is being written, in case the page goes away meanwhile
const OLD = { list: "farandole.games", game: "farandole.game.", puzzle: "farandole.puzzle.", draft: "farandole.draft" };
const DRAFT = "draft";
const NUMBERS = "farandole.numbers"; // of puzzles without a title, by kind

/** Dispatches "full" when the browser has no room left, "change" when another tab has changed the library. */
export class Library extends EventTarget {
  /** @type {any} The draft of Set as it was saved. */ draft = null;
  /** @type {BroadcastChannel | undefined} Tells other tabs about changes. */ #channel;

  /** @returns {"absent" | "blocked" | ""} Why nothing is kept; "" if it is. */
  get lack() {
    return this.db?.lack ?? "";
  }

  /** Open the database, and carry over what older versions and an interrupted visit have left. */
  async open() {
    this.db = await Database.open();
    this.#channel = new BroadcastChannel("farandole.library");
    this.#channel.onmessage = () => this.dispatchEvent(new Event("change"));
    try {
      await this.#carryOver();
      await this.#recover();
      this.draft = await this.db.get("drafts", DRAFT);
    } catch {
      this.#tellFull();
    }
  }

  /** @returns {Promise<Entry[]>} The latest first; imported ones in their order. */
  async list() {
    /** @type {Entry[]} */
    const entries = (await this.db?.list("entries")) ?? [];
    return entries.sort((a, b) => b.when - a.when || b.added - a.added || (a.place ?? 0) - (b.place ?? 0));
  }

  /** @returns {Promise<import("./results.js").Result[]>} */
  async results() {
    return (await this.db?.list("results")) ?? [];
  }

  /**
   * @param {number} most
   * @returns {Promise<Entry[]>} Those that were played last.
   */
  async latest(most) {
    return ((await this.db?.latest(most)) ?? []).filter(({ when }) => when);
  }

  /**
   * @param {string} day
   * @returns {Promise<Entry[]>} Its puzzles that were begun.
   */
  async ofDay(day) {
    return (await this.db?.ofDay(day)) ?? [];
  }

  /** @returns {Promise<Collection[]>} The latest first. */
  async collections() {
    /** @type {Collection[]} */
    const found = (await this.db?.list("collections")) ?? [];
    return found.sort((a, b) => b.added - a.added);
  }

  /**
   * @param {Entry} entry
   * @param {1 | -1} direction
   * @returns {Promise<Entry | undefined>} The next puzzle of its collection.
   */
  async neighbor({ id, collection }, direction) {
    return collection ? this.db?.neighbor(id, `${collection}.`, direction) : undefined;
  }

  /**
   * @param {string} id
   * @returns {Promise<{entry?: Entry, game?: any, puzzle?: ShownPuzzle}>}
   */
  async get(id) {
    const { db } = this;
    if (!db) return {};
    const [entry, game, puzzle] = await Promise.all([
      db.get("entries", id),
      db.get("games", id),
      db.get("puzzles", id),
    ]);
    return { entry, game, puzzle };
  }

  /**
   * Save a game.
   * @param {Entry} entry
   * @param {any} game
   */
  async save(entry, game) {
    await this.#write(entry.id, [
      ["entries", entry.id, entry],
      ["games", entry.id, game],
    ]);
  }

  /**
   * Save what the page needs to show a puzzle without the server. It is apart from its game, because it never changes.
   * @param {string} id
   * @param {ShownPuzzle} puzzle
   */
  async savePuzzle(id, puzzle) {
    await this.write([["puzzles", id, puzzle]]);
  }

  /** @param {any} draft */
  async saveDraft(draft) {
    this.draft = draft;
    await this.#write(DRAFT, [["drafts", DRAFT, draft]]);
  }

  /**
   * Write records, all or none.
   * @param {import("./database.js").Change[]} changes
   * @returns {Promise<boolean>} Whether there was room.
   */
  async write(changes) {
    try {
      await this.db?.write(changes);
      this.#channel?.postMessage("");
      return true;
    } catch {
      this.#tellFull();
      return false;
    }
  }

  /**
   * Write records of which a page that goes away must lose nothing.
   * @param {string} id
   * @param {import("./database.js").Change[]} changes
   */
  async #write(id, changes) {
    const copy = JSON.stringify(changes);
    write(UNSAVED + id, copy);
    const isSaved = await this.write(JSON.parse(copy)); // plain values
    if (isSaved && read(UNSAVED + id) === copy) remove(UNSAVED + id);
  }

  /** Write what an earlier visit could not finish writing. */
  async #recover() {
    for (const key of keys().filter((name) => name.startsWith(UNSAVED))) {
      const changes = parse(read(key));
      if (Array.isArray(changes)) await this.db?.write(changes.filter(isChange));
      remove(key);
    }
  }

  /** Carry over the games and the draft of versions that kept them elsewhere. */
  async #carryOver() {
    const list = parse(read(OLD.list));
    /** @type {import("./database.js").Change[]} */
    const changes = [];
    for (const old of Array.isArray(list) ? list : []) {
      const puzzle = parse(read(OLD.puzzle + old?.id));
      if (!puzzle?.document || !puzzle.board?.cells) continue;
      const { id, title, when, seconds, filled, solved } = old;
      const entry = { ...makeEntry(id, puzzle.document, title), ...countCells(puzzle.board) };
      changes.push(["entries", id, { ...entry, when, seconds, filled, solved }]);
      changes.push(["games", id, parse(read(OLD.game + id))], ["puzzles", id, puzzle]);
    }
    const draft = parse(read(OLD.draft));
    if (draft) changes.push(["drafts", DRAFT, draft]);
    await this.db?.write(changes);
    if (!this.db?.db) return; // they are where they were
    for (const key of keys()) {
      if (Object.values(OLD).some((old) => key === old || (old.endsWith(".") && key.startsWith(old)))) remove(key);
    }
  }

  #tellFull() {
    this.dispatchEvent(new Event("full"));
  }
}

/**
 * @param {string} id
 * @param {any} puzzle its document
 * @param {string} title
 * @returns {Entry} One that was never played.
 */
export function makeEntry(id, puzzle, title) {
  const counts = { seconds: 0, filled: 0, cells: 0, givens: 0, solved: false };
  return { id, title, kind: getKind(puzzle), puzzle, when: 0, added: Date.now(), ...counts };
}

/**
 * @param {string} kind
 * @returns {number} How many puzzles of the kind without a title there are, with a new one.
 */
export function countUp(kind) {
  const counts = parse(read(NUMBERS)) ?? {};
  const number = (Number(counts[kind]) || 0) + 1;
  write(NUMBERS, JSON.stringify({ ...counts, [kind]: number }));
  return number;
}

/**
 * Number a name that is taken.
 * @param {string} name
 * @param {Iterable<string>} taken
 * @returns {string} such as "Monday (2)"
 */
export function numberName(name, taken) {
  const known = new Set(taken);
  const [, stem = name] = /^(.*) \(\d+\)$/s.exec(name) ?? [];
  let free = name;
  for (let n = 2; known.has(free); n++) free = `${stem} (${n})`;
  return free;
}

/**
 * @param {import("./position.js").Board} board
 * @returns {{cells: number, givens: number}}
 */
export function countCells({ cells, givens }) {
  return { cells: cells.length, givens: [...givens].filter((digit) => digit !== ".").length };
}

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

/** @param {any} change */
function isChange(change) {
  return Array.isArray(change) && change.length === 3 && typeof change[1] === "string" && change[2] !== null;
}

// ── The browser's storage, which may be full or forbidden ───────────────────────────────────────────────────────────

/** @returns {string[]} */
function keys() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/**
 * @param {string} key
 * @returns {string | null}
 */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // the database has it in a moment
  }
}

/** @param {string} key */
function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // it stays
  }
}

/**
 * @param {string | null} text
 * @returns {any} null if it isn't JSON
 */
function parse(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
