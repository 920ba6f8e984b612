// One request's card: change only the parts that changed, keep what the reader opened or typed.

import { all, announce, body, byId, element, isAtBottom, plain, remember, scrollToEnd } from "./page.js";
import { addRows, fillGap } from "./rows.js";
import { showTimes } from "./times.js";
import { showNeeds } from "./needs.js";

const partsOf = (article) => [...article.children].filter((child) => child.dataset.part);

export function apply(message) {
  const before = byId(message.id)?.querySelector(".badge")?.textContent;
  const card = mergeCard(message);
  mergeRail(message);
  showNeeds();
  if (card && before !== card.querySelector(".badge").textContent) announce(message.say);
  return card;
}

// Sixty changes a second are twenty pictures: the newest of each request.
const waiting = new Map();
let drawing = 0;

export function applySoon(message) {
  waiting.set(message.id, message);
  drawing ||= setTimeout(() => {
    drawing = 0;
    const fresh = [...waiting.values()];
    waiting.clear();
    fresh.forEach(apply);
  }, 50);
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
  fillGap(rows, seen, Number(fresh.dataset.first) - 1);
  addRows(rows, [...fresh.querySelector(".rows").children], replace);
  old.querySelector("summary").textContent = fresh.querySelector("summary").textContent;
  if (!old.dataset.touched) old.open = fresh.open;
}

// What the reader has opened or closed stays so; the rest follows the request's state.
document.addEventListener("click", (event) => {
  const summary = event.target.closest("summary");
  if (summary) summary.parentElement.dataset.touched = "yes";
});

function addInOrder(fresh) {
  const list = byId("requests");
  const bottom = isAtBottom();
  showTimes(fresh);
  const next = all(":scope > .request", list).find((card) => Number(card.dataset.order) > Number(fresh.dataset.order));
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
