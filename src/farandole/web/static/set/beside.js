// Beside the board: the tools, the value of what is drawn, the rules drawn, and those of the whole grid.

import { html, make } from "../core/svg.js";
import { button, t } from "../core/words.js";
import { replaced, toggled } from "./draft.js";
import { ALL, HOUSES, TOOLS, WHOLE, ruleOf, valuesIn } from "./tools.js";

/**
 * @typedef {import("./draft.js").Document} Document
 * @typedef {import("./draft.js").Rule} Rule
 * @typedef {import("./tools.js").Tool} Tool
 * @typedef {import("./set.js").Setting} Setting
 */

export class Beside {
  /** The place of the rule whose value is shown, among those of the document. */
  current = -1;
  /** @type {Set<string>} The cells of rules that may go. */
  needless = new Set();

  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    this.app = setting.app;
    this.pencil = setting.pencil;
    this.tools = html("div", { class: "set-tools" });
    this.detail = html("div", { class: "set-detail" });
    this.list = html("ul", { class: "set-rules" });
    this.wholes = html("div", { class: "set-wholes" });
    for (const [group, some] of Object.entries(TOOLS)) {
      this.tools.append(html("div", { class: "set-group", role: "group", "aria-label": t(`set.group.${group}`) }, ...some.map((tool) => this.toolButton(tool))));
    }
  }

  /** @param {Tool} tool */
  toolButton(tool) {
    const icon = make("svg", { viewBox: "0 0 24 24", class: `set-icon set-ink-${tool.ink ?? "ink"}`, "aria-hidden": "true" }, make("path", { d: tool.icon }));
    const take = () => this.pencil.take(this.pencil.tool === tool ? null : tool);
    return html("button", { type: "button", class: "set-tool", "data-tool": tool.name, "aria-pressed": "false", title: t(`set.tool.${tool.name}`), "aria-label": t(`set.tool.${tool.name}`), onclick: take }, icon);
  }

  /** @param {Tool | null} tool */
  press(tool) {
    for (const one of this.tools.querySelectorAll("[data-tool]")) one.setAttribute("aria-pressed", String(one.getAttribute("data-tool") === tool?.name));
  }

  /** @param {boolean} [isQuiet] whether only the cells chosen have changed */
  drawDetail(isQuiet = false) {
    const { tool } = this.pencil;
    if (isQuiet && this.detail.contains(document.activeElement)) return;
    if (!tool) return this.detail.replaceChildren(html("p", { class: "soft" }, t("set.digits_help")));
    const rules = this.setting.history.now.document.rules ?? [];
    const rule = rules[this.current]?.rule === tool.rule ? rules[this.current] : null;
    /** @type {HTMLElement[]} */
    const parts = [html("p", {}, html("b", {}, t(`set.tool.${tool.name}`)), " ", html("span", { class: "soft" }, t(`set.how.${tool.shape}`)))];
    if (tool.value && (this.pencil.pending.length || rule)) parts.push(this.valueField(tool, rule));
    if (this.pencil.isOutside) parts.push(this.sides(tool));
    else parts.push(html("div", { class: "row" }, button("set.draw_chosen", () => this.pencil.drawSelection())));
    this.detail.replaceChildren(...parts);
  }

  /**
   * @param {Tool} tool
   * @param {Rule | null} rule
   */
  valueField(tool, rule) {
    const value = /** @type {NonNullable<Tool["value"]>} */ (tool.value);
    const known = rule?.[value.field];
    const field = html("input", { type: "text", inputmode: "numeric", autocomplete: "off", size: 6, value: known === undefined || this.pencil.pending.length ? "" : [known].flat().join("") });
    const go = () => {
      const { digits } = this.app.game.board;
      if (this.pencil.pending.length) {
        const made = ruleOf(tool, this.pencil.pending, field.value, digits.length);
        if (made) this.pencil.commit(made);
        return;
      }
      if (!rule) return;
      const numbers = valuesIn(field.value, value.list ?? false);
      const changed = { ...rule };
      if (numbers) changed[value.field] = value.list ? numbers : numbers[0];
      else if (value.optional && !field.value.trim()) delete changed[value.field];
      else return;
      if (JSON.stringify(changed) !== JSON.stringify(rule)) this.setting.become(replaced(this.setting.history.now.document, this.current, changed));
    };
    const form = html("form", { class: "row" }, html("label", { class: "set-value" }, html("span", {}, t(`set.value.${value.field}`)), field), html("button", { type: "submit" }, t("set.put")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      go();
      this.app.board.focus();
    });
    return form;
  }

  /** @param {Tool} tool */
  sides(tool) {
    const ways = tool.shape === "outside" ? { above: [1, 0], left: [0, 1], right: [0, -1], below: [-1, 0] } : { down_right: [1, 1], down_left: [1, -1], up_right: [-1, 1], up_left: [-1, -1] };
    return html("div", { class: "row", role: "group", "aria-label": t("set.sides") }, ...Object.entries(ways).map(([name, [down, right]]) => button(`set.side.${name}`, () => this.pencil.fromSide(down, right))));
  }

  /** @param {Rule} rule */
  named(rule) {
    const tool = ALL.find((one) => one.rule === rule.rule && Object.entries(one.fields ?? {}).every(([field, value]) => field === "digits" || rule[field] === value) && !(one.name === "even" && rule.digits?.[0] === 1));
    const values = Object.entries(rule).filter(([field]) => !["rule", "cells", "groups"].includes(field) && !tool?.fields?.[field]).map(([, value]) => [value].flat().join(""));
    const name = tool ? t(`set.tool.${tool.name}`) : rule.cells === undefined ? t(`set.whole.${rule.rule}`) : rule.rule.replaceAll("_", " ");
    return [name, ...values].join(" ").trim();
  }

  drawList() {
    const rules = this.setting.history.now.document.rules ?? [];
    const items = rules.map((rule, at) => ({ rule, at })).filter(({ rule }) => rule.cells !== undefined);
    if (!items.length) return this.list.replaceChildren(html("li", { class: "soft" }, t("set.no_rules")));
    this.list.replaceChildren(...items.map(({ rule, at }) => {
      const choose = html("button", { type: "button", class: "learn-step", onclick: () => this.pick(rule, at) }, this.named(rule), " ", html("span", {}, rule.cells ?? ""));
      choose.addEventListener("pointerenter", () => this.app.board.light({ cells: (rule.cells ?? "").split(" ") }));
      choose.addEventListener("pointerleave", () => this.app.board.unlight());
      const remove = html("button", { type: "button", class: "set-remove", "aria-label": t("set.remove", { rule: this.named(rule) }), title: t("set.remove", { rule: this.named(rule) }), onclick: () => this.setting.become(replaced(this.setting.history.now.document, at, null)) }, "×");
      return html("li", this.needless.has(rule.cells ?? "") ? { class: "is-needless" } : {}, choose, remove);
    }));
  }

  /**
   * @param {Rule} rule
   * @param {number} at
   */
  pick(rule, at) {
    const tool = ALL.find((one) => one.rule === rule.rule && Boolean(one.value));
    if (tool && this.pencil.tool !== tool) this.pencil.take(tool);
    this.current = at;
    this.drawDetail();
    this.focusValue();
  }

  drawWholes() {
    const { document } = this.setting.history.now;
    const rules = document.rules ?? [];
    const houses = document.grid.houses ?? [];
    const box = (/** @type {string} */ key, /** @type {boolean} */ isOn, /** @type {() => Document} */ change) => {
      const check = html("input", { type: "checkbox", checked: isOn, onchange: () => this.setting.become(change()) });
      return html("label", { class: "set-check" }, check, html("span", {}, t(key)));
    };
    this.wholes.replaceChildren(
      ...WHOLE.map((name) => box(`set.whole.${name}`, rules.some((rule) => rule.rule === name), () => toggled(document, { rule: name }))),
      ...(document.grid.size ? HOUSES.map((name) => box(`set.houses.${name}`, houses.includes(name), () => {
        const kept = houses.includes(name) ? houses.filter((/** @type {any} */ other) => other !== name) : [...houses, name];
        const { houses: _, ...grid } = document.grid;
        return { ...document, grid: kept.length ? { ...grid, houses: kept } : grid };
      })) : []));
  }

  focusValue() {
    const field = this.detail.querySelector("input");
    if (!field || matchMedia("(pointer: coarse)").matches) return;
    field.focus();
    field.select();
  }
}
