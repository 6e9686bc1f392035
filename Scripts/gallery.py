#!/usr/bin/env python3
"""Writes pictures of every paywall's page and state to .build/gallery, with a page that shows them all.

Phones upright and on their side, tablets and a desktop, light and dark, from left to right and right to left, and text
at 310 %.
"""

import argparse
import html
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))

from playwright.sync_api import sync_playwright  # noqa: E402

from paywalls import PAYWALLS, STATES, WEB_VIEW, PaywallServer, enlarge, plans_with_end, show, store_plans, tell  # noqa: E402
from playground import launch  # noqa: E402

SIZES = {320: 568, 390: 844, 667: 375, 844: 390, 1024: 1366, 1180: 820, 1440: 900}
SCHEMES = ["light", "dark"]


class Gallery:
    def __init__(self, server, browser, folder):
        self.server, self.browser, self.folder = server, browser, folder
        self.pictures = []

    def take(self, name, address, width, scheme, prepare=None, is_whole=False):
        """Takes a picture of a page."""
        context = self.browser.new_context(
            viewport={"width": width, "height": SIZES[width]}, color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        if prepare:
            page.add_init_script(WEB_VIEW)
        page.goto(address)
        if prepare:
            tell(page, {"plans": store_plans(page)})
            prepare(page)
        if is_whole:
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": width, "height": min(height + 40, 6000)})
        page.screenshot(path=self.folder / f"{name}.png")
        self.pictures.append((name, width))
        context.close()

    def paywall(self, app, paywall, language):
        """Takes the pictures of a paywall in a language."""
        address = self.server.page(app, paywall, language=language)
        for width in SIZES:
            for scheme in SCHEMES:
                self.take(f"{app}-{paywall}-{language}-{width}-{scheme}", address, width, scheme)
        self.take(f"{app}-{paywall}-{language}-whole", address, 390, "light", is_whole=True)

    def states(self, app, paywall, language):
        """Takes the pictures of a paywall's states, and of text at 310 %."""
        address = self.server.page(app, paywall, language=language)
        for scheme in SCHEMES:
            for kind in STATES:
                self.take(
                    f"{app}-{paywall}-{language}-{kind}-{scheme}", address, 390, scheme, lambda page: show(page, kind))
            self.take(
                f"{app}-{paywall}-{language}-ending-{scheme}", address, 390, scheme,
                lambda page: tell(page, {"plans": plans_with_end(page, 11_529_000)}))
        for width in [320, 390]:
            self.take(
                f"{app}-{paywall}-{language}-{width}-large", address, width, "light", lambda page: enlarge(page, 310))

    def write_index(self):
        """Writes the page with all pictures."""
        figures = "\n".join(
            f'<figure><img src="{name}.png" alt="" width="{min(width, 480)}" loading="lazy"><figcaption>{html.escape(name)}</figcaption></figure>'
            for name, width in self.pictures)
        (self.folder / "index.html").write_text(
            "<!doctype html>\n<meta charset=utf-8>\n<title>Gallery</title>\n<style>body{display:flex;flex-wrap:wrap;gap:1rem;"
            f"font:14px system-ui;background:#999}}figure{{margin:0}}</style>\n{figures}\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / ".build" / "gallery")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    server = PaywallServer()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            gallery = Gallery(server, browser, folder)
            for app, paywall, languages in PAYWALLS:
                for language in languages:
                    gallery.paywall(app, paywall, language)
            for language in ["en", "ar"]:
                gallery.paywall("stride", "pro", language)
                gallery.states("tidewise", "pro", language)
            gallery.write_index()
            browser.close()
    finally:
        server.stop()
    print(f"{len(gallery.pictures)} pictures in {folder}")


if __name__ == "__main__":
    main()
