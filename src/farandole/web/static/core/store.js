// The state of the page: the game that is played, the draft of Set, the view that is shown, and the library that keeps
// what the player has done.

import { Game } from "./game.js";
import { Library, countCells, countUp, makeEntry } from "./library.js";

/**
 * @typedef {import("./library.js").Entry} Entry
 * @typedef {import("./puzzle_opener.js").ParsedPuzzle} ParsedPuzzle
 */

export class Store {
  /** The game of Play, Learn and Watch. */ played = new Game();
  /** The board of Set: its digits are the givens of the draft. */ draft = new Game();
  /** The view that is shown; "" until there is a game. */ view = "";
  /** @type {Entry | null} The entry of the game that is played. */ entry = null;
  /** Whether the game that is played was deleted from the library, where its next move brings it back. */
  isForgotten = false;
  library = new Library();

  constructor() {
    this.played.addEventListener("change", () => (this.isForgotten = false));
    this.played.addEventListener("solved", () => this.#addResult());
  }

  /** @returns {Game} The game on the board: that of the view. */
  get game() {
    return this.view === "set" ? this.draft : this.played;
  }

  /**
   * Read the entry of a puzzle, with its game as it is now.
   * @param {string} id
   */
  async read(id) {
    const saved = await this.library.get(id);
    // That on the board may have moves which aren't saved yet.
    return id === this.entry?.id ? { ...saved, entry: this.entry, game: this.played.toJSON() } : saved;
  }

  /**
   * Play a puzzle, and go on with its game if there is one.
   * @param {string} id
   * @param {ParsedPuzzle} puzzle
   * @param {{entry?: Entry, game?: any}} saved
   * @param {Partial<Entry>} [about] what is known about it now
   */
  play(id, { document, board }, { entry, game }, about = {}) {
    this.save(); // the game before, which may have gone on while this one was read
    const title = about.title || entry?.title || document?.about?.title || document?.title || "";
    this.entry = { ...makeEntry(id, document, title), ...entry, ...about, title, ...countCells(board) };
    if (!title && !this.entry.collection) this.entry.number ??= countUp(this.entry.kind);
    this.isForgotten = false;
    this.played.start(document, board, title);
    if (game) this.played.fromJSON({ ...game, title }); // it may have another title now
  }

  /** Add the first solve of a puzzle to the results. */
  #addResult() {
    const { entry, played } = this;
    if (!entry || entry.solved || !played.end) return;
    const [day = "", level = ""] = entry.day?.split(" ") ?? [];
    const { seconds, hints, when } = played.end;
    const { id, kind } = entry;
    const result = {
      id,
      kind,
      level: entry.rating?.level ?? (level === "variant" ? "" : level),
      day,
      seconds,
      hints,
      when,
    };
    this.library.write([["results", id, result]]);
    this.save();
  }

  /** Save the game that is played. */
  save() {
    const { played } = this;
    if (!played.document || !this.entry || this.isForgotten) return;
    const { title, seconds, filled } = played;
    const solved = this.entry.solved || Boolean(played.end);
    this.entry = { ...this.entry, title, seconds, filled, solved, when: Date.now() };
    this.library.save(this.entry, played.toJSON());
  }
}
