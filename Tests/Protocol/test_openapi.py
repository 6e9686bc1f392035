"""Every operation of the OpenAPI document against a running server, with values that schemathesis makes up.

Whatever is sent, the server answers with a status, a media type and a body that the document has, never with an internal
error, and never without the token that the document demands. A body of the form that the document describes is never
refused for its form, and one of another form always is.
"""

import json
import urllib.error
import urllib.request
import zlib

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from jsonschema import Draft202012Validator
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core import NotSet
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from app_server import APP, AppServer
from exhaustive import exhaustive

# Names, signatures and passwords are made up, so most of what has the right form is refused for another reason, and the
# tests replace names and tokens of the wrong form. The answers to bodies are compared below.
MADE_UP = [positive_data_acceptance, negative_data_rejection]
# The codes of bodies of another form than the document's.
REFUSED_FORMS = {"invalid_json", "invalid_email", "invalid_password"}
# What the server of these tests has no hook or key for.
NOT_CONFIGURED = {"mail_not_configured", "offers_not_configured"}


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


def body_form(document, operation):
    """What validates the operation's body; nothing if it has none."""
    body = operation.definition.raw.get("requestBody")
    if body is None:
        return None
    schema = body["content"]["application/json"]["schema"]
    return Draft202012Validator(schema | {"components": document["components"]})


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    running = OpenServer(tmp_path_factory.mktemp("app"))
    yield running
    running.process.terminate()
    assert running.process.wait(timeout=30) == 0


def test_every_example_is_of_its_schema(app):
    with urllib.request.urlopen(f"{app.address}/v1/openapi.json") as answer:
        document = json.load(answer)
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    bodies = [operation["requestBody"] for operation in operations if "requestBody" in operation]
    bodies += [response for operation in operations for response in operation["responses"].values()]
    media = [media for body in bodies for media in body.get("content", {}).values()]
    media += [parameter for operation in operations for parameter in operation["parameters"] if "example" in parameter]
    for described in media:
        schema = described["schema"] | {"components": document["components"]}
        Draft202012Validator(schema).validate(described["example"])


@exhaustive
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
            token = app.token(operation)  # noqa: B023, it is called in the same round
            response = case.call(headers={"Authorization": f"Bearer {token}"} if token else {}, timeout=60)
            code = response.json().get("code") if response.status_code >= 400 else None
            known = [not_a_server_error] if code in NOT_CONFIGURED else []
            case.validate_response(response, excluded_checks=MADE_UP + known)
            form = body_form(document.raw_schema, operation)  # noqa: B023
            if form and not isinstance(case.body, NotSet):
                if form.is_valid(case.body):
                    assert code not in REFUSED_FORMS, f"{case.body!r} is refused: {response.text}"
                else:
                    assert code, f"{case.body!r} is accepted: {response.text}"

        try:
            answers()
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE, "only what takes nothing cannot be given anything wrong"
        except AssertionError as failure:
            failures[operation.label] = str(failure)
        except BaseExceptionGroup as group:
            failures[operation.label] = "\n".join(str(failure) for failure in group.exceptions)
    assert not failures, "\n\n".join(f"{label}\n{text}" for label, text in failures.items())
