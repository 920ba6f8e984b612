// Keeps the tree on its page up to date. What is open stays open, what has the focus keeps it; without this file a reload does the same.

import { all, body, byId } from "./page.js";
import { showTimes } from "./times.js";

const EVERY = 3000;
let shown = "";

async function look() {
  if (document.hidden) return;
  const answer = await fetch(body.dataset.tree, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const { tree } = await answer.json();
  if (tree === shown) return;
  const place = byId("tree");
  const open = all("details", place).map((one) => one.open);
  const held = all("a, summary, pre", place).indexOf(document.activeElement);
  place.innerHTML = tree;
  all("details", place).forEach((one, at) => { one.open = open[at] ?? false; });
  all("a, summary, pre", place)[held]?.focus({ preventScroll: true });
  shown = tree;
  showTimes();
}

export function begin() {
  setInterval(() => look().catch(() => {}), EVERY);
}
