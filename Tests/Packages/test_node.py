"""The npm package: what is in it, and a store that a program starts with it in an empty folder."""

import json
import pathlib
import re
import shutil
import subprocess
import tarfile
import time

import pytest

from conftest import needs_npm, run, succeed

BUY = """\
import assert from "node:assert/strict";
import { readFile, access } from "node:fs/promises";
import { AppStore, AppStoreError } from "appstore-simulator";

const received = [];
const store = await AppStore.start("Shop.storekit", { bundleId: "com.example.shop", notify: (signed) => received.push(signed) });
const bought = await store.buy("pro.monthly", { account: "anna" });
assert.equal(bought.result, "success");
assert.deepEqual(bought.notifications.map((one) => one.notificationType), ["SUBSCRIBED"]);
assert.equal(received.length, 1);
const renewed = await store.advance("P1M");
assert.equal(renewed.now, await store.now());
assert.equal(renewed.notifications[0].delivery, "delivered");
await store.cancel("anna");
await store.resume("anna");
await store.advanceTo(new Date("2026-03-15"));
const refunded = await store.refund(bought.transactionId);
assert.equal(refunded.notifications[0].notificationType, "REFUND");
await store.reverseRefund(bought.transactionId);
const { pending } = await store.buy("coins", { account: "ben", outcome: "askToBuy" });
assert.ok((await store.approve(pending)).transactionId);
assert.equal((await store.device("ben")).signedTransactions.length, 1);
assert.match((await store.device("ben")).appReceipt, /^MI/);
await assert.rejects(store.buy("iron"), (error) => error instanceof AppStoreError && error.code === "unknownProduct");
assert.equal((await readFile(store.rootCertificate))[0], 0x30);
assert.match(store.privateKey, /^-----BEGIN PRIVATE KEY-----/);
assert.ok(store.keyId && store.issuerId && store.bundleId === "com.example.shop");
await store.notify(() => { throw new Error("not today"); });
assert.equal((await store.buy("coins")).notifications[0].delivery, "givenUp");
await store.stop();
await assert.rejects(access(store.rootCertificate));
console.log("done");
"""

TYPES = """\
import { AppStore, type Outcome } from "appstore-simulator";
const store: AppStore = await AppStore.start("Shop.storekit", { bundleId: "com.example.shop", chaos: 7 });
const bought: Outcome = await store.buy("pro.monthly", { account: "anna", offerType: "winBack", offer: "back" });
await store.refund(bought.transactionId ?? "", { share: "unused" });
await store.notify((signed: string) => signed.length);
await store.stop();
"""


@needs_npm
def test_a_program_in_an_empty_folder_starts_a_store_buys_and_refunds(node):
    """EX-3 a program in an empty folder starts the npm package's store, buys, refunds, and receives every notification"""
    (node / "buy.js").write_text(BUY, encoding="utf-8")
    assert succeed("node", "buy.js", cwd=node).endswith("done\n")


@needs_npm
def test_a_store_of_the_npm_package_that_cannot_start_says_why(node):
    (node / "none.js").write_text(
        'import { AppStore } from "appstore-simulator";\nawait AppStore.start("None.storekit");\n', encoding="utf-8")
    code, output = run("node", "none.js", cwd=node)
    assert code == 1 and "AppStoreError: None.storekit: error: there is no such file" in output


@needs_npm
def test_each_option_of_a_store_in_node_is_one_of_its_program(node, echo):
    (node / "options.js").write_text(
        'import { AppStore } from "appstore-simulator";\n'
        'await AppStore.start("Shop.storekit", { bundleId: "com.example.shop", appAppleId: 42, rate: "realTime", chaos: 7 });\n',
        encoding="utf-8")
    _, output = run("node", "options.js", cwd=node, APPSTORE_SIMULATOR=echo)
    assert re.search(r"AppStoreError: --config Shop.storekit --key-directory \S+ --environment sandbox .*--port 0", output), output
    assert " --bundle-id com.example.shop --app-apple-id 42 --rate realTime --chaos 7" in output


@needs_npm
def test_a_store_ends_with_the_node_program_that_forgot_to_stop_it(node):
    (node / "forget.js").write_text(
        'import { AppStore } from "appstore-simulator";\n'
        'const store = await AppStore.start("Shop.storekit", { notify: () => {} });\nawait store.buy("coins");\n'
        'console.log(store.rootCertificate);\n', encoding="utf-8")
    folder = pathlib.Path(succeed("node", "forget.js", cwd=node).strip()).parent
    deadline = time.monotonic() + 30
    while subprocess.run(["pgrep", "--full", folder], stdout=subprocess.DEVNULL).returncode == 0:
        assert time.monotonic() < deadline, "the store still runs"


@needs_npm
def test_the_npm_package_installs_the_program_as_a_command(node):
    assert succeed("npx", "--offline", "appstore-simulator", "--version", cwd=node).strip().count(".") == 2


@needs_npm
@pytest.mark.skipif(shutil.which("tsc") is None, reason="tsc is not installed: apt install node-typescript")
def test_the_types_of_the_npm_package_fit_a_program(node):
    (node / "types.mts").write_text(TYPES, encoding="utf-8")
    succeed("tsc", "--noEmit", "--strict", "--module", "Node16", "--moduleResolution", "Node16", "--target", "ES2022", "types.mts", cwd=node)


def test_the_npm_package_is_for_this_system_and_has_its_licenses(tarball):
    with tarfile.open(tarball) as tar:
        entries = {entry.name: entry for entry in tar}
        described = json.load(tar.extractfile("package/package.json"))
    assert described["version"] != "0.0.0" and len(described["os"]) == len(described["cpu"]) == 1
    assert entries["package/bin/appstore-simulator"].mode == entries["package/cli.js"].mode == 0o755
    assert "package/LICENSE" in entries and sum(name.startswith("package/licenses/") for name in entries) > 20
