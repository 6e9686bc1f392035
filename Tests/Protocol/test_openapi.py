"""Every operation of the OpenAPI document against a running server, with values that schemathesis makes up.

Whatever is sent, the server answers with a status, a media type and a body that the document has, never with an internal
error, and never without the token that the document demands.
"""

import urllib.error
import urllib.request
import zlib

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from app_server import APP, AppServer

# The forms of bodies are described in prose, so schemathesis cannot know which ones are to be accepted or refused.
UNKNOWN = [positive_data_acceptance, negative_data_rejection]


class OpenServer(AppServer):
    """A server that has no limits of requests, with a key of each kind."""

    def __init__(self, folder):
        super().__init__(folder, "--max-requests-per-address", "0", "--max-requests-per-app", "0")
        self.customer_token = self.create()["token"]
        self.keys = {"secretKey": self.key("backend"), "operatorKey": self.key("owner")}
        self.names = {
            "app": APP, "customer": self.customer, "feature": "send-message", "milestone": "discovery-complete",
            "paywall": "after-discovery", "trial": "trial", "chart": "mrr",
        }

    def token(self, operation):
        """A token that the operation accepts; a new customer's once the last one's was ended by an operation."""
        schemes = {scheme for security in operation.definition.raw.get("security", []) for scheme in security}
        for scheme, key in self.keys.items():
            if scheme in schemes:
                return key
        if not schemes:
            return None
        if not self.is_signed_in():
            self.customer_token = self.create()["token"]
        return self.customer_token

    def is_signed_in(self):
        me = urllib.request.Request(
            f"{self.address}/v1/apps/{APP}/customers/me/membership", headers={"Authorization": f"Bearer {self.customer_token}"})
        try:
            urllib.request.urlopen(me).close()
        except urllib.error.HTTPError as refusal:
            assert refusal.code == 401
            return False
        return True

    def known(self, parameters):
        """The path with names that exist, in two of three cases."""
        return {
            name: self.names.get(name, value) if zlib.crc32(repr(value).encode()) % 3 else value
            for name, value in parameters.items()
        }


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    running = OpenServer(tmp_path_factory.mktemp("app"))
    yield running
    running.process.terminate()
    assert running.process.wait(timeout=30) == 0


@pytest.mark.parametrize("mode", GenerationMode)
def test_every_operation_answers_as_documented(app, mode):
    document = schemathesis.openapi.from_url(f"{app.address}/v1/openapi.json")
    failures = {}
    for result in document.get_all_operations():
        operation = result.ok()

        @settings(max_examples=5, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def answers(case):
            case.path_parameters = app.known(case.path_parameters or {})
            token = app.token(operation)
            case.call_and_validate(headers={"Authorization": f"Bearer {token}"} if token else {}, excluded_checks=UNKNOWN)

        try:
            answers()
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE, "only what takes nothing cannot be given anything wrong"
        except BaseExceptionGroup as group:
            failures[operation.label] = "\n".join(str(failure) for failure in group.exceptions)
    assert not failures, "\n\n".join(f"{label}\n{text}" for label, text in failures.items())
