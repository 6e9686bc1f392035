"""EX-3 Apple's own server library drives every endpoint of `tollgate store`, and verifies all that it answers."""

import base64
import subprocess
import uuid

import pytest
from appstoreserverlibrary.api_client import APIError, APIException, GetTransactionHistoryVersion
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.Subtype import Subtype
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UserStatus import UserStatus
from appstoreserverlibrary.receipt_utility import ReceiptUtility
from cryptography import x509
from cryptography.hazmat.primitives import serialization

from store import BUNDLE, DAY, START, Store


def history(store, transaction, **query):
    """Every transaction that a query lists, verified, page by page."""
    found, revision = [], None
    while True:
        page = store.api.get_transaction_history(
            transaction, revision, TransactionHistoryRequest(**query), GetTransactionHistoryVersion.V2)
        assert page.bundleId == BUNDLE and page.environment == store.environment
        found += [store.verifier.verify_and_decode_signed_transaction(text) for text in page.signedTransactions]
        revision = page.revision
        if not page.hasMore:
            return found


def told(store, backend):
    """What the backend received, verified."""
    found = []
    for text in backend.posts:
        payload = store.verifier.verify_and_decode_notification(text)
        if payload.data and payload.data.signedTransactionInfo:
            store.verifier.verify_and_decode_signed_transaction(payload.data.signedTransactionInfo)
        if payload.data and payload.data.signedRenewalInfo:
            store.verifier.verify_and_decode_renewal_info(payload.data.signedRenewalInfo)
        found.append(payload)
    return found


def test_transactions(store):
    """A transaction, the history with its filters, and refunds"""
    gold = store.buy("pro.monthly")
    for _ in range(24):
        store.buy("coins", quantity=2)
    coins = store.buy("coins")
    store.control("refund", transaction=coins, share=50_000)
    store.control("clock", by="P2M")
    info = store.api.get_transaction_info(gold)
    assert store.verifier.verify_and_decode_signed_transaction(info.signedTransactionInfo).productId == "pro.monthly"

    assert len(history(store, gold)) == 28
    assert len(history(store, gold, productTypes=[ProductType.AUTO_RENEWABLE])) == 3
    assert len(history(store, gold, productIds=["coins"], revoked=False)) == 24
    assert [one.transactionId for one in history(store, gold, revoked=True)] == [coins]
    assert len(history(store, gold, inAppOwnershipType=InAppOwnershipType.FAMILY_SHARED)) == 0
    assert len(history(store, gold, subscriptionGroupIdentifiers=["5704E200"])) == 3
    assert len(history(store, gold, startDate=START + DAY, endDate=START + 32 * DAY)) == 1
    newest = history(store, gold, sort=Order.DESCENDING)
    assert newest[0].purchaseDate == max(one.purchaseDate for one in newest)

    refunds = store.api.get_refund_history(gold, None)
    (refunded,) = [store.verifier.verify_and_decode_signed_transaction(text) for text in refunds.signedTransactions]
    assert (refunded.transactionId, refunded.revocationPercentage) == (coins, 50_000)


def test_statuses(store):
    """The condition of a subscription through grace, retry and recovery, filtered by status"""
    gold = store.buy("pro.monthly")

    def status(wanted=None):
        answer = store.api.get_all_subscription_statuses(gold, wanted)
        items = [item for group in answer.data for item in group.lastTransactions]
        for item in items:
            store.verifier.verify_and_decode_signed_transaction(item.signedTransactionInfo)
            store.verifier.verify_and_decode_renewal_info(item.signedRenewalInfo)
        return [item.status for item in items]

    assert status() == [Status.ACTIVE]
    store.control("fail-billing", account="anna")
    store.control("clock", by="P1M")
    assert status() == [Status.BILLING_GRACE_PERIOD]
    store.control("clock", by="P20D")
    assert status() == [Status.BILLING_RETRY]
    assert status([Status.ACTIVE, Status.EXPIRED]) == []
    store.control("fix-billing", account="anna")
    assert status([Status.ACTIVE, Status.EXPIRED]) == [Status.ACTIVE]
    store.control("expire", account="anna")
    assert status() == [Status.EXPIRED]


def test_extensions(store, backend):
    """A renewal date is moved for one and for all"""
    gold = store.buy("pro.monthly")
    one = store.api.extend_subscription_renewal_date(
        gold, ExtendRenewalDateRequest(7, ExtendReasonCode.CUSTOMER_SATISFACTION, "one"))
    assert one.success and one.originalTransactionId == gold
    assert one.effectiveDate == START + (31 + 7) * DAY
    store.api.extend_renewal_date_for_all_active_subscribers(
        MassExtendRenewalDateRequest(1, ExtendReasonCode.OTHER, "all", ["USA"], "pro.monthly"))
    status = store.api.get_status_of_subscription_renewal_date_extensions("all", "pro.monthly")
    assert (status.complete, status.succeededCount, status.failedCount) == (True, 1, 0)
    store.ask("state")
    kinds = [payload.notificationType for payload in told(store, backend)]
    assert kinds[-1] == NotificationTypeV2.RENEWAL_EXTENSION


def test_notifications(store, backend):
    """A test notification, and the history with its filters, pages and attempts"""
    for _ in range(22):
        store.buy("coins")
    backend.status = 503
    gold = store.buy("pro.monthly")
    backend.status = 206
    token = store.api.request_test_notification().testNotificationToken
    store.ask("state")
    status = store.api.get_test_notification_status(token)
    payload = store.verifier.verify_and_decode_notification(status.signedPayload)
    assert payload.notificationType == NotificationTypeV2.TEST
    assert [one.sendAttemptResult for one in status.sendAttempts] == [SendAttemptResult.SUCCESS]

    def listed(**filters):
        found, token = [], None
        while True:
            request = NotificationHistoryRequest(startDate=START, endDate=START + DAY, **filters)
            page = store.api.get_notification_history(token, request)
            found += page.notificationHistory
            token = page.paginationToken
            if not page.hasMore:
                return found

    assert len(listed()) == len(backend.posts) == 24
    assert [item.signedPayload for item in listed()] == backend.posts
    (failed,) = listed(onlyFailures=True)
    assert failed.sendAttempts[0].sendAttemptResult == SendAttemptResult.UNSUCCESSFUL_HTTP_RESPONSE_CODE
    (first,) = listed(notificationType=NotificationTypeV2.SUBSCRIBED, notificationSubtype=Subtype.INITIAL_BUY)
    assert first.signedPayload == failed.signedPayload
    assert len(listed(transactionId=gold)) == 23


def test_attempts(production, backend):
    """Production tries again after 1, 12, 24, 48 and 72 hours of the store's clock"""
    backend.status = 500
    production.buy("coins")
    hours = []
    for hour in range(1, 170):
        before = len(backend.posts)
        production.control("clock", by="PT1H")
        hours += [hour] if len(backend.posts) > before else []
    assert hours == [1, 13, 37, 85, 157]
    assert len(set(backend.posts)) == 1
    (entry,) = production.ask("notifications")
    assert entry["delivery"] == "givenUp" and len(entry["sendAttempts"]) == 6


def test_consumption(store, backend):
    """A request for a refund asks about consumption, and what is answered can be read"""
    coins = store.buy("coins")
    store.control("refund-request", transaction=coins)
    assert told(store, backend)[-1].notificationType == NotificationTypeV2.CONSUMPTION_REQUEST
    store.api.send_consumption_information(coins, ConsumptionRequest(
        customerConsented=True, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED,
        consumptionPercentage=25_000, refundPreference=RefundPreference.DECLINE))
    assert store.ask(f"consumption/{coins}")["consumptionPercentage"] == 25_000
    store.api.send_consumption_data(coins, ConsumptionRequestV1(
        customerConsented=True, consumptionStatus=ConsumptionStatus.PARTIALLY_CONSUMED, platform=Platform.APPLE,
        sampleContentProvided=False, deliveryStatus=DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY,
        appAccountToken="", accountTenure=AccountTenure.UNDECLARED, playTime=PlayTime.UNDECLARED,
        lifetimeDollarsRefunded=LifetimeDollarsRefunded.ZERO_DOLLARS,
        lifetimeDollarsPurchased=LifetimeDollarsPurchased.ZERO_DOLLARS, userStatus=UserStatus.ACTIVE))
    assert store.ask(f"consumption/{coins}")["consumptionStatus"] == 2


def test_identity(production):
    """The download of the app, the order of a purchase, the account that it belongs to, and its delivery"""
    coins = production.buy("coins")
    download = production.verifier.verify_and_decode_app_transaction(
        production.api.get_app_transaction_info(coins).signedAppTransactionInfo)
    assert download.bundleId == BUNDLE
    order = production.ask("accounts/anna")["account"]["transactions"][0]["orderId"]
    found = production.api.look_up_order_id(order)
    assert found.status == OrderLookupStatus.VALID
    (bought,) = [production.verifier.verify_and_decode_signed_transaction(one) for one in found.signedTransactions]
    assert bought.transactionId == coins
    token = str(uuid.UUID(int=7))
    production.api.set_app_account_token(coins, UpdateAppAccountTokenRequest(token))
    info = production.api.get_transaction_info(coins).signedTransactionInfo
    assert production.verifier.verify_and_decode_signed_transaction(info).appAccountToken == token
    production.api.finish_transaction(coins)
    assert production.ask("accounts/anna")["unfinishedTransactions"] == []


def test_receipt(store, tmp_path):
    """The receipt of an app with the original StoreKit names a transaction, and OpenSSL verifies it with the store's root"""
    gold = store.buy("pro.monthly")
    receipt = store.ask("accounts/anna")["appReceipt"]
    assert ReceiptUtility().extract_transaction_id_from_app_receipt(receipt) == gold
    (tmp_path / "receipt").write_bytes(base64.b64decode(receipt))
    root = x509.load_der_x509_certificate(store.root).public_bytes(serialization.Encoding.PEM)
    (tmp_path / "root.pem").write_bytes(root)
    verified = subprocess.run(
        ["openssl", "cms", "-verify", "-inform", "DER", "-in", "receipt", "-CAfile", "root.pem", "-purpose", "any", "-out", "fields"],
        cwd=tmp_path, capture_output=True, text=True)
    assert verified.returncode == 0, verified.stderr
    assert BUNDLE.encode() in (tmp_path / "fields").read_bytes()


def test_refusals(store):
    """What is refused is refused as the library expects it"""
    def refused(call, *arguments):
        with pytest.raises(APIException) as refusal:
            call(*arguments)
        return refusal.value

    assert refused(store.api.get_transaction_info, "1").api_error == APIError.TRANSACTION_ID_NOT_FOUND
    assert refused(store.api.get_transaction_info, "x").api_error == APIError.INVALID_TRANSACTION_ID
    store.control("refuse", errorCode=4_290_000)
    limited = refused(store.api.get_transaction_info, "1")
    assert (limited.http_status_code, limited.api_error) == (429, APIError.RATE_LIMIT_EXCEEDED)
    store.api._issuer_id = "another"
    assert refused(store.api.get_transaction_info, "1").http_status_code == 401


def test_life(store, backend):
    """A life from the first purchase to a refund that is taken back, each notification verified"""
    gold = store.buy("pro.monthly")
    store.control("cancel", account="anna")
    store.control("resume", account="anna")
    store.control("price", product="pro.monthly", price="19.99")
    store.control("accept-price", account="anna")
    store.control("clock", by="P1M")
    store.control("share", account="anna", **{"with": "ben"})
    store.control("stop-sharing", account="anna", **{"with": "ben"})
    store.control("refund", transaction=gold)
    store.control("refund-reverse", transaction=gold)
    kinds = [
        (payload.notificationType.value, payload.subtype.value if payload.subtype else None)
        for payload in told(store, backend)]
    assert kinds == [
        ("SUBSCRIBED", "INITIAL_BUY"), ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"),
        ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED"), ("PRICE_INCREASE", "PENDING"),
        ("PRICE_INCREASE", "ACCEPTED"), ("DID_RENEW", None), ("SUBSCRIBED", "INITIAL_BUY"), ("REVOKE", None),
        ("REFUND", None), ("REFUND_REVERSED", None)]


def test_faults(store, backend):
    """Everything twice, out of order, and lost: the same for the same seed"""
    store.control("faults", duplicate=100, reorder=6)
    for _ in range(6):
        store.buy("coins")
    assert len(backend.posts) == 12 and len(set(backend.posts)) == 6
    made = [entry["notificationUUID"] for entry in store.ask("notifications")]
    posted = [payload.notificationUUID for payload in told(store, backend)]
    assert sorted(set(posted)) == sorted(made) and posted != [one for one in made for _ in range(2)]
    store.control("faults", drop=100)
    store.buy("coins")
    assert len(backend.posts) == 12


def test_chaos(tmp_path, backend):
    """EX-3 with --chaos a reader that retries sees every transaction, and some of them twice"""
    store = Store(tmp_path, notify=backend.address, extra=["--chaos", "7"])
    bought = [store.buy("coins") for _ in range(45)]
    assert store.ask("state")["chaos"] == 7
    refused, listed, revision, more = set(), [], None, True
    while more:
        try:
            page = store.api.get_transaction_history(bought[0], revision, TransactionHistoryRequest(), GetTransactionHistoryVersion.V2)
        except APIException as problem:
            refused.add(problem.http_status_code)
            continue
        listed += page.signedTransactions
        revision, more = page.revision, page.hasMore
    assert len(set(listed)) == 45 < len(listed)
    assert refused == {429, 500}
    store.control("chaos")
    assert "chaos" not in store.ask("state")
    assert store.stop() == 0
