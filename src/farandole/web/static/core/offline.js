// Keeps the page in the browser's cache, so that one can go on playing without the server. See ../worker.js.

import { VIEWS } from "./views.js";

const CACHE = "farandole-1";

/** Cache the page and all its views. A browser may forbid it; then the page needs the server. */
export async function cachePage() {
  await navigator.serviceWorker.register("/static/worker.js", { scope: "/" });
  if (!navigator.onLine) return;
  await Promise.allSettled(VIEWS.map((name) => import(`../${name}/${name}.js`)));
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const paths = ["/", ...loaded.filter((path) => path.startsWith("/static/"))];
  const cache = await caches.open(CACHE);
  await Promise.allSettled(paths.map((path) => cache.add(path)));
  document.documentElement.dataset.cached = ""; // for tests
}
