"""The scripts that take pictures and measure pages, which no other test runs, find what they import."""

import pathlib
import subprocess
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "Scripts"
PROGRAMS = sorted(file for file in SCRIPTS.glob("*.py") if 'if __name__ == "__main__"' in file.read_text())


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_script_finds_what_it_imports(program):
    code = "import runpy, sys; sys.path[0] = sys.argv[1]; runpy.run_path(sys.argv[2], run_name='imported')"
    subprocess.run([sys.executable, "-c", code, SCRIPTS, program], cwd="/", check=True, timeout=60)
