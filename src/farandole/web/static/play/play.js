// Playing: the panel beside the board, the pad, the keys.

import { html } from "../core/svg.js";
import { Keys } from "./keys.js";
import { Modes } from "./modes.js";
import { Pad } from "./pad.js";

/** @typedef {import("../core/app.js").App} App */

export default {
  name: "play",
  /**
   * @param {HTMLElement} panel
   * @param {App} app
   */
  mount(panel, app) {
    const modes = new Modes();
    new Pad(/** @type {HTMLElement} */ (document.getElementById("pad")), app, modes);
    new Keys(app, modes, { help: () => {} });
    panel.append(html("p", {}, ""));
  },
};
