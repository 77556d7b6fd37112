// Regions drawn cell by cell. They become those of the grid when each has as many cells as there are digits.

import { t } from "../core/words.js";
import { writeRegions } from "./drawn_places.js";

export class RegionEditor {
  /** @type {number[] | null} The region of each cell; null without the tool that draws regions. */ #regionOf = null;
  /** The region that the stroke extends, or -1. */ #current = -1;

  /**
   * @param {import("./draft.js").Draft} draft
   * @param {import("./overlay.js").Overlay} overlay
   */
  constructor(draft, overlay) {
    this.draft = draft;
    this.app = draft.app;
    this.overlay = overlay;
  }

  /**
   * Show the regions: the unfinished ones of the draft, or else those of its grid.
   * @param {boolean} isOn
   */
  show(isOn) {
    this.#regionOf = isOn ? [...(this.draft.current.regions ?? findRegions(this.app.draft.board))] : null;
    this.#draw();
  }

  /** @param {number | null} cell where a stroke begins */
  start(cell) {
    this.#current = cell === null ? -1 : (this.#regionOf?.[cell] ?? -1);
  }

  /** @param {number} cell that joins the region of the stroke */
  extend(cell) {
    if (!this.#regionOf || this.#current < 0) return;
    this.#regionOf[cell] = this.#current;
    this.#draw();
  }

  /** @param {number[]} cells that join the region of the first */
  mergeCells(cells) {
    if (!this.#regionOf) return;
    const region = this.#regionOf[cells[0]];
    for (const cell of cells) this.#regionOf[cell] = region;
    this.#draw();
    this.finish();
  }

  /** Change the draft: its grid, or what is unfinished. */
  finish() {
    if (!this.#regionOf) return;
    const { board } = this.app.draft;
    const { document } = this.draft;
    const n = board.digits.length;
    const sizes = Array(n).fill(0);
    for (const region of this.#regionOf) sizes[region]++;
    const nUnfinished = sizes.filter((size) => size !== n).length;
    if (nUnfinished) {
      this.draft.change(document, { regions: [...this.#regionOf] });
      this.app.announce(t("set.regions_unfinished", { n: nUnfinished }));
      return;
    }
    const { houses, first_digit } = document.grid;
    const regions = writeRegions(this.#regionOf, board);
    const grid = {
      size: board.size[0],
      regions,
      ...(houses ? { houses } : {}),
      ...(first_digit === 0 ? { first_digit } : {}),
    };
    this.draft.change({ ...document, grid }, { regions: undefined });
  }

  #draw() {
    this.overlay.showRegions(this.#regionOf, this.app.draft.board.digits.length);
  }
}

/**
 * @param {import("../core/position.js").Board} board
 * @returns {number[]} The region of each cell.
 */
function findRegions({ cells, houses, digits }) {
  const regionOf = cells.map(() => 0);
  let count = 0;
  for (const house of houses) {
    const rows = new Set(house.cells.map((cell) => cells[cell].at[0]));
    const columns = new Set(house.cells.map((cell) => cells[cell].at[1]));
    const isLine = rows.size === 1 || columns.size === 1 || /diagonal/.test(house.name);
    if (isLine || house.cells.length !== digits.length) continue;
    for (const cell of house.cells) regionOf[cell] = count;
    count++;
  }
  return regionOf;
}
