// Nothing is decided on a picture that may be old: buttons rest while the page is not live, while their form is
// on its way, and after an answer was lost until it is known how things stand.

import { all, byId } from "./page.js";

const live = byId("live");
let isOn = !live;

export const isLive = () => isOn;

export function setLive(state, polled = false) {
  isOn = state === "on";
  live.className = `live ${state}`;
  const word = { on: polled ? live.dataset.polled : live.dataset.liveWord, off: live.dataset.reconnecting, wait: live.dataset.connecting };
  live.querySelector("span").textContent = word[state];
  lockButtons();
}

// A truly disabled button would lose the focus of who works with keys.
export function lockButtons() {
  for (const button of all("button[data-live]")) {
    const form = button.form;
    button.setAttribute("aria-disabled", String(!isOn || Boolean(form?.dataset.sending || form?.dataset.lost)));
  }
}
