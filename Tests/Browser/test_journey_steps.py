"""The steps of the journeys on every kind of phone and page: narrow and wide, by day and by night, in both looks, from left
to right and from right to left.

`make test-all` shows the last step of every third journey on one kind, which changes from journey to journey; `make
journeys` shows every step of each on all of them. DIRECTION=rtl shows only what runs from right to left.
"""

import itertools
import os

import pytest
from playwright.sync_api import expect

from exhaustive import exhaustive
from test_journeys import journeys
from test_page import APPS, too_wide
from test_small import flaws

DIRECTIONS = [os.environ["DIRECTION"]] if os.environ.get("DIRECTION") else ["ltr", "rtl"]
KINDS = list(itertools.product([390, 1440], ["light", "dark"], ["warm", "glass"], DIRECTIONS))
# It has no divisor in common with the number of kinds, so that journeys that follow each other differ in most respects.
STRIDE = 5
SHOWS_ALL = "ALL_STEPS" in os.environ


def shown():
    """An app, a journey and a kind of phone and page, for each test."""
    for app in APPS:
        for number, journey in enumerate(journeys(app)):
            if number % 3 and not SHOWS_ALL:
                continue
            for kind in KINDS if SHOWS_ALL else [KINDS[number * STRIDE % len(KINDS)]]:
                yield pytest.param(app, journey, *kind, id="-".join(map(str, [journey["row"], *kind])))


@exhaustive
@pytest.mark.parametrize("app, journey, width, scheme, look, direction", list(shown()))
def test_steps(open_app, app, journey, width, scheme, look, direction):
    """A step shows what it says, everybody can read it, and nothing is wider than the page"""
    visitor = open_app(app, width=width, height=844)
    page = visitor.page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    steps = list(enumerate(journey["steps"], start=1))
    for number, step in steps if SHOWS_ALL else steps[-1:]:
        # What a toast says leaves with the next action, so the phone is set up before the journey.
        visitor.ask_server(action="reset")
        visitor.ask_server(action="look", value=look)
        visitor.ask_server(action="language", value={"ltr": "en", "rtl": "rtl"}[direction])
        page.goto(f"{visitor.actions.removesuffix('/actions')}?journey={journey['row'].lower()}&step={number}")
        expect(page.locator("[data-journey]")).to_have_attribute("data-step", str(number))
        device = page.locator(".device")
        # A journey about looks sets its own.
        if not any(action.startswith("look&") for before in journey["steps"][:number] for action in before["do"]):
            expect(device).to_have_attribute("data-look", look)
        expect(device).to_have_attribute("dir", direction)
        expect(page.locator("#phone, #panels").filter(has_text=step["shows"]), step["shows"]).not_to_have_count(0)
        assert not flaws(page), f"step {number}"
        assert not too_wide(visitor), f"step {number}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"step {number}"
