// A row of the library: a picture of the puzzle, its name, how far it is.

import { html } from "../core/elements.js";
import { nameKindKey } from "../core/labels.js";
import { makeEntry } from "../core/library.js";
import { t } from "../core/words.js";
import { drawThumbnail } from "../play/open/thumbnail.js";
import { getProgress } from "./selection.js";

/** @typedef {import("../core/library.js").Entry} Entry */

const PLAIN = "open.untitled";

/**
 * @param {Entry} entry
 * @param {(entry: Entry) => string} getName
 * @param {{open(entry: Entry): void, rename(entry: Entry, row: HTMLElement): void, remove(entry: Entry): void}} acts
 * @param {string} lang
 * @returns {HTMLElement[]} The parts of the row.
 */
export function makeRow(entry, getName, acts, lang) {
  const name = getName(entry);
  const part = getProgress(entry);
  const bar = html("progress", { max: 1, value: part, "aria-hidden": "true", hidden: !part });
  const open = html(
    "button",
    { type: "button", class: "library-open", onclick: () => acts.open(entry) },
    drawThumbnail(entry.puzzle),
    html("span", { class: "library-name" }, name),
    html("span", { class: "soft" }, describe(entry, lang)),
    bar,
  );
  if (entry.kind === "library.draft") return [open];
  const rename = html("button", {
    type: "button",
    class: "sign quiet",
    "aria-label": t("library.rename_one", { name }),
  });
  rename.textContent = "✎";
  rename.addEventListener("click", () => acts.rename(entry, /** @type {HTMLElement} */ (rename.parentElement)));
  const look = { type: "button", class: "sign quiet", "aria-label": t("library.delete_one", { name }) };
  return [open, rename, html("button", { ...look, onclick: () => acts.remove(entry) }, "✕")];
}

/**
 * @param {Entry} entry
 * @param {string} lang
 */
function describe({ kind, when, solved, filled, givens, cells, rating }, lang) {
  const done = { done: Math.max(0, filled - givens), of: cells - givens };
  const progress = solved ? t("open.done") : when ? t("library.progress", done) : t("library.new");
  const day = when ? new Date(when).toLocaleDateString(lang, { month: "short", day: "numeric" }) : "";
  const facts = [
    kind !== PLAIN && nameKindKey(kind),
    kind !== "library.draft" && progress,
    rating && `${t(`learn.level.${rating.level}`)} ${rating.difficulty.toFixed(1)}`,
    day,
  ];
  return facts.filter(Boolean).join(" · ");
}

/**
 * @param {any} draft as it was saved
 * @returns {Entry[]} The draft of Set, if something was changed in it.
 */
export function listDraft(draft) {
  const state = draft?.history?.states?.[draft.history.at];
  if (!state?.document || draft.history.at === draft.history.clean) return []; // it is the puzzle of Play
  const cells = String(state.digits ?? "");
  const width = draft.board?.size?.[1] || 9;
  const givens = cells.match(new RegExp(`.{${width}}`, "g")) ?? undefined;
  const title = String(state.title || t("library.draft"));
  return [{ ...makeEntry("draft", { ...state.document, givens }, title), kind: "library.draft" }];
}

/**
 * @param {string} name
 * @param {(name: string) => void} save called once, with "" if nothing is to be changed
 * @returns {HTMLInputElement}
 */
export function makeNameField(name, save) {
  let isOver = false;
  const end = (/** @type {string} */ text) => {
    if (isOver) return;
    isOver = true;
    save(text.trim());
  };
  const field = html("input", { type: "text", value: name, maxlength: 200, "aria-label": t("library.name") });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault(); // Escape would close the dialog
    event.stopPropagation();
    end(event.key === "Enter" ? field.value : "");
  });
  field.addEventListener("blur", () => end(field.value));
  return field;
}
