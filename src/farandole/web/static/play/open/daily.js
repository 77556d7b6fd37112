// The puzzles of the day, and the statistics of what was solved.

import { download, html } from "../../core/elements.js";
import { nameKindKey } from "../../core/labels.js";
import { addDays, countStreaks, formatDay, summarize } from "../../core/results.js";
import { isAbort } from "../../core/transport.js";
import { button, t } from "../../core/words.js";
import { formatTime } from "../timer.js";
import { findRating } from "./make_puzzle.js";

const LEVELS = ["easy", "medium", "hard", "unfair", "variant"];

export class Daily {
  #day = formatDay();
  #asking = new AbortController();
  /** @type {any[]} The results that were deleted, until the dialog is closed. */ #deleted = [];

  /**
   * @param {import("../../core/app.js").App} app
   * @param {(error: unknown) => void} reportError
   */
  constructor(app, reportError) {
    this.app = app;
    this.reportError = reportError;
    this.head = html("div", { class: "row daily-head" });
    this.buttons = html("div", { class: "daily", role: "group", "data-t-label": "daily.title" });
    this.status = html("p", { class: "soft", role: "status" });
    this.statistics = html("details", { class: "daily-statistics" });
    this.element = html("section", {}, this.head, this.buttons, this.status, this.statistics);
    document.addEventListener("language", () => this.refresh());
  }

  /** Show today's puzzles. */
  async show() {
    this.#day = formatDay();
    this.#deleted = [];
    await this.refresh();
  }

  cancel() {
    this.#asking.abort();
  }

  async refresh() {
    const { library } = this.app.store;
    const [entries, results] = await Promise.all([library.ofDay(this.#day), library.results()]);
    const today = formatDay();
    const [year, month, date] = this.#day.split("-").map(Number);
    const look = /** @type {const} */ ({ weekday: "short", month: "short", day: "numeric" });
    const name = new Date(year, month - 1, date).toLocaleDateString(this.app.lang, look);
    const back = this.#makeStep("‹", "daily.before", -1);
    const on = this.#makeStep("›", "daily.after", 1);
    on.disabled = this.#day >= today;
    this.head.replaceChildren(back, html("strong", {}, name), on);
    const { now, longest } = countStreaks(results, today);
    if (longest) this.head.append(html("span", { class: "soft" }, t("daily.streak", { now, longest })));
    this.buttons.replaceChildren(
      ...LEVELS.map((level) => {
        const entry = entries.find(({ day }) => day === `${this.#day} ${level}`);
        const state = entry ? (entry.solved ? `✓ ${formatTime(entry.seconds)}` : t("daily.begun")) : t("daily.play");
        const look = `daily-puzzle${entry?.solved ? " is-solved" : ""}`;
        const onclick = () => this.#open(level, entry, `${name} · ${t(`new.${level}`)}`);
        return html(
          "button",
          { type: "button", class: look, onclick },
          html("span", {}, t(`new.${level}`)),
          html("span", { class: "soft" }, state),
        );
      }),
    );
    this.#showStatistics(results);
  }

  /**
   * @param {string} sign
   * @param {string} key of its label
   * @param {number} days
   */
  #makeStep(sign, key, days) {
    const onclick = () => ((this.#day = addDays(this.#day, days)), this.refresh());
    return html("button", { type: "button", class: "sign", "aria-label": t(key), onclick }, sign);
  }

  /**
   * @param {string} level
   * @param {import("../../core/library.js").Entry | undefined} entry
   * @param {string} title
   */
  async #open(level, entry, title) {
    this.cancel();
    const { signal } = (this.#asking = new AbortController());
    const day = this.#day;
    this.status.textContent = t("open.making");
    try {
      if (entry && (await this.app.opener.openSaved(entry.id))) return;
      const made = await this.app.ask("daily", { day, level }, { signal });
      await this.app.opener.play(made.document, { title, about: { ...findRating(made), day: `${day} ${level}` } });
    } catch (error) {
      if (!isAbort(error)) this.reportError(error);
    } finally {
      if (signal === this.#asking.signal) this.status.textContent = "";
    }
  }

  /** @param {import("../../core/results.js").Result[]} results */
  #showStatistics(results) {
    const rows = summarize(results).map(({ kind, level, n, best, mean }) => {
      const name = [nameKindKey(kind), level && t(`new.${level}`)].filter(Boolean).join(" · ");
      const cells = [n, formatTime(best), formatTime(mean)].map((text) => html("td", {}, String(text)));
      return html("tr", {}, html("th", { scope: "row" }, name), ...cells);
    });
    const heads = ["new.kind", "daily.solved", "daily.best", "daily.mean"];
    const head = html("tr", {}, ...heads.map((key) => html("th", { scope: "col" }, t(key))));
    const acts = this.#deleted.length
      ? [button("daily.undo", () => this.#restore())]
      : results.length
        ? [button("set.export", () => this.#export(results)), button("pad.remove", () => this.#delete(results))]
        : [];
    this.statistics.replaceChildren(
      html("summary", {}, t("daily.statistics")),
      rows.length
        ? html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows))
        : html("p", { class: "empty" }, t("daily.none")),
      html("div", { class: "row" }, ...acts),
    );
  }

  /** @param {any[]} results */
  #export(results) {
    const file = new Blob([JSON.stringify({ results }, null, 1)], { type: "application/json" });
    download(file, "farandole-results.json");
  }

  /** @param {any[]} results */
  async #delete(results) {
    this.#deleted = results;
    await this.app.store.library.write(results.map(({ id }) => ["results", id, undefined]));
    await this.refresh();
  }

  async #restore() {
    const changes = this.#deleted.map((result) => /** @type {any} */ (["results", result.id, result]));
    this.#deleted = [];
    await this.app.store.library.write(changes);
    await this.refresh();
  }
}
