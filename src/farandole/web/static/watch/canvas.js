// A canvas with the resolution of the screen, and the colors of the style sheet.

/**
 * @typedef {{ink: string, soft: string, faint: string, line: string, accent: string,
 *   lift: string, dead: string, good: string, paper: string}} Inks
 */

const NAMES = ["ink", "soft", "faint", "line", "accent", "lift", "dead", "good", "paper"];

export class Canvas {
  /** @param {string} className */
  constructor(className) {
    this.element = document.createElement("canvas");
    this.element.className = className;
    this.element.setAttribute("aria-hidden", "true"); // until it has a label
    this.context = /** @type {CanvasRenderingContext2D} */ (this.element.getContext("2d"));
    this.width = 0;
    this.height = 0;
    /** @type {Inks | null} */
    this.known = null;
  }

  /** The colors of the current theme. @returns {Inks} */
  get inks() {
    if (!this.known) {
      const ink = (/** @type {string} */ name) => {
        this.element.style.color = `var(--watch-${name})`; // a color knows light from dark, a property doesn't
        return [name, getComputedStyle(this.element).color];
      };
      this.known = /** @type {Inks} */ (Object.fromEntries(NAMES.map(ink)));
    }
    return this.known;
  }

  /**
   * Describe the picture to screen readers.
   * @param {string} text
   */
  setLabel(text) {
    this.element.removeAttribute("aria-hidden");
    this.element.setAttribute("role", "img");
    this.element.setAttribute("aria-label", text);
  }

  /** Look the colors up again, because the theme has changed. */
  forgetInks() {
    this.known = null;
  }

  /**
   * Clear the canvas, and give it the size that the style sheet says.
   * @returns {boolean} Whether there is room to draw.
   */
  begin() {
    const { clientWidth, clientHeight } = this.element;
    const scale = devicePixelRatio || 1;
    const width = Math.round(clientWidth * scale),
      height = Math.round(clientHeight * scale);
    if (this.element.width !== width || this.element.height !== height) {
      this.element.width = width;
      this.element.height = height;
    }
    this.width = clientWidth;
    this.height = clientHeight;
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
    this.context.clearRect(0, 0, clientWidth, clientHeight);
    return clientWidth > 0 && clientHeight > 0;
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {{size?: number, color?: string, align?: CanvasTextAlign, weight?: number}} [options]
   */
  write(text, x, y, { size = 12, color = this.inks.ink, align = "center", weight = 400 } = {}) {
    const { context } = this;
    context.font = `${weight} ${size}px system-ui, sans-serif`;
    context.textAlign = align;
    context.textBaseline = "middle";
    context.fillStyle = color;
    context.fillText(text, x, y);
  }
}
