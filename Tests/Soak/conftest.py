"""Prints what each part of the soak found, and their sum, after the tests."""

import results


def pytest_terminal_summary(terminalreporter):
    if results.RECORDS:
        terminalreporter.ensure_newline()
        terminalreporter.write_line("\n".join([*results.LINES, results.total(results.RECORDS)[0]]))
