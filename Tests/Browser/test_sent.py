"""What the playground sends: compressed, and once."""

import gzip
import urllib.request

from pages import BROWSER, check_caching, get
from playground import PATIENCE


def test_every_style_and_script_is_sent_compressed_and_once(server, open_app):
    """EX-8"""
    visitor = open_app("grobro")
    names = visitor.page.eval_on_selector_all(
        "link[rel=stylesheet], script[src]", "all => all.map((one) => one.href ?? one.src)")
    assert len(names) >= 4
    for name in names:
        if len(get(name)[2]) > 1000:
            check_caching(name)
    sent, read = (sum(len(get(name, **headers)[2]) for name in names) for headers in (BROWSER, {}))
    assert sent < read / 2


def test_the_page_and_what_an_action_changes_are_sent_compressed(server):
    """EX-8"""
    address = f"{server.address}/playground/grobro"
    _, headers, page = get(address, **BROWSER)
    assert headers["Content-Encoding"] == "gzip" and headers["ETag"] is None
    assert gzip.decompress(page).startswith(b"<!doctype html>")
    request = urllib.request.Request(
        f"{address}/actions", data=b"action=reset", headers=BROWSER | {"Accept": "application/json"})
    with urllib.request.urlopen(request) as response:
        assert response.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(response.read()).startswith(b"{")


def test_events_are_never_compressed(server):
    """EX-8"""
    request = urllib.request.Request(f"{server.address}/events?app=grobro", headers=BROWSER)
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        assert response.headers["Content-Encoding"] is None
        assert response.readline() == b": live\n"
