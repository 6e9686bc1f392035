"""Runs the simulator as a command: `python -m appstore_simulator --config Products.storekit`."""

import os
import sys

from .program import path


def main():
    program = path()
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
