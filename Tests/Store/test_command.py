"""`tollgate store` says what it needs, and moves its clock as told."""

import subprocess

import pytest

from store import BINARY, CONFIGURATION, START, Refused, Store


HELP = """\
OVERVIEW: Run a simulated App Store for your backend's tests, from a .storekit
file or a blueprint.

It answers the App Store Server API, posts notifications to your backend,
and signs everything with a root certificate of its own. You buy, renew,
refund and move the clock on its page or with its control API. Everything
is kept in memory, and reachable from this machine only unless --host says
otherwise.

EXAMPLES:
  tollgate store --config Shop.storekit --bundle-id com.example.shop
  tollgate store --config coach.yml         its products and bundle identifier
  tollgate store --config Shop.storekit --notify http://127.0.0.1:3000/apple
  tollgate store --config Shop.storekit --clock real --rate monthIn5Minutes
  tollgate store --config Shop.storekit --chaos 7
  curl -d '{"product":"pro.monthly"}' localhost:8090/control/buy
  curl -d '{"by":"P1M"}' localhost:8090/control/clock

USAGE: tollgate store [<options>] --config <file>

OPTIONS:
  --config <file>         The products, in a .storekit file that Xcode writes
                          or in a blueprint.
  --bundle-id <bundle-id> The bundle identifier of the app; the file's, or
                          com.example.app, by default.
  --app-apple-id <app-apple-id>
                          Apple's number for the app; the one in the file, or
                          1234567890, by default.
  --notify <url>          Where to post notifications.
  --host <host>           The address to listen on; 0.0.0.0 in a container, or
                          for a phone in your network. (default: 127.0.0.1)
  --port <port>           The port to listen on; 0 takes any free port.
                          (default: 8090)
  --environment <environment>
                          The environment that signed data names. (values:
                          sandbox, production; default: sandbox)
  --rate <rate>           How fast subscriptions renew. (values: realTime,
                          monthIn30Seconds, monthIn5Minutes, monthIn15Minutes,
                          monthIn30Minutes, monthInAnHour; default: realTime)
  --seed <seed>           The seed of identifiers and keys. (default: 1)
  --chaos <seed>          Misbehave as Apple's servers can, in ways that this
                          seed chooses.
  --clock <clock>         How the clock moves: on request, or in real time.
                          (values: manual, real; default: manual)
  --start <instant>       When the clock starts; now, unless it is given.
  --key-directory <folder>
                          Where to write the key and the root certificate.
                          (default: tollgate-store)
  --key <file>            A .p8 key to use instead of a new one.
  --key-id <key-id>       The identifier of that key.
  --issuer-id <issuer-id> The issuer of that key.
  --color <color>         When to use color; `auto` is on a terminal, unless
                          NO_COLOR is set. (values: auto, always, never;
                          default: auto)
  --version               Show the version.
  -h, --help              Show help information.
"""


def said(*arguments):
    done = subprocess.run(
        [BINARY, "store", *arguments], env={"COLUMNS": "80"}, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    return done.returncode, done.stdout + done.stderr


def test_help():
    """The help says what the command does, with examples and defaults"""
    status, output = said("--help")
    assert (status, output.strip()) == (0, HELP.strip())


def test_greeting(store):
    """The greeting names the address, the certificate, the key and each of Apple's libraries"""
    assert store.greeting[0] == (
        "The store is open: 3 products, sandbox, com.example.shop. Press Control-C to close it.")
    assert store.said("clock") == "manual, 2026-01-01T00:00:00Z"
    assert [line.split()[0] for line in store.greeting[-4:]] == ["Python", "Node", "Java", "Swift"]
    assert all(store.base in line for line in store.greeting[-4:])


def test_same_key_for_the_same_seed(tmp_path):
    """Key, issuer and identifiers follow from the seed"""
    def described(seed):
        store = Store(tmp_path / seed, extra=["--seed", seed])
        bought = store.buy("coins")
        assert store.stop() == 0
        return store.said("key id"), store.said("issuer id"), bought

    assert described("7") == described("7") != described("8")


@pytest.mark.parametrize("arguments, code, sentence", [
    (["--config", "None.storekit"], 1, "None.storekit: error: there is no such file"),
    (["--config", __file__], 1, "error: "),
    (["--config", CONFIGURATION, "--port", "70000"], 64, "70000 is not a port; use 0 to 65535."),
    (["--config", CONFIGURATION, "--notify", "backend"], 64, "backend is not a URL; it must begin with http://"),
    (["--config", CONFIGURATION, "--start", "soon"], 64, "soon is not a date and time; use a form such as 2026-03-01T09:00:00Z."),
    (["--config", CONFIGURATION, "--key", "x.p8"], 64, "Use --key, --key-id and --issuer-id together"),
    (["--config", CONFIGURATION, "--key", CONFIGURATION, "--key-id", "a", "--issuer-id", "b"], 1, "error: this is not an App Store Connect key: "),
    ([], 64, "Missing expected argument '--config <file>'"),
])
def test_mistakes(arguments, code, sentence):
    """A mistake is reported in a sentence, and nothing starts"""
    status, output = said(*arguments)
    assert status == code and sentence in output, output


def test_port_in_use(store, tmp_path):
    """A port that is taken is named"""
    port = store.base.rsplit(":", 1)[1]
    status, output = said("--config", CONFIGURATION, "--port", port, "--key-directory", tmp_path / "second")
    assert status == 1
    assert f"Another process listens at 127.0.0.1:{port}: choose another port." in output


def test_given_key(store, tmp_path):
    """A key that there is already is taken"""
    second = Store(tmp_path / "second", extra=[
        "--key", store.said("key file"), "--key-id", "MINE", "--issuer-id", store.said("issuer id")])
    assert second.said("key id") == "MINE"
    coins = second.buy("coins")
    assert second.api.get_transaction_info(coins).signedTransactionInfo
    assert second.stop() == 0


def test_real_clock(tmp_path):
    """With --clock real the clock moves by itself, and can be moved ahead"""
    store = Store(tmp_path, extra=["--clock", "real"])
    while store.ask("state")["now"] == START:
        pass
    moved = store.control("clock", by="P1D")["now"]
    assert moved > START + 86_400_000
    assert store.stop() == 0


def test_refused_action(store):
    """The control API says what is wrong in a sentence"""
    with pytest.raises(Refused, match="There is no product `iron`."):
        store.buy("iron")
