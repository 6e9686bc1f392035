"""Simulates a disk that fails, fills up, lies or loses power, for one server on SQLite.

`faults.c` intercepts the server's system calls; `Disk` controls it, and reverts writes that were not synced.
"""

import contextlib
import errno
import mmap
import pathlib
import random
import struct
import subprocess

from book import Book
from load import Client, Worker
from servers import Folder, Server, Store

WELL, FAIL_SYNC, FAIL_WRITE, LIE = range(4)
ERRORS = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC}
NUMBERS = struct.Struct("5q")


class Disk:
    """A folder whose files can fail."""

    def __init__(self, folder):
        self.path, self.journal, control = folder / "disk", folder / "journal", folder / "control"
        self.path.mkdir()
        self.journal.mkdir()
        control.write_bytes(bytes(4096))
        with control.open("r+b") as file:
            self.control = mmap.mmap(file.fileno(), 4096)
        library = folder / "faults.so"
        source = pathlib.Path(__file__).with_name("faults.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl", "-lpthread"], check=True)
        self.environment = {
            "LD_PRELOAD": str(library), "DISK": str(self.path), "DISK_CONTROL": str(control), "DISK_JOURNAL": str(self.journal)}

    def set(self, mode, error=0, after=0, calls=0):
        """Makes calls fail after a number of them, or kills the server after a number of writes and syncs."""
        self.control[:NUMBERS.size] = NUMBERS.pack(mode, error, after, 0, calls)

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
        offset, old, new, size, cut = NUMBERS.unpack_from(data, position)
        position += NUMBERS.size
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
        self.disk = Disk(folder)
        store = Store(folder)
        cleanup.callback(store.stop)
        self.server = Server(folder, store, self.disk.path / "soak.sqlite", self.disk.environment)
        cleanup.callback(self.server.stop)
        self.server.start("--create")
        self.book = Book(seed, [self.server], store, None)
        self.caller = Worker(self.book, 0)
        self.caller.begin()
        self.book.shared = self.book.customers.pop()
        self.failed = 0

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
