"""The page around the phones: live, by keyboard, for screen readers, on small screens, without script."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from exhaustive import RUNS_ALL, first

APPS = ["coach-paid", "coach-free", "grobro", "strikelab", "techniq"]


def to_paywall(visitor, app):
    """The shortest way to each app's paywall."""
    match app:
        case "coach-paid":
            visitor.press("Finish discovery")
        case "coach-free":
            visitor.enter("Create an account")
            visitor.press("See plans")
        case "grobro":
            visitor.press("Settings")
            visitor.press("Upgrade")
        case "strikelab":
            visitor.press("Get started")
            visitor.press("See plans first")
        case "techniq":
            visitor.press("Unlock", nth=0)
    expect(visitor.dialog()).to_be_visible()


def too_wide(visitor):
    """What on the phone would have to be scrolled sideways."""
    return visitor.page.locator(".glassfront").evaluate(
        "e => [...e.querySelectorAll('[tabindex]:not(.hidden), .paywall-body')].filter(x => x.scrollWidth > x.clientWidth + 1).map(x => x.className)")


def to_settings(visitor, app):
    """From the paywall to the settings, in StrikeLab as a subscriber."""
    if app == "strikelab":
        visitor.buy()
    else:
        visitor.press("Close")
    visitor.press("Settings")
    expect(visitor.heading("Settings")).to_be_visible()


def test_ex_8(open_app):
    """EX-8 five apps on simulated phones, with the clock, the store and the network in the visitor's hands"""
    visitor = open_app("coach-paid")
    apps = visitor.page.get_by_role("navigation", name="Apps").get_by_role("link")
    expect(apps).to_have_count(5)
    apps.nth(2).click()
    visitor.control("Reset this app")
    expect(visitor.heading("My Garden")).to_be_visible()
    visitor.control("+ 1 hour")
    expect(visitor.controls).to_contain_text("2026-03-02 10:41")
    visitor.control("Reset this app")
    expect(visitor.controls).to_contain_text("2026-03-02 09:41")


def test_live(open_app):
    """Two pages show one world: the second sees a change with no reload"""
    first = open_app("grobro")
    second = open_app("grobro", another=True)
    second.page.evaluate("window.sameDocument = true")
    first.press("Add plant")
    second.says("1 of 3 plants")
    second.press("Add plant")
    first.says("2 of 3 plants")
    first.control("+ 1 day")
    expect(second.controls).to_contain_text("2026-03-03")
    assert second.page.evaluate("window.sameDocument")


def test_many_tabs(open_app):
    """Fifty tabs of one browser share a connection, also when the tab that holds it is closed"""
    first = open_app("grobro", width=1200)
    first.page.emulate_media(forced_colors="active")
    switch = first.controls.get_by_role("switch", name="Offline")
    assert "gradient" in switch.evaluate("e => getComputedStyle(e, '::after').backgroundImage"), "a switch shows its state"
    tabs = [first.page]
    for _ in range(49):
        tabs.append(first.page.context.new_page())
        tabs[-1].goto(first.page.url)
    tabs[-1].get_by_role("button", name="Add plant").click()
    for tab in tabs:
        expect(tab.locator("#phone").get_by_text("1 of 3 plants")).to_be_visible()
    first.page.close()
    tabs[-1].get_by_role("button", name="Add plant").click()
    expect(tabs[1].locator("#phone").get_by_text("2 of 3 plants")).to_be_visible()


def test_busy(open_app):
    """A form that is being sent is not sent again, whatever is shown meanwhile"""
    visitor = open_app("grobro", width=1440)
    held, sent = [], []
    visitor.page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" else None)
    visitor.page.route("**/actions", lambda route: held.append(route))
    add = visitor.reachable("button", "Add plant")
    add.click()
    visitor.ask_server(action="advance", by="hour")
    expect(visitor.controls).to_contain_text("10:41")
    add.click()
    held.pop().continue_()
    visitor.settled()
    expect(visitor.phone.get_by_text("1 of 3 plants")).to_be_visible()
    assert len(sent) == 1


def test_late_listener(open_app):
    """A page shows what happened between its document and its first event"""
    visitor = open_app("grobro", width=1440)
    held = []
    visitor.page.route("**/events?*", lambda route: held.append(route))
    with visitor.page.expect_request("**/events?*"):
        visitor.page.reload()
    expect(visitor.phone.get_by_text("0 of 3 plants")).to_be_visible()
    visitor.ask_server(action="use", feature="add-plant")
    expect(visitor.phone.get_by_text("0 of 3 plants")).to_be_visible()
    held.pop().continue_()
    expect(visitor.phone.get_by_text("1 of 3 plants")).to_be_visible()


def test_dead_server(server, browser):
    """A page that loses its server says so by itself, and no longer once the server is back"""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/events?*", lambda route: route.abort())
    page.goto(f"{server.address}/playground/grobro")
    expect(page.get_by_role("alert")).to_have_text("The playground cannot be reached. Is it still running?")
    page.unroute("**/events?*")
    expect(page.get_by_role("alert")).to_be_hidden()
    context.close()


# Lets the page wait only a hundredth of a second while `impatient` is true.
IMPATIENCE = """
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (time) => timeout(window.impatient ? 10 : time);
"""
UNREACHABLE = "The playground cannot be reached. Is it still running?"


def test_silent_server(open_app):
    """A server that never answers is reported as unreachable, and what was typed is restored"""
    visitor = open_app("coach-paid", width=1440)
    page, problem = visitor.page, visitor.page.get_by_role("alert").filter(has_text=UNREACHABLE)
    page.add_init_script(IMPATIENCE)
    page.reload()
    reconnect = "new BroadcastChannel('tollgate-playground').postMessage({ isConnected: true })"

    def without_answers(address, act):
        page.evaluate("impatient = true")
        page.route(address, lambda route: None)
        act()
        expect(problem).to_be_visible()
        page.unroute(address)
        page.evaluate("impatient = false")

    visitor.message.fill("Hello")
    without_answers("**/actions", visitor.reachable("button", "Send").click)
    expect(visitor.message).to_have_value("Hello")
    visitor.settled()
    visitor.press("Send")
    expect(problem).to_have_count(0)

    fact = visitor.ledger.locator(".fact > summary").first
    without_answers("**/facts/*", fact.click)
    fact.click()
    fact.click()
    expect(visitor.ledger.get_by_role("region", name="The fact as JSON")).to_be_visible()

    without_answers(page.url, lambda: page.evaluate(reconnect))
    page.evaluate(reconnect)
    expect(problem).to_have_count(0)


def test_missing(server, open_app):
    """A page that does not exist leads to those that do; files are kept by the browser until they change"""
    visitor = open_app("grobro")
    answer = visitor.page.request.get(f"{server.address}/foo", headers={"Accept": "text/html"})
    assert answer.status == 404
    assert "There is no page here" in answer.text() and "/playground/techniq" in answer.text()
    style = visitor.page.request.get(f"{server.address}/assets/playground.css")
    tag = style.headers["etag"]
    assert visitor.page.request.get(style.url, headers={"If-None-Match": tag}).status == 304


def test_keyboard(open_app):
    """A purchase from the first key to the welcome, by keyboard alone"""
    visitor = open_app("grobro")
    keyboard = visitor.page.keyboard

    def tab_to(name, role="button"):
        target = visitor.reachable(role, name)
        for _ in range(120):
            if target.evaluate_all("found => found.includes(document.activeElement)"):
                return
            keyboard.press("Tab")
        raise AssertionError(f"no way to {name} by Tab")

    keyboard.press("Tab")
    expect(visitor.page.get_by_role("link", name="Skip to the phone")).to_be_focused()
    keyboard.press("Enter")
    tab_to("Settings")
    keyboard.press("Enter")
    expect(visitor.heading("Settings")).to_be_visible()
    tab_to("Upgrade")
    keyboard.press("Enter")
    paywall = visitor.dialog("Grow without limits")
    expect(paywall).to_be_focused()
    keyboard.press("Escape")
    expect(paywall).to_have_count(0)
    expect(visitor.reachable("button", "Upgrade")).to_be_focused()
    assert visitor.page.locator("ol.log[tabindex]").evaluate_all("lists => lists.every(list => list.childElementCount)")
    keyboard.press("Enter")
    expect(paywall).to_be_focused()
    tab_to("GroBro Pro, yearly, 7 days free, then $29.99 per year, $2.50 a month, save 37%, Best value, selected", role="radio")
    keyboard.press("ArrowDown")
    expect(visitor.reachable("button", "Subscribe")).to_be_visible()
    tab_to("Subscribe")
    keyboard.press("Enter")
    expect(visitor.dialog("App Store")).to_be_visible()
    expect(visitor.reachable("button", "Subscribe")).to_be_focused()
    expect(visitor.dialog("App Store")).to_contain_text("GroBro Pro, monthly")
    keyboard.press("Escape")
    expect(visitor.dialog("App Store")).to_have_count(0)
    expect(visitor.reachable("button", "Subscribe")).to_be_focused()
    keyboard.press("Enter")
    expect(visitor.dialog("App Store")).to_be_visible()
    expect(visitor.reachable("button", "Subscribe")).to_be_focused()
    keyboard.press("Enter")
    expect(visitor.dialog("Welcome to Pro!")).to_be_visible()
    keyboard.press("Escape")
    expect(visitor.dialog()).to_have_count(0)
    visitor.says("Pro Plan (Renews April 2, 2026)")


@pytest.mark.parametrize("app", APPS)
def test_axe(open_app, app):
    """CF-5 main screen, paywall and settings of every app, in both looks, have no flaw for anybody"""
    visitor = open_app(app)
    axe = Axe()

    def check(place):
        for look in ["Warm", "Glass"] if RUNS_ALL else ["Warm"]:
            visitor.control(look)
            found = axe.run(visitor.page).response["violations"]
            flaws = [f"{flaw['id']}: {node['html']}" for flaw in found for node in flaw["nodes"]]
            assert not flaws, f"{place}, {look}: {flaws}"

    check("main")
    to_paywall(visitor, app)
    check("paywall")
    to_settings(visitor, app)
    check("settings")


@pytest.mark.parametrize("app", first(APPS))
def test_narrow(open_app, app):
    """On a phone's width nothing scrolls sideways"""
    visitor = open_app(app, width=390, height=844)

    def check():
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert not too_wide(visitor)

    check()
    to_paywall(visitor, app)
    check()
    to_settings(visitor, app)
    check()


def test_without_script(open_app):
    """Every button works in a browser without script"""
    visitor = open_app("grobro", script=False)
    visitor.phone.get_by_role("button", name="Add plant").click()
    visitor.says("1 of 3 plants")
    visitor.controls.get_by_role("button", name="+ 1 day").click()
    expect(visitor.controls).to_contain_text("2026-03-03")


def test_nonsense(server, open_app):
    """What the page has no button for is refused, and changes nothing"""
    visitor = open_app("grobro")
    request = visitor.page.request
    assert request.post(visitor.actions, form={"action": "make-me-pro"}).status == 400
    assert request.post(visitor.actions, form={"action": "advance", "by": "century"}).status == 400
    assert request.post(visitor.actions, form={"action": "kill"}, headers={"Origin": "http://elsewhere.example"}).status == 403
    assert request.post(f"{server.address}/playground/nothing/actions", form={"action": "kill"}).status == 404
    assert request.get(f"{server.address}/playground/nothing").status == 404
    assert request.get(f"{server.address}/assets/nothing.css").status == 404
    visitor.page.reload()
    visitor.says("0 of 3 plants")
