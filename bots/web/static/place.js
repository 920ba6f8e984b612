// Where the reader is: where they left off last time, the way back to the newest, and room for the dock.

import { all, body, byId, element, isAtBottom, scrollToEnd } from "./page.js";
import { now } from "./times.js";

const name = `muti:seen:${body.dataset.room}`;

function leftOff() {
  const seen = Number(localStorage.getItem(name));
  const fresh = seen ? all("#requests > .request").find((card) => Number(card.dataset.order) / 1000 > seen) : null;
  if (!fresh?.previousElementSibling) return null;
  const mark = element(`<li class="left-off"><span></span></li>`);
  mark.firstElementChild.textContent = body.dataset.leftOff;
  fresh.before(mark);
  return mark;
}

function remember() {
  const newest = Math.max(0, ...all("#requests > .request").map((card) => Number(card.dataset.order) / 1000));
  localStorage.setItem(name, String(Math.ceil(Math.max(now(), newest))));
}

function beginRoom() {
  const mark = leftOff();
  document.addEventListener("visibilitychange", () => { if (document.hidden) remember(); });
  window.addEventListener("pagehide", remember);
  if (location.hash) return;
  if (mark && mark.nextElementSibling !== byId("requests").lastElementChild) mark.scrollIntoView({ block: "start" });
  else scrollToEnd();
}

export function begin() {
  const dock = document.querySelector(".dock");
  if (dock) new ResizeObserver(() => document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`)).observe(dock);
  if (body.dataset.newest === "yes" && !body.dataset.only) beginRoom();
  const newest = byId("newest");
  newest.addEventListener("click", scrollToEnd);
  window.addEventListener("scroll", () => { newest.hidden = isAtBottom() || document.documentElement.scrollHeight < window.innerHeight * 2; }, { passive: true });
}
