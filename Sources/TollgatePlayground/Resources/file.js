// The blueprint beside the phone: its text with line numbers, what is changed in it, and the rule of each answer.
import { apply, ask, isBar, isUnreached, loaded, main, post, reducedMotion, tell, unreachable } from "./playground.js";

const panel = () => document.querySelector(".panel.file");
const place = () => document.querySelector(".file-editor");
const field = () => place()?.querySelector("textarea");
const lines = () => place().querySelector(".lines");

// The answers that are lit. A stylesheet outlives the updates of the page.
const lit = new CSSStyleSheet();
document.adoptedStyleSheets.push(lit);

function build() {
  const editor = place();
  const paper = Object.assign(document.createElement("div"), { className: "paper" });
  const rows = Object.assign(document.createElement("div"), { className: "lines" });
  const marks = ["i", "u"].map((name) => Object.assign(document.createElement(name), { hidden: true }));
  const text = Object.assign(document.createElement("textarea"), { spellcheck: false, wrap: "off" });
  rows.setAttribute("aria-hidden", "true");
  text.setAttribute("aria-label", editor.dataset.name);
  paper.append(...marks, rows, text);
  editor.replaceChildren(paper);
  text.setAttribute("autocapitalize", "off");
  text.addEventListener("input", change);
  // Where long lines wrap, the rows move when the width changes.
  new ResizeObserver(() => editor.querySelectorAll("i, u, s").forEach(put)).observe(rows);
  loaded.add(editor);
}

// A row for each line behind the field: its number, and an invisible copy of its text where that may be wrapped.
function number() {
  const rows = lines();
  const texts = field().value.split("\n");
  while (rows.childElementCount > texts.length) rows.lastElementChild.remove();
  let row = rows.firstElementChild;
  for (const text of texts) {
    row ??= rows.appendChild(document.createElement("span"));
    if (row.dataset.text !== text) row.dataset.text = text;
    row = row.nextElementSibling;
  }
}

const rowOf = (line) => lines().children[Math.min(Math.max(line, 1), lines().childElementCount) - 1];
const lineAt = (y) => [...lines().children].findLastIndex((row) => row.offsetTop <= y) + 1;

// Puts a mark behind its lines.
function put(mark) {
  const { from, lines: count = 1 } = mark.dataset;
  const [first, last] = [rowOf(Number(from)), rowOf(Number(from) + Number(count) - 1)];
  if (!first || mark.hidden) return;
  mark.style.setProperty("--top", `${first.offsetTop}px`);
  mark.style.setProperty("--height", `${last.offsetTop + last.offsetHeight - first.offsetTop}px`);
}

// Shows the file as it is, if it is not what was shown last.
let shown = null;

async function show() {
  const version = panel()?.dataset.version;
  markMistakes();
  if (!version || version === shown || changing || sending) return;
  shown = version;
  try {
    const answer = await ask(place().dataset.file);
    if (!answer.ok) throw new TypeError("The blueprint could not be read.");
    const text = await answer.text();
    const isFirst = !field();
    if (isFirst) build();
    if (changing || sending) return void (shown = null);
    if (field().value !== text) field().value = text;
    number();
    markMistakes();
    if (isFirst) openAtRule();
    followStory();
  } catch {
    shown = null;
    tell(unreachable);
  }
}

// A change is sent once nothing has been typed for a moment, and the life is lived again under it.
const quiet = 700;
let changing = null;
let changedLine = 0;
let sending = 0;

function change() {
  number();
  changedLine = caretLine();
  clearTimeout(changing);
  changing = setTimeout(sendChange, quiet);
}

async function sendChange() {
  clearTimeout(changing);
  changing = null;
  sending += 1;
  try {
    const answer = await post(place().dataset.file, field().value);
    if (!answer.ok) throw new Error(`The playground answered ${answer.status}.`);
    apply(await answer.json());
    tell("");
  } catch (error) {
    tell(isUnreached(error) ? unreachable : error.message);
  } finally {
    sending -= 1;
    show();
  }
}

// What was typed last is sent before it is taken back or kept.
document.addEventListener("submit", ({ target }) => {
  if (target.closest(".file-actions") && changing) sendChange();
}, true);

// The lines with mistakes.
function markMistakes() {
  const editor = place();
  if (!field()) return;
  editor.querySelectorAll("s").forEach((mark) => mark.remove());
  for (const { dataset } of document.querySelectorAll(".file-problems [data-line]")) {
    const mark = document.createElement("s");
    mark.dataset.from = dataset.line;
    lines().before(mark);
    put(mark);
  }
  field().setAttribute("aria-invalid", String(document.querySelector(".file-problems") !== null));
}

// Lighting: the rule of an answer, and the answers of a line.

const rules = () => [...document.querySelectorAll("[data-lines]")].map((row) => {
  const [from, to] = row.dataset.lines.split("-").map(Number);
  const [line, column] = row.dataset.limit?.split(":").map(Number) ?? [];
  return { row, from, to, limit: line && { from: line, to: line, column } };
});

const has = (rule, line) => rule.from <= line && line <= rule.to;

// If a rule's number is written elsewhere, the line of the number is lit too.
function light(found, line) {
  const editor = place();
  if (!field()) return;
  color(found.map(({ row }) => row.dataset.key));
  const own = line === undefined ? found : found.filter((rule) => has(rule, line));
  const numbers = found.flatMap(({ limit }) => limit ?? []).filter(({ from }) => !own.some((rule) => has(rule, from)));
  const onLine = own.length || !found.length ? own : [{ from: line, to: line }];
  mark(editor.querySelector("i"), onLine);
  mark(editor.querySelector("u"), numbers.filter(({ from }) => from !== line));
}

function mark(element, ranges) {
  element.hidden = ranges.length === 0;
  if (element.hidden) return;
  element.dataset.from = Math.min(...ranges.map(({ from }) => from));
  element.dataset.lines = Math.max(...ranges.map(({ to }) => to)) - element.dataset.from + 1;
  put(element);
}

// Changing a stylesheet restyles the whole page, so it is changed only if other rows are lit.
let colored = "";

function color(keys) {
  const rows = keys.map((key) => `[data-key="${CSS.escape(key)}"]`).join();
  if (rows === colored) return;
  colored = rows;
  lit.replaceSync(rows && `:is(${rows}) { background: var(--fresh); outline: 2px solid var(--primary); outline-offset: -2px; & .badge { box-shadow: inset 0 0 0 1px } }`);
}

const ruleOf = (row) => rules().filter((rule) => rule.row === row);
const lightLine = (line) => light(rules().filter((rule) => has(rule, line) || rule.limit?.from === line), line);
const caretLine = () => field().value.slice(0, field().selectionStart).split("\n").length;

// The rule that the story is at.
const told = () => rules().find(({ row }) => row.matches(".excerpt"));

// While nothing is pointed at, what has the focus is lit, or else the story's rule.
function lightFocus() {
  const focused = document.activeElement;
  if (focused && focused === field()) return lightLine(caretLine());
  const row = focused?.closest("[data-lines]");
  if (!row && told()) lightLine(told().from);
  else light(ruleOf(row ?? null));
}

function reveal(line, behavior = "auto") {
  if (document.activeElement !== field()) field().scrollLeft = 0;
  place().scrollTo({ top: line > 4 ? rowOf(line - 3).offsetTop : 0, behavior });
}

// Each beat of the story leads the file to its rule, but for somebody who writes in it.
let beat = "";
let isTakenOver = false;

function followStory() {
  if (!field()) return;
  if (isTakenOver && rules().length && !document.querySelector(".story")) {
    isTakenOver = false;
    return leadTo(rules().find(({ limit }) => limit)?.limit ?? rules()[0]);
  }
  const rule = told();
  const now = rule ? `${rule.row.closest("[data-step]").dataset.step} ${rule.row.dataset.lines}` : "";
  if (now === beat) return;
  beat = now;
  lightFocus();
  if (rule && document.activeElement !== field()) reveal(rule.from, reducedMotion.matches ? "instant" : "smooth");
}

// A file begins with its names; what is looked for is the story's rule, or that of the first answer.
function openAtRule() {
  const [first] = rules();
  if (first && field() && place().scrollTop === 0) reveal(first.from);
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("#parts [value=file]")) openAtRule();
});

document.addEventListener("pointerover", ({ target }) => {
  const row = target.closest?.("[data-lines]");
  if (!row) return;
  light(ruleOf(row));
  if (field()) ruleOf(row).forEach(({ from }) => reveal(from));
});
document.addEventListener("pointerout", ({ target }) => {
  if (target.closest?.("[data-lines]") || target === field()) lightFocus();
});
document.addEventListener("pointermove", ({ target, clientY }) => {
  if (target === field()) lightLine(lineAt(clientY - target.getBoundingClientRect().top));
});
document.addEventListener("focusin", ({ target }) => {
  lightFocus();
  const row = target.closest("[data-lines]");
  if (row && field()) ruleOf(row).forEach(({ from }) => reveal(from));
});
document.addEventListener("focusout", ({ target }) => {
  // Long lines are cut at their ends, and not all lines at their beginnings.
  if (target === field()) target.scrollLeft = 0;
  lightFocus();
});
document.addEventListener("selectionchange", () => {
  if (document.activeElement !== field()) return;
  lightLine(caretLine());
  // Changes to two lines are two changes, which are undone one by one.
  if (changing && caretLine() !== changedLine) sendChange();
});

// Whoever leaves the story continues in the file, where it is in sight.
document.addEventListener("submit", ({ target }) => {
  isTakenOver = target.matches(".story .take-over");
});

// On a phone the file is in the drawer, and the keyboard would cover it.
function leadTo(rule) {
  if (!isBar.matches) return writeAt(rule);
  location.hash = "panels";
  reveal(rule.from);
  lightLine(rule.from);
}

// A press on a rule leads to its lines.
document.addEventListener("click", ({ target }) => {
  const row = target.closest("[data-rule]")?.closest("[data-lines]");
  if (row && field()) writeAt(ruleOf(row)[0]);
});

// The number of a limit is selected, so that what is typed replaces it.
function writeAt({ from, column = 1 }) {
  panel().open = true;
  panel().scrollIntoView({ block: "nearest" });
  const start = field().value.split("\n").slice(0, from - 1).join("\n").length + (from > 1 ? 1 : 0) + column - 1;
  const number = column > 1 ? /^[0-9]*/.exec(field().value.slice(start))[0] : "";
  field().focus({ preventScroll: true });
  field().setSelectionRange(start, start + number.length);
  reveal(from);
}

if (main) {
  main.addEventListener("updated", () => {
    show();
    followStory();
  });
  show();
}
