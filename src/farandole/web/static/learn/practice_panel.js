// Lessons: what a technique is, or how to reason with a rule of variants; an example, whose step is told bit by bit; and
// drills whose next step needs it, the easiest first. A solved drill is noticed; three give a badge.

import { html } from "../core/elements.js";
import { button, language, t } from "../core/words.js";
import { N_DRILLS, getProgress, record, suggest } from "./course.js";
import { DetailsPanel } from "./details_panel.js";

/**
 * @typedef {{technique: string, name: string, about: string, level: string, ready: boolean, rules?: string[]}} Lesson
 *   The rules are those that an idea of variants is about.
 * @typedef {{places: [string, number][], removes: [string, number][]}} Effects what a step enters and eliminates
 * @typedef {{document: any, technique: string, steps: Effects[]}} Drill
 *   A board to learn on, and the steps of the lesson there.
 */

export class PracticePanel extends DetailsPanel {
  /** @type {Lesson[]} */ #lessons = [];
  /** @type {Drill | null} */ #drill = null;
  /** @type {any} The puzzle of the last drill or example. */ #document = null;
  /** @type {string} Its lesson. */ #opened = "";
  /** How many drills of the lesson were left unsolved: the next one is another. */ #skipped = 0;

  /**
   * @param {import("./learn.js").LearnView} view
   * @param {AbortSignal} signal ends the listeners
   */
  constructor(view, signal) {
    const { app } = view;
    super(app, "learn.practice");
    this.view = view;
    this.message = html("p", { class: "soft" });
    this.about = html("p", {});
    this.choice = html("select", { onchange: () => this.#chooseLesson() });
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
    const example = button("learn.practice_example", () => this.#showExample());
    const go = button("learn.practice_go", () => this.#startDrill(), "main");
    this.content.replaceChildren(
      html("p", { class: "soft" }, t("learn.practice_help")),
      this.choice,
      this.about,
      html("div", { class: "row" }, example, go),
      this.message,
    );
    this.#showLesson();
  }

  #suggestion() {
    return suggest(this.#lessons);
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

  get #lesson() {
    return this.#lessons.find(({ technique }) => technique === this.choice.value);
  }

  #chooseLesson() {
    this.message.textContent = "";
    this.#showLesson();
  }

  #showLesson() {
    this.#skipped = 0;
    this.about.textContent = this.#lesson?.about ?? "";
  }

  /** Open the example, and tell where its step is. */
  async #showExample() {
    if (!(await this.#open(0, "learn.practice_shown"))) return;
    await this.view.hintPanel.guide();
    this.view.hintPanel.element.scrollIntoView({ block: "nearest" });
  }

  /** Open a drill: each one that is solved, or left, is followed by a harder one. */
  async #startDrill() {
    const { solved = 0 } = getProgress(this.choice.value);
    if (this.#drill) this.#skipped++;
    const answer = await this.#open(1 + solved + this.#skipped, "learn.practice_begun");
    if (!answer) return;
    this.#drill = answer;
    this.#notice();
  }

  /** The lesson of the puzzle on the board: a hint there is about it. "" for another puzzle. */
  get lesson() {
    return this.#isOnBoard(this.#document) ? this.#opened : "";
  }

  /** @param {any} document */
  #isOnBoard(document) {
    return document && JSON.stringify(document) === JSON.stringify(this.app.played.document);
  }

  /**
   * Open a position whose next step needs the technique.
   * @param {number} nth
   * @param {string} message
   * @returns {Promise<any>} the answer of `practice`; null if there is none
   */
  async #open(nth, message) {
    const technique = this.choice.value;
    this.#drill = null;
    this.message.textContent = t("learn.searching");
    const answer = await this.questions.ask("practice", { technique, nth, seed: nth, lang: language() });
    if (!answer?.found) {
      this.message.textContent = answer ? t("learn.practice_none") : "";
      return null;
    }
    try {
      const game = { state: { cells: makeCells(answer), pen: [], auto: false } };
      await this.app.opener.openDocument(answer.document, { fresh: true, title: answer.name, game });
    } catch (error) {
      this.app.reportError(error);
      return null;
    }
    this.#document = answer.document;
    this.#opened = answer.technique;
    this.message.textContent = t(message, { technique: answer.name });
    this.app.announce(this.message.textContent, { quiet: true });
    return answer;
  }

  /** See whether the player has done the step of the drill. */
  #notice() {
    const { played: game } = this.app;
    const drill = this.#drill;
    if (!drill || !this.#isOnBoard(drill.document)) return;
    const sign = (/** @type {number} */ digit) => game.board.digits[digit - 1];
    const isDone = drill.steps.some(
      ({ places, removes }) =>
        places.every(([name, digit]) => game.digits[game.cellNamed(name)] === sign(digit)) &&
        removes.every(([name, digit]) => !game.notes(game.cellNamed(name)).includes(sign(digit))),
    );
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
