import Tollgate
import TollgateWire

extension TollgateClient {
  /// Writes a report to the device, to be sent as soon as the network allows.
  @discardableResult
  func enqueue(_ report: PendingWrite.Report) -> Idempotency.Key {
    let key = Idempotency.Key(configuration.makeID())
    outbox.append(
      PendingWrite(key: key, customer: session?.customer, report: report, at: now))
    while outbox.count > PendingWrite.limit,
      let oldest = outbox.firstIndex(where: { !$0.isPurchase })
    {
      outbox.remove(at: oldest)
      note(ClientError(.queueFull))
    }
    saveOutbox()
    recompute()
    return key
  }

  /// Sends what waits for the session's customer, oldest first, and stops at the first that must wait longer.
  ///
  /// It runs on when the caller is cancelled.
  @discardableResult
  func flush() async -> ClientError? {
    let previous = flushing
    let task = Task {
      _ = await previous?.value
      return await drain()
    }
    flushing = task
    return await task.value
  }

  private func drain() async -> ClientError? {
    while let write = outbox.first(where: { $0.customer == nil || $0.customer == session?.customer }
    ) {
      do {
        try await send(write)
      } catch {
        guard error.isFinal else { return error.error }
        if awaited?.key == write.key { awaited?.refusal = error.error }
        note(error.error)
      }
      outbox.removeAll { $0.key == write.key }
      saveOutbox()
      recompute()
    }
    guard isStale, session != nil else { return nil }
    do { try await refresh() } catch { return error }
    return nil
  }

  private func send(_ write: PendingWrite) async throws(ServerCalls.Failure) {
    let session = try await ensureSession()
    let change: ChangeResponse
    switch write.report {
    case .purchase(let purchase): return try await send(purchase)
    case .milestone(let id):
      let snapshot: CustomerSnapshot = try await authorized(.milestone(id))
      return accept(snapshot)
    case .dismissal(let id): change = try await authorized(.dismissal(id), key: write.key)
    case .paywall(let id, .shown): change = try await authorized(.paywallShown(id))
    case .paywall(let id, .closed): change = try await authorized(.paywallClosed(id))
    case .nudge(let id):
      change = try await authorized(
        .nudgeDelivered(id), body: NudgeDeliveredRequest(device: device))
    }
    accept(
      change.facts, version: change.version, serverTime: change.serverTime, of: session.customer)
  }

  /// Posts a signed transaction, and finishes it with the store once the server has recorded it.
  private func send(_ purchase: SignedPurchase) async throws(ServerCalls.Failure) {
    let answer: PurchaseResponse = try await authorized(
      .transactions,
      body: TransactionRequest(
        signedTransaction: purchase.transaction, signedRenewalInfo: purchase.renewalInfo))
    if answer.recorded.contains(purchase.id) { await configuration.store.finish(purchase.id) }
    if let snapshot = answer.snapshot { accept(snapshot) } else { isStale = true }
  }
}
