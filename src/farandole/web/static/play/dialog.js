// Dialogs: a title, a way out, and what is asked or told.

import { html } from "../core/elements.js";
import { translate } from "../core/words.js";

/**
 * Make a dialog; it is shown by `showModal()`.
 * @param {string} title the key of its words
 * @param {(Node | string)[]} content
 * @returns {HTMLDialogElement}
 */
export function dialog(title, ...content) {
  const close = html(
    "button",
    { type: "button", class: "sign", "data-t-label": "core.close", onclick: () => made.close() },
    "✕",
  );
  const made = html(
    "dialog",
    { "data-t-label": title },
    html("header", {}, html("h2", { "data-t": title }), close),
    html("div", {}, ...content),
  );
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  translate(made);
  return made;
}
