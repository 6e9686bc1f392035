// A running App Store simulator and the calls of its control API; index.d.ts describes them.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const carried = fileURLToPath(new URL("bin/appstore-simulator", import.meta.url));

/** The program that this package carries, or the one that the environment names with APPSTORE_SIMULATOR. */
export const program = () => process.env.APPSTORE_SIMULATOR || carried;

export class AppStoreError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "AppStoreError";
    this.code = code;
  }
}

export class AppStore {
  #process;
  #folder;
  #inbox;
  #end = () => this.#process.kill();

  static async start(config, options = {}) {
    const store = new AppStore();
    await store.#start(config, options);
    return store;
  }

  async #start(config, { notify, ...options }) {
    this.#folder = await mkdtemp(join(tmpdir(), "appstore-simulator-"));
    const all = { environment: "sandbox", start: "2026-01-01T00:00:00Z", clock: "manual", seed: 1, port: 0, ...options };
    const names = { bundleId: "bundle-id", appAppleId: "app-apple-id" };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    this.#process = spawn(program(), [
      "--config", config, "--key-directory", this.#folder,
      ...given.flatMap(([name, value]) => [`--${names[name] ?? name}`, `${value}`]),
    ], { stdio: ["ignore", "pipe", "pipe"] });
    process.once("exit", this.#end);
    try {
      this.url = await this.#address();
      this.rootCertificate = join(this.#folder, "root.cer");
      const state = await this.state();
      this.bundleId = state.bundleId;
      this.appAppleId = state.appAppleId;
      this.keyId = state.keyId;
      this.issuerId = state.issuerId;
      this.privateKey = await readFile(join(this.#folder, `SubscriptionKey_${this.keyId}.p8`), "utf8");
      if (notify !== undefined) await this.notify(notify);
      // A test that forgets to stop the store ends all the same, and the store with it.
      for (const handle of [this.#process, this.#process.stdout, this.#process.stderr]) handle.unref();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  #address() {
    return new Promise((resolve, reject) => {
      let errors = "";
      const fail = (reason) => reject(new AppStoreError("notStarted", reason));
      this.#process.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
      this.#process.once("error", (error) => fail(`The program cannot be started: ${error.message}`));
      this.#process.once("close", () => fail(errors.trim() || "The program ended without a word."));
      createInterface(this.#process.stdout).on("line", (line) => line.startsWith("http://") && resolve(line.trim()));
    });
  }

  async stop() {
    process.off("exit", this.#end);
    const { pid, exitCode, signalCode } = this.#process;
    if (pid !== undefined && exitCode === null && signalCode === null) {
      const ended = new Promise((resolve) => this.#process.once("exit", resolve));
      this.#process.ref();
      this.#process.kill();
      await ended;
    }
    this.#closeInbox();
    await rm(this.#folder, { recursive: true, force: true });
  }

  // What customers do.

  buy(product, options = {}) { return this.do("buy", { product, ...options }); }
  approve(pending) { return this.do("approve", { purchase: pending }); }
  decline(pending) { return this.do("decline", { purchase: pending }); }
  cancel(account, group) { return this.do("cancel", { account, group }); }
  resume(account, group) { return this.do("resume", { account, group }); }
  acceptPrice(account, group) { return this.do("accept-price", { account, group }); }
  share(account, member) { return this.do("share", { account, with: member }); }
  stopSharing(account, member) { return this.do("stop-sharing", { account, with: member }); }
  requestRefund(transactionId, reason) { return this.do("refund-request", { transaction: transactionId, reason }); }

  // What the App Store does.

  renew(account, group) { return this.do("renew", { account, group }); }
  expire(account, group) { return this.do("expire", { account, group }); }
  failBilling(account) { return this.do("fail-billing", { account }); }
  fixBilling(account) { return this.do("fix-billing", { account }); }
  refund(transactionId, options = {}) { return this.do("refund", { transaction: transactionId, ...options }); }
  decideRefund(transactionId) { return this.do("refund-decision", { transaction: transactionId }); }
  declineRefund(transactionId) { return this.do("refund-decline", { transaction: transactionId }); }
  reverseRefund(transactionId) { return this.do("refund-reverse", { transaction: transactionId }); }
  setPrice(product, price, options = {}) { return this.do("price", { product, price, ...options }); }
  extend(transactionId, days) { return this.do("extend", { transaction: transactionId, days }); }

  // The clock, notifications and faults.

  advance(by) { return this.do("clock", { by }); }
  advanceTo(to) { return this.do("clock", { to: to instanceof Date ? to.getTime() : to }); }

  async notify(target) {
    this.#closeInbox();
    let url = target ?? undefined;
    if (typeof target === "function") {
      this.#inbox = createServer(async (request, response) => {
        try {
          let body = "";
          for await (const part of request.setEncoding("utf8")) body += part;
          await target(JSON.parse(body).signedPayload);
          response.statusCode = 200;
        } catch (error) {
          console.error(error);
          response.statusCode = 500;
        }
        response.end();
      });
      await new Promise((resolve) => this.#inbox.listen(0, "127.0.0.1", resolve));
      this.#inbox.unref();
      url = `http://127.0.0.1:${this.#inbox.address().port}/notifications`;
    }
    return this.do("notify", { url });
  }

  #closeInbox() {
    this.#inbox?.closeAllConnections();
    this.#inbox?.close();
    this.#inbox = undefined;
  }

  sendTestNotification() { return this.do("test-notification"); }
  faults(faults = {}) { return this.do("faults", faults); }
  refuse(errorCode = 4290000, options = {}) { return this.do("refuse", { errorCode, ...options }); }
  chaos(seed) { return this.do("chaos", { seed: seed ?? undefined }); }

  // What there is.

  notifications() { return this.#send("control/notifications"); }
  device(account) { return this.#send(`control/accounts/${encodeURIComponent(account)}`); }
  consumption(transactionId) { return this.#send(`control/consumption/${transactionId}`); }
  state() { return this.#send("control/state"); }
  async now() { return (await this.state()).now; }

  async do(action, fields = {}) {
    const { now, notifications, purchase = {} } = await this.#send(`control/${action}`, fields);
    const { result, account, transactionId, originalTransactionId, failure } = purchase;
    return {
      now, notifications, result, account, transactionId, originalTransactionId, failure,
      signedTransaction: purchase.signedTransactionInfo, pending: purchase.purchase,
    };
  }

  async #send(name, fields) {
    const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) };
    const response = await fetch(`${this.url}/${name}`, fields && post);
    const answer = await response.json();
    if (!response.ok) throw new AppStoreError(answer.code, answer.detail);
    return answer;
  }
}
