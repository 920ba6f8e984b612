// Notifications of this browser: on only by a tap, off by another.

import { body, byId } from "./page.js";

const state = byId("notify-state");

export function begin() {
  if (!("serviceWorker" in navigator)) return;
  const ready = navigator.serviceWorker.register("/worker.js").catch(() => null);
  if (state) beginSwitches(ready);
}

async function beginSwitches(ready) {
  const worker = await ready;
  if (!worker?.pushManager || !("Notification" in window)) return;
  const [on, off] = [byId("notify-on"), byId("notify-off")];
  const show = async (said) => {
    const subscribed = Boolean(await worker.pushManager.getSubscription());
    const denied = Notification.permission === "denied";
    state.textContent = state.dataset[said] ?? said ?? state.dataset[denied ? "denied" : subscribed ? "on" : "off"];
    [on.hidden, off.hidden] = [subscribed || denied, !subscribed];
  };
  on.addEventListener("submit", (event) => { event.preventDefault(); switchOn(worker, on).then(show, () => show("failed")); });
  off.addEventListener("submit", (event) => { event.preventDefault(); switchOff(worker, off).then(show, () => show("failed")); });
  await show();
}

async function switchOn(worker, form) {
  if (await Notification.requestPermission() !== "granted") return undefined;
  const key = bytes(body.dataset.pushKey);
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const trouble = await send("/console/device/on", form, { endpoint, ...keys });
  if (trouble) await made.unsubscribe();
  return trouble;
}

async function switchOff(worker, form) {
  const made = await worker.pushManager.getSubscription();
  if (!made) return undefined;
  const trouble = await send("/console/device/off", form, { endpoint: made.endpoint });
  if (!trouble) await made.unsubscribe();
  return trouble;
}

// What stands in the way, if anything does.
async function send(path, form, more) {
  const data = new FormData(form);
  for (const [name, value] of Object.entries(more)) data.set(name, value);
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(data), headers: { Accept: "application/json" } });
  return (await answer.json()).trouble;
}

function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}
