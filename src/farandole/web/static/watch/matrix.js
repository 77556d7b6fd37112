// The matrix of an exact cover: a column for each item, a row for each option. Hidden nodes fade, chosen rows rise.

import { Canvas } from "./canvas.js";

/** @typedef {import("./films.js").DancingLinks} DancingLinks */

const MIN_NAMED = 13; // pixels of a column that are enough to read its name

export class MatrixPicture {
  constructor() {
    this.canvas = new Canvas("watch-matrix");
    this.element = this.canvas.element;
    /** @type {DancingLinks | null} */
    this.film = null;
    this.left = 0;
    this.top = 0;
    this.across = 1;
    this.down = 1;
  }

  /** @param {DancingLinks} film */
  draw(film) {
    this.film = film;
    if (!this.canvas.begin()) return;
    this.#measure(film);
    const choice = film.choice;
    const taken = new Map(film.taken.map(([, level, option]) => [option, level]));
    this.#drawColumns(film, choice ? choice.item : -1);
    film.matrix.options.forEach((_, option) => this.#drawRow(film, option, choice ? choice.item : -1, taken));
    if (choice) this.#nameChoice(film, choice);
  }

  /** @param {DancingLinks} film */
  #measure({ matrix }) {
    const { width, height } = this.canvas;
    this.left = 6;
    this.across = Math.min(64, (width - 2 * this.left) / matrix.items.length);
    this.left = (width - this.across * matrix.items.length) / 2;
    this.top = this.across >= MIN_NAMED ? 44 : 16;
    this.down = Math.min(48, (height - this.top - 8) / matrix.options.length);
  }

  /**
   * @param {DancingLinks} film
   * @param {number} chosen
   */
  #drawColumns({ matrix, covered, sizes }, chosen) {
    const { canvas, left, top, across, down } = this;
    const { context, inks } = canvas;
    const bottom = top + down * matrix.options.length;
    matrix.items.forEach((name, item) => {
      const x = left + item * across;
      const isOpen = !covered[item];
      context.globalAlpha = isOpen ? 1 : 0.25;
      if (item === chosen) {
        context.fillStyle = inks.lift;
        context.globalAlpha = 1;
        context.fillRect(x, 0, Math.max(across, 2), bottom + 4);
      }
      if (across >= MIN_NAMED) {
        const size = Math.max(8, Math.min(13, (across * 1.5) / Math.max(name.length, 1)));
        canvas.write(name, x + across / 2, 14, { size, weight: item < matrix.primary ? 600 : 400 });
        if (isOpen || item === chosen) {
          canvas.write(String(sizes[item]), x + across / 2, 32, {
            size: 11,
            color: item === chosen ? inks.accent : inks.soft,
            weight: item === chosen ? 700 : 400,
          });
        }
      } else {
        context.fillStyle = inks.soft;
        context.fillRect(x, top - 8, Math.max(across - 0.5, 0.6), isOpen ? 4 : 1);
      }
      if (across >= 6) {
        context.strokeStyle = inks.line;
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(x + across / 2, top);
        context.lineTo(x + across / 2, bottom);
        context.stroke();
      }
    });
    context.globalAlpha = 1;
  }

  /**
   * @param {DancingLinks} film
   * @param {number} option
   * @param {number} chosen
   * @param {Map<number, number>} taken
   */
  #drawRow(film, option, chosen, taken) {
    const { canvas, left, top, across, down } = this;
    const { context, inks } = canvas;
    const items = film.matrix.options[option][1];
    const isTaken = taken.has(option);
    const isAway = film.hiddenCounts[option] > 0;
    const isTrial = !isTaken && !isAway && items.includes(chosen);
    const lift = isTaken ? Math.min(4, down * 0.2) : 0;
    const y = top + option * down - lift;
    const high = Math.max(down, 1);
    if (isTaken || (isTrial && down >= 6)) this.#drawBand(items, y, high, isTaken);
    context.fillStyle = isTaken ? inks.accent : inks.ink;
    const isLarge = Math.min(across, down) >= 6;
    for (let index = 0; index < items.length; index++) {
      const isHidden = !isTaken && (film.hidden[film.starts[option] + index] === 1 || film.covered[items[index]] === 1);
      context.globalAlpha = isTaken ? 1 : isHidden || (isAway && items[index] !== chosen) ? 0.13 : 0.9;
      if (isTaken) context.globalAlpha = 1;
      const x = left + items[index] * across;
      if (isLarge) {
        context.beginPath();
        context.arc(x + across / 2, y + down / 2, Math.min(across, down) * 0.28, 0, 7);
        context.fill();
      } else {
        const grown = isTaken ? 1 : 0;
        context.fillRect(x - grown, y - grown, Math.max(across, 1) + 2 * grown, high + 2 * grown);
      }
    }
    context.globalAlpha = 1;
  }

  /**
   * Draw the band behind a row.
   * @param {number[]} items
   * @param {number} y
   * @param {number} high
   * @param {boolean} isTaken
   */
  #drawBand(items, y, high, isTaken) {
    const { context, inks } = this.canvas;
    const from = this.left + Math.min(...items) * this.across,
      to = this.left + (Math.max(...items) + 1) * this.across;
    context.globalAlpha = isTaken ? 1 : 0.5;
    if (high >= 6) {
      context.fillStyle = isTaken ? inks.lift : inks.faint;
      context.beginPath();
      context.roundRect(from + 2, y + 1, to - from - 4, high - 2, Math.min(high / 2, 8));
      context.fill();
    }
    if (isTaken) {
      context.strokeStyle = inks.accent;
      context.lineWidth = high >= 6 ? 1.5 : 0.5;
      context.globalAlpha = high >= 6 ? 1 : 0.35;
      if (high >= 6) context.stroke();
      else {
        context.beginPath();
        context.moveTo(from, y + high / 2);
        context.lineTo(to, y + high / 2);
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }

  /**
   * Name the item that is chosen, and its size, where columns are too narrow for names.
   * @param {DancingLinks} film
   * @param {{item: number, size: number}} choice
   */
  #nameChoice({ matrix }, { item, size }) {
    if (this.across >= MIN_NAMED) return;
    const x = this.left + (item + 0.5) * this.across;
    const align = x < 90 ? "left" : x > this.canvas.width - 90 ? "right" : "center";
    this.canvas.write(`${matrix.items[item]} · ${size}`, x, 5, {
      size: 11,
      color: this.canvas.inks.accent,
      weight: 700,
      align,
    });
  }

  /**
   * Find the item and the option at a point of the picture.
   * @param {number} x
   * @param {number} y
   * @returns {{item: string, size: number, option: string} | null}
   */
  find(x, y) {
    if (!this.film) return null;
    const { matrix, sizes } = this.film;
    const item = Math.floor((x - this.left) / this.across),
      option = Math.floor((y - this.top) / this.down);
    if (!(item in matrix.items)) return null;
    return { item: matrix.items[item], size: sizes[item], option: matrix.options[option]?.[0] ?? "" };
  }
}
