// Learn: a hint in four levels, all steps now, the path to the solution, why not, the rating, and practice.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { HintPanel } from "./hint_panel.js";
import { PathPanel } from "./path_panel.js";
import { PracticePanel } from "./practice_panel.js";
import { RatingPanel } from "./rating_panel.js";
import { StepOverlay } from "./step_overlay.js";
import { StepsPanel } from "./steps_panel.js";
import { WhyPanel } from "./why_panel.js";

/** The panels beside the board, in one language. What they share: the overlay on the board, and the game. */
export class LearnView {
  isShown = false;
  /** Ends the listeners of this view when another takes its place. */ #listening = new AbortController();

  /**
   * @param {HTMLElement} host
   * @param {import("../core/app.js").App} app
   */
  constructor(host, app) {
    this.app = app;
    this.game = app.played;
    this.overlay = new StepOverlay(app);
    this.hintPanel = new HintPanel(this);
    this.ratingPanel = new RatingPanel(app);
    this.stepsPanel = new StepsPanel(this);
    this.pathPanel = new PathPanel(this);
    this.whyPanel = new WhyPanel(this);
    this.practicePanel = new PracticePanel(this, this.#listening.signal);
    const panels = [
      this.hintPanel,
      this.ratingPanel,
      this.stepsPanel,
      this.pathPanel,
      this.whyPanel,
      this.practicePanel,
    ];
    host.replaceChildren(html("div", { class: "learn" }, ...panels.map(({ element }) => element)));
    this.#listen();
  }

  #listen() {
    const { signal } = this.#listening;
    const { game } = this;
    const { grid } = this.app.board;
    const onChange = (/** @type {Event} */ event) => {
      const { cells, pen } = /** @type {CustomEvent} */ (event).detail;
      if (cells.size && !pen) this.reset(); // a player may draw beside a hint
    };
    game.addEventListener("change", onChange, { signal });
    game.addEventListener("puzzle", () => this.#startPuzzle(), { signal });
    game.addEventListener("select", () => this.isShown && this.whyPanel.refresh(), { signal });
    const onMove = (/** @type {PointerEvent} */ event) => this.#markWords(this.app.board.locate(event).cell);
    grid.element.addEventListener("pointermove", onMove, { signal });
    grid.element.addEventListener("pointerleave", () => this.#markWords(null), { signal });
  }

  show() {
    this.isShown = true;
    this.ratingPanel.refresh();
    this.whyPanel.refresh();
    this.practicePanel.refresh();
  }

  hide() {
    this.isShown = false;
    // Later answers would light up on the board of another view, or open a puzzle there. A rating may go on.
    for (const panel of this.#stepPanels) panel.cancel();
    this.practicePanel.cancel();
    this.reset();
  }

  /** Make place for the view in another language. */
  close() {
    this.#listening.abort();
    this.#cancelAll();
    this.overlay.clear();
  }

  /** Forget what was shown about an earlier state of the board. */
  reset() {
    this.overlay.reset();
    this.hintPanel.clear();
    this.stepsPanel.close();
    this.pathPanel.close();
    this.whyPanel.refresh();
  }

  /**
   * Enter a step on the board. Undo takes it back.
   * @param {import("./step_overlay.js").Step} step
   */
  applyStep({ places, removes }) {
    const { game } = this;
    const { digits } = game.board;
    this.overlay.clear();
    if (removes.length) game.eliminate(removes.map(([cell, digit]) => [game.cellNamed(cell), digits[digit - 1]]));
    for (const [name, digit] of places) {
      const cell = game.cellNamed(name);
      if (!game.digits[cell]) game.enter(digits[digit - 1], [cell]);
    }
    const hasNotes = game.auto || Object.keys(game.notesByCell).length > 0;
    if (!places.length && removes.length && !hasNotes) this.app.announce(t("learn.no_notes"));
    this.reset();
  }

  get #stepPanels() {
    return [this.hintPanel, this.stepsPanel, this.pathPanel, this.whyPanel];
  }

  #cancelAll() {
    for (const panel of [...this.#stepPanels, this.ratingPanel, this.practicePanel]) panel.cancel();
  }

  #startPuzzle() {
    this.#cancelAll();
    this.ratingPanel.clear();
    this.reset();
    if (this.isShown) this.ratingPanel.refresh();
  }

  /**
   * Mark the words that name the cell under the pointer.
   * @param {number | null} cell
   */
  #markWords(cell) {
    if (!this.isShown) return;
    const name = cell === null ? "" : this.game.board.cells[cell]?.name;
    for (const word of document.querySelectorAll(".learn .linked-cell")) {
      const cells = (word.getAttribute("data-cells") ?? "").split(" ");
      word.classList.toggle("is-pointed", Boolean(name) && cells.includes(name));
    }
  }
}

/** @type {LearnView} */
let view;

export default {
  name: "learn",

  /**
   * @param {HTMLElement} host
   * @param {import("../core/app.js").App} app
   */
  mount(host, app) {
    view = new LearnView(host, app);
    document.addEventListener("language", () => {
      const { isShown } = view;
      view.close();
      view = new LearnView(host, app);
      if (isShown) view.show();
    });
  },

  show() {
    view.show();
  },

  hide() {
    view.hide();
  },

  hint() {
    view.hintPanel.tellMore();
  },
};
