"""The wheel: what is in it, and a store that a program starts with it in an empty environment."""

import platform
import re
import subprocess
import sys
import zipfile

import pytest

from conftest import GIVEN, ROOT, run, succeed

BUY = """\
from appstore_simulator import AppStore, AppStoreError

received = []
with AppStore("Shop.storekit", bundle_id="com.example.shop", notify=received.append) as store:
    bought = store.buy("pro.monthly", account="anna")
    assert (bought.result, bought.account) == ("success", "anna")
    assert [one.notification_type for one in bought.notifications] == ["SUBSCRIBED"]
    assert len(received) == 1 and received[0].count(".") == 2
    renewed = store.advance("P1M")
    assert renewed.now == store.now and renewed.notifications[0].delivery == "delivered"
    store.cancel("anna")
    store.resume("anna")
    store.fail_billing("anna")
    store.fix_billing("anna")
    assert [one.notification_type for one in store.refund(bought.transaction_id).notifications] == ["REFUND"]
    store.reverse_refund(bought.transaction_id)
    store.request_refund(bought.transaction_id)
    store.decline_refund(bought.transaction_id)
    pending = store.buy("coins", account="ben", outcome="askToBuy")
    assert pending.result == "pending"
    assert store.approve(pending.pending).transaction_id
    assert len(store.device("ben").signed_transactions) == 1 and store.device("ben").app_receipt
    assert {one.account for one in store.notifications(account="ben")} == {"ben"}
    store.refuse(times=0)
    store.faults(duplicate=100)
    before = len(received)
    store.buy("coins", account="ben")
    assert len(received) == before + 2
    store.faults()
    try:
        store.buy("iron")
    except AppStoreError as error:
        assert error.code == "unknownProduct" and "iron" in str(error)
    else:
        raise AssertionError("the store sold iron")
    certificate, key = store.root_certificate, store.private_key
    assert certificate.read_bytes()[0] == 0x30 and key.startswith(b"-----BEGIN PRIVATE KEY-----")
    assert store.key_id and store.issuer_id and store.bundle_id == "com.example.shop"
assert not certificate.exists()
print("done")
"""


def test_a_program_in_an_empty_environment_starts_a_store_buys_and_refunds(python, shop):
    """EX-3 a program in an empty environment starts the wheel's store, buys, refunds, and receives every notification"""
    assert succeed(python, "-I", "-c", BUY, cwd=shop) == "done\n"


def test_a_notification_that_the_function_refuses_is_not_delivered(python, shop):
    code = """\
from appstore_simulator import AppStore
def refuse(signed):
    raise ValueError("not today")
with AppStore("Shop.storekit", notify=refuse) as store:
    print(store.buy("coins").notifications[0].delivery)
"""
    output = succeed(python, "-c", code, cwd=shop)
    assert "ValueError: not today" in output and output.endswith("givenUp\n")


def test_a_store_that_cannot_start_says_why(python, shop):
    code, output = run(python, "-c", 'from appstore_simulator import AppStore; AppStore("None.storekit")', cwd=shop)
    assert code == 1
    assert "AppStoreError: None.storekit: error: there is no such file" in output
    (shop / "missing").mkdir()
    code, output = run(
        python, "-c", 'from appstore_simulator import AppStore; AppStore("Shop.storekit")', cwd=shop,
        APPSTORE_SIMULATOR=str(shop / "nothing"))
    assert code == 1 and "AppStoreError: The program cannot be started" in output


def test_each_option_of_a_store_is_one_of_its_program(python, shop, echo):
    code = """\
from appstore_simulator import AppStore
AppStore("Shop.storekit", bundle_id="com.example.shop", app_apple_id=42, environment="production", start="2026-03-01T00:00:00Z",
         clock="real", rate="monthIn5Minutes", seed=9, chaos=7, port=8090)
"""
    _, output = run(python, "-c", code, cwd=shop, APPSTORE_SIMULATOR=echo)
    assert re.search(
        r"AppStoreError: --config Shop.storekit --key-directory \S+ --bundle-id com.example.shop --app-apple-id 42 "
        r"--environment production --start 2026-03-01T00:00:00Z --clock real --rate monthIn5Minutes --seed 9 --chaos 7 --port 8090",
        output), output
    given = set(re.findall(r"--[a-z-]+", output)) - {"--config"}
    declared = (ROOT / "Sources/AppStoreSimulatorLauncher/StoreOptions.swift").read_text(encoding="utf-8")
    names = {re.sub("[A-Z]", lambda letter: "-" + letter[0].lower(), name) for name in re.findall(r"package var (\w+)", declared)}
    # Packages are for one machine, hand out keys of their own, and name a backend once it runs.
    assert {f"--{name}" for name in names} - given == {"--host-options", "--notify", "--key", "--key-id", "--issuer-id"}


def test_chaos_is_begun_with_a_store_and_ended_by_a_call(python, shop):
    code = """\
from appstore_simulator import AppStore
with AppStore("Shop.storekit", chaos=7) as store:
    begun = store.state()["chaos"]
    store.chaos(8)
    changed = store.state()["chaos"]
    store.chaos(None)
    print(begun, changed, store.state().get("chaos"))
"""
    assert succeed(python, "-c", code, cwd=shop) == "7 8 None\n"


def test_a_store_ends_with_the_program_that_forgot_to_close_it(python, shop):
    code = 'from appstore_simulator import AppStore; store = AppStore("Shop.storekit"); print(store._process.pid)'
    pid = succeed(python, "-c", code, cwd=shop).strip()
    assert subprocess.run(["kill", "-0", pid], stderr=subprocess.DEVNULL).returncode != 0


def test_the_wheel_installs_the_program_as_a_command(python, shop):
    assert re.match(r"\d+\.\d+\.\d+$", succeed(python.with_name("appstore-simulator"), "--version").strip())


def test_the_wheel_has_types_licenses_and_a_record_of_each_file(wheel):
    assert re.fullmatch(r"appstore_simulator-\d+\.\d+\.\d+-py3-none-\w+\.whl", wheel.name)
    with zipfile.ZipFile(wheel) as zipped:
        names = zipped.namelist()
        info = next(name for name in names if name.endswith("/RECORD")).rsplit("/", 1)[0]
        record = zipped.read(f"{info}/RECORD").decode().splitlines()
        assert [line.split(",")[0] for line in record] == names
        assert zipped.read(f"{info}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
        assert sum("/licenses/licenses/" in name for name in names) > 20
        program = zipped.getinfo("appstore_simulator/bin/appstore-simulator")
        assert program.external_attr >> 16 == 0o100755
        assert "appstore_simulator/py.typed" in names


@pytest.mark.skipif(GIVEN.suffix != ".whl" or platform.system() != "Linux", reason="make wheel")
def test_the_program_runs_where_there_is_neither_swift_nor_sqlite(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as zipped:
        program = zipped.extract("appstore_simulator/bin/appstore-simulator", tmp_path)
    needed = re.findall(r"\(NEEDED\).*\[(.+)\]", succeed("readelf", "--wide", "--dynamic", program))
    assert needed and not [name for name in needed if re.match("libswift|lib_?Foundation|libdispatch|libsqlite3", name)]
    assert "-manylinux_2_" in wheel.name, f"it needs a library that not every Linux has: {needed}"


def test_the_same_program_gives_the_same_packages(tmp_path):
    binary = tmp_path / "program"
    binary.write_text("#!/bin/sh\necho 1.2.3\n", encoding="utf-8")
    binary.chmod(0o755)
    for kind in ("wheel", "npm"):
        first, second = (
            succeed(sys.executable, ROOT / "Scripts/packages.py", kind, "--binary", binary, "--output", tmp_path / name).strip()
            for name in ("first", "second"))
        assert open(first, "rb").read() == open(second, "rb").read()
