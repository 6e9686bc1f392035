import Tollgate
import TollgateWire

extension Outbox {
  /// Starts a pass over a customer's reports; nothing changes if none wait.
  mutating func startPass(for customer: Customer.ID?) {
    switch state {
    case .idle:
      if writes.contains(where: { $0.concerns(customer) }) { state = .sending(failed: []) }
    case .sending, .stopped: break
    }
  }

  /// The next report to send in this pass, for the customer the device acts for now.
  func next(for customer: Customer.ID?) -> PendingWrite? {
    switch state {
    case .idle, .stopped: nil
    case .sending(let failed):
      writes.first { write in
        write.concerns(customer) && !failed.contains { $0.key == write.key } && !isBehind(write)
      }
    }
  }

  /// Whether an earlier report about the same feature has to be sent first: releases and lists of all items stay in
  /// order with the uses.
  private func isBehind(_ write: PendingWrite) -> Bool {
    guard let feature = write.feature else { return false }
    return writes.prefix { $0.key != write.key }.contains { earlier in
      earlier.customer == write.customer && earlier.feature == feature
        && (earlier.use == nil || write.use == nil)
    }
  }

  /// The server has recorded a report.
  mutating func delivered(_ key: Idempotency.Key) -> [Action] {
    failures = 0
    return remove(key)
  }

  /// The server did not record a report: it is retried, or removed if that cannot help.
  mutating func failed(_ write: PendingWrite, _ failure: ServerCalls.Failure) -> [Action] {
    guard !failure.isFinal else { return refused(write, failure) + remove(write.key) }
    switch state {
    case .idle, .stopped: break
    case .sending(let failed):
      let all = failed + [FailedReport(key: write.key, failure: failure)]
      state = failure.stopsEverything ? .stopped(failed: all) : .sending(failed: all)
    }
    return []
  }

  /// Ends the pass.
  ///
  /// - Returns: The first failure, and what the client performs; no failure if everything was sent.
  mutating func endPass() -> (failure: ServerCalls.Failure?, actions: [Action]) {
    switch state {
    case .idle: return (nil, [])
    case .sending(let failed), .stopped(let failed):
      state = .idle
      guard let first = failed.first else { return (nil, []) }
      return (first.failure, requestFailed(first.failure))
    }
  }

  /// A request failed: the next pass starts later, unless a purchase being confirmed has its own schedule.
  mutating func requestFailed(_ failure: ServerCalls.Failure) -> [Action] {
    failures += 1
    switch confirmation {
    case .pending, .refused: return []
    case .none: return [retry(requested: failure.retryAfter)]
    }
  }

  /// A retry for what waits.
  func retry(requested: Duration? = nil) -> Action {
    .retry(failures: max(1, failures), requested: requested)
  }

  private mutating func remove(_ key: Idempotency.Key) -> [Action] {
    writes.removeAll { $0.key == key }
    return [.saveRemoval(key), .evaluate]
  }

  private mutating func refused(
    _ write: PendingWrite, _ failure: ServerCalls.Failure
  ) -> [Action] {
    if confirmation.key == write.key { confirmation = .refused(write.key, failure.error) }
    var actions: [Action] = []
    if let purchase = write.purchase {
      actions.append(.notifyPurchase(purchase, .refused(failure.error)))
    }
    if let use = write.use, let denial = failure.problem?.denial {
      actions.append(.markStale)
      actions.append(
        .notifyUse(UseChange(feature: use.feature, key: write.key, answer: .denied(denial))))
      guard use.isAllowed else { return actions }
    }
    return actions + [.note(failure.error)]
  }
}

extension PendingWrite {
  /// The feature of a use, a release or a list of items.
  fileprivate var feature: Feature.ID? { use?.feature ?? release?.feature ?? held?.feature }

  /// Whether it is sent while the device acts for a customer.
  fileprivate func concerns(_ customer: Customer.ID?) -> Bool {
    self.customer == nil || self.customer == customer
  }
}
