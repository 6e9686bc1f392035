"""Where the simulator's program is."""

import os
import pathlib

CARRIED = pathlib.Path(__file__).with_name("bin") / "appstore-simulator"


def path() -> str:
    """The program that this package carries, or the one that the environment names with APPSTORE_SIMULATOR."""
    return os.environ.get("APPSTORE_SIMULATOR") or str(CARRIED)
