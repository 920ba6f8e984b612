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
