"""The checker of histories finds violations, and reports no false ones."""

import dataclasses
import itertools
import random

import pytest

import histories
from histories import Allowance, Operation, State

AT = 1_773_144_000_000
TERMS = {"scan": Allowance(3)}
START = {"ann": (AT, 1)}


def use(begin, end, left, key, allowed=True, client=1, at=AT, **more):
    answer = None if end is None else {"allowed": allowed, "left": left, "at": at if allowed else None}
    return Operation(client, "ann", "use", begin, end, "scan", key, answer=answer, **more)


def reserve(begin, end, left, key, allowed=True, at=AT, lapses=AT + histories.DAY):
    answer = None if end is None else {
        "allowed": allowed, "left": left, "at": at if allowed else None, "lapses": lapses if allowed else None}
    return Operation(2, "ann", "reserve", begin, end, "scan", key, answer=answer)


def release(begin, end, left, key, at=AT):
    return Operation(2, "ann", "release", begin, end, "scan", key,
                     answer=None if end is None else {"allowed": True, "left": left, "at": at})


def read(begin, end, left, at=AT):
    return Operation(3, "ann", "read", begin, end, answer={"at": at, "left": {"scan": left}})


def is_linearizable(*operations, terms=TERMS, start=START):
    return all(verdict.is_linearizable for verdict in histories.check(list(operations), terms, start))


GOOD = {
    "one after the other": [use(0, 1, 2, "a"), use(2, 3, 1, "b"), use(4, 5, 0, "c"), use(6, 7, 0, "d", allowed=False)],
    "in the other order, since they overlap": [use(0, 5, 1, "a"), use(1, 4, 2, "b")],
    "a read beside a use sees it or not": [use(0, 9, 2, "a"), read(1, 2, 3), read(3, 4, 2)],
    "a lost use that counted": [use(0, None, None, "a"), use(2, 3, 1, "b")],
    "a lost use that did not": [use(0, None, None, "a"), use(2, 3, 2, "b")],
    "a lost use that counts much later": [use(0, None, None, "a"), read(1, 2, 3), read(8, 9, 2)],
    "a reservation counts, and its use does not count again":
        [reserve(0, 1, 2, "a"), read(2, 3, 2), use(4, 5, 2, "a"), use(6, 7, 1, "b")],
    "a release makes room": [reserve(0, 1, 2, "a"), use(2, 3, 1, "b"), use(4, 5, 0, "c"), use(6, 7, 0, "d", allowed=False),
                             release(8, 9, 1, "a"), use(10, 11, 0, "e")],
    "a reservation lapses": [reserve(0, 1, 2, "a"), read(2, 3, 3, at=AT + histories.DAY)],
    "a lost reservation arrives after its release":
        [reserve(0, None, None, "a"), reserve(1, 2, 2, "a"), release(3, 4, 3, "a"), read(5, 6, 2)],
    "a lost reservation is found by asking again": [reserve(0, None, None, "a"), use(1, 2, 1, "b"), reserve(3, 4, 1, "a"), use(5, 6, 1, "a")],
    "a denial beside the last use": [use(0, 1, 2, "a"), use(2, 3, 1, "b"), use(4, 9, 0, "c"), use(5, 6, 0, "d", allowed=False)],
}

BAD = {
    "one too many": [use(0, 1, 2, "a"), use(2, 3, 1, "b"), use(4, 5, 0, "c"), use(6, 7, -1, "d")],
    "one answer twice": [use(0, 1, 2, "a"), use(2, 3, 2, "b")],
    "one counted twice": [use(0, 1, 2, "a"), use(2, 3, 0, "b")],
    "a stale read": [use(0, 1, 2, "a"), read(2, 3, 3)],
    "a read from the future": [read(0, 1, 2), use(2, 3, 2, "a")],
    "a read that goes back": [use(0, 9, 2, "a"), read(1, 2, 2), read(3, 4, 3)],
    "a denial with room": [use(0, 1, 2, "a"), use(2, 3, 2, "b", allowed=False)],
    "a lost use that counted twice": [use(0, None, None, "a"), use(2, 3, 0, "b")],
    "a reservation that holds nothing": [reserve(0, 1, 2, "a"), read(2, 3, 3)],
    "a reserved use counted twice": [reserve(0, 1, 2, "a"), use(2, 3, 1, "a"), read(4, 5, 1)],
    "a release that frees what was used": [reserve(0, 1, 2, "a"), use(2, 3, 2, "a"), release(4, 5, 3, "a")],
    "an instant that goes back": [use(0, 1, 2, "a"), use(2, 3, 1, "b", at=AT - 1)],
    "a reservation that lapses too early": [reserve(0, 1, 2, "a", lapses=AT + 1)],
}


@pytest.mark.parametrize("name", GOOD)
def test_a_good_history_is_linearizable(name):
    assert is_linearizable(*GOOD[name])


@pytest.mark.parametrize("name", BAD)
def test_a_bad_history_is_not(name):
    assert not is_linearizable(*BAD[name])


def test_a_window_begins_again_and_never_goes_back():
    daily = {"scan": Allowance(1, window=histories.DAY)}
    tomorrow = AT + histories.DAY
    assert is_linearizable(use(0, 1, 0, "a"), use(2, 3, 0, "b", at=tomorrow), terms=daily)
    assert not is_linearizable(use(0, 1, 0, "a"), use(2, 3, 0, "b", at=AT + 1), terms=daily)
    assert not is_linearizable(use(0, 1, 0, "a", at=tomorrow), use(2, 3, 0, "b"), terms=daily)
    assert is_linearizable(use(0, 1, 0, "a"), use(2, None, None, "b"), use(4, 5, 0, "c", allowed=False), terms=daily)


def test_a_repetition_in_a_later_window_ends_no_window():
    terms = {"scan": Allowance(3, window=histories.DAY)}
    once, repeated = use(0, 1, 2, "a"), use(2, None, None, "a")
    assert is_linearizable(once, repeated, use(4, 5, 1, "b"), terms=terms)
    assert not is_linearizable(once, repeated, use(4, 5, 2, "b"), terms=terms)
    tomorrow = use(2, 3, 3, "a", at=AT + histories.DAY)
    later = dataclasses.replace(tomorrow, answer=tomorrow.answer | {"wrote": False})
    assert is_linearizable(once, later, use(4, 5, 1, "b"), terms=terms)


def test_a_snapshot_of_two_allowances_that_never_existed_is_found():
    terms = {"scan": Allowance(3), "print": Allowance(3)}
    first = use(0, 1, 2, "a")
    second = dataclasses.replace(use(2, 3, 2, "b"), allowance="print")
    torn = Operation(3, "ann", "read", 0, 4, answer={"at": AT, "left": {"scan": 3, "print": 2}})
    verdicts = histories.check([first, second, torn], terms, START)
    assert [verdict.is_linearizable for verdict in verdicts] == [True, True, False]


def test_a_version_that_goes_back_is_found():
    first, second = (dataclasses.replace(one, answer=one.answer | {"version": version})
                     for one, version in ((use(0, 1, 2, "a"), 2), (read(2, 3, 2), 1)))
    assert not is_linearizable(first, second)
    assert is_linearizable(first, dataclasses.replace(second, answer=second.answer | {"version": 2}))


def test_customers_are_checked_apart():
    other = dataclasses.replace(use(0, 1, 2, "a"), customer="bob")
    assert is_linearizable(use(0, 1, 2, "a"), other, start=START | {"bob": (AT, 1)})


def serial(seed, length=60, losses=0.1):
    """A history that a correct server could have given, with operations that overlap and answers that are lost."""
    chance = random.Random(seed)
    specification = histories.Customer({"scan": Allowance(20)}, AT, 1)
    state, now, made = specification.start, 0, []
    for number in range(length):
        now += chance.randrange(1, 10)
        kind = chance.choice(["use", "use", "reserve", "release", "read"])
        key = f"k{chance.randrange(30)}" if kind in ("reserve", "release") else f"u{number}"
        wanted = Operation(number, "ann", kind, now - chance.randrange(12), now + chance.randrange(12), "scan", key)
        (terms,), (counter,) = specification.terms, state.counters
        if kind == "read":
            made.append(dataclasses.replace(wanted, answer={"at": AT, "left": {"scan": counter.left(terms)}, "version": state.version}))
            continue
        allowed, writes, changed, lapses = specification.decide(
            counter, dataclasses.replace(wanted, answer={}) if kind != "reserve" else dataclasses.replace(wanted, answer={"at": AT}), AT, terms)
        version = state.version + writes
        answer = {"allowed": allowed, "left": changed.left(terms), "at": AT if allowed else None,
                  "version": version if allowed else None, "lapses": lapses}
        state = State(AT, version, (changed,))
        is_lost = kind == "use" and chance.random() < losses
        made.append(dataclasses.replace(wanted, answer=None, returned=None) if is_lost else dataclasses.replace(wanted, answer=answer))
    return made


@pytest.mark.parametrize("seed", range(20))
def test_every_history_of_the_specification_is_linearizable(seed):
    assert is_linearizable(*serial(seed), terms={"scan": Allowance(20)})


@pytest.mark.parametrize("seed", range(20))
def test_one_changed_answer_is_found(seed):
    history = serial(seed, losses=0)
    end = max(one.returned for one in history) + 1
    last = next(one for one in reversed(history) if one.kind == "read")
    left = [left for left in range(21) if is_linearizable(
        *history, dataclasses.replace(last, invoked=end, returned=end + 1, answer={"at": AT, "left": {"scan": left}}),
        terms={"scan": Allowance(20)})]
    assert len(left) == 1


def by_hand(operations, terms):
    """Whether any order at all works: every permutation, without the search."""
    specification = histories.Customer(terms, AT)
    for count in range(len(operations) + 1):
        for chosen in itertools.permutations(operations, count):
            if any(one.returned is not None and one not in chosen for one in operations):
                continue
            if any(later.returned is not None and later.returned < earlier.invoked
                   for position, earlier in enumerate(chosen) for later in chosen[position + 1:]):
                continue
            states = [specification.start]
            for one in chosen:
                states = [after for state in states for after in specification.after(state, one)]
            if states:
                return True
    return False


@pytest.mark.parametrize("seed", range(60))
def test_the_search_agrees_with_every_permutation(seed):
    chance = random.Random(seed)
    operations = []
    for number in range(5):
        begin = chance.randrange(12)
        end = None if chance.random() < 0.2 else begin + chance.randrange(1, 6)
        operations.append(
            read(begin, begin + 2, chance.randrange(3)) if chance.random() < 0.3
            else use(begin, end, chance.randrange(2), f"k{number}", allowed=chance.random() < 0.8))
    terms = {"scan": Allowance(2)}
    found = histories.search(operations, histories.Customer(terms, AT), "part").is_linearizable
    assert found == by_hand(operations, terms)


def test_a_history_is_the_same_after_it_was_written_and_read(tmp_path):
    history = serial(1)
    histories.write(tmp_path / "history.jsonl", history, TERMS, START)
    operations, terms, starts = histories.read(tmp_path / "history.jsonl")
    assert operations == history and terms == TERMS and {name: tuple(start) for name, start in starts.items()} == START
