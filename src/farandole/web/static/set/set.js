// Set: draw a puzzle, and see at each moment what is true in it.

import { drafts, hashPuzzle } from "../core/storage.js";
import { html } from "../core/elements.js";
import { CallError } from "../core/transport.js";
import { button, t } from "../core/words.js";
import { Beside } from "./beside.js";
import { History, removeGivens, isSame, joinState, withGivens, written } from "./draft.js";
import { Questions } from "./questions.js";
import { Overlay } from "./overlay.js";
import { Pencil } from "./pencil.js";

/**
 * @typedef {import("./draft.js").Document} Document
 * @typedef {import("../core/game.js").Board} Board
 * @typedef {import("../core/board.js").Drawing} Drawing
 */

const SHAPES = ["4", "6", "8", "9", "10", "12", "16", "twodoku", "butterfly", "windmill", "samurai"];
const MOST_SOLUTIONS = 5;
const WAIT = 150; // milliseconds of rest after which it is asked what is true
const BUSY = 1000; // milliseconds after which one asks again who had too many questions
const SYMMETRIES = ["none", "rotate180", "rotate90", "mirror", "flip", "diagonal", "mirrors", "dihedral"];
const FORMS = ["line", "json", "fpuzzles", "sudokupad", "sudokuwiki"];

export class Setting {
  /**
   * @param {HTMLElement} panel
   * @param {import("../core/app.js").App} app
   * @param {Setting | null} [before] the view in another language, whose draft goes on
   */
  constructor(panel, app, before = null) {
    this.app = app;
    this.overlay = new Overlay(app);
    this.history =
      before?.history ?? new History({ document: { farandole: 1, grid: { size: 9 } }, digits: "", title: "" });
    /** The name of the puzzle that the clean state of the history is, as a game. */
    this.source = before?.source ?? "";
    /** @type {Document | null} The document that is on the board; that of the history may still be on its way. */
    this.laid = before?.laid ?? null;
    this.isShown = false;
    this.asking = new AbortController();
    this.loading = new AbortController();
    /** @type {Promise<unknown>} The error of what was drawn last, or null; it comes when the board is there. */
    this.loaded = Promise.resolve(null);
    this.listening = new AbortController();
    this.verdict = html("p", { class: "set-verdict" });
    this.why = html("p", { class: "soft" });
    this.showsTrue = html("input", { type: "checkbox", checked: true, onchange: () => this.examine() });
    this.title = html("input", {
      type: "text",
      placeholder: t("set.title_help"),
      "aria-label": t("set.title"),
      oninput: () => this.entitle(this.title.value),
    });
    this.pencil = new Pencil(this);
    this.beside = new Beside(this);
    this.questions = new Questions(this);
    this.build(panel);
    this.listen();
  }

  /** @param {HTMLElement} panel */
  build(panel) {
    const shape = html(
      "select",
      { "aria-label": t("set.new") },
      html("option", { value: "" }, t("set.new")),
      ...SHAPES.map((name) => html("option", { value: name }, t(`set.shape.${name}`, { n: name }))),
    );
    shape.addEventListener("change", () => {
      const { value } = shape;
      shape.value = "";
      if (!value) return;
      this.become(
        { farandole: 1, grid: /^\d+$/.test(value) ? { size: Number(value) } : { named: value } },
        { digits: "", title: "", notes: undefined, regions: undefined },
      );
    });
    this.undoButton = button("set.undo", () => this.step(-1));
    this.redoButton = button("set.redo", () => this.step(1));
    const symmetry = html(
      "select",
      { "aria-label": t("set.symmetry") },
      ...SYMMETRIES.map((name) => html("option", { value: name }, t(`set.symmetry.${name}`))),
    );
    const form = html(
      "select",
      { "aria-label": t("set.form") },
      ...FORMS.map((name) => html("option", { value: name }, t(`set.form.${name}`))),
    );
    panel.replaceChildren(
      html(
        "div",
        { class: "set" },
        html(
          "div",
          { class: "set-state" },
          this.verdict,
          this.why,
          html("label", { class: "set-check" }, this.showsTrue, html("span", {}, t("set.true_candidates"))),
        ),
        html(
          "div",
          { class: "row" },
          this.undoButton,
          this.redoButton,
          shape,
          button("set.take", () => this.takePlayed()),
          button("set.play", () => this.play()),
        ),
        this.beside.tools,
        this.beside.detail,
        html("details", { class: "learn-part", open: true }, html("summary", {}, t("set.rules")), this.beside.list),
        html("details", { class: "learn-part" }, html("summary", {}, t("set.whole")), this.beside.wholes),
        html(
          "details",
          { class: "learn-part" },
          html("summary", {}, t("set.help")),
          html(
            "div",
            { class: "row" },
            symmetry,
            button("set.complete", () => this.questions.change("complete", symmetry.value)),
            button("set.minimize", () => this.questions.change("minimize", symmetry.value)),
            button("set.needless", () => this.questions.findNeedless()),
            button("set.rate", () => this.questions.rate()),
          ),
          this.questions.answer,
        ),
        html(
          "details",
          { class: "learn-part" },
          html("summary", {}, t("set.export")),
          this.title,
          html(
            "div",
            { class: "row" },
            form,
            button("set.write", () => this.questions.export(form.value)),
            button("set.copy", () => this.questions.copy()),
            button("set.share", () => document.getElementById("share")?.click()),
          ),
          this.questions.exported,
        ),
      ),
    );
    this.beside.drawDetail();
  }

  listen() {
    const { signal } = this.listening;
    const { draft } = this.app;
    draft.addEventListener("change", () => this.written(), { signal });
    draft.addEventListener("select", () => this.isShown && this.pencil.tool && this.beside.drawDetail(), { signal });
    // A page that goes away breaks off its calls: what is on its way then is not refused, and comes when the page is back.
    addEventListener("pagehide", () => this.loading.abort(), { signal });
    addEventListener("pageshow", () => this.isShown && this.goOn(), { signal });
    this.app.keys.push((/** @type {KeyboardEvent} */ event) => !signal.aborted && this.isShown && this.key(event));
  }

  /** Another takes its place. */
  leave() {
    if (this.isShown) this.hide();
    this.listening.abort();
    this.loading.abort();
  }

  /** @returns {Document} The puzzle with what is written as its givens. */
  get puzzle() {
    const { document, digits } = this.history.now;
    return withGivens(document, digits, this.app.draft.board);
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  key(event) {
    const isInField =
      event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLTextAreaElement ||
      event.target instanceof HTMLSelectElement;
    if (isInField) return false;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.code === "KeyZ") return (this.step(event.shiftKey ? 1 : -1), true);
    if (ctrl && event.code === "KeyY") return (this.step(1), true);
    if (!this.pencil.tool) return false;
    if (event.key === "Escape") return (this.pencil.take(null), true);
    if (event.key !== "Enter" || event.target instanceof HTMLButtonElement) return false;
    this.pencil.drawSelection();
    return true;
  }

  // ── The draft ───────────────────────────────────────────────────────────────────────────────────────────────────

  /** Show the draft as it was left; where nothing was drawn, the puzzle that is played is drawn on. */
  show() {
    this.isShown = true;
    this.overlay.attach();
    if (!this.laid) this.restore();
    const { document } = this.app.played;
    if (document && (!this.laid || (this.history.isClean && this.source !== hashPuzzle(document))))
      return this.takePlayed();
    this.refresh();
    if (!this.history.isClean) this.app.announce(t("set.kept"));
    this.goOn();
  }

  /** Have what was on its way when the page was left. */
  goOn() {
    if (!isSame(this.history.now.document, this.laid)) this.load();
  }

  /** Leave: the draft stays. */
  hide() {
    this.isShown = false;
    this.asking.abort();
    this.pencil.take(null);
    this.overlay.detach();
    this.app.board.unlight();
    this.app.board.showCandidates(null);
  }

  /** Take up the draft that is saved here, if there is one. */
  restore() {
    const saved = drafts.get();
    const history = History.fromJSON(saved?.history);
    if (!history || !saved.laid?.grid) return;
    const blank = this.history;
    try {
      this.history = history;
      this.source = String(saved.source ?? "");
      this.lay(saved.laid, saved.board, saved.drawn ?? null);
    } catch {
      [this.history, this.laid] = [blank, null]; // it is damaged
    }
  }

  save() {
    const { history, source, laid } = this;
    const { draft } = this.app;
    if (laid) drafts.put({ history, source, laid, board: draft.board, drawn: this.app.getDrawing(draft) });
  }

  /** @returns {import("./draft.js").State} The puzzle that is played, to draw on. */
  statePlayed() {
    const { document, givens, title } = this.app.played;
    return { document: removeGivens(document), digits: givens.map((digit) => digit || ".").join(""), title };
  }

  /**
   * @param {Board} board
   * @returns {Board} the same without givens
   */
  blank(board) {
    const all = [...board.digits].map((_, digit) => digit + 1);
    const marks = board.marks.map((some, cell) => (board.givens[cell] === "." ? some : all));
    return { ...board, givens: ".".repeat(board.givens.length), marks };
  }

  /** Draw on the puzzle that is played; undo goes back to the draft of before. */
  takePlayed() {
    const { played } = this.app;
    if (this.laid) this.history.push(this.statePlayed());
    else this.history = new History(this.statePlayed());
    this.history.settle();
    this.source = hashPuzzle(played.document);
    this.lay(this.history.now.document, this.blank(played.board), this.app.getDrawing(played));
  }

  /**
   * Draw on a puzzle that was opened; undo goes back to the draft of before.
   * @param {import("../core/app.js").ParsedPuzzle} read
   * @param {import("../core/app.js").OpenOptions} beginning
   */
  async take({ document, board }, { title = "", digits = "", fresh }) {
    const isEntered = fresh && digits.length === board.cells.length; // what is entered on an empty board is its givens
    const drawn = await this.app.drawing(document);
    this.history.push({
      document: removeGivens(document),
      digits: isEntered ? digits : board.givens,
      title: title || String(document.title ?? ""),
    });
    this.app.announce("");
    this.lay(removeGivens(document), this.blank(board), drawn);
  }

  /** Play the draft. It stays here, too. */
  async play() {
    if (await this.loaded) return; // what was drawn last can't be, which is told
    try {
      await this.app.play(this.puzzle, { title: this.history.now.title });
      this.history.settle();
      this.source = hashPuzzle(this.app.played.document);
      this.save();
    } catch (error) {
      this.app.reportError(error);
    }
  }

  /**
   * Lay a document on the board, and on it what the history has written there.
   * @param {Document} document
   * @param {Board} board
   * @param {Drawing | null} drawn
   */
  lay(document, board, drawn) {
    const { draft, board: view } = this.app;
    const { selection, cursor } = draft;
    const isSameCells = isSame(draft.board.cells, board.cells);
    const hadFocus = view.hasFocus;
    this.loading.abort();
    this.laid = document;
    draft.start(document, board, this.history.now.title);
    this.history.now.digits ||= draft.line;
    draft.restore({ state: joinState(this.history.now, draft.nCells) });
    if (isSameCells) draft.select(selection, cursor);
    this.app.paint(draft, drawn);
    if (hadFocus && this.isShown) view.focus();
    this.pencil.laid();
    this.refresh();
  }

  /**
   * Have the board of the history's document made; where that can't be, go back to what can, and say so.
   * @param {() => void} [refuse] goes back
   * @returns {Promise<unknown>} The error, or null.
   */
  load(refuse = () => this.laid && this.history.goBackTo(this.laid)) {
    this.loading.abort();
    const { signal } = (this.loading = new AbortController());
    const { document } = this.history.now;
    const load = async () => {
      try {
        const [{ board }, drawn] = await Promise.all([
          this.app.read(document, { signal }),
          this.app.drawing(document, { signal }),
        ]);
        if (!signal.aborted) this.lay(document, board, drawn);
        return null;
      } catch (error) {
        if (signal.aborted) return null; // something newer was drawn meanwhile
        refuse();
        this.refresh();
        this.app.reportError(error);
        return error;
      }
    };
    return (this.loaded = load());
  }

  /** Everything beside the board, anew. */
  refresh() {
    const { draft } = this.app;
    const { now, at, states } = this.history;
    if (this.isShown) this.overlay.attach();
    this.beside.needless = new Set();
    this.overlay.dot([]);
    this.beside.drawList();
    this.beside.drawWholes();
    this.beside.drawDetail();
    if (this.undoButton) this.undoButton.disabled = at === 0;
    if (this.redoButton) this.redoButton.disabled = at === states.length - 1;
    if (document.activeElement !== this.title) this.title.value = now.title;
    draft.title = now.title;
    if (isSame(now.document, this.laid)) draft.document = this.puzzle; // so that it is shared with its givens
    this.save();
    if (this.isShown) this.examine();
  }

  /** Digits, marks or colors have changed on the board. */
  written() {
    const { now } = this.history;
    const { draft } = this.app;
    if (now.digits.length !== draft.nCells) return; // another board is on its way
    const { digits, notes } = written(draft);
    if (this.history.push({ ...now, digits, notes })) this.refresh();
  }

  /** @param {string} title */
  entitle(title) {
    if (this.history.push({ ...this.history.now, title }, this.title)) this.refresh();
  }

  /**
   * Change the draft; what can't be is refused, and said.
   * @param {Document} document
   * @param {Partial<import("./draft.js").State>} [others]
   * @param {unknown} [stroke] what changes it
   * @returns {Promise<unknown>} The error, or null.
   */
  async become(document, others = {}, stroke = null) {
    if (!this.history.push({ ...this.history.now, ...others, document }, stroke)) return null;
    if (isSame(document, this.laid)) this.loading.abort();
    const done = isSame(document, this.laid) ? null : this.load();
    this.refresh();
    return done;
  }

  /** @param {-1 | 1} way */
  step(way) {
    const { at } = this.history;
    const state = this.history.go(way);
    if (!state) return;
    if (!isSame(state.document, this.laid)) {
      this.load(() => (this.history.at = at));
      return;
    }
    this.loading.abort();
    this.app.draft.restore({ state: joinState(state, this.app.draft.nCells) });
    this.pencil.laid();
    this.refresh();
  }

  // ── What is true ────────────────────────────────────────────────────────────────────────────────────────────────

  async examine() {
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    const { board } = this.app;
    if (!this.showsTrue.checked) board.showCandidates(null);
    this.verdict.textContent = t("set.looking");
    this.why.textContent = "";
    if (!isSame(this.history.now.document, this.laid)) return; // its board is on its way
    await rest(WAIT);
    if (signal.aborted) return;
    const { puzzle } = this;
    const solved = this.app.ask("solve", { puzzle, limit: MOST_SOLUTIONS, seconds: 10 }, { signal });
    const found = this.showsTrue.checked ? this.app.ask("candidates", { puzzle, seconds: 10 }, { signal }) : null;
    found?.catch(() => {}); // it is told below, unless it was given up
    try {
      const judged = await solved;
      if (signal.aborted) return;
      this.judge(judged);
      const answer = found && (await found);
      if (answer && !signal.aborted)
        board.showCandidates(
          answer.candidates.map((/** @type {Record<string, number>} */ tally) => Object.keys(tally).join("")),
        );
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CallError && error.kind === "busy") {
        await rest(BUSY);
        if (!signal.aborted) this.examine();
        return;
      }
      if (error instanceof CallError && error.kind === "offline") this.app.reportError(error);
      board.showCandidates(null);
      this.verdict.className = "set-verdict is-none";
      this.verdict.textContent = this.app.describeError(error);
    }
  }

  /** @param {any} answer of solve */
  judge({ count, exhausted, differ, why }) {
    const key =
      count === 0
        ? exhausted
          ? "none"
          : "unknown"
        : count === 1
          ? exhausted
            ? "one"
            : "one_or_more"
          : exhausted
            ? "some"
            : "many";
    this.verdict.className = `set-verdict is-${key}`;
    this.verdict.textContent = t(`set.verdict.${key}`, { n: count });
    this.why.textContent =
      count > 1 ? t("set.differ", { n: differ.length }) : Array.isArray(why) ? why.join(" ") : (why ?? "");
    if (count > 1) this.app.board.light({ cells: differ });
    else this.app.board.unlight();
  }
}

/** @param {number} milliseconds */
function rest(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
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
      const before = view;
      const isShown = before?.isShown;
      before?.leave();
      view = new Setting(panel, app, before);
      if (isShown) view.show();
    });
  },

  show() {
    view?.show();
  },

  hide() {
    view?.hide();
  },

  /**
   * @param {import("../core/app.js").ParsedPuzzle} read
   * @param {import("../core/app.js").OpenOptions} beginning
   */
  async take(read, beginning) {
    await view?.take(read, beginning);
  },
};
