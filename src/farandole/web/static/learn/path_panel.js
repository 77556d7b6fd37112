// The path to the solution, step by step.

import { html } from "../core/elements.js";
import { button, t } from "../core/words.js";
import { DetailsPanel } from "./details_panel.js";
import { makeCombinations } from "./combinations.js";
import { makeLinkedText } from "./linked_text.js";
import { getPosition } from "./questions.js";
import { makeStepButton, wordStep } from "./step_overlay.js";

/** @typedef {import("./step_overlay.js").Step} Step */

export class PathPanel extends DetailsPanel {
  /** @type {Step[]} */ #path = [];
  /** Whether the path ends in the solution. */ #isSolvable = true;
  /** What the path ends with, if not the solution. */ #conclusion = "";
  /** The index of the step that is shown, or -1. */ #index = -1;

  /** @param {import("./learn.js").LearnView} view */
  constructor(view) {
    super(view.app, "learn.path");
    this.view = view;
    this.element.classList.add("learn-path");
    this.overlay = view.overlay;
    this.position = html("span", { class: "learn-at" });
    this.explanation = html("div", { class: "learn-text" });
    this.list = html("ol", { class: "learn-list" });
  }

  async fill() {
    if (this.#path.length) return;
    const { puzzle, digits, lang } = getPosition(this.app);
    /** @type {Step[]} */
    const path = (this.#path = []);
    this.#index = -1;
    this.content.replaceChildren(html("p", { class: "soft" }, t("learn.searching")));
    const onEvent = (/** @type {any} */ event) => event.event === "step" && path.push(event);
    const result = await this.questions.ask("explain", { puzzle, digits, lang }, onEvent);
    if (!result) {
      if (this.#path === path) this.content.replaceChildren(); // not if it was filled anew
      return;
    }
    this.#isSolvable = result.solved;
    this.#conclusion = result.conclusion;
    if (path.length) this.#drawList();
    else this.content.replaceChildren(makeLinkedText(this.#conclusion, this.overlay));
    if (path.length) this.#show(0);
  }

  close() {
    this.#path = [];
    this.#index = -1;
    super.close();
  }

  /** Show no step of the path, because a hint is shown. */
  deselect() {
    this.#index = -1;
    this.#drawList();
  }

  #drawList() {
    if (!this.#path.length) return;
    const n = this.#path.length;
    const ending = this.#isSolvable
      ? t("learn.path_found", { n })
      : `${t("learn.path_end", { n })} ${this.#conclusion}`;
    this.position = html("span", { class: "learn-at" });
    this.explanation = html("div", { class: "learn-text" });
    const items = this.#path.map((step, index) =>
      html(
        "li",
        {},
        makeStepButton(step, () => this.#show(index)),
      ),
    );
    this.list = html("ol", { class: "learn-list" }, ...items);
    this.content.replaceChildren(
      html("p", { class: "soft" }, ending),
      html(
        "div",
        { class: "row learn-walk" },
        button("learn.step_back", () => this.#show(this.#index - 1)),
        this.position,
        button("learn.step_on", () => this.#show(this.#index + 1), "main"),
        button("core.close", () => this.#end(), "quiet"),
      ),
      this.explanation,
      this.list,
    );
  }

  /** @param {number} index */
  #show(index) {
    const step = this.#path[index];
    if (!step) return;
    this.#index = index;
    this.view.hintPanel.clear();
    this.overlay.select(step);
    const isGuess = step.technique === "Brute Force";
    this.explanation.replaceChildren(
      ...(isGuess ? [html("p", { class: "learn-notice" }, t("learn.guess_help"))] : []),
      makeLinkedText(wordStep(step, step.proof ?? ""), this.overlay),
      ...makeCombinations(step.combinations),
    );
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = /** @type {HTMLElement} */ (this.list.children[index].firstElementChild);
    current.setAttribute("aria-current", "step");
    this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    this.position.textContent = t("learn.at", { at: index + 1, of: this.#path.length });
    this.app.announce(step.proof ?? step.notation, { quiet: true });
  }

  #end() {
    this.overlay.deselect();
    this.close();
  }
}
