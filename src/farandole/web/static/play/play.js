// Play: the panels beside the board; also the pad, the keys and the dialogs, which all views use.

import { html } from "../core/elements.js";
import { settings } from "../core/storage.js";
import { t } from "../core/words.js";
import { checkGame } from "./check.js";
import { CollectionRow } from "./collection_row.js";
import { ConflictPanel } from "./conflict_panel.js";
import { Conflicts } from "./conflicts.js";
import { EndCard } from "./end_card.js";
import { GivensButton } from "./givens_button.js";
import { makeHelpDialog } from "./help_dialog.js";
import { Keys } from "./keys.js";
import { Modes } from "./modes.js";
import { NewDialog } from "./open/new_dialog.js";
import { OpenDialog } from "./open/open_dialog.js";
import { Pad } from "./pad.js";
import { RulesPanel } from "./rules_panel.js";
import { SavepointList } from "./savepoints.js";
import { ShareDialog } from "./share_dialog.js";
import { formatTime } from "./timer.js";
import { TitlePanel } from "./title_panel.js";
import { Verdict } from "./verdict.js";
import { VerdictPanel } from "./verdict_panel.js";
import { WelcomePanel } from "./welcome_panel.js";

class PlayView {
  /** Whether all cells were filled before the last change. */ #wasFull = false;
  /** Whether the module of sounds and vibration is loaded. */ #hasFeedback = false;

  /**
   * @param {HTMLElement} host
   * @param {import("../core/app.js").App} app
   */
  constructor(host, app) {
    this.app = app;
    this.game = app.played;
    const modes = new Modes();
    const help = makeHelpDialog();
    document.getElementById("help")?.addEventListener("click", () => help.showModal());
    const check = this.#makeButton("play.check", () => this.#check(), { id: "check", class: "pad-action" });
    const hint = this.#makeButton("learn.ask", () => this.#hint(), { id: "hint", class: "pad-action" });
    new Pad(/** @type {HTMLElement} */ (document.getElementById("pad")), app, modes, [hint, check]);
    new Keys(app, modes, { help: () => help.showModal() });
    const { photo } = new OpenDialog(app);
    new NewDialog(app);
    const card = new EndCard(app);
    new ShareDialog(app);
    const verdict = new Verdict(app);
    this.conflicts = new Conflicts(app);
    verdict.addEventListener("ask", () => this.conflicts.restart());
    const savepoints = new SavepointList(app);
    this.candidates = this.#makeButton("play.candidates", () => this.#toggleCandidates(), {
      "data-t-title": "play.candidates_how",
    });
    host.append(
      new TitlePanel(app, () => card.show()).element,
      new VerdictPanel(app, verdict).element,
      new ConflictPanel(app, this.conflicts).element,
      new CollectionRow(app).element,
      new GivensButton(app).element,
      photo.element,
      html(
        "div",
        { class: "row play-acts" },
        this.candidates,
        this.#makeButton("play.savepoint", () => savepoints.add()),
      ),
      savepoints.list,
      new RulesPanel(app).element,
      html(
        "div",
        { class: "row play-far" },
        this.#makeButton("play.restart", () => this.#restart(), { class: "quiet" }),
      ),
      new WelcomePanel(app).element, // last, because it comes later, and nothing should move under a finger
    );
    this.#listen();
  }

  /**
   * @param {string} key
   * @param {() => void} onclick
   * @param {Record<string, string>} [look]
   */
  #makeButton(key, onclick, look = {}) {
    return html("button", { type: "button", "data-t": key, onclick, ...look });
  }

  #listen() {
    const { game } = this;
    const setPeers = () => (game.clearsPeers = settings.get("clears_peers", true));
    setPeers();
    const setFeedback = async () => {
      if (this.#hasFeedback || !(settings.get("sounds", false) || settings.get("haptics", false))) return;
      this.#hasFeedback = true;
      (await import("./feedback.js")).listenForFeedback(game);
    };
    setFeedback();
    document.addEventListener("setting", setFeedback);
    document.addEventListener("setting", setPeers);
    for (const name of ["puzzle", "change"]) game.addEventListener(name, () => this.#update());
    game.addEventListener("solved", () => this.#showEnd());
    document.addEventListener("language", () => this.#update());
  }

  #update() {
    const { game } = this;
    this.candidates.setAttribute("aria-pressed", String(game.auto));
    document.body.classList.toggle("is-solved", game.isSolved);
    if (game.isFull && !game.solution && !this.#wasFull) {
      this.app.announce(checkGame(game, this.conflicts.list()).text);
    }
    this.#wasFull = game.isFull;
  }

  #showEnd() {
    const { game } = this;
    const message = String(game.document?.about?.message ?? "");
    const time = formatTime(game.end?.seconds ?? game.seconds);
    this.app.announce([t("play.solved", { time }), message].join(" ").trim());
  }

  #check() {
    const { game } = this;
    const { text, cells, isGood } = checkGame(game, this.conflicts.list());
    this.app.board.showWrong(game, game.findWrong());
    this.app.announce(text, { fault: !isGood });
    if (cells.length) game.select([cells[0]], cells[0]);
  }

  /** Learn slides in with a hint, or tells more of the one that is shown. */
  async #hint() {
    await this.app.views.show("learn");
    this.app.views.currentView?.hint?.();
  }

  #toggleCandidates() {
    const { game } = this;
    game.keepCandidates(!game.auto);
    const isSmall = this.app.board.zooming.isSmall;
    const on = isSmall ? "play.candidates_small" : "play.candidates_on";
    this.app.announce(t(game.auto ? on : "play.candidates_off"));
  }

  #restart() {
    if (this.game.end) this.game.playAgain();
    else this.game.restart();
    this.app.announce(t("play.restarted"));
  }
}

export default {
  name: "play",

  /**
   * @param {HTMLElement} host
   * @param {import("../core/app.js").App} app
   */
  mount(host, app) {
    new PlayView(host, app);
  },
};
