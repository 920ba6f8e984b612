// Single keys for those who never touch the mouse. They can be switched off, and none of them decides anything.

import { all, byId, scrollToEnd } from "./page.js";
import { isAsking } from "./ask.js";

const dialog = byId("keys");
const name = "muti:keys";

const acts = {
  "/": () => byId("prompt")?.focus(),
  j: () => step(1),
  k: () => step(-1),
  n: () => byId("sheet-body")?.querySelector(".brief")?.focus(),
  e: scrollToEnd,
  "?": open,
};

function step(by) {
  const heads = all(".request h2 a.id");
  const here = heads.indexOf(document.activeElement?.closest?.(".request")?.querySelector("h2 a.id"));
  const next = here < 0 ? (by > 0 ? 0 : heads.length - 1) : Math.max(0, Math.min(heads.length - 1, here + by));
  heads[next]?.focus();
}

function open() {
  byId("keys-on").checked = localStorage.getItem(name) !== "off";
  dialog.showModal();
}

export function begin() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || dialog.open || isAsking()) return;
    if (localStorage.getItem(name) === "off" || !(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  });
  byId("keys-on").addEventListener("change", (event) => localStorage.setItem(name, event.target.checked ? "on" : "off"));
  for (const button of all("[data-keys]")) button.addEventListener("click", open);
}
