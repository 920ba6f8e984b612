// The rows of a timeline: each is there once, in order, and a run of looks is folded into one.

import { body, element, plain, remember } from "./page.js";
import { showTimes } from "./times.js";

const FOLDED = 3;
const known = new WeakMap();

function indexOf(rows) {
  if (!known.has(rows)) known.set(rows, new Map([...rows.children].filter((row) => row.dataset.row).map((row) => [row.dataset.row, row])));
  return known.get(rows);
}

export function addRows(rows, fresh, replace) {
  const index = indexOf(rows);
  let before = rows.lastElementChild;
  for (const row of fresh) {
    const old = index.get(row.dataset.row);
    if (old) {
      const begun = old.dataset.seq;
      before = old;
      // Of a call's beginning and its end, the end is the newer picture, in whatever order they are fetched.
      const stale = row.classList.contains("going") && !old.classList.contains("going");
      if (stale || plain(old) === plain(row)) continue;
      row.hidden = old.hidden;
      replace(old, row).dataset.seq = begun;
    } else {
      showTimes(row);
      insert(rows, row, before);
    }
    before = row;
    index.set(row.dataset.row, row);
    refold(row);
  }
}

const seqOf = (row) => Number(row.dataset.seq);

// Rows come in order, so each belongs near the one before it, at the end, or before all others.
function insert(rows, row, near) {
  const seq = seqOf(row);
  const first = rows.firstElementChild;
  if (!first || seqOf(first) > seq) { rows.prepend(row); return; }
  let before = near && near.parentElement === rows && seqOf(near) < seq ? near : rows.lastElementChild;
  while (before && seqOf(before) > seq) before = before.previousElementSibling;
  while (before?.nextElementSibling && seqOf(before.nextElementSibling) < seq) before = before.nextElementSibling;
  before.after(row);
}

export async function fetchRows(rows, query) {
  const answer = await fetch(`${rows.closest(".request").dataset.path}/steps?${query}`);
  if (!answer.ok) return null;
  const page = await answer.json();
  const list = element(`<ol>${page.rows}</ol>`);
  remember(list);
  addRows(rows, [...list.children], (old, row) => { showTimes(row); old.replaceWith(row); return row; });
  return page;
}

// Between what is there and what has come are rows that nobody has sent yet: a page holds a hundred.
export async function fillGap(rows, after, until) {
  for (let failures = 0; after < until && failures < 5;) {
    const page = await fetchRows(rows, `after=${after}`).catch(() => null);
    if (page && page.last > after) { after = page.last; continue; }
    failures += 1;
    await new Promise((done) => setTimeout(done, 500 * 2 ** failures));
  }
}

// Rows that only look, three and more in a row, stand behind one line. What the reader opened stays open.
const isLook = (row) => Boolean(row?.dataset.fold);
const isHead = (row) => Boolean(row?.classList.contains("fold"));

export function foldAll(rows) {
  for (const row of [...rows.children]) {
    if (isLook(row) && !isLook(row.previousElementSibling)) foldRun(row);
  }
}

function refold(row) {
  if (!isLook(row)) {
    row.hidden = false;
    if (isHead(row.previousElementSibling)) row.previousElementSibling.remove();
  }
  for (const one of [row, row.previousElementSibling, row.nextElementSibling]) if (isLook(one)) foldRun(one);
}

function foldRun(row) {
  let first = row;
  while (isLook(first.previousElementSibling) || isHead(first.previousElementSibling)) first = first.previousElementSibling;
  const run = [], heads = [];
  for (let one = first; isLook(one) || isHead(one); one = one.nextElementSibling) (isHead(one) ? heads : run).push(one);
  const open = heads.some((head) => head.firstElementChild.getAttribute("aria-expanded") === "true");
  const head = heads.shift();
  for (const other of heads) other.remove();
  if (run.length < FOLDED) {
    head?.remove();
    for (const one of run) one.hidden = false;
    return;
  }
  const shown = head ?? newHead();
  if (shown.nextElementSibling !== run[0]) run[0].before(shown);
  shown.dataset.seq = run[0].dataset.seq;
  shown.querySelector(".what").textContent = body.dataset.foldReads.replace("{}", run.length);
  for (const one of run) one.hidden = !open;
}

function newHead() {
  const head = element(`<li class="row fold"><button type="button" class="line" aria-expanded="false"><svg class="icon" aria-hidden="true"><use></use></svg><span class="what"></span></button></li>`);
  head.querySelector("use").setAttribute("href", new URL("icons.svg#eye", import.meta.url).href);
  return head;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(".fold > button");
  if (!button) return;
  const open = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", String(open));
  for (let row = button.parentElement.nextElementSibling; isLook(row); row = row.nextElementSibling) row.hidden = !open;
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.earlier");
  if (!link) return;
  event.preventDefault();
  const page = await fetchRows(link.closest(".steps").querySelector(".rows"), `before=${link.dataset.before}`);
  if (!page) { location.href = link.href; return; }
  link.dataset.before = page.first;
  link.textContent = page.words;
  if (page.first <= 1) link.closest("p").remove();
});
