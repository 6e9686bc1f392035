// Posts the page's forms in the background, then shows the store's new state.
const main = document.getElementById("store");
const problem = document.getElementById("problem");
let seen = "";

// Finds a button or field again after the page is replaced: by its form, its name and its label.
const formKey = (form) => [form?.getAttribute("action"), ...[...(form?.querySelectorAll("input[type=hidden]") ?? [])].map((input) => input.value)].join("|");
const keyOf = (element) => [formKey(element.form), element.name, element.textContent.trim() && element.matches("button") ? element.textContent : ""].join("|");
const fields = () => [...main.querySelectorAll("input:not([type=hidden]), select")];
const isTyping = () => main.contains(document.activeElement) && document.activeElement.matches("input, select");
const isChanged = (field) => field.matches("select") ? field.selectedIndex > 0 : field.value !== field.defaultValue;

async function show() {
  const answer = await fetch("/", { headers: { Accept: "text/html" } });
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("store");
  if (!next || next.innerHTML === seen) return;
  seen = next.innerHTML;
  const typed = new Map(fields().filter(isChanged).map((field) => [keyOf(field), field.value]));
  const focused = main.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  const open = [...main.querySelectorAll("details")].map((details) => details.open);
  main.replaceChildren(...next.childNodes);
  for (const field of fields()) if (typed.has(keyOf(field))) field.value = typed.get(keyOf(field));
  main.querySelectorAll("details").forEach((details, index) => { details.open = open[index] ?? false; });
  const again = focused && [...main.querySelectorAll("button"), ...fields()].find((element) => keyOf(element) === focused);
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
    document.getElementById("said").textContent = answer.ok ? ["Done", ...kinds].join(", ") : "";
    await show();
  } catch {
    problem.textContent = "The store cannot be reached.";
  }
  problem.hidden = !problem.textContent;
});

setInterval(() => isTyping() || show().catch(() => {}), 2000);
