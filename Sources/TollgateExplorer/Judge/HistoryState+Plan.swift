import AppStoreSimulator
import Tollgate

extension HistoryState {
  /// Returns the subscription that decides a customer's plan, by the books; nil if there never was one.
  ///
  /// Subscriptions that give access come first, then the order is by state, higher level and later end.
  ///
  /// - Parameters:
  ///   - view: Whether to look at what happened or at what was reported.
  ///   - bases: What gives the customer access by that view.
  /// - Returns: What conditions ask about it.
  func decidingSubscription(
    of person: Int, _ view: BookView, _ bases: [Basis], _ rules: Rules
  ) -> DecidingSubscription? {
    var best: (rank: [Int64], found: DecidingSubscription)?
    let held = holders.filter { $0.value.contains(person) }.keys
    for line in people[person].lines.union(held) {
      let known = view == .real ? subscription(line) : reported[line]
      guard let known, let current = known.current, current.start <= now else { continue }
      let basis = bases.first { $0.line == line }
      guard let product = basis?.product ?? rules.product(current.signed.product),
        rules.plan.includes(product)
      else { continue }
      let isHeld = holders[line]?.contains(person) ?? false
      let condition = isHeld ? known.storeCondition(basis, at: now) : .revoked
      let rank = [
        basis == nil ? 0 : 1, Self.rank(condition),
        basis == nil ? 0 : -Int64(product.level ?? .max), current.end.milliseconds,
      ]
      guard best.map({ $0.rank.lexicographicallyPrecedes(rank) }) ?? true else { continue }
      best = (
        rank,
        DecidingSubscription(
          condition: condition, willRenew: basis.map(\.willRenew),
          product: basis.map(\.product.id))
      )
    }
    return best?.found
  }

  /// Returns a customer's subscriptions to add-ons that give access, by the books.
  ///
  /// - Parameter bases: What gives the customer access.
  /// - Returns: What conditions ask about them.
  func addOnSubscriptions(_ bases: [Basis], _ rules: Rules) -> Set<DecidingSubscription> {
    let running = bases.filter { basis in
      basis.product.kind == .autoRenewable && !basis.product.entitlements.isEmpty
        && !rules.plan.includes(basis.product)
    }
    return Set(
      running.map { basis in
        DecidingSubscription(
          condition: basis.kind == .grace ? .grace : .active, willRenew: basis.willRenew,
          product: basis.product.id)
      })
  }

  /// Paid access comes before a grace period, and what may still be paid before what is over.
  private static func rank(_ condition: StoreCondition) -> Int64 {
    switch condition {
    case .active: 5
    case .grace: 4
    case .billingRetry: 3
    case .paused: 2
    case .expired: 1
    case .revoked: 0
    }
  }

  /// Returns when the milestone was reached after which a purchase is a trial: by the customer, or by one who had the
  /// purchase before it came to the customer, with the trial; nil if neither reached it.
  func reach(
    _ milestone: Milestone.ID, with line: StoreTransaction.OriginalID, _ person: Int
  ) -> Instant? {
    people.indices.compactMap { other -> Instant? in
      guard let reached = people[other].recorded.customer.reached(milestone) else { return nil }
      if other == person { return reached }
      guard people[other].lines.contains(line), let received = people[person].receivedAt[line],
        reached <= min(received, people[other].handedOver[line] ?? received)
      else { return nil }
      return reached
    }.min()
  }
}

extension UnsignedSubscription {
  /// Returns the state at the store, given the access that the subscription gives now.
  fileprivate func storeCondition(_ basis: Basis?, at now: Instant) -> StoreCondition {
    if let basis { return basis.kind == .grace ? .grace : .active }
    switch condition {
    // A refund after the end revokes the period, although the store reports the subscription only as expired.
    case .active, .expired: return current?.signed.revokedAt == nil ? .expired : .revoked
    case .grace(_, let until), .retrying(let until): return now < until ? .billingRetry : .expired
    case .revoked: return .revoked
    }
  }
}
