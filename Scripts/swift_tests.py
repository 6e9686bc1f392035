#!/usr/bin/env python3
"""Runs a command that prints as `swift test` does, and ends it if its tests hang.

A test that never ends would otherwise look like a slow one until somebody stops the whole run. When nothing has been printed
for a while, the tests that have started and not ended are named, with their stacks if gdb is there, and the run fails. At the
end, the tests that failed are named again, since thousands of lines may follow what they printed.
"""

import argparse
import os
import re
import select
import shutil
import signal
import subprocess
import sys

STARTED = re.compile(r'Test (?!case|run)(.+?) started\.$')
ENDED = re.compile(r'Test (?!case|run)(.+?)(?: with \d+ test cases?)? (passed|failed) after [\d.]+ seconds')
EXAMPLES = """examples:
  Scripts/swift_tests.py swift test --skip-build
  Scripts/swift_tests.py --silence 60 swift test --filter CreditTests
"""


def read_line(line, running, failed):
    """Keeps account of the tests that run and of those that failed."""
    if started := STARTED.search(line):
        running.setdefault(started[1])
    elif ended := ENDED.search(line):
        running.pop(ended[1], None)
        if ended[2] == "failed":
            failed.append(line.rstrip())


def stacks(group):
    """What the threads of the processes of a group are doing."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,pgid=,args="], capture_output=True, text=True).stdout
    for row in listed.splitlines():
        pid, pgid, command = row.split(None, 2)
        if int(pgid) == group and "PackageTests" in command:
            subprocess.run(["gdb", "-p", pid, "-batch", "-ex", "thread apply all bt 30"], stderr=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--silence", type=float, default=900, metavar="SECONDS", help="how long nothing may be printed (default: 900)")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    run = subprocess.Popen(options.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    running, failed, rest = {}, [], b""
    try:
        while True:
            if not select.select([run.stdout], [], [], options.silence)[0]:
                print(f"Nothing was printed for {options.silence:g} seconds. Tests that have not ended:", flush=True)
                print("\n".join(f"  {name}" for name in running) or "  none", flush=True)
                if shutil.which("gdb"):
                    stacks(run.pid)
                os.killpg(run.pid, signal.SIGKILL)
                sys.exit(1)
            data = os.read(run.stdout.fileno(), 65536)
            if not data:
                break
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                read_line(line.decode(errors="replace"), running, failed)
    except KeyboardInterrupt:
        os.killpg(run.pid, signal.SIGINT)
    status = run.wait()
    if status and running:
        print("Tests that had not ended:", *running, sep="\n  ")
    if failed:
        print("Tests that failed:", *failed, sep="\n  ")
    sys.exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main()
