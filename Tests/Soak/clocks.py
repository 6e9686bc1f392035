"""Clocks that a test moves while the process that reads them runs."""

import functools
import mmap
import pathlib
import shutil
import struct
import subprocess
import tempfile
import time

SOURCE = pathlib.Path(__file__).with_suffix(".c")
HOUR = 3_600_000


@functools.cache
def library():
    """The library that replaces a process's clock, built once for all tests."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        raise RuntimeError("there is no C compiler; install Debian's package gcc")
    built = pathlib.Path(tempfile.mkdtemp(prefix="tollgate-clock-")) / "clock.so"
    subprocess.run([compiler, "-O2", "-Wall", "-shared", "-fPIC", "-o", built, SOURCE, "-ldl"], check=True)
    return built


class Clock:
    """The clock of one process: it runs with an offset, or stands still. Instants are milliseconds since 1970."""

    def __init__(self, folder, name="clock"):
        path = pathlib.Path(folder) / name
        path.write_bytes(bytes(16))
        with open(path, "r+b") as file:
            self._setting = mmap.mmap(file.fileno(), 16)
        self.environment = {"LD_PRELOAD": str(library()), "SOAK_CLOCK": str(path)}

    def run(self, offset):
        """Shows the time of day plus an offset in milliseconds."""
        self._set(0, offset)

    def stand(self, instant):
        # The middle of the millisecond: a server that computes with floating-point numbers rounds down.
        self._set(1, instant, 500_000)

    @property
    def now(self):
        stands, nanoseconds = struct.unpack("qq", self._setting[:])
        return (nanoseconds + (0 if stands else time.time_ns())) // 1_000_000

    def _set(self, stands, milliseconds, nanoseconds=0):
        # A reader may see one of the two numbers before the other, so a clock changes its mode only while nothing reads it.
        self._setting[:] = struct.pack("qq", stands, milliseconds * 1_000_000 + nanoseconds)
