"""A server that serves HTTPS itself."""

import http.client
import shutil
import signal
import socket
import ssl
import subprocess
import time

import pytest

from deployment import BLUEPRINT, TOLLGATE, Certificate, Server, eventually, new_customer, request


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module")
def server(certificate, tmp_path_factory):
    running = Server(
        BLUEPRINT, "--in-memory", "--port", 0, "--head-timeout", 1, "--tls-certificate", certificate.certificate, "--tls-key",
        certificate.key, folder=tmp_path_factory.mktemp("tls"))
    yield running
    assert running.stop() == 0


def connection(server, context):
    return http.client.HTTPSConnection("127.0.0.1", server.port, context=context, timeout=20)


def served(server):
    """The certificate that a new connection gets."""
    return ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", server.port)))


def test_requests_are_answered_on_one_connection(server, certificate):
    assert server.scheme == "https"
    tls = connection(server, certificate.context)
    new_customer(tls)
    socket_before = tls.sock
    assert request(tls, "GET", "/health")[0].status == 200
    assert tls.sock is socket_before


def test_a_client_that_does_not_know_the_certificate_refuses_it(server):
    with pytest.raises(ssl.SSLCertVerificationError):
        request(connection(server, ssl.create_default_context()), "GET", "/health")


@pytest.mark.parametrize("option, version", [("-tls1", None), ("-tls1_1", None), ("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")])
def test_tls_begins_at_1_2(server, option, version):
    run = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", option, "-cipher", "ALL:@SECLEVEL=0", "-alpn", "h2,http/1.1"],
        input="", capture_output=True, text=True, timeout=20)
    if version is None:
        assert run.returncode != 0
        assert "alert protocol version" in run.stderr
    else:
        assert version in run.stdout
        assert "ALPN protocol: http/1.1" in run.stdout


def test_curl_is_content(server, certificate):
    answer = subprocess.check_output(
        ["curl", "--silent", "--fail", "--cacert", certificate.certificate, f"https://127.0.0.1:{server.port}/health"], text=True)
    assert "coach-paid" in answer


def test_http_without_tls_is_not_answered(server, certificate):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain:
        plain.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            assert b"HTTP/1" not in plain.recv(1000)
        except ConnectionError:
            pass
    assert request(connection(server, certificate.context), "GET", "/health")[0].status == 200


def test_a_handshake_must_finish_before_the_deadline_of_a_head(server, certificate):
    started = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as silent:
        assert silent.recv(1) == b""
    with certificate.context.wrap_socket(socket.create_connection(("127.0.0.1", server.port), timeout=10), server_hostname="127.0.0.1") as tls:
        tls.sendall(b"GET /health HTTP/1.1\r\n")
        try:
            assert tls.recv(1) == b""
        except ssl.SSLError:
            pass
    assert time.monotonic() - started < 9


def test_sighup_reads_a_renewed_certificate(tmp_path):
    first = Certificate(tmp_path)
    second = Certificate(tmp_path, "renewed")
    server = Server(
        BLUEPRINT, "--in-memory", "--port", 0, "--tls-certificate", first.certificate, "--tls-key", first.key, folder=tmp_path)
    before, old_context = first.der, first.context
    assert served(server) == before
    kept = connection(server, old_context)
    assert request(kept, "GET", "/health")[0].status == 200

    first.certificate.write_text("half a file")
    server.process.send_signal(signal.SIGHUP)
    assert eventually(lambda: server.logged("the former certificate stays in use"))
    assert served(server) == before

    shutil.copy(second.certificate, first.certificate)
    shutil.copy(second.key, first.key)
    server.process.send_signal(signal.SIGHUP)
    assert eventually(lambda: served(server) == second.der)
    assert request(kept, "GET", "/health")[0].status == 200, "open connections continue"
    assert server.stop() == 0


def test_sighup_does_not_end_a_server_without_tls():
    """Not even one that comes as soon as it says that it listens."""
    for _ in range(5):
        server = Server(BLUEPRINT, "--in-memory", "--port", 0)
        server.process.send_signal(signal.SIGHUP)
        plain = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        assert request(plain, "GET", "/health")[0].status == 200
        assert server.stop() == 0


def test_unusable_files_are_named(tmp_path, certificate):
    other = Certificate(tmp_path, "other")
    rows = [
        (certificate.certificate, other.key, f"error: {other.key} is not the private key of the certificate in {certificate.certificate}."),
        (certificate.key, certificate.key, f"error: {certificate.key} is not a certificate in PEM."),
        (certificate.certificate, certificate.certificate, f"error: {certificate.certificate} is not a private key in PEM."),
        (tmp_path / "none.pem", certificate.key, f"{tmp_path}/none.pem: error: there is no such file"),
    ]
    for chain, key, sentence in rows:
        run = subprocess.run(
            [TOLLGATE, "serve", BLUEPRINT, "--in-memory", "--port", "0", "--tls-certificate", chain, "--tls-key", key],
            capture_output=True, text=True, timeout=20)
        assert (run.returncode, run.stderr) == (1, sentence + "\n")
