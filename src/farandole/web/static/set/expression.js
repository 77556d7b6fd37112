// A rule of the setter's own as a small expression, such as "a + b = 2c" or "|a - b| >= 4". Nothing is evaluated as code:
// the text becomes a function over the digits of the cells a, b, c ..., and the rule lists the digits that it allows.

/** @typedef {(cells: number[]) => number} Formula */

const TOKEN = /\s*(\d+|[a-z]|<=|>=|!=|[-+*%()|<>=≤≥≠×]|$)/y;
/** @type {Record<string, (one: number, other: number) => boolean>} */
const COMPARE = {
  "=": (one, other) => one === other,
  "!=": (one, other) => one !== other,
  "<": (one, other) => one < other,
  ">": (one, other) => one > other,
  "<=": (one, other) => one <= other,
  ">=": (one, other) => one >= other,
};
/** @type {Record<string, string>} */
const SAME = { "≤": "<=", "≥": ">=", "≠": "!=", "×": "*" };
const MOST_TUPLES = 70_000;

/** What is wrong with an expression, and where. */
export class ExpressionError extends Error {}

class Parser {
  /** The number of cells that are named: 3 if c is the last. */ n = 0;
  #at = 0;

  /** @param {string} text */
  constructor(text) {
    this.text = text.toLowerCase();
    this.token = this.#read();
  }

  #read() {
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.text);
    if (!match) throw new ExpressionError(this.text.slice(this.#at).trim());
    this.#at = TOKEN.lastIndex;
    return SAME[match[1]] ?? match[1];
  }

  /** @param {string[]} tokens @returns {string} The token if it is one of them; else "". */
  #take(...tokens) {
    const { token } = this;
    if (!tokens.includes(token)) return "";
    if (token) this.token = this.#read();
    return token;
  }

  #fail() {
    throw new ExpressionError(this.token || "…");
  }

  /** @returns {(cells: number[]) => boolean} Two or more sums that are compared, such as a < b + 1 < c. */
  readComparison() {
    const sums = [this.#readSum()];
    /** @type {string[]} */
    const signs = [];
    for (let sign; (sign = this.#take(...Object.keys(COMPARE)));) {
      signs.push(sign);
      sums.push(this.#readSum());
    }
    if (this.token || !signs.length) this.#fail();
    return (cells) => {
      const values = sums.map((sum) => sum(cells));
      return signs.every((sign, n) => COMPARE[sign](values[n], values[n + 1]));
    };
  }

  /** @returns {Formula} */
  #readSum() {
    let sum = this.#readProduct();
    for (let sign; (sign = this.#take("+", "-"));) {
      const [one, other, factor] = [sum, this.#readProduct(), sign === "+" ? 1 : -1];
      sum = (cells) => one(cells) + factor * other(cells);
    }
    return sum;
  }

  /** @returns {Formula} Factors, with or without a sign between: 2ab. */
  #readProduct() {
    let product = this.#readFactor();
    for (;;) {
      const sign = this.#take("*", "%");
      if (!sign && !/^(\d+|[a-z]|\()$/.test(this.token)) return product;
      const [one, other] = [product, this.#readFactor()];
      product = sign === "%" ? (cells) => one(cells) % other(cells) : (cells) => one(cells) * other(cells);
    }
  }

  /** @returns {Formula} A number, a cell, something in parentheses, or an absolute value. */
  #readFactor() {
    const { token } = this;
    if (this.#take("-")) {
      const factor = this.#readFactor();
      return (cells) => -factor(cells);
    }
    const close = this.#take("(", "|");
    if (close) {
      const sum = this.#readSum();
      if (!this.#take(close === "(" ? ")" : "|")) this.#fail();
      return close === "(" ? sum : (cells) => Math.abs(sum(cells));
    }
    if (!/^(\d+|[a-z])$/.test(token)) this.#fail();
    this.token = this.#read();
    if (/\d/.test(token)) return () => Number(token);
    const cell = token.charCodeAt(0) - 97;
    this.n = Math.max(this.n, cell + 1);
    return (cells) => cells[cell];
  }
}

/**
 * List the digits that an expression allows.
 * @param {string} text such as "a + b = 2c"
 * @param {number} n how many cells there are: a, b, c ...
 * @param {number[]} digits
 * @returns {number[][]} The digits of the cells, in all allowed ways.
 * @throws {ExpressionError} if the text is not an expression, names another cell, or allows nothing or too much
 */
export function listAllowed(text, n, digits) {
  const parser = new Parser(text);
  const holds = parser.readComparison();
  if (parser.n > n) throw new ExpressionError(String.fromCharCode(96 + parser.n));
  if (digits.length ** n > MOST_TUPLES) throw new ExpressionError(`${n}`);
  /** @type {number[][]} */
  let tuples = [[]];
  for (let cell = 0; cell < n; cell++) tuples = tuples.flatMap((tuple) => digits.map((digit) => [...tuple, digit]));
  const allowed = tuples.filter(holds);
  if (!allowed.length) throw new ExpressionError(text);
  return allowed;
}
