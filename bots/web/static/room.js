// Keeps a page up to date and sends its forms without leaving it. Without this file everything still works by
// reloading: nothing here decides anything.

import { all, body, byId, remember } from "./page.js";
import { begin as beginKeys } from "./keys.js";
import { begin as beginLive } from "./live.js";
import { showNeeds } from "./needs.js";
import { begin as beginPlace } from "./place.js";
import { foldAll } from "./rows.js";
import { showTimes } from "./times.js";
import { begin as beginTree } from "./tree.js";
import "./forms.js";

showTimes();

for (const button of all("[data-copies]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(byId(button.dataset.copies).value);
    button.textContent = button.dataset.done;
  });
}
for (const field of all("[data-copy]")) field.addEventListener("focus", () => field.select());

if (body.dataset.room) {
  remember(document);
  all(".rows").forEach(foldAll);
  showNeeds();
  beginLive();
  beginKeys();
  beginPlace();
}

if (body.dataset.tree) beginTree();

document.querySelector("form[data-at-once]")?.requestSubmit();
