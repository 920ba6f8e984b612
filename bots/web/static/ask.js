// The box to ask in: it grows, keeps its draft, and knows which request an ask follows.

import { all, body, byId, language, scrollToEnd } from "./page.js";
import { keepDraft, keptDraft, signDraft } from "./drafts.js";
import { clearFiles, filesChosen } from "./files.js";
import "./suggest.js";

const ask = byId("ask")?.matches("form") ? byId("ask") : null;
const prompt = byId("prompt");
const follow = byId("follow");

export function withFiles(form, data) {
  if (form !== ask) return data;
  data.delete("file");
  for (const file of filesChosen()) data.append("file", file, file.name);
  return data;
}

export function onAsked(form, message) {
  form.elements.key.value = message.key;
  prompt.value = "";
  clearFiles();
  followUp(body.dataset.only ?? "");
  onTyped();
  if (body.dataset.only) location.href = message.path;
  else scrollToEnd();
}

function followUp(id, agent) {
  follow.querySelector("input").value = id;
  const words = follow.querySelector("[data-words]");
  words.textContent = words.dataset.words.replace("{}", id);
  follow.hidden = !id;
  const picker = ask.querySelector("select[name=agent]");
  if (picker && agent) picker.value = agent;
}

function onTyped() {
  prompt.style.height = "auto";
  prompt.style.height = `${prompt.scrollHeight + 2}px`;
  const note = byId("ask-note");
  note.dataset.usual ??= note.textContent;
  const left = prompt.maxLength - prompt.value.length;
  note.textContent = left < 5000 ? prompt.dataset.left.replace("{}", left.toLocaleString(language)) : note.dataset.usual;
  const thread = follow.querySelector("input").value;
  keepDraft(prompt.value, thread === body.dataset.only ? "" : thread);
  signDraft(ask.elements.agent?.value ?? "", ask.elements.csrf.value, Boolean(prompt.value.trim()));
}

function begin() {
  const kept = keptDraft();
  prompt.value ||= kept.text ?? "";
  if (kept.thread && !body.dataset.only) followUp(kept.thread);
  prompt.addEventListener("input", onTyped);
  prompt.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); ask.requestSubmit(); }
  });
  // On a phone the box is one line until somebody turns to it.
  ask.classList.toggle("slim", !prompt.value);
  prompt.addEventListener("focus", () => ask.classList.remove("slim"));
  byId("unfollow").addEventListener("click", () => { followUp(""); onTyped(); prompt.focus(); });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-follow]");
    if (!link) return;
    event.preventDefault();
    followUp(link.dataset.follow, link.closest(".request").querySelector(".asked-agent").textContent.slice(1));
    onTyped();
    prompt.focus();
  });
  onTyped();
}

if (ask) begin();
export const isAsking = () => all("textarea, input:not([type=checkbox]), select").includes(document.activeElement);
