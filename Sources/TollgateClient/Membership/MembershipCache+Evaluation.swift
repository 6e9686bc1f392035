import Tollgate

/// The customer as the device sees them: confirmed facts, waiting reports, and purchases that the store signed.
struct LocalCustomer: Hashable, Sendable {
  var facts = Customer()
  /// Whether it relies on a signed purchase that the server has not confirmed yet.
  var isProvisional = false
  /// The customer's identifier; nil before the first one.
  var id: Customer.ID?

  /// The facts that follow from the release of an item; none if the device does not know that it is held.
  func releasing(_ item: Item.ID, of feature: Feature.ID, at now: Instant?) -> [Fact] {
    guard let now, let id else { return [] }
    return facts.releasing(item, of: feature, preferring: id, at: now)
  }
}

extension MembershipCache {
  /// The membership for an instant.
  ///
  /// - Parameters:
  ///   - writes: The waiting reports, whose facts are assumed.
  ///   - reservations: The uses in progress that the device allowed by itself.
  ///   - now: The trusted time; nil before the server's first response.
  /// - Returns: The membership, and the customer it follows from; nil while the blueprint is not known.
  func evaluate(
    _ writes: [PendingWrite], reserving reservations: [Reservation] = [], at now: Instant?
  ) -> (membership: Membership?, customer: LocalCustomer) {
    switch state {
    case .empty: return (nil, LocalCustomer())
    case .customer(let confirmed): return (nil, LocalCustomer(facts: confirmed.facts))
    case .rules(let rules):
      // Before the first customer, a purchase that waits for one is all that is known.
      guard let now, case let purchases = writes.provisionalTransactions(of: nil, at: now),
        !purchases.isEmpty
      else {
        return (
          Membership(unknownIn: rules.blueprint, at: now ?? Instant(milliseconds: 0)),
          LocalCustomer()
        )
      }
      var customer = LocalCustomer()
      customer.decideProvisionally(purchases, in: rules.blueprint, at: now)
      let membership = Membership(of: customer.facts, in: rules.blueprint, at: now)
      // A purchase that has ended says nothing about others, which only the server knows.
      guard !membership.entitlements.isEmpty else {
        return (Membership(unknownIn: rules.blueprint, at: now), customer)
      }
      return (membership, customer)
    case .complete(let rules, let confirmed):
      guard let now else {
        return (
          Membership(unknownIn: rules.blueprint, at: Instant(milliseconds: 0)), LocalCustomer()
        )
      }
      var customer = LocalCustomer(facts: confirmed.facts, id: confirmed.id)
      for reservation in reservations where reservation.origin == confirmed.id {
        customer.facts.join(.reservation(reservation))
      }
      for write in writes where write.customer == confirmed.id {
        for fact in write.expectedFacts { customer.facts.join(fact) }
      }
      let purchases = writes.provisionalTransactions(of: confirmed.id, at: now)
      customer.decideProvisionally(purchases, in: rules.blueprint, at: now)
      var buyer = customer
      let undecided = writes.undecidedPurchases(of: confirmed.id, at: now)
      let awaitsPurchase = buyer.decideProvisionally(
        undecided.compactMap(\.storeTransaction), in: rules.blueprint, at: now)
      let awaitsDownload = buyer.record(writes.downloads(of: confirmed.id))
      guard awaitsPurchase || awaitsDownload else {
        return (Membership(of: customer.facts, in: rules.blueprint, at: now), customer)
      }
      let membership = Membership(
        of: customer.facts, awaiting: buyer.facts, until: undecided.compactMap(\.decidesAt).min(),
        in: rules.blueprint, at: now)
      return (membership, customer)
    }
  }
}

extension LocalCustomer {
  /// Adds downloads of the app that the server has yet to record.
  ///
  /// - Returns: Whether there is one that the customer's facts do not know.
  fileprivate mutating func record(_ downloads: [AppDownload]) -> Bool {
    let unknown = downloads.filter(facts.lacks)
    for download in unknown { facts.join(.download(download)) }
    return !unknown.isEmpty
  }

  /// Adds purchases that the server has yet to record, with the facts that follow from them.
  ///
  /// - Returns: Whether there is one that the customer's facts do not know.
  @discardableResult
  fileprivate mutating func decideProvisionally(
    _ purchases: [StoreTransaction], in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    let unknown = purchases.filter { purchase in
      !facts.storeTransactions.contains {
        $0.id == purchase.id && $0.signedAt >= purchase.signedAt
      }
    }
    guard !unknown.isEmpty else { return false }
    isProvisional = true
    let new = unknown.map { Fact.transaction($0.startingBy(now)) }
    // Only the server starts trials other than the purchase's own.
    for fact in blueprint.record(new, for: facts, at: now, history: []).facts {
      if case .trialStarted(let start) = fact, start.purchase == nil { continue }
      facts.join(fact)
    }
    return true
  }
}

extension [PendingWrite] {
  /// The downloads of the app that wait to be reported for a customer.
  fileprivate func downloads(of customer: Customer.ID) -> [AppDownload] {
    filter { $0.customer == customer }.compactMap { $0.attributes?.download }
      .compactMap { AppDownload(signed: $0) }
  }

  /// A customer's signed transactions that now take effect without the server.
  fileprivate func provisionalTransactions(
    of customer: Customer.ID?, at now: Instant
  ) -> [StoreTransaction] {
    filter { $0.customer == customer && $0.isDecided(at: now) }.compactMap(\.storeTransaction)
  }
}
