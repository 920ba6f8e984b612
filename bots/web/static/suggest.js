// While typing: agents after @, and requests of this page after R or #.

import { all, announce, byId, element } from "./page.js";

const prompt = byId("prompt");
const list = byId("suggestions");
let found = [], chosen = 0, start = 0;

function candidates(word) {
  if (word.startsWith("@")) {
    return all("[data-handle]", byId("agents-here").content)
      .map((agent) => ({ text: `@${agent.dataset.handle}`, note: agent.textContent }));
  }
  return all(".request").reverse()
    .map((card) => ({ text: card.id, note: card.querySelector(".prompt").textContent.slice(0, 60) }));
}

function look() {
  const before = prompt.value.slice(0, prompt.selectionStart);
  const word = before.match(/(?:^|\s)(@[\w.-]*|R\d*-?\d*|#\d*)$/)?.[1];
  found = [];
  if (word && (word !== "R" || before.length > 1)) {
    start = before.length - word.length;
    const wanted = word.replace(/^[#]/, "").toLowerCase();
    const fits = (text) => word.startsWith("#") ? text.includes(wanted) : text.toLowerCase().startsWith(wanted);
    found = candidates(word).filter((one) => fits(one.text) && one.text !== word).slice(0, 6);
  }
  chosen = 0;
  show();
  if (found.length) announce(`${list.getAttribute("aria-label")}: ${found.map((one) => one.text).join(", ")}`);
}

function show() {
  list.hidden = !found.length;
  list.replaceChildren(...found.map((one, number) => {
    const item = element(`<li role="option" id="suggestion-${number}"><b></b> <span class="soft small"></span></li>`);
    item.querySelector("b").textContent = one.text;
    item.querySelector("span").textContent = one.note;
    item.setAttribute("aria-selected", String(number === chosen));
    item.addEventListener("mousedown", (event) => { event.preventDefault(); take(number); });
    return item;
  }));
  if (found.length) prompt.setAttribute("aria-activedescendant", `suggestion-${chosen}`);
  else prompt.removeAttribute("aria-activedescendant");
}

function take(number) {
  prompt.setRangeText(`${found[number].text} `, start, prompt.selectionStart, "end");
  prompt.dispatchEvent(new Event("input", { bubbles: true }));
  found = [];
  show();
}

if (prompt) {
  prompt.setAttribute("aria-autocomplete", "list");
  prompt.setAttribute("aria-controls", list.id);
  prompt.addEventListener("input", look);
  prompt.addEventListener("blur", () => { found = []; show(); });
  prompt.addEventListener("keydown", (event) => {
    if (!found.length || event.isComposing) return;
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in moves) chosen = (chosen + moves[event.key] + found.length) % found.length;
    else if (event.key === "Escape") found = [];
    else if ((event.key === "Enter" || event.key === "Tab") && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); take(chosen); return; }
    else return;
    event.preventDefault();
    show();
  });
}
