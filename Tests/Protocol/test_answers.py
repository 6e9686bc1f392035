"""What a server answers in the life of a customer has the schemas of its OpenAPI document, and the document's examples work."""

import json
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from app_server import APP, BINARY, AppServer
from server import ROOT

PRODUCT = "coach.premium.monthly"
MAIL = "ada@example.com"
REASON = "The outage on Monday"
# What needs a mailed code or an issuer's token, what only the App Store sends, and a web page with its font.
UNREACHED = {
    "resetPassword", "verifyEmail", "signInWithToken", "receiveNotification", "answerRetentionRequest", "getPaywallPage", "getFont",
}


def has_known_members(validator, properties, instance, schema):
    """Like the keyword `properties`, and refuses members that the schema lacks, which a newer server may have."""
    yield from Draft202012Validator.VALIDATORS["properties"](validator, properties, instance, schema)
    if isinstance(instance, dict) and schema.get("type") == "object" and "additionalProperties" not in schema:
        for name in instance.keys() - properties.keys():
            yield from validator.descend(name, {"enum": sorted(properties)})


Strict = extend(Draft202012Validator, {"properties": has_known_members})


class Store:
    """`tollgate store` with the products of the app."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [BINARY, "store", "--config", ROOT / "Blueprints/coach-paid.yml", "--port", "0", "--environment", "sandbox",
             "--key-directory", folder], stdout=subprocess.PIPE, text=True)
        said = {}
        for line in self.process.stdout:
            if line.startswith("http://"):
                self.address = line.strip()
            name, _, value = line.strip().partition("  ")
            said[name] = value.strip().split("  (")[0]
            if line.startswith("key file"):
                break
        self.options = [
            "--store-root", said["root certificate"], "--store-api", self.address, "--store-key", said["key file"],
            "--store-key-id", said["key id"], "--store-issuer-id", said["issuer id"]]

    def buy(self):
        """Buys the product; returns the signed transaction."""
        request = urllib.request.Request(
            f"{self.address}/control/buy", json.dumps({"product": PRODUCT, "account": "ada"}).encode(),
            {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as response:
            return json.load(response)["purchase"]["signedTransactionInfo"]

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=30) == 0


class Client:
    """A client that compares each request and answer with the document."""

    def __init__(self, server):
        self.server = server
        with urllib.request.urlopen(f"{server.address}/v1/openapi.json") as response:
            self.document = json.load(response)
        self.operations = {
            operation["operationId"]: (path, method, operation)
            for path, methods in self.document["paths"].items() for method, operation in methods.items()}
        self.called = {"getOpenAPI"}
        self.tokens = {"secretKey": server.key("backend"), "operatorKey": server.key("owner")}

    def example(self, operation, status=None):
        """The example of an operation's request, or of its response."""
        described = self.operations[operation][2]
        place = described["responses"][status] if status else described["requestBody"]
        return place["content"]["application/json"]["example"]

    def check(self, value, content):
        Strict(content["schema"] | {"components": self.document["components"]}).validate(value)

    def __call__(self, operation, body=None, query="", expect=200, **names):
        """Calls an operation; returns the answer, which must have the status and the schema of the document."""
        self.called.add(operation)
        path, method, described = self.operations[operation]
        for name, value in ({"app": APP} | names).items():
            path = path.replace(f"{{{name}}}", urllib.parse.quote(value, safe=""))
        assert "{" not in path, path
        schemes = [scheme for security in described["security"] for scheme in security]
        headers = {"Content-Type": "application/json", "Idempotency-Key": f"key-{len(self.called)}-{operation}"}
        if schemes and schemes[0] in self.tokens:
            headers["Authorization"] = f"Bearer {self.tokens[schemes[0]]}"
        if body is not None:
            self.check(body, described["requestBody"]["content"]["application/json"])
        sent = None if method == "get" else json.dumps(body).encode() if body is not None else b""
        request = urllib.request.Request(
            f"{self.server.address}{path}{query}", sent, headers, method=method.upper())
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                status, text = response.status, response.read()
        except urllib.error.HTTPError as refusal:
            status, text = refusal.code, refusal.read()
        assert status == expect, text
        answer, responses = json.loads(text), described["responses"]
        if str(status) in responses:
            self.check(answer, responses[str(status)]["content"]["application/json"])
        else:
            self.check(answer, self.document["components"]["responses"]["Problem"]["content"]["application/problem+json"])
        return answer


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    running = Store(tmp_path_factory.mktemp("store"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def client(tmp_path_factory, store):
    app = AppServer(tmp_path_factory.mktemp("app"), *store.options, "--max-requests-per-address", "0")
    yield Client(app)
    app.process.terminate()
    assert app.process.wait(timeout=30) == 0


def test_answers_have_the_schemas_of_the_document(client, store):
    client.tokens["customerToken"] = client("createCustomer", {"device": "phone-1"})["token"]
    me = client("getMe")["id"]
    feature = {"feature": "send-message"}
    client("reachMilestone", milestone="discovery-complete")

    # What is denied, and shown before it is bought.
    denied = client("checkAccessForCustomer", customer=me, **feature)
    assert denied.keys() == client.example("checkAccessForCustomer", "200").keys()
    assert denied["access"] == client.example("checkAccessForCustomer", "200")["access"]
    assert client("getMembership") == client.example("getMembership", "200")
    problem = client("useFeature", client.example("useFeature"), expect=403, **feature)
    refused = client.document["components"]["responses"]["Problem"]["content"]["application/problem+json"]
    assert problem == refused["example"]
    client("reportPaywallShown", {"feature": "send-message"}, paywall="after-discovery")
    client("reportPaywallClosed", paywall="after-discovery")
    client("dismissPrompt", prompt="trial-status")
    client("reportDevice", {"device": "phone-1"})
    client("setAttributes", {"device": {"country": "DE", "language": "de"}})

    # A purchase, and what it allows.
    signed = client.example("postTransaction") | {"signedTransaction": store.buy()}
    bought = client("postTransaction", signed)
    assert bought["refused"] == []
    subscription = bought["snapshot"]["membership"]["subscription"]
    purchase = f"{subscription['environment']}:{subscription['originalID']}"
    nudge = bought["snapshot"]["membership"]["nudges"][0]
    client("reportNudgeDelivered", {"occurrence": nudge["occurrence"]}, nudge=nudge["id"])
    client("previewRestore", {"signedTransactions": [signed["signedTransaction"]]})
    client("restorePurchases", {"signedTransactions": [signed["signedTransaction"]]})
    client("signPromotionalOffer", {"product": PRODUCT, "offer": "back"})
    client("signFullPrice", {"product": PRODUCT})
    used = client("useFeature", client.example("useFeature"), **feature)
    example = client.example("useFeature", "200")
    assert used["access"] == example["access"]
    assert [fact.keys() for fact in used["facts"]] == [fact.keys() for fact in example["facts"]]
    client("checkAccess", **feature)
    client("reserveUse", **feature)
    client("releaseReservation", key="other", **feature)
    client("releaseItem", {"item": "one"}, expect=422, **feature)
    client("setHeldItems", {"items": ["one"]}, expect=422, **feature)

    # The same from the app's own backend.
    client("getMembershipForCustomer", customer=me)
    client("reachMilestoneForCustomer", customer=me, milestone="discovery-complete")
    client("setAttributesForCustomer", {}, customer=me)
    client("useFeatureForCustomer", {}, customer=me, **feature)
    client("reserveUseForCustomer", customer=me, **feature)
    client("releaseReservationForCustomer", customer=me, key="other", **feature)
    client("releaseItemForCustomer", {"item": "one"}, expect=422, customer=me, **feature)
    # The blueprint lists no grants.
    client("giveGrant", {"name": "referral"}, expect=404, customer=me)
    client("takeBackGrant", expect=404, customer=me, grant="grant_1")

    # Neither does it list teams.
    assert client("getTeams")["teams"] == client("getTeamsForCustomer", customer=me)["teams"] == []
    invitation = client.example("inviteToTeam")
    client("inviteToTeam", invitation, expect=404, team="family")
    client("inviteToTeamForCustomer", invitation, expect=404, customer=me, team="family")
    client("joinTeam", client.example("joinTeam"), expect=401)
    client("endSeat", expect=404, seat="seat_1")
    client("endSeatForCustomer", expect=404, customer=me, seat="seat_1")

    # Operators.
    client("findCustomers", query=f"?id={me}")
    client("getHistory", customer=me)
    client("explainAccess", customer=me, **feature)
    grant = {"entitlement": "premium", "lasts": "P1W", "reason": REASON}
    client("grantEntitlement", grant | {"isPreview": True}, customer=me)
    granted = client("grantEntitlement", grant, customer=me)["id"]
    client("extendGrant", {"lasts": "P1M", "reason": REASON}, customer=me, grant=granted)
    client("revokeGrant", {"reason": REASON}, customer=me, grant=granted)
    # Only the store changes a trial that a purchase started.
    client("changeTrial", {"action": "extend", "days": 3, "reason": REASON}, expect=422, customer=me, trial="trial")
    other = client.server.create()["snapshot"]["id"]
    preview = {"reason": REASON, "isPreview": True}
    client("mergeCustomer", preview | {"customer": other}, customer=me)
    client("transferPurchase", preview | {"purchase": purchase, "receiver": other}, customer=me)
    client("exportCustomer", customer=me)
    client("eraseCustomer", {"reason": REASON, "isPreview": True}, customer=me)
    granted = client("listAudit", query="?action=granted&limit=1")["entries"]
    assert [entry["reason"] for entry in granted] == [REASON]
    files = client("getRevision", revision="1")["files"]
    assert [file["path"] for file in files] == ["coach-paid.yml", "coach-paid.storekit"]
    for chart in client("listCharts")["charts"]:
        client("getChart", query="?customers=true", chart=chart["chart"])

    # Accounts.
    account = {"email": MAIL, "password": "a-long-password"}
    client.tokens["customerToken"] = client("signUp", account)["token"]
    client("createProfile", {})
    client("getProfile")
    client("requestPasswordReset", {"email": MAIL}, expect=503)
    client("requestEmailVerification", expect=503)
    changed = {"oldPassword": account["password"], "newPassword": "another-password"}
    client.tokens["customerToken"] = client("changePassword", changed)["token"]
    client.tokens["customerToken"] = client("renewSession")["token"]
    client.tokens["customerToken"] = client("signIn", account | {"password": "another-password"})["token"]
    client("getCustomer", customer=client("exportMe")["id"])
    client("signOut")
    del client.tokens["customerToken"]
    client.tokens["customerToken"] = client("signIn", account | {"password": "another-password"})["token"]
    client("signOutEverywhere")
    del client.tokens["customerToken"]
    client.tokens["customerToken"] = client("signIn", account | {"password": "another-password"})["token"]
    client("deleteMe")

    # The app and the server.
    client("getBlueprint")
    client("getSigningKey")
    client("getHealth")
    client("getReadiness")
    assert client.operations.keys() - client.called == UNREACHED


def test_unknown_members_of_requests_are_ignored(client):
    for operation, (_, _, described) in client.operations.items():
        body = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        if body:
            shape = client.document["components"]["schemas"][re.sub(".*/", "", body["$ref"])]
            assert "additionalProperties" not in shape, operation
    created = urllib.request.Request(
        f"{client.server.address}/v1/apps/{APP}/customers", b'{"device": "phone-2", "unknown": 1}',
        {"Content-Type": "application/json"})
    with urllib.request.urlopen(created) as response:
        assert response.status == 200
