// Files that go with an ask: chosen, dropped or pasted; what is too big is refused before it is sent.

import { byId, element, language, say } from "./page.js";

const ask = byId("ask");
const input = ask?.querySelector("input[type=file]");
const list = byId("chosen");
let chosen = [];

export const filesChosen = () => chosen;

export function clearFiles() {
  chosen = [];
  show();
}

function take(files) {
  const limits = input.dataset;
  const trouble = ask.querySelector("[data-trouble]");
  const wanted = [...chosen, ...files];
  const tooBig = wanted.find((file) => file.size > Number(limits.limit));
  const together = wanted.reduce((sum, file) => sum + file.size, 0);
  if (tooBig) say(trouble, limits.tooBig.replace("{name}", tooBig.name.slice(0, 80)).replace("{size}", inWords(tooBig.size)));
  else if (wanted.length > Number(limits.most) || together > Number(limits.together)) say(trouble, limits.tooMany);
  else { chosen = wanted; say(trouble, ""); }
  show();
}

function inWords(bytes) {
  const [count, unit] = bytes < 1048576 ? [bytes / 1024, "kilobyte"] : [bytes / 1048576, "megabyte"];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(count);
}

function show() {
  input.value = "";
  list.hidden = !chosen.length;
  list.replaceChildren(...chosen.map((file, number) => {
    const item = element(`<li><span class="path"></span> <span class="soft small"></span><button type="button" class="link">×</button></li>`);
    item.querySelector(".path").textContent = file.name;
    item.querySelector(".small").textContent = inWords(file.size);
    const button = item.querySelector("button");
    button.setAttribute("aria-label", list.dataset.remove.replace("{}", file.name));
    button.addEventListener("click", () => { chosen.splice(number, 1); show(); byId("prompt").focus(); });
    return item;
  }));
}

if (input) {
  input.addEventListener("change", () => take(input.files));
  const carries = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragover", (event) => { if (carries(event)) { event.preventDefault(); ask.classList.add("drop"); } });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) ask.classList.remove("drop"); });
  document.addEventListener("drop", (event) => {
    ask.classList.remove("drop");
    if (!carries(event)) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  ask.addEventListener("paste", (event) => { if (event.clipboardData?.files.length) { event.preventDefault(); take(event.clipboardData.files); } });
}
