import Tollgate

extension TollgateClient {
  /// Handles a use according to the blueprint when the server cannot be reached.
  ///
  /// Only the device on which the customer began allows uses on its own: at most as many as the blueprint permits until
  /// they are reported, and only those that the allowance still covers as far as the device knows. All devices together
  /// therefore never exceed the allowance by more than that number.
  func useOffline(
    _ feature: Feature.ID, _ item: Item.ID?, _ cost: Int?, _ key: Idempotency.Key,
    after error: ClientError
  ) throws(ClientError) -> Access {
    guard error.isRetryable, let known, let now, let blueprint,
      let handle = blueprint.handle(of: feature)
    else { throw error }
    switch blueprint.feature(feature)?.offline ?? .refuse {
    case .refuse: throw error
    case .wait:
      let use = PendingWrite.OfflineUse(
        feature: feature, item: item, cost: cost, isAllowed: false, facts: [])
      try keep(use, key, of: known.id, at: now)
      return .unknown
    case .allow(let most):
      let facts: [Fact]
      do throws(Denial) {
        facts = try blueprint.use(
          handle, by: self.facts, id: known.id, key: key, item: item, cost: cost, at: now
        ).facts
      } catch {
        return .denied(error)
      }
      if facts.isEmpty, access(to: feature) == .allowed(nil) { return .allowed(nil) }
      guard membership?.phase != .unknown else { throw error }
      let waiting = outbox.count { $0.use?.feature == feature && $0.use?.isAllowed == true }
      guard waiting < most, known.facts.firstDevice(of: known.id) == device else {
        throw ClientError(.offlineUsesSpent)
      }
      let use = PendingWrite.OfflineUse(
        feature: feature, item: item, cost: cost, isAllowed: true, facts: facts)
      try keep(use, key, of: known.id, at: now)
      return answer(to: use)
    }
  }

  /// The answer that a waiting use was given.
  func answer(to use: PendingWrite.OfflineUse) -> Access {
    guard use.isAllowed else { return .unknown }
    switch access(to: use.feature) {
    case .allowed(let limit): return .allowed(limit)
    case .denied(let denial): return .allowed(denial.limit)
    case .unknown: return .allowed(nil)
    }
  }

  /// Stores a use on the device; a use that cannot be stored is not made.
  private func keep(
    _ use: PendingWrite.OfflineUse, _ key: Idempotency.Key, of customer: Customer.ID,
    at now: Instant
  ) throws(ClientError) {
    let write = PendingWrite(
      key: key, customer: customer, report: .use(use), at: now, isAnonymous: account == nil)
    guard enqueue(write) else {
      outbox.removeAll { $0.key == key }
      recompute()
      throw ClientError(.storageFailed)
    }
    sendLater()
  }
}
