// Rules and houses of the whole grid, as check boxes.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { toggleRule } from "./document.js";
import { findLayered, toggleRegions } from "./layer.js";
import { EXTRA_HOUSES, GRID_RULES } from "./tools.js";

/** @typedef {import("./document.js").Document} Document */

export class GridPanel {
  /** @param {import("./draft.js").Draft} draft */
  constructor(draft) {
    this.draft = draft;
    this.element = html("div", { class: "set-wholes" });
  }

  draw() {
    const { document } = this.draft;
    const rules = new Set((document.rules ?? []).map(({ rule }) => rule));
    const houses = document.grid.houses ?? [];
    const ruleBoxes = GRID_RULES.map((rule) =>
      this.#makeBox(`set.whole.${rule}`, rules.has(rule), () => toggleRule(document, { rule })),
    );
    const houseBoxes = EXTRA_HOUSES.map((name) =>
      this.#makeBox(`set.houses.${name}`, houses.includes(name), () => toggleHouses(document, name)),
    );
    this.element.replaceChildren(...ruleBoxes, ...this.#makeRegionsBox(), ...(document.grid.size ? houseBoxes : []));
  }

  /** Make the box of regions to be found, which have a layer of their own. */
  #makeRegionsBox() {
    const { current } = this.draft;
    const isOn = findLayered(current.document)?.rule === "chaos_construction";
    if (!isOn && !current.document.grid.size) return [];
    const onchange = async () => {
      if (await this.draft.loaded) return;
      const layered = toggleRegions(this.draft.current, this.draft.game.board);
      if (layered) this.draft.change(layered.document, layered);
    };
    const box = html("input", { type: "checkbox", checked: isOn, onchange });
    return [html("label", { class: "set-check" }, box, html("span", {}, t("set.whole.chaos_construction")))];
  }

  /**
   * @param {string} key
   * @param {boolean} isOn
   * @param {() => Document} change
   */
  #makeBox(key, isOn, change) {
    const box = html("input", { type: "checkbox", checked: isOn, onchange: () => this.draft.change(change()) });
    return html("label", { class: "set-check" }, box, html("span", {}, t(key)));
  }
}

/**
 * @param {Document} document
 * @param {string} name
 * @returns {Document}
 */
function toggleHouses(document, name) {
  const { houses = [], ...grid } = document.grid;
  const kept = houses.includes(name)
    ? houses.filter((/** @type {string} */ other) => other !== name)
    : [...houses, name];
  return { ...document, grid: kept.length ? { ...grid, houses: kept } : grid };
}
