"""Paywalls as web pages: accessible, by keyboard, at any text size; alone, in a web view and in a frame."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from exhaustive import RUNS_ALL, first
from pages import BROWSER, check_caching, get
from playground import PATIENCE, ROOT
from paywalls import PAYWALLS, STATES, WEB_VIEW, PaywallServer, Shop, enlarge, plans_with_end, show, store_plans, tell

SIZES = [(390, 844), (320, 568), (1440, 900)]
SIDEWAYS = [(568, 320), (667, 375), (844, 390), (932, 430)]
TABLETS = [(744, 1133), (1024, 1366), (1133, 744), (1366, 1024)]
# Whether something fades what scrolls away below.
FADES = """() => [[".offer", "::before"], [".buy", "::before"], [".reasons", "::after"]].some(([name, part]) => {
  const style = getComputedStyle(document.querySelector(name), part);
  return style.content !== "none" && style.display !== "none" && Number(style.opacity) && style.backgroundImage.includes("gradient");
})"""


@pytest.fixture(scope="session")
def shop():
    running = Shop()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def paywalls(shop):
    try:
        running = PaywallServer(shop.address)
    except RuntimeError as error:
        pytest.exit(str(error), returncode=1)
    yield running
    assert running.stop() == 0, "".join(running.output)


@pytest.fixture
def open_paywall(paywalls, browser):
    """Opens a paywall's page; nothing may be logged as an error, and nothing but the page requested."""
    contexts, complaints = [], []

    def open_paywall(app="tidewise", paywall="pro", width=390, height=844, in_web_view=False, scheme="light", **query):
        contexts.append(browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE * 1000)
        if in_web_view:
            page.add_init_script(WEB_VIEW)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        requested = []
        page.on("request", lambda request: requested.append(request.url))
        page.goto(paywalls.page(app, paywall, **query))
        assert len(requested) == 1, requested
        return page

    yield open_paywall
    for context in contexts:
        context.close()
    assert not complaints, complaints


def faults(page):
    """What axe finds."""
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in Axe().run(page).response["violations"]]


def fits(page):
    """Whether nothing is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("app", "paywall", "languages"), PAYWALLS, ids=lambda value: str(value))
def test_accessible(open_paywall, app, paywall, languages):
    """axe finds nothing on any paywall, light or dark, and nothing is wider than the window"""
    for index, language in enumerate(languages if RUNS_ALL else languages[:1]):
        page = open_paywall(app, paywall, scheme=["light", "dark"][index % 2], language=language)
        assert faults(page) == []
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert fits(page), (language, width)
        expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")


@pytest.mark.parametrize("scheme", first(["light", "dark"]))
def test_states(open_paywall, scheme):
    """axe finds nothing in any state; what covers the page can be left by keyboard"""
    page = open_paywall(in_web_view=True, scheme=scheme)
    tell(page, {"plans": store_plans(page)})
    for kind, words in STATES.items():
        show(page, kind)
        expect(page.get_by_text(words["line"])).to_be_visible()
        assert faults(page) == [], kind
        assert fits(page), kind
    show(page, "failed")
    expect(page.get_by_role("dialog", name="That didn't work")).to_be_visible()
    page.keyboard.press("Escape")
    show(page, "welcome")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert [message["type"] for message in page.evaluate("sent")] == ["ready", "read", "read"]


def test_alone(open_paywall):
    """A page that nobody shows sells nothing, and says so"""
    page = open_paywall()
    page.get_by_role("button", name="Start 7-day free trial").click()
    message = page.get_by_role("dialog")
    expect(message).to_contain_text("This plan isn't available right now.")
    message.get_by_role("button", name="OK").click()
    expect(message).to_be_hidden()


def test_gb_2_derived_numbers_wait(open_paywall):
    """GB-2 in a web view a badge with a computed number waits for the store's prices, as its price does"""
    page = open_paywall("glow", "pro", in_web_view=True)
    badges = page.locator(".plan em")
    expect(badges.filter(has_text="−80%")).to_be_hidden()
    expect(page.locator(".plan .saving").first).to_be_hidden()
    tell(page, {"plans": [{**plan, "badge": "−75%"} if "badge" in plan else plan for plan in store_plans(page)]})
    expect(badges.filter(has_text="−75%")).to_be_visible()


def test_web_view(open_paywall):
    """GB-2 in a web view the page shows no price until the app gives the store's, and the app does what is asked"""
    page = open_paywall(in_web_view=True)
    buy = page.get_by_role("button", name="Start 7-day free trial")
    expect(buy).to_have_count(0)
    expect(page.get_by_role("button", name="Continue")).to_be_disabled()
    expect(page.get_by_text("$39.99", exact=True)).to_be_hidden()
    expect(page.locator("#terms")).to_be_hidden()
    tell(page, {"plans": store_plans(page), "accent": "#0a7d4f"})
    expect(buy).to_be_enabled()
    expect(page.locator("#terms")).to_be_visible()
    expect(page.get_by_text("1,99 €")).to_be_visible()
    expect(page.get_by_text("$39.99", exact=True)).to_have_count(0)
    expect(page.get_by_text("$3.34 a month, save 33%")).to_be_visible()
    buy.click()
    page.get_by_role("button", name="Restore Purchases").click()
    page.get_by_role("link", name="Terms of Use").click()
    page.get_by_text("Can I cancel at any time?").click()
    expect(page.get_by_text("Pro stays until the period ends.")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    assert page.evaluate("sent") == [
        {"paywall": "pro", "type": "ready"},
        {"paywall": "pro", "type": "purchase", "product": "tidewise.yearly"},
        {"paywall": "pro", "type": "restore"},
        {"paywall": "pro", "type": "open", "url": "https://example.com/terms"},
        {"paywall": "pro", "type": "event", "name": "questionOpened", "index": 0},
        {"paywall": "pro", "type": "close"},
    ]


def test_subtitle(open_paywall):
    """CP-7 the line below the title is the app's, for example that a payment failed"""
    page = open_paywall(in_web_view=True)
    subtitle = page.locator("#subtitle")
    expect(subtitle).to_be_visible()
    tell(page, {"plans": store_plans(page), "subtitle": "The App Store couldn't take the payment."})
    expect(subtitle).to_have_text("The App Store couldn't take the payment.")
    assert faults(page) == []
    tell(page, {"selection": store_plans(page)[1]["product"]})
    expect(subtitle).to_have_text("The App Store couldn't take the payment.")
    tell(page, {"subtitle": ""})
    expect(subtitle).to_be_hidden()


def test_lines(open_paywall):
    """Each line above the button is hidden until the app gives its plans, and while nothing is sold"""
    page = open_paywall(in_web_view=True)
    page.evaluate("""() => {
        const first = document.querySelector(".promise"), second = first.cloneNode(true);
        second.id = "second";
        second.querySelector("span").textContent = "Cancel whenever you like";
        first.after(second);
    }""")
    lines = [page.locator("#promise"), page.locator("#second")]
    for line in lines:
        expect(line).to_be_hidden()
    tell(page, {"plans": store_plans(page)})
    for line in lines:
        expect(line).to_be_visible()
    show(page, "empty")
    for line in lines:
        expect(line).to_be_hidden()
    show(page, "selling")
    for line in lines:
        expect(line).to_be_visible()


def test_title(open_paywall):
    """RA-18 the title is in the app's words for the customer, and stays until the app changes it"""
    page = open_paywall(in_web_view=True)
    title = page.get_by_role("heading", level=1)
    own = title.inner_text()
    tell(page, {"plans": store_plans(page), "title": "Good to see you again"})
    expect(title).to_have_text("Good to see you again")
    tell(page, {"selection": store_plans(page)[1]["product"]})
    expect(title).to_have_text("Good to see you again")
    tell(page, {"title": own})
    expect(title).to_have_text(own)
    assert faults(page) == []


def test_keyboard(open_paywall):
    """CP-2 everything is reached by keyboard, and the button, the promise and the timeline are those of the chosen plan"""
    page = open_paywall(in_web_view=True)
    tell(page, {"plans": store_plans(page)})
    expect(page.locator("#promise")).to_be_visible()
    expect(page.locator("#timeline li")).to_have_count(3)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio").nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#promise")).to_be_hidden()
    expect(page.get_by_role("button", name="Start for $0.99")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#timeline")).to_be_hidden()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Buy for $99.99")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    types = [message["type"] for message in page.evaluate("sent")]
    assert types == ["ready", "event", "event", "purchase", "close"]


@pytest.mark.parametrize(("language", "on", "back", "names"), [
    ("en", "ArrowRight", "ArrowLeft", ["Plus", "Pro"]), ("ar", "ArrowLeft", "ArrowRight", ["بلس", "برو"])])
def test_tabs(open_paywall, language, on, back, names):
    """CP-2 each tier is a tab with its plans and benefits, reached by arrow keys in the direction of reading"""
    page = open_paywall("quill", "plans", in_web_view=True, language=language)
    tell(page, {"plans": store_plans(page)})
    plus, pro = (page.get_by_role("tab", name=name) for name in names)
    panel = page.get_by_role("tabpanel")
    products = lambda: [radio.get_attribute("value") for radio in panel.get_by_role("radio").all()]  # noqa: E731
    expect(plus).to_have_attribute("aria-selected", "true")
    assert products() == ["quill.plus.yearly", "quill.plus.monthly"]
    expect(page.locator(".benefits li:visible")).to_have_count(1)
    plus.focus()
    page.keyboard.press(on)
    expect(pro).to_be_focused()
    expect(pro).to_have_attribute("aria-selected", "true")
    expect(plus).to_have_attribute("tabindex", "-1")
    expect(page.get_by_role("tabpanel", name=names[1])).to_be_visible()
    assert products() == ["quill.pro.yearly", "quill.pro.monthly"]
    expect(page.locator(".benefits li:visible")).to_have_count(2)
    assert faults(page) == []
    page.keyboard.press("Tab")
    expect(panel.get_by_role("radio").first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(pro).to_be_focused()
    page.keyboard.press(on)
    expect(plus).to_be_focused()
    page.keyboard.press(back)
    expect(pro).to_be_focused()
    page.keyboard.press("Home")
    expect(plus).to_be_focused()
    page.keyboard.press("End")
    page.locator("#buy").click()
    sent = [(message["type"], message.get("product")) for message in page.evaluate("sent")]
    assert sent == [
        ("ready", None), ("event", "quill.pro.yearly"), ("event", "quill.plus.yearly"), ("event", "quill.pro.yearly"),
        ("event", "quill.plus.yearly"), ("event", "quill.pro.yearly"), ("purchase", "quill.pro.yearly")]


def test_tiers_on_offer(open_paywall):
    """A tier that the store does not sell has no tab, and a single one is not shown as such"""
    page = open_paywall("quill", "plans", in_web_view=True)
    plans = store_plans(page)
    tell(page, {"plans": plans})
    expect(page.get_by_role("tab")).to_have_count(2)
    expect(page.get_by_role("tablist", name="Tiers", exact=True)).to_be_visible()
    expect(page.get_by_role("group", name="Plans", exact=True)).to_be_visible()
    show(page, "empty")
    expect(page.get_by_role("tab")).to_have_count(0)
    show(page, "selling")
    tell(page, {"plans": plans[2:]})
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(page.get_by_role("radio")).to_have_count(2)
    expect(page.locator(".benefits li:visible")).to_have_count(2)
    assert faults(page) == []


def test_tier_for_some(open_paywall):
    """A tab whose plans are for some customers is shown to those whom the app sells one of them, and to nobody else"""
    page = open_paywall("quill", "more")
    tabs, radios = page.get_by_role("tab"), page.get_by_role("radio")
    expect(page.locator("[role=tab]")).to_have_count(2)
    expect(tabs).to_have_count(0)
    expect(radios).to_have_count(2)
    assert faults(page) == []
    page = open_paywall("quill", "more", in_web_view=True)
    tabs, radios = page.get_by_role("tab"), page.get_by_role("radio")
    plans = store_plans(page)
    tell(page, {"plans": plans})
    expect(tabs).to_have_count(0)
    tell(page, {"plans": [*plans, {**plans[0], "product": "quill.pro.yearly", "name": "Pro Yearly", "tab": 1}]})
    expect(tabs).to_have_count(2)
    page.get_by_role("tab", name="Pro").click()
    expect(radios).to_have_count(1)
    expect(radios).to_have_attribute("value", "quill.pro.yearly")
    assert faults(page) == []
    tell(page, {"plans": plans})
    expect(tabs).to_have_count(0)
    expect(radios).to_have_count(2)


def test_countdown(open_paywall):
    """A plan with an end says how long is left, to the second on the last day unless motion is reduced, and then leaves the page"""
    page = open_paywall(in_web_view=True)
    ending = page.locator("#ending-time")
    tell(page, {"plans": plans_with_end(page, 11_529_000)})
    expect(ending).to_have_text("Ends in 3 hours")
    assert faults(page) == []
    page.clock.install(time=0)
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.clock.pause_at(60_000)
    tell(page, {"plans": plans_with_end(page, 11_529_000)})
    expect(ending).to_have_text("Ends in 03:12:09")
    page.clock.run_for(9_000)
    expect(ending).to_have_text("Ends in 03:12:00")
    tell(page, {"plans": plans_with_end(page, 2 * 86_400_000 + 5)})
    expect(ending).to_have_text("Ends in 2 days")
    page.clock.run_for(10)
    expect(ending).to_have_text("Ends in 1 day")
    page.get_by_role("radio").nth(1).check()
    expect(ending).to_be_hidden()
    tell(page, {"plans": plans_with_end(page, 2_000), "selection": "tidewise.yearly"})
    expect(ending).to_have_text("Ends in 00:00:02")
    page.clock.run_for(3_000)
    expect(ending).to_be_hidden()
    expect(page.get_by_role("radio")).to_have_count(2)
    ended = {"paywall": "pro", "type": "ended", "product": "tidewise.yearly"}
    assert [message for message in page.evaluate("sent") if message["type"] == "ended"] == [ended]


def test_countdown_aloud(open_paywall):
    """A screen reader gets the time in words and does not announce it, but announces the plan that follows one that ended"""
    page = open_paywall(in_web_view=True)
    timer, replaced = page.get_by_role("timer"), page.locator("#replaced")
    first, second, _ = store_plans(page)
    tell(page, {"plans": plans_with_end(page, 11_529_000)})
    expect(timer).to_have_attribute("aria-live", "off")
    expect(timer.locator("#ending-time")).to_have_attribute("aria-hidden", "true")
    expect(timer.locator("#ending-words")).to_have_text("Ends in 3 hours")
    assert faults(page) == []
    page.clock.install(time=0)
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.clock.pause_at(60_000)
    tell(page, {"plans": plans_with_end(page, 11_529_000)})
    page.clock.run_for(9_000)
    expect(timer.locator("#ending-words")).to_have_text("Ends in 3 hours")
    tell(page, {"plans": plans_with_end(page, 2_000), "selection": first["product"]})
    expect(replaced).to_have_attribute("role", "status")
    expect(replaced).to_have_text("")
    page.clock.run_for(3_000)
    expect(replaced).to_have_text(f"That offer has ended. {second['name']}, {second['line']}")
    tell(page, {"plans": [{**first, "line": None}, second], "selection": first["product"]})
    page.clock.run_for(1_000)
    expect(replaced).to_have_text(f"That offer has ended. {first['name']}, {first['price']} {first['period']}")
    page.get_by_role("radio").nth(1).check()
    expect(replaced).to_have_text("")


def test_countdown_in_an_app_that_is_ahead(open_paywall):
    """A plan that the app leaves out a moment before its countdown ends is announced all the same"""
    page = open_paywall(in_web_view=True)
    page.clock.install(time=0)
    page.reload()
    page.clock.pause_at(60_000)
    first, second, third = store_plans(page)
    tell(page, {"plans": plans_with_end(page, 900), "selection": first["product"]})
    page.clock.run_for(600)
    expect(page.locator("#replaced")).to_have_text("")
    tell(page, {"plans": [second, third], "selection": second["product"]})
    page.clock.run_for(600)
    expect(page.locator("#replaced")).to_have_text(f"That offer has ended. {second['name']}, {second['line']}")


def test_countdown_after_sleep(open_paywall):
    """A countdown that stood still while the device slept is right again when the page is shown, and follows reduced motion at once"""
    page = open_paywall(in_web_view=True)
    page.clock.install(time=0)
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.clock.pause_at(60_000)
    ending = page.locator("#ending-time")
    tell(page, {"plans": plans_with_end(page, 11_529_000)})
    expect(ending).to_have_text("Ends in 03:12:09")
    page.emulate_media(reduced_motion="reduce")
    expect(ending).to_have_text("Ends in 3 hours")
    page.emulate_media(reduced_motion="no-preference")
    expect(ending).to_have_text("Ends in 03:12:09")
    # Only the date continues, and no timer fires.
    page.clock.set_system_time(60_000 + 3_600)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ending).to_have_text("Ends in 02:12:09")
    page.clock.set_system_time(60_000 + 7_200)
    page.evaluate("window.dispatchEvent(new Event('pageshow'))")
    expect(ending).to_have_text("Ends in 01:12:09")
    page.clock.set_system_time(30_000)
    page.evaluate("window.dispatchEvent(new Event('pageshow'))")
    expect(ending).to_have_text("Ends in 03:12:09")


@pytest.mark.parametrize(("language", "names"), [
    ("en", ["Welcome to Stride", "What do you run for?", "Run further", "Continue", "A race", "Back", "Step 2 of 3"]),
    ("ar", ["مرحبًا بك في Stride", "لماذا تركض؟", "اركض أبعد", "متابعة", "سباق", "رجوع", None])])
@pytest.mark.parametrize("width", first([390, 320, 1440]))
def test_pages(open_paywall, language, names, width):
    """The pages before the offer are turned by keyboard and by pointer, each with its heading in focus, and answers are sent"""
    welcome, question, offer, proceed, race, back, second = names
    page = open_paywall("stride", "pro", in_web_view=True, language=language, width=width, height=700)
    heading = lambda name: page.get_by_role("heading", name=name, level=1)  # noqa: E731
    tell(page, {"plans": store_plans(page)})
    expect(heading(welcome)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("button", name=back)).to_have_count(0)
    assert faults(page) == []
    assert fits(page)
    page.keyboard.press("Tab")
    expect(page.locator("#close")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=proceed)).to_be_focused()
    page.keyboard.press("Enter")
    expect(heading(question)).to_be_focused()
    expect(heading(question)).to_have_accessible_description(second or page.locator("#progress").inner_text())
    assert faults(page) == []
    assert fits(page)
    page.get_by_role("button", name=back).click()
    expect(heading(welcome)).to_be_focused()
    page.get_by_role("button", name=proceed).click()
    page.get_by_role("button", name=race).click()
    expect(heading(offer)).to_be_focused()
    expect(page.locator("#buy")).to_be_visible()
    expect(page.get_by_role("radio")).to_have_count(2)
    assert faults(page) == []
    assert fits(page)
    page.get_by_role("button", name=back).click()
    expect(heading(question)).to_be_focused()
    page.keyboard.press("Escape")
    assert [{key: value for key, value in message.items() if key != "paywall"} for message in page.evaluate("sent")] == [
        {"type": "ready"}, {"type": "page", "page": 1}, {"type": "page", "page": 0}, {"type": "page", "page": 1},
        {"type": "answer", "page": 1, "answer": 0, "attribute": "goal", "value": "race"},
        {"type": "page", "page": 1}, {"type": "close", "exitOffer": "goodbye"}]
    tell(page, {"page": 0})
    expect(heading(welcome)).to_be_focused()
    tell(page, {"state": {"kind": "owned", "title": "Pro", "line": "Everything is yours."}})
    page.locator("#cover-button").click()
    closing = page.evaluate("sent").pop()
    assert closing["type"] == "close" and "exitOffer" not in closing


def test_page_text_size(open_paywall):
    """At 310 % and on a phone on its side, a page before the offer keeps its words, and its button is on screen"""
    page = open_paywall("stride", "pro", width=320, height=568)
    button, lead = page.locator(".proceed:visible"), page.get_by_text("One question leads to your plan.")
    enlarge(page, 310)
    expect(lead).to_be_visible()
    box = button.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 568
    assert fits(page)
    enlarge(page, 100)
    for width, height in SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        box = button.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, (width, height)
        assert fits(page), (width, height)


@pytest.mark.parametrize("language", first(["en", "ar"]))
@pytest.mark.parametrize(("width", "height"), first(SIZES[:2]))
def test_text_size(open_paywall, width, height, language):
    """At 310 % the button and one benefit are on screen, and nothing is wider than it, from either direction"""
    page = open_paywall(width=width, height=height, language=language)
    enlarge(page, 310)
    button = page.locator("#buy").bounding_box()
    benefit = page.locator(".benefits b").first.bounding_box()
    assert button["y"] + button["height"] <= height
    assert benefit["y"] >= 0
    assert benefit["y"] + min(benefit["height"], 0.3 * height) <= button["y"]
    assert fits(page)


@pytest.mark.parametrize(("app", "paywall", "languages"), first(PAYWALLS), ids=lambda value: str(value))
def test_smallest_phone(open_paywall, app, paywall, languages):
    """On the smallest phone a benefit, a price and the button can be read at once"""
    page = open_paywall(app, paywall, language=languages[-1], width=320, height=568)
    offer, price, button = (page.locator(place).first.bounding_box() for place in ("#offer", ".price b", "#buy"))
    for benefit in page.locator(".benefits:not([hidden]) b").all()[:1]:
        box = benefit.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= offer["y"]
    assert offer["y"] <= price["y"] < button["y"] and button["y"] + button["height"] <= 568


@pytest.mark.parametrize(("app", "paywall", "languages"), first(PAYWALLS[::-1]), ids=lambda value: str(value))
def test_sideways(open_paywall, app, paywall, languages):
    """On a phone on its side and on a tablet the button, a plan and a benefit are on screen, and nothing is cut without a fade"""
    page = open_paywall(app, paywall, scheme="dark", language=languages[-1])
    for width, height in SIDEWAYS + TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page), (width, height)
        button = page.locator("#buy").bounding_box()
        assert button["y"] >= 0 and button["y"] + button["height"] <= height, (width, height)
        if width > 600:
            plan = page.locator(".plan").first.bounding_box()
            assert plan["y"] >= 0 and plan["y"] + min(plan["height"], 40) <= button["y"], (width, height)
        ends = [benefit.bounding_box() for benefit in page.locator(".benefits:not([hidden]) li").all()]
        assert not ends or ends[0]["y"] + ends[0]["height"] <= height, (width, height)
        beside = ends and (
            ends[0]["x"] + ends[0]["width"] <= button["x"] or button["x"] + button["width"] <= ends[0]["x"])
        edge = height if beside else page.locator("#offer" if height > 500 else ".buy").bounding_box()["y"]
        if any(end["y"] < edge < end["y"] + end["height"] for end in ends):
            assert page.evaluate(FADES), (width, height)
    page.set_viewport_size({"width": 844, "height": 390})
    assert faults(page) == []


def test_plans_below(open_paywall):
    """On a phone on its side an arrow says that plans are below the button, until they are scrolled to; the keyboard reaches them"""
    page = open_paywall("glow", "pro", language="fr", width=667, height=375)
    arrow = "Number(getComputedStyle(document.querySelector('.buy'), '::after').opacity)"
    plan, button = page.locator(".plan").last, page.locator(".buy")
    assert plan.bounding_box()["y"] + plan.bounding_box()["height"] > button.bounding_box()["y"]
    assert page.evaluate(arrow) == 1
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.wait_for_function(f"{arrow} === 0")
    assert plan.bounding_box()["y"] + plan.bounding_box()["height"] <= button.bounding_box()["y"]
    page.set_viewport_size({"width": 932, "height": 430})
    page.evaluate("document.querySelector('.deal').scrollTo(0, 0)")
    assert page.evaluate(arrow) == 0
    assert faults(page) == []


@pytest.mark.parametrize(("width", "height"), first([(1440, 900), (844, 390), (744, 1133), (390, 844)]))
def test_back_stays(open_paywall, width, height):
    """The back arrow and the progress of pages before an offer are at the same place on each of them"""
    page = open_paywall("stride", "pro", width=width, height=height)

    def places():
        return [page.locator(part).bounding_box() for part in ["#back", "#progress"]]

    page.locator(".proceed").first.click()
    expect(page.locator("#back")).to_be_visible()
    question = places()
    page.locator(".answer:visible").first.click()
    expect(page.locator("#buy")).to_be_visible()
    offer = places()
    assert [(box["x"], box["y"]) for box in offer][:1] == [(box["x"], box["y"]) for box in question][:1]
    assert abs(offer[1]["y"] - question[1]["y"]) < 1


# The titles of benefits with a word that is broken.
BROKEN_WORDS = """() => [...document.querySelectorAll(".benefits b")].filter((title) => {
  const range = document.createRange();
  return [...title.textContent.matchAll(/\\S+/g)].some(({ 0: word, index }) => {
    range.setStart(title.firstChild, index);
    range.setEnd(title.firstChild, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
}).map((title) => title.textContent)"""


def test_whole_words(open_paywall):
    """RA-18 where benefits stand in two columns, no word of their titles is broken"""
    page = open_paywall("techniq", "pro")
    for width in [330, 360, 390, 430]:
        page.set_viewport_size({"width": width, "height": 844})
        one, two = (page.locator(".benefits li").nth(number).bounding_box() for number in [0, 1])
        assert one["y"] == two["y"], width
        assert page.evaluate(BROKEN_WORDS) == [], width


# The words of plans that their badge covers, and the prices that are on more than one line.
CROWDED = """() => [...document.querySelectorAll(".plan")].flatMap((plan) => {
  const badge = plan.querySelector("em")?.getBoundingClientRect();
  return [...plan.querySelectorAll("b")].filter((words) => {
    const range = document.createRange();
    range.selectNodeContents(words);
    const pieces = [...range.getClientRects()], lines = new Set(pieces.map(({ top }) => Math.round(top)));
    const isCovered = ({ left, right, top, bottom }) => left < badge.right && right > badge.left && top < badge.bottom && bottom > badge.top;
    return words.closest(".price") && lines.size > 1 || badge && pieces.some(isCovered);
  }).map((words) => words.textContent);
})"""


@pytest.mark.parametrize(("app", "paywall", "languages"), first([("stride", "pro", ["en", "ar"]), *PAYWALLS]), ids=lambda value: str(value))
def test_plans(open_paywall, app, paywall, languages):
    """At any width a badge covers neither the name nor the price of its plan, and a price is on one line"""
    page = open_paywall(app, paywall, in_web_view=True, language=languages[-1])
    tell(page, {"plans": store_plans(page), "page": page.locator(".step").count()})
    for width, height in SIZES + SIDEWAYS + TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CROWDED) == [], (width, height)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_safe_area(open_paywall, language):
    """The close button is clear of the camera, of the clock and of the plans, whichever way the phone is held"""
    page = open_paywall(language=language)
    system = page.context.new_cdp_session(page)
    for width, height, side, top in [(402, 874, 0, 59), (844, 390, 47, 0), (956, 440, 62, 0)]:
        page.set_viewport_size({"width": width, "height": height})
        system.send("Emulation.setSafeAreaInsetsOverride", {
            "insets": {"left": side, "right": side, "top": top, "bottom": 21}})
        for scrolled in [0, 600]:
            page.evaluate("scrolled => scrollTo(0, scrolled)", scrolled)
            close, plan = (page.locator(part).first.bounding_box() for part in ["#close", ".plan"])
            assert close["x"] >= side and close["x"] + close["width"] <= width - side, (width, scrolled)
            assert close["y"] >= top, (width, scrolled)
            beside = plan["x"] >= close["x"] + close["width"] or plan["x"] + plan["width"] <= close["x"]
            assert beside or width < height, (width, scrolled)


def test_wide(open_paywall):
    """A large window is filled and evenly spaced, and the close button never lies on the offer"""
    page = open_paywall(width=2560, height=1440)
    assert page.locator("#page").bounding_box()["width"] > 2560 / 2
    timeline, proof, questions = (page.locator(f".{part}").bounding_box() for part in ["timeline", "proof", "questions"])
    above = [proof["y"] - timeline["y"] - timeline["height"], questions["y"] - proof["y"] - proof["height"]]
    assert abs(above[0] - above[1]) < 10, above
    for width, height in TABLETS[1:] + [(1180, 820), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        close, deal = (page.locator(part).bounding_box() for part in ["#close", ".deal"])
        beside = deal["x"] + deal["width"] <= close["x"]
        assert beside or close["y"] + close["height"] <= deal["y"], width


# The space that art takes, and how much the layout shifted while it was loaded.
ART = """() => {
  const { x, y, right, bottom, width, height } = document.querySelector(".art img").getBoundingClientRect();
  return { x, y, right, bottom, width, height, moved: window.moved };
}"""
WATCH_LAYOUT = """window.moved = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((shift) => { window.moved += shift.value; }))
    .observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.parametrize("scheme", first(["light", "dark"]))
@pytest.mark.parametrize(("language", "description"), first([
    ("en", "The same portrait twice: gray before, in warm light after"),
    ("ar", "الصورة نفسها مرتين: رمادية قبل التعديل، وفي ضوء دافئ بعده")]))
def test_art(open_paywall, language, description, scheme):
    """The app's own art is on top, described, uncropped, clear of the close button, and shifts nothing while it is drawn"""
    page = open_paywall("glow", "pro", language=language, scheme=scheme)
    art = page.get_by_role("img", name=description)
    expect(art).to_be_visible()
    assert page.evaluate("() => document.querySelector('.art img').naturalWidth") > 0
    page.add_init_script(WATCH_LAYOUT)
    for width, height in [(320, 844), (390, 844), (430, 932), *TABLETS, (1440, 900), (2560, 1440)]:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        box = page.evaluate(ART)
        assert fits(page) and box["x"] >= 0 and box["right"] <= width, width
        assert abs(box["width"] / box["height"] - 480 / 300) < 0.03, width
        assert box["height"] < 260.5 and box["moved"] == 0, (width, box)
        close = page.locator("#close").bounding_box()
        assert close["x"] >= box["right"] or close["x"] + close["width"] <= box["x"] or close["y"] >= box["bottom"], width


def test_art_makes_room(open_paywall):
    """Where there is little space, at 310 % and on a phone in landscape, the page shows no art"""
    page = open_paywall("glow", "pro")
    art = page.locator(".art")
    expect(art).to_be_visible()
    for width, height in SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        expect(art).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(art).to_be_visible()
    enlarge(page, 310)
    expect(art).to_be_hidden()
    assert fits(page)


def test_art_saves_data(paywalls):
    """Save-Data leaves the art out; without it, the art adds its file's bytes"""
    address = paywalls.page("glow", "pro")
    headers, whole = get(address)[1:]
    assert "img-src data:" in headers["Content-Security-Policy"] and b"<img" in whole
    headers, saved = get(address, Save_Data="on")[1:]
    assert "img-src" not in headers["Content-Security-Policy"] and b"<img" not in saved
    assert "Save-Data" in ", ".join(headers.get_all("Vary"))
    art = (ROOT / "Blueprints" / "glow" / "hero.svg").stat().st_size
    assert len(saved) < 60_000 and len(whole) - len(saved) < art * 4 / 3 + 400


def test_frame(open_paywall, paywalls, shop):
    """A page around a paywall hears it and is heard, if the server names its origin"""
    page = open_paywall()
    frame = f'<!doctype html><title>Shop</title><iframe title="Plans" width="390" height="700" src="{paywalls.page("tidewise", "pro")}"></iframe>'
    script = """<script>
      const frame = document.querySelector("iframe");
      window.heard = [];
      addEventListener("message", (event) => {
        if (event.source !== frame.contentWindow) return;
        heard.push(event.data.tollgate.type);
        if (event.data.tollgate.type === "purchase")
          frame.contentWindow.postMessage({ tollgate: { state: {
            kind: "welcome", title: "Thank you!", line: "Everything is unlocked.", closeLabel: "Continue" } } }, "*");
      });
    </script>"""
    shop.html = frame + script
    page.goto(shop.address)
    inside = page.frame_locator("iframe")
    inside.get_by_role("button", name="Start 7-day free trial").click()
    expect(inside.get_by_text("Thank you!")).to_be_visible()
    inside.get_by_role("button", name="Continue").click()
    page.wait_for_function("heard.join() === 'ready,purchase,read'")


def test_not_dismissible(open_paywall):
    """A paywall that cannot be closed has no close button, and Escape does nothing"""
    page = open_paywall(paywall="plain", in_web_view=True)
    expect(page.get_by_role("button", name="Close")).to_have_count(0)
    page.keyboard.press("Escape")
    assert [message["type"] for message in page.evaluate("sent")] == ["ready"]


@pytest.mark.parametrize(("app", "paywall", "language"), first([
    (app, paywall, language) for app, paywall, languages in PAYWALLS for language in languages]))
def test_sent(paywalls, app, paywall, language):
    """A page is sent compressed and once, in less than 20 KB"""
    address = paywalls.page(app, paywall, language=language)
    check_caching(address)
    assert len(get(address, **BROWSER)[2]) < 20_000


@pytest.mark.parametrize("update", first(["null", "undefined", "'plans'", "[]", "7", "{ plans: 7 }"]))
def test_malformed_update(open_paywall, update):
    """What is not an update is ignored with a warning, and the next one counts"""
    page = open_paywall(in_web_view=True)
    warnings = []
    page.on("console", lambda message: message.type == "warning" and warnings.append(message.text))
    page.evaluate(f"window.tollgate.update({update})")
    assert len(warnings) == 1 and "ignored an update" in warnings[0]
    tell(page, {"plans": store_plans(page)})
    expect(page.get_by_text("1,99 €", exact=True)).to_be_visible()


def next_day(page):
    """Moves the clock of a page by a day, and shows the page again."""
    page.evaluate("""() => {
      const Real = Date;
      window.Date = class extends Real { constructor(...all) { super(...(all.length ? all : [Real.now() + 86400000])); } };
      window.dispatchEvent(new Event("pageshow"));
    }""")


def test_next_day(open_paywall):
    """A page that is shown again on another day has that day's dates: it loads again, or asks who gave them"""
    page = open_paywall()
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    with page.expect_navigation():
        next_day(page)
    page = open_paywall(in_web_view=True)
    tell(page, {"plans": store_plans(page)})
    next_day(page)
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    assert [message["type"] for message in page.evaluate("sent")] == ["ready", "ready"]
