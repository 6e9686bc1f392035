"""Why an answer is as it is, and what the phone and the server believe."""

import re

from playwright.sync_api import expect


def panel(visitor, key):
    return visitor.panels.locator(f"[data-key={key}]")


def test_why(open_app):
    """Each answer names its rule and its numbers, and what the rules before it lack"""
    visitor = open_app("grobro")
    plants = panel(visitor, "feature-add-plant")
    for count in range(3):
        expect(plants).to_contain_text(f"Allowed: {count} of 3 held")
        visitor.press("Add plant")
    expect(plants).to_contain_text("Refused: 3 of 3 held; the app shows the paywall upgrade")
    expect(plants).to_contain_text("Rule 2 of 2")
    plants.get_by_text("Why the rules before it do not apply").click()
    expect(plants.get_by_text("not met: the customer has pro")).to_be_visible()
    expect(panel(visitor, "feature-view-plant")).to_contain_text("Allowed, without a limit")


def test_change(open_app):
    """An answer says when it changes by itself, and what it is then"""
    visitor = open_app("coach-free")
    visitor.enter("Create an account")
    message = panel(visitor, "feature-send-message")
    expect(message.get_by_text("Changes")).to_be_visible()
    expect(message).to_contain_text("2026-03-09 09:41, in 7 days: Refused")


def test_renewal(open_app):
    """A renewal that is due changes the membership, and an answer only later, unless the store renews"""
    visitor = open_app("coach-paid")
    visitor.page.goto(visitor.page.url.split("?")[0] + "?journey=story&step=6")
    expect(panel(visitor, "membership")).to_contain_text(re.compile(r"2026-04-05 09:41, in \d+ days: the renewal is due"))
    expect(panel(visitor, "feature-send-message")).to_contain_text(
        re.compile(r"Changes unless the store renews, 2026-04-06 09:41, in \d+ days: Refused"))
    # The end of the trial was sure.
    visitor.page.goto(visitor.page.url.split("?")[0] + "?journey=story&step=4")
    expect(panel(visitor, "feature-send-message")).to_contain_text(
        re.compile(r"2026-03-05 09:41, in 24 hours: Allowed, without a limit"))
    visitor.page.goto(visitor.page.url.split("?")[0] + "?journey=story&step=6")
    visitor.control("Cancel the subscription")
    expect(panel(visitor, "membership")).to_contain_text(re.compile(r"2026-04-05 09:41, in \d+ days: the period ends"))
    expect(panel(visitor, "feature-send-message")).to_contain_text(re.compile(r"2026-04-05 09:41, in \d+ days: Refused"))


def test_two_sides(open_app):
    """Phone and server stand side by side; they disagree while the app does not run"""
    visitor = open_app("grobro")
    sides = visitor.page.locator("[data-key=comparison]")
    expect(sides.locator("tr.differs")).to_have_count(0)
    expect(sides).to_contain_text("as of 2026-03-02 09:41")
    visitor.control("+ 1 hour")
    server = sides.get_by_role("columnheader").filter(has_text="Server")
    expect(server).to_contain_text("as of 2026-03-02 09:41")
    visitor.press("Add plant")
    expect(server).to_contain_text("as of 2026-03-02 10:41")
    visitor.control("Kill the app")
    expect(sides.locator("tr.differs").filter(has_text="not running")).to_contain_text("free")
    visitor.control("Relaunch")
    expect(sides.locator("tr.differs")).to_have_count(0)


def test_gaps(open_app):
    """On the widest pages the panels beside a long list of features stand as close as all others"""
    visitor = open_app("techniq", width=2560, height=1440)
    columns = [column.locator("> .panel").all() for column in visitor.panels.locator("[data-key=answers] > .column").all()]
    assert [len(panels) for panels in columns] == [2, 5]
    for panels in columns:
        places = [panel.bounding_box() for panel in panels]
        gaps = {round(below["y"] - above["y"] - above["height"]) for above, below in zip(places, places[1:])}
        assert gaps == {12}
