// The rules drawn so far: each can be edited and removed, and lights up its cells. Chosen ones can be joined.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { joinRules, listCells, listParts, replaceRule, splitRule } from "./document.js";
import { findLayered, listDrawn, removeLayer } from "./layer.js";
import { nameCells, nameRule } from "./rule_names.js";

/** @typedef {import("./document.js").Rule} Rule */
/** @typedef {import("./document.js").Join} Join */

export class RulePanel {
  /** @type {Set<string>} The cells of rules that could be removed without losing uniqueness. */
  #needless = new Set();
  /** @type {Set<number>} The places of the rules that are chosen to be joined. */
  #chosen = new Set();
  /** @type {Rule[] | undefined} The rules of the last drawing. */
  #rules;

  /**
   * @param {import("./draft.js").Draft} draft
   * @param {import("./rule_drawer.js").RuleDrawer} drawer
   */
  constructor(draft, drawer) {
    this.draft = draft;
    this.drawer = drawer;
    this.board = draft.app.board;
    this.list = html("ul", { class: "set-rules" });
    this.joins = html("div", { class: "set-joins", role: "group", "aria-label": t("set.join") });
    this.element = html("div", {}, this.list, this.joins);
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
    const { rules } = this.draft.document;
    if (rules !== this.#rules) this.#chosen.clear();
    this.#rules = rules;
    const drawn = listDrawn(this.draft.document);
    const items = (rules ?? [])
      .map((rule, index) => ({ rule, index }))
      .filter(({ rule }) => listCells(rule) && drawn.includes(rule));
    this.#drawJoins();
    if (!items.length) return this.list.replaceChildren(html("li", { class: "empty" }, t("set.no_rules")));
    this.list.replaceChildren(...items.map(({ rule, index }) => this.#makeItem(rule, index)));
  }

  /** Offer what can be made of the chosen rules. */
  #drawJoins() {
    const places = [...this.#chosen].sort((one, other) => one - other);
    const { document } = this.draft;
    /** @type {Join[]} */
    const joins = places.length > 1 ? ["or", "and"] : places.length ? ["not"] : [];
    const buttons = joins.map((join) =>
      this.#makeButton(`set.join.${join}`, () => this.draft.change(joinRules(document, places, join))),
    );
    if (places.length === 1 && listParts((document.rules ?? [])[places[0]]).length)
      buttons.push(this.#makeButton("set.split", () => this.draft.change(splitRule(document, places[0]))));
    this.joins.replaceChildren(...buttons);
    this.joins.hidden = !buttons.length;
  }

  /**
   * @param {string} word
   * @param {() => void} onclick
   */
  #makeButton(word, onclick) {
    return html("button", { type: "button", onclick }, t(word));
  }

  #removeLayer() {
    const layered = removeLayer(this.draft.current);
    this.draft.change(layered.document, layered);
  }

  /**
   * @param {Rule} rule
   * @param {number} index
   */
  #makeItem(rule, index) {
    const name = nameRule(rule);
    const cells = listCells(rule);
    const look = { type: "button", class: "learn-step", onclick: () => this.drawer.editRule(rule) };
    const edit = html("button", look, name, " ", html("span", {}, listParts(rule).length ? "" : nameCells(cells)));
    edit.addEventListener("pointerenter", () => this.board.showLights({ cells: cells.split(" ") }));
    edit.addEventListener("pointerleave", () => this.board.clearLights());
    const title = t("set.remove", { rule: name });
    const choose = html("input", {
      type: "checkbox",
      "aria-label": t("set.choose_rule", { rule: `${name} ${cells}` }),
    });
    choose.checked = this.#chosen.has(index);
    choose.addEventListener("change", () => {
      if (choose.checked) this.#chosen.add(index);
      else this.#chosen.delete(index);
      this.#drawJoins();
    });
    const remove = () => {
      const { current } = this.draft;
      if (findLayered(current.document) !== rule) this.draft.change(replaceRule(current.document, index, null));
      else this.#removeLayer();
    };
    return html(
      "li",
      this.#needless.has(cells) ? { class: "is-needless" } : {},
      choose,
      edit,
      html("button", { type: "button", class: "set-remove", "aria-label": title, title, onclick: remove }, "×"),
    );
  }
}
