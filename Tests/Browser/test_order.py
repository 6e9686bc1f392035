"""What is late on its way to the server or back changes no order."""

from playwright.sync_api import expect

from playground import Playground
from test_hands import menu


def test_late_tab(open_app):
    """A tab shows what happened between its document and its script, while another tab listens for both"""
    visitor = open_app("grobro", width=1440)
    tab = visitor.page.context.new_page()
    held = []
    tab.route("**/playground.js", lambda route: held.append(route))
    tab.goto(visitor.page.url, wait_until="commit")
    expect(tab.locator("#phone").get_by_text("0 of 3 plants")).to_be_visible()
    visitor.press("Add plant")
    visitor.says("1 of 3 plants")
    held.pop().continue_()
    expect(tab.locator("#phone").get_by_text("1 of 3 plants")).to_be_visible()


def test_late_action(open_app):
    """Actions reach the server in the order in which they were pressed"""
    visitor = open_app("grobro", width=1440)
    menu(visitor, "network")
    held, sent = [], []
    visitor.page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" else None)
    visitor.page.route("**/actions", lambda route: held.append(route), times=1)
    visitor.controls.get_by_role("button", name="Server: Down").click()
    visitor.reachable("button", "Add plant").click()
    visitor.page.evaluate("1")
    assert len(sent) == 1
    held.pop().continue_()
    visitor.settled()
    assert len(sent) == 2
    visitor.says("0 of 3 plants")


def overtaken(open_app):
    """A visitor who has two plants, while the answer about the first one is held; and that answer, with its route"""
    visitor = open_app("grobro", width=1440)
    held = []
    visitor.page.route("**/actions", lambda route: held.append((route, route.fetch())), times=1)
    visitor.reachable("button", "Add plant").click()
    visitor.says("1 of 3 plants")
    visitor.ask_server(action="use", feature="add-plant")
    visitor.says("2 of 3 plants")
    return visitor, held


def test_late_answer(open_app):
    """An answer that arrives after the page has read itself again does not take the page back"""
    visitor, held = overtaken(open_app)
    with visitor.page.expect_response(visitor.page.url) as document:
        visitor.page.evaluate("new BroadcastChannel('tollgate-playground').postMessage({ isConnected: true })")
    document.value.finished()
    visitor.page.evaluate("1")
    route, answer = held.pop()
    route.fulfill(response=answer)
    visitor.settled()
    visitor.says("2 of 3 plants")


def test_answer_during_reading(open_app):
    """Nor does one that arrives while the page reads itself again"""
    visitor, held = overtaken(open_app)
    reading = []
    visitor.page.route(visitor.page.url, lambda route: reading.append(route))
    with visitor.page.expect_request(visitor.page.url):
        visitor.page.evaluate("new BroadcastChannel('tollgate-playground').postMessage({ isConnected: true })")
    route, answer = held.pop()
    route.fulfill(response=answer)
    visitor.settled()
    visitor.says("2 of 3 plants")
    reading.pop().continue_()
    visitor.says("2 of 3 plants")


def test_next_run(open_app):
    """A restarted playground continues the numbering of updates, so that open pages accept them"""
    def number(page):
        return int(page.locator("main").get_attribute("data-events").rsplit("=")[-1])

    visitor = open_app("grobro", width=1440)
    visitor.press("Add plant")
    visitor.page.reload()
    before = number(visitor.page)
    second = Playground()
    try:
        visitor.page.goto(f"{second.address}/playground/grobro")
        assert number(visitor.page) > before
    finally:
        visitor.page.goto("about:blank")
        assert second.stop() == 0
