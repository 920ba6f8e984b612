// Times in the reader's own zone; what is left of a time by the server's clock, since a reader's may be wrong.

import { all, body, language } from "./page.js";

const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dayAndClock = new Intl.DateTimeFormat(language, {
  month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
});
const inFull = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" });

const mine = () => performance.timeOrigin + performance.now();
const came = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now());
const ahead = body.dataset.clock ? Number(body.dataset.clock) - came : 0;
export const now = () => mine() + ahead;

export function showTimes(root = document) {
  const today = new Date(now()).toDateString();
  for (const time of all("time[data-at]", root)) {
    const at = new Date(Number(time.dataset.at));
    time.textContent = (at.toDateString() === today ? clock : dayAndClock).format(at);
    time.title = inFull.format(at);
  }
  showLeft(root);
}

export function showLeft(root = document) {
  for (const place of all("[data-until]", root)) {
    const minutes = Math.ceil((Number(place.dataset.until) - now()) / 60000);
    if (minutes <= 0) { place.textContent = ""; continue; }
    const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 2880 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
    const left = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
    place.textContent = `(${place.dataset.words.replace("{}", left)})`;
  }
}

setInterval(showLeft, 20000);
