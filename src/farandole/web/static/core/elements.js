// Elements: made here, or parsed from the server's drawings. Text never becomes HTML. Styles go into style sheets,
// because the content security policy forbids others.

export const SVG = "http://www.w3.org/2000/svg";

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Make an HTML element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean | ((event: any) => void)>} [attributes] on... are listeners
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.replace(/^on/, ""), value);
    else if (typeof value === "boolean") element.toggleAttribute(key, value);
    else element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Parse a drawing of the server. Its style sheet becomes one of the page.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function parseSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new TypeError("expected an SVG drawing");
  for (const style of parsed.querySelectorAll("style")) {
    setStyleSheet(`svg ${style.textContent?.slice(0, 40)}`, style.textContent ?? "");
    style.remove();
  }
  sanitize(parsed);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(parsed)));
}

/**
 * Parse a part of a drawing.
 * @param {string} markup such as "<g>...</g>"
 * @returns {SVGGElement}
 */
export function parseLayer(markup) {
  // Not the svg element itself: inside another one, it would clip what is left of it and above it.
  return svg("g", {}, ...parseSvg(`<svg xmlns="${SVG}">${markup}</svg>`).childNodes);
}

/**
 * Add a style sheet to the page, or replace the one with this name.
 * @param {string} name
 * @param {string} text
 */
export function setStyleSheet(name, text) {
  let sheet = sheets.get(name);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheets.set(name, sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(text);
}

/**
 * Remove everything that could run or load something.
 * @param {Element} root
 */
function sanitize(root) {
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (["script", "foreignObject", "iframe", "a", "image", "use"].includes(element.localName)) element.remove();
    for (const { name, value } of [...element.attributes]) {
      if (name === "style") {
        element.removeAttribute("style");
        if (value.startsWith("text-anchor:")) element.setAttribute("text-anchor", value.slice(12));
      } else if (name.startsWith("on") || name.endsWith("href")) element.removeAttribute(name);
    }
  }
}

/**
 * Let the browser save a file.
 * @param {Blob} file
 * @param {string} name
 */
export function download(file, name) {
  const href = URL.createObjectURL(file);
  html("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000); // the browser may still read it
}
