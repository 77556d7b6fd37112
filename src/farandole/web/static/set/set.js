// Set: draw a puzzle, and see at any moment how many solutions it has.

import { html } from "../core/elements.js";
import { button, t } from "../core/words.js";
import { AboutPanel } from "./about_panel.js";
import { DigitRow } from "./digit_row.js";
import { Draft } from "./draft.js";
import { ExportPanel } from "./export_panel.js";
import { GridPanel } from "./grid_panel.js";
import { Overlay } from "./overlay.js";
import { RuleDrawer } from "./rule_drawer.js";
import { RulePanel } from "./rule_panel.js";
import { SolverPanel } from "./solver_panel.js";
import { ToolCard } from "./tool_card.js";
import { ToolBar } from "./tool_bar.js";
import { ToolPanel } from "./tool_panel.js";
import { VerdictPanel } from "./verdict_panel.js";

const SHAPES = ["4", "6", "8", "9", "10", "12", "16", "twodoku", "butterfly", "windmill", "samurai"];

/** The panels beside the board, in one language. */
class SetView {
  /** Whether the view is shown. Another one may be, while the draft goes on loading. */
  isShown = false;
  /** Ends the listeners of this view when another takes its place. */
  #listening = new AbortController();

  /**
   * @param {HTMLElement} host
   * @param {Draft} draft
   */
  constructor(host, draft) {
    this.draft = draft;
    this.app = draft.app;
    this.overlay = new Overlay(draft.app);
    this.drawer = new RuleDrawer(draft, this.overlay);
    this.card = new ToolCard(draft.app);
    this.toolPanel = new ToolPanel(draft, this.drawer, this.overlay, this.card);
    this.digitRow = new DigitRow(draft);
    this.aboutPanel = new AboutPanel(draft);
    this.rulePanel = new RulePanel(draft, this.drawer);
    this.gridPanel = new GridPanel(draft);
    this.verdictPanel = new VerdictPanel(draft);
    this.exportPanel = new ExportPanel(draft);
    this.undoButton = button("pad.undo", () => draft.step(-1));
    this.redoButton = button("pad.redo", () => draft.step(1));
    this.#build(host);
    this.toolPanel.draw();
    this.#listen();
  }

  /** @param {HTMLElement} host */
  #build(host) {
    const parts = [
      this.verdictPanel.element,
      html(
        "div",
        { class: "row" },
        this.undoButton,
        this.redoButton,
        this.#makeShapes(),
        html(
          "div",
          { class: "row" },
          button("set.take", () => this.draft.takePlayed()),
          button("set.play", () => this.draft.play()),
        ),
      ),
      this.digitRow.element,
      new ToolBar(this.drawer, this.card).element,
      this.toolPanel.element,
      makeDetails("set.rules", this.rulePanel.element, true),
      makeDetails("set.whole", this.gridPanel.element),
      new SolverPanel(this.draft, this.rulePanel, this.overlay).element,
      this.aboutPanel.element,
      this.exportPanel.element,
    ];
    host.replaceChildren(html("div", { class: "set" }, ...parts));
  }

  /** @returns {HTMLSelectElement} A choice of empty grids. */
  #makeShapes() {
    const options = SHAPES.map((name) => html("option", { value: name }, t(`set.shape.${name}`, { n: name })));
    const choice = html(
      "select",
      { "aria-label": t("set.new") },
      html("option", { value: "" }, t("set.new")),
      ...options,
    );
    choice.addEventListener("change", () => {
      const { value } = choice;
      choice.value = "";
      if (!value) return;
      const grid = /^\d+$/.test(value) ? { size: Number(value) } : { named: value };
      const forgotten = { notes: undefined, regions: undefined, square: undefined, isTaken: undefined };
      this.draft.change({ farandole: 1, grid }, { digits: "", title: "", ...forgotten });
    });
    return choice;
  }

  #listen() {
    const { signal } = this.#listening;
    this.draft.addEventListener("board", () => this.isShown && this.drawer.resetBoard(), { signal });
    this.draft.addEventListener("change", () => this.#refresh(), { signal });
    this.draft.game.addEventListener("select", () => this.isShown && this.drawer.tool && this.toolPanel.draw(), {
      signal,
    });
    this.app.keyHandlers.push((event) => !signal.aborted && this.isShown && this.#handleKey(event));
  }

  #refresh() {
    if (this.isShown) this.overlay.attach();
    this.overlay.showNeedlessGivens([]);
    this.rulePanel.markNeedless(new Set());
    this.gridPanel.draw();
    this.toolPanel.draw();
    this.aboutPanel.draw();
    this.digitRow.draw();
    this.undoButton.disabled = !this.draft.canUndo;
    this.redoButton.disabled = !this.draft.canRedo;
    if (this.isShown) this.verdictPanel.examine();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} Whether the key was handled.
   */
  #handleKey(event) {
    const { target } = event;
    if (target instanceof HTMLElement && target.matches("input, textarea, select")) return false;
    const isCtrl = event.ctrlKey || event.metaKey;
    if (isCtrl && event.code === "KeyZ") this.draft.step(event.shiftKey ? 1 : -1);
    else if (isCtrl && event.code === "KeyY") this.draft.step(1);
    else if (!this.drawer.tool) return false;
    else if (event.key === "Escape") this.drawer.setTool(null);
    else if (event.key === "Enter" && !(target instanceof HTMLButtonElement)) this.drawer.drawSelection();
    else return false;
    return true;
  }

  show() {
    this.isShown = true;
    this.overlay.attach();
    if (this.draft.open()) this.app.announce(t("set.kept"));
  }

  /** Hide the view; the draft stays. */
  hide() {
    this.isShown = false;
    this.verdictPanel.cancel();
    this.drawer.setTool(null);
    this.overlay.detach();
    this.app.board.clearLights();
    this.app.board.showCandidates(null);
  }

  /** Make place for the view in another language. */
  close() {
    if (this.isShown) this.hide();
    this.#listening.abort();
  }
}

/**
 * @param {string} key of the summary
 * @param {HTMLElement} content
 * @param {boolean} [open]
 */
function makeDetails(key, content, open = false) {
  return html("details", { class: "learn-part", open }, html("summary", {}, t(key)), content);
}

/** @type {Draft} */
let draft;
/** @type {SetView} */
let view;

export default {
  name: "set",

  /**
   * @param {HTMLElement} host
   * @param {import("../core/app.js").App} app
   */
  mount(host, app) {
    draft = new Draft(app);
    view = new SetView(host, draft);
    document.addEventListener("language", () => {
      const { isShown } = view;
      view.close();
      view = new SetView(host, draft);
      if (isShown) view.show();
    });
  },

  show() {
    view.show();
  },

  hide() {
    view.hide();
  },

  /**
   * @param {import("../core/puzzle_opener.js").ParsedPuzzle} parsed
   * @param {import("../core/puzzle_opener.js").OpenOptions} options
   */
  async openPuzzle(parsed, options) {
    await draft.openPuzzle(parsed, options);
  },
};
