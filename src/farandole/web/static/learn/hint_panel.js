// A hint in four levels: the technique, where to look, which cells, the whole reason.

import { html } from "../core/elements.js";
import { button, t } from "../core/words.js";
import { record } from "./course.js";
import { makeCombinations } from "./combinations.js";
import { makeLinkedText } from "./linked_text.js";
import { Questions, getPosition } from "./questions.js";
import { wordStep } from "./step_overlay.js";

const N_LEVELS = 4;

export class HintPanel {
  /** @type {any} The answer of `hint`: a step with its levels, or a mistake without `lights`. null without a hint. */
  #hint = null;
  /** How much of the hint is shown, from 1. */ #level = 1;

  /** @param {import("./learn.js").LearnView} view */
  constructor(view) {
    this.view = view;
    this.app = view.app;
    this.overlay = view.overlay;
    this.hintQuestions = new Questions(view.app);
    this.trialQuestions = new Questions(view.app);
    this.element = html("div", { class: "learn-hint" });
    this.#draw();
  }

  /** Remove the hint. */
  clear() {
    this.#hint = null;
    this.overlay.dropHint();
    this.#draw();
  }

  cancel() {
    this.hintQuestions.cancel();
    this.trialQuestions.cancel();
  }

  /** Ask for a hint, or show more of the one that is shown. */
  tellMore() {
    if (!this.#hint) this.#ask();
    else if (this.#level < N_LEVELS) this.#showLevel(this.#level + 1);
  }

  /** Tell where the step of an example is. The player asks for more. */
  async guide() {
    if (await this.#find()) this.#showLevel(2);
  }

  async #ask() {
    if (!(await this.#find())) return;
    this.#recordHint();
    this.#showLevel(1);
  }

  /** Record what the hint is about, for the lessons. */
  #recordHint() {
    const { technique, lights } = this.#hint;
    const { document: puzzle } = this.app.played;
    if (technique) record(technique, "hints");
    const used = (lights?.rules ?? []).map((/** @type {number} */ n) => puzzle.rules?.[n]?.rule);
    for (const type of new Set(used)) if (type) record(`rule ${type}`, "hints");
    this.app.played.countHint();
  }

  /** @returns {Promise<boolean>} whether there is a hint */
  async #find() {
    this.element.setAttribute("aria-busy", "true");
    const { lesson } = this.view.practicePanel;
    const hint = await this.hintQuestions.ask("hint", { ...getPosition(this.app), theme: "auto", lesson });
    this.element.removeAttribute("aria-busy");
    if (!hint) return false;
    this.#hint = hint;
    this.overlay.dropHint();
    this.view.pathPanel.deselect();
    return true;
  }

  /** @param {number} level */
  #showLevel(level) {
    this.#level = level;
    this.#draw();
    this.app.board.showPicture(null);
    const hint = this.#hint;
    if (hint.lights) this.overlay.showHint(hint, level);
    else if (level === N_LEVELS) {
      const cells = [...(hint.wrong ?? []), ...(hint.missed ?? [])].map(([cell]) => cell);
      this.overlay.showLights({ cells });
    }
    this.element.scrollIntoView({ block: "nearest" }); // below the board of a small screen
    this.app.announce(hint.levels[level - 1], { quiet: true });
  }

  #draw() {
    this.element.replaceChildren(...(this.#hint ? this.#makeHint() : this.#makeInvitation()));
  }

  #makeInvitation() {
    const help = t(this.app.played.isFull ? "learn.all_done" : "learn.hint_help");
    return [html("h2", {}, t("learn.hint")), html("p", { class: "empty" }, help)];
  }

  #makeHint() {
    const hint = this.#hint;
    const isWhole = this.#level === N_LEVELS;
    const text = isWhole && hint.notation ? wordStep(hint, hint.levels[N_LEVELS - 1]) : hint.levels[this.#level - 1];
    const isGuess = hint.technique === "Brute Force";
    const title = hint.name ?? t("learn.mistake");
    const reasons = html("div", { class: "learn-text" });
    if (hint.trial && this.#level === N_LEVELS) this.#explainTrial(hint, reasons);
    return [
      html("div", { class: "learn-head" }, html("h2", {}, title), this.#makeLevels()),
      ...(isGuess ? [html("p", { class: "learn-notice" }, t("learn.guess_help"))] : []),
      text === hint.name ? html("p", { class: "soft" }, t("learn.hint_first")) : makeLinkedText(text, this.overlay),
      ...(this.#level === N_LEVELS ? makeCombinations(hint.combinations) : []),
      reasons,
      html("div", { class: "row" }, ...this.#makeButtons()),
    ];
  }

  #makeLevels() {
    const buttons = this.#hint.levels.map((/** @type {string} */ _, /** @type {number} */ index) => {
      const n = index + 1;
      const look = {
        type: "button",
        class: "learn-level",
        "aria-label": t("learn.level_n", { n, of: N_LEVELS }),
        "aria-pressed": String(n === this.#level),
        onclick: () => this.#showLevel(n),
      };
      return html("button", look, String(n));
    });
    return html("div", { class: "learn-levels", role: "group", "aria-label": t("learn.levels") }, ...buttons);
  }

  #makeButtons() {
    const hint = this.#hint;
    const isLast = this.#level === N_LEVELS;
    const buttons = [];
    if (!isLast) buttons.push(button("learn.more", () => this.#showLevel(this.#level + 1), "main"));
    if (hint.lights) buttons.push(button("learn.do_it", () => this.view.applyStep(hint), isLast ? "main" : ""));
    if (hint.svg && isLast) buttons.push(this.#makePictureButton(hint.svg));
    return [...buttons, button("core.close", () => this.view.reset(), "quiet")];
  }

  /**
   * Show, one after the other, why the other digits of a guess are impossible.
   * @param {any} hint
   * @param {HTMLElement} place
   */
  async #explainTrial(hint, place) {
    const { puzzle, digits, lang } = getPosition(this.app);
    for (const [cell, digit] of hint.trial) {
      const answer = await this.trialQuestions.ask("why_not", { puzzle, digits, cell, digit, lang });
      if (!answer || this.#hint !== hint) return;
      place.append(makeLinkedText(answer.why, this.overlay));
    }
  }

  /** @param {string} picture */
  #makePictureButton(picture) {
    const toggle = button("learn.picture", () => {
      const isOn = toggle.getAttribute("aria-pressed") !== "true";
      toggle.setAttribute("aria-pressed", String(isOn));
      this.app.board.showPicture(isOn ? picture : null);
    });
    toggle.setAttribute("aria-pressed", "false");
    return toggle;
  }
}
