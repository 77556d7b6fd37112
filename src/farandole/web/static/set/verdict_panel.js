// What is true of the draft: how many solutions it has, and the digits that are in some solution.

import { findConflict } from "../core/conflict.js";
import { html } from "../core/elements.js";
import { CallError } from "../core/errors.js";
import { settings } from "../core/storage.js";
import { wait } from "../core/transport.js";
import { t } from "../core/words.js";

const MAX_SOLUTIONS = 5;
const WAIT = 150; // milliseconds without a change before the server is asked
const BUSY = 1000; // milliseconds before it is asked again after it answered "busy"

export class VerdictPanel {
  #asking = new AbortController();

  /** @param {import("./draft.js").Draft} draft */
  constructor(draft) {
    this.draft = draft;
    this.app = draft.app;
    this.verdict = html("p", { class: "set-verdict" });
    this.why = html("p", { class: "soft" });
    this.showsTrue = html("input", {
      type: "checkbox",
      onchange: () => {
        settings.set("true_candidates", this.showsTrue.checked);
        this.examine();
      },
    });
    const label = html("label", { class: "set-check" }, this.showsTrue, html("span", {}, t("set.true_candidates")));
    this.element = html("div", { class: "set-state" }, this.verdict, this.why, label);
  }

  /** Solve the draft, and show what was found. */
  async examine() {
    this.cancel();
    const { signal } = (this.#asking = new AbortController());
    const { board } = this.app;
    this.showsTrue.checked = settings.get("true_candidates") ?? !this.draft.isFromPlay;
    if (!this.showsTrue.checked) board.showCandidates(null);
    this.verdict.textContent = t("learn.searching");
    this.why.textContent = "";
    if (this.draft.isLoading) return; // it is examined when its board is there
    await wait(WAIT);
    if (signal.aborted) return;
    const { puzzle } = this.draft;
    const solving = this.app.ask("solve", { puzzle, limit: MAX_SOLUTIONS, seconds: 10 }, { signal, quiet: true });
    const listing = this.showsTrue.checked
      ? this.app.ask("candidates", { puzzle, seconds: 10 }, { signal, quiet: true })
      : null;
    listing?.catch(() => {}); // its error is handled below, unless the call is cancelled first
    try {
      const result = await solving;
      if (signal.aborted) return;
      this.#showResult(result);
      if (result.count === 0 && result.exhausted) this.#addConflict(puzzle, signal);
      const answer = listing && (await listing);
      if (answer && !signal.aborted) {
        const digits = answer.candidates.map((/** @type {Record<string, number>} */ tally) =>
          Object.keys(tally).join(""),
        );
        board.showCandidates(digits);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CallError && error.code === "busy") {
        await wait(BUSY);
        if (!signal.aborted) this.examine();
        return;
      }
      if (error instanceof CallError && error.code === "offline") this.app.reportError(error);
      board.showCandidates(null);
      this.verdict.className = "set-verdict is-none";
      this.verdict.textContent = this.app.describeError(error);
    }
  }

  /**
   * Say which clues of an impossible draft conflict, and show them.
   * @param {any} puzzle
   * @param {AbortSignal} signal
   */
  async #addConflict(puzzle, signal) {
    try {
      const { cells, text } = await findConflict(this.app, puzzle, signal);
      if (signal.aborted || !cells.length) return;
      this.why.textContent = [this.why.textContent, text].filter(Boolean).join(t("verdict.between"));
      this.app.board.showLights({ cells });
    } catch {
      // the verdict stands without it
    }
  }

  cancel() {
    this.#asking.abort();
  }

  /** @param {any} result of `solve` */
  #showResult({ count, exhausted, differ, why }) {
    const key = getVerdict(count, exhausted);
    this.verdict.className = `set-verdict is-${key}`;
    this.verdict.textContent = t(`set.verdict.${key}`, { n: count });
    const reason = Array.isArray(why) ? why.join(" ") : (why ?? "");
    this.why.textContent = count > 1 ? t("set.differ", { n: differ.length }) : reason;
    if (count > 1) this.app.board.showLights({ cells: differ });
    else this.app.board.clearLights();
  }
}

/**
 * @param {number} count of solutions
 * @param {boolean} exhausted whether these are all
 */
function getVerdict(count, exhausted) {
  if (count === 0) return exhausted ? "none" : "unknown";
  if (count === 1) return exhausted ? "one" : "one_or_more";
  return exhausted ? "some" : "many";
}
