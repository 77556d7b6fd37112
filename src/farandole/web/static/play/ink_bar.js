// What the pen draws: lines through cells, links between candidates, colors of candidates. Shown in place of the modes.

import { html, svg } from "../core/elements.js";
import { drawShape } from "../core/ink_drawing.js";
import { t, translate } from "../core/words.js";
import { INKS } from "./modes.js";

const SIGNS = { lines: "M4 22L12 10L18 16L25 5", strong: "M5 19L23 9", weak: "M5 19L23 9" };

export class InkBar {
  /**
   * @param {import("../core/app.js").App} app
   * @param {import("./modes.js").Modes} modes
   */
  constructor(app, modes) {
    const buttons = INKS.map((ink) => {
      const name = `ink.${ink}`;
      const choose = () => modes.setInk(ink);
      const look = { type: "button", class: "pad-ink", "data-t-label": name, "data-t-title": name, onclick: choose };
      return html("button", look, drawSign(ink));
    });
    const clear = html("button", {
      type: "button",
      class: "pad-ink",
      "data-t": "ink.clear",
      "data-t-title": "ink.clear_all",
      onclick: () => {
        app.played.draw([...app.played.pen].map((key) => [key, false]));
        app.announce(t("ink.cleared"), { quiet: true });
      },
    });
    const look = { class: "pad-inks", role: "group", "data-t-label": "ink.group", hidden: true };
    this.element = html("div", look, ...buttons, clear);
    translate(this.element);
    const update = () => {
      this.element.hidden = modes.tool !== "pen";
      for (const [i, button] of buttons.entries()) button.setAttribute("aria-pressed", String(INKS[i] === modes.ink));
    };
    const updateClear = () => (clear.disabled = !app.played.pen.size);
    modes.addEventListener("mode", update);
    for (const name of ["puzzle", "change"]) app.played.addEventListener(name, updateClear);
    update();
    updateClear();
  }
}

/**
 * @param {import("./modes.js").Ink} ink
 * @returns {SVGElement}
 */
function drawSign(ink) {
  const sign = svg("svg", { viewBox: "0 0 28 28", class: "pad-sign", "aria-hidden": "true" });
  if (ink === "lines") sign.append(svg("path", { d: SIGNS.lines }));
  else if (ink === "strong" || ink === "weak") {
    const look = { d: SIGNS[ink], "stroke-dasharray": ink === "weak" ? "3 4.5" : "none" };
    const ends = [
      [4, 20],
      [24, 8],
    ].map(([cx, cy]) => svg("circle", { cx, cy, r: 3, fill: "currentColor" }));
    sign.append(svg("path", look), ...ends);
  } else {
    const shape = drawShape(Number(ink));
    shape.setAttribute("transform", "translate(14 14) scale(10)");
    sign.append(shape);
  }
  return sign;
}
