// Keeps the page in the browser's cache, so that one can go on playing without the server. See ../worker.js, which
// is at the top, so that it may answer for the page.

import { PYTHON, pool } from "./python.js";
import { VIEWS } from "./views.js";

const CACHE = "farandole-1";
const ROOT = new URL("../../", import.meta.url).href; // of the page, which may be under any path

/** Cache the page and all its views. A browser may forbid it; then the page needs the server. */
export async function cachePage() {
  await navigator.serviceWorker.register(new URL("worker.js", ROOT));
  if (!navigator.onLine) return;
  const parts = [...VIEWS.map((name) => `${name}/${name}`), "library/library_dialog"];
  await Promise.allSettled(parts.map((name) => import(`../${name}.js`)));
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const paths = [ROOT, ...loaded.filter((name) => name.startsWith(`${ROOT}static/`))].map(
    (name) => new URL(name).pathname,
  );
  if (PYTHON) paths.push(...(await listPython(PYTHON)));
  const cache = await caches.open(CACHE);
  await Promise.allSettled(paths.map((path) => cache.add(path)));
  document.documentElement.dataset.cached = ""; // for tests
}

/**
 * List the files of Python, which a Worker has loaded.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function listPython(folder) {
  const { files } = await pool.site();
  const others = ["files.json", "pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json"];
  return [...Object.keys(files), ...others].map((name) => new URL(folder + name).pathname);
}
