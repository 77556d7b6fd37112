// The tool in hand: how to draw with it, the value of the rule drawn last, and the sides of clues outside.

import { html } from "../core/elements.js";
import { button, t } from "../core/words.js";
import { findRule, replaceRule } from "./document.js";
import { ExpressionError } from "./expression.js";
import { makePalette } from "./figures.js";
import { getIsland, setIsland } from "./islands.js";
import { nameRule, nameTool } from "./rule_names.js";
import { makeRule, writeValue } from "./rule_maker.js";

/**
 * @typedef {import("./document.js").Rule} Rule
 * @typedef {import("./tools.js").Tool} Tool
 */

/** @type {Record<string, [down: number, right: number]>} */
const SIDES = { above: [1, 0], left: [0, 1], right: [0, -1], below: [-1, 0] };
/** @type {Record<string, [down: number, right: number]>} */
const DIAGONALS = { down_right: [1, 1], down_left: [1, -1], up_right: [-1, 1], up_left: [-1, -1] };

export class ToolPanel {
  /** @type {{rule: string, cells: string} | null} The rule, or future rule, that gets the typed value. */
  #valued = null;
  /** The content that is shown, as JSON. It stays as it is while its field is typed in. */
  #content = "";

  /**
   * @param {import("./draft.js").Draft} draft
   * @param {import("./rule_drawer.js").RuleDrawer} drawer
   * @param {import("./overlay.js").Overlay} overlay
   * @param {import("./tool_card.js").ToolCard} card
   */
  constructor(draft, drawer, overlay, card) {
    this.draft = draft;
    this.app = draft.app;
    this.drawer = drawer;
    this.overlay = overlay;
    this.card = card;
    this.element = html("div", { class: "set-detail" });
    drawer.addEventListener("tool", () => {
      this.#valued = null;
      this.draw();
    });
    drawer.addEventListener("value", (event) => this.#editValue(/** @type {CustomEvent} */ (event).detail));
  }

  draw() {
    const { tool } = this.drawer;
    const hasValue = Boolean(tool?.value && this.#valued?.rule === tool.rule);
    const content = JSON.stringify([tool?.name, hasValue && this.#valued, this.drawer.paint]);
    if (content === this.#content && this.element.contains(document.activeElement)) return;
    this.#content = content;
    if (!tool) return this.element.replaceChildren(html("p", { class: "soft" }, t("set.digits_help")));
    const name = html("b", {}, nameTool(tool));
    /** @type {HTMLElement[]} */
    const parts = [html("p", {}, name, " ", html("span", { class: "soft" }, t(describeUse(tool))))];
    if (hasValue) parts.push(this.#makeField(tool));
    if (tool.paints) parts.push(makePalette(this.drawer.paint, (paint) => this.#choosePaint(paint)));
    if (this.drawer.isOutside) parts.push(this.#makeSides(tool));
    else
      parts.push(
        html(
          "div",
          { class: "row" },
          button("set.draw_chosen", () => this.drawer.drawSelection()),
        ),
      );
    parts.push(this.card.make(tool));
    this.element.replaceChildren(...parts);
    this.#showWaitingCells();
  }

  /** @param {import("./figures.js").Paint} paint */
  #choosePaint(paint) {
    this.drawer.paint = paint;
    this.#content = "";
    this.draw();
    const chosen = this.element.querySelector(".set-paint[aria-pressed=true]");
    if (chosen instanceof HTMLElement) chosen.focus();
  }

  /**
   * Ask for the value of a rule.
   * @param {{rule: string, cells: string}} valued the cells of a rule that is drawn, or will be; "" for no rule
   */
  #editValue({ rule, cells }) {
    this.#valued = cells ? { rule, cells } : null;
    this.app.announce("");
    this.draw();
    if (cells) this.#focusField();
  }

  /** The index of the rule among those of the document, or -1 if it isn't drawn yet. */
  get #index() {
    return this.#valued ? findRule(this.draft.document, this.#valued.rule, this.#valued.cells, true) : -1;
  }

  /** The size of the island at the cell, as text. */
  get #island() {
    return String(getIsland(this.draft.document, this.#valued?.cells ?? "") || "");
  }

  /** Mark the cells of a rule that can't be drawn without its value. */
  #showWaitingCells() {
    const { tool } = this.drawer;
    const { cells } = this.app.draft.board;
    const isWaiting = tool && this.#valued?.rule === tool.rule && this.#index < 0;
    const names = isWaiting ? (this.#valued?.cells.split(" ") ?? []) : [];
    const path = names.map((name) => cells.findIndex((cell) => cell.name === name));
    this.overlay.showPath(path, tool?.shape ?? "cells");
  }

  /** @param {Tool} tool */
  #makeField(tool) {
    const { field: name } = /** @type {NonNullable<Tool["value"]>} */ (tool.value);
    const known = this.draft.document.rules?.[this.#index];
    const fault = html("p", { class: "why", id: "set-value-fault", hidden: true });
    const field = html("input", {
      type: "text",
      inputmode: tool.value?.isCount || tool.maker ? "text" : "numeric",
      autocomplete: "off",
      size: tool.maker ? 16 : 6,
      "aria-describedby": fault.id,
      value: tool.value?.isNumbers ? this.#island : known ? writeValue(tool, known) : "",
    });
    field.addEventListener("input", async () => {
      const { value } = field;
      const error = await this.#setValue(tool, value, field);
      if (field.value !== value) return;
      fault.hidden = !error;
      fault.textContent = error;
      field.setAttribute("aria-invalid", String(Boolean(error)));
    });
    const label = html(
      "label",
      { class: "set-value" },
      html("span", {}, t(`set.value.${tool.value?.isCount ? "count_of" : tool.maker === "own" ? tool.name : name}`)),
      field,
    );
    const form = html("form", {}, label, fault);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.app.board.focus();
    });
    return form;
  }

  /**
   * Give the rule the typed value. A rule without a value that it needs is removed until there is one.
   * @param {Tool} tool
   * @param {string} text
   * @param {HTMLElement} field everything typed in it is one step for undo
   * @returns {Promise<string>} What is wrong with the value, or "".
   */
  async #setValue(tool, text, field) {
    const { document } = this.draft;
    const valued = this.#valued;
    if (!valued) return "";
    if (tool.value?.isNumbers) return this.#setIsland(valued.cells, text, field);
    const index = this.#index;
    /** @type {Rule | null} */
    let rule = null;
    try {
      rule = makeRule(tool, valued.cells.split(" "), text, this.app.draft.board);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return t("set.expression_fault", { found: error.message });
    }
    if (!rule && text.trim()) return this.#refuse(tool, text);
    const rules = document.rules ?? [];
    const changed =
      index < 0
        ? { ...document, rules: rule ? [...rules, rule] : rules }
        : replaceRule(document, index, rule && copyValue(tool, rules[index], rule));
    const error = await this.draft.change(changed, {}, field);
    this.#showWaitingCells();
    if (error) return this.app.describeError(error);
    if (rule) this.app.announce(t("set.drawn", { rule: nameRule(rule) }));
    return "";
  }

  /**
   * @param {string} cell
   * @param {string} text
   * @param {HTMLElement} field
   */
  async #setIsland(cell, text, field) {
    const size = text.trim() ? Number(text) : 0;
    if (!Number.isInteger(size) || size < 0) return this.#refuse(/** @type {Tool} */ (this.drawer.tool), text);
    const changed = setIsland(this.draft.document, cell, size, this.app.draft.board);
    if (!changed) return t("set.no_rectangle");
    const error = await this.draft.change(changed, {}, field);
    return error ? this.app.describeError(error) : "";
  }

  /**
   * @param {Tool} tool
   * @param {string} text
   * @returns {string} What is wrong with it.
   */
  #refuse(tool, text) {
    const { isCount, list } = tool.value ?? {};
    const kind = tool.maker === "weighted_sum" ? "weights" : isCount ? "count" : list ? "digits" : "number";
    const error = t(`set.value_${kind}`, { found: text.trim() });
    this.app.announce(error, { fault: true });
    return error;
  }

  /** @param {Tool} tool */
  #makeSides(tool) {
    const sides = Object.entries(tool.shape === "outside" ? SIDES : DIAGONALS);
    const buttons = sides.map(([name, [down, right]]) =>
      button(`set.side.${name}`, () => this.drawer.drawFromSide(down, right)),
    );
    return html("div", { class: "row", role: "group", "aria-label": t("set.sides") }, ...buttons);
  }

  #focusField() {
    const field = this.element.querySelector("input");
    if (!field || matchMedia("(pointer: coarse)").matches) return;
    field.focus();
    field.select();
  }
}

/** @param {Tool} tool @returns {string} The key of how to draw with it. */
function describeUse({ name, shape }) {
  const own = `set.how.${name}`;
  return t(own) === own ? `set.how.${shape}` : own;
}

/**
 * Copy the value of a rule to another one, which may have fields that no tool knows.
 * @param {Tool} tool
 * @param {Rule} rule
 * @param {Rule} source
 * @returns {Rule}
 */
function copyValue(tool, rule, source) {
  const { field, isCount } = /** @type {NonNullable<Tool["value"]>} */ (tool.value);
  if (isCount || tool.maker) return source;
  const { [field]: _, ...rest } = rule;
  return source[field] === undefined ? /** @type {Rule} */ (rest) : { ...rule, [field]: source[field] };
}
