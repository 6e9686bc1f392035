"""StrikeLab: accounts, a subscription, and the way from one to the other."""

import pytest
from playwright.sync_api import expect

PAYWALL = "Step into the lab"


@pytest.fixture
def visitor(open_app):
    lab = open_app("strikelab")
    lab.press("Get started")
    return lab


@pytest.fixture
def subscriber(visitor):
    visitor.enter("Create an account")
    visitor.buy()
    expect(visitor.heading("Good to see you")).to_be_visible()
    return visitor


def test_sl_3(open_app):
    """SL-3 onboarding shows once, and signs nobody out"""
    lab = open_app("strikelab")
    expect(lab.heading("Know your game")).to_be_visible()
    lab.press("Get started")
    lab.relaunch()
    expect(lab.heading("StrikeLab")).to_be_visible()
    lab.says_nothing_of("Know your game")


def test_sl_4(subscriber):
    """SL-4 a launch shows what the phone remembers before the network answers"""
    subscriber.switch("Offline")
    subscriber.relaunch()
    subscriber.says("No connection.")
    expect(subscriber.heading("Good to see you")).to_be_visible()
    expect(subscriber.phase).to_have_text("subscribed")
    expect(subscriber.dialog()).to_have_count(0)


def test_sl_5(visitor):
    """SL-5 an anonymous purchase is carried over to the account that signs in afterwards"""
    visitor.press("See plans first")
    visitor.buy()
    expect(visitor.heading("Good to see you")).to_be_visible()
    visitor.press("Settings")
    visitor.press("Sign in or sign up")
    visitor.says("Your purchase is safe.")
    visitor.enter("Create an account")
    expect(visitor.heading("Good to see you")).to_be_visible()
    expect(visitor.phase).to_have_text("subscribed")
    expect(visitor.dialog()).to_have_count(0)
    visitor.press("Settings")
    visitor.press("Sign Out")
    visitor.enter("Sign in")
    expect(visitor.heading("Good to see you")).to_be_visible()


def test_sl_11(visitor):
    """SL-11 who buys without an account goes straight to the app, stays there, and finds the way to sign in and back"""
    visitor.press("See plans first")
    visitor.buy()
    expect(visitor.heading("Good to see you")).to_be_visible()
    expect(visitor.phone.locator(".skills li")).to_have_count(9)
    visitor.control("+ 1 hour")
    expect(visitor.heading("Good to see you")).to_be_visible()
    visitor.relaunch()
    visitor.says("Your purchase is safe.")
    visitor.press("Not now")
    expect(visitor.heading("Good to see you")).to_be_visible()


def test_sl_8(visitor):
    """SL-8 the paywall shows by itself once a session, again only by hand, and never to subscribers"""
    visitor.enter("Create an account")
    expect(visitor.dialog(PAYWALL)).to_be_visible()
    visitor.buy()
    visitor.control("Refund")
    visitor.says("Not subscribed")
    expect(visitor.dialog()).to_have_count(0)
    visitor.press("Subscribe")
    expect(visitor.dialog(PAYWALL)).to_be_visible()
    visitor.press("Close")
    visitor.relaunch()
    expect(visitor.dialog(PAYWALL)).to_be_visible()
    visitor.buy()
    visitor.relaunch()
    expect(visitor.heading("Good to see you")).to_be_visible()
    expect(visitor.dialog()).to_have_count(0)


def test_sl_2(subscriber):
    """SL-2 the profile is created once with its first values, and the tracker again each day"""
    levels = subscriber.phone.locator(".skills li")
    expect(levels).to_have_count(9)
    expect(levels.first).to_have_text("Punches1")
    subscriber.says("Orthodox")
    created = subscriber.fact("profile")
    expect(created).to_have_count(20)
    expect(created.filter(has_text="row user of users was created: stance orthodox")).to_have_count(1)
    expect(created.filter(has_text="row feints of user_levels was created: level 1, xp 0")).to_have_count(1)
    expect(created.filter(has_text="row feints of category_progress was created: level 1, xp 0")).to_have_count(1)
    expect(created.filter(has_text="row today of daily_tracker was created: workout_count 0")).to_have_count(1)
    subscriber.relaunch()
    expect(subscriber.fact("profile")).to_have_count(20)
    subscriber.control("+ 1 day")
    subscriber.relaunch()
    expect(subscriber.fact("profile")).to_have_count(21)


def test_sl_9(visitor):
    """SL-9 no session leads to login, a session with no plan to the paywall, just subscribed straight in"""
    expect(visitor.heading("StrikeLab")).to_be_visible()
    expect(visitor.dialog()).to_have_count(0)
    visitor.phone.get_by_label("Email").fill("new@example.com")
    visitor.phone.get_by_label("Password").fill("a-good-password")
    visitor.press("Create an account")
    expect(visitor.dialog(PAYWALL)).to_be_visible()
    visitor.buy()
    expect(visitor.heading("Good to see you")).to_be_visible()


def test_sl_9_where_the_customer_is(visitor):
    """SL-9 those inside stay, those who may not be there are led out, and those at login are left there"""
    visitor.enter("Create an account")
    visitor.buy()
    visitor.press("Settings")
    visitor.control("+ 1 day")
    expect(visitor.heading("Settings")).to_be_visible()
    visitor.control("Refund")
    visitor.says("The lab is one step away")
    visitor.relaunch()
    expect(visitor.dialog(PAYWALL)).to_be_visible()
    visitor.press("Close")
    visitor.control("+ 1 day")
    expect(visitor.dialog()).to_have_count(0)
    visitor.press("Sign Out")
    expect(visitor.heading("StrikeLab")).to_be_visible()
    visitor.control("+ 1 hour")
    expect(visitor.phone.get_by_label("Email")).to_be_visible()


def test_sl_10(subscriber):
    """SL-10 after sign-out the next person sees no trace of the last"""
    subscriber.press("Stance drill", role="checkbox")
    expect(subscriber.reachable("checkbox", "Stance drill")).to_be_checked()
    subscriber.press("Settings")
    subscriber.says("maya@example.com")
    subscriber.press("Sign Out")
    subscriber.says_nothing_of("maya@example.com")
    expect(subscriber.phone.get_by_label("Email")).to_have_value("")
    expect(subscriber.phone.get_by_label("Password")).to_have_value("")
    expect(subscriber.panels).not_to_contain_text("Entitled to pro")
    subscriber.control("Hand it to a second person")
    subscriber.enter("Create an account", email="lee@example.com")
    expect(subscriber.dialog(PAYWALL)).to_be_visible()
    subscriber.press("Close")
    subscriber.says("Not subscribed")
    subscriber.says_nothing_of("maya@example.com")
    subscriber.press("Restore Purchases")
    subscriber.says("No active subscription found.")
    subscriber.press("Subscribe")
    subscriber.buy()
    expect(subscriber.reachable("checkbox", "Stance drill")).not_to_be_checked()


def test_the_answer_to_a_restore_covers_no_button(visitor):
    """What a restore found stands above what the paywall sells, and takes no click"""
    visitor.enter("Create an account")
    expect(visitor.dialog(PAYWALL)).to_be_visible()
    visitor.press("Restore Purchases")
    toast = visitor.phone.locator(".toast")
    expect(toast).to_be_visible()
    toast.evaluate("toast => Promise.all(toast.getAnimations().map(animation => animation.finished))")
    said = toast.bounding_box()
    buttons = [button.bounding_box() for button in visitor.phone.locator(".paywall button:visible").all()]
    assert len(buttons) >= 3
    for button in buttons:
        assert button["y"] + button["height"] <= said["y"] or said["y"] + said["height"] <= button["y"], (button, said)


def test_wrong_password(visitor):
    """A wrong password says so and leaves everything as it was"""
    visitor.enter("Create an account")
    visitor.press("Close")
    visitor.press("Sign Out")
    visitor.enter("Sign in", password="another-password")
    visitor.says("The email address or the password is wrong.")
    password = visitor.phone.get_by_label("Password")
    expect(visitor.phone.get_by_label("Email")).to_have_value("maya@example.com")
    expect(password).to_have_value("another-password")
    password.fill("a-good-password")
    password.press("Enter")
    visitor.says("Not subscribed")


def test_sl_7_server_down(visitor):
    """SL-7 a purchase while the server is down is confirmed as on a real phone, and is not sold again"""
    visitor.enter("Create an account")
    visitor.ask_server(action="server", value="down")
    visitor.buy()
    expect(visitor.heading("Good to see you")).to_be_visible()
    expect(visitor.fact("transaction")).to_have_count(0)
    visitor.press("Settings")
    visitor.says_nothing_of("Not subscribed")
    expect(visitor.reachable("button", "Subscribe")).to_have_count(0)
    visitor.ask_server(action="server", value="up")
    expect(visitor.fact("transaction")).not_to_have_count(0)
