"""What a soak counts, and what it makes of answers that do not come."""

import json
import random
import subprocess
import sys

import pytest

import kills
import load
import results
from book import Book, Customer


@pytest.fixture
def book():
    return Book(1, [], None, None)


def test_the_sum_over_all_parts_is_printed_and_is_a_failure_if_something_is_lost(tmp_path):
    path = tmp_path / "results.jsonl"

    def total():
        done = subprocess.run([sys.executable, results.__file__, path], capture_output=True, text=True)
        return done.stdout.strip(), done.returncode

    assert total()[1] == 1, "a soak without results has not run"
    part = {"kills": 3, "acknowledged": 50, "lost": 0, "doubled": 0, "differing": 0}
    lines = [{"part": "sqlite", **part}, {"part": "postgres", **part}, {"part": "run 1", "runs": 1, "exact": 1, "acknowledged": 9}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert total() == ("total: 6 kills, 109 acknowledged, 0 lost, 0 doubled, 0 replays that differ; "
                       "1 of 1 runs with exactly 100", 0)
    for problem in ({"lost": 1}, {"doubled": 1}, {"differing": 1}, {"runs": 1, "exact": 0}, {"failures": 1}):
        path.write_text("".join(json.dumps(line) + "\n" for line in [*lines, {"part": "bad", **problem}]))
        assert total()[1] == 1, problem


def test_each_victim_is_counted_once_it_is_killed(book):
    soak = object.__new__(kills.Soak)
    soak.book, soak.random, soak.between = book, random.Random(1), (3, 40)
    book.wait_for = lambda more: None
    attempts = iter([False, False, True])
    soak.kill(lambda: None, lambda: next(attempts))
    assert book.kills == 2 and next(attempts, None) is None


def test_a_worker_that_fails_ends_what_waits_for_it(book):
    book.fail(AssertionError("worker 3: 404"))
    with pytest.raises(AssertionError, match="worker 3"):
        book.wait_for(1)


def test_a_customer_who_only_gets_server_errors_is_lost(book, monkeypatch):
    monkeypatch.setattr(load.Client, "once", lambda *request, **fields: (500, b"damaged"))
    book.patience, book.shared = 0, Customer("ann", "token")
    book.check(load.Client(book, random.Random(1)))
    assert len(book.lost) == 1 and "ann: no answer" in book.lost[0]
