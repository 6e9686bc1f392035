"""Both examples of an own backend refuse the message themselves, as Documentation/Backend.md says."""

import requests

from conftest import APP, PATIENCE


def say(backend, token, key, message="good morning"):
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    return requests.post(f"{backend.address}/chat-stream", data=message, headers=headers, timeout=PATIENCE)


def test_discovery(coach, backend):
    """EX-12 discovery streams, the backend itself ends it, and the next message gets 403 with the paywall"""
    _, token = coach.customer()
    for number in range(3):
        answer = say(backend, token, f"m{number}", f"hello {number}")
        assert answer.status_code == 200, answer.text
        assert answer.headers["Content-Type"] == "text/event-stream"
        assert answer.text == "".join(f'data: "{word}"\n\n' for word in ["You", "said:", "hello", str(number)])
        assert coach.phase(token) == ("onboarding" if number < 2 else "blocked")
    answer = say(backend, token, "m3")
    assert (answer.status_code, answer.json()) == (403, {"code": "denied", "paywall": "after-discovery"})


def test_repeated(coach, backend):
    """A repeated message counts once; another text under the same id counts as another message"""
    _, token = coach.customer()
    for _ in range(5):
        assert say(backend, token, "m1").status_code == 200
    assert coach.phase(token) == "onboarding"
    for message in ["one", "two"]:
        assert say(backend, token, "m1", message).status_code == 200
    assert coach.phase(token) == "blocked"


def test_strangers(coach, backend):
    """Without a customer's token nothing is streamed; a secret key is not a customer's token"""
    for token, status in [("nonsense", 401), (backend.key, 503)]:
        assert say(backend, token, "m1").status_code == status
    assert requests.post(f"{backend.address}/chat-stream", data="hi", timeout=PATIENCE).status_code == 401


def test_own_key(coach, start):
    """Without a valid key of its own the backend streams nothing, and does not blame the app's token"""
    backend = start()
    _, token = coach.customer()
    assert say(backend, token, "m1").status_code == 200
    coach.keys("revoke", backend.key[:-64])
    assert say(backend, token, "m2").status_code == 503


def test_revoked(coach):
    """A revoked key is refused by the running server at once, and leaks to nobody"""
    customer, token = coach.customer()
    key = coach.keys("create", "--app", APP, "--name", "to be revoked")
    address = f"{coach.base}/customers/{customer}/access/send-message"

    def ask():
        answer = requests.get(address, headers={"Authorization": f"Bearer {key}"}, timeout=PATIENCE)
        return answer.status_code, answer.json().get("code")

    assert ask() == (200, None)
    assert "to be revoked" in coach.keys("list", "--app", APP)
    coach.keys("revoke", key[:-64])
    assert ask() == (401, "revoked_secret_key")
    assert key[-64:] not in "".join(coach.server.output)
