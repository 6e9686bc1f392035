"""Decides whether a recorded history of requests is linearizable.

A history is linearizable if its operations can be put into one order that keeps the order of those that did not overlap,
and in which a server that handles one request at a time would have given every answer (Herlihy and Wing, "Linearizability:
a correctness condition for concurrent objects", 1990).

The search is that of Wing and Gong ("Testing and verifying concurrent objects", 1993), with two improvements:

- Lowe's memoization ("Testing for linearizability", 2017): a set of operations that led to a state is not tried again if it
  leads to the same state in another order. An operation that changes nothing, such as a read or a denial, is not tried in
  two places: if its answer is right where it may come next, it comes next.
- P-compositionality (Horn and Kroening, "Faster linearizability checking via P-compositionality", 2015), as in Porcupine:
  the history is divided into parts that are linearizable on their own if and only if the whole is. Customers share nothing,
  so each is a part. Within a customer, the operations on one allowance, with each read reduced to that allowance,
  must be linearizable by themselves. This is checked first, because it needs no versions and shows a violation in its
  smallest form. It is necessary but not sufficient, since a read shows all allowances of a customer at one moment, so the
  whole customer, with its versions, is checked afterwards.

An operation whose answer was lost may have taken effect at any time after its beginning, even after the last answer, or
never. It stays open: the search may place it anywhere after its beginning, or leave it out.

Each answer carries the instant of its decision, and the checker decides again at that instant; instants of writes must not
go backwards in the order it finds. Denials and lost answers carry none: for these it tries the newest
instant so far, and every later one at which a window begins or a reservation lapses. A reservation whose answer was lost
is assumed to lapse after the history, so a correct history in which such a reservation lapses may be rejected.
"""

import dataclasses
import json
import math
import sys

DAY = 86_400_000


@dataclasses.dataclass(frozen=True)
class Operation:
    """A request of one client and its result. `returned` and `answer` are None if the answer was lost.

    `kind` is `use`, `reserve`, `release` or `read`. An answer has `left`, what is left of the allowance afterwards (for a
    read, of each), `allowed`, the instant `at` and the customer's `version` where they are known, `wrote`, whether this request
    or an earlier one with its key had the effect, and `lapses` for a reservation that is open.
    """

    client: int
    customer: str
    kind: str
    invoked: int
    returned: int | None = None
    allowance: str | None = None
    key: str | None = None
    cost: int = 1
    answer: dict | None = None
    # The instant of the effect of an operation without an answer, if it became known in another way.
    at: int | None = None


@dataclasses.dataclass(frozen=True)
class Allowance:
    """An amount for each window, or for all time if there are no windows."""

    capacity: int
    window: int | None = None
    reservation: int = DAY

    def window_of(self, instant):
        return instant // self.window if self.window else 0


@dataclasses.dataclass(frozen=True)
class Counter:
    """The state of one allowance: what is used in the newest window, the keys of the uses, and the open reservations."""

    window: int = 0
    used: int = 0
    made: int = 0
    reserved: frozenset = frozenset()

    def at(self, instant, terms):
        window = terms.window_of(instant)
        if window < self.window:
            raise ValueError("the instant is in an earlier window")
        reserved = frozenset(one for one in self.reserved if one[2] > instant) if self.reserved else self.reserved
        if window == self.window and len(reserved) == len(self.reserved):
            return self
        return dataclasses.replace(self, window=window, used=self.used if window == self.window else 0, reserved=reserved)

    def left(self, terms):
        return terms.capacity - self.used - sum(amount for _, amount, _ in self.reserved)


@dataclasses.dataclass(frozen=True)
class State:
    """A customer: the newest instant of a write, the version, and a counter for each allowance."""

    stamp: int
    version: int
    counters: tuple


class Customer:
    """The specification: what a server that handles one request at a time would answer."""

    def __init__(self, allowances, stamp=0, version=None):
        """Without a version, the versions of answers are not compared."""
        self.names = sorted(allowances)
        self.terms = [allowances[name] for name in self.names]
        self._counts_versions = version is not None
        self.start = State(stamp, version or 0, tuple(Counter(terms.window_of(stamp)) for terms in self.terms))
        self._keys = {}

    def after(self, state, operation):
        """The states that an operation can lead to; empty if its answer is wrong."""
        answer = operation.answer
        if operation.kind == "read":
            return [state] if self._shows(state, operation) else []
        position = self.names.index(operation.allowance)
        terms, counter = self.terms[position], state.counters[position]
        at = answer["at"] if answer else operation.at
        if at is not None:
            instants = [at] if at >= state.stamp else []
        else:
            instants = self._instants(state)
        found = []
        for instant in instants:
            now = counter.at(instant, terms)
            allowed, writes, changed, lapses = self.decide(now, operation, instant, terms)
            if answer and (answer["allowed"] != allowed or answer["left"] != changed.left(terms)
                           or answer.get("wrote", writes) != writes
                           or operation.kind == "reserve" and answer.get("lapses") != lapses):
                continue
            version = state.version + writes
            if answer and self._counts_versions and answer.get("version") not in (None, version):
                continue
            if not writes:
                # What is not written ends no window and no reservation; it can only show when one lapses.
                changed = dataclasses.replace(
                    counter, reserved=counter.reserved - (now.reserved - changed.reserved) | (changed.reserved - now.reserved))
            after = dataclasses.replace(
                state, stamp=instant if writes else state.stamp, version=version,
                counters=state.counters[:position] + (changed,) + state.counters[position + 1:])
            if after not in found:
                found.append(after)
        return found

    def decide(self, counter, operation, instant, terms):
        """Whether the operation is allowed, whether it writes, the counter after it, and when its reservation lapses."""
        bit = 1 << self._keys.setdefault((operation.allowance, operation.key), len(self._keys))
        own = next((one for one in counter.reserved if one[0] == operation.key), None)
        if operation.kind == "release":
            return True, own is not None, dataclasses.replace(counter, reserved=counter.reserved - {own}), None
        if counter.made & bit:
            return True, False, counter, None
        if operation.kind == "reserve":
            is_known = operation.answer or operation.at is not None
            lapses = instant + terms.reservation if is_known else math.inf
            if own:
                if own[2] != math.inf or not operation.answer:
                    return True, False, counter, own[2]
                # This answer shows when a reservation lapses whose own answer was lost.
                lapses = operation.answer.get("lapses")
                if lapses is None or not instant < lapses <= instant + terms.reservation:
                    return True, False, counter, None
            elif counter.left(terms) < operation.cost:
                return False, False, counter, None
            one = (operation.key, operation.cost, lapses)
            return True, own is None, dataclasses.replace(counter, reserved=counter.reserved - {own} | {one}), lapses
        cost = own[1] if own else operation.cost
        if not own and counter.left(terms) < cost:
            return False, False, counter, None
        return True, True, dataclasses.replace(
            counter, used=counter.used + cost, made=counter.made | bit, reserved=counter.reserved - {own}), None

    def _shows(self, state, operation):
        answer = operation.answer
        if answer is None:
            return True
        if answer["at"] < state.stamp or self._counts_versions and answer.get("version") not in (None, state.version):
            return False
        return all(
            answer["left"][name] == max(0, counter.at(answer["at"], terms).left(terms))
            for name, terms, counter in zip(self.names, self.terms, state.counters) if name in answer["left"])

    def _instants(self, state):
        """The instants from which a decision at an unknown instant can differ."""
        instants = {state.stamp}
        for terms, counter in zip(self.terms, state.counters):
            if terms.window and counter.used:
                instants.add((counter.window + 1) * terms.window)
            instants.update(lapses for _, _, lapses in counter.reserved if lapses != math.inf)
        return sorted(instant for instant in instants if instant >= state.stamp)


@dataclasses.dataclass
class Verdict:
    """Whether a part is linearizable; the order that proves it, or the longest order found and what could not follow."""

    part: str
    is_linearizable: bool
    order: list
    stuck: list
    tried: int

    def __str__(self):
        if self.is_linearizable:
            return f"{self.part}: linearizable ({self.tried} states)"
        lines = [f"{self.part}: NOT linearizable ({self.tried} states)", "the longest order ends with:"]
        lines += [f"  {operation}" for operation in self.order[-8:]]
        return "\n".join([*lines, "none of these can follow:", *(f"  {operation}" for operation in self.stuck)])


class Undecided(Exception):
    """The search was abandoned."""


def search(operations, customer, part, limit=2_000_000):
    """Looks for an order of the operations that the specification allows."""
    answered = sorted((one for one in operations if one.returned is not None), key=lambda one: one.invoked)
    # A repeated request without an effect of its own shows that the lost one had one, and by when. Those are tried first.
    proven = {}
    for one in answered:
        if one.answer.get("wrote") is False and one.answer["allowed"]:
            proven.setdefault((one.kind, one.allowance, one.key), one.returned)
    lost = sorted((one for one in operations if one.returned is None and one.kind != "read"),
                  key=lambda one: (proven.get((one.kind, one.allowance, one.key), math.inf), one.invoked))
    every = answered + lost
    done = (1 << len(answered)) - 1

    harmless = {index for index, one in enumerate(answered)
                if one.kind == "read" or not one.answer["allowed"] or one.answer.get("wrote") is False}

    def order(index):
        version = (answered[index].answer or {}).get("version")
        return (version if version is not None else math.inf, answered[index].returned)

    def candidates(mask):
        """The operations that may be next: those that began before any of the others returned."""
        first = (~mask & (mask + 1)).bit_length() - 1
        deadline, found = math.inf, []
        for index in range(first, len(answered)):
            if mask >> index & 1:
                continue
            if answered[index].invoked > deadline:
                break
            deadline = min(deadline, answered[index].returned)
            found.append(index)
        # Versions show the order, so they are tried in it, even if versions are not compared; what may never have
        # happened is tried last.
        found = sorted((index for index in found if answered[index].invoked <= deadline), key=order)
        return found + [index for index in range(len(answered), len(every))
                        if not mask >> index & 1 and every[index].invoked <= deadline]

    def steps(mask, state):
        ahead = [(index, customer.after(state, every[index])) for index in candidates(mask)]
        # An operation that never changes anything and is right here can come first in every order that continues here.
        for index, states in ahead:
            if index in harmless and states:
                yield index, state
                return
        for index, states in ahead:
            # A lost operation without an effect can be left out.
            yield from ((index, after) for after in states if index < len(answered) or after != state)

    seen, path, best = set(), [], []
    stack = [(0, steps(0, customer.start))]
    while True:
        mask, ahead = stack[-1]
        if mask & done == done:
            return Verdict(part, True, [every[index] for index in path], [], len(seen))
        for index, after in ahead:
            reached = mask | 1 << index
            if (reached, after) not in seen:
                break
        else:
            stack.pop()
            if not stack:
                taken = sum(1 << index for index in best)
                return Verdict(part, False, [every[index] for index in best], [every[index] for index in candidates(taken)], len(seen))
            path.pop()
            continue
        seen.add((reached, after))
        if len(seen) > limit:
            raise Undecided(f"{part}: more than {limit} states")
        stack.append((reached, steps(reached, after)))
        path.append(index)
        if len(path) > len(best):
            best = list(path)


def reduced(operation, name):
    """The part of a read about one allowance."""
    if operation.kind != "read" or operation.answer is None:
        return operation
    return dataclasses.replace(operation, answer=operation.answer | {"left": {name: operation.answer["left"][name]}})


def check(operations, allowances, starts):
    """Checks a history, part by part; `starts` has the newest instant and the version with which each customer begins.

    The last verdict of each customer has the order of all their operations. A customer whose allowance fails has no such
    verdict: the smaller one is more useful.
    """
    verdicts = []
    for name in sorted({operation.customer for operation in operations}):
        own = [operation for operation in operations if operation.customer == name]
        stamp, version = starts[name]
        parts = [
            search([reduced(one, allowance) for one in own if one.kind == "read" or one.allowance == allowance],
                   Customer({allowance: terms}, stamp), f"{allowance} of {name}")
            for allowance, terms in sorted(allowances.items())]
        if all(part.is_linearizable for part in parts):
            parts.append(search(own, Customer(allowances, stamp, version), name))
        verdicts += parts
    return verdicts


def write(path, operations, allowances, starts, **more):
    """Writes a history: a line with everything else that `check` needs, and more, then one operation per line."""
    head = {"allowances": {name: dataclasses.asdict(one) for name, one in allowances.items()}, "starts": starts}
    with open(path, "w") as file:
        print(json.dumps(head | more), file=file)
        for operation in operations:
            print(json.dumps(dataclasses.asdict(operation)), file=file)


def read(path):
    with open(path) as file:
        head = json.loads(next(file))
        return ([Operation(**json.loads(line)) for line in file],
                {name: Allowance(**one) for name, one in head["allowances"].items()}, head["starts"])


if __name__ == "__main__":
    verdicts = check(*read(sys.argv[1]))
    print(*verdicts, sep="\n")
    sys.exit(not all(verdict.is_linearizable for verdict in verdicts))
