"""Coach, a free trial from the first day."""

import re

import pytest
from playwright.sync_api import expect

PAYWALL = "I'd love to keep talking"
AFTER_TRIAL = "You've experienced what Coach App can do — keep the conversation going"
NUDGE = "Your Coach App trial wraps up tomorrow. Want to keep our conversations going?"


@pytest.fixture
def stranger(open_app):
    return open_app("coach-free")


@pytest.fixture
def coach(stranger):
    stranger.enter("Create an account")
    stranger.says("days left — enjoy exploring!")
    return stranger


def test_cf_1(stranger):
    """CF-1 signing up starts the free trial, with no payment"""
    expect(stranger.fact("trialStarted")).to_have_count(0)
    stranger.enter("Create an account")
    stranger.says("Here for you")
    expect(stranger.phase).to_have_text("trial")
    expect(stranger.fact("trialStarted")).to_contain_text("7 days")
    expect(stranger.fact("transaction")).to_have_count(0)
    stranger.send("Good morning")
    stranger.says("Good morning")


def test_empty_form(stranger):
    """An account's form in which nothing was typed leads to its first field, and complains only about what was sent"""
    email, complaint = stranger.phone.get_by_label("Email"), stranger.phone.locator("#login-problem")
    for button in ["Create an account", "Sign in"]:
        stranger.press(button)
        expect(email).to_be_focused()
        expect(complaint).to_have_count(0)
    email.fill("maya")
    stranger.press("Create an account")
    expect(complaint).to_be_visible()


def test_cf_2(coach):
    """CF-2 the banner counts the days, singular and plural, and leads to the plans"""
    coach.says("Your free trial has 7 days left — enjoy exploring!")
    coach.control("+ 1 day", times=5)
    coach.says("Your free trial has 2 days left — enjoy exploring!")
    coach.control("+ 1 day")
    coach.says("Your free trial has 1 day left — enjoy exploring!")
    coach.press("See plans", nth=0)
    expect(coach.dialog(PAYWALL)).to_be_visible()


def test_cf_3_comes_once(coach):
    """CF-3 one day before the end a notification comes, once"""
    expect(coach.nudges).to_contain_text("planned")
    expect(coach.nudges).to_contain_text("2026-03-08 09:41")
    coach.control("Kill the app")
    coach.control("+ 1 day", times=6)
    coach.says(NUDGE)
    coach.phone.get_by_role("button", name="Open the notification").click()
    coach.says("Your free trial has 1 day left")
    expect(coach.fact("nudge")).to_have_count(1)
    coach.relaunch()
    coach.control("+ 1 day")
    coach.says_nothing_of(NUDGE)
    expect(coach.nudges.get_by_role("listitem")).to_have_count(1)


def test_cf_3_cancelled(coach):
    """CF-3 subscribing cancels the notification"""
    coach.press("See plans")
    coach.buy()
    expect(coach.nudges.get_by_role("listitem")).to_have_count(0)
    coach.control("+ 1 day", times=6)
    coach.says_nothing_of(NUDGE)


def test_cf_4(coach):
    """CF-4 after the end a message brings the plans, all stays readable, a purchase lets the next one through"""
    coach.send("I want to sleep better")
    coach.control("+ 1 day", times=7)
    expect(coach.phase).to_have_text("trialExpired")
    expect(coach.dialog()).to_have_count(0)
    coach.says("I want to sleep better")
    coach.send("Are you there?")
    expect(coach.dialog(AFTER_TRIAL)).to_contain_text("$79.99")
    expect(coach.dialog(AFTER_TRIAL)).to_contain_text("$9.99")
    coach.press("Close")
    coach.says("I want to sleep better")
    coach.says_nothing_of("Are you there?")
    expect(coach.message).to_have_value("Are you there?")
    coach.says("Our conversation stays here to read.")
    coach.phone.locator("[data-key=locked]").get_by_role("button", name="See plans").click()
    expect(coach.dialog(AFTER_TRIAL)).to_be_visible()
    coach.press("Close")
    coach.press("Settings")
    coach.press("Chat")
    expect(coach.message).to_have_value("Are you there?")
    coach.send("Hello?")
    coach.buy("A month with Coach")
    expect(coach.message).to_have_value("Hello?")
    coach.send("Now we can go on")
    expect(coach.message).to_have_value("")
    expect(coach.phone.locator("[data-key=locked]")).to_have_count(0)
    coach.says("Now we can go on")


def test_cf_5(coach):
    """CF-5 two looks and three text sizes, with the rest honoured"""
    device = coach.phone.locator("..")
    header = coach.phone.locator("header.surface")
    name = header.get_by_role("heading", name="Coach")
    expect(device).to_have_attribute("data-look", "glass")
    glass = header.evaluate("e => getComputedStyle(e).backgroundImage")
    size = name.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    coach.control("Warm")
    expect(device).to_have_attribute("data-look", "warm")
    expect(header).not_to_have_css("background-image", glass)
    coach.control("Largest text")
    expect(name).to_have_css("font-size", f"{size * 1.42:g}px")
    coach.press("See plans")
    expect(coach.phone.locator(".cover-sheet")).to_have_css("animation-name", "none")
    assert coach.page.evaluate("document.getAnimations().length") == 0, "nothing moves where less motion is requested"


def test_cf_6(coach):
    """CF-6 the settings have a subscription section between account and about"""
    coach.press("Settings")
    headings = coach.phone.get_by_role("heading", level=3)
    expect(headings).to_have_text(["Account", "Subscription", "About"])
    coach.says("Exploring with me, 7 days left")
    coach.press("View plans")
    expect(coach.dialog(PAYWALL)).to_be_visible()
    coach.buy()
    coach.says("I'm with you, renews on March 2, 2027")
    coach.press("Manage Subscription")
    coach.press("Cancel Subscription")
    expect(coach.alert()).to_contain_text("ends on Mar 2, 2027")
    coach.press("Done")
    coach.says("I'm with you until March 2, 2027")
    coach.control("+ 1 day", times=7)
    coach.control("Refund")
    coach.says("I'm here when you want me back")


def test_cf_7(coach):
    """CF-7 nothing the phone says is cold"""
    coach.control("+ 1 day", times=8)
    coach.send("Are you there?")
    for line in ["Trial expires in", "Trial period ended", "Subscribe to continue"]:
        coach.says_nothing_of(line)


def test_cf_8(coach):
    """CF-8 unknown is never shown as expired and never shows a paywall"""
    coach.control("+ 1 day", times=8)
    coach.switch("Offline")
    coach.control("Reinstall")
    coach.says("No connection.")
    expect(coach.phase).to_have_text("unknown")
    expect(coach.dialog()).to_have_count(0)
    coach.says_nothing_of(re.compile("expired|behind us|plans", re.IGNORECASE))


def test_cf_9(open_app):
    """CF-9 the paywall shows by itself once a memory moment has landed"""
    coach = open_app("coach-free", width=1440)
    coach.enter("Create an account")
    coach.stop_time()
    coach.send("I want to sleep better")
    expect(coach.dialog()).to_have_count(0)
    coach.press("A memory lands")
    coach.says("“I want to sleep better”")
    expect(coach.dialog()).to_have_count(0)
    coach.page.clock.run_for(4_100)
    expect(coach.dialog(PAYWALL)).to_be_visible()
    coach.press("Close")
    coach.press("Settings")
    coach.press("Chat")
    expect(coach.dialog()).to_have_count(0)


def test_parent_approves(coach):
    """A purchase that a parent has to approve ends in access when they do"""
    coach.press("See plans")
    coach.press("Subscribe")
    coach.press("Ask a parent")
    expect(coach.alert("We're almost there")).to_be_visible()
    coach.control("Parent approves")
    expect(coach.dialog("I'm so glad you're staying.")).to_be_visible()
    expect(coach.phase).to_have_text("subscribed")
