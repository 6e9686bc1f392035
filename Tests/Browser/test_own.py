"""A blueprint of the visitor's own, on a phone that any blueprint fits."""

import shutil
import subprocess

import pytest
from playwright.sync_api import expect

from exhaustive import first
from playground import BINARY, ROOT, Playground, show_parts
from test_hands import menu
from test_small import flaws
from visitor import Visitor


@pytest.fixture
def play(browser):
    """Opens a playground of a blueprint."""
    running, contexts = [], []

    def play(file, width=1440, height=1000):
        running.append(Playground("playground", str(file)))
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce"))
        show_parts(contexts[-1])
        page = contexts[-1].new_page()
        page.goto(running[-1].address)
        return Visitor(page, f"{running[-1].address}/playground/own/actions")

    yield play
    for context in contexts:
        context.close()
    for playground in running:
        assert playground.stop() == 0, "".join(playground.output)


@pytest.fixture
def coach(tmp_path):
    """The blueprint that `tollgate init` writes."""
    file = tmp_path / "coach.yml"
    subprocess.run(
        [BINARY, "init", "--name", "Coach", "--bundle-id", "com.example.coach", "--feature", "export", "--output", file],
        check=True, capture_output=True)
    return file


def change(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def guide(visitor):
    return visitor.page.get_by_role("region", name="Guide")


def test_empty_folder(play, tmp_path):
    """EX-8 A folder without a blueprint opens an example that says so, which can be changed and downloaded"""
    visitor = play(tmp_path)
    expect(guide(visitor)).to_contain_text("One file decides what every customer of your app may do. This one is an example")
    expect(guide(visitor)).not_to_contain_text("Searching")
    expect(visitor.phone).to_be_visible()
    expect(visitor.panels.get_by_role("textbox", name="example.yml")).to_be_visible()
    assert not flaws(visitor.page)


def test_broken_folder(play, tmp_path, coach):
    """EX-8 A folder whose blueprint has mistakes opens on them, and has a phone once they are corrected"""
    change(coach, "otherwise: deny", "otherwise: dny")
    visitor = play(tmp_path)
    expect(guide(visitor)).to_contain_text("- otherwise: dny")
    expect(visitor.phone).to_have_count(0)
    change(coach, "otherwise: dny", "otherwise: deny")
    expect(visitor.phone).to_be_visible()


def test_paywall(play, tmp_path):
    """EX-8 GB-2 a phone's paywall shows all that the blueprint says, with the saving computed, and closes when it says"""
    file = tmp_path / "tidewise.yml"
    shutil.copy(ROOT / "Tests" / "Blueprints" / "tidewise.yml", file)
    change(file, "    timeline: true\n", "    timeline: true\n    closeAfter: 20\n")
    change(file, "  launch: { paywall: plain }", "  launch: { paywall: pro }")
    visitor = play(file)
    visitor.page.clock.install()
    visitor.page.reload()
    paywall = visitor.dialog("Never miss the tide")
    expect(paywall).to_be_visible()
    expect(visitor.reachable("button", "Close")).to_have_count(0)
    visitor.page.clock.run_for(20_000)
    expect(visitor.reachable("button", "Close")).to_be_visible()
    for text in [
        "What happens when", "Your free trial begins, for 7 days.", "What people say", "The only tide table I still open.",
        "Can I cancel at any time?", "Nothing to pay now", "$3.34 a month, save 33%"]:
        expect(paywall.get_by_text(text)).to_have_count(1)
    paywall.get_by_text("Can I cancel at any time?").click()
    expect(paywall.get_by_text("Pro stays until the period ends.")).to_be_visible()
    assert not flaws(visitor.page)
    plan, badge = paywall.locator(".package").first.bounding_box(), paywall.get_by_text("Best value").bounding_box()
    assert badge["y"] < plan["y"] < badge["y"] + badge["height"], "the badge is on the plan's corner"
    visitor.choose("Tidewise for Life")
    expect(paywall.get_by_text("What happens when")).to_have_count(0)
    expect(paywall.get_by_text("Nothing to pay now")).to_have_count(0)
    visitor.press("Close")
    expect(visitor.dialog()).to_have_count(0)


def test_tiers(play, tmp_path):
    """EX-8 a phone's paywall shows the plans and benefits of one tier, and those of another at a press"""
    file = tmp_path / "quill.yml"
    shutil.copy(ROOT / "Tests" / "Blueprints" / "quill.yml", file)
    change(file, "hasFreeTier: true\n", "hasFreeTier: true\nplacements: { launch: { paywall: plans } }\n")
    visitor = play(file)
    paywall = visitor.dialog("Write without limits")
    expect(paywall.get_by_role("button", name="Plus", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(paywall.get_by_text("Your notes as a book")).to_have_count(0)
    paywall.get_by_role("button", name="Pro", exact=True).click()
    expect(paywall.get_by_role("button", name="Pro", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(paywall.get_by_text("Your notes as a book")).to_have_count(1)
    expect(paywall.get_by_role("radio")).to_have_count(2)
    assert not flaws(visitor.page)


def test_own(play, coach):
    """EX-8 the blueprint that init writes is played: locked, bought, used, and restored"""
    visitor = play(coach)
    expect(visitor.page).to_have_title("Coach (your blueprint) · Tollgate playground")
    expect(visitor.page.get_by_role("navigation", name="Apps").get_by_role("link")).to_have_count(1)
    expect(guide(visitor)).to_contain_text("A quick search found nothing wrong.")
    visitor.press("Unlock")
    expect(visitor.dialog()).to_be_visible()
    visitor.buy()
    expect(visitor.phase).to_have_text("subscribed")
    visitor.press("Use")
    visitor.says("Export was used.")
    visitor.control("Reinstall")
    visitor.press("Settings")
    visitor.press("Restore Purchases")
    expect(visitor.phase).to_have_text("subscribed")
    visitor.press("Features")
    expect(visitor.reachable("button", "Use")).to_be_visible()


def test_saved(play, coach):
    """A saved change shows at once with what was done before; a mistake shows at its line, and changes nothing"""
    visitor = play(coach)
    visitor.press("Unlock")
    visitor.buy()
    change(coach, "title: Export", "title: Take it with you")
    expect(visitor.heading("Take it with you")).to_be_visible()
    expect(visitor.phase).to_have_text("subscribed")
    change(coach, "otherwise: deny", "otherwise: dny")
    expect(guide(visitor)).to_contain_text("The saved version has mistakes")
    problem = guide(visitor).get_by_role("list", name="Problems").get_by_role("listitem").first
    line = next(n for n, text in enumerate(coach.read_text().splitlines(), 1) if "dny" in text)
    expect(problem).to_contain_text(f"line {line}")
    expect(problem).to_contain_text("- otherwise: dny")
    expect(visitor.heading("Take it with you")).to_be_visible()
    visitor.press("Use")
    visitor.says("Take it with you was used.")
    change(coach, "otherwise: dny", "otherwise: { upTo: 2, per: ever }")
    expect(guide(visitor)).to_contain_text("The phone shows the saved version.")
    change(coach, "- when: { entitled: premium }", "- when: { phase: lapsed }")
    expect(guide(visitor)).to_contain_text("free ride")


def test_mistakes(play, coach):
    """EX-8 a blueprint with mistakes opens the page with them, and a phone stands there once they are corrected"""
    change(coach, "otherwise: deny", "otherwise: dny")
    visitor = play(coach)
    expect(visitor.page).to_have_title("coach.yml · Tollgate playground")
    problem = guide(visitor).get_by_role("list", name="Problems").get_by_role("listitem").first
    expect(problem).to_contain_text("- otherwise: dny")
    expect(visitor.phone).to_have_count(0)
    assert not flaws(visitor.page)
    change(coach, "otherwise: dny", "otherwise: deny")
    expect(visitor.heading("Export")).to_be_visible()
    expect(visitor.page).to_have_title("Coach (your blueprint) · Tollgate playground")


@pytest.mark.parametrize("width, height", first([(320, 640), (1440, 1000)]))
def test_parts(play, tmp_path, width, height):
    """A blueprint of several files: prompts, limits and paywalls, for everybody, and a mistake in a part at its line"""
    for name in ["trail.yml", "trail"]:
        source = ROOT / "Tests" / "Blueprints" / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    visitor = play(tmp_path / "trail.yml", width=width, height=height)
    visitor.says("Every map in your pocket")
    visitor.press("Use", nth=0)
    visitor.press("Use", nth=0)
    visitor.press("Unlock", nth=0)
    expect(visitor.dialog()).to_be_visible()
    assert not flaws(visitor.page)
    visitor.press("Close")
    assert not flaws(visitor.page)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    change(tmp_path / "trail" / "paywalls.yml", "packages:", "packges:")
    problem = guide(visitor).get_by_role("listitem").filter(has_text="packges")
    expect(problem.first).to_contain_text("trail/paywalls.yml, line 5")


def test_pages_from_right_to_left(play):
    """EX-8 on an Arabic phone the buttons that close a page before the offer and lead back are apart, and another offer follows"""
    visitor = play(ROOT / "Tests" / "Blueprints" / "stride.yml")
    menu(visitor, "phone")
    visitor.control("Language: AR")

    def press(selector):
        visitor.phone.locator(selector).click()
        visitor.settled()

    press("[data-key=card-plan] > form button")
    press(".paywall-foot button")
    press(".paywall-steps button")
    expect(visitor.heading("مرحبًا بك في Stride")).to_be_visible()
    press(".paywall-foot button")
    press(".paywall .close button")
    expect(visitor.heading("شهر واحد للتجربة؟")).to_be_visible()
