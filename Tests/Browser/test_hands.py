"""What the visitor can do to the world around the app."""

import re

from playwright.sync_api import expect

from test_page import to_paywall
from test_small import flaws


def menu(visitor, name):
    visitor.controls.locator(f"[data-key=menu-{name}] > summary").click()


def test_time(open_app):
    """A week, and to the end of the trial"""
    visitor = open_app("coach-free")
    visitor.enter("Create an account")
    visitor.control("Trial's end")
    expect(visitor.controls).to_contain_text("2026-03-09 09:41")
    expect(visitor.phase).to_have_text("trialExpired")
    visitor.control("+ 1 week")
    expect(visitor.controls).to_contain_text("2026-03-16 09:41")


def test_server(open_app):
    """With the server down nothing is recorded; once it is up again everything works"""
    visitor = open_app("grobro")
    menu(visitor, "network")
    visitor.control("Server: Down")
    visitor.press("Add plant")
    visitor.says("0 of 3 plants")
    visitor.control("Server: Up")
    visitor.press("Add plant")
    visitor.says("1 of 3 plants")


def test_notifications(open_app):
    """A notification that is held back arrives later, a lost one never"""
    visitor = open_app("grobro")
    to_paywall(visitor, "grobro")
    visitor.buy()
    menu(visitor, "store")
    visitor.control("Notifications: Late")
    visitor.control("Cancel the subscription")
    expect(visitor.notifications).to_contain_text("held back")
    visitor.control("Notifications: Now")
    expect(visitor.notifications).not_to_contain_text("held back")
    visitor.control("Notifications: Lost")
    visitor.control("Resume the subscription")
    expect(visitor.notifications.get_by_text("lost", exact=True)).to_have_count(1)


def test_devices_and_people(open_app):
    """A second device of a store account finds its customer again, and the first person gets the phone back"""
    visitor = open_app("grobro")
    visitor.press("Add plant")
    menu(visitor, "phone")
    visitor.control("Device: Second")
    expect(visitor.controls.get_by_role("button", name="Device: Second", pressed=True)).to_be_visible()
    visitor.says("1 of 3 plants")
    visitor.press("Add plant")
    visitor.control("Device: First")
    visitor.says("2 of 3 plants")
    visitor.control("Device: Second")
    visitor.says("2 of 3 plants")
    visitor.control("Hand it to a second person")
    expect(visitor.controls).to_contain_text("Person B")
    visitor.control("Back to the first person")
    expect(visitor.controls).to_contain_text("Person A")


def test_language(open_app):
    """A language that the app lacks is not offered"""
    for app, languages in [("grobro", ["EN", "Mirrored"]), ("coach-free", ["EN", "DE", "Mirrored"])]:
        visitor = open_app(app)
        menu(visitor, "phone")
        offered = visitor.controls.get_by_role("group", name="Language", exact=True).get_by_role("button")
        expect(offered).to_have_text(languages)


# The left edges of a text's first and last characters on the line of the first.
EDGES = """element => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), range = document.createRange(), edges = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (let at = 0; at < text.length; at++) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const box = range.getBoundingClientRect();
      if (box.width) edges.push([box.x, box.y]);
    }
  }
  return edges.filter(edge => Math.abs(edge[1] - edges[0][1]) < 2).map(edge => edge[0]);
}"""


def test_pseudolanguage(open_app):
    """EX-8 an app without a right-to-left language is mirrored, at once and in journeys; its texts and prices read as before"""
    visitor = open_app("grobro")
    menu(visitor, "phone")
    to_paywall(visitor, "grobro")
    visitor.control("Language: Mirrored")
    device = visitor.page.locator(".device")
    expect(device).to_have_attribute("dir", "rtl")
    expect(device).to_have_attribute("lang", re.compile("^en"))
    expect(visitor.controls.get_by_role("group", name="Language", exact=True)).to_contain_text(
        "The layout is mirrored, and the app speaks English.")

    paywall = visitor.dialog("Grow without limits")
    plan = paywall.locator(".package").first
    assert plan.locator("input").bounding_box()["x"] > plan.locator(".price").bounding_box()["x"]
    for text in [plan.locator(".price b"), plan.get_by_text("7 days free"), paywall.locator(".lead")]:
        edges = text.evaluate(EDGES)
        assert edges == sorted(edges), text.text_content()
    assert not flaws(visitor.page)

    visitor.page.goto(f"{visitor.page.url}?journey=gb-4&step=1")
    visitor.says("3 of 3 plants")
    expect(device).to_have_attribute("dir", "rtl")
    first, second = visitor.phone.locator(".plant").nth(0).bounding_box(), visitor.phone.locator(".plant").nth(1).bounding_box()
    assert first["x"] > second["x"]
    expect(visitor.page.locator(".strayed")).to_have_count(0)
    menu(visitor, "phone")
    visitor.control("Language: EN")
    expect(device).to_have_attribute("dir", "ltr")


def test_session(open_app):
    """A session that is ended elsewhere asks to sign in again"""
    visitor = open_app("coach-free")
    visitor.enter("Create an account")
    menu(visitor, "network")
    visitor.control("End the session elsewhere")
    expect(visitor.phone.get_by_label("Email")).to_be_visible()


def test_impossible(open_app):
    """What would change nothing is disabled: a price nobody raised, a family that cannot share"""
    visitor = open_app("grobro")
    to_paywall(visitor, "grobro")
    visitor.buy()
    menu(visitor, "store")
    agree = visitor.controls.get_by_role("button", name="Agree to the price")
    expect(agree).to_be_disabled()
    visitor.control("Raise the price by a quarter")
    expect(agree).to_be_enabled()
    agree.click()
    expect(agree).to_be_disabled()
    family = visitor.controls.get_by_role("group", name="Family", exact=True)
    expect(family.get_by_role("button", name="Family: Shared")).to_be_disabled()
    expect(family).to_contain_text("Nothing this app sells can be shared.")
