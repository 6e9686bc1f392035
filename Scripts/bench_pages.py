#!/usr/bin/env python3
"""Prints what each paywall's page and the playground's pages send, and when they are interactive.

The bytes are those of the page with its styles and scripts, as sent and as read. A page is interactive once its scripts
have run; the time is the median of RUNS loads in a fresh browser, from the request.
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
APPS = ["coach-paid", "coach-free", "grobro", "strikelab", "techniq"]


def measure(browser, name, address):
    """Loads a page and prints its line."""
    loads = []
    for _ in range(RUNS):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(address, wait_until="load")
        loads.append(page.evaluate(MEASURE))
        context.close()
    ready = statistics.median(load["ready"] for load in loads)
    print(f"{name:<32} {loads[0]['sent'] / 1000:>8.1f} {loads[0]['read'] / 1000:>8.1f} {ready:>8.0f}")


def main():
    print(f"{'page':<32} {'kB sent':>8} {'kB read':>8} {'ms':>8}")
    servers = [PaywallServer(), Playground()]
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            for app, paywall, languages in PAYWALLS:
                for language in languages:
                    address = servers[0].page(app, paywall, language=language)
                    measure(browser, f"paywall {app} {paywall} {language}", address)
            for app in APPS:
                measure(browser, f"playground {app}", f"{servers[1].address}/playground/{app}")
            browser.close()
    finally:
        for server in servers:
            server.stop()


if __name__ == "__main__":
    main()
