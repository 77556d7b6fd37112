// What is true of the puzzle: one solution, several, none; told as soon as it is known, and nothing waits for it.

import { nameHouse, namePlace } from "../core/labels.js";
import { getRules } from "../core/game.js";
import { isAbort } from "../core/transport.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {{kind: "unknown" | "asking" | "one" | "several" | "none", said: string, cells: string[], why: string}} Found */

const WAIT = 250; // milliseconds of rest after which the rules are asked

/** Tells "verdict" when something new is known, and "broken" when the rules that the digits break have changed. */
export class Verdict extends EventTarget {
  /** @type {Found} */ found = { kind: "unknown", said: "", cells: [], why: "" };
  /** @type {{cells: string[], said: string}[]} Rules that are broken now. */ broken = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #waiting;
  #isAsked = false;
  /** @type {AbortController} */ #asking = new AbortController();

  /** @param {App} app */
  constructor(app) {
    super();
    this.app = app;
    app.played.addEventListener("puzzle", () => {
      this.#isAsked = false;
      this.#askWhereShown();
    });
    app.views.addEventListener("view", () => this.#askWhereShown());
    app.played.addEventListener("change", () => this.#rulesSoon());
    document.addEventListener("language", () => this.#ask());
  }

  /** Ask about the puzzle once it is on the board: while another is set, searches are for that one. */
  #askWhereShown() {
    if (this.#isAsked || !this.app.views.current || this.app.game !== this.app.played || !this.app.played.document)
      return;
    this.#isAsked = true;
    this.#ask();
  }

  async #ask() {
    this.#tellBroken([]);
    this.#rulesSoon();
    const { played: game, puzzleController } = this.app;
    const puzzle = game.document;
    this.#tell({ kind: "asking", said: t("verdict.asking"), cells: [], why: "" });
    /** @type {string[]} */
    const solutions = [];
    try {
      const params = { puzzle, limit: 2, seconds: 10 };
      const onEvent = (/** @type {any} */ event) => solutions.push(event.digits);
      const result = await this.app.ask("solve", params, { signal: puzzleController.signal, onEvent });
      if (puzzle !== game.document) return;
      this.#tell(this.#judged(result));
      if (result.count === 1 && result.exhausted && game.solution !== solutions[0]) {
        game.solution = solutions[0];
        this.app.save();
      }
    } catch (error) {
      if (isAbort(error) || puzzle !== game.document) return;
      this.#tell({
        kind: "unknown",
        said: game.solution ? t("verdict.one") : t("verdict.unknown"),
        cells: [],
        why: "",
      });
    }
  }

  /**
   * @param {any} result of `solve`
   * @returns {Found}
   */
  #judged(result) {
    if (result.count > 1) {
      const said = t("verdict.several", { count: result.differ.length });
      return { kind: "several", said, cells: result.differ, why: "" };
    }
    if (!result.exhausted) return { kind: "unknown", said: t("verdict.late"), cells: [], why: "" };
    if (!result.count)
      return { kind: "none", said: t("verdict.none"), cells: findCellNames(result.why), why: result.why ?? "" };
    return { kind: "one", said: t("verdict.proved", { time: spoken(result.seconds) }), cells: [], why: "" };
  }

  #rulesSoon() {
    clearTimeout(this.#waiting);
    this.#asking.abort();
    if (getRules(this.app.played.document).length) this.#waiting = setTimeout(() => this.#askRules(), WAIT);
  }

  async #askRules() {
    const { played: game, lang } = this.app;
    this.#asking = new AbortController();
    try {
      const params = { puzzle: game.document, digits: game.line, lang };
      const { conflicts } = await this.app.ask("conflicts", params, { signal: this.#asking.signal });
      this.#tellBroken(conflicts);
    } catch {
      // Nobody to ask: equal digits are seen without.
    }
  }

  /** @param {{cells: string[], said: string}[]} broken */
  #tellBroken(broken) {
    if (!broken.length && !this.broken.length) return;
    this.broken = broken;
    this.app.board.showBroken(
      this.app.played,
      broken.flatMap(({ cells }) => cells.map((name) => this.app.played.cellNamed(name))),
    );
    this.dispatchEvent(new Event("broken"));
  }

  /**
   * @returns {{cells: string[], said: string}[]} Every conflict that is to be seen now, in words.
   */
  conflicts() {
    if (this.broken.length) return this.broken.map(({ cells, said }) => ({ cells, said: capital(said) }));
    const { played: game } = this.app;
    return game.findRepeats().repeats.map(({ cells, digit, house }) => ({
      cells: cells.map((cell) => game.board.cells[cell].name),
      said: capital(t("verdict.twice", { house: nameHouse(house), digit })),
    }));
  }

  /**
   * Check what is entered: which digits are wrong, and why, as far as it is known.
   * @returns {{said: string, cells: number[], isGood: boolean}}
   */
  check() {
    const { played: game } = this.app;
    const wrong = game.findWrong();
    const conflicts = this.conflicts();
    if (wrong.length) {
      const places = wrong
        .slice(0, 6)
        .map((cell) => t("verdict.wrong_one", { digit: game.digits[cell], place: namePlace(game, cell) }));
      const why = conflicts.length ? t("verdict.between") + t("verdict.sentence", { said: conflicts[0].said }) : "";
      const said = t("verdict.wrong", {
        count: wrong.length,
        places: places.join(t("board.comma")) + (wrong.length > 6 ? " …" : ""),
      });
      return { said: said + why, cells: wrong, isGood: false };
    }
    if (conflicts.length) {
      return {
        said: conflicts
          .slice(0, 3)
          .map(({ said }) => t("verdict.sentence", { said }))
          .join(t("verdict.between")),
        cells: conflicts.flatMap(({ cells }) => cells.map((name) => game.cellNamed(name))),
        isGood: false,
      };
    }
    if (game.isSolved) return { said: t("verdict.solved"), cells: [], isGood: true };
    if (game.isFull) return { said: t("verdict.full"), cells: [], isGood: true };
    const left = game.nCells - game.filled;
    return { said: t(game.solution ? "verdict.right" : "verdict.no_conflict", { left }), cells: [], isGood: true };
  }

  /** @param {Found} found */
  #tell(found) {
    this.found = found;
    this.dispatchEvent(new Event("verdict"));
  }
}

/**
 * @param {string | null} text
 * @returns {string[]} The names of cells in a sentence.
 */
export function findCellNames(text) {
  return [...(text ?? "").matchAll(/\br(\d+)c(\d+)\b/g)].map(([name]) => name);
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {number} seconds */
function spoken(seconds) {
  if (seconds >= 1) return `${seconds.toFixed(1)} s`;
  return seconds >= 0.001 ? `${Math.round(seconds * 1000)} ms` : `${Math.max(1, Math.round(seconds * 1e6))} µs`;
}
