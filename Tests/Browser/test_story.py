"""The first page: one sentence, one button, and a story that plays by itself."""

import re

import pytest
from playwright.sync_api import expect

from exhaustive import first
from playground import ROOT
from test_file import TYPE
from test_journeys import guide, press
from test_small import flaws

# How long a beat lasts, in milliseconds, and how many there are.
BEAT, BEATS = 4_500, 6


def card(visitor):
    return guide(visitor).locator("[data-journey=story]")


def part(visitor, name):
    return visitor.page.get_by_role("group", name="Parts of the page").get_by_role("button", name=name, exact=True)


def watch(visitor):
    guide(visitor).get_by_role("button", name="Watch").click()
    expect(card(visitor)).to_have_attribute("data-step", "1")
    visitor.settled()


def test_first_page(open_app):
    """EX-8 The first page is a sentence, a button, a phone and its file: nothing before its moment, and no requirement's id"""
    visitor = open_app("coach-paid", first=True)
    claim = "One file decides what every customer of your app may do."
    expect(guide(visitor).get_by_role("heading", name=claim)).to_be_visible()
    expect(guide(visitor).get_by_role("button", name="Watch a three-day trial")).to_be_visible()
    expect(visitor.phone).to_be_visible()
    expect(visitor.page.locator(".panel.file")).to_be_visible()
    for panel in [visitor.controls, visitor.ledger, visitor.page.locator(".panel.why")]:
        expect(panel).to_be_hidden()
    assert not re.search(r"\b(CP|CF|GB|SL|TQ|EX)-\d", visitor.page.locator("body").inner_text())
    assert not flaws(visitor.page)


def test_parts(open_app):
    """A part of the page comes and goes by its button, by keyboard too, and a reload keeps what is shown"""
    visitor = open_app("grobro", first=True)
    expect(visitor.ledger).to_be_hidden()
    ledger = part(visitor, "Ledger")
    ledger.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.ledger).to_be_visible()
    expect(ledger).to_have_attribute("aria-pressed", "true")
    expect(visitor.page.locator(".panel.why")).to_be_hidden()
    expect(visitor.ledger).not_to_contain_text("0000")
    part(visitor, "Controls").click()
    visitor.control("+ 1 day")
    expect(visitor.controls).to_contain_text("2026-03-03")
    visitor.page.reload()
    expect(visitor.ledger).to_be_visible()
    expect(visitor.controls).to_be_visible()
    ledger.click()
    expect(visitor.ledger).to_be_hidden()
    part(visitor, "Blueprint").click()
    expect(visitor.panels).to_be_hidden()
    assert not flaws(visitor.page)


def test_played(open_app):
    """EX-8 The story plays by itself: talk, gate, purchase, three days, renewal, and phone and server agree"""
    visitor = open_app("coach-paid", first=True)
    visitor.stop_time()
    visitor.page.emulate_media(reduced_motion="no-preference")
    visitor.page.reload()
    watch(visitor)
    visitor.says("I want to sleep better")
    expect(visitor.page.locator(".panel.file")).to_be_visible()
    expect(visitor.page.locator(".panel.why")).to_be_hidden()
    expect(visitor.ledger).to_be_hidden()
    for beat in range(2, BEATS + 1):
        visitor.page.clock.run_for(BEAT + 100)
        expect(card(visitor)).to_have_attribute("data-step", str(beat))
        visitor.settled()
    expect(card(visitor)).to_contain_text("2026-03-05 09:41")
    expect(visitor.phase).to_have_text("subscribed")
    expect(visitor.ledger).to_be_visible()
    expect(visitor.page.locator(".panel.comparison")).to_be_visible()
    expect(visitor.page.locator("[data-key=comparison] tr.differs")).to_have_count(0)
    expect(visitor.controls).to_be_hidden()
    visitor.page.clock.run_for(5 * BEAT)
    expect(card(visitor)).to_have_attribute("data-step", str(BEATS))


def test_stopped(open_app):
    """EX-8 A touch stops the story, and a visitor who stays there keeps the world as it is"""
    visitor = open_app("coach-paid", first=True)
    visitor.stop_time()
    visitor.page.emulate_media(reduced_motion="no-preference")
    visitor.page.reload()
    watch(visitor)
    expect(guide(visitor).get_by_role("button", name="Pause")).to_be_visible()
    visitor.phone.get_by_text("Coach", exact=True).first.click()
    expect(guide(visitor).get_by_role("button", name="Play")).to_be_visible()
    visitor.page.clock.run_for(5 * BEAT)
    expect(card(visitor)).to_have_attribute("data-step", "1")
    press(visitor, "Next")
    expect(visitor.dialog()).to_be_visible()
    press(visitor, "Stay here")
    expect(card(visitor)).to_have_count(0)
    expect(visitor.dialog()).to_be_visible()
    expect(visitor.page).to_have_url(re.compile(r"/playground/coach-paid$"))
    expect(visitor.page.locator(".panel.why")).to_be_visible()


@pytest.mark.parametrize("beat", first([5, 1, 2, 3, 4, BEATS]))
def test_taken_over(open_app, beat):
    """EX-8 Whoever leaves the story, at whichever beat, is on the first day of the trial with its limit selected, and a change
    of it shows"""
    visitor = open_app("coach-paid", first=True, height=900)
    page, field = visitor.page, visitor.panels.get_by_role("textbox", name="coach-paid.yml")
    watch(visitor)
    for step in range(2, beat + 1):
        step_to(visitor, step)
    expect(guide(visitor).get_by_role("button", name="Stay here")).to_have_count(0 if beat == 3 else 1)
    press(visitor, "Try it yourself")
    expect(card(visitor)).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/playground/coach-paid$"))
    visitor.says("Day 1 of 3 — 100 conversations left")
    expect(page.locator(".file-state")).to_contain_text("day 1 of her trial")
    expect(field).to_be_focused()
    assert field.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)") == "100"
    expect(page.locator(".file-editor i")).to_be_in_viewport()
    text = field.input_value()
    try:
        page.keyboard.type("7")
        visitor.says("Day 1 of 3 — 7 conversations left")
        expect(page.locator(".file-state")).to_contain_text("`trial.uses.limit` is now 7 (was 100).")
        expect(page.locator(".file-problems")).to_have_count(0)
    finally:
        page.request.post(visitor.actions.replace("/actions", "/blueprint/undo-all"))
    expect(field).to_have_value(text)


def test_hint(open_app):
    """EX-8 A change without effect at the story's current step says where it has one"""
    visitor = open_app("coach-paid", first=True, height=900)
    field = visitor.panels.get_by_role("textbox", name="coach-paid.yml")
    watch(visitor)
    for step in range(2, BEATS + 1):
        step_to(visitor, step)
    try:
        field.fill(field.input_value().replace("limit: 100", "limit: 7"))
        expect(visitor.page.locator(".file-state")).to_contain_text("“Try it yourself” takes you to day 1 of her trial")
        press(visitor, "Try it yourself")
        visitor.says("Day 1 of 3 — 7 conversations left")
    finally:
        visitor.page.request.post(visitor.actions.replace("/actions", "/blueprint/undo-all"))


def test_still(open_app):
    """EX-8 Where motion is reduced, the story is still pictures, stepped by keyboard"""
    visitor = open_app("coach-paid", first=True)
    visitor.stop_time()
    visitor.page.reload()
    guide(visitor).get_by_role("button", name="Watch").focus()
    visitor.page.keyboard.press("Enter")
    expect(card(visitor)).to_have_attribute("data-step", "1")
    visitor.page.clock.run_for(5 * BEAT)
    expect(card(visitor)).to_have_attribute("data-step", "1")
    expect(guide(visitor).get_by_role("button", name="Play")).to_be_hidden()
    step = guide(visitor).get_by_role("button", name="Next")
    expect(step).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(card(visitor)).to_have_attribute("data-step", "2")
    expect(step).to_be_focused()


RULES = {
    1: "when: { phase: onboarding }", 2: "otherwise: deny", 3: "when: { phase: trial }", 4: "when: { phase: trial }",
    5: "when: { entitled: premium }", BEATS: "when: { entitled: premium }"}


def step_to(visitor, beat):
    press(visitor, "Next")
    expect(card(visitor)).to_have_attribute("data-step", str(beat))
    visitor.settled()


def test_rules(open_app):
    """EX-8 Each beat lights the rule that it names and scrolls the file to it, but neither the page nor the focus"""
    visitor = open_app("coach-paid", first=True, height=900)
    page, editor = visitor.page, visitor.page.locator(".file-editor")
    text = (ROOT / "Blueprints" / "coach-paid.yml").read_text(encoding="utf-8").splitlines()
    watch(visitor)
    for beat, rule in RULES.items():
        if beat > 1:
            step_to(visitor, beat)
        line = next(number for number, row in enumerate(text, 1) if rule in row and number > text.index("features:"))
        expect(editor.locator("i")).to_have_attribute("data-from", str(line))
        mark, frame = editor.locator("i").bounding_box(), editor.bounding_box()
        assert frame["y"] <= mark["y"] and mark["y"] + mark["height"] <= frame["y"] + frame["height"], f"beat {beat}"
        assert page.evaluate("scrollY") == 0
        assert page.evaluate("document.activeElement.localName") != "textarea"
    # What is pointed at is lit instead, and the story's rule again afterwards.
    panel = page.locator("[data-key=feature-read-conversation]")
    panel.hover()
    expect(editor.locator("i")).not_to_have_attribute("data-from", str(line))
    page.mouse.move(0, 0)
    expect(editor.locator("i")).to_have_attribute("data-from", str(line))
    # Then it is the visitor's turn to write in it.
    press(visitor, "Try it yourself")
    expect(editor.locator("textarea")).to_be_focused()
    expect(editor.locator("i")).to_be_visible()


@pytest.mark.parametrize("width, height", first([(1440, 900), (1280, 720), (1024, 800)]))
def test_seen(open_app, width, height):
    """EX-8 What a beat points at is in sight, without scrolling the page"""
    visitor = open_app("coach-paid", first=True, width=width, height=height)
    watch(visitor)
    for beat in range(1, BEATS + 1):
        if beat > 1:
            step_to(visitor, beat)
        for name in card(visitor).get_attribute("data-needs").split():
            selector = ".panel.life" if name == "phases" else f".panel.{name}"
            panel = visitor.page.locator(selector).bounding_box()
            assert 0 <= panel["y"] and panel["y"] + min(panel["height"], 200) <= height, f"beat {beat}: {name}"
    table = visitor.page.locator(".panel.comparison table").bounding_box()
    assert table["y"] + table["height"] <= height, "phone and server"
    assert visitor.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("width, height, direction", first([
    (390, 844, "rtl"), (390, 844, "ltr"), (320, 640, "rtl"), (1024, 800, "ltr"), (1440, 900, "rtl"), (2560, 1440, "ltr")]))
def test_story_everywhere(open_app, width, height, direction):
    """EX-8 At each width, by day and by night, in both directions, everybody can read the story beside its phone"""
    visitor = open_app("coach-paid", first=True, width=width, height=height)
    visitor.ask_server(action="language", value={"ltr": "en", "rtl": "rtl"}[direction])
    for step in [0, 3, BEATS]:
        visitor.page.goto(visitor.page.url.split("?")[0] + (f"?journey=story&step={step}" if step else ""))
        expect(visitor.page.locator("main[data-live]")).to_be_visible()
        for scheme in ["light", "dark"]:
            visitor.page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
            assert not flaws(visitor.page), f"step {step}, {scheme}"
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width, height", first([(390, 844), (320, 640)]))
def test_phone_is_the_page(open_app, width, height):
    """EX-8 On a phone the phone is the page: the story is a caption above it, and the rest is a drawer"""
    visitor = open_app("coach-paid", first=True, width=width, height=height)
    expect(guide(visitor).get_by_text("Trials, limits, paywalls and purchases")).to_be_visible()
    device = visitor.page.locator(".device")
    assert device.bounding_box()["y"] <= 165
    controls = part(visitor, "Controls")
    bar = visitor.page.locator("#parts").bounding_box()
    assert round(bar["y"] + bar["height"]) == height
    watch(visitor)
    excerpt = card(visitor).locator(".excerpt")
    expect(excerpt).to_contain_text("when: { phase: onboarding }")
    top = device.bounding_box()["y"]
    assert top <= 280
    press(visitor, "Next")
    expect(excerpt).to_have_text("- otherwise: deny\n  paywall: after-discovery")
    assert abs(device.bounding_box()["y"] - top) <= (0 if width == 390 else 24), "the phone stays where it is"
    controls.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.controls.locator("[data-key=time] > summary")).to_be_focused()
    visitor.controls.get_by_role("link", name="File").click()
    expect(visitor.ledger).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.ledger).to_be_hidden()
    assert not flaws(visitor.page)


@pytest.mark.parametrize("width, height", first([(390, 844), (320, 640)]))
def test_left_on_a_phone(open_app, width, height):
    """EX-8 On a phone too the story can be left with the world as it stands, by buttons that cover nothing"""
    visitor = open_app("coach-paid", first=True, width=width, height=height)
    watch(visitor)
    step_to(visitor, 2)
    ways = [card(visitor).get_by_role("button", name=name) for name in ["Try it yourself", "Stay here"]]
    row = [*card(visitor).locator(".stage > *").all(), *ways]
    boxes = sorted((each.bounding_box() for each in row), key=lambda box: box["x"])
    assert all(one["x"] + one["width"] <= next["x"] + 1 for one, next in zip(boxes, boxes[1:])), boxes
    assert not flaws(visitor.page)
    press(visitor, "Stay here")
    expect(card(visitor)).to_have_count(0)
    expect(visitor.dialog()).to_be_visible()


# Whether nothing covers the middle of an element.
UNCOVERED = """element => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


@pytest.mark.parametrize("width, height", first([(390, 844), (320, 640)]))
def test_file_below_the_phone(open_app, width, height):
    """EX-8 On a phone the file opens below what the phone says, and both show a change"""
    visitor = open_app("coach-paid", first=True, width=width, height=height)
    page, field = visitor.page, visitor.panels.get_by_role("textbox", name="coach-paid.yml")
    watch(visitor)
    press(visitor, "Try it yourself")
    expect(field).to_be_visible()
    expect(page.locator(".file-editor :is(i, u):not([hidden])").first).to_be_in_viewport()
    try:
        for count in [100, 7]:
            if count == 7:
                field.evaluate(TYPE, ["limit: 100", "limit: 7"])
                expect(page.locator(".file-state")).to_contain_text("is now 7 (was 100)")
            status = visitor.phone.get_by_text(f"Day 1 of 3 — {count} conversations left")
            expect(status).to_be_in_viewport(ratio=1)
            assert status.evaluate(UNCOVERED), f"{count} left"
        assert not flaws(page)
        page.get_by_role("link", name="Back to the phone").click()
        expect(field).to_be_hidden()
    finally:
        page.request.post(visitor.actions.replace("/actions", "/blueprint/undo-all"))
