// Keeps a playground live: sends forms, listens to events, and changes regions in place.
const main = document.querySelector("main[data-app]");
const regions = ["phone", "panels", "controls", "guide"];
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

// What a row holds that was fetched when it opened, which an update does not bring.
const loaded = new WeakSet();

function morph(live, next) {
  if (loaded.has(live)) return;
  if (live.nodeType !== Node.ELEMENT_NODE) {
    if (live.nodeValue !== next.nodeValue) live.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...live.attributes]) {
    // A form that is being sent stays so until its answer, whatever is shown meanwhile.
    const kept = name === "aria-busy" || (name === "open" && live.localName === "details");
    if (!kept && !next.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    const kept = name === "open" && live.localName === "details";
    if (kept || live.getAttribute(name) === value) continue;
    const untouched = name === "value" && live.localName === "input" && live.value === live.defaultValue;
    live.setAttribute(name, value);
    if (untouched) live.value = value;
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
let openers = [];
let said = new Set();
let newest = main ? numberOf(main) : 0;
// What the server last wrote into each region: what it writes again changes nothing there.
const written = {};

const topDialog = () => [...region("phone").querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? null;
const dialogKey = (dialog) => dialog && keyOf(dialog.closest("[data-key]"));
const sayings = () => [...document.querySelectorAll("[data-announce]")].map((e) => e.textContent.trim()).filter(Boolean);

// The number of the last update that a document includes.
function numberOf({ dataset }) {
  return Number(new URL(dataset.events, location).searchParams.get("after"));
}

// An action's update comes twice: as the answer and as an event.
function apply(update) {
  if (update.number <= newest) return;
  newest = update.number;
  // A blueprint whose mistakes are corrected gets a phone, with a page of its own.
  if (update.phone && !region("phone").firstElementChild) return location.reload();
  const focused = document.activeElement;
  keepDraft();
  const ends = new Map([...document.querySelectorAll("[data-scroll-end]")].map((e) => [keyOf(e.parentElement), e.childElementCount]));
  for (const name of regions) {
    if (typeof update[name] !== "string" || update[name] === written[name]) continue;
    written[name] = update[name];
    const next = region(name).cloneNode(false);
    next.innerHTML = update[name];
    morphChildren(region(name), next);
  }
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
  restoreDraft();
  scrollToEnds(ends);
  moveFocus(focused);
  if (focused?.matches("[data-watch]") && !focused.isConnected) nextStep()?.focus({ preventScroll: true });
  pressLater();
  announce();
  endToast();
  closeLater();
  followAddress();
  showParts();
  playOn();
  main.dispatchEvent(new Event("updated"));
}

// A part of the page stands there once a journey needs it or somebody asks for it, until it is put away.
const partsKey = "tollgate-parts";
const isNarrow = matchMedia("(max-width: 720px)");
const parts = new Set(keptParts());
let beat = null;

function keptParts() {
  try {
    const kept = localStorage.getItem(partsKey);
    if (kept !== null) return kept.split(" ");
  } catch {
    // Without storage, each visit is the first.
  }
  return isNarrow.matches ? [] : ["file"];
}

function showParts() {
  const { journey, step, parts: needed = "" } = document.querySelector("[data-journey]")?.dataset ?? {};
  const now = `${journey} ${step}`;
  if (beat !== now) for (const part of needed.split(" ")) parts.add(part);
  beat = now;
  parts.delete("");
  const [before, shown] = [main.dataset.parts, [...parts].join(" ")];
  if (before === shown) return;
  main.dataset.parts = shown;
  const answers = [...parts].some((part) => part !== "controls" && part !== "ledger");
  main.dataset.columns = Number(parts.has("ledger")) + Number(answers);
  for (const button of document.querySelectorAll("#parts button")) button.setAttribute("aria-pressed", parts.has(button.value));
  try {
    localStorage.setItem(partsKey, shown);
  } catch {
    // A browser that keeps nothing shows the first page again.
  }
  // What the page opens with stands there at once.
  if (before === undefined || isBar.matches || reducedMotion.matches) return;
  for (const part of parts) {
    if (before.split(" ").includes(part)) continue;
    const key = part === "phases" ? "life" : part;
    const element = document.querySelector(`#${key}, #panels [data-key=${key}]`);
    element?.animate({ opacity: [0, 1], translate: ["0 10px", "none"] }, 400);
  }
}

document.addEventListener("click", ({ target }) => {
  const part = target.closest("#parts button")?.value;
  if (!part) return;
  if (!parts.delete(part)) parts.add(part);
  showParts();
  // On a phone the controls take the place of their button.
  if (isBar.matches && part === "controls") document.querySelector("#controls summary").focus();
});

// What is being typed outlives an update, also one that takes the field away for a while.
const leaving = ["sign-out", "delete-account", "second-account", "first-person", "device", "variant", "reinstall", "reset"];
let draft = "";

function keepDraft() {
  const field = document.querySelector("form[data-draft] input:not([type=hidden])");
  if (field) draft = field.value;
}

function restoreDraft() {
  const field = document.querySelector("form[data-draft] input:not([type=hidden])");
  if (field && !field.value) field.value = draft;
}

// Gives back a message that was not sent, before what was typed since.
function giveBack(form, text) {
  if (!text) return;
  const field = form.isConnected ? form.elements.text : document.querySelector("form[data-draft]")?.elements.text;
  const typed = field ? field.value : draft;
  const whole = typed.startsWith(text) ? typed : `${text} ${typed}`.trim();
  if (field) field.value = whole;
  draft = whole;
}

// A toast leaves by itself, after enough time to read it.
const toastTime = 5000;
let leave = null;

function endToast() {
  clearTimeout(leave);
  const toast = region("phone").querySelector(".toast");
  if (!toast) return;
  leave = setTimeout(() => {
    said.delete(toast.textContent.trim());
    toast.remove();
    // The same toast may come again.
    delete written.phone;
  }, toastTime);
}

// A paywall's close button shows when its blueprint says, counted from when the paywall appeared.
let delayed = null;

function closeLater() {
  const close = region("phone").querySelector("[data-close-after]");
  if (!close) return (delayed = null);
  const key = keyOf(close.closest("[data-key]"));
  if (delayed?.key !== key) delayed = { key, until: performance.now() + Number(close.dataset.closeAfter) };
  const left = delayed.until - performance.now();
  close.hidden = left > 0;
  clearTimeout(delayed.timer);
  if (left > 0) delayed.timer = setTimeout(closeLater, left + 1);
}

function scrollToEnds(ends = new Map()) {
  for (const list of document.querySelectorAll("[data-scroll-end]")) {
    if (ends.get(keyOf(list.parentElement)) === list.childElementCount) continue;
    list.scrollTo({ top: list.scrollHeight, behavior: reducedMotion.matches || !ends.size ? "auto" : "smooth" });
  }
}

// Focus enters a dialog when it opens, and goes back to what opened it when it closes.
function moveFocus(focused) {
  const dialog = topDialog();
  const key = dialogKey(dialog);
  const opened = openers.at(-1)?.dialog ?? null;
  const inPhone = region("phone").contains(document.activeElement);
  const lost = document.activeElement === document.body || document.activeElement === null;
  if (key === opened) {
    if (lost && focused && focused !== document.body) (dialog ?? region("phone")).focus({ preventScroll: true });
    return;
  }
  const depth = openers.findIndex((each) => each.dialog === key);
  const closed = openers.filter((each, index) => index > depth && !isOpen(each.dialog));
  openers = openers.filter((each) => !closed.includes(each));
  if (key && depth < 0) {
    openers.push({ dialog: key, opener: closed[0]?.opener ?? openerOf(focused) });
    if (lost || inPhone || document.activeElement?.closest("[inert]")) {
      (dialog.querySelector("[data-focus]") ?? dialog).focus({ preventScroll: true });
    }
  } else if (lost || document.activeElement === dialog) {
    (returnTarget(closed[0]?.opener) ?? dialog ?? region("phone")).focus({ preventScroll: true });
  }
}

const isOpen = (key) => [...region("phone").querySelectorAll("[role=dialog], [role=alertdialog]")].some((dialog) => dialogKey(dialog) === key);

// What had focus when a dialog opened; it is found again by its form if the page has replaced it.
function openerOf(element) {
  const form = element?.closest?.("form");
  return { element, form: form && keyOf(form), value: element?.value };
}

function returnTarget(opener) {
  const element = opener?.element;
  if (element?.isConnected && element !== document.body && !element.closest("[inert]")) return element;
  const form = [...document.querySelectorAll("main form")].find((f) => opener?.form && keyOf(f) === opener.form);
  const buttons = [...(form?.querySelectorAll("button:not(:disabled)") ?? [])];
  return buttons.find((button) => button.value === opener.value) ?? buttons[0];
}

function announce() {
  const now = sayings();
  const fresh = now.filter((text) => !said.has(text));
  said = new Set(now);
  if (fresh.length) document.getElementById("announcer").textContent = fresh.map((text) => (/[.!?:…。！？]$/.test(text) ? text : `${text}.`)).join(" ");
}

// A button that is pressed by itself, once, and not while somebody writes.
let pressing = null;
function pressLater() {
  const element = document.querySelector("[data-press-after]");
  if (!element) return clearTimeout(pressing), (pressing = null);
  if (pressing) return;
  pressing = setTimeout(() => {
    pressing = null;
    if (document.activeElement?.closest("form[data-draft]") && document.activeElement.value) return pressLater();
    if (element.isConnected) element.querySelector("form").requestSubmit();
  }, Number(element.dataset.pressAfter));
}

// The address names the journey and its step, so that it can be shared.
function followAddress() {
  const { journey, step } = document.querySelector("[data-journey]")?.dataset ?? {};
  const address = location.pathname + (journey ? `?journey=${journey}&step=${step}` : "") + location.hash;
  if (address !== location.pathname + location.search + location.hash) history.replaceState(history.state, "", address);
}

// A journey plays by itself until it ends or somebody touches the page; the story begins to when it is watched, if motion
// is welcome.
const playEvery = 4000;
let isPlaying = false;
let playing = null;
const nextStep = () => document.querySelector("[data-next]");

function playOn() {
  clearTimeout(playing);
  isPlaying &&= nextStep() !== null;
  const button = document.querySelector("[data-play]");
  if (button) button.textContent = isPlaying ? "Pause" : "Play";
  const every = document.querySelector("[data-journey]")?.dataset.every ?? playEvery;
  if (isPlaying) playing = setTimeout(() => nextStep()?.click(), Number(every));
}

function stopPlaying({ target }) {
  if (!isPlaying || target.closest?.("[data-play], [data-watch]")) return;
  isPlaying = false;
  playOn();
}

document.addEventListener("pointerdown", stopPlaying, true);
document.addEventListener("keydown", (event) => {
  if (!["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) stopPlaying(event);
}, true);

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-watch]")) isPlaying = !reducedMotion.matches;
  if (!target.closest("[data-play]")) return;
  isPlaying = !isPlaying;
  playOn();
  if (isPlaying) nextStep()?.click();
});

// Forms are posted in the background; the response is the page or its regions.
const unreachable = "The playground cannot be reached. Is it still running?";
const patience = 30_000;

// Asks the server, and gives up after as long as a person would wait.
const ask = (address, options = {}) => fetch(address, { ...options, signal: AbortSignal.timeout(patience) });
const isUnreached = (error) => error instanceof TypeError || error.name === "TimeoutError";

function tell(text) {
  const problem = document.getElementById("problem");
  if (problem.textContent === text) return;
  problem.textContent = text;
  problem.hidden = !text;
}

// Actions reach the server in the order in which they were pressed.
let last = Promise.resolve();

function post(address, body) {
  const send = () => ask(address, { method: "POST", body, headers: { Accept: "application/json, text/html;q=0.5" } });
  return (last = last.then(send, send));
}

async function send(form, submitter, fields = new FormData(form, submitter), busy = form) {
  const body = new URLSearchParams(fields);
  const message = form.hasAttribute("data-draft") ? fields.get("text") : "";
  if (message) form.elements.text.value = "";
  if (leaving.includes(fields.get("action"))) document.querySelector("form[data-draft]")?.reset(), (draft = "");
  busy.setAttribute("aria-busy", "true");
  try {
    const answer = await post(form.getAttribute("action"), body);
    const type = answer.headers.get("Content-Type") ?? "";
    if (!answer.ok) throw new Error(`The playground answered ${answer.status}.`);
    tell("");
    if (type.includes("json")) {
      const update = await answer.json();
      apply(update);
      if (update.said) tell(update.said);
      if (update.kept) giveBack(form, message);
    } else if (type.includes("html")) applyDocument(await answer.text());
  } catch (error) {
    isPlaying = false;
    giveBack(form, message);
    tell(isUnreached(error) ? unreachable : error.message);
  } finally {
    busy.removeAttribute("aria-busy");
  }
}

function applyDocument(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const other = next.querySelector("main");
  if (other?.dataset.app !== main.dataset.app) return location.reload();
  apply({ number: numberOf(other), ...Object.fromEntries(regions.map((name) => [name, next.getElementById(name)?.innerHTML])) });
}

// The fields of a form that needs some and has none: its button leads to the first, and nothing is wrong yet.
function untouched(form) {
  const needed = [...form.querySelectorAll("[aria-required=true]")];
  return needed.every((field) => !field.value) ? needed : [];
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest("main")) return;
  event.preventDefault();
  const [field] = untouched(event.target);
  if (field) field.focus();
  else if (event.target.getAttribute("aria-busy") !== "true") send(event.target, event.submitter);
});

// A selection is posted at once, so that the text beside it matches.
document.addEventListener("change", (event) => {
  const form = event.target.closest("main form[data-select]");
  if (!form) return;
  const fields = new FormData(form);
  fields.set("action", form.dataset.select);
  send(form, null, fields, event.target.closest("fieldset"));
});

// Esc closes the topmost dialog, if it may be closed; on a phone, what covers it first.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || (isBar.matches && (openGroup() || location.hash === "#panels"))) return;
  const exit = topDialog()?.querySelector("[data-escape]:not([hidden])");
  if (!exit) return;
  event.preventDefault();
  exit.querySelector("button").click();
});

// On a phone the controls are a bar: one group is open at a time, and Esc closes it or the drawer.
const isBar = matchMedia("(max-width: 480px)");
const openGroup = () => document.querySelector("#controls > .group[open]");

document.addEventListener("toggle", ({ target }) => {
  if (!isBar.matches || !target.open || !target.matches("#controls > .group")) return;
  if (location.hash === "#panels") location.hash = "#phone";
  for (const group of document.querySelectorAll("#controls > .group[open]")) group.open = group === target;
}, true);

// A fact is fetched when its row opens, so that the page stays light.
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches("details[data-load]")) load(target);
}, true);

async function load(row) {
  const place = row.querySelector(".evidence");
  if (loaded.has(place)) return;
  loaded.add(place);
  try {
    const answer = await ask(row.dataset.load);
    if (!answer.ok) throw new TypeError("The fact could not be read.");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    place.replaceChildren(...page.querySelector(".evidence").childNodes);
  } catch {
    loaded.delete(place);
    tell(unreachable);
  }
}

function setGroups(areOpen) {
  for (const group of document.querySelectorAll("#controls > .group")) group.open = areOpen;
}

addEventListener("hashchange", () => {
  if (!isBar.matches) return;
  const isDrawer = location.hash === "#panels";
  if (isDrawer) setGroups(false);
  const next = openGroup()?.querySelector("summary") ?? region(isDrawer ? "panels" : "phone");
  next.focus({ preventScroll: true });
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !isBar.matches) return;
  const group = openGroup();
  if (group) {
    group.open = false;
    group.querySelector("summary").focus();
  }
  // The drawer may be open before the event that closes the group it covers.
  if (location.hash === "#panels") location.hash = "#phone";
});

isBar.addEventListener("change", () => setGroups(!isBar.matches));

// One tab listens for all tabs of this browser: browsers open only six connections to a server.
const channel = new BroadcastChannel("tollgate-playground");
const retryAfter = 2000;
channel.onmessage = ({ data }) => hear(data);

function hear(news) {
  if (news.update) return news.update.app === main.dataset.app && apply(news.update);
  if (!news.isConnected) return tell(unreachable);
  reload();
}

function share(news) {
  channel.postMessage(news);
  hear(news);
}

async function reload() {
  try {
    const answer = await ask(location.pathname);
    if (!answer.ok) throw new TypeError("The page could not be read.");
    applyDocument(await answer.text());
    tell("");
  } catch {
    tell(unreachable);
  }
}

function listen(isFirst = true) {
  let missed = !isFirst;
  const events = new EventSource(main.dataset.events);
  events.onmessage = (event) => share({ update: JSON.parse(event.data) });
  events.onerror = () => {
    missed = true;
    share({ isConnected: false });
    if (events.readyState === EventSource.CLOSED) setTimeout(() => listen(false), retryAfter);
  };
  // Tabs of other apps may have opened after the last update of theirs and before this connection.
  events.onopen = () => {
    if (missed) share({ isConnected: true });
    else channel.postMessage({ isConnected: true });
    missed = false;
  };
}

// Without locks, as on a page that is not served from this machine, each tab asks again while it is in sight.
async function poll() {
  if (document.visibilityState === "visible") await reload();
  setTimeout(poll, retryAfter);
}

function connect() {
  if (!navigator.locks) return poll();
  let waited = false;
  setTimeout(() => { waited = true; }, retryAfter);
  const hold = () => {
    listen(!waited);
    return new Promise(() => {});
  };
  navigator.locks.request("tollgate-playground", { ifAvailable: true }, (lock) => {
    if (lock) return hold();
    navigator.locks.request("tollgate-playground", hold);
    // What the other tab was sent before this one could hear it.
    reload();
  });
}

if (main) {
  if (isNarrow.matches) {
    for (const part of document.querySelectorAll("main details:not([data-key=time], [data-key=ledger], [data-key=file])")) part.open = false;
  }
  if (isBar.matches) setGroups(false);
  showParts();
  main.dataset.live = "";
  said = new Set(sayings());
  scrollToEnds();
  moveFocus(document.activeElement);
  pressLater();
  endToast();
  closeLater();
  followAddress();
  connect();
}

// What the page's other scripts use.
export { apply, ask, isBar, isUnreached, loaded, main, post, reducedMotion, tell, unreachable };
