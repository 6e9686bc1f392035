"""A test of Swift that hangs ends its run, by name, and one that fails is named at the end."""

import pathlib
import subprocess
import sys

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "Scripts/swift_tests.py"


def run(program, *options):
    return subprocess.run(
        [sys.executable, SCRIPT, *options, sys.executable, "-u", "-c", program], capture_output=True, text=True, timeout=60)


def test_tests_that_hang_are_named_and_end_the_run():
    result = run("""
import time
print('◇ Test "credits expire" started.')
print('◇ Test "a search ends" started.')
print('◇ Test case passing 1 argument name → "x" to "a search ends" started.')
print('✔ Test "credits expire" with 9 test cases passed after 0.1 seconds.')
time.sleep(1000)
""", "--silence", "5")
    assert result.returncode == 1
    said = result.stdout[result.stdout.index("Nothing was printed for 5 seconds"):]
    assert '  "a search ends"' in said and "credits expire" not in said


def test_tests_that_failed_are_named_again_at_the_end():
    result = run("""
import sys
print('◇ Test "serve says its defaults" started.')
print('✘ Test "serve says its defaults" recorded an issue at HelpTests.swift:108:5: Expectation failed: one')
print('✘ Test "serve says its defaults" failed after 0.1 seconds with 1 issue.')
print('✘ Test run with 2 tests in 1 suite failed after 0.1 seconds with 1 issue.')
sys.exit(3)
""")
    assert result.returncode == 3
    assert result.stdout.endswith('Tests that failed:\n  ✘ Test "serve says its defaults" failed after 0.1 seconds with 1 issue.\n')


def test_a_run_that_passes_says_nothing_more():
    result = run("print('✔ Test \"a search ends\" passed after 0.1 seconds.')")
    assert (result.returncode, result.stdout) == (0, '✔ Test "a search ends" passed after 0.1 seconds.\n')
