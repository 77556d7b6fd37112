// The rules drawn so far: each can be edited and removed, and lights up its cells.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { replaceRule } from "./document.js";
import { nameRule } from "./rule_names.js";

/** @typedef {import("./document.js").Rule} Rule */

export class RulePanel {
  /** @type {Set<string>} The cells of rules that could be removed without losing uniqueness. */
  #needless = new Set();

  /**
   * @param {import("./draft.js").Draft} draft
   * @param {import("./rule_drawer.js").RuleDrawer} drawer
   */
  constructor(draft, drawer) {
    this.draft = draft;
    this.drawer = drawer;
    this.board = draft.app.board;
    this.element = html("ul", { class: "set-rules" });
  }

  /**
   * Mark rules as needless until the draft changes.
   * @param {Set<string>} needless their cells
   */
  markNeedless(needless) {
    this.#needless = needless;
    this.draw();
  }

  draw() {
    const rules = this.draft.document.rules ?? [];
    const items = rules.map((rule, index) => ({ rule, index })).filter(({ rule }) => rule.cells !== undefined);
    if (!items.length) return this.element.replaceChildren(html("li", { class: "soft" }, t("set.no_rules")));
    this.element.replaceChildren(...items.map(({ rule, index }) => this.#makeItem(rule, index)));
  }

  /**
   * @param {Rule} rule
   * @param {number} index
   */
  #makeItem(rule, index) {
    const name = nameRule(rule);
    const cells = rule.cells ?? "";
    const look = { type: "button", class: "learn-step", onclick: () => this.drawer.editRule(rule) };
    const edit = html("button", look, name, " ", html("span", {}, cells));
    edit.addEventListener("pointerenter", () => this.board.showLights({ cells: cells.split(" ") }));
    edit.addEventListener("pointerleave", () => this.board.clearLights());
    const title = t("set.remove", { rule: name });
    const remove = () => this.draft.change(replaceRule(this.draft.document, index, null));
    return html(
      "li",
      this.#needless.has(cells) ? { class: "is-needless" } : {},
      edit,
      html("button", { type: "button", class: "set-remove", "aria-label": title, title, onclick: remove }, "×"),
    );
  }
}
