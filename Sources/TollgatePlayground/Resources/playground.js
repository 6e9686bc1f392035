// Keeps a playground live: sends forms, listens to events, and changes regions in place.
const main = document.querySelector("main[data-app]");
const regions = ["phone", "panels", "controls"];
const region = (name) => document.getElementById(name);
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

// Nodes with the same key are the same node: an id, a data-key, or what the form posts.
function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  if (node.id || node.dataset.key) return node.id || node.dataset.key;
  if (node.localName !== "form") return null;
  return "form:" + [...node.querySelectorAll("input[type=hidden]")].map((i) => i.value).join("/");
}

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function morph(live, next) {
  if (live.nodeType !== Node.ELEMENT_NODE) {
    if (live.nodeValue !== next.nodeValue) live.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...live.attributes]) {
    const kept = name === "open" && live.localName === "details";
    if (!kept && !next.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    const kept = name === "open" && live.localName === "details";
    if (kept || live.getAttribute(name) === value) continue;
    live.setAttribute(name, value);
    if (name === "value" && live.localName === "input") live.form?.reset();
  }
  morphChildren(live, next);
}

function morphChildren(live, next) {
  const move = (live.moveBefore ?? live.insertBefore).bind(live);
  let cursor = live.firstChild;
  for (const child of [...next.childNodes]) {
    let match = cursor;
    while (match && !alike(match, child)) match = match.nextSibling;
    if (!match) {
      live.insertBefore(child, cursor);
    } else {
      if (match === cursor) cursor = cursor.nextSibling;
      else move(match, cursor);
      morph(match, child);
    }
  }
  while (cursor) {
    const after = cursor.nextSibling;
    cursor.remove();
    cursor = after;
  }
}

// Updates the page: the regions in place, then scroll, focus, timers and announcements.
let openDialog = null;
let focusBefore = null;
let said = new Set();
let newest = 0;

const topDialog = () => [...region("phone").querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? null;
const dialogKey = (dialog) => dialog && keyOf(dialog.closest("[data-key]"));
const sayings = () => [...document.querySelectorAll("[data-announce]")].map((e) => e.textContent.trim()).filter(Boolean);

function apply(update) {
  if (update.number < newest) return;
  newest = update.number ?? 0;
  const focused = document.activeElement;
  const ends = new Map([...document.querySelectorAll("[data-scroll-end]")].map((e) => [keyOf(e.parentElement), e.childElementCount]));
  for (const name of regions) {
    if (typeof update[name] !== "string") continue;
    const next = region(name).cloneNode(false);
    next.innerHTML = update[name];
    morphChildren(region(name), next);
  }
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
  scrollToEnds(ends);
  moveFocus(focused);
  pressLater();
  announce();
}

function scrollToEnds(ends = new Map()) {
  for (const list of document.querySelectorAll("[data-scroll-end]")) {
    if (ends.get(keyOf(list.parentElement)) === list.childElementCount) continue;
    list.scrollTo({ top: list.scrollHeight, behavior: reducedMotion.matches || !ends.size ? "auto" : "smooth" });
  }
}

// Focus enters a dialog when it opens and goes back to where it was when the last one closes.
function moveFocus(focused) {
  const dialog = topDialog();
  const key = dialogKey(dialog);
  const inPhone = region("phone").contains(document.activeElement);
  const lost = document.activeElement === document.body || document.activeElement === null;
  if (key && key !== openDialog) {
    if (!openDialog) focusBefore = { element: focused, key: focused?.closest && keyOf(focused.closest("form") ?? focused) };
    if (lost || inPhone || document.activeElement?.closest("[inert]")) {
      (dialog.querySelector("[data-focus]") ?? dialog).focus({ preventScroll: true });
    }
  } else if (!key && openDialog) {
    if (lost) (returnTarget() ?? region("phone")).focus({ preventScroll: true });
    focusBefore = null;
  } else if (lost && focused && focused !== document.body) {
    (dialog ?? region("phone")).focus({ preventScroll: true });
  }
  openDialog = key;
}

function returnTarget() {
  if (focusBefore?.element?.isConnected && focusBefore.element !== document.body) return focusBefore.element;
  const form = [...document.querySelectorAll("main form")].find((f) => focusBefore?.key && keyOf(f) === focusBefore.key);
  return form?.querySelector("button:not(:disabled)");
}

function announce() {
  const now = sayings();
  const fresh = now.filter((text) => !said.has(text));
  said = new Set(now);
  if (fresh.length) document.getElementById("announcer").textContent = fresh.join(". ");
}

// A welcome closes itself; its button is pressed once.
let pressing = null;
function pressLater() {
  const element = document.querySelector("[data-press-after]");
  if (!element) return clearTimeout(pressing), (pressing = null);
  if (pressing) return;
  pressing = setTimeout(() => {
    pressing = null;
    if (element.isConnected) element.querySelector("form").requestSubmit();
  }, Number(element.dataset.pressAfter));
}

// Forms are posted in the background; the response is the page or its regions.
function tell(text) {
  const problem = document.getElementById("problem");
  problem.textContent = text;
  problem.hidden = !text;
}

async function send(form, submitter, fields = new FormData(form, submitter), busy = form) {
  const body = new URLSearchParams(fields);
  busy.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json, text/html;q=0.5" } });
    const type = answer.headers.get("Content-Type") ?? "";
    if (!answer.ok) throw new Error(`The playground answered ${answer.status}.`);
    if (form.hasAttribute("data-reset")) form.reset();
    tell("");
    if (type.includes("json")) apply(await answer.json());
    else if (type.includes("html")) applyDocument(await answer.text());
  } catch (error) {
    tell(error instanceof TypeError ? "The playground cannot be reached." : error.message);
  } finally {
    busy.removeAttribute("aria-busy");
  }
}

function applyDocument(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  if (next.querySelector("main")?.dataset.app !== main.dataset.app) return location.reload();
  apply(Object.fromEntries(regions.map((name) => [name, next.getElementById(name)?.innerHTML])));
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest("main")) return;
  event.preventDefault();
  if (event.target.getAttribute("aria-busy") !== "true") send(event.target, event.submitter);
});

// A selection is posted at once, so that the text beside it matches.
document.addEventListener("change", (event) => {
  const form = event.target.closest("main form[data-select]");
  if (!form) return;
  const fields = new FormData(form);
  fields.set("action", form.dataset.select);
  send(form, null, fields, event.target.closest("fieldset"));
});

// Esc closes the topmost dialog, if it may be closed.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const exit = topDialog()?.querySelector("[data-escape]");
  if (!exit) return;
  event.preventDefault();
  exit.querySelector("button").click();
});

function listen() {
  let missed = false;
  const events = new EventSource(main.dataset.events);
  events.onmessage = (event) => apply(JSON.parse(event.data));
  events.onerror = () => { missed = true; };
  events.onopen = async () => {
    if (missed) applyDocument(await (await fetch(location.href)).text());
    missed = false;
  };
}

if (main) {
  if (matchMedia("(max-width: 820px)").matches) {
    for (const part of document.querySelectorAll("main details:not([data-key=time])")) part.open = false;
  }
  said = new Set(sayings());
  scrollToEnds();
  moveFocus(document.activeElement);
  pressLater();
  listen();
}
