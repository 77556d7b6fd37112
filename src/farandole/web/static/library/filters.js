// The choices above the list of the library: what is searched for, which puzzles, in which order.

import { html } from "../core/elements.js";
import { nameKindKey } from "../core/labels.js";
import { LEVELS } from "../play/open/make_puzzle.js";
import { t } from "../core/words.js";

/**
 * @typedef {import("../core/library.js").Entry} Entry
 * @typedef {import("../core/library.js").Collection} Collection
 * @typedef {"group" | "state" | "kind" | "level" | "technique" | "sort"} Choice
 */

/** @type {Choice[]} */
const CHOICES = ["group", "state", "kind", "level", "technique", "sort"];
const STATES = ["new", "begun", "solved"];
const SORTS = ["title", "difficulty", "progress", "place"];

export class Filters {
  /** @type {Record<string, string>} The names of techniques in the language, by their English ones. */ #techniques =
    {};
  #lang = "en";

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.search = html("input", {
      type: "search",
      "data-t-placeholder": "library.search",
      "data-t-label": "library.search",
    });
    this.search.addEventListener("input", onChange);
    /** @type {Record<Choice, HTMLSelectElement>} */
    this.choices = /** @type {any} */ ({});
    for (const name of CHOICES) {
      this.choices[name] = html("select", { "data-t-label": `library.by_${name}`, onchange: onChange });
    }
    this.element = html("div", { class: "library-filters" }, this.search, ...Object.values(this.choices));
  }

  /** @returns {import("./selection.js").Wanted} */
  get wanted() {
    const { group, state, kind, level, technique, sort } = this.choices;
    return {
      search: this.search.value,
      group: group.value,
      state: state.value,
      kind: kind.value,
      level: level.value,
      technique: technique.value,
      sort: sort.value,
    };
  }

  /**
   * Show all puzzles of a group; those of a collection in their order.
   * @param {string} group
   */
  reset(group) {
    this.search.value = "";
    for (const name of CHOICES) this.choices[name].value = "";
    this.choose(group);
    if (this.choices.group.value) this.choices.sort.value = "place";
  }

  /** @param {string} group */
  choose(group) {
    this.choices.group.value = group;
  }

  /**
   * Offer what there is.
   * @param {Entry[]} entries
   * @param {Collection[]} collections
   * @param {import("../core/app.js").App} app
   */
  update(entries, collections, app) {
    const kinds = [...new Set(entries.map(({ kind }) => kind))];
    const levels = new Set(entries.map(({ rating }) => rating?.level));
    const techniques = /** @type {string[]} */ ([
      ...new Set(entries.map(({ rating }) => rating?.technique).filter(Boolean)),
    ]);
    if (techniques.length) this.#nameTechniques(app);
    const nameKey = (/** @type {string} */ prefix) => (/** @type {string} */ value) => t(prefix + value);
    this.#offer("group", ["played", ...collections.map(({ id }) => id)], (id) => {
      return collections.find((one) => one.id === id)?.name ?? t("library.played");
    });
    this.#offer("state", STATES, nameKey("library."));
    this.#offer("kind", kinds, nameKindKey);
    this.#offer(
      "level",
      LEVELS.filter((level) => levels.has(level)),
      nameKey("learn.level."),
    );
    this.#offer("technique", techniques.sort(), (name) => this.#techniques[name] ?? name);
    this.#offer("sort", SORTS, nameKey("library.sort_"));
    for (const name of /** @type {Choice[]} */ (["kind", "level", "technique"])) {
      this.choices[name].hidden = this.choices[name].options.length < 3 && !this.choices[name].value;
    }
  }

  /**
   * @param {Choice} name
   * @param {string[]} values
   * @param {(value: string) => string} getName
   */
  #offer(name, values, getName) {
    const choice = this.choices[name];
    const { value } = choice;
    const options = values.map((one) => html("option", { value: one }, getName(one)));
    choice.replaceChildren(html("option", { value: "" }, t(`library.any_${name}`)), ...options);
    choice.value = values.includes(value) ? value : "";
  }

  /** @param {import("../core/app.js").App} app */
  async #nameTechniques(app) {
    if (this.#lang === app.lang) return;
    this.#lang = app.lang;
    const { techniques } = await app.ask("techniques", { lang: app.lang }, { quiet: true }).catch(() => ({}));
    for (const { technique, name } of techniques ?? []) this.#techniques[technique] = name;
    for (const option of this.choices.technique.options) {
      if (option.value) option.textContent = this.#techniques[option.value] ?? option.value;
    }
  }
}
