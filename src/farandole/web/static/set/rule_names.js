// The names of rules, for players.

import { t } from "../core/words.js";
import { listCells, listParts } from "./document.js";
import { ALL_TOOLS } from "./tools.js";

/** @typedef {import("./document.js").Rule} Rule */

/**
 * Name a rule for players: its tool, and its values.
 * @param {Rule} rule such as {rule: "cage", cells: "r1c1 r1c2", total: 5}
 * @returns {string} such as "Cage 5"
 */
export function nameRule(rule) {
  const parts = listParts(rule).map((part) => `${nameRule(part)} ${listCells(part)}`);
  if (parts.length) return t(`set.joined.${rule.rule}`, { rules: parts.join("; ") });
  const tool = ALL_TOOLS.find((one) => one.rule === rule.rule && hasFields(rule, one));
  const values = Object.entries(rule)
    .filter(([field]) => !["rule", "cells", "groups"].includes(field) && !tool?.fields?.[field])
    .map(([, value]) => [value].flat().join(""));
  const name = tool ? t(`set.tool.${tool.name}`) : nameRuleKind(rule);
  return [name, ...values].join(" ").trim();
}

/** @param {Rule} rule */
function nameRuleKind({ rule, cells }) {
  return cells === undefined ? t(`set.whole.${rule}`) : rule.replaceAll("_", " ");
}

/**
 * @param {Rule} rule
 * @param {import("./tools.js").Tool} tool
 * @returns {boolean} Whether the tool draws rules with these fields.
 */
function hasFields(rule, { name, fields = {} }) {
  if (name === "even" && rule.digits?.[0] === 1) return false;
  if (rule.groups && rule.rule === "oscillator") return (name === "oscillator") === (rule.groups[0][1] === 2);
  return Object.entries(fields).every(
    ([field, value]) => ["digits", "square"].includes(field) || rule[field] === value,
  );
}
