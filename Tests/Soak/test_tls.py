"""How a server proves to itself that it has reached its database: with a certificate, which is verified by default.

The database listens on the loopback interface, and is addressed as `db.example.test` with `hostaddr`, which libpq connects
to without looking up the name. A name other than the machine's own is a remote server for Tollgate.
"""

import shutil
import socket
import subprocess
import threading

import pytest

from book import Book
from load import Worker
from servers import POSTGRES, Cluster, Folder, Server, Store

NAME = "db.example.test"


def certificate(folder, name, *options):
    """A key and a certificate that openssl makes; without an issuer among the options it signs itself."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem", *options],
        check=True, capture_output=True)
    return folder / f"{name}.pem"


class Database:
    """PostgreSQL with a certificate for `NAME`, which an authority of its own has signed."""

    def __init__(self, folder, port):
        self.folder, self.port, self.servers = folder, port, 0
        self.authority, self.stranger = certificate(folder, "authority"), certificate(folder, "stranger")
        certificate(folder, NAME, "-CA", self.authority, "-CAkey", folder / "authority.key",
                    "-addext", f"subjectAltName=DNS:{NAME}", "-addext", "basicConstraints=critical,CA:FALSE")
        key = folder / f"{NAME}.key"
        if POSTGRES:
            shutil.chown(key, POSTGRES["user"])
        key.chmod(0o600)
        self.cluster = Cluster(folder, "a", ["listen_addresses=127.0.0.1"], port=port).create()
        with (self.cluster.data / "postgresql.conf").open("a") as settings:
            settings.write(f"ssl = on\nssl_cert_file = '{folder}/{NAME}.pem'\nssl_key_file = '{key}'\n")
        self.cluster.start()
        self.store = Store(folder)

    def address(self, name=NAME, authority=None):
        trust = f"&sslrootcert={authority}" if authority else ""
        return f"postgres://postgres@{name}:{self.port}/postgres?hostaddr=127.0.0.1{trust}"

    def server(self, *arguments, **options):
        self.servers += 1
        return Server(self.folder, self.store, self.address(*arguments, **options), name=f"server-{self.servers}")

    def stop(self):
        self.store.stop()
        self.cluster.stop()


@pytest.fixture(scope="module")
def database():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Folder() as folder:
        database = Database(folder, port)
        yield database
        database.stop()


def test_a_server_whose_certificate_has_the_right_name_and_authority_is_used(database):
    """EX-16 a remote database is reached over TLS if its certificate has the right name and a trusted authority"""
    server = database.server(authority=database.authority)
    server.start("--create")
    try:
        book = Book(1, [server], database.store, None)
        worker = Worker(book, 0)
        worker.begin()
        worker.use()
        assert book.acknowledged["accounts"] == 1
        assert database.cluster.ask(
            "SELECT count(*) > 0 AND bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) "
            "WHERE application_name = 'tollgate'") == "t"
    finally:
        assert server.stop() == 0


@pytest.mark.parametrize("name, authority, problem", [
    ("other.example.test", "authority", "is for another name"),
    (NAME, "stranger", "certificate is not trusted"),
    (NAME, None, "certificate is not trusted")], ids=["wrong name", "other authority", "system's authorities"])
def test_a_server_that_does_not_prove_its_name_is_refused(database, name, authority, problem):
    """EX-16 a remote database with a certificate for another name or of another authority is refused, and the error shows why"""
    with pytest.raises(RuntimeError, match=problem):
        database.server(name, authority=authority and getattr(database, authority)).start("--create")


def test_a_server_without_tls_is_refused(database):
    """EX-16 a remote database without TLS is refused, even if its address is that of this machine"""
    database.cluster.ask("ALTER SYSTEM SET ssl = off")
    database.cluster.ask("SELECT pg_reload_conf()")
    while database.cluster.ask("SHOW ssl") != "off":
        threading.Event().wait(0.05)
    with pytest.raises(RuntimeError, match="does not offer TLS"):
        database.server(authority=database.authority).start("--create")
