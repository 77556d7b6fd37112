/** @type {Record<string, string>} 页面上的中文。 */
export default {
  // ── core ──
  "core.skip": "到盘面",
  "core.views": "视图",
  "core.top": "本页",
  "core.side": "盘面旁边",
  "core.theme": "深色或浅色",
  "core.language": "English",
  "core.language_title": "英文",
  "view.play": "玩",
  "view.learn": "学",
  "view.watch": "看",
  "view.set": "出题",
  // ── play ──
  // ── learn ──
  // ── watch ──
  // ── set ──
};
