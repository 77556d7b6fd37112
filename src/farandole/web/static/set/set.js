// Set: draw a puzzle, and see at each moment what is true in it.

import { nameOf } from "../core/saved.js";
import { html } from "../core/svg.js";
import { button, t } from "../core/words.js";
import { Beside } from "./beside.js";
import { History, bare, withGivens } from "./draft.js";
import { Questions } from "./questions.js";
import { Overlay } from "./overlay.js";
import { Pencil } from "./pencil.js";

/** @typedef {import("./draft.js").Document} Document */

const SHAPES = ["4", "6", "8", "9", "10", "12", "16", "twodoku", "butterfly", "windmill", "samurai"];
const MOST_SOLUTIONS = 5;
const SYMMETRIES = ["none", "rotate180", "rotate90", "mirror", "flip", "diagonal", "mirrors", "dihedral"];
const FORMS = ["line", "json", "fpuzzles", "sudokupad", "sudokuwiki"];

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
    this.asking = new AbortController();
    this.listening = new AbortController();
    this.verdict = html("p", { class: "set-verdict" });
    this.why = html("p", { class: "soft" });
    this.showsTrue = html("input", { type: "checkbox", checked: true, onchange: () => this.examine() });
    this.title = html("input", { type: "text", placeholder: t("set.title_help"), "aria-label": t("set.title"), onchange: () => (this.app.game.title = this.title.value) });
    this.pencil = new Pencil(this);
    this.beside = new Beside(this);
    this.questions = new Questions(this);
    this.build(panel);
    this.listen();
  }

  /** @param {HTMLElement} panel */
  build(panel) {
    const shape = html("select", { "aria-label": t("set.new") }, html("option", { value: "" }, t("set.new")), ...SHAPES.map((name) => html("option", { value: name }, t(`set.shape.${name}`, { n: name }))));
    shape.addEventListener("change", () => {
      const { value } = shape;
      shape.value = "";
      if (!value) return;
      this.title.value = "";
      this.begin({ farandole: 1, grid: /^\d+$/.test(value) ? { size: Number(value) } : { named: value } }, "");
    });
    this.undoButton = button("set.undo", () => this.step(-1));
    this.redoButton = button("set.redo", () => this.step(1));
    const symmetry = html("select", { "aria-label": t("set.symmetry") }, ...SYMMETRIES.map((name) => html("option", { value: name }, t(`set.symmetry.${name}`))));
    const form = html("select", { "aria-label": t("set.form") }, ...FORMS.map((name) => html("option", { value: name }, t(`set.form.${name}`))));
    panel.replaceChildren(html("div", { class: "set" },
      html("div", { class: "set-state" }, this.verdict, this.why, html("label", { class: "set-check" }, this.showsTrue, html("span", {}, t("set.true_candidates")))),
      html("div", { class: "row" }, this.undoButton, this.redoButton, shape, button("set.play", () => this.app.view("play"))),
      this.beside.tools, this.beside.detail,
      html("details", { class: "learn-part", open: true }, html("summary", {}, t("set.rules")), this.beside.list),
      html("details", { class: "learn-part" }, html("summary", {}, t("set.whole")), this.beside.wholes),
      html("details", { class: "learn-part" }, html("summary", {}, t("set.help")),
        html("div", { class: "row" }, symmetry, button("set.complete", () => this.questions.change("complete", symmetry.value)), button("set.minimize", () => this.questions.change("minimize", symmetry.value)), button("set.needless", () => this.questions.findNeedless()), button("set.rate", () => this.questions.rate())), this.questions.answer),
      html("details", { class: "learn-part" }, html("summary", {}, t("set.export")),
        this.title, html("div", { class: "row" }, form, button("set.write", () => this.questions.export(form.value)), button("set.copy", () => this.questions.copy()), button("set.share", () => document.getElementById("share")?.click())), this.questions.exported)));
    this.beside.drawDetail();
  }

  listen() {
    const { signal } = this.listening;
    const { game } = this.app;
    game.addEventListener("puzzle", () => this.isShown && !this.isLoading && this.adopt(), { signal });
    game.addEventListener("change", (/** @type {CustomEvent} */ event) => this.isShown && !this.isLoading && event.detail.cells.size && this.written(), { signal });
    game.addEventListener("select", () => this.isShown && this.pencil.tool && this.beside.drawDetail(true), { signal });
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
    if (!this.pencil.tool) return false;
    if (event.key === "Escape") return this.pencil.take(null), true;
    if (event.key !== "Enter" || event.target instanceof HTMLButtonElement) return false;
    this.pencil.drawSelection();
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
    try {
      await this.load();
    } catch (error) {
      return this.app.complain(error);
    }
    const { digits: now } = this.history.now;
    if (!now) this.history = new History({ document, digits: this.app.game.line });
  }

  /** Leave: what was drawn is a puzzle to play now; where nothing was, the game goes on that was there. */
  async hide() {
    this.isShown = false;
    this.asking.abort();
    this.pencil.take(null);
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
    this.pencil.roomOutside();
    this.refresh();
  }

  /** Everything beside the board, anew. */
  refresh() {
    this.overlay.attach();
    this.beside.needless = new Set();
    this.overlay.dot([]);
    this.beside.drawList();
    this.beside.drawWholes();
    this.beside.drawDetail();
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
    const { now } = this.history;
    try {
      await this.load();
    } catch (error) {
      this.app.complain(error);
      if (this.history.now !== now) return; // something newer was drawn meanwhile
      this.history.states.length = this.history.at;
      this.history.at = before;
      this.refresh();
    }
  }

  /** @param {-1 | 1} way */
  step(way) {
    const { document } = this.history.now;
    const state = this.history.go(way);
    if (!state) return;
    if (JSON.stringify(document) !== JSON.stringify(state.document)) this.load().catch((error) => this.app.complain(error));
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
    found?.catch(() => {}); // it is told below, unless it was given up
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

