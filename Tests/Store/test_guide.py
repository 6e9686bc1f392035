"""The page on testing a backend in CI does what it says, from red to green."""

import os
import re
import shutil
import subprocess
import sys

from store import BINARY, CONFIGURATION, ROOT

PAGE = ROOT / "Documentation" / "TestInCI.md"


def run(folder):
    """What pytest says of the page's test."""
    environment = dict(os.environ, COLUMNS="200", PATH=f"{BINARY.parent}{os.pathsep}{os.environ['PATH']}")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "test_backend.py"], cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    return done.returncode, done.stdout


def test_python(tmp_path):
    """The first version of the backend is red, the fixed one green"""
    snippets = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    backend, test, fix = snippets
    shutil.copy(CONFIGURATION, tmp_path / "Shop.storekit")
    (tmp_path / "backend.py").write_text(backend, encoding="utf-8")
    (tmp_path / "test_backend.py").write_text(test, encoding="utf-8")
    code, output = run(tmp_path)
    assert code == 1, output
    assert "FAILED test_backend.py::test_a_refund_ends_access - AssertionError: assert not True" in output
    assert "1 failed, 1 passed" in output

    unfixed = backend[backend.index("    def is_entitled"):]
    (tmp_path / "backend.py").write_text(backend.replace(unfixed, fix), encoding="utf-8")
    code, output = run(tmp_path)
    assert code == 0 and "2 passed" in output, output
