// Learn: a hint in four levels, all steps now, the path, why not, how hard it is, and practice.

import { html } from "../core/elements.js";
import { button, language, t } from "../core/words.js";
import { said } from "./linked_text.js";
import { StepOverlay } from "./step_overlay.js";

/** @typedef {import("./step_overlay.js").Step} Step */

const LEVELS = 4;

class Learning {
  /**
   * @param {HTMLElement} panel
   * @param {any} app
   */
  constructor(panel, app) {
    this.app = app;
    this.shown = new StepOverlay(app);
    this.lamp = {
      light: (/** @type {string[]} */ cells) => this.shown.point(cells),
      unlight: () => this.shown.unpoint(),
    };
    this.isShown = false;
    /** @type {any} What a hint told. */
    this.hint = null;
    this.level = 1;
    /** @type {Step[]} */
    this.path = [];
    this.at = -1;
    /** @type {Step | null} The step that is chosen in a list. */
    this.picked = null;
    /** Whether the path reaches the solution. */
    this.isSolvable = true;
    this.rated = "";
    this.controllers = {
      hint: new AbortController(),
      steps: new AbortController(),
      path: new AbortController(),
      why: new AbortController(),
      rate: new AbortController(),
      practice: new AbortController(),
    };
    this.listening = new AbortController();
    this.hintPlace = html("div", { class: "learn-hint" });
    this.rating = html("div", { class: "learn-scales" });
    this.stepsPlace = html("div", {});
    this.pathPlace = html("div", {});
    this.whyPlace = html("div", {});
    this.practicePlace = html("div", {});
    panel.replaceChildren(
      html(
        "div",
        { class: "learn" },
        this.hintPlace,
        html("div", { class: "learn-rating" }, this.rating),
        this.part("learn.steps_now", this.stepsPlace, () => this.askSteps()),
        this.part("learn.path", this.pathPlace, () => this.askPath()),
        this.part("learn.why_not", this.whyPlace, () => this.drawWhy()),
        this.part("learn.practice", this.practicePlace, () => this.drawPractice()),
      ),
    );
    this.drawHint();
    this.listen();
  }

  /**
   * @param {string} key
   * @param {HTMLElement} place
   * @param {() => void} opened
   */
  part(key, place, opened) {
    const part = html("details", { class: "learn-part" }, html("summary", {}, t(key)), place);
    part.addEventListener("toggle", () => part.open && opened());
    return part;
  }

  listen() {
    const { signal } = this.listening;
    const { played: game, board } = this.app;
    game.addEventListener("change", (/** @type {CustomEvent} */ event) => event.detail.cells.size && this.forget(), {
      signal,
    });
    game.addEventListener("puzzle", () => this.begin(), { signal });
    game.addEventListener("select", () => this.isShown && this.isOpen(this.whyPlace) && this.drawWhy(), { signal });
    board.grid.addEventListener(
      "pointermove",
      (/** @type {PointerEvent} */ event) => this.echo(board.locate(event).cell),
      {
        signal,
      },
    );
    board.grid.addEventListener("pointerleave", () => this.echo(null), { signal });
  }

  leave() {
    this.listening.abort();
    Object.values(this.controllers).forEach((controller) => controller.abort());
    this.shown.clear();
  }

  /** @param {HTMLElement} place */
  isOpen(place) {
    return place.parentElement instanceof HTMLDetailsElement && place.parentElement.open;
  }

  /**
   * Mark the words that name a cell which is pointed at.
   * @param {number | null} cell
   */
  echo(cell) {
    if (!this.isShown) return;
    const name = cell === null ? "" : this.app.played.board.cells[cell]?.name;
    for (const word of document.querySelectorAll(".learn .linked-cell")) {
      word.classList.toggle(
        "is-meant",
        Boolean(name) && (word.getAttribute("data-cells") ?? "").split(" ").includes(name),
      );
    }
  }

  show() {
    this.isShown = true;
    if (this.rated !== this.about) this.askRating();
    if (this.isOpen(this.whyPlace)) this.drawWhy();
    if (this.isOpen(this.practicePlace)) this.drawPractice();
  }

  hide() {
    this.isShown = false;
    // What is answered later would light up on the board of another view, or open a puzzle there.
    for (const kind of /** @type {const} */ (["hint", "steps", "path", "why", "practice"]))
      this.controllers[kind].abort();
    this.forget();
  }

  /** What is asked about, to know whether an answer is still of it. */
  get about() {
    return JSON.stringify([this.app.played.document, language()]);
  }

  /** Another puzzle has come. */
  begin() {
    Object.values(this.controllers).forEach((controller) => controller.abort());
    this.rating.replaceChildren();
    this.rated = "";
    this.forget();
    if (this.isShown) this.askRating();
  }

  /** The player has written something: what was told is of an earlier board. */
  forget() {
    this.shown.clear();
    this.hint = null;
    this.picked = null;
    this.path = [];
    this.at = -1;
    this.drawHint();
    for (const place of [this.stepsPlace, this.pathPlace]) {
      place.replaceChildren();
      if (place.parentElement instanceof HTMLDetailsElement) place.parentElement.open = false;
    }
    if (this.isOpen(this.whyPlace)) this.drawWhy();
  }

  /**
   * Ask; an earlier question of the same kind is given up.
   * @param {"hint" | "steps" | "path" | "why" | "rate" | "practice"} kind
   * @param {string} method
   * @param {Record<string, any>} params
   * @param {(event: any) => void} [onEvent]
   * @returns {Promise<any>} null if it was given up, or failed, which is told
   */
  async ask(kind, method, params, onEvent) {
    this.controllers[kind].abort();
    const controller = (this.controllers[kind] = new AbortController());
    try {
      const answer = await this.app.ask(method, params, {
        signal: controller.signal,
        onEvent: (/** @type {any} */ event) => !controller.signal.aborted && onEvent?.(event),
      });
      return controller.signal.aborted ? null : answer;
    } catch (error) {
      if (!controller.signal.aborted) this.app.reportError(error);
      return null;
    }
  }

  /** The board as the player has it, for a question. */
  get played() {
    const { played: game } = this.app;
    return { puzzle: game.document, digits: game.line, notes: game.notesByCell, lang: language() };
  }

  // ── A hint ──────────────────────────────────────────────────────────────────────────────────────────────────────

  async askHint() {
    this.hintPlace.setAttribute("aria-busy", "true");
    const answer = await this.ask("hint", "hint", { ...this.played, theme: "auto" });
    this.hintPlace.removeAttribute("aria-busy");
    if (!answer) return;
    this.hint = answer;
    this.at = -1;
    this.drawPath();
    this.tell(1);
  }

  /** @param {number} level */
  tell(level) {
    this.level = level;
    this.drawHint();
    this.app.board.showPicture(null);
    const { hint } = this;
    if (hint.lights) this.shown.show(hint, level);
    else if (level === LEVELS) {
      this.shown.isOn = true;
      this.shown.lit = { cells: [...(hint.wrong ?? []), ...(hint.missed ?? [])].map(([cell]) => cell) };
      this.app.board.showLights(this.shown.lit);
    }
    this.app.announce(hint.levels[level - 1]);
  }

  drawHint() {
    const { hint, level } = this;
    if (!hint) {
      const solved = this.app.played.isFull;
      this.hintPlace.replaceChildren(
        html("h2", {}, t("learn.hint")),
        html("p", { class: "soft" }, t(solved ? "learn.all_done" : "learn.hint_help")),
        html(
          "div",
          { class: "row" },
          button("learn.ask", () => this.askHint(), "main"),
        ),
      );
      return;
    }
    const isGuess = hint.technique === "Brute Force";
    const dots = html(
      "div",
      { class: "learn-levels", role: "group", "aria-label": t("learn.levels") },
      ...hint.levels.map((/** @type {string} */ _, /** @type {number} */ n) => {
        const look = {
          type: "button",
          class: "learn-level",
          "aria-label": t("learn.level_n", { n: n + 1, of: LEVELS }),
          "aria-pressed": String(n + 1 === level),
          onclick: () => this.tell(n + 1),
        };
        return html("button", look, String(n + 1));
      }),
    );
    const acts = [
      level < LEVELS && button("learn.more", () => this.tell(level + 1), "main"),
      hint.lights && button("learn.do_it", () => this.doIt(hint), level === LEVELS ? "main" : ""),
      hint.svg && level === LEVELS && this.pictureButton(hint),
      button("learn.close", () => this.forget(), "quiet"),
    ];
    const others = html("div", { class: "learn-text" });
    if (hint.trial && level === LEVELS) this.refute(hint, others);
    this.hintPlace.replaceChildren(
      html(
        "div",
        { class: "learn-head" },
        html("h2", {}, isGuess ? t("learn.guess") : (hint.name ?? t("learn.mistake"))),
        dots,
      ),
      ...(isGuess ? [html("p", { class: "learn-notice" }, t("learn.guess_help"))] : []),
      hint.levels[level - 1] === hint.name
        ? html("p", { class: "soft" }, t("learn.hint_first"))
        : said(hint.levels[level - 1], this.app, this.lamp),
      others,
      html("div", { class: "row" }, ...acts.filter((one) => one instanceof HTMLElement)),
    );
  }

  /**
   * Show why the other digits of a guess can't be, one after the other.
   * @param {any} hint
   * @param {HTMLElement} place
   */
  async refute(hint, place) {
    const { puzzle, digits, lang } = this.played;
    for (const [cell, digit] of hint.trial) {
      const answer = await this.ask("why", "why_not", { puzzle, digits, cell, digit, lang });
      if (!answer || this.hint !== hint) return;
      place.append(said(answer.why, this.app, this.lamp));
    }
  }

  /** @param {Step} step */
  pictureButton(step) {
    const one = button("learn.picture", () => {
      const isOn = one.getAttribute("aria-pressed") !== "true";
      one.setAttribute("aria-pressed", String(isOn));
      this.app.board.showPicture(isOn ? step.svg : null);
    });
    one.setAttribute("aria-pressed", "false");
    return one;
  }

  /** Do a step on the player's board: one can undo it. @param {Step} step */
  doIt(step) {
    const { played: game } = this.app;
    const { places, removes } = step;
    this.shown.clear();
    if (removes.length)
      game.eliminate(removes.map(([cell, digit]) => [game.cellNamed(cell), game.board.digits[digit - 1]]));
    for (const [cell, digit] of places) {
      const number = game.cellNamed(cell);
      if (!game.digits[number]) game.enter(game.board.digits[digit - 1], [number]);
    }
    if (removes.length && !places.length && !game.auto && !Object.keys(game.notesByCell).length)
      this.app.announce(t("learn.no_notes"));
    this.forget();
  }

  // ── Steps ───────────────────────────────────────────────────────────────────────────────────────────────────────

  async askSteps() {
    if (this.stepsPlace.childElementCount) return;
    const list = html("ol", { class: "learn-list" });
    const told = html("div", { class: "learn-text" });
    const count = html("p", { class: "soft" }, t("learn.searching"));
    this.stepsPlace.replaceChildren(count, list, told);
    const result = await this.ask(
      "steps",
      "steps_now",
      this.played,
      (event) => event.event === "step" && list.append(this.item(event, list, told)),
    );
    if (!result) return this.stepsPlace.replaceChildren();
    count.textContent =
      result.said ?? t(result.exhausted ? "learn.steps_found" : "learn.steps_some", { n: result.count });
  }

  /**
   * A step in a list: chosen, it is shown and told.
   * @param {Step} step
   * @param {HTMLElement} list
   * @param {HTMLElement} told
   */
  item(step, list, told) {
    const text = step.notation.split(": ").slice(1).join(": ");
    const choose = html(
      "button",
      { type: "button", class: "learn-step", onclick: () => this.choose(step, choose, list, told) },
      html("b", {}, step.name),
      " ",
      html("span", {}, text),
    );
    choose.addEventListener("pointerenter", () => this.shown.show(step));
    choose.addEventListener("pointerleave", () => this.back());
    return html("li", {}, choose);
  }

  /** Show again what was chosen, after something else was pointed at. */
  back() {
    if (this.picked) this.shown.show(this.picked);
    else if (this.hint?.lights) this.shown.show(this.hint, this.level);
    else this.shown.clear();
  }

  /**
   * @param {Step} step
   * @param {HTMLElement} choose
   * @param {HTMLElement} list
   * @param {HTMLElement} told
   */
  choose(step, choose, list, told) {
    this.picked = step;
    for (const other of list.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    choose.setAttribute("aria-current", "true");
    this.shown.show(step);
    told.replaceChildren(
      said(step.proof ?? step.notation, this.app, this.lamp),
      html(
        "div",
        { class: "row" },
        button("learn.do_it", () => this.doIt(step), "main"),
      ),
    );
    this.app.announce(step.proof ?? step.notation);
  }

  async askPath() {
    if (this.path.length) return;
    const { puzzle, digits, lang } = this.played;
    this.path = [];
    this.at = -1;
    this.pathPlace.replaceChildren(html("p", { class: "soft" }, t("learn.searching")));
    const result = await this.ask(
      "path",
      "explain",
      { puzzle, digits, lang },
      (event) => event.event === "step" && this.path.push(event),
    );
    if (!result) return this.pathPlace.replaceChildren();
    this.isSolvable = result.solved;
    this.drawPath();
    if (this.path.length) this.stepTo(0);
  }

  drawPath() {
    if (!this.path.length) return;
    const count = html(
      "p",
      { class: "soft" },
      t(this.isSolvable ? "learn.path_found" : "learn.path_stuck", { n: this.path.length }),
    );
    const bar = html(
      "div",
      { class: "row learn-walk" },
      button("learn.step_back", () => this.stepTo(this.at - 1)),
      html("span", { class: "learn-at" }),
      button("learn.step_on", () => this.stepTo(this.at + 1), "main"),
      button("learn.walk_end", () => this.stopWalk(), "quiet"),
    );
    const told = html("div", { class: "learn-text" });
    const list = html(
      "ol",
      { class: "learn-list" },
      ...this.path.map((step, n) => {
        const choose = html(
          "button",
          { type: "button", class: "learn-step", onclick: () => this.stepTo(n) },
          html("b", {}, step.name),
          " ",
          html("span", {}, step.notation.split(": ").slice(1).join(": ")),
        );
        return html("li", {}, choose);
      }),
    );
    this.pathPlace.replaceChildren(count, bar, told, list);
  }

  /** @param {number} at */
  stepTo(at) {
    if (!(at in this.path)) return;
    this.at = at;
    this.hint = null;
    this.drawHint();
    const step = this.path[at];
    this.picked = step;
    this.shown.show(step);
    const told = this.pathPlace.querySelector(".learn-text"),
      list = this.pathPlace.querySelector(".learn-list");
    const isGuess = step.technique === "Brute Force";
    told?.replaceChildren(
      ...(isGuess ? [html("p", { class: "learn-notice" }, t("learn.guess_help"))] : []),
      said(step.proof ?? "", this.app, this.lamp),
    );
    list?.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = list?.children[at].firstElementChild;
    now?.setAttribute("aria-current", "step");
    if (list && now instanceof HTMLElement) list.scrollTop = now.offsetTop - list.clientHeight / 2;
    const where = this.pathPlace.querySelector(".learn-at");
    if (where) where.textContent = t("learn.at", { at: at + 1, of: this.path.length });
    this.app.announce(step.proof ?? step.notation);
  }

  stopWalk() {
    this.picked = null;
    this.path = [];
    this.at = -1;
    this.shown.clear();
    this.pathPlace.replaceChildren();
    if (this.pathPlace.parentElement instanceof HTMLDetailsElement) this.pathPlace.parentElement.open = false;
  }

  // ── Why not ─────────────────────────────────────────────────────────────────────────────────────────────────────

  drawWhy() {
    const { played: game } = this.app;
    const [cell] = game.selection;
    if (game.selection.size !== 1 || game.digits[cell]) {
      this.whyPlace.replaceChildren(html("p", { class: "soft" }, t("learn.why_choose")));
      return;
    }
    const { name } = game.board.cells[cell];
    const told = html("div", { class: "learn-text" });
    const digits = html(
      "div",
      { class: "row learn-digits", role: "group", "aria-label": t("learn.why_digits", { cell: name }) },
      ...[...game.board.digits].map((digit, n) => {
        return html(
          "button",
          { type: "button", class: "learn-digit", onclick: () => this.askWhy(name, n + 1, told) },
          digit,
        );
      }),
    );
    this.whyPlace.replaceChildren(html("p", {}, t("learn.why_digits", { cell: name })), digits, told);
  }

  /**
   * @param {string} cell
   * @param {number} digit
   * @param {HTMLElement} told
   */
  async askWhy(cell, digit, told) {
    const { puzzle, digits, lang } = this.played;
    told.replaceChildren(html("p", { class: "soft" }, t("learn.searching")));
    const answer = await this.ask("why", "why_not", { puzzle, digits, cell, digit, lang });
    if (!answer) return told.replaceChildren();
    this.shown.isOn = true;
    this.shown.lit = answer.lights ?? { candidates: [{ cell, digit, role: "strike" }] };
    this.app.board.showLights(this.shown.lit);
    told.replaceChildren(said(answer.why, this.app, this.lamp));
    this.app.announce(answer.why);
  }

  // ── How hard ────────────────────────────────────────────────────────────────────────────────────────────────────

  async askRating() {
    const { about } = this;
    this.rated = about;
    /** @type {Record<string, HTMLElement>} */
    const parts = {};
    this.rating.replaceChildren(html("span", { class: "learn-scale" }, t("learn.rating")));
    const draw = () => this.rating.replaceChildren(...Object.values(parts));
    const result = await this.ask("rate", "rate", { puzzle: this.app.played.document }, (event) => {
      if (event.event !== "scale") return;
      const look = { class: "learn-scale" };
      if (event.scale === "hodoku")
        parts.hodoku = html(
          "span",
          look,
          t("learn.hodoku", { score: event.score.toLocaleString(language()), level: t(`learn.level.${event.level}`) }),
        );
      else if (event.scale === "explainer")
        parts.explainer = html(
          "span",
          look,
          t(event.is_least ? "learn.explainer_least" : "learn.explainer", { er: event.er }),
        );
      else parts.search = html("span", look, t("learn.guesses", { n: event.guesses }));
      draw();
    });
    if (!result) {
      this.rated = "";
      return this.rating.replaceChildren();
    }
    parts.solutions = html(
      "span",
      { class: "learn-scale" },
      t(["learn.no_solution", "learn.one_solution", "learn.many_solutions"][Math.min(2, result.n_solutions)]),
    );
    this.rating.replaceChildren(
      parts.solutions,
      ...Object.entries(parts)
        .filter(([name]) => name !== "solutions")
        .map(([, part]) => part),
    );
  }

  // ── Practice ────────────────────────────────────────────────────────────────────────────────────────────────────

  async drawPractice() {
    if (this.practicePlace.childElementCount) return;
    const answer = await this.ask("practice", "techniques", { lang: language() });
    if (!answer) return;
    /** @type {Map<string, HTMLOptionElement[]>} */
    const levels = new Map();
    for (const { technique, name, level } of answer.techniques)
      levels.set(level, [...(levels.get(level) ?? []), html("option", { value: technique }, name)]);
    const choice = html(
      "select",
      { "aria-label": t("learn.practice_technique") },
      ...[...levels].map(([level, some]) => html("optgroup", { label: t(`learn.level.${level}`) }, ...some)),
    );
    choice.value = "Naked Pair";
    const told = html("p", { class: "soft" });
    const go = button("learn.practice_go", () => this.givePractice(choice.value, told), "main");
    this.practicePlace.replaceChildren(
      html("p", { class: "soft" }, t("learn.practice_help")),
      html("div", { class: "row" }, choice, go),
      told,
    );
  }

  /**
   * Open a puzzle whose next step needs a technique.
   * @param {string} technique
   * @param {HTMLElement} told
   */
  async givePractice(technique, told) {
    told.textContent = t("learn.searching");
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const answer = await this.ask("practice", "practice", { technique, seed, lang: language() });
    if (!answer?.found) {
      told.textContent = answer ? t("learn.practice_none") : "";
      return;
    }
    try {
      /** @type {Record<number, {digit?: string, center?: string}>} */
      const cells = {};
      for (const [cell, { name }] of answer.board.cells.entries()) {
        const digit = answer.digits[cell];
        cells[cell] = digit === "." ? { center: answer.notes[name] } : { digit };
      }
      const game = { state: { cells, pen: [], auto: false } };
      await this.app.opener.openDocument(answer.document, { fresh: true, title: answer.name, game });
      told.textContent = t("learn.practice_begun", { technique: answer.name });
      this.app.announce(told.textContent);
    } catch (error) {
      this.app.reportError(error);
    }
  }
}

/** @type {Learning | null} */
let view = null;

/** The view, as the page wants it. */
export default {
  name: "learn",

  /**
   * @param {HTMLElement} panel
   * @param {any} app
   */
  mount(panel, app) {
    view = new Learning(panel, app);
    document.addEventListener("language", () => {
      const isShown = view?.isShown;
      view?.leave();
      view = new Learning(panel, app);
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
