"""`tollgate store` asks `tollgate serve` what to show customers who are about to cancel."""

import contextlib
import http.server
import json
import pathlib
import queue
import re
import socket
import struct
import subprocess
import threading
import time
import uuid
import zlib

import jwt
import pytest
import requests
from appstoreserverlibrary.api_client import APIError, APIException
from appstoreserverlibrary.models.BulletPoint import BulletPoint
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.HeaderPosition import HeaderPosition
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.ImageState import ImageState
from appstoreserverlibrary.models.MessageState import MessageState
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.PerformanceTestStatus import PerformanceTestStatus
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.UploadMessageImage import UploadMessageImage
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from cryptography.hazmat.primitives.asymmetric import ec

from store import BINARY, PATIENCE, Store

BLUEPRINT = pathlib.Path(__file__).with_name("retention.yml")
# The messages of the blueprint.
SMALLER = uuid.UUID("9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b")
STAY = uuid.UUID("5d1e2c3b-4a59-4687-9f0e-1d2c3b4a5968")
REASONS = uuid.UUID("7b6a5948-3726-4150-8e9d-acbd0e1f2031")
PICTURE, DOT = uuid.UUID(int=1), uuid.UUID(int=2)


class Server:
    """`tollgate serve` with the blueprint, which trusts a store and signs offers with its key."""

    def __init__(self, store):
        self._process = subprocess.Popen(
            [BINARY, "serve", BLUEPRINT, "--in-memory", "--port", "0", "--environment", "sandbox",
             "--store-root", store.said("root certificate").split("  (")[0], "--store-api", store.base,
             "--store-key", store.said("key file"), "--store-key-id", store.said("key id"),
             "--store-issuer-id", store.said("issuer id"), "--max-requests-per-address", "0"],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        lines = queue.Queue()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        output = []
        while not (output and re.fullmatch(r"http://\S+", output[-1])):
            line = lines.get(timeout=PATIENCE)
            if line is None:
                raise RuntimeError("the server ended instead of listening:\n" + "\n".join(output))
            output.append(line)
        self.app = f"{output[-1]}/v1/apps/shop"

    def _read(self, lines):
        for line in self._process.stdout:
            lines.put(line.rstrip("\n"))
        lines.put(None)

    def post(self, path, body, token=None, **headers):
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        answer = requests.post(f"{self.app}/{path}", json=body, headers=headers, timeout=PATIENCE)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def customer(self, store, account, product, uses=0):
        """A customer who has bought a subscription and used it; gives the transaction."""
        token = self.post("customers", {"device": f"{account}-phone"})["token"]
        bought = store.control("buy", product=product, account=account)["purchase"]
        self.post("customers/me/transactions", {"signedTransaction": bought["signedTransactionInfo"]}, token)
        for number in range(uses):
            key = {"Idempotency-Key": f"{account}-{number}"}
            self.post("customers/me/features/send-message/uses", {}, token, **key)
        return bought["transactionId"]

    def stop(self):
        self._process.terminate()
        return self._process.wait(timeout=PATIENCE)


def png(width, height, color_type=2):
    """A black image; colour type 2 is opaque, and 6 has transparency."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    row = bytes(1 + width * (3 if color_type == 2 else 4))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, color_type, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def upload_messages(api):
    """The messages of the blueprint; the last has a picture and a bullet point."""
    api.upload_image(PICTURE, png(3840, 160), ImageSize.FULL_SIZE)
    api.upload_image(DOT, png(1024, 1024), ImageSize.BULLET_POINT)
    api.upload_message(SMALLER, UploadMessageRequestBody(header="Pay by the month", body="Pro also comes monthly."))
    api.upload_message(STAY, UploadMessageRequestBody(header="Stay for less", body="Three months at half the price."))
    api.upload_message(REASONS, UploadMessageRequestBody(
        header="Are you sure?", body="You would lose your messages.",
        image=UploadMessageImage(imageIdentifier=PICTURE, altText="An empty inbox"),
        headerPosition=HeaderPosition.ABOVE_IMAGE,
        bulletPoints=[BulletPoint(text="500 messages a month", imageIdentifier=DOT, altText="A dot")]))


@pytest.fixture
def store(tmp_path):
    """A store whose clock starts now, because the server's is the machine's."""
    running = Store(tmp_path, config=BLUEPRINT, start=None)
    yield running
    assert running.stop() == 0


@pytest.fixture
def server(store):
    running = Server(store)
    yield running
    assert running.stop() == 0


@contextlib.contextmanager
def answering(status, body, length=None):
    """The address of a server that answers each request with a status and a body, of which some may never come."""
    ended = threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.send_header("Content-Length", str(length or len(body)))
            self.end_headers()
            self.wfile.write(body)
            if length:
                ended.wait(PATIENCE)

        def log_message(self, *arguments):
            pass

    running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}/"
    ended.set()
    running.shutdown()
    running.server_close()


@pytest.fixture
def stalled():
    """The address of a server that begins its answers and does not end them."""
    with answering(200, b"", length=100) as address:
        yield address


@pytest.fixture
def unreachable():
    """An address at which nothing listens, because its port is bound only."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{bound.getsockname()[1]}/"


def refused(call, *arguments):
    with pytest.raises(APIException) as refusal:
        call(*arguments)
    return refusal.value.api_error


def test_uploads(store):
    """Images, messages, defaults and the URL are uploaded, listed and deleted with Apple's library"""
    api = store.api
    upload_messages(api)
    assert [(item.imageIdentifier, item.imageState, item.imageSize) for item in api.get_image_list().imageIdentifiers] == [
        (PICTURE, ImageState.APPROVED, ImageSize.FULL_SIZE), (DOT, ImageState.APPROVED, ImageSize.BULLET_POINT)]
    assert {(item.messageIdentifier, item.messageState) for item in api.get_message_list().messageIdentifiers} == {
        (identifier, MessageState.APPROVED) for identifier in (SMALLER, STAY, REASONS)}
    assert refused(api.upload_image, uuid.UUID(int=3), png(3840, 160, 6), ImageSize.FULL_SIZE) == APIError.INVALID_IMAGE
    assert refused(api.upload_image, PICTURE, png(3840, 160), None) == APIError.IMAGE_ALREADY_EXISTS
    assert refused(api.delete_image, PICTURE) == APIError.IMAGE_IN_USE

    api.configure_default_message("pro.yearly", "en-US", DefaultConfigurationRequest(messageIdentifier=REASONS))
    assert api.get_default_message("pro.yearly", "en-US").messageIdentifier == REASONS
    api.delete_default_message("pro.yearly", "en-US")
    assert refused(api.get_default_message, "pro.yearly", "en-US") == APIError.DEFAULT_MESSAGE_NOT_FOUND
    assert refused(api.get_realtime_url) == APIError.REALTIME_URL_NOT_FOUND
    api.configure_realtime_url(RealtimeUrlRequest(realtimeURL="https://example.com/retention"))
    assert api.get_realtime_url().realtimeURL == "https://example.com/retention"
    api.delete_realtime_url()
    api.delete_message(REASONS)
    api.delete_image(PICTURE)
    assert [item.imageIdentifier for item in api.get_image_list().imageIdentifiers] == [DOT]


def test_image_too_large(store):
    """An image of more than 20 MiB is refused with the limit, and the connection remains"""
    headers = store.api._get_headers()
    with requests.Session() as session:
        url = f"{store.base}/inApps/v1/messaging/image/{PICTURE}"
        answer = session.put(url, data=png(3840, 160) + bytes(20 * 1024 * 1024), headers=headers, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["errorCode"]) == (400, APIError.INVALID_IMAGE)
        assert answer.json()["errorMessage"] == "The image has more than 20971520 bytes."
        assert session.put(url, data=png(3840, 160), headers=headers, timeout=PATIENCE).status_code == 200


def test_cancel_sheets(store, server):
    """The server passes the performance test, and three customers see three answers"""
    api = store.api
    upload_messages(api)
    anna = server.customer(store, "anna", "pro.yearly")
    ben = server.customer(store, "ben", "pro.monthly")
    cleo = server.customer(store, "cleo", "pro.yearly", uses=2)
    assert store.control("cancel-sheet", transaction=anna)["sheet"]["problem"]["code"] == "noURL"
    api.configure_realtime_url(RealtimeUrlRequest(realtimeURL=f"{server.app}/app-store/retention"))

    started = api.initiate_performance_test(PerformanceTestRequest(originalTransactionId=cleo))
    deadline = time.monotonic() + started.config.totalDuration / 1000 + PATIENCE
    result = api.get_performance_test_results(started.requestId)
    while result.result == PerformanceTestStatus.PENDING and time.monotonic() < deadline:
        time.sleep(0.1)
        result = api.get_performance_test_results(started.requestId)
    assert result.result == PerformanceTestStatus.PASS, result
    assert result.config == started.config and result.target == f"{server.app}/app-store/retention"
    assert result.successRate >= started.config.successRateThreshold and result.numPending == 0
    assert result.responseTimes.p50 <= result.responseTimes.p90 <= result.responseTimes.p99

    def sheet(transaction):
        shown = store.control("cancel-sheet", transaction=transaction)["sheet"]
        assert shown["source"] == "server" and "problem" not in shown, shown
        return shown

    smaller, offer, reasons = sheet(anna), sheet(ben), sheet(cleo)
    assert (smaller["shows"], smaller["product"]) == ("alternateProduct", "pro.monthly")
    assert smaller["message"]["header"] == "Pay by the month"
    assert (offer["shows"], offer["product"], offer["offer"]) == ("promotionalOffer", "pro.monthly", "stay")
    assert offer["message"]["messageIdentifier"] == str(STAY)
    assert (reasons["shows"], reasons["message"]["messageIdentifier"]) == ("message", str(REASONS))
    assert reasons["message"]["image"]["altText"] == "An empty inbox"


def test_unused_answer(store, server):
    """An answer that cannot be used is explained, and the default message shows"""
    api = store.api
    anna = server.customer(store, "anna", "pro.yearly")
    api.configure_realtime_url(RealtimeUrlRequest(realtimeURL=f"{server.app}/app-store/retention"))
    shown = store.control("cancel-sheet", transaction=anna)["sheet"]
    assert (shown["shows"], shown["problem"]) == (
        "nothing", {"code": "unknownMessage", "detail": f"There is no message {SMALLER}."})
    upload_messages(api)
    api.configure_default_message("pro.yearly", "en-US", DefaultConfigurationRequest(messageIdentifier=REASONS))
    store.control("review", message=str(SMALLER), approved=False)
    shown = store.control("cancel-sheet", transaction=anna)["sheet"]
    assert (shown["source"], shown["message"]["messageIdentifier"]) == ("default", str(REASONS))
    assert shown["problem"]["code"] == "messageNotApproved"
    store.control("review", message=str(SMALLER), approved=True)
    assert store.control("cancel-sheet", transaction=anna)["sheet"]["shows"] == "alternateProduct"


@pytest.mark.parametrize("address, code", [("stalled", "late"), ("unreachable", "noResponse")])
def test_no_answer(store, request, address, code):
    """The store waits 700 milliseconds for the whole answer, and recognizes a server that cannot be reached"""
    transaction = store.buy("pro.yearly")
    store.api.configure_realtime_url(RealtimeUrlRequest(realtimeURL=request.getfixturevalue(address)))
    shown = store.control("cancel-sheet", transaction=transaction)["sheet"]
    assert (shown["shows"], shown["problem"]["code"]) == ("nothing", code), shown
    assert shown["responseTime"] < 5_000


def test_refusal(store):
    """The body of a server's refusal is shown, so that its reason is not lost"""
    transaction = store.buy("pro.yearly")
    with answering(422, json.dumps({"code": "wrongApp"}).encode()) as address:
        store.api.configure_realtime_url(RealtimeUrlRequest(realtimeURL=address))
        problem = store.control("cancel-sheet", transaction=transaction)["sheet"]["problem"]
    assert problem == {
        "code": "wrongStatus", "detail": 'The server answered with status 422 instead of 200: {"code": "wrongApp"}'}


@pytest.mark.parametrize("is_own", [True, False])
def test_offer_key(store, is_own):
    """An offer is shown if the key that calls the store signed it, and not if another did"""
    upload_messages(store.api)
    transaction = store.buy("pro.monthly")
    own = pathlib.Path(store.said("key file")).read_text(encoding="utf-8")
    claims = {
        "iss": store.said("issuer id"), "iat": int(time.time()), "aud": "promotional-offer", "bid": "com.example.shop",
        "nonce": str(uuid.uuid4()), "productId": "pro.monthly", "offerIdentifier": "stay", "transactionId": transaction}
    offer = jwt.encode(
        claims, own if is_own else ec.generate_private_key(ec.SECP256R1()), "ES256", {"kid": store.said("key id")})
    body = {"promotionalOffer": {"messageIdentifier": str(STAY), "promotionalOfferSignatureV2": offer}}
    with answering(200, json.dumps(body).encode()) as address:
        store.api.configure_realtime_url(RealtimeUrlRequest(realtimeURL=address))
        shown = store.control("cancel-sheet", transaction=transaction)["sheet"]
    assert (shown["shows"], shown.get("problem", {}).get("code")) == (
        ("promotionalOffer", None) if is_own else ("nothing", "wrongOffer")), shown
