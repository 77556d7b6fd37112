// The mouse and fingers on the board: they select cells or draw. Two fingers move and zoom the board.

const LONG_PRESS = 500; // milliseconds of a press that selects equal digits
const REACH = 46; // how far from the middle of a cell a drag still selects it, so that diagonals can be drawn

/** @typedef {import("./board.js").BoardPoint} BoardPoint */

export class Pointer {
  /** @type {Map<number, PointerEvent>} */ #fingers = new Map();
  /** @type {{zoom: number, apart: number, x: number, y: number} | null} */ #pinch = null;
  /** @type {"add" | "remove"} */ #effect = "add";
  /** @type {BoardPoint | null} */ #first = null;
  /** @type {Set<number>} */ #selectionBefore = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #longPress;
  /** @type {number} */ #lastDown = 0;
  /** @type {number | null} */ #lastCell = null;

  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
    this.isDown = false;
    const host = board.sheet;
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      host.addEventListener(end, (event) => this.#up(event));
    }
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    board.scroller.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest("button, a"))) return;
    event.preventDefault(); // the cell gets the focus below
    this.#fingers.set(event.pointerId, event);
    this.board.sheet.setPointerCapture(event.pointerId);
    if (this.#fingers.size === 2) return this.#startPinch();
    const at = this.board.locate(event);
    this.isDown = true;
    this.#first = at;
    if (this.board.tool) return this.board.tool.down(at);
    if (at.cell !== null) this.#selectCell(at.cell, event);
  }

  /**
   * @param {number} cell
   * @param {PointerEvent} event
   */
  #selectCell(cell, event) {
    const { game } = this.board.app;
    this.#selectionBefore = new Set(game.selection);
    const adds = event.ctrlKey || event.metaKey || event.shiftKey || this.board.app.selectsSeveral;
    const isDouble = event.timeStamp - this.#lastDown < 400 && this.#lastCell === cell;
    this.#lastDown = event.timeStamp;
    this.#lastCell = cell;
    if (isDouble) {
      game.select(new Set([...(adds ? game.selection : []), ...game.findAlike(cell)]), cell);
    } else if (adds) {
      this.#effect = game.selection.has(cell) ? "remove" : "add";
      const chosen = new Set(game.selection);
      if (this.#effect === "add") chosen.add(cell);
      else chosen.delete(cell);
      game.select(chosen, cell);
    } else {
      this.#effect = "add";
      game.select([cell], cell);
    }
    this.board.focus();
    clearTimeout(this.#longPress);
    if (!isDouble)
      this.#longPress = setTimeout(
        () => game.select(new Set([...(adds ? game.selection : []), ...game.findAlike(cell)]), cell),
        LONG_PRESS,
      );
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#fingers.has(event.pointerId)) return;
    this.#fingers.set(event.pointerId, event);
    if (this.#pinch) return this.#continuePinch();
    if (!this.isDown) return;
    const at = this.board.locate(event);
    if (this.#first && Math.hypot(at.x - this.#first.x, at.y - this.#first.y) > 30) clearTimeout(this.#longPress);
    if (this.board.tool) return this.board.tool.move?.(at);
    if (at.cell === null || this.#first?.cell === null) return;
    const { game } = this.board.app;
    const [row, column] = game.board.cells[at.cell].at;
    if (Math.hypot(at.x - column * 100 - 50, at.y - row * 100 - 50) > REACH) return;
    if (game.selection.has(at.cell) === (this.#effect === "add")) return;
    const chosen = new Set(game.selection);
    if (this.#effect === "add") chosen.add(at.cell);
    else chosen.delete(at.cell);
    game.select(chosen, at.cell);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    clearTimeout(this.#longPress);
    if (!this.#fingers.delete(event.pointerId)) return;
    if (this.#pinch) {
      if (this.#fingers.size < 2) this.#pinch = null;
      return;
    }
    if (!this.isDown) return;
    this.isDown = false;
    this.board.tool?.up?.(this.board.locate(event));
    this.#first = null;
  }

  #startPinch() {
    clearTimeout(this.#longPress);
    this.isDown = false;
    if (this.board.tool) this.board.tool.cancel?.();
    else this.board.app.game.select(this.#selectionBefore); // the first finger was not for a cell
    this.#pinch = { zoom: this.board.zoomFactor, ...this.#measurePinch() };
  }

  #continuePinch() {
    if (!this.#pinch || this.#fingers.size < 2) return;
    const now = this.#measurePinch();
    const { scroller } = this.board;
    scroller.scrollLeft -= now.x - this.#pinch.x;
    scroller.scrollTop -= now.y - this.#pinch.y;
    this.board.zoom((this.#pinch.zoom * now.apart) / this.#pinch.apart, now);
    this.#pinch = { ...this.#pinch, x: now.x, y: now.y };
  }

  #measurePinch() {
    const [a, b] = [...this.#fingers.values()];
    const apart = Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
    return { apart, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.board.zoom(this.board.zoomFactor * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
  }
}
