"""The blueprint beside the phone: its rules and the answers they give."""

import re

import pytest
from playwright.sync_api import expect

from exhaustive import first
from playground import ROOT
from test_small import flaws
from test_why import panel


def editor(visitor, app):
    return visitor.panels.get_by_role("textbox", name=f"{app}.yml")


def lit(visitor):
    """The lines of the file that are lit."""
    mark = visitor.page.locator(".file-editor i")
    if mark.is_hidden():
        return []
    start, count = mark.evaluate("e => [+e.dataset.from, +e.dataset.lines]")
    text = (ROOT / "Blueprints" / "grobro.yml").read_text(encoding="utf-8").splitlines()
    return text[start - 1:start - 1 + count]


def unlit(visitor):
    """Waits until no line is lit: the browser reports a moved caret a moment later."""
    expect(visitor.page.locator(".file-editor i")).to_be_hidden()


def outlined(visitor, feature):
    expect(panel(visitor, f"feature-{feature}")).to_have_css("outline-style", "solid")


def not_outlined(visitor, feature):
    expect(panel(visitor, f"feature-{feature}")).not_to_have_css("outline-style", "solid")


def test_file(open_app):
    """EX-8 the file is beside the phone, and what an answer's rule says lights up in it when the answer is hovered"""
    visitor = open_app("grobro")
    expect(editor(visitor, "grobro")).to_have_value((ROOT / "Blueprints" / "grobro.yml").read_text(encoding="utf-8"))
    unlit(visitor)
    panel(visitor, "feature-export").hover()
    assert "deny" in "\n".join(lit(visitor))
    outlined(visitor, "export")
    not_outlined(visitor, "analytics")
    visitor.page.mouse.move(0, 0)
    unlit(visitor)
    assert not flaws(visitor.page)


def test_number(open_app):
    """EX-8 the number of a trial's uses is lit with the rule that counts them"""
    visitor = open_app("coach-paid")
    visitor.page.goto(visitor.page.url.split("?")[0] + "?journey=story&step=3")
    text = (ROOT / "Blueprints" / "coach-paid.yml").read_text(encoding="utf-8").splitlines()
    rule = next(number for number, row in enumerate(text, 1) if "per: trial" in row) - 1
    uses = next(number for number, row in enumerate(text, 1) if "limit: 100" in row)
    panel(visitor, "feature-send-message").hover()
    expect(visitor.page.locator(".file-editor i")).to_have_attribute("data-from", str(rule))
    expect(visitor.page.locator(".file-editor u")).to_have_attribute("data-from", str(uses))
    panel(visitor, "feature-read-conversation").hover()
    expect(visitor.page.locator(".file-editor u")).to_be_hidden()


def test_pointed(open_app):
    """EX-8 an answer lights up while its rule is pointed at in the file"""
    visitor = open_app("grobro")
    text = (ROOT / "Blueprints" / "grobro.yml").read_text(encoding="utf-8").splitlines()
    row = visitor.page.locator(".lines span").nth(next(at for at, line in enumerate(text) if "holding: 3" in line))
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    outlined(visitor, "add-plant")
    not_outlined(visitor, "export")
    assert "holding: 3" in "\n".join(lit(visitor))
    visitor.page.mouse.move(0, 0)
    not_outlined(visitor, "add-plant")
    unlit(visitor)


def test_length_and_text(open_app):
    """EX-8 a trial's length and a text that are changed in the file show on the phone"""
    visitor = open_app("coach-free")
    field = editor(visitor, "coach-free")
    visitor.enter("Create an account")
    visitor.says("Your free trial has 7 days left — enjoy exploring!")
    try:
        field.fill(field.input_value().replace("lasts: P7D", "lasts: P14D"))
        visitor.says("Your free trial has 14 days left — enjoy exploring!")
        field.fill(field.input_value().replace("enjoy exploring!", "look around!"))
        visitor.says("Your free trial has 14 days left — look around!")
    finally:
        visitor.page.request.post(visitor.actions.replace("/actions", "/blueprint/undo-all"))


def test_opening(open_app):
    """The file opens at the rule of the first answer, not at its comments"""
    visitor = open_app("coach-paid")
    rule = panel(visitor, "feature-send-message")
    expect(rule).to_have_attribute("data-lines", re.compile(r"^\d+-\d+$"))
    line = int(rule.get_attribute("data-lines").split("-")[0])
    expect(editor(visitor, "coach-paid")).not_to_have_value("")
    row, frame = visitor.page.locator(".lines span").nth(line - 1).bounding_box(), visitor.page.locator(".file-editor").bounding_box()
    assert frame["y"] <= row["y"] and row["y"] + row["height"] <= frame["y"] + frame["height"]


def test_keyboard(open_app):
    """EX-8 a rule that is pressed leads to its lines, and its answer is lit there, also after an update"""
    visitor = open_app("grobro")
    rule = panel(visitor, "feature-add-plant").locator("[data-rule]")
    rule.focus()
    assert lit(visitor)
    visitor.page.keyboard.press("Enter")
    expect(editor(visitor, "grobro")).to_be_focused()
    outlined(visitor, "add-plant")
    visitor.ask_server(action="advance", by="hour")
    expect(visitor.controls).to_contain_text("10:41")
    outlined(visitor, "add-plant")
    visitor.page.keyboard.press("Control+Home")
    not_outlined(visitor, "add-plant")
    unlit(visitor)


@pytest.fixture
def grobro(open_app):
    """A phone beside a file that is as it was again after the test."""
    visitor = open_app("grobro")
    yield visitor
    visitor.page.request.post(visitor.actions.replace("/actions", "/blueprint/undo-all"))


def change(visitor, old, new):
    field = editor(visitor, "grobro")
    text = field.input_value()
    assert old in text
    field.fill(text.replace(old, new))


def test_changed(grobro):
    """EX-8 a limit that is changed in the file holds at once for what was done; what differs is marked, and undone"""
    grobro.press("Add plant")
    grobro.press("Add plant")
    plants = panel(grobro, "feature-add-plant")
    change(grobro, "holding: 3", "holding: 1")
    expect(plants).to_contain_text("Refused: 1 of 1 held")
    expect(plants).to_contain_text("Before the change Allowed: 2 of 3 held")
    expect(grobro.panels).to_contain_text("`features.add-plant.rules.otherwise.holding` is now 1 (was 3). Replayed from the start under the new file: 1 answer differs, add-plant.")
    grobro.says("1 of 1 plants")
    with grobro.page.expect_download() as download:
        grobro.panels.get_by_role("link", name="Download my-app.yml").click()
    assert download.value.suggested_filename == "my-app.yml"
    with grobro.page.expect_download() as products:
        grobro.panels.get_by_role("link", name="Download grobro.storekit").click()
    assert products.value.path().read_bytes() == (ROOT / "Blueprints" / "grobro.storekit").read_bytes()
    assert "holding: 1" in download.value.path().read_text(encoding="utf-8")
    assert not flaws(grobro.page)
    grobro.panels.get_by_role("button", name="Undo", exact=True).click()
    # Both presses are repeated, and both plants fit again.
    expect(plants).to_contain_text("Allowed: 2 of 3 held")
    expect(editor(grobro, "grobro")).to_have_value((ROOT / "Blueprints" / "grobro.yml").read_text(encoding="utf-8"))


def test_mistake(grobro):
    """EX-8 a mistake shows at its line with what is wrong, and the phone keeps the last version without"""
    change(grobro, "holding: 3", "hodling: 3")
    mistakes = grobro.panels.get_by_role("list", name="Mistakes in the file")
    expect(mistakes).to_contain_text("hodling")
    text = (ROOT / "Blueprints" / "grobro.yml").read_text(encoding="utf-8").splitlines()
    line = next(number for number, row in enumerate(text, 1) if "holding: 3" in row)
    expect(mistakes.get_by_role("listitem").first).to_contain_text(f"line {line}")
    expect(editor(grobro, "grobro")).to_have_attribute("aria-invalid", "true")
    grobro.says("0 of 3 plants")
    assert not flaws(grobro.page)
    grobro.panels.get_by_role("button", name="Undo", exact=True).click()
    expect(mistakes).to_have_count(0)
    expect(editor(grobro, "grobro")).to_have_value("\n".join(text) + "\n")


# Changes the file without focusing its field, which would scroll to it.
TYPE = """(field, [old, text]) => {
  field.value = field.value.replace(old, text);
  field.dispatchEvent(new Event("input"));
}"""


def test_undo(grobro):
    """EX-8 Undo reverts one change at a time, including one with a mistake, and Undo all the rest"""
    original = (ROOT / "Blueprints" / "grobro.yml").read_text(encoding="utf-8")
    field = editor(grobro, "grobro")
    undo = grobro.panels.get_by_role("button", name="Undo", exact=True)
    undo_all = grobro.panels.get_by_role("button", name="Undo all")
    expect(undo).to_be_disabled()
    expect(undo_all).to_be_disabled()
    texts = [original]
    for old, new in [("holding: 3", "holding: 2"), ("holding: 2", "hodling: 2"), ("hodling: 2", "holding: 1")]:
        change(grobro, old, new)
        texts.append(field.input_value())
        if new.startswith("hodling"):
            expect(grobro.page.locator(".file-problems")).to_be_visible()
        else:
            grobro.says(f"of {new[-1]} plants")
            expect(grobro.page.locator(".file-problems")).to_have_count(0)
    undo.click()
    expect(field).to_have_value(texts[2])
    expect(grobro.page.locator(".file-problems")).to_contain_text("hodling")
    grobro.says("of 2 plants")
    undo.click()
    expect(field).to_have_value(texts[1])
    expect(grobro.page.locator(".file-problems")).to_have_count(0)
    change(grobro, "holding: 2", "holding: 1")
    grobro.says("of 1 plants")
    undo_all.click()
    expect(field).to_have_value(original)
    grobro.says("of 3 plants")
    expect(undo_all).to_be_disabled()


@pytest.mark.parametrize("width, height", first([(768, 1024), (1024, 800), (1280, 720), (1440, 900)]))
def test_nothing_moves(open_app, width, height):
    """EX-8 What a change does has a place of its own: neither the phone nor the file moves"""
    visitor = open_app("grobro", width=width, height=height)
    places = [visitor.page.locator(".device"), visitor.page.locator(".file-editor"), visitor.page.locator(".panel.why")]
    try:
        expect(editor(visitor, "grobro")).not_to_have_value("")
        before = [place.bounding_box() for place in places]
        editor(visitor, "grobro").evaluate(TYPE, ["holding: 3", "holding: 2"])
        expect(visitor.page.locator(".file-state")).to_contain_text("is now 2 (was 3)")
        assert [place.bounding_box()["y"] for place in places] == [box["y"] for box in before]
        editor(visitor, "grobro").evaluate(TYPE, ["holding: 2", "hodling: 2"])
        expect(visitor.page.locator(".file-problems")).to_have_count(1)
        assert [place.bounding_box()["y"] for place in places] == [box["y"] for box in before]
        assert not flaws(visitor.page)
    finally:
        visitor.page.request.post(visitor.actions.replace("/actions", "/blueprint/undo-all"))


@pytest.mark.parametrize("width, height", first([(1440, 900), (390, 844), (768, 1024), (1024, 800), (2560, 1440)]))
def test_wrapped(open_app, width, height):
    """EX-8 Long lines of the file are wrapped, with each number beside its line"""
    visitor = open_app("coach-paid", width=width, height=height)
    if width <= 480:
        visitor.page.evaluate("location.hash = 'panels'")
    expect(editor(visitor, "coach-paid")).not_to_have_value("")
    inner = "e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
    assert editor(visitor, "coach-paid").evaluate(inner) == [0, 0]
    heights = visitor.page.locator(".lines span").evaluate_all("rows => rows.map((row) => row.offsetHeight)")
    assert len(heights) == len((ROOT / "Blueprints" / "coach-paid.yml").read_text(encoding="utf-8").split("\n"))
    assert max(heights) > min(heights) > 0
    # A rule marks the rows on which a line continues.
    row = min(heights)
    sizes = visitor.page.locator(".lines span").evaluate_all("rows => rows.map((row) => getComputedStyle(row).backgroundSize)")
    assert set(sizes) == {f"2px calc(100% - {row}px)"}


@pytest.mark.parametrize("width, height", first([(320, 640), (820, 1180), (1440, 1000), (2560, 1440)]))
def test_widths(open_app, width, height):
    """The file scrolls within itself, and the page does not scroll sideways"""
    visitor = open_app("grobro", width=width, height=height)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    assert not flaws(visitor.page)
