"""One playground for the whole run, and one fresh world for each test."""

import pytest
from playwright.sync_api import sync_playwright

from delays import slow_network, slow_pages
from playground import PATIENCE, Playground, launch, show_parts
from visitor import Visitor


@pytest.fixture(scope="session")
def server():
    try:
        running = Playground()
    except RuntimeError as error:
        pytest.exit(str(error), returncode=1)
    yield running
    code = running.stop()
    assert code == 0, f"the playground ended with {code}:\n{''.join(running.output)}"


@pytest.fixture(scope="session")
def browser():
    with slow_network() as proxy, sync_playwright() as playwright:
        chromium = launch(playwright, proxy)
        yield slow_pages(chromium)
        chromium.close()


@pytest.fixture(scope="session")
def desk(browser):
    """The page most tests share; each begins by loading a fresh world into it."""
    context = browser.new_context(**view())
    show_parts(context)
    yield context.new_page()
    context.close()


def view(width=1440, height=1000, script=True):
    return {
        "viewport": {"width": width, "height": height}, "reduced_motion": "reduce", "java_script_enabled": script}


@pytest.fixture
def open_app(server, browser, desk):
    """Opens an app in a fresh world; `another` opens one more page of the same world, and `first` the page of somebody who
    never saw it; to others it shows every part."""
    contexts, complaints, pages = [], [], []

    def complain(error):
        complaints.append(str(error))

    def hear(message):
        if message.type == "error":
            complaints.append(message.text)

    def open_app(app, another=False, first=False, **differently):
        address = f"{server.address}/playground/{app}"
        if another or first or differently:
            contexts.append(browser.new_context(**view(**differently)))
            if not first:
                show_parts(contexts[-1])
            page = contexts[-1].new_page()
        else:
            page = desk
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", complain)
        page.on("console", hear)
        pages.append(page)
        if not another:
            page.request.post(f"{address}/actions", form={"action": "reset"})
        page.goto(address)
        return Visitor(page, f"{address}/actions")

    yield open_app
    for page in pages:
        page.remove_listener("pageerror", complain)
        page.remove_listener("console", hear)
    for context in contexts:
        context.close()
    assert not complaints, f"the page complained: {complaints}"
