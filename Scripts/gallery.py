#!/usr/bin/env python3
"""Writes pictures of every page and state to .build/gallery, with a page of sheets, each a state in all widths and themes.

The parts are: paywalls, on phones upright and on their side, tablets and a desktop, and with text at 310 %; playground,
the five apps and blueprints of one's own; admin, the operators' pages; and store, the page of `tollgate store`. Each is in
light and dark, and where it has languages, also right to left.
"""

import argparse
import html
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests" / "Browser"), str(ROOT / "Tests")]

from playwright.sync_api import sync_playwright  # noqa: E402

import gallery_operators  # noqa: E402
import gallery_paywalls  # noqa: E402
import gallery_playground  # noqa: E402
from playground import launch  # noqa: E402

PARTS = {
    "paywalls": gallery_paywalls.take,
    "playground": gallery_playground.take,
    "admin": gallery_operators.take_admin,
    "store": gallery_operators.take_store,
}
WIDTHS = [320, 390, 1440, 2560]
SCHEMES = ["light", "dark"]
# A picture is not higher, as Chromium repeats the start of a page that is.
HIGHEST = 8000


class Gallery:
    """The pictures in a folder."""

    heights = {320: 568, 390: 844, 667: 375, 844: 390, 1024: 1366, 1180: 820, 1440: 900, 2560: 1440}

    def __init__(self, browser, folder):
        self.browser, self.folder = browser, folder
        self.pictures = []

    def open(self, address, width=1440, scheme="light"):
        """Opens a page in a context of its own, which the caller closes."""
        page = self.browser.new_context(
            viewport={"width": width, "height": self.heights[width]}, color_scheme=scheme, reduced_motion="reduce").new_page()
        page.goto(address)
        return page

    def take(self, page, name, widths=WIDTHS, schemes=SCHEMES, is_whole=False):
        """Takes pictures of a page as it is, in each width and scheme; of what is on screen, or of all of it."""
        for width in widths:
            for scheme in schemes:
                full = f"{name}-{width}-{scheme}"
                page.emulate_media(color_scheme=scheme)
                page.set_viewport_size({"width": width, "height": self.heights[width]})
                if is_whole:
                    height = page.evaluate("document.documentElement.scrollHeight")
                    page.set_viewport_size({"width": width, "height": max(self.heights[width], min(height, HIGHEST))})
                page.screenshot(path=self.folder / f"{full}.png", animations="allow")
                self.pictures.append((name, full, width))
                print(f"{len(self.pictures):4} {full}", flush=True)

    def write_index(self):
        """Writes the page of all pictures, with a sheet for each state."""
        sheets = {}
        for name, full, width in self.pictures:
            sheets.setdefault(name, []).append(
                f'<figure><img src="{full}.png" alt="" width="{min(width, 480)}" loading="lazy">'
                f"<figcaption>{html.escape(full)}</figcaption></figure>")
        sections = "\n".join(
            f"<h2>{html.escape(name)}</h2>\n<section>{''.join(figures)}</section>" for name, figures in sheets.items())
        (self.folder / "index.html").write_text(
            "<!doctype html>\n<meta charset=utf-8>\n<title>Gallery</title>\n<style>section{display:flex;flex-wrap:wrap;"
            "align-items:start;gap:1rem}body{font:14px system-ui;background:#999}figure{margin:0}</style>\n"
            f"{sections}\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", metavar="PART", choices=[[], *PARTS], help="the parts to take, all by default")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build" / "gallery")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        gallery = Gallery(browser, options.folder)
        for part in options.part or PARTS:
            PARTS[part](gallery)
        gallery.write_index()
        browser.close()
    print(f"{len(gallery.pictures)} pictures in {options.folder}")


if __name__ == "__main__":
    main()
