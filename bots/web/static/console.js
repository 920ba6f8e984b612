// Keeps the console's first page true without leaving it. Without this file it is true after a reload.

import { all, body, byId, plainText } from "./page.js";
import { showTimes } from "./times.js";
import { begin as beginNotify } from "./notify.js";

const TWICE = 2; // looks that may fail before what is shown counts as old

showTimes();
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
beginNotify();

let failures = 0, sending = false;

// Who types, has opened a form or has a finger on it is not disturbed.
function isBusy(place) {
  const active = document.activeElement;
  const typing = place.contains(active) && active.matches("textarea, select, input");
  return sending || typing || all("details[open] form textarea, details.stop[open], details.deny[open]", place).length > 0;
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.pathname, { signal: AbortSignal.timeout(10000) });
    if (answer.redirected || answer.status === 403) { location.reload(); return; }
    if (!answer.ok) throw new Error(String(answer.status));
    take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    failures = 0;
  } catch {
    failures += 1;
  }
  lock(failures >= TWICE);
}

function take(fresh) {
  const [old, next] = [byId("now-body"), fresh.getElementById("now-body")];
  byId("fresh").replaceChildren(...fresh.getElementById("fresh").childNodes);
  showTimes(byId("fresh"));
  if (isBusy(old)) return;
  document.title = fresh.title;
  for (const [mine, theirs] of [".glance", ".needs", ".beside"].map((part) => [old.querySelector(part), next.querySelector(part)])) merge(mine, theirs);
}

const shown = new WeakMap();
const textOf = (node) => shown.get(node) ?? plainText(node.innerHTML);

function merge(mine, theirs) {
  const text = plainText(theirs.innerHTML);
  if (textOf(mine) === text) return;
  const opened = all("details[data-keep]", mine).filter((one) => one.open !== one.defaultOpen && one.dataset.touched);
  const focused = mine.contains(document.activeElement) ? labelOf(document.activeElement) : "";
  mine.innerHTML = theirs.innerHTML;
  shown.set(mine, text);
  for (const one of opened) {
    const again = mine.querySelector(`[data-keep="${CSS.escape(one.dataset.keep)}"]`);
    if (again) again.open = one.open;
  }
  showTimes(mine);
  if (focused) all("a, button, summary", mine).find((one) => labelOf(one) === focused)?.focus({ preventScroll: true });
}

const labelOf = (node) => node.getAttribute("aria-label") ?? node.textContent.trim();

function lock(old) {
  byId("old").hidden = !old;
  byId("fresh").classList.toggle("old", old);
  for (const button of all("button", byId("now-body"))) button.setAttribute("aria-disabled", String(old));
}

document.addEventListener("click", (event) => {
  const summary = event.target.closest("summary");
  if (summary) summary.parentElement.dataset.touched = "yes";
});

document.addEventListener("submit", (event) => {
  if (event.target.method !== "post" || event.defaultPrevented) return;
  if (sending || event.submitter?.getAttribute("aria-disabled") === "true") { event.preventDefault(); return; }
  sending = true;
  event.submitter?.classList.add("sending");
});
window.addEventListener("pageshow", () => { sending = false; all(".sending").forEach((one) => one.classList.remove("sending")); });

if (body.dataset.refresh) {
  setInterval(look, Number(body.dataset.refresh) * 1000);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
}
