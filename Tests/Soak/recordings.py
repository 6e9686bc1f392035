"""What is kept of a run, so that its decisions can be made again, in another process too."""

import dataclasses
import json

import histories
from histories import Operation


@dataclasses.dataclass(frozen=True)
class Recording:
    """A run's setup and operations, with the exact answers.

    `setup` has the instants at which the customer was created and bought, `root` the certificate of the store that signed
    the purchase. With `is_ordered`, the operations are in an order in which every answer is right.
    """

    seed: int
    ledger: str
    failure: str | None
    is_ordered: bool
    setup: list
    purchase: str
    root: str
    customer: str
    start: tuple
    operations: list
    bodies: list

    def write(self, path, allowances):
        """Writes a history that `histories.py` can check, with everything else in its first line."""
        more = {field.name: getattr(self, field.name) for field in dataclasses.fields(self) if field.name != "operations"}
        histories.write(path, self.operations, allowances, {self.customer: self.start}, run=more)

    @classmethod
    def read(cls, path):
        with open(path) as file:
            head = json.loads(next(file))
            return cls(**head["run"], operations=[Operation(**json.loads(line)) for line in file])


def in_order(recording):
    """Each operation with its answer, in the order of the replay.

    A history that failed has no order in which every answer is right. Its writes are then sent in the order of their
    versions, and everything else where its answer should have come from: not before what was answered before it was sent.
    What differs in the replay is what a correct server would have answered otherwise. Requests whose outcome is unknown are
    left out, so if they had an effect, later answers differ by it too.
    """
    pairs = list(zip(recording.operations, recording.bodies, strict=True))
    if recording.is_ordered:
        return pairs
    writes = [(one.answer["version"], one.returned, one.answer["at"]) for one, _ in pairs if is_write(one)]

    def place(pair):
        operation, _ = pair
        if is_write(operation):
            return operation.answer["version"], 0, operation.returned
        if operation.answer:
            known = [version for version, returned, _ in writes if returned < operation.invoked]
            version = max([*known, operation.answer.get("version") or 0])
            if operation.answer.get("version") is None:
                # A denial has no version. All writes that were answered before it was may come first.
                version = max([version, *(version for version, returned, _ in writes if returned < operation.returned)])
            return version, 2, operation.returned
        return max([0, *(version for version, _, at in writes if at <= operation.at)]), 1, operation.invoked

    return sorted((pair for pair in pairs if pair[0].answer or pair[0].at is not None), key=place)


def is_write(operation):
    """Whether an operation was answered with a version that it made."""
    return bool(operation.answer and operation.kind != "read" and operation.answer["allowed"]
                and operation.answer.get("wrote", True) and operation.answer.get("version") is not None)
