"""The files for Caddy, nginx and HAProxy in front of a real server, over TLS."""

import concurrent.futures
import contextlib
import http.client
import json
import pytest
import re
import shutil
import subprocess

from deployment import BLUEPRINT, CUSTOMERS, FILES, Certificate, Echo, Server, free_port, new_customer, request, wait_for_port

NGINX = "user root; daemon off; pid %s/pid; error_log %s/error.log; events {} http { access_log off; include %s; }"


def caddy(text, folder, certificate, port):
    address = f"https://127.0.0.1:{port} {{\n\ttls {certificate.certificate} {certificate.key}"
    text = text.replace("tollgate.example.com {", address)
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text)
    return ["caddy", "run", "--config", folder / "Caddyfile"]


def nginx(text, folder, certificate, port):
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
    text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate.certificate), text)
    text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(certificate.key), text)
    (folder / "tollgate.conf").write_text(text)
    (folder / "nginx.conf").write_text(NGINX % (folder, folder, folder / "tollgate.conf"))
    return ["nginx", "-c", folder / "nginx.conf"]


def haproxy(text, folder, certificate, port):
    (folder / "both.pem").write_text(certificate.certificate.read_text() + certificate.key.read_text())
    text = text.replace("bind :443", f"bind 127.0.0.1:{port}").replace("/etc/haproxy/tollgate.example.com.pem", str(folder / "both.pem"))
    (folder / "haproxy.cfg").write_text(text)
    return ["haproxy", "-db", "-f", folder / "haproxy.cfg"]


PROXIES = {"caddy": (caddy, "Caddyfile"), "nginx": (nginx, "nginx.conf"), "haproxy": (haproxy, "haproxy.cfg")}


class Proxy:
    """One of the proxies with our file, in front of a port."""

    def __init__(self, name, folder, certificate, upstream):
        command, file = PROXIES[name]
        text = (FILES / file).read_text()
        assert text.count("127.0.0.1:8080") == 1
        self.port, self.context = free_port(), certificate.context
        environment = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        self.process = subprocess.Popen(
            command(text.replace("127.0.0.1:8080", f"127.0.0.1:{upstream}"), folder, certificate, self.port),
            stderr=open(folder / "proxy.log", "w"), env=environment)
        wait_for_port(self.port, self.process)

    def connection(self):
        return http.client.HTTPSConnection("127.0.0.1", self.port, context=self.context, timeout=20)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)


@pytest.fixture(scope="module", params=PROXIES)
def name(request):
    if shutil.which(request.param, path="/usr/sbin:/usr/bin:/sbin:/bin") is None:
        pytest.skip(f"{request.param} is not installed: Scripts/install-packages {request.param}")
    return request.param


@contextlib.contextmanager
def in_front(name, folder, port):
    proxy = Proxy(name, folder, Certificate(folder), port)
    try:
        yield proxy
    finally:
        proxy.stop()


@pytest.fixture(scope="module")
def proxy(name, tmp_path_factory):
    """A proxy whose server admits one connection from one address, and any number from the proxy."""
    server = Server(
        BLUEPRINT, "--in-memory", "--port", 0, "--max-connections-per-address", 1, "--proxy", "127.0.0.1")
    with in_front(name, tmp_path_factory.mktemp(name), server.port) as proxy:
        yield proxy
    server.stop()


@pytest.fixture(scope="module")
def echo(name, tmp_path_factory):
    """The same in front of a server that answers with what it receives."""
    server = Echo()
    with in_front(name, tmp_path_factory.mktemp(f"{name}-echo"), server.port) as proxy:
        yield server, proxy
    server.stop()


def test_requests_go_through_on_one_connection(proxy):
    connection = proxy.connection()
    token = new_customer(connection)
    tls = connection.sock
    for _ in range(3):
        response, body = request(connection, "GET", f"{CUSTOMERS}/me", headers={"Authorization": f"Bearer {token}"})
        assert response.status == 200
        assert response.headers["Tollgate-Signature"]
        assert json.loads(body)["app"] == "coach-paid"
    assert connection.sock is tls, "the proxy keeps the connection open"


def test_a_problem_arrives_as_it_was_sent(proxy):
    response, body = request(proxy.connection(), "GET", f"{CUSTOMERS}/me")
    assert response.status == 401
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert json.loads(body)["code"]


def test_a_large_body_is_refused(name, proxy):
    connection = proxy.connection()
    connection.putrequest("POST", CUSTOMERS)
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", "300000")
    connection.endheaders()
    # The others answer because of the stated length, and may close the connection before they have read the body.
    if name == "caddy":
        connection.send(b" " * 300_000)
    response = connection.getresponse()
    assert response.status == 413
    assert request(proxy.connection(), "GET", "/health")[0].status == 200


def test_all_clients_share_the_proxys_address(proxy):
    def health(_):
        return request(proxy.connection(), "GET", "/health")[0].status
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        assert set(pool.map(health, range(160))) == {200}


def test_the_server_learns_the_clients_address_and_not_what_the_client_claims(echo):
    _, proxy = echo
    forged = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http"}
    _, body = request(proxy.connection(), "GET", "/", headers=forged)
    assert json.loads(body)["x-forwarded-for"] == "127.0.0.1"
    assert json.loads(body)["x-forwarded-proto"] == "https"


def test_connections_to_the_server_are_kept(echo):
    server, proxy = echo
    before = server.connections
    for _ in range(20):
        response, body = request(proxy.connection(), "GET", "/", headers={"Connection": "close", "Authorization": "Bearer a"})
        received = json.loads(body)
        assert received.get("connection", "keep-alive").lower() == "keep-alive"
        assert received["authorization"] == "Bearer a"
    # A health check of the proxy's own may be among them.
    assert server.connections - before <= 4
