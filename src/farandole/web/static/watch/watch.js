// Watch: a puzzle solved by backtracking, dancing links and human logic; or a small exact cover by dancing links.

import { html } from "../core/elements.js";
import { CallError } from "../core/errors.js";
import { language, t } from "../core/words.js";
import { BacktrackCard } from "./backtrack_card.js";
import { LinksCard } from "./links_card.js";
import { LogicCard } from "./logic_card.js";
import { Player } from "./player.js";

const MAX_MOVES = { backtrack: 60_000, links: 60_000, logic: 5_000, cover: 200_000, tiling: 20_000 };
const OWN = "own";
const TILING = "tiling";

/** @typedef {import("./card.js").Card} Card */

class WatchView {
  /**
   * @param {HTMLElement} panel
   * @param {import("../core/app.js").App} app
   */
  constructor(panel, app) {
    this.app = app;
    /** @type {Card[]} */
    this.cards = [];
    /** @type {Record<string, string>} */
    this.covers = {};
    this.what = "puzzle";
    /** What the films show, as JSON; "" after an error. */
    this.subject = "";
    /** @type {import("./tiling_card.js").TilingCard | null} */
    this.tiling = null;
    this.isShown = false;
    this.controller = new AbortController();
    this.listening = new AbortController();
    this.frame = 0;
    this.choice = html("select", { class: "watch-what" });
    this.choice.addEventListener("change", () => this.choose(this.choice.value));
    this.backtracks = html(
      "select",
      { class: "watch-order", "aria-label": t("watch.order") },
      html("option", { value: "first" }, t("watch.order_first")),
      html("option", { value: "fewest" }, t("watch.order_fewest")),
    );
    this.backtracks.addEventListener("change", () => this.load());
    this.text = html("textarea", {
      rows: 6,
      spellcheck: "false",
      "aria-label": t("watch.own_text"),
      placeholder: "a b c\na b\nb c\nc\na",
    });
    const go = html("button", { type: "submit", class: "watch-button" }, t("watch.own_go"));
    this.own = html("form", { class: "watch-own", hidden: true }, html("p", {}, t("watch.own_help")), this.text, go);
    this.own.addEventListener("submit", (event) => {
      event.preventDefault();
      this.load();
    });
    this.status = html("p", { class: "watch-status" });
    this.player = new Player((tick) => this.showAt(tick), {
      onEnd: () => this.app.announce(this.cards.map((card) => card.caption.textContent).join(" ")),
      onFine: () => this.updateLength(),
      onPlay: (isPlaying) => !isPlaying && this.app.announce(this.player.time.textContent ?? ""),
    });
    this.stage = html("div", { class: "watch-stage" });
    const head = html(
      "div",
      { class: "watch-head" },
      html("label", {}, html("span", {}, t("watch.what")), this.choice),
      this.backtracks,
      this.status,
    );
    this.element = html("div", { class: "watch" }, head, this.own, this.stage, this.player.element);
    panel.replaceChildren(this.element);
    this.fillChoice();
    this.listen(panel);
  }

  /** @param {HTMLElement} panel */
  listen(panel) {
    const { signal } = this.listening;
    const redraw = () => requestAnimationFrame(() => this.cards.forEach((card) => this.isShown && card.redraw()));
    this.app.played.addEventListener("puzzle", () => this.isShown && this.what === "puzzle" && this.load(), { signal });
    document.addEventListener("setting", redraw, { signal });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw, { signal });
    const sizes = new ResizeObserver(() => this.isShown && this.cards.forEach((card) => card.draw()));
    sizes.observe(panel);
    signal.addEventListener("abort", () => sizes.disconnect());
  }

  /** Make place for the view in another language. */
  close() {
    this.player.pause();
    this.controller.abort();
    this.listening.abort();
  }

  fillChoice() {
    const names = ["puzzle", TILING, ...Object.keys(this.covers), OWN];
    this.choice.replaceChildren(...names.map((name) => html("option", { value: name }, t(`watch.cover.${name}`))));
    this.choice.value = this.what;
  }

  async show() {
    this.isShown = true;
    if (!Object.keys(this.covers).length) {
      try {
        await this.app.ask(
          "covers",
          {},
          { onEvent: (/** @type {any} */ event) => event.event === "cover" && (this.covers[event.name] = event.cover) },
        );
        this.fillChoice();
      } catch {
        this.covers = {}; // the puzzle can be watched without them
      }
    }
    await this.load();
  }

  hide() {
    this.isShown = false;
    this.player.pause();
    this.app.announce(""); // other views show what was announced
  }

  /** @param {string} what */
  choose(what) {
    this.what = what;
    this.own.hidden = what !== OWN;
    if (what === OWN) this.text.focus();
    if (what !== OWN || this.text.value.trim()) this.load();
  }

  /** Load the films, unless they are loaded. */
  async load() {
    const { played: game } = this.app;
    const subject = JSON.stringify([
      this.what,
      this.what === "puzzle" ? game.document : this.what === TILING ? (this.tiling?.version ?? 0) : this.text.value,
      this.backtracks.value,
      language(),
    ]);
    if (subject === this.subject) {
      this.cards.forEach((card) => card.redraw());
      return;
    }
    this.subject = subject;
    this.controller.abort();
    this.controller = new AbortController();
    const { signal } = this.controller;
    this.player.pause();
    this.cards = [];
    if (this.what !== TILING) this.stage.replaceChildren();
    this.player.tick = 0;
    this.backtracks.hidden = this.what !== "puzzle";
    this.player.offerFine(this.what !== TILING);
    this.element.dataset.state = "loading";
    this.showStatus(t("learn.searching"));
    try {
      if (this.what === "puzzle") await this.loadPuzzle(signal);
      else if (this.what === TILING) await this.loadTiling(signal);
      else await this.loadCover(signal);
      if (signal.aborted) return;
      this.showStatus("");
    } catch (error) {
      if (signal.aborted) return;
      this.subject = "";
      this.showStatus(this.app.describeError(error));
    }
    this.updateLength();
    this.element.dataset.state = "ready";
  }

  /** @param {AbortSignal} signal */
  async loadPuzzle(signal) {
    const { played: game } = this.app;
    const puzzle = game.document,
      board = game.board;
    const drawing = await this.app.ask("draw", { puzzle }, { signal });
    if (signal.aborted) return;
    const places = /** @type {("backtrack" | "links" | "logic")[]} */ (["backtrack", "links", "logic"]);
    const hosts = places.map(() => html("div", { class: "watch-host" }));
    this.stage.replaceChildren(...hosts);
    this.stage.classList.remove("watch-stage-alone");
    const film = async (/** @type {"backtrack" | "links" | "logic"} */ way, /** @type {HTMLElement} */ host) => {
      /** @type {Card | null} */
      let card = way === "backtrack" ? this.addCard(new BacktrackCard(board, drawing), host) : null;
      const params = {
        puzzle,
        way,
        most: MAX_MOVES[way],
        ...(way === "backtrack" ? { choice: this.backtracks.value } : {}),
        lang: language(),
      };
      try {
        const end = await this.app.ask("watch", params, {
          signal,
          onEvent: (/** @type {any} */ event) => {
            if (signal.aborted) return;
            if (event.event === "matrix") card = this.addCard(new LinksCard(event, { board, drawing }), host);
            else if (event.event === "board")
              card = this.addCard(new LogicCard(board, drawing, event.candidates), host);
            else if (event.event === "moves" && card) this.addMoves(card, event.moves);
          },
        });
        if (card) this.finish(card, end);
      } catch (error) {
        if (signal.aborted) return;
        this.showRefusal(card, way, host, error);
      }
    };
    await Promise.all(places.map((way, at) => film(way, hosts[at])));
  }

  /** @param {AbortSignal} signal */
  async loadCover(signal) {
    const cover = this.what === OWN ? this.text.value : this.covers[this.what];
    const host = html("div", { class: "watch-host" });
    this.stage.replaceChildren(host);
    this.stage.classList.add("watch-stage-alone");
    /** @type {Card | null} */
    let card = null;
    const end = await this.app.ask(
      "watch_cover",
      { cover, every: true, most: MAX_MOVES.cover },
      {
        signal,
        onEvent: (/** @type {any} */ event) => {
          if (signal.aborted) return;
          if (event.event === "matrix") card = this.addCard(new LinksCard(event, null), host);
          else if (event.event === "moves" && card) this.addMoves(card, event.moves);
        },
      },
    );
    if (card) this.finish(card, end);
  }

  /** @param {AbortSignal} signal */
  async loadTiling(signal) {
    const { TilingCard } = await import("./tiling_card.js");
    if (signal.aborted) return;
    this.tiling ??= new TilingCard(this.app, {
      onEdit: () => this.forgetFilm(),
      onFill: () => this.playTiling(),
      onJump: (tick) => this.player.jump(tick),
    });
    const card = this.tiling;
    if (!this.stage.contains(card.element)) this.stage.replaceChildren(card.element);
    this.stage.classList.add("watch-stage-alone");
    this.cards.push(card);
    const end = await card.fill(signal, MAX_MOVES.tiling, (moves) => this.addMoves(card, moves));
    if (end) this.finish(card, end);
  }

  /** Forget the film of a board that has changed. */
  forgetFilm() {
    this.controller.abort();
    this.player.pause();
    this.showStatus("");
    this.updateLength();
  }

  /** Fill the board that was drawn, and play the film as it comes. */
  async playTiling() {
    this.subject = "";
    this.player.pause();
    await this.load();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (this.player.length && !this.controller.signal.aborted && !isStill) this.player.play();
  }

  /**
   * @template {Card} Kind
   * @param {Kind} card
   * @param {HTMLElement} host
   */
  addCard(card, host) {
    host.replaceChildren(card.element);
    this.cards.push(card);
    card.draw();
    return card;
  }

  /**
   * @param {Card} card
   * @param {any[]} moves
   */
  addMoves(card, moves) {
    card.film.append(moves);
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.updateLength();
    });
  }

  /**
   * @param {Card} card
   * @param {any} end
   */
  finish(card, end) {
    card.film.isDone = end.done;
    if (!end.done)
      card.showNote(t(card.film.isSolved ? "watch.cut_solved" : "watch.cut", { n: card.film.length.toLocaleString() }));
    else if (card.way === "logic" && !end.solved) card.showNote(end.conclusion);
  }

  /**
   * Show that a method can't solve the puzzle.
   * @param {Card | null} card
   * @param {string} way
   * @param {HTMLElement} host
   * @param {unknown} error
   */
  showRefusal(card, way, host, error) {
    const hasRules = error instanceof CallError && error.code === "has_rules";
    const text = hasRules ? t(`watch.refused_${way}`) : this.app.describeError(error);
    if (card) card.showNote(text);
    else
      host.replaceChildren(
        html(
          "section",
          { class: "watch-card" },
          html("div", { class: "watch-card-head" }, html("h2", {}, t(`watch.${way}`))),
          html("p", { class: "watch-note" }, text),
        ),
      );
  }

  /** Tell the player how long the films are. */
  updateLength() {
    const isFine = this.player.isFine;
    const lanes = this.cards.map(({ way, film }) => {
      const end = film.isSolved ? "solution" : film.isDone ? "done" : "cut";
      return {
        name: t(`watch.${way}`),
        length: isFine ? film.moves.length : film.length,
        end: /** @type {"solution" | "done" | "cut"} */ (end),
      };
    });
    this.player.setLength(Math.max(0, ...lanes.map(({ length }) => length)), lanes);
  }

  /** @param {number} tick */
  showAt(tick) {
    for (const card of this.cards) {
      card.isFine = this.player.isFine;
      if (card.isFine) card.film.seek(tick);
      else card.film.seekTick(Math.min(tick, card.film.length));
      card.draw();
    }
  }

  /** @param {string} text */
  showStatus(text) {
    this.status.textContent = text;
  }
}

/** @type {WatchView} */
let view;

export default {
  name: "watch",

  /**
   * @param {HTMLElement} host
   * @param {import("../core/app.js").App} app
   */
  mount(host, app) {
    view = new WatchView(host, app);
    document.addEventListener("language", () => {
      const { isShown, what, text } = view;
      view.close();
      view = new WatchView(host, app);
      view.what = what;
      view.text.value = text.value;
      view.own.hidden = what !== OWN;
      if (isShown) view.show();
    });
  },

  show() {
    view.show();
  },

  hide() {
    view.hide();
  },
};
