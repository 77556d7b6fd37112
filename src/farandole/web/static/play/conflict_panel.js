// The conflicts on the board. Each selects its cells, and lights them up while it is pointed at.

import { html } from "../core/elements.js";

const MAX_SHOWN = 5;

export class ConflictPanel {
  /**
   * @param {import("../core/app.js").App} app
   * @param {import("./conflicts.js").Conflicts} conflicts
   */
  constructor(app, conflicts) {
    this.app = app;
    this.conflicts = conflicts;
    this.element = html("ul", { class: "conflicts", hidden: true });
    for (const name of ["puzzle", "change"]) app.played.addEventListener(name, () => this.#show());
    document.addEventListener("language", () => this.#show());
    conflicts.addEventListener("conflicts", () => this.#show());
  }

  #show() {
    const conflicts = this.conflicts.list();
    this.element.hidden = !conflicts.length;
    const items = conflicts.slice(0, MAX_SHOWN).map((conflict) => html("li", {}, this.#makeButton(conflict)));
    this.element.replaceChildren(...items);
  }

  /** @param {import("./conflicts.js").Conflict} conflict */
  #makeButton({ cells, text }) {
    const { board, played } = this.app;
    return html(
      "button",
      {
        type: "button",
        class: "quiet conflict",
        onclick: () => played.selectNamed(cells),
        onpointerenter: () => board.showLights({ cells }),
        onpointerleave: () => board.clearLights(),
      },
      text,
    );
  }
}
