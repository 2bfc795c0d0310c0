// Keeps whole releases of the page: for when there is no network, and for tabs of an old release,
// whose files the server has no more. A tab never gets files of two releases.
// The build writes RELEASE, how the names of its files begin, and FILES, these names, before this.
const { scope } = registration;
/** How the names of all caches begin that belong to this page. */
const OURS = `shardwise ${scope} `;
const KEPT = OURS + RELEASE;
/** Which release a tab is of, by the tab's id. */
const TABS = `${OURS}tabs`;
/** Under which name the page itself is kept. */
const PAGE = "index.html";
/** Milliseconds that the network has to answer with the page. */
const PATIENCE = 3_000;

addEventListener("install", (event) => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim().then(forget)));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(scope)) return;
  const [name] = url.slice(scope.length).split(/[?#]/);
  if (mode === "navigate") {
    // Other pages may lie beside this one.
    if (name !== "" && name !== PAGE) return;
    event.respondWith(page(event.request));
    event.waitUntil(forget());
  } else {
    const [release] = name.match(/^shardwise-page-[0-9a-f]{16}/) ?? [];
    if (!release) return;
    event.respondWith(part(event.request));
    event.waitUntil(note(event.clientId, release));
  }
});

/** Keeps this release whole, or not at all. */
async function keep() {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(PAGE, { cache: "reload" });
    const html = await response.text();
    // The server may have the next release already, and will soon have its worker.
    if (!html.includes(`="./${RELEASE}"`)) throw new Error("another release");
    // A new response: one that was redirected cannot stand for the page.
    await cache.put(PAGE, new Response(html, { headers: response.headers }));
    await cache.addAll(FILES);
  } catch (error) {
    await caches.delete(KEPT);
    throw error;
  }
}

/** The page: the server's, or the kept one where that does not come. */
async function page(request) {
  const asked = fetch(new Request(request, { cache: "no-cache" }));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const response = await Promise.race([asked.catch(() => {}), late]);
  if (response && response.status < 500) return response;
  const cache = await caches.open(KEPT);
  return await cache.match(PAGE) ?? asked;
}

/** A file of any release: its name says of which, so that it is the same wherever it comes from. */
async function part(request) {
  for (const name of await releases()) {
    const cache = await caches.open(name);
    const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    if (kept) return kept;
  }
  return fetch(request);
}

/** The caches of all releases. */
async function releases() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(`${OURS}shardwise-page-`));
}

/** Notes of which release a tab is: it asks for files of its own alone. */
async function note(id, release) {
  const tabs = await caches.open(TABS);
  await tabs.put(`tab-${id}`, new Response(release));
}

/** Drops old releases of which no tab is open. */
async function forget() {
  const before = await releases();
  // What is being kept now is nobody's yet; and whoever is replaced leaves all to its successor.
  if (registration.installing || registration.waiting || self.serviceWorker?.state === "redundant") return;
  const tabs = await caches.open(TABS);
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const inUse = new Set([KEPT]);
  const noted = new Set();
  for (const { id, url } of open) {
    if (!url.startsWith(scope)) continue;
    const release = await tabs.match(`tab-${id}`);
    // It may be of any.
    if (!release) return;
    inUse.add(OURS + await release.text());
    noted.add(new URL(`tab-${id}`, scope).href);
  }
  for (const { url } of await tabs.keys()) {
    if (!noted.has(url)) await tabs.delete(url);
  }
  for (const name of before) {
    if (!inUse.has(name)) await caches.delete(name);
  }
}
