// What the rule of a tool is: a sentence and a picture of a sample, as the server writes and draws them.

import { html, parseLayer, svg } from "../core/elements.js";
import { makeSample } from "./samples.js";

/** @typedef {import("./tools.js").Tool} Tool */

const DELAY = 350; // milliseconds for which a pointer rests on a tool

export class ToolCard {
  /** @type {Map<string, Promise<Node[]>>} The content for each tool. */ #known = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #waiting;

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.tip = html("div", { class: "set-card is-tip", role: "tooltip", id: "set-tip", hidden: true });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.#hide());
  }

  /**
   * Show the card of a tool while a mouse rests on its button, or while the button has the focus.
   * @param {HTMLElement} button
   * @param {Tool} tool
   */
  explain(button, tool) {
    const show = () => {
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(() => this.#show(button, tool), DELAY);
    };
    button.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && show());
    button.addEventListener("focus", () => button.matches(":focus-visible") && show());
    for (const end of ["pointerleave", "blur", "click"]) button.addEventListener(end, () => this.#hide());
  }

  /**
   * @param {Tool} tool
   * @returns {HTMLElement} The card of a tool; it is filled when the server has answered.
   */
  make(tool) {
    const card = html("div", { class: "set-card" });
    this.#fetch(tool).then((content) => card.replaceChildren(...content.map((node) => node.cloneNode(true))));
    return card;
  }

  /**
   * @param {HTMLElement} button
   * @param {Tool} tool
   */
  async #show(button, tool) {
    const content = await this.#fetch(tool);
    if (!content.length || !button.isConnected || !button.matches(":hover, :focus-visible")) return;
    this.tip.replaceChildren(...content.map((node) => node.cloneNode(true)));
    this.tip.hidden = false;
    document.body.append(this.tip);
    button.setAttribute("aria-describedby", this.tip.id);
    const { left, top, bottom } = button.getBoundingClientRect();
    const { width, height } = this.tip.getBoundingClientRect();
    const isBelow = bottom + height + 8 < innerHeight;
    this.tip.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    this.tip.style.top = `${isBelow ? bottom + 6 : Math.max(8, top - height - 6)}px`;
  }

  #hide() {
    clearTimeout(this.#waiting);
    this.tip.hidden = true;
  }

  /**
   * @param {Tool} tool
   * @returns {Promise<Node[]>} Nothing without the server, or for a tool that makes no rule.
   */
  #fetch(tool) {
    const { lang } = this.app;
    const key = `${lang} ${tool.name}`;
    const known = this.#known.get(key) ?? this.#ask(tool, lang).catch(() => (this.#known.delete(key), []));
    this.#known.set(key, known);
    return known;
  }

  /**
   * @param {Tool} tool
   * @param {"en" | "zh"} lang
   * @returns {Promise<Node[]>}
   */
  async #ask(tool, lang) {
    const puzzle = makeSample(tool);
    if (!puzzle) return [];
    const [drawing, { told }] = await Promise.all([
      this.app.ask("draw", { puzzle }),
      this.app.ask("rules", { puzzle, lang }),
    ]);
    const look = { viewBox: drawing.view_box, class: `set-sample ${drawing.class}`, "aria-hidden": "true" };
    // The first sentence is about the digits of any sudoku.
    const { below, above } = drawing.layers;
    return [svg("svg", look, parseLayer(below), parseLayer(above)), html("p", {}, told.slice(1).join(" "))];
  }
}
