"""The page of `tollgate store`: what a person does there, by pointer and keyboard, wide and narrow, light and dark."""

import gzip
import re
import shutil
import urllib.error
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from dates import BROKEN_DATES
from exhaustive import first


@pytest.fixture(scope="module")
def browser():
    names = ["chromium", "chromium-browser", "google-chrome"]
    path = next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser, store):
    contexts = []

    def open_page(width=1280, scheme="light", script=True):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=script)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.goto(store.base)
        return page

    yield open_page
    for context in contexts:
        context.close()


def buy(page, product="pro.monthly"):
    page.get_by_label("Account", exact=True).fill("anna")
    page.get_by_role("combobox", name="Product", exact=True).first.select_option(product)
    page.get_by_role("button", name="Buy", exact=True).click()


def menu(page, name):
    """Opens the menu of an account, a subscription or a transaction."""
    page.get_by_label(f"Actions for {name}", exact=True).click()


@pytest.mark.parametrize("script", [True, False])
def test_life(open_page, backend, script):
    """A person buys, moves the clock, refunds and reads the log, with script and without"""
    page = open_page(script=script)
    buy(page)
    anna = page.get_by_role("article", name="Account anna")
    expect(anna).to_contain_text("active")
    expect(page.get_by_role("list", name="Notifications, the newest first")).to_contain_text("SUBSCRIBED INITIAL_BUY")
    page.get_by_role("button", name="+ 1 month").click()
    expect(page.get_by_role("region", name="Clock")).to_contain_text("2026-02-01 00:00 UTC")
    menu(page, "the subscription pro.monthly")
    expect(anna.get_by_role("button", name="Resume renewal")).to_be_disabled()
    anna.get_by_role("button", name="Cancel renewal").click()
    expect(anna).to_contain_text("until 2026-03-01 00:00, in 28 days, does not renew")
    if script:
        expect(page.get_by_role("status")).to_have_text("Cancel renewal: DID_CHANGE_RENEWAL_STATUS")
        expect(page.get_by_label("Actions for the subscription pro.monthly")).to_be_focused()
    anna.get_by_label("Actions for the transaction").first.click()
    expect(anna.get_by_role("button", name="Decline the refund").first).to_be_disabled()
    anna.get_by_role("button", name="Refund", exact=True).first.click()
    expect(anna).to_contain_text("revoked")
    log = page.get_by_role("list", name="Notifications, the newest first").get_by_role("listitem")
    expect(log.first).to_contain_text("REFUND")
    expect(log.first).to_contain_text("SUCCESS")
    assert len(backend.posts) == 4


@pytest.mark.parametrize("script", [True, False])
def test_first_purchase(open_page, script):
    """The page says what to do first, and Buy works with the form as it is"""
    page = open_page(script=script)
    steps = page.get_by_role("region", name="Start here").get_by_role("listitem")
    expect(steps).to_have_count(3)
    steps.first.get_by_role("link").press("Enter")
    expect(page).to_have_url(re.compile("#buy$"))
    page.get_by_role("button", name="Buy", exact=True).click()
    expect(page.get_by_role("article", name="Account anna")).to_contain_text("active")
    expect(steps).to_have_count(0)


def test_nothing_bought(open_page, store):
    """An account that has bought nothing yet says so, instead of an empty table"""
    store.control("buy", product="pro.monthly", account="ben", outcome="askToBuy")
    ben = open_page().get_by_role("article", name="Account ben")
    expect(ben).to_contain_text("Nothing bought yet.")
    expect(ben.locator("table")).to_be_hidden()


def test_dates(open_page):
    """No date is broken at its hyphens, however narrow the window is"""
    page = open_page()
    buy(page)
    expect(page.get_by_role("article", name="Account anna")).to_contain_text("active")
    for width in [320, 390, 760, 1024]:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(BROKEN_DATES, "table, .log") == [], width


def test_prices(open_page):
    """Prices have their currency, and periods are in words"""
    expect(open_page().get_by_role("region", name="Products and prices")).to_contain_text(
        "9.99 USD per month")


def test_mistake(open_page):
    """What cannot be done is shown on the page"""
    page = open_page()
    buy(page)
    menu(page, "anna")
    page.get_by_label("Family member").fill("anna")
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("anna shares with anna already, or with five others.")


@pytest.mark.parametrize("script", [True, False])
def test_send_test(open_page, backend, script):
    """A test notification is sent to the address that is set"""
    page = open_page(script=script)
    page.get_by_label("Posted to").fill(backend.address + "/other")
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.get_by_label("Posted to")).to_have_value(backend.address + "/other")
    page.get_by_role("button", name="Send a test").click()
    log = page.get_by_role("list", name="Notifications, the newest first").get_by_role("listitem")
    expect(log.first).to_contain_text("TEST")
    expect(log.first).to_contain_text("SUCCESS")
    assert len(backend.posts) == 1


def test_keyboard(open_page):
    """Everything is reached by keyboard, and the focus stays on the button that was pressed"""
    page = open_page()
    buy(page)
    button = page.get_by_role("button", name="+ 1 day")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Clock")).to_contain_text("2026-01-02 00:00 UTC")
    expect(page.get_by_role("button", name="+ 1 day")).to_be_focused()
    summary = page.get_by_label("Actions for the subscription pro.monthly")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Cancel renewal")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Cancel renewal")).to_be_hidden()
    expect(summary).to_be_focused()


def test_typing(open_page, store):
    """What somebody is typing stays while the store changes under it"""
    page = open_page()
    page.get_by_label("New price").fill("19.99")
    store.buy("coins", "ben")
    page.get_by_role("button", name="+ 1 day").click()
    expect(page.get_by_role("article", name="Account ben")).to_be_visible()
    expect(page.get_by_label("New price")).to_have_value("19.99")


def test_late_answer(open_page):
    """What the store was before an action is not shown after it, however late it arrives"""
    page = open_page()
    page.clock.install(time=0)
    page.reload()
    page.clock.pause_at(60_000)
    before, held = page.request.get(page.url, headers={"Accept": "text/html"}).text(), []
    page.route(page.url, lambda route: held.append(route), times=1)
    with page.expect_request(page.url):
        page.clock.run_for(2000)
    buy(page)
    anna = page.get_by_role("article", name="Account anna")
    expect(anna).to_contain_text("active")
    with page.expect_response(page.url) as answer:
        held.pop().fulfill(body=before, content_type="text/html")
    answer.value.finished()
    page.evaluate("1")
    expect(anna).to_contain_text("active")


@pytest.mark.parametrize("scheme", first(["light", "dark"]))
@pytest.mark.parametrize("width", first([390, 320, 1280, 2560]))
def test_accessible(open_page, width, scheme):
    """No rule of accessibility is broken, and nothing is wider than the screen"""
    page = open_page(width, scheme)
    buy(page)
    expect(page.get_by_role("article", name="Account anna")).to_contain_text("active")
    buy(page, "coins")
    expect(page.get_by_role("article", name="Account anna")).to_contain_text("coins")
    menu(page, "the subscription pro.monthly")
    expect(page.get_by_role("button", name="Cancel renewal")).to_be_in_viewport(ratio=1)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_and_its_files_are_sent_compressed_and_files_once(store):
    """What a browser is sent is compressed, and a file that it has is not sent again"""
    def get(path, **headers):
        request = urllib.request.Request(store.base + path, headers={"Accept-Encoding": "gzip"} | headers)
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    status, headers, page = get("/")
    assert status == 200 and headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(page).startswith(b"<!doctype html>")
    for name in ["store.css", "store.js"]:
        status, headers, body = get(f"/assets/{name}")
        assert status == 200 and headers["Content-Encoding"] == "gzip" and gzip.decompress(body)
        status, _, body = get(f"/assets/{name}", **{"If-None-Match": headers["ETag"]})
        assert status == 304 and body == b""
