// The tools: a button for each, in groups.

import { html, svg } from "../core/elements.js";
import { t } from "../core/words.js";
import { TOOLS } from "./tools.js";

/** @typedef {import("./tools.js").Tool} Tool */

export class ToolBar {
  /** @param {import("./rule_drawer.js").RuleDrawer} drawer */
  constructor(drawer) {
    this.drawer = drawer;
    const groups = Object.entries(TOOLS).map(([group, tools]) => {
      const look = { class: "set-group", role: "group", "aria-label": t(`set.group.${group}`) };
      return html("div", look, ...tools.map((tool) => this.#makeButton(tool)));
    });
    this.element = html("div", { class: "set-tools" }, ...groups);
    drawer.addEventListener("tool", () => this.#showTool());
  }

  /** @param {Tool} tool */
  #makeButton(tool) {
    const { name, ink = "ink", icon } = tool;
    const look = { viewBox: "0 0 24 24", class: `set-icon set-ink-${ink}`, "aria-hidden": "true" };
    const title = t(`set.tool.${name}`);
    return html(
      "button",
      {
        type: "button",
        class: "set-tool",
        "data-tool": name,
        "aria-pressed": "false",
        title,
        "aria-label": title,
        onclick: () => this.drawer.setTool(this.drawer.tool === tool ? null : tool),
      },
      svg("svg", look, svg("path", { d: icon })),
    );
  }

  #showTool() {
    for (const button of this.element.querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-tool") === this.drawer.tool?.name));
    }
  }
}
