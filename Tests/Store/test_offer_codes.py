"""EX-20 One-time codes of an offer, made over the control API and redeemed once."""

import json

import pytest

from store import CONFIGURATION, DAY, Refused, START, Store

HELLO = {
    "eligibility": ["new", "expired"], "internalID": "5704E301", "isStackable": False, "offerID": "HELLO",
    "paymentMode": "free", "referenceName": "HELLO", "subscriptionPeriod": "P1M"}


@pytest.fixture
def store(tmp_path, backend):
    """A store whose subscription has an offer code for those who are not subscribed."""
    products = json.loads(CONFIGURATION.read_text())
    products["subscriptionGroups"][0]["subscriptions"][0]["codeOffers"] = [HELLO]
    config = tmp_path / "Codes.storekit"
    config.write_text(json.dumps(products))
    running = Store(tmp_path, notify=backend.address, config=config)
    yield running
    assert running.stop() == 0


def redeem(store, code, account):
    """What the device receives."""
    return store.control("buy", product="pro.monthly", account=account, offerType="code", offer=code)["purchase"]


def bought(store, purchase):
    info = store.api.get_transaction_info(purchase["transactionId"]).signedTransactionInfo
    return store.verifier.verify_and_decode_signed_transaction(info)


def test_each_code_is_redeemed_once(store):
    first, second = store.control("offer-codes", product="pro.monthly", offer="HELLO", count=2)["codes"]
    transaction = bought(store, redeem(store, first, "anna"))
    assert (transaction.rawOfferType, transaction.offerIdentifier, transaction.price) == (3, "HELLO", 0)
    assert redeem(store, first, "ben")["failure"] == "paymentNotAllowed"
    # One customer redeems an offer once, and leaves the code to others.
    assert redeem(store, second, "anna")["failure"] == "paymentNotAllowed"
    assert redeem(store, second, "ben")["result"] == "success"


def test_a_code_is_for_some_customers_until_it_expires(store):
    subscriber = store.buy("pro.monthly", "cem")
    first, second = store.control(
        "offer-codes", product="pro.monthly", offer="HELLO", count=2, until="2026-01-03T00:00:00Z")["codes"]
    assert redeem(store, first, "cem")["failure"] == "paymentNotAllowed"
    store.control("refund", transaction=subscriber)
    assert redeem(store, first, "cem")["result"] == "success"
    store.control("clock", to=START + 2 * DAY)
    assert redeem(store, second, "dora")["failure"] == "paymentNotAllowed"
    offers = next(product for product in store.ask("state")["products"] if product["product"] == "pro.monthly")["offers"]
    assert [offer["eligibility"] for offer in offers] == [["new", "expired"]]


def test_codes_need_an_offer(store):
    with pytest.raises(Refused, match="has no offer code `BYE`"):
        store.control("offer-codes", product="pro.monthly", offer="BYE")
    with pytest.raises(Refused, match="There is no product"):
        store.control("offer-codes", product="none", offer="HELLO")
