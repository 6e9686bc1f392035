import Tollgate

extension TollgateClient {
  /// Does with a use what the blueprint says where the server could not be asked.
  ///
  /// Only the device on which the customer began allows uses by itself, at most as many as the blueprint says until they are
  /// reported, and only those that the allowance still covers as far as the device knows. So all devices together never
  /// get more than the allowance and that number.
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
          handle, self.facts, id: known.id, key: key, item: item, cost: cost, at: now
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

  /// What a use that waits was answered.
  func answer(to use: PendingWrite.OfflineUse) -> Access {
    guard use.isAllowed else { return .unknown }
    switch access(to: use.feature) {
    case .allowed(let limit): return .allowed(limit)
    case .denied(let denial): return .allowed(denial.limit)
    case .unknown: return .allowed(nil)
    }
  }

  /// Writes a use to the device; one that is not safe there is not made.
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
