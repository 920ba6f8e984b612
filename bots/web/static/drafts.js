// What was typed and not sent, kept by this browser for each room. Everything about drafts is here.

import { body } from "./page.js";

const name = `muti:draft:${body.dataset.room}`;

export function keptDraft() {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return { text: localStorage.getItem(name) ?? "" };
  }
}

export function keepDraft(text, thread) {
  if (text || thread) localStorage.setItem(name, JSON.stringify({ text, thread }));
  else localStorage.removeItem(name);
}

// Somebody who writes to an agent holds its automatic turns back. Of the text nothing is sent, only that there is one;
// said again now and then, for the relay forgets it where nobody speaks of it any more.
const AGAIN = 60_000;
let saidOf = "";
let saidAt = 0;

export function signDraft(agent, csrf, open) {
  const now = Date.now();
  if (saidOf && (!open || saidOf !== agent)) { send(saidOf, csrf, false); saidOf = ""; }
  if (!open || !agent || (saidOf === agent && now - saidAt < AGAIN)) return;
  saidOf = agent;
  saidAt = now;
  send(agent, csrf, true);
}

function send(agent, csrf, open) {
  const data = new URLSearchParams({ csrf, agent, open: open ? "yes" : "no" });
  const where = `/rooms/${body.dataset.room}/draft`;
  fetch(where, { method: "POST", body: data, keepalive: true, headers: { Accept: "application/json" } }).catch(() => {});
}
