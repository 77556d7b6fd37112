// Lessons: what a technique is, and drills whose next step needs it. A solved drill is noticed; three give a badge.

import { html } from "../core/elements.js";
import { button, language, t } from "../core/words.js";
import { N_DRILLS, getProgress, record, suggest } from "./course.js";
import { DetailsPanel } from "./details_panel.js";

/**
 * @typedef {{technique: string, name: string, about: string, level: string, ready: boolean}} Lesson
 * @typedef {{document: any, technique: string, places: [number, string][], removes: [number, string][]}} Drill
 *   What its step enters and eliminates: cells and digits.
 */

export class PracticePanel extends DetailsPanel {
  /** @type {Lesson[]} */ #lessons = [];
  /** @type {Drill | null} */ #drill = null;

  /**
   * @param {import("../core/app.js").App} app
   * @param {AbortSignal} signal ends the listeners
   */
  constructor(app, signal) {
    super(app, "learn.practice");
    this.message = html("p", { class: "soft" });
    this.about = html("p", {});
    this.choice = html("select", { onchange: () => this.#showLesson() });
    app.played.addEventListener("change", () => this.#notice(), { signal });
  }

  async fill() {
    if (this.content.childElementCount) return;
    const answer = await this.questions.ask("techniques", { lang: language() });
    if (!answer) return;
    this.#lessons = answer.techniques.filter((/** @type {Lesson} */ { ready }) => ready);
    this.choice.setAttribute("aria-label", t("learn.practice_technique"));
    this.#listLessons();
    this.choice.value = this.#drill?.technique ?? this.#suggestion() ?? "";
    this.go = button("learn.practice_go", () => this.#start(), "main");
    this.content.replaceChildren(
      html("p", { class: "soft" }, t("learn.practice_help")),
      this.choice,
      this.about,
      html("div", { class: "row" }, this.go),
      this.message,
    );
    this.#showLesson();
  }

  #suggestion() {
    return suggest(this.#lessons.map(({ technique }) => technique));
  }

  /** List the lessons by level, each with its badge. */
  #listLessons() {
    const { value } = this.choice;
    /** @type {Map<string, HTMLOptionElement[]>} */
    const levels = new Map();
    for (const { technique, name, level } of this.#lessons) {
      const solved = Math.min(N_DRILLS, getProgress(technique).solved ?? 0);
      const badge = solved === N_DRILLS ? " ★" : solved ? ` ${solved}/${N_DRILLS}` : "";
      levels.set(level, [...(levels.get(level) ?? []), html("option", { value: technique }, name + badge)]);
    }
    const groups = [...levels].map(([level, options]) =>
      html("optgroup", { label: t(`learn.level.${level}`) }, ...options),
    );
    this.choice.replaceChildren(...groups);
    this.choice.value = value;
  }

  #showLesson() {
    const lesson = this.#lessons.find(({ technique }) => technique === this.choice.value);
    this.about.textContent = lesson?.about ?? "";
  }

  /** Open a position whose next step needs the technique. */
  async #start() {
    const technique = this.choice.value;
    this.#drill = null;
    this.message.textContent = t("learn.searching");
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const answer = await this.questions.ask("practice", { technique, seed, lang: language() });
    if (!answer?.found) {
      this.message.textContent = answer ? t("learn.practice_none") : "";
      return;
    }
    try {
      const game = { state: { cells: makeCells(answer), pen: [], auto: false } };
      await this.app.opener.openDocument(answer.document, { fresh: true, title: answer.name, game });
      this.message.textContent = t("learn.practice_begun", { technique: answer.name });
      this.app.announce(this.message.textContent, { quiet: true });
      await this.#prepare(answer);
    } catch (error) {
      this.app.reportError(error);
    }
  }

  /**
   * Find out what the step of a drill does.
   * @param {any} answer of `practice`
   */
  async #prepare({ document, technique, digits, notes }) {
    const { played: game } = this.app;
    const hint = await this.questions.ask("hint", { puzzle: document, digits, notes, lang: language() });
    if (hint?.technique !== technique) return;
    const locate = (/** @type {[string, number][]} */ candidates) =>
      candidates.map(
        ([name, digit]) => /** @type {[number, string]} */ ([game.cellNamed(name), game.board.digits[digit - 1]]),
      );
    this.#drill = { document, technique, places: locate(hint.places), removes: locate(hint.removes) };
    this.#notice();
  }

  /** See whether the player has done the step of the drill. */
  #notice() {
    const { played: game } = this.app;
    const drill = this.#drill;
    if (!drill || JSON.stringify(drill.document) !== JSON.stringify(game.document)) return;
    const isDone =
      drill.places.every(([cell, digit]) => game.digits[cell] === digit) &&
      drill.removes.every(([cell, digit]) => !game.notes(cell).includes(digit));
    if (!isDone) return;
    this.#drill = null;
    const isOwn = !game.hints;
    if (isOwn) record(drill.technique, "solved");
    const { solved = 0 } = getProgress(drill.technique);
    const key = !isOwn
      ? "learn.practice_helped"
      : solved >= N_DRILLS
        ? "learn.practice_badge"
        : "learn.practice_solved";
    this.#listLessons();
    this.message.textContent = t(key, { n: solved, of: N_DRILLS });
    const next = this.#suggestion();
    if (solved === N_DRILLS && isOwn && next) {
      this.choice.value = next;
      this.#showLesson();
    }
    this.app.announce(this.message.textContent);
  }
}

/**
 * @param {any} answer of `practice`
 * @returns {Record<number, {digit?: string, center?: string}>} The digits and notes of all cells.
 */
function makeCells({ board, digits, notes }) {
  return Object.fromEntries(
    board.cells.map((/** @type {{name: string}} */ { name }, /** @type {number} */ cell) => {
      const digit = digits[cell];
      return [cell, digit === "." ? { center: notes[name] } : { digit }];
    }),
  );
}
