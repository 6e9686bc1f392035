"""A server that starts before its database: it waits for one that does not answer, and not for one that refuses it."""

import contextlib
import threading
import time

import pytest

from servers import PATIENCE, Cluster, Folder, Server, Store, address

WAITS = "waits for the database"


@pytest.fixture
def place():
    """A database that does not run yet, and a server for it."""
    with Folder() as folder:
        cluster, store = Cluster(folder).create(), Store(folder)
        server = Server(folder, store, address(cluster))
        yield cluster, server
        server.stop()
        cluster.stop()
        store.stop()


def start_waiting(server):
    """Starts a server in a thread, which is returned once the server waits for its database."""
    def start():
        with contextlib.suppress(RuntimeError):
            server.start("--create")

    starting = threading.Thread(target=start, daemon=True)
    starting.start()
    deadline = time.monotonic() + PATIENCE
    while not (server.log.exists() and WAITS in server.log.read_text()):
        assert starting.is_alive() and time.monotonic() < deadline
        time.sleep(0.05)
    return starting


def test_a_server_waits_for_a_database_that_starts_later(place):
    """EX-17 a server that starts before its database waits for it, and logs that it does"""
    cluster, server = place
    starting = start_waiting(server)
    cluster.start()
    starting.join(PATIENCE)
    assert server.is_up.is_set()


def test_a_server_waits_for_a_connection_to_spare(place):
    """EX-17 a server whose database has no connection to spare waits for one"""
    cluster, server = place
    cluster.start()
    cluster.ask("CREATE ROLE guest LOGIN CONNECTION LIMIT 0")
    cluster.ask("GRANT CREATE ON DATABASE postgres TO guest")
    server.arguments = [str(argument).replace("user=postgres", "user=guest") for argument in server.arguments]
    starting = start_waiting(server)
    cluster.ask("ALTER ROLE guest CONNECTION LIMIT -1")
    starting.join(PATIENCE)
    assert server.is_up.is_set()


def test_a_server_that_waits_is_stopped_like_any_other(place):
    """EX-17 a server that waits for its database ends at SIGTERM with status 0"""
    _, server = place
    start_waiting(server)
    server.process.terminate()
    assert server.process.wait(5) == 0


def test_a_server_exits_if_its_database_does_not_answer_in_time(place):
    """EX-17 a server whose database does not answer within --startup-timeout exits with the reason"""
    _, server = place
    with pytest.raises(RuntimeError, match="The database cannot be reached"):
        server.start("--create", "--startup-timeout", "2")
    assert WAITS in server.log.read_text()
    assert server.process.returncode == 1


@pytest.mark.parametrize("right, wrong", [("user=postgres", "user=nobody"), ("/postgres?", "/nowhere?")],
                         ids=["wrong user", "missing database"])
def test_a_server_that_is_refused_exits_at_once(place, right, wrong):
    """EX-17 a server whose database refuses it exits at once"""
    cluster, server = place
    cluster.start()
    server.arguments = [str(argument).replace(right, wrong) for argument in server.arguments]
    with pytest.raises(RuntimeError, match="The database refuses the connection"):
        server.start("--create")
    assert WAITS not in server.log.read_text()
    assert server.process.returncode == 1
