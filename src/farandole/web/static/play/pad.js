// The keypad: digits as they will be written, modes, undo.

import { html, svg } from "../core/elements.js";
import { settings } from "../core/storage.js";
import { t, translate } from "../core/words.js";
import { InkBar } from "./ink_bar.js";
import { InkTool } from "./ink_tool.js";
import { MODES } from "./modes.js";
import { Pen } from "./pen.js";
import { Stamp } from "./stamp.js";

/** @typedef {import("../core/app.js").App} App */

const SIGNS = {
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-3",
  redo: "M19 6l5 5-5 5M24 11H14a6 6 0 0 0 0 12h3",
  remove: "M10 6h14v16H10L3 14zM13 11l7 7m0-7l-7 7",
  pen: "M5 23l2-6L19 5l4 4L11 21zM17 7l4 4",
  several: "M4 4h10v10H4zM14 9h9v14H9v-9",
};

/**
 * @param {keyof typeof SIGNS} name
 * @returns {SVGElement}
 */
function makeIcon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 28 28", class: "pad-sign", "aria-hidden": "true" },
    svg("path", { d: SIGNS[name] }),
  );
}

export class Pad {
  /** @type {HTMLButtonElement[]} */ #digits = [];

  /**
   * @param {HTMLElement} host
   * @param {App} app
   * @param {import("./modes.js").Modes} modes
   * @param {HTMLElement[]} helpers the buttons that give a hint and check the entries
   */
  constructor(host, app, modes, helpers) {
    this.app = app;
    this.modes = modes;
    this.pen = new Pen(app.played);
    this.ink = new InkTool(app, modes);
    this.stamp = new Stamp(app.played, modes);
    this.digits = html("div", { class: "pad-digits", role: "group", "data-t-label": "pad.digits" });
    this.modeButtons = MODES.map((mode) =>
      html(
        "button",
        {
          type: "button",
          class: `pad-mode mode-${mode}`,
          "data-t-label": `mode.${mode}`,
          onclick: () => modes.choose(mode),
        },
        html("span", { class: "mode-face", "aria-hidden": "true" }),
        html("span", { "data-t": `mode.${mode}` }),
      ),
    );
    this.modeGroup = html(
      "div",
      { class: "pad-modes", role: "group", "data-t-label": "pad.modes" },
      ...this.modeButtons,
    );
    this.undo = this.#makeAction("undo", () => app.played.undo());
    this.redo = this.#makeAction("redo", () => app.played.redo());
    this.several = this.#makeAction("several", () => {
      app.selectsSeveral = !app.selectsSeveral;
      this.#update();
    });
    this.penButton = this.#makeAction("pen", () => modes.setTool(modes.tool === "pen" ? "cells" : "pen"));
    this.remove = this.#makeAction("remove", () => app.board.tool?.erase?.() || app.played.remove());
    const actions = html(
      "div",
      { class: "pad-actions", role: "group", "data-t-label": "pad.actions" },
      this.undo,
      this.redo,
      this.penButton,
      this.several,
      ...helpers,
    );
    this.digits.append(this.remove);
    host.append(this.modeGroup, new InkBar(app, modes).element, this.digits, actions);
    translate(host);
    modes.addEventListener("mode", () => this.#update());
    app.played.addEventListener("puzzle", () => this.#makeDigits());
    app.played.addEventListener("change", () => this.#updateCounts());
    app.played.addEventListener("select", () => this.#updateNotes());
    document.addEventListener("language", () => this.#update());
    document.addEventListener("setting", () => this.#update());
    app.views.addEventListener("view", () => this.#update()); // Set has no pen
    // A button must not take the focus from the cell that it writes in.
    host.addEventListener(
      "pointerdown",
      (event) => event.target instanceof Element && event.target.closest("button") && event.preventDefault(),
    );
    this.#makeDigits();
  }

  /**
   * @param {keyof typeof SIGNS} name
   * @param {() => void} onclick
   */
  #makeAction(name, onclick) {
    return html(
      "button",
      {
        type: "button",
        class: `pad-action action-${name}`,
        "data-t-label": `pad.${name}`,
        "data-t-title": `pad.${name}`,
        onclick,
      },
      makeIcon(name),
    );
  }

  #makeDigits() {
    const { digits } = this.app.played.board;
    this.digits.dataset.many = String([4, 6, 9, 16].find((many) => digits.length <= many) ?? 25);
    this.#digits = [...digits].map((digit) =>
      html(
        "button",
        { type: "button", class: "pad-digit", onclick: () => this.#press(digit) },
        html("span", { class: "face" }, digit),
      ),
    );
    this.digits.replaceChildren(...this.#digits, this.remove);
    this.#update();
  }

  /** @param {string} digit */
  #press(digit) {
    if (this.app.board.tool?.press) this.app.board.tool.press(digit);
    else if (settings.get("digit_first", false)) this.modes.setStamp(digit);
    else this.app.played.write(this.modes.current, digit);
  }

  #update() {
    const { current: now, stamp } = this.modes;
    const { board } = this.app;
    const isHere = this.app.views.current !== "set";
    const isFirst = settings.get("digit_first", false);
    const isPen = this.modes.tool === "pen";
    if (isHere && isPen) board.tool = this.modes.ink === "lines" ? this.pen : this.ink;
    else if (isHere && isFirst && stamp) board.tool = this.stamp;
    else if (["pen", "ink", "stamp"].includes(board.tool?.name ?? "")) board.tool = null;
    if (board.tool === this.ink) this.ink.show();
    else this.ink.stop();
    this.modeGroup.hidden = isPen;
    this.digits.dataset.mode = now;
    for (const [i, button] of this.#digits.entries()) {
      const digit = this.app.played.board.digits[i];
      const name = now === "color" && i < 9 ? t(`color.${i + 1}`) : digit;
      button.setAttribute("aria-label", t(`pad.write_${now}`, { digit: name }));
      button.disabled = now === "color" && i >= 9;
      if (isFirst) button.setAttribute("aria-pressed", String(digit === stamp));
      else button.removeAttribute("aria-pressed");
      const swatch = button.querySelector("svg");
      if (now === "color" && i < 9 && !swatch) {
        button.append(
          svg(
            "svg",
            { viewBox: "0 0 80 40", class: "swatch", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
            svg("rect", { width: 80, height: 40, fill: `url(#hue-${i + 1})` }),
          ),
        );
      } else if (now !== "color") swatch?.remove();
    }
    for (const [i, button] of this.modeButtons.entries()) button.setAttribute("aria-pressed", String(MODES[i] === now));
    this.penButton.setAttribute("aria-pressed", String(isPen));
    this.several.setAttribute("aria-pressed", String(this.app.selectsSeveral));
    this.#updateCounts();
  }

  /** Mark the digits noted in the selected cell, which on a large board are hard to read. */
  #updateNotes() {
    const { played: game } = this.app;
    const [cell] = game.selection.size === 1 ? game.selection : [];
    const notes = new Set(cell === undefined ? "" : [...game.notes(cell), ...game.corner[cell]]);
    for (const [i, button] of this.#digits.entries()) {
      button.classList.toggle("is-noted", notes.has(game.board.digits[i]));
    }
  }

  #updateCounts() {
    const { played: game } = this.app;
    this.undo.disabled = !game.canUndo;
    this.redo.disabled = !game.canRedo;
    this.#updateNotes();
    const shows = settings.get("counts", true) && this.modes.current === "digit" && game.board.classic;
    for (const [i, button] of this.#digits.entries()) {
      const left = game.board.digits.length - game.digits.filter((digit) => digit === game.board.digits[i]).length;
      button.dataset.left = shows && left > 0 ? String(left) : "";
      button.classList.toggle("is-done", shows && left <= 0);
    }
  }
}
