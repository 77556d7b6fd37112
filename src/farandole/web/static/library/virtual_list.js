// A list of which only the rows in sight are in the page, so that it can have thousands.

import { html } from "../core/elements.js";

const ROW = 4.25; // rem, as in library.css
const MORE = 4; // rows above and below those in sight

/** @template Item */
export class VirtualList {
  /** @type {Item[]} */ items = [];
  /** The row that has the focus, or gets it. */ active = 0;
  /** @type {Map<number, HTMLElement>} */ #rows = new Map();
  #height = 68;

  /**
   * @param {(item: Item) => HTMLElement[]} draw the parts of a row; the first takes the focus
   * @param {(key: string, item: Item, row: HTMLElement) => boolean} act returns whether the key was handled
   */
  constructor(draw, act) {
    this.draw = draw;
    this.act = act;
    this.list = html("ul", { role: "list" });
    this.element = html("div", { class: "library-list", onscroll: () => this.#update() }, this.list);
    this.element.addEventListener("keydown", (event) => this.#handleKey(event));
    this.element.addEventListener("focusin", ({ target }) => {
      for (const [i, row] of this.#rows) if (row.contains(/** @type {Node} */ (target))) this.#activate(i);
    });
    new ResizeObserver(() => this.#update()).observe(this.element);
  }

  /**
   * @param {Item[]} items
   * @param {boolean} [isOther] whether the list is another one, which begins at its top
   */
  show(items, isOther = false) {
    const hadFocus = this.element.contains(document.activeElement);
    this.items = items;
    this.active = isOther ? 0 : Math.min(this.active, Math.max(0, items.length - 1));
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    if (isOther) this.element.scrollTop = 0;
    this.#update();
    if (hadFocus) this.focus(this.active);
  }

  /** @param {number} index */
  focus(index) {
    if (!this.items.length) return;
    this.#activate(Math.max(0, Math.min(index, this.items.length - 1)));
    const top = this.active * this.#height;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.#height > scrollTop + clientHeight) this.element.scrollTop = top + this.#height - clientHeight;
    this.#update();
    /** @type {HTMLElement} */ (this.#rows.get(this.active)?.firstElementChild)?.focus({ preventScroll: true });
  }

  /** @param {number} index */
  #activate(index) {
    const set = (/** @type {number} */ row, /** @type {number} */ stop) => {
      for (const part of this.#rows.get(row)?.children ?? []) part.setAttribute("tabindex", String(stop));
    };
    set(this.active, -1);
    this.active = index;
    set(index, 0);
  }

  /** Make the rows in sight, and remove others. That with the focus stays. */
  #update() {
    this.#height = ROW * parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.list.style.height = `${this.items.length * this.#height}px`;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / this.#height) - MORE);
    const last = Math.min(this.items.length, Math.ceil((scrollTop + clientHeight) / this.#height) + MORE);
    const isShown = (/** @type {number} */ i) => (i >= first && i < last) || i === this.active;
    for (const [i, row] of this.#rows) {
      if (isShown(i)) continue;
      row.remove();
      this.#rows.delete(i);
    }
    const numbers = [...Array(last - first).keys()].map((i) => i + first);
    if (this.active < first) numbers.unshift(this.active);
    else if (this.active >= last && this.items.length) numbers.push(this.active);
    /** @type {HTMLElement | null} */
    let before = null;
    for (const i of numbers.reverse()) before = this.#place(i, before);
  }

  /**
   * @param {number} index
   * @param {HTMLElement | null} before the row that follows
   */
  #place(index, before) {
    let row = this.#rows.get(index);
    if (!row) {
      const place = { "aria-setsize": this.items.length, "aria-posinset": index + 1 };
      row = html("li", place, ...this.draw(this.items[index]));
      for (const part of row.children) part.setAttribute("tabindex", index === this.active ? "0" : "-1");
      this.list.insertBefore(row, before);
      this.#rows.set(index, row);
    }
    row.style.top = `${index * this.#height}px`;
    return row;
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#height) - 1);
    const steps = /** @type {Record<string, number>} */ ({
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -page,
      PageDown: page,
      Home: -Infinity,
      End: Infinity,
    });
    const row = this.#rows.get(this.active);
    if (event.key in steps) this.focus(Math.min(this.active + steps[event.key], this.items.length - 1));
    else if (!row || !this.act(event.key, this.items[this.active], row)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
