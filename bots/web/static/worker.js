// Keeps the style, the scripts and the pictures; never a page, for a page may be old and is nobody else's.

const ASSETS = "{assets}/", CACHE = "muti-static";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));

// The address changes with the files: what stands under another one is of an older version.
async function forget() {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (!isStatic(new URL(request.url))) await cache.delete(request);
  }
}

const isStatic = (url) => url.origin === self.location.origin && (url.pathname.startsWith(ASSETS) || url.pathname.startsWith("/icons/"));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && isStatic(new URL(request.url))) event.respondWith(kept(request));
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

self.addEventListener("push", (event) => {
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path }, icon: "/icons/192.png" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

async function open(path) {
  const windows = await self.clients.matchAll({ type: "window" });
  const place = new URL(path, self.location.origin).href;
  if (windows.length) return (await windows[0].navigate(place))?.focus();
  return self.clients.openWindow(place);
}
