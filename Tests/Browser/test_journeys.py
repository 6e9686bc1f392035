"""Guided journeys: a requirement, lived a step at a time and shared by its address."""

import json
import re

import pytest
from playwright.sync_api import expect

from exhaustive import first
from playground import ROOT
from test_page import APPS
from test_small import flaws

RESOURCES = ROOT / "Sources" / "TollgatePlayground" / "Resources"


def journeys(app):
    return json.loads((RESOURCES / f"journeys-{app}.json").read_text(encoding="utf-8"))


def guide(visitor):
    return visitor.page.get_by_role("region", name="Guide")


def link(visitor, row):
    return guide(visitor).locator(f".journeys a[href*='?journey={row.lower()}&']")


def begin(visitor, row):
    guide(visitor).locator("[data-key=journeys] > summary").click()
    link(visitor, row).click()
    expect(guide(visitor).get_by_text("A new phone, and a new customer.")).to_be_visible()


def press(visitor, name):
    guide(visitor).get_by_role("button", name=name).click()
    visitor.settled()


@pytest.mark.parametrize("app", APPS)
def test_ex_8_journeys(server, open_app, app):
    """EX-8 the last step of each requirement's journey shows what it says"""
    page = open_app(app, script=False).page
    for journey in journeys(app):
        steps = journey["steps"]
        page.goto(f"{server.address}/playground/{app}?journey={journey['row'].lower()}&step={len(steps)}")
        expect(page.locator("[data-journey]")).to_have_attribute("data-step", str(len(steps)))
        shown = page.locator("#phone, #panels").filter(has_text=steps[-1]["shows"])
        expect(shown, f"{journey['row']} shows: {steps[-1]['shows']}").not_to_have_count(0)


def test_journey(open_app):
    """A journey is stepped forward and back, with the requirement beside it and its step in the address"""
    visitor = open_app("coach-paid")
    begin(visitor, "CP-3")
    card = guide(visitor)
    expect(card.get_by_role("heading", name="Only a confirmed purchase starts the trial")).to_be_visible()
    expect(card.get_by_text(journeys("coach-paid")[2]["requirement"])).to_be_visible()
    expect(card.get_by_role("button", name="Back")).to_be_disabled()
    press(visitor, "Next")
    expect(visitor.page).to_have_url(re.compile(r"\?journey=cp-3&step=1$"))
    expect(visitor.dialog()).to_be_visible()
    press(visitor, "Next")
    expect(visitor.alert()).to_contain_text("Shall we check your payment method?")
    press(visitor, "Next")
    visitor.says("Day 1 of 3 — 100 conversations left")
    expect(visitor.fact("trialStarted")).to_have_count(1)
    press(visitor, "Back")
    expect(visitor.page).to_have_url(re.compile(r"step=2$"))
    expect(visitor.alert()).to_contain_text("Shall we check your payment method?")
    expect(visitor.fact("trialStarted")).to_have_count(0)
    press(visitor, "Leave this journey")
    expect(visitor.page).to_have_url(re.compile(r"/playground/coach-paid$"))
    expect(card.locator("[data-journey]")).to_have_count(0)


def test_headings(open_app):
    """A step of several actions heads each fact in the ledger with the action that it follows from, and marks all as new"""
    visitor = open_app("techniq")
    visitor.page.goto(f"{visitor.page.url}?journey=tq-2&step=2")
    expect(visitor.ledger.locator(".after")).to_have_text(
        ["Cancelled the subscription", "Confirmed the purchase", "Asked for the plans"])
    expect(visitor.ledger.locator(".fresh").filter(has=visitor.page.get_by_text("transaction", exact=True))).to_have_count(1)


def test_shared(open_app):
    """An address leads to its step, and a reload of it keeps what the visitor has done since"""
    visitor = open_app("grobro")
    address = f"{visitor.page.url}?journey=gb-4&step=1"
    visitor.page.goto(address)
    visitor.says("3 of 3 plants")
    expect(guide(visitor).locator("[data-journey]")).to_have_attribute("data-step", "1")
    visitor.press("Delete Spike")
    visitor.press("Delete")
    visitor.says("2 of 3 plants")
    expect(guide(visitor)).to_contain_text("You have done something else since")
    visitor.page.reload()
    visitor.says("2 of 3 plants")
    visitor.control("Reset this app")
    visitor.says("0 of 3 plants")
    visitor.page.goto(address)
    visitor.says("3 of 3 plants")
    other = open_app("grobro", another=True)
    expect(guide(other).locator("[data-journey]")).to_have_attribute("data-journey", "gb-4")
    expect(other.page).to_have_url(re.compile(r"\?journey=gb-4&step=1$"))
    missing = visitor.page.request.get(address.replace("gb-4", "gb-99"))
    assert missing.status == 404


def test_played(open_app):
    """A journey plays by itself, and waits while it is paused"""
    visitor = open_app("grobro", width=1440)
    visitor.page.clock.install()
    visitor.page.goto(f"{visitor.page.url}?journey=gb-3&step=0")
    card = guide(visitor).locator("[data-journey]")
    press(visitor, "Play")
    expect(card).to_have_attribute("data-step", "1")
    visitor.page.clock.run_for(4_100)
    expect(card).to_have_attribute("data-step", "2")
    press(visitor, "Pause")
    expect(guide(visitor).get_by_role("button", name="Play")).to_be_visible()
    visitor.page.clock.run_for(20_000)
    expect(card).to_have_attribute("data-step", "2")


@pytest.mark.parametrize("width, height", first([(390, 844), (320, 640), (1280, 720), (2560, 1440)]))
def test_everywhere(open_app, width, height):
    """At each width, by day, by night and in forced colors, everybody can follow a journey"""
    visitor = open_app("coach-paid", width=width, height=height)
    begin(visitor, "CP-5")
    press(visitor, "Next")
    for scheme in ["light", "dark"]:
        visitor.page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
        visitor.page.reload()
        expect(guide(visitor).get_by_role("button", name="Play")).to_be_visible()
        assert not flaws(visitor.page), scheme
    visitor.page.emulate_media(reduced_motion="reduce", forced_colors="active")
    expect(guide(visitor).locator(".strong")).to_have_css("border-top-style", "solid")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    step = guide(visitor).get_by_role("button", name="Next")
    step.focus()
    visitor.page.keyboard.press("Enter")
    expect(guide(visitor).locator("[data-journey]")).to_have_attribute("data-step", "2")
    expect(step).to_be_focused()


def test_journey_without_script(open_app):
    """A journey can be followed in a browser without script"""
    visitor = open_app("techniq", script=False)
    begin(visitor, "TQ-3")
    guide(visitor).get_by_role("button", name="Next").click()
    visitor.says("Unlimited personal training plans, made for you.")


def test_strong(open_app):
    """No strong button is disabled, also where nothing will change by itself"""
    visitor = open_app("coach-paid")
    expect(visitor.controls.get_by_role("button", name="nothing scheduled")).to_be_disabled()
    expect(visitor.page.locator("button.strong:disabled")).to_have_count(0)


def tab_to(page, target, limit=80):
    """Presses Tab until something has the focus, as who uses no mouse does."""
    for _ in range(limit):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{limit} times Tab do not lead to {target}")


@pytest.mark.parametrize("width, height", first([(1440, 1000), (390, 844)]))
def test_journey_by_keyboard(open_app, width, height):
    """A journey is opened, stepped, played, paused, shared by its address and left with nothing but the keyboard"""
    visitor = open_app("grobro", width=width, height=height)
    page, keyboard, card = visitor.page, visitor.page.keyboard, guide(visitor)
    page.clock.install()
    page.reload()
    expect(page.locator("main[data-live]")).to_be_attached()
    tab_to(page, card.locator("[data-key=journeys] > summary"))
    keyboard.press("Enter")
    tab_to(page, link(visitor, "GB-3"))
    keyboard.press("Enter")
    expect(card.get_by_text("A new phone, and a new customer.")).to_be_visible()
    expect(page.locator("main[data-live]")).to_be_attached()

    step = card.get_by_role("button", name="Next", exact=False)
    journey = card.locator("[data-journey]")
    tab_to(page, step)
    expect(step).to_have_css("outline-style", "solid")
    keyboard.press("Enter")
    expect(journey).to_have_attribute("data-step", "1")
    expect(step).to_be_focused()
    tab_to(page, card.get_by_role("button", name="Back"))
    keyboard.press("Space")
    expect(journey).to_have_attribute("data-step", "0")

    tab_to(page, card.get_by_role("button", name="Play"))
    keyboard.press("Enter")
    expect(journey).to_have_attribute("data-step", "1")
    pause = card.get_by_role("button", name="Pause")
    expect(pause).to_be_focused()
    keyboard.press("Enter")
    expect(card.get_by_role("button", name="Play")).to_be_focused()
    page.clock.run_for(20_000)
    expect(journey).to_have_attribute("data-step", "1")

    expect(page).to_have_url(re.compile(r"\?journey=gb-3&step=1$"))
    shared = open_app("grobro", another=True, width=width, height=height)
    shared.page.goto(page.url)
    expect(guide(shared).locator("[data-journey]")).to_have_attribute("data-step", "1")

    tab_to(page, card.get_by_role("button", name="Leave this journey"))
    keyboard.press("Enter")
    expect(journey).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/playground/grobro$"))
    assert page.evaluate("document.activeElement !== document.body"), "the focus is somewhere"
