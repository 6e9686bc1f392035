"""A paywall's page with somebody who presses twice, an app that fails or repeats itself, and a page that may not show it."""

import pytest
from playwright.sync_api import expect

from exhaustive import first
from pages import get
from playground import PATIENCE
from paywalls import Shop, show, store_plans, tell
from test_paywalls import open_paywall, paywalls, shop  # noqa: F401, fixtures

# A web view whose handler was removed.
REMOVED = """
  Object.defineProperty(window, "webkit", { value: { messageHandlers: { tollgate: {
    postMessage() { throw new Error("removed"); } } } } });
"""
# A web page that opens a paywall in a window, hears it, and says something to it.
OPENER = """address => {
  window.heard = [];
  addEventListener("message", (event) => heard.push(event.data.tollgate.type));
  window.opened = open(address);
}"""
SAY = """() => opened.postMessage({ tollgate: { state: {
  kind: "failed", title: "Card refused", line: "Call us.", closeLabel: "OK" } } }, "*") || opened.postMessage("said", "*")"""
# A promise that the last message of the page that opened the window has arrived, and so all before it.
HEAR = """() => {
  window.hasHeard = new Promise((hear) => addEventListener("message", ({ data }) => data === "said" && hear()));
}"""


def types(page):
    return [message["type"] for message in page.evaluate("sent")]


def selling(open_paywall, *name, **size):
    page = open_paywall(*name, in_web_view=True, **size)
    tell(page, {"plans": store_plans(page)})
    return page


def test_pressed_twice(open_paywall):
    """A double click asks once; the same asked again counts once the app has said something, or half a second later"""
    page = selling(open_paywall)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    for part in ["#buy", "#restore", "#close"]:
        page.locator(part).dblclick()
    assert types(page) == ["ready", "purchase", "restore", "close"]
    show(page, "welcome")
    page.locator("#cover-button").dblclick()
    show(page, "selling")
    page.locator("#buy").click()
    show(page, "selling")
    page.locator("#buy").click()
    assert types(page)[4:] == ["read", "purchase", "purchase"]
    page.clock.run_for(600)
    page.locator("#buy").click()
    assert types(page)[7:] == ["purchase"]


@pytest.mark.parametrize(("width", "height"), first([(390, 844), (1440, 900)]))
def test_double_click_on_a_page(open_paywall, width, height):
    """The second click of a double click does not answer the question that the first one brought below the pointer"""
    page = selling(open_paywall, "stride", "pro", width=width, height=height)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.locator(".proceed:visible").dblclick()
    assert types(page) == ["ready", "page"]
    page.locator(".answer:visible").first.dblclick()
    assert types(page) == ["ready", "page", "answer"]


@pytest.mark.parametrize("ending", ["purchasing", "pending", "failed"])
def test_focus(open_paywall, ending):
    """After a purchase that was not made, the focus is again on the button that was pressed"""
    page = selling(open_paywall)
    page.locator("#buy").focus()
    page.keyboard.press("Enter")
    for kind in ["purchasing", ending]:
        show(page, kind)
    show(page, "selling")
    expect(page.locator("#buy")).to_be_focused()


def test_answered_twice(open_paywall):
    """An app that repeats itself does not move the focus from the button that continues"""
    page = selling(open_paywall)
    show(page, "welcome")
    expect(page.locator("#cover-title")).to_be_focused()
    page.keyboard.press("Tab")
    show(page, "welcome")
    expect(page.get_by_role("button", name="Continue")).to_be_focused()


def test_removed_handler(browser, paywalls):
    """A page whose messages do not arrive says that nothing can be bought"""
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.add_init_script(REMOVED)
        page.goto(paywalls.page("tidewise", "pro"))
        tell(page, {"plans": store_plans(page)})
        page.locator("#buy").click()
        expect(page.get_by_role("dialog")).to_contain_text("This plan isn't available right now.")


def test_window(browser, paywalls, shop):
    """A page that opens a paywall in a window hears it and is heard only if the server names its origin"""
    stranger = Shop()
    for opener, heard in [(shop, ["ready", "page", "answer"]), (stranger, [])]:
        opener.html = "<!doctype html><title>Shop</title>"
        with browser.new_context(reduced_motion="reduce") as context:
            page = context.new_page()
            page.set_default_timeout(PATIENCE * 1000)
            page.goto(opener.address)
            with context.expect_page() as opened:
                page.evaluate(OPENER, paywalls.page("stride", "pro"))
            window = opened.value
            window.locator(".proceed:visible").click()
            window.locator(".answer:visible").first.click()
            expect(window.locator("#buy")).to_be_visible()
            window.evaluate(HEAR)
            page.evaluate(SAY)
            window.evaluate("hasHeard")
            expect(window.get_by_text("Card refused")).to_be_visible(visible=bool(heard))
            page.wait_for_function("expected => heard.join() === expected.join()", arg=heard)
    stranger.stop()


def test_origins(paywalls, shop):
    """The page knows the origins that its policy names"""
    _, headers, body = get(paywalls.page("tidewise", "pro"))
    assert f"frame-ancestors {shop.address}" in headers["Content-Security-Policy"]
    assert f'"origins":["{shop.address}"]' in body.decode()
