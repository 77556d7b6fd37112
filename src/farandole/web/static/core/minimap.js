// A small map of a board that is zoomed. It shows the visible part; a tap scrolls there.

import { svg } from "./elements.js";

export class Minimap {
  /**
   * @param {HTMLElement} host
   * @param {import("./board.js").BoardView} board
   */
  constructor(host, board) {
    this.host = host;
    this.board = board;
    this.cells = svg("path", { class: "map-cells" });
    this.window = svg("rect", { class: "map-window", rx: 20 });
    this.svg = svg("svg", { "aria-hidden": "true" }, this.cells, this.window);
    host.append(this.svg);
    host.addEventListener("pointerdown", (event) => this.#scroll(event));
    host.addEventListener("pointermove", (event) => event.buttons && this.#scroll(event));
    board.scroller.addEventListener("scroll", () => this.show());
  }

  draw() {
    const [x, y, width, height] = this.board.box;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    const { cells } = this.board.app.game.board;
    this.cells.setAttribute(
      "d",
      cells.map(({ at: [row, column] }) => `M${column * 100 + 6} ${row * 100 + 6}h88v88h-88z`).join(""),
    );
    this.show();
  }

  show() {
    const { scroller, sheet, box } = this.board;
    const [x, y, width, height] = box;
    const isZoomed = sheet.offsetWidth > scroller.clientWidth + 2 || sheet.offsetHeight > scroller.clientHeight + 2;
    this.host.hidden = !isZoomed;
    if (!isZoomed) return;
    const scale = width / sheet.offsetWidth;
    this.window.setAttribute("x", String(x + scroller.scrollLeft * scale));
    this.window.setAttribute("y", String(y + scroller.scrollTop * scale));
    this.window.setAttribute("width", String(Math.min(width, scroller.clientWidth * scale)));
    this.window.setAttribute("height", String(Math.min(height, scroller.clientHeight * scale)));
  }

  /** @param {PointerEvent} event */
  #scroll(event) {
    event.preventDefault();
    const { scroller, sheet } = this.board;
    const map = this.host.getBoundingClientRect();
    scroller.scrollLeft = ((event.clientX - map.left) / map.width) * sheet.offsetWidth - scroller.clientWidth / 2;
    scroller.scrollTop = ((event.clientY - map.top) / map.height) * sheet.offsetHeight - scroller.clientHeight / 2;
  }
}
