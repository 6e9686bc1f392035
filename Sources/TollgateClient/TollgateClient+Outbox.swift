import Tollgate
import TollgateWire

extension TollgateClient {
  /// Stores a report on the device, to be sent as soon as the network allows.
  @discardableResult
  func enqueue(_ report: PendingWrite.Report) -> Idempotency.Key {
    let key = Idempotency.Key(configuration.makeID())
    enqueue(
      PendingWrite(
        key: key, customer: session?.customer, report: report, at: now, isAnonymous: account == nil)
    )
    return key
  }

  /// Stores a report on the device, and returns whether it is safe there.
  @discardableResult
  func enqueue(_ write: PendingWrite) -> Bool {
    outbox.append(write)
    while outbox.count > PendingWrite.limit, let oldest = outbox.firstIndex(where: { !$0.isKept }) {
      outbox.remove(at: oldest)
      note(ClientError(.queueFull))
    }
    let isSafe = saveOutbox()
    recompute()
    return isSafe
  }

  /// Keeps waiting reports for their customer, who may return; an anonymous customer's purchases go to the next
  /// customer.
  func releaseOutbox() {
    outbox.removeAll {
      !($0.isHeld ?? false) && (!$0.isKept || ($0.isAnonymous ?? false && $0.purchase == nil))
    }
    for index in outbox.indices where outbox[index].isAnonymous ?? false {
      outbox[index].customer = nil
    }
    if outbox.isEmpty { forget(.outbox) } else { saveOutbox() }
  }

  /// Sends the session customer's waiting reports, oldest first, and stops if the server cannot be reached now.
  ///
  /// A report on which the server fails keeps its place, and those after it are still sent.
  ///
  /// It continues if the caller is cancelled.
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
    var stumbled: [Idempotency.Key: ServerCalls.Failure] = [:]
    while let write = outbox.first(where: {
      ($0.customer == nil || $0.customer == session?.customer) && stumbled[$0.key] == nil
    }) {
      do {
        try await send(write)
        failures = 0
      } catch {
        guard error.isFinal else {
          stumbled[write.key] = error
          if error.stopsEverything { break }
          continue
        }
        refuse(write, error)
      }
      outbox.removeAll { $0.key == write.key }
      saveOutbox()
      recompute()
    }
    if let failure = stumbled.values.first {
      sendLater(after: failure)
      return failure.error
    }
    await endSessions()
    guard isStale, session != nil else { return nil }
    do { try await reread() } catch {
      connection = .failed(error.error)
      return error.error
    }
    return nil
  }

  /// Retries after a delay, if the configuration can wait; a purchase being confirmed has its own schedule.
  func sendLater(after failure: ServerCalls.Failure) {
    failures += 1
    guard awaited == nil else { return }
    sendLater(asked: failure.retryAfter)
  }

  func sendLater(asked: Duration? = nil) {
    guard let sleep = configuration.sleep else { return }
    let wait = Backoff.wait(
      after: max(1, failures), random: configuration.random(), asked: asked)
    retrying?.cancel()
    retrying = Task { [weak self] in
      do { try await sleep(wait) } catch { return }
      self?.retrying = nil
      await self?.flush()
      await self?.reconcileNudges()
    }
  }

  private func refuse(_ write: PendingWrite, _ failure: ServerCalls.Failure) {
    if awaited?.key == write.key { awaited?.refusal = failure.error }
    if let purchase = write.purchase { tell(purchase, .refused(failure.error)) }
    if let use = write.use, let denial = failure.problem?.denial {
      isStale = true
      uses.send(UseChange(feature: use.feature, key: write.key, answer: .denied(denial)))
      guard use.isAllowed else { return }
    }
    note(failure.error)
  }

  private func send(_ write: PendingWrite) async throws(ServerCalls.Failure) {
    let change: ServerCalls.Answered<ChangeResponse>
    switch write.report {
    case .purchase(let purchase): return try await send(purchase, key: write.key)
    case .use(let use): return try await send(use, key: write.key)
    case .milestone(let id): return accept(try await authorized(.milestone(id)), .snapshot)
    case .dismissal(let id): change = try await authorized(.dismissal(id), key: write.key)
    case .paywall(let report):
      let endpoint: Endpoint =
        switch report.action {
        case .shown: .paywallShown(report.paywall)
        case .closed: .paywallClosed(report.paywall)
        }
      change = try await authorized(
        endpoint, key: write.key,
        body: PaywallReportRequest(feature: report.feature, placement: report.placement))
    case .nudge(let id, let occurrence):
      change = try await authorized(
        .nudgeDelivered(id), body: NudgeDeliveredRequest(occurrence: occurrence, device: device))
    }
    accept(change.answer, change.signed(.change))
  }

  private func send(
    _ use: PendingWrite.OfflineUse, key: Idempotency.Key
  ) async throws(ServerCalls.Failure) {
    let answer = try await report(
      use.feature,
      UseRequest(item: use.item, cost: use.cost, isReport: use.isAllowed ? true : nil), key)
    uses.send(UseChange(feature: use.feature, key: key, answer: .allowed(answer.access.limit)))
  }

  /// Reports a use and merges the result.
  func report(
    _ feature: Feature.ID, _ request: UseRequest, _ key: Idempotency.Key
  ) async throws(ServerCalls.Failure) -> UseResponse {
    let answered: ServerCalls.Answered<UseResponse> = try await authorized(
      .use(feature), key: key, body: request)
    let answer = answered.answer
    accept(
      ChangeResponse(facts: answer.facts, version: answer.version, serverTime: answer.serverTime),
      answered.signed(.use))
    return answer
  }

  /// Posts a signed transaction, and finishes it with the store once the server has recorded it.
  private func send(
    _ purchase: SignedPurchase, key: Idempotency.Key
  ) async throws(ServerCalls.Failure) {
    let answered: ServerCalls.Answered<PurchaseResponse> = try await authorized(
      .transactions, key: key,
      body: TransactionRequest(
        signedTransaction: purchase.transaction, signedRenewalInfo: purchase.renewalInfo))
    accept(answered)
    guard answered.answer.recorded.contains(purchase.id) else { return }
    await configuration.store.finish(purchase.id)
    tell(purchase, .recorded)
  }

  /// Merges the customer after a purchase.
  func accept(_ answered: ServerCalls.Answered<PurchaseResponse>) {
    guard let snapshot = answered.answer.snapshot else {
      isStale = true
      return
    }
    accept(snapshot, answered.signed(.purchase))
  }

  /// Notifies listeners of a transaction's state.
  func tell(_ purchase: SignedPurchase, _ state: PurchaseChange.State) {
    purchases.send(
      PurchaseChange(
        transaction: purchase.id,
        product: SignedTransaction(purchase.transaction)?.transaction.product, state: state))
  }
}
