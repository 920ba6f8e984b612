// What all parts of the page share.

export const body = document.body;
export const byId = (id) => document.getElementById(id);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
export const language = document.documentElement.lang;

export function element(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return template.content.firstElementChild;
}

// How a part came from the server, without the keys of its forms, which are new each time.
const asSent = new WeakMap();

export const plainText = (html) => html.replace(/ value="[^"]*"/g, "");

export function plain(node) {
  if (!asSent.has(node)) asSent.set(node, plainText(node.outerHTML));
  return asSent.get(node);
}

export function remember(root) {
  for (const part of all("[data-part], [data-row]", root)) plain(part);
}

export const isAtBottom = () => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 120;
export const scrollToEnd = () => window.scrollTo(0, document.documentElement.scrollHeight);

export function announce(text) {
  byId("say").textContent = text;
}

export function say(place, text) {
  if (!place) return;
  place.textContent = text ?? "";
  place.hidden = !text;
}
