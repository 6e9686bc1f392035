"""A life that is saved as a scenario file, and opened again."""

import subprocess

import pytest
from playwright.sync_api import expect

from exhaustive import first
from playground import BINARY, ROOT
from test_page import to_paywall
from test_small import flaws


def save(visitor, folder):
    with visitor.page.expect_download() as download:
        visitor.controls.get_by_role("link", name="Save as scenario").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def open_file(visitor, file):
    visitor.controls.get_by_label("Open a scenario").set_input_files(file)
    visitor.settled()


def test_shared(open_app, tmp_path):
    """EX-8 a life is saved as a file that simulate plays to the same end, and the playground opens it again"""
    visitor = open_app("grobro")
    visitor.press("Add plant")
    to_paywall(visitor, "grobro")
    visitor.buy()
    visitor.control("+ 1 week")
    visitor.control("Cancel the subscription")
    file = save(visitor, tmp_path)
    assert file.name == "grobro-life.yml"
    played = subprocess.run(
        [BINARY, "simulate", ROOT / "Blueprints" / "grobro.yml", "--scenario", file], capture_output=True, text=True)
    assert played.returncode == 0, played.stdout + played.stderr
    visitor.control("Reset this app")
    expect(visitor.phase).to_have_text("free")
    open_file(visitor, file)
    expect(visitor.phase).to_have_text("subscribed")
    expect(visitor.controls).to_contain_text("2026-03-09 09:41")
    expect(visitor.page.get_by_role("alert")).to_be_hidden()
    assert not flaws(visitor.page)


def test_mistakes(open_app, tmp_path):
    """A file that is not a scenario of the app says why at its line, and changes nothing"""
    visitor = open_app("grobro")
    visitor.control("+ 1 day")
    file = tmp_path / "wrong.yml"
    file.write_text("title: wrong\nstart: 2026-03-02\nsteps:\n  - use: flying\n", encoding="utf-8")
    open_file(visitor, file)
    expect(visitor.page.get_by_role("alert")).to_contain_text("wrong.yml:4:10: error: there is no feature `flying`")
    expect(visitor.controls).to_contain_text("2026-03-03 09:41")
    file.write_text("title: right\nstart: 2026-05-01\nsteps:\n  - open: true\n", encoding="utf-8")
    open_file(visitor, file)
    expect(visitor.page.get_by_role("alert")).to_be_hidden()
    expect(visitor.controls).to_contain_text("2026-05-01 00:00")


@pytest.mark.parametrize("width, height", first([(320, 640), (1440, 1000)]))
def test_sizes(open_app, width, height):
    """Saving and opening are in reach of the keyboard at every width"""
    visitor = open_app("grobro", width=width, height=height)
    if width < 480:
        visitor.controls.locator("[data-key=time] > summary").click()
    link = visitor.controls.get_by_role("link", name="Save as scenario")
    link.focus()
    visitor.page.keyboard.press("Tab")
    expect(visitor.controls.get_by_label("Open a scenario")).to_be_focused()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    assert not flaws(visitor.page)
