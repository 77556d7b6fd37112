// Caches the page, and answers with it when the server is out of reach. Calls are never cached.

const CACHE = "farandole-1";
const ROOT = new URL("./", location.href).pathname; // of the page, which may be under any path

/**
 * @typedef {Event & {request: Request, respondWith(answer: Promise<Response>): void,
 *   waitUntil(work: Promise<any>): void}} Work
 */

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {Work} */ event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (/** @type {Work} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {Work} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isOfPython = pathname.startsWith(`${ROOT}python/`);
  const isOurs = pathname === ROOT || pathname.startsWith(`${ROOT}static/`);
  if (isOfPython) event.respondWith(cachedOrFetch(request, pathname));
  else if (isOurs) event.respondWith(fetchOrCached(request, pathname));
});

/**
 * @param {Request} request
 * @param {string} pathname without the query, because the page is the same for all puzzles
 * @returns {Promise<Response>}
 */
async function fetchOrCached(request, pathname) {
  const cache = await caches.open(CACHE);
  if (!navigator.onLine) {
    const known = await cache.match(pathname);
    if (known) return known;
  }
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(pathname, response.clone());
    return response;
  } catch (error) {
    const known = await cache.match(pathname);
    if (known) return known;
    throw error;
  }
}

/**
 * The folder of Python has another name in each version, so its files never change.
 * @param {Request} request
 * @param {string} pathname
 * @returns {Promise<Response>}
 */
async function cachedOrFetch(request, pathname) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(pathname);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(pathname, response.clone());
  return response;
}
