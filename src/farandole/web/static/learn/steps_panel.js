// All steps that are possible now, the simplest first.

import { html } from "../core/elements.js";
import { button, t } from "../core/words.js";
import { DetailsPanel } from "./details_panel.js";
import { makeCombinations } from "./combinations.js";
import { makeLinkedText } from "./linked_text.js";
import { getPosition } from "./questions.js";
import { makeStepButton } from "./step_overlay.js";

/** @typedef {import("./step_overlay.js").Step} Step */

export class StepsPanel extends DetailsPanel {
  /** @param {import("./learn.js").LearnView} view */
  constructor(view) {
    super(view.app, "learn.steps_now");
    this.view = view;
    this.overlay = view.overlay;
    this.list = html("ol", { class: "learn-list" });
    this.explanation = html("div", { class: "learn-text" });
  }

  async fill() {
    if (this.content.childElementCount) return;
    const list = (this.list = html("ol", { class: "learn-list" }));
    this.explanation = html("div", { class: "learn-text" });
    const count = html("p", { class: "soft" }, t("learn.searching"));
    this.content.replaceChildren(count, list, this.explanation);
    const onEvent = (/** @type {any} */ event) => event.event === "step" && list.append(this.#makeItem(event));
    const result = await this.questions.ask("steps_now", getPosition(this.app), onEvent);
    if (!result) {
      if (this.list === list) this.content.replaceChildren(); // not if it was filled anew
      return;
    }
    const key = result.exhausted ? "learn.steps_found" : "learn.steps_some";
    count.textContent = result.said ?? t(key, { n: result.count });
  }

  /** @param {Step} step */
  #makeItem(step) {
    const choose = makeStepButton(step, () => this.#select(step, choose));
    choose.addEventListener("pointerenter", () => this.overlay.show(step));
    choose.addEventListener("pointerleave", () => this.overlay.showSelected());
    return html("li", {}, choose);
  }

  /**
   * @param {Step} step
   * @param {HTMLElement} choose its button
   */
  #select(step, choose) {
    for (const other of this.list.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    choose.setAttribute("aria-current", "true");
    this.overlay.select(step);
    const text = step.proof ?? step.notation;
    const apply = button("learn.do_it", () => this.view.applyStep(step), "main");
    this.explanation.replaceChildren(
      makeLinkedText(text, this.overlay),
      ...makeCombinations(step.combinations),
      html("div", { class: "row" }, apply),
    );
    this.app.announce(text, { quiet: true });
  }
}
