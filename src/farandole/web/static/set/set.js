// Set: draw a puzzle, and see at each moment what is true in it.

import { nameOf } from "../core/saved.js";
import { html, make } from "../core/svg.js";
import { t } from "../core/words.js";
import { History, bare, replaced, toggled, withGivens } from "./draft.js";
import { Help } from "./help.js";
import { Overlay } from "./overlay.js";
import { ALL, HOUSES, TOOLS, WHOLE, cornerAt, drawnOn, edgeAt, lineFrom, regionRows, ruleOf, seenFrom, valuesIn } from "./tools.js";

/**
 * @typedef {import("./draft.js").Document} Document
 * @typedef {import("./draft.js").Rule} Rule
 * @typedef {import("./tools.js").Tool} Tool
 * @typedef {import("../core/board.js").At} At
 */

const SHAPES = ["4", "6", "8", "9", "10", "12", "16", "twodoku", "butterfly", "windmill", "samurai"];
const MOST_SOLUTIONS = 5;
const SYMMETRIES = ["none", "rotate180", "rotate90", "mirror", "flip", "diagonal", "mirrors", "dihedral"];
const FORMS = ["line", "json", "fpuzzles", "sudokupad", "sudokuwiki"];

/**
 * @param {string} key
 * @param {() => void} act
 * @param {string} [look]
 */
function button(key, act, look = "") {
  return html("button", { type: "button", class: look, onclick: act }, t(key));
}

export class Setting {
  /**
   * @param {HTMLElement} panel
   * @param {any} app
   */
  constructor(panel, app) {
    this.app = app;
    this.overlay = new Overlay(app);
    this.history = new History({ document: { farandole: 1, grid: { size: 9 } }, digits: "" });
    this.isShown = false;
    this.isLoading = false;
    /** What the board was when one came here, to go back to the same game. */
    this.before = "";
    /** @type {Tool | null} */
    this.tool = null;
    /** @type {number[]} */
    this.path = [];
    /** @type {number[] | null} The region of each cell, while they are drawn. */
    this.regionOf = null;
    /** @type {string[]} The cells of a rule whose value is still to be typed. */
    this.pending = [];
    this.current = -1;
    /** @type {Set<string>} */
    this.needless = new Set();
    this.asking = new AbortController();
    this.listening = new AbortController();
    this.verdict = html("p", { class: "set-verdict" });
    this.why = html("p", { class: "soft" });
    this.showsTrue = html("input", { type: "checkbox", checked: true, onchange: () => this.examine() });
    this.tools = html("div", { class: "set-tools" });
    this.detail = html("div", { class: "set-detail" });
    this.list = html("ul", { class: "set-rules" });
    this.wholes = html("div", { class: "set-wholes" });
    this.help = new Help(this);
    this.title = html("input", { type: "text", placeholder: t("set.title_help"), "aria-label": t("set.title"), onchange: () => (this.app.game.title = this.title.value) });
    this.build(panel);
    this.listen();
  }

  /** @param {HTMLElement} panel */
  build(panel) {
    const shape = html("select", { "aria-label": t("set.new") }, html("option", { value: "" }, t("set.new")), ...SHAPES.map((name) => html("option", { value: name }, t(`set.shape.${name}`, { n: name }))));
    shape.addEventListener("change", () => {
      const { value } = shape;
      shape.value = "";
      if (value) this.begin({ farandole: 1, grid: /^\d+$/.test(value) ? { size: Number(value) } : { named: value } }, "");
    });
    this.undoButton = button("set.undo", () => this.step(-1));
    this.redoButton = button("set.redo", () => this.step(1));
    const symmetry = html("select", { "aria-label": t("set.symmetry") }, ...SYMMETRIES.map((name) => html("option", { value: name }, t(`set.symmetry.${name}`))));
    const form = html("select", { "aria-label": t("set.form") }, ...FORMS.map((name) => html("option", { value: name }, t(`set.form.${name}`))));
    panel.replaceChildren(html("div", { class: "set" },
      html("div", { class: "set-state" }, this.verdict, this.why, html("label", { class: "set-check" }, this.showsTrue, html("span", {}, t("set.true_candidates")))),
      html("div", { class: "row" }, this.undoButton, this.redoButton, shape, button("set.play", () => this.app.view("play"))),
      this.tools, this.detail,
      html("details", { class: "learn-part", open: true }, html("summary", {}, t("set.rules")), this.list),
      html("details", { class: "learn-part" }, html("summary", {}, t("set.whole")), this.wholes),
      html("details", { class: "learn-part" }, html("summary", {}, t("set.help")),
        html("div", { class: "row" }, symmetry, button("set.complete", () => this.help.change("complete", symmetry.value)), button("set.minimize", () => this.help.change("minimize", symmetry.value)), button("set.needless", () => this.help.findNeedless()), button("set.rate", () => this.help.rate())), this.help.answer),
      html("details", { class: "learn-part" }, html("summary", {}, t("set.export")),
        this.title, html("div", { class: "row" }, form, button("set.write", () => this.help.export(form.value)), button("set.copy", () => this.help.copy()), button("set.share", () => document.getElementById("share")?.click())), this.help.exported)));
    for (const [group, some] of Object.entries(TOOLS)) {
      const buttons = some.map((tool) => {
        const icon = make("svg", { viewBox: "0 0 24 24", class: `set-icon set-ink-${tool.ink ?? "ink"}`, "aria-hidden": "true" }, make("path", { d: tool.icon }));
        const one = html("button", { type: "button", class: "set-tool", "data-tool": tool.name, "aria-pressed": "false", title: t(`set.tool.${tool.name}`), "aria-label": t(`set.tool.${tool.name}`), onclick: () => this.take(this.tool === tool ? null : tool) }, icon);
        return one;
      });
      this.tools.append(html("div", { class: "set-group", role: "group", "aria-label": t(`set.group.${group}`) }, ...buttons));
    }
    this.drawDetail();
  }

  listen() {
    const { signal } = this.listening;
    const { game } = this.app;
    game.addEventListener("puzzle", () => this.isShown && !this.isLoading && this.adopt(), { signal });
    game.addEventListener("change", (/** @type {CustomEvent} */ event) => this.isShown && !this.isLoading && event.detail.cells.size && this.written(), { signal });
    game.addEventListener("select", () => this.isShown && this.tool && this.drawDetail(true), { signal });
    this.app.keys.push((/** @type {KeyboardEvent} */ event) => !signal.aborted && this.isShown && this.key(event));
  }

  leave() {
    this.listening.abort();
    this.asking.abort();
    this.overlay.detach();
    this.app.board.tool = null;
  }

  /** @returns {Document} The puzzle with what is written as its givens. */
  get puzzle() {
    const { document, digits } = this.history.now;
    return withGivens(document, digits, this.app.game.board);
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  key(event) {
    const isInField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
    if (isInField) return false;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.code === "KeyZ") return this.step(event.shiftKey ? 1 : -1), true;
    if (ctrl && event.code === "KeyY") return this.step(1), true;
    if (!this.tool) return false;
    if (event.key === "Escape") return this.take(null), true;
    if (event.key !== "Enter" || event.target instanceof HTMLButtonElement) return false;
    this.drawSelection();
    return true;
  }

  // ── The draft ───────────────────────────────────────────────────────────────────────────────────────────────────

  show() {
    this.isShown = true;
    this.overlay.attach();
    this.adopt();
  }

  /** Take the board of the page as a draft: its givens can be changed here. */
  adopt() {
    const { game } = this.app;
    if (!game.document) return;
    this.title.value = game.title;
    if (this.app.isDraft) {
      this.before ||= "draft";
      this.history = new History({ document: bare(game.document), digits: game.line });
      return this.refresh();
    }
    this.before = nameOf(game.document);
    this.begin(bare(game.document), game.given.map((/** @type {string} */ digit) => digit || ".").join(""));
  }

  /**
   * Begin with a document and digits.
   * @param {Document} document
   * @param {string} digits
   */
  async begin(document, digits) {
    this.history = new History({ document, digits });
    await this.load();
    const { digits: now } = this.history.now;
    if (!now) this.history = new History({ document, digits: this.app.game.line });
  }

  /** Leave: what was drawn is a puzzle to play now; where nothing was, the game goes on that was there. */
  async hide() {
    this.isShown = false;
    this.asking.abort();
    this.take(null);
    this.overlay.detach();
    const { board } = this.app;
    board.unlight();
    board.showCandidates(null);
    const { puzzle } = this;
    this.app.isDraft = false;
    const isSame = this.history.at === 0 && this.before && this.before !== "draft";
    this.isLoading = true;
    try {
      if (!isSame || !(await this.app.openSaved(this.before))) await this.app.openDocument(puzzle, { title: this.title.value });
    } catch (error) {
      this.app.complain(error);
    } finally {
      this.isLoading = false;
    }
  }

  /** Show the state of the history on the board. */
  async load() {
    const { document, digits } = this.history.now;
    const { game } = this.app;
    const selection = [...game.selection], { cursor, nCells } = game;
    const hadFocus = this.app.board.hasFocus;
    this.isLoading = true;
    try {
      await this.app.openDocument(document, { digits: /[^.]/.test(digits) ? digits : undefined, fresh: true, draft: true, title: this.title.value });
      if (game.nCells === nCells) game.select(selection, cursor);
      if (hadFocus) this.app.board.focus();
    } finally {
      this.isLoading = false;
    }
    this.roomOutside();
    this.refresh();
  }

  /** Everything beside the board, anew. */
  refresh() {
    this.overlay.attach();
    this.needless = new Set();
    this.overlay.dot([]);
    this.drawList();
    this.drawWholes();
    this.drawDetail();
    if (this.undoButton) this.undoButton.disabled = this.history.at === 0;
    if (this.redoButton) this.redoButton.disabled = this.history.at === this.history.states.length - 1;
    this.app.game.document = this.puzzle; // so that it is shared, and saved, with its givens
    this.examine();
  }

  /** The digits have changed. */
  written() {
    if (this.history.push({ ...this.history.now, digits: this.app.game.line })) this.refresh();
  }

  /**
   * Change the document; what can't be is refused, and said.
   * @param {Document} document
   * @param {string} [digits]
   */
  async become(document, digits = this.app.game.line) {
    const before = this.history.at;
    if (!this.history.push({ document, digits })) return;
    try {
      await this.load();
    } catch (error) {
      this.history.states.length = this.history.at;
      this.history.at = before;
      this.app.complain(error);
      this.refresh();
    }
  }

  /** @param {-1 | 1} way */
  step(way) {
    const { document } = this.history.now;
    const state = this.history.go(way);
    if (!state) return;
    if (JSON.stringify(document) !== JSON.stringify(state.document)) this.load();
    else this.write(state.digits);
  }

  /** @param {string} digits */
  write(digits) {
    const { game } = this.app;
    this.isLoading = true;
    [...digits].forEach((digit, cell) => {
      if (digit === "." ? game.digits[cell] : digit !== game.digits[cell]) {
        if (digit === ".") game.remove("digit", [cell]);
        else game.enter(digit, [cell]);
      }
    });
    this.isLoading = false;
    this.refresh();
  }

  // ── What is true ────────────────────────────────────────────────────────────────────────────────────────────────

  async examine() {
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    const { board } = this.app;
    if (!this.showsTrue.checked) board.showCandidates(null);
    const { puzzle } = this;
    this.verdict.textContent = t("set.looking");
    this.why.textContent = "";
    const solved = this.app.ask("solve", { puzzle, limit: MOST_SOLUTIONS, seconds: 10 }, { signal });
    const found = this.showsTrue.checked ? this.app.ask("candidates", { puzzle, seconds: 10 }, { signal }) : null;
    try {
      this.judge(await solved);
      const answer = found && (await found);
      if (answer && !signal.aborted) board.showCandidates(answer.candidates.map((/** @type {Record<string, number>} */ tally) => Object.keys(tally).join("")));
    } catch (error) {
      if (signal.aborted) return;
      board.showCandidates(null);
      this.verdict.className = "set-verdict is-none";
      this.verdict.textContent = error instanceof Error ? error.message : String(error);
    }
    found?.catch(() => {});
  }

  /** @param {any} answer of solve */
  judge({ count, exhausted, differ, why }) {
    const key = count === 0 ? (exhausted ? "none" : "unknown") : count === 1 ? (exhausted ? "one" : "one_or_more") : exhausted ? "some" : "many";
    this.verdict.className = `set-verdict is-${key}`;
    this.verdict.textContent = t(`set.verdict.${key}`, { n: count });
    this.why.textContent = count > 1 ? t("set.differ", { n: differ.length }) : (Array.isArray(why) ? why.join(" ") : why ?? "");
    if (count > 1) this.app.board.light({ cells: differ });
    else this.app.board.unlight();
  }

  // ── Drawing ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @param {Tool | null} tool */
  take(tool) {
    const wasOutside = this.isOutside;
    this.tool = tool;
    this.path = [];
    this.pending = [];
    this.regionOf = tool?.shape === "region" ? this.regionsNow() : null;
    this.overlay.draw([], "cells");
    this.overlay.paint(this.regionOf, this.app.game.board.digits.length);
    for (const one of this.tools.querySelectorAll("[data-tool]")) one.setAttribute("aria-pressed", String(one.getAttribute("data-tool") === tool?.name));
    this.app.board.tool = tool ? { name: tool.name, down: (/** @type {At} */ at) => this.down(at), move: (/** @type {At} */ at) => this.move(at), up: () => this.up() } : null;
    if (wasOutside !== this.isOutside) this.roomOutside();
    this.drawDetail();
  }

  get isOutside() {
    return this.tool?.shape === "outside" || this.tool?.shape === "diagonal";
  }

  /** Make room around the board for clues outside. */
  roomOutside() {
    const { board, game } = this.app;
    const [height, width] = game.board.size;
    if (!this.isOutside) {
      if (this.drawn) {
        board.box = this.drawn;
        this.drawn = null;
        this.rebox();
      }
      return;
    }
    const [x, y, wide, high] = (this.drawn ??= board.box);
    const left = Math.min(x, -110), top = Math.min(y, -110);
    board.box = [left, top, Math.max(x + wide, width * 100 + 110) - left, Math.max(y + high, height * 100 + 110) - top];
    this.rebox();
  }

  /** @type {[number, number, number, number] | null} The box of the board without room outside. */
  drawn = null;

  rebox() {
    const { board } = this.app;
    board.svg.setAttribute("viewBox", board.box.join(" "));
    board.fit();
    board.place();
  }

  /** @param {number} row @param {number} column */
  cellAt = (row, column) => this.app.board.cellAt(row, column);

  /** @param {At} at */
  down(at) {
    const { tool } = this;
    if (!tool) return;
    const { board } = this.app.game;
    this.pending = [];
    if (tool.shape === "edge") this.path = edgeAt(at.x, at.y, this.cellAt) ?? [];
    else if (tool.shape === "corner") this.path = cornerAt(at.x, at.y, this.cellAt) ?? [];
    else if (this.isOutside) this.path = seenFrom(at.x, at.y, board.size, tool.shape === "diagonal", this.cellAt);
    else this.path = at.cell === null ? [] : [at.cell];
    if (tool.shape === "region") this.region = at.cell === null ? -1 : this.regionOf?.[at.cell] ?? -1;
    this.overlay.draw(this.path, tool.shape);
  }

  region = -1;

  /** @param {At} at */
  move(at) {
    const { tool } = this;
    if (!tool || at.cell === null || !["cells", "line", "region"].includes(tool.shape)) return;
    const { cells } = this.app.game.board;
    const [row, column] = cells[at.cell].at;
    if (tool.shape === "line" && Math.hypot(at.x - column * 100 - 50, at.y - row * 100 - 50) > 42) return;
    if (tool.shape === "region" && this.regionOf && this.region >= 0) {
      this.regionOf[at.cell] = this.region;
      this.overlay.paint(this.regionOf, this.app.game.board.digits.length);
    }
    this.path = drawnOn(this.path, at.cell, cells, tool.shape === "line");
    if (tool.shape !== "region") this.overlay.draw(this.path, tool.shape);
  }

  up() {
    if (this.tool?.shape === "region") this.regionsDrawn();
    else this.finish(this.path);
  }

  /** Draw with the cells chosen: what keys do. */
  drawSelection() {
    const { tool } = this;
    const { game } = this.app;
    const cells = [...game.selection];
    if (!tool || !cells.length) return;
    if (tool.shape === "region") return this.regionFromSelection(cells);
    if (this.isOutside) return this.app.announce(t("set.choose_side"));
    const wanted = { edge: 2, corner: 4 }[/** @type {string} */ (tool.shape)];
    if (wanted && cells.length !== wanted) return this.app.announce(t("set.choose_n", { n: wanted }), { fault: true });
    this.finish(wanted ? (tool.rule === "greater" ? cells : cells.sort((one, other) => one - other)) : cells);
  }

  /**
   * A clue outside of the row, column or diagonal of the cell chosen.
   * @param {number} down
   * @param {number} right
   */
  fromSide(down, right) {
    const { game } = this.app;
    let [row, column] = game.board.cells[game.cursor].at;
    while (this.cellAt(row, column) !== null) [row, column] = [row - down, column - right];
    this.finish(lineFrom(row, column, [down, right], this.cellAt));
  }

  /**
   * A shape is drawn: make its rule, or ask for its value first.
   * @param {number[]} path
   */
  finish(path) {
    const { tool } = this;
    const { cells, digits } = this.app.game.board;
    if (!tool || !path.length) return;
    if (path.length < (tool.least ?? 1)) {
      this.path = [];
      this.overlay.draw([], tool.shape);
      return this.app.announce(t("set.choose_least", { n: tool.least ?? 1 }), { fault: true });
    }
    const names = path.map((cell) => cells[cell].name);
    const rule = ruleOf(tool, names, tool.value?.optional ? "" : "", digits.length);
    if (rule) this.commit(rule);
    else {
      this.pending = names;
      this.overlay.draw(path, tool.shape);
      this.drawDetail();
      this.focusValue();
    }
  }

  /** @param {Rule} rule */
  async commit(rule) {
    this.path = [];
    this.pending = [];
    const document = toggled(this.history.now.document, rule);
    this.current = (document.rules ?? []).findIndex((other) => JSON.stringify(other) === JSON.stringify(rule));
    this.overlay.draw([], "cells");
    await this.become(document);
    if (this.current >= 0) {
      this.app.announce(t("set.drawn", { rule: this.named(rule) }));
      if (this.tool?.value) this.focusValue();
    }
  }

  focusValue() {
    const field = this.detail.querySelector("input");
    if (!field || matchMedia("(pointer: coarse)").matches) return;
    field.focus();
    field.select();
  }

  // ── Regions ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @returns {number[]} The region of each cell as it is now. */
  regionsNow() {
    const { cells, houses, digits } = this.app.game.board;
    const regionOf = cells.map(() => 0);
    let count = 0;
    for (const house of houses) {
      const rows = new Set(house.cells.map((/** @type {number} */ cell) => cells[cell].at[0])), columns = new Set(house.cells.map((/** @type {number} */ cell) => cells[cell].at[1]));
      if (rows.size === 1 || columns.size === 1 || house.cells.length !== digits.length || /diagonal/.test(house.name)) continue;
      house.cells.forEach((/** @type {number} */ cell) => (regionOf[cell] = count));
      count++;
    }
    return regionOf;
  }

  regionsDrawn() {
    if (!this.regionOf) return;
    const { board } = this.app.game;
    const n = board.digits.length;
    const sizes = Array(n).fill(0);
    this.regionOf.forEach((region) => sizes[region]++);
    this.drawDetail();
    if (!sizes.every((size) => size === n)) return this.app.announce(t("set.regions_unfinished", { n: sizes.filter((size) => size !== n).length }));
    const { document } = this.history.now;
    const { houses } = document.grid;
    this.become({ ...document, grid: { size: board.size[0], regions: regionRows(this.regionOf, board), ...(houses ? { houses } : {}) } });
  }

  /** @param {number[]} cells */
  regionFromSelection(cells) {
    if (!this.regionOf) return;
    const region = this.regionOf[cells[0]];
    for (const cell of cells) this.regionOf[cell] = region;
    this.overlay.paint(this.regionOf, this.app.game.board.digits.length);
    this.regionsDrawn();
  }

  // ── Beside the board ────────────────────────────────────────────────────────────────────────────────────────────

  /** @param {boolean} [isQuiet] whether only the cells chosen have changed */
  drawDetail(isQuiet = false) {
    const { tool } = this;
    if (isQuiet && this.detail.contains(document.activeElement)) return;
    if (!tool) return this.detail.replaceChildren(html("p", { class: "soft" }, t("set.digits_help")));
    const rules = this.history.now.document.rules ?? [];
    const rule = rules[this.current]?.rule === tool.rule ? rules[this.current] : null;
    /** @type {HTMLElement[]} */
    const parts = [html("p", {}, html("b", {}, t(`set.tool.${tool.name}`)), " ", html("span", { class: "soft" }, t(`set.how.${tool.shape}`)))];
    if (tool.value && (this.pending.length || rule)) parts.push(this.valueField(tool, rule));
    if (this.isOutside) parts.push(this.sides(tool));
    else parts.push(html("div", { class: "row" }, button("set.draw_chosen", () => this.drawSelection())));
    this.detail.replaceChildren(...parts);
  }

  /**
   * @param {Tool} tool
   * @param {Rule | null} rule
   */
  valueField(tool, rule) {
    const value = /** @type {NonNullable<Tool["value"]>} */ (tool.value);
    const known = rule?.[value.field];
    const field = html("input", { type: "text", inputmode: "numeric", autocomplete: "off", size: 6, value: known === undefined || this.pending.length ? "" : [known].flat().join("") });
    const go = () => {
      const { digits } = this.app.game.board;
      if (this.pending.length) {
        const made = ruleOf(tool, this.pending, field.value, digits.length);
        if (made) this.commit(made);
        return;
      }
      if (!rule) return;
      const numbers = valuesIn(field.value, value.list ?? false);
      const changed = { ...rule };
      if (numbers) changed[value.field] = value.list ? numbers : numbers[0];
      else if (value.optional && !field.value.trim()) delete changed[value.field];
      else return;
      if (JSON.stringify(changed) !== JSON.stringify(rule)) this.become(replaced(this.history.now.document, this.current, changed));
    };
    const form = html("form", { class: "row" }, html("label", { class: "set-value" }, html("span", {}, t(`set.value.${value.field}`)), field), html("button", { type: "submit" }, t("set.put")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      go();
      this.app.board.focus();
    });
    return form;
  }

  /** @param {Tool} tool */
  sides(tool) {
    const ways = tool.shape === "outside" ? { above: [1, 0], left: [0, 1], right: [0, -1], below: [-1, 0] } : { down_right: [1, 1], down_left: [1, -1], up_right: [-1, 1], up_left: [-1, -1] };
    return html("div", { class: "row", role: "group", "aria-label": t("set.sides") }, ...Object.entries(ways).map(([name, [down, right]]) => button(`set.side.${name}`, () => this.fromSide(down, right))));
  }

  /** @param {Rule} rule */
  named(rule) {
    const tool = ALL.find((one) => one.rule === rule.rule && Object.entries(one.fields ?? {}).every(([field, value]) => field === "digits" || rule[field] === value) && !(one.name === "even" && rule.digits?.[0] === 1));
    const values = Object.entries(rule).filter(([field]) => !["rule", "cells", "groups"].includes(field) && !tool?.fields?.[field]).map(([, value]) => [value].flat().join(""));
    const name = tool ? t(`set.tool.${tool.name}`) : rule.cells === undefined ? t(`set.whole.${rule.rule}`) : rule.rule.replaceAll("_", " ");
    return [name, ...values].join(" ").trim();
  }

  drawList() {
    const rules = this.history.now.document.rules ?? [];
    const items = rules.map((rule, at) => ({ rule, at })).filter(({ rule }) => rule.cells !== undefined);
    if (!items.length) return this.list.replaceChildren(html("li", { class: "soft" }, t("set.no_rules")));
    this.list.replaceChildren(...items.map(({ rule, at }) => {
      const choose = html("button", { type: "button", class: "learn-step", onclick: () => this.pick(rule, at) }, this.named(rule), " ", html("span", {}, rule.cells ?? ""));
      choose.addEventListener("pointerenter", () => this.app.board.light({ cells: (rule.cells ?? "").split(" ") }));
      choose.addEventListener("pointerleave", () => this.app.board.unlight());
      const remove = html("button", { type: "button", class: "set-remove", "aria-label": t("set.remove", { rule: this.named(rule) }), title: t("set.remove", { rule: this.named(rule) }), onclick: () => this.become(replaced(this.history.now.document, at, null)) }, "×");
      return html("li", this.needless.has(rule.cells ?? "") ? { class: "is-needless" } : {}, choose, remove);
    }));
  }

  /**
   * @param {Rule} rule
   * @param {number} at
   */
  pick(rule, at) {
    const tool = ALL.find((one) => one.rule === rule.rule && Boolean(one.value));
    if (tool && this.tool !== tool) this.take(tool);
    this.current = at;
    this.drawDetail();
    this.focusValue();
  }

  drawWholes() {
    const { document } = this.history.now;
    const rules = document.rules ?? [];
    const houses = document.grid.houses ?? [];
    const box = (/** @type {string} */ key, /** @type {boolean} */ isOn, /** @type {() => Document} */ change) => {
      const check = html("input", { type: "checkbox", checked: isOn, onchange: () => this.become(change()) });
      return html("label", { class: "set-check" }, check, html("span", {}, t(key)));
    };
    this.wholes.replaceChildren(
      ...WHOLE.map((name) => box(`set.whole.${name}`, rules.some((rule) => rule.rule === name), () => toggled(document, { rule: name }))),
      ...(document.grid.size ? HOUSES.map((name) => box(`set.houses.${name}`, houses.includes(name), () => {
        const kept = houses.includes(name) ? houses.filter((/** @type {any} */ other) => other !== name) : [...houses, name];
        const { houses: _, ...grid } = document.grid;
        return { ...document, grid: kept.length ? { ...grid, houses: kept } : grid };
      })) : []));
  }
}

/** @type {Setting | null} */
let view = null;

/** The view, as the page wants it. */
export default {
  name: "set",

  /**
   * @param {HTMLElement} panel
   * @param {any} app
   */
  mount(panel, app) {
    view = new Setting(panel, app);
    document.addEventListener("language", () => {
      const isShown = view?.isShown;
      view?.leave();
      view = new Setting(panel, app);
      if (isShown) view.show();
    });
  },

  show() {
    view?.show();
  },

  hide() {
    view?.hide();
  },
};

