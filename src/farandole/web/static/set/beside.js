// Beside the board: the tools, the value of what is drawn, the rules drawn, and those of the whole grid.

import { html, svg } from "../core/elements.js";
import { button, t } from "../core/words.js";
import { placeOf, replaceRule, toggleRule } from "./draft.js";
import { ALL, HOUSES, TOOLS, WHOLE, makeRule, parseValues } from "./tools.js";

/**
 * @typedef {import("./draft.js").Document} Document
 * @typedef {import("./draft.js").Rule} Rule
 * @typedef {import("./tools.js").Tool} Tool
 * @typedef {import("./set.js").Setting} Setting
 */

export class Beside {
  /** @type {{rule: string, cells: string} | null} What has a value that can be typed: a rule, or cells that will be one. */ chosen =
    null;
  /** @type {Set<string>} The cells of rules that may go. */
  needless = new Set();

  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    this.app = setting.app;
    this.pencil = setting.pencil;
    this.overlay = setting.overlay;
    this.tools = html("div", { class: "set-tools" });
    this.detail = html("div", { class: "set-detail" });
    this.list = html("ul", { class: "set-rules" });
    this.wholes = html("div", { class: "set-wholes" });
    for (const [group, some] of Object.entries(TOOLS)) {
      this.tools.append(
        html(
          "div",
          { class: "set-group", role: "group", "aria-label": t(`set.group.${group}`) },
          ...some.map((tool) => this.toolButton(tool)),
        ),
      );
    }
  }

  /** @param {Tool} tool */
  toolButton(tool) {
    const icon = svg(
      "svg",
      { viewBox: "0 0 24 24", class: `set-icon set-ink-${tool.ink ?? "ink"}`, "aria-hidden": "true" },
      svg("path", { d: tool.icon }),
    );
    const take = () => this.pencil.take(this.pencil.tool === tool ? null : tool);
    return html(
      "button",
      {
        type: "button",
        class: "set-tool",
        "data-tool": tool.name,
        "aria-pressed": "false",
        title: t(`set.tool.${tool.name}`),
        "aria-label": t(`set.tool.${tool.name}`),
        onclick: take,
      },
      icon,
    );
  }

  /** @param {Tool | null} tool */
  press(tool) {
    for (const one of this.tools.querySelectorAll("[data-tool]"))
      one.setAttribute("aria-pressed", String(one.getAttribute("data-tool") === tool?.name));
  }

  /**
   * Let the value of a rule be typed.
   * @param {string} rule
   * @param {string} cells that have it, or will have it; without any there is nothing to type
   */
  choose(rule, cells) {
    this.chosen = cells ? { rule, cells } : null;
    this.app.announce("");
    this.drawDetail();
    if (cells) this.focusValue();
  }

  /** @returns {number} The place of the rule chosen, among those of the document; -1 if it isn't drawn yet. */
  get place() {
    const { chosen } = this;
    return chosen ? placeOf(this.setting.history.now.document, chosen.rule, chosen.cells, true) : -1;
  }

  /** What the field is about, to leave it alone while it is typed in. */
  shown = "";

  drawDetail() {
    const { tool } = this.pencil;
    const { chosen } = this;
    const isValued = Boolean(tool?.value && chosen?.rule === tool.rule);
    const shown = JSON.stringify([tool?.name, isValued && chosen]);
    if (shown === this.shown && this.detail.contains(document.activeElement)) return;
    this.shown = shown;
    if (!tool) return this.detail.replaceChildren(html("p", { class: "soft" }, t("set.digits_help")));
    /** @type {HTMLElement[]} */
    const parts = [
      html(
        "p",
        {},
        html("b", {}, t(`set.tool.${tool.name}`)),
        " ",
        html("span", { class: "soft" }, t(`set.how.${tool.shape}`)),
      ),
    ];
    if (isValued) parts.push(this.valueField(tool));
    if (this.pencil.isOutside) parts.push(this.sides(tool));
    else
      parts.push(
        html(
          "div",
          { class: "row" },
          button("set.draw_chosen", () => this.pencil.drawSelection()),
        ),
      );
    this.detail.replaceChildren(...parts);
    this.showWaiting();
  }

  /** Show the cells that wait for a value, because there is no rule without it. */
  showWaiting() {
    const { tool } = this.pencil;
    const { cells } = this.app.draft.board;
    const isWaiting = tool && this.chosen?.rule === tool.rule && this.place < 0;
    const names = isWaiting ? (this.chosen?.cells.split(" ") ?? []) : [];
    this.overlay.draw(
      names.map((name) => cells.findIndex((cell) => cell.name === name)),
      tool?.shape ?? "cells",
    );
  }

  /** @param {Tool} tool */
  valueField(tool) {
    const { field: name } = /** @type {NonNullable<Tool["value"]>} */ (tool.value);
    const known = this.setting.history.now.document.rules?.[this.place]?.[name];
    const separator = [known].flat().some((value) => value > 9) ? " " : "";
    const fault = html("p", { class: "why", id: "set-value-fault", hidden: true });
    const field = html("input", {
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      size: 6,
      "aria-describedby": fault.id,
      value: known === undefined ? "" : [known].flat().join(separator),
    });
    /** @param {string} said */
    const blame = (said) => {
      fault.hidden = !said;
      fault.textContent = said;
      field.setAttribute("aria-invalid", String(Boolean(said)));
    };
    field.addEventListener("input", async () => {
      const { value } = field;
      const said = await this.typed(tool, value, field);
      if (field.value === value) blame(said);
    });
    const form = html(
      "form",
      {},
      html("label", { class: "set-value" }, html("span", {}, t(`set.value.${name}`)), field),
      fault,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.app.board.focus();
    });
    return form;
  }

  /**
   * Make the rule chosen what was typed. Without a value that it needs, it waits for one.
   * @param {Tool} tool
   * @param {string} text
   * @param {HTMLElement} field all that is typed there is one step for undo
   * @returns {Promise<string>} What is wrong with it; "" if nothing is.
   */
  async typed(tool, text, field) {
    const { document } = this.setting.history.now;
    const { digits } = this.app.draft.board;
    const { chosen, place } = this;
    if (!chosen) return "";
    const made = makeRule(tool, chosen.cells.split(" "), text, digits.length);
    if (!made && text.trim()) {
      const said = t(tool.value?.list ? "set.value_digits" : "set.value_number", { found: text.trim() });
      this.app.announce(said, { fault: true });
      return said;
    }
    const rules = document.rules ?? [];
    const changed =
      place < 0
        ? { ...document, rules: made ? [...rules, made] : rules }
        : replaceRule(document, place, made && valued(tool, rules[place], made));
    const error = await this.setting.become(changed, {}, field);
    this.showWaiting();
    if (error) return this.app.describeError(error);
    if (made) this.app.announce(t("set.drawn", { rule: this.named(made) }));
    return "";
  }

  /** @param {Tool} tool */
  sides(tool) {
    const ways =
      tool.shape === "outside"
        ? { above: [1, 0], left: [0, 1], right: [0, -1], below: [-1, 0] }
        : { down_right: [1, 1], down_left: [1, -1], up_right: [-1, 1], up_left: [-1, -1] };
    return html(
      "div",
      { class: "row", role: "group", "aria-label": t("set.sides") },
      ...Object.entries(ways).map(([name, [down, right]]) =>
        button(`set.side.${name}`, () => this.pencil.fromSide(down, right)),
      ),
    );
  }

  /** @param {Rule} rule */
  named(rule) {
    const tool = ALL.find(
      (one) =>
        one.rule === rule.rule &&
        Object.entries(one.fields ?? {}).every(([field, value]) => field === "digits" || rule[field] === value) &&
        !(one.name === "even" && rule.digits?.[0] === 1),
    );
    const values = Object.entries(rule)
      .filter(([field]) => !["rule", "cells", "groups"].includes(field) && !tool?.fields?.[field])
      .map(([, value]) => [value].flat().join(""));
    const name = tool
      ? t(`set.tool.${tool.name}`)
      : rule.cells === undefined
        ? t(`set.whole.${rule.rule}`)
        : rule.rule.replaceAll("_", " ");
    return [name, ...values].join(" ").trim();
  }

  drawList() {
    const rules = this.setting.history.now.document.rules ?? [];
    const items = rules.map((rule, at) => ({ rule, at })).filter(({ rule }) => rule.cells !== undefined);
    if (!items.length) return this.list.replaceChildren(html("li", { class: "soft" }, t("set.no_rules")));
    this.list.replaceChildren(
      ...items.map(({ rule, at }) => {
        const choose = html(
          "button",
          { type: "button", class: "learn-step", onclick: () => this.pick(rule) },
          this.named(rule),
          " ",
          html("span", {}, rule.cells ?? ""),
        );
        choose.addEventListener("pointerenter", () => this.app.board.light({ cells: (rule.cells ?? "").split(" ") }));
        choose.addEventListener("pointerleave", () => this.app.board.unlight());
        const remove = html(
          "button",
          {
            type: "button",
            class: "set-remove",
            "aria-label": t("set.remove", { rule: this.named(rule) }),
            title: t("set.remove", { rule: this.named(rule) }),
            onclick: () => this.setting.become(replaceRule(this.setting.history.now.document, at, null)),
          },
          "×",
        );
        return html("li", this.needless.has(rule.cells ?? "") ? { class: "is-needless" } : {}, choose, remove);
      }),
    );
  }

  /** @param {Rule} rule */
  pick(rule) {
    const tool = ALL.find((one) => one.rule === rule.rule && Boolean(one.value));
    if (!tool) return;
    if (this.pencil.tool !== tool) this.pencil.take(tool);
    this.choose(rule.rule, rule.cells ?? "");
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
      ...WHOLE.map((name) =>
        box(
          `set.whole.${name}`,
          rules.some((rule) => rule.rule === name),
          () => toggleRule(document, { rule: name }),
        ),
      ),
      ...(document.grid.size
        ? HOUSES.map((name) =>
            box(`set.houses.${name}`, houses.includes(name), () => {
              const kept = houses.includes(name)
                ? houses.filter((/** @type {any} */ other) => other !== name)
                : [...houses, name];
              const { houses: _, ...grid } = document.grid;
              return { ...document, grid: kept.length ? { ...grid, houses: kept } : grid };
            }),
          )
        : []),
    );
  }

  focusValue() {
    const field = this.detail.querySelector("input");
    if (!field || matchMedia("(pointer: coarse)").matches) return;
    field.focus();
    field.select();
  }
}

/**
 * @param {Tool} tool
 * @param {Rule} rule that is drawn, perhaps with fields that no tool knows
 * @param {Rule} made with the value that was typed
 * @returns {Rule} the rule with that value
 */
function valued(tool, rule, made) {
  const { field } = /** @type {NonNullable<Tool["value"]>} */ (tool.value);
  const { [field]: _, ...rest } = rule;
  return made[field] === undefined ? /** @type {Rule} */ (rest) : { ...rule, [field]: made[field] };
}
