// Posts the page's forms in the background, then shows the store's new state.
const main = document.getElementById("store");
const problem = document.getElementById("problem");
const result = document.getElementById("said");
let seen = "";
let asked = 0;
let answered = 0;
let leaving;

// What an action did stays in sight for a while, longer if there is more to read.
function say(text) {
  clearTimeout(leaving);
  result.textContent = text;
  leaving = setTimeout(() => { result.textContent = ""; }, 6000 + 50 * text.length);
}
const menuKey = (details) => details.querySelector("summary").getAttribute("aria-label") ?? details.querySelector("summary").textContent;

// Finds a button or field again after the page is replaced: by its form, its name and its label.
const formKey = (form) => [form?.getAttribute("action"), ...[...(form?.querySelectorAll("input[type=hidden]") ?? [])].map((input) => input.value)].join("|");
const keyOf = (element) => element.matches("summary") ? menuKey(element.parentElement) : [formKey(element.form), element.name, element.textContent.trim() && element.matches("button") ? element.textContent : ""].join("|");
const fields = () => [...main.querySelectorAll("input:not([type=hidden]), select")];
const isTyping = () => main.contains(document.activeElement) && document.activeElement.matches("input, select");
const isChanged = (field) => field.matches("select") ? field.selectedIndex > 0 : field.value !== field.defaultValue;

async function show() {
  const number = ++asked;
  const answer = await fetch("/", { headers: { Accept: "text/html" } });
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("store");
  // A later request may have been answered first.
  if (!next || number < answered) return;
  answered = number;
  if (next.innerHTML === seen) return;
  seen = next.innerHTML;
  const typed = new Map(fields().filter(isChanged).map((field) => [keyOf(field), field.value]));
  const focused = main.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  const open = new Set([...main.querySelectorAll("details[open]")].map(menuKey));
  main.replaceChildren(...next.childNodes);
  for (const field of fields()) if (typed.has(keyOf(field))) field.value = typed.get(keyOf(field));
  for (const details of main.querySelectorAll("details")) details.open = open.has(menuKey(details));
  const again = focused && [...main.querySelectorAll("button, summary"), ...fields()].find((element) => keyOf(element) === focused);
  again?.focus({ preventScroll: true });
}

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { target: form, submitter } = event;
  const body = new URLSearchParams(new FormData(form, submitter));
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  try {
    const answer = await fetch(action, { method: "POST", body, headers: { Accept: "application/json" } });
    const said = await answer.json();
    problem.textContent = answer.ok ? "" : said.detail;
    const kinds = (said.notifications ?? []).map((one) => one.notificationType);
    const menu = form.closest("details.menu");
    if (answer.ok && menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
    const what = submitter?.textContent.trim() || "Done";
    say(answer.ok ? `${what}: ${kinds.length ? kinds.join(", ") : "done"}` : "");
    await show();
  } catch {
    problem.textContent = "The store cannot be reached.";
  }
  problem.hidden = !problem.textContent;
});

setInterval(() => isTyping() || show().catch(() => {}), 2000);

// One menu at a time; Escape and a click elsewhere close it.
const closeMenus = (except) => { for (const menu of main.querySelectorAll("details.menu[open]")) if (menu !== except) menu.open = false; };
document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));
document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.("details.menu[open]");
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
