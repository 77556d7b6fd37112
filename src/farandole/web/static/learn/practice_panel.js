// Practice: a puzzle whose next step needs the technique that one chooses.

import { html } from "../core/elements.js";
import { button, language, t } from "../core/words.js";
import { DetailsPanel } from "./details_panel.js";

const FIRST_TECHNIQUE = "Naked Pair";

export class PracticePanel extends DetailsPanel {
  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    super(app, "learn.practice");
    this.message = html("p", { class: "soft" });
  }

  async fill() {
    if (this.content.childElementCount) return;
    const answer = await this.questions.ask("techniques", { lang: language() });
    if (!answer) return;
    /** @type {Map<string, HTMLOptionElement[]>} */
    const levels = new Map();
    for (const { technique, name, level } of answer.techniques) {
      levels.set(level, [...(levels.get(level) ?? []), html("option", { value: technique }, name)]);
    }
    const groups = [...levels].map(([level, options]) =>
      html("optgroup", { label: t(`learn.level.${level}`) }, ...options),
    );
    const choice = html("select", { "aria-label": t("learn.practice_technique") }, ...groups);
    choice.value = FIRST_TECHNIQUE;
    const start = button("learn.practice_go", () => this.#start(choice.value), "main");
    this.content.replaceChildren(
      html("p", { class: "soft" }, t("learn.practice_help")),
      html("div", { class: "row" }, choice, start),
      this.message,
    );
  }

  /**
   * Open a puzzle whose next step needs a technique.
   * @param {string} technique
   */
  async #start(technique) {
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
      this.app.announce(this.message.textContent);
    } catch (error) {
      this.app.reportError(error);
    }
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
