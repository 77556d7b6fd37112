// The keys, which are those of SudokuPad, by their place on the keyboard (KeyboardEvent.code).

import { settings } from "../core/storage.js";
import { getMode } from "./modes.js";

/** @typedef {import("../core/app.js").App} App */

/** @type {Record<string, import("../core/game.js").Mode>} */
const MODE_KEYS = { KeyZ: "digit", KeyX: "corner", KeyC: "center", KeyV: "color" };
/** @type {Record<string, import("./modes.js").Ink[]>} With the pen; each press takes the next one. */
const INK_KEYS = { KeyZ: ["lines"], KeyX: ["strong"], KeyC: ["weak"], KeyV: ["1", "4", "2", "6"] };
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** @type {Record<string, [number, number]>} */
const LETTERS = { KeyW: [-1, 0], KeyS: [1, 0], KeyA: [0, -1], KeyD: [0, 1] };

export class Keys {
  /**
   * @param {App} app
   * @param {import("./modes.js").Modes} modes
   * @param {{help: () => void}} actions
   */
  constructor(app, modes, { help }) {
    this.app = app;
    this.modes = modes;
    this.help = help;
    document.addEventListener("keydown", (event) => this.#handleKey(event));
    for (const name of /** @type {const} */ (["keydown", "keyup"])) {
      document.addEventListener(name, (event) => modes.hold(isTyping(event) ? null : getMode(event)));
    }
    addEventListener("blur", () => modes.hold(null));
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.defaultPrevented || event.isComposing || isTyping(event) || document.querySelector("dialog[open]"))
      return;
    if (this.app.keyHandlers.some((handler) => handler(event))) return event.preventDefault();
    if (this.app.views.current === "watch") return;
    const onBoard = this.app.board.hasFocus || document.activeElement === document.body;
    const mayWalk = onBoard || document.activeElement?.matches("header button, #pad button");
    if (this.#handleCommand(event, onBoard) || this.#handleDigit(event) || (mayWalk && this.#handleArrow(event)))
      event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {boolean} onBoard
   * @returns {boolean} Whether the key was handled.
   */
  #handleCommand(event, onBoard) {
    const { game } = this.app;
    const { code } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && !event.altKey) {
      if (code === "KeyZ") return handled(event.shiftKey ? game.redo() : game.undo());
      if (code === "KeyY") return handled(game.redo());
      if (code === "KeyA" && onBoard) return handled(game.select(game.digits.keys()));
    }
    if ((code === "Delete" || code === "Backspace") && (onBoard || game.selection.size)) {
      const mode = getMode(event);
      if (!mode && this.#tool?.erase?.()) return true;
      return handled(game.remove(mode ?? undefined));
    }
    if (code === "Escape" && this.#tool?.escape?.()) return true;
    if (code === "Escape" && this.modes.stamp) return handled(this.modes.setStamp(""));
    if (code === "Escape" && game.selection.size) return handled(game.select([]));
    if (ctrl || event.altKey || settings.get("single_keys", true) === false) return false;
    if (event.key === "?") return handled(this.help());
    if (event.key === "+" || event.key === "=") return handled(this.app.board.zoomIn());
    if (event.key === "-") return handled(this.app.board.zoomOut());
    if (this.#getDigit(event)) return false; // on large boards, letters are digits
    if (INK_KEYS[code] && !event.shiftKey && this.modes.tool === "pen") return handled(this.#chooseInk(INK_KEYS[code]));
    if (MODE_KEYS[code] && !event.shiftKey) return handled(this.modes.choose(MODE_KEYS[code]));
    if (code === "KeyP" && !event.shiftKey)
      return handled(this.modes.setTool(this.modes.tool === "pen" ? "cells" : "pen"));
    if (!onBoard) return false;
    if (code === "Space" || code === "PageDown") return handled(this.modes.next());
    // Without a selection, Tab leaves the board, so that keyboard users aren't trapped.
    if (code === "Tab" && !event.shiftKey && game.selection.size)
      return handled(this.modes.setTool(this.modes.tool === "pen" ? "cells" : "pen"));
    return false;
  }

  /** @returns {import("../core/board.js").Tool | null} The tool on the board. */
  get #tool() {
    return this.app.board.tool;
  }

  /** @param {import("./modes.js").Ink[]} inks */
  #chooseInk(inks) {
    this.modes.setInk(inks[(inks.indexOf(this.modes.ink) + 1) % inks.length]);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {string} The digit of a key, or "". On large boards, letters are digits, as printed on the keys.
   */
  #getDigit({ code, key, ctrlKey, metaKey, altKey }) {
    const { digits } = this.app.game.board;
    const number = /^(?:Digit|Numpad)(\d)$/.exec(code || `Digit${key}`)?.[1];
    if (number !== undefined && digits[0] === "0") return digits.includes(number) ? number : "";
    if (number !== undefined) return digits[number === "0" ? 9 : Number(number) - 1] ?? "";
    const letter = key.toUpperCase();
    return /^[A-Z]$/.test(letter) && digits.includes(letter) && !ctrlKey && !metaKey && !altKey ? letter : "";
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  #handleDigit(event) {
    const digit = this.#getDigit(event);
    if (digit && this.#tool?.press && !getMode(event)) {
      this.#tool.press(digit);
      return true;
    }
    if (digit && this.app.game === this.app.played && settings.get("digit_first", false)) {
      this.modes.setStamp(digit);
      return true;
    }
    if (!digit || !this.app.game.selection.size) return false;
    // With NumLock, Windows hides Shift from the digits of the numpad, and reports another key, such as End for 1.
    const isHidden = event.code.startsWith("Numpad") && !/^\d$/.test(event.key) && event.getModifierState("NumLock");
    const { shiftKey, ctrlKey, metaKey, altKey } = event;
    this.app.game.write(
      getMode({ shiftKey: shiftKey || isHidden, ctrlKey, metaKey, altKey }) ?? this.modes.chosen,
      digit,
    );
    return true;
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  #handleArrow(event) {
    const { game } = this.app;
    const { code, shiftKey } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const isLetter = Boolean(LETTERS[code]) && !ctrl && !event.altKey && settings.get("single_keys", true) !== false;
    const way = ARROWS[code] ?? (isLetter ? LETTERS[code] : undefined);
    const to = way ? this.#findNext(way) : this.#findEnd(code, ctrl);
    if (to === null) return false;
    const extends_ = shiftKey || (ctrl && Boolean(way));
    if (game.selection.size || !way) game.select(extends_ ? [...game.selection, to] : [to], to);
    else game.select([game.cursor], game.cursor);
    if (!this.app.board.hasFocus) this.app.board.focus();
    return true;
  }

  /**
   * Find the next cell in a direction, across gaps and around the edge.
   * @param {[number, number]} way
   * @returns {number}
   */
  #findNext([down, right]) {
    const { game, board } = this.app;
    const [height, width] = game.board.size;
    let [row, column] = game.board.cells[game.cursor].at;
    for (let n = 0; n < Math.max(height, width); n++) {
      row = (row + down + height) % height;
      column = (column + right + width) % width;
      const cell = board.cellAt(row, column);
      if (cell !== null) return cell;
    }
    return game.cursor;
  }

  /**
   * @param {string} code
   * @param {boolean} ctrl
   * @returns {number | null} The first or the last cell of the row, or with Ctrl of the board.
   */
  #findEnd(code, ctrl) {
    if (code !== "Home" && code !== "End") return null;
    const { cells } = this.app.game.board;
    const row = cells[this.app.game.cursor].at[0];
    const candidates = [...cells.keys()].filter((cell) => ctrl || cells[cell].at[0] === row);
    return code === "Home" ? candidates[0] : candidates[candidates.length - 1];
  }
}

/**
 * Whether the event is about typing a text.
 * @param {Event} event
 */
export function isTyping(event) {
  const { target } = event;
  return (
    target instanceof HTMLElement &&
    target.matches(
      "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]",
    )
  );
}

/**
 * @param {unknown} _
 * @returns {true}
 */
function handled(_) {
  return true;
}
