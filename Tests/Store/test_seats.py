"""EX-20 Seats that the developer manages, with requests and responses as on Apple's pages: no library of Apple's has them yet."""

import json
import uuid

import jwt
import pytest
import requests

from store import BUNDLE, CONFIGURATION, PATIENCE, Store

# The errors that Apple's pages name without a number have numbers of this store's own.
NOT_MANAGED, INVALID_GROUP, INVALID_LIMIT = 4009001, 4009002, 4009003
NO_SEATS, NO_GROUP, NO_CLAIM, NO_DOWNLOAD = 4039001, 4049001, 4049002, 4049003


def ask(store, method, path, body=None, **query):
    """Asks with a token of Apple's client; gives the status, and the JSON if there is any."""
    answer = requests.request(
        method, f"{store.base}/groups/v1/{path}", json=body, params=query, timeout=PATIENCE,
        headers={"Authorization": f"Bearer {store.api._generate_token()}", "Accept": "application/json"})
    return answer.status_code, answer.json() if answer.content else None


def claim(store, purchase, request=None, **body):
    status, answer = ask(
        store, "POST", f"transactions/{purchase}/seats", {"requestIdentifier": request or str(uuid.uuid4()), **body})
    assert status == 200, answer
    assert list(answer) == ["seatClaimId"]
    return str(uuid.UUID(answer["seatClaimId"]))


def download(store, account):
    """The identifier of an account's download of the app, from its device."""
    signed = store.ask(f"accounts/{account}")["signedAppTransaction"]
    return jwt.decode(signed, options={"verify_signature": False})["appTransactionId"]


def unclaimed(backend):
    """What each notification said was unclaimed."""
    payloads = [jwt.decode(text, options={"verify_signature": False}) for text in backend.posts]
    return [payload["unclaimInfo"] for payload in payloads if payload["notificationType"] == "UNCLAIM_SEATS"]


@pytest.fixture
def store(tmp_path, backend):
    """A store whose subscription is sold with several seats, since no family shares it."""
    products = json.loads(CONFIGURATION.read_text())
    products["subscriptionGroups"][0]["subscriptions"][0]["familyShareable"] = False
    config = tmp_path / "Seats.storekit"
    config.write_text(json.dumps(products))
    running = Store(tmp_path, notify=backend.address, config=config)
    yield running
    assert running.stop() == 0


@pytest.fixture
def purchase(store):
    """Three seats that Anna bought, after the developer chose to host the invitations."""
    store.control("invitations", host="developer")
    return store.buy("pro.monthly", quantity=3)


def test_claims(store, purchase):
    info = store.api.get_transaction_info(purchase).signedTransactionInfo
    decoded = jwt.decode(info, options={"verify_signature": False})
    assert decoded["multiSeatInfo"]["invitationManagement"] == "DEVELOPER"

    request = str(uuid.uuid4())
    first = claim(store, purchase, request)
    assert claim(store, purchase, request) == first
    second = claim(store, purchase)
    assert ask(store, "GET", f"transactions/{purchase}/seats") == (
        200, {"totalSeatCount": 3, "availableSeatCount": 1, "assignedSeatClaimIds": [first, second]})
    claim(store, purchase)
    status, answer = ask(store, "POST", f"transactions/{purchase}/seats", {"requestIdentifier": str(uuid.uuid4())})
    assert (status, answer["errorCode"]) == (403, NO_SEATS)

    assert ask(store, "DELETE", f"transactions/{purchase}/seats/{first}")[0] == 200
    status, answer = ask(store, "DELETE", f"transactions/{purchase}/seats/{first}")
    assert (status, answer["errorCode"]) == (404, NO_CLAIM)
    assert claim(store, purchase) not in (first, second)


def test_groups(store, purchase):
    for name in ("ben", "cleo"):
        store.buy("coins", name)
    anna, ben, cleo = (download(store, name) for name in ("anna", "ben", "cleo"))
    taken = claim(store, purchase, appTransactionId=ben)
    later = claim(store, purchase)
    assert ask(store, "GET", f"currentGroups/{cleo}") == (200, {"groups": []})
    status, _ = ask(store, "POST", f"transactions/{purchase}/seats/{later}/associate", {"appTransactionId": cleo})
    assert status == 200

    status, answer = ask(store, "GET", f"currentGroups/{purchase}")
    assert status == 200
    [group] = answer["groups"]
    # Roles are those of an organization.
    assert group == {"groupId": group["groupId"], "groupType": "CONSUMER"}
    for customer in (ben, cleo):
        assert ask(store, "GET", f"currentGroups/{customer}") == (200, {"groups": [group]})

    members, query = [], {"limit": 2}
    while True:
        status, page = ask(store, "GET", f"group/{group['groupId']}", **query)
        assert status == 200 and len(page["members"]) <= 2
        members += [member["appTransactionId"] for member in page["members"]]
        if not page["hasMore"]:
            break
        query["paginationToken"] = page["paginationToken"]
    assert members == [anna, ben, cleo]

    ask(store, "DELETE", f"transactions/{purchase}/seats/{taken}")
    assert ask(store, "GET", f"currentGroups/{ben}") == (200, {"groups": []})
    # No member has a transaction of the subscription.
    assert [entry["product"] for entry in store.ask("accounts/ben")["account"]["transactions"]] == ["coins"]


def test_the_store_unclaims(store, purchase, backend):
    claims = [claim(store, purchase) for _ in range(3)]
    store.control("unclaim-seat", seatClaim=claims[0])
    store.control("refund", transaction=purchase, seats=2)
    store.control("expire", account="anna")
    told = unclaimed(backend)
    assert [info["unclaimSeatIds"] for info in told] == [claims[:1], claims[2:], claims[1:2]]
    assert all(info["bundleId"] == BUNDLE and info["environment"] == "Sandbox" for info in told)
    status, answer = ask(store, "GET", f"transactions/{purchase}/seats")
    assert (status, answer["errorCode"]) == (400, NOT_MANAGED)


def test_refusals(store, purchase):
    single = store.buy("pro.monthly", "dora")
    known = claim(store, purchase)
    request = {"requestIdentifier": str(uuid.uuid4())}
    for method, path, body, status, code in [
        ("GET", "currentGroups/x", None, 400, 4000006),
        ("GET", "currentGroups/1", None, 404, 4040010),
        ("GET", "group/x", None, 400, INVALID_GROUP),
        ("GET", f"group/{uuid.uuid4()}", None, 404, NO_GROUP),
        ("GET", f"group/{uuid.uuid4()}?limit=101", None, 400, INVALID_LIMIT),
        ("GET", f"transactions/{single}/seats", None, 400, NOT_MANAGED),
        ("POST", "transactions/1/seats", request, 404, 4040005),
        ("POST", f"transactions/{purchase}/seats", {}, 400, 4000011),
        ("POST", f"transactions/{purchase}/seats", {**request, "appTransactionId": "7"}, 404, NO_DOWNLOAD),
        ("POST", f"transactions/{purchase}/seats/{known}/associate", {"appTransactionId": "7"}, 404, NO_DOWNLOAD),
        ("DELETE", f"transactions/{purchase}/seats/{uuid.uuid4()}", None, 404, NO_CLAIM),
    ]:
        found, answer = ask(store, method, path, body)
        assert (found, answer["errorCode"]) == (status, code), (method, path)
        assert answer["errorMessage"]
    bare = requests.get(f"{store.base}/groups/v1/transactions/{purchase}/seats", timeout=PATIENCE)
    assert bare.status_code == 401
