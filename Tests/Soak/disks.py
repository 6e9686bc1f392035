"""Simulates a disk that fails, fills up, lies or loses power, for a server on SQLite and for PostgreSQL.

`faults.c` intercepts system calls of the server or of the database; `Disk` controls it, and reverts writes that were not
synced.
"""

import contextlib
import errno
import mmap
import pathlib
import random
import struct
import subprocess
import threading

from book import Book
from load import Client, Worker
from servers import Cluster, Folder, Server, Store, address

WELL, FAIL_SYNC, FAIL_WRITE, LIE = range(4)
ERRORS = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC}
CONTROL, CHANGE = struct.Struct("6q"), struct.Struct("5q")


class Disk:
    """A folder whose files can fail."""

    def __init__(self, folder, path):
        self.path, self.journal, control = path, folder / "journal", folder / "control"
        self.journal.mkdir()
        control.write_bytes(bytes(4096))
        # PostgreSQL may run as another user.
        self.journal.chmod(0o777)
        control.chmod(0o666)
        with control.open("r+b") as file:
            self.control = mmap.mmap(file.fileno(), 4096)
        library = folder / "faults.so"
        source = pathlib.Path(__file__).with_name("faults.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl", "-lpthread"], check=True)
        self.environment = {
            "LD_PRELOAD": str(library), "DISK": str(self.path), "DISK_CONTROL": str(control), "DISK_JOURNAL": str(self.journal)}

    def set(self, mode, error=0, after=0, calls=0, most=0):
        """Makes calls fail after a number of them, or kills the program after a number of writes and syncs.

        With `most`, so many calls fail, and then the disk works again.
        """
        self.control[:CONTROL.size] = CONTROL.pack(mode, error, after, 0, calls, most)

    @property
    def failures(self):
        return CONTROL.unpack_from(self.control)[3]

    def cut_power(self, choice):
        """Reverts writes that were not synced, except those that chance stores; returns how many are lost."""
        gone = 0
        for journal in sorted(self.journal.iterdir()):
            path, records = self.path / journal.name, list(changes(journal.read_bytes()))
            with path.open("r+b") as file:
                for offset, old, _, size, _ in reversed(records):
                    file.seek(offset)
                    file.write(old)
                    file.truncate(size)
                for offset, _, new, _, cut in records:
                    if choice.random() < 0.5:
                        gone += 1
                    elif cut >= 0:
                        file.truncate(cut)
                    else:
                        file.seek(offset)
                        file.write(new)
            journal.unlink()
        for index in self.path.glob("*-shm"):
            index.unlink()
        return gone


def changes(data):
    """Offset, the bytes before and after, the size before, and the size that a file was truncated to or -1."""
    position = 0
    while position < len(data):
        offset, old, new, size, cut = CHANGE.unpack_from(data, position)
        position += CHANGE.size
        yield offset, data[position:position + old], data[position + old:position + old + new], size, cut
        position += old + new


class Machine:
    """One server on such a disk, and a caller that uses a feature repeatedly."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        with contextlib.ExitStack() as cleanup:
            self.start(seed, cleanup)
            self.cleanup = cleanup.pop_all()

    def start(self, seed, cleanup):
        folder = cleanup.enter_context(Folder())
        database, environment = self.open_ledger(folder, cleanup)
        store = Store(folder)
        cleanup.callback(store.stop)
        self.server = Server(folder, store, database, environment)
        cleanup.callback(self.server.stop)
        self.server.start("--create")
        self.book = Book(seed, [self.server], store, None)
        self.caller = Worker(self.book, 0)
        self.caller.begin()
        self.book.shared = self.book.customers.pop()
        self.failed = 0

    def open_ledger(self, folder, cleanup):
        """The database's address, and the server's environment."""
        path = folder / "disk"
        path.mkdir()
        self.disk = Disk(folder, path)
        return path / "soak.sqlite", self.disk.environment

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.cleanup.close()

    def use(self, times):
        """Uses a feature under new keys; failed requests are not repeated and stay open."""
        for _ in range(times):
            key, path = self.caller.name("use"), "/customers/me/features/count/uses"
            answer = self.caller.client.once("POST", path, token=self.book.shared.token, key=key)
            if answer and answer[0] == 200:
                self.caller.noted(self.book.shared, path, None, key, answer)
            else:
                assert answer is None or answer[0] >= 500, answer
                self.failed += 1
                self.caller.open.append((self.book.shared, path, None, key))

    @contextlib.contextmanager
    def using(self):
        """Uses a feature on another thread meanwhile, beginning with a use that succeeded."""
        has_begun, is_over = threading.Event(), threading.Event()

        def use():
            while not is_over.is_set():
                self.use(1)
                has_begun.set()

        thread = threading.Thread(target=use)
        thread.start()
        has_begun.wait()
        try:
            yield
        finally:
            is_over.set()
            thread.join()

    def is_ready(self):
        status, body = self.caller.client.once("GET", "/ready")
        return status == 200, body.decode()

    def restart(self):
        """Kills the server; the disk then works again."""
        self.server.kill()
        self.disk.set(WELL)
        self.book.kills += 1
        self.server.start()

    def settle(self):
        """Repeats what failed, and checks everything."""
        self.caller.settle()
        self.book.check(Client(self.book, self.random))
        return self.book


class DatabaseMachine(Machine):
    """One server, and PostgreSQL with a folder of its data on such a disk."""

    def __init__(self, seed, part):
        self.part = part
        super().__init__(seed)

    def open_ledger(self, folder, cleanup):
        self.cluster = Cluster(folder).create()
        self.disk = Disk(folder, self.cluster.data / self.part)
        self.cluster.environment |= self.disk.environment
        cleanup.callback(lambda: self.cluster.stop())
        self.cluster.start()
        return address(self.cluster), None

    def restart(self):
        """Kills all of the database's processes, some of which may have ended; the disk then works again."""
        self.cluster.kill_all()
        self.disk.set(WELL)
        self.book.kills += 1
        self.cluster.start()


def failing(seed, mode, error, calls):
    """The n-th write or sync fails, and all after it, for each n; then the server is killed, or the disk works again."""
    with Machine(seed) as machine:
        for number in range(calls):
            machine.disk.set(mode, error, number)
            before = machine.failed
            machine.use(6)
            assert machine.failed > before or number >= 6, "a failing disk is not noticed"
            if number % 2 == 0:
                machine.restart()
            else:
                machine.disk.set(WELL)
                machine.caller.settle()
        return machine.settle()


def power_cuts(seed, cuts, lies=False):
    """The power fails while the disk holds writes that were not synced, and chance decides which of them are stored.

    Returns the book, and for each cut whether the server started again.
    """
    with Machine(seed) as machine:
        outcomes = []
        for _ in range(cuts):
            machine.disk.set(LIE if lies else WELL, calls=machine.random.randint(4, 40))
            machine.use(10)
            machine.server.kill()
            machine.book.kills += 1
            machine.disk.cut_power(machine.random)
            machine.disk.set(WELL)
            try:
                machine.server.start()
                outcomes.append(True)
            except RuntimeError:
                outcomes.append(False)
                return machine.book, outcomes
        return machine.settle(), outcomes


def failing_database(seed, part, mode, error, calls):
    """The n-th write or sync of PostgreSQL in a part of its data fails, for each n: once, or until it is killed."""
    with DatabaseMachine(seed, part) as machine:
        for number in range(calls):
            is_lasting = number % 3 == 2
            with machine.using():
                machine.disk.set(mode, error, number, most=0 if is_lasting else 1)
                while machine.disk.failures == 0:
                    machine.caller.client.pause.wait(0.01)
                if is_lasting:
                    machine.restart()
            machine.caller.settle()
        return machine.settle()


def database_power_cuts(seed, cuts, lies=False):
    """The power fails while the disk holds writes to PostgreSQL's write-ahead log that were not synced.

    Returns the book, and for each cut whether PostgreSQL started again.
    """
    with DatabaseMachine(seed, "pg_wal") as machine:
        outcomes = []
        for _ in range(cuts):
            machine.disk.set(LIE if lies else WELL)
            with machine.using():
                machine.book.wait_for(machine.random.randint(1, 12))
                machine.cluster.kill_all()
                machine.book.kills += 1
                machine.disk.cut_power(machine.random)
                machine.disk.set(WELL)
                try:
                    machine.cluster.start()
                    outcomes.append(True)
                except RuntimeError:
                    outcomes.append(False)
            if not outcomes[-1]:
                return machine.book, outcomes
            machine.caller.settle()
        return machine.settle(), outcomes
