"""Simulates a disk that fails, fills up, lies or loses power, for a server on SQLite and for PostgreSQL.

`faults.c` intercepts system calls of the server or of the database; `Disk` controls it, and reverts writes that were not
synced.
"""

import errno
import functools
import mmap
import pathlib
import sqlite3
import struct
import subprocess

from kills import PostgreSQL, Soak, SQLite
from load import OFTEN, Worker
from servers import Cluster, address

WELL, FAIL_SYNC, FAIL_WRITE, LIE, STOP = range(5)
ERRORS = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC}
# How a loss shows where a disk has lied.
LOSSES = (AssertionError, RuntimeError, sqlite3.Error)
# PostgreSQL writes tables when it has no memory left for them, or at a checkpoint: the load has to make it do so.
SETTINGS = {"base": ["shared_buffers=256kB", "bgwriter_delay=10ms", "bgwriter_lru_maxpages=1000"]}
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
            path, records = self.path / journal.name.replace("%", "/"), list(changes(journal.read_bytes()))
            if not path.exists():
                continue  # It was removed or renamed since.
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
        for journal in self.journal.iterdir():
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


class FaultyFile(SQLite):
    """The ledger in a file on such a disk."""

    def __init__(self, folder, cleanup):
        path = folder / "disk"
        path.mkdir()
        self.disk = Disk(folder, path)
        self.address, self.environment = str(path / "soak.sqlite"), self.disk.environment


class FaultyCluster(PostgreSQL):
    """PostgreSQL with a folder of its data on such a disk."""

    environment = None

    def __init__(self, folder, cleanup, part, settings=()):
        self.cluster = Cluster(folder, "a", settings).create()
        self.disk = Disk(folder, self.cluster.data / part)
        self.cluster.environment |= self.disk.environment
        cleanup.callback(lambda: self.cluster.stop())
        self.cluster.start()
        self.address = address(self.cluster)


class Machine(Soak):
    """One server on such a disk, under a mixed load with merges, transfers and refunds.

    With `lies`, whatever goes wrong is a loss that the book records: a ledger that does not open, an answer that never
    comes, a customer who is unknown.
    """

    def __init__(self, seed, database=FaultyFile, workers=3, lies=False):
        super().__init__(seed, database, workers=workers, mix=OFTEN)
        self.lies, self.disk = lies, self.database.disk
        if lies:
            self.book.patience = 5
        self.caller = Worker(self.book, "caller")

    def __exit__(self, kind, failure, trace):
        try:
            super().__exit__(kind, failure, trace)
        except LOSSES as loss:
            if not self.lies:
                raise
            failure = loss
        if self.lies and isinstance(failure, LOSSES):
            self.book.lost.append(str(failure)[:300])
            return True
        return None

    def finish(self):
        """Lets the load continue until it has merged, transferred and refunded, and checks everything."""
        if self.workers:
            kinds = ("merges", "transfers", "refunds")
            self.book.wait_until(lambda: all(self.book.acknowledged[kind] for kind in kinds), f"not all of {kinds} occur")
        super().finish()

    def use(self, times):
        """Uses a feature under new keys, without the load; returns how many uses failed, which stay open."""
        before = len(self.caller.open)
        for _ in range(times):
            key, path = self.caller.name("use"), "/customers/me/features/count/uses"
            answer = self.caller.client.once("POST", path, token=self.book.shared.token, key=key)
            if answer and answer[0] == 200:
                self.caller.noted(self.book.shared, path, None, key, answer)
            else:
                assert answer is None or answer[0] >= 500, answer
                self.caller.open.append((self.book.shared, path, None, key))
        return len(self.caller.open) - before

    def is_ready(self):
        status, body = self.caller.client.once("GET", "/ready")
        return status == 200, body.decode()

    def break_disk(self, mode, error, number, most=0):
        """Makes the n-th write or sync fail, and all after it, and waits until one has failed."""
        self.book.wait_for(self.random.randint(3, 20))
        self.disk.set(mode, error, number, most=most)
        while self.disk.failures == 0 and not self.book.failures:
            self.caller.client.pause.wait(0.01)

    def wait_for_errors(self):
        """Waits until the load has received server errors."""
        goal = self.book.errors + 3
        self.book.wait_until(lambda: self.book.errors >= goal, "a failing disk is not noticed", patience=60)

    def wait_for_end(self):
        """Waits until the server has killed itself, or the load ends because something is lost."""
        while self.servers[0].process.poll() is None and not self.book.failures:
            self.caller.client.pause.wait(0.01)

    def die(self):
        """Kills everything that uses the disk, some of which may have ended already."""
        self.servers[0].kill()
        self.book.kills += 1

    def revive(self):
        """Starts it again, on a disk that works."""
        self.disk.set(WELL)
        self.servers[0].start()

    def cut_power(self):
        self.book.undone += self.disk.cut_power(self.random)


class DatabaseMachine(Machine):
    """One server, and PostgreSQL with a folder of its data on such a disk."""

    def __init__(self, seed, part, settings=(), **options):
        super().__init__(seed, functools.partial(FaultyCluster, part=part, settings=settings), **options)

    def die(self):
        self.database.cluster.kill_all()
        self.book.kills += 1

    def revive(self):
        self.disk.set(WELL)
        self.database.cluster.start()


def failing(seed, mode, error, calls):
    """The n-th write or sync fails, and all after it, for each n; then the server is killed, or the disk works again."""
    with Machine(seed) as machine:
        for number in range(calls):
            machine.break_disk(mode, error, number)
            machine.wait_for_errors()
            if number % 2 == 0:
                machine.die()
                machine.revive()
            else:
                machine.disk.set(WELL)
    return machine.book


def power_cuts(seed, cuts, lies=False):
    """The power fails while the disk holds writes that were not synced, and chance decides which of them are stored."""
    with Machine(seed, lies=lies) as machine:
        mode = LIE if lies else WELL
        for _ in range(cuts):
            machine.disk.set(mode)
            machine.book.wait_for(machine.random.randint(1, 20))
            # The server kills itself between two writes or syncs.
            machine.disk.set(mode, calls=machine.random.randint(1, 40))
            machine.wait_for_end()
            machine.die()
            machine.cut_power()
            machine.revive()
    return machine.book


def failing_database(seed, part, mode, error, calls):
    """The n-th write or sync of PostgreSQL in a part of its data fails, for each n: once, or until it is killed."""
    with DatabaseMachine(seed, part, SETTINGS.get(part, ())) as machine:
        for number in range(calls):
            is_lasting = number % 3 == 2
            machine.break_disk(mode, error, number, most=0 if is_lasting else 1)
            if is_lasting:
                machine.die()
                machine.revive()
    return machine.book


def database_power_cuts(seed, part, cuts, lies=False):
    """The power fails while the disk holds writes to a part of PostgreSQL's data that were not synced."""
    with DatabaseMachine(seed, part, SETTINGS.get(part, ()), lies=lies) as machine:
        for _ in range(cuts):
            machine.disk.set(LIE if lies else WELL)
            machine.book.wait_for(machine.random.randint(1, 20))
            if part == "pg_wal" and not lies:
                # The log is synced right after it is written, so the power has to fail in between.
                machine.break_disk(STOP, 0, machine.random.randrange(12))
            machine.die()
            machine.cut_power()
            machine.revive()
    return machine.book
