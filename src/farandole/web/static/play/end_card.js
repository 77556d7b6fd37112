// The card at the end of a game: its time, hints and difficulty, the solve move by move, and what to do next.

import { drawCell } from "../core/cell_drawing.js";
import { html, parseLayer, svg } from "../core/elements.js";
import { Game } from "../core/game.js";
import { nameKind } from "../core/labels.js";
import { encodeLink } from "../core/link.js";
import { t, translate } from "../core/words.js";
import { makeDialog } from "./dialog.js";
import { LEVELS, getRequest, makePuzzle } from "./open/make_puzzle.js";
import { formatTime } from "./timer.js";

const WAVE = 900; // milliseconds
const MOVE = 140; // milliseconds of a move in the replay

export class EndCard {
  /** @type {ReturnType<typeof setInterval> | undefined} */ #playing;
  /** @type {Game | null} The game of the replay; the one that is played stays as it is. */ #film = null;
  /** The number of moves of the replay that are on its board. */ #at = 0;
  #asking = new AbortController();
  /** @type {import("../core/library.js").Rating | null} */ #rating = null;

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.game = app.played;
    this.message = html("p", {});
    this.facts = html("dl", { class: "end-facts" });
    this.status = html("p", { class: "soft", role: "status" });
    this.screen = html("div", { class: "end-screen", hidden: true });
    this.line = html("input", { type: "range", min: 0, "data-t-label": "end.moves", hidden: true });
    this.line.addEventListener("input", () => (this.#stop(), this.#seek(Number(this.line.value))));
    const make = (/** @type {string} */ key, /** @type {() => void} */ onclick, look = "") =>
      html("button", { type: "button", "data-t": key, class: look, onclick });
    this.harder = make("end.harder", () => this.#next(true));
    this.dialog = makeDialog(
      "end.title",
      this.message,
      this.facts,
      this.screen,
      this.line,
      html(
        "div",
        { class: "row end-acts" },
        make("end.next", () => this.#next(false), "main"),
        this.harder,
        make("end.share", () => this.#share()),
        make("end.path", () => this.#showPath()),
        make("end.replay", () => this.#replay()),
      ),
      this.status,
    );
    this.dialog.classList.add("end-card");
    this.dialog.addEventListener("close", () => (this.#stop(), this.#asking.abort()));
    this.game.addEventListener("solved", () => this.#end());
    this.game.addEventListener("puzzle", () => this.dialog.close());
    document.addEventListener("language", () => this.dialog.open && this.#showFacts());
  }

  /** Show the wave, then the card, unless another puzzle was opened meanwhile. */
  #end() {
    const puzzle = this.game.document;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!isStill) this.app.board.wave(this.game.cursor, WAVE);
    setTimeout(() => puzzle === this.game.document && this.game.isSolved && this.show(), isStill ? 0 : WAVE);
  }

  show() {
    if (this.dialog.open || !this.game.end || this.app.game !== this.game) return;
    this.#asking = new AbortController();
    this.#rating = this.app.store.entry?.rating ?? null;
    this.screen.hidden = this.line.hidden = true;
    this.status.textContent = "";
    this.message.textContent = String(this.game.document?.about?.message ?? "");
    this.message.hidden = !this.message.textContent;
    this.#showFacts();
    translate(this.dialog);
    this.dialog.showModal();
    /** @type {HTMLElement} */ (this.dialog.querySelector(".main")).focus();
    if (!this.#rating) this.#rate();
  }

  #showFacts() {
    const { end } = this.game;
    const rating = this.#rating;
    const facts = [
      [t("end.puzzle"), this.game.title || nameKind(this.game.document)],
      [t("end.time"), formatTime(end?.seconds ?? 0)],
      [t("end.hints"), String(end?.hints ?? 0)],
      [t("new.level"), rating ? `${t(`learn.level.${rating.level}`)} · ${rating.difficulty.toFixed(1)}` : "…"],
    ];
    const rows = facts.map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value)));
    this.facts.replaceChildren(...rows);
    const level = LEVELS.indexOf(rating?.level ?? "");
    this.harder.hidden = !getRequest(this.game.document).takesLevel || level === LEVELS.length - 1;
  }

  /** Rate the puzzle by its steps. Where the server can't be reached, the card shows the rest. */
  async #rate() {
    const { store } = this.app;
    const { entry } = store;
    const { signal } = this.#asking;
    const onEvent = (/** @type {any} */ event) => {
      if (event.scale !== "logic" || entry?.id !== store.entry?.id) return;
      this.#rating = { level: event.level, difficulty: event.difficulty, technique: event.hardest };
      if (store.entry) store.entry = { ...store.entry, rating: this.#rating };
      this.#showFacts();
      this.app.save();
    };
    await this.app.ask("rate", { puzzle: this.game.document, seconds: 3 }, { signal, onEvent }).catch(() => {});
    if (this.#rating || signal.aborted) return;
    this.facts.lastElementChild?.remove(); // it can't be told
  }

  /** @param {boolean} isHarder */
  async #next(isHarder) {
    this.#stop();
    const at = LEVELS.indexOf(this.#rating?.level ?? "");
    const level = at < 0 ? (isHarder ? "hard" : "") : LEVELS[Math.min(at + Number(isHarder), LEVELS.length - 1)];
    this.status.textContent = t("open.making");
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    try {
      await makePuzzle(this.app, getRequest(this.game.document), level, { signal });
      this.dialog.close();
    } catch (error) {
      if (!signal.aborted) this.status.textContent = this.app.describeError(error);
    }
  }

  /** Share the result, without anything that helps to solve the puzzle. */
  async #share() {
    const { end, title, document: puzzle } = this.game;
    const name = title || nameKind(puzzle);
    const link = location.origin + location.pathname + (await encodeLink({ puzzle }));
    const text = t("end.result", { name, time: formatTime(end?.seconds ?? 0), hints: end?.hints ?? 0 });
    const canShare = "share" in navigator;
    try {
      if (canShare) await navigator.share({ text, url: link });
      else await navigator.clipboard.writeText(`${text}\n${link}`);
      this.status.textContent = canShare ? "" : t("share.copied");
    } catch {
      this.status.textContent = `${text} ${link}`; // to copy it by hand
    }
  }

  /** Show the path from the givens in Learn. The entries come back by undo. */
  async #showPath() {
    this.dialog.close();
    this.game.restart();
    await this.app.views.show("learn");
    const path = document.querySelector(".learn-path");
    if (path instanceof HTMLDetailsElement) path.open = true;
    this.app.announce(t("play.restarted"));
  }

  // ── The replay ──────────────────────────────────────────────────────────────────────────────────────────────────

  #replay() {
    this.#stop();
    const { document: puzzle, board } = this.game;
    const film = (this.#film = new Game());
    film.start(puzzle, board);
    film.fromJSON(JSON.parse(JSON.stringify(this.game)));
    while (film.canRedo) film.redo();
    let n = 0;
    for (; film.canUndo; n++) film.undo();
    this.#at = 0;
    this.line.max = String(n);
    this.screen.hidden = this.line.hidden = false;
    this.#draw();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#seek(n); // the slider goes back
    this.#playing = setInterval(() => (this.#at < n ? this.#seek(this.#at + 1) : this.#stop()), MOVE);
  }

  /** @param {number} at */
  #seek(at) {
    const film = this.#film;
    if (!film) return;
    for (; this.#at < at && film.canRedo; this.#at++) film.redo();
    for (; this.#at > at && film.canUndo; this.#at--) film.undo();
    this.#draw();
  }

  #draw() {
    const film = /** @type {Game} */ (this.#film);
    const drawing = this.app.drawings.get(this.game);
    if (!drawing) return;
    this.line.value = String(this.#at);
    const notes = { candidates: null, inGrid: false, hasTotal: false, isSmall: false };
    const how = { ...notes, isConflict: false, isWrong: false };
    const cells = [...film.digits.keys()].flatMap((cell) => drawCell(film, cell, how));
    const layers = [parseLayer(drawing.layers.below), parseLayer(drawing.layers.above)];
    const look = { class: `board-svg ${drawing.class}`, viewBox: drawing.view_box.join(" "), "aria-hidden": "true" };
    this.screen.replaceChildren(svg("svg", look, ...layers, svg("g", {}, ...cells)));
  }

  #stop() {
    clearInterval(this.#playing);
  }
}
