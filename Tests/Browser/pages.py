"""What pages weigh as they are sent, and when they answer to a click."""

import gzip
import urllib.error
import urllib.request

# What a browser says it can read.
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
# The bytes of the page and of what it asks for, as sent and as read, without headers, and when its scripts have run.
MEASURE = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const all = [page, ...performance.getEntriesByType("resource").filter((one) => one.initiatorType !== "fetch")];
  const sum = (name) => all.reduce((total, one) => total + one[name], 0);
  return { sent: sum("encodedBodySize"), read: sum("decodedBodySize"), ready: page.domContentLoadedEventEnd - page.fetchStart };
}"""


def get(address, **headers):
    """The status, headers and body of a response as it is sent."""
    request = urllib.request.Request(address, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def check_caching(address):
    """Checks that a file is compressed for whoever accepts it, and sent once."""
    status, plain_headers, plain = get(address)
    assert status == 200 and plain_headers["Content-Encoding"] is None
    status, headers, sent = get(address, **BROWSER)
    assert status == 200 and headers["Content-Encoding"] == "gzip", address
    assert gzip.decompress(sent) == plain and len(sent) < len(plain) * 0.7
    assert headers["ETag"] and headers["ETag"] != plain_headers["ETag"]
    assert "Accept-Encoding" in headers.get_all("Vary") and headers["Cache-Control"]
    status, _, rest = get(address, **BROWSER, If_None_Match=headers["ETag"])
    assert status == 304 and rest == b""
    assert get(address, **BROWSER, If_None_Match='"0"')[0] == 200
