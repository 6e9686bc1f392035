"""A server on this machine that hands each notification to a function."""

from __future__ import annotations

import http.server
import json
import threading
import traceback
from typing import Callable


class Inbox:
    """Takes what the store posts; a function that raises has not taken it, and the store is told so with 500."""

    def __init__(self, receive: Callable[[str], object]):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status = 200
                try:
                    receive(json.loads(body)["signedPayload"])
                except Exception:
                    traceback.print_exc()
                    status = 500
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/notifications"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
