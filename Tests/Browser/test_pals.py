"""Seats and what only adults are sold, on the phone and on the web page; and a parent who closes a feature."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from exhaustive import first
from paywalls import PaywallServer, opening, own_plans, tell
from playground import ROOT
from test_glow import card, press
from test_hands import menu
from test_own import play  # noqa: F401, a fixture

PALS = ROOT / "Tests" / "Blueprints" / "pals.yml"
# The web page's line for one seat, by language.
ONE_SEAT = {
    "en": "1 seat, $9.99 per month", "de": "1 Platz, 9,99", "fr": "1 place, 9,99", "es": "1 plaza, 9,99", "ja": "9.99", "ar": "9.99",
}


def to_paywall(visitor):
    press(visitor, "chat")
    expect(card(visitor, "chat")).to_contain_text("0 left today")
    press(visitor, "chat")
    expect(visitor.dialog("Chat as long as you like")).to_be_visible()


def test_seats(play):
    """EX-20 a stepper chooses the seats, each at the price of its tier, and all of them are bought"""
    visitor = play(PALS)
    to_paywall(visitor)
    seats = visitor.dialog().get_by_role("group", name="Seats")
    expect(seats).to_contain_text("1 seat, $9.99 per month")
    expect(visitor.reachable("button", "One seat fewer")).to_be_disabled()
    for line in ["2 seats, $19.98 per month", "3 seats, $27.97 per month", "4 seats, $35.96 per month"]:
        visitor.press("One seat more")
        expect(seats).to_contain_text(line)
    visitor.press("One seat fewer")
    expect(seats).to_contain_text("3 seats, $27.97 per month")
    expect(visitor.dialog()).to_contain_text("$27.97")
    visitor.buy()
    expect(visitor.phase).to_have_text("subscribed")
    expect(card(visitor, "chat")).to_contain_text("Unlimited")


def test_age(play):
    """RA-19 what is sold only to adults shows once the phone shares an adult's age, and to nobody else"""
    visitor = play(PALS)
    menu(visitor, "phone")
    to_paywall(visitor)
    expect(visitor.dialog()).not_to_contain_text("Pals for a year")
    visitor.press("Close")
    for age, plans in [("-17", 1), ("declined", 1), ("18-", 2)]:
        visitor.control(f"Age: {age}")
        press(visitor, "chat")
        expect(visitor.dialog().get_by_role("radio")).to_have_count(plans)
        if plans == 1:
            visitor.press("Close")
    visitor.buy("Pals for a year")
    expect(visitor.phase).to_have_text("subscribed")


def test_consent(play):
    """RA-19 a parent who withdraws consent closes the chat of a subscriber, and what was bought stays"""
    visitor = play(PALS)
    to_paywall(visitor)
    visitor.buy()
    expect(card(visitor, "chat")).to_contain_text("Unlimited")
    menu(visitor, "store")
    menu(visitor, "operator")
    visitor.control("Withdraw a parent's consent")
    expect(visitor.ledger).to_contain_text("A parent withdrew consent")
    expect(card(visitor, "chat")).to_contain_text("Locked")
    expect(visitor.phase).to_have_text("subscribed")
    press(visitor, "chat")
    expect(visitor.dialog("Chat as long as you like")).to_have_count(0)
    visitor.control("Report a parent's consent, as the backend")
    expect(card(visitor, "chat")).to_contain_text("Unlimited")


@pytest.fixture(scope="module")
def paywalls():
    try:
        running = PaywallServer()
    except RuntimeError as error:
        pytest.exit(str(error), returncode=1)
    yield running
    assert running.stop() == 0, "".join(running.output)


@pytest.fixture
def open_page(paywalls, browser):
    with opening(paywalls, browser, "pals", in_web_view=True) as open_page:
        yield open_page


@pytest.mark.parametrize("language", first(list(ONE_SEAT)))
def test_web_page(open_page, language):
    """EX-20 the web page has the stepper in every language, and RA-19 sells nothing only for adults to an unknown person"""
    page = open_page(language, in_web_view=False)
    expect(page.locator("#seats")).to_be_visible()
    expect(page.locator("#seats-line")).to_contain_text(ONE_SEAT[language])
    expect(page.locator(".plan")).to_have_count(1)
    assert [fault["id"] for fault in Axe().run(page).response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_web_view(open_page):
    """EX-20 in a web view the stepper asks the app for the plans at another number of seats, and shows them"""
    page = open_page()
    plan, = own_plans(page)
    tell(page, {"plans": [plan], "selection": "pals.monthly", "state": {"kind": "selling"}, "canPurchase": True})
    page.get_by_role("button", name="One seat more").click()
    fewer = page.get_by_role("button", name="One seat fewer")
    expect(fewer).to_have_attribute("aria-disabled", "true")
    fewer.click(force=True)
    asked, = [message for message in page.evaluate("sent") if message["type"] == "seats"]
    assert (asked["product"], asked["seats"]) == ("pals.monthly", 2)
    seats = plan["seats"] | {"count": 2, "fewer": 1, "more": 3, "line": "2 seats, £17.98 per month"}
    tell(page, {"plans": [plan | {"seats": seats}]})
    expect(page.locator("#seats-line")).to_have_text("2 seats, £17.98 per month")
    expect(fewer).to_have_attribute("aria-disabled", "false")
    page.locator("#buy").click()
    assert page.evaluate("sent").pop()["type"] == "purchase"
