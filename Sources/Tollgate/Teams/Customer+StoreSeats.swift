extension Customer {
  /// The subscriptions that the customer ever bought with several seats, the latest first.
  package var purchasesOfSeats: [PurchaseID] { linesOfSeats.map(\.id) }

  /// Whether the customer bought one of them and did not transfer it to another one.
  package func holdsSeats(of purchase: PurchaseID, at now: Instant) -> Bool {
    linesOfSeats.contains {
      $0.id == purchase && $0.transferredAt.map { now < $0 } ?? true
    }
  }

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

  /// The subscriptions that give the customer something at an instant and are shared by their seats alone: the app hosts
  /// the invitations to them, or a paywall sells the product with seats.
  ///
  /// If the app does not host the invitations, the purchaser has the only seat, or the App Store assigns the others. So
  /// what was bought can be more than what is shared.
  func boughtSeats(
    in blueprint: Blueprint, at now: Instant
  ) -> [(purchase: PurchaseID, bought: Int, shared: OwnRights.Seats)] {
    history.lines.compactMap { line in
      guard
        let subscription = Subscription(
          line, renewal: purchases.renewals[line.id],
          lateRenewal: blueprint.definition.purchases.lateRenewal, at: now),
        subscription.isActive, let sold = blueprint.catalog.products[subscription.plan],
        subscription.appHostsInvitations || sold.hasSeats
      else { return nil }
      return (
        line.id, subscription.seats,
        OwnRights.Seats(
          entitled: sold.entitled,
          seats: subscription.appHostsInvitations ? subscription.seats : 0)
      )
    }
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
