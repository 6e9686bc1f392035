#!/usr/bin/env python3
"""Takes the README's picture: the story of the first page, when the trial has ended and the store has renewed."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))

from playwright.sync_api import expect, sync_playwright  # noqa: E402

from playground import Playground, launch  # noqa: E402

PICTURE = ROOT / "Documentation" / "playground.png"
LIMIT = 250 * 1024


def main():
    playground = Playground()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            page.goto(f"{playground.address}/playground/coach-paid?journey=story&step=5")
            expect(page.locator("main[data-live]")).to_be_visible()
            page.screenshot(path=PICTURE)
            # Everybody who adds the package downloads it.
            subprocess.run(["pngquant", "--force", "--quality", "70-95", "--output", PICTURE, "256", PICTURE], check=True)
            browser.close()
    finally:
        playground.stop()
    size = PICTURE.stat().st_size
    print(f"{PICTURE.relative_to(ROOT)}: {size // 1024} kB")
    if size > LIMIT:
        sys.exit(f"the picture is larger than {LIMIT // 1024} kB")


if __name__ == "__main__":
    main()
