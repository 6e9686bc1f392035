"""A paywall's web page that sells a year in monthly bills beside the same year at once."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from exhaustive import first
from paywalls import PaywallServer, Shop, opening, own_plans, tell

SIZES = [(390, 844), (320, 568), (1440, 900)]
# What the bills cost together, by language.
TOTALS = {
    "en": "12 payments, €59.88 in total", "de": "12 Zahlungen, insgesamt 59,88", "fr": "12 paiements, 59,88",
    "es": "12 pagos, 59,88", "ja": "12回払い、合計", "ar": "دفعة، الإجمالي",
}


@pytest.fixture(scope="module")
def paywalls():
    shop = Shop()
    try:
        running = PaywallServer(shop.address)
    except RuntimeError as error:
        pytest.exit(str(error), returncode=1)
    yield running
    code = running.stop()
    shop.stop()
    assert code == 0, "".join(running.output)


@pytest.fixture
def open_page(paywalls, browser):
    with opening(paywalls, browser, "berth") as open_page:
        yield open_page


@pytest.mark.parametrize("language", first(list(TOTALS)))
def test_totals(open_page, language):
    """EX-20 the price of a month, the number of payments and the total stand on the plan, on narrow and wide pages"""
    page = open_page(language)
    monthly, up_front = page.locator(".plan").all()
    expect(monthly).to_contain_text(TOTALS[language])
    expect(up_front).not_to_contain_text(TOTALS[language])
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
    assert [fault["id"] for fault in Axe().run(page).response["violations"]] == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_choice(open_page):
    """EX-20 both plans of one product are selected on their own, and the small print follows the selection"""
    page = open_page()
    radios = page.locator("input[name=product]")
    expect(radios).to_have_count(2)
    expect(radios.nth(0)).to_be_checked()
    expect(page.locator("#footnote")).to_contain_text("12 monthly payments of €4.99, €59.88 in total")
    expect(page.locator("#terms")).to_contain_text("You commit to all 12 payments")
    radios.nth(1).check()
    expect(page.locator("#footnote")).to_contain_text("Renews at €49.99 per year")
    expect(page.locator("#terms")).not_to_contain_text("commit")
    radios.nth(0).check()
    expect(page.locator("#terms")).to_contain_text("You commit to all 12 payments")


def test_bought(open_page):
    """EX-20 in a web view the button names the plan that the app is to buy, and the app's own prices replace the page's"""
    page = open_page(in_web_view=True)
    plans = own_plans(page)
    assert [plan["product"] for plan in plans] == ["berth.yearly:monthly", "berth.yearly"]
    plans[0] |= {"price": "£4.49", "commitment": "12 payments, £53.88 in total"}
    tell(page, {
        "plans": plans, "selection": "berth.yearly:monthly", "state": {"kind": "selling"}, "canPurchase": True})
    expect(page.locator(".plan").first).to_contain_text("£53.88 in total")
    page.locator("#buy").click()
    bought = [message for message in page.evaluate("window.sent") if message["type"] == "purchase"]
    assert [message["product"] for message in bought] == ["berth.yearly:monthly"]
