"""The clock of a process moves while it runs."""

import os
import subprocess
import sys

from clocks import HOUR, Clock

PROGRAM = "import sys, time\nfor _ in sys.stdin: print(time.time_ns() // 1_000_000, int(time.monotonic()), flush=True)"


def test_a_clock_steps_and_stands_while_the_process_runs(tmp_path):
    clock = Clock(tmp_path)
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               env=os.environ | clock.environment)

    def shown():
        process.stdin.write("\n")
        process.stdin.flush()
        return [int(part) for part in process.stdout.readline().split()]

    try:
        right, monotonic = shown()
        assert 0 <= clock.now - right < HOUR // 60
        for ahead in (HOUR, -HOUR, 0):
            clock.run(ahead)
            assert abs(shown()[0] - right - ahead) < HOUR // 60
        clock.stand(1_773_144_000_123)
        assert [shown()[0], shown()[0]] == [1_773_144_000_123] * 2
        assert shown()[1] - monotonic < 60, "the monotonic clock is left alone"
    finally:
        process.stdin.close()
        process.wait(timeout=30)
