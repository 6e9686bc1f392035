(() => {
  "use strict";
  const part = (id) => document.getElementById(id);
  const page = part("page"), closeButton = part("close"), plansField = part("plans"), buy = part("buy"), message = part("message");
  const given = JSON.parse(part("data").textContent);
  const native = window.webkit?.messageHandlers?.tollgate;
  const isFrame = window.parent !== window, host = isFrame ? window.parent : given.origins.length ? window.opener : null;
  const selling = { kind: "selling" };
  let plans = given.plans, selection = given.selection, state = selling, canPurchase = true, canRestore = true;

  // To whoever shows the page: an app's web view, or the page around it or before it. The policy of the page names who may show
  // it in a frame, while anybody may open it in a window.
  let origins = isFrame ? ["*"] : given.origins;
  const send = (type, values = {}) => {
    const sent = { type, paywall: document.body.dataset.paywall, ...values };
    try {
      if (native) native.postMessage(sent);
      else if (host) for (const origin of origins) host.postMessage({ tollgate: sent }, origin);
      return Boolean(native || host);
    } catch (error) {
      reportError(error);
      return false;
    }
  };
  // The same again within half a second, as by a double click, counts only if the app has said something since.
  let asked = {};
  const ask = (type, values, alone = () => update({ state: given.alone })) => {
    const repeats = asked.type === type && performance.now() - asked.at < 500;
    if (repeats) return;
    asked = { type, at: performance.now() };
    if (!send(type, values)) alone();
  };

  const say = (element, text) => {
    element.textContent = text ?? "";
    element.hidden = !text;
  };
  const made = (tag, text) => {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  };

  // The tab of the selected plan, the list of benefits that goes with it, and which tabs have plans at all.
  const tabs = [...document.querySelectorAll("[role=tab]")], lists = [...document.querySelectorAll(".reasons .benefits")];
  const planOf = (product) => plans.find((plan) => plan.product === product);
  const onTab = (tab) => plans.filter((plan) => String(plan.tab) === tab);
  const tabOf = (product) => String(planOf(product)?.tab);
  const drawTabs = (isNote) => {
    const shown = tabOf(selection), hasList = lists.some((list) => list.dataset.tab === shown);
    for (const tab of tabs) {
      const isSelected = tab.dataset.tab === shown;
      tab.hidden = onTab(tab.dataset.tab).length === 0;
      tab.setAttribute("aria-selected", isSelected);
      tab.tabIndex = isSelected ? 0 : -1;
      if (isSelected) part("panel").setAttribute("aria-labelledby", tab.id);
    }
    if (tabs.length) part("tabs").hidden = isNote || tabs.filter((tab) => !tab.hidden).length < 2;
    for (const list of lists) list.hidden = list.dataset.tab !== (hasList ? shown : undefined);
  };

  const drawPlans = () => {
    const had = document.activeElement?.name === "product";
    plansField.querySelectorAll(".plan").forEach((label) => label.remove());
    for (const plan of onTab(tabOf(selection))) {
      const label = made("label", "");
      label.className = "plan";
      const radio = made("input", "");
      Object.assign(radio, { type: "radio", name: "product", value: plan.product, checked: plan.product === selection });
      const words = made("span", "");
      words.className = "words";
      words.append(made("b", plan.name));
      if (plan.badge) words.append(made("em", plan.badge));
      if (plan.line) words.append(made("small", plan.line));
      if (plan.commitment) words.append(made("small", plan.commitment));
      if (plan.saving) words.append(Object.assign(made("small", plan.saving), { className: "saving" }));
      const price = made("span", "");
      price.className = "price";
      if (plan.price) price.append(made("b", plan.price));
      if (plan.period) price.append(made("small", plan.period));
      label.append(radio, words, price);
      plansField.append(label);
      if (had && radio.checked) radio.focus();
    }
  };

  // The time until a plan ends: in days, then to the second, or in words where motion is reduced and for screen readers. It is
  // taken from a clock that nobody sets. That clock may stop while the device sleeps, so the date counts where it is ahead.
  const calm = matchMedia("(prefers-reduced-motion: reduce)"), day = 86400000;
  let told, counting, replaced, saying;
  const tellTime = () => { told = { monotonic: performance.now(), date: Date.now() }; };
  const leftOf = (plan) => plan?.ending
    ? plan.ending.left - Math.max(performance.now() - told.monotonic, Date.now() - told.date) : Infinity;
  const unitOf = (left) => left >= day ? ["day", day] : left >= day / 24 ? ["hour", day / 24] : ["minute", day / 1440];
  const inWords = (left) => {
    const [unit, length] = unitOf(left);
    return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" })
      .format(Math.max(1, Math.floor(left / length)));
  };
  const inDigits = (left) => {
    const seconds = Math.ceil(left / 1000);
    return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
      .map((part) => String(part).padStart(2, "0")).join(":");
  };
  const drawEnding = () => {
    clearTimeout(counting);
    const ended = plans.filter((plan) => leftOf(plan) <= 0);
    if (ended.length) {
      plans = plans.filter((plan) => !ended.includes(plan));
      for (const plan of ended) {
        if (plan.product === selection) replaced = plan;
        send("ended", { product: plan.product });
      }
      return update({ selection });
    }
    const plan = planOf(selection), left = leftOf(plan);
    const isShown = left < Infinity && state.kind !== "empty" && state.kind !== "offline", isCalm = calm.matches || left >= day;
    part("ending").hidden = !isShown;
    if (isShown) {
      part("ending-time").textContent = plan.ending.line.replace("{length}", isCalm ? inWords(left) : inDigits(left));
      part("ending-words").textContent = plan.ending.line.replace("{length}", inWords(left));
    }
    const lasts = isCalm && left < Infinity ? left % unitOf(left)[1] + 1 : (left - 1) % 1000 + 1;
    const next = Math.min(left < Infinity ? lasts : Infinity, ...plans.map(leftOf), day);
    if (plans.some((plan) => plan.ending)) counting = setTimeout(drawEnding, Math.max(next, 1));
  };
  calm.addEventListener("change", drawEnding);
  document.addEventListener("visibilitychange", drawEnding);
  window.addEventListener("pageshow", drawEnding);

  // For screen readers: which plan is selected now that the selected one has ended.
  const sayReplaced = () => {
    const plan = replaced && planOf(selection), price = [plan?.price, plan?.period].filter(Boolean).join(" ");
    const line = [plan?.name, plan?.line ?? price, plan?.commitment].filter(Boolean).join(", ");
    const text = plan ? [replaced.ending.ended, line].filter(Boolean).join(" ") : "";
    if (part("replaced").textContent !== text) part("replaced").textContent = text;
  };
  const forgetReplaced = () => {
    replaced = undefined;
    sayReplaced();
  };

  const drawSelected = () => {
    const plan = planOf(selection);
    const steps = plan?.timeline ?? [];
    part("timeline").hidden = steps.length === 0 || !given.hasTimeline;
    part("timeline").querySelector("ol").replaceChildren(...steps.map((step) => {
      const item = made("li", "");
      item.append(made("b", step.title), made("p", step.line));
      return item;
    }));
    say(part("footnote"), plan?.footnote);
    part("terms").replaceChildren(...(plan?.terms ?? []).map((line) => made("p", line)));
    part("promise").hidden = !plan?.promise;
    part("promise").querySelector("span").textContent = plan?.promise ?? "";
    const seats = plan?.seats;
    part("seats").hidden = !seats || isWaiting();
    if (seats) {
      part("seats").setAttribute("aria-label", seats.label);
      part("seats-line").textContent = seats.line;
      for (const id of ["fewer", "more"]) {
        part(id).setAttribute("aria-label", seats[`${id}Label`]);
        part(id).setAttribute("aria-disabled", !seats[id]);
      }
    }
    if (plan) buy.textContent = isWaiting() ? given.waiting : plan.button;
    drawEnding();
  };

  // Confetti that falls once; nothing if motion is reduced.
  const celebrate = (isOn) => {
    part("cover").querySelector(".confetti")?.remove();
    if (!isOn) return;
    const confetti = made("p", "");
    confetti.className = "confetti";
    confetti.setAttribute("aria-hidden", "true");
    for (let number = 0; number < 32; number += 1) {
      const piece = made("i", "");
      piece.style.insetInlineStart = `${number * 37 % 100}%`;
      piece.style.animationDelay = `${number * 53 % 90 * 10}ms`;
      confetti.append(piece);
    }
    part("cover").append(confetti);
  };

  let drawn, before;
  const drawState = () => {
    const kind = state.kind, isNote = kind === "empty" || kind === "offline";
    const isProgress = kind === "loading" || kind === "purchasing";
    const isCover = isProgress || kind === "welcome" || kind === "owned";
    const isMessage = kind === "pending" || kind === "failed";
    if (drawn === "selling" && kind !== drawn) before = document.activeElement;
    part("note").hidden = !isNote;
    plansField.hidden = isNote;
    drawTabs(isNote);
    buy.hidden = isNote;
    part("terms").hidden = isNote;
    for (const line of document.querySelectorAll(".promise")) line.hidden = isNote || !line.textContent;
    if (isNote) {
      for (const id of ["timeline", "footnote"]) part(id).hidden = true;
      say(part("note-title"), state.title);
      say(part("note-line"), state.line);
      say(part("note-retry"), state.retryLabel);
    }
    part("cover").hidden = !isCover;
    part("cover").classList.toggle("whole", isCover && !isProgress);
    page.inert = isCover;
    if (isCover) {
      part("spinner").hidden = !isProgress;
      part("cover-icon").toggleAttribute("hidden", isProgress);
      say(part("cover-title"), state.title);
      part("cover-line").textContent = state.line;
      say(part("cover-button"), kind === "owned" ? closeButton?.getAttribute("aria-label") : state.closeLabel);
      if (state.title && kind !== drawn) part("cover-title").focus();
    }
    if (kind !== drawn) celebrate(kind === "welcome" && !calm.matches);
    if (isMessage) {
      part("message-title").textContent = state.title;
      part("message-line").textContent = state.line;
      say(part("retry"), state.retryLabel);
      say(part("read"), state.closeLabel);
      if (!message.open) message.showModal();
    } else if (message.open) {
      message.close();
    }
    buy.disabled = kind !== "selling" || !canPurchase || !selection;
    part("restore").disabled = isCover || !canRestore;
    if (kind === "selling" && kind !== drawn && document.hasFocus()) before?.focus({ preventScroll: true });
    drawn = kind;
  };

  // The pages before the offer, of which one shows; the position after them is the offer.
  const steps = [...document.querySelectorAll(".step")], offer = [...document.querySelectorAll("#page > :is(.reasons, .deal, .questions)")];
  let step = 0, turned = -Infinity;
  const turn = (to) => {
    if (to === step || to < 0 || to > steps.length) return;
    step = to;
    turned = performance.now();
    steps.forEach((element, page) => { element.hidden = page !== step; });
    for (const element of offer) element.hidden = step < steps.length;
    part("progress").textContent = given.pages[step].progress;
    part("back").hidden = step === 0;
    const heading = steps[step]?.querySelector("h1") ?? part("title");
    heading.tabIndex = -1;
    heading.setAttribute("aria-describedby", "progress");
    scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  };

  // Black or white, whichever is easier to read on a color.
  const onColor = (color) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = parseInt(color.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
  };

  // The dates of a timeline count from the day on which they were written.
  const today = () => new Date().toDateString();
  let written = today(), areOwn = true;
  const renewDates = () => {
    if (!given.hasTimeline || document.hidden || state.kind !== "selling" || today() === written) return;
    written = today();
    if (native || !areOwn) send("ready");
    else location.reload();
  };
  document.addEventListener("visibilitychange", renewDates);
  window.addEventListener("pageshow", renewDates);

  // An app knows the store's prices and who gets an offer; until it says so, the page shows no price, no badge or line that may
  // be computed from prices, and no offer.
  const isWaiting = () => document.body.classList.contains("waiting");

  // What an app says: any of plans, title, subtitle, selection, state, page, restoreLine, canPurchase, canRestore, accent.
  const update = (change) => {
    const isPlain = Object.prototype.toString.call(change) === "[object Object]";
    if (!isPlain || !Array.isArray(change.plans ?? [])) {
      console.warn("tollgate: ignored an update that is not an object, or has plans that are not an array.");
      return;
    }
    if (change.plans) {
      areOwn = false;
      written = today();
      const selected = planOf(selection);
      // An app may notice the end a moment before the page does.
      if (leftOf(selected) < 1000 && !change.plans.find((plan) => plan.product === selection)?.ending) replaced = selected;
      plans = change.plans;
      tellTime();
      document.body.classList.remove("waiting");
    }
    if (change.selection) selection = change.selection;
    if (!planOf(selection)) selection = plans[0]?.product;
    if (change.plans || change.selection) drawPlans();
    asked = {};
    state = change.state ?? state;
    canPurchase = change.canPurchase ?? canPurchase;
    canRestore = change.canRestore ?? canRestore;
    if (change.title) part("title").textContent = change.title;
    if ("subtitle" in change) say(part("subtitle"), change.subtitle);
    if ("restoreLine" in change) part("restore-line").textContent = change.restoreLine ?? "";
    if (/^#[0-9a-f]{6}$/i.test(change.accent ?? "")) {
      document.documentElement.style.setProperty("--accent", change.accent);
      document.documentElement.style.setProperty("--on", onColor(change.accent));
    }
    if (Number.isInteger(change.page)) turn(change.page);
    drawSelected();
    drawState();
    if (replaced) {
      // The app's new plans may follow at once, and only the last selection counts.
      clearTimeout(saying);
      saying = setTimeout(sayReplaced, 500);
    }
    if (isWaiting()) buy.disabled = true;
  };

  part("offer").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!buy.disabled && selection) ask("purchase", { product: selection });
  });
  plansField.addEventListener("change", (event) => {
    selection = event.target.value;
    forgetReplaced();
    drawSelected();
    send("event", { name: "planSelected", product: selection });
  });
  // The app answers with the plans at the new number of seats.
  for (const id of ["fewer", "more"]) part(id).addEventListener("click", () => {
    const seats = planOf(selection)?.seats?.[id];
    if (seats) send("seats", { product: selection, seats });
  });
  const openTab = (tab) => {
    tab.focus();
    if (tab.tabIndex === 0) return;
    forgetReplaced();
    update({ selection: onTab(tab.dataset.tab)[0].product });
    send("event", { name: "planSelected", product: selection });
  };
  for (const tab of tabs) tab.addEventListener("click", () => openTab(tab));
  part("tabs")?.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const shown = tabs.filter((tab) => !tab.hidden), at = shown.indexOf(event.target), step = document.dir === "rtl" ? -1 : 1;
    const to = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    openTab(shown.at(to % shown.length));
  });
  part("restore").addEventListener("click", () => ask("restore"));
  const close = () => {
    const mayOffer = given.exitOffer && state.kind === "selling";
    ask("close", mayOffer ? { exitOffer: given.exitOffer } : {}, () => history.back());
  };
  if (closeButton && given.closeDelay) {
    closeButton.hidden = true;
    setTimeout(() => { closeButton.hidden = false; }, given.closeDelay * 1000);
  }
  closeButton?.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && closeButton && !closeButton.hidden && !page.inert && !message.open) close();
  });
  const read = () => ask("read", {}, () => update({ state: selling }));
  part("read").addEventListener("click", read);
  part("cover-button").addEventListener("click", () => state.kind === "owned" ? close() : read());
  message.addEventListener("cancel", (event) => {
    event.preventDefault();
    read();
  });
  for (const id of ["retry", "note-retry"]) part(id).addEventListener("click", () => ask("retry"));
  document.querySelectorAll(".links a").forEach((link) => link.addEventListener("click", (event) => {
    if (send("open", { url: link.href })) event.preventDefault();
  }));
  document.querySelectorAll("details").forEach((question, index) => question.addEventListener("toggle", () => {
    if (question.open) send("event", { name: "questionOpened", index });
  }));
  window.addEventListener("message", (event) => {
    if (!host || event.source !== host || !given.origins.includes(event.origin) || !event.data?.tollgate) return;
    origins = [event.origin];
    update(event.data.tollgate);
  });
  window.tollgate = Object.freeze({ update });

  const goTo = (to) => {
    turn(to);
    send("page", { page: step });
  };
  steps.forEach((element, page) => element.addEventListener("click", (event) => {
    if (event.target.closest(".proceed")) return goTo(page + 1);
    const answer = Number(event.target.closest(".answer")?.dataset.answer ?? NaN);
    if (Number.isNaN(answer)) return;
    const { attribute, values } = given.pages[page];
    turn(page + 1);
    send("answer", { page, answer, attribute, value: values[answer] });
  }));
  part("back")?.addEventListener("click", () => goTo(step - 1));
  // The second click of a double click is not meant for what the first one brought below the pointer.
  page.addEventListener("click", (event) => {
    if (event.detail < 2 || performance.now() - turned > 500) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  if (native) document.body.classList.add("waiting");
  update({});
  send("ready");
})();
