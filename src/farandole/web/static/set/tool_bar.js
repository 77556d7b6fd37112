// The tools: one group at a time, or those that are searched for. Each has its name, and a card with its rule.

import { html, svg } from "../core/elements.js";
import { t } from "../core/words.js";
import { nameTool } from "./rule_names.js";
import { ToolCard } from "./tool_card.js";
import { TOOLS } from "./tools.js";

/** @typedef {import("./tools.js").Tool} Tool */

export class ToolBar {
  #group = Object.keys(TOOLS)[0];

  /**
   * @param {import("./rule_drawer.js").RuleDrawer} drawer
   * @param {ToolCard} card
   */
  constructor(drawer, card) {
    this.drawer = drawer;
    this.card = card;
    this.search = html("input", {
      type: "search",
      class: "set-search",
      placeholder: t("set.search"),
      "aria-label": t("set.search"),
      oninput: () => this.#show(),
    });
    this.search.addEventListener("keydown", (event) => {
      const [first] = this.#found;
      if (event.key !== "Enter" || !first || !this.search.value.trim()) return;
      event.preventDefault();
      drawer.setTool(first);
    });
    this.tabs = Object.keys(TOOLS).map((group) =>
      html(
        "button",
        { type: "button", "data-group": group, onclick: () => this.#openGroup(group) },
        t(`set.group.${group}`),
      ),
    );
    const tabs = html("div", { class: "set-tabs", role: "group", "aria-label": t("set.groups") }, ...this.tabs);
    this.list = html("div", { class: "set-group", role: "group", "aria-label": t("set.tools") });
    this.element = html("div", { class: "set-tools" }, this.search, tabs, this.list);
    drawer.addEventListener("tool", () => this.#showTool());
    this.#show();
  }

  /** @param {string} group */
  #openGroup(group) {
    this.#group = group;
    this.search.value = "";
    this.#show();
  }

  /** @returns {Tool[]} The tools that are searched for, or those of the open group. */
  get #found() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return TOOLS[this.#group];
    const matches = (/** @type {Tool} */ tool) => {
      const text = `${nameTool(tool)} ${tool.name} ${tool.rule} ${t(`rule.${tool.rule}`)} ${tool.also ?? ""}`;
      return words.every((word) => text.toLowerCase().includes(word));
    };
    return Object.values(TOOLS).flat().filter(matches);
  }

  #show() {
    const isSearch = Boolean(this.search.value.trim());
    const found = this.#found;
    const buttons = found.map((tool) => this.#makeButton(tool));
    const none = html("p", { class: "empty" }, t("set.search_none"));
    this.list.replaceChildren(...(buttons.length ? buttons : [none]));
    for (const tab of this.tabs) {
      tab.setAttribute("aria-pressed", String(!isSearch && tab.getAttribute("data-group") === this.#group));
    }
    this.#showTool();
  }

  /** @param {Tool} tool */
  #makeButton(tool) {
    const { name, ink = "ink", icon } = tool;
    const look = { viewBox: "0 0 24 24", class: `set-icon set-ink-${ink}`, "aria-hidden": "true" };
    const button = html(
      "button",
      {
        type: "button",
        class: "set-tool",
        "data-tool": name,
        "aria-pressed": "false",
        onclick: () => this.drawer.setTool(this.drawer.tool === tool ? null : tool),
      },
      svg("svg", look, svg("path", { d: icon })),
      html("span", {}, nameTool(tool)),
    );
    this.card.explain(button, tool);
    return button;
  }

  #showTool() {
    for (const button of this.list.querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-tool") === this.drawer.tool?.name));
    }
  }
}
