"""Coach, a paid trial after a free discovery session."""

import re

import pytest
from playwright.sync_api import expect

OFFER = "$2.99/week for 3 days, then $19.99/month"
PAYWALL = "I'd love to keep going with you"


@pytest.fixture
def coach(open_app):
    return open_app("coach-paid")


@pytest.fixture
def trial(coach):
    coach.press("Finish discovery")
    coach.buy()
    return coach


def test_cp_1(coach):
    """CP-1 discovery is free, starts no clock, and its messages never count"""
    coach.send("I want to sleep better")
    coach.send("Since the spring")
    expect(coach.conversation.get_by_role("listitem")).to_have_count(5)
    expect(coach.phase).to_have_text("onboarding")
    expect(coach.panels).to_contain_text("none scheduled")
    for kind in ["use", "transaction", "trialStarted"]:
        expect(coach.fact(kind)).to_have_count(0)
    coach.press("Finish discovery")
    coach.buy()
    coach.says("Day 1 of 3 — 100 conversations left")


def test_cp_2(coach):
    """CP-2 completing discovery shows the paywall with the offer's line as written"""
    coach.press("Finish discovery")
    expect(coach.dialog(PAYWALL)).to_contain_text(OFFER)
    expect(coach.dialog(PAYWALL)).to_contain_text("$19.99")
    expect(coach.fact("milestone")).to_contain_text("“discovery complete” was reached")


def test_cp_3(coach):
    """CP-3 a purchase confirmed by the store starts the paid trial, once; nothing else does"""
    coach.press("Finish discovery")
    coach.press("Start for $2.99")
    coach.press("Payment declined")
    expect(coach.alert("That didn't work for us")).to_be_visible()
    coach.press("Cancel")
    expect(coach.phase).to_have_text("blocked")
    expect(coach.fact("trialStarted")).to_have_count(0)
    coach.buy()
    expect(coach.phase).to_have_text("trial")
    coach.control("+ 1 day")
    coach.relaunch()
    coach.says("Day 2 of 3 — 100 conversations left")
    expect(coach.fact("trialStarted")).to_have_count(1)
    expect(coach.fact("trialStarted")).to_contain_text("The trial started, for 3 days.")


def test_cp_4(coach):
    """CP-4 nothing bought: every return shows the paywall, the server takes no message, all stays readable"""
    coach.send("I want to sleep better")
    coach.press("Finish discovery")
    coach.press("Close")
    coach.says("I want to sleep better")
    coach.says("Our conversation stays here to read.")
    expect(coach.phone.get_by_label("Message Coach")).to_have_count(0)
    coach.relaunch()
    expect(coach.dialog(PAYWALL)).to_be_visible()
    coach.press("Close")
    coach.press("Settings")
    coach.press("Chat")
    expect(coach.dialog(PAYWALL)).to_be_visible()
    coach.press("Close")
    coach.ask_server(action="use", feature="send-message", text="Let me in")
    expect(coach.dialog(PAYWALL)).to_be_visible()
    coach.press("Close")
    expect(coach.conversation.get_by_role("listitem")).to_have_count(3)
    coach.press("See plans")
    expect(coach.dialog(PAYWALL)).to_be_visible()


def test_offline_keeps_the_message(open_app):
    """A message that was not sent stays in its field, before what was typed meanwhile; a toast leaves by itself, and comes
    again with the same text"""
    coach = open_app("coach-paid", width=1440)
    coach.stop_time()

    def slowly(route):
        coach.message.press_sequentially("Hello?")
        route.continue_()

    coach.switch("Offline")
    coach.page.route("**/actions", slowly, times=1)
    coach.send("Are you there?")
    expect(coach.message).to_have_value("Are you there? Hello?")
    toast = coach.phone.locator(".toast")
    expect(toast).to_be_visible()
    coach.page.clock.run_for(5_100)
    expect(toast).to_have_count(0)
    for _ in range(2):
        coach.press("Send")
        expect(toast).to_be_visible()
        coach.page.clock.run_for(5_100)
        expect(toast).to_have_count(0)
    coach.switch("Offline")
    coach.press("Send")
    coach.says("Are you there? Hello?")
    expect(coach.message).to_have_value("")


def test_cp_5(trial):
    """CP-5 the status counts days and conversations while the trial runs"""
    trial.says("Day 1 of 3 — 100 conversations left")
    trial.send("Good morning")
    trial.says("Day 1 of 3 — 99 conversations left")
    trial.control("+ 1 day")
    trial.says("Day 2 of 3 — 99 conversations left")
    trial.control("+ 1 day")
    trial.says("Day 3 of 3 — 99 conversations left")


def test_cp_6_days(trial):
    """CP-6 the trial ends at three days exactly, and premium holds until then"""
    trial.control("Cancel the subscription")
    trial.control("+ 1 day", times=2)
    for _ in range(23):
        trial.ask_server(action="advance", by="hour")
    expect(trial.phase).to_have_text("trial")
    expect(trial.panels).to_contain_text("Entitled to premium")
    trial.control("+ 1 hour")
    expect(trial.phase).to_have_text("trialExpired")
    expect(trial.panels).not_to_contain_text("Entitled to premium")


def test_cp_6_messages(trial):
    """CP-6 the hundredth message ends the trial, whatever days are left"""
    for _ in range(99):
        trial.ask_server(action="use", feature="send-message", text="And another thing")
    expect(trial.panels.locator(".ledger .count")).to_have_text(re.compile(r"^\d{3,}$"))
    trial.says("Day 1 of 3 — 1 conversation left")
    trial.send("The hundredth")
    expect(trial.phase).to_have_text("trialExpired")
    expect(trial.phone.get_by_label("Message Coach")).to_have_count(0)
    trial.says("Premium starts on March 5, 2026")
    expect(trial.phone.get_by_role("button", name="See plans")).to_have_count(0)
    trial.control("+ 1 day", times=3)
    expect(trial.phase).to_have_text("subscribed")


def test_cp_7_renews(trial):
    """CP-7 at the trial's end the store renews by itself: subscribed, no limit"""
    trial.control("+ 1 day", times=3)
    expect(trial.phase).to_have_text("subscribed")
    expect(trial.notifications).to_contain_text("DID_RENEW")
    trial.says_nothing_of("conversations left")
    trial.send("Still here")
    trial.says("Still here")
    trial.press("Settings")
    trial.says("I'm with you, Premium renews on April 5, 2026")


def test_cp_7_cancelled(trial):
    """CP-7 cancelled in the trial: it runs its three days, then the paywall"""
    trial.control("Cancel the subscription")
    trial.control("+ 1 day", times=2)
    trial.says("Day 3 of 3 — 100 conversations left")
    trial.control("+ 1 day")
    expect(trial.phase).to_have_text("trialExpired")
    expect(trial.dialog(PAYWALL)).to_be_visible()
    expect(trial.dialog(PAYWALL)).not_to_contain_text(OFFER)


def test_cp_10_clock(trial):
    """CP-10 a device clock set back gives no extra hour"""
    trial.switch("Clock set back 26 hours")
    expect(trial.controls).to_contain_text("26 hours behind")
    expect(trial.phone.locator(".statusbar .time")).to_have_text("07:41")
    trial.says("Day 1 of 3")
    trial.control("+ 1 day")
    trial.says("Day 2 of 3")
    trial.relaunch()
    trial.says("Day 2 of 3")


def test_cp_10_reinstall(trial):
    """CP-10 a reinstall brings the same trial back, not a second one"""
    trial.control("+ 1 day")
    trial.control("Reinstall")
    trial.says("Day 2 of 3")
    expect(trial.phase).to_have_text("trial")
    expect(trial.fact("trialStarted")).to_have_count(1)


def test_cp_10_second_person(trial):
    """CP-10 a second person who pays on the same device gets what was paid for, and not more"""
    trial.control("Hand it to a second person")
    trial.press("Finish discovery")
    trial.buy()
    expect(trial.phase).to_have_text("trial")
    trial.says("Day 1 of 3 — 100 conversations left")
    expect(trial.fact("trialForfeited")).to_have_count(0)


def test_cp_11(coach):
    """CP-11 a banner in chat says what is left while the trial is active, and only then"""
    banner = coach.phone.get_by_role("complementary", name="Suggestion")
    expect(banner).to_have_count(0)
    coach.press("Finish discovery")
    expect(banner).to_have_count(0)
    coach.buy()
    expect(banner).to_contain_text("Day 1 of 3 — 100 conversations left")
    coach.control("+ 1 day", times=2)
    expect(banner).to_contain_text("Day 3 of 3 — 100 conversations left")
    coach.control("+ 1 day")
    expect(coach.phase).to_have_text("subscribed")
    expect(banner).to_have_count(0)


def test_cp_11_notification(trial):
    """CP-11 a notification comes a day before the trial ends, once"""
    line = "Our trial wraps up tomorrow. I'd love to make the most of today with you."
    expect(trial.nudges).to_contain_text(line)
    expect(trial.nudges).to_contain_text("2026-03-04 09:41")
    trial.control("+ 1 day")
    trial.says_nothing_of(line)
    trial.control("+ 1 day")
    trial.says(line)
    trial.control("+ 1 day")
    expect(trial.nudges.get_by_text(line)).to_have_count(1)
    expect(trial.nudges).not_to_contain_text("planned")


def test_late_notification(trial):
    """A notification from the day before no longer covers the app, and names its day on the home screen"""
    line = "Our trial wraps up tomorrow."
    trial.control("Trial's end")
    expect(trial.nudges).to_contain_text(line)
    trial.says_nothing_of(line)
    trial.ask_server(action="reset")
    trial.press("Finish discovery")
    trial.buy()
    trial.control("Kill the app")
    trial.control("+ 1 day", times=3)
    trial.says(line)
    trial.says("Wed 09:41")


def test_refund(trial):
    """A refund takes away what was bought, at once"""
    trial.control("Refund")
    expect(trial.dialog(PAYWALL)).to_be_visible()
    expect(trial.notifications).to_contain_text("REFUND")
    expect(trial.panels).not_to_contain_text("Entitled to premium")


def test_sign_in_from_settings(coach):
    """Signing up from the settings keeps the conversation"""
    coach.send("I want to sleep better")
    coach.press("Settings")
    coach.press("Sign in or sign up")
    coach.enter("Create an account")
    coach.says("I want to sleep better")
    coach.press("Settings")
    coach.says("maya@example.com")
