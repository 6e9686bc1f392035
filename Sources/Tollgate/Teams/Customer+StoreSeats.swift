extension Customer {
  /// The subscriptions that the customer ever bought with several seats, the latest first.
  package var purchasesOfSeats: [PurchaseID] { linesOfSeats.map(\.id) }

  /// Those of them that are active at an instant and give the customer any of some entitlements.
  package func purchasesOfSeats(
    giving entitlements: [Entitlement.ID], in blueprint: Blueprint, at now: Instant
  ) -> [PurchaseID] {
    linesOfSeats.filter { line in
      guard line.transferredAt.map({ now < $0 }) ?? true,
        let subscription = Subscription(
          line, renewal: purchases.renewals[line.id],
          lateRenewal: blueprint.definition.purchases.lateRenewal, at: now),
        subscription.isActive, let product = blueprint.product(subscription.product)
      else { return false }
      return product.entitlements.contains { entitlements.contains($0) }
    }.map(\.id)
  }

  private var linesOfSeats: [PurchaseLine] {
    history.lines.filter { line in line.periods.contains { $0.isForSeats } }.sorted {
      ($0.periods.last?.startsAt ?? .distantPast, $0.id)
        > ($1.periods.last?.startsAt ?? .distantPast, $1.id)
    }
  }
}

extension PaidPeriod {
  /// Whether the customer bought a subscription with several seats, or added seats to it.
  fileprivate var isForSeats: Bool {
    transaction.group != nil && transaction.ownership == .purchased
      && (transaction.quantity > 1 || addsTo != nil)
  }
}
