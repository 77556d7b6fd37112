// Dialogs with a title and a button that closes them.

import { html } from "../core/elements.js";
import { t, translate } from "../core/words.js";

/**
 * Make a dialog. `showModal()` shows it.
 * @param {string} title the key of its title
 * @param {(Node | string)[]} content
 * @returns {HTMLDialogElement}
 */
export function makeDialog(title, ...content) {
  const close = html(
    "button",
    { type: "button", class: "sign", "data-t-label": "core.close", onclick: () => made.close() },
    "✕",
  );
  const made = html(
    "dialog",
    { "data-t-label": title, "aria-label": t(title) },
    html("header", {}, html("h2", { "data-t": title }), close),
    html("div", {}, ...content),
  );
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  translate(made);
  return made;
}
