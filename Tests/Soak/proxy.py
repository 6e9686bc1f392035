"""A TCP proxy that delays, stalls, half-closes and cuts connections, and an HTTP proxy that answers reads from the past."""

import asyncio
import http.client
import http.server
import threading

UP, DOWN = "up", "down"


class Loop:
    """The event loop, on a thread of its own, that all proxies share."""

    _loop = None

    @classmethod
    def get(cls):
        if cls._loop is None:
            cls._loop = asyncio.new_event_loop()
            threading.Thread(target=cls._loop.run_forever, daemon=True).start()
        return cls._loop


class Proxy:
    """Forwards connections to a target, a host and port or the path of a Unix socket, and breaks them on request."""

    def __init__(self, target):
        self._target = target
        self._links = set()
        self._delay = 0
        self._flows = {}
        self._refuses = False
        self._traps = []
        # How many connections were cut at a text.
        self.sprung = 0
        self._loop = Loop.get()
        self.port = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(10)

    async def _listen(self):
        for direction in (UP, DOWN):
            self._flows[direction] = asyncio.Event()
            self._flows[direction].set()
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self._server.sockets[0].getsockname()[1]

    # What a test does to the connections.

    def delay(self, seconds):
        """Delays everything that is forwarded, in both directions."""
        self._do(setattr, self, "_delay", seconds)

    def hold(self, *directions):
        """Forwards nothing and closes nothing: a black hole, in one direction or both."""
        for direction in directions or (UP, DOWN):
            self._do(self._flows[direction].clear)

    def cut(self):
        """Resets every connection."""
        self._do(self._cut)

    def half_close(self, direction):
        """Signals to one side of every connection that the other has sent everything, and forwards nothing more to it."""
        self._do(lambda: [link.half_close(direction) for link in list(self._links)])

    def refuse(self, refuses=True):
        self._do(setattr, self, "_refuses", refuses)

    def trap(self, direction, text, delivers):
        """Cuts the next connection on which a text passes, after the text has been delivered or instead of delivering it."""
        self._do(self._traps.append, (direction, text, delivers))

    def heal(self):
        """Forwards everything again, immediately."""
        def heal():
            self._delay, self._refuses = 0, False
            self._traps.clear()
            for flow in self._flows.values():
                flow.set()
        self._do(heal)

    def stop(self):
        self.cut()
        self._do(self._server.close)

    def _do(self, action, *arguments):
        self._loop.call_soon_threadsafe(action, *arguments)

    def _cut(self):
        for link in list(self._links):
            link.abort()

    async def _accept(self, reader, writer):
        if self._refuses:
            return writer.transport.abort()
        try:
            upstream = await (asyncio.open_unix_connection(self._target) if isinstance(self._target, str)
                              else asyncio.open_connection(*self._target))
        except OSError:
            return writer.transport.abort()
        link = _Link(writer, upstream[1])
        self._links.add(link)
        await asyncio.gather(self._pass(reader, upstream[1], UP, link), self._pass(upstream[0], writer, DOWN, link))
        self._links.discard(link)
        link.abort()

    async def _pass(self, reader, writer, direction, link):
        try:
            while data := await reader.read(65536):
                if self._delay:
                    await asyncio.sleep(self._delay)
                await self._flows[direction].wait()
                if direction in link.closed:
                    continue
                trap = next((trap for trap in self._traps if trap[0] == direction and trap[1] in data), None)
                if trap:
                    self._traps.remove(trap)
                    self.sprung += 1
                    if trap[2]:
                        writer.write(data)
                        await writer.drain()
                    return link.abort(from_client=trap[2] and direction == UP)
                writer.write(data)
                await writer.drain()
            link.half_close(direction)
        except (OSError, RuntimeError):
            link.abort()


class _Link:
    """A client's connection and the matching one to the target."""

    def __init__(self, client, upstream):
        self._client, self._upstream = client, upstream
        self.closed = set()

    def half_close(self, direction):
        self.closed.add(direction)
        writer = self._upstream if direction == UP else self._client
        try:
            writer.write_eof()
        except (OSError, RuntimeError):
            pass

    def abort(self, from_client=False):
        """Resets both connections; `from_client` lets the target read what it has been sent, then the end of the stream."""
        self._client.transport.abort()
        if from_client:
            self._upstream.close()
        else:
            self._upstream.transport.abort()


class StaleReads:
    """A faulty HTTP reverse proxy: it repeats its first answer to each read, like a cache that is never validated."""

    def __init__(self, port, is_faulty=True):
        first = {}

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                key = (self.path, self.headers.get("Authorization"))
                if not (is_faulty and self.command == "GET" and key in first):
                    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
                    connection.request(self.command, self.path, body, {
                        name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")})
                    response = connection.getresponse()
                    answer = response.status, response.read()
                    connection.close()
                    if self.command == "GET":
                        first.setdefault(key, answer)
                else:
                    answer = first[key]
                self.send_response(answer[0])
                self.send_header("Content-Length", str(len(answer[1])))
                self.end_headers()
                self.wfile.write(answer[1])

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, *arguments):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
