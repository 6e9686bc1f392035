"""The page on a phone and by night."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from exhaustive import first
from test_page import APPS, to_paywall


def flaws(page):
    """Everything that axe finds, however small."""
    return [
        f"{flaw['id']}: {node['html']}"
        for flaw in Axe().run(page).response["violations"] for node in flaw["nodes"]]


@pytest.mark.parametrize("width, height", first([(320, 640), (390, 844)]))
def test_bar(open_app, width, height):
    """On a phone the controls are a bar of which one group is open, and the file and the ledger are a drawer; both close by Esc"""
    visitor = open_app("grobro", width=width, height=height)
    keyboard = visitor.page.keyboard
    day = visitor.controls.get_by_role("button", name="+ 1 day")
    offline = visitor.controls.get_by_role("switch", name="Offline")
    expect(day).to_be_hidden()
    expect(visitor.ledger).to_be_hidden()
    bar = visitor.controls.bounding_box()
    assert round(bar["y"] + bar["height"]) == height
    visitor.controls.locator("[data-key=time] > summary").click()
    visitor.control("+ 1 day")
    expect(visitor.controls).to_contain_text("2026-03-03 09:41")
    expect(day).to_be_visible()
    visitor.controls.locator("[data-key=network] > summary").click()
    expect(day).to_be_hidden()
    expect(offline).to_be_visible()
    keyboard.press("Escape")
    expect(offline).to_be_hidden()
    visitor.controls.get_by_role("link", name="File").click()
    expect(visitor.ledger).to_be_visible()
    expect(visitor.panels).to_be_focused()
    expect(visitor.page.get_by_role("link", name="Back to the phone")).to_be_in_viewport()
    network = visitor.controls.locator("[data-key=network] > summary")
    network.click()
    expect(visitor.ledger).to_be_hidden()
    expect(network).to_be_focused()
    visitor.controls.get_by_role("link", name="File").click()
    expect(visitor.panels).to_be_focused()
    keyboard.press("Escape")
    expect(visitor.ledger).to_be_hidden()
    # Esc may come before the event that closes the group below the drawer.
    network.evaluate("""summary => {
        summary.click()
        location.hash = "#panels"
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))
    }""")
    expect(visitor.ledger).to_be_hidden()
    expect(offline).to_be_hidden()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("width, height", first([(320, 568), (390, 844)]))
def test_title(open_app, app, width, height):
    """On a phone's width the title of a paywall is in sight, above the plans"""
    visitor = open_app(app, width=width, height=height)
    to_paywall(visitor, app)
    title = visitor.phone.locator("#paywall-title").bounding_box()
    assert title["y"] + title["height"] <= visitor.phone.locator(".paywall-foot").bounding_box()["y"]


def test_height(open_app):
    """On a phone's width the phone reaches down to the bar, whatever stands above it, and never beyond the page's end"""
    visitor = open_app("strikelab", width=390, height=844)
    guide = visitor.page.get_by_role("region", name="Guide")

    def check():
        phone, bar = visitor.page.locator(".device").bounding_box(), visitor.controls.bounding_box()
        assert phone["height"] > 400 and abs(phone["y"] + phone["height"] - bar["y"]) < 1

    check()
    visitor.page.goto(f"{visitor.page.url}?journey=sl-4&step=3")
    check()
    guide.get_by_role("button", name="Next").click()
    expect(guide.locator("[data-journey]")).to_have_attribute("data-step", "4")
    check()
    guide.get_by_role("button", name="Leave this journey").click()
    guide.locator(".journeys > summary").click()
    assert visitor.page.locator(".device").bounding_box()["height"] == 400


def test_story_without_head(open_app):
    """On the smallest phone the story takes the place of the page's head, and half of the screen is the phone's"""
    visitor = open_app("coach-paid", first=True, width=320, height=568)
    head = visitor.page.locator("header.top")
    expect(head).to_be_visible()
    visitor.page.goto(f"{visitor.page.url}?journey=story&step=1")
    expect(visitor.page.locator(".story")).to_be_visible()
    expect(head).to_be_hidden()
    phone, bar = visitor.page.locator(".device").bounding_box(), visitor.page.locator("#parts").bounding_box()
    assert bar["y"] - phone["y"] >= 284


@pytest.mark.parametrize("app", first(["coach-paid", "coach-free"]))
def test_send(open_app, app):
    """On the narrowest phone, the button that sends a message is fully visible"""
    visitor = open_app(app, width=320, height=640)
    if app == "coach-free":
        visitor.enter("Create an account")
    phone, send = visitor.page.locator(".device").bounding_box(), visitor.reachable("button", "Send").bounding_box()
    assert phone["x"] <= send["x"] and send["x"] + send["width"] <= phone["x"] + phone["width"]


def test_whole_at_720(open_app):
    """At 1280 by 720 the whole phone is in sight"""
    visitor = open_app("grobro", width=1280, height=720)
    phone = visitor.page.locator(".device").bounding_box()
    assert phone["y"] >= 0 and phone["y"] + phone["height"] <= 720


LIGHTNESS = """phone => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = getComputedStyle(phone).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
}"""


@pytest.mark.parametrize("app", first(["coach-paid", "coach-free", "grobro", "strikelab", "techniq"]))
def test_dark(open_app, app):
    """By night the page and the phone are dark in both looks, and everybody can read them"""
    visitor = open_app(app, height=900)
    visitor.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    panel = visitor.page.locator("[data-key=ledger]")
    expect(panel).to_have_css("background-color", "rgb(30, 31, 39)")

    def check(place):
        for look in ["Warm", "Glass"]:
            visitor.control(look)
            assert visitor.phone.evaluate(LIGHTNESS) < 50, f"{place}, {look}"
            assert not flaws(visitor.page), f"{place}, {look}"

    check("main")
    to_paywall(visitor, app)
    check("paywall")
    visitor.purchase()
    check("the store's sheet")
    visitor.press("Payment declined")
    expect(visitor.alert()).to_be_visible()
    check("alert")
    visitor.press("Cancel")
    visitor.buy()
    check("bought")
    visitor.control("Kill the app")
    check("home")
