"""A slow network and slow pages, to find what depends on which of two things comes first.

`make test-browser DELAYS=7` delays every request, response, event and message by up to 0.4 seconds, most of them by less
than a tenth; the seed 7 chooses the times. `SLOWDOWN=4` runs the pages at a quarter of their speed.
"""

import collections
import contextlib
import os
import random
import socket
import socketserver
import threading
import time
import urllib.parse

SEED, SLOWDOWN = os.environ.get("BROWSER_DELAYS") or None, float(os.environ.get("BROWSER_SLOWDOWN") or 1)
LONGEST = 0.4
# Messages between windows and tabs are late as well, and stay in order.
MESSAGES = """(seed, longest) => {
  const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
  const later = setTimeout, now = performance.now.bind(performance);
  const queue = () => {
    let last = 0;
    return (deliver) => {
      last = Math.max(last, now() + longest * 1000 * random() ** 3);
      later(deliver, last - now());
    };
  };
  const arrive = queue(), leave = queue(), late = new WeakSet(), post = BroadcastChannel.prototype.postMessage;
  addEventListener("message", (event) => {
    if (late.has(event)) return;
    event.stopImmediatePropagation();
    const again = new MessageEvent("message", { data: event.data, origin: event.origin, source: event.source, ports: [...event.ports] });
    late.add(again);
    arrive(() => dispatchEvent(again));
  }, true);
  BroadcastChannel.prototype.postMessage = function (data) { leave(() => post.call(this, data)); };
}"""


class SlowNetwork(socketserver.ThreadingTCPServer):
    """An HTTP proxy that holds back each request, and each part of a response."""

    daemon_threads = True
    request_queue_size = 100

    def __init__(self, seed):
        super().__init__(("127.0.0.1", 0), SlowConnection)
        self._seed, self._counts, self._lock = seed, collections.Counter(), threading.Lock()
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def wait(self, name):
        """Waits for a time that depends on the seed, the name, and how often the name came before."""
        with self._lock:
            self._counts[name] += 1
            count = self._counts[name]
        time.sleep(LONGEST * random.Random(f"{self._seed} {name} {count}").random() ** 3)

    def handle_error(self, request, client_address):
        """A page may leave, and a server may end, at any time."""


class SlowConnection(socketserver.StreamRequestHandler):
    """One request and its response. What a test asks the server itself comes in a tunnel, and is not held back."""

    def handle(self):
        method, address, version = self.rfile.readline().decode().split()
        headers = []
        while (line := self.rfile.readline()).strip():
            if not line.lower().startswith((b"connection:", b"proxy-connection:")):
                headers.append(line)
        target = urllib.parse.urlsplit(address if "//" in address else f"//{address}")
        path = urllib.parse.urlunsplit(("", "", target.path, target.query, "")) or "/"
        with socket.create_connection((target.hostname, target.port or 80)) as upstream:
            if method == "CONNECT":
                self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            else:
                self.server.wait(f"{method} {path}")
                upstream.sendall(
                    f"{method} {path} {version}\r\n".encode() + b"".join(headers) + b"Connection: close\r\n\r\n")
            sender = threading.Thread(target=self._send, args=(upstream,), daemon=True)
            sender.start()
            try:
                while part := upstream.recv(1 << 20):
                    if method != "CONNECT":
                        self.server.wait(f"response to {method} {path}")
                    self.wfile.write(part)
            finally:
                with contextlib.suppress(OSError):
                    self.connection.shutdown(socket.SHUT_RDWR)
                sender.join()

    def _send(self, upstream):
        """Passes the body on, and ends the request when the page leaves it."""
        with contextlib.suppress(OSError):
            while part := self.rfile.read1():
                upstream.sendall(part)
        with contextlib.suppress(OSError):
            upstream.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def slow_network():
    """The proxy that a browser is launched with, or none without delays."""
    if SEED is None:
        yield None
        return
    with SlowNetwork(SEED) as network:
        yield {"server": network.address, "bypass": "<-loopback>"}
        network.shutdown()


def slow_pages(browser):
    """Has the pages of all contexts that are made from now on get their messages late, and run slowly."""
    make = browser.new_context

    def slow(page):
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})

    def new_context(**options):
        context = make(**options)
        if SEED is not None:
            context.add_init_script(f"({MESSAGES})({random.Random(SEED).randrange(1, 2 ** 31 - 1)}, {LONGEST})")
        if SLOWDOWN > 1:
            context.on("page", slow)
        return context

    browser.new_context = new_context
    return browser
