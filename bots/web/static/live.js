// The stream, and what is done where no stream comes through.

import { all, body, byId } from "./page.js";
import { applySoon } from "./cards.js";
import { isLive, setLive } from "./lock.js";
import { showTimes } from "./times.js";

const SILENT = 35000; // two missed heartbeats are a dead connection, whatever the socket says
const HELLO = 6000; // a stream that does not begin by then is kept back by something on the way
const POLL_AFTER = 2; // failed streams, after which the page asks instead
const TRY_AGAIN = 60000;

let source = null, attempt = 0, after = body.dataset.after, timer = 0, watchdog = 0, sleeper = 0, polling = null;
const waitingFor = [];

// Call back once the page is live again, after what it had missed.
export function onceLive(act) {
  if (isLive()) act(); else waitingFor.push(act);
}

const only = body.dataset.only ? `&only=${body.dataset.only}` : "";
const where = (name, more) => `/rooms/${body.dataset.room}/${name}?after=${after}${only}${more ?? ""}`;

const acts = {
  hello() { stopPolling(); attempt = 0; goOn(); },
  beat() {},
  request: applySoon,
  room(message) {
    for (const place of [byId("side"), document.querySelector(".side-copy")]) place.innerHTML = message.side;
    const joins = byId("joins");
    if (joins) joins.innerHTML = message.joins;
    all("#side, .side-copy, #joins").forEach(showTimes);
    setLive("on", Boolean(polling));
  },
  gone: () => location.reload(),
  bye: () => reconnect(),
};

function goOn() {
  setLive("on", Boolean(polling));
  waitingFor.splice(0).forEach((act) => act());
}

export function connect() {
  clearTimeout(timer);
  source?.close();
  const mine = source = new EventSource(where("events"));
  for (const [name, act] of Object.entries(acts)) {
    source.addEventListener(name, (event) => {
      if (mine !== source) return;
      heard(SILENT);
      if (event.lastEventId) after = event.lastEventId;
      act(event.data ? JSON.parse(event.data) : null);
    });
  }
  source.onerror = () => mine === source && reconnect();
  heard(HELLO);
}

function heard(patience) {
  clearTimeout(watchdog);
  watchdog = setTimeout(reconnect, patience);
}

export function reconnect() {
  source?.close();
  source = null;
  clearTimeout(timer);
  clearTimeout(watchdog);
  attempt += 1;
  if (attempt >= POLL_AFTER && !polling) poll();
  if (!polling) setLive("off");
  const wait = polling ? TRY_AGAIN : Math.min(500 * 2 ** (attempt - 1), 20000) * (0.5 + Math.random());
  timer = setTimeout(connect, wait);
}

async function poll() {
  const mine = polling = new AbortController();
  let wait = "&wait=0", failures = 0;
  while (mine === polling) {
    try {
      const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(SILENT)]);
      const answer = await fetch(where("changes", wait), { headers: { Accept: "application/json" }, signal });
      if (mine !== polling) return;
      if (answer.status === 403 || answer.status === 404) { location.reload(); return; }
      if (!answer.ok) throw new Error(String(answer.status));
      take(await answer.json());
      [wait, failures] = ["", 0];
    } catch {
      if (mine !== polling) return;
      setLive("off");
      wait = "&wait=0";
      failures += 1;
      await new Promise((done) => setTimeout(done, Math.min(1000 * 2 ** failures, 10000)));
    }
  }
}

function take(page) {
  if (page.gone) { location.reload(); return; }
  after = page.after;
  for (const [name, message] of page.events) acts[name](message);
  goOn();
}

function stopPolling() {
  polling?.abort();
  polling = null;
}

// A browser allows few connections to one host: a page that nobody sees gives its own back after a while.
function rest() {
  stopPolling();
  source?.close();
  source = null;
  clearTimeout(timer);
  clearTimeout(watchdog);
  setLive("off");
}

function onVisibility() {
  clearTimeout(sleeper);
  if (document.hidden) sleeper = setTimeout(rest, 300000);
  else if (!isLive()) { attempt = 0; connect(); }
}

export function begin() {
  setLive("wait");
  connect();
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("online", () => { attempt = 0; connect(); });
  window.addEventListener("offline", () => { stopPolling(); reconnect(); });
  window.addEventListener("pagehide", () => { source?.close(); stopPolling(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { attempt = 0; connect(); } });
}
