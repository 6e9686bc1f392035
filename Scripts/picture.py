#!/usr/bin/env python3
"""Takes the README's picture: a garden that has grown over its free plants, and what the engine knows of it."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))

from playwright.sync_api import expect, sync_playwright  # noqa: E402

from playground import Playground, launch  # noqa: E402
from visitor import Visitor  # noqa: E402

PICTURE = ROOT / "Documentation" / "playground.png"
LIMIT = 250 * 1024


def grow(garden):
    """Three free plants, two more with Pro: bought, renewed, and cancelled a day later."""
    for _ in range(3):
        garden.press("Add plant")
    garden.control("+ 1 day", times=2)
    garden.press("Add plant")
    garden.buy("GroBro Pro, monthly")
    garden.press("Add plant")
    garden.control("To the next change")
    garden.control("+ 1 day")
    garden.press("Add plant")
    garden.control("Cancel the subscription")
    garden.says("5 plants")


def main():
    playground = Playground()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            address = f"{playground.address}/playground/grobro"
            page.goto(address)
            grow(Visitor(page, f"{address}/actions"))
            page.evaluate("document.activeElement.blur()")
            page.mouse.move(0, 0)
            expect(page.locator("form[aria-busy]")).to_have_count(0)
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
