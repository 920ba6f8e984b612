// Keeps a room's page up to date and sends its forms without leaving it. Without this file everything still
// works by reloading: nothing here decides anything.
"use strict";

const body = document.body;
const byId = (id) => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// -- times, in the reader's own zone

const language = document.documentElement.lang;
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dayAndClock = new Intl.DateTimeFormat(language, {
  month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
});
const inFull = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" });

function showTimes(root) {
  const today = new Date().toDateString();
  for (const time of all("time[data-at]", root)) {
    const at = new Date(Number(time.dataset.at));
    time.textContent = (at.toDateString() === today ? clock : dayAndClock).format(at);
    time.title = inFull.format(at);
  }
  showLeft(root);
}

function showLeft(root = document) {
  for (const place of all("[data-until]", root)) {
    const minutes = Math.ceil((Number(place.dataset.until) - Date.now()) / 60000);
    if (minutes <= 0) { place.textContent = ""; continue; }
    const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 2880 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
    const left = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
    place.textContent = `(${place.dataset.words.replace("{}", left)})`;
  }
}

// -- one request's card: change only the parts that changed, keep what the reader opened or typed

function element(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return template.content.firstElementChild;
}

// How a part came from the server, without the keys of its forms, which are new each time.
const asSent = new WeakMap();

function plain(node) {
  if (!asSent.has(node)) asSent.set(node, node.outerHTML.replace(/ value="[^"]*"/g, ""));
  return asSent.get(node);
}

const partsOf = (article) => [...article.children].filter((child) => child.dataset.part);

function remember(root) {
  for (const part of all("[data-part], [data-row]", root)) plain(part);
}

function mergeCard(message) {
  const fresh = element(message.card);
  remember(fresh);
  const old = byId(fresh.id);
  if (!old) return body.dataset.newest === "yes" && !body.dataset.only && addInOrder(fresh);
  if (Number(fresh.dataset.seq) < Number(old.dataset.seq)) return false;
  const seen = Number(old.dataset.seq);
  old.className = fresh.className;
  for (const name of ["seq", "state"]) old.dataset[name] = fresh.dataset[name];
  mergeParts(old.firstElementChild, fresh.firstElementChild, seen);
  return old;
}

function mergeParts(old, fresh, seen) {
  const known = new Map(partsOf(old).map((part) => [part.dataset.part, part]));
  const focused = old.contains(document.activeElement);
  let place = null;
  for (const part of partsOf(fresh)) {
    let kept = known.get(part.dataset.part);
    known.delete(part.dataset.part);
    if (kept && part.dataset.part === "steps") mergeSteps(kept, part, seen);
    else if (!kept || plain(kept) !== plain(part)) kept = replace(kept, part);
    const wanted = place ? place.nextElementSibling : old.firstElementChild;
    if (kept !== wanted) old.insertBefore(kept, wanted);
    place = kept;
  }
  for (const part of known.values()) part.remove();
  old.querySelector("template.need")?.remove();
  const need = fresh.querySelector("template.need");
  if (need) old.append(need);
  if (focused && !old.contains(document.activeElement)) old.querySelector("h2 a").focus({ preventScroll: true });
}

function replace(old, fresh) {
  showTimes(fresh);
  if (!old) return fresh;
  const active = document.activeElement;
  const number = old.contains(active) ? focusable(old).indexOf(active) : -1;
  keepOpen(old, fresh);
  old.replaceWith(fresh);
  if (number >= 0) focusable(fresh)[number]?.focus({ preventScroll: true });
  return fresh;
}

const focusable = (root) => all("a, button, summary, textarea, [tabindex]", root);

function keepOpen(old, fresh) {
  for (const details of [fresh, ...all("details[data-keep]", fresh)]) {
    if (!details.dataset.keep) continue;
    const before = old.dataset.keep === details.dataset.keep ? old : old.querySelector(`[data-keep="${CSS.escape(details.dataset.keep)}"]`);
    if (!before) continue;
    if (before.dataset.touched) { details.open = before.open; details.dataset.touched = "yes"; }
    const [typed, field] = [before, details].map((root) => root.querySelector(":scope > form textarea"));
    if (typed && field) field.value = typed.value;
  }
}

function mergeSteps(old, fresh, seen) {
  const rows = old.querySelector(".rows");
  if (Number(fresh.dataset.first) > seen + 1) fetchRows(rows, `after=${seen}`);
  addRows(rows, [...fresh.querySelector(".rows").children]);
  old.querySelector("summary").textContent = fresh.querySelector("summary").textContent;
  if (!old.dataset.touched) old.open = fresh.open;
}

// What the reader has opened or closed stays so; the rest follows the request's state.
document.addEventListener("click", (event) => {
  const summary = event.target.closest("summary");
  if (summary) summary.parentElement.dataset.touched = "yes";
});

function addRows(rows, fresh) {
  for (const row of fresh) {
    const old = [...rows.children].find((other) => other.dataset.row === row.dataset.row);
    if (old) {
      const begun = old.dataset.seq;
      // Of a call's beginning and its end, the end is the newer picture, in whatever order they are fetched.
      const stale = row.classList.contains("going") && !old.classList.contains("going");
      if (!stale && plain(old) !== plain(row)) replace(old, row).dataset.seq = begun;
      continue;
    }
    showTimes(row);
    const next = [...rows.children].find((other) => Number(other.dataset.seq) > Number(row.dataset.seq));
    rows.insertBefore(row, next ?? null);
  }
}

async function fetchRows(rows, query) {
  const answer = await fetch(`${rows.closest(".request").dataset.path}/steps?${query}`);
  if (!answer.ok) return null;
  const page = await answer.json();
  const list = element(`<ol>${page.rows}</ol>`);
  remember(list);
  addRows(rows, [...list.children]);
  return page;
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.earlier");
  if (!link) return;
  event.preventDefault();
  const page = await fetchRows(link.closest(".steps").querySelector(".rows"), `before=${link.dataset.before}`);
  if (!page) { location.href = link.href; return; }
  link.dataset.before = page.first;
  link.textContent = page.words;
  if (page.first <= 1) link.closest("p").remove();
});

function addInOrder(fresh) {
  const list = byId("requests");
  const bottom = isAtBottom();
  showTimes(fresh);
  const next = [...list.children].find((card) => Number(card.dataset.order) > Number(fresh.dataset.order));
  list.insertBefore(fresh, next ?? null);
  const empty = byId("empty");
  if (empty) empty.hidden = true;
  if (bottom) scrollToEnd();
  return fresh;
}

function mergeRail(message) {
  const rail = byId("rail");
  if (!rail || !byId(message.id)) return;
  const fresh = element(message.rail);
  const old = rail.querySelector(`[data-for="${CSS.escape(message.id)}"]`);
  if (old) { old.replaceWith(fresh); return; }
  const next = [...rail.children].find((item) => Number(item.dataset.order) < Number(fresh.dataset.order));
  rail.insertBefore(fresh, next ?? null);
}

function apply(message) {
  const before = byId(message.id)?.querySelector(".badge")?.textContent;
  const card = mergeCard(message);
  mergeRail(message);
  showNeeds();
  if (card && before !== card.querySelector(".badge").textContent) byId("say").textContent = message.say;
  return card;
}

// -- the newest thing that waits for the owner, always in reach of a thumb

const title = document.title;

function showNeeds() {
  const sheet = byId("sheet");
  const needs = all("template.need").sort((a, b) => Number(b.dataset.at) - Number(a.dataset.at));
  document.title = needs.length ? `(${needs.length}) ${title}` : title;
  if (!sheet) return;
  const place = byId("sheet-body");
  const newest = needs[0];
  sheet.hidden = !newest;
  const html = newest?.innerHTML ?? "";
  if (place.dataset.shown === plainText(html)) return;
  const focused = place.contains(document.activeElement);
  place.dataset.shown = plainText(html);
  place.replaceChildren(...(newest ? [newest.content.cloneNode(true)] : []));
  showTimes(place);
  lockButtons();
  const count = byId("sheet-count");
  count.textContent = needs.length === 1 ? count.dataset.one : count.dataset.many.replace("{}", needs.length);
  if (focused) (place.querySelector("a, button") ?? byId("main")).focus({ preventScroll: true });
}

const plainText = (html) => html.replace(/ value="[^"]*"/g, "");

// -- the stream

const live = byId("live");
let isLive = !live;
let source = null, attempt = 0, after = body.dataset.after, timer = 0, watchdog = 0, sleeper = 0;

function setLive(state) {
  isLive = state === "on";
  live.className = `live ${state}`;
  live.querySelector("span").textContent = { on: live.dataset.liveWord, off: live.dataset.reconnecting, wait: live.dataset.connecting }[state];
  lockButtons();
}

function lockButtons() {
  // A truly disabled button would lose the focus of who works with keys.
  for (const button of all("button[data-live]")) {
    button.setAttribute("aria-disabled", String(!isLive || Boolean(button.form?.dataset.sending)));
  }
}

function connect() {
  clearTimeout(timer);
  source?.close();
  const only = body.dataset.only ? `&only=${body.dataset.only}` : "";
  source = new EventSource(`/rooms/${body.dataset.room}/events?after=${after}${only}`);
  const on = (name, act) => source.addEventListener(name, (event) => {
    heard();
    if (event.lastEventId) after = event.lastEventId;
    act(event.data ? JSON.parse(event.data) : null);
  });
  on("hello", () => { attempt = 0; setLive("on"); });
  on("beat", () => {});
  on("request", apply);
  on("room", (message) => {
    for (const place of [byId("side"), document.querySelector(".side-copy")]) place.innerHTML = message.side;
    all("#side, .side-copy").forEach(showTimes);
  });
  on("gone", () => location.reload());
  on("bye", reconnect);
  source.onerror = reconnect;
  heard();
}

// Two missed heartbeats are a dead connection, whatever the socket says.
function heard() {
  clearTimeout(watchdog);
  watchdog = setTimeout(reconnect, 35000);
}

function reconnect() {
  source?.close();
  clearTimeout(timer);
  clearTimeout(watchdog);
  setLive("off");
  const wait = Math.min(500 * 2 ** attempt++, 20000) * (0.5 + Math.random());
  timer = setTimeout(connect, wait);
}

// A browser allows few connections to one host: a page that nobody sees gives its own back after a while.
function onVisibility() {
  clearTimeout(sleeper);
  if (document.hidden) {
    sleeper = setTimeout(() => { source?.close(); clearTimeout(timer); clearTimeout(watchdog); setLive("off"); }, 300000);
  } else if (!isLive) { attempt = 0; connect(); }
}

if (live) {
  setLive("wait");
  connect();
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("online", () => { attempt = 0; connect(); });
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
}

// -- forms

function troubleOf(form) {
  return (form.closest("article") ?? form.closest(".sheet") ?? form).querySelector("[data-trouble]");
}

function say(place, text) {
  if (!place) return;
  place.textContent = text ?? "";
  place.hidden = !text;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.act") || form.dataset.sending) { if (form.dataset.sending) event.preventDefault(); return; }
  event.preventDefault();
  const trouble = troubleOf(form);
  if (!isLive) { say(trouble, live.dataset.trouble); return; }
  const button = event.submitter ?? form.querySelector("button");
  const data = new FormData(form, button);
  setSending(form, button, true);
  say(trouble, "");
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
    onAnswer(form, await answer.json(), trouble, answer.ok);
  } catch {
    say(trouble, live.dataset.unsure);
  } finally {
    setSending(form, button, false);
  }
});

function setSending(form, button, sending) {
  if (sending) form.dataset.sending = "yes"; else delete form.dataset.sending;
  button?.classList.toggle("sending", sending);
  lockButtons();
}

function onAnswer(form, message, trouble, done) {
  const card = message.card ? apply(message) : null;
  if (message.trouble) say(card && form.closest("article") ? troubleOf(card.querySelector("article")) : trouble, message.trouble);
  if (done && form.id === "ask") onAsked(form, message);
  if (done && card && message.fresh) { card.scrollIntoView({ block: "nearest" }); byId(message.id).querySelector("h2 a").focus({ preventScroll: true }); }
}

// -- the box to ask in

const ask = byId("ask");
const prompt = byId("prompt");
const draftName = `muti:draft:${body.dataset.room}`;

function onAsked(form, message) {
  form.elements.key.value = message.key;
  form.reset();
  localStorage.removeItem(draftName);
  onTyped();
  scrollToEnd();
}

function onTyped() {
  prompt.style.height = "auto";
  prompt.style.height = `${prompt.scrollHeight + 2}px`;
  const note = byId("ask-note");
  note.dataset.usual ??= note.textContent;
  const left = prompt.maxLength - prompt.value.length;
  note.textContent = left < 5000 ? prompt.dataset.left.replace("{}", left.toLocaleString(language)) : note.dataset.usual;
  const files = ask.querySelector("input[type=file]");
  const label = files.closest("label");
  if (files.files.length) label.dataset.count = files.files.length; else delete label.dataset.count;
}

if (ask) {
  prompt.value ||= localStorage.getItem(draftName) ?? "";
  prompt.addEventListener("input", () => { localStorage.setItem(draftName, prompt.value); onTyped(); });
  prompt.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); ask.requestSubmit(); }
  });
  // On a phone the box is one line until somebody turns to it.
  ask.classList.toggle("slim", !prompt.value);
  ask.addEventListener("focusin", () => ask.classList.remove("slim"));
  ask.addEventListener("change", onTyped);
  ask.addEventListener("reset", () => setTimeout(onTyped));
  onTyped();
}

// -- the page

const isAtBottom = () => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 120;
const scrollToEnd = () => window.scrollTo(0, document.documentElement.scrollHeight);

const dock = document.querySelector(".dock");
if (dock) new ResizeObserver(() => document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`)).observe(dock);

for (const button of all("[data-copies]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(byId(button.dataset.copies).value);
    button.textContent = button.dataset.done;
  });
}
for (const field of all("[data-copy]")) field.addEventListener("focus", () => field.select());

remember(document);
showTimes(document);
showNeeds();
setInterval(showLeft, 20000);
if (body.dataset.newest === "yes" && !body.dataset.only && !location.hash) scrollToEnd();
document.querySelector("form[data-now]")?.requestSubmit();
