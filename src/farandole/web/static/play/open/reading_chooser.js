// A choice among the readings of a drawing: which rules its lines and shapes stand for.

import { html } from "../../core/elements.js";
import { t } from "../../core/words.js";

export class ReadingChooser {
  /** Whether the player has a choice to make. */ isAsking = false;

  /** @param {(number: number) => void} choose called with the number of a reading, from 1 */
  constructor(choose) {
    this.choose = choose;
    this.element = html("section", { class: "readings", hidden: true });
  }

  /** @param {{choices: string[], rules?: string}} fields of the error that lists the readings */
  ask({ choices, rules }) {
    this.isAsking = true;
    this.element.hidden = false;
    const heading = html("h3", { id: "readings-title" }, t("open.readings"));
    const said = rules ? [html("blockquote", { class: "soft" }, rules)] : [];
    const items = choices.map((text, index) => {
      const onclick = () => this.#take(index + 1);
      return html("li", {}, html("button", { type: "button", class: "reading", onclick }, text));
    });
    const list = html("ol", { "aria-labelledby": "readings-title" }, ...items);
    this.element.replaceChildren(heading, html("p", { class: "soft" }, t("open.readings_how")), ...said, list);
    this.element.scrollIntoView({ block: "nearest" });
    this.element.querySelector("button")?.focus();
  }

  drop() {
    this.isAsking = false;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** @param {number} number */
  #take(number) {
    this.drop();
    this.choose(number);
  }
}
