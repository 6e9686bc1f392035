#!/usr/bin/env python3
"""Prints what each paywall's page and the playground's pages send, and how soon they can be used and answer.

The bytes are those of the page with its styles and scripts, as sent and as read. A page is interactive once its scripts
have run, counted from the request. A click of the playground lets an hour pass; it is answered once the page has drawn
the new time. Times are in milliseconds, the median of RUNS loads in a fresh browser.
"""

import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))

from playwright.sync_api import sync_playwright  # noqa: E402

from pages import MEASURE  # noqa: E402
from paywalls import PAYWALLS, PaywallServer  # noqa: E402
from playground import Playground, launch  # noqa: E402

RUNS = 5
CLICK = """() => new Promise((resolve) => {
  const controls = document.getElementById("controls");
  const before = controls.textContent;
  const drawn = () => resolve(performance.now() - start);
  const change = new MutationObserver(() => {
    if (controls.textContent === before) return;
    change.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(drawn));
  });
  change.observe(controls, { childList: true, subtree: true, characterData: true });
  const start = performance.now();
  controls.querySelector("[data-key=advance] button").click();
})"""
APPS = ["coach-paid", "coach-free", "grobro", "strikelab", "techniq"]


def measure(browser, name, address, click=None):
    """Loads a page and prints its line."""
    loads, answers = [], []
    for _ in range(RUNS):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(address, wait_until="load")
        loads.append(page.evaluate(MEASURE))
        if click:
            answers.append(page.evaluate(click))
        context.close()
    ready = statistics.median(load["ready"] for load in loads)
    answer = f"{statistics.median(answers):>8.0f}" if answers else ""
    print(f"{name:<32} {loads[0]['sent'] / 1000:>8.1f} {loads[0]['read'] / 1000:>8.1f} {ready:>8.0f} {answer}".rstrip())


def main():
    print(f"{'page':<32} {'kB sent':>8} {'kB read':>8} {'ready':>8} {'click':>8}")
    servers = [PaywallServer(), Playground()]
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            for app, paywall, languages in PAYWALLS:
                for language in languages:
                    address = servers[0].page(app, paywall, language=language)
                    measure(browser, f"paywall {app} {paywall} {language}", address)
            for app in APPS:
                measure(browser, f"playground {app}", f"{servers[1].address}/playground/{app}", CLICK)
            browser.close()
    finally:
        for server in servers:
            server.stop()


if __name__ == "__main__":
    main()
