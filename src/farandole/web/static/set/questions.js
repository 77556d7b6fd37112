// What a setter asks: what is missing, what is not needed, how hard it is, the puzzle in other forms.

import { html } from "../core/elements.js";
import { language, t } from "../core/words.js";
import { removeGivens } from "./draft.js";

/** @typedef {import("./set.js").Setting} Setting */

export class Questions {
  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    this.app = setting.app;
    this.answer = html("p", { class: "set-answer", role: "status" });
    this.exported = html("textarea", {
      rows: 4,
      readonly: true,
      class: "set-exported",
      "aria-label": t("set.exported"),
      hidden: true,
    });
  }

  /**
   * Add the givens that are missing, or take away those that aren't needed.
   * @param {"complete" | "minimize"} method
   * @param {string} symmetry
   */
  async change(method, symmetry) {
    this.answer.textContent = t("set.looking");
    if (await this.setting.loaded) return void (this.answer.textContent = "");
    const { now } = this.setting.history;
    try {
      const answer = await this.app.ask(method, { puzzle: this.setting.puzzle, symmetry, seconds: 20 });
      if (this.setting.history.now !== now) return void (this.answer.textContent = t("set.changed"));
      const done = { complete: "set.completed", minimize: "set.minimized" }[method];
      this.answer.textContent = answer.clues.length ? t(done, { n: answer.clues.length }) : t(`${done}_none`);
      await this.setting.become(removeGivens(answer.document), { digits: answer.board.givens });
    } catch (error) {
      this.answer.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  async findNeedless() {
    const { cells } = this.app.draft.board;
    this.answer.textContent = t("set.looking");
    /** @type {number[]} */
    const givens = [];
    this.setting.beside.needless = new Set();
    try {
      const result = await this.app.ask(
        "needless",
        { puzzle: this.setting.puzzle, seconds: 20 },
        {
          onEvent: (/** @type {any} */ event) => {
            if (event.event !== "clue") return;
            if (event.clue === "given")
              givens.push(cells.findIndex((/** @type {any} */ { name }) => name === event.cells));
            else this.setting.beside.needless.add(event.cells);
            this.setting.overlay.dot(givens);
          },
        },
      );
      this.answer.textContent = t(
        !result.unique ? "set.needless_not_unique" : result.count ? "set.needless_found" : "set.needless_none",
        { n: result.count },
      );
      this.setting.beside.drawList();
    } catch (error) {
      this.answer.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  async rate() {
    this.answer.textContent = t("set.looking");
    /** @type {string[]} */
    const parts = [];
    try {
      await this.app.ask(
        "rate",
        { puzzle: this.setting.puzzle },
        {
          onEvent: (/** @type {any} */ event) => {
            if (event.scale === "hodoku")
              parts.push(
                t("learn.hodoku", {
                  score: event.score.toLocaleString(language()),
                  level: t(`learn.level.${event.level}`),
                }),
              );
            else if (event.scale === "explainer")
              parts.push(t(event.is_least ? "learn.explainer_least" : "learn.explainer", { er: event.er }));
            this.answer.textContent = parts.join(" · ");
          },
        },
      );
      if (!parts.length) this.answer.textContent = t("set.no_rating");
    } catch (error) {
      this.answer.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {string} form */
  async export(form) {
    this.exported.hidden = false;
    try {
      const { text } = await this.app.ask("write", { puzzle: this.setting.puzzle, form });
      this.exported.value = text;
      this.exported.select();
    } catch (error) {
      this.exported.value = error instanceof Error ? error.message : String(error);
    }
  }

  async copy() {
    if (this.exported.hidden || !this.exported.value) return;
    await navigator.clipboard.writeText(this.exported.value);
    this.app.announce(t("set.copied"));
  }
}
