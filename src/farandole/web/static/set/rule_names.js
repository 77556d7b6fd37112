// The names of rules, for players.

import { t } from "../core/words.js";
import { listCells, listParts } from "./document.js";
import { writeValue } from "./rule_maker.js";
import { ALL_TOOLS } from "./tools.js";

/** @typedef {import("./document.js").Rule} Rule */

const MOST_NAMED = 6; // cells

/**
 * Name a rule for players: its tool, and its values.
 * @param {Rule} rule such as {rule: "cage", cells: "r1c1 r1c2", total: 5}
 * @returns {string} such as "Cage 5"
 */
export function nameRule(rule) {
  const parts = listParts(rule).map((part) => `${nameRule(part)} ${nameCells(listCells(part))}`);
  if (parts.length) return t(`set.joined.${rule.rule}`, { rules: parts.join("; ") });
  const tool = ALL_TOOLS.find((one) => one.rule === rule.rule && hasFields(rule, one));
  const value =
    tool?.value && !tool.value.isNumbers ? writeValue(tool, rule) : (rule.total ?? rule.centers?.length ?? "");
  return `${tool ? nameTool(tool) : nameRuleKind(rule)} ${value}`.trim();
}

/**
 * @param {import("./tools.js").Tool} tool
 * @returns {string} Its own name, or else that of its rule.
 */
export function nameTool({ name, rule }) {
  const key = `set.tool.${name}`;
  const text = t(key) === key ? t(`rule.${rule}`) : t(key);
  return text[0].toUpperCase() + text.slice(1);
}

/**
 * @param {string} cells names
 * @returns {string} The names, or only the first and the last of many, and how many there are.
 */
export function nameCells(cells) {
  const names = cells.split(" ");
  if (names.length <= MOST_NAMED) return cells;
  return t("set.many_cells", { first: names[0], last: names[names.length - 1], n: names.length });
}

/** @param {Rule} rule */
function nameRuleKind({ rule, cells }) {
  const keys = [...(cells === undefined ? [`set.whole.${rule}`] : []), `rule.${rule}`, `set.whole.${rule}`];
  const key = keys.find((one) => t(one) !== one);
  return key ? t(key) : rule.replaceAll("_", " ");
}

/**
 * @param {Rule} rule
 * @param {import("./tools.js").Tool} tool
 * @returns {boolean} Whether the tool draws rules with these fields.
 */
function hasFields(rule, { name, fields = {} }) {
  const { digits } = rule;
  if (rule.rule === "allowed")
    return digits.every((/** @type {number} */ one) => (one % 2 === 0) === (name === "even"));
  if (rule.rule === "indexer") return name === nameIndexer(rule);
  if (rule.groups && rule.rule === "oscillator")
    return (name === "oscillator") === (rule.groups[0][1] - rule.groups[0][0] === 1);
  return Object.entries(fields).every(
    ([field, value]) => ["digits", "square"].includes(field) || rule[field] === value,
  );
}

/** @param {Rule} rule @returns {string} The tool of an indexer: of its row, its column or its box. */
function nameIndexer({ cells = "" }) {
  const places = cells.split(" ").map((cell) => cell.match(/\d+/g) ?? []);
  const lines = [0, 1].map((axis) => new Set(places.map((place) => place[axis])).size);
  return lines[0] === 1 ? "row_indexer" : lines[1] === 1 ? "column_indexer" : "box_indexer";
}
