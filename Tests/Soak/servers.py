"""The programs that the soak kills: Tollgate servers, PostgreSQL clusters, and the store that they trust."""

import contextlib
import json
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOLLGATE = pathlib.Path(os.environ.get("TOLLGATE", ROOT / ".build" / "debug" / "tollgate"))
BLUEPRINT = pathlib.Path(__file__).with_name("soak.yml")
PRODUCTS = ROOT / "Tests" / "Store" / "Shop.storekit"
APP = "soak"
SECRET = "a secret that the soak shares with its servers"
ISSUER = "https://issuer.example.com"
PATIENCE = 120
only_in_the_long_form = pytest.mark.skipif("SOAK" not in os.environ, reason="make soak runs it")

# PostgreSQL refuses to run as root, so root runs it as Debian's user.
POSTGRES = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
ROLE = "postgres"

POOLER = """
[databases]
* = host={cluster} user={role}

[pgbouncer]
unix_socket_dir = {folder}
listen_port = 5432
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
query_wait_timeout = 8
server_login_retry = 1
"""


class Folder:
    """A folder for databases: short enough for the path of a socket, and open to PostgreSQL's user.

    It is in memory where it can be: a killed process loses nothing that the system has, whether or not it is on a disk.
    """

    def __enter__(self):
        memory = pathlib.Path("/dev/shm")
        has_memory = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="soak-", dir=memory if has_memory else "/tmp"))
        self.path.chmod(0o777)
        return self.path

    def __exit__(self, *arguments):
        shutil.rmtree(self.path, ignore_errors=True)


class Server:
    """`tollgate serve`, which can be killed and started again; each start takes a free port."""

    def __init__(self, folder, store, database, environment=None, name="server"):
        self.folder, self.log = folder, folder / f"{name}.log"
        issuers = folder / "issuers.json"
        issuers.write_text(json.dumps({APP: [{"issuer": ISSUER, "audiences": [APP], "secret": SECRET}]}))
        self.arguments = [
            TOLLGATE, "serve", BLUEPRINT, "--port", "0", "--database", database, "--key-file", folder / "soak.keys",
            "--store-root", store.root, "--issuers", issuers, "--max-requests-per-customer", "0",
            "--max-requests-per-address", "0"]
        self.environment = {**os.environ, **(environment or {})}
        self.is_up = threading.Event()
        self.port, self.process, self.starts = None, None, 0

    def start(self, *options):
        """Starts the server and waits until it listens."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*map(str, self.arguments), *options], cwd=self.folder, env=self.environment, text=True,
                stdout=subprocess.PIPE, stderr=log)
        said = []
        for line in self.process.stdout:
            said.append(line)
            if found := re.match(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                self.starts += 1
                self.is_up.set()
                return self
        self.process.wait(PATIENCE)
        raise RuntimeError(f"the server does not start:\n{''.join(said)}{self.log.read_text()[-2000:]}")

    def kill(self):
        self.is_up.clear()
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def stop(self):
        """Stops the server as an operator does; returns its exit status."""
        self.is_up.clear()
        if self.process is None:
            return None
        self.process.terminate()
        return self.process.wait(PATIENCE)


class Store:
    """`tollgate store`: its products, and the notifications that it has signed."""

    def __init__(self, folder, notify=None):
        self.root = folder / "store" / "root.cer"
        self.process = subprocess.Popen(
            [TOLLGATE, "store", "--config", PRODUCTS, "--bundle-id", "com.example.soak", "--app-apple-id", "42", "--port", "0",
             "--environment", "production", "--clock", "real", "--key-directory", folder / "store",
             *(["--notify", notify] if notify else [])],
            stdout=subprocess.PIPE, text=True)
        self.base = next(line.strip() for line in self.process.stdout if line.startswith("http://"))
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def control(self, action, **fields):
        """Performs an action in the store; the answer arrives once its notifications are delivered."""
        request = urllib.request.Request(f"{self.base}/control/{action}", json.dumps(fields).encode())
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


class Cluster:
    """A PostgreSQL server with a folder and a socket of its own."""

    def __init__(self, folder, name="a", settings=(), environment=None, port=5432):
        self.folder, self.name, self.settings, self.port = folder / name, name, list(settings), port
        self.data, self.log = self.folder / "data", self.folder / "log"
        self.environment = {**os.environ, **(environment or {})}
        self.folder.mkdir()
        self.folder.chmod(0o777)

    def create(self):
        program("initdb", "-D", self.data, "-U", ROLE, "-A", "trust", "-E", "UTF8", "--locale=C")
        return self

    def start(self):
        """Starts it, retrying while PostgreSQL refuses because a process of the killed server is still there."""
        settings = {"listen_addresses": "", "port": self.port, "unix_socket_directories": self.folder, "max_connections": 60,
                    "shared_buffers": "32MB", "cluster_name": self.name, "wal_receiver_timeout": "5s",
                    # Not in /dev/shm, where a killed server would leave it.
                    "dynamic_shared_memory_type": "mmap"}
        options = [f"-c {name}='{value}'" for name, value in settings.items()] + [f"-c {one}" for one in self.settings]
        for _ in range(20):
            done = program("pg_ctl", "-D", self.data, "-l", self.log, "-w", "-t", PATIENCE, "-o", " ".join(options), "start",
                           check=False, environment=self.environment)
            if done.returncode == 0:
                return self
        raise RuntimeError(f"PostgreSQL does not start: {self.log.read_text()[-2000:]}")

    @property
    def processes(self):
        """The postmaster, then its children."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        try:
            return [pid, *map(int, pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
        except FileNotFoundError:
            return [pid]

    def kill(self):
        """Kills the postmaster; its other processes end by themselves."""
        processes = self.processes
        os.kill(processes[0], signal.SIGKILL)
        wait_for_end(processes)

    def kill_all(self):
        """Stops all processes at one moment, as a power cut does, and kills them."""
        processes = self.processes
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
        wait_for_end(processes)

    def kill_backend(self, random):
        """Kills one process that serves a connection; PostgreSQL then ends all others, and recovers."""
        backends = program("psql", "-h", self.folder, "-U", ROLE, "-d", "postgres", "-XAtqc",
                           "SELECT pid FROM pg_stat_activity WHERE application_name = 'tollgate' ORDER BY pid",
                           check=False).stdout.split()
        try:
            os.kill(int(random.choice(backends)), signal.SIGKILL)
            return True
        except (IndexError, ProcessLookupError):
            return False

    def signal(self, number):
        """Sends a signal to all processes, such as to stop and continue them."""
        for pid in self.processes:
            os.kill(pid, number)

    def promote(self):
        program("pg_ctl", "-D", self.data, "-w", "-t", PATIENCE, "promote")

    def follow(self, primary):
        """Copies a primary, and follows it as a standby."""
        shutil.rmtree(self.data, ignore_errors=True)
        program("pg_basebackup", "-h", primary.folder, "-U", ROLE, "-D", self.data, "-R", "-X", "stream", "-c", "fast")
        return self.start()

    def ask(self, sql):
        return program("psql", "-h", self.folder, "-p", self.port, "-U", ROLE, "-d", "postgres", "-XAtqc", sql).stdout.strip()

    def run(self, script, *options):
        """Runs a script; the first error ends it."""
        return program("psql", "-h", self.folder, "-U", ROLE, "-d", "postgres", "-XAtq", "-v", "ON_ERROR_STOP=1", *options,
                       "-f", script).stdout

    def stop(self):
        program("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop", check=False)


class Pooler:
    """pgbouncer in transaction mode in front of a cluster, on a socket of its own."""

    def __init__(self, folder, cluster, connections=4):
        self.folder, self.process = folder / "pgbouncer", None
        self.folder.mkdir()
        self.folder.chmod(0o777)
        self.settings = self.folder / "pgbouncer.ini"
        self.settings.write_text(POOLER.format(cluster=cluster.folder, role=ROLE, folder=self.folder, connections=connections))

    def start(self):
        """Starts it, and waits until it accepts connections."""
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(["pgbouncer", self.settings], stdout=log, stderr=log, cwd="/", **POSTGRES)
        while self.process.poll() is None:
            with socket.socket(socket.AF_UNIX) as connection, contextlib.suppress(OSError):
                connection.connect(str(self.folder / ".s.PGSQL.5432"))
                return self
            threading.Event().wait(0.01)
        raise RuntimeError(f"pgbouncer does not start: {(self.folder / 'log').read_text()[-2000:]}")

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self):
        """Stops it as an operator does: transactions end first."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)


def address(*clusters):
    """The address of a database on any of these clusters, whichever accepts writes."""
    hosts = ",".join(str(cluster.folder) for cluster in clusters)
    return f"postgres:///postgres?host={hosts}&user={ROLE}"


def program(name, *arguments, check=True, environment=None):
    """Runs one of PostgreSQL's programs, which Debian installs in a folder per version."""
    versions = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    path = next((folder / name for folder in reversed(versions) if (folder / name).exists()), name)
    # Files, not pipes, which a server that pg_ctl starts would keep open.
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        done = subprocess.run([str(path), *map(str, arguments)], stdout=output, stderr=errors, text=True, cwd="/",
                              env=environment or os.environ, **POSTGRES)
        output.seek(0)
        errors.seek(0)
        done.stdout, done.stderr = output.read(), errors.read()
    if check and done.returncode != 0:
        raise RuntimeError(f"{name} {' '.join(map(str, arguments))}: {done.stderr}{done.stdout}")
    return done


def wait_for_end(processes):
    """Waits for processes that are not children of this one."""
    for pid in processes:
        try:
            descriptor = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        ended = select.select([descriptor], [], [], PATIENCE)[0]
        os.close(descriptor)
        if not ended:
            raise RuntimeError(f"the process {pid} does not end")
