// Forms are sent without leaving the page. Nothing here decides anything: the answer shows how it stands.

import { body, byId, say } from "./page.js";
import { apply } from "./cards.js";
import { isLive, lockButtons } from "./lock.js";
import { onceLive, reconnect } from "./live.js";
import { onAsked, withFiles } from "./ask.js";

const live = byId("live");

function troubleOf(form) {
  return (form.closest("article") ?? form.closest(".sheet") ?? form).querySelector("[data-trouble]");
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.act")) {
    if (live && !isLive() && form.querySelector("button[data-live]")) event.preventDefault();
    return;
  }
  event.preventDefault();
  if (form.dataset.sending || form.dataset.lost) return;
  const trouble = troubleOf(form);
  if (!isLive()) { say(trouble, live.dataset.trouble); return; }
  const button = event.submitter ?? form.querySelector("button[data-live]");
  const data = withFiles(form, new FormData(form, button));
  setSending(form, button, true);
  say(trouble, "");
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
    onAnswer(form, await answer.json(), trouble, answer.ok);
  } catch {
    onLost(form, trouble);
  } finally {
    setSending(form, button, false);
  }
});

function setSending(form, button, sending) {
  if (sending) form.dataset.sending = "yes"; else delete form.dataset.sending;
  button?.classList.toggle("sending", sending);
  lockButtons();
}

function onAnswer(form, message, trouble, done) {
  const card = message.card ? apply(message) : null;
  if (message.trouble) say(card && form.closest("article") ? troubleOf(card.querySelector("article")) : trouble, message.trouble);
  if (form.id === "ask") { if (done) onAsked(form, message); return; }
  if (done && card && message.fresh) {
    card.scrollIntoView({ block: "nearest" });
    byId(message.id).querySelector("h2 a").focus({ preventScroll: true });
  } else if (done && message.fresh && body.dataset.only) location.href = message.path;
}

// The answer to a tap was lost: its buttons rest until the relay has said how it stands. The form keeps its key, so
// that sending it again counts once.
function onLost(form, trouble) {
  form.dataset.lost = "yes";
  say(trouble, form.id === "ask" ? live.dataset.unsure : live.dataset.checking);
  reconnect();
  onceLive(() => settle(form, trouble));
}

async function settle(form, trouble) {
  if (form.id !== "ask" && !await look(form)) {
    setTimeout(() => onceLive(() => settle(form, trouble)), 2000);
    return;
  }
  delete form.dataset.lost;
  if (form.id !== "ask" && trouble?.isConnected) say(trouble, live.dataset.checked);
  lockButtons();
}

async function look(form) {
  const path = new URL(form.action).pathname.match(/^\/rooms\/[\w-]+\/R[\d-]+/)?.[0];
  try {
    const answer = await fetch(`${path}/card?whole=${body.dataset.only ? "yes" : "no"}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) return false;
    apply(await answer.json());
    return true;
  } catch {
    return false;
  }
}
