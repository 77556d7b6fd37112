// All steps that are possible now, the simplest first.

import { html } from "../core/elements.js";
import { settings } from "../core/storage.js";
import { button, t } from "../core/words.js";
import { DetailsPanel } from "./details_panel.js";
import { makeCombinations } from "./combinations.js";
import { makeLinkedText } from "./linked_text.js";
import { getPosition } from "./questions.js";
import { makeStepButton, wordStep } from "./step_overlay.js";

/** @typedef {import("./step_overlay.js").Step} Step */

export class StepsPanel extends DetailsPanel {
  /** @type {{step: Step, item: HTMLElement}[]} The simplest first. */ #steps = [];

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
    const steps = (this.#steps = /** @type {{step: Step, item: HTMLElement}[]} */ ([]));
    const groups = html("input", {
      type: "checkbox",
      onchange: () => {
        settings.set("by_effect", groups.checked);
        this.#arrange();
      },
    });
    groups.checked = settings.get("by_effect", false);
    const label = html("label", { class: "row" }, groups, t("learn.by_effect"));
    this.content.replaceChildren(count, label, list, this.explanation);
    const onEvent = (/** @type {any} */ event) => {
      if (event.event !== "step") return;
      const item = this.#makeItem(event);
      steps.push({ step: event, item });
      list.append(item);
    };
    const result = await this.questions.ask("steps_now", getPosition(this.app), onEvent);
    if (!result) {
      if (this.list === list) this.content.replaceChildren(); // not if it was filled anew
      return;
    }
    const key = result.exhausted ? "learn.steps_found" : "learn.steps_some";
    count.textContent = result.said ?? t(key, { n: result.count });
    this.#arrange();
  }

  /** Put the steps in order: the simplest first, or in groups of those that remove the same digits. */
  #arrange() {
    /** @type {Map<string, HTMLElement[]>} */
    const groups = new Map();
    for (const { step, item } of this.#steps) {
      const group = settings.get("by_effect", false) ? this.#nameEffect(step) : "";
      groups.set(group, [...(groups.get(group) ?? []), item]);
    }
    const sorted = [...groups].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
    this.list.replaceChildren(
      ...sorted.flatMap(([name, items]) => [...(name ? [html("li", { class: "learn-group" }, name)] : []), ...items]),
    );
  }

  /** @param {Step} step */
  #nameEffect({ places, removes }) {
    if (places.length) return t("learn.enters");
    const signs = [...new Set(removes.map(([, digit]) => this.app.played.board.digits[digit - 1]))].sort();
    return t("learn.removes", { digits: signs.join(t("board.comma")) });
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
    const text = wordStep(step, step.proof ?? step.notation);
    const apply = button("learn.do_it", () => this.view.applyStep(step), "main");
    this.explanation.replaceChildren(
      makeLinkedText(text, this.overlay),
      ...makeCombinations(step.combinations),
      html("div", { class: "row" }, apply),
    );
    this.app.announce(text, { quiet: true });
  }
}
