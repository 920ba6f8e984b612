// What waits for the owner, always in reach of a thumb; and one line that says how the room stands.

import { all, byId, element, plainText } from "./page.js";
import { showTimes } from "./times.js";
import { lockButtons } from "./lock.js";

const title = document.title;

export function showNeeds() {
  const sheet = byId("sheet");
  const needs = all("template.need").sort((a, b) => Number(b.dataset.at) - Number(a.dataset.at));
  document.title = needs.length ? `(${needs.length}) ${title}` : title;
  showNow(needs);
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
  count.textContent = count.dataset.many.replace("{}", needs.length);
  count.hidden = needs.length < 2;
  if (focused) (place.querySelector("a, button") ?? byId("main")).focus({ preventScroll: true });
}

function showNow(needs) {
  const place = byId("now");
  if (!place) return;
  const words = place.dataset;
  const of = (state) => all(`.request[data-state="${state}"]`);
  const running = of("running"), waiting = of("approved");
  const parts = [];
  if (needs.length) parts.push(link(needs[0].closest(".request").id, needs.length === 1 ? words.needsOne : words.needs.replace("{}", needs.length), "pending"));
  if (running.length === 1) parts.push(link(running[0].id, words.runningOne.replace("{}", running[0].id), "running"));
  else if (running.length) parts.push(link(running[0].id, words.running.replace("{}", running.length), "running"));
  if (waiting.length) parts.push(link(waiting[0].id, words.waiting.replace("{}", waiting.length), "approved"));
  const told = parts.map((part) => part.outerHTML).join("");
  place.hidden = !parts.length;
  if (place.dataset.shown === told) return;
  place.dataset.shown = told;
  place.replaceChildren(...parts);
}

function link(id, text, tone) {
  const made = element(`<a class="badge tone-${tone}"></a>`);
  made.href = `#${id}`;
  made.textContent = text;
  return made;
}
