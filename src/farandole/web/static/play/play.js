// Playing: the panel beside the board, the pad, the keys.

import { getRules } from "../core/game.js";
import { nameKind } from "../core/labels.js";
import { settings } from "../core/storage.js";
import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { makeHelpDialog } from "./help_dialog.js";
import { Keys } from "./keys.js";
import { Modes } from "./modes.js";
import { OpenDialog } from "./open/open_dialog.js";
import { Pad } from "./pad.js";
import { SavepointList } from "./savepoints.js";
import { ShareDialog } from "./share_dialog.js";
import { Timer, clock } from "./timer.js";
import { Verdict } from "./verdict.js";

/** @typedef {import("../core/app.js").App} App */

class Play {
  /**
   * @param {HTMLElement} panel
   * @param {App} app
   */
  constructor(panel, app) {
    this.app = app;
    this.wasSolved = this.wasFull = false;
    const modes = new Modes();
    const help = makeHelpDialog();
    document.getElementById("help")?.addEventListener("click", () => help.showModal());
    const check = html("button", {
      type: "button",
      id: "check",
      class: "pad-action",
      "data-t": "play.check",
      onclick: () => this.#check(),
    });
    new Pad(/** @type {HTMLElement} */ (document.getElementById("pad")), app, modes, check);
    new Keys(app, modes, { help: () => help.showModal() });
    const { photo } = new OpenDialog(app);
    new ShareDialog(app);
    this.verdict = new Verdict(app);
    this.timer = new Timer(app, () => this.#tick());
    this.points = new SavepointList(app);
    this.title = html("h2", {});
    this.time = html("span", { class: "time", role: "timer" });
    this.pause = html("button", { type: "button", class: "quiet", onclick: () => this.timer.toggle() });
    this.said = html("p", { class: "verdict" });
    this.rules = html("ul", { class: "rules" });
    this.rulesPart = html(
      "details",
      { open: true, hidden: true, class: "rules-part" },
      html("summary", { "data-t": "play.rules" }),
      this.rules,
    );
    this.conflicts = html("ul", { class: "conflicts", hidden: true });
    this.candidates = html("button", {
      type: "button",
      "data-t": "play.candidates",
      "data-t-title": "play.candidates_how",
      onclick: () => this.#candidates(),
    });
    this.fix = html("button", {
      type: "button",
      class: "main",
      "data-t": "play.fix",
      hidden: true,
      onclick: () => this.#fix(),
    });
    this.puzzles = html("div", { class: "row several", hidden: true });
    const restart = html("button", {
      type: "button",
      class: "quiet",
      "data-t": "play.restart",
      onclick: () => this.#restart(),
    });
    panel.append(
      html("div", { class: "play-head" }, this.title, html("span", { class: "row" }, this.time, this.pause)),
      this.said,
      this.conflicts,
      this.puzzles,
      this.fix,
      photo.element,
      html(
        "div",
        { class: "row play-acts" },
        this.candidates,
        html("button", { type: "button", "data-t": "play.savepoint", onclick: () => this.points.add() }),
      ),
      this.points.list,
      this.rulesPart,
      html("div", { class: "row play-far" }, restart),
    );
    this.#listen();
  }

  #listen() {
    const { played: game } = this.app;
    game.clearsPeers = settings.get("clears_peers", true);
    game.addEventListener("puzzle", () => this.#begin());
    game.addEventListener("change", () => this.#change());
    game.addEventListener("several", (event) => this.#several(/** @type {CustomEvent} */ (event).detail.puzzles));
    this.verdict.addEventListener("verdict", () => this.#tell());
    this.verdict.addEventListener("broken", () => this.#tellConflicts());
    document.addEventListener("language", () => {
      this.#change();
      this.#tick();
      this.#tellRules();
    });
    document.addEventListener("setting", () => {
      game.clearsPeers = settings.get("clears_peers", true);
      this.#tick();
    });
  }

  #begin() {
    const { played: game } = this.app;
    this.title.textContent = game.title || nameKind(game.document);
    this.puzzles.hidden = true;
    this.wasSolved = game.isSolved;
    this.#change();
    this.#tick();
    this.#tellRules();
  }

  /** Say the rules of the puzzle, where they are more than rows, columns and boxes. */
  async #tellRules() {
    const { played: game, puzzleController, lang } = this.app;
    const puzzle = game.document;
    this.rulesPart.hidden = true;
    if (!getRules(puzzle).length && game.board.classic) return;
    try {
      const { told } = await this.app.ask("rules", { puzzle, lang }, { signal: puzzleController.signal });
      if (puzzle !== game.document) return;
      this.rules.replaceChildren(...told.map((/** @type {string} */ said) => html("li", {}, said)));
      this.rulesPart.hidden = !told.length;
    } catch {
      // Nobody to ask: the board shows most of it.
    }
  }

  #tick() {
    const shows = settings.get("clock", true);
    this.time.hidden = !shows;
    this.pause.hidden = !shows || this.app.played.isSolved;
    this.time.textContent = clock(this.app.played.seconds);
    this.pause.textContent = t(this.timer.isPaused ? "play.go_on" : "play.pause");
    document.body.classList.toggle("is-paused", this.timer.isPaused);
  }

  #change() {
    const { played: game } = this.app;
    this.candidates.setAttribute("aria-pressed", String(game.auto));
    this.#tellConflicts();
    const isBlank =
      game.nCells > 0 && !game.givens.some(Boolean) && !game.document?.rules?.length && !game.board.marks.length;
    this.fix.hidden = !isBlank || !game.filled;
    document.body.classList.toggle("is-solved", game.isSolved);
    if (game.isSolved && !this.wasSolved) this.app.announce(t("play.solved", { time: clock(game.seconds) }));
    else if (game.isFull && !game.solution && !this.wasFull) this.app.announce(this.verdict.check().said);
    this.wasSolved = game.isSolved;
    this.wasFull = game.isFull;
  }

  /** Say what is known of the puzzle; the cells that it is about light up where one points. */
  #tell() {
    const { found } = this.verdict;
    this.said.replaceChildren(
      html("span", { class: `verdict-sign is-${found.kind}`, "aria-hidden": "true" }),
      found.said,
    );
    if (found.why) this.said.append(html("span", { class: "why" }, found.why));
    if (found.cells.length) {
      const show = html(
        "button",
        { type: "button", class: "quiet", onclick: () => this.#showCells(found.cells) },
        t("verdict.show"),
      );
      this.said.append(" ", show);
    }
    const isToSay = this.app.game === this.app.played && (found.kind === "none" || found.kind === "several");
    if (isToSay) this.app.announce(`${found.said} ${found.why}`.trim(), { fault: found.kind === "none" });
  }

  /** @param {string[]} names */
  #showCells(names) {
    const cells = names.map((name) => this.app.played.cellNamed(name)).filter((cell) => cell >= 0);
    if (cells.length) this.app.played.select(cells, cells[0]);
  }

  #tellConflicts() {
    const conflicts = this.verdict.conflicts();
    this.conflicts.hidden = !conflicts.length;
    this.conflicts.replaceChildren(
      ...conflicts.slice(0, 5).map(({ cells, said }) =>
        html(
          "li",
          {},
          html(
            "button",
            {
              type: "button",
              class: "quiet conflict",
              onclick: () => this.#showCells(cells),
              onpointerenter: () => this.app.board.showLights({ cells }),
              onpointerleave: () => this.app.board.clearLights(),
            },
            said,
          ),
        ),
      ),
    );
  }

  #check() {
    const { said, cells, isGood } = this.verdict.check();
    this.app.board.showWrong(this.app.played, this.app.played.findWrong());
    this.app.announce(said, { fault: !isGood });
    if (cells.length) this.app.played.select([cells[0]], cells[0]);
  }

  #candidates() {
    this.app.played.keepCandidates(!this.app.played.auto);
    this.app.announce(t(this.app.played.auto ? "play.candidates_on" : "play.candidates_off"));
  }

  #restart() {
    this.app.played.restart();
    this.app.announce(t("play.restarted"));
  }

  /** Make what was entered on an empty board the givens of a puzzle. */
  async #fix() {
    const { played: game } = this.app;
    const [height, width] = game.board.size;
    const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => "#"));
    for (const [
      cell,
      {
        at: [row, column],
      },
    ] of game.board.cells.entries())
      rows[row][column] = game.digits[cell] || ".";
    try {
      await this.app.opener.openDocument(
        { ...game.document, givens: rows.map((row) => row.join("")) },
        { title: game.title, fresh: true },
      );
    } catch (error) {
      this.app.reportError(error);
    }
  }

  /** @param {any[]} puzzles */
  #several(puzzles) {
    this.puzzles.hidden = puzzles.length < 2;
    const choose = html(
      "select",
      {
        "aria-label": t("open.which"),
        onchange: () => {
          this.app.opener
            .openDocument(puzzles[choose.selectedIndex].document, {
              title: t("open.number", { number: choose.selectedIndex + 1 }),
            })
            .then(
              () => {
                this.puzzles.hidden = false;
              },
              (error) => this.app.reportError(error),
            );
        },
      },
      ...puzzles.map((_, i) => html("option", {}, t("open.number", { number: i + 1 }))),
    );
    this.puzzles.replaceChildren(choose);
  }
}

export default {
  name: "play",
  /**
   * @param {HTMLElement} panel
   * @param {App} app
   */
  mount(panel, app) {
    new Play(panel, app);
  },
};
